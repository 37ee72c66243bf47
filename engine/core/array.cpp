#include "core/array.h"

#include <algorithm>
#include <bit>
#include <limits>

#include "core/error.h"

namespace omega {

std::string to_string(Dtype type) {
  switch (type) {
    case Dtype::f32: return "float32";
    case Dtype::f64: return "float64";
    case Dtype::i64: return "int64";
  }
  return "unknown";
}

std::string to_string(const Shape& shape) {
  if (shape.empty()) return "scalar";
  std::string text;
  for (const Index n : shape) text += (text.empty() ? "" : "x") + std::to_string(n);
  return text;
}

std::size_t size_of(Dtype type) { return type == Dtype::f32 ? 4 : 8; }

std::size_t element_count(const Shape& shape) {
  std::size_t count = 1;
  for (const Index n : shape) {
    const auto length = static_cast<std::size_t>(n);
    if (n < 0 || (length != 0 && count > std::numeric_limits<Index>::max() / 8 / length))
      throw Error::input("an array of shape " + to_string(shape) + " is larger than any memory; sizes must be smaller");
    count *= length;
  }
  return count;
}

Array::Array(Dtype type, Shape shape) : type_(type), shape_(std::move(shape)), count_(element_count(shape_)) {
  const auto buffer = std::make_shared<Buffer<std::byte>>(count_ * size_of(type));
  storage_ = {buffer, buffer->data()};
}

Array Array::over(Dtype type, Shape shape, const std::shared_ptr<const std::byte>& memory) {
  Array view;
  view.type_ = type;
  view.shape_ = std::move(shape);
  view.count_ = element_count(view.shape_);
  view.storage_ = std::const_pointer_cast<std::byte>(memory);  // never written to, like all that others may hold
  return view;
}

void Array::check_count(std::size_t given, std::size_t expected) { OMEGA_ASSERT(given == expected); }
void Array::check_type(Dtype wanted) const { OMEGA_ASSERT(!empty() && wanted == type_); }

double Array::at(std::size_t flat) const {
  OMEGA_ASSERT(flat < count_);
  double value = 0;
  copy_to(&value, flat, 1);
  return value;
}

template <class U>
void Array::copy_to(U* destination, std::size_t first, std::size_t count) const {
  OMEGA_ASSERT(first + count <= count_);
  const auto copy = [&](const auto* source) {
    std::transform(source + first, source + first + count, destination, [](auto x) { return static_cast<U>(x); });
  };
  switch (type_) {
    case Dtype::f32: copy(data<float>()); break;
    case Dtype::f64: copy(data<double>()); break;
    case Dtype::i64: copy(data<std::int64_t>()); break;
  }
}

Array Array::as(Dtype type) const {
  if (type == type_) return *this;
  Array converted(type, shape_);
  switch (type) {
    case Dtype::f32: copy_to(converted.data<float>(), 0, count_); break;
    case Dtype::f64: copy_to(converted.data<double>(), 0, count_); break;
    case Dtype::i64: copy_to(converted.data<std::int64_t>(), 0, count_); break;
  }
  return converted;
}

Array Array::reshaped(Shape shape) const {
  check_count(element_count(shape), count_);
  Array view = *this;
  view.shape_ = std::move(shape);
  return view;
}

namespace {

/// Without their sign, numbers are ordered as their bits are, infinity and NaN last.
template <class T, class Bits>
double largest_of(const T* values, std::size_t count) {
  // As signed integers, which the oldest vector instructions compare, and in several chains.
  constexpr std::size_t kChains = 16;
  Bits largest[kChains] = {};
  const auto see = [&](std::size_t chain, T value) {
    largest[chain] = std::max<Bits>(largest[chain], std::bit_cast<Bits>(value) & std::numeric_limits<Bits>::max());
  };
  std::size_t i = 0;
  for (; i + kChains <= count; i += kChains)
    for (std::size_t chain = 0; chain < kChains; ++chain) see(chain, values[i + chain]);
  for (; i < count; ++i) see(0, values[i]);
  return std::bit_cast<T>(*std::max_element(largest, largest + kChains));
}

}  // namespace

double largest_magnitude(const Array& array) {
  OMEGA_ASSERT(array.type() != Dtype::i64);
  return array.type() == Dtype::f32 ? largest_of<float, std::int32_t>(array.data<float>(), array.count())
                                    : largest_of<double, std::int64_t>(array.data<double>(), array.count());
}

template void Array::copy_to<float>(float*, std::size_t, std::size_t) const;
template void Array::copy_to<double>(double*, std::size_t, std::size_t) const;
template void Array::copy_to<std::int64_t>(std::int64_t*, std::size_t, std::size_t) const;

}  // namespace omega
