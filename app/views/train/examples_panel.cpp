#include "views/train/examples_panel.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QVBoxLayout>
#include <algorithm>

#include "views/fitted_picture.h"
#include "views/rich_text.h"
#include "views/train/painted_canvas.h"
#include "widgets/colour_maps.h"

namespace omegascope {

using namespace omega::train;

namespace {

constexpr double kHistogramShare = 0.3;
constexpr std::size_t kMostStrips = 12, kExported = 64;

QColor sumColour(double sum) { return QColor(ColourScale::symmetric(kLargestSum).colour(sum)); }

}  // namespace

ExamplesPanel::ExamplesPanel(Workbench& workbench, QWidget* parent)
    : TrainPanel(workbench, QStringLiteral("train_examples"), tr("Examples"), parent) {
  auto* rows = new QVBoxLayout(this);
  rows->setContentsMargins(4, 2, 4, 2);
  rows->setSpacing(2);
  auto* row = new QHBoxLayout;
  m_example = new QSpinBox(this);
  m_example->setAccessibleName(tr("Example"));
  m_example->setToolTip(tr("The number of an example of the run's data; Heads looks at the same one"));
  m_class = new QComboBox(this);
  m_class->setAccessibleName(tr("Class"));
  m_class->setToolTip(tr("Only examples of this class: the sum of their relevant values"));
  m_class->addItem(tr("every class"), -1);
  for (int c = 0; c < kClasses; ++c) m_class->addItem(tr("class %1").arg(classText(c)), c);
  auto* label = new QLabel(tr("example"), this);
  label->setBuddy(m_example);
  row->addWidget(label);
  row->addWidget(m_example);
  row->addWidget(m_class);
  row->addStretch();
  rows->addLayout(row);
  m_canvas = new PaintedCanvas(
      [this](QPainter& painter, const QRectF& area, const Theme& theme) { paint(painter, area, theme); },
      tr("Examples of the task"), this);
  rows->addWidget(m_canvas, 1);
  connect(m_example, &QSpinBox::valueChanged, this, [this](int number) {
    HeadPlace place = training().place();
    place.example = number;
    training().setPlace(place);
  });
  connect(m_class, &QComboBox::activated, this, &ExamplesPanel::chooseClass);
  connect(m_canvas, &PaintedCanvas::clicked, this, [this](QPointF at) {
    for (const auto& [rect, example] : places(m_canvas->rect(), theme()))
      if (rect.contains(at)) m_example->setValue(static_cast<int>(example));
  });
}

const SparsityData* ExamplesPanel::shownData() const {
  const TrainRun* run = training().current();
  return run != nullptr && run->trainer() ? &run->trainer()->data() : nullptr;
}

std::vector<omega::Index> ExamplesPanel::examplesFrom(omega::Index first, std::size_t most) const {
  std::vector<omega::Index> found;
  const SparsityData* data = shownData();
  const int wanted = m_class->currentData().toInt();
  for (omega::Index i = 0; data != nullptr && i < data->count() && found.size() < most; ++i) {
    const omega::Index e = (first + i) % data->count();  // after the last comes the first
    if (wanted < 0 || data->classes[static_cast<std::size_t>(e)] == wanted) found.push_back(e);
  }
  return found;
}

void ExamplesPanel::chooseClass() {
  const auto found = examplesFrom(training().place().example, 1);
  if (!found.empty()) m_example->setValue(static_cast<int>(found.front()));
  m_canvas->update();
}

void ExamplesPanel::refresh() {
  training().look();
  const QSignalBlocker quiet(m_example);
  const SparsityData* data = shownData();
  m_example->setEnabled(data != nullptr);
  m_class->setEnabled(data != nullptr);
  m_example->setRange(0, data != nullptr ? static_cast<int>(data->count()) - 1 : 0);
  m_example->setValue(static_cast<int>(training().place().example));
  m_canvas->update();
  reportPainted();
}

// --- Painting --------------------------------------------------------------------------------------------------------

std::vector<std::pair<QRectF, omega::Index>> ExamplesPanel::places(const QRectF& area, const Theme& theme) const {
  const double line = 1.35 * theme.font.pixelSize(), height = 3.4 * line;
  const auto most =
      std::clamp<std::size_t>(static_cast<std::size_t>(std::max(1.0, area.height() / height)), 1, kMostStrips);
  std::vector<std::pair<QRectF, omega::Index>> all;
  for (const omega::Index example : examplesFrom(training().place().example, most))
    all.emplace_back(QRectF(area.left(), area.top() + static_cast<double>(all.size()) * height,
                            area.width() * (1 - kHistogramShare), height),
                     example);
  return all;
}

void ExamplesPanel::paint(QPainter& painter, const QRectF& area, const Theme& theme) const {
  painter.fillRect(area, theme.window);
  if (shownData() == nullptr) return paintRichText(painter, area, theme, nothingHtml());
  for (const auto& [rect, example] : places(area, theme)) paintStrip(painter, rect, theme, example);
  paintHistogram(painter,
                 {area.left() + area.width() * (1 - kHistogramShare) + 16, area.top(),
                  area.width() * kHistogramShare - 20, area.height()},
                 theme);
}

QString ExamplesPanel::nothingHtml() const {
  const TrainRun* run = training().current();
  if (run == nullptr)
    return emptyHtml(tr("Here come the sequences that a run learns from: value, relevance and running sum of each "
                        "cell, and how many there are of each class."),
                     tr("Start a run: its data are drawn from its seed."));
  if (!run->error().isEmpty()) return QStringLiteral("<p>%1</p>").arg(run->error().toHtmlEscaped());
  return tr("<p>The data of the run are being drawn again, from its seed.</p>");
}

/// Three rows of cells: the value, faint where it is irrelevant; the relevance; the sum so far.
void ExamplesPanel::paintStrip(QPainter& painter, const QRectF& area, const Theme& theme, omega::Index example) const {
  const SparsityData& data = *shownData();
  const double line = 1.35 * theme.font.pixelSize(), left = area.left() + 5.2 * theme.font.pixelSize(),
               width = area.right() - left, cell = width / static_cast<double>(data.length);
  const double high = (area.height() - 1.5 * line) / 3;
  const bool isChosen = example == training().place().example;
  painter.setFont(isChosen ? theme.bold() : theme.font);
  painter.setPen(theme.text);
  painter.drawText(
      QRectF(left, area.top(), width, line), Qt::AlignLeft | Qt::AlignVCenter,
      tr("example %1: sum %2").arg(example).arg(classText(data.classes[static_cast<std::size_t>(example)])));
  painter.setFont(theme.scaled(0.85));
  painter.setPen(theme.faint);
  const QString names[] = {tr("value"), tr("relevant"), tr("sum")};
  for (int row = 0; row < 3; ++row)
    painter.drawText(QRectF(area.left(), area.top() + line + row * high, left - area.left() - 4, high),
                     Qt::AlignRight | Qt::AlignVCenter, names[row]);
  const std::vector<int> sums = running_sums(data, example);
  const Cell* cells = data.example(example);
  for (omega::Index i = 0; i < data.length; ++i) {
    const QRectF at(left + static_cast<double>(i) * cell, area.top() + line, std::max(cell - (cell > 4 ? 1 : 0), 0.5),
                    high - 1);
    QColor value = sumColour(cells[i].positive ? kLargestSum : -kLargestSum);
    if (!cells[i].relevant) value.setAlphaF(0.25f);
    painter.fillRect(at, value);
    painter.fillRect(at.translated(0, high), cells[i].relevant ? theme.text : theme.grid);
    painter.fillRect(at.translated(0, 2 * high), sumColour(sums[static_cast<std::size_t>(i)]));
  }
}

void ExamplesPanel::paintHistogram(QPainter& painter, const QRectF& area, const Theme& theme) const {
  const SparsityData& data = *shownData();
  const TrainPlan& plan = training().current()->trainer()->plan();
  std::array<double, kClasses> counts{};
  for (const std::uint8_t c : data.classes) counts[c] += 1.0 / static_cast<double>(data.count());
  const auto natural = class_probabilities(data.length, plan.task.relevance);
  const double highest =
      std::max(*std::max_element(natural.begin(), natural.end()), *std::max_element(counts.begin(), counts.end()));
  const double line = 1.35 * theme.font.pixelSize();
  // As many lines of words as the width takes.
  painter.setFont(theme.font);
  double top = area.top();
  const auto say = [&](const QString& words, const QColor& colour) {
    const QRectF room(area.left(), top, area.width(), area.bottom() - top);
    painter.setPen(colour);
    painter.drawText(room, Qt::AlignLeft | Qt::TextWordWrap, words);
    top += painter.boundingRect(room, Qt::AlignLeft | Qt::TextWordWrap, words).height();
  };
  say(tr("%1 examples by class").arg(QLocale().toString(static_cast<qlonglong>(data.count()))), theme.text);
  say(tr("outlined: before they are made equal"), theme.faint);
  const QRectF bars(area.left(), top + 0.3 * line, area.width(), std::min(area.bottom() - top - 2 * line, 12 * line));
  if (bars.height() < line) return;
  painter.setFont(theme.scaled(0.8));
  const double wide = bars.width() / kClasses;
  for (int c = 0; c < kClasses; ++c) {
    const auto bar = [&](double share, double inset) {
      const double height = bars.height() * share / highest;
      return QRectF(bars.left() + c * wide + inset, bars.bottom() - height, wide - 2 * inset, height);
    };
    painter.fillRect(bar(counts[static_cast<std::size_t>(c)], 0.2 * wide), sumColour(c - kLargestSum));
    painter.setPen(QPen(theme.text, theme.lineScale));
    painter.drawRect(bar(natural[static_cast<std::size_t>(c)], 0.08 * wide));
    painter.drawText(QRectF(bars.left() + c * wide - 6, bars.bottom() + 2, wide + 12, line), Qt::AlignCenter,
                     classText(c));
  }
}

void ExamplesPanel::render(QPainter& painter, const QRectF& area, const Theme& theme) const {
  constexpr QSizeF kLeast{560, 320};  // in which its words have room
  paintAtLeast(painter, area, kLeast, [&](const QRectF& room) { paint(painter, room, theme); });
}

QString ExamplesPanel::help() const {
  return tr(
      "<b>Examples</b><p>What the run is trained on, drawn from its seed. Of each cell the value, −1 or 1 (faint where "
      "it is irrelevant), the mark of relevance, which it has with probability p, and the sum of the "
      "relevant values so far, which never leaves −4 … 4. The last sum is the class. Classes are made equally large; "
      "the outlines are how often each comes by itself.</p>"
      "<p><b>Look for</b> how few marks decide at small p, and that values without a mark tell nothing. Click a strip "
      "to look at it in Heads.</p>");
}

QStringList ExamplesPanel::equations() const { return {QStringLiteral("s = Σ_i v_i a_i")}; }

PanelData ExamplesPanel::data() const {
  const SparsityData* shown = shownData();
  if (shown == nullptr) return presetTable();
  PanelData data;
  data.columns = {tr("example"), tr("class"), tr("cell"), tr("value"), tr("relevant"), tr("sum")};
  const std::vector<omega::Index> examples = examplesFrom(training().place().example, kExported);
  std::vector<double> numbers, cells;
  for (const omega::Index e : examples) {
    numbers.push_back(static_cast<double>(e));
    const std::vector<int> sums = running_sums(*shown, e);
    for (omega::Index i = 0; i < shown->length; ++i) {
      const Cell& cell = shown->example(e)[i];
      data.rows.push_back({QString::number(e),
                           QString::number(shown->classes[static_cast<std::size_t>(e)] - kLargestSum),
                           QString::number(i), cell.positive ? QStringLiteral("1") : QStringLiteral("-1"),
                           cell.relevant ? QStringLiteral("1") : QStringLiteral("0"),
                           QString::number(sums[static_cast<std::size_t>(i)])});
      cells.insert(cells.end(), {cell.positive ? 1.0 : -1.0, cell.relevant ? 1.0 : 0.0,
                                 static_cast<double>(sums[static_cast<std::size_t>(i)])});
    }
  }
  addArray(data, QStringLiteral("example"), numbers);
  data.arrays.emplace("cells", omega::Array::from(cells, {static_cast<omega::Index>(examples.size()), shown->length,
                                                          3}));  // value, relevance, sum
  return data;
}

}  // namespace omegascope
