#include "train_report.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <iostream>
#include <nlohmann/json.hpp>
#include <numeric>
#include <set>

#include "about/about.h"
#include "core/error.h"
#include "core/text.h"
#include "io/atomic_file.h"
#include "json_text.h"
#include "output_file.h"
#include "studies/training_report.h"
#include "table.h"
#include "train/checkpoint.h"
#include "train/series.h"

namespace omega::command {

namespace {

using namespace omega::studies;
using namespace omega::train;

/// "-" for what has no value, such as the gain of votes that are all wrong.
std::string number_or_dash(double value, int digits) { return std::isnan(value) ? "-" : fixed(value, digits); }

std::string runs_text(const std::vector<ReportRun>& runs) {
  Table table({"RUN", "TASK", "ATTENTION"},
              {"STEP", "BEST %", "LAST %", "LOSS", "LAST STEPS/S", "PI", "VA %", "AGV", "RSD"});
  for (const ReportRun& run : runs) {
    const Record& record = run.saved.record;
    std::vector<std::string> cells = {run.name, run.plan.task->name, run.title, std::to_string(run.saved.state.step)};
    if (!record.validations.empty()) {
      const ValidationRecord& last = record.validations.back();
      cells.insert(cells.end(), {fixed(100 * record.best_accuracy(), 1), fixed(100 * last.accuracy, 1),
                                 number_or_dash(last.loss, 3), fixed(last.steps_per_second, 1)});
    }
    if (!record.validations.empty() && !record.variances.empty()) {
      const VarianceRecord& v = record.variances.back();
      cells.insert(cells.end(), {fixed(v.inconsistency, 2), fixed(100 * v.voting_accuracy, 1),
                                 number_or_dash(v.gain, 3), fixed(v.rsd, 4)});
    }
    cells.resize(table.columns(), "-");  // not validated, or without noise
    table.add(cells);
  }
  return table.text();
}

/// Attentions by tasks: what `cell` says of each group that was validated.
template <class Cell>
std::string crossed_text(const std::vector<ReportRun>& runs, const Cell& cell) {
  const std::vector<ReportGroup> groups = groups_of(runs);
  std::vector<std::string> names, titles;
  const auto note = [](std::vector<std::string>& all, const std::string& one) {
    if (!is_among(all, one)) all.push_back(one);
  };
  for (const ReportGroup& group : groups) {
    note(names, group.task);
    note(titles, group.title);
  }
  Table table({"ATTENTION"}, names);
  for (const std::string& title : titles) {
    std::vector<std::string> cells = {title};
    for (const std::string& name : names) {
      std::vector<std::string> all;  // one, or one for each setting
      for (const ReportGroup& group : groups)
        if (group.task == name && group.title == title) {
          const GroupSummary of = summary_of(group);
          all.push_back(of.runs == 0 ? "-" : cell(of));
        }
      cells.push_back(all.empty() ? "-" : join(all, ", "));
    }
    table.add(cells);
  }
  return table.text();
}

/// Where there is anything to compare.
std::string comparison_text(const std::vector<ReportRun>& runs) {
  if (groups_of(runs).size() < 2) return {};
  const auto accuracy = [](const GroupSummary& of) {
    return fixed(100 * of.accuracy, 1) + (of.deviation ? "±" + fixed(100 * *of.deviation, 1) : "");
  };
  return "\nLast accuracy in %, with its standard deviation over seeds\n" + crossed_text(runs, accuracy) +
         "\nSteps a second, over the whole run\n" +
         crossed_text(runs, [](const GroupSummary& of) { return fixed(of.steps_per_second, 1); }) +
         "\nMiB of values and gradients\n" +
         crossed_text(runs, [](const GroupSummary& of) { return fixed(static_cast<double>(of.bytes) / (1 << 20), 1); });
}

/// What of the runs is in no mean, and which means are of runs that were last validated at different steps.
std::string means_note(const RunsOnce& once) {
  std::string text;
  for (const ReportGroup& group : groups_of(once.runs)) {
    const GroupSummary of = summary_of(group);
    const std::string who = group.task + ", " + group.name;
    if (const std::size_t without = group.runs.size() - of.runs; of.runs > 0 && without > 0)
      text += "Of " + who + ", " + std::to_string(without) +
              (without == 1 ? " was never validated, and is in no mean.\n"
                            : " were never validated, and are in no mean.\n");
    if (!of.has_equal_steps())
      text += "Runs of " + who + ", were last validated at different steps, from " + std::to_string(of.least_step) +
              " to " + std::to_string(of.most_step) + ": their means mix them.\n";
  }
  if (!once.left_out.empty()) text += "Left out of means, as no further seeds: " + join(once.left_out, ", ") + ".\n";
  return text.empty() ? "" : "\n" + text;
}

/// Under its title, where there is anything in it.
std::string titled(const std::string& title, const Table& table) {
  return table.is_empty() ? "" : "\n" + title + "\n" + table.text();
}

Table gradients_of(const std::vector<ReportRun>& runs) {
  Table table({"RUN"}, {"PASSED %", "STEP", "MEAN |g|", "STD. DEV.", "PAPER MEAN", "PAPER STD."});
  for (const ReportRun& run : runs)
    for (const GradientRecord& g : run.saved.record.gradients) {
      const auto paper = paper_gradients(run.plan, g.mark);
      table.add({run.name, fixed(100 * g.mark, 0), std::to_string(g.step), number_or_dash(g.mean, 6),
                 number_or_dash(g.deviation, 6), paper ? fixed(paper->mean, 6) : "-",
                 paper ? fixed(paper->deviation, 6) : "-"});
    }
  return table;
}

/// Of which runs the gradients say less than their table does.
std::string gradients_note(const std::vector<ReportRun>& runs) {
  std::vector<std::string> names;
  for (const ReportRun& run : runs) {
    const std::vector<GradientRecord>& all = run.saved.record.gradients;
    if (std::any_of(all.begin(), all.end(), [](const GradientRecord& g) { return g.examples == 0; }))
      names.push_back(run.name);
  }
  if (names.empty()) return {};
  return "Of " + join(names, ", ") +
         " an earlier version measured gradients, on examples of the most frequent classes alone.\n";
}

/// Where there are enough runs whose outputs vary: of few, chance makes an R² like the paper's; of one or two nobody
/// would ask.
std::string correlations_text(const std::vector<ReportRun>& runs) {
  std::string text;
  for (const VarianceCorrelation& of : variance_correlations(runs)) {
    text += "\nHow measures of variation go together over " + std::to_string(of.runs) + " runs of " + of.task +
            ", R²: RSD and AGV " + number_or_dash(of.rsd_gain, 2) + ", RSD and PI " +
            number_or_dash(of.rsd_inconsistency, 2) + ", AGV and PI " + number_or_dash(of.gain_inconsistency, 2) +
            " (KL-Transformer, Figures 9 and 10, of text and retrieval: 0.95, 0.98, 0.89)\n";
  }
  for (const auto& [task, all] : variances_of_tasks(runs))
    if (all.size() >= 3 && all.size() < kFewestToCorrelate)
      text += "\nHow measures of variation go together is said of " + std::to_string(kFewestToCorrelate) +
              " runs or more: over the " + std::to_string(all.size()) + " of " + task +
              " chance alone makes an R² like the paper's.\n";
  return text;
}

Table eigenvalues_of(const std::vector<ReportRun>& runs) {
  Table table({"RUN"}, {"LAYER", "HEAD", "SMALLEST", "LARGEST", "MEAN"});
  for (const ReportRun& run : runs)
    for (const HeadEigenvalues& head : run.saved.record.eigenvalues) {
      const double sum = std::accumulate(head.values.begin(), head.values.end(), 0.0);
      table.add({run.name, std::to_string(head.layer), std::to_string(head.head), fixed(head.values.front(), 6),
                 fixed(head.values.back(), 6), fixed(sum / static_cast<double>(head.values.size()), 6)});
    }
  return table;
}

Json options_json(const ReportRun& run) {
  Json options = Json::object();
  for (const auto& [name, text] : given_of(run.saved.options)) options[name] = text;
  return options;
}

Json report_json(const std::vector<ReportRun>& runs, const RunsOnce& once) {
  Json all = Json::array();
  for (const ReportRun& run : runs) {
    const Record& record = run.saved.record;
    Json one = {{"name", run.name},       {"task", run.plan.task->name},  {"chance", record.chance},
                {"attention", run.title}, {"step", run.saved.state.step}, {"best_accuracy", nullptr}};
    if (!record.validations.empty()) one["best_accuracy"] = record.best_accuracy();
    one["options"] = options_json(run);
    one["record"] = Json::parse(to_json(record).dump());
    all.push_back(std::move(one));
  }
  Json correlations = Json::array();
  for (const VarianceCorrelation& of : variance_correlations(once.runs))
    correlations.push_back({{"task", of.task},
                            {"runs", of.runs},
                            {"rsd_gain", of.rsd_gain},
                            {"rsd_inconsistency", of.rsd_inconsistency},
                            {"gain_inconsistency", of.gain_inconsistency}});
  return {{"runs", all}, {"correlations", correlations}, {"left_out", once.left_out}};
}

/// One line of ASCII JSON: the command, and of each run what it was told and how far it is.
std::string provenance_of(const std::vector<ReportRun>& runs) {
  Json all = Json::array();
  std::string command = "omega train report";
  for (const ReportRun& run : runs) {
    command += " " + shell_word(run.name);
    all.push_back({{"name", run.name}, {"step", run.saved.state.step}, {"options", options_json(run)}});
  }
  const Json json{{"program", "omega"}, {"version", program_version()}, {"command", command}, {"runs", all}};
  return json.dump(-1, ' ', true, Json::error_handler_t::replace);
}

/// Where last parts of folders are the same, all are named from the folder that holds them: the command of the report
/// is for a shell there.
void name_apart(std::vector<ReportRun>& runs, const std::vector<std::filesystem::path>& folders) {
  std::set<std::string> names;
  for (const ReportRun& run : runs) names.insert(run.name);
  if (names.size() == runs.size()) return;
  std::filesystem::path shared = folders.front().parent_path();
  for (const std::filesystem::path& folder : folders)
    while (*folder.parent_path().lexically_relative(shared).begin() == "..") shared = shared.parent_path();
  for (std::size_t i = 0; i < runs.size(); ++i) runs[i].name = folders[i].lexically_relative(shared).string();
}

struct LoadedRuns {
  std::vector<ReportRun> runs;
  std::vector<std::string> unreadable;  // what is wrong with those of a folder of runs: the others are reported
};

/// Each run once, however often and by whatever way its folder was named.
LoadedRuns load_runs(const std::vector<std::string>& folders) {
  LoadedRuns all;
  std::vector<std::filesystem::path> seen, loaded;
  for (const std::string& folder : folders)
    for (const std::filesystem::path& own : run_folders(folder)) try {
        const std::filesystem::path canonical = std::filesystem::canonical(own);
        if (std::find(seen.begin(), seen.end(), canonical) != seen.end()) continue;
        seen.push_back(canonical);
        all.runs.push_back(load_report_run(own));
        loaded.push_back(canonical);
      } catch (const Error& error) {
        if (error.kind() != Error::Kind::input || own == folder) throw;
        all.unreadable.emplace_back(error.what());
      }
  if (all.runs.empty()) throw Error::input(all.unreadable.front());
  name_apart(all.runs, loaded);
  return all;
}

}  // namespace

void report_runs(const std::vector<std::string>& folders, const std::string& output, const Settings& settings) {
  check_table_output(settings, "train report", output, "", "FOLDER");
  if (folders.empty()) throw Error::input("train report needs the folder of at least one run");
  const auto [runs, unreadable] = load_runs(folders);
  const RunsOnce once = without_repeats(runs);
  if (!output.empty()) {
    const OutputFolder folder(output);
    const std::filesystem::path& into = folder.path();
    const std::string provenance = provenance_of(runs), first = "# " + provenance + "\n";
    write_file(into / "summary.csv", first + summary_csv(once.runs));
    write_file(into / "curves.csv", first + curves_csv(runs));
    write_file(into / "gradients.csv", first + gradients_csv(runs));
    write_file(into / "eigenvalues.csv", first + eigenvalues_csv(runs));
    write_file(into / "curves.svg", curves_svg(once.runs, provenance));
  }
  if (settings.json) {
    Json json = report_json(runs, once);
    json["unreadable"] = unreadable;
    std::cout << json_text(json);
  } else if (!settings.quiet) {
    std::cout << runs_text(runs) << comparison_text(once.runs) << means_note(once) << correlations_text(once.runs)
              << titled("Gradients at the classifier when validation first passed a mark", gradients_of(runs))
              << gradients_note(runs) << titled("Eigenvalues of learned covariances", eigenvalues_of(runs));
    for (const std::string& sentence : unreadable) std::cout << "# left out: " << for_terminal(sentence) << "\n";
  }
}

}  // namespace omega::command
