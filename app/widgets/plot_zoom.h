// PlotZoom: the wheel, the drag and keys in a plot that is filled anew again and again: what was zoomed to outlives the
// axes that showed it, and what was not follows the data.
#pragma once

#include <qcustomplot.h>

#include <optional>
#include <vector>

namespace omegascope {

class PlotZoom : public QObject {
  Q_OBJECT

 public:
  /// Whether all rectangles of the plot have the same axis below.
  enum class Across { Own, Shared };

  PlotZoom(QCustomPlot& plot, Across across);

  /// Shows again what was zoomed to, once the plot was filled and every axis shows its own range. `reaches`: how far
  /// one may go beyond that on the left axis of each rectangle; empty: no farther.
  void restore(const std::vector<QCPRange>& reaches = {});
  /// The same part in another plot that was filled alike.
  void applyTo(QCustomPlot& plot) const;
  bool isZoomed() const;
  /// What was chosen of the axis below the first rectangle; none: it shows what it shows by itself.
  std::optional<QCPRange> across() const;
  void reset();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  /// Of an axis: what it shows by itself, how far one may go, and what was chosen.
  struct Part {
    QCPRange own, reach;
    std::optional<QCPRange> chosen;
  };
  struct Axes {
    Part across, up;
  };
  /// What is under a pixel: a rectangle or, beside it, the numbers of one of its axes, where only that axis is
  /// meant.
  struct Grip {
    std::size_t number = 0;
    bool across = false, up = false;
  };

  std::optional<Grip> gripAt(QPointF pixel) const;
  Part& acrossOf(std::size_t number) { return m_axes[m_isShared ? 0 : number].across; }
  static void scale(Part& part, const QCPAxis& axis, double factor, double at);
  static void move(Part& part, const QCPAxis& axis, double from, double to);
  void onWheel(QWheelEvent* event);
  void onPressed(QMouseEvent* event);
  void onMoved(QMouseEvent* event);
  void onReleased(QMouseEvent* event);
  bool onKey(const QKeyEvent& event, bool isPress);
  void show();

  QCustomPlot& m_plot;
  const bool m_isShared;
  std::vector<Axes> m_axes;
  std::optional<Grip> m_held;
  QPointF m_from;
  bool m_isDragged = false;
};

}  // namespace omegascope
