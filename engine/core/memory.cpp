#include "core/memory.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <string>

#include "core/out_of_memory.h"

namespace omega::memory {

namespace {

constexpr std::size_t kAlignment = 64;  // one cache line, one AVX-512 register
std::atomic<std::size_t> current{0};
std::atomic<std::size_t> peak{0};

// Blocks of many megabytes come fresh from the system at each request; in pages of 4 KiB, the first touch takes longer
// than most sums over them do, and makes twice the bytes cost more than twice the time. So they ask for huge pages.
constexpr std::size_t kHugePage = std::size_t{2} << 20, kLarge = 4 * kHugePage;

std::size_t padded(std::size_t bytes, std::size_t alignment) { return (bytes + alignment - 1) / alignment * alignment; }

void* aligned(std::size_t bytes) {
  if (bytes > std::numeric_limits<std::size_t>::max() / 2) return nullptr;
  if (bytes < kLarge) return std::aligned_alloc(kAlignment, padded(bytes, kAlignment));
  void* pointer = std::aligned_alloc(kHugePage, padded(bytes, kHugePage));
  if (pointer != nullptr)
    ::madvise(pointer, padded(bytes, kHugePage), MADV_HUGEPAGE);  // a wish: where it is not granted, nothing changes
  return pointer;
}

}  // namespace

namespace {

/// What is allocated but not written yet, which the system still counts as free.
std::size_t unwritten_bytes() {
  std::ifstream pages("/proc/self/statm");
  std::size_t all = 0, resident = 0;
  if (!(pages >> all >> resident)) return 0;
  resident *= static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  const std::size_t held = current.load();
  return held > resident ? held - resident : 0;
}

/// The system promises more than it has; a machine that begins to swap when all of it is written answers nobody.
void require_free(std::size_t bytes) {
  constexpr std::size_t kAlwaysThere = std::size_t{64} << 20;  // asking the system takes as long as filling some
  if (bytes <= kAlwaysThere) return;
  const std::size_t there = available_bytes(), free = there - std::min(there, unwritten_bytes()), most = free / 10 * 9;
  if (bytes > most)
    throw OutOfMemory("", "out of memory: " + std::to_string(bytes >> 20) + " MiB were needed at once, but at most " +
                              std::to_string(most >> 20) + " of the " + std::to_string(free >> 20) +
                              " MiB that are free are taken; use fewer tokens, heads or outputs");
}

}  // namespace

void* allocate(std::size_t bytes) {
  if (bytes == 0) return nullptr;
  require_free(bytes);
  void* pointer = aligned(bytes);
  if (pointer == nullptr)
    throw OutOfMemory("", "out of memory: " + std::to_string(bytes >> 20) +
                              " MiB were needed at once; use fewer tokens, heads or outputs");
  const std::size_t now = current.fetch_add(bytes) + bytes;
  std::size_t seen = peak.load();
  while (seen < now && !peak.compare_exchange_weak(seen, now)) {
  }
  return pointer;
}

void release(void* pointer, std::size_t bytes) noexcept {
  if (pointer == nullptr) return;
  std::free(pointer);
  current.fetch_sub(bytes);
}

std::size_t current_bytes() { return current.load(); }

std::size_t available_bytes() {
  // MemAvailable counts what the kernel can reclaim, which sysconf's free pages do not.
  std::ifstream info("/proc/meminfo");
  std::string name, unit;
  std::size_t kib = 0;
  while (info >> name >> kib >> unit)
    if (name == "MemAvailable:") return kib * 1024;
  return std::numeric_limits<std::size_t>::max();
}

Peak::Peak() : start_(current.load()) { peak.store(start_); }

std::size_t Peak::bytes() const {
  const std::size_t highest = peak.load();
  return highest > start_ ? highest - start_ : 0;
}

}  // namespace omega::memory
