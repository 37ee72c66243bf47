// InputFile: the one door through which bytes of a user's file come in.
//
// It opens regular files only (a folder, a device or a pipe is refused before a byte is asked for, so that nothing
// blocks or never ends), knows the honest size, and reads at an offset. Every reader checks what a header claims
// against size() before it allocates. A file in memory serves tests, fuzzing and downloads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/array.h"
#include "core/error.h"
#include "core/progress.h"
#include "core/text.h"

namespace omega {

/// "1.5 MiB", "17 bytes".
std::string readable_size(std::uint64_t bytes);

/// Bytes of an array as a header claims it; kBeyondMemory where the product of its lengths (0 left out) passes that.
constexpr std::uint64_t kBeyondMemory = std::numeric_limits<std::int64_t>::max();
std::uint64_t array_bytes(const Shape& shape, std::size_t item_bytes);

/// Distinguishes a file from a later one of the same name, or from itself before it was written anew.
struct FileMark {
  std::uint64_t number = 0;
  std::int64_t bytes = 0, seconds = 0, nanoseconds = 0;
  bool operator==(const FileMark&) const = default;
};
/// FileMark() where the file cannot be looked at.
FileMark mark_of(const std::filesystem::path& path);

/// The ending of a file's name in lower case, with its dot; empty where there is none.
std::string extension_of(const std::filesystem::path& path);

class InputFile {
 public:
  static InputFile open(const std::filesystem::path& path);
  static InputFile in_memory(std::string name, std::span<const std::byte> bytes);  // bytes must outlive it

  InputFile(InputFile&& other) noexcept;
  InputFile(const InputFile&) = delete;
  ~InputFile();

  const std::string& name() const { return name_; }  // as given by the user
  std::uint64_t size() const { return size_; }
  bool is_on_disk() const { return descriptor_ >= 0; }

  /// Lets `progress`, which must outlive this, stop whatever reads the file, and tells it how far that is.
  void watch(const Progress& progress) { progress_ = &progress; }
  /// What comes now takes so much work: bytes read, and what readers count with `worked`. Without a word, all bytes.
  void expect_work(std::uint64_t amount) const;
  /// Throws Cancelled once a stop was requested.
  void worked(std::uint64_t amount) const;
  void check() const {
    if (progress_ != nullptr) progress_->check();
  }

  /// Fills `into` from `offset`; an Error where the file ends before.
  void read(std::uint64_t offset, std::span<std::byte> into) const;
  /// Up to `count` bytes from the start.
  std::vector<std::byte> head(std::size_t count) const;
  /// All of it; an Error naming the limit where it is larger than that. `what` is what it would be read as: "text".
  std::string all(std::uint64_t limit, const std::string& what) const;

  /// The Error every reader throws: "file": what is wrong; what would be right. Of "has no rows" the file is the
  /// subject, and no colon stands before its verb.
  Error error(const std::string& what) const;
  Error error(std::string_view member, const std::string& what) const;

 private:
  InputFile() = default;
  std::string name_;
  std::uint64_t size_ = 0;
  int descriptor_ = -1;
  std::span<const std::byte> bytes_;
  const Progress* progress_ = nullptr;
  mutable std::uint64_t work_ = 0, work_done_ = 0;  // of who watches, not of the file
};

/// Bytes one after the other, from a file or out of an archive.
class ByteStream {
 public:
  virtual ~ByteStream() = default;
  virtual void read(std::span<std::byte> into) = 0;  // all of `into`, or an Error
};

class FileStream : public ByteStream {
 public:
  explicit FileStream(const InputFile& file) : file_(file) {}
  void read(std::span<std::byte> into) override {
    file_.read(offset_, into);
    offset_ += into.size();
  }

 private:
  const InputFile& file_;
  std::uint64_t offset_ = 0;
};

}  // namespace omega
