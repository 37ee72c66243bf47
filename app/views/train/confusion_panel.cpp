// Confusion: which class the current run takes for which, at its latest validation.
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "views/fitted_picture.h"
#include "views/painted_canvas.h"
#include "views/registry.h"
#include "views/rich_text.h"
#include "views/train/train_panel.h"
#include "widgets/canvas_title.h"
#include "widgets/colour_maps.h"
#include "widgets/controls.h"

namespace omegascope {

using namespace omega::train;

namespace {

omega::Index examplesOf(const Record& record, omega::Index row) {
  const auto& counts = record.confusion[static_cast<std::size_t>(row)];
  return std::accumulate(counts.begin(), counts.end(), omega::Index{0});
}

/// Where the map of classes stands, and how many of their names have room beside it.
struct ClassMap {
  omega::Index classes, eachRow = 1, eachColumn = 1;  // every so many-th is named
  double names;                                       // width of those of rows
  QRectF room;                                        // of the map

  ClassMap(const Record& record, const QRectF& area, const Theme& theme)
      : classes(static_cast<omega::Index>(record.confusion.size())) {
    const double line = 1.5 * theme.font.pixelSize();
    const QFontMetricsF letters(theme.font);
    double longest = 0;
    for (omega::Index c = 0; c < classes; ++c)
      longest = std::max(longest, std::ceil(letters.horizontalAdvance(classText(record, c))));
    names = std::max(2 * line, std::min(longest + 0.5 * line, 0.3 * area.width()));
    const double left = names + 1.4 * line,
                 height = std::max(1.0, std::min((area.width() - left - 0.6 * line) / 1.8, area.height() - 3.4 * line));
    room = QRectF(area.left() + left, area.top() + 1.2 * line, 1.8 * height, height);
    // Where not all have room for their first letters, only some are named, with room for more of theirs.
    const auto every = [](double needed, double has) { return static_cast<omega::Index>(std::ceil(needed / has)); };
    eachRow = every(letters.height(), high());
    eachColumn = every(std::min(longest, 2.5 * line) + 0.5 * line, wide());
    if (eachColumn > 1) eachColumn = every(std::min(longest, 8 * line) + line, wide());
  }

  double wide() const { return room.width() / static_cast<double>(classes); }
  double high() const { return room.height() / static_cast<double>(classes); }
  /// In whole pixels, without seams between them.
  QRectF cell(omega::Index row, omega::Index column) const {
    const auto x = [this](omega::Index c) { return std::round(room.left() + static_cast<double>(c) * wide()); };
    const auto y = [this](omega::Index r) { return std::round(room.top() + static_cast<double>(r) * high()); };
    return {QPointF(x(column), y(row)), QPointF(x(column + 1), y(row + 1))};
  }
};

}  // namespace

class ConfusionPanel : public TrainPanel {
 public:
  ConfusionPanel(Workbench& workbench, QWidget* parent);

  QString help() const override;
  void render(QPainter& painter, const QRectF& area, const Theme& theme) const override;
  bool hasPicture() const override {
    const auto picture = currentPicture();
    return picture && !picture->record.validations.empty();
  }
  PanelData data() const override;

 protected:
  void refresh() override;

 private:
  QString nothingHtml() const;
  QString words() const;
  void paint(QPainter& painter, const QRectF& area, const Theme& theme) const;
  void paintNames(QPainter& painter, const ClassMap& map, const Record& record, const Theme& theme) const;
  QString textAt(QPointF at) const;

