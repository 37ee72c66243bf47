#include "core/sequence.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/checked_sizes.h"
#include "core/error.h"
#include "core/text.h"

namespace omega {

namespace {

/// Counts the values outside [−limit, limit]; NaN is outside.
template <class T>
NonFinite count_beyond(const T* values, std::size_t count, T limit) {
  NonFinite bad;
  for (std::size_t i = 0; i < count; ++i)
    bad.count += !(std::abs(values[i]) <= limit);  // no branch: usually there is no such value
  if (bad.count > 0)
    bad.first = static_cast<std::size_t>(
        std::find_if(values, values + count, [&](T x) { return !(std::abs(x) <= limit); }) - values);
  return bad;
}

void check_shape(const char* name, const Shape& shape) {
  const std::string text = to_string(shape);
  if (shape.size() < 2 || shape.size() > 4)
    throw Error::input(std::string(name) + " has shape " + text +
                       "; it must be tokens x dim, heads x tokens x dim or batch x heads x tokens x dim");
  for (const Index n : shape)
    if (n == 0)
      throw Error::input(std::string(name) + " has shape " + text +
                         ", which holds nothing; every axis must be at least 1");
}

/// `largest` is its largest magnitude: a walk over a long array is not made twice.
void check_values(const char* name, const Array& array, double largest) {
  if (!std::isfinite(largest)) check_finite(name, array);
}

Shape leading(const Shape& shape) { return {shape.begin(), shape.end() - 2}; }

void check_same_lead(const char* name, const Shape& shape, const Shape& q) {
  if (leading(shape) != leading(q))
    throw Error::input("Q is " + to_string(q) + " but " + name + " is " + to_string(shape) +
                       "; their leading axes (batch, heads) must be the same");
}

}  // namespace

NonFinite find_nonfinite(const Array& array) {
  if (array.type() == Dtype::i64 || std::isfinite(largest_magnitude(array))) return {};
  if (array.type() == Dtype::f32)
    return count_beyond(array.data<float>(), array.count(), std::numeric_limits<float>::max());
  return count_beyond(array.data<double>(), array.count(), std::numeric_limits<double>::max());
}

void check_finite(const std::string& name, const Array& array) {
  if (const NonFinite bad = find_nonfinite(array); bad.count > 0)
    throw Error::input(std::to_string(bad.count) + " of " + std::to_string(array.count()) + " values of " + name +
                       (bad.count == 1 ? " is not finite (at " : " are not finite (the first at ") +
                       place_text(array.shape(), bad.first) + "); " + kNonFiniteAdvice);
}

NonFinite find_beyond_float32(const Array& array) {
  NonFinite bad;
  if (array.type() != Dtype::f64) return bad;
  // Half a step above the largest float32 is what rounds to infinity.
  constexpr double kLeast = 0x1.ffffffp127;
  const double* values = array.data<double>();
  for (std::size_t i = 0; i < array.count(); ++i)
    if (std::abs(values[i]) >= kLeast && std::isfinite(values[i]) && bad.count++ == 0) bad.first = i;
  return bad;
}

std::string place_text(const Shape& shape, std::size_t flat) {
  Shape index(shape.size());
  for (std::size_t axis = index.size(); axis-- > 0;) {
    const auto length = static_cast<std::size_t>(shape[axis]);
    index[axis] = static_cast<Index>(flat % length);
    flat /= length;
  }
  std::string text;
  for (const Index i : index) text += (text.empty() ? "[" : ", ") + std::to_string(i);
  return text + "]";
}

Sizes checked_sizes(const Shape& q, const Shape& k, const Shape& v) {
  check_shape("Q", q);
  check_shape("K", k);
  check_shape("V", v);
  check_same_lead("K", k, q);
  check_same_lead("V", v, q);
  Sizes sizes;
  sizes.lead = leading(q);
  sizes.heads = static_cast<Index>(element_count(sizes.lead));
  sizes.N = q.end()[-2];
  sizes.M = k.end()[-2];
  sizes.D = q.back();
  sizes.Dv = v.back();
  if (k.back() != sizes.D)
    throw Error::input("queries have " + std::to_string(sizes.D) + " dimensions but keys have " +
                       std::to_string(k.back()) + "; Q and K must have the same last axis");
  if (v.end()[-2] != sizes.M)
    throw Error::input("there are " + count_text(sizes.M, "key") + " but " + count_text(v.end()[-2], "value") +
                       "; K and V must have the same number of tokens");
  return sizes;
}

std::shared_ptr<const Sequence> Sequence::make(Array q, Array k, Array v, const std::string& title,
                                               bool allow_nonfinite) {
  for (const auto& [name, array] : {std::pair("Q", &q), std::pair("K", &k), std::pair("V", &v)})
    if (array->type() == Dtype::i64)
      throw Error::input(std::string(name) + " holds whole numbers; it must be float32 or float64");
  auto sequence = std::make_shared<Sequence>();
  sequence->sizes = checked_sizes(q.shape(), k.shape(), v.shape());
  sequence->largest_q = largest_magnitude(q);
  sequence->largest_k = largest_magnitude(k);
  if (!allow_nonfinite) {
    check_values("Q", q, sequence->largest_q);
    check_values("K", k, sequence->largest_k);
    check_values("V", v, largest_magnitude(v));
  }
  sequence->q = std::move(q);
  sequence->k = std::move(k);
  sequence->v = std::move(v);
  sequence->title = title;
  return sequence;
}

}  // namespace omega
