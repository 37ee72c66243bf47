// Values of expressions: every operation gives a value, unknown where it makes no sense.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>

#include "core/named.h"
#include "lessons/expression_node.h"
#include "math/order_statistics.h"

namespace omega::lessons {

namespace {

using Node = Expression::Node;
using Kind = Node::Kind;

constexpr std::size_t kMostNumbers = std::size_t{1} << 26;  // that an operation makes

/// Number by number; unknown where the shapes do not go together.
template <class Operation>
Value pairwise(const Value& a, const Value& b, Operation operation) {
  if (a.kind != Value::Kind::numbers || b.kind != Value::Kind::numbers) return Value::unknown();
  if (!a.shape.empty() && !b.shape.empty() && a.shape != b.shape) return Value::unknown();
  Value out = a.shape.empty() ? b : a;
  for (std::size_t i = 0; i < out.numbers.size(); ++i)
    out.numbers[i] =
        operation(a.shape.empty() ? a.numbers[0] : a.numbers[i], b.shape.empty() ? b.numbers[0] : b.numbers[i]);
  return out;
}

template <class Operation>
Value each(const std::vector<Value>& values, Operation operation) {
  if (values[0].kind != Value::Kind::numbers) return Value::unknown();
  Value out = values[0];
  for (double& number : out.numbers) number = operation(number);
  return out;
}

/// All numbers of all arguments; nothing where one is unknown.
std::optional<std::vector<double>> all_numbers(const std::vector<Value>& values) {
  std::vector<double> all;
  for (const Value& value : values) {
    if (value.kind != Value::Kind::numbers) return std::nullopt;
    all.insert(all.end(), value.numbers.begin(), value.numbers.end());
  }
  return all;
}

template <class Reduction>
Value reduced(const std::vector<Value>& values, Reduction reduction) {
  const auto all = all_numbers(values);
  return all && !all->empty() ? Value::number(reduction(*all)) : Value::unknown();
}

double sum_of(const std::vector<double>& numbers) { return std::accumulate(numbers.begin(), numbers.end(), 0.0); }
double mean_of(const std::vector<double>& numbers) { return sum_of(numbers) / static_cast<double>(numbers.size()); }

/// Over one axis, or over everything.
template <class Reduction>
Value along(const std::vector<Value>& values, Reduction reduction) {
  const Value& value = values[0];
  if (values.size() == 1) return reduced(values, reduction);
  if (value.kind != Value::Kind::numbers || !values[1].is_one_number()) return Value::unknown();
  const double axis = values[1].numbers[0];
  if (!(axis >= 0 && axis < static_cast<double>(value.shape.size()) && axis == std::floor(axis)))
    return Value::unknown();
  const auto at = static_cast<std::size_t>(axis);
  std::size_t outer = 1, inner = 1;
  const auto length = static_cast<std::size_t>(value.shape[at]);
  for (std::size_t i = 0; i < at; ++i) outer *= static_cast<std::size_t>(value.shape[i]);
  for (std::size_t i = at + 1; i < value.shape.size(); ++i) inner *= static_cast<std::size_t>(value.shape[i]);
  Shape shape = value.shape;
  shape.erase(shape.begin() + static_cast<std::ptrdiff_t>(at));
  std::vector<double> out(outer * inner), line(length);
  if (length == 0) return Value::unknown();
  for (std::size_t o = 0; o < outer; ++o)
    for (std::size_t i = 0; i < inner; ++i) {
      for (std::size_t l = 0; l < length; ++l) line[l] = value.numbers[(o * length + l) * inner + i];
      out[o * inner + i] = reduction(line);
    }
  return Value::array(std::move(shape), std::move(out));
}

/// From one point to another: dist(a, b) of two lists, or dist(a, x, y, ..).
Value distance(const std::vector<Value>& values) {
  if (values[0].kind != Value::Kind::numbers) return Value::unknown();
  const auto other = all_numbers({values.begin() + 1, values.end()});
  if (!other || other->size() != values[0].numbers.size()) return Value::unknown();
  double sum = 0;
  for (std::size_t i = 0; i < other->size(); ++i) sum += std::pow(values[0].numbers[i] - (*other)[i], 2);
  return Value::number(std::sqrt(sum));
}

/// Of the straight line of least squares through points (x, y).
Value slope(const std::vector<Value>& values) {
  const Value &x = values[0], &y = values[1];
  if (x.kind != Value::Kind::numbers || y.kind != Value::Kind::numbers || x.numbers.size() != y.numbers.size() ||
      x.numbers.size() < 2)
    return Value::unknown();
  const double mean_x = mean_of(x.numbers), mean_y = mean_of(y.numbers);
  double xx = 0, xy = 0;
  for (std::size_t i = 0; i < x.numbers.size(); ++i) {
    xx += (x.numbers[i] - mean_x) * (x.numbers[i] - mean_x);
    xy += (x.numbers[i] - mean_x) * (y.numbers[i] - mean_y);
  }
  return xx > 0 ? Value::number(xy / xx) : Value::unknown();
}

/// a @ b: out[l.., d] = Σ_s a[l.., s] b[r.., s, d] with r the first axes of l.
Value contracted(const Value& a, const Value& b) {
  if (a.kind != Value::Kind::numbers || b.kind != Value::Kind::numbers || a.shape.empty() || b.shape.empty())
    return Value::unknown();
  const bool is_list = b.shape.size() == 1;
  const std::size_t lead = is_list ? 0 : b.shape.size() - 2;
  const Index S = a.shape.back(), D = is_list ? 1 : b.shape.back();
  if (b.shape[lead] != S || lead + 1 > a.shape.size() ||
      !std::equal(b.shape.begin(), b.shape.begin() + static_cast<std::ptrdiff_t>(lead), a.shape.begin()))
    return Value::unknown();
  std::size_t shared = 1, own = 1;
  for (std::size_t i = 0; i + 1 < a.shape.size(); ++i)
    (i < lead ? shared : own) *= static_cast<std::size_t>(a.shape[i]);
  const auto s_count = static_cast<std::size_t>(S), d_count = static_cast<std::size_t>(D);
  if (shared * own * d_count > kMostNumbers) return Value::unknown();
  std::vector<double> out(shared * own * d_count, 0.0);
  for (std::size_t r = 0; r < shared; ++r)
    for (std::size_t o = 0; o < own; ++o)
      for (std::size_t s = 0; s < s_count; ++s)
        for (std::size_t d = 0; d < d_count; ++d)
          out[(r * own + o) * d_count + d] +=
              a.numbers[(r * own + o) * s_count + s] * b.numbers[(r * s_count + s) * d_count + d];
  Shape shape(a.shape.begin(), a.shape.end() - 1);
  if (!is_list) shape.push_back(D);
  return Value::array(std::move(shape), std::move(out));
}

bool has_nan(const Value& value) {
  return std::any_of(value.numbers.begin(), value.numbers.end(), [](double x) { return std::isnan(x); });
}

Value compared(const std::string& sign, const Value& a, const Value& b) {
  if (a.is_word() && b.is_word()) return Value::number(a.word == b.word);
  if (has_nan(a) || has_nan(b)) return Value::unknown();
  if (sign == "<") return pairwise(a, b, [](double x, double y) { return static_cast<double>(x < y); });
  if (sign == "<=") return pairwise(a, b, [](double x, double y) { return static_cast<double>(x <= y); });
  if (sign == ">") return pairwise(a, b, [](double x, double y) { return static_cast<double>(x > y); });
  if (sign == ">=") return pairwise(a, b, [](double x, double y) { return static_cast<double>(x >= y); });
  return pairwise(a, b, [](double x, double y) { return static_cast<double>(x == y); });
}

Value combined(const std::string& sign, const Value& a, const Value& b) {
  if (sign == "+") return pairwise(a, b, [](double x, double y) { return x + y; });
  if (sign == "-") return pairwise(a, b, [](double x, double y) { return x - y; });
  if (sign == "*") return pairwise(a, b, [](double x, double y) { return x * y; });
  if (sign == "/") return pairwise(a, b, [](double x, double y) { return x / y; });
  if (sign == "@") return contracted(a, b);
  return compared(sign, a, b);
}

/// Row i of the first axis.
Value row_of(const Value& value, const Value& index) {
  if (value.kind != Value::Kind::numbers || value.shape.empty() || !index.is_one_number()) return Value::unknown();
  const double at = index.numbers[0];
  if (!(at >= 0 && at < static_cast<double>(value.shape[0]) && at == std::floor(at))) return Value::unknown();
  const std::size_t length = value.numbers.size() / static_cast<std::size_t>(value.shape[0]);
  const auto first = value.numbers.begin() + static_cast<std::ptrdiff_t>(static_cast<std::size_t>(at) * length);
  return Value::array(Shape(value.shape.begin() + 1, value.shape.end()),
                      {first, first + static_cast<std::ptrdiff_t>(length)});
}

Value list_of(const std::vector<Value>& values) {
  std::vector<double> numbers;
  for (const Value& value : values) {
    if (!value.is_one_number()) return Value::unknown();
    numbers.push_back(value.numbers[0]);
  }
  return Value::list(std::move(numbers));
}

/// What is true, false or neither.
std::optional<bool> truth_of(const Value& value) {
  if (value.is_word()) return value.word == "true" ? std::optional(true) : std::optional(false);
  if (!value.is_known() || value.numbers.empty() || has_nan(value)) return std::nullopt;
  return std::all_of(value.numbers.begin(), value.numbers.end(), [](double x) { return x != 0; });
}

Value known(std::optional<bool> truth) { return truth ? Value::number(*truth) : Value::unknown(); }

class Evaluation {
 public:
  explicit Evaluation(const Names& names) : names_(names) {}

