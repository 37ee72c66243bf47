#include "views/control_variates/key_bars.h"

#include <algorithm>

#include "language/language.h"
#include "widgets/colour_maps.h"

namespace omegascope {

QColor KeyColours::of(std::size_t key) const {
  QColor colour = group[key] >= 0 ? proposalColour(group[key], dark) : exact;
  if (selectedGroup >= 0 && group[key] != selectedGroup) colour.setAlphaF(0.35f);
  return colour;
}

KeyBars::KeyBars(QCPAxis* keys, QCPAxis* values, const KeyColours& colours, std::vector<double> bars,
                 std::vector<double> ticks)
    : QCPAbstractPlottable(keys, values), m_colours(colours), m_bars(std::move(bars)), m_ticks(std::move(ticks)) {}

QCPRange KeyBars::getKeyRange(bool& found, QCP::SignDomain) const {
  found = !m_colours.group.empty();
  return {-0.5, static_cast<double>(m_colours.group.size()) - 0.5};
}

QCPRange KeyBars::getValueRange(bool& found, QCP::SignDomain, const QCPRange&) const {
  found = true;
  double low = 0, high = m_bars.empty() ? 1 : 0;
  for (const std::vector<double>* values : {&m_bars, &m_ticks})
    for (const double value : *values) low = std::min(low, value), high = std::max(high, value);
  return {low, high};
}

QRectF KeyBars::rectOf(std::size_t key, double from, double to) const {
  const double left = keyAxis()->coordToPixel(static_cast<double>(key) - 0.5),
               right = keyAxis()->coordToPixel(static_cast<double>(key) + 0.5);
  const double gap = right - left > 5 ? 0.5 : 0;
  return QRectF(QPointF(left + gap, valueAxis()->coordToPixel(to)),
                QPointF(std::max(left + 1, right - gap), valueAxis()->coordToPixel(from)))
      .normalized();
}

void KeyBars::draw(QCPPainter* painter) {
  painter->setAntialiasing(false);
  for (std::size_t m = 0; m < m_colours.group.size(); ++m) {
    if (m_bars.empty()) {
      if (m_colours.inWindow[m]) painter->fillRect(rectOf(m, 0.55, 1), m_colours.exact);
      if (m_colours.group[m] >= 0) painter->fillRect(rectOf(m, 0, 0.45), m_colours.of(m));
    } else {
      painter->fillRect(rectOf(m, std::min(0.0, m_bars[m]), std::max(0.0, m_bars[m])), m_colours.of(m));
    }
  }
  painter->setPen(QPen(m_colours.exact, 1.4));
  for (std::size_t m = 0; m < m_ticks.size(); ++m) {
    const QRectF at = rectOf(m, m_ticks[m], m_ticks[m]);
    painter->drawLine(QPointF(at.left(), at.top()), QPointF(at.right(), at.top()));
  }
  if (m_colours.selectedKey < 0 || m_colours.selectedKey >= static_cast<int>(m_colours.group.size())) return;
  const QCPRange whole = valueAxis()->range();
  painter->setBrush(Qt::NoBrush);
  painter->setPen(QPen(m_colours.exact, 2));
  painter->drawRect(
      rectOf(static_cast<std::size_t>(m_colours.selectedKey), whole.lower, whole.upper).adjusted(-1, 0, 1, 0));
}

std::vector<LegendEntry> coefficientLegend() {
  const auto sign = [](QCPScatterStyle::ScatterShape shape, bool hollow) {
    return [shape, hollow](QPainter& painter, const QRectF& rect, const Theme& theme) {
      const QColor colour = proposalColour(0, theme.dark);
      painter.setRenderHint(QPainter::Antialiasing);
      painter.setPen(QPen(colour, 1.6 * theme.lineScale));
      painter.setBrush(hollow ? QBrush(theme.canvas) : QBrush(colour));
      QRectF at(0, 0, 0.6 * rect.height(), 0.6 * rect.height());
      at.moveCenter(rect.center());
      shape == QCPScatterStyle::ssSquare ? painter.drawRect(at) : painter.drawEllipse(at);
    };
  };
  return {{tr("v of a key, drawn like its group"), sign(QCPScatterStyle::ssDisc, false)},
          {tr("coefficient of a group"), sign(QCPScatterStyle::ssSquare, false)},
          {tr("the best there is for the query"), sign(QCPScatterStyle::ssCircle, true)}};
}

}  // namespace omegascope
