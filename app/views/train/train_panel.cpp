#include "views/train/train_panel.h"

#include <QStackedWidget>
#include <QTextBrowser>
#include <QVBoxLayout>
#include <algorithm>

#include "core/text.h"
#include "jobs/waiting.h"
#include "views/rich_text.h"
#include "widgets/controls.h"

namespace omegascope {

TrainPanel::TrainPanel(Workbench& workbench, const QString& name, const QString& title, QWidget* parent)
    : Panel(workbench, name, title, parent) {
  connect(&workbench.training(), &TrainingRuns::changed, this, &TrainPanel::refreshIfVisible);
  connect(&workbench.training(), &TrainingRuns::changed, this, [this] { onSeen(isOnScreen()); });
}

/// Runs are read, and the model that is looked into is brought to memory, on threads of their own.
void TrainPanel::complete() {
  const auto isRead = [](const TrainingRuns::Entry& entry) { return entry.run->phase() != TrainRun::Phase::Reading; };
  if (!waitUntil([&] { return std::all_of(training().entries().begin(), training().entries().end(), isRead); })) return;
  const TrainRun* run = training().current();
  const auto isSeen = [&] {
    training().look();  // of a panel behind another one nobody else asks
    return run->phase() != TrainRun::Phase::Preparing && (training().seen() || !run->error().isEmpty());
  };
  if (looksInside() && run != nullptr && run->picture()) waitUntil(isSeen, kUnattendedMs);
  refresh();
}

void TrainPanel::onSeen(bool seen) {
  if (seen) offer(remedyNow());
}

Remedy TrainPanel::remedyNow() const {
  const auto& entries = training().entries();
  if (entries.empty() && training().lacksStored())
    return {tr("Show the runs that came with the program"),
            tr("Two attentions that have learned a task elsewhere: their curves, gradients and heads"),
            [this] { training().showStored(); }};
  if (entries.empty())
    return {tr("Start a run"), tr("Trains softmax on the first task with the preset quick"),
            [this] { training().create(QStringLiteral("quick"), omega::train::make_train_options("quick", {})); }};
  const bool isTicked =
      std::any_of(entries.begin(), entries.end(), [](const TrainingRuns::Entry& entry) { return entry.isShown; });
  if (ofRuns().empty() && !isTicked)
    return {tr("Tick all runs"), tr("Draws every run that is in the list"), [this] {
              for (const TrainingRuns::Entry& entry : training().entries()) training().setShown(entry.run.get(), true);
            }};
  return {};
}

void TrainPanel::addPicture(QVBoxLayout& rows, QWidget* picture) {
  m_middle = new QStackedWidget(this);
  m_words = makePage(tr("What comes here"), m_middle);
  m_middle->addWidget(m_words);
  m_middle->addWidget(picture);
  rows.addWidget(m_middle, 1);
  rows.addWidget(remedyButton(), 0, Qt::AlignLeft);
}

void TrainPanel::showWords(const QString& html) {
  m_middle->setCurrentIndex(html.isEmpty() ? 1 : 0);
  if (!html.isEmpty()) m_words->setHtml(html);
}

QString TrainPanel::caption() const {
  const TrainRun* run = training().current();
  return run == nullptr ? title() : tr("%1; %2").arg(run->name(), stateOf(*run));
}

std::vector<const TrainRun*> TrainPanel::ofRuns() const {
  const TrainRun* run = training().current();
  return run == nullptr ? std::vector<const TrainRun*>() : std::vector{run};
}

/// Lines that train the runs and write a report of what they recorded.
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
  QString all;
  for (const TrainingRuns::Entry* entry : shown()) {
    const QString one = tr("%1, step %2").arg(entry->run->name(), countText(entry->run->picture()->state.step));
    all = all.isEmpty() ? one : tr("%1; %2").arg(all, one);
  }
  return all.isEmpty() ? title() : all;
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