  Value of(const Node& node) const {
    switch (node.kind) {
      case Kind::number: return Value::number(node.number);
      case Kind::word: return Value::word_of(node.text);
      case Kind::name: return names_.value(node.text);
      case Kind::list: return list_of(all(node));
      case Kind::index: return row_of(of(*node.parts[0]), of(*node.parts[1]));
      case Kind::negative: return each(all(node), [](double x) { return -x; });
      case Kind::operation: return combined(node.text, of(*node.parts[0]), of(*node.parts[1]));
      case Kind::no: return negated(truth_of(of(*node.parts[0])));
      case Kind::both: return logical(node, false);
      case Kind::either: return logical(node, true);
      case Kind::call: return called(node);
      case Kind::event: return Value::number(all_happened(node));
    }
    return Value::unknown();
  }

 private:
  std::vector<Value> all(const Node& node) const {
    std::vector<Value> values;
    for (const auto& part : node.parts) values.push_back(of(*part));
    return values;
  }
  static Value negated(std::optional<bool> truth) { return truth ? Value::number(!*truth) : Value::unknown(); }
  /// One side may decide alone: true of `or`, false of `and`.
  Value logical(const Node& node, bool decides) const {
    const auto left = truth_of(of(*node.parts[0])), right = truth_of(of(*node.parts[1]));
    if (left == decides || right == decides) return Value::number(decides);
    return left && right ? known(!decides) : Value::unknown();
  }
  Value called(const Node& node) const {
    const Function* function = named(functions(), node.text);
    return function ? function->apply(all(node)) : Value::unknown();
  }
  bool all_happened(const Node& node) const {
    return std::all_of(node.whats.begin(), node.whats.end(),
                       [&](const std::string& what) { return names_.happened(node.text, what); });
  }

