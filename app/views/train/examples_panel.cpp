// Examples: what the task looks like, as sequences or pictures, and how many examples each class has.
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QVBoxLayout>
#include <algorithm>

#include "core/text.h"
#include "train/tasks/sparsity_task.h"
#include "views/fitted_picture.h"
#include "views/painted_canvas.h"
#include "views/registry.h"
#include "views/rich_text.h"
#include "views/train/train_panel.h"
#include "widgets/colour_maps.h"
#include "widgets/controls.h"

namespace omegascope {

using namespace omega::train;

class ExamplesPanel : public TrainPanel {
 public:
  ExamplesPanel(Workbench& workbench, QWidget* parent);

  QString help() const override;
  QStringList equations() const override;
  void render(QPainter& painter, const QRectF& area, const Theme& theme) const override;
  bool hasPicture() const override { return shownData() != nullptr; }
  PanelData data() const override;
  QString whyNoCommand() const override {
    return tr("Examples are shown here only: omega train draws the same ones, and writes none of them.");
  }

 protected:
  bool looksInside() const override { return true; }
  void refresh() override;

 private:
  const omega::train::TaskData* shownData() const;
  const omega::train::TrainPlan& plan() const { return training().current()->trainer()->plan(); }  // of the data shown
  void showClasses();
  QString nothingHtml() const;
  QString titleOf(omega::Index example) const;
  QString words() const;
  /// The chosen example and those after it, of the chosen class.
  std::vector<omega::Index> examplesFrom(omega::Index first, std::size_t most) const;
  void chooseClass();
  void paint(QPainter& painter, const QRectF& area, const Theme& theme) const;
  void paintStrip(QPainter& painter, const QRectF& area, const Theme& theme, omega::Index example) const;
  void paintSums(QPainter& painter, const QRectF& area, const Theme& theme, omega::Index example) const;
  void paintHistogram(QPainter& painter, const QRectF& area, const Theme& theme) const;
  std::vector<std::pair<QRectF, omega::Index>> places(const QRectF& area, const Theme& theme) const;

