// Studies run whole, for tests, and their rows.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "studies/summary.h"
#include "studies/sweep.h"
#include "support/folder.h"

namespace omega::test {

studies::StudyDefinition built_in(const std::string& name, const std::string& size,
                                  Precision precision = Precision::f32);

/// Runs one shard into a folder, going on with what is there; stops by itself after `rows` rows where that is not 0.
void run_into(const std::filesystem::path& folder, const studies::StudyDefinition& study,
              const studies::Shard& shard = {}, std::size_t rows = 0);

/// The rows without what depends on the machine.
std::vector<studies::Json> values_of(const std::vector<studies::Json>& rows);

}  // namespace omega::test
