#include "conformance/heap_meter.h"

#include <features.h>

#include <atomic>

#include "support/sanitized.h"

#if defined(__GLIBC__) && !defined(OMEGA_SANITIZED)
#define OMEGA_METERS_HEAP 1
#endif

namespace {

std::atomic<std::size_t> current{0};
std::atomic<std::size_t> peak{0};

}  // namespace

namespace omega::test::heap {

std::size_t current_bytes() { return current.load(); }

Peak::Peak() : start_(current.load()) { peak.store(start_); }

std::size_t Peak::bytes() const {
  const std::size_t highest = peak.load();
  return highest > start_ ? highest - start_ : 0;
}

}  // namespace omega::test::heap

#ifdef OMEGA_METERS_HEAP

#include <malloc.h>

#include <cerrno>
#include <cstdlib>

// glibc's own allocator, under the names it keeps for programs that put themselves before it.
extern "C" {
void* __libc_malloc(std::size_t);
void* __libc_calloc(std::size_t, std::size_t);
void* __libc_realloc(void*, std::size_t);
void* __libc_memalign(std::size_t, std::size_t);
void __libc_free(void*);
}

namespace {

void* gained(void* pointer) {
  if (pointer == nullptr) return pointer;
  const std::size_t bytes = malloc_usable_size(pointer), now = current.fetch_add(bytes) + bytes;
  std::size_t seen = peak.load();
  while (seen < now && !peak.compare_exchange_weak(seen, now)) {
  }
  return pointer;
}

void lost(void* pointer) {
  if (pointer != nullptr) current.fetch_sub(malloc_usable_size(pointer));
}

}  // namespace

extern "C" {
void* malloc(std::size_t bytes) noexcept { return gained(__libc_malloc(bytes)); }
void* calloc(std::size_t count, std::size_t each) noexcept { return gained(__libc_calloc(count, each)); }
void* realloc(void* pointer, std::size_t bytes) noexcept {
  lost(pointer);
  return gained(__libc_realloc(pointer, bytes));
}
void* memalign(std::size_t alignment, std::size_t bytes) noexcept { return gained(__libc_memalign(alignment, bytes)); }
void* aligned_alloc(std::size_t alignment, std::size_t bytes) noexcept {
  return gained(__libc_memalign(alignment, bytes));
}
int posix_memalign(void** pointer, std::size_t alignment, std::size_t bytes) noexcept {
  *pointer = gained(__libc_memalign(alignment, bytes));
  return *pointer == nullptr ? ENOMEM : 0;
}
void free(void* pointer) noexcept {
  lost(pointer);
  __libc_free(pointer);
}
}

namespace omega::test::heap {

bool is_metered() { return true; }

}  // namespace omega::test::heap

#else

namespace omega::test::heap {

bool is_metered() { return false; }

}  // namespace omega::test::heap

#endif
