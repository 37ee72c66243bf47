#include "studies/study_runs.h"

#include "studies/assets.h"

namespace omega::test {

using namespace studies;
namespace fs = std::filesystem;

StudyDefinition built_in(const std::string& name, const std::string& size, Precision precision) {
  for (const StudyAsset& asset : study_assets())
    if (asset.name == name) return read_study(name + ".json", std::string(asset.text), size, {}, precision);
  throw Error::failure("no built-in study " + name);
}

void run_into(const fs::path& folder, const StudyDefinition& study, const Shard& shard, std::size_t rows) {
  prepare_folder(folder, study);
  RowWriter writer(rows_file(folder, shard), study);
  std::stop_source stop;
  SweepWatch watch;
  watch.stop = stop.get_token();
  watch.row = [&, seen = std::size_t{0}](const Json&) mutable {
    if (++seen == rows) stop.request_stop();
  };
  try {
    run_sweep(study, shard, 0, writer, watch);
  } catch (const Cancelled&) {
    if (rows == 0) throw;
  }
}

std::vector<Json> values_of(const std::vector<Json>& rows) {
  std::vector<Json> values = rows;
  for (Json& row : values) row.erase("machine");
  return values;
}

}  // namespace omega::test
