#include "views/model_view/model_view_panel.h"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QMouseEvent>
#include <QPushButton>
#include <QSignalBlocker>
#include <QToolTip>
#include <QVBoxLayout>
#include <algorithm>
#include <map>

#include "heads/said.h"
#include "io/reader.h"
#include "jobs/forecast.h"
#include "jobs/waiting.h"
#include "language/language.h"
#include "model/shell_line.h"
#include "views/amounts.h"
#include "views/attention/map_scale.h"
#include "views/rich_text.h"
#include "widgets/accessible_canvas.h"
#include "widgets/controls.h"
#include "widgets/flow_layout.h"
#include "workbench/layers.h"

namespace omegascope {

using omega::heads::Head;
using omega::heads::kNoLayer;
using omega::heads::Quantity;

namespace {

constexpr int kLeastWidth = 260;
constexpr double kPreviewFrom = 28;  // lines of text: a narrower panel has no room beside the heads
constexpr double kPreviewShare = 0.3, kMostPreviewShare = 0.45;  // of a width: usually, and for the names of numbers
constexpr double kMostPreview = 16;                              // lines of text
constexpr double kPreviewEdge = 8;                               // pixels, from the heads
constexpr int kMostCells = 40000;
constexpr int kTries = 12;  // of an estimator, where the samples it needs are asked for: 1, 2, 4 .. 1024

}  // namespace

ModelViewPanel::ModelViewPanel(Workbench& workbench, QWidget* parent)
    : Panel(workbench, QStringLiteral("model_view"), tr("Model view"), parent), m_run(std::make_unique<HeadsRun>()) {
  auto* rows = inset(new QVBoxLayout(this), kPanelMargins, 3);
  rows->addWidget(makeControls());
  m_canvas = new QWidget(this);
  nameCanvas(*m_canvas, tr("Heads of the model"), [this] { return afterName(*m_canvas, canvasSays()); });
  m_canvas->setMinimumSize(120, 60);
  m_canvas->setMouseTracking(true);
  m_canvas->installEventFilter(this);
  rows->addWidget(m_canvas, 1);
  m_words = wrapped(new QLabel(this));
  m_words->setMinimumWidth(1);
  m_words->setTextInteractionFlags(Qt::TextSelectableByMouse);
  rows->addWidget(m_words);
  rows->addWidget(remedyButton(), 0, Qt::AlignLeft);
  workbench.jobs().add(title(), m_run.get(), JobList::Pause::ByPanel);
  follow();
  connect(&workbench, &Workbench::busyChanged, this, &ModelViewPanel::pauseIfDue);
  connect(&workbench, &Workbench::heldChanged, this, &ModelViewPanel::pauseIfDue);
  setMinimumWidth(kLeastWidth);  // behind a tab it must not widen the window
  offerQuantities();
}

ModelViewPanel::~ModelViewPanel() { m_run->disconnect(this); }

void ModelViewPanel::follow() {
  connect(m_run.get(), &HeadsRun::pictureChanged, this, &ModelViewPanel::refreshIfVisible);
  connect(m_run.get(), &HeadsRun::progressed, this, &ModelViewPanel::showState);
  connect(m_run.get(), &HeadsRun::phaseChanged, this, &ModelViewPanel::refreshIfVisible);
}

void ModelViewPanel::takeOver(ModelViewPanel& before) {
  m_run->disconnect(this);
  before.m_run->disconnect(&before);
  m_run.swap(before.m_run);
  follow();
  m_refused = before.m_refused;
  refreshIfVisible();
  pauseIfDue();
}

QWidget* ModelViewPanel::makeControls() {
  auto* bar = new QWidget(this);
  auto* row = new FlowLayout(6, bar);
  row->setContentsMargins(0, 0, 0, 0);
  const auto caption = [&](QWidget* of) {
    auto* label = new QLabel(of->accessibleName(), bar);
    label->setBuddy(of);
    row->addTogether({label, of});
    return label;
  };
  m_show = named(narrow(new QComboBox(bar), 12), tr("show"),
                 tr("What each head is drawn as: its exact attention, or a number"));
  caption(m_show);
  makeTarget(bar);
  m_targetText = caption(m_target);
  m_order = named(new QComboBox(bar), tr("order"),
                  tr("Layers down and heads across, or all heads sorted by the number shown"));
  m_order->addItems({tr("in order"), tr("largest first")});
  row->addWidget(m_order);
  m_state = new QLabel(bar);
  m_state->setMinimumWidth(1);  // long words must not widen the window
  row->addWidget(m_state);
  m_stop = new QPushButton(tr("Cancel"), bar);
  row->addWidget(m_stop);
  connect(m_show, &QComboBox::activated, this, [this] {
    change(tr("Heads as %1").arg(m_show->currentText()),
           [name = m_show->currentData().toString().toStdString()](ModelViewSettings& m) { m.quantity = name; });
  });
  connect(m_order, &QComboBox::activated, this, [this](int index) {
    change(tr("Heads %1").arg(m_order->currentText()), [index](ModelViewSettings& m) { m.isSorted = index == 1; });
  });
  connect(m_target, &QDoubleSpinBox::valueChanged, this, [this](double percent) {
    change(tr("Error of heads %1 %").arg(percent), [percent](ModelViewSettings& m) { m.target = percent; });
  });
  connect(m_stop, &QPushButton::clicked, this, &ModelViewPanel::stopOrAsk);
  return bar;
}

void ModelViewPanel::makeTarget(QWidget* bar) {
  m_target = named(new QDoubleSpinBox(bar), tr("error"), tr("The relative error that the samples have to reach"));
  m_target->setRange(0.1, 100);
  m_target->setDecimals(1);
  m_target->setValue(settings().target);
  m_target->setSuffix(tr(" %"));
  m_target->setKeyboardTracking(false);
}

/// What was cancelled is not asked for again by itself.
void ModelViewPanel::stopOrAsk() {
  if (m_run->isUnderWay()) {
    m_refused = askedNow();
    return m_run->cancel();
  }
  m_refused.reset();
  ask();
}

QString ModelViewPanel::help() const {
  return tr(
      "<b>Model view</b><p>Every layer and head of the open file or preset, as it was before tokens were moved by "
      "hand: its exact attention as a small map, all on one scale, or a number of that, or how far one of your "
      "estimators is from it. The relative error is the root mean squared error over 8 draws, over the root mean "
      "square of what exact attention gives; <i>budget needed</i> doubles samples, landmarks or groups until that is "
      "small "
      "enough, up to 1024 (landmarks and groups up to the number of keys). Point at a head to see it larger, click it "
      "to go "
      "there.</p><p><b>Look for</b> what the hard heads have in common: peaked attention (low entropy), large norms, "
      "keys that are near. With an error, sentences below say what goes along with it. The study <i>heads</i> holds "
      "estimators against each other, head by head. A head with ! could not be measured, and says why when you point "
      "at it.</p>");
}

QStringList ModelViewPanel::equations() const {
  return {QStringLiteral("entropy = −(1/N) Σ_n Σ_m π_nm log π_nm"),
          QStringLiteral("error = √(Σ_n ‖ŷ_n − y_n‖² / Σ_n ‖y_n‖²)")};
}

// --- What is asked ---------------------------------------------------------------------------------------------------

void ModelViewPanel::change(const QString& what, const std::function<void(ModelViewSettings&)>& edit) {
  workbench().store().change(what, [&](Document& d) { edit(d.view.modelView); });
}

/// Offers the quantities of exact attention and of each visible estimator, and shows what the document says. What it
/// names is exact attention as long as its estimator is not there.
void ModelViewPanel::offerQuantities() {
  const QSignalBlocker blockShow(m_show), blockOrder(m_order), blockTarget(m_target);
  fillQuantities();
  m_show->setCurrentIndex(std::max(0, m_show->findData(QString::fromStdString(settings().quantity))));
  m_order->setCurrentIndex(settings().isSorted ? 1 : 0);
  showNumber(m_target, settings().target);
}

void ModelViewPanel::fillQuantities() {
  std::vector<Card> cards;
  for (const Card* card : visibleCards())
    if (!card->isTruth()) cards.push_back(*card);
  if (!m_quantities.empty() && cards == m_offered) return;
  m_offered = cards;
  m_quantities = omega::heads::quantities(HeadsAsked{.cards = m_offered}.question(0).methods, true);
  m_show->clear();
  m_show->addItem(tr("exact attention"), QString());
  for (const Quantity& quantity : m_quantities) {
    m_show->addItem(described(quantity.title), QString::fromStdString(quantity.name));
    m_show->setItemData(m_show->count() - 1, described(quantity.help), Qt::ToolTipRole);
  }
}

const Quantity* ModelViewPanel::shownQuantity() const {
  const int at = m_show->currentIndex() - 1;
  return at >= 0 && at < static_cast<int>(m_quantities.size()) ? &m_quantities[static_cast<std::size_t>(at)] : nullptr;
}

/// Asks only for the estimator whose number is shown: others would take time for nothing.
HeadsAsked ModelViewPanel::askedNow() const {
  HeadsAsked asked;
  asked.workload = workbench().document().workload;
  asked.workload.moved.clear();
  asked.seed = workbench().document().seed;
  if (snapshot().file) asked.mark = snapshot().file->mark;
  const Quantity* shown = shownQuantity();
  if (shown == nullptr || shown->method < 0) return asked;
  asked.cards = {m_offered[static_cast<std::size_t>(shown->method)]};
  if (shown->name.starts_with("samples ")) asked.target = m_target->value() / 100;
  return asked;
}

HeadsAsked ModelViewPanel::answered() const {
  const auto picture = ofNow();
  return picture ? askedNow().with(picture->asked, m_offered) : askedNow();
}

std::vector<Quantity> ModelViewPanel::quantities() const {
  const HeadsAsked asked = answered();
  return omega::heads::quantities(asked.question(0).methods, asked.target > 0);
}

/// About how long all heads take, if all layers are like the one that is shown and estimates cost what exact attention
/// does.
double ModelViewPanel::secondsOf(const HeadsAsked& asked) const {
  const omega::Sizes& sizes = snapshot().sequence->sizes;
  const auto layers = static_cast<double>(std::max<std::size_t>(1, layersOf(workbench()).all.size()));
  const double pairs = static_cast<double>(sizes.heads) * static_cast<double>(sizes.N) * static_cast<double>(sizes.M);
  const double exact = Speed().seconds({2 * pairs * static_cast<double>(sizes.D + sizes.Dv), pairs, 0});
  const double estimates =
      static_cast<double>(asked.cards.size()) * (asked.target > 0 ? kTries : 1) * static_cast<double>(kHeadDraws);
  return layers * exact * (2 + estimates);
}

std::shared_ptr<const HeadsPicture> ModelViewPanel::ofNow() const {
  const auto picture = m_run->picture();
  return picture && picture->asked.covers(askedNow()) ? picture : nullptr;
}

void ModelViewPanel::ask() {
  if (!snapshot().sequence) return;
  m_run->ask(askedNow(), workbench().threads());
  pauseIfDue();
}

/// Measuring steps back behind what the user does, and rests while nobody sees the panel.
void ModelViewPanel::pauseIfDue() { m_run->setPaused(!isOnScreen() || workbench().isBusy() || workbench().isHeld()); }

void ModelViewPanel::complete() {
  offerQuantities();
  m_run->ask(askedNow(), workbench().threads());
  m_run->setPaused(false);
  waitUntil([this] { return !m_run->isUnderWay(); });
  bringUpToDate();
}

// --- What is shown ---------------------------------------------------------------------------------------------------

/// The layer and the head of the model that the other panels show.
std::pair<omega::Index, omega::Index> ModelViewPanel::shownPlace() const {
  const Layers layers = layersOf(workbench());
  return {layers.all.empty() ? kNoLayer : layers.shown,
          headOfModel(workbench().document().workload, workbench().selection().locked().head)};
}

ModelViewPanel::Shown ModelViewPanel::shownNow() const {
  const Quantity* quantity = shownQuantity();
  return {ofNow(), shownPlace(), quantity ? quantity->name : std::string(), m_order->currentIndex() == 1,
          m_target->value()};
}

HeadGrid ModelViewPanel::grid() const {
  HeadGrid grid;
  grid.picture = ofNow();
  if (!grid.picture) return grid;
  if (const Quantity* shown = shownQuantity())
    for (const Quantity& quantity : quantities())
      if (quantity.name == shown->name) grid.quantity = quantity;
  std::map<std::pair<omega::Index, omega::Index>, const Head*> there;
  for (const Head& head : grid.picture->heads) there[{head.layer, head.head}] = &head;
  const auto place = shownPlace();
  for (const auto& [layer, count] : grid.picture->layers) {
    grid.rowNames << (layer == kNoLayer ? QString() : QString::number(layer));
    for (omega::Index head = 0; head < count && grid.cells.size() < kMostCells; ++head) {
      const auto found = there.find({layer, head});
      grid.cells.push_back({found == there.end() ? nullptr : found->second, layer, head, grid.rows,
                            static_cast<int>(head), std::pair(layer, head) == place});
    }
    grid.columns = std::max(grid.columns, static_cast<int>(count));
    ++grid.rows;
  }
  for (int head = 0; head < grid.columns; ++head) grid.columnNames << QString::number(head);
  if (m_order->currentIndex() == 1 && grid.quantity) sortCells(grid);
  grid.mapScale = m_mapScale.of(grid.picture);
  if (grid.quantity)
    grid.scale = quantityScale(grid.picture->heads, *grid.quantity);
  else if (std::any_of(there.begin(), there.end(), [](const auto& one) { return !one.second->map.empty(); }))
    grid.scale = grid.mapScale;
  grid.title = grid.quantity ? described(grid.quantity->title)
                             : tr("%1, %2 (auto)").arg(QStringLiteral("A"), normSign(grid.mapScale));
  return grid;
}

/// One after another, in as many columns as before; heads that are not there yet come last.
void ModelViewPanel::sortCells(HeadGrid& grid) {
  const std::vector<const Head*> order = omega::heads::sorted(grid.picture->heads, *grid.quantity);
  std::map<const Head*, std::size_t> places;
  for (std::size_t i = 0; i < order.size(); ++i) places[order[i]] = i;
  const auto placeOf = [&](const HeadGridCell& cell) { return cell.head ? places.at(cell.head) : order.size(); };
  std::stable_sort(grid.cells.begin(), grid.cells.end(),
                   [&](const HeadGridCell& a, const HeadGridCell& b) { return placeOf(a) < placeOf(b); });
  int place = 0;
  for (HeadGridCell& cell : grid.cells) {
    cell.row = place / grid.columns;
    cell.column = place++ % grid.columns;
  }
  grid.rows = (place + grid.columns - 1) / std::max(1, grid.columns);
  grid.rowNames.clear();
  grid.columnNames.clear();
}

void ModelViewPanel::goTo(omega::Index layer, omega::Index head) {
  Document document = workbench().document();
  Workload& workload = document.workload;
  const Workload before = workload;
  workload = withLayer(workload, kNoLayer);
  if (layer != kNoLayer) chooseLayer(workload, layersOf(workbench()), static_cast<int>(layer));
  if (workload.options() == before.options()) workload.moved = before.moved;
  Cursor cursor = workbench().selection().locked();
  cursor.head = static_cast<int>(head);  // all heads of the layer are there, from the first
  if (workload == before) return workbench().selection().lock(cursor);
  workbench().changeSequence(layer == kNoLayer ? tr("Head %1").arg(head) : tr("Layer %1, head %2").arg(layer).arg(head),
                             document, cursor);
  tellLeftOut(workbench(), before.moved.size() - workload.moved.size());
}

const Head* ModelViewPanel::previewed(const HeadGrid& grid) const {
  const auto place = m_hovered.value_or(shownPlace());
  for (const HeadGridCell& cell : grid.cells)
    if (std::pair(cell.layer, cell.number) == place) return cell.head;
  return nullptr;
}

QStringList ModelViewPanel::problemsOf(const Head& head) const {
  QStringList problems;
  if (!head.problem.empty()) problems << QString::fromStdString(head.problem);
  if (answered().cards.empty()) return problems;  // those of an estimator that has gone, too
  for (const omega::heads::Estimate& estimate : head.estimates)
    if (!estimate.problem.empty()) problems << QString::fromStdString(estimate.problem);
  return problems;
}

/// For a picture, which nobody can point at; of many the first.
QStringList ModelViewPanel::allProblems() const {
  constexpr qsizetype kMost = 3;
  QStringList all;
  if (const auto picture = ofNow())
    for (const Head& head : picture->heads)
      if (const QStringList problems = problemsOf(head); !problems.isEmpty())
        all << QString::fromStdString(omega::heads::name_of(head)) + QStringLiteral(": ") +
                   problems.join(QStringLiteral("; "));
  if (all.size() <= kMost) return all;
  return all.mid(0, kMost) << tr("and %n more head(s) that could not be measured", nullptr,
                                 static_cast<int>(all.size() - kMost));
}

std::vector<ModelViewPanel::Line> ModelViewPanel::linesOf(const Head& head) const {
  std::vector<Line> lines{{QString::fromStdString(omega::heads::name_of(head)), {}}};
  if (head.problem.empty())
    for (const Quantity& quantity : quantities())
      lines.push_back({described(quantity.title),
                       QLatin1Char(' ') + QString::fromStdString(omega::heads::value_text(quantity, head))});
  for (const QString& problem : problemsOf(head)) lines.push_back({problem, {}});
  return lines;
}

QString ModelViewPanel::tipOf(const Head& head) const {
  QStringList lines;
  for (const Line& line : linesOf(head)) lines << line.name + line.value;
  return lines.join(QLatin1Char('\n'));
}

/// How many heads there are, and the numbers of the one that stands larger beside them.
QString ModelViewPanel::canvasSays() const {
  if (m_grid.cells.empty()) return {};
  QStringList said{stateText()};
  if (const Head* head = previewed(m_grid))
    for (const Line& line : linesOf(*head)) said << line.name + line.value;
  return said.join(QStringLiteral(", "));
}

QStringList ModelViewPanel::sentences() const {
  QStringList said;
  const auto picture = ofNow();
  if (!picture) return said;
  for (const std::string& sentence :
       picture->asked.isAllCausal() ? omega::without_causal_advice(picture->said) : picture->said)
    said << described(sentence);
  const HeadsAsked asked = answered();
  const double target = asked.target > 0 ? asked.target : m_target->value() / 100;
  for (const std::string& sentence : omega::heads::said_of(picture->heads, asked.question(0).methods, target))
    said << described(sentence);
  return said;
}

QString ModelViewPanel::stateText() const {
  if (const QString missing = missingText(); !missing.isEmpty()) return missing;
  const auto picture = ofNow();
  if (picture && !picture->error.isEmpty()) return picture->error;
  int all = 0;
  if (picture)
    for (const auto& [layer, count] : picture->layers) all += static_cast<int>(count);
  const auto there = picture ? static_cast<int>(picture->heads.size()) : 0;
  if (m_run->isUnderWay()) {
    if (m_run->isPaused()) return tr("waiting while something else computes");
    return all == 0 ? tr("looking at the heads …") : tr("%1 of %n head(s) …", nullptr, all).arg(there);
  }
  if (all > 0) return there < all ? tr("%1 of %n head(s)", nullptr, all).arg(there) : tr("%n head(s)", nullptr, all);
  const double seconds = secondsOf(askedNow());
  return seconds > Allowance::kSeconds ? tr("not measured: it takes about %1").arg(durationText(seconds))
                                       : tr("not measured");
}

void ModelViewPanel::showState() {
  if (!isOnScreen()) return;
  m_state->setText(stateText());
  m_state->setToolTip(m_state->text());
  m_stop->setText(m_run->isUnderWay() ? tr("Cancel") : tr("Measure"));
  m_stop->setToolTip(m_run->isUnderWay() ? tr("Stops; what is measured so far stays")
                                         : tr("Measures every head of the model"));
  m_stop->setVisible(m_run->isUnderWay() || !ofNow() || !m_run->isDone());
}

void ModelViewPanel::refresh() {
  offerQuantities();
  const Quantity* shown = shownQuantity();
  const bool asksSamples = shown != nullptr && shown->name.starts_with("samples ");
  m_target->setVisible(asksSamples);
  m_targetText->setVisible(asksSamples);
  m_order->setEnabled(shown != nullptr);
  // What was cancelled waits for the button; another question begins by itself, where it does not take long.
  if (const HeadsAsked asked = askedNow();
      snapshot().sequence && m_refused != asked && !ofNow() && secondsOf(asked) <= Allowance::kSeconds)
    ask();
  // Heads are many: a pointer that moves elsewhere must not make and paint them all again.
  const bool isNew = m_shown != shownNow();
  if (isNew) {
    m_shown = shownNow();
    m_grid = grid();
    const QStringList said = sentences();
    m_words->setText(said.join(QLatin1Char('\n')));
    m_words->setVisible(!said.isEmpty());
  }
  showState();
  offer(snapshot().sequence ? Remedy{} : usualRemedy());
  if (isNew || m_grid.cells.empty()) m_canvas->update();
  reportPainted();
}

/// A preview beside it is as wide as the names of its numbers, whichever head it shows: else all heads would move.
QRectF ModelViewPanel::gridArea(const QRectF& area) const {
  const double line = theme().lineHeight();
  if (area.width() < kPreviewFrom * line) return area;
  const QFontMetricsF metrics(theme().font);
  double names = 0;
  for (const Quantity& quantity : quantities())
    names = std::max(names, metrics.horizontalAdvance(described(quantity.title) + QStringLiteral(" 0.00000")));
  const double map = std::min({kMostPreview * line, kPreviewShare * area.width(), area.height()});
  return area.adjusted(0, 0, -std::max(map, std::min(names + kPreviewEdge, kMostPreviewShare * area.width())), 0);
}

/// The head that is pointed at, else the one that the other panels show: its map and its numbers.
void ModelViewPanel::paintPreview(QPainter& painter, const QRectF& area, const Theme& theme) const {
  const Head* head = previewed(m_grid);
  if (head == nullptr || area.width() < 40) return;
  const std::vector<Line> lines = linesOf(*head);
  painter.setFont(theme.font);
  const double line = theme.lineHeight();
  const double words = static_cast<double>(lines.size()) * line;
  const double side = std::min(area.width() - kPreviewEdge, area.height() - words - 4);
  double top = area.top();
  if (side >= 40 && !head->map.empty()) {
    const QRectF rect(area.left() + kPreviewEdge, top, side, side);
    painter.drawImage(rect, headPicture(head->map, m_grid.mapScale));
    top = rect.bottom() + 4;
  }
  painter.setPen(theme.text);
  const QFontMetricsF metrics(theme.font);
  for (const auto& [name, value] : lines) {
    if (top + line > area.bottom() + 1) break;
    const double room = area.width() - kPreviewEdge - metrics.horizontalAdvance(value);
    painter.drawText(QRectF(area.left() + kPreviewEdge, top, area.width() - kPreviewEdge, line),
                     Qt::AlignLeft | Qt::AlignVCenter,
                     metrics.elidedText(name, value.isEmpty() ? Qt::ElideRight : Qt::ElideMiddle, room) + value);
    top += line;
  }
}

void ModelViewPanel::paintCanvas(QPainter& painter) const {
  const QRectF area = m_canvas->rect(), own = gridArea(area);
  painter.fillRect(area, theme().window);
  if (m_grid.cells.empty()) return paintRichText(painter, area, theme(), stateText().toHtmlEscaped());
  const HeadGridCell* hovered = nullptr;
  for (const HeadGridCell& cell : m_grid.cells)
    if (m_hovered == std::pair(cell.layer, cell.number)) hovered = &cell;
  m_grid.paint(painter, own, theme(), QLocale(), hovered);
  paintPreview(painter, QRectF(own.right(), area.top(), area.right() - own.right(), area.height()), theme());
}

void ModelViewPanel::render(QPainter& painter, const QRectF& area, const Theme& theme) const {
  const QStringList said = sentences() + allProblems();
  const double words = said.isEmpty() ? 0 : 0.2 * area.height();
  const QRectF room = area.adjusted(6, 6, -6, -6 - words);
  HeadGrid shown = grid();
  shown.columnTitle = tr("head");
  if (shown.picture && !shown.picture->layers.empty() && shown.picture->layers.front().first != kNoLayer)
    shown.rowTitle = tr("layer");
  shown.largestMap = 0.75 * std::min(room.width(), room.height());  // one head has a margin, as a few have
  if (shown.cells.empty())
    paintRichText(painter, room, theme, stateText().toHtmlEscaped());
  else
    shown.paint(painter, room, theme, QLocale::c());
  if (words > 0)
    paintRichText(painter, QRectF(area.left() + 6, area.bottom() - words, area.width() - 12, words - 4), theme,
                  said.join(QLatin1Char('\n')).toHtmlEscaped().replace(QLatin1Char('\n'), QStringLiteral("<br>")));
}

bool ModelViewPanel::hasPicture() const { return !grid().cells.empty(); }

bool ModelViewPanel::eventFilter(QObject* watched, QEvent* event) {
  if (watched != m_canvas) return Panel::eventFilter(watched, event);
  if (event->type() == QEvent::Paint) {
    QPainter painter(m_canvas);
    paintCanvas(painter);
    return true;
  }
  const auto cellUnder = [this](QPointF at) { return m_grid.cellAt(gridArea(m_canvas->rect()), theme(), at); };
  if (event->type() == QEvent::MouseMove || event->type() == QEvent::Leave) {
    const HeadGridCell* cell =
        event->type() == QEvent::MouseMove ? cellUnder(static_cast<QMouseEvent*>(event)->position()) : nullptr;
    const auto now = cell ? std::optional(std::pair(cell->layer, cell->number)) : std::nullopt;
    if (std::exchange(m_hovered, now) != now) m_canvas->update();
    const bool hasPreview = gridArea(m_canvas->rect()).width() < m_canvas->width();
    if (cell && cell->head && !hasPreview)
      QToolTip::showText(static_cast<QMouseEvent*>(event)->globalPosition().toPoint(), plainTip(tipOf(*cell->head)),
                         m_canvas);
  }
  if (event->type() == QEvent::MouseButtonPress)
    if (const HeadGridCell* cell = cellUnder(static_cast<QMouseEvent*>(event)->position()))
      goTo(cell->layer, cell->number);
  return Panel::eventFilter(watched, event);
}

// --- For all panels --------------------------------------------------------------------------------------------------

/// Every number of every head; before they are there, the heads of the shown layer without numbers.
PanelData ModelViewPanel::data() const {
  PanelData data;
  data.columns = {tr("layer"), tr("head")};
  const auto layerText = [](omega::Index layer) { return layer == kNoLayer ? QString() : QString::number(layer); };
  const auto picture = ofNow();
  const bool isThere = picture && !picture->heads.empty();
  const std::vector<Quantity> all = isThere ? quantities() : std::vector<Quantity>();
  for (const Quantity& quantity : all) data.columns.push_back(QString::fromStdString(quantity.name));
  data.columns.push_back(tr("problem"));
  if (!isThere) {
    const omega::Index heads = snapshot().sequence ? snapshot().sequence->sizes.heads : 0;
    for (omega::Index head = 0; head < heads; ++head)
      data.rows.push_back({layerText(shownPlace().first),
                           QString::number(headOfModel(workbench().document().workload, head)), tr("not measured")});
    return data;
  }
  for (const Head& head : picture->heads) {
    std::vector<QString> row = {layerText(head.layer), QString::number(head.head)};
    for (const Quantity& quantity : all) {
      const auto value = quantity.value(head);
      row.push_back(value ? plainNumber(*value) : QString());
    }
    row.push_back(problemsOf(head).join(QStringLiteral("; ")));
    data.rows.push_back(std::move(row));
    if (!head.map.empty()) {
      QString name = QString::fromStdString(omega::heads::name_of(head));
      data.arrays.emplace(name.remove(QLatin1Char(',')).replace(QLatin1Char(' '), QLatin1Char('_')).toStdString(),
                          head.map);
    }
  }
  return data;
}

QString ModelViewPanel::command() const {
  const HeadsAsked asked = answered();
  return headsLine(allHeadsOf(asked.workload), asked.cards, kHeadDraws, asked.seed, asked.target).text;
}

}  // namespace omegascope
