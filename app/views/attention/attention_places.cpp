#include "views/attention/attention_places.h"

#include <QFontMetricsF>
#include <algorithm>

#include "core/token_name.h"
#include "widgets/colour_bar.h"
#include "widgets/heat_map_style.h"

namespace omegascope {

namespace {

constexpr double kGap = 4;
constexpr double kSmallestStrip = 96, kLargestStripShare = 0.5;
// A map has no room for the names of more tokens, and an axis has none for longer names.
constexpr omega::Index kMostNames = 4096;
constexpr std::size_t kNameLetters = 12;
// Below this height there is room for the maps only.
constexpr double kRoomForStrip = 150;
// A map whose shorter side is below this shows no pattern.
constexpr double kReadableMap = 64;
// Maps below this height need the room of the strip more than their row needs to be drawn as a curve.
constexpr double kLeastMap = 72;
// In maps that are lower, in lines of text, words of axes take the room of cells.
constexpr double kLowMap = 3;

/// What stands around a map's cells.
QSizeF furniture(const MapLabels& labels, qint64 rows, const Theme& theme) {
  const QRectF whole(0, 0, 4000, 4000);
  return whole.size() - mapPlotRect(whole, labels, rows, {theme, QLocale()}).size();
}

/// What a map fills of the room it is given: square cells, unless one side is far longer.
QSizeF filled(QSizeF room, qint64 rows, qint64 columns) {
  const double ratio = static_cast<double>(columns) / static_cast<double>(rows);
  if (ratio > 4 || ratio < 0.25) return room;
  const double cell = std::min(room.width() / static_cast<double>(columns), room.height() / static_cast<double>(rows));
  return {cell * static_cast<double>(columns), cell * static_cast<double>(rows)};
}

struct Grid {
  int columns = 1, lines = 1;
  QSizeF first, other, bare;  // furniture of a map in the first column and last line, beside it, and above others
  QSizeF map;                 // of the cells alone
};

/// What stands at the maps' axes.
struct AxisText {
  const MapNames& names;
  bool hasWords = true;
};

/// What stands below the maps.
struct Strip {
  bool isThere = true;
  double legend = 0;      // pixels above its curves
  bool isDropped = true;  // where maps are low for it
};

Grid gridOf(int columns, int count, QSizeF room, qint64 rows, qint64 cells, const Theme& theme, const AxisText& text) {
  Grid grid;
  grid.columns = columns;
  grid.lines = (count + columns - 1) / columns;
  grid.first = furniture(axisLabels({{}, true, true, text.hasWords}, text.names), rows, theme);
  grid.other = furniture(axisLabels({{}, false, true, text.hasWords}, text.names), rows, theme);
  grid.bare = furniture(axisLabels({{}, false, false, text.hasWords}, text.names), rows, theme);
  const double width = (room.width() - grid.first.width() - (columns - 1) * (grid.other.width() + kGap)) / columns;
  const double height =
      (room.height() - grid.first.height() - (grid.lines - 1) * (grid.bare.height() + kGap)) / grid.lines;
  grid.map = filled({std::max(1.0, width), std::max(1.0, height)}, rows, cells);
  return grid;
}

/// The one with the largest maps.
Grid bestGrid(int count, QSizeF room, qint64 rows, qint64 columns, const Theme& theme, const AxisText& text) {
  Grid best;
  for (int tried = 1; tried <= count; ++tried) {
    const Grid grid = gridOf(tried, count, room, rows, columns, theme, text);
    if (tried == 1 || grid.map.width() * grid.map.height() > 1.02 * best.map.width() * best.map.height()) best = grid;
  }
  return best;
}

AttentionPlaces placesOf(const QRectF& area, int count, qint64 rows, qint64 columns, const Theme& theme,
                         const AxisText& text, const Strip& wanted = {}) {
  AttentionPlaces places;
  if (count < 1 || rows < 1 || columns < 1) return places;
  const double curves = area.height() - wanted.legend;
  double strip = wanted.isThere && curves >= kRoomForStrip ? std::max(kSmallestStrip, 0.3 * curves) + wanted.legend : 0;
  const double barWidth = ColourBar::widthFor(theme);
  QSizeF room(area.width() - barWidth - kGap, area.height() - strip);
  Grid best = bestGrid(count, room, rows, columns, theme, text);
  if (strip > 0 && wanted.isDropped && best.map.height() < kLeastMap * theme.lineScale) {
    const QSizeF whole(room.width(), area.height());
    if (const Grid alone = bestGrid(count, whole, rows, columns, theme, text);
        alone.map.height() > 1.3 * best.map.height()) {
      strip = 0;
      room = whole;
      best = alone;
    }
  }
  // The room the maps do not fill goes to the strip, up to a half; what is still left, to all lines alike.
  const double used =
      best.lines * best.map.height() + best.first.height() + (best.lines - 1) * (best.bare.height() + kGap);
  const double below =
      strip > 0 ? std::clamp(area.height() - used, strip, std::max(strip, kLargestStripShare * area.height())) : 0;
  const double extraHeight = std::max(0.0, (area.height() - below - used) / best.lines);
  const double cell =
      (room.width() - best.first.width() - (best.columns - 1) * (best.other.width() + kGap)) / best.columns;
  for (int i = 0; i < count; ++i) {
    AttentionPlaces::Map map;
    map.firstColumn = i % best.columns == 0;
    map.lastRow = i + best.columns >= count;
    map.hasWords = text.hasWords;
    const int column = i % best.columns, line = i / best.columns;
    const double left =
        area.left() +
        (column == 0 ? 0 : best.first.width() + cell + kGap + (column - 1) * (best.other.width() + cell + kGap));
    const double height = best.map.height() + extraHeight;
    const double top = area.top() + line * (best.bare.height() + height + kGap);
    map.rect = QRectF(left, top, cell + (map.firstColumn ? best.first : best.other).width(),
                      height + (map.lastRow ? best.first : best.bare).height());
    places.maps.push_back(map);
  }
  const double mapsBottom = area.bottom() - below;
  places.names = text.names;
  places.cells = best.map;
  places.bar = QRectF(area.right() - barWidth, area.top() + 12, barWidth, mapsBottom - area.top() - 30);
  if (below > 0) places.strip = QRectF(area.left(), mapsBottom + kGap, area.width(), below - kGap);
  return places;
}

}  // namespace

MapNames axisNames(const omega::Sequence& sequence, const QFont& font) {
  MapNames names;
  const omega::Index count = std::max(sequence.sizes.N, sequence.sizes.M);
  if (!omega::has_token_names(sequence) || count > kMostNames) return names;
  const QFontMetricsF metrics(font);
  double widest = -1;
  for (omega::Index token = 0; token < count; ++token) {
    names.all << QString::fromStdString(omega::token_label(sequence, token, kNameLetters));
    if (const double width = metrics.horizontalAdvance(names.all.back()); width > widest) {
      widest = width;
      names.widest = names.all.back();
    }
  }
  return names;
}

MapLabels axisLabels(const AttentionPlaces::Map& place, const MapNames& names) {
  MapLabels labels;
  if (!place.firstColumn || !place.hasWords) labels.rows.clear();
  if (!place.lastRow || !place.hasWords) labels.columns.clear();
  if (place.firstColumn) labels.rowNames = names;
  if (place.lastRow) labels.columnNames = names;
  return labels;
}

int mapsWithRoom(const QRectF& area, int count, qint64 rows, qint64 columns, const Theme& theme) {
  int fitting = 1;
  for (int most = count; fitting < most;) {  // the more there are, the smaller they are
    const int tried = (fitting + most + 1) / 2;
    const QSizeF cells = placesOf(area, tried, rows, columns, theme, {{}}).cells;
    if (std::min(cells.width(), cells.height()) >= kReadableMap)
      fitting = tried;
    else
      most = tried - 1;
  }
  return fitting;
}

AttentionPlaces attentionPlaces(const QRectF& area, int count, qint64 rows, qint64 columns, const Theme& theme,
                                const MapNames& names, double zoom, bool hasStrip, double legend, bool keepsAll) {
  const Strip strip{hasStrip, legend, !keepsAll};
  if (!names.all.isEmpty()) {
    const AttentionPlaces named = placesOf(area, count, rows, columns, theme, {names}, strip);
    if (hasRoomForNames(zoom * named.cells.height() / static_cast<double>(std::max<qint64>(1, rows)), theme))
      return named;
  }
  const AttentionPlaces worded = placesOf(area, count, rows, columns, theme, {{}}, strip);
  if (keepsAll || worded.cells.height() >= kLowMap * theme.lineHeight()) return worded;
  return placesOf(area, count, rows, columns, theme, {{}, false}, strip);
}

void putLegendAboveStrip(AttentionPlaces& places, double height) {
  if (places.strip.height() <= height) return;
  places.legend = QRectF(places.strip.topLeft(), QSizeF(places.strip.width(), height));
  places.strip.setTop(places.legend.bottom());
}

}  // namespace omegascope
