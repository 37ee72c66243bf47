// The tree of an expression, between its parser and its evaluation.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "lessons/expression.h"

namespace omega::lessons {

struct Expression::Node {
  enum class Kind { number, word, name, list, index, negative, operation, no, both, either, call, event };
  Kind kind = Kind::number;
  double number = 0;
  std::string text;  // name, word, sign of an operation, function, event
  std::vector<std::shared_ptr<const Node>> parts;
  std::vector<std::string> whats;  // of an event: "omega_space.query"
};

/// What a part of an expression says, and whether it is known and true.
Value value_at(const Expression::Node& node, const Names& names);
bool holds_at(const Expression::Node& node, const Names& names);

/// How a comparison reads from its other side: ">" for "<"; empty for other signs.
std::string mirrored_sign(const std::string& sign);

struct Function {
  std::string name;
  std::size_t least = 1, most = 1;  // arguments
  Value (*apply)(const std::vector<Value>&) = nullptr;
};

const std::vector<Function>& functions();

}  // namespace omega::lessons
