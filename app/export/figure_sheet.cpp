#include "export/figure_sheet.h"

#include <QPainter>
#include <algorithm>
#include <numeric>

#include "export/provenance.h"
#include "views/fitted_picture.h"
#include "views/rich_text.h"

namespace omegascope {

namespace {

constexpr double kPixelsPerPoint = 96.0 / 72;
constexpr double kGapOfTiles = 12;  // logical pixels, as all lengths here

/// From the top of the letter to what stands below it.
double headingHeight(const Theme& theme) { return QFontMetricsF(theme.bold()).height() + 2; }

}  // namespace

std::vector<QRectF> figurePlaces(const PaperFigure& figure, const QRectF& area, double gap) {
  struct Cell {
    std::size_t row;
    int column, span;
  };
  std::vector<Cell> cells;
  std::vector<double> shares;   // of the height, by row
  int column = figure.columns;  // the next one that is free: in no row yet
  for (const FigureTile& tile : figure.tiles) {
    const int span = std::min(tile.columns, figure.columns);
    if (column + span > figure.columns) {
      shares.push_back(1);
      column = 0;
    }
    shares.back() = std::max(shares.back(), static_cast<double>(tile.share));
    cells.push_back({shares.size() - 1, column, span});
    column += span;
  }
  const double all = std::accumulate(shares.begin(), shares.end(), 0.0);
  const double unit = (area.height() - gap * (static_cast<double>(shares.size()) - 1)) / all;
  const double step = (area.width() + gap) / figure.columns;
  std::vector<double> tops{area.top()};
  for (const double share : shares) tops.push_back(tops.back() + unit * share + gap);
  std::vector<QRectF> places;
  for (const Cell& cell : cells)
    places.emplace_back(area.left() + step * cell.column, tops[cell.row], std::max(0.0, step * cell.span - gap),
                        std::max(0.0, unit * shares[cell.row]));
  return places;
}

QString letterOf(std::size_t tile) { return QChar(static_cast<char16_t>(u'a' + tile)); }

FigureSheet::FigureSheet(Workbench& workbench, Find find)
    : Panel(workbench, QStringLiteral("figure"), tr("Figure")), m_find(std::move(find)) {}

ExportOptions FigureSheet::options(ExportFormat format) const {
  ExportOptions options;
  options.format = format;
  options.millimetres = {figure().width, figure().height};
  options.dpi = figure().dpi;
  options.colours = figure().colours;
  options.textScale = figure().points / kBasePoints;
  options.visibleOnly = false;  // a session does not say what was zoomed into
  return options;
}

QString FigureSheet::help() const { return tr("<p>Panels on one page of a paper: File ▸ Figure for a paper.</p>"); }

std::vector<FigureSheet::Tile> FigureSheet::tiles() const {
  std::vector<Tile> tiles;
  for (const FigureTile& one : figure().tiles) {
    Tile tile;
    tile.name = QString::fromStdString(one.panel);
    tile.panel = m_find(tile.name);
    tile.letter = letterOf(tiles.size());
    if (figure().letters) tile.heading = tile.letter;
    if (figure().titles && tile.panel != nullptr)
      tile.heading += (figure().letters ? QStringLiteral("  ") : QString()) + tile.panel->title();
    tiles.push_back(std::move(tile));
  }
  return tiles;
}

FigureSheet::Filling FigureSheet::fillingOf(const Tile& tile, const QRectF& place, const Theme& theme) const {
  Filling filling;
  double top = figure().letters || figure().titles ? headingHeight(theme) : 0;  // the same in a whole row
  if (figure().legends && tile.panel != nullptr)
    filling.legend = PlacedLegend(tile.panel->legendAbove(), place.width(), theme);
  filling.picture = place.adjusted(0, top + filling.legend.height(), 0, 0);
  return filling;
}

void FigureSheet::paintTile(QPainter& painter, const Tile& tile, const QRectF& place, const Theme& theme) const {
  if (!tile.heading.isEmpty()) {
    painter.setFont(theme.bold());
    painter.setPen(theme.text);
    painter.drawText(QRectF(place.topLeft(), QSizeF(place.width(), headingHeight(theme))), Qt::AlignLeft | Qt::AlignTop,
                     tile.heading);
  }
  const auto [legend, picture] = fillingOf(tile, place, theme);
  ShrinkMeter::begin(painter, tile.letter);
  if (isTooSmall(picture.size())) return ShrinkMeter::leaveEmpty();
  if (tile.panel == nullptr)
    return paintRichText(painter, picture, theme, tr("There is no panel %1.").arg(tile.name.toHtmlEscaped()));
  legend.paint(painter, QPointF(place.left(), picture.top() - legend.height()), theme);
  painter.save();
  tile.panel->renderWhole(painter, picture, theme);
  painter.restore();
}

/// Fonts have whole pixels, and points are exact.
double FigureSheet::enlargement(const Theme& theme) const {
  return theme.font.pixelSize() > 0 ? figure().points * kPixelsPerPoint / theme.font.pixelSize() : 1;
}

void FigureSheet::render(QPainter& painter, const QRectF& area, const Theme& theme) const {
  Theme look = theme;
  look.marksSelection = figure().cross;
  look.showsLegends = figure().legends;
  const double factor = enlargement(theme);
  const std::vector<Tile> all = tiles();
  const std::vector<QRectF> places = figurePlaces(figure(), QRectF(QPointF(), area.size() / factor), kGapOfTiles);
  painter.save();
  painter.translate(area.topLeft());
  painter.scale(factor, factor);
  for (std::size_t i = 0; i < all.size(); ++i) paintTile(painter, all[i], places[i], look);
  painter.restore();
}

/// The height of a place grows evenly with that of all: two heights tell at which one it is enough.
double FigureSheet::leastHeight(double width, const Theme& theme) const {
  constexpr double kLow = 1000, kHigh = 2000;
  const double factor = enlargement(theme);
  const std::vector<Tile> all = tiles();
  const std::vector<QRectF> low = figurePlaces(figure(), {0, 0, width / factor, kLow}, kGapOfTiles),
                            high = figurePlaces(figure(), {0, 0, width / factor, kHigh}, kGapOfTiles);
  double least = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const double picture = all[i].panel == nullptr ? 0 : all[i].panel->leastHeight(low[i].width(), theme);
    if (picture <= 0) continue;
    const double needed = picture + low[i].height() - fillingOf(all[i], low[i], theme).picture.height();
    const double slope = (high[i].height() - low[i].height()) / (kHigh - kLow);
    least = std::max(least, kLow + (needed - low[i].height()) / slope);
  }
  return least * factor;
}

/// A panel without commands says why, as a shell reads remarks.
static QStringList linesOf(const Panel& panel) {
  const QString why = panel.whyNoCommand();
  return why.isEmpty() ? commandsOf(panel) : QStringList{QStringLiteral("# %1: %2").arg(panel.title(), why)};
}

QString FigureSheet::command() const {
  QStringList lines;
  for (const Tile& tile : tiles())
    if (tile.panel != nullptr) lines << linesOf(*tile.panel);
  lines.removeDuplicates();
  return lines.join(QLatin1Char('\n'));
}

Work FigureSheet::work() const {
  for (const Tile& tile : tiles())
    if (tile.panel != nullptr && tile.panel->work() != Work::nothing) return tile.panel->work();
  return Work::nothing;
}

void FigureSheet::refresh() {
  for (const Tile& tile : tiles())
    if (tile.panel != nullptr) tile.panel->bringUpToDate();
}

}  // namespace omegascope
