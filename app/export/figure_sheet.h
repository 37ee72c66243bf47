// FigureSheet: the figure of the document as a picture: panels in a grid, with letters. It is a panel itself: files,
// previews and copies are made of it as of any.
#pragma once

#include <functional>
#include <vector>

#include "export/export_options.h"
#include "views/legend.h"
#include "views/panel.h"

namespace omegascope {

/// Where the panels of a figure stand in an area, in their order: row by row, `gap` apart.
std::vector<QRectF> figurePlaces(const PaperFigure& figure, const QRectF& area, double gap);

/// What a caption calls the panel at that place: a, b, c.
QString letterOf(std::size_t tile);

class FigureSheet : public Panel {
  Q_OBJECT

 public:
  /// Where the panel of a name is; null where there is none.
  using Find = std::function<Panel*(const QString&)>;
  FigureSheet(Workbench& workbench, Find find);

  /// Its size, text and colours, as the document says them.
  ExportOptions options(ExportFormat format) const;

  QString help() const override;
  void render(QPainter& painter, const QRectF& area, const Theme& theme) const override;
  double leastHeight(double width, const Theme& theme) const override;
  PanelData data() const override { return {}; }
  /// Of the first of its panels that shows some.
  Work work() const override;
  /// The lines of all its panels, each once.
  QString command() const override;

 protected:
  /// Its panels catch up: those that cannot be seen were not told of every change.
  void refresh() override;

 private:
  struct Tile {
    QString name;
    Panel* panel = nullptr;
    QString letter;
    QString heading;  // letter and title; empty for none
  };
  const PaperFigure& figure() const { return workbench().document().figure; }
  std::vector<Tile> tiles() const;
  double enlargement(const Theme& theme) const;
  /// The legend of a panel, and what is left for its picture.
  struct Filling {
    PlacedLegend legend;
    QRectF picture;
  };
  Filling fillingOf(const Tile& tile, const QRectF& place, const Theme& theme) const;
  void paintTile(QPainter& painter, const Tile& tile, const QRectF& place, const Theme& theme) const;

  Find m_find;
};

}  // namespace omegascope
