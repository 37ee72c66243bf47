// `omega train all`: attentions by tasks by seeds, each a run of its own, resumable and in shards.
#pragma once

#include <optional>

#include "core/error.h"
#include "settings.h"
#include "train/series.h"

namespace omega::command {

struct SeriesWords {
  std::optional<std::string> tasks, attentions, seeds, shard;
};

/// "--group-samples".
std::string flag_of(const std::string& option);
/// A sentence with flags where it names options of runs: "option d_model of train", "d_model=3".
std::string with_flags(const std::string& sentence);
/// As `make` does it, but its errors about options name their flags.
template <class Make>
auto naming_flags(const Make& make) {
  try {
    return make();
  } catch (const Error& error) {
    if (error.kind() != Error::Kind::input) throw;
    throw Error::input(with_flags(error.what()));
  }
}

/// The first of them that was given: "--tasks"; empty where none was.
std::string first_of(const SeriesWords& words);

/// Throws Error::input where an option was given that none of the runs would read.
void check_options_read(const std::vector<Options>& runs, const Options::Given& given);

/// What is said while a stop is waited for.
constexpr const char* kStopping =
    "omega: stopping once what is under way is done; a second Ctrl+C would end at once and lose what was learned since "
    "the last checkpoint\n";

/// One line for each run, when it is complete. Goes on with what is in `output`.
void train_series(const SeriesWords& words, const std::string& preset, const Options::Given& given,
                  const std::string& output, const Settings& settings);

}  // namespace omega::command
