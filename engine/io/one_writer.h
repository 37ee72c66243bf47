// OneWriter: while it is held, nobody else writes: no other process, nobody else in this one, and no other computer
// that shares the file system.
//
// What keeps the others away is a small file beside what is written. It names who holds it, and carries a lock of the
// kernel's, which ends with the process however that ends: what a killed one leaves behind hinders nobody. Some file
// systems show such a lock to one computer only, or know none. So the holder also touches the file now and then, by
// show_life(), and a file that names another computer counts as held until it has been still for kSilence. A holder
// that was taken for dead (its computer slept) learns so from check(), which it asks before each write.
#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>

namespace omega {

class OneWriter {
 public:
  static constexpr std::chrono::seconds kBeat{15}, kSilence{300};

  /// `what` is written, `lock` is the file beside it. Throws Error::input, with who holds it, where another does.
  OneWriter(std::filesystem::path lock, const std::filesystem::path& what);
  OneWriter(const OneWriter&) = delete;
  ~OneWriter();

  /// Throws Error::failure where this one no longer holds it: then nothing may be written.
  void check() const;
  /// Cheap; to be called as often as it can be, and at least once in kSilence.
  void show_life() const;

  /// Whether the one that held `lock` last was ended before it let go, and nobody has taken it since.
  static bool was_left(const std::filesystem::path& lock);

 private:
  bool open();
  void take(bool has_kernels_lock);
  bool is_ours() const;
  [[noreturn]] void refuse(std::optional<double> still_for = {}) const;
  [[noreturn]] void fail(const std::string& why) const;

  std::filesystem::path lock_;
  std::string what_;   // quoted
  std::string words_;  // of the file, as this one wrote them
  int descriptor_ = -1;
  mutable std::chrono::steady_clock::time_point shown_ = std::chrono::steady_clock::now();
};

}  // namespace omega
