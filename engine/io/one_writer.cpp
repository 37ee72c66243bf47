#include "io/one_writer.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <ctime>
#include <nlohmann/json.hpp>

#include "core/error.h"
#include "core/text.h"
#include "io/atomic_file.h"

namespace omega {

namespace {

using Json = nlohmann::json;
namespace fs = std::filesystem;

std::string text_of(const fs::path& path) { return bytes_of_file(path).value_or(""); }

/// A lock of the whole file that belongs to one opening of it, so that even two in one process keep each other away.
struct flock whole_file() {
  struct flock lock {};
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;
  return lock;
}

/// This start of this computer: the same in all its processes, and in no other.
std::string boot_of_this() {
  std::string id = text_of("/proc/sys/kernel/random/boot_id");
  while (!id.empty() && id.back() == '\n') id.pop_back();
  return id;
}

std::string name_of_this() {
  char name[256] = {};
  return ::gethostname(name, sizeof name - 1) == 0 && name[0] != '\0' ? name : "a computer without a name";
}

struct Holder {
  std::int64_t process = 0;
  std::string computer, boot, since;

  bool is_here() const { return boot == boot_of_this(); }
};

/// None where the file says nothing: whoever held it let go, or has only just made it.
std::optional<Holder> holder_in(const std::string& words) {
  const Json json = Json::parse(words, nullptr, false);
  if (!json.is_object()) return {};
  try {
    return Holder{json.at("process").get<std::int64_t>(), json.at("computer").get<std::string>(),
                  json.at("boot").get<std::string>(), json.at("since").get<std::string>()};
  } catch (const Json::exception&) {
    return {};
  }
}

std::string words_of_this() {
  static std::atomic<int> count = 0;
  char since[32] = {};
  const std::time_t now = std::time(nullptr);
  std::tm local{};
  std::strftime(since, sizeof since, "%Y-%m-%d %H:%M:%S", ::localtime_r(&now, &local));
  return Json{{"process", ::getpid()},
              {"computer", name_of_this()},
              {"boot", boot_of_this()},
              {"since", since},
              {"number", ++count}}
             .dump() +
         "\n";
}

double seconds_of(const struct timespec& time) {
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

double changed_at(const fs::path& path) {
  struct stat info {};
  return ::stat(path.c_str(), &info) == 0 ? seconds_of(info.st_mtim) : 0;
}

/// Whether `path` is still the file that was opened, and not another of its name.
bool is_open_file(int descriptor, const fs::path& path) {
  struct stat opened {
  }, there{};
  return ::fstat(descriptor, &opened) == 0 && ::stat(path.c_str(), &there) == 0 && opened.st_ino == there.st_ino &&
         opened.st_dev == there.st_dev;
}

}  // namespace

void OneWriter::fail(const std::string& why) const { throw Error::failure(what_ + " cannot be written: " + why); }

/// `still_for`: seconds since the holder gave a sign of life, where that is how it is known.
void OneWriter::refuse(std::optional<double> still_for) const {
  const auto holder = holder_in(text_of(lock_));
  std::string who = "another process";
  if (holder) {
    const bool is_itself = holder->is_here() && holder->process == ::getpid();
    who = is_itself
              ? "this program itself"
              : "process " + std::to_string(holder->process) +
                    (holder->is_here() ? " of this computer" : " of the computer " + omega::quoted(holder->computer));
    who += " since " + holder->since;
  }
  const std::string later = still_for ? "; if that one was killed, try again in " +
                                            std::to_string(static_cast<int>(std::ceil(kSilence.count() - *still_for))) +
                                            " seconds"
                                      : "";
  throw Error::input(what_ + " is being written by " + who + "; wait for its end, or stop it there" + later);
}

OneWriter::OneWriter(fs::path lock, const fs::path& what)
    : lock_(std::move(lock)), what_(omega::quoted(what.string())) {
  const bool has_kernels_lock = open();
  try {
    take(has_kernels_lock);
  } catch (...) {
    ::close(descriptor_);
    throw;
  }
}

/// Whether the kernel's lock came with it, which not every file system has.
bool OneWriter::open() {
  constexpr int kAttempts = 100;  // another may let go, and so remove the file, between two of these calls
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    descriptor_ = ::open(lock_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (descriptor_ < 0) fail(omega::quoted(lock_.string()) + ": " + std::strerror(errno));
    struct flock lock = whole_file();
    const bool locked = ::fcntl(descriptor_, F_OFD_SETLK, &lock) == 0;
    const bool is_held = !locked && (errno == EAGAIN || errno == EACCES);
    const bool is_there = is_open_file(descriptor_, lock_);
    if (is_there && !is_held) return locked;
    ::close(descriptor_);
    descriptor_ = -1;
    if (is_there) refuse();
  }
  fail(omega::quoted(lock_.string()) + " comes and goes");
}

/// Under the kernel's lock, a holder that the file names is gone if it belonged to this start of this computer. Of
/// others only time can tell.
void OneWriter::take(bool has_kernels_lock) {
  const auto holder = holder_in(text_of(lock_));
  if (holder && !(has_kernels_lock && holder->is_here())) {
    const double now =
        changed_at(AtomicFile(lock_).partial());  // by the file system's own clock: those of two computers differ
    const double still_for = now - changed_at(lock_);
    if (still_for < static_cast<double>(kSilence.count())) refuse(std::max(0.0, still_for));
  }
  words_ = words_of_this();
  const bool written = ::ftruncate(descriptor_, 0) == 0 &&
                       ::pwrite(descriptor_, words_.data(), words_.size(), 0) == static_cast<ssize_t>(words_.size());
  if (written) return;
  const std::string why = std::strerror(errno);
  if (is_open_file(descriptor_, lock_)) ::unlink(lock_.c_str());  // it names nobody, and is nobody's
  fail(omega::quoted(lock_.string()) + ": " + why);
}

OneWriter::~OneWriter() {
  if (is_ours()) ::unlink(lock_.c_str());  // before the lock goes with the descriptor
  ::close(descriptor_);
}

bool OneWriter::is_ours() const { return is_open_file(descriptor_, lock_) && text_of(lock_) == words_; }

void OneWriter::check() const {
  show_life();
  if (is_ours()) return;
  const auto holder = holder_in(text_of(lock_));
  throw Error::failure(what_ + " is no longer written by this program: " +
                       (holder ? "process " + std::to_string(holder->process) + " of the computer " +
                                     omega::quoted(holder->computer) + " took it over"
                               : omega::quoted(lock_.string()) + " is gone") +
                       "; what is there is as it was");
}

void OneWriter::show_life() const {
  const auto now = std::chrono::steady_clock::now();
  if (now - shown_ < kBeat) return;
  shown_ = now;
  ::futimens(descriptor_, nullptr);
}

bool OneWriter::was_left(const fs::path& lock) {
  const int descriptor = ::open(lock.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return false;
  struct flock asked = whole_file();
  const bool is_free = ::fcntl(descriptor, F_OFD_GETLK, &asked) == 0 && asked.l_type == F_UNLCK;
  ::close(descriptor);
  const auto holder = holder_in(text_of(lock));
  return is_free && holder &&
         (holder->is_here() ||
          static_cast<double>(std::time(nullptr)) - changed_at(lock) > static_cast<double>(kSilence.count()));
}

}  // namespace omega
