#include "views/model_view/head_grid.h"

#include <QFontMetricsF>
#include <algorithm>
#include <cmath>
#include <utility>

#include "views/attention/map_scale.h"
#include "views/rich_text.h"
#include "widgets/colour_bar.h"

namespace omegascope {

namespace {

constexpr double kBetween = 2;        // pixels between cells
constexpr double kLeastWords = 26;    // of a cell's width: below, no number fits
constexpr double kMostStretch = 1.6;  // of a cell: wider than high

QFont smallFont(const Theme& theme) {
  QFont font = theme.font;
  font.setPixelSize(std::max(1, qRound(kFineText * font.pixelSize())));
  return font;
}

QColor readableOn(QRgb colour) { return qGray(colour) > 140 ? QColor(Qt::black) : QColor(Qt::white); }

}  // namespace

int everyNth(double needed, double room) {
  const double least = needed / std::max(1.0, room + kBetween);
  for (int ten = 1;; ten *= 10)
    for (const int every : {ten, 2 * ten, 5 * ten})
      if (every >= least) return every;
}

QImage headPicture(const omega::Array& map, const ColourScale& scale) {
  if (map.rank() != 2) return {};
  const auto rows = static_cast<int>(map.shape()[0]), columns = static_cast<int>(map.shape()[1]);
  QImage image(columns, rows, QImage::Format_RGB32);
  const Colouriser colours(scale);
  for (int r = 0; r < rows; ++r)
    colours.paint(map.data<float>() + static_cast<std::ptrdiff_t>(r) * columns,
                  reinterpret_cast<QRgb*>(image.scanLine(r)), columns);
  return image;
}

const ColourScale& HeadMapScale::of(const std::shared_ptr<const HeadsPicture>& picture) {
  if (picture == m_picture) return m_scale;
  const auto before = std::exchange(m_picture, picture);  // kept until here: no other map can have its address
  std::vector<MapExtent> extents;
  MapExtent all;
  std::vector<float> quartiles;
  for (std::size_t i = 0; i < picture->heads.size(); ++i) {
    const omega::Array& map = picture->heads[i].map;
    const bool isKnown = before && i < before->heads.size() && before->heads[i].map.raw() == map.raw();
    extents.push_back(isKnown       ? m_extents[i]
                      : map.empty() ? MapExtent()
                                    : extentOf(map.data<float>(), static_cast<std::size_t>(map.shape()[0]),
                                               static_cast<std::size_t>(map.shape()[1])));
    if (map.empty()) continue;
    all.highest = std::max(all.highest, extents.back().highest);
    all.smallestPositive = std::min(all.smallestPositive, extents.back().smallestPositive);
    quartiles.push_back(extents.back().quartile);
  }
  m_extents = std::move(extents);
  all.largest = all.usual = all.highest;
  if (!quartiles.empty()) {
    const auto middle = quartiles.begin() + static_cast<std::ptrdiff_t>(quartiles.size() / 2);
    std::nth_element(quartiles.begin(), middle, quartiles.end());
    all.quartile = *middle;
  }
  return m_scale = mapScale({}, all);
}

std::optional<ColourScale> quantityScale(const std::vector<omega::heads::Head>& heads,
                                         const omega::heads::Quantity& quantity) {
  double low = INFINITY, high = -INFINITY;
  for (const omega::heads::Head& head : heads)
    if (const auto value = quantity.value(head); value && (!quantity.rises_by_factors || *value > 0)) {
      low = std::min(low, *value);
      high = std::max(high, *value);
    }
  if (low > high) return {};
  if (low == high) quantity.rises_by_factors ? high = 2 * low : high = low + 1;
  return ColourScale{ColourMap::Viridis, quantity.rises_by_factors ? Norm::Log : Norm::Linear, low, high};
}

QRectF HeadGrid::plot(const QRectF& area, const Theme& theme) const {
  const double line = theme.lineHeight(), left = rowNames.isEmpty() ? 0 : 2.4 * line + (rowTitle.isEmpty() ? 0 : line),
               top = columnNames.isEmpty() ? 0 : line + (columnTitle.isEmpty() ? 0 : line);
  QRectF room = area.adjusted(left, top, -ColourBar::widthFor(theme) - 6, 0);
  if (rows == 0 || columns == 0) return room;
  const double height = room.height() / rows;
  room.setWidth(std::min(room.width(), columns * height * kMostStretch));
  room.setHeight(std::min(room.height(), rows * room.width() / columns * kMostStretch));
  return room;
}

HeadGrid::Places HeadGrid::placesIn(const QRectF& area, const Theme& theme) const {
  const QRectF room = plot(area, theme);
  const double wide = room.width() / columns, high = room.height() / rows, side = std::min({wide, high, largestMap});
  return {room.topLeft(), quantity ? QSizeF(wide, high) : QSizeF(side, side)};
}

QRectF HeadGrid::Places::of(const HeadGridCell& cell) const {
  return {corner.x() + cell.column * size.width(), corner.y() + cell.row * size.height(), size.width() - kBetween,
          size.height() - kBetween};
}

QRectF HeadGrid::barRect(const QRectF& area, const Theme& theme) const {
  constexpr double kLeastLines = 10;  // of text: its title is written upwards beside it
  const auto [corner, size] = placesIn(area, theme);
  const double most = area.height() - 4,
               height = std::max(corner.y() - area.top() + rows * size.height(), kLeastLines * theme.lineHeight());
  return {corner.x() + columns * size.width() + 4, area.top() + 2, static_cast<double>(ColourBar::widthFor(theme)),
          std::min(height, most)};
}

const HeadGridCell* HeadGrid::cellAt(const QRectF& area, const Theme& theme, QPointF position) const {
  const Places places = placesIn(area, theme);
  for (const HeadGridCell& cell : cells)
    if (places.of(cell).contains(position)) return &cell;
  return nullptr;
}

void HeadGrid::paintAxes(QPainter& painter, const QRectF& area, const Places& places, const Theme& theme) const {
  const QFontMetricsF metrics(smallFont(theme));
  const double line = metrics.height();
  const int everyRow = everyNth(line, places.size.height() - kBetween),
            everyColumn = everyNth(metrics.horizontalAdvance(columnNames.isEmpty() ? QString() : columnNames.back()) +
                                       metrics.averageCharWidth(),
                                   places.size.width() - kBetween);
  painter.setPen(theme.text);
  const auto placeOf = [&](int row, int column) {
    HeadGridCell cell;
    cell.row = row;
    cell.column = column;
    return places.of(cell);
  };
  for (int column = 0; column < columnNames.size(); column += everyColumn) {
    const QRectF rect = placeOf(0, column);
    painter.drawText(QRectF(rect.left(), rect.top() - theme.lineHeight(), rect.width(), theme.lineHeight()),
                     Qt::AlignCenter | Qt::TextDontClip, columnNames[column]);
  }
  for (int row = 0; row < rowNames.size(); row += everyRow) {
    const QRectF rect = placeOf(row, 0);
    painter.drawText(QRectF(area.left(), rect.center().y() - line / 2, rect.left() - 4 - area.left(), line),
                     Qt::AlignRight | Qt::AlignVCenter, rowNames[row]);
  }
  const QSizeF cellsSize(columns * places.size.width(), rows * places.size.height());
  if (!columnNames.isEmpty())
    painter.drawText(QRectF(places.corner.x(), area.top(), cellsSize.width(), theme.lineHeight()),
                     Qt::AlignCenter | Qt::TextDontClip, columnTitle);
  if (rowNames.isEmpty() || rowTitle.isEmpty()) return;
  painter.save();
  painter.translate(area.left(), places.corner.y() + cellsSize.height() / 2);
  painter.rotate(-90);
  painter.drawText(QRectF(-cellsSize.height() / 2, 0, cellsSize.height(), theme.lineHeight()),
                   Qt::AlignCenter | Qt::TextDontClip, rowTitle);
  painter.restore();
}

QColor HeadGrid::paintColours(QPainter& painter, const QRectF& rect, const Theme& theme,
                              const HeadGridCell& cell) const {
  const bool isThere = cell.head != nullptr && cell.head->problem.empty();
  if (isThere && !quantity && !cell.head->map.empty()) {
    painter.drawImage(rect, headPicture(cell.head->map, mapScale));
    return theme.text;
  }
  const auto value = isThere && quantity && scale ? quantity->value(*cell.head) : std::nullopt;
  const QColor colour = value ? QColor(scale->colour(*value)) : theme.grid;
  painter.fillRect(rect, colour);
  return value ? readableOn(colour.rgb()) : theme.text;
}

void HeadGrid::paintWords(QPainter& painter, const QRectF& rect, const QColor& ink, const HeadGridCell& cell) const {
  const bool isThere = cell.head != nullptr && cell.head->problem.empty();
  if (isThere && (!quantity || rect.width() < kLeastWords)) return;
  painter.setPen(ink);
  painter.drawText(rowNames.isEmpty() ? rect.adjusted(0, 0.4 * rect.height(), 0, 0) : rect, Qt::AlignCenter,
                   cell.head == nullptr ? QStringLiteral("…")
                   : !isThere           ? QStringLiteral("!")
                                        : QString::fromStdString(omega::heads::value_text(*quantity, *cell.head)));
}

void HeadGrid::paintName(QPainter& painter, const QRectF& rect, const QColor& ink, const HeadGridCell& cell) const {
  if (!rowNames.isEmpty() || rect.width() < kLeastWords) return;
  const QString name = cell.layer == omega::heads::kNoLayer ? QString::number(cell.number)
                                                            : QStringLiteral("%1·%2").arg(cell.layer).arg(cell.number);
  painter.setPen(ink);
  painter.drawText(rect.adjusted(2, 0, 0, 0), Qt::AlignLeft | Qt::AlignTop, name);
}

void HeadGrid::paint(QPainter& painter, const QRectF& area, const Theme& theme, const QLocale& locale,
                     const HeadGridCell* hovered) const {
  painter.save();
  painter.setFont(smallFont(theme));
  const Places places = placesIn(area, theme);
  paintAxes(painter, area, places, theme);
  for (const HeadGridCell& cell : cells) {
    const QRectF rect = places.of(cell);
    const QColor ink = paintColours(painter, rect, theme, cell);
    paintWords(painter, rect, ink, cell);
    paintName(painter, rect, ink, cell);
    if (!cell.isShown && &cell != hovered) continue;
    painter.setPen(QPen(cell.isShown ? theme.accent : theme.text, (cell.isShown ? 2.5 : 1.2) * theme.lineScale));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(rect.adjusted(0.5, 0.5, -0.5, -0.5));
  }
  if (scale) {
    ColourBar bar;
    const double unit = quantity && quantity->is_share ? 100 : 1;  // as the cells have it
    bar.setScale({scale->map, scale->norm, unit * scale->min, unit * scale->max});
    bar.setTitle(title, unit == 100 ? QStringLiteral("%") : QString());
    bar.paintTo(painter, barRect(area, theme), theme, locale);
  }
  painter.restore();
}

}  // namespace omegascope
