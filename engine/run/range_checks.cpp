#include "run/range_checks.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdio>
#include <limits>
#include <optional>

#include "core/named.h"
#include "cpu/parallel.h"
#include "cpu/vector_math.h"
#include "run/request_facts.h"

namespace omega {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

double largest_number(Precision precision) {
  return precision == Precision::f32 ? std::numeric_limits<float>::max() : std::numeric_limits<double>::max();
}

/// "float32; --precision f64, ...": where the numbers do not fit, and what would help.
std::string range_and_help(Precision precision) {
  return (precision == Precision::f32 ? "float32; --precision f64, " : "float64; ") +
         std::string("a smaller scale or smaller inputs would help");
}

std::string short_text(long double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3Lg", value);
  return with_point(text);
}

/// The largest norm of a row whose values are all finite, in a type that no norm leaves.
long double largest_norm(const Array& array) {
  const auto cols = static_cast<std::size_t>(array.shape().back());
  long double largest = 0;
  for (std::size_t row = 0; row < array.count(); row += cols) {
    long double squares = 0;
    for (std::size_t i = row; i < row + cols; ++i) squares += static_cast<long double>(array.at(i)) * array.at(i);
    if (std::isfinite(squares)) largest = std::max(largest, squares);
  }
  return std::sqrt(largest);
}

/// Projections are as long as queries and keys together, and logits of keys against them that much larger.
bool has_projections(const Request& request) { return named(outputs_of(request), "omega") != nullptr; }

/// |q·k| ≤ ‖q‖‖k‖. A logit beyond the range is ±∞ or NaN, and methods that drop −∞ would go on without its key.
void check_logits(const Request& request, double scale) {
  const Sequence& s = *request.sequence;
  const double limit = largest_number(request.precision), dims = static_cast<double>(s.sizes.D);
  if ((s.largest_q + s.largest_k) * s.largest_k * dims * scale < limit) return;  // nearly always: no norm is needed
  const long double longest_q = largest_norm(s.q), longest_k = largest_norm(s.k);
  const long double other = has_projections(request) ? longest_q + longest_k : longest_q;
  if (other * longest_k * scale < limit) return;
  throw Error::input("Q and K, with norms of up to " + short_text(longest_q) + " and " + short_text(longest_k) +
                     ", have logits beyond the range of " + range_and_help(request.precision));
}

/// Whether an output may be so by its definition: the logarithm of a weight of 0, the variance of weights without one,
/// and an error relative to a y of 0.
bool is_defined(const std::string& name, double value) {
  return (name == "log_weights" && value == -kInfinity) || (name == "predicted_variance" && value == kInfinity) ||
         name == "product_error";
}

/// The first value that no definition gives, in rows of `cols`. Methods only count denominators ≤ 0: as many rows are
/// excused. One of y is then ±∞ throughout; 0/0 is not kept there, since in practice only overflow makes it.
std::optional<std::size_t> find_failure(const std::string& name, const Array& array, std::size_t cols,
                                        std::int64_t nonpositive) {
  const NonFinite bad = find_nonfinite(array);
  for (std::size_t i = bad.first; bad.count > 0 && i < array.count(); ++i) {
    if (std::isfinite(array.at(i)) || is_defined(name, array.at(i))) continue;
    const std::size_t row = i / cols * cols;
    bool excused = nonpositive-- > 0;
    for (std::size_t j = row; name == "y" && j < row + cols; ++j) excused = excused && std::isinf(array.at(j));
    if (!excused) return i;
    i = row + cols - 1;
  }
  return {};
}

/// Throws for a value of an output that no definition gives, at a place that the caller words.
void fail(const Request& request, const std::string& name, const std::string& place) {
  const Sequence& s = *request.sequence;
  for (const Array* input : {&s.q, &s.k, &s.v})
    if (find_nonfinite(*input).count > 0) return;  // allowed by the caller, who expects it
  throw Error::failure(request.method + " gave no finite " + name + place +
                       ": its weights or sums leave the range of " + range_and_help(request.precision));
}

}  // namespace

void check_range(const std::string& name, const Array& array, Precision precision) {
  if (precision != Precision::f32) return;
  if (const NonFinite bad = find_beyond_float32(array); bad.count > 0)
    throw Error::input(name + " holds " + number_text(array.at(bad.first)) + " at " +
                       place_text(array.shape(), bad.first) + ", which is beyond float32; --precision f64 holds it");
}

void check_inputs(const Request& request, double scale) {
  check_range("Q", request.sequence->q, request.precision);
  check_range("K", request.sequence->k, request.precision);
  check_range("V", request.sequence->v, request.precision);
  check_logits(request, scale);
}

namespace {

template <class T>
bool all_finite_in_parallel(const T* values, Index count, const Progress& progress) {
  constexpr Index kTile = 1 << 16;
  std::atomic<bool> finite{true};
  parallel_tiles(count, kTile, progress, [&](Range part) {
    if (!all_finite(values + part.begin, part.size())) finite = false;
  });
  return finite;
}

}  // namespace

bool is_finite(const Array& y, Index head, Index heads, const Progress& progress) {
  const Index each = static_cast<Index>(y.count()) / heads;
  return y.type() == Dtype::f32 ? all_finite_in_parallel(y.data<float>() + head * each, each, progress)
                                : all_finite_in_parallel(y.data<double>() + head * each, each, progress);
}

void check_finite(const Request& request, const Array& y, std::int64_t nonpositive) {
  const auto cols = static_cast<std::size_t>(y.shape().back());
  const std::optional<std::size_t> first = find_failure("y", y, cols, nonpositive);
  const Shape rows(y.shape().begin(), y.shape().end() - 1);
  if (first) fail(request, "y", " for row " + place_text(rows, *first / cols));
}

void check_finite(const Request& request, const OutputSpec& output, const Array& array, std::int64_t nonpositive,
                  const Progress& progress) {
  if (is_finite(array, 0, 1, progress)) return;
  const auto cols = static_cast<std::size_t>(output.shape.size() > 1 ? output.shape.back() : 1);
  const std::optional<std::size_t> first = find_failure(output.name, array, cols, nonpositive);
  if (first) fail(request, output.name, " at " + place_text(array.shape(), *first));
}

}  // namespace omega
