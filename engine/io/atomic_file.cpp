#include "io/atomic_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>

#include "core/error.h"
#include "core/text.h"
#include "io/input_file.h"

namespace omega {

namespace {

/// The file that opening `path` would write to, through any symbolic links, whether it exists yet or not.
std::filesystem::path resolved(std::filesystem::path path) {
  constexpr int kMostLinks = 40;  // what Linux follows before it calls it a circle
  std::error_code none;
  for (int i = 0; i < kMostLinks && std::filesystem::is_symlink(path, none); ++i) {
    const auto next = std::filesystem::read_symlink(path, none);
    path = next.is_absolute() ? next : path.parent_path() / next;
  }
  return path;
}

constexpr std::string_view kPartial = ".partial-";

/// Closes what it was given; −1 is nothing.
struct Opened {
  explicit Opened(int opened) : descriptor(opened) {}
  Opened(const Opened&) = delete;
  ~Opened() {
    if (descriptor >= 0) ::close(descriptor);
  }
  int descriptor;
};

bool is_not_known_here(int error) {
  return error == EINVAL || error == ENOSYS || error == EOPNOTSUPP || error == ESPIPE;
}

/// Sends a file to the medium a piece at a time, between which a stop can be heard: flushed() alone may take seconds.
/// False with the reason in errno.
template <class Check>
bool sent(int descriptor, const Check& check) {
#ifdef __linux__
  constexpr off_t kPiece = off_t{16} << 20;
  struct stat info {};
  if (::fstat(descriptor, &info) != 0 || info.st_size <= kPiece) return true;
  bool is_sent = ::sync_file_range(descriptor, 0, 0, SYNC_FILE_RANGE_WRITE) == 0;
  constexpr unsigned kAndWait = SYNC_FILE_RANGE_WAIT_BEFORE | SYNC_FILE_RANGE_WRITE | SYNC_FILE_RANGE_WAIT_AFTER;
  for (off_t first = 0; is_sent && first < info.st_size; first += kPiece) {
    check();
    is_sent = ::sync_file_range(descriptor, first, kPiece, kAndWait) == 0;
  }
  return is_sent || is_not_known_here(errno);
#else
  return true;
#endif
}

/// Whether the bytes of a file are on the medium: renamed before, it may be there without them after a power cut. Where
/// a file system knows no such thing, nothing can be done.
bool flushed(int descriptor) {
  int failed = 0;
  do failed = ::fsync(descriptor);
  while (failed != 0 && errno == EINTR);
  return failed == 0 || is_not_known_here(errno);
}

}  // namespace

void AtomicFile::fail(const std::string& why) const {
  throw Error::failure(omega::quoted(shown_.string()) + " cannot be written: " + why);
}

AtomicFile::AtomicFile(const std::filesystem::path& target, Lasts lasts)
    : shown_(target), target_(resolved(target)), lasts_(lasts) {
  const std::string name = target_.string();
  if (name.empty() || name.find('\0') != std::string::npos) fail("that is not a file name");
  struct stat info {};
  const bool exists = ::stat(name.c_str(), &info) == 0;
  // What /dev/stdout leads to may be a pipe, which has no path of its own.
  const bool leads = exists || ::stat(shown_.c_str(), &info) == 0;
  if (leads && S_ISDIR(info.st_mode)) fail("it is a folder; give a file name inside it");
  // Renaming over a device would replace the device itself.
  if (leads && !S_ISREG(info.st_mode)) fail("it is a device or a pipe; give the name of a regular file");
  if (exists && ::access(name.c_str(), W_OK) != 0) fail("the file that is there is read-only");

  const auto folder = target_.parent_path();
  for (int attempt = 0; attempt < 100; ++attempt) {
    std::string beside = ".";
    beside += target_.filename().string().substr(0, 200);
    beside += kPartial;
    beside += std::to_string(::getpid()) + "-" + std::to_string(attempt);
    partial_ = folder / beside;
    descriptor_ = ::open(partial_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor_ >= 0 || errno != EEXIST) break;
  }
  if (descriptor_ < 0) {
    const int error = errno;
    partial_.clear();
    std::error_code none;
    const bool is_there = std::filesystem::is_directory(folder, none);  // as /proc is, which says ENOENT too
    if (error == ENOENT && is_there) fail("the folder " + omega::quoted(folder.string()) + " takes no new files");
    if (error == ENOENT || error == ENOTDIR) fail("there is no folder " + omega::quoted(folder.string()));
    fail(std::strerror(error));
  }
  if (exists) ::fchmod(descriptor_, info.st_mode & 07777);
}

AtomicFile::~AtomicFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
  if (!partial_.empty()) ::unlink(partial_.c_str());
}

