// A study's figure in a QCustomPlot: its panels in a grid: curves with bands, fits with their slopes, categories, maps. The
// same for the screen, the gallery's small pictures and exports. It says what is under the pointer.
#pragma once

#include <QObject>
#include <QSet>
#include <memory>
#include <vector>

#include "studies/figure.h"
#include "views/legend.h"
#include "widgets/plot_style.h"

namespace omegascope {

using StudyFigure = std::shared_ptr<const omega::studies::Figure>;
using StudyPanelPart = omega::studies::Panel;  // one set of axes of a figure

struct FigureLook {
  Theme theme;
  QSizeF size;             // that it is drawn for
  QSet<QString> hidden;    // names of the legend
  StudyFigure beside;      // another run of the same study, drawn faint and hollow; or null
  std::size_t most = 1000;   // only so many panels
  bool bare = false;       // without titles and numbers: small pictures
  QSet<omega::Index> ringed;  // points of the study
  QSet<QString> behind;       // names of curves that step back
};

/// What a legend calls a curve; what is hidden by it.
QString legendNameOf(const omega::studies::Curve& curve);
EstimatorStyle styleOf(const omega::studies::Curve& curve, const Theme& theme);
/// Every curve of the panels once.
std::vector<const omega::studies::Curve*> legendCurves(const omega::studies::Figure& figure);
LegendEntry legendEntry(const omega::studies::Curve& curve);

/// How high a figure wants to be at this width.
double wantedHeight(const omega::studies::Figure& figure, double width);

class FigureDrawing : public QObject {
  Q_OBJECT

 public:
  /// Fills `plot`, whatever it showed before.
  FigureDrawing(QCustomPlot& plot, StudyFigure figure, FigureLook look);

  /// A curve's point, or a map's cell; `part` null: nothing is near.
  struct Spot {
    const StudyPanelPart* part = nullptr;
    const omega::studies::Curve* curve = nullptr;
    const omega::studies::CurvePoint* at = nullptr;
    const omega::studies::MapCell* cell = nullptr;
    /// Of the study; −1: a paper's number.
    omega::Index point() const { return at ? at->point : cell ? cell->point : -1; }
  };
  Spot spotAt(QPointF pixel) const;
  /// Where a point of a curve is on the plot.
  QPointF pixelOf(const Spot& spot) const;
  const omega::studies::Figure& figure() const { return *m_figure; }

 private:
  struct Drawn {
    const StudyPanelPart* part = nullptr;
    QCPAxisRect* rect = nullptr;
    bool isSideways = false;  // categories: names on the left
  };
  struct Slope {
    QCPItemText* text = nullptr;
    QCPAxis* axis = nullptr;
    double value = 0;
  };

  struct MapWords {
    QCPAxisRect* rect = nullptr;
    int columns = 1;
    std::vector<std::pair<QCPItemText*, const omega::studies::MapCell*>> cells;
  };

  void addPart(const StudyPanelPart& part, int row, int column);
  void addLines(const Drawn& drawn, const StudyPanelPart* beside);
  void addCurve(const Drawn& drawn, const omega::studies::Curve& curve, bool isBeside);
  void addRings(const Drawn& drawn, const omega::studies::Curve& curve);
  void addBand(const Drawn& drawn, const omega::studies::Curve& curve, double lowest);
  void addFit(const Drawn& drawn, const omega::studies::Curve& curve);
  void addErrors(const Drawn& drawn, const omega::studies::Curve& curve, QCPGraph* graph);
  void addCategories(const Drawn& drawn, const StudyPanelPart* beside);
  void addMap(const Drawn& drawn, int row, int column);
  QCPItemText* addCellText(const Drawn& drawn, const omega::studies::MapCell& cell, const QColor& behind);
  void spreadSlopes();
  void fitCellTexts();
  bool isHidden(const omega::studies::Curve& curve) const { return m_look.hidden.contains(legendNameOf(curve)); }
  const StudyPanelPart* partBeside(const StudyPanelPart& part) const;

  QCustomPlot& m_plot;
  StudyFigure m_figure;
  FigureLook m_look;
  std::vector<Drawn> m_drawn;
  std::vector<Slope> m_slopes;
  std::vector<MapWords> m_mapWords;
};

/// Paints a figure into `area`, as text and shapes.
void paintFigure(QPainter& painter, const QRectF& area, const StudyFigure& figure, const FigureLook& look);

}  // namespace omegascope
