#include "views/attention/attention_panel.h"

#include <QEvent>
#include <QLabel>
#include <QPainter>
#include <QToolTip>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <optional>

#include "views/attention/attention_cells.h"
#include "views/attention/attention_rows.h"
#include "views/attention/map_pager.h"
#include "views/attention/map_scale.h"
#include "views/fitted_picture.h"
#include "views/rich_text.h"
#include "widgets/controls.h"
#include "widgets/plot_redraw.h"
#include "widgets/plot_style.h"

namespace omegascope {

namespace {

constexpr int kLargestSide = 1024;

/// Whether they share their storage.
bool isSame(const omega::Array& a, const omega::Array& b) {
  return a.empty() == b.empty() && (a.empty() || a.raw() == b.raw());
}

}  // namespace

AttentionPanel::AttentionPanel(Workbench& workbench, QWidget* parent)
    : Panel(workbench, QStringLiteral("attention"), tr("Attention"), parent) {
  auto* outer = inset(new QVBoxLayout(this), kPanelMargins);
  outer->addLayout(makeControls());
  makeQuestion();
  outer->addWidget(m_question);
  m_body = new QWidget(this);
  m_body->installEventFilter(this);
  m_body->setMinimumSize(160, 120);
  outer->addWidget(m_body, 1);
  m_bar = new ColourBar(m_body);
  connect(m_bar, &ColourBar::doubleClicked, this,
          [this] { setLocked(this->workbench().document().view.limits != MapLimits::locked); });
  makeStrips();
  m_noRow = new QLabel(tr("row hidden"), m_body);
  m_noRow->setToolTip(tr("The curve of the row has no room here: make the panel higher or wider"));
  m_noRow->hide();
  m_noQuery = wrapped(new QLabel(tr("Hover or click a row of a map to see it as a curve."), m_body));
  m_noQuery->setAlignment(Qt::AlignCenter);
  m_legend = new LegendStrip(m_body);
  m_empty = new QLabel(this);
  m_empty->setAlignment(Qt::AlignCenter);
  m_empty->setWordWrap(true);
  outer->addWidget(m_empty);
  outer->addWidget(remedyButton(), 0, Qt::AlignCenter);
}

QString AttentionPanel::help() const {
  return tr(
      "<b>Attention maps</b><p>Row n is how query n spreads its attention over the keys m. The map of softmax, π, is "
      "exact. Every estimator is linear in the values, so each has a map A of its own. Hover previews a cell "
      "everywhere, a click locks its query and key; drag moves, the wheel zooms, a double-click fits.</p><p><b>Look "
      "for</b> rows that are copied from few samples, and switch to the error: blue where an estimator gives too "
      "little, red where too much.</p><p>Of a long sequence the exact map, and that of ra or is, begins with some rows "
      "of each cell, and more join until all are there or no colour would change; above the map stands how many there "
      "are. The row of the shown query is exact at once. The map of a linear method begins with means of some columns. "
      "A method that draws or weighs by the values has no map beyond 2²⁸ pairs of query and key.</p><p>A causal map is "
      "empty where keys come later than the query; it is held against causal softmax.</p><p>The colours end at the "
      "largest value of all rows but outliers: those whose largest value is more than 10 times that of their map's "
      "median row, as with a denominator near 0; and for attention at 1, unless nothing goes beyond 2. An arrow at the "
      "end of the bar says how far those go. The menu ⋮ has other limits; a double-click on the bar locks them.</p>");
}

QStringList AttentionPanel::equations() const {
  return {QStringLiteral("π_nm = exp(q_n·k_m) / Σ_m' exp(q_n·k_m')"), QStringLiteral("ŷ_n = Σ_m A_nm v_m")};
}

void AttentionPanel::makeStrips() {
  for (const bool column : {false, true}) {
    QCustomPlot*& plot = column ? m_column : m_row;
    plot = new QCustomPlot(m_body);
    plot->setObjectName(column ? QStringLiteral("attention_column") : QStringLiteral("attention_row"));
    nameAttentionRow(*plot, workbench(), column);
    endHoverOnLeave(plot);
    if (!column)  // with a column beside it there is one legend for both
      connect(plot, &QCustomPlot::afterLayout, this, [this, plot] {
        if (workbench().selection().shown().key < 0) fitAttentionLegend(*plot);
      });
    const auto cursorUnder = [this, column, plot](QMouseEvent* event) {
      Cursor cursor = workbench().selection().locked();
      const int index = indexAt(*plot, workbench(), event->position(), column);
      if (index >= 0) (column ? cursor.query : cursor.key) = index;
      return std::pair(cursor, index);
    };
    connect(plot, &QCustomPlot::mouseMove, this, [this, plot, column, cursorUnder](QMouseEvent* event) {
      const auto [cursor, index] = cursorUnder(event);
      if (index < 0) return workbench().selection().endHover();
      // The column is that of the key, which stays; the row that of the query.
      QToolTip::showText(event->globalPosition().toPoint(), attentionRowTip(workbench(), index, column), plot);
      workbench().selection().hover(cursor);
    });
    connect(plot, &QCustomPlot::mousePress, this, [this, cursorUnder](QMouseEvent* event) {
      const auto [cursor, index] = cursorUnder(event);
      if (index >= 0) workbench().selection().lock(cursor);
    });
  }
}

void AttentionPanel::matchMaps() {
  std::vector<int> wanted;
  for (const Card& card : workbench().document().cards)
    if (card.visible) wanted.push_back(card.id);
  std::vector<int> present;
  for (const Map& map : m_maps) present.push_back(map.card);
  if (wanted == present) return;
  std::vector<Map> kept;
  for (const int id : wanted) {
    const auto found = std::find_if(m_maps.begin(), m_maps.end(), [id](const Map& map) { return map.card == id; });
    if (found != m_maps.end()) {
      kept.push_back(std::exchange(*found, {}));
      continue;
    }
    auto* widget = new HeatMap(m_body);
    nameAttentionMap(*widget, this->workbench(), id);
    connect(widget, &HeatMap::cellHovered, this, [this, id](qint64 n, qint64 m) { onHovered(id, n, m); });
    connect(widget, &HeatMap::cellClicked, this, [this, id](qint64 n, qint64 m) { onClicked(id, n, m); });
    connect(widget, &HeatMap::clickTakenBack, this, [this](bool wasZoomed) {
      if (std::exchange(m_clickMoved, false) && wasZoomed) this->workbench().selection().goBack();
    });
    connect(widget, &HeatMap::titleClicked, this, [this, id] { toggleCard(id); });
    connect(widget, &HeatMap::viewChanged, this, [this, widget](const MapView& view) {
      for (Map& other : m_maps)
        if (other.widget != widget) other.widget->setView(view);
      arrange();  // names come with room for them
    });
    kept.push_back({id, widget});
  }
  for (Map& map : m_maps) delete map.widget;
  m_maps = std::move(kept);
  arrange();
}

omega::Shape AttentionPanel::shapeOfMaps() const {
  return snapshot().maps.empty() ? omega::Shape{1, 1} : snapshot().maps.front().map.values.shape();
}

AttentionPlaces AttentionPanel::placesIn(const QRectF& area, const Theme& theme, std::size_t count,
                                         bool isOnScreen) const {
  const MapImage* image = snapshot().maps.empty() ? nullptr : &snapshot().maps.front();
  const omega::Shape shape = shapeOfMaps();
  const bool isWhole = image && image->map.row_pool == 1 && image->map.col_pool == 1;
  const double zoom = m_maps.empty() ? 1 : m_maps.front().widget->view().zoom;
  const double legend = isOnScreen || !theme.showsLegends
                            ? 0
                            : PlacedLegend(attentionRowLegend(workbench()), area.width(), theme).height();
  constexpr double kMostOfStrip = 0.2;  // beyond that the curves would be crushed
  AttentionPlaces places =
      attentionPlaces(area, static_cast<int>(count), shape[0], shape[1], theme, isWhole ? m_names : MapNames(), zoom,
                      isOnScreen || snapshot().query >= 0, legend, !isOnScreen);
  if (!isOnScreen) {
    putLegendAboveStrip(places, legend);
  } else if (workbench().selection().shown().key >= 0 && m_legend->height() <= kMostOfStrip * places.strip.height()) {
    putLegendAboveStrip(places, m_legend->height());  // maps stay where they are while a key is pointed at
  }
  return places;
}

/// The column of the shown key takes two fifths of the strip, where a key is shown.
QRectF AttentionPanel::stripOf(const QRectF& strip, bool column) const {
  if (snapshot().query < 0 || strip.isEmpty()) return {};
  const double split = workbench().selection().shown().key >= 0 ? 0.6 * strip.width() : strip.width();
  return column ? strip.adjusted(split, 0, 0, 0) : QRectF(strip.topLeft(), QSizeF(split, strip.height()));
}

/// The maps of the page in view; softmax is on every page.
std::vector<std::size_t> AttentionPanel::shownMaps() {
  const int count = static_cast<int>(m_maps.size());
  const omega::Shape shape = shapeOfMaps();
  const Card* first = m_maps.empty() ? nullptr : workbench().document().card(m_maps.front().card);
  return m_pager->show(count, mapsWithRoom(m_body->rect(), count, shape[0], shape[1], theme()),
                       first && first->isTruth());
}

void AttentionPanel::arrange() {
  const std::vector<std::size_t> shown = shownMaps();
  const AttentionPlaces places = placesIn(m_body->rect(), theme(), shown.size(), true);
  for (std::size_t i = 0; i < m_maps.size(); ++i)
    if (std::find(shown.begin(), shown.end(), i) == shown.end()) m_maps[i].widget->hide();
  for (std::size_t i = 0; i < places.maps.size(); ++i) {
    const Map& map = m_maps[shown[i]];
    map.widget->setLabels(labelsFor(map, axisLabels(places.maps[i], places.names)));
    map.widget->setGeometry(places.maps[i].rect.toRect());
    map.widget->show();
  }
  placeBar(places);
  placeWords(places);
  for (const bool column : {false, true}) {
    QCustomPlot* plot = column ? m_column : m_row;
    const QRect rect = stripOf(places.strip, column).toRect();
    const bool isNew = !plot->isVisibleTo(m_body) && rect.width() > 40;
    plot->setVisible(rect.width() > 40);
    if (plot->isVisibleTo(m_body)) plot->setGeometry(rect);
    if (isNew) fillStrip(column);  // a panel that has grown has room for it
  }
}

/// Above the strip its legend, or in it what to do where no query is shown.
void AttentionPanel::placeWords(const AttentionPlaces& places) {
  m_legend->setVisible(!places.legend.isEmpty());
  m_legend->move(places.legend.topLeft().toPoint());
  m_legend->setFixedWidth(m_body->width());
  m_noQuery->setVisible(snapshot().query < 0 && !places.strip.isEmpty());
  m_noQuery->setGeometry(places.strip.toRect());
}

/// In the corner below the bar stands a word where there is no room for the row of the query.
void AttentionPanel::placeBar(const AttentionPlaces& places) {
  QRect bar = places.bar.toRect();
  const bool hasNoRow = snapshot().query >= 0 && !places.maps.empty() && places.strip.isEmpty();
  m_noRow->setVisible(hasNoRow);
  if (hasNoRow) {
    const int line = m_noRow->sizeHint().height();
    m_noRow->setGeometry(bar.left(), m_body->height() - line, bar.width(), line);
    bar.setBottom(std::min(bar.bottom(), m_noRow->y() - 2));
  }
  m_bar->setGeometry(bar);
}

bool AttentionPanel::eventFilter(QObject* watched, QEvent* event) {
  if (watched == m_body && event->type() == QEvent::Resize) {
    arrange();
    const int side = std::clamp(std::max(width(), height()), Workbench::kSmallestMapSide, kLargestSide);
    workbench().setMapSide((side + 255) / 256 * 256);
  }
  return Panel::eventFilter(watched, event);
}

/// The extent of all maps together. Values of the exact map always count as usual: its largest are never beyond the
/// colours.
MapExtent AttentionPanel::sharedExtent() const {
  MapExtent all;
  for (const Map& map : m_maps) {
    all.lowest = std::min(all.lowest, map.extent.lowest);
    all.highest = std::max(all.highest, map.extent.highest);
    all.largest = std::max(all.largest, map.extent.largest);
    all.usual = std::max(all.usual, map.extent.usual);
    all.smallestPositive = std::min(all.smallestPositive, map.extent.smallestPositive);
    // No map may be all dark: the one with the most small values decides.
    if (const float own = map.extent.quartile; own > 0)
      all.quartile = all.quartile > 0 ? std::min(all.quartile, own) : own;
  }
  // An estimator that gives a key more than the whole is as far off as an outlier.
  if (workbench().document().view.map == MapContent::attention)
    all.usual = std::max(std::min(all.usual, 1.0F), m_exactHighest);
  return all;
}

/// The bar with what lies beyond its ends, here and in exports alike.
void AttentionPanel::fillBar(const ColourScale& scale, const MapExtent& extent) {
  const ViewSettings& view = workbench().document().view;
  const double slack = 1e-6 * (scale.max - scale.min);
  const bool hasLow = scale.effectiveNorm() != Norm::Log;  // what is too small for a logarithm has the colour of paper
  std::optional<double> below, above;
  if (hasLow && extent.lowest < scale.min - slack) below = extent.lowest;
  if (extent.highest > scale.max + slack) above = extent.highest;
  m_bar->setTheme(theme());
  m_bar->setScale(scale);
  m_bar->setBeyond(below, above);
  const QString title = view.map == MapContent::error ? tr("error A − π") : tr("attention A");
  const bool isAuto = view.norm == "auto";
  const QString sign = view.map == MapContent::error ? QStringLiteral("A − π") : QStringLiteral("A");
  if (view.limits == MapLimits::locked)
    m_bar->setTitle(title, tr("locked"));
  else if (isAuto)
    m_bar->setTitle(tr("%1, %2").arg(sign, normSign(scale)), tr("auto"));
  else
    m_bar->setTitle(title);
  QStringList tip;
  if (const QString why = whyAuto(view, extent, scale); !why.isEmpty()) tip << why;
  if (above) tip << tr("Values up to %1 lie beyond the colours and have the last one.").arg(numberText(*above, 3));
  if (below) tip << tr("Values down to %1 lie beyond the colours and have the first one.").arg(numberText(*below, 3));
  tip << (view.limits == MapLimits::locked ? tr("Locked; a double-click lets the colours follow the values again.")
                                           : tr("A double-click locks the colours where they are."));
  m_bar->setToolTip(tip.join(QLatin1Char('\n')));
}

/// An error is shown once there is something to compare with.
const MapImage* AttentionPanel::shownImage(int card) const {
  const bool isError = workbench().document().view.map == MapContent::error;
  return isError && truthOfMap(snapshot(), card) == nullptr ? nullptr : snapshot().map(card);
}

MapLabels AttentionPanel::labelsFor(const Map& map, MapLabels labels) const {
  const Card* card = workbench().document().card(map.card);
  labels.title = card ? QString::fromStdString(card->label()) : QString();
  const MapImage* image = shownImage(map.card);
  if (image != nullptr) {
    labels.firstRow = image->map.first_row;
    labels.rowsEach = image->map.row_pool;
    labels.columnsEach = image->map.col_pool;
  }
  labels.badges = badgesOf(image, snapshot().card(map.card));
  if (image != nullptr && image->map.is_sampled())
    labels.shortBadges << QStringLiteral("%1/%2").arg(image->map.rows_taken).arg(image->map.row_pool);
  return labels;
}

/// There is no map of this sequence yet.
void AttentionPanel::clearMap(Map& map) {
  if (map.values.empty()) return;
  map = {map.card, map.widget};
  map.widget->setSource({});
}

void AttentionPanel::fillMap(Map& map) {
  const MapImage *image = shownImage(map.card), *softmax = truthOfMap(snapshot(), map.card);
  const bool isCausalNow = isCausalCard(snapshot(), map.card);
  const MapContent content = workbench().document().view.map;
  if (image == nullptr) return clearMap(map);
  const omega::Array truth = content == MapContent::error && softmax ? softmax->map.values : omega::Array();
  if (!map.values.empty() && isSame(map.values, image->map.values) && isSame(map.truth, truth) &&
      map.content == content && map.isCausal == isCausalNow)
    return;
  map.values = image->map.values;
  map.truth = truth;
  map.content = content;
  map.isCausal = isCausalNow;
  FloatBuffer values = shownCells(image->map, truth, isCausalNow);
  const omega::Shape& shape = map.values.shape();
  map.extent = extentOf(values.get(), static_cast<std::size_t>(shape[0]), static_cast<std::size_t>(shape[1]));
  map.widget->setSource(MapSource::matrix(shape[0], shape[1], std::move(values)));
}

/// Whether a map is from before the last change.
bool AttentionPanel::isUpdating(const Map& map) const {
  const MapImage *image = shownImage(map.card), *softmax = truthOfMap(snapshot(), map.card);
  return workbench().isBusy() && (workbench().isStale() || image == nullptr || image->isOld ||
                                  (map.content == MapContent::error && softmax != nullptr && softmax->isOld));
}

void AttentionPanel::readExact() {
  const MapImage* exact = snapshot().map(kTruth);
  const omega::Array values = exact ? exact->map.values : omega::Array();
  if (isSame(values, m_exact)) return;
  m_exact = values;
  m_exactHighest = values.empty() ? 0 : extentOf(values.data<float>(), 1, values.count()).highest;
}

void AttentionPanel::readNames() {
  if (m_named == snapshot().sequence) return;
  m_named = snapshot().sequence;
  m_names = m_named ? axisNames(*m_named, theme().font) : MapNames();
}

void AttentionPanel::fillStrip(bool column) {
  QCustomPlot* plot = column ? m_column : m_row;
  if (!plot->isVisibleTo(m_body)) return;
  fillAttentionRow(*plot, workbench(), theme(), column);
  redrawSoon(*plot);
}

QString AttentionPanel::emptyText() const {
  if (const QString missing = missingText(); !missing.isEmpty()) return missing;
  return m_maps.empty() ? tr("Nothing to compare yet. Make an estimator visible to see its map.") : QString();
}

/// A zoomed map shows what was chosen since, wherever that was.
void AttentionPanel::followSelection() {
  const Cursor& now = workbench().selection().locked();
  const bool isOtherQuery = std::exchange(m_followed.query, now.query) != now.query,
             isOtherKey = std::exchange(m_followed.key, now.key) != now.key;
  if (m_maps.empty() || (!isOtherQuery && !isOtherKey)) return;
  HeatMap& map = *m_maps.front().widget;
  map.bringIntoSight(isOtherQuery ? map.marks().lockedRow : -1, isOtherKey ? map.marks().lockedColumn : -1);
}

void AttentionPanel::refresh() {
  matchMaps();
  const QString empty = emptyText();
  m_empty->setText(empty);
  m_empty->setVisible(!empty.isEmpty());
  offer(empty.isEmpty() ? Remedy{} : usualRemedy());
  askForMemory();
  m_body->setVisible(empty.isEmpty());
  showChoices();
  for (Map& map : m_maps) fillMap(map);
  readNames();
  readExact();
  m_legend->setEntries(attentionRowLegend(workbench()), theme());
  const MapExtent extent = sharedExtent();
  const ColourScale scale = mapScale(workbench().document().view, extent);
  fillBar(scale, extent);
  for (Map& map : m_maps) {
    map.widget->setTheme(theme());
    map.widget->setScale(scale);
    map.widget->setMarks(mapMarks(workbench(), map.card));
    map.widget->setStale(isUpdating(map));
    map.widget->setFaded(workbench().isBehind(map.card));
  }
  arrange();
  followSelection();
  for (const bool column : {false, true}) fillStrip(column);
  reportPainted();
}

// --- Mouse -----------------------------------------------------------------------------------------------------------

Cursor AttentionPanel::cursorAt(const omega::PooledMap& map, qint64 n, qint64 m) const {
  Cursor cursor = workbench().selection().locked();
  cursor.query = static_cast<int>(map.first_row + n * map.row_pool);
  cursor.key = static_cast<int>(m * map.col_pool);
  return cursor;
}

void AttentionPanel::onHovered(int card, qint64 n, qint64 m) {
  const MapImage* image = snapshot().map(card);
  if (n < 0 || image == nullptr) {
    m_bar->setPointer(NAN);
    QToolTip::hideText();
    return workbench().selection().endHover();
  }
  QToolTip::showText(QCursor::pos(), attentionCellTip(workbench(), card, n, m), this);
  for (const Map& map : m_maps)
    if (map.card == card) {
      const std::optional<float> value = map.widget->source().value(n, m);
      m_bar->setPointer(value && *value != kNoCell ? *value : NAN);
    }
  workbench().selection().hover(cursorAt(image->map, n, m));
}

void AttentionPanel::onClicked(int card, qint64 n, qint64 m) {
  Selection& selection = workbench().selection();
  const Cursor before = selection.locked();
  if (const MapImage* image = snapshot().map(card)) selection.lock(cursorAt(image->map, n, m));
  m_clickMoved = selection.locked() != before;
}

// --- Export ----------------------------------------------------------------------------------------------------------

void AttentionPanel::render(QPainter& painter, const QRectF& area, const Theme& theme) const {
  paintMaps(painter, area, theme, Extent::Visible);
}

void AttentionPanel::renderWhole(QPainter& painter, const QRectF& area, const Theme& theme) const {
  paintMaps(painter, area, theme, Extent::Whole);
}

std::vector<LegendEntry> AttentionPanel::legend() const {
  return emptyText().isEmpty() ? attentionRowLegend(workbench()) : std::vector<LegendEntry>();
}

/// A size at which something of each map can be seen: words and numbers do not shrink with the picture.
QSizeF AttentionPanel::leastSize(const QSizeF& size, const Theme& theme) const {
  constexpr double kSmallestMap = 60, kStep = 1.1, kMost = 2.2;
  double factor = 1;
  const auto isEnough = [&] {
    const QSizeF cells = placesIn(QRectF(QPointF(), size * factor), theme, m_maps.size(), false).cells;
    return std::min(cells.width(), cells.height()) >= kSmallestMap;
  };
  while (factor < kMost && !isEnough()) factor *= kStep;
  return size * factor;
}

void AttentionPanel::paintMaps(QPainter& painter, const QRectF& area, const Theme& theme, Extent extent) const {
  if (const QString empty = emptyText(); !empty.isEmpty()) return paintRichText(painter, area, theme, empty);
  paintAtLeast(painter, area, leastSize(area.size(), theme),
               [&](const QRectF& room) { paintPlaces(painter, room, theme, extent); });
}

void AttentionPanel::paintPlaces(QPainter& painter, const QRectF& area, const Theme& theme, Extent extent) const {
  const AttentionPlaces places = placesIn(area.adjusted(4, 4, -4, -4), theme, m_maps.size(), false);
  for (std::size_t i = 0; i < m_maps.size() && i < places.maps.size(); ++i) {
    HeatMap map;
    map.setPainter(PainterKind::Raster);
    map.setSource(m_maps[i].widget->source());
    map.setScale(m_maps[i].widget->scale());
    map.setMarks(m_maps[i].widget->marks());
    map.setView(m_maps[i].widget->view());
    map.setLabels(labelsFor(m_maps[i], axisLabels(places.maps[i], places.names)));
    map.paintTo(painter, places.maps[i].rect, theme, QLocale::c(), theme.marksSelection, extent);
  }
  m_bar->paintTo(painter, places.bar, theme);
  // Part of the picture, as it goes where there is no room for the curves.
  if (!places.legend.isEmpty())
    PlacedLegend(attentionRowLegend(workbench()), places.legend.width(), theme)
        .paint(painter, places.legend.topLeft(), theme);
  for (const bool column : {false, true}) {
    const QRectF rect = stripOf(places.strip, column);
    if (rect.width() <= 40) continue;
    QCustomPlot plot;
    fillAttentionRow(plot, workbench(), theme, column);
    paintPlot(plot, painter, rect);
  }
}

PanelData AttentionPanel::cellsIn(const std::optional<QRect>& part) const {
  std::vector<NamedMap> all;
  for (const Map& map : m_maps) {
    const MapImage* image = snapshot().map(map.card);
    const Card* card = workbench().document().card(map.card);
    if (image != nullptr && card != nullptr) all.push_back({card->label(), image->map});
  }
  return tableOfCells(all, part, snapshot().sequence);
}

PanelData AttentionPanel::visibleData() const {
  if (m_maps.empty() || snapshot().maps.empty()) return data();
  const auto map = std::find_if(m_maps.begin(), m_maps.end(), [](const Map& one) { return !one.widget->isHidden(); });
  const MapTransform at = (map == m_maps.end() ? m_maps.front() : *map).widget->transform();
  const QRectF seen(QPointF(at.columnAt(at.plot().left()), at.rowAt(at.plot().top())),
                    QPointF(at.columnAt(at.plot().right()), at.rowAt(at.plot().bottom())));
  return cellsIn(seen.toAlignedRect());
}

}  // namespace omegascope