  PaintedCanvas* m_canvas = nullptr;
};

ConfusionPanel::ConfusionPanel(Workbench& workbench, QWidget* parent)
    : TrainPanel(workbench, QStringLiteral("train_confusion"), tr("Confusion"), parent) {
  auto* layout = inset(new QVBoxLayout(this), {2, 2, 2, 2});
  m_canvas = new PaintedCanvas(
      [this](QPainter& painter, const QRectF& area, const Theme& theme) { paint(painter, area, theme); },
      tr("Classes and what they are taken for"), [this] { return afterName(*m_canvas, words()); }, this);
  const QString tip =
      tr("Rows: the class; columns: what the model says; the number of examples, coloured by its share of the class");
  m_canvas->setToolTip(tip);
  connect(m_canvas, &PaintedCanvas::pointed, this, [this, tip](QPointF at) {
    const QString text = textAt(at);  // with names of the user's, which are no HTML whatever they look like
    m_canvas->setToolTip(text.isEmpty() ? tip : plainTip(text));
  });
  layout->addWidget(m_canvas, 1);
  layout->addWidget(remedyButton(), 0, Qt::AlignLeft);
}

void ConfusionPanel::refresh() {
  m_canvas->update();
  reportPainted();
}

/// How many are taken for what they are, and what is mistaken most.
QString ConfusionPanel::words() const {
  if (!hasPicture()) return {};
  const Record& record = currentPicture()->record;
  const auto& counts = record.confusion;
  omega::Index all = 0, right = 0, most = 0;
  std::size_t of = 0, taken = 0;
  for (std::size_t row = 0; row < counts.size(); ++row)
    for (std::size_t column = 0; column < counts[row].size(); ++column) {
      all += counts[row][column];
      if (row == column) right += counts[row][column];
      if (row == column || counts[row][column] <= most) continue;
      most = counts[row][column];
      of = row;
      taken = column;
    }
  QStringList said{tr("%1 of %2 examples are taken for what they are").arg(countText(right), countText(all))};
  if (most > 0)
    said << tr("class %1 is taken for %2 most often, %3 times")
                .arg(classText(record, static_cast<omega::Index>(of)),
                     classText(record, static_cast<omega::Index>(taken)), countText(most));
  return said.join(QStringLiteral("; "));
}

QString ConfusionPanel::nothingHtml() const {
  const QString shows = tr("Which class the model takes for which appears here, for the examples kept for validation.");
  const auto picture = currentPicture();
  if (!picture) return emptyHtml(shows, tr("Start a run: the first validation fills it."));
  const TrainingSettings& training = picture->plan.training;  // the last step is always validated
  return emptyHtml(
      shows,
      tr("The first validation is after step %1.").arg(countText(std::min(training.validate_every, training.steps))));
}

void ConfusionPanel::paint(QPainter& painter, const QRectF& area, const Theme& theme) const {
  const auto picture = currentPicture();
  if (!hasPicture()) return paintRichText(painter, area, theme, nothingHtml());
  const double line = 1.5 * theme.font.pixelSize();
  paintCanvasTitle(painter, {area.left() + 4, area.top(), area.width() - 8, line}, theme,
                   tr("%1, validation after step %2")
                       .arg(training().current()->name(), countText(picture->record.validations.back().step)),
                   {tr("examples, coloured by their share of the class")});
  const Record& record = picture->record;
  const ClassMap map(record, area, theme);
  const ColourScale scale{ColourMap::Viridis, Norm::Linear, 0, 1};
  painter.setFont(theme.font);
  const QFontMetricsF letters(theme.font);
  for (omega::Index row = 0; row < map.classes; ++row) {
    const auto& counts = record.confusion[static_cast<std::size_t>(row)];
    const double all = static_cast<double>(std::max<omega::Index>(1, examplesOf(record, row)));
    for (omega::Index column = 0; column < map.classes; ++column) {
      const auto count = counts[static_cast<std::size_t>(column)];
      const QRectF cell = map.cell(row, column);
      const QColor colour(scale.colour(static_cast<double>(count) / all));
      painter.fillRect(cell, colour);
      painter.setPen(contrast(Qt::white, colour) > contrast(Qt::black, colour) ? Qt::white : Qt::black);
      const QString text = QString::number(count);
      const QSizeF size = letters.size(Qt::TextSingleLine, text);
      const bool hasRoom = size.width() <= map.wide() && size.height() <= map.high() + 2;
      if (count > 0 && hasRoom) painter.drawText(cell, Qt::AlignCenter, text);
    }
  }
  paintNames(painter, map, record, theme);
  painter.drawText(QRectF(map.room.left(), map.room.bottom() + 0.9 * line, map.room.width(), line), Qt::AlignCenter,
                   tr("what the model says"));
  painter.save();
  painter.translate(map.room.left() - map.names - 0.6 * line, map.room.center().y());
  painter.rotate(-90);
  painter.drawText(QRectF(-map.room.height() / 2, -line / 2, map.room.height(), line), Qt::AlignCenter, tr("class"));
  painter.restore();
}

/// Of rows to the left and of columns below, cut where there is no room for the whole.
void ConfusionPanel::paintNames(QPainter& painter, const ClassMap& map, const Record& record,
                                const Theme& theme) const {
  const double line = 1.5 * theme.font.pixelSize(), gap = 0.2 * line;
  const QFontMetricsF letters(theme.font);
  painter.setPen(theme.text);
  const auto paintName = [&](const QRectF& room, Qt::Alignment alignment, omega::Index number) {
    painter.drawText(room, static_cast<int>(alignment) | Qt::TextDontClip,
                     letters.elidedText(classText(record, number), Qt::ElideRight, room.width()));
  };
  for (omega::Index row = 0; row < map.classes; row += map.eachRow)
    paintName({map.room.left() - map.names + gap, map.cell(row, 0).center().y() - line / 2, map.names - 2 * gap, line},
              Qt::AlignRight | Qt::AlignVCenter, row);
  for (omega::Index column = 0; column < map.classes; column += map.eachColumn) {
    const double width = map.wide() * static_cast<double>(map.eachColumn) - gap;
    paintName({map.cell(0, column).center().x() - width / 2, map.room.bottom(), width, line}, Qt::AlignCenter, column);
  }
}

/// What the pointer is on: a name, or what is taken for what how often.
QString ConfusionPanel::textAt(QPointF at) const {
  if (!hasPicture()) return {};
  const Record& record = currentPicture()->record;
  const ClassMap map(record, m_canvas->rect(), theme());
  const auto row = static_cast<omega::Index>(std::floor((at.y() - map.room.top()) / map.high())),
             column = static_cast<omega::Index>(std::floor((at.x() - map.room.left()) / map.wide()));
  const auto isClass = [&](omega::Index number) { return number >= 0 && number < map.classes; };
  if (isClass(row) && isClass(column))
    return tr("class %1, taken for %2: %3 of %4 examples")
        .arg(classText(record, row), classText(record, column),
             countText(record.confusion[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)]),
             countText(examplesOf(record, row)));
  if (isClass(row) && at.x() < map.room.left()) return classText(record, row);
  if (isClass(column) && at.y() >= map.room.bottom()) return classText(record, column);
  return {};
}

