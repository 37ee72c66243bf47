#include "views/studies/figure_drawing.h"

#include <QFontMetricsF>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "views/rich_text.h"
#include "views/studies/figure_range.h"
#include "widgets/colour_maps.h"
#include "widgets/ticks.h"

namespace omegascope {

using namespace omega::studies;

namespace {

using Part = StudyPanelPart;

constexpr double kNear = 14;           // pixels
constexpr double kRowHeight = 22;      // of a category or of a map
constexpr double kAround = 84;         // title, tick labels and axis title of a part
constexpr int kMostMarkers = 24;       // more are a smear
constexpr double kNamesShare = 0.4;    // of a part's width, for names of categories
constexpr int kFitPoints = 24;

int columnsOf(const Figure& figure, std::size_t parts) {
  if (figure.columns > 0) return static_cast<int>(std::min<std::size_t>(static_cast<std::size_t>(figure.columns), parts));
  if (parts <= 1) return 1;
  return parts == 2 || parts == 4 ? 2 : 3;
}

double wantedHeight(const Part& part, double width) {
  if (part.kind == "categories") return kAround + kRowHeight * static_cast<double>(part.x.categories.size());
  if (part.kind == "map") return kAround + std::max(90.0, 1.4 * kRowHeight * static_cast<double>(part.y.categories.size()));
  return std::clamp(0.68 * width, 190.0, 420.0);
}

/// Parts of one row of the grid have one height.
std::vector<double> rowHeights(const Figure& figure, std::size_t parts, double width) {
  const auto columns = static_cast<std::size_t>(columnsOf(figure, parts));
  std::vector<double> heights;
  for (std::size_t i = 0; i < parts; ++i) {
    if (i % columns == 0) heights.push_back(0);
    heights.back() = std::max(heights.back(), wantedHeight(figure.panels[i], width / static_cast<double>(columns)));
  }
  return heights;
}

QString text(const std::string& words) { return QString::fromStdString(words); }

QSharedPointer<QCPAxisTickerText> fixedTicks(const std::vector<Tick>& ticks) {
  auto ticker = QSharedPointer<QCPAxisTickerText>::create();
  for (const Tick& tick : ticks) ticker->addTick(tick.value, tick.label);
  return ticker;
}

QSharedPointer<QCPAxisTickerText> namedTicks(const std::vector<std::string>& names, const QFontMetricsF& metrics, double room) {
  auto ticker = QSharedPointer<QCPAxisTickerText>::create();
  for (std::size_t i = 0; i < names.size(); ++i) ticker->addTick(static_cast<double>(i), metrics.elidedText(text(names[i]), Qt::ElideRight, room));
  return ticker;
}

/// Range and ticks; a logarithmic axis that is shorter than a decade has labels too.
void setScale(QCPAxis& axis, const QString& title, bool isLog, const FigureRange& range, int wanted) {
  styleAxis(axis, title, {}, isLog ? AxisKind::Log10 : AxisKind::Linear);
  axis.setRange(range.low(), range.high());
  if (isLog) axis.setTicker(fixedTicks(logTicks(range.low(), range.high(), wanted, QLocale())));
}

QCPColorGradient gradientOf(ColourMap map) {
  const ColourTable& table = colourTable(map);
  QMap<double, QColor> stops;
  constexpr int kStops = 16;
  for (int i = 0; i <= kStops; ++i) stops.insert(static_cast<double>(i) / kStops, QColor(table[static_cast<std::size_t>(i * 255 / kStops)]));
  QCPColorGradient gradient;
  gradient.setColorStops(stops);
  gradient.setNanHandling(QCPColorGradient::nhTransparent);
  return gradient;
}

}  // namespace

QString legendNameOf(const Curve& curve) { return text(curve.legend.empty() ? curve.name : curve.legend) + (curve.reference > 0 ? QString() : QLatin1Char('\n') + text(curve.method)); }

EstimatorStyle styleOf(const Curve& curve, const Theme& theme) {
  EstimatorStyle style = estimatorStyle(text(curve.method), curve.copy, theme.dark);
  if (curve.reference == 0) return style;
  style.colour = theme.text;
  style.dash = curve.is_dashed ? QList<qreal>{5, 3} : QList<qreal>{};
  return style;
}

std::vector<const Curve*> legendCurves(const Figure& figure) {
  std::vector<const Curve*> entries;
  QSet<QString> names;
  for (const Part& part : figure.panels)
    for (const Curve& curve : part.curves) {
      if (part.kind != "lines" || names.contains(legendNameOf(curve))) continue;
      names.insert(legendNameOf(curve));
      entries.push_back(&curve);
    }
  return entries;
}

LegendEntry legendEntry(const Curve& curve) {
  const QString name = legendNameOf(curve).section(QLatin1Char('\n'), 0, 0);
  return {name, [curve](QPainter& painter, const QRectF& rect, const Theme& theme) {
            const EstimatorStyle style = styleOf(curve, theme);
            painter.setRenderHint(QPainter::Antialiasing);
            painter.setPen(style.pen((curve.is_paper ? 1.0 : 2.0) * theme.lineScale));
            if (curve.has_line) painter.drawLine(QPointF(rect.left(), rect.center().y()), QPointF(rect.right(), rect.center().y()));
            if (curve.reference == 0) drawMarker(painter, style.marker, rect.center(), rect.height() * 0.65, style.colour, curve.is_paper);
          }};
}

double wantedHeight(const Figure& figure, double width) {
  double height = 0;
  for (const double row : rowHeights(figure, figure.panels.size(), width)) height += row;
  return height;
}

// --- The grid ----------------------------------------------------------------------------------------------------------------

FigureDrawing::FigureDrawing(QCustomPlot& plot, StudyFigure figure, FigureLook look) : m_plot(plot), m_figure(std::move(figure)), m_look(std::move(look)) {
  plot.clearPlottables();
  plot.clearItems();
  plot.plotLayout()->clear();
  plot.plotLayout()->simplify();
  const std::size_t parts = std::min(m_figure->panels.size(), m_look.most);
  if (parts == 0) return;
  const int columns = columnsOf(*m_figure, parts);
  m_drawn.reserve(parts);
  for (std::size_t i = 0; i < parts; ++i) addPart(m_figure->panels[i], static_cast<int>(i) / columns, static_cast<int>(i) % columns);
  const std::vector<double> heights = rowHeights(*m_figure, parts, m_look.size.width());
  for (std::size_t row = 0; row < heights.size(); ++row) plot.plotLayout()->setRowStretchFactor(2 * static_cast<int>(row) + 1, heights[row]);
  plot.plotLayout()->setRowSpacing(0);
  applyStyle(plot, m_look.theme);
  for (std::size_t i = 0; i < parts; ++i) {
    const Drawn& drawn = m_drawn[i];
    if (drawn.part->kind == "map") addMap(drawn, static_cast<int>(i) / columns, static_cast<int>(i) % columns);
    else if (drawn.isSideways) addCategories(drawn, partBeside(*drawn.part));
    else addLines(drawn, partBeside(*drawn.part));
    if (!m_look.bare) continue;
    drawn.rect->setMinimumMargins({2, 2, 2, 2});
    for (QCPAxis* axis : drawn.rect->axes()) {
      axis->setTickLabels(false);
      axis->setTicks(false);
      axis->setLabel({});
    }
  }
  connect(&plot, &QCustomPlot::afterLayout, this, &FigureDrawing::spreadSlopes);
  connect(&plot, &QCustomPlot::afterLayout, this, &FigureDrawing::fitCellTexts);
}

void FigureDrawing::addPart(const Part& part, int row, int column) {
  const double width = m_look.size.width() / columnsOf(*m_figure, std::min(m_figure->panels.size(), m_look.most));
  QFont font = m_look.theme.bold();
  const QString words = part.note.empty() ? text(part.title) : text(part.title + "  " + part.note);
  const QString title = QFontMetricsF(font).elidedText(words, Qt::ElideRight, width - 24);
  auto* head = new QCPTextElement(&m_plot, m_look.bare ? QString() : title, font);
  head->setTextColor(m_look.theme.text);
  head->setTextFlags(Qt::AlignLeft | Qt::AlignBottom);
  head->setMargins(m_look.bare ? QMargins() : QMargins(8, 6, 2, 0));
  auto* rect = new QCPAxisRect(&m_plot);
  m_plot.plotLayout()->addElement(2 * row, column, head);
  if (part.kind == "map") {
    auto* pair = new QCPLayoutGrid;  // the map and its colour bar
    pair->addElement(0, 0, rect);
    m_plot.plotLayout()->addElement(2 * row + 1, column, pair);
  } else {
    m_plot.plotLayout()->addElement(2 * row + 1, column, rect);
  }
  m_drawn.push_back({&part, rect, part.kind == "categories"});
}

const Part* FigureDrawing::partBeside(const Part& part) const {
  if (!m_look.beside) return nullptr;
  const auto& parts = m_look.beside->panels;
  const auto same = std::find_if(parts.begin(), parts.end(), [&](const Part& other) { return other.name == part.name && other.group == part.group && other.kind == part.kind; });
  return same == parts.end() ? nullptr : &*same;
}

// --- Curves ------------------------------------------------------------------------------------------------------------------

void FigureDrawing::addLines(const Drawn& drawn, const Part* beside) {
  const Part& part = *drawn.part;
  FigureRange x(part.x.log, part.x.symmetric), y(part.y.log, part.y.symmetric);
  for (const Part* each : {&part, beside}) {
    if (each == nullptr) continue;
    for (const Curve& curve : each->curves)
      for (const CurvePoint& p : curve.points) {
        x.add(p.x);
        y.add(p.y);
        if (!curve.has_band) continue;
        y.add(p.low);
        y.add(p.high);
      }
  }
  QCPAxis &across = *drawn.rect->axis(QCPAxis::atBottom), &up = *drawn.rect->axis(QCPAxis::atLeft);
  setScale(across, text(part.x.title), part.x.log, x, 5);
  setScale(up, text(part.y.title), part.y.log, y, 5);
  for (const Curve& curve : part.curves)
    if (!isHidden(curve)) addBand(drawn, curve, y.low());
  if (beside != nullptr)
    for (const Curve& curve : beside->curves)
      if (!isHidden(curve) && !curve.is_paper && curve.reference == 0) addCurve(drawn, curve, true);
  bool hasFits = false;
  for (const Curve& curve : part.curves) {
    if (isHidden(curve)) continue;
    addFit(drawn, curve);
    hasFits = hasFits || curve.fit.has_value();
  }
  for (const Curve& curve : part.curves)
    if (!isHidden(curve)) addCurve(drawn, curve, false);
  if (hasFits && !m_look.bare) {
    QMargins margins = drawn.rect->minimumMargins();
    margins.setRight(static_cast<int>(QFontMetricsF(m_look.theme.font).horizontalAdvance(QStringLiteral("−0.00")) + 10));
    drawn.rect->setMinimumMargins(margins);
  }
}

void FigureDrawing::addCurve(const Drawn& drawn, const Curve& curve, bool isBeside) {
  QCPGraph* graph = m_plot.addGraph(drawn.rect->axis(QCPAxis::atBottom), drawn.rect->axis(QCPAxis::atLeft));
  EstimatorStyle style = styleOf(curve, m_look.theme);
  if (isBeside) style.colour.setAlphaF(0.5f);
  if (m_look.behind.contains(text(curve.name))) style.colour.setAlphaF(0.35f);
  const bool isThin = curve.is_paper || curve.reference > 0 || isBeside;
  graph->setPen(style.pen((isThin ? 1.1 : 1.7) * m_look.theme.lineScale));
  graph->setLineStyle(curve.has_line ? QCPGraph::lsLine : QCPGraph::lsNone);
  const bool isCrowded = curve.has_line && curve.points.size() > kMostMarkers;
  if (curve.reference == 0 && !isCrowded && !m_look.bare) graph->setScatterStyle(scatterStyle(style, m_look.theme, curve.is_paper || isBeside));
  graph->setAdaptiveSampling(false);
  for (const CurvePoint& p : curve.points)
    if (!(drawn.part->y.log && p.y <= 0)) graph->addData(p.x, p.y);
  if (!curve.has_line && !isBeside) addErrors(drawn, curve, graph);
  if (!isBeside && !m_look.ringed.isEmpty()) addRings(drawn, curve);
}

/// Around points that somebody named.
void FigureDrawing::addRings(const Drawn& drawn, const Curve& curve) {
  QCPGraph* rings = m_plot.addGraph(drawn.rect->axis(QCPAxis::atBottom), drawn.rect->axis(QCPAxis::atLeft));
  rings->setLineStyle(QCPGraph::lsNone);
  rings->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssCircle, QPen(m_look.theme.text, 1.8 * m_look.theme.lineScale), Qt::NoBrush, 13 * m_look.theme.lineScale));
  for (const CurvePoint& p : curve.points)
    if (m_look.ringed.contains(p.point) && !(drawn.part->y.log && p.y <= 0)) rings->addData(p.x, p.y);
}

