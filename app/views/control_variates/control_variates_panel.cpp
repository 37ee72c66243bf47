// Control variates: what eva does for the shown query: the keys it sees exactly, the groups of the others and their
// coefficients, the control variates h_m and g_m of single keys, and J, which says what a coefficient for each group is
// worth.
#include <QLabel>
#include <QToolTip>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "estimators/registry.h"
#include "model/token_names.h"
#include "views/control_variates/group_picture.h"
#include "views/control_variates/key_bars.h"
#include "views/fitted_picture.h"
#include "views/registry.h"
#include "views/rich_text.h"
#include "views/vertical_scroll.h"
#include "widgets/accessible_canvas.h"
#include "widgets/colour_maps.h"
#include "widgets/controls.h"
#include "widgets/plot_redraw.h"
#include "widgets/plot_style.h"

namespace omegascope {

class ControlVariatesPanel : public Panel {
 public:
  ControlVariatesPanel(Workbench& workbench, QWidget* parent);

  QString help() const override;
  QStringList equations() const override;
  Work work() const override { return Work::groups; }
  void render(QPainter& painter, const QRectF& area, const Theme& theme) const override;
  bool hasPicture() const override { return emptyText().isEmpty(); }
  PanelData data() const override;
  QString command() const override;
  QRectF placeOf(const QString& part) const override;
  QString subject() const override;
  std::vector<LegendEntry> legend() const override;
  void scrollTo(const QString& part) override;

 protected:
  void refresh() override;

 private:
  /// The sets of axes of a plot.
  struct Rects {
    QCPAxisRect *strip = nullptr, *h = nullptr, *g = nullptr, *values = nullptr, *spread = nullptr;
  };
  /// What is under the pointer: −1 where there is none.
  struct Spot {
    int key = -1, group = -1, level = -1;
  };

  const CardResult* shownCard() const;
  QString emptyText() const;
  QString heading(const Theme& theme) const;
  static Rects rectsOf(const QCustomPlot& plot);
  static void setUpPlot(QCustomPlot& plot);
  void fillPlot(QCustomPlot& plot, const Theme& theme) const;
  void fillKeys(QCustomPlot& plot, const Rects& rects, const Theme& theme) const;
  void fillValues(QCustomPlot& plot, QCPAxisRect* rect, const Theme& theme) const;
  void fillSpread(QCustomPlot& plot, QCPAxisRect* rect, const Theme& theme) const;
  Spot spotAt(QPointF position) const;
  int groupInFront() const;
  Cursor cursorAt(const Spot& spot) const;
  QString tipOf(const Spot& spot) const;
  void onMoved(QMouseEvent* event);
  void onPressed(QMouseEvent* event);
  Remedy remedyNow() const;
  std::string someOfTokens() const;
  void giveGroups(int id) const;
  void addEva() const;
  void readPicture();

