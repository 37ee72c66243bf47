#include "views/train/train_panel.h"

namespace omegascope {

TrainPanel::TrainPanel(Workbench& workbench, const QString& name, const QString& title, QWidget* parent) : Panel(workbench, name, title, parent) {
  connect(&workbench.training(), &TrainingRuns::changed, this, &TrainPanel::refreshIfVisible);
}

QString TrainPanel::caption() const {
  const TrainRun* run = training().current();
  return run == nullptr ? title() : QStringLiteral("%1; %2").arg(run->name(), stateOf(*run).replace(QLatin1Char('\n'), QLatin1Char(' ')));
}

QString TrainPanel::command() const {
  const TrainRun* run = training().current();
  return run == nullptr ? QString() : commandOf(*run);
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
  for (const TrainingRuns::Entry* entry : shown()) parts << tr("%1, step %2").arg(entry->run->name()).arg(entry->run->picture()->state.step);
  return parts.isEmpty() ? title() : parts.join(QStringLiteral("; "));
}

QString TrainPanel::commandOfShown() const {
  QStringList lines;
  for (const TrainingRuns::Entry* entry : shown()) lines << commandOf(*entry->run);
  return lines.join(QLatin1Char('\n'));
}

std::shared_ptr<const TrainPicture> TrainPanel::currentPicture() const {
  const TrainRun* run = training().current();
  return run == nullptr ? nullptr : run->picture();
}

}  // namespace omegascope