void AtomicFile::write(std::string_view bytes) {
  check();
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail(std::strerror(errno));
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
}

void AtomicFile::commit() {
  if (lasts_ == Lasts::kept) {  // by its name: libzip puts a file of its own in place of the one that was opened
    const Opened written(::open(partial_.c_str(), O_RDONLY | O_CLOEXEC));
    const int bytes = written.descriptor >= 0 ? written.descriptor : descriptor_;
    if (!sent(bytes, [this] { check(); }) || !flushed(bytes)) fail(std::strerror(errno));
  }
  check();
  const int closed = ::close(descriptor_);
  descriptor_ = -1;
  // Network file systems report a full disk only here.
  if (closed != 0 || ::rename(partial_.c_str(), target_.c_str()) != 0) fail(std::strerror(errno));
  partial_.clear();
}

std::string target_of_partial(std::string_view name) {
  const std::size_t end = name.rfind(kPartial);
  if (!name.starts_with('.') || end == std::string_view::npos || end == 0) return {};
  const std::vector<std::string> numbers = split(name.substr(end + kPartial.size()), "-");
  const auto is_number = [](const std::string& text) {
    return !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
  };
  const bool is_ours = numbers.size() == 2 && is_number(numbers[0]) && is_number(numbers[1]);
  return is_ours ? std::string(name.substr(1, end - 1)) : std::string();
}

void write_file(const std::filesystem::path& target, std::string_view bytes) {
  AtomicFile file(target);
  file.write(bytes);
  file.commit();
}

std::optional<std::string> bytes_of_file(const std::filesystem::path& file) {
  const Opened opened(::open(file.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY));
  struct stat info {};
  if (::fstat(opened.descriptor, &info) != 0 || !S_ISREG(info.st_mode)) return std::nullopt;
  std::string bytes(static_cast<std::size_t>(info.st_size) + 1, '\0');  // one more, which tells the end
  for (std::size_t size = 0;;) {
    const ssize_t got = ::read(opened.descriptor, bytes.data() + size, bytes.size() - size);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return std::nullopt;
    size += static_cast<std::size_t>(got);
    if (got == 0) {
      bytes.resize(size);
      return bytes;
    }
    if (size == bytes.size()) bytes.resize(2 * size + 4096);  // it grows, or is of /proc, where nothing has a size
  }
}

namespace {

void remove_empty(const std::vector<std::filesystem::path>& folders) {
  for (auto folder = folders.rbegin(); folder != folders.rend(); ++folder)
    ::rmdir(folder->c_str());  // one that is not empty, or gone, is left as it is
}

}  // namespace

std::vector<std::filesystem::path> make_folder(const std::filesystem::path& folder) {
  std::error_code problem, unknown;
  std::vector<std::filesystem::path> made;
  std::filesystem::path part;
  for (auto name = folder.begin(); name != folder.end() && !problem; ++name)
    if (std::filesystem::create_directory(part /= *name, problem)) made.push_back(part);
  if (!problem) return made;
  remove_empty(made);
  if (std::filesystem::exists(part, unknown) && !std::filesystem::is_directory(part, unknown))
    throw Error::input(omega::quoted(part.string()) + " is a file; give the name of a folder");
  throw Error::failure("the folder " + omega::quoted(folder.string()) + " cannot be made: " + problem.message());
}

OutputFolder::~OutputFolder() { remove_empty(made_); }

}  // namespace omega
