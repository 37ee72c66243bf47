// Buffer: aligned, uninitialised, metered storage. All scratch and all arrays of the engine live in Buffers, so that
// the meter knows what an estimate needs. The meter is one per process: its peak is meaningful while one run is
// measured.
#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>

namespace omega {

namespace memory {

void* allocate(std::size_t bytes);  // 64-byte aligned; throws Error::failure naming the size if there is none
void release(void* pointer, std::size_t bytes) noexcept;

std::size_t current_bytes();
std::size_t available_bytes();  // what the system could still give; SIZE_MAX where it does not tell

/// Peak of metered bytes above the level at construction.
class Peak {
 public:
  Peak();
  std::size_t bytes() const;

 private:
  std::size_t start_;
};

}  // namespace memory

template <class T>
class Buffer {
 public:
  Buffer() = default;
  explicit Buffer(std::size_t count) : data_(static_cast<T*>(memory::allocate(count * sizeof(T)))), count_(count) {}
  Buffer(std::size_t count, T value) : Buffer(count) { std::fill_n(data_, count, value); }
  Buffer(Buffer&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)), count_(std::exchange(other.count_, 0)) {}
  Buffer& operator=(Buffer&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(count_, other.count_);
    return *this;
  }
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;
  ~Buffer() { memory::release(data_, count_ * sizeof(T)); }

  std::size_t size() const { return count_; }
  T* data() { return data_; }
  const T* data() const { return data_; }
  T& operator[](std::size_t i) { return data_[i]; }
  const T& operator[](std::size_t i) const { return data_[i]; }
  T* begin() { return data_; }
  T* end() { return data_ + count_; }
  const T* begin() const { return data_; }
  const T* end() const { return data_ + count_; }

 private:
  T* data_ = nullptr;
  std::size_t count_ = 0;
};

}  // namespace omega
