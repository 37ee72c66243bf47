#include "views/workload/workload_panel.h"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFileInfo>
#include <QFormLayout>
#include <QLabel>
#include <QPainter>
#include <cmath>
#include <utility>

#include "core/text.h"
#include "files/file_form.h"
#include "io/reader.h"
#include "language/language.h"
#include "synthetic/synthetic.h"
#include "views/fitted_picture.h"
#include "views/option_form.h"
#include "views/vertical_scroll.h"
#include "views/workload/patch_picture.h"
#include "widgets/controls.h"

namespace omegascope {

namespace {

/// Whether the first head of a model is chosen by its number; where it is not, the data seed chooses.
bool choosesHead(const Workload& workload) {
  const auto head = workload.presetOptions.find("head");
  return head != workload.presetOptions.end() && head->second != "-1";
}

}  // namespace

WorkloadPanel::WorkloadPanel(Workbench& workbench, QWidget* parent)
    : Panel(workbench, QStringLiteral("workload"), tr("Workload"), parent) {
  m_scroll = new VerticalScroll(this);
  auto* body = new QWidget(m_scroll);
  auto* around = bare(new QVBoxLayout(this));
  around->addWidget(m_scroll);
  m_layout = inset(new QVBoxLayout(body), {8, 4, 8, 6});
  m_preset = named(new QComboBox(body), tr("preset"),
                   tr("A synthetic sequence; to look at your own, drop a file on the window or use File ▸ Open"));
  for (const omega::Synthetic& synthetic : omega::synthetics())
    m_preset->addItem(described(synthetic.title()), QString::fromStdString(synthetic.name));
  m_about = wrapped(new QLabel(body));
  m_facts = selectable(wrapped(new QLabel(body)));
  m_seed = new QDoubleSpinBox(body);  // an unsigned number of 32 bits is too large for an int
  m_seed->setDecimals(0);
  m_seed->setRange(0, std::numeric_limits<std::uint32_t>::max());
  m_seed->setKeyboardTracking(false);
  m_seedRow = new QWidget(body);
  auto* seedRow = bare(new QFormLayout(m_seedRow));
  seedRow->addRow(tr("data seed"), m_seed);
  m_fileForm = new FileForm(body);
  m_picture = new PatchPicture(workbench, body);
  m_layout->addWidget(m_preset);
  m_layout->addWidget(m_about);
  m_layout->addWidget(m_seedRow);
  m_layout->addWidget(m_picture);
  m_layout->addWidget(m_fileForm);
  m_layout->addWidget(m_facts);
  m_layout->addWidget(remedyButton(), 0, Qt::AlignLeft);
  m_layout->addStretch();
  m_scroll->setWidget(body);
  body->installEventFilter(this);
  Workbench& bench = workbench;
  connect(m_preset, &QComboBox::activated, this, [this] { choose(m_preset->currentData().toString()); });
  const auto askFor = [&bench](const OptionTexts& options, bool choose) {
    emit bench.fileWanted(QString::fromStdString(bench.document().workload.file), options, choose);
  };
  connect(m_fileForm, &FileForm::edited, this, [askFor](const OptionTexts& options) { askFor(options, false); });
  connect(m_fileForm, &FileForm::arraysWanted, this,
          [askFor, &bench] { askFor(bench.document().workload.fileOptions, true); });
  connect(m_fileForm, &FileForm::againWanted, &bench, &Workbench::fileWantedAgain);
  connect(m_seed, &QDoubleSpinBox::valueChanged, this, [&bench](double value) {
    const auto seed = static_cast<std::uint32_t>(value);
    bench.store().change(tr("Data seed %1").arg(seed), [seed](Document& d) { d.workload.presetSeed = seed; });
  });
}

void WorkloadPanel::choose(const QString& preset) {
  if (preset.isEmpty()) return;
  const omega::Synthetic& chosen = omega::find_synthetic(preset.toStdString());
  workbench().store().change(tr("Workload %1").arg(described(chosen.title())), [&chosen](Document& d) {
    d.workload = Workload{};
    d.workload.preset = chosen.name;
    d.workload.presetOptions = {chosen.whole.begin(), chosen.whole.end()};
  });
}

QString WorkloadPanel::help() const {
  return tr("<b>Workload</b><p>The queries, keys and values that all panels look at. The presets each show one thing "
            "about attention; your own data (%1) can be dropped on the window instead. A picture is cut into patches, "
            "the tokens: click one to make it the query, whose frame is solid, and Shift+click to make it the key, "
            "whose frame is dashed; Ctrl+click collects keys.</p>"
            "<p>q and k are multiplied by √τ once, so that q·k is the logit; τ = 1/√D unless a card sets its "
            "scale.</p>")
      .arg(QString::fromStdString(omega::join(omega::readable_extensions(), ", ")));
}

void WorkloadPanel::matchForm() {
  const std::string& preset = workbench().document().workload.preset;
  const QString wanted = QString::fromStdString(preset);
  if (m_form != nullptr && wanted == m_formOf) return;
  if (m_form != nullptr) workbench().store().endGesture();  // its slider may be held
  delete m_form;
  m_form = nullptr;
  m_formOf = wanted;
  if (preset.empty()) return;
  m_form = new OptionForm(wanted, omega::find_synthetic(preset).options, m_layout->parentWidget());
  m_layout->insertWidget(3, m_form);
  DocumentStore& store = workbench().store();
  connect(m_form, &OptionForm::gestureBegan, this, [&store] { store.beginGesture(); });
  connect(m_form, &OptionForm::gestureEnded, this, [&store] { store.endGesture(); });
  connect(m_form, &OptionForm::edited, this, [this, &store](const QString& name, const QString& text) {
    store.change(tr("%1 of the workload").arg(m_form->titleOf(name)), [&](Document& d) {
      setText(d.workload.presetOptions, name.toStdString(), text.toStdString());
      d.workload.moved.clear();  // they belong to tokens that are elsewhere now
    });
  });
}

QStringList WorkloadPanel::facts() const {
  if (!snapshot().sequence) return {missingText()};
  const omega::Sizes& s = snapshot().sequence->sizes;
  QStringList lines;
  const QString queries = tr("N = %n quer(y/ies)", nullptr, static_cast<int>(s.N)),
                keys = tr("M = %n key(s)", nullptr, static_cast<int>(s.M));
  lines << tr("%1, %2").arg(queries, keys)
        << tr("D = %1, Dv = %2, %n head(s)", nullptr, static_cast<int>(s.heads)).arg(s.D).arg(s.Dv)
        << tr("τ = 1/√D = %1").arg(1 / std::sqrt(static_cast<double>(s.D)), 0, 'g', 4);
  if (snapshot().file)
    for (const std::string& sentence : snapshot().file->said) lines << described(sentence);
  if (const auto& grid = snapshot().sequence->grid)
    lines << tr("image of %1×%2 cells").arg(grid->height).arg(grid->width);
  if (const auto moved = workbench().document().workload.moved.size(); moved > 0)
    lines << tr("%n token(s) moved by hand", nullptr, static_cast<int>(moved));
  return lines;
}

void WorkloadPanel::refresh() {
  const Workload& workload = workbench().document().workload;
  matchForm();
  if (workload.preset.empty()) {
    m_preset->setCurrentIndex(-1);
    m_preset->setPlaceholderText(QFileInfo(QString::fromStdString(workload.file)).fileName());
    m_about->setText(QString::fromStdString(workload.file));
    const bool isOfFile = snapshot().document && snapshot().document->workload.file == workload.file;
    m_fileForm->showFile(QString::fromStdString(workload.file), isOfFile ? snapshot().file.get() : nullptr,
                         workload.fileOptions);
  } else {
    m_preset->setCurrentIndex(m_preset->findData(QString::fromStdString(workload.preset)));
    m_about->setText(described(omega::find_synthetic(workload.preset).summary));
    m_form->setValues(workload.presetOptions);
  }
  const QSignalBlocker block(m_seed);
  showNumber(m_seed, workload.presetSeed);
  m_seedRow->setVisible(!workload.preset.empty());
  m_seed->setEnabled(!choosesHead(workload));
  m_seed->setToolTip(
      choosesHead(workload)
          ? tr("Makes no difference here: the first head is chosen. Where that is −1, the seed chooses it")
          : tr("Seed of the data; the noise of the estimators has its own seed in the tool bar"));
  m_fileForm->setVisible(workload.preset.empty());
  m_picture->refresh();
  m_facts->setText(facts().join(QLatin1Char('\n')));
  offer(snapshot().sequence ? Remedy{} : usualRemedy());
  reportPainted();
}

/// Rows have come or gone, or break elsewhere. A layout learns of rows just shown only when it lays out, so it is done
/// here.
bool WorkloadPanel::eventFilter(QObject* watched, QEvent* event) {
  if (watched == m_scroll->widget() && event->type() == QEvent::LayoutRequest)
    if (const int height = heightFor(width()); std::exchange(m_height, height) != height) emit heightChanged();
  return Panel::eventFilter(watched, event);
}

// Measured as if the scroll bar were there: lines must not break because of it and so call for it.
int WorkloadPanel::heightFor(int width) const {
  return m_layout->totalHeightForWidth(width - m_scroll->verticalScrollBar()->sizeHint().width());
}

void WorkloadPanel::render(QPainter& painter, const QRectF& area, const Theme& theme) const {
  const QString words = (m_preset->currentIndex() < 0 ? m_preset->placeholderText() : m_preset->currentText()) +
                        QStringLiteral("\n\n") + m_about->text() + QStringLiteral("\n\n") +
                        facts().join(QLatin1Char('\n'));
  constexpr int kWrap = Qt::AlignLeft | Qt::TextWordWrap;
  const QRectF inside = area.adjusted(8, 8, -8, -8);
  const double lines = QFontMetricsF(theme.font).boundingRect(QRectF(0, 0, inside.width(), 1e6), kWrap, words).height(),
               below = lines + theme.lineHeight();
  const double picture = m_picture->isThere() ? std::min(0.5 * inside.width(), 1.0 * below) : 0;
  paintAtLeast(painter, inside, {inside.width(), picture > 0 ? below + picture : 0.0}, [&](const QRectF& room) {
    painter.setFont(theme.font);
    painter.setPen(theme.text);
    painter.drawText(room, kWrap, words);
    if (picture > 0) m_picture->paint(painter, room.adjusted(0, below, 0, 0), theme.marksSelection);
  });
}

PanelData WorkloadPanel::data() const {
  PanelData data;
  data.columns = {tr("fact")};
  for (const QString& fact : facts()) data.rows.push_back({fact});
  if (snapshot().sequence) {
    data.arrays.emplace("Q", snapshot().sequence->q);
    data.arrays.emplace("K", snapshot().sequence->k);
    data.arrays.emplace("V", snapshot().sequence->v);
  }
  return data;
}

}  // namespace omegascope
