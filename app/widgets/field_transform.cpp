#include "widgets/field_transform.h"

#include <algorithm>
#include <cmath>

namespace omegascope {
namespace {

constexpr double kSmallestSpan = 1e-6, kLargestSpan = 1e6;

double shorterSide(const QRectF& plot) { return std::max(1.0, std::min(plot.width(), plot.height())); }

}  // namespace

FieldTransform::FieldTransform(const QRectF& plot, const FieldView& view) : m_plot(plot), m_view(view) {
  m_view.span = std::isfinite(view.span) ? std::clamp(view.span, kSmallestSpan, kLargestSpan) : 1;
  m_scale = shorterSide(plot) / m_view.span;
}

FieldView FieldTransform::showing(const QRectF& area, const QRectF& plot) {
  const double perPixel =
      std::max(area.width() / std::max(1.0, plot.width()), area.height() / std::max(1.0, plot.height()));
  return {area.center(), std::max(kSmallestSpan, perPixel * shorterSide(plot))};
}

QPointF FieldTransform::toPixel(QPointF data) const {
  return {m_plot.center().x() + (data.x() - m_view.centre.x()) * m_scale,
          m_plot.center().y() - (data.y() - m_view.centre.y()) * m_scale};
}

QPointF FieldTransform::toData(QPointF pixel) const {
  return {m_view.centre.x() + (pixel.x() - m_plot.center().x()) / m_scale,
          m_view.centre.y() - (pixel.y() - m_plot.center().y()) / m_scale};
}

QRectF FieldTransform::visible() const {
  const QPointF low = toData(m_plot.bottomLeft());
  return {low, QSizeF(m_plot.width() / m_scale, m_plot.height() / m_scale)};
}

FieldView FieldTransform::zoomed(double factor, QPointF anchor) const {
  FieldView view = m_view;
  view.span = std::clamp(m_view.span / factor, kSmallestSpan, kLargestSpan);
  const QPointF kept = toData(anchor);
  view.centre = kept + (m_view.centre - kept) * (view.span / m_view.span);
  return view;
}

FieldView FieldTransform::panned(QPointF by) const {
  return {m_view.centre - QPointF(by.x(), -by.y()) / m_scale, m_view.span};
}

}  // namespace omegascope
