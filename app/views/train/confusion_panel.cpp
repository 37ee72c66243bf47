// Confusion: which class the current run takes for which, at its latest validation.
#include <QVBoxLayout>
#include <algorithm>
#include <numeric>

#include "views/fitted_picture.h"
#include "views/registry.h"
#include "views/rich_text.h"
#include "views/train/painted_canvas.h"
#include "views/train/train_panel.h"
#include "widgets/canvas_title.h"
#include "widgets/colour_maps.h"
#include "widgets/controls.h"

namespace omegascope {

using namespace omega::train;

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

  PaintedCanvas* m_canvas = nullptr;
};

ConfusionPanel::ConfusionPanel(Workbench& workbench, QWidget* parent)
    : TrainPanel(workbench, QStringLiteral("train_confusion"), tr("Confusion"), parent) {
  auto* layout = inset(new QVBoxLayout(this), {2, 2, 2, 2});
  m_canvas = new PaintedCanvas(
      [this](QPainter& painter, const QRectF& area, const Theme& theme) { paint(painter, area, theme); },
      tr("Classes and what they are taken for"), [this] { return afterName(*m_canvas, words()); }, this);
  m_canvas->setToolTip(
      tr("Rows: the class; columns: what the model says; the number of examples, coloured by its share of the class"));
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
  return emptyHtml(
      shows, picture
                 ? tr("The first validation is after step %1.").arg(countText(picture->plan.training.validate_every))
                 : tr("Start a run: the first validation fills it."));
}

void ConfusionPanel::paint(QPainter& painter, const QRectF& area, const Theme& theme) const {
  painter.fillRect(area, theme.window);
  const auto picture = currentPicture();
  if (!hasPicture()) return paintRichText(painter, area, theme, nothingHtml());
  const double line = 1.5 * theme.font.pixelSize();
  paintCanvasTitle(painter, {area.left() + 4, area.top(), area.width() - 8, line}, theme,
                   tr("%1, validation after step %2")
                       .arg(training().current()->name(), countText(picture->record.validations.back().step)),
                   {tr("examples, coloured by their share of the class")});
  const Record& record = picture->record;
  const auto classes = static_cast<omega::Index>(record.confusion.size());
  const double room = std::min((area.width() - 4 * line) / 1.8, area.height() - 3.4 * line),
               side = room / static_cast<double>(classes);
  const QRectF map(area.left() + 3.4 * line, area.top() + 1.2 * line, 1.8 * room, room);
  const ColourScale scale{ColourMap::Viridis, Norm::Linear, 0, 1};
  painter.setFont(theme.font);
  const double wide = map.width() / static_cast<double>(classes);
  for (omega::Index row = 0; row < classes; ++row) {
    const double top = map.top() + static_cast<double>(row) * side;
    const auto& counts = record.confusion[static_cast<std::size_t>(row)];
    const double all =
        static_cast<double>(std::max<omega::Index>(1, std::accumulate(counts.begin(), counts.end(), omega::Index{0})));
    for (omega::Index column = 0; column < classes; ++column) {
      const auto count = counts[static_cast<std::size_t>(column)];
      const QRectF cell(map.left() + static_cast<double>(column) * wide, top, wide, side);
      const QColor colour(scale.colour(static_cast<double>(count) / all));
      painter.fillRect(cell, colour);
      painter.setPen(contrast(Qt::white, colour) > contrast(Qt::black, colour) ? Qt::white : Qt::black);
      if (count > 0) painter.drawText(cell, Qt::AlignCenter, QString::number(count));
    }
    painter.setPen(theme.text);
    painter.drawText(QRectF(map.left() - 2.2 * line, top, 2 * line, side), Qt::AlignRight | Qt::AlignVCenter,
                     classText(record, row));
    painter.drawText(QRectF(map.left() + static_cast<double>(row) * wide, map.bottom(), wide, line), Qt::AlignCenter,
                     classText(record, row));
  }
  painter.drawText(QRectF(map.left(), map.bottom() + 0.9 * line, map.width(), line), Qt::AlignCenter,
                   tr("what the model says"));
  painter.save();
  painter.translate(map.left() - 2.6 * line, map.center().y());
  painter.rotate(-90);
  painter.drawText(QRectF(-map.height() / 2, -line / 2, map.height(), line), Qt::AlignCenter, tr("class"));
  painter.restore();
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
          {classText(record, row), classText(record, column),
           QString::number(record.confusion[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)])});
  return data;
}

Panel* makeConfusionPanel(Workbench& workbench, QWidget* parent) { return new ConfusionPanel(workbench, parent); }

}  // namespace omegascope