  QSpinBox* m_example = nullptr;
  QStringList m_classNames;
  QComboBox* m_class = nullptr;
  PaintedCanvas* m_canvas = nullptr;
};

namespace {

constexpr double kHistogramShare = 0.3;
constexpr std::size_t kMostStrips = 12, kExported = 64;

constexpr double kLinesOfPicture = 8, kLinesOfStrip = 3.4;

QColor sumColour(double sum, const Theme& theme) {
  return QColor(ColourScale::symmetric(kLargestSum).forGrey(theme.isGrey).colour(sum));
}

bool hasSums(const TrainPlan& plan) { return plan.task->sums_cells; }

/// Cells of a grid as they are: a token's place among all that there are is its brightness.
QImage pictureOf(const TaskData& data, const omega::Grid& grid, omega::Index example) {
  QImage image(static_cast<int>(grid.width), static_cast<int>(grid.height), QImage::Format_RGB32);
  const std::uint8_t* cells = data.example(example);
  for (int y = 0; y < image.height(); ++y)
    for (int x = 0; x < image.width(); ++x) {
      const int grey = static_cast<int>(255 * *cells++ / std::max<omega::Index>(1, data.symbols.rows() - 1));
      image.setPixel(x, y, qRgb(grey, grey, grey));
    }
  return image;
}

/// Tokens as people read them. Of those that are bytes a letter stands at its first; � is for a byte of none, as where
/// the length has cut it.
QStringList tokenTexts(const TrainPlan& plan, const TaskData& data, omega::Index example) {
  QStringList words;
  std::string bytes;
  for (omega::Index i = 0; i < data.length_of(example); ++i) {
    const std::uint8_t token = data.example(example)[i];
    const std::string text = plan.task->token_text ? plan.task->token_text(token) : std::to_string(token);
    plan.task->token_gap.empty() ? void(bytes += text) : words.append(QString::fromStdString(text));
  }
  for (std::size_t at = 0; at < bytes.size();) {
    const std::size_t length = omega::character_at(bytes, at).length, steps = std::max<std::size_t>(1, length);
    words << (length == 0 ? QString(QChar::ReplacementCharacter) : QString::fromStdString(bytes.substr(at, length)));
    for (std::size_t more = 1; more < steps; ++more) words << QString();
    at += steps;
  }
  return words;
}

/// Letters without spaces between them.
QString tokensText(const TrainPlan& plan, const TaskData& data, omega::Index example) {
  return tokenTexts(plan, data, example).join(QString::fromStdString(plan.task->token_gap));
}

}  // namespace

ExamplesPanel::ExamplesPanel(Workbench& workbench, QWidget* parent)
    : TrainPanel(workbench, QStringLiteral("train_examples"), tr("Examples"), parent) {
  auto* rows = inset(new QVBoxLayout(this), {4, 2, 4, 2}, 2);
  auto* row = new QHBoxLayout;
  m_example = named(new QSpinBox(this), tr("Example"),
                    tr("The number of an example of the run's data; Heads looks at the same one"));
  m_class = named(new QComboBox(this), tr("Class"), tr("Only examples of this class"));
  m_class->addItem(tr("every class"), -1);
  auto* label = new QLabel(tr("example"), this);
  label->setBuddy(m_example);
  row->addWidget(label);
  row->addWidget(m_example);
  row->addWidget(m_class);
  row->addStretch();
  rows->addLayout(row);
  m_canvas = new PaintedCanvas(
      [this](QPainter& painter, const QRectF& area, const Theme& theme) { paint(painter, area, theme); },
      tr("Examples of the task"), [this] { return afterName(*m_canvas, words()); }, this);
  rows->addWidget(m_canvas, 1);
  rows->addWidget(remedyButton(), 0, Qt::AlignLeft);
  connect(m_example, &QSpinBox::valueChanged, this, [this](int number) {
    HeadPlace place = training().place();
    place.example = number;
    training().setPlace(place);
  });
  connect(m_class, &QComboBox::activated, this, &ExamplesPanel::chooseClass);
  connect(m_canvas, &PaintedCanvas::clicked, this, [this](QPointF at) {
    if (shownData() == nullptr) return;
    for (const auto& [rect, example] : places(m_canvas->rect(), theme()))
      if (rect.contains(at)) m_example->setValue(static_cast<int>(example));
  });
}

/// The classes of the task that is shown.
void ExamplesPanel::showClasses() {
  const TaskData* data = shownData();
  QStringList names{tr("every class")};
  for (omega::Index c = 0; data != nullptr && c < data->class_count(); ++c)
    names << tr("class %1").arg(QString::fromStdString(data->class_names[static_cast<std::size_t>(c)]));
  if (names == m_classNames) return;
  m_classNames = names;
  m_class->clear();
  for (int i = 0; i < names.size(); ++i) m_class->addItem(names[i], i - 1);
}

const TaskData* ExamplesPanel::shownData() const {
  const TrainRun* run = training().current();
  return run != nullptr && run->trainer() ? &run->trainer()->data() : nullptr;
}

std::vector<omega::Index> ExamplesPanel::examplesFrom(omega::Index first, std::size_t most) const {
  std::vector<omega::Index> found;
  const TaskData* data = shownData();
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
  const TaskData* data = shownData();
  m_example->setEnabled(data != nullptr);
  m_class->setEnabled(data != nullptr);
  showClasses();
  m_example->setRange(0, data != nullptr ? static_cast<int>(data->count()) - 1 : 0);
  showNumber(m_example, static_cast<int>(training().place().example));
  m_canvas->update();
  reportPainted();
}

// --- Painting --------------------------------------------------------------------------------------------------------

std::vector<std::pair<QRectF, omega::Index>> ExamplesPanel::places(const QRectF& area, const Theme& theme) const {
  const double line = 1.35 * theme.font.pixelSize(),
               height = (plan().model.task.grid ? kLinesOfPicture : kLinesOfStrip) * line;
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
  if (shownData() == nullptr) return paintRichText(painter, area, theme, nothingHtml());
  for (const auto& [rect, example] : places(area, theme)) paintStrip(painter, rect, theme, example);
  paintHistogram(painter,
                 {area.left() + area.width() * (1 - kHistogramShare) + 16, area.top(),
                  area.width() * kHistogramShare - 20, area.height()},
                 theme);
}

QString ExamplesPanel::titleOf(omega::Index example) const {
  const TaskData& data = *shownData();
  return tr("example %1: class %2")
      .arg(example)
      .arg(QString::fromStdString(data.class_names[data.classes[static_cast<std::size_t>(example)]]));
}

/// The chosen example, in letters where it has any, and those that stand below it.
QString ExamplesPanel::words() const {
  if (shownData() == nullptr) return {};
  QStringList said;
  for (const auto& [rect, example] : places(m_canvas->rect(), theme())) {
    said << titleOf(example);
    if (said.size() == 1 && !hasSums(plan()) && !plan().model.task.grid)
      said << tokensText(plan(), *shownData(), example);
  }
  return said.join(QStringLiteral("; "));
}

QString ExamplesPanel::nothingHtml() const {
  const TrainRun* run = training().current();
  if (run == nullptr)
    return emptyHtml(tr("The sequences that a run learns from appear here: value, relevance and running sum of each "
                        "cell, and how many there are of each class."),
                     tr("Start a run: it draws or reads its data."));
  if (!run->error().isEmpty()) return errorHtml(*run);
  return tr("<p>The data of the run are being drawn or read again.</p>");
}

void ExamplesPanel::paintStrip(QPainter& painter, const QRectF& area, const Theme& theme, omega::Index example) const {
  const TaskData& data = *shownData();
  const double line = 1.35 * theme.font.pixelSize();
  const bool isChosen = example == training().place().example;
  painter.setFont(isChosen ? theme.bold() : theme.font);
  painter.setPen(theme.text);
  const double left = hasSums(plan()) ? 5.2 * theme.font.pixelSize() : 0;
  painter.drawText(QRectF(area.left() + left, area.top(), area.width() - left, line), Qt::AlignLeft | Qt::AlignVCenter,
                   titleOf(example));
  if (hasSums(plan())) return paintSums(painter, area, theme, example);
  const QRectF inside = area.adjusted(0, line, 0, -0.3 * line);
  if (const auto& grid = plan().model.task.grid) {
    painter.setRenderHint(QPainter::SmoothPixmapTransform, false);
    const double scale = inside.height() / static_cast<double>(grid->height);
    painter.drawImage(QRectF(inside.left(), inside.top(), scale * static_cast<double>(grid->width), inside.height()),
                      pictureOf(data, *grid, example));
    return;
  }
  painter.setFont(theme.scaled(kSmallText));
  painter.drawText(inside, Qt::AlignLeft | Qt::AlignTop | Qt::TextWrapAnywhere, tokensText(plan(), data, example));
}

/// For sparsity, three rows of cells: the value, faint where it is irrelevant; the relevance; the sum so far.
void ExamplesPanel::paintSums(QPainter& painter, const QRectF& area, const Theme& theme, omega::Index example) const {
  const TaskData& data = *shownData();
  const double line = 1.35 * theme.font.pixelSize(), left = area.left() + 5.2 * theme.font.pixelSize(),
               width = area.right() - left, cell = width / static_cast<double>(data.length);
  const double high = (area.height() - 1.5 * line) / 3;
  painter.setFont(theme.scaled(kSmallText));
  painter.setPen(theme.faint);
  const QString names[] = {tr("value"), tr("relevant"), tr("sum")};
  for (int row = 0; row < 3; ++row)
    painter.drawText(QRectF(area.left(), area.top() + line + row * high, left - area.left() - 4, high),
                     Qt::AlignRight | Qt::AlignVCenter, names[row]);
  const std::vector<int> sums = running_sums(data, example);
  for (omega::Index i = 0; i < data.length; ++i) {
    const QRectF at(left + static_cast<double>(i) * cell, area.top() + line, std::max(cell - (cell > 4 ? 1 : 0), 0.5),
                    high - 1);
    const Cell now = cell_of(data.example(example)[i]);
    QColor value = sumColour(now.positive ? kLargestSum : -kLargestSum, theme);
    if (!now.relevant) value.setAlphaF(0.25f);
    painter.fillRect(at, value);
    painter.fillRect(at.translated(0, high), now.relevant ? theme.text : theme.grid);
    painter.fillRect(at.translated(0, 2 * high), sumColour(sums[static_cast<std::size_t>(i)], theme));
  }
}

void ExamplesPanel::paintHistogram(QPainter& painter, const QRectF& area, const Theme& theme) const {
  const TaskData& data = *shownData();
  const auto classes = static_cast<std::size_t>(data.class_count());
  std::vector<double> counts(classes);
  for (const std::uint8_t c : data.classes) counts[c] += 1.0 / static_cast<double>(data.count());
  std::vector<double> natural;  // before they are made equal, where that is known
  if (hasSums(plan())) {
    const auto sums = class_probabilities(data.length, plan().options.real("sparsity"));
    natural.assign(sums.begin(), sums.end());
  }
  const double highest = std::max(natural.empty() ? 0 : *std::max_element(natural.begin(), natural.end()),
                                  *std::max_element(counts.begin(), counts.end()));
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
  say(tr("%1 examples by class").arg(countText(data.count())), theme.text);
  if (!natural.empty()) say(tr("outlined: before they are made equal"), theme.faint);
  const QRectF bars(area.left(), top + 0.3 * line, area.width(), std::min(area.bottom() - top - 2 * line, 12 * line));
  if (bars.height() < line) return;
  painter.setFont(theme.scaled(kFineText));
  const double wide = bars.width() / static_cast<double>(classes);
  for (std::size_t c = 0; c < classes; ++c) {
    const double left = bars.left() + static_cast<double>(c) * wide;
    const auto bar = [&](double share, double inset) {
      const double height = bars.height() * share / highest;
      return QRectF(left + inset, bars.bottom() - height, wide - 2 * inset, height);
    };
    painter.fillRect(bar(counts[c], 0.2 * wide),
                     hasSums(plan()) ? sumColour(static_cast<double>(c) - kLargestSum, theme) : theme.accent);
    painter.setPen(QPen(theme.text, theme.lineScale));
    if (!natural.empty()) painter.drawRect(bar(natural[c], 0.08 * wide));
    const QString name = QString::fromStdString(data.class_names[c]);
    painter.drawText(QRectF(left - 6, bars.bottom() + 2, wide + 12, line), Qt::AlignCenter,
                     painter.fontMetrics().elidedText(name, Qt::ElideRight, static_cast<int>(wide + 10)));
  }
}

void ExamplesPanel::render(QPainter& painter, const QRectF& area, const Theme& theme) const {
  constexpr QSizeF kLeast{560, 320};  // in which its words have room
  paintAtLeast(painter, area, kLeast, [&](const QRectF& room) { paint(painter, room, theme); });
}

QString ExamplesPanel::help() const {
  return tr(
      "<b>Examples</b><p>What the run is trained on, drawn from its seed or read from its data: sequences of tokens, "
      "or the cells of a picture. For sparsity each cell's value, −1 or 1 (faint where it is irrelevant), the mark of "
      "relevance, and the sum of the relevant values so far; the last sum is the class, and the outlines are how often "
      "each comes before classes are made equally large.</p><p><b>Look for</b> what the class hangs on: few marks, one "
      "key, one operator, a curve. Click an example to look at it in Heads.</p>");
}

QStringList ExamplesPanel::equations() const {
  return shownData() == nullptr || hasSums(plan()) ? QStringList{QStringLiteral("s = Σ_i v_i a_i")} : QStringList{};
}

PanelData ExamplesPanel::data() const {
  const TaskData* shown = shownData();
  if (shown == nullptr) return presetTable();
  PanelData data;
  data.columns = {tr("example"), tr("class"), tr("cell")};
  if (hasSums(plan()))
    data.columns.insert(data.columns.end(), {tr("value"), tr("relevant"), tr("sum")});
  else
    data.columns.push_back(tr("token"));
  const std::vector<omega::Index> examples = examplesFrom(training().place().example, kExported);
  std::vector<double> numbers, cells;
  for (const omega::Index e : examples) {
    numbers.push_back(static_cast<double>(e));
    const std::vector<int> sums = hasSums(plan()) ? running_sums(*shown, e) : std::vector<int>();
    const QStringList tokens = hasSums(plan()) ? QStringList() : tokenTexts(plan(), *shown, e);
    const QString className =
        plainClass(QString::fromStdString(shown->class_names[shown->classes[static_cast<std::size_t>(e)]]));
    for (omega::Index i = 0; i < shown->length; ++i) {
      const std::uint8_t token = shown->example(e)[i];
      std::vector<QString> row{QString::number(e), className, QString::number(i)};
      if (sums.empty()) {
        if (i < tokens.size()) {
          row.push_back(tokens[i]);
          data.rows.push_back(row);
        }
        cells.push_back(i < tokens.size() ? token : -1);  // −1 is padding
        continue;
      }
      const Cell cell = cell_of(token);
      const int sum = sums[static_cast<std::size_t>(i)];
      row.insert(row.end(), {cell.positive ? QStringLiteral("1") : QStringLiteral("-1"),
                             cell.relevant ? QStringLiteral("1") : QStringLiteral("0"), QString::number(sum)});
      data.rows.push_back(row);
      cells.insert(cells.end(), {cell.positive ? 1.0 : -1.0, cell.relevant ? 1.0 : 0.0, static_cast<double>(sum)});
    }
  }
  data.addList("example", numbers);
  omega::Shape shape = {static_cast<omega::Index>(examples.size()), shown->length};
  if (hasSums(plan())) shape.push_back(3);  // value, relevance, sum
  data.arrays.emplace("cells", omega::Array::from(cells, shape));
  return data;
}

Panel* makeExamplesPanel(Workbench& workbench, QWidget* parent) { return new ExamplesPanel(workbench, parent); }

}  // namespace omegascope
