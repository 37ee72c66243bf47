#include "train/series.h"

#include <algorithm>

#include "core/error.h"
#include "core/text.h"
#include "train/checkpoint.h"

namespace omega::train {

std::vector<std::string> usual_attentions() { return {"softmax", "lara", "eva", "rfa-positive", "gmm-prf"}; }

std::vector<SeriesRun> runs_of(const Series& series) {
  std::vector<SeriesRun> all;
  Options::Given shared = series.given;
  std::erase_if(shared,
                [](const auto& one) { return is_in_titles(one.first) || one.first == "task" || one.first == "seed"; });
  for (const std::string& task : series.tasks)
    for (const std::string& attention : series.attentions)
      for (Index seed = 0; seed < series.seeds; ++seed) {
        Options::Given given = shared;
        given.emplace_back("task", find_task(task).name);
        for (const auto& one : given_of_title(attention)) given.push_back(one);
        given.emplace_back("seed", std::to_string(series.first_seed + seed));
        Options options = make_train_options(series.preset, given);
        plan_of(options);
        all.push_back({task + "-" + attention + "-" + std::to_string(series.first_seed + seed), std::move(options)});
      }
  return all;
}

std::vector<SeriesRun> shard_of(const std::vector<SeriesRun>& all, Index part, Index of) {
  std::vector<SeriesRun> own;
  for (std::size_t i = static_cast<std::size_t>(part - 1); i < all.size(); i += static_cast<std::size_t>(of))
    own.push_back(all[i]);
  return own;
}

Standing state_of(const SeriesRun& run, const std::filesystem::path& folder) {
  const std::filesystem::path own = folder / run.name;
  if (!holds_run(own)) return Standing::missing;
  const SavedRun saved = read_run(own);
  for (const OptionSpec& spec : train_options())
    if (saved.options.value(spec.name) != run.options.value(spec.name))
      throw Error::input(omega::quoted(own.string()) + " was begun with " + spec.name + "=" +
                         to_string(saved.options.value(spec.name)) + ", not " +
                         to_string(run.options.value(spec.name)) + "; give the same options, or another --output");
  return is_complete(plan_of(saved.options), saved.state, saved.record) ? Standing::complete : Standing::begun;
}

namespace {

std::vector<std::filesystem::path> runs_below(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> all;
  std::error_code problem;
  for (std::filesystem::directory_iterator at(folder, problem), end; !problem && at != end; at.increment(problem))
    if (holds_run(at->path())) all.push_back(at->path());
  return all;
}

}  // namespace

bool holds_runs_below(const std::filesystem::path& folder) { return !runs_below(folder).empty(); }

std::vector<std::filesystem::path> run_folders(const std::filesystem::path& folder) {
  if (holds_run(folder)) return {folder};
  std::vector<std::filesystem::path> all = runs_below(folder);
  if (all.empty()) require_run(folder);
  std::sort(all.begin(), all.end());
  return all;
}

}  // namespace omega::train