  GroupPicture m_picture;
  Spot m_pressed;  // last: a key, and the group that it had then
  PanelColumn* m_column = nullptr;
  QLabel* m_heading = nullptr;
  LegendStrip* m_legend = nullptr;
  QCustomPlot* m_plot = nullptr;
};

namespace {

constexpr int kStripHeight = 22;
constexpr QSizeF kLeast{540, 340};  // in which its words have room
constexpr double kNear = 14;        // pixels
constexpr double kLeastLines = 12;  // of text, as high as the three rows that are drawn
constexpr int kLeastHeight = 240;   // pixels of all, however large text is
constexpr const char* kEva = "eva";

enum Column { kKeys, kValues, kSpread };

/// The option that says how many groups a card's method has; null where it has none.
const omega::OptionSpec* groupsOption(const Card& card) {
  return omega::option_for(omega::find_estimator(card.method).info.options, omega::OptionRole::groups);
}
bool hasGroups(const Card& card) { return groupsOption(card) != nullptr; }

QCPScatterStyle mark(QCPScatterStyle::ScatterShape shape, const QColor& line, const QBrush& fill, double size,
                     double width = 1) {
  return {shape, QPen(line, width), fill, size};
}

void setRange(QCPAxis* axis, double low, double high, double room) {
  const double length = high > low ? high - low : std::max(1e-9, std::abs(high));
  axis->setRange(low - room * length, high + room * length);
}

/// Axes around all points.
void setRanges(QCPAxis* x, QCPAxis* y, const std::map<int, std::vector<QPointF>>& dots) {
  QCPRange across, up;
  bool isFirst = true;
  for (const auto& [group, points] : dots)
    for (const QPointF& point : points) {
      if (std::exchange(isFirst, false)) across = QCPRange(point.x(), point.x()), up = QCPRange(point.y(), point.y());
      across.expand(point.x());
      up.expand(point.y());
    }
  setRange(x, across.lower, across.upper, 0.1);
  setRange(y, up.lower, up.upper, 0.1);
}

/// β* as a ring, β̂ as a square, and the way between them.
void addWay(QCPAxis& x, QCPAxis& y, QPointF star, QPointF hat, const QColor& colour, double hatSize,
            const Theme& theme) {
  addLine(x, y, star, hat, QPen(colour, 1.2 * theme.lineScale));
  addMarks(x, y, {star},
           mark(QCPScatterStyle::ssCircle, colour, theme.canvas, 8 * theme.lineScale, 1.6 * theme.lineScale));
  addMarks(x, y, {hat}, mark(QCPScatterStyle::ssSquare, theme.canvas, colour, hatSize * theme.lineScale));
}

double nearestOf(double& best, QPointF a, QPointF b) {
  const double distance = std::hypot(a.x() - b.x(), a.y() - b.y());
  if (distance >= best) return INFINITY;
  return best = distance;
}

QPointF pixelIn(const QCPAxisRect* rect, double x, double y) {
  return {rect->axis(QCPAxis::atBottom)->coordToPixel(x), rect->axis(QCPAxis::atLeft)->coordToPixel(y)};
}

}  // namespace

ControlVariatesPanel::ControlVariatesPanel(Workbench& workbench, QWidget* parent)
    : Panel(workbench, QStringLiteral("control_variates"), tr("Control variates"), parent) {
  m_column = new PanelColumn(this, kPanelMargins);
  QVBoxLayout* layout = m_column->rows();
  m_heading = selectable(wrapped(new QLabel(this)));
  layout->addWidget(m_heading);
  layout->addWidget(remedyButton(), 0, Qt::AlignLeft);
  m_legend = new LegendStrip(m_column->widget(), m_column->viewport());
  layout->addWidget(m_legend);
  m_plot = new QCustomPlot(this);
  m_column->leaveWheel(m_plot);
  nameCanvas(*m_plot, tr("Control variates of the shown query"),
             [this] { return QStringLiteral("%1. %2").arg(m_plot->accessibleName(), m_heading->text()); });
  setUpPlot(*m_plot);
  layout->addWidget(m_plot, 1);
  layout->addStretch();
  endHoverOnLeave(m_plot);
  connect(m_plot, &QCustomPlot::mouseMove, this, &ControlVariatesPanel::onMoved);
  connect(m_plot, &QCustomPlot::mousePress, this, &ControlVariatesPanel::onPressed);
}

QRectF ControlVariatesPanel::placeOf(const QString& part) const {
  if (m_plot->isHidden()) return {};
  const Rects rects = rectsOf(*m_plot);
  const QCPAxisRect* rect = part == QStringLiteral("g")        ? rects.g
                            : part == QStringLiteral("h")      ? rects.h
                            : part == QStringLiteral("beta")   ? rects.values
                            : part == QStringLiteral("spread") ? rects.spread
                                                               : nullptr;
  if (rect == nullptr) return {};
  return m_column->seen(QRectF(rect->outerRect()).translated(m_plot->mapTo(this, QPoint())), *this);
}

void ControlVariatesPanel::scrollTo(const QString& part) {
  const Rects rects = rectsOf(*m_plot);
  const QCPAxisRect* rect = part == QStringLiteral("g") ? rects.g : rects.h;  // the others are as high as both
  const QRect lines = rect->outerRect().translated(m_plot->pos());
  scrollToLines(*m_column, lines.top(), lines.bottom(), theme().roomOfRing());
}

QString ControlVariatesPanel::help() const {
  return tr(
      "<b>The control variates of query n</b><p>Each key has an estimate g<sub>m</sub> of what it adds, and "
      "h<sub>m</sub> whose mean is known: π<sub>nm</sub>. A coefficient β corrects the one by the other. rfa has one β "
      "for all keys; eva sees the keys of E<sup>n</sup> exactly, which is a coefficient v<sub>m</sub> for each, and "
      "has one β<sub>c</sub> for each group P<sub>c</sub>: of all keys, or with partition=complement of the "
      "others.</p><p>Left, over the sequence: E<sup>n</sup> "
      "and the groups, h<sub>m</sub> with a line at π<sub>nm</sub>, and one dimension of g<sub>m</sub>. Middle: the "
      "values v<sub>m</sub> (dots), the estimated coefficients β<sub>c</sub> (squares) and the best there are (rings). "
      "Right: J, the spread of the values about their coefficients, for groups that nest.</p><p><b>Look for</b> "
      "squares far from the dots of their colour, and how J falls from one coefficient for all to one for each key. It "
      "is sure to fall where partitions nest, as these do; other numbers of groups may have more or less. A lower J "
      "need not be a lower variance of the estimate: J weighs the best coefficients, not how well they are "
      "estimated.</p>");
}

QStringList ControlVariatesPanel::equations() const {
  return {QStringLiteral("β̂_c = Σ_{m∈P_c} g_m / Σ_{m∈P_c} h_m,  E[h_m] = π_nm"),
          QStringLiteral("J(β_1, …, β_C) = Σ_c Σ_{m∈P_c} π_nm ‖β_c − v_m‖²")};
}

// --- What is shown ---------------------------------------------------------------------------------------------------

const CardResult* ControlVariatesPanel::shownCard() const {
  const CardResult* result = snapshot().groupingCard(workbench().selection().shown().card);
  return result && workbench().document().card(result->card) ? result : nullptr;
}

QString ControlVariatesPanel::emptyText() const {
  if (const QString missing = missingText(); !missing.isEmpty()) return missing;
  const CardResult* result = shownCard();
  if (result == nullptr) {
    for (const CardResult& card : snapshot().cards)
      if (const Card* known = workbench().document().card(card.card); known && hasGroups(*known) && !card.error.empty())
        return QString::fromStdString(card.error);
    if (isMissing(hasGroups)) return comingText();
    return tr(
        "Control variates are what eva is made of: exact keys near by, one coefficient for each group of the others.");
  }
  if (snapshot().query < 0) return tr("Hover or click a row of a map to see the control variates of its query.");
  if (groupsOf(*result->request) == 0)
    return tr("This eva has no groups: it sees its window and nothing else. Set groups above 0.");
  const std::shared_ptr<const GroupView>& view = snapshot().groups;
  if (view && !view->error.empty()) return QString::fromStdString(view->error);
  if (!view || view->card != result->card || m_picture.isEmpty()) return comingText();
  return {};
}

QString ControlVariatesPanel::heading(const Theme& theme) const {
  const Card* card = workbench().document().card(snapshot().groups->card);
  const auto exact = static_cast<int>(std::count(m_picture.inWindow.begin(), m_picture.inWindow.end(), char(1)));
  const QString window = exact > 0 ? tr("%n key(s) exact", nullptr, exact) : tr("no key exact");
  QString text = tr("%1, query %2: %3, %n group(s)", nullptr, static_cast<int>(m_picture.groups.size()))
                     .arg(markedLabel(*card, theme))
                     .arg(snapshot().groups->query)
                     .arg(window);
  if (m_picture.levels.empty()) return text + tr("; no group ends before its window");
  const auto own = std::find_if(m_picture.levels.begin(), m_picture.levels.end(), [&](const NestedLevel& level) {
    return level.groups == static_cast<double>(m_picture.groups.size());
  });
  if (own != m_picture.levels.end())
    text += tr("; J %1 with one coefficient, %2 with these groups at best, %3 as estimated")
                .arg(numberText(m_picture.levels.front().spread, 3), numberText(own->spread, 3),
                     numberText(m_picture.spreadHat, 3));
  return text;
}

void ControlVariatesPanel::readPicture() {
  m_picture = {};
  const std::shared_ptr<const GroupView>& view = snapshot().groups;
  if (view && view->result && snapshot().sequence && workbench().document().card(view->card))
    m_picture =
        GroupPicture::of(*view->result, snapshot().sequence->v, snapshot().head, shownDim(false), shownDim(true));
}

// --- Picture ---------------------------------------------------------------------------------------------------------

int ControlVariatesPanel::groupInFront() const {
  const Cursor shown = workbench().selection().shown();
  return shown.card == snapshot().groups->card ? m_picture.inFront(shown, m_pressed.key, m_pressed.group) : -1;
}

/// Three columns: keys (strip, h, g), values, J.
void ControlVariatesPanel::setUpPlot(QCustomPlot& plot) {
  plot.plotLayout()->clear();
  auto* keys = new QCPLayoutGrid;
  auto* sides = new QCPMarginGroup(&plot);
  for (int row = 0; row < 3; ++row) {
    auto* rect = new QCPAxisRect(&plot);
    rect->setMarginGroup(QCP::msLeft | QCP::msRight, sides);
    keys->addElement(row, 0, rect);
    if (row > 0) continue;
    rect->setMinimumSize(0, kStripHeight);
    rect->setMaximumSize(QWIDGETSIZE_MAX, kStripHeight);
  }
  plot.plotLayout()->addElement(0, kKeys, keys);
  plot.plotLayout()->addElement(0, kValues, new QCPAxisRect(&plot));
  plot.plotLayout()->addElement(0, kSpread, new QCPAxisRect(&plot));
  plot.plotLayout()->setColumnStretchFactors({5, 3.2, 2.6});
}

ControlVariatesPanel::Rects ControlVariatesPanel::rectsOf(const QCustomPlot& plot) {
  const QList<QCPAxisRect*> all = plot.axisRects();  // those of the inner grid come last
  return {all[2], all[3], all[4], all[0], all[1]};
}

void ControlVariatesPanel::fillPlot(QCustomPlot& plot, const Theme& theme) const {
  plot.clearPlottables();
  plot.clearItems();
  applyStyle(plot, theme);
  const Rects rects = rectsOf(plot);
  fillKeys(plot, rects, theme);
  fillValues(plot, rects.values, theme);
  fillSpread(plot, rects.spread, theme);
  const int top = static_cast<int>(QFontMetricsF(theme.bold()).height()) + 2;
  static_cast<QCPLayoutGrid*>(rects.h->layout())->setRowSpacing(theme.roomOfRing());
  plot.plotLayout()->setColumnSpacing(theme.roomOfRing());
  for (QCPAxisRect* rect : {rects.values, rects.spread}) rect->setMinimumMargins({4, top, 8, 4});
  // Only the last of three axes above each other has a title.
  rects.strip->setMinimumMargins({4, 2, 8, 2});
  for (QCPAxisRect* rect : {rects.h, rects.g}) rect->setMinimumMargins({4, top, 8, 2});
}

void ControlVariatesPanel::fillKeys(QCustomPlot& plot, const Rects& rects, const Theme& theme) const {
  const Cursor shown = workbench().selection().shown();
  KeyColours colours{m_picture.group, m_picture.inWindow, groupInFront(), shown.key, theme.text, theme.dark};
  // Exact keys beside the groups have no control variate: their own π stands there.
  std::vector<double> h = m_picture.h;
  for (std::size_t m = 0; m < h.size(); ++m)
    if (m_picture.group[m] < 0 && m_picture.inWindow[m]) h[m] = m_picture.pi[m];
  const auto add = [&](QCPAxisRect* rect, const std::vector<double>& bars, const std::vector<double>& ticks,
                       const QString& title) {
    QCPAxis *x = rect->axis(QCPAxis::atBottom), *y = rect->axis(QCPAxis::atLeft);
    styleAxis(*x, rect == rects.g ? tr("key m") : QString(), {}, AxisKind::Index);
    styleAxis(*y, {}, {}, AxisKind::Linear);
    y->ticker()->setTickCount(3);
    x->setTickLabels(rect == rects.g);
    auto* drawn = new KeyBars(x, y, colours, bars, ticks);
    bool found = false;
    x->setRange(drawn->getKeyRange(found, QCP::sdBoth));
    const QCPRange high = drawn->getValueRange(found, QCP::sdBoth, {});
    bars.empty() ? y->setRange(0, 1) : setRange(y, high.lower, std::max(high.upper, 1e-12), 0.04);
    if (!title.isEmpty()) addTitle(plot, rect, title, theme);
  };
  add(rects.strip, {}, {}, {});
  rects.strip->axis(QCPAxis::atLeft)->setTickLabels(false);
  rects.strip->axis(QCPAxis::atLeft)->setTicks(false);
  rects.strip->axis(QCPAxis::atLeft)->grid()->setVisible(false);
  add(rects.h, h, m_picture.pi, tr("hₘ, line: πₙₘ"));
  add(rects.g, m_picture.g, {}, tr("gₘ, dimension %1").arg(shownDim(false)));
}

void ControlVariatesPanel::fillValues(QCustomPlot& plot, QCPAxisRect* rect, const Theme& theme) const {
  const Cursor shown = workbench().selection().shown();
  const bool isLine = dims() == 1;  // then the groups stand over one another
  QCPAxis *x = rect->axis(QCPAxis::atBottom), *y = rect->axis(QCPAxis::atLeft);
  styleAxis(*x, isLine ? tr("v") : tr("v, dimension %1").arg(shownDim(false)), {}, AxisKind::Linear);
  styleAxis(*y, isLine ? tr("group") : tr("dimension %1").arg(shownDim(true)), {}, AxisKind::Linear);
  for (QCPAxis* axis : {x, y}) axis->ticker()->setTickCount(3);
  const auto place = [&](double first, double second, int group) { return QPointF(first, isLine ? group : second); };
  const int selected = groupInFront();
  std::map<int, std::vector<QPointF>> dots;
  for (int m = 0; m < m_picture.keyCount(); ++m) {
    const auto i = static_cast<std::size_t>(m);
    dots[m_picture.group[i]].push_back(place(m_picture.value[0][i], m_picture.value[1][i], m_picture.group[i]));
  }
  const auto colourOf = [&](int group) {
    QColor colour = group >= 0 ? proposalColour(group, theme.dark) : theme.faint;
    if (selected >= 0 && group != selected) colour.setAlphaF(0.3f);
    return colour;
  };
  for (const auto& [group, points] : dots)
    addMarks(*x, *y, points, mark(QCPScatterStyle::ssDisc, colourOf(group), colourOf(group), 5 * theme.lineScale));
  for (int c = 0; c < static_cast<int>(m_picture.groups.size()); ++c) {
    const ShownGroup& group = m_picture.groups[static_cast<std::size_t>(c)];
    addWay(*x, *y, place(group.star[0], group.star[1], c), place(group.hat[0], group.hat[1], c), colourOf(c),
           c == selected ? 12 : 9, theme);
  }
  if (const auto key = static_cast<std::size_t>(shown.key); shown.key >= 0 && shown.key < m_picture.keyCount())
    addMarks(*x, *y, {place(m_picture.value[0][key], m_picture.value[1][key], m_picture.group[key])},
             mark(QCPScatterStyle::ssCircle, theme.text, Qt::NoBrush, 12 * theme.lineScale, 2 * theme.lineScale));
  setRanges(x, y, dots);
  addTitle(plot, rect, tr("β̂, v"), theme);
}

void ControlVariatesPanel::fillSpread(QCustomPlot& plot, QCPAxisRect* rect, const Theme& theme) const {
  QCPAxis *x = rect->axis(QCPAxis::atBottom), *y = rect->axis(QCPAxis::atLeft);
  styleAxis(*x, tr("nested groups"), {}, AxisKind::Log10);
  setShortTitle(*x, tr("groups"));
  styleAxis(*y, {}, {}, AxisKind::Linear);
  y->ticker()->setTickCount(4);
  const EstimatorStyle style = styleOf(*workbench().document().card(snapshot().groups->card), theme.dark);
  QCPGraph* graph = plot.addGraph(x, y);
  graph->setPen(QPen(style.colour, 1.8 * theme.lineScale));
  graph->setScatterStyle(mark(QCPScatterStyle::ssDisc, style.colour, style.colour, 6 * theme.lineScale));
  graph->setAdaptiveSampling(false);
  std::vector<Tick> ticks;
  double most = m_picture.spreadHat, furthest = 1;
  const auto own = static_cast<double>(m_picture.groups.size());
  for (const NestedLevel& level : m_picture.levels) {
    graph->addData(level.groups, level.spread);
    most = std::max(most, level.spread);
    furthest = level.groups;
    ticks.push_back({level.groups, countText(static_cast<qint64>(level.groups))});
    if (level.groups != own) continue;
    std::swap(ticks.front(), ticks.back());  // always named
    addMarks(*x, *y, {{own, level.spread}},
             mark(QCPScatterStyle::ssCircle, theme.text, Qt::NoBrush, 12 * theme.lineScale, 1.8 * theme.lineScale));
  }
  setTicks(*x, ticks);
  if (own > 0) addMarks(*x, *y, {{own, m_picture.spreadHat}}, scatterStyle(style, theme, true));
  x->setRange(0.8, furthest * 1.25);
  y->setRange(0, most > 0 ? most * 1.08 : 1);
  addTitle(plot, rect, tr("J"), theme);
}

void ControlVariatesPanel::refresh() {
  readPicture();
  const QString empty = emptyText();
  m_heading->setText(empty.isEmpty() ? heading(theme()) : empty);
  keepRoomForRings(*m_column->rows());
  m_plot->setMinimumSize(160, qCeil(kLeastLines * theme().lineHeight()));
  m_column->setMinimumHeight(empty.isEmpty() ? kLeastHeight : 0);
  offer(empty.isEmpty() ? Remedy{} : remedyNow());
  m_plot->setVisible(empty.isEmpty());
  m_legend->setEntries(legend(), theme());
  m_legend->showWhereFree(!m_plot->isHidden());
  if (empty.isEmpty()) {
    fillPlot(*m_plot, theme());
    redrawSoon(*m_plot);
  }
  reportPainted();
}

void ControlVariatesPanel::render(QPainter& painter, const QRectF& area, const Theme& theme) const {
  if (const QString empty = emptyText(); !empty.isEmpty()) return paintRichText(painter, area, theme, empty);
  constexpr double kHeading = 40;
  paintAtLeast(painter, area, kLeast, [&](const QRectF& room) {
    paintRichText(painter, QRectF(0, 0, room.width(), kHeading), theme, heading(theme));
    QCustomPlot plot;
    setUpPlot(plot);
    fillPlot(plot, theme);
    paintPlot(plot, painter, room.adjusted(0, kHeading, 0, 0));
  });
}

// --- Mouse -----------------------------------------------------------------------------------------------------------

ControlVariatesPanel::Spot ControlVariatesPanel::spotAt(QPointF position) const {
  Spot spot;
  const QCPAxisRect* under = m_picture.isEmpty() || !emptyText().isEmpty() ? nullptr : m_plot->axisRectAt(position);
  const Rects rects = rectsOf(*m_plot);
  double best = kNear;
  if (under == rects.values && under != nullptr) {
    const bool isLine = dims() == 1;
    for (int c = 0; c < static_cast<int>(m_picture.groups.size()); ++c) {
      const ShownGroup& group = m_picture.groups[static_cast<std::size_t>(c)];
      for (const double* at : {group.hat, group.star})
        if (nearestOf(best, pixelIn(under, at[0], isLine ? c : at[1]), position) < INFINITY) spot = {-1, c, -1};
    }
    for (int m = 0; m < m_picture.keyCount(); ++m) {
      const auto i = static_cast<std::size_t>(m);
      if (nearestOf(best, pixelIn(under, m_picture.value[0][i], isLine ? m_picture.group[i] : m_picture.value[1][i]),
                    position) < INFINITY)
        spot = {m, m_picture.group[i], -1};
    }
  } else if (under == rects.spread && under != nullptr) {
    for (int level = 0; level < static_cast<int>(m_picture.levels.size()); ++level) {
      const NestedLevel& at = m_picture.levels[static_cast<std::size_t>(level)];
      if (nearestOf(best, pixelIn(under, at.groups, at.spread), position) < INFINITY) spot = {-1, -1, level};
    }
  } else if (under != nullptr) {
    const long key = std::lround(under->axis(QCPAxis::atBottom)->pixelToCoord(position.x()));
    if (key >= 0 && key < m_picture.keyCount())
      spot = {static_cast<int>(key), m_picture.group[static_cast<std::size_t>(key)], -1};
  }
  return spot;
}

/// The locked cursor at a key, a group, or both.
Cursor ControlVariatesPanel::cursorAt(const Spot& spot) const {
  Cursor cursor = workbench().selection().locked();
  if (spot.key >= 0) cursor.key = spot.key;
  cursor.card = snapshot().groups->card;
  cursor.proposal = spot.group;
  return cursor;
}

QString ControlVariatesPanel::tipOf(const Spot& spot) const {
  if (spot.level >= 0) {
    const NestedLevel& level = m_picture.levels[static_cast<std::size_t>(spot.level)];
    return tr("%n group(s) at their best coefficients: J = %1", nullptr, static_cast<int>(level.groups))
        .arg(numberText(level.spread));
  }
  QStringList lines;
  if (spot.key >= 0) {
    const auto m = static_cast<std::size_t>(spot.key);
    lines << tr("%1: π %2").arg(keyText(snapshot().sequence.get(), spot.key), numberText(m_picture.pi[m]));
    if (m_picture.inWindow[m]) lines << tr("in E, seen exactly");
    if (spot.group >= 0)
      lines << tr("h %1, g %2 in dimension %3")
                   .arg(numberText(m_picture.h[m]), numberText(m_picture.g[m]))
                   .arg(shownDim(false));
  }
  if (spot.group >= 0) {
    const ShownGroup& group = m_picture.groups[static_cast<std::size_t>(spot.group)];
    lines << tr("group %1: weight %2 (softmax gives it %3), β̂ (%4, %5), best (%6, %7)")
                 .arg(spot.group)
                 .arg(numberText(group.weight, 3), numberText(group.mass, 3), numberText(group.hat[0], 3),
                      numberText(group.hat[1], 3), numberText(group.star[0], 3), numberText(group.star[1], 3));
  }
  return lines.join(QLatin1Char('\n'));
}

void ControlVariatesPanel::onMoved(QMouseEvent* event) {
  const Spot spot = event->buttons() == Qt::NoButton ? spotAt(event->position()) : Spot{};
  QToolTip::showText(event->globalPosition().toPoint(), plainTip(tipOf(spot)), m_plot);
  if (spot.key < 0 && spot.group < 0) return workbench().selection().endHover();
  workbench().selection().hover(cursorAt(spot));
}

void ControlVariatesPanel::onPressed(QMouseEvent* event) {
  const Spot spot = spotAt(event->position());
  if (spot.key < 0 && spot.group < 0) return;
  if (event->modifiers() & Qt::ControlModifier) {
    if (spot.key >= 0) workbench().selection().toggleKey(spot.key);
    return;
  }
  m_pressed = spot;
  workbench().selection().lock(cursorAt(spot));
}

/// The usual remedy, except that a new eva gets a window and groups that the sequence has room for.
Remedy ControlVariatesPanel::remedyNow() const {
  const auto& cards = workbench().document().cards;
  const CardResult* shown = shownCard();
  if (shown != nullptr && snapshot().query >= 0 && groupsOf(*shown->request) == 0)
    return {tr("Give it groups"), tr("Sets its number of groups to %1").arg(QString::fromStdString(someOfTokens())),
            [this, id = shown->card] { giveGroups(id); }};
  if (!snapshot().sequence || std::any_of(cards.begin(), cards.end(), hasGroups))
    return usualRemedy(kEva, hasGroups, Shows::Query);
  return {tr("Add eva"), tr("A card of eva with a window and groups that the sequence has room for: one step of undo"),
          [this] { addEva(); }};
}

/// How many groups, or tokens of a window, there is room for.
std::string ControlVariatesPanel::someOfTokens() const {
  const omega::Index tokens = snapshot().sequence ? snapshot().sequence->sizes.M : 64;
  return std::to_string(std::clamp<omega::Index>(tokens / 6, 1, 16));
}

void ControlVariatesPanel::giveGroups(int id) const {
  workbench().store().change(tr("Groups of eva"), [&](Document& document) {
    Card* card = document.card(id);
    const omega::OptionSpec* groups = card != nullptr ? groupsOption(*card) : nullptr;
    if (groups != nullptr) card->set(groups->name, someOfTokens());
  });
}

void ControlVariatesPanel::addEva() const {
  const bool hasWindow = snapshot().sequence && snapshot().sequence->sizes.N == snapshot().sequence->sizes.M;
  workbench().store().change(tr("Add eva"), [&](Document& document) {
    const std::string some = someOfTokens();
    Card& card = document.add(kEva);
    for (const omega::OptionSpec& spec : omega::find_estimator(kEva).info.options) {
      if (spec.role == omega::OptionRole::groups) card.set(spec.name, some);
      if (spec.role == omega::OptionRole::window) card.set(spec.name, hasWindow ? some : "0");
    }
  });
}

// --- For all panels --------------------------------------------------------------------------------------------------

std::vector<LegendEntry> ControlVariatesPanel::legend() const {
  return emptyText().isEmpty() ? coefficientLegend() : std::vector<LegendEntry>();
}

PanelData ControlVariatesPanel::data() const {
  PanelData data;
  data.columns = {tr("key"),           tr("exact"),
                  tr("group"),         QStringLiteral("pi"),
                  QStringLiteral("h"), QStringLiteral("g%1").arg(shownDim(false))};
  if (!emptyText().isEmpty()) return data;
  for (int m = 0; m < m_picture.keyCount(); ++m) {
    const auto i = static_cast<std::size_t>(m);
    data.rows.push_back({QString::number(m), QString::number(m_picture.inWindow[i]),
                         m_picture.group[i] < 0 ? QString() : QString::number(m_picture.group[i]),
                         plainNumber(m_picture.pi[i]), plainNumber(m_picture.h[i]), plainNumber(m_picture.g[i])});
  }
  const std::string label = workbench().document().card(snapshot().groups->card)->label();
  for (const auto& [name, array] : snapshot().groups->result->outputs)
    if (name.ends_with("_at")) data.arrays.emplace(label + "_" + name, array);
  return data;
}

QString ControlVariatesPanel::subject() const {
  const CardResult* card = shownCard();
  return card == nullptr ? QString() : QString::fromStdString(workbench().document().card(card->card)->label());
}

QString ControlVariatesPanel::command() const {
  const CardResult* card = shownCard();
  if (card == nullptr) return {};
  QStringList wanted{QStringLiteral("y")};
  for (const char* name : {"omega", "beta_hat", "group_weights"})
    if (card->result->has(name)) wanted << QLatin1String(name);
  return estimatesOf({workbench().document().card(card->card)}, wanted.join(QLatin1Char(',')));
}

Panel* makeControlVariatesPanel(Workbench& workbench, QWidget* parent) {
  return new ControlVariatesPanel(workbench, parent);
}

}  // namespace omegascope
