// The CUDA device of this process, through libomega_cuda.so, which is looked for when first asked for. What is
// missing or fails before a session begins is a sentence in why(): the CPU is always there. Sessions throw Fault.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "cuda/module.h"

namespace omega::cuda {

/// What stops a run on the device: memory, a launch, the device itself. The runner decides whether the CPU goes on.
class Fault : public std::runtime_error {
 public:
  Fault(Status status_, const std::string& sentence) : std::runtime_error(sentence), status(status_) {}
  const Status status;
};

class Device;

/// A context for one run at a time. At its end it goes back to the device's pool, or, being a session's own, is closed
/// with its memory.
class Session {
 public:
  enum class Ends { in_pool, closed };
  Session(Device& device, Context* context, Ends ends) : device_(&device), context_(context), ends_(ends) {}
  Session(Session&& other) noexcept
      : device_(other.device_), context_(std::exchange(other.context_, nullptr)), ends_(other.ends_) {}
  Session& operator=(Session&&) = delete;
  ~Session();

  const ModuleTable& module() const;
  Context* context() const { return context_; }
  /// Memory until the next run begins; where there is too little, what others of the pool hold idle is given back
  /// first.
  void* allocate(std::uint64_t bytes) const;
  template <class T>
  T* allocate(std::uint64_t count) const {
    return static_cast<T*>(allocate(count * sizeof(T)));
  }
  /// Throws Fault where status says that something failed.
  void check(int status) const;

 private:
  Device* device_;
  Context* context_;
  Ends ends_;
};

class Device {
 public:
  /// The one of this process.
  static Device& get();

  /// What is known of it without waiting: for callers that must not wait, such as a window while it draws.
  enum class Known { not_yet, absent, present };
  Known known() const { return known_; }

  /// Whether it can be used now; if not, why() says why it could not when that was asked last.
  bool available();
  std::string why();
  /// Facts of the device as it is now; only where it is available.
  DeviceFacts facts();
  int processors();
  /// Why so many heads, or so many dimensions of which a block of threads holds so much, are too much for it; empty
  /// where they are not.
  std::string against(std::int64_t heads, std::int64_t dims, std::uint64_t block_bytes);
  /// Whether there is a cuBLAS to measure products by; looking for it takes a while the first time.
  bool finds_blas();
  /// Gives back what idle contexts hold of the device's memory; says whether they held any.
  bool release_idle();
  /// A context of the pool. Throws Fault.
  Session borrow() { return session(Session::Ends::in_pool); }
  /// A new one, closed with its session: for runs that hold much memory for long. Throws Fault.
  Session open() { return session(Session::Ends::closed); }

  /// Loads this module file instead of looking for one, as tests do. Guarded contexts poison and guard every
  /// array.
  void use_module(const std::string& path, bool guarded);
  /// How many multiplications of one launch a processor does, before a stop is looked for: at most about a second of an
  /// old one, as a card that also draws a screen kills what takes longer. Many have few units for float64. Tests take
  /// fewer.
  struct LaunchWork {
    double plain = 1e10, exact = 7.5e8;
  };
  LaunchWork launch_work;

 private:
  friend class Session;
  void start();
  void find_facts();
  std::uint64_t idle_bytes() const;
  Session session(Session::Ends ends);
  Context* make_context();
  void load(const std::string& path);
  void give_back(Context* context, Session::Ends ends);
  void lose(const std::string& sentence);

  std::recursive_mutex mutex_;
  std::atomic<Known> known_{Known::not_yet};
  bool loaded_ = false;   // the module was looked for; module_ is what came of it
  bool started_ = false;  // and nothing more is to be tried
  bool guarded_ = false;
  std::optional<std::string> path_;
  const ModuleTable* module_ = nullptr;
  std::string why_;
  DeviceFacts facts_{};
  std::vector<Context*> idle_;
};

}  // namespace omega::cuda
