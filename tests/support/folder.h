// A folder of a test's own, removed with all that is in it.
#pragma once

#include <unistd.h>

#include <filesystem>
#include <string>

namespace omega::test {

class Folder {
 public:
  Folder()
      : path_(std::filesystem::temp_directory_path() /
              ("omega-test-" + std::to_string(::getpid()) + "-" + std::to_string(count_++))) {
    std::filesystem::create_directories(path_);
  }
  Folder(const Folder&) = delete;
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  const std::filesystem::path& path() const { return path_; }

 private:
  static inline int count_ = 0;
  std::filesystem::path path_;
};

}  // namespace omega::test