void ConfusionPanel::render(QPainter& painter, const QRectF& area, const Theme& theme) const {
  constexpr QSizeF kLeast{420, 320};  // in which its words have room
  paintAtLeast(painter, area, kLeast, [&](const QRectF& room) { paint(painter, room, theme); });
}

QString ConfusionPanel::help() const {
  return tr(
      "<b>Confusion</b><p>The validation examples of each class by what the model takes them for; coloured by their "
      "share of the class. Of the run that is chosen in the list.</p><p><b>Look for</b> a broad diagonal: the model "
      "counts, but miscounts by one; and for columns: it says one class whatever it sees.</p>");
}

PanelData ConfusionPanel::data() const {
  const auto picture = currentPicture();
  if (!hasPicture()) return presetTable();
  PanelData data;
  data.columns = {tr("class"), tr("predicted"), tr("examples")};
  std::vector<double> counts;
  const Record& record = picture->record;
  const auto classes = static_cast<omega::Index>(record.confusion.size());
  for (const auto& row : record.confusion) counts.insert(counts.end(), row.begin(), row.end());
  data.arrays.emplace("confusion", omega::Array::from(counts, {classes, classes}));
  for (omega::Index row = 0; row < classes; ++row)
    for (omega::Index column = 0; column < classes; ++column)
      data.rows.push_back(
          {plainClass(classText(record, row)), plainClass(classText(record, column)),
           QString::number(record.confusion[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)])});
  return data;
}

Panel* makeConfusionPanel(Workbench& workbench, QWidget* parent) { return new ConfusionPanel(workbench, parent); }

}  // namespace omegascope
