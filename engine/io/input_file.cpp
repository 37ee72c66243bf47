#include "io/input_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

namespace omega {

namespace {

std::string reason(int error) {
  switch (error) {
    case ENOENT: return "there is no such file";
    case ENOTDIR: return "a part of its path is not a folder";
    case EACCES: return "its permissions do not allow reading it";
    case ELOOP: return "its symbolic links go round in a circle";
    case ENAMETOOLONG: return "its name is longer than the system allows";
    default: return std::string("it cannot be opened (") + std::strerror(error) + ")";
  }
}

bool begins_with_verb(std::string_view what) {
  constexpr std::string_view kVerbs[] = {"is",    "has",    "holds",  "claims", "ends",  "does",  "opens",  "occurs",
                                         "makes", "became", "starts", "would",  "gives", "takes", "cannot", "overlaps"};
  const std::string_view first = what.substr(0, what.find(' '));
  return std::find(std::begin(kVerbs), std::end(kVerbs), first) != std::end(kVerbs);
}

std::string kind_of(mode_t mode) {
  if (S_ISDIR(mode)) return "a folder";
  if (S_ISFIFO(mode)) return "a pipe";
  if (S_ISSOCK(mode)) return "a socket";
  return "a device";
}

}  // namespace

std::string readable_size(std::uint64_t bytes) {
  if (bytes < 1024) return std::to_string(bytes) + (bytes == 1 ? " byte" : " bytes");
  constexpr const char* kUnits[] = {"KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  double amount = static_cast<double>(bytes) / 1024;
  std::size_t unit = 0;
  for (; amount >= 1024 && unit + 1 < std::size(kUnits); ++unit) amount /= 1024;
  const auto tenths = static_cast<std::uint64_t>(amount * 10 + 0.5);
  return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10) + " " + kUnits[unit];
}

std::uint64_t array_bytes(const Shape& shape, std::size_t item_bytes) {
  // An Array counts in units of up to 8 bytes, whatever the file's own are.
  std::uint64_t count = 1;
  bool is_empty = false;
  for (const Index n : shape) {
    const auto length = static_cast<std::uint64_t>(n);
    is_empty = is_empty || length == 0;
    if (length > 0 && count > kBeyondMemory / std::max<std::uint64_t>(item_bytes, 8) / length) return kBeyondMemory;
    if (length > 0) count *= length;
  }
  return is_empty ? 0 : count * item_bytes;
}

Error InputFile::error(const std::string& what) const {
  return Error::input(omega::quoted(name_) + (begins_with_verb(what) ? " " : ": ") + what);
}

Error InputFile::error(std::string_view member, const std::string& what) const {
  return Error::input(omega::quoted(name_) + ", member " + omega::quoted(member) +
                      (begins_with_verb(what) ? ", " : ": ") + what);
}

InputFile InputFile::open(const std::filesystem::path& path) {
  InputFile file;
  file.name_ = path.string();
  if (file.name_.empty()) throw file.error("an empty file name; a file to read was expected");
  if (file.name_.find('\0') != std::string::npos) throw file.error("a file name cannot hold a zero byte");
  // Without O_NONBLOCK, opening a pipe that nobody writes to would wait for ever.
  file.descriptor_ = ::open(file.name_.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
  if (file.descriptor_ < 0) throw file.error(reason(errno) + "; give the path of a file that can be read");
  struct stat info {};
  if (::fstat(file.descriptor_, &info) != 0) throw file.error(reason(errno));
  if (!S_ISREG(info.st_mode)) throw file.error("is " + kind_of(info.st_mode) + "; a regular file was expected");
  file.size_ = file.work_ = static_cast<std::uint64_t>(info.st_size);
  if (file.size_ == 0) throw file.error("is empty; a file with data was expected");
  return file;
}

InputFile InputFile::in_memory(std::string name, std::span<const std::byte> bytes) {
  InputFile file;
  file.name_ = std::move(name);
  file.bytes_ = bytes;
  file.size_ = file.work_ = bytes.size();
  if (file.size_ == 0) throw file.error("is empty; a file with data was expected");
  return file;
}

InputFile::InputFile(InputFile&& other) noexcept
    : name_(std::move(other.name_)),
      size_(other.size_),
      descriptor_(std::exchange(other.descriptor_, -1)),
      bytes_(other.bytes_),
      progress_(other.progress_),
      work_(other.work_),
      work_done_(other.work_done_) {}

InputFile::~InputFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

FileMark mark_of(const std::filesystem::path& path) {
  struct stat info {};
  if (::stat(path.c_str(), &info) != 0) return {};
  return {info.st_ino, info.st_size, info.st_mtim.tv_sec, info.st_mtim.tv_nsec};
}

std::string extension_of(const std::filesystem::path& path) { return lowered(path.extension().string()); }

void InputFile::expect_work(std::uint64_t amount) const {
  work_ = std::max<std::uint64_t>(amount, 1);
  work_done_ = 0;
}

void InputFile::worked(std::uint64_t amount) const {
  if (progress_ == nullptr) return;
  progress_->check();
  work_done_ = std::min(work_, work_done_ + amount);
  progress_->report(static_cast<double>(work_done_) / static_cast<double>(work_));
}

void InputFile::read(std::uint64_t offset, std::span<std::byte> into) const {
  if (offset > size_ || into.size() > size_ - offset)
    throw error("ends after " + readable_size(size_) + " where " + readable_size(offset + into.size()) +
                " were expected; it was cut short");
  if (descriptor_ < 0) {
    std::copy_n(bytes_.begin() + static_cast<std::ptrdiff_t>(offset), into.size(), into.begin());
    return worked(into.size());
  }
  constexpr std::size_t kPiece = std::size_t{4} << 20;  // between two of them a stop is noticed
  while (!into.empty()) {
    const ssize_t got = ::pread(descriptor_, into.data(), std::min(into.size(), kPiece), static_cast<off_t>(offset));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) throw error(std::string("reading failed (") + std::strerror(errno) + ")");
    if (got == 0) throw error("became shorter while it was read; wait until it is written completely");
    offset += static_cast<std::uint64_t>(got);
    into = into.subspan(static_cast<std::size_t>(got));
    worked(static_cast<std::uint64_t>(got));
  }
}

std::vector<std::byte> InputFile::head(std::size_t count) const {
  std::vector<std::byte> bytes(std::min<std::uint64_t>(count, size_));
  read(0, bytes);
  return bytes;
}

std::string InputFile::all(std::uint64_t limit, const std::string& what) const {
  if (size_ > limit)
    throw error("is " + readable_size(size_) + "; at most " + readable_size(limit) + " can be read as " + what +
                ", so give a smaller one");
  std::string all(size_, '\0');
  read(0, std::as_writable_bytes(std::span(all)));
  return all;
}

}  // namespace omega
