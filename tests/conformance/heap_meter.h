// What the process really holds on the heap: every allocation of this executable passes through here, metered by the
// engine or not. Only with glibc and without sanitizers, which need the allocator for themselves.
#pragma once

#include <cstddef>

namespace omega::test::heap {

/// Whether allocations are counted in this build.
bool is_metered();

std::size_t current_bytes();

/// Peak of bytes held above the level at construction.
class Peak {
 public:
  Peak();
  std::size_t bytes() const;

 private:
  std::size_t start_;
};

}  // namespace omega::test::heap
