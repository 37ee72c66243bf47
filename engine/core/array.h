// Array: what files hold and results are made of: a shape, a type and shared storage in C order.
// Copies share their storage; an Array that somebody else may hold is never written to.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include "core/matrix.h"
#include "core/memory.h"

namespace omega {

enum class Dtype { f32, f64, i64 };

template <class T>
constexpr Dtype dtype_of() {
  static_assert(std::is_same_v<T, float> || std::is_same_v<T, double> || std::is_same_v<T, std::int64_t>);
  return std::is_same_v<T, float> ? Dtype::f32 : std::is_same_v<T, double> ? Dtype::f64 : Dtype::i64;
}

using Shape = std::vector<Index>;

std::string to_string(Dtype type);          // "float32" ...
std::string to_string(const Shape& shape);  // "3x64x32"; "scalar" for rank 0
std::size_t size_of(Dtype type);
std::size_t element_count(const Shape& shape);  // 1 for rank 0; throws Error::input where the product overflows

class Array {
 public:
  Array() = default;
  Array(Dtype type, Shape shape);  // uninitialised
  /// A view of somebody else's memory, which must not change while `memory` is held.
  static Array over(Dtype type, Shape shape, const std::shared_ptr<const std::byte>& memory);

  template <class T>
  static Array scalar(T value) {
    Array a(dtype_of<T>(), {});
    *a.data<T>() = value;
    return a;
  }
  template <class T>
  static Array from(const std::vector<T>& values, Shape shape) {
    Array a(dtype_of<T>(), std::move(shape));
    check_count(values.size(), a.count());
    std::copy(values.begin(), values.end(), a.data<T>());
    return a;
  }

  Dtype type() const { return type_; }
  const Shape& shape() const { return shape_; }
  Index rank() const { return static_cast<Index>(shape_.size()); }
  std::size_t count() const { return count_; }
  std::size_t bytes() const { return count_ * size_of(type_); }
  bool empty() const { return storage_.use_count() == 0; }

  /// Typed access; T must be the array's own type.
  template <class T>
  T* data() {
    check_type(dtype_of<T>());
    return reinterpret_cast<T*>(storage_.get());
  }
  template <class T>
  const T* data() const {
    check_type(dtype_of<T>());
    return reinterpret_cast<const T*>(storage_.get());
  }
  std::byte* raw() { return storage_.get(); }
  const std::byte* raw() const { return storage_.get(); }

  /// Any element, by flat index, as a double.
  double at(std::size_t flat) const;
  /// Copies elements [first, first + count) as U.
  template <class U>
  void copy_to(U* destination, std::size_t first, std::size_t count) const;
  template <class U>
  std::vector<U> to_vector() const {
    std::vector<U> values(count_);
    copy_to(values.data(), 0, count_);
    return values;
  }
  /// The same elements as another type (shares storage where the type already fits).
  Array as(Dtype type) const;
  /// The same elements under another shape of equal count.
  Array reshaped(Shape shape) const;

 private:
  static void check_count(std::size_t given, std::size_t expected);
  void check_type(Dtype wanted) const;

  Dtype type_ = Dtype::f32;
  Shape shape_;
  std::size_t count_ = 0;
  std::shared_ptr<std::byte> storage_;
};

using Arrays = std::map<std::string, Array>;

/// The largest |x| of all elements; infinite or NaN where one is. Of floating-point arrays only.
double largest_magnitude(const Array& array);

}  // namespace omega