/// Two standard errors on either side, of marks without a line.
void FigureDrawing::addErrors(const Drawn& drawn, const Curve& curve, QCPGraph* graph) {
  auto* bars = new QCPErrorBars(drawn.rect->axis(QCPAxis::atBottom), drawn.rect->axis(QCPAxis::atLeft));
  bars->setDataPlottable(graph);
  bars->setPen(QPen(styleOf(curve, m_look.theme).colour, m_look.theme.lineScale));
  bars->setWhiskerWidth(0);
  bars->setSymbolGap(0);
  for (const CurvePoint& p : curve.points)
    if (!(drawn.part->y.log && p.y <= 0)) {
      const double low = drawn.part->y.log ? std::min(2 * p.error, 0.999 * p.y) : 2 * p.error;
      bars->addData(low, 2 * p.error);
    }
}

void FigureDrawing::addBand(const Drawn& drawn, const Curve& curve, double lowest) {
  if (!curve.has_band || curve.points.size() < 2) return;
  QCPAxis *across = drawn.rect->axis(QCPAxis::atBottom), *up = drawn.rect->axis(QCPAxis::atLeft);
  QCPGraph *low = m_plot.addGraph(across, up), *high = m_plot.addGraph(across, up);
  const bool isLog = drawn.part->y.log;
  for (const CurvePoint& p : curve.points) {
    // Where a logarithm would be −∞, the lower edge.
    low->addData(p.x, isLog && p.low <= 0 ? lowest : p.low);
    high->addData(p.x, isLog && p.high <= 0 ? lowest : p.high);
  }
  low->setPen(Qt::NoPen);
  high->setPen(Qt::NoPen);
  high->setBrush(bandBrush(styleOf(curve, m_look.theme)));
  high->setChannelFillGraph(low);
}

