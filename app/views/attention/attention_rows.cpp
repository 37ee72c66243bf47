#include "views/attention/attention_rows.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

#include "jobs/rows.h"
#include "language/language.h"
#include "model/token_names.h"
#include "views/attention/attention_cells.h"
#include "views/rich_text.h"
#include "views/truth_names.h"
#include "widgets/accessible_canvas.h"
#include "widgets/plot_style.h"

namespace omegascope {

namespace {

constexpr std::size_t kManyValues = 200;
constexpr double kExactWidth = 2.4;
constexpr double kMark = 6;                  // pixels: half of a mark reaches beyond its value, and air
constexpr int kLegendSide = 2;               // pixels beside the legend
constexpr double kLargestLegendShare = 0.4;  // of the height: beyond that the curves would be crushed

/// The map's rows before they were averaged, or as they are.
const omega::Array& finestRows(const omega::PooledMap& map) { return map.rows.empty() ? map.values : map.rows; }

omega::Index firstRow(const omega::PooledMap& map) { return map.rows.empty() ? map.first_row : 0; }

omega::Index rowsPerCell(const omega::PooledMap& map) { return map.rows.empty() ? map.row_pool : 1; }

std::vector<double> valuesOf(const MapImage& image, int query, int key, bool column) {
  return column ? mapColumn(image.map, key) : mapRow(image.map, query);
}

void addCurve(QCustomPlot& plot, const std::vector<double>& values, omega::Index pool, omega::Index first,
              const QString& name, const QPen& pen, const QCPScatterStyle& marks) {
  if (values.empty()) return;
  QCPGraph* graph = plot.addGraph();
  graph->setName(name);
  if (name.isEmpty()) graph->removeFromLegend();
  graph->setPen(pen);
  if (values.size() >
      kManyValues) {  // a pixel or two each: smooth wide lines would take longer than all else, and show no more
    QPen thin = pen;
    thin.setWidthF(1);
    graph->setPen(thin);
    graph->setAntialiased(false);
  }
  graph->setScatterStyle(marks);
  for (std::size_t i = 0; i < values.size(); ++i)
    graph->addData((static_cast<double>(i) + 0.5) * static_cast<double>(pool) - 0.5 + static_cast<double>(first),
                   values[i]);
  thinMarks(*graph);
}

bool hasExactRow(const ShownTruth& truth, int query) { return truth.row && truth.row->query == query; }

/// Of the exact curves: one is solid, and others with it have dashes.
QPen exactPen(const Theme& theme, std::size_t index) {
  constexpr std::array kLines = {Qt::SolidLine, Qt::DashLine, Qt::DashDotLine, Qt::DashDotDotLine};
  return {theme.text, kExactWidth * theme.lineScale, kLines[index % kLines.size()]};
}

/// Every card's curve of one snapshot: of the present one with marks, of the pinned one dotted.
void addCurves(QCustomPlot& plot, const Workbench& workbench, const Snapshot& of, const Theme& theme, bool column,
               int query, int key, bool pinned) {
  const auto poolOf = [column](const omega::PooledMap& map) { return column ? rowsPerCell(map) : map.col_pool; };
  const auto firstOf = [column](const omega::PooledMap& map) { return column ? firstRow(map) : omega::Index{0}; };
  std::size_t index = 0;
  for (const ShownTruth* truth : of.truthsOfCards()) {
    const QPen pen = pinned ? QPen(theme.text, 1.2 * theme.lineScale, Qt::DotLine) : exactPen(theme, index++);
    const QString name = pinned ? QString() : truthName(*truth);
    if (hasExactRow(*truth, query) && !column)
      addCurve(plot, truth->row->values, truth->row->col_pool, 0, name, pen, QCPScatterStyle::ssNone);
    else if (const MapImage* exact = of.map(truth->card))
      addCurve(plot, valuesOf(*exact, query, key, column), poolOf(exact->map), firstOf(exact->map), name, pen,
               QCPScatterStyle::ssNone);
  }
  for (const Card& card : workbench.document().cards) {
    const MapImage* image = of.map(card.id);
    if (!card.visible || card.isTruth() || image == nullptr) continue;
    const EstimatorStyle style = styleOf(card, theme.dark, workbench.isBehind(card.id));
    const QString name = QString::fromStdString(card.label());
    QCPScatterStyle marks = scatterStyle(style, theme, pinned);
    marks.setSize(5 * theme.lineScale);
    addCurve(plot, valuesOf(*image, query, key, column), poolOf(image->map), firstOf(image->map),
             pinned ? QString() : name,
             pinned ? QPen(style.colour, 1.2 * theme.lineScale, Qt::DotLine) : style.pen(1.4 * theme.lineScale), marks);
  }
}

/// All values and 0, with a little room at both ends.
QCPRange valueRange(const QCustomPlot& plot) {
  double high = 0, low = 0;
  for (int i = 0; i < plot.graphCount(); ++i) {
    bool found = false;
    const QCPRange range = plot.graph(i)->getValueRange(found);
    if (found) low = std::min(low, range.lower), high = std::max(high, range.upper);
  }
  return {1.08 * low, high > 0 ? 1.08 * high : 1};
}

}  // namespace

std::vector<double> mapRow(const omega::PooledMap& map, int query) {
  if (query < firstRow(map)) return {};
  return rowOf(finestRows(map), (query - firstRow(map)) / rowsPerCell(map));
}

std::vector<double> mapColumn(const omega::PooledMap& map, int key) {
  const omega::Array& rows = finestRows(map);
  const auto length = static_cast<std::size_t>(rows.shape()[1]), column = static_cast<std::size_t>(key / map.col_pool);
  if (key < 0 || column >= length) return {};
  std::vector<double> values;
  for (std::size_t r = 0; r < static_cast<std::size_t>(rows.shape()[0]); ++r)
    values.push_back(rows.at(r * length + column));
  return values;
}

void fillAttentionRow(QCustomPlot& plot, const Workbench& workbench, const Theme& theme, bool column) {
  plot.clearPlottables();
  plot.clearItems();
  applyStyle(plot, theme);
  const Snapshot& snapshot = *workbench.snapshot();
  const int query = snapshot.query, key = workbench.selection().shown().key;
  // The strip is low: no room for words beside it.
  const omega::Sequence* sequence = snapshot.sequence.get();
  styleAxis(
      *plot.xAxis,
      column ? tr("query n, at %1").arg(keyText(sequence, key)) : tr("key m, of %1").arg(queryText(sequence, query)),
      {}, AxisKind::Index);
  styleAxis(*plot.yAxis, QStringLiteral("A"), {}, AxisKind::Linear);
  plot.yAxis->ticker()->setTickCount(3);
  const auto pinned = workbench.pinned();
  if (pinned) addCurves(plot, workbench, *pinned, theme, column, pinned->query, key, true);
  addCurves(plot, workbench, snapshot, theme, column, query, key, false);
  const omega::Index count = snapshot.sequence ? (column ? snapshot.sequence->sizes.N : snapshot.sequence->sizes.M) : 1;
  plot.xAxis->setRange(-0.5, static_cast<double>(count) - 0.5);
  plot.yAxis->setRange(valueRange(plot));
  if (const int at = column ? query : key; at >= 0) {
    auto* line = new QCPItemStraightLine(&plot);
    line->point1->setCoords(at, 0);
    line->point2->setCoords(at, 1);
    line->setPen(QPen(theme.faint, theme.lineScale, Qt::DashLine));
  }
  plot.legend->setFillOrder(QCPLegend::foColumnsFirst);
  plot.legend->setBorderPen(Qt::NoPen);
  plot.legend->setMargins(QMargins(2, 0, 2, 0));
  plot.axisRect()->insetLayout()->setMargins(QMargins(kLegendSide, 1, kLegendSide, 0));
  plot.legend->setVisible(false);  // until it is known whether there is room
}

void fitAttentionLegend(QCustomPlot& plot) {
  const QCPAxisRect& room = *plot.axisRect();
  const QSize needed = plot.legend->minimumOuterSizeHint();
  const double share = room.height() > 0 ? (needed.height() + kMark) / room.height() : 1;
  const bool fits =
      plot.graphCount() > 1 && needed.width() + 2 * kLegendSide <= room.width() && share <= kLargestLegendShare;
  plot.legend->setVisible(fits);
  QCPRange range = valueRange(plot);
  if (fits) range.upper = range.lower + range.size() / (1 - share);
  if (range == plot.yAxis->range()) return;
  plot.yAxis->setRange(range);
  using Phase = QCPLayoutElement::UpdatePhase;
  for (const Phase phase : {Phase::upPreparation, Phase::upMargins, Phase::upLayout}) plot.plotLayout()->update(phase);
}

std::vector<LegendEntry> attentionRowLegend(const Workbench& workbench) {
  const Snapshot& snapshot = *workbench.snapshot();
  std::vector<LegendEntry> entries;
  if (snapshot.query < 0) return entries;
  std::size_t index = 0;
  for (const ShownTruth* truth : snapshot.truthsOfCards()) {
    const auto pen = [at = index++](const Theme& theme) { return exactPen(theme, at); };
    if (snapshot.map(truth->card) || hasExactRow(*truth, snapshot.query))
      entries.push_back(lineEntry(truthName(*truth), pen));
  }
  if (entries.empty()) return entries;
  for (const Card& card : workbench.document().cards)
    if (card.visible && !card.isTruth() && snapshot.map(card.id))
      entries.push_back(lineEntry(card, QString::fromStdString(card.label()), workbench.isBehind(card.id)));
  if (const auto pinned = workbench.pinned())
    entries.push_back(lineEntry(tr("dotted: query %1 as it was pinned").arg(pinned->query), [](const Theme& theme) {
      return QPen(theme.text, 1.2 * theme.lineScale, Qt::DotLine);
    }));
  return entries;
}

int indexAt(const QCustomPlot& plot, const Workbench& workbench, QPointF position, bool column) {
  if (!plot.axisRect()->rect().contains(position.toPoint()) || !workbench.snapshot()->sequence) return -1;
  const omega::Sizes& sizes = workbench.snapshot()->sequence->sizes;
  const long index = std::lround(plot.xAxis->pixelToCoord(position.x()));
  return index >= 0 && index < (column ? sizes.N : sizes.M) ? static_cast<int>(index) : -1;
}

QString attentionRowTip(const Workbench& workbench, int index, bool column) {
  const Snapshot& snapshot = *workbench.snapshot();
  const int query = column ? index : snapshot.query, key = column ? workbench.selection().shown().key : index;
  const omega::Sequence* sequence = snapshot.sequence.get();
  QStringList lines{queryText(sequence, query) + QStringLiteral(", ") + keyText(sequence, key)};
  const auto tell = [&](const QString& name, const std::vector<double>& row, omega::Index pool) {
    const auto at = static_cast<std::size_t>(key / pool);
    if (key >= 0 && at < row.size()) lines << QStringLiteral("%1: %2").arg(name, numberText(row[at], 3));
  };
  const auto add = [&](const QString& name, const MapImage* image) {
    if (image != nullptr) tell(name, mapRow(image->map, query), image->map.col_pool);
  };
  for (const ShownTruth* truth : snapshot.truthsOfCards())
    if (hasExactRow(*truth, query))
      tell(truthName(*truth), truth->row->values, truth->row->col_pool);
    else
      add(truthName(*truth), snapshot.map(truth->card));
  for (const Card& card : workbench.document().cards)
    if (card.visible && !card.isTruth()) add(QString::fromStdString(card.label()), snapshot.map(card.id));
  return plainTip(lines.join(QLatin1Char('\n')));
}

// --- In words --------------------------------------------------------------------------------------------------------

namespace {

/// A row or column of one map, and which queries or keys its values stand for.
struct MapLine {
  std::vector<double> values;
  omega::Index first = 0, pool = 1;
};

MapLine mapLineOf(const Snapshot& of, int card, int query, int key, bool column) {
  if (const ShownTruth& truth = of.truth(card); isTruth(card) && !column && hasExactRow(truth, query))
    return {truth.row->values, 0, truth.row->col_pool};
  const MapImage* image = of.map(card);
  if (image == nullptr || (column ? key : query) < 0) return {};
  return column ? MapLine{mapColumn(image->map, key), firstRow(image->map), rowsPerCell(image->map)}
                : MapLine{mapRow(image->map, query), 0, image->map.col_pool};
}

/// Where the value farthest from 0 stands; the end where there is none.
std::vector<double>::const_iterator peakOf(const std::vector<double>& values) {
  const auto size = [](double value) { return std::isfinite(value) ? std::abs(value) : -1.0; };
  return std::max_element(values.begin(), values.end(), [&](double a, double b) { return size(a) < size(b); });
}

/// "key 3", "keys 24–31".
QString placeText(const omega::Sequence& sequence, const MapLine& line, omega::Index at, bool column) {
  const omega::Index from = line.first + at * line.pool,
                     to = std::min(from + line.pool, column ? sequence.sizes.N : sequence.sizes.M) - 1;
  if (from >= to)
    return column ? queryText(&sequence, static_cast<int>(from)) : keyText(&sequence, static_cast<int>(from));
  return (column ? tr("queries %1–%2") : tr("keys %1–%2")).arg(from).arg(to);
}

/// The exact map is its truth's, whatever card shows it.
int mapOf(const Snapshot& of, const Card& card) { return card.isTruth() ? of.truthOf(card.id) : card.id; }

QString mapWords(const Workbench& workbench, int id) {
  const Snapshot& snapshot = *workbench.snapshot();
  const Card* card = workbench.document().card(id);
  if (card == nullptr || !snapshot.sequence) return {};
  const omega::Sequence& sequence = *snapshot.sequence;
  const bool isError = workbench.document().view.map == MapContent::error;
  const QString of = (isError ? tr("Error of %1, head %2") : tr("Attention of %1, head %2"))
                         .arg(QString::fromStdString(card->label()), QString::number(snapshot.head));
  const Cursor shown = workbench.selection().shown();
  if (shown.query < 0) return tr("%1: no query is chosen").arg(of);
  MapLine line = mapLineOf(snapshot, mapOf(snapshot, *card), shown.query, -1, false);
  if (isError) {
    const std::vector<double> exact = mapLineOf(snapshot, snapshot.truthOf(id), shown.query, -1, false).values;
    if (exact.size() != line.values.size()) line.values.clear();
    std::transform(line.values.begin(), line.values.end(), exact.begin(), line.values.begin(), std::minus<>());
  }
  const auto peak = peakOf(line.values);
  if (peak == line.values.end() || !std::isfinite(*peak)) return tr("%1: nothing is computed yet").arg(of);
  const QString words = (isError ? tr("%1: %2 is farthest off at %3, %4") : tr("%1: %2 attends most to %3, %4"))
                            .arg(of, queryText(&sequence, shown.query),
                                 placeText(sequence, line, peak - line.values.begin(), false), numberText(*peak, 3));
  const auto chosen = static_cast<std::size_t>(shown.key / line.pool);
  if (shown.key < 0 || chosen >= line.values.size()) return words;
  return tr("%1; %2 has %3").arg(words, keyText(&sequence, shown.key), numberText(line.values[chosen], 3));
}

QString rowWords(const Workbench& workbench, bool column) {
  const Snapshot& snapshot = *workbench.snapshot();
  const int key = workbench.selection().shown().key;
  if (!snapshot.sequence || (column ? key : snapshot.query) < 0) return {};
  const omega::Sequence& sequence = *snapshot.sequence;
  QStringList said;
  const auto add = [&](const QString& name, int map) {
    const MapLine line = mapLineOf(snapshot, map, snapshot.query, key, column);
    const auto peak = peakOf(line.values);
    if (peak != line.values.end() && std::isfinite(*peak))
      said << tr("%1 most at %2, %3")
                  .arg(name, placeText(sequence, line, peak - line.values.begin(), column), numberText(*peak, 3));
  };
  for (const ShownTruth* truth : snapshot.truthsOfCards()) add(truthName(*truth), truth->card);
  for (const Card& card : workbench.document().cards)
    if (card.visible && !card.isTruth()) add(QString::fromStdString(card.label()), card.id);
  const QString of = column ? tr("Column of %1, head %2") : tr("Row of %1, head %2");
  return QStringLiteral("%1: %2").arg(
      of.arg(column ? keyText(&sequence, key) : queryText(&sequence, snapshot.query), QString::number(snapshot.head)),
      said.join(QStringLiteral("; ")));
}

}  // namespace

void nameAttentionMap(QWidget& map, const Workbench& workbench, int card) {
  nameCanvas(map, tr("Map of attention"), [&workbench, card] { return mapWords(workbench, card); });
}

void nameAttentionRow(QCustomPlot& plot, const Workbench& workbench, bool column) {
  nameCanvas(plot, column ? tr("Column of the shown key") : tr("Row of the shown query"),
             [&workbench, column] { return rowWords(workbench, column); });
}

}  // namespace omegascope
