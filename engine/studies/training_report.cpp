#include "studies/training_report.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/text.h"
#include "studies/papers.h"
#include "studies/svg.h"

namespace omega::studies {

ReportRun load_report_run(const std::filesystem::path& folder) {
  train::SavedRun saved = train::read_run(folder);
  const train::TrainPlan plan = train::plan_of(saved.options);
  const std::filesystem::path last = folder.filename().empty() ? folder.parent_path().filename() : folder.filename();
  return {last.string(), train::title_of(plan.model), std::move(saved), plan};
}

namespace {

/// What a table of assets/papers.json says of a series at x.
std::optional<double> number_of(const std::string& table, const std::string& series, double x) {
  for (const PaperSeries& one : find_paper_table(table)->series)
    for (std::size_t i = 0; i < one.x.size(); ++i)
      if (one.name == series && one.x[i] == x) return one.y[i];
  return {};
}

}  // namespace

std::optional<PaperGradients> paper_gradients(const train::TrainPlan& plan, double mark) {
  if (plan.task->name != "sparsity" || plan.model.attention != train::AttentionKind::gmm) return {};
  const std::string features = plan.model.features == train::FeatureKind::rks ? "rks" : "prf",
                    series = "gmm " + features + ", p = " + number_text(plan.options.real("sparsity")) + " (paper)";
  const double percent = std::round(100 * mark);
  const auto mean = number_of("kl_table_14_mean", series, percent),
             deviation = number_of("kl_table_14_deviation", series, percent);
  if (!mean || !deviation) return {};
  return PaperGradients{*mean, *deviation};
}

std::string curves_csv(const std::vector<ReportRun>& runs) {
  std::string text = "run,step,loss,accuracy,rate,gradient_norm,floored,validation_loss,validation_accuracy,seconds\n";
  for (const ReportRun& run : runs) {
    std::map<Index, std::vector<std::string>> validations;
    for (const train::ValidationRecord& v : run.saved.record.validations)
      validations[v.step] = {number_text(v.loss), number_text(v.accuracy), number_text(v.seconds)};
    for (const train::StepRecord& s : run.saved.record.steps) {
      std::vector<std::string> fields = {run.name,
                                         std::to_string(s.step),
                                         number_text(s.loss),
                                         number_text(s.accuracy),
                                         number_text(s.rate),
                                         number_text(s.gradient_norm),
                                         std::to_string(s.floored)};
      const auto found = validations.try_emplace(s.step, 3).first;
      fields.insert(fields.end(), found->second.begin(), found->second.end());
      text += csv_line(fields);
    }
  }
  return text;
}

std::string gradients_csv(const std::vector<ReportRun>& runs) {
  std::string text = "run,attention,sparsity,mark,step,mean,deviation,paper_mean,paper_deviation\n";
  for (const ReportRun& run : runs)
    for (const train::GradientRecord& g : run.saved.record.gradients) {
      const auto paper = paper_gradients(run.plan, g.mark);
      const bool has_sparsity = run.plan.task->name == "sparsity";
      text += csv_line({run.name, run.title, has_sparsity ? number_text(run.plan.options.real("sparsity")) : "",
                        number_text(g.mark), std::to_string(g.step), number_text(g.mean), number_text(g.deviation),
                        paper ? number_text(paper->mean) : "", paper ? number_text(paper->deviation) : ""});
    }
  return text;
}

std::string eigenvalues_csv(const std::vector<ReportRun>& runs) {
  std::string text = "run,layer,head,number,eigenvalue\n";
  for (const ReportRun& run : runs)
    for (const train::HeadEigenvalues& head : run.saved.record.eigenvalues)
      for (std::size_t i = 0; i < head.values.size(); ++i)
        text += csv_line({run.name, std::to_string(head.layer), std::to_string(head.head), std::to_string(i),
                          number_text(head.values[i])});
  return text;
}

namespace {

/// The same for runs with the same options and data, wherever these lie by now.
std::string key_of(const ReportRun& run, const std::string& but_for) {
  std::string key;
  for (const auto& [name, text] : train::given_of(run.saved.options))
    if (name != but_for) key += name + "=" + (name == "data" ? run.saved.data : text) + "\n";
  return key;
}

}  // namespace

RunsOnce without_repeats(const std::vector<ReportRun>& runs) {
  std::vector<std::string> keys;
  std::vector<const ReportRun*> kept;
  for (const ReportRun& run : runs) {
    const std::size_t place = place_among(keys, key_of(run, {}));
    if (place == kept.size())
      kept.push_back(&run);
    else if (run.saved.state.step > kept[place]->saved.state.step)
      kept[place] = &run;
  }
  RunsOnce once;
  for (const ReportRun& run : runs) {
    const ReportRun* stays = kept[place_among(keys, key_of(run, {}))];
    if (stays == &run)
      once.runs.push_back(run);
    else
      once.left_out.push_back(run.name + " (a repeat of " + stays->name + ")");
  }
  return once;
}

std::vector<ReportGroup> groups_of(const std::vector<ReportRun>& runs) {
  std::vector<ReportGroup> groups;
  std::vector<std::string> keys;
  for (const ReportRun& run : runs) {
    const std::size_t place = place_among(keys, key_of(run, "seed"));
    if (place == groups.size()) {
      groups.push_back({run.name, run.plan.task->name, run.title, {&run}});
      continue;
    }
    ReportGroup& group = groups[place];
    group.runs.push_back(&run);
    group.name = run.title + ", " + std::to_string(group.runs.size()) + " seeds";
  }
  std::map<std::pair<std::string, std::string>, int> same;  // of a task, by name
  for (ReportGroup& group : groups)
    if (const int number = ++same[{group.task, group.name}]; number > 1)
      group.name += " (" + std::to_string(number) + ")";
  return groups;
}

GroupSummary summary_of(const ReportGroup& group) {
  GroupSummary summary;
  double sum = 0, squares = 0;
  for (const ReportRun* run : group.runs) {
    const train::Record& record = run->saved.record;
    summary.chance = record.chance;
    summary.bytes = std::max(summary.bytes, record.bytes);
    if (record.validations.empty()) continue;
    const train::ValidationRecord& last = record.validations.back();
    summary.least_step = summary.runs == 0 ? last.step : std::min(summary.least_step, last.step);
    summary.most_step = std::max(summary.most_step, last.step);
    ++summary.runs;
    sum += last.accuracy;
    squares += last.accuracy * last.accuracy;
    summary.seconds += last.seconds;
    summary.steps_per_second += static_cast<double>(last.step) / std::max(1e-9, last.seconds);
  }
  if (summary.runs == 0) return summary;
  const auto count = static_cast<double>(summary.runs);
  summary.accuracy = sum / count;
  summary.seconds /= count;
  summary.steps_per_second /= count;
  if (count > 1) summary.deviation = std::sqrt(std::max(0.0, (squares - sum * sum / count) / (count - 1)));
  return summary;
}

namespace {

/// R², the square of the correlation.
double shared_variance(const std::vector<train::VarianceRecord>& all, double train::VarianceRecord::*a,
                       double train::VarianceRecord::*b) {
  const auto count = static_cast<double>(all.size());
  double mean_a = 0, mean_b = 0, aa = 0, bb = 0, ab = 0;
  for (const train::VarianceRecord& one : all) {
    mean_a += one.*a / count;
    mean_b += one.*b / count;
  }
  for (const train::VarianceRecord& one : all) {
    aa += (one.*a - mean_a) * (one.*a - mean_a);
    bb += (one.*b - mean_b) * (one.*b - mean_b);
    ab += (one.*a - mean_a) * (one.*b - mean_b);
  }
  return ab * ab / (aa * bb);
}

}  // namespace

std::map<std::string, std::vector<train::VarianceRecord>> variances_of_tasks(const std::vector<ReportRun>& runs) {
  std::map<std::string, std::vector<train::VarianceRecord>> of_tasks;
  for (const ReportRun& run : runs) {
    const std::vector<train::VarianceRecord>& all = run.saved.record.variances;
    if (!all.empty() && std::isfinite(all.back().rsd) && std::isfinite(all.back().gain))
      of_tasks[run.plan.task->name].push_back(all.back());
  }
  return of_tasks;
}

std::vector<VarianceCorrelation> variance_correlations(const std::vector<ReportRun>& runs) {
  std::vector<VarianceCorrelation> found;
  for (const auto& [task, all] : variances_of_tasks(runs))
    if (all.size() >= kFewestToCorrelate)
      found.push_back({task, all.size(),
                       shared_variance(all, &train::VarianceRecord::rsd, &train::VarianceRecord::gain),
                       shared_variance(all, &train::VarianceRecord::rsd, &train::VarianceRecord::inconsistency),
                       shared_variance(all, &train::VarianceRecord::gain, &train::VarianceRecord::inconsistency)});
  return found;
}

std::string summary_csv(const std::vector<ReportRun>& runs) {
  std::string text =
      "task,attention,runs,chance,accuracy,deviation,steps_per_second,seconds,bytes,least_step,most_step\n";
  for (const ReportGroup& group : groups_of(runs)) {
    const GroupSummary of = summary_of(group);
    std::vector<std::string> fields = {group.task, group.title, std::to_string(of.runs), number_text(of.chance)};
    if (of.runs > 0)
      fields.insert(fields.end(), {number_text(of.accuracy), of.deviation ? number_text(*of.deviation) : "",
                                   number_text(of.steps_per_second), number_text(of.seconds),
                                   of.bytes > 0 ? std::to_string(of.bytes) : "", std::to_string(of.least_step),
                                   std::to_string(of.most_step)});
    fields.resize(11);
    text += csv_line(fields);
  }
  return text;
}

namespace {

/// The mean at each step that all runs of a group have, with a band from the lowest to the highest run.
template <class Row, class Value>
Curve mean_curve(const ReportGroup& group, const std::vector<Row> train::Record::*rows, const Value& value) {
  Curve curve{.name = group.name, .has_band = group.runs.size() > 1};
  std::map<Index, std::vector<double>> at;
  for (const ReportRun* run : group.runs)
    for (const Row& row : run->saved.record.*rows) at[row.step].push_back(value(row));
  for (const auto& [step, values] : at) {
    if (values.size() < group.runs.size()) continue;
    const auto [low, high] = std::minmax_element(values.begin(), values.end());
    const double mean = std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
    curve.points.push_back({static_cast<double>(step), mean, *low, *high, 0, -1});
  }
  return curve;
}

/// The validation loss over the seconds of training, both as means over the runs of a group.
Curve loss_over_time(const ReportGroup& group) {
  Curve curve = mean_curve(group, &train::Record::validations, [](const train::ValidationRecord& v) { return v.loss; });
  for (CurvePoint& point : curve.points) {
    const auto step = static_cast<Index>(point.x);
    point.x = 0;
    for (const ReportRun* run : group.runs)
      point.x += run->saved.record.seconds_until(step) / static_cast<double>(group.runs.size());
  }
  return curve;
}

/// Axes, without curves yet; "xy" says which of them are logarithmic.
FigurePart lines_of(const std::string& name, const std::string& title, const std::string& x, const std::string& y,
                    const std::string& log) {
  return {.name = name,
          .title = title,
          .x = {.title = x, .log = log.find('x') != std::string::npos},
          .y = {.title = y, .log = log.find('y') != std::string::npos},
          .band = "band: least to largest of the runs"};
}

/// One mark, the larger the more steps it takes in a second; nothing before the first validation.
Curve cost_of(const ReportGroup& group, double fastest) {
  constexpr double kLargest = 5;  // of usual marks
  const GroupSummary summary = summary_of(group);
  Curve curve{.name = group.name, .has_line = false};
  if (summary.steps_per_second <= 0) return curve;
  curve.area = kLargest * summary.steps_per_second / fastest;
  curve.points.push_back({.x = 100 * summary.accuracy, .y = static_cast<double>(summary.bytes) / (1 << 20)});
  return curve;
}

/// Names of groups by their method, as they come: one name has one look in all panels.
using NamesOfMethods = std::map<std::string, std::vector<std::string>>;

/// The panels of a task; groups look as their attention does, those of one attention as its first card, its second ...
std::vector<FigurePart> panels_of(const std::vector<const ReportGroup*>& groups, const std::string& of,
                                  NamesOfMethods& names) {
  std::vector<FigurePart> parts = {
      lines_of("accuracy", "Validation accuracy" + of, "step", "%", "x"),
      lines_of("loss", "Training loss" + of, "step", "", "xy"),
      lines_of("time", "Validation loss over time" + of, "seconds of training", "", "y"),
      lines_of("cost", "Memory over accuracy" + of, "last validation accuracy (%)", "MiB", "y")};
  parts.back().note = "of values and gradients; area: steps a second";
  double fastest = 0;
  bool has_equal_steps = true;
  for (const ReportGroup* group : groups) {
    const GroupSummary summary = summary_of(*group);
    fastest = std::max(fastest, summary.steps_per_second);
    has_equal_steps = has_equal_steps && summary.has_equal_steps();
  }
  if (!has_equal_steps) parts.back().note += "; some means mix different steps";
  for (const ReportGroup* one : groups) {
    const ReportGroup& group = *one;
    const std::string method = train::estimator_of(group.runs.front()->plan.model).method;
    const auto copy = static_cast<int>(place_among(names[method], group.name));
    Curve curves[] = {mean_curve(group, &train::Record::validations,
                                 [](const train::ValidationRecord& v) { return 100 * v.accuracy; }),
                      mean_curve(group, &train::Record::steps, [](const train::StepRecord& s) { return s.loss; }),
                      loss_over_time(group), cost_of(group, fastest)};
    for (std::size_t k = 0; k < parts.size(); ++k) {
      curves[k].method = method;
      curves[k].copy = copy;
      parts[k].curves.push_back(std::move(curves[k]));
    }
  }
  return parts;
}

}  // namespace

std::string curves_svg(const std::vector<ReportRun>& runs, const std::string& provenance) {
  const std::vector<ReportGroup> groups = groups_of(runs);
  std::vector<std::string> names;
  for (const ReportGroup& group : groups) place_among(names, group.task);
  Figure figure;
  figure.title = "Training runs";
  figure.columns = names.size() > 1 ? 4 : 2;
  NamesOfMethods known;
  for (const std::string& task : names) {
    std::vector<const ReportGroup*> of_task;
    for (const ReportGroup& group : groups)
      if (group.task == task) of_task.push_back(&group);
    for (FigurePart& part : panels_of(of_task, names.size() > 1 ? ", " + task : "", known))
      figure.panels.push_back(std::move(part));
  }
  return svg_text(figure, provenance);
}

}  // namespace omega::studies
