#include "fibers.h"

#include <ucontext.h>

#include <algorithm>
#include <array>
#include <memory>
#include <numeric>
#include <random>
#include <vector>

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/common_interface_defs.h>
#endif

namespace omega::emulator {

constinit thread_local Position position;

namespace {

constexpr std::size_t kStack = 128 << 10;
constexpr unsigned kWarp = 32;

enum class Waits : char { nothing, warp, block, forever };  // forever: it has returned

/// A point in a stack to come back to, for the compiler's own jumps: the library's tell a sanitizer each time that a
/// stack was left, which costs it a call of the system.
using Point = void* [5];
#define OMEGA_JUMPS __attribute__((noinline, no_sanitize("address")))

/// A fiber, for a thread of the device. It stays when that thread has returned, and runs the next one in its place.
struct Fiber {
  std::unique_ptr<char[]> stack{new char[kStack]};
  ucontext_t start;
  Point where;
  bool started = false;
  Position position;
  void* fake_stack = nullptr;
};

/// A vector on its way into shared memory; from nowhere: zeros.
struct Copy {
  float4* to;
  const float* from;
};

/// The threads of the block that runs on this thread of the machine.
struct Block {
  std::vector<std::unique_ptr<Fiber>> fibers;
  std::vector<Waits> waits;  // for what each fiber does
  unsigned threads = 0;
  unsigned current = 0;
  Point scheduler;
  ucontext_t entry;
  const std::function<void()>* body = nullptr;
  std::vector<double> shared;
  std::vector<std::array<Slot, kWarp>> slots;  // two of each warp
  std::vector<char> turns;                     // which of them a thread writes to next
  std::vector<std::vector<Copy>> copies;       // of each thread: begun, and not waited for
  bool misaligned = false;                     // a vector was loaded from where none can be
  void* scheduler_stack = nullptr;
  const void* machine_stack = nullptr;
  std::size_t machine_stack_size = 0;
};
thread_local Block block;

// The sanitizer is told of every change of stacks.
void leave_for(void** save, const void* bottom, std::size_t size) {
#if defined(__SANITIZE_ADDRESS__)
  __sanitizer_start_switch_fiber(save, bottom, size);
#else
  (void)save, (void)bottom, (void)size;
#endif
}
void arrived(void* saved, const void** bottom, std::size_t* size) {
#if defined(__SANITIZE_ADDRESS__)
  __sanitizer_finish_switch_fiber(saved, bottom, size);
#else
  (void)saved, (void)bottom, (void)size;
#endif
}

OMEGA_JUMPS void wait(Waits what) {
  Fiber& me = *block.fibers[block.current];
  block.waits[block.current] = what;
  if (__builtin_setjmp(me.where) == 0) {
    leave_for(&me.fake_stack, block.machine_stack, block.machine_stack_size);
    __builtin_longjmp(block.scheduler, 1);
  }
  arrived(block.fibers[block.current]->fake_stack, &block.machine_stack, &block.machine_stack_size);
}

void run_fiber() {
  arrived(nullptr, &block.machine_stack, &block.machine_stack_size);
  while (true) {
    (*block.body)();
    wait(Waits::forever);
  }
}

/// Lets one fiber run until it waits.
OMEGA_JUMPS void resume(unsigned index) {
  Fiber& fiber = *block.fibers[index];
  block.current = index;
  position = fiber.position;
  block.waits[index] = Waits::nothing;
  if (__builtin_setjmp(block.scheduler) == 0) {
    leave_for(&block.scheduler_stack, fiber.stack.get(), kStack);
    if (fiber.started) __builtin_longjmp(fiber.where, 1);
    fiber.started = true;
    getcontext(&fiber.start);
    fiber.start.uc_stack.ss_sp = fiber.stack.get();
    fiber.start.uc_stack.ss_size = kStack;
    fiber.start.uc_link = nullptr;
    makecontext(&fiber.start, run_fiber, 0);
    swapcontext(&block.entry, &fiber.start);
  }
  arrived(block.scheduler_stack, nullptr, nullptr);
}

/// Whether all of first .. last that have not returned wait for `what`, and there is one.
bool all_wait(unsigned first, unsigned last, Waits what) {
  bool any = false;
  for (unsigned i = first; i < last; ++i) {
    if (block.waits[i] == Waits::forever) continue;
    if (block.waits[i] != what) return false;
    any = true;
  }
  return any;
}

bool any_returned(unsigned first, unsigned last) {
  return std::count(block.waits.begin() + first, block.waits.begin() + last, Waits::forever) > 0;
}

void release(unsigned first, unsigned last, Waits what) {
  std::replace(block.waits.begin() + first, block.waits.begin() + last, what, Waits::nothing);
}

using Order = std::vector<unsigned>;

/// One warp as far as it comes without the others; false where lanes wait for others that have returned.
bool run_warp(const Order& lanes) {
  const unsigned first = lanes.front() / kWarp * kWarp, last = first + static_cast<unsigned>(lanes.size());
  while (true) {
    bool ran = false;
    for (const unsigned i : lanes)
      if (block.waits[i] == Waits::nothing) {
        resume(i);
        ran = true;
      }
    if (all_wait(first, last, Waits::warp)) {
      if (any_returned(first, last)) return false;  // a full mask names lanes that are gone
      release(first, last, Waits::warp);
    } else if (!ran) {
      return true;
    }
  }
}

/// One block from its first thread's start to its last one's return; false where threads wait for others that never
/// come. Warps run one after another from barrier to barrier, each as far ahead of the others as a device would ever
/// let it.
bool run_block(const std::vector<Order>& warps) {
  while (true) {
    for (const Order& lanes : warps)
      if (!run_warp(lanes)) return false;
    if (all_wait(0, block.threads, Waits::block)) {
      if (any_returned(0, block.threads)) return false;
      release(0, block.threads, Waits::block);
      continue;
    }
    return std::count(block.waits.begin(), block.waits.begin() + block.threads, Waits::forever) == block.threads;
  }
}

void prepare_block(dim3 threads, std::size_t shared_bytes) {
  block.threads = threads.x * threads.y * threads.z;
  while (block.fibers.size() < block.threads) block.fibers.push_back(std::make_unique<Fiber>());
  block.waits.resize(block.fibers.size(), Waits::forever);
  block.slots.assign((block.threads + kWarp - 1) / kWarp * 2, {});
  block.turns.assign(block.threads, 0);
  block.copies.assign(block.threads, {});
  block.shared.resize((shared_bytes + sizeof(double) - 1) / sizeof(double));
  if (!block.shared.empty()) std::memset(block.shared.data(), 0xFF, block.shared.size() * sizeof(double));
}

Order order_of(std::size_t count, std::uint32_t seed) {
  Order order(count);
  std::iota(order.begin(), order.end(), 0u);
  if (seed != 0) std::shuffle(order.begin(), order.end(), std::mt19937(seed));
  return order;
}

/// The lanes of each warp, and the warps, in the order of their first lanes.
std::vector<Order> warps_of(const Order& threads) {
  std::vector<Order> lanes((threads.size() + kWarp - 1) / kWarp), warps;
  for (const unsigned i : threads) lanes[i / kWarp].push_back(i);
  for (const unsigned i : threads)
    if (i % kWarp == 0) warps.push_back(std::move(lanes[i / kWarp]));
  return warps;
}

void set_up_threads(dim3 threads, dim3 at, dim3 grid) {
  for (unsigned i = 0; i < block.threads; ++i) {
    Fiber& fiber = *block.fibers[i];
    fiber.started = fiber.started && block.waits[i] == Waits::forever;  // not one that a block was given up with
    block.waits[i] = Waits::nothing;
    fiber.position = {dim3(i % threads.x, i / threads.x % threads.y, i / threads.x / threads.y), at, grid};
  }
}

}  // namespace

unsigned lane() { return block.current % kWarp; }
Slot* next_slots() {
  const unsigned turn = block.turns[block.current] ^= 1;
  return block.slots[block.current / kWarp * 2 + turn].data();
}
void* block_memory() { return block.shared.data(); }
void wait_for_block() { wait(Waits::block); }
void wait_for_warp() { wait(Waits::warp); }

void check_alignment(const void* place, std::size_t alignment) {
  if (reinterpret_cast<std::uintptr_t>(place) % alignment != 0) block.misaligned = true;
}

void begin_copy(float4* to, const float* from, bool there) {
  if (there) check_alignment(from, alignof(float4));
  check_alignment(to, alignof(float4));
  std::memset(static_cast<void*>(to), 0xFF, sizeof *to);  // nobody knows when it lands
  block.copies[block.current].push_back({to, there ? from : nullptr});
}
void end_copies() {
  for (const Copy& copy : block.copies[block.current]) {
    if (copy.from == nullptr)
      *copy.to = {};
    else
      std::memcpy(copy.to, copy.from, sizeof *copy.to);
  }
  block.copies[block.current].clear();
}

cudaError_t run_blocks(std::uint32_t seed, dim3 grid, dim3 threads, std::size_t shared_bytes,
                       const std::function<void()>& thread) {
  const std::vector<Order> warps = warps_of(order_of(threads.x * threads.y * threads.z, seed));
  const Order blocks = order_of(std::size_t{grid.x} * grid.y * grid.z, seed);
  block.body = &thread;
  block.misaligned = false;
  for (const unsigned b : blocks) {
    prepare_block(threads, shared_bytes);
    set_up_threads(threads, dim3(b % grid.x, b / grid.x % grid.y, b / grid.x / grid.y), grid);
    if (!run_block(warps)) return cudaErrorLaunchTimeout;
  }
  return block.misaligned ? cudaErrorMisalignedAddress : cudaSuccess;
}

}  // namespace omega::emulator
