#include "views/mis/share_areas.h"

#include <algorithm>
#include <utility>

#include "views/mis/share_bars.h"
#include "widgets/colour_maps.h"

namespace omegascope {

namespace {

std::vector<QCPRange> placesAt(const LineShares& shares, std::size_t place) {
  const double* alpha = shares.at(place);
  return ShareStack::places({alpha, alpha + shares.proposals()});
}

}  // namespace

std::size_t LineShares::nearest(double position) const {
  const auto after = std::lower_bound(positions.begin(), positions.end(), position);
  if (after == positions.begin()) return 0;
  if (after == positions.end()) return positions.size() - 1;
  const auto index = static_cast<std::size_t>(after - positions.begin());
  return position - positions[index - 1] < positions[index] - position ? index - 1 : index;
}

ShareAreas::ShareAreas(QCPAxis* keys, QCPAxis* values, LineShares shares)
    : QCPAbstractPlottable(keys, values), m_shares(std::move(shares)) {}

QCPRange ShareAreas::getKeyRange(bool& found, QCP::SignDomain) const {
  found = !m_shares.positions.empty();
  return found ? QCPRange(m_shares.positions.front(), m_shares.positions.back()) : QCPRange();
}

QCPRange ShareAreas::getValueRange(bool& found, QCP::SignDomain, const QCPRange&) const {
  found = !m_shares.positions.empty();
  QCPRange all(0, 1);
  for (std::size_t p = 0; p < m_shares.positions.size(); ++p)
    for (const QCPRange& one : placesAt(m_shares, p)) all.expand(one);
  return all;
}

void ShareAreas::draw(QCPPainter* painter) {
  std::vector<std::vector<QCPRange>> places;
  for (std::size_t p = 0; p < m_shares.positions.size(); ++p) places.push_back(placesAt(m_shares, p));
  for (std::size_t c = 0; c < m_shares.proposals(); ++c) {
    QPolygonF area;
    const auto add = [&](std::size_t p, double share) {
      area << QPointF(keyAxis()->coordToPixel(m_shares.positions[p]), valueAxis()->coordToPixel(share));
    };
    for (std::size_t p = 0; p < places.size(); ++p) add(p, places[p][c].upper);
    for (std::size_t p = places.size(); p-- > 0;) add(p, places[p][c].lower);
    const bool selected = static_cast<int>(c) == m_shares.selected;
    painter->setPen(selected ? QPen(m_shares.dark ? Qt::white : Qt::black, 2)
                             : QPen(m_shares.dark ? Qt::black : Qt::white, 0.5));
    painter->setBrush(proposalColour(static_cast<int>(c), m_shares.dark));
    painter->drawPolygon(area);
  }
}

void ShareAreas::drawLegendIcon(QCPPainter* painter, const QRectF& rect) const {
  drawSign(painter, rect, m_shares.dark);
}

void ShareAreas::drawSign(QPainter* painter, const QRectF& rect, bool dark) {
  constexpr int kColours = 3;
  const double width = (rect.width() - 8) / kColours;
  for (int c = 0; c < kColours; ++c)
    painter->fillRect(QRectF(rect.left() + 4 + c * width, rect.top() + 2, width, rect.height() - 4),
                      proposalColour(c, dark));
}

}  // namespace omegascope
