#include "views/train/train_panel.h"

#include "core/text.h"

namespace omegascope {

TrainPanel::TrainPanel(Workbench& workbench, const QString& name, const QString& title, QWidget* parent)
    : Panel(workbench, name, title, parent) {
  connect(&workbench.training(), &TrainingRuns::changed, this, &TrainPanel::refreshIfVisible);
}

QString TrainPanel::caption() const {
  const TrainRun* run = training().current();
  return run == nullptr
             ? title()
             : QStringLiteral("%1; %2").arg(run->name(), stateOf(*run).replace(QLatin1Char('\n'), QLatin1Char(' ')));
}

std::vector<const TrainRun*> TrainPanel::ofRuns() const {
  const TrainRun* run = training().current();
  return run == nullptr ? std::vector<const TrainRun*>() : std::vector{run};
}

/// Trains the runs, and writes down what they recorded.
QString TrainPanel::command() const {
  QStringList lines;
  QString report = QStringLiteral("omega train report");
  for (const TrainRun* run : ofRuns()) {
    if (const QString line = commandOf(*run); !line.isEmpty()) lines << line;
    report += QLatin1Char(' ') + QString::fromStdString(omega::shell_word(run->name().toStdString()));
  }
  return lines.isEmpty() ? QString()
                         : lines.join(QLatin1Char('\n')) + QLatin1Char('\n') + report +
                               QStringLiteral(" --output report --json > report.json");
}

QString TrainPanel::whyNoCommand() const {
  for (const TrainRun* run : ofRuns())
    if (const QString whyNot = whyNotAgain(*run); !whyNot.isEmpty()) return whyNot;
  return {};
}

QString TrainPanel::subject() const {
  const TrainRun* run = training().current();
  return run == nullptr ? QString() : run->name();
}

std::vector<const TrainingRuns::Entry*> TrainPanel::shown() const {
  std::vector<const TrainingRuns::Entry*> all;
  for (const TrainingRuns::Entry& entry : training().entries())
    if (entry.isShown && entry.run->picture()) all.push_back(&entry);
  return all;
}

QString TrainPanel::captionOfShown() const {
  QStringList parts;
  for (const TrainingRuns::Entry* entry : shown())
    parts << tr("%1, step %2").arg(entry->run->name()).arg(entry->run->picture()->state.step);
  return parts.isEmpty() ? title() : parts.join(QStringLiteral("; "));
}

std::vector<const TrainRun*> TrainPanel::shownRuns() const {
  std::vector<const TrainRun*> runs;
  for (const TrainingRuns::Entry* entry : shown()) runs.push_back(entry->run.get());
  return runs;
}

std::shared_ptr<const TrainPicture> TrainPanel::currentPicture() const {
  const TrainRun* run = training().current();
  return run == nullptr ? nullptr : run->picture();
}

}  // namespace omegascope
