// The peaks of this machine on disk, so that they are measured once: one JSON file for all machines that share the
// folder.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "bench/peaks.h"

namespace omega {

/// $XDG_CACHE_HOME/omegascope/peaks.json, by default in ~/.cache; empty where there is neither.
std::filesystem::path default_peak_file();

/// A cache that cannot be read or written is no error: peaks are then measured, and `notes` says why.
class PeakCache {
 public:
  using Measure = std::function<Peaks(int threads)>;

  PeakCache(std::filesystem::path file, PeakOwner owner, Measure measure);

  /// Those of the file, or measured now and put there.
  const Peaks& of(int threads);
  /// Measured now, whatever the file says.
  const Peaks& again(int threads);

  const PeakOwner& owner() const { return owner_; }
  /// One sentence each: what was measured, and what is wrong with the file.
  const std::vector<std::string>& notes() const { return notes_; }

 private:
  void load();
  void save();
  void note(const std::string& sentence);
  void note_others(const Peaks& peaks);

  std::filesystem::path file_;
  PeakOwner owner_;
  Measure measure_;
  std::string others_;  // the file's entries of other owners, as JSON
  std::vector<Peaks> peaks_;
  std::vector<std::string> notes_;
};

}  // namespace omega
