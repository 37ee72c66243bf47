#include "views/attention/attention_panel.h"

#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QPainter>
#include <QPushButton>
#include <QToolTip>
#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

#include "views/attention/attention_rows.h"
#include "views/rich_text.h"
#include "widgets/plot_redraw.h"
#include "widgets/plot_style.h"

namespace omegascope {

namespace {

constexpr int kLargestSide = 1024;

ColourMap colourMapOf(const std::string& name) {
  return name == "cividis" ? ColourMap::Cividis : name == "grey" ? ColourMap::Grey : ColourMap::Viridis;
}

const float* cells(const omega::PooledMap& map) { return map.values.data<float>(); }

/// The largest |x|, what is not finite aside, and the smallest x above 0, at most 1. In several chains and without branches, which
/// the compiler turns into vectors: it is done with every new map, while somebody drags.
std::pair<float, float> extentOf(const float* values, std::size_t count) {
  constexpr std::size_t kChains = 16;
  constexpr float kMost = std::numeric_limits<float>::max();
  float largest[kChains] = {}, smallest[kChains];
  std::fill_n(smallest, kChains, 1.0F);
  const auto see = [&](std::size_t chain, float x) {
    const float size = std::abs(x), kept = size <= kMost ? size : 0.0F, positive = x > 0 ? x : 1.0F;
    largest[chain] = largest[chain] < kept ? kept : largest[chain];
    smallest[chain] = positive < smallest[chain] ? positive : smallest[chain];
  };
  std::size_t i = 0;
  for (; i + kChains <= count; i += kChains)
    for (std::size_t chain = 0; chain < kChains; ++chain) see(chain, values[i + chain]);
  for (; i < count; ++i) see(0, values[i]);
  return {*std::max_element(largest, largest + kChains), *std::min_element(smallest, smallest + kChains)};
}

}  // namespace

AttentionPanel::AttentionPanel(Workbench& workbench, QWidget* parent) : Panel(workbench, QStringLiteral("attention"), tr("Attention"), parent) {
  auto* outer = new QVBoxLayout(this);
  outer->setContentsMargins(6, 4, 6, 4);
  auto* controls = new QHBoxLayout;
  const auto addChoice = [&](const QString& label, const QStringList& items, const QString& tip) {
    auto* caption = new QLabel(label, this);
    auto* box = new QComboBox(this);
    box->addItems(items);
    box->setToolTip(tip);
    box->setAccessibleName(label);
    caption->setBuddy(box);
    controls->addWidget(caption);
    controls->addWidget(box);
    return box;
  };
  m_content = addChoice(tr("show"), {tr("attention A"), tr("error A − π")}, tr("The matrix with y = A·V, or its difference from softmax"));
  m_norm = addChoice(tr("scale"), {tr("linear"), tr("square root"), tr("logarithmic")}, tr("How values become colours; all maps share one scale"));
  m_colours = addChoice(tr("colours"), {QStringLiteral("viridis"), QStringLiteral("cividis"), QStringLiteral("grey")}, tr("cividis is made for colour-vision deficiency, grey for print"));
  controls->addStretch();
  outer->addLayout(controls);
  makeQuestion();
  outer->addWidget(m_question);
  m_body = new QWidget(this);
  m_body->installEventFilter(this);
  m_body->setMinimumSize(160, 120);
  outer->addWidget(m_body, 1);
  m_bar = new ColourBar(Qt::Vertical, m_body);
  makeStrips();
  m_empty = new QLabel(tr("Nothing to compare yet. Make an estimator visible to see its map."), this);
  m_empty->setAlignment(Qt::AlignCenter);
  m_empty->setWordWrap(true);
  outer->addWidget(m_empty);

  Workbench& bench = workbench;
  connect(m_content, &QComboBox::activated, this, [&bench](int index) {
    bench.store().change(tr("Map content"), [index](Document& d) { d.view.map = index == 1 ? MapContent::error : MapContent::attention; });
  });
  connect(m_norm, &QComboBox::activated, this, [&bench](int index) {
    bench.store().change(tr("Map scale"), [index](Document& d) { d.view.norm = index == 0 ? "linear" : index == 1 ? "sqrt" : "log"; });
  });
  connect(m_colours, &QComboBox::activated, this, [this, &bench](int) {
    const std::string name = m_colours->currentText().toStdString();
    bench.store().change(tr("Colour map"), [&name](Document& d) { d.view.colourMap = name; });
  });
}

QString AttentionPanel::help() const {
  return tr("<b>Attention maps</b><p>Row n is how query n spreads its attention over the keys m. The map of softmax, π, is exact. "
            "Every estimator is linear in the values, so each has a map A of its own. "
            "Hover previews a cell everywhere, a click locks its query and key; drag moves, the wheel zooms, a double-click fits.</p>"
            "<p><b>Look for</b> rows that are copied from few samples, and switch to the error: blue where an estimator gives too little, red where too much.</p>");
}

QStringList AttentionPanel::equations() const {
  return {QStringLiteral("π_nm = exp(q_n·k_m) / Σ_m' exp(q_n·k_m')"),
          QStringLiteral("ŷ_n = Σ_m A_nm v_m")};
}

/// Asked instead of taking the memory: every cell of so large a map.
void AttentionPanel::makeQuestion() {
  m_question = new QWidget(this);
  auto* row = new QHBoxLayout(m_question);
  row->setContentsMargins(0, 0, 0, 0);
  m_questionText = new QLabel(m_question);
  m_questionText->setWordWrap(true);
  row->addWidget(m_questionText, 1);
  for (const MapDetail detail : {MapDetail::pooled, MapDetail::around}) {
    auto* button = new QPushButton(m_question);
    (detail == MapDetail::pooled ? m_showPooled : m_showAround) = button;
    button->setToolTip(detail == MapDetail::pooled ? tr("Each pixel stands for several cells: the whole map, in little memory") : tr("Every cell, of a part of the map"));
    row->addWidget(button);
    connect(button, &QPushButton::clicked, this, [this, detail] { setDetail(detail); });
  }
  m_question->hide();
}

void AttentionPanel::setDetail(MapDetail detail) {
  workbench().store().change(tr("Cells of the maps"), [detail](Document& d) { d.view.detail = detail; });
}

void AttentionPanel::askForMemory() {
  const std::optional<MapMemory>& memory = snapshot().mapMemory;
  m_question->setVisible(memory.has_value());
  if (!memory || !snapshot().sequence) return;
  const auto gib = [](double bytes) { return QString::number(bytes / (1 << 30), 'f', 1); };
  const omega::Sizes& sizes = snapshot().sequence->sizes;
  m_questionText->setText(tr("Every cell of maps of %1×%2 needs %3 GiB; %4 GiB is free.").arg(sizes.N).arg(sizes.M).arg(gib(memory->needed), gib(memory->available)));
  const omega::Index pool = std::max<omega::Index>(1, (std::max(sizes.N, sizes.M) + workbench().mapSide() - 1) / workbench().mapSide());
  m_showPooled->setText(tr("Show pooled %1:1").arg(pool));
  m_showAround->setText(snapshot().query < 0 ? tr("Rows around query 0") : tr("Rows around query %1").arg(snapshot().query));
}

void AttentionPanel::fillMenu(QMenu& menu) {
  QMenu* cells = menu.addMenu(tr("Cells"));
  const auto add = [&](MapDetail detail, const QString& text) {
    QAction* action = cells->addAction(text, this, [this, detail] { setDetail(detail); });
    action->setCheckable(true);
    action->setChecked(workbench().document().view.detail == detail);
  };
  add(MapDetail::pooled, tr("Pooled to the screen"));
  add(MapDetail::around, tr("Single rows around the query"));
  add(MapDetail::every, tr("Every cell"));
}

void AttentionPanel::makeStrips() {
  for (const bool column : {false, true}) {
    QCustomPlot*& plot = column ? m_column : m_row;
    plot = new QCustomPlot(m_body);
    plot->setObjectName(column ? QStringLiteral("attention_column") : QStringLiteral("attention_row"));
    endHoverOnLeave(plot);
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
    connect(widget, &HeatMap::cellHovered, this, [this, id](qint64 n, qint64 m) { onHovered(id, n, m); });
    connect(widget, &HeatMap::cellClicked, this, &AttentionPanel::onClicked);
    connect(widget, &HeatMap::titleClicked, this, [this, id] { toggleCard(id); });
    connect(widget, &HeatMap::viewChanged, this, [this, widget](const MapView& view) {
      for (Map& other : m_maps)
        if (other.widget != widget) other.widget->setView(view);
    });
    kept.push_back({id, widget});
  }
  for (Map& map : m_maps) delete map.widget;
  m_maps = std::move(kept);
  arrange();
}

AttentionPlaces AttentionPanel::placesIn(const QRectF& area, const Theme& theme) const {
  const MapImage* image = snapshot().maps.empty() ? nullptr : &snapshot().maps.front();
  const omega::Shape shape = image ? image->map.values.shape() : omega::Shape{1, 1};
  return attentionPlaces(area, static_cast<int>(m_maps.size()), shape[0], shape[1], theme);
}

/// The column of the shown key takes a third of the strip, where a key is shown.
QRectF AttentionPanel::stripOf(const QRectF& strip, bool column) const {
  if (snapshot().query < 0 || strip.isEmpty()) return {};
  const double split = workbench().selection().shown().key >= 0 ? 0.6 * strip.width() : strip.width();
  return column ? strip.adjusted(split, 0, 0, 0) : QRectF(strip.topLeft(), QSizeF(split, strip.height()));
}

void AttentionPanel::arrange() {
  const AttentionPlaces places = placesIn(m_body->rect(), theme());
  for (std::size_t i = 0; i < m_maps.size() && i < places.maps.size(); ++i) {
    m_maps[i].widget->setLabels(labelsFor(m_maps[i], places.maps[i]));
    m_maps[i].widget->setGeometry(places.maps[i].rect.toRect());
    m_maps[i].widget->show();
  }
  m_bar->setGeometry(places.bar.toRect());
  for (const bool column : {false, true}) {
    QCustomPlot* plot = column ? m_column : m_row;
    const QRect rect = stripOf(places.strip, column).toRect();
    plot->setVisible(rect.width() > 40);
    if (plot->isVisibleTo(m_body)) plot->setGeometry(rect);
  }
}

bool AttentionPanel::eventFilter(QObject* watched, QEvent* event) {
  if (watched == m_body && event->type() == QEvent::Resize) {
    arrange();
    const int side = std::clamp(std::max(width(), height()), Workbench::kSmallestMapSide, kLargestSide);
    workbench().setMapSide((side + 255) / 256 * 256);
  }
  return Panel::eventFilter(watched, event);
}

/// What is drawn: A, or A − π where softmax's own map is there to compare with.
FloatBuffer AttentionPanel::shownValues(const Map& map) {
  const auto kept = std::make_shared<const omega::Array>(map.values);  // shares its storage
  const float* own = kept->data<float>();
  if (map.content != MapContent::error || map.truth.empty() || map.truth.shape() != map.values.shape()) return {kept, own};
  std::vector<float> errors(map.values.count());
  std::transform(own, own + errors.size(), map.truth.data<float>(), errors.begin(), std::minus<float>());
  return floatBuffer(std::move(errors));
}

ColourScale AttentionPanel::sharedScale() const {
  const ViewSettings& view = workbench().document().view;
  const Norm norm = view.norm == "log" ? Norm::Log : view.norm == "sqrt" ? Norm::Sqrt : Norm::Linear;
  float largest = 0, smallestPositive = 1;
  for (const Map& map : m_maps) {
    largest = std::max(largest, map.largest);
    smallestPositive = std::min(smallestPositive, map.smallestPositive);
  }
  if (view.map == MapContent::error) return ColourScale::symmetric(largest > 0 ? largest : 1, norm);
  // Five decades tell more than the thirty that a softmax can span.
  const double low = norm == Norm::Log ? std::max<double>(smallestPositive, largest * 1e-5) : 0;
  return {colourMapOf(view.colourMap), norm, low, largest > 0 ? largest : 1};
}

MapLabels AttentionPanel::labelsFor(const Map& map, const AttentionPlaces::Map& place) const {
  const Card* card = workbench().document().card(map.card);
  MapLabels labels = axisLabels(place);
  labels.title = card ? QString::fromStdString(card->label()) : QString();
  if (const MapImage* image = snapshot().map(map.card)) {
    labels.firstRow = image->map.first_row;
    labels.rowsEach = image->map.row_pool;
    labels.columnsEach = image->map.col_pool;
  }
  if (const CardResult* result = snapshot().card(map.card); result && !result->error.empty()) labels.badges << tr("not applicable");
  return labels;
}

void AttentionPanel::fillMap(Map& map) {
  const MapImage* image = snapshot().map(map.card);
  if (image == nullptr) return;
  const MapContent content = workbench().document().view.map;
  const MapImage* softmax = snapshot().map(kSoftmaxCard);
  const omega::Array truth = content == MapContent::error && softmax ? softmax->map.values : omega::Array();
  const auto same = [](const omega::Array& a, const omega::Array& b) { return a.empty() == b.empty() && (a.empty() || a.raw() == b.raw()); };
  if (!map.values.empty() && same(map.values, image->map.values) && same(map.truth, truth) && map.content == content) return;
  map.values = image->map.values;
  map.truth = truth;
  map.content = content;
  FloatBuffer values = shownValues(map);
  std::tie(map.largest, map.smallestPositive) = extentOf(values.get(), map.values.count());
  const omega::Shape& shape = map.values.shape();
  map.widget->setSource(MapSource::matrix(shape[0], shape[1], std::move(values)));
}

MapMarks AttentionPanel::marksOf(const MapImage* image) const {
  const Cursor &locked = workbench().selection().locked(), shown = workbench().selection().shown();
  const qint64 rowPool = image ? image->map.row_pool : 1, colPool = image ? image->map.col_pool : 1;
  const auto cell = [](int index, qint64 pool) { return index < 0 ? qint64{-1} : index / pool; };
  MapMarks marks;
  const int first = image ? static_cast<int>(image->map.first_row) : 0;
  marks.lockedRow = cell(locked.query - first, rowPool);
  marks.lockedColumn = cell(locked.key, colPool);
  marks.hoveredRow = shown.query == locked.query ? -1 : cell(shown.query - first, rowPool);
  marks.hoveredColumn = shown.key == locked.key ? -1 : cell(shown.key, colPool);
  return marks;
}

void AttentionPanel::fillStrips() {
  for (const bool column : {false, true}) {
    QCustomPlot* plot = column ? m_column : m_row;
    if (!plot->isVisibleTo(m_body)) continue;
    fillAttentionRow(*plot, workbench(), theme(), column);
    redrawSoon(*plot);
  }
}

void AttentionPanel::refresh() {
  matchMaps();
  m_empty->setVisible(m_maps.empty());
  askForMemory();
  m_body->setVisible(!m_maps.empty());
  const ViewSettings& view = workbench().document().view;
  m_content->setCurrentIndex(view.map == MapContent::error ? 1 : 0);
  m_norm->setCurrentIndex(view.norm == "log" ? 2 : view.norm == "sqrt" ? 1 : 0);
  m_colours->setCurrentText(QString::fromStdString(view.colourMap));
  for (Map& map : m_maps) fillMap(map);
  const ColourScale scale = sharedScale();
  m_bar->setTheme(theme());
  m_bar->setScale(scale);
  m_bar->setTitle(view.map == MapContent::error ? tr("error A − π") : tr("attention A"));
  for (Map& map : m_maps) {
    map.widget->setTheme(theme());
    map.widget->setScale(scale);
    map.widget->setMarks(marksOf(snapshot().map(map.card)));
    map.widget->setStale(workbench().isStale());
    map.widget->setFaded(workbench().isBehind(map.card));
  }
  arrange();
  fillStrips();
  reportPainted();
}

// --- Mouse -----------------------------------------------------------------------------------------------------------------

Cursor AttentionPanel::cursorAt(const omega::PooledMap& map, qint64 n, qint64 m) const {
  Cursor cursor = workbench().selection().locked();
  cursor.query = static_cast<int>(map.first_row + n * map.row_pool);
  cursor.key = static_cast<int>(m * map.col_pool);
  return cursor;
}

QString AttentionPanel::cellTip(int card, qint64 n, qint64 m) const {
  const MapImage *image = snapshot().map(card), *softmax = snapshot().map(kSoftmaxCard);
  const Card* known = workbench().document().card(card);
  if (image == nullptr || known == nullptr) return {};
  const omega::PooledMap& map = image->map;
  const auto at = static_cast<std::size_t>(n * map.values.shape()[1] + m);
  if (at >= map.values.count()) return {};
  const auto span = [](qint64 cell, qint64 pool, qint64 first = 0) { return pool == 1 ? QString::number(first + cell) : QStringLiteral("%1–%2").arg(cell * pool).arg((cell + 1) * pool - 1); };
  const double value = map.values.at(at);
  QString text = tr("%1: query %2, key %3").arg(QString::fromStdString(known->label()), span(n, map.row_pool, map.first_row), span(m, map.col_pool));
  text += QStringLiteral("\nA = %1").arg(numberText(value, 4));
  if (softmax == nullptr || softmax->map.values.shape() != map.values.shape() || known->method == "softmax") return text;
  const double exact = softmax->map.values.at(at);
  return text + QLatin1Char('\n') + tr("exact %1, error %2").arg(numberText(exact, 4), numberText(value - exact, 3));
}

void AttentionPanel::onHovered(int card, qint64 n, qint64 m) {
  const MapImage* image = snapshot().map(card);
  if (n < 0 || image == nullptr) {
    m_bar->setPointer(NAN);
    QToolTip::hideText();
    return workbench().selection().endHover();
  }
  QToolTip::showText(QCursor::pos(), cellTip(card, n, m), this);
  for (const Map& map : m_maps)
    if (const qint64 at = n * map.widget->source().columns() + m; map.card == card && at < map.widget->source().rows() * map.widget->source().columns())
      m_bar->setPointer(shownValues(map).get()[at]);
  workbench().selection().hover(cursorAt(image->map, n, m));
}

void AttentionPanel::onClicked(qint64 n, qint64 m) {
  if (!snapshot().maps.empty()) workbench().selection().lock(cursorAt(snapshot().maps.front().map, n, m));
}

// --- Export ----------------------------------------------------------------------------------------------------------------

void AttentionPanel::render(QPainter& painter, const QRectF& area, const Theme& theme) const { paintMaps(painter, area, theme, Extent::Visible); }

void AttentionPanel::renderWhole(QPainter& painter, const QRectF& area, const Theme& theme) const { paintMaps(painter, area, theme, Extent::Whole); }

bool AttentionPanel::isZoomed() const { return !m_maps.empty() && m_maps.front().widget->view().zoom > 1; }

void AttentionPanel::paintMaps(QPainter& painter, const QRectF& area, const Theme& theme, Extent extent) const {
  if (m_maps.empty()) return;
  painter.fillRect(area, theme.window);
  const AttentionPlaces places = placesIn(area.adjusted(4, 4, -4, -4), theme);
  for (std::size_t i = 0; i < m_maps.size() && i < places.maps.size(); ++i) {
    HeatMap map;
    map.setPainter(PainterKind::Raster);
    map.setSource(m_maps[i].widget->source());
    map.setScale(m_maps[i].widget->scale());
    map.setMarks(m_maps[i].widget->marks());
    map.setView(m_maps[i].widget->view());
    map.setLabels(labelsFor(m_maps[i], places.maps[i]));
    map.paintTo(painter, places.maps[i].rect, theme, QLocale::c(), true, extent);
  }
  m_bar->paintTo(painter, places.bar, theme);
  for (const bool column : {false, true}) {
    const QRectF rect = stripOf(places.strip, column);
    if (rect.width() <= 40) continue;
    QCustomPlot plot;
    fillAttentionRow(plot, workbench(), theme, column);
    painter.save();
    painter.translate(rect.topLeft());
    paintPlot(plot, painter, rect.size());
    painter.restore();
  }
}

/// A row of the table for each cell of each map, or of a part of them. Maps have up to a million cells: they are told, not held.
PanelData AttentionPanel::cellsIn(const std::optional<QRect>& part) const {
  PanelData data;
  data.columns = {tr("estimator"), QStringLiteral("n"), QStringLiteral("m"), QStringLiteral("A")};
  struct Told {
    QString label;
    omega::PooledMap map;
    QRect cells;
  };
  std::vector<Told> all;
  for (const Map& map : m_maps) {
    const MapImage* image = snapshot().map(map.card);
    const Card* card = workbench().document().card(map.card);
    if (image == nullptr || card == nullptr) continue;
    data.arrays.emplace(card->label(), image->map.values);
    const omega::Shape& shape = image->map.values.shape();
    const QRect every(0, 0, static_cast<int>(shape[1]), static_cast<int>(shape[0]));
    all.push_back({QString::fromStdString(card->label()), image->map, part ? part->intersected(every) : every});
    data.streamedRows += static_cast<std::size_t>(all.back().cells.width()) * static_cast<std::size_t>(all.back().cells.height());
  }
  data.stream = [all = std::move(all)](TableWriter& table) {
    for (const Told& told : all) {
      const omega::Index columns = told.map.values.shape()[1];
      for (int r = told.cells.top(); r <= told.cells.bottom(); ++r)
        for (int c = told.cells.left(); c <= told.cells.right(); ++c) {
          table.text(told.label);
          table.integer(told.map.first_row + r * told.map.row_pool);
          table.integer(c * told.map.col_pool);
          table.number(static_cast<double>(cells(told.map)[r * columns + c]));
          table.endRow();
        }
    }
  };
  return data;
}

PanelData AttentionPanel::data() const { return cellsIn({}); }

PanelData AttentionPanel::visibleData() const {
  if (m_maps.empty()) return data();
  const MapTransform at = m_maps.front().widget->transform();
  const QRectF seen(QPointF(at.columnAt(at.plot().left()), at.rowAt(at.plot().top())), QPointF(at.columnAt(at.plot().right()), at.rowAt(at.plot().bottom())));
  return cellsIn(seen.toAlignedRect());
}

QString AttentionPanel::command() const {
  QStringList lines;
  for (const Card& card : workbench().document().cards)
    if (card.visible) lines << workbench().commandFor(card) + QStringLiteral(" --want y,attention");
  return lines.join(QLatin1Char('\n'));
}

}  // namespace omegascope
