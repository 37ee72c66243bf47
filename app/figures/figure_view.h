// A study's figure in the window: what the engine lays out, painted in a theme, and what of it is under the pointer.
#pragma once

#include <QWidget>
#include <memory>

#include "studies/figure_layout.h"
#include "views/legend.h"

namespace omegascope {

using StudyFigure = std::shared_ptr<const omega::studies::Figure>;
using omega::studies::FigureLook;

FigureLook figureLook(const Theme& theme, const std::set<std::string>& hidden = {});
LegendEntry legendEntry(const omega::studies::Curve& curve);
/// Paints a figure into `area`, as text and shapes.
void paintFigure(QPainter& painter, const QRectF& area, const omega::studies::Figure& figure, FigureLook look);

class FigureView : public QWidget {
  Q_OBJECT

 public:
  /// How high it is in something that scrolls: as it wants to be, or as high as there is room, as long as its text need
  /// not become much smaller for that.
  enum class Height { Wanted, Given };
  FigureView(const QString& name, Height height, QWidget* parent);

  /// A figure of null shows nothing. `beside` is what the look's `beside` points to.
  void show(StudyFigure figure, FigureLook look, StudyFigure beside = nullptr);
  /// Null where nothing is shown.
  const omega::studies::Figure* figure() const { return m_figure.get(); }
  const omega::studies::Drawing& drawing() const { return m_drawing; }
  omega::studies::Spot spotAt(QPointF pixel) const {
    return omega::studies::spot_at(m_drawing, {pixel.x(), pixel.y()});
  }

  bool hasHeightForWidth() const override { return true; }
  int heightForWidth(int width) const override;

 signals:
  /// A spot without a part: nothing is pointed at.
  void pointed(const omega::studies::Spot& spot, const QPoint& at);
  /// A point of the study was clicked.
  void clicked(const omega::studies::Spot& spot, const QPoint& at);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;

 private:
  void layOut();
  QString words() const;

  const Height m_height;
  StudyFigure m_figure, m_beside;
  FigureLook m_look;
  omega::studies::Drawing m_drawing;
  QPointF m_pressedAt;
};

}  // namespace omegascope
