#include "views/train/run_words.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "core/text.h"
#include "estimators/look.h"
#include "language/language.h"
#include "train/optimiser.h"
#include "views/amounts.h"
#include "views/rich_text.h"

namespace omegascope {

using namespace omega::train;

namespace {

const QString kBetween = QStringLiteral(" · ");

/// After the last step, whether noise was renewed as often as the options say: the number may have been changed and put
/// back.
bool isDrawnAsTold(const TrainState& state, const TrainingSettings& training) {
  const omega::Index draws = (training.steps - 1) / training.redraw;
  return state.draw == draws && state.drawn_at == draws * training.redraw;
}

}  // namespace

EstimatorStyle runStyle(const RunLook& look, bool dark) {
  constexpr double kShades[] = {0, 0.39, 0.13, 0.26};  // of the way from the hue to what it is mixed with
  constexpr double kStrong = 10;                       // contrast that leaves room on the way to the canvas
  if (look.method.isEmpty()) return {dark ? QColor(0xb0b0b0) : QColor(0x5c5c5c), Marker::Circle, {}};
  EstimatorStyle style = estimatorStyle(look.method, look.number, dark);
  const omega::Rgb canvas = dark ? 0x000000 : 0xffffff;
  const bool isStrong = omega::contrast_of(omega::Rgb{style.colour.rgb() & 0xffffff}, canvas) > kStrong;
  const QColor other(isStrong == dark ? Qt::black : Qt::white);
  const double share = kShades[static_cast<std::size_t>(look.number) % std::size(kShades)];
  const auto mixed = [&](int own, int with) { return static_cast<int>(std::lround(own + share * (with - own))); };
  style.colour = QColor(mixed(style.colour.red(), other.red()), mixed(style.colour.green(), other.green()),
                        mixed(style.colour.blue(), other.blue()));
  return style;
}

QString nameHtml(const TrainingRuns::Entry& entry, const Theme& theme) {
  return markerHtml(runStyle(entry.look, theme.dark), theme) + QLatin1Char(' ') + entry.run->name().toHtmlEscaped();
}

LegendEntry runEntry(const TrainingRuns::Entry& entry) {
  return {entry.run->name(), [look = entry.look](QPainter& painter, const QRectF& rect, const Theme& theme) {
            painter.setRenderHint(QPainter::Antialiasing);
            drawEstimatorChip(painter, rect, runStyle(look, theme.dark), 2 * theme.lineScale);
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
  const QString step = tr("step %1/%2").arg(countText(state.step), countText(picture->plan.training.steps));
  QStringList now;
  // First in its line: where the end of a line is cut, 99.2 % must not read as 99.
  if (!picture->record.validations.empty())
    now << tr("%1 %").arg(numberText(100 * picture->record.validations.back().accuracy, 3));
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
  return now.isEmpty() ? QStringList(step) : QStringList{step, now.join(kBetween)};
}

QString stateOf(const TrainRun& run) { return stateLines(run).join(kBetween); }

QString commandOf(const TrainRun& run) {
  const auto picture = run.picture();
  if (!picture) return {};
  const std::string& task = picture->plan.task->name;
  QString line = QStringLiteral("omega train ") + QString::fromStdString(task);
  const std::vector<omega::OptionSpec> specs = train_options();
  for (const omega::OptionSpec& spec : specs) {
    const omega::OptionValue& value = picture->options.value(spec.name);
    if (spec.name == "task" || value == spec.default_value || !picture->options.shows(specs, spec)) continue;
    QString flag = QString::fromStdString(spec.name);
    line += QStringLiteral(" --%1 %2")
                .arg(flag.replace(QLatin1Char('_'), QLatin1Char('-')),
                     QString::fromStdString(omega::shell_word(omega::to_string(value))));
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
  if (picture->state.redraw != training.redraw || (hasAllSteps(run) && !isDrawnAsTold(picture->state, training)))
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

QString commandOrWhyNot(const TrainRun& run) {
  const QString whyNot = whyNotAgain(run);
  return whyNot.isEmpty() ? commandOf(run) : whyNot;
}

QString classText(const Record& record, omega::Index number) {
  const auto at = static_cast<std::size_t>(number);
  return at < record.class_names.size() ? QString::fromStdString(record.class_names[at]) : QString::number(number);
}

QString plainClass(const QString& text) { return QString(text).replace(QChar(0x2212), QLatin1Char('-')); }

QString errorHtml(const TrainRun& run) {
  return QStringLiteral("<p>%1</p>").arg(described(run.error().toStdString()).toHtmlEscaped());
}

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
