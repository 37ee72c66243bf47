// Expressions of lessons: conditions of steps, values of claims and of answers. Pure and total: they can only look, and
// every one ends. What cannot be known now is unknown, and an unknown condition does not hold, nor does its opposite.
//
//   or      and or and ..            comparison   sum < <= > >= == sum
//   and     not and not ..           sum          product + - product ..
//   not     not not, comparison      product      sign * / @ sign ..
//   sign    - sign, place            place        atom[0][1] ..
//   atom    12, name, card.option, word, [1, 2], (or), function(or, ..), event(..)
//
// Numbers have shapes; what is done to two of them is done number by number, where one of them is a single number, or
// the shapes are equal. `a @ b` sums over the last axis of a and the last but one of b; further axes of b must be the
// first of a: N×S @ N×S×D is N×D, N×S @ S×D is N×D, S @ S is one number.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "lessons/value.h"

namespace omega::lessons {

constexpr std::size_t kLongestExpression = 400;  // characters
constexpr int kDeepestExpression = 32;

/// What names stand for, now.
class Names {
 public:
  virtual ~Names() = default;
  virtual Value value(const std::string& name) const = 0;
  /// Whether something happened since the step began: happened("dragged", "omega_space.query").
  virtual bool happened(const std::string& /*event*/, const std::string& /*what*/) const { return false; }
};

/// What may stand in an expression. Each `refuse` tells what is wrong, in one sentence, or nothing.
struct Vocabulary {
  std::function<std::string(const std::string& name)> refuse;
  /// The words that a name may be compared with; none where it is a number.
  std::function<std::vector<std::string>(const std::string& name)> words = [](const std::string&) {
    return std::vector<std::string>();
  };
  /// Null where there are no events.
  std::function<std::string(const std::string& event, const std::string& what)> refuse_event;
};

/// The functions, and the events that conditions may ask for; for the manual.
const std::vector<std::string>& function_names();
const std::vector<std::string>& event_names();

class Expression {
 public:
  struct Node;

  /// Throws Error::input.
  static Expression parse(const std::string& text, const Vocabulary& vocabulary);

  const std::string& text() const { return text_; }
  Value evaluate(const Names& names) const;
  /// Whether it is known and true: the word true, or numbers none of which is 0.
  bool holds(const Names& names) const;

  /// The names in it, each once.
  const std::vector<std::string>& names() const { return names_; }
  /// The conditions of visited(..): whoever watches asks each of them at every picture, and answers
  /// happened("visited", its text).
  const std::vector<Expression>& visited() const { return visited_; }
  /// Whether it is a comparison, or made of some: then its value is 0 or 1.
  bool is_condition() const;
  /// Its tree: expression_node.h.
  const Node& root() const { return *root_; }

 private:
  friend class ExpressionParser;
  std::string text_;
  std::shared_ptr<const Node> root_;
  std::vector<std::string> names_;
  std::vector<Expression> visited_;
};

}  // namespace omega::lessons
