#include "views/train/runs_panel.h"

#include <QDesktopServices>
#include <QFileDialog>
#include <QLabel>
#include <QListWidget>
#include <QMenu>
#include <QSignalBlocker>
#include <QTimer>
#include <QToolButton>
#include <QUrl>
#include <QVBoxLayout>
#include <functional>
#include <utility>

#include "language/language.h"
#include "model/settings.h"
#include "views/option_form.h"
#include "views/rich_text.h"
#include "widgets/controls.h"
#include "widgets/flow_layout.h"

namespace omegascope {

using namespace omega::train;

namespace {

constexpr QSize kSign(30, 15);
const QString kUndo = QStringLiteral("undo"), kGoOn = QStringLiteral("go_on");

QString link(const QString& where, const QString& words) {
  return QStringLiteral("<a href=\"%1\">%2</a>").arg(where, words);
}

/// What may change while a run runs.
std::vector<omega::OptionSpec> changeable() {
  std::vector<omega::OptionSpec> specs;
  for (omega::OptionSpec& spec : train_options())
    if (spec.name == "rate" || spec.name == "redraw") specs.push_back(std::move(spec));
  return specs;
}

/// A row whose tip is made when somebody asks for it: it goes through every step of the run.
class RunRow : public QListWidgetItem {
 public:
  explicit RunRow(std::function<QString(int)> tip) : m_tip(std::move(tip)) {}

  QVariant data(int role) const override {
    return role == Qt::ToolTipRole && listWidget() != nullptr ? m_tip(listWidget()->row(this))
                                                              : QListWidgetItem::data(role);
  }