  const Names& names_;
};

constexpr std::size_t kAny = std::numeric_limits<std::size_t>::max();

}  // namespace

const std::vector<Function>& functions() {
  using Values = const std::vector<Value>&;
  static const std::vector<Function> table = {
      {"abs", 1, 1, [](Values v) { return each(v, [](double x) { return std::abs(x); }); }},
      {"sqrt", 1, 1, [](Values v) { return each(v, [](double x) { return std::sqrt(x); }); }},
      {"exp", 1, 1, [](Values v) { return each(v, [](double x) { return std::exp(x); }); }},
      {"log", 1, 1, [](Values v) { return each(v, [](double x) { return std::log(x); }); }},
      {"min", 1, kAny,
       [](Values v) { return reduced(v, [](const auto& x) { return *std::min_element(x.begin(), x.end()); }); }},
      {"max", 1, kAny,
       [](Values v) { return reduced(v, [](const auto& x) { return *std::max_element(x.begin(), x.end()); }); }},
      {"median", 1, kAny, [](Values v) { return reduced(v, [](const auto& x) { return median(x); }); }},
      {"mean", 1, 2, [](Values v) { return along(v, mean_of); }},
      {"sum", 1, 2, [](Values v) { return along(v, sum_of); }},
      {"dist", 2, kAny, distance},
      {"slope", 2, 2, slope},
  };
  return table;
}

const std::vector<std::string>& function_names() {
  static const std::vector<std::string> names = names_of(functions());
  return names;
}

std::string mirrored_sign(const std::string& sign) {
  if (sign == "==") return sign;
  if (sign.empty() || (sign[0] != '<' && sign[0] != '>')) return "";
  return (sign[0] == '<' ? ">" : "<") + sign.substr(1);
}

Value value_at(const Expression::Node& node, const Names& names) { return Evaluation(names).of(node); }

bool holds_at(const Expression::Node& node, const Names& names) {
  return truth_of(value_at(node, names)).value_or(false);
}

Value Expression::evaluate(const Names& names) const { return value_at(*root_, names); }

bool Expression::holds(const Names& names) const { return holds_at(*root_, names); }

}  // namespace omega::lessons