void FigureDrawing::addFit(const Drawn& drawn, const Curve& curve) {
  if (!curve.fit) return;
  QCPGraph* graph = m_plot.addGraph(drawn.rect->axis(QCPAxis::atBottom), drawn.rect->axis(QCPAxis::atLeft));
  const QColor colour = styleOf(curve, m_look.theme).colour;
  QPen pen(colour, 1.1 * m_look.theme.lineScale);
  pen.setDashPattern({2, 3});
  graph->setPen(pen);
  for (int i = 0; i <= kFitPoints; ++i) {
    const double x = curve.fit_from * std::pow(curve.fit_to / curve.fit_from, static_cast<double>(i) / kFitPoints);
    graph->addData(x, curve.fit->at(x));
  }
  if (m_look.bare) return;
  auto* label = new QCPItemText(&m_plot);
  label->setClipToAxisRect(false);
  label->setText(formatNumber(std::round(100 * curve.fit->slope) / 100, 3, QLocale()));
  label->setFont(m_look.theme.scaled(0.92));
  label->setColor(colour);
  label->setPositionAlignment(Qt::AlignLeft | Qt::AlignVCenter);
  label->position->setType(QCPItemPosition::ptAxisRectRatio);
  label->position->setAxisRect(drawn.rect);
  m_slopes.push_back({label, drawn.rect->axis(QCPAxis::atLeft), curve.fit->at(curve.fit_to)});
}

