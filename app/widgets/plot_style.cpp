#include "widgets/plot_style.h"

#include <QFontMetricsF>
#include <QPointer>
#include <QRegularExpression>
#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "widgets/clipping_device.h"

namespace omegascope {
namespace {

/// A ticker that makes fewer ticks than it is asked for where their labels would not fit.
class Thinned {
 public:
  virtual ~Thinned() = default;
  static constexpr int kAny = 1000;
  int most = kAny;
};

// Numbers as everywhere else on the canvases.
template <class Ticker>
class StyledTicker : public Ticker, public Thinned {
 public:
  explicit StyledTicker(bool whole = false) : m_whole(whole) {}

  void generate(const QCPRange& range, const QLocale& locale, QChar format, int precision, QVector<double>& ticks,
                QVector<double>* subTicks, QVector<QString>* labels) override {
    const int wanted = this->tickCount();
    this->setTickCount(std::min(wanted, most));
    Ticker::generate(range, locale, format, precision, ticks, subTicks, labels);
    this->setTickCount(wanted);
  }

 protected:
  QString getTickLabel(double tick, const QLocale& locale, QChar, int) override {
    return m_whole ? formatNumber(std::round(tick), 9, locale)
                   : formatNumber(std::abs(tick) < 1e-300 ? 0 : tick, digitsOf(tick), locale);
  }
  double getTickStep(const QCPRange& range) override {
    const double step = Ticker::getTickStep(range);
    return m_step = m_whole ? std::max(1.0, std::round(step)) : step;
  }

 private:
  /// So many that neighbours differ where a range is narrow beside its distance from 0.
  int digitsOf(double tick) const {
    constexpr int kUsual = 6, kMost = 15;
    if (tick == 0 || !(m_step > 0)) return kUsual;
    return std::clamp(static_cast<int>(std::log10(std::abs(tick) / m_step)) + 3, kUsual, kMost);
  }

  bool m_whole;
  double m_step = 0;
};

/// The first tick, then always the one that is farthest from all before it: however many are left out from the end, the
/// others are well apart.
std::vector<Tick> wellApart(std::vector<Tick> ticks, bool isLog) {
  const auto place = [isLog](const Tick& tick) { return isLog ? std::log(tick.value) : tick.value; };
  std::vector<double> apart(ticks.size(), INFINITY);  // of each, from the nearest that was chosen
  for (std::size_t next = 0; next < ticks.size(); ++next) {
    const auto rest = apart.begin() + static_cast<std::ptrdiff_t>(next);
    const auto farthest = static_cast<std::size_t>(std::max_element(rest, apart.end()) - apart.begin());
    std::swap(ticks[next], ticks[farthest]);
    std::swap(apart[next], apart[farthest]);
    for (std::size_t i = next + 1; i < ticks.size(); ++i)
      apart[i] = std::min(apart[i], std::abs(place(ticks[i]) - place(ticks[next])));
  }
  return ticks;
}

/// As many of a list of ticks as have room: those at its beginning, wherever they stand along the axis.
class ListedTicker : public QCPAxisTickerText, public Thinned {
 public:
  explicit ListedTicker(std::vector<Tick> ticks) : m_listed(std::move(ticks)) {
    setTickCount(std::max(1, static_cast<int>(m_listed.size())));
  }

  void generate(const QCPRange& range, const QLocale& locale, QChar format, int precision, QVector<double>& ticks,
                QVector<double>* subTicks, QVector<QString>* labels) override {
    clear();
    for (std::size_t i = 0; i < std::min(m_listed.size(), static_cast<std::size_t>(most)); ++i)
      addTick(m_listed[i].value, m_listed[i].label);
    QCPAxisTickerText::generate(range, locale, format, precision, ticks, subTicks, labels);
  }