 private:
  std::function<QString(int)> m_tip;
};

}  // namespace

RunsPanel::RunsPanel(Workbench& workbench, QWidget* parent)
    : TrainPanel(workbench, QStringLiteral("train_runs"), tr("Runs"), parent) {
  auto* rows = inset(new QVBoxLayout(this), {6, 2, 6, 4}, 3);
  m_list = new QListWidget(this);
  m_list->setIconSize(kSign);
  m_list->setMinimumHeight(60);
  m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  m_list->setTextElideMode(Qt::ElideRight);
  m_list->setAccessibleName(tr("Training runs"));
  m_list->setToolTip(tr("A tick draws the run in the curves; the chosen one is what the other panels look into"));
  rows->addWidget(m_list, 1);
  rows->addWidget(makeButtons());
  m_settings = new OptionForm(QStringLiteral("train"), changeable(), this);
  rows->addWidget(m_settings);
  m_message = wrapped(new QLabel(this));
  m_message->setTextFormat(Qt::RichText);
  m_message->setTextInteractionFlags(Qt::TextBrowserInteraction);
  rows->addWidget(m_message);
  rows->addWidget(remedyButton(), 0, Qt::AlignLeft);
  const auto choose = [this](int row) {
    if (row >= 0) training().setCurrent(training().entries()[static_cast<std::size_t>(row)].run.get());
  };
  connect(m_list, &QListWidget::currentRowChanged, this, choose);
  connect(m_list, &QListWidget::itemClicked, this, [this, choose] { choose(m_list->currentRow()); });  // once more
  connect(m_list, &QListWidget::itemChanged, this, [this](const QListWidgetItem* item) {
    const auto row = static_cast<std::size_t>(m_list->row(item));
    if (row < training().entries().size())
      training().setShown(training().entries()[row].run.get(), item->checkState() == Qt::Checked);
  });
  connect(m_settings, &OptionForm::edited, this, &RunsPanel::edit);
  connect(m_message, &QLabel::linkActivated, this,
          [this](const QString& link) { link == kGoOn ? training().resumeInterrupted() : training().restore(); });
}

QToolButton* RunsPanel::makeButton(const QString& text, const QString& tip,
                                   const std::function<void(TrainRun&)>& press) {
  auto* button = new QToolButton(this);
  button->setText(text);
  button->setToolTip(tip);
  connect(button, &QToolButton::clicked, this, [this, press] {
    if (TrainRun* run = training().current()) press(*run);
  });
  return button;
}

QWidget* RunsPanel::makeButtons() {
  auto* buttons = new QWidget(this);
  auto* flow = FlowLayout::ofBar(*buttons, 3);
  m_start = makeButton(tr("Start"), tr("Continues the chosen run from where it stands"),
                       [this](TrainRun& run) { run.isPaused() ? run.setPaused(false) : training().start(run); });
  m_start->setText(tr("Resume"));  // the longer word: the buttons beside it stay where they are
  m_start->setMinimumWidth(m_start->sizeHint().width());
  m_start->setText(tr("Start"));
  m_pause = makeButton(tr("Pause"), tr("Pauses after the current step, until Resume"),
                       [](TrainRun& run) { run.setPaused(true); });
  m_step = makeButton(tr("Step"), tr("One step, then rests"), [this](TrainRun& run) { training().step(run); });
  m_stop = makeButton(tr("Stop"),
                      tr("Writes a checkpoint and ends; Resume goes on from there, also after the program was closed"),
                      [](TrainRun& run) { run.stop(); });
  m_delete = makeButton(tr("Delete"),
                        tr("Deletes the chosen run, but no files of your own in its folder; can be undone while the "
                           "program runs. Of a folder that was opened it only forgets where it is; what came with the "
                           "program comes back in ⋮"),
                        [this](TrainRun& run) { training().remove(&run); });
  for (QToolButton* button : {m_start, m_pause, m_step, m_stop, m_delete}) flow->addWidget(button);
  return buttons;
}

// --- What is shown ---------------------------------------------------------------------------------------------------

void RunsPanel::refresh() {
  showList();
  showButtons();
  showMessage();
  reportPainted();
}

void RunsPanel::showList() {
  const QSignalBlocker quiet(m_list);
  const auto& entries = training().entries();
  const bool isRecoloured = m_drawnTheme != theme();
  m_drawnTheme = theme();
  const auto tip = [this](int row) {
    const auto number = static_cast<std::size_t>(row);
    return number < training().entries().size() ? tipOf(training().entries()[number]) : QString();
  };
  while (m_list->count() > static_cast<int>(entries.size())) delete m_list->takeItem(m_list->count() - 1);
  while (m_list->count() < static_cast<int>(entries.size())) m_list->addItem(new RunRow(tip));
  for (int row = 0; row < m_list->count(); ++row) {
    const TrainingRuns::Entry& entry = entries[static_cast<std::size_t>(row)];
    QListWidgetItem& item = *m_list->item(row);
    const QVariant look = QStringLiteral("%1 %2").arg(entry.look.method).arg(entry.look.number);
    if (isRecoloured || item.data(Qt::UserRole) != look) {
      item.setData(Qt::UserRole, look);
      const QColor ground = theme().canvas;  // also where the row is chosen
      item.setIcon(iconOf(runEntry(entry), kSign, theme(), ground));
    }
    item.setCheckState(entry.isShown ? Qt::Checked : Qt::Unchecked);
    item.setText((QStringList(entry.run->name()) + stateLines(*entry.run)).join(QLatin1Char('\n')));
    if (entry.run.get() == training().current()) m_list->setCurrentRow(row);
  }
  if (std::exchange(m_drawnRun, training().current()) != training().current())
    QTimer::singleShot(
        0, m_list, [list = m_list] { list->scrollToItem(list->currentItem()); });  // when its rows have their heights
  if (training().current() == nullptr) m_list->setCurrentRow(-1);
}

QString RunsPanel::tipOf(const TrainingRuns::Entry& entry) const {
  return QStringLiteral("<p>%1</p><p>%2</p><p><i>%3</i></p>")
      .arg(stateOf(*entry.run).toHtmlEscaped(), commandOrWhyNot(*entry.run).toHtmlEscaped(),
           entry.run->folder().toHtmlEscaped());
}

void RunsPanel::showButtons() {
  const TrainRun* run = training().current();
  const bool isThere = run != nullptr && run->picture();
  const bool rests = isThere && run->phase() == TrainRun::Phase::Resting,
             works =
                 isThere && (run->phase() == TrainRun::Phase::Running || run->phase() == TrainRun::Phase::Preparing);
  m_start->setText(isThere && (run->isPaused() || run->picture()->state.step > 0) ? tr("Resume") : tr("Start"));
  m_start->setEnabled(isThere && (run->isPaused() || (rests && !run->isFinished())));
  m_pause->setEnabled(isThere && run->phase() == TrainRun::Phase::Running && !run->isPaused() && !hasAllSteps(*run));
  m_step->setEnabled((rests || (isThere && run->phase() == TrainRun::Phase::Running)) && !hasAllSteps(*run));
  m_stop->setEnabled(works);
  m_delete->setEnabled(run != nullptr && !run->isAtWork() && run->phase() != TrainRun::Phase::Reading);
  m_settings->setEnabled(isThere && !run->isFinished());
  OptionTexts values;
  if (isThere) {
    values["rate"] = omega::to_string(omega::OptionValue(run->rate()));
    values["redraw"] = std::to_string(run->redraw());
    for (const omega::OptionSpec& spec : changeable())
      if (run->picture()->options.value(spec.name) == spec.parse("train", values[spec.name]) &&
          run->picture()->options.value(spec.name) == spec.default_value)
        values.erase(spec.name);
  }
  m_settings->setValues(values);
}

void RunsPanel::showMessage() {
  const TrainRun* run = training().current();
  QString html;
  const auto add = [&](const QString& words) { html += QStringLiteral("<p style=\"margin:1px\">%1</p>").arg(words); };
  const QString error = !training().said().isEmpty() ? training().said() : run != nullptr ? run->error() : QString();
  const QString problem = described(error.toStdString());
  if (!problem.isEmpty())
    add(QStringLiteral("<span style=\"color:%1\">%2</span>").arg(theme().warning.name(), problem.toHtmlEscaped()));
  if (training().entries().empty())
    add(tr("No run yet: start one under <b>New run</b>, or open the folder of one in the ⋮ menu."));
  if (run != nullptr && run->origin())
    add(tr("Trained elsewhere: %1. <b>Delete</b> takes it from the list, the ⋮ menu brings it back.")
            .arg(run->origin()->text().toHtmlEscaped()));
  if (!training().removed().isEmpty())
    add(tr("%1 was deleted. %2").arg(training().removed().toHtmlEscaped(), link(kUndo, tr("Undo"))));
  if (const int count = training().interrupted(); count > 0)
    add(tr("%n run(s) w(as/ere) interrupted: the program ended unexpectedly. %1", nullptr, count)
            .arg(link(kGoOn, tr("Resume from the last checkpoint"))));
  m_message->setText(html);
  m_message->setVisible(!html.isEmpty());
}

// --- What the user does ----------------------------------------------------------------------------------------------

void RunsPanel::edit(const QString& name, const QString& text) {
  TrainRun* run = training().current();
  if (run == nullptr || !run->picture()) return;
  for (const omega::OptionSpec& spec : changeable()) {
    if (QString::fromStdString(spec.name) != name) continue;
    const omega::OptionValue value = text.isEmpty() ? spec.default_value : spec.parse("train", text.toStdString());
    if (const auto* rate = std::get_if<double>(&value))
      run->setRate(*rate);
    else
      run->setRedraw(std::get<std::int64_t>(value));
  }
  showButtons();
}

void RunsPanel::chooseFolder() {
  const QString folder = QFileDialog::getExistingDirectory(this, tr("Open the folder of a run"),
                                                           Settings::folderFor(QStringLiteral("run")));
  if (folder.isEmpty()) return;
  Settings::setFolderFor(QStringLiteral("run"), folder);
  training().open(folder);
}

// --- For all panels --------------------------------------------------------------------------------------------------

QString RunsPanel::help() const {
  return tr(
      "<b>Runs</b><p>Each run trains a small transformer on a task in a folder of its own, on a thread of its own: "
      "several can run side by side. Its curve is a function of its options and its seed: pauses, stops and other "
      "threads change nothing. A checkpoint is written at least every 30 seconds (the options can say otherwise), on "
      "Pause and Stop, at a change and when the window is closed; what was closed, or ended by a crash, is found again "
      "here. As long as a run is trained here no other program can write to its folder, nor this one to that of a run "
      "that is trained elsewhere. The learning rate η and the redraw period of ω may be changed while a run learns; "
      "that is kept with it. Two runs of another machine come with the program, to look at before you have trained "
      "one: Delete takes them from the list, the ⋮ menu brings them back.</p><p><b>Look for</b> steps a second: the "
      "cost of each attention, as long as one runs alone.</p>");
}

QString RunsPanel::html(const Theme& theme) const {
  if (training().entries().empty()) return firstSteps(theme);
  std::vector<QStringList> rows;
  for (const TrainingRuns::Entry& entry : training().entries())
    rows.push_back({nameHtml(entry, theme), stateOf(*entry.run).toHtmlEscaped()});
  return tableHtml({tr("run"), tr("state")}, rows, theme);
}

void RunsPanel::render(QPainter& painter, const QRectF& area, const Theme& theme) const {
  paintRichText(painter, area, theme, html(theme));
}

std::vector<const TrainRun*> RunsPanel::ofRuns() const {
  std::vector<const TrainRun*> runs;
  for (const TrainingRuns::Entry& entry : training().entries()) runs.push_back(entry.run.get());
  return runs;
}

PanelData RunsPanel::data() const {
  if (training().entries().empty()) return presetTable();
  PanelData data;
  data.columns = {tr("run"),           tr("attention"), tr("step"),    tr("steps"),
                  tr("best_accuracy"), tr("seconds"),   tr("command"), tr("no_command")};
  for (const TrainingRuns::Entry& entry : training().entries()) {
    const auto picture = entry.run->picture();
    if (!picture) {
      data.rows.push_back({entry.run->name(), {}, {}, {}, {}, {}, {}, {}});
      continue;
    }
    const QString whyNot = whyNotAgain(*entry.run);
    data.rows.push_back({entry.run->name(), QString::fromStdString(title_of(picture->plan.model)),
                         QString::number(picture->state.step), QString::number(picture->plan.training.steps),
                         picture->record.validations.empty() ? QString() : plainNumber(picture->record.best_accuracy()),
                         plainNumber(picture->state.seconds), whyNot.isEmpty() ? commandOf(*entry.run) : QString(),
                         whyNot});
  }
  return data;
}

/// Called even while nobody looks: that is no reason to read the runs.
void RunsPanel::fillMenu(QMenu& menu) {
  menu.addAction(tr("Open the folder of a run …"), this, &RunsPanel::chooseFolder);
  restFor(*menu.addAction(tr("Show the runs that came with the program"), this, [this] { training().showStored(); }),
          training().lacksStored() ? QString() : tr("They are shown already."));
  const TrainRun* run = training().isRead() ? training().current() : nullptr;
  const QString folder = run ? run->folder() : QString();  // the menu may outlive the run
  restFor(*menu.addAction(tr("Show the folder of this run"), this,
                          [folder] { QDesktopServices::openUrl(QUrl::fromLocalFile(folder)); }),
          run != nullptr ? QString() : tr("No run is chosen."));
}

}  // namespace omegascope
