#include "views/train/new_run_panel.h"

#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>

#include "bench/training.h"
#include "core/error.h"
#include "core/text.h"
#include "language/language.h"
#include "train/series.h"
#include "views/amounts.h"
#include "views/option_form.h"
#include "views/rich_text.h"
#include "views/vertical_scroll.h"
#include "widgets/controls.h"
#include "widgets/flow_layout.h"

namespace omegascope {

using namespace omega::train;

namespace {

const QString kFirstPreset = QStringLiteral("quick");

QString usualAttentions() {
  QStringList names;
  for (const std::string& name : usual_attentions()) names << QString::fromStdString(name);
  return names.join(QStringLiteral(", "));
}

/// What kind of attention is trained, and on what: presets are about sizes, and leave it as it is.
bool isKept(const std::string& option) {
  return option == "task" || option == "learn" || is_in_titles(option) ||
         std::any_of(tasks().begin(), tasks().end(),
                     [&](const Task& task) { return omega::is_among(task.kept, option); });
}

/// Whether the sizes are the preset's: what it says of itself holds no longer than that.
bool holds(const TrainPreset& preset, OptionTexts values) {
  for (const auto& [option, text] : preset.options) {
    const auto own = values.find(option);
    if (own == values.end() || own->second != text) return false;
    values.erase(own);
  }
  values.erase("seed");
  return std::all_of(values.begin(), values.end(), [](const auto& value) { return isKept(value.first); });
}

/// The last run of this machine with the same task, attention and sizes that has taken some steps; null where there is
/// none. Sizes are alike where a step is forecast to take the same.
const TrainRun* lastAlike(const std::vector<TrainingRuns::Entry>& entries, const TrainPlan& plan) {
  constexpr omega::Index kFewSteps = 5;
  const TrainRun* last = nullptr;
  for (const TrainingRuns::Entry& entry : entries) {
    const auto picture = entry.run->picture();
    if (entry.kind != TrainingRuns::Kind::Own || !picture) continue;
    const TrainPlan& other = picture->plan;
    if (other.task == plan.task && title_of(other.model) == title_of(plan.model) &&
        omega::step_seconds(other, 0) == omega::step_seconds(plan, 0) && picture->state.step >= kFewSteps &&
        picture->state.seconds > 0)
      last = entry.run.get();
  }
  return last;
}

}  // namespace

NewRunPanel::NewRunPanel(Workbench& workbench, QWidget* parent)
    : TrainPanel(workbench, QStringLiteral("train_new"), tr("New run"), parent) {
  auto* rows = inset(new QVBoxLayout(this), {6, 2, 2, 2}, 3);
  auto* first = new QWidget(this);
  auto* flow = FlowLayout::ofBar(*first, 6);  // in two rows where text is large
  m_presets = named(new QComboBox(this), tr("Preset"),
                    tr("Sizes and steps for a purpose; the attention that is chosen below stays"));
  m_start = new QPushButton(tr("Start a run"), this);
  m_start->setToolTip(tr("Trains with these options, in a folder of its own"));
  m_all = new QPushButton(tr("All attentions"), this);
  m_all->setToolTip(tr("Starts a run like this with each of %1").arg(usualAttentions()));
  m_presets->setSizeAdjustPolicy(QComboBox::AdjustToContents);
  for (QWidget* one : {static_cast<QWidget*>(m_presets), static_cast<QWidget*>(m_start), static_cast<QWidget*>(m_all)})
    flow->addWidget(one);
  rows->addWidget(first);
  auto* scroll = new VerticalScroll(this);
  m_form =
      new OptionForm(QStringLiteral("train"), train_options(), scroll, {{}, tr("Chowdhury et al. 2022, appendix E")});
  auto* inside = new QWidget(scroll);
  auto* room = inset(new QVBoxLayout(inside), {0, 0, 6, 0});
  m_about = wrapped(new QLabel(inside));  // scrolls with the options: nothing of it is cut
  m_about->setAlignment(Qt::AlignTop | Qt::AlignLeft);
  room->addWidget(m_about);
  room->addWidget(m_form);
  room->addStretch();
  scroll->setWidget(inside);
  rows->addWidget(scroll, 1);
  m_message = wrapped(new QLabel(this));  // below: where it appears, no control moves
  m_message->hide();
  rows->addWidget(m_message);
  connect(m_presets, &QComboBox::activated, this, [this] { choosePreset(m_presets->currentText()); });
  connect(m_form, &OptionForm::edited, this, &NewRunPanel::setOption);
  connect(m_start, &QPushButton::clicked, this, &NewRunPanel::start);
  connect(m_all, &QPushButton::clicked, this, &NewRunPanel::startAll);
  showPresets();
  choosePreset(kFirstPreset);
}

const Task& NewRunPanel::task() const {
  const auto chosen = m_values.find("task");
  return chosen == m_values.end() ? tasks().front() : find_task(chosen->second);
}

/// Those of the task that is chosen.
void NewRunPanel::showPresets() {
  m_presets->clear();
  for (const TrainPreset& preset : task().presets) {
    m_presets->addItem(QString::fromStdString(preset.name));
    m_presets->setItemData(m_presets->count() - 1, described(preset.summary), Qt::ToolTipRole);
  }
}

void NewRunPanel::choosePreset(const QString& name) {
  for (const TrainPreset& preset : task().presets) {
    if (QString::fromStdString(preset.name) != name) continue;
    std::erase_if(m_values, [](const auto& value) { return !isKept(value.first); });
    for (const auto& [option, text] : preset.options) m_values[option] = text;
    m_preset = name;
    m_about->setMinimumHeight(0);
  }
  m_presets->setCurrentText(m_preset);
  showOptions();
}

void NewRunPanel::choosePreset(const QString& task, const QString& name) {
  setTask(task == QString::fromStdString(tasks().front().name) ? QString() : task);
  choosePreset(name);
}

void NewRunPanel::setOption(const QString& name, const QString& text) {
  if (name == QStringLiteral("task")) return setTask(text);
  m_about->setMinimumHeight(m_about->height());  // a second click meets the same control
  setText(m_values, name.toStdString(), text.toStdString());
  showOptions();
}

/// Chooses a task, with the sizes that show it quickly.
void NewRunPanel::setTask(const QString& name) {
  m_values.erase("data");
  setText(m_values, "task", name.toStdString());
  showPresets();
  choosePreset(kFirstPreset);
}

omega::Options NewRunPanel::options() const {
  omega::Options options = make_train_options({}, omega::Options::Given(m_values.begin(), m_values.end()));
  plan_of(options);  // whether they go together
  return options;
}

void NewRunPanel::showOptions() {
  m_form->setValues(m_values);
  QString problem, about = aboutText();
  try {
    about += forecastText(plan_of(options()));
  } catch (const omega::Error& error) {
    problem = QString::fromStdString(error.what());
  }
  m_about->setText(about);
  m_start->setEnabled(problem.isEmpty());
  m_all->setEnabled(problem.isEmpty());
  say(problem);
}

void NewRunPanel::say(const QString& problem) {
  QPalette colours = palette();
  colours.setColor(QPalette::WindowText, theme().warning);
  m_message->setPalette(colours);
  m_message->setText(problem);
  m_message->setVisible(!problem.isEmpty());
}

/// What is learned, and what the preset is for.
QString NewRunPanel::aboutText() const {
  QString words = described(task().summary) + QLatin1Char(' ');
  for (const TrainPreset& preset : task().presets)
    if (QString::fromStdString(preset.name) == m_preset && holds(preset, m_values))
      words += tr("%1: %2").arg(m_preset, described(preset.summary)) + QLatin1Char(' ');
  return words;
}

/// About how long it takes: at the pace of a run like it, if there is one.
QString NewRunPanel::forecastText(const TrainPlan& plan) const {
  const double seconds = omega::training_seconds(plan, 0), ofStep = omega::step_seconds(plan, 0);
  const TrainRun* alike = training().isRead() ? lastAlike(training().entries(), plan) : nullptr;
  if (alike == nullptr)
    return tr("All steps take roughly %1 on the processor, at an ordinary speed.").arg(durationText(seconds));
  const TrainState& state = alike->picture()->state;
  const double measured = state.seconds / static_cast<double>(state.step);
  return tr("All steps take roughly %1, at the pace of %2.")
      .arg(durationText(seconds * measured / ofStep), alike->name());
}

void NewRunPanel::start() {
  try {
    training().create(m_preset, options());
  } catch (const omega::Error& error) {
    say(QString::fromStdString(error.what()));
  }
}

void NewRunPanel::startAll() {
  try {
    const omega::Options own = options();
    const Series all{{task().name}, usual_attentions(), 1, {}, {m_values.begin(), m_values.end()}, own.integer("seed")};
    for (const SeriesRun& run : runs_of(all)) training().create(m_preset, run.options);
  } catch (const omega::Error& error) {
    say(QString::fromStdString(error.what()));
  }
}

void NewRunPanel::refresh() {
  showOptions();
  reportPainted();
}

QString NewRunPanel::help() const {
  return tr(
      "<b>New run</b><p>A task, an attention, and their sizes. The line above the options says what is learned; chance "
      "is what saying the most frequent class gets right. A preset brings sizes and rates; every option of the trainer "
      "can be set. Bold names differ from the trainer's default; the arrow or a double-click on the name goes back to "
      "it.</p><p><b>Look for</b> what does not go together, such as a d_model that the heads do not divide: it is said "
      "here before anything runs.</p>");
}

QString NewRunPanel::tableOf(const Theme& theme) const {
  const PanelData table = data();
  std::vector<QStringList> rows;
  for (const auto& row : table.rows)
    rows.push_back({row[0].toHtmlEscaped(), row[1].toHtmlEscaped(), row[2].toHtmlEscaped()});
  return tableHtml(QStringList(table.columns.begin(), table.columns.end()), rows, theme);
}

void NewRunPanel::render(QPainter& painter, const QRectF& area, const Theme& theme) const {
  paintRichText(painter, area, theme, tableOf(theme));
}

double NewRunPanel::leastHeight(double width, const Theme& theme) const {
  return richTextHeight(width, theme, tableOf(theme));
}

PanelData NewRunPanel::data() const {
  PanelData data;
  data.columns = {tr("option"), tr("value"), tr("default")};
  for (const omega::OptionSpec& spec : train_options()) {
    const QString usual = QString::fromStdString(omega::to_string(spec.default_value));
    const auto own = m_values.find(spec.name);
    data.rows.push_back({QString::fromStdString(spec.name),
                         own == m_values.end() ? usual : QString::fromStdString(own->second), usual});
  }
  return data;
}

}  // namespace omegascope