 private:
  std::vector<Tick> m_listed;
};

void styleAxisColours(QCPAxis& axis, const Theme& theme) {
  const QPen line(theme.axis, theme.lineScale);
  axis.setBasePen(line);
  axis.setTickPen(line);
  axis.setSubTickPen(QPen(theme.axis, 0.6 * theme.lineScale));
  axis.setTickLength(0, 4);
  axis.setSubTickLength(0, 2);
  axis.setTickLabelColor(theme.text);
  axis.setLabelColor(theme.text);
  axis.setTickLabelFont(theme.font);
  axis.setLabelFont(theme.font);
  axis.setSelectedTickLabelFont(theme.font);
  axis.setSelectedLabelFont(theme.font);
  axis.setTickLabelPadding(qRound(4 * std::max(1.0, theme.lineScale)));
  axis.setLabelPadding(3);
  axis.grid()->setPen(QPen(theme.grid, 1));
  axis.grid()->setSubGridVisible(false);
  axis.grid()->setZeroLinePen(QPen(theme.grid.darker(theme.dark ? 60 : 115), 1));
}

QCPScatterStyle::ScatterShape shapeOf(Marker marker) {
  switch (marker) {
    case Marker::Circle: return QCPScatterStyle::ssCircle;
    case Marker::Square: return QCPScatterStyle::ssSquare;
    case Marker::Diamond: return QCPScatterStyle::ssDiamond;
    default: return QCPScatterStyle::ssCustom;
  }
}

constexpr const char *kShortLabel = "shortLabel", *kWhole = "wholeLabel", *kShown = "shownLabel";

/// Whether the words below an axis would leave its curves less than a few lines of text, or none. Rows that are low
/// for a reason have a fixed height.
bool crushesCurves(const QCPAxis& axis, const QFontMetricsF& metrics) {
  constexpr double kLeastLines = 2;
  const QCPAxisRect& rect = *axis.axisRect();
  const double taken = axis.label().isEmpty() ? metrics.height() + axis.labelPadding() : 0;  // by words that come back
  return axis.orientation() == Qt::Horizontal && rect.maximumSize().height() == QWIDGETSIZE_MAX &&
         rect.height() - taken < kLeastLines * metrics.height();
}

/// A rectangle that its surroundings leave no room would be drawn upside down, over what surrounds it.
void hideWithoutRoom(QCPAxisRect& rect) {
  constexpr const char* kHidden = "hiddenWithoutRoom";
  constexpr int kLeastSide = 4;  // pixels
  const bool hasRoom = std::min(rect.width(), rect.height()) >= kLeastSide;
  if (hasRoom ? !rect.property(kHidden).toBool() : !rect.visible()) return;  // others hide some as well
  rect.setVisible(hasRoom);
  rect.setProperty(kHidden, !hasRoom);
}

/// Without what follows the last comma; where that stands in a bracket at the end, without that. Empty without a comma.
QString withoutEnd(const QString& label) {
  const qsizetype comma = label.lastIndexOf(QStringLiteral(", "));
  if (comma < 0) return {};
  const qsizetype bracket = label.endsWith(u')') ? label.lastIndexOf(QStringLiteral(" ("), comma) : -1;
  return label.first(bracket > label.lastIndexOf(u')', comma) ? bracket : comma);
}

/// A label longer than its axis would run into what stands above or beside it: what follows a comma, then the end, is
/// left out until there is room, unless there is a shorter label. Returns whether a label came or went.
bool fitLabel(QCPAxis& axis) {
  constexpr double kBeyond = 6;  // pixels at both ends where nothing else is
  const QString whole =
      axis.label() == axis.property(kShown).toString() ? axis.property(kWhole).toString() : axis.label();
  const QRect room = axis.axisRect()->rect();
  const double length = (axis.orientation() == Qt::Vertical ? room.height() : room.width()) + 2 * kBeyond;
  const QFontMetricsF metrics(axis.labelFont());
  QString shown = whole;
  for (QString less = withoutEnd(shown); metrics.horizontalAdvance(shown) > length && !less.isEmpty();
       less = withoutEnd(shown))
    shown = less;
  if (const QString fewer = axis.property(kShortLabel).toString();
      !fewer.isEmpty() && metrics.horizontalAdvance(shown) > length)
    shown = fewer;
  shown = crushesCurves(axis, metrics) ? QString() : metrics.elidedText(shown, Qt::ElideRight, length);
  const bool isOther = shown.isEmpty() != axis.label().isEmpty();
  axis.setProperty(kWhole, whole);
  axis.setProperty(kShown, shown);
  if (shown != axis.label()) axis.setLabel(shown);
  return isOther;
}

/// Whether two neighbouring numbers of an axis would touch.
bool ticksCollide(const QCPAxis& axis) {
  const QFontMetricsF metrics(axis.tickLabelFont());
  const QVector<double> ticks = axis.tickVector();
  const QVector<QString> labels = axis.tickVectorLabels();
  const bool isVertical = axis.orientation() == Qt::Vertical;
  double end = -1e9;
  std::vector<std::pair<double, double>> spans;
  for (int i = 0; i < std::min(ticks.size(), labels.size()); ++i) {
    if (!axis.range().contains(ticks[i])) continue;
    const double at = axis.coordToPixel(ticks[i]),
                 half =
                     (isVertical ? metrics.ascent() : metrics.horizontalAdvance(labels[i]) + 0.5 * metrics.height()) /
                     2;
    spans.emplace_back(at - half, at + half);
  }
  std::sort(spans.begin(), spans.end());
  for (const auto& [from, to] : spans) {
    if (from < end) return true;
    end = to;
  }
  return false;
}

/// Makes as many ticks as have room, now that the layout tells how much; returns whether they have changed.
bool fitTicks(QCPAxis& axis) {
  auto* ticker = dynamic_cast<Thinned*>(axis.ticker().data());
  if (ticker == nullptr || !axis.tickLabels()) return false;
  const int before = ticker->most;
  const auto make = [&](int most) {
    ticker->most = most;
    axis.axisRect()->update(QCPLayoutElement::upPreparation);
  };
  if (ticker->most != Thinned::kAny) make(Thinned::kAny);  // there may be more room than before
  for (int most = axis.ticker()->tickCount() - 1; most > 0 && ticksCollide(axis); --most) make(most);
  return ticker->most != before;
}

void fitLabels(QCustomPlot& plot) {
  const auto fitAll = [&plot](bool (*fit)(QCPAxis&)) {
    bool areOthers = false;
    for (QCPAxisRect* rect : plot.axisRects())
      for (QCPAxis* axis : rect->axes())
        if (axis->visible() && fit(*axis)) areOthers = true;
    if (!areOthers) return;
    // Other numbers have other widths, and words that go leave their height to the curves.
    for (const auto phase : {QCPLayoutElement::upMargins, QCPLayoutElement::upLayout}) plot.plotLayout()->update(phase);
  };
  fitAll(fitLabel);
  fitAll(fitTicks);
  for (QCPAxisRect* rect : plot.axisRects()) hideWithoutRoom(*rect);
}

/// Titles that have no room below their axes, before the first of the numbers, if they have room there. A layerable:
/// items go whenever a plot is filled anew.
class TitlesBeforeNumbers : public QCPLayerable {
 public:
  explicit TitlesBeforeNumbers(QCustomPlot& plot) : QCPLayerable(&plot, QStringLiteral("axes")) {}