/// At the right ends of their fits, moved apart where they would overlap.
void FigureDrawing::spreadSlopes() {
  const double apart = QFontMetricsF(m_look.theme.font).height();
  std::vector<Slope> sorted = m_slopes;
  std::stable_sort(sorted.begin(), sorted.end(), [](const Slope& a, const Slope& b) {
    return a.axis != b.axis ? std::less<>()(a.axis, b.axis) : a.value > b.value;
  });
  double before = 0;
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    const QRect rect = sorted[i].axis->axisRect()->rect();
    const bool isFirst = i == 0 || sorted[i - 1].axis != sorted[i].axis;
    double y = sorted[i].axis->coordToPixel(sorted[i].value);
    if (!isFirst) y = std::max(y, before + apart);
    before = y;
    if (rect.height() > 0) sorted[i].text->position->setCoords(1 + 4.0 / std::max(1, rect.width()), (y - rect.top()) / rect.height());
  }
}

// --- Categories: sideways, so that their names can be read -----------------------------------------------------------------------

void FigureDrawing::addCategories(const Drawn& drawn, const Part* beside) {
  const Part& part = *drawn.part;
  QCPAxis &names = *drawn.rect->axis(QCPAxis::atLeft), &values = *drawn.rect->axis(QCPAxis::atBottom);
  FigureRange range(part.y.log, part.y.symmetric);
  for (const Part* each : {&part, beside})
    if (each != nullptr)
      for (const Curve& curve : each->curves)
        for (const CurvePoint& p : curve.points)
          for (const double value : {p.y, p.low, p.high}) range.add(value);
  setScale(values, text(part.y.title), part.y.log, range, 4);
  styleAxis(names, {}, {}, AxisKind::Linear);
  const double width = m_look.size.width() / columnsOf(*m_figure, m_figure->panels.size());
  names.setTicker(namedTicks(part.x.categories, QFontMetricsF(m_look.theme.font), kNamesShare * width));
  names.setRangeReversed(true);
  names.setRange(-0.5, static_cast<double>(part.x.categories.size()) - 0.5);
  for (const Part* each : {beside, &part}) {
    if (each == nullptr) continue;
    for (const Curve& curve : each->curves) {
      if (isHidden(curve) || (each == beside && curve.is_paper)) continue;
      QCPGraph* graph = m_plot.addGraph(&names, &values);
      EstimatorStyle style = styleOf(curve, m_look.theme);
      if (each == beside) style.colour.setAlphaF(0.5f);
      graph->setLineStyle(QCPGraph::lsNone);
      graph->setScatterStyle(scatterStyle(style, m_look.theme, curve.is_paper || each == beside));
      auto* bars = new QCPErrorBars(&names, &values);
      bars->setDataPlottable(graph);
      bars->setPen(QPen(style.colour, 1.6 * m_look.theme.lineScale));
      bars->setWhiskerWidth(0);
      bars->setSymbolGap(0);
      for (const CurvePoint& p : curve.points) {
        if (part.y.log && p.y <= 0) continue;
        graph->addData(p.x, p.y);
        const bool hasBand = p.high > p.low && (!part.y.log || p.low > 0);
        bars->addData(hasBand ? p.y - p.low : 0, hasBand ? p.high - p.y : 0);
      }
    }
  }
}

