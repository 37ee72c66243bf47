#include "views/train/new_run_panel.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>
#include <set>

#include "bench/training.h"
#include "core/error.h"
#include "language/language.h"
#include "train/series.h"
#include "views/amounts.h"
#include "views/option_form.h"
#include "views/rich_text.h"
#include "views/vertical_scroll.h"
#include "widgets/controls.h"

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
  static const std::set<std::string> kept = {"task", "sparsity", "learn", "data"};
  return is_in_titles(option) || kept.contains(option);
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

}  // namespace

NewRunPanel::NewRunPanel(Workbench& workbench, QWidget* parent)
    : TrainPanel(workbench, QStringLiteral("train_new"), tr("New run"), parent) {
  auto* rows = inset(new QVBoxLayout(this), {6, 2, 2, 2}, 3);
  auto* first = new QHBoxLayout;
  m_presets = named(new QComboBox(this), tr("Preset"),
                    tr("Sizes and steps for a purpose; the attention that is chosen below stays"));
  m_start = new QPushButton(tr("Start a run"), this);
  m_start->setToolTip(tr("Trains with these options, in a folder of its own"));
  m_all = new QPushButton(tr("All attentions"), this);
  m_all->setToolTip(tr("Starts a run like this with each of %1").arg(usualAttentions()));
  first->addWidget(m_presets, 1);
  first->addWidget(m_start);
  first->addWidget(m_all);
  rows->addLayout(first);
  m_message = wrapped(new QLabel(this));
  m_message->setAlignment(Qt::AlignTop | Qt::AlignLeft);
  rows->addWidget(m_message);
  auto* scroll = new VerticalScroll(this);
  m_form =
      new OptionForm(QStringLiteral("train"), train_options(), scroll, {{}, tr("Chowdhury et al. 2022, appendix E")});
  auto* inside = new QWidget(scroll);
  auto* room = inset(new QVBoxLayout(inside), {0, 0, 6, 0});
  room->addWidget(m_form);
  room->addStretch();
  scroll->setWidget(inside);
  rows->addWidget(scroll, 1);
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
    m_message->setMinimumHeight(0);
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
  m_message->setMinimumHeight(m_message->height());  // a second click meets the same control
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
  QString problem;
  double seconds = 0;
  try {
    seconds = omega::training_seconds(plan_of(options()), 0);
  } catch (const omega::Error& error) {
    problem = QString::fromStdString(error.what());
  }
  m_start->setEnabled(problem.isEmpty());
  m_all->setEnabled(problem.isEmpty());
  QPalette colours = palette();
  if (!problem.isEmpty()) colours.setColor(QPalette::WindowText, theme().warning);
  m_message->setPalette(colours);
  QString words = problem;
  if (problem.isEmpty()) {
    words = described(task().summary) + QLatin1Char(' ');
    for (const TrainPreset& preset : task().presets)
      if (QString::fromStdString(preset.name) == m_preset && holds(preset, m_values))
        words += tr("%1: %2").arg(m_preset, described(preset.summary)) + QLatin1Char(' ');
    words += tr("All steps take roughly %1 on the processor.").arg(durationText(seconds));
  }
  m_message->setText(words);
}

void NewRunPanel::start() {
  try {
    training().create(m_preset, options());
  } catch (const omega::Error& error) {
    m_message->setText(QString::fromStdString(error.what()));
  }
}

void NewRunPanel::startAll() {
  try {
    const omega::Options own = options();
    const Series all{{task().name}, usual_attentions(), 1, {}, {m_values.begin(), m_values.end()}, own.integer("seed")};
    for (const SeriesRun& run : runs_of(all)) training().create(m_preset, run.options);
  } catch (const omega::Error& error) {
    m_message->setText(QString::fromStdString(error.what()));
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

void NewRunPanel::render(QPainter& painter, const QRectF& area, const Theme& theme) const {
  painter.fillRect(area, theme.window);
  const PanelData table = data();
  std::vector<QStringList> rows;
  for (const auto& row : table.rows)
    rows.push_back({row[0].toHtmlEscaped(), row[1].toHtmlEscaped(), row[2].toHtmlEscaped()});
  paintRichText(painter, area, theme, tableHtml(QStringList(table.columns.begin(), table.columns.end()), rows, theme));
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