 protected:
  void applyDefaultAntialiasingHint(QCPPainter*) const override {}
  void draw(QCPPainter* painter) override {
    for (const QCPAxisRect* rect : parentPlot()->axisRects())
      for (const QCPAxis* axis : rect->axes(QCPAxis::atBottom))
        if (axis->realVisibility() && axis->label().isEmpty() && !axis->property(kWhole).toString().isEmpty())
          draw(*painter, *axis);
  }

 private:
  static void draw(QCPPainter& painter, const QCPAxis& axis) {
    const QFontMetricsF metrics(axis.labelFont());
    const double from = axis.axisRect()->outerRect().left(),  // what stands beside ends there
        room = firstNumber(axis) - 0.5 * metrics.height() - from;
    for (const char* title : {kWhole, kShortLabel}) {
      const QString words = axis.property(title).toString();
      if (words.isEmpty() || metrics.horizontalAdvance(words) > room) continue;
      painter.setFont(axis.labelFont());
      painter.setPen(axis.labelColor());
      const int top = axis.axisRect()->bottom() + axis.tickLengthOut() + axis.tickLabelPadding();  // of the numbers
      painter.drawText(QRectF(from, top, room, metrics.height()), Qt::AlignRight | Qt::AlignTop | Qt::TextDontClip,
                       words);
      return;
    }
  }
  /// The left edge of its number farthest to the left.
  static double firstNumber(const QCPAxis& axis) {
    const QFontMetricsF metrics(axis.tickLabelFont());
    double left = axis.axisRect()->left();
    for (qsizetype i = 0; i < std::min(axis.tickVector().size(), axis.tickVectorLabels().size()); ++i)
      if (axis.range().contains(axis.tickVector()[i]))
        left = std::min(
            left, axis.coordToPixel(axis.tickVector()[i]) - metrics.horizontalAdvance(axis.tickVectorLabels()[i]) / 2);
    return left;
  }
};

bool isLegendAbove(const QCustomPlot& plot) { return plot.legend && plot.legend->layout() == plot.plotLayout(); }

/// As many entries stand beside each other as have room.
void wrapLegend(QCustomPlot& plot, double width) {
  QCPLegend& legend = *plot.legend;
  const QMargins around = legend.margins();
  const double room = width - around.left() - around.right();
  double all = 0, widest = 1;
  for (int i = 0; i < legend.itemCount(); ++i) {
    if (legend.item(i) == nullptr) continue;  // the last row of a grid can have room left
    const double entry = legend.item(i)->minimumOuterSizeHint().width() + legend.columnSpacing();
    all += entry;
    widest = std::max(widest, entry);
  }
  const int wrap = all <= room ? 0 : std::max(1, static_cast<int>(room / widest));
  if (wrap == legend.wrap()) return;
  legend.setWrap(wrap);
  legend.setFillOrder(legend.fillOrder());  // places them anew
}

}  // namespace

void putLegendAbove(QCustomPlot& plot) {
  if (isLegendAbove(plot)) return;
  plot.axisRect()->insetLayout()->take(plot.legend);
  plot.plotLayout()->insertRow(0);
  plot.plotLayout()->addElement(0, 0, plot.legend);
  plot.plotLayout()->setRowStretchFactor(0, 0.001);
  plot.plotLayout()->setRowSpacing(2);
  plot.legend->setFillOrder(QCPLegend::foColumnsFirst);
  QObject::connect(&plot, &QCustomPlot::beforeReplot, &plot, [&plot] {
    if (isLegendAbove(plot)) wrapLegend(plot, plot.viewport().width());
  });
}

bool fitLegendAbove(QCustomPlot& plot, double leastLines) {
  QCPLegend& legend = *plot.legend;
  double width = 0;
  for (int i = 0; i < legend.itemCount(); ++i)
    if (const QCPAbstractLegendItem* entry = legend.item(i)) width += entry->minimumOuterSizeHint().width();
  const double rows = std::ceil(width / std::max(1, plot.width()));
  const bool fits = rows > 0 && plot.height() >= (rows + leastLines) * QFontMetricsF(legend.font()).height();
  QCPLayoutGrid& grid = *plot.plotLayout();
  if (!fits && legend.layout() != nullptr) grid.take(&legend);  // else its row would take room, seen or not
  if (fits && legend.layout() == nullptr) {
    int row = 0;
    while (!grid.hasElement(row + 1, 0) || grid.element(row + 1, 0) != plot.xAxis->axisRect()) ++row;
    grid.addElement(row, 0, &legend);
  }
  legend.setVisible(fits);
  return fits;
}

void applyStyle(QCustomPlot& plot, const Theme& theme) {
  constexpr const char* kFitted = "labelsAreFitted";
  if (!plot.property(kFitted).toBool()) {
    QObject::connect(&plot, &QCustomPlot::afterLayout, &plot, [&plot] { fitLabels(plot); });
    new TitlesBeforeNumbers(plot);  // the plot's
  }
  plot.setProperty(kFitted, true);
  // A plot that paints at once would paint all else that is outdated with it: several frames for one change.
  plot.setPlottingHint(QCP::phImmediateRefresh, false);
  plot.setBackground(QBrush(theme.window));
  plot.setNoAntialiasingOnDrag(false);
  for (QCPAxisRect* rect : plot.axisRects()) {
    rect->setBackground(QBrush(theme.canvas));
    // Room for half of the last label of an axis.
    rect->setMinimumMargins(QMargins(4, theme.font.pixelSize(), 2 * theme.font.pixelSize(), 4));
    for (QCPAxis* axis : rect->axes()) styleAxisColours(*axis, theme);
  }
  if (plot.legend) {
    plot.legend->setFont(theme.font);
    plot.legend->setTextColor(theme.text);
    QColor fill = theme.canvas;
    fill.setAlpha(225);
    const bool isAbove = isLegendAbove(plot);
    plot.legend->setBrush(isAbove ? QBrush(Qt::NoBrush) : QBrush(fill));
    plot.legend->setBorderPen(isAbove ? QPen(Qt::NoPen) : QPen(theme.grid, 1));
    plot.legend->setIconSize(static_cast<int>(28 * theme.lineScale), static_cast<int>(14 * theme.lineScale));
    plot.legend->setRowSpacing(1);
    plot.legend->setMargins(isAbove ? QMargins(6, 0, 6, 0) : QMargins(6, 4, 6, 4));
  }
  for (int i = 0; i < plot.itemCount(); ++i) {
    if (auto* text = qobject_cast<QCPItemText*>(plot.item(i))) {
      text->setFont(theme.font);
      text->setColor(theme.text);
    }
  }
}

void styleAxis(QCPAxis& axis, const QString& title, const QString& unit, AxisKind kind, const QLocale& locale) {
  for (const char* of : {kShortLabel, kWhole, kShown}) axis.setProperty(of, QVariant());  // those of another title
  axis.setLabel(unit.isEmpty() ? title : QStringLiteral("%1 (%2)").arg(title, unit));
  const bool log = kind == AxisKind::Log10 || kind == AxisKind::Log2;
  axis.setScaleType(log ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
  if (log) {
    auto ticker = QSharedPointer<StyledTicker<QCPAxisTickerLog>>::create();
    ticker->setLogBase(kind == AxisKind::Log2 ? 2 : 10);
    ticker->setSubTickCount(kind == AxisKind::Log2 ? 0 : 8);
    axis.setTicker(ticker);
  } else {
    auto ticker = QSharedPointer<StyledTicker<QCPAxisTicker>>::create(kind == AxisKind::Index);
    ticker->setTickCount(5);
    axis.setTicker(ticker);
  }
  if (axis.parentPlot()) axis.parentPlot()->setLocale(locale);
}

void setShortTitle(QCPAxis& axis, const QString& words) { axis.setProperty(kShortLabel, words); }

void setTicks(QCPAxis& axis, const std::vector<Tick>& ticks) {
  axis.setTicker(QSharedPointer<ListedTicker>::create(wellApart(ticks, axis.scaleType() == QCPAxis::stLogarithmic)));
}

QCPScatterStyle scatterStyle(const EstimatorStyle& style, const Theme& theme, bool hollow) {
  const double size = 7 * theme.lineScale;
  const QPen pen(style.colour, hollow ? 1.5 * theme.lineScale : 1);
  const QBrush brush = hollow ? QBrush(theme.canvas) : QBrush(style.colour);
  const auto shape = shapeOf(style.marker);
  if (shape != QCPScatterStyle::ssCustom) return QCPScatterStyle(shape, pen, brush, size);
  // Custom paths are drawn at size 6.
  return QCPScatterStyle(markerPath(style.marker, {0, 0}, 6), pen, brush, size);
}

void thinMarks(QCPGraph& graph) { graph.setScatterSkip(graph.dataCount() > 60 ? graph.dataCount() / 20 : 0); }

void styleGraph(QCPGraph& graph, const EstimatorStyle& style, const Theme& theme, bool faded) {
  EstimatorStyle drawn = style;
  if (faded) drawn.colour.setAlphaF(0.35f);
  graph.setPen(drawn.pen(1.8 * theme.lineScale));
  graph.setScatterStyle(scatterStyle(drawn, theme));
  thinMarks(graph);
  graph.setAdaptiveSampling(true);
}

QBrush bandBrush(const EstimatorStyle& style) { return tinted(style.colour, 0.18f); }

void paintPlot(QCustomPlot& plot, QPainter& painter, const QRectF& area) {
  const QSizeF size = area.size();
  painter.save();
  painter.translate(area.topLeft());
  ClippingDevice device(painter, size);
  QCPPainter clipped;
  clipped.begin(&device);
  clipped.setMode(QCPPainter::pmVectorized);
  clipped.setMode(QCPPainter::pmNoCaching);
  if (isLegendAbove(plot)) wrapLegend(plot, size.width());
  plot.toPainter(&clipped, qRound(size.width()), qRound(size.height()));
  clipped.end();
  painter.restore();
}

QCPGraph* addMarks(QCPAxis& x, QCPAxis& y, const std::vector<QPointF>& points, const QCPScatterStyle& style) {
  QCPGraph* graph = x.parentPlot()->addGraph(&x, &y);
  graph->setLineStyle(QCPGraph::lsNone);
  graph->setScatterStyle(style);
  graph->setAdaptiveSampling(false);
  QVector<double> across, up;
  for (const QPointF& point : points) across << point.x(), up << point.y();
  graph->setData(across, up);
  return graph;
}

namespace {

void place(QCPItemPosition& position, QCPAxis& x, QCPAxis& y, QPointF at) {
  position.setAxisRect(x.axisRect());
  position.setAxes(&x, &y);
  position.setCoords(at);
}

}  // namespace

QCPItemLine* addLine(QCPAxis& x, QCPAxis& y, QPointF from, QPointF to, const QPen& pen) {
  auto* line = new QCPItemLine(x.parentPlot());
  line->setClipAxisRect(x.axisRect());
  place(*line->start, x, y, from);
  place(*line->end, x, y, to);
  line->setPen(pen);
  return line;
}

QCPItemText* addWords(QCPAxis& x, QCPAxis& y, QPointF at, const QString& words, Qt::Alignment where,
                      const Theme& theme) {
  auto* item = new QCPItemText(x.parentPlot());
  item->setClipAxisRect(x.axisRect());
  place(*item->position, x, y, at);
  item->setPositionAlignment(where);
  item->setText(words);
  item->setFont(theme.font);
  item->setColor(theme.text);
  return item;
}

namespace {

/// As many of its clauses as have room, from the first.
QString clausesWithin(double room, const QString& words, const QFont& font) {
  static const QRegularExpression s_last(QStringLiteral("[;,:，；：][^;,:，；：]*$"));
  const QFontMetricsF metrics(font);
  QString shown = words;
  while (metrics.horizontalAdvance(shown) > room) {
    const QRegularExpressionMatch last = s_last.match(shown);
    if (!last.hasMatch()) return metrics.elidedText(shown, Qt::ElideRight, room);
    shown.truncate(last.capturedStart());
  }
  return shown;
}

class PlotTitle : public QCPItemText {
 public:
  PlotTitle(QCustomPlot& plot, QCPAxisRect* rect, const QString& words)
      : QCPItemText(&plot), m_rect(rect), m_words(words) {
    setClipToAxisRect(false);
    position->setType(QCPItemPosition::ptAxisRectRatio);
    position->setAxisRect(rect);
    position->setCoords(0, 0);
    setPositionAlignment(Qt::AlignLeft | Qt::AlignBottom);
  }

 protected:
  void draw(QCPPainter* painter) override {
    if (m_rect) setText(clausesWithin(rightEnd() - position->pixelPosition().x(), m_words, font()));
    QCPItemText::draw(painter);
  }

 private:
  /// Numbers of an axis at the right stand as high as the title.
  int rightEnd() const {
    const QList<QCPAxis*> axes = m_rect->axes(QCPAxis::atRight);
    const bool hasNumbers = std::any_of(axes.begin(), axes.end(),
                                        [](const QCPAxis* axis) { return axis->visible() && axis->tickLabels(); });
    return hasNumbers ? m_rect->right() : m_rect->outerRect().right();
  }

  QPointer<QCPAxisRect> m_rect;
  QString m_words;
};

}  // namespace

void addTitle(QCustomPlot& plot, QCPAxisRect* rect, const QString& words, const Theme& theme) {
  auto* text = new PlotTitle(plot, rect, words);
  text->setText(words);
  text->setFont(theme.bold());
  text->setColor(theme.text);
}

}  // namespace omegascope