// --- Maps ----------------------------------------------------------------------------------------------------------------------

void FigureDrawing::addMap(const Drawn& drawn, int row, int column) {
  const Part& part = *drawn.part;
  QCPAxis &across = *drawn.rect->axis(QCPAxis::atBottom), &up = *drawn.rect->axis(QCPAxis::atLeft);
  const int columns = std::max(1, static_cast<int>(part.x.categories.size())), rows = std::max(1, static_cast<int>(part.y.categories.size()));
  styleAxis(across, text(part.x.title), {}, AxisKind::Linear);
  styleAxis(up, text(part.y.title), {}, AxisKind::Linear);
  const QFontMetricsF metrics(m_look.theme.font);
  const double width = m_look.size.width() / columnsOf(*m_figure, m_figure->panels.size());
  across.setTicker(namedTicks(part.x.categories, metrics, 0.7 * width / columns));
  up.setTicker(namedTicks(part.y.categories, metrics, kNamesShare * width));
  across.setRange(-0.5, columns - 0.5);
  up.setRange(-0.5, rows - 0.5);
  double low = std::numeric_limits<double>::infinity(), high = -low;
  for (const MapCell& cell : part.cells) {
    if (part.log_colour && cell.value <= 0) continue;
    low = std::min(low, cell.value);
    high = std::max(high, cell.value);
  }
  auto* map = new QCPColorMap(&across, &up);
  map->data()->setSize(columns, rows);
  // The ranges of the middles of its cells; of one alone, of the cell.
  map->data()->setRange(columns > 1 ? QCPRange(0, columns - 1) : QCPRange(-0.5, 0.5), rows > 1 ? QCPRange(0, rows - 1) : QCPRange(-0.5, 0.5));
  map->data()->fill(std::numeric_limits<double>::quiet_NaN());
  map->setInterpolate(false);
  map->setDataScaleType(part.log_colour ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
  const QCPColorGradient gradient = gradientOf(ColourMap::Viridis);
  map->setGradient(gradient);
  if (!(high > low)) high = low + std::max(1e-12, std::abs(low));
  if (part.cells.empty()) std::tie(low, high) = std::pair(0.1, 1.0);
  for (const MapCell& cell : part.cells) map->data()->setCell(static_cast<int>(cell.column), static_cast<int>(cell.row), cell.value);
  map->setDataRange({low, high});
  const ColourScale scale{ColourMap::Viridis, part.log_colour ? Norm::Log : Norm::Linear, low, high};
  if (m_look.bare) return;
  MapWords& words = m_mapWords.emplace_back(MapWords{drawn.rect, columns, {}});
  for (const MapCell& cell : part.cells) words.cells.emplace_back(addCellText(drawn, cell, QColor(scale.colour(cell.value))), &cell);
  auto* pair = qobject_cast<QCPLayoutGrid*>(m_plot.plotLayout()->element(2 * row + 1, column));
  auto* bar = new QCPColorScale(&m_plot);
  pair->addElement(0, 1, bar);
  bar->setType(QCPAxis::atRight);
  bar->setBarWidth(10);
  bar->setDataScaleType(map->dataScaleType());
  bar->setGradient(gradient);
  bar->setDataRange({low, high});
  QCPAxis* axis = bar->axis();
  axis->setTickLabelFont(m_look.theme.font);
  axis->setTickLabelColor(m_look.theme.text);
  axis->setBasePen(QPen(m_look.theme.axis));
  axis->setTickPen(QPen(m_look.theme.axis));
  axis->setSubTicks(false);
  axis->setTicker(fixedTicks(part.log_colour ? logTicks(low, high, 4, QLocale()) : linearTicks(low, high, 4, QLocale())));
  auto* group = new QCPMarginGroup(&m_plot);
  bar->setMarginGroup(QCP::msTop | QCP::msBottom, group);
  drawn.rect->setMarginGroup(QCP::msTop | QCP::msBottom, group);
}

QCPItemText* FigureDrawing::addCellText(const Drawn& drawn, const MapCell& cell, const QColor& behind) {
  auto* words = new QCPItemText(&m_plot);
  words->setClipAxisRect(drawn.rect);
  words->position->setAxisRect(drawn.rect);
  words->position->setAxes(drawn.rect->axis(QCPAxis::atBottom), drawn.rect->axis(QCPAxis::atLeft));
  words->position->setCoords(static_cast<double>(cell.column), static_cast<double>(cell.row));
  words->setColor(contrast(Qt::white, behind) > contrast(Qt::black, behind) ? Qt::white : Qt::black);
  return words;
}

/// As large, and of as many digits, as the narrow cells of a map allow; the same for all of them, and none where that is none.
void FigureDrawing::fitCellTexts() {
  struct Form {
    double scale;
    int digits;
  };
  for (const MapWords& map : m_mapWords) {
    const double room = static_cast<double>(map.rect->width()) / map.columns - 3;
    const auto textOf = [](const MapCell& cell, const Form& form) { return numberText(cell.value, cell.point < 0 ? 6 : form.digits); };
    const Form* fitting = nullptr;
    static constexpr Form kForms[] = {{0.85, 2}, {0.7, 2}, {0.7, 1}};
    for (const Form& form : kForms) {
      const QFontMetricsF metrics(m_look.theme.scaled(form.scale));
      const auto fits = [&](const auto& cell) { return metrics.horizontalAdvance(textOf(*cell.second, form)) <= room; };
      if (fitting == nullptr && std::all_of(map.cells.begin(), map.cells.end(), fits)) fitting = &form;
    }
    for (const auto& [words, cell] : map.cells) {
      words->setVisible(fitting != nullptr);
      if (fitting == nullptr) continue;
      words->setFont(m_look.theme.scaled(fitting->scale));
      words->setText(textOf(*cell, *fitting));
    }
  }
}

// --- Under the pointer -----------------------------------------------------------------------------------------------------------

QPointF FigureDrawing::pixelOf(const Spot& spot) const {
  for (const Drawn& drawn : m_drawn) {
    if (drawn.part != spot.part) continue;
    const QCPAxis *across = drawn.rect->axis(QCPAxis::atBottom), *up = drawn.rect->axis(QCPAxis::atLeft);
    const double x = spot.cell ? static_cast<double>(spot.cell->column) : drawn.isSideways ? spot.at->y : spot.at->x;
    const double y = spot.cell ? static_cast<double>(spot.cell->row) : drawn.isSideways ? spot.at->x : spot.at->y;
    return {across->coordToPixel(x), up->coordToPixel(y)};
  }
  return {};
}

FigureDrawing::Spot FigureDrawing::spotAt(QPointF pixel) const {
  const auto under = std::find_if(m_drawn.begin(), m_drawn.end(), [&](const Drawn& drawn) { return drawn.rect->rect().adjusted(-6, -6, 6, 6).contains(pixel.toPoint()); });
  if (under == m_drawn.end()) return {};
  Spot found;
  if (under->part->kind == "map") {
    const long column = std::lround(under->rect->axis(QCPAxis::atBottom)->pixelToCoord(pixel.x())), row = std::lround(under->rect->axis(QCPAxis::atLeft)->pixelToCoord(pixel.y()));
    for (const MapCell& cell : under->part->cells)
      if (cell.column == column && cell.row == row) found = {under->part, nullptr, nullptr, &cell};
    return found;
  }
  double nearest = kNear;
  for (const Curve& curve : under->part->curves) {
    if (isHidden(curve)) continue;
    for (const CurvePoint& p : curve.points) {
      const Spot spot{under->part, &curve, &p, nullptr};
      const QPointF away = pixelOf(spot) - pixel;
      const double distance = std::hypot(away.x(), away.y());
      if (!(distance < nearest)) continue;
      nearest = distance;
      found = spot;
    }
  }
  return found;
}

void paintFigure(QPainter& painter, const QRectF& area, const StudyFigure& figure, const FigureLook& look) {
  QCustomPlot plot;
  FigureLook sized = look;
  sized.size = area.size();
  const FigureDrawing drawing(plot, figure, sized);
  painter.save();
  painter.translate(area.topLeft());
  paintPlot(plot, painter, area.size());
  painter.restore();
}

}  // namespace omegascope
