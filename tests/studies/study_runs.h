// Studies run whole, for tests: a folder of their own, the rows and the summary.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "studies/summary.h"
#include "studies/sweep.h"

namespace omega::test {

/// Removed with all that is in it.
class StudyFolderFor {
 public:
  explicit StudyFolderFor(const std::string& test);
  StudyFolderFor(const StudyFolderFor&) = delete;
  ~StudyFolderFor();

  std::filesystem::path at(const std::string& name) const { return path_ / name; }

 private:
  std::filesystem::path path_;
};

studies::StudyDefinition built_in(const std::string& name, const std::string& size);

/// Runs one shard into a folder, going on with what is there; stops by itself after `rows` rows where that is not 0.
void run_into(const std::filesystem::path& folder, const studies::StudyDefinition& study,
              const studies::Shard& shard = {}, std::size_t rows = 0);

/// The rows without what depends on the machine.
std::vector<studies::Json> values_of(const std::vector<studies::Json>& rows);

std::string file_text(const std::filesystem::path& path);

}  // namespace omega::test
