#include "views/attention/attention_panel.h"

#include <QComboBox>
#include <QGridLayout>
#include <QLabel>
#include <QPainter>
#include <algorithm>
#include <cmath>

namespace omegascope {

namespace {

constexpr int kBarWidth = 70;
constexpr int kLargestSide = 1024;

/// As many columns as give the largest squares.
int bestColumns(int count, QSizeF area) {
  int best = 1;
  double largest = 0;
  for (int columns = 1; columns <= count; ++columns) {
    const int rows = (count + columns - 1) / columns;
    const double side = std::min(area.width() / columns, area.height() / rows);
    if (side > largest) {
      largest = side;
      best = columns;
    }
  }
  return best;
}

ColourMap colourMapOf(const std::string& name) {
  return name == "cividis" ? ColourMap::Cividis : name == "grey" ? ColourMap::Grey : ColourMap::Viridis;
}

// Softmax's own map is always computed: the errors are differences from it.
constexpr int kSoftmaxCard = -1;

const float* cells(const omega::PooledMap& map) { return map.values.data<float>(); }

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
  auto* middle = new QHBoxLayout;
  m_grid = new QGridLayout;
  m_grid->setSpacing(6);
  m_bar = new ColourBar(Qt::Vertical, this);
  m_bar->setFixedWidth(kBarWidth);
  middle->addLayout(m_grid, 1);
  middle->addWidget(m_bar);
  outer->addLayout(middle, 1);
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
    auto* widget = new HeatMap(this);
    connect(widget, &HeatMap::cellHovered, this, &AttentionPanel::onHovered);
    connect(widget, &HeatMap::cellClicked, this, [this, id](qint64 n, qint64 m) { onClicked(id, n, m); });
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

void AttentionPanel::arrange() {
  while (QLayoutItem* item = m_grid->takeAt(0)) delete item;
  const int count = static_cast<int>(m_maps.size());
  const int columns = bestColumns(std::max(1, count), QSizeF(width() - kBarWidth, height() - 40));
  for (int i = 0; i < count; ++i) {
    m_grid->addWidget(m_maps[static_cast<std::size_t>(i)].widget, i / columns, i % columns);
    m_maps[static_cast<std::size_t>(i)].widget->show();
  }
}

void AttentionPanel::resizeEvent(QResizeEvent* event) {
  Panel::resizeEvent(event);
  arrange();
  const int side = std::clamp(std::max(width(), height()), Workbench::kSmallestMapSide, kLargestSide);
  workbench().setMapSide((side + 255) / 256 * 256);
}

/// What is drawn: A, or A − π where softmax's own map is there to compare with.
std::vector<float> AttentionPanel::shownValues(const Map& map) {
  std::vector<float> values(map.values.data<float>(), map.values.data<float>() + map.values.count());
  if (map.content != MapContent::error || map.truth.empty() || map.truth.shape() != map.values.shape()) return values;
  std::transform(values.begin(), values.end(), map.truth.data<float>(), values.begin(), std::minus<float>());
  return values;
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

MapLabels AttentionPanel::labelsFor(const Map& map, const MapImage& image) const {
  const Card* card = workbench().document().card(map.card);
  MapLabels labels;
  labels.title = card ? QString::fromStdString(card->label()) : QString();
  if (image.map.row_pool > 1 || image.map.col_pool > 1) labels.badges << tr("mean of %1×%2 cells").arg(image.map.row_pool).arg(image.map.col_pool);
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
  std::vector<float> values = shownValues(map);
  map.largest = 0;
  map.smallestPositive = 1;
  for (const float x : values) {
    if (!std::isfinite(x)) continue;
    map.largest = std::max(map.largest, std::abs(x));
    if (x > 0) map.smallestPositive = std::min(map.smallestPositive, x);
  }
  const omega::Shape& shape = map.values.shape();
  map.widget->setSource(MapSource::matrix(shape[0], shape[1], std::move(values)));
  map.widget->setLabels(labelsFor(map, *image));
}

void AttentionPanel::refresh() {
  matchMaps();
  m_empty->setVisible(m_maps.empty());
  m_bar->setVisible(!m_maps.empty());
  const ViewSettings& view = workbench().document().view;
  m_content->setCurrentIndex(view.map == MapContent::error ? 1 : 0);
  m_norm->setCurrentIndex(view.norm == "log" ? 2 : view.norm == "sqrt" ? 1 : 0);
  m_colours->setCurrentText(QString::fromStdString(view.colourMap));
  for (Map& map : m_maps) fillMap(map);
  const ColourScale scale = sharedScale();
  m_bar->setTheme(theme());
  m_bar->setScale(scale);
  m_bar->setTitle(view.map == MapContent::error ? tr("error A − π") : tr("attention A"));
  const Cursor& locked = workbench().selection().locked();
  const Cursor shown = workbench().selection().shown();
  for (Map& map : m_maps) {
    const MapImage* image = snapshot().map(map.card);
    map.widget->setTheme(theme());
    map.widget->setScale(scale);
    const qint64 rowPool = image ? image->map.row_pool : 1, colPool = image ? image->map.col_pool : 1;
    const auto cell = [](int index, qint64 pool) { return index < 0 ? qint64{-1} : index / pool; };
    MapMarks marks;
    marks.lockedRow = cell(locked.query, rowPool);
    marks.lockedColumn = cell(locked.key, colPool);
    marks.hoveredRow = shown.query == locked.query ? -1 : cell(shown.query, rowPool);
    marks.hoveredColumn = shown.key == locked.key ? -1 : cell(shown.key, colPool);
    map.widget->setMarks(marks);
    map.widget->setStale(workbench().isStale());
  }
  reportPainted();
}

void AttentionPanel::onHovered(qint64 n, qint64 m) {
  if (n < 0 || snapshot().maps.empty()) {
    workbench().selection().endHover();
    return;
  }
  const omega::PooledMap& map = snapshot().maps.front().map;
  Cursor cursor = workbench().selection().locked();
  cursor.query = static_cast<int>(n * map.row_pool);
  cursor.key = static_cast<int>(m * map.col_pool);
  workbench().selection().hover(cursor);
}

void AttentionPanel::onClicked(int card, qint64 n, qint64 m) {
  if (snapshot().maps.empty()) return;
  const omega::PooledMap& map = snapshot().maps.front().map;
  Cursor cursor = workbench().selection().locked();
  cursor.card = card;
  cursor.query = static_cast<int>(n * map.row_pool);
  cursor.key = static_cast<int>(m * map.col_pool);
  workbench().selection().lock(cursor);
}

void AttentionPanel::render(QPainter& painter, const QRectF& area, const Theme& theme) const {
  if (m_maps.empty()) return;
  const int count = static_cast<int>(m_maps.size());
  const QRectF maps = area.adjusted(4, 4, -kBarWidth - 8, -4);
  const int columns = bestColumns(count, maps.size()), rows = (count + columns - 1) / columns;
  const QSizeF cell(maps.width() / columns, maps.height() / rows);
  for (int i = 0; i < count; ++i) {
    const QRectF place(maps.left() + (i % columns) * cell.width(), maps.top() + (i / columns) * cell.height(), cell.width(), cell.height());
    m_maps[static_cast<std::size_t>(i)].widget->paintTo(painter, place.adjusted(2, 2, -2, -2), theme);
  }
  m_bar->paintTo(painter, QRectF(maps.right() + 6, maps.top() + 16, kBarWidth, maps.height() - 40), theme);
}

PanelData AttentionPanel::data() const {
  PanelData data;
  data.columns = {tr("estimator"), QStringLiteral("n"), QStringLiteral("m"), QStringLiteral("A")};
  for (const Map& map : m_maps) {
    const MapImage* image = snapshot().map(map.card);
    const Card* card = workbench().document().card(map.card);
    if (image == nullptr || card == nullptr) continue;
    data.arrays.emplace(card->label(), image->map.values);
    const omega::Shape& shape = image->map.values.shape();
    for (omega::Index r = 0; r < shape[0]; ++r)
      for (omega::Index c = 0; c < shape[1]; ++c)
        data.rows.push_back({QString::fromStdString(card->label()), QString::number(r * image->map.row_pool), QString::number(c * image->map.col_pool),
                             QString::number(static_cast<double>(cells(image->map)[r * shape[1] + c]), 'g', 9)});
  }
  return data;
}

QString AttentionPanel::command() const {
  QStringList lines;
  for (const Card& card : workbench().document().cards)
    if (card.visible) lines << workbench().commandFor(card) + QStringLiteral(" --want y,attention");
  return lines.join(QLatin1Char('\n'));
}

}  // namespace omegascope
