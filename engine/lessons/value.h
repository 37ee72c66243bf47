// Value: what an expression of a lesson can be: numbers with a shape, one word, or nothing known.
#pragma once

#include <string>
#include <vector>

#include "core/array.h"

namespace omega::lessons {

struct Value {
  enum class Kind { unknown, numbers, word };
  Kind kind = Kind::unknown;
  Shape shape;                  // of numbers; empty: one number
  std::vector<double> numbers;  // in C order
  std::string word;

  static Value unknown() { return {}; }
  static Value number(double value) { return {Kind::numbers, {}, {value}, ""}; }
  static Value flag(bool value) { return word_of(value ? "true" : "false"); }
  static Value word_of(std::string word) { return {Kind::word, {}, {}, std::move(word)}; }
  static Value list(std::vector<double> values) {
    const auto count = static_cast<Index>(values.size());
    return {Kind::numbers, {count}, std::move(values), ""};
  }
  static Value array(const Array& array) { return {Kind::numbers, array.shape(), array.to_vector<double>(), ""}; }
  static Value array(Shape shape, std::vector<double> values) {
    return {Kind::numbers, std::move(shape), std::move(values), ""};
  }

  bool is_known() const { return kind != Kind::unknown; }
  bool is_one_number() const { return kind == Kind::numbers && shape.empty(); }
  bool is_word() const { return kind == Kind::word; }
};

}  // namespace omega::lessons
