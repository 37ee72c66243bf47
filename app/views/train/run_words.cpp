#include "views/train/run_words.h"

#include <algorithm>

#include "core/text.h"
#include "language/language.h"
#include "train/optimiser.h"
#include "views/amounts.h"
#include "views/rich_text.h"

namespace omegascope {

using namespace omega::train;

namespace {

// Estimators whose hues are far apart; the dash changes with each run, too.
const char* const kHues[] = {"lara", "eva", "rfa", "local", "gmm", "mis", "softmax"};

const QString kBetween = QStringLiteral(" · ");

}  // namespace

EstimatorStyle runStyle(int number, bool dark) {
  constexpr int hues = static_cast<int>(std::size(kHues));
  // The dash moves on with each run, also where the hue does.
  EstimatorStyle style = estimatorStyle(QLatin1String(kHues[number % hues]), number / hues, dark);
  style.dash = estimatorStyle(QStringLiteral("softmax"), number, dark).dash;
  return style;
}

QString nameHtml(const TrainingRuns::Entry& entry, const Theme& theme) {
  return markerHtml(runStyle(entry.style, theme.dark), theme) + QLatin1Char(' ') + entry.run->name().toHtmlEscaped();
}

LegendEntry runEntry(const TrainingRuns::Entry& entry) {
  return {entry.run->name(), [number = entry.style](QPainter& painter, const QRectF& rect, const Theme& theme) {
            painter.setRenderHint(QPainter::Antialiasing);
            drawEstimatorChip(painter, rect, runStyle(number, theme.dark), 2 * theme.lineScale);
          }};
}

bool hasAllSteps(const TrainRun& run) {
  const auto picture = run.picture();
  return picture && picture->state.step >= picture->plan.training.steps;
}

QStringList stateLines(const TrainRun& run) {
  const auto picture = run.picture();
  if (!picture) return {run.phase() == TrainRun::Phase::Reading ? tr("reading") : tr("cannot be read")};
  const TrainState& state = picture->state;
  QStringList parts{tr("step %1/%2").arg(countText(state.step), countText(picture->plan.training.steps))};
  if (!picture->record.validations.empty())
    parts << tr("%1 %").arg(numberText(100 * picture->record.validations.back().accuracy, 3));
  QStringList now;
  if (run.origin()) now << tr("trained elsewhere");
  switch (run.phase()) {
    case TrainRun::Phase::Reading: now << tr("reading"); break;
    case TrainRun::Phase::Preparing: now << tr("preparing"); break;
    case TrainRun::Phase::Stopping: now << tr("stopping"); break;
    case TrainRun::Phase::Resting:
      now << (run.isFinished() ? tr("finished") : run.isInterrupted() ? tr("interrupted") : tr("at rest"));
      if (!run.isFinished() && hasAllSteps(run)) now << tr("variation not measured yet");
      break;
    case TrainRun::Phase::Running:
      if (hasAllSteps(run) && !run.isFinished()) {
        now << tr("measuring the variation");
      } else if (run.isPaused()) {
        now << tr("paused");
      } else if (run.speed() > 0) {
        now << tr("%1 steps/s").arg(numberText(run.speed(), 2));
        now << tr("%1 left").arg(durationText(*run.secondsLeft()));
        if (picture->isOnDevice) now << tr("CUDA");
      }
  }
  QStringList lines{parts.join(kBetween)};
  if (!now.isEmpty()) lines << now.join(kBetween);
  return lines;
}

QString stateOf(const TrainRun& run) { return stateLines(run).join(kBetween); }

QString commandOf(const TrainRun& run) {
  const auto picture = run.picture();
  if (!picture) return {};
  const std::string& task = picture->plan.task->name;
  QString line = QStringLiteral("omega train ") + QString::fromStdString(task);
  for (const omega::OptionSpec& spec : train_options()) {
    const omega::OptionValue& value = picture->options.value(spec.name);
    const bool isOfOthers = spec.shown_when_option == "task" && !omega::is_among(spec.shown_when_values, task);
    if (spec.name == "task" || value == spec.default_value || isOfOthers) continue;
    QString flag = QString::fromStdString(spec.name);
    line += QStringLiteral(" --%1 %2")
                .arg(flag.replace(QLatin1Char('_'), QLatin1Char('-')), QString::fromStdString(omega::to_string(value)));
  }
  return line + QStringLiteral(" --output ") + QString::fromStdString(omega::shell_word(run.name().toStdString()));
}

QString whyNotAgain(const TrainRun& run) {
  const auto picture = run.picture();
  if (!picture)
    return (run.phase() == TrainRun::Phase::Reading ? tr("%1 is not read yet.") : tr("%1 cannot be read."))
        .arg(run.name());
  if (run.origin())
    return tr("%1 came with the program and was trained elsewhere: a run with its options made here has a command.")
        .arg(run.name());
  const TrainingSettings& training = picture->plan.training;
  const auto& steps = picture->record.steps;
  const auto changed = std::find_if(steps.begin(), steps.end(), [&](const StepRecord& s) {
    return s.rate != rate_after(training, training.rate, s.step - 1);
  });
  if (changed != steps.end())
    return tr("The rate of %1 was changed by hand at step %2; a command knows one rate.")
        .arg(run.name())
        .arg(changed->step);
  if (picture->state.redraw != training.redraw)
    return tr("How often %1 redraws its noise was changed by hand; a command knows one number.").arg(run.name());
  if (!run.isFinished() && hasAllSteps(run))
    return tr("How much %1 varies with its noise is not measured yet, and a command measures it: let it go on, then "
              "both are the same.")
        .arg(run.name());
  if (!run.isFinished())
    return tr("%1 stands at step %2 of %3, and a command trains to the end: let it go on, then both are the same.")
        .arg(run.name())
        .arg(picture->state.step)
        .arg(training.steps);
  return {};
}

QString classText(const Record& record, omega::Index number) {
  const auto at = static_cast<std::size_t>(number);
  return at < record.class_names.size() ? QString::fromStdString(record.class_names[at]) : QString::number(number);
}

QString titleOf(const TrainPlan& plan) { return QString::fromStdString(plan.task->name + " " + title_of(plan.model)); }

QString emptyHtml(const QString& shows, const QString& what) {
  return QStringLiteral("<p>%1</p><p>%2</p>").arg(shows, what);
}

QString firstSteps(const Theme& theme) {
  std::vector<QStringList> rows;
  for (const TrainPreset& preset : train_presets())
    rows.push_back({QString::fromStdString(preset.task), QString::fromStdString(preset.name),
                    described(preset.summary).toHtmlEscaped()});
  return tr("<h3>Nothing is trained yet</h3>") +
         emptyHtml(tr("The loss and the accuracy of every run appear here as it learns."),
                   tr("Choose a task, a preset and an attention under <b>New run</b> and press <b>Start a "
                      "run</b>; or drop the folder of a run that the command made on this window.")) +
         tableHtml({tr("task"), tr("preset"), tr("what it is")}, rows, theme, 3);
}

PanelData presetTable() {
  PanelData data;
  data.columns = {tr("preset"), tr("task"), tr("what it is")};
  for (const TrainPreset& preset : train_presets())
    data.rows.push_back(
        {QString::fromStdString(preset.name), QString::fromStdString(preset.task), described(preset.summary)});
  return data;
}

}  // namespace omegascope
