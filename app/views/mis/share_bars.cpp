#include "views/mis/share_bars.h"

#include <algorithm>

#include "core/pooling.h"
#include "widgets/colour_maps.h"
#include "widgets/theme.h"

namespace omegascope {

constexpr double kLeastBar = 5;  // lines of text: two numbers of a bar of colours
constexpr float kTint = 0.4f;    // of what the query adds, and of what lies below 0

ShareBars::ShareBars(QCPAxis* keys, QCPAxis* values, Part part, const DrawnShares& shares)
    : QCPAbstractPlottable(keys, values), m_part(part), m_shares(shares) {}

QCPRange ShareBars::getKeyRange(bool& found, QCP::SignDomain) const {
  found = !m_shares.alpha.empty();
  return {-0.5, static_cast<double>(m_shares.alpha.size()) - 0.5};
}

QCPRange ShareBars::getValueRange(bool& found, QCP::SignDomain, const QCPRange&) const {
  found = !m_shares.alpha.empty();
  double low = 0, high = 0;
  for (const std::vector<double>* values : {&m_shares.alpha, &m_shares.balance})
    for (const double value : *values) low = std::min(low, value), high = std::max(high, value);
  return {low, high};
}

void ShareBars::drawPart(QPainter* painter, const QRectF& rect, const QColor& colour, Part part) {
  const bool thin = rect.width() < 4;
  switch (part) {
    case Part::Balance: painter->fillRect(rect, colour); break;
    case Part::Added:
      painter->fillRect(rect, tinted(colour, kTint));
      if (thin) break;
      painter->setPen(QPen(colour, 1));
      painter->setBrush(Qt::NoBrush);
      painter->drawRect(rect);
      break;
    case Part::Taken:
      painter->setPen(QPen(colour, 1, thin ? Qt::SolidLine : Qt::DotLine));
      painter->setBrush(Qt::NoBrush);
      painter->drawRect(rect);
      break;
  }
}

void ShareBars::draw(QCPPainter* painter) {
  const auto bar = [&](std::size_t c, double from, double to) {
    const double left = keyAxis()->coordToPixel(static_cast<double>(c) - 0.4),
                 right = keyAxis()->coordToPixel(static_cast<double>(c) + 0.4);
    return QRectF(QPointF(left, valueAxis()->coordToPixel(to)), QPointF(right, valueAxis()->coordToPixel(from)))
        .normalized();
  };
  painter->setAntialiasing(false);
  for (std::size_t c = 0; c < m_shares.alpha.size(); ++c) {
    const double alpha = m_shares.alpha[c], balance = c < m_shares.balance.size() ? m_shares.balance[c] : alpha;
    const double both = std::max(0.0, std::min(alpha, balance));
    const QColor colour = proposalColour(static_cast<int>(c), m_shares.dark);
    if (m_part == Part::Balance && both > 0) drawPart(painter, bar(c, 0, both), colour, m_part);
    if (m_part == Part::Added && alpha > balance)
      drawPart(painter, bar(c, std::max(0.0, balance), alpha), colour, m_part);
    if (m_part == Part::Added && alpha < 0) drawPart(painter, bar(c, alpha, 0), colour, m_part);
    if (m_part == Part::Taken && alpha < balance) drawPart(painter, bar(c, both, balance), colour, m_part);
    if (m_part != Part::Taken || static_cast<int>(c) != m_shares.selected) continue;
    painter->setPen(QPen(m_shares.dark ? Qt::white : Qt::black, 2));
    painter->setBrush(Qt::NoBrush);
    painter->drawRect(bar(c, std::min(0.0, alpha), std::max(alpha, balance)).adjusted(-2, -2, 2, 2));
  }
}

void ShareBars::drawSign(QPainter* painter, const QRectF& rect, Part part, bool dark) {
  painter->setRenderHint(QPainter::Antialiasing, false);
  drawPart(painter, rect.adjusted(6, 2, -6, -2), proposalColour(0, dark), part);
}

void ShareBars::drawLegendIcon(QCPPainter* painter, const QRectF& rect) const {
  drawSign(painter, rect, m_part, m_shares.dark);
}

ShareStack::ShareStack(QCPAxis* keys, QCPAxis* values, const DrawnShares& shares)
    : QCPAbstractPlottable(keys, values), m_shares(shares) {}

std::vector<QCPRange> ShareStack::places(const std::vector<double>& alpha) {
  std::vector<QCPRange> ranges;
  double left = 0, right = 0;
  for (const double share : alpha) {
    double& end = share < 0 ? left : right;
    ranges.emplace_back(end, end + share);
    end += share;
  }
  return ranges;
}

QCPRange ShareStack::getKeyRange(bool& found, QCP::SignDomain) const {
  found = true;
  QCPRange all(0, 1);
  for (const QCPRange& one : places(m_shares.alpha)) all.expand(one);
  return all;
}

QCPRange ShareStack::getValueRange(bool& found, QCP::SignDomain, const QCPRange&) const {
  found = true;
  return {0, 1};
}

void ShareStack::draw(QCPPainter* painter) {
  painter->setAntialiasing(false);
  const double top = valueAxis()->coordToPixel(1), bottom = valueAxis()->coordToPixel(0);
  const std::vector<QCPRange> ranges = places(m_shares.alpha);
  for (std::size_t c = 0; c < ranges.size(); ++c) {
    const QRectF rect = QRectF(QPointF(keyAxis()->coordToPixel(ranges[c].lower), top),
                               QPointF(keyAxis()->coordToPixel(ranges[c].upper), bottom))
                            .normalized();
    const QColor colour = proposalColour(static_cast<int>(c), m_shares.dark);
    if (rect.width() > 0) painter->fillRect(rect, m_shares.alpha[c] < 0 ? tinted(colour, kTint) : colour);
    if (static_cast<int>(c) != m_shares.selected) continue;
    painter->setPen(QPen(m_shares.dark ? Qt::white : Qt::black, 2));
    painter->setBrush(Qt::NoBrush);
    painter->drawRect(rect.adjusted(1, 1, -1, -1));
  }
}

qint64 queriesEach(qint64 queries) {
  constexpr qint64 kMostColumns = 4096;
  return omega::blocks_of(queries, kMostColumns);
}

MapSource stripSource(const omega::Array& alpha) {
  const qint64 queries = alpha.shape()[0], samples = alpha.shape()[1], each = queriesEach(queries),
               columns = omega::blocks_of(queries, each);
  std::vector<float> cells(static_cast<std::size_t>(samples * columns), 0.0F), row(static_cast<std::size_t>(samples));
  for (qint64 n = 0; n < queries; ++n) {
    alpha.copy_to(row.data(), static_cast<std::size_t>(n * samples), row.size());
    const qint64 column = n / each, size = std::min(queries, (column + 1) * each) - column * each;
    for (qint64 s = 0; s < samples; ++s)
      cells[static_cast<std::size_t>(s * columns + column)] +=
          row[static_cast<std::size_t>(s)] / static_cast<float>(size);
  }
  return MapSource::matrix(samples, columns, std::move(cells));
}

QRectF barBeside(const HeatMap& strip, double left, double width, const Theme& theme) {
  const double label = theme.lineHeight() / 2 + 2;  // that of a tick reaches beyond the end
  const double least = std::min<double>(strip.height(), kLeastBar * theme.lineHeight());
  const QRectF cells = strip.transform().visibleRect();
  const double height = std::max(cells.height() + 2 * label, least);
  return {left, std::max(0.0, std::min(cells.center().y() - height / 2, strip.height() - height)), width, height};
}

}  // namespace omegascope
