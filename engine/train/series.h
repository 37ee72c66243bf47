// A series: every combination of tasks, attentions and seeds, each a run in a folder of its own below one folder. It
// goes on where it stood, and may be cut into shards like a study.
#pragma once

#include <filesystem>

#include "train/settings.h"

namespace omega::train {

struct Series {
  std::vector<std::string> tasks, attentions;  // by their titles: "gmm-prf"
  Index seeds = 1;
  std::string preset;
  Options::Given given;  // for all of them; task, seed and what titles tell are left out
  Index first_seed = 0;
};

struct SeriesRun {
  std::string name;  // "listops-gmm-prf-0": its folder
  Options options;
};
/// Task by task, so that what is compared is there early. Throws Error::input where a combination does not go together.
std::vector<SeriesRun> runs_of(const Series& series);
/// Every `of`-th from the `part`-th on, counted from 1.
std::vector<SeriesRun> shard_of(const std::vector<SeriesRun>& all, Index part, Index of);

/// The attentions that are compared where nothing else is asked for.
std::vector<std::string> usual_attentions();

enum class Standing { missing, begun, complete };
/// Where the run stands below `folder`. Throws Error::input where what is there has other options.
Standing state_of(const SeriesRun& run, const std::filesystem::path& folder);

/// Whether a folder in it holds a run: one in the folder itself would hide those.
bool holds_runs_below(const std::filesystem::path& folder);
/// The folders of runs that `folder` holds: itself, or those below it, by name.
std::vector<std::filesystem::path> run_folders(const std::filesystem::path& folder);

}  // namespace omega::train
