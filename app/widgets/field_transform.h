// Data coordinates to canvas and back, with the same scale on both axes; y grows upwards.
#pragma once

#include <QPointF>
#include <QRectF>

namespace omegascope {

struct FieldView {
  QPointF centre;
  double span = 1;  // data units along the shorter side of the canvas
  bool operator==(const FieldView&) const = default;
};

class FieldTransform {
 public:
  FieldTransform(const QRectF& plot, const FieldView& view);
  // The view that shows all of `area`.
  static FieldView showing(const QRectF& area, const QRectF& plot);

  const QRectF& plot() const { return m_plot; }
  const FieldView& view() const { return m_view; }
  double pixelsPerUnit() const { return m_scale; }
  QPointF toPixel(QPointF data) const;
  QPointF toData(QPointF pixel) const;
  QRectF visible() const;  // data coordinates; top() is the smallest y

  FieldView zoomed(double factor, QPointF anchor) const;
  FieldView panned(QPointF by) const;

 private:
  QRectF m_plot;
  FieldView m_view;
  double m_scale;
};

}  // namespace omegascope
