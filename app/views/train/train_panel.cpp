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

std::shared_ptr<const TrainPicture> TrainPanel::currentPicture() const {
  const TrainRun* run = training().current();
  return run == nullptr ? nullptr : run->picture();
}

}  // namespace omegascope
