#include "views/weights/weights_panel.h"

#include <QLabel>
#include <QMenu>
#include <QToolTip>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "diagnostics/error_metrics.h"
#include "estimators/registry.h"
#include "jobs/scene.h"
#include "model/token_names.h"
#include "run/request_facts.h"
#include "views/rich_text.h"
#include "views/sample_weights.h"
#include "widgets/accessible_canvas.h"
#include "widgets/controls.h"
#include "widgets/plot_redraw.h"
#include "widgets/plot_style.h"

namespace omegascope {

namespace {

constexpr double kNear = 14;           // pixels
constexpr double kClick = 4;           // a press that moves less is a click
constexpr const char* kCard = "card";  // of a graph: whose it is
constexpr double kManyRanks = 64;      // beyond, the first of them would be one pixel each
constexpr double kNextMark = 1.5;      // of the ranks of marks, where there are many

/// With many points, marks on all would hide the line: only some have one, equally far apart on a logarithmic axis.
void thinMarks(QCPGraph& graph, const std::vector<double>& weights) {
  graph.setScatterSkip(static_cast<int>(weights.size()));  // its own marks are the first point's and the legend's
  QCPGraph* marks = graph.parentPlot()->addGraph();
  marks->removeFromLegend();
  marks->setLineStyle(QCPGraph::lsNone);
  marks->setScatterStyle(graph.scatterStyle());
  for (double rank = 2; rank <= static_cast<double>(weights.size()); rank = std::ceil(rank * kNextMark)) {
    const double weight = weights[static_cast<std::size_t>(rank) - 1];
    if (graph.valueAxis()->scaleType() == QCPAxis::stLinear || weight > 0) marks->addData(rank, weight);
  }
}

/// An underscore lies below all letters: the lower edge of an entry of the legend would cut it off.
void makeRoomBelow(const QCustomPlot& plot, const QCPGraph& graph, const Theme& theme) {
  constexpr double kRoom = 2;
  QCPPlottableLegendItem* entry = plot.legend->itemWithPlottable(&graph);
  if (entry != nullptr && graph.name().contains(QLatin1Char('_')))
    entry->setMargins(QMargins(0, 0, 0, static_cast<int>(std::ceil(kRoom * theme.lineScale))));
}

/// Whether samples of a card have weights to show, as far as is known; not where it could not run.
bool hasWeightedSamples(const Card& card, const Snapshot& snapshot) {
  const CardResult* known = snapshot.card(card.id);
  if (known == nullptr) return !card.isTruth();
  if (!known->error.empty() || !known->request) return false;
  const auto outputs = omega::outputs_of(*known->request);
  return std::any_of(outputs.begin(), outputs.end(), [](const auto& output) { return output.name == "weights"; });
}

/// Of results that have none, though something is sampled.
QStringList keysWithoutWeights(const std::vector<const Card*>& cards, const Snapshot& snapshot) {
  QStringList lines;
  for (const Card* card : cards)
    if (const CardResult* known = snapshot.card(card->id); known != nullptr && known->error.empty() && known->request)
      if (takesKeys(omega::outputs_of(*known->request)))
        lines << WeightsPanel::tr("%1 takes keys and does not tell what each of them weighs.")
                     .arg(QString::fromStdString(card->label()));
  return lines;
}

/// Of results whose weights are too many to be kept: who, and how many.
QStringList tooManyWeights(const Snapshot& snapshot, const Document& document) {
  QStringList lines;
  for (const CardResult& result : snapshot.cards) {
    const Card* card = document.card(result.card);
    if (card == nullptr || !card->visible || !result.request || !result.result) continue;
    if (!weightsOf(result, snapshot.query).empty()) continue;
    for (const omega::OutputSpec& output : omega::outputs_of(*result.request))
      if (output.name == "weights" && static_cast<double>(omega::element_count(output.shape)) > kLargestTable)
        lines << WeightsPanel::tr("%1 has too many samples to show their weights: %2 for each query.")
                     .arg(QString::fromStdString(card->label()))
                     .arg(output.shape.back());
  }
  return lines;
}

/// The key that a draw of the shown query fell on; −1 where samples are of ω.
int keyOf(const Snapshot& snapshot, int card, int sample) {
  const CardResult* known = snapshot.card(card);
  const std::vector<double> drawn = known ? known->outputOf(snapshot.query, "drawn") : std::vector<double>();
  const auto at = static_cast<std::size_t>(sample);
  return at < drawn.size() ? static_cast<int>(drawn[at]) : -1;
}

/// The equation of drawn keys; T_n are those that the query takes exactly.
QString equationOfKeys(const omega::Request& request, bool divides) {
  const omega::OptionSpec* exact =
      omega::option_for(omega::find_estimator(request.method).info.options, omega::OptionRole::exact_keys);
  if (exact == nullptr || request.options.integer(exact->name) == 0)
    return divides ? QStringLiteral("ŷ_n = Σ_s w_ns v_{m_ns} / Σ_s w_ns")
                   : QStringLiteral("ŷ_n = (1/S) Σ_s w_ns v_{m_ns}");
  return divides ? QStringLiteral(
                       "ŷ_n = [Σ_{m∈T_n} exp(q_n·k_m) v_m + (1/S) Σ_s w_ns v_{m_ns}] / [Σ_{m∈T_n} "
                       "exp(q_n·k_m) + (1/S) Σ_s w_ns]")
                 : QStringLiteral("ŷ_n = Σ_{m∈T_n} π_nm v_m + (1/S) Σ_s w_ns v_{m_ns}");
}

}  // namespace

WeightsPanel::WeightsPanel(Workbench& workbench, QWidget* parent)
    : Panel(workbench, QStringLiteral("weights"), tr("Weights"), parent) {
  auto* layout = inset(new QVBoxLayout(this), kPanelMargins);
  m_summary = wrapped(new QLabel(this));
  m_plot = new QCustomPlot(this);
  m_plot->setMinimumSize(120, 90);  // narrow, its legend says less
  nameCanvas(*m_plot, tr("Weights of the shown query"), [this] { return plotWords(); });
  layout->addWidget(m_summary);
  layout->addWidget(remedyButton(), 0, Qt::AlignLeft);
  layout->addWidget(m_plot, 1);
  m_plot->setSelectionRectMode(QCP::srmCustom);
  endHoverOnLeave(m_plot);
  putLegendAbove(*m_plot);
  connect(m_plot, &QCustomPlot::mousePress, this, [this](QMouseEvent* event) { m_pressedAt = event->position(); });
  connect(m_plot, &QCustomPlot::mouseRelease, this, &WeightsPanel::onReleased);
  connect(m_plot, &QCustomPlot::mouseMove, this, &WeightsPanel::onMoved);
  connect(m_plot->selectionRect(), &QCPSelectionRect::accepted, this,
          [this](const QRect& rect, QMouseEvent* event) { onBrushed(rect, event->modifiers()); });
}

QRectF WeightsPanel::placeOf(const QString& part) const {
  if (part == QStringLiteral("ess")) {  // the legend says it, and where that is short, words above
    const QRectF words = m_summary->isHidden() ? QRectF() : QRectF(m_summary->geometry());
    const bool hasLegend = m_plot->isVisibleTo(this) && m_plot->legend->visible();
    return hasLegend ? words.united(QRectF(m_plot->legend->outerRect()).translated(m_plot->pos())) : words;
  }
  if (part != QStringLiteral("bars") || m_plot->isHidden()) return {};
  return QRectF(m_plot->axisRect()->rect()).translated(m_plot->pos());
}

QString WeightsPanel::help() const {
  return tr(
      "<b>Weights of query n</b><p>The plot shows the shares of the weights, largest first, and the effective sample "
      "size ESS: how many equal weights would carry as much, beside mse, the mean squared error of this query's "
      "estimate to exact attention. rfa and lara divide by the sum of the weights: their estimate is the mean of f at "
      "the samples by these shares. is and mis do not divide: their weights add up to the right sum only on average, "
      "and the shares say who carries the estimate, not how large it is. key_sampling draws keys instead: a point is "
      "one "
      "draw, and keys that it takes exactly have none.</p><p><b>Look for</b> one weight that takes it all: the answer "
      "is then that one sample's. But a high effective sample size proves nothing if a part of the target was never "
      "visited.</p>");
}

/// How the weights shown make an estimate: by their sum or by the number of samples, of each proposal where there are
/// several.
QStringList WeightsPanel::equations() const {
  const QString divided = QStringLiteral("ŷ_n = Σ_s w_ns f(ω_s) / Σ_s w_ns");
  QStringList all;
  for (const CardResult& result : snapshot().cards) {
    if (weightsOf(result, snapshot().query).empty() || !result.request) continue;
    const bool divides = omega::traits_of(*result.request).self_normalised;
    const omega::Result& numbers = result.resultOf(snapshot().query);
    const QString equation = numbers.has("drawn")            ? equationOfKeys(*result.request, divides)
                             : divides                       ? divided
                             : numbers.has("proposal_means") ? QStringLiteral("ŷ_n = Σ_c (1/S_c) Σ_s w_ncs f(ω_cs)")
                                                             : QStringLiteral("ŷ_n = (1/S) Σ_s w_ns f(ω_s)");
    if (!all.contains(equation)) all << equation;
  }
  if (all.isEmpty()) all << divided;
  return all << QStringLiteral("ESS_n = (Σ_s w_ns)² / Σ_s w_ns²");
}

/// The mean squared error of the shown query's estimate.
std::optional<double> WeightsPanel::errorOf(const CardResult& result, const Snapshot& snapshot) {
  const std::vector<double> y = result.outputOf(snapshot.query), &truth = snapshot.heldAgainst(result);
  if (y.empty() || y.size() != truth.size()) return std::nullopt;
  const auto array = [](const std::vector<double>& row) {
    return omega::Array::from<double>(row, {1, 1, static_cast<omega::Index>(row.size())});
  };
  return omega::error_metrics(array(y), array(truth)).mse;
}

std::vector<WeightsPanel::Sorted> WeightsPanel::sorted(const Snapshot& snapshot, const Document& document) {
  std::vector<Sorted> all;
  for (const CardResult& result : snapshot.cards) {
    const Card* card = document.card(result.card);
    const std::vector<double> row = weightsOf(result, snapshot.query);
    if (card == nullptr || row.empty()) continue;
    Sorted one;
    one.card = card;
    one.samples.resize(row.size());
    std::iota(one.samples.begin(), one.samples.end(), 0);
    std::stable_sort(one.samples.begin(), one.samples.end(),
                     [&](int a, int b) { return row[static_cast<std::size_t>(a)] > row[static_cast<std::size_t>(b)]; });
    for (const int s : one.samples) one.weights.push_back(row[static_cast<std::size_t>(s)]);
    const omega::Result& numbers = result.resultOf(snapshot.query);
    if (numbers.has("ess")) one.ess = numbers.at("ess").at(static_cast<std::size_t>(result.rowOf(snapshot.query)));
    one.used = numbers.has("proposal_means") ? usedSamples(result, snapshot.query)
                                             : static_cast<omega::Index>(one.weights.size());
    one.mse = errorOf(result, snapshot);
    all.push_back(std::move(one));
  }
  return all;
}

std::vector<WeightsPanel::Sorted> WeightsPanel::sorted() const {
  std::vector<Sorted> all = sorted(snapshot(), workbench().document());
  if (!showsErrors())
    for (Sorted& one : all) one.mse.reset();
  return all;
}

// --- Picture ---------------------------------------------------------------------------------------------------------

QString WeightsPanel::Sorted::shortText() const {
  return tr("%1: ESS %2 of %3").arg(QString::fromStdString(card->label())).arg(ess, 0, 'f', 1).arg(used);
}

QString WeightsPanel::Sorted::text() const {
  return mse ? tr("%1, mse %2").arg(shortText(), numberText(*mse, 3)) : shortText();
}

QString WeightsPanel::pinnedText(const Sorted& one, const Snapshot& then) {
  return tr("%1, pinned query %2: ESS %3")
      .arg(QString::fromStdString(one.card->label()))
      .arg(then.query)
      .arg(one.ess, 0, 'f', 1);
}

std::vector<LegendEntry> WeightsPanel::legend() const {
  std::vector<LegendEntry> entries;
  if (const std::shared_ptr<const Snapshot> then = workbench().pinned())
    for (const Sorted& one : sorted(*then, workbench().document()))
      entries.push_back(pinnedEntry(*one.card, pinnedText(one, *then)));
  for (const Sorted& one : sorted())
    entries.push_back(lineEntry(*one.card, one.text(), workbench().isBehind(one.card->id)));
  return entries;
}

/// What was pinned: hollow, in its own order.
void WeightsPanel::addPinned(QCustomPlot& plot, const Theme& theme) const {
  const std::shared_ptr<const Snapshot> then = workbench().pinned();
  if (!then) return;
  for (const Sorted& one : sorted(*then, workbench().document())) {
    const EstimatorStyle style = styleOf(*one.card, theme.dark, workbench().isBehind(one.card->id));
    QCPGraph* graph = plot.addGraph();
    graph->setPen(QPen(style.colour, 1.2 * theme.lineScale, Qt::DotLine));
    graph->setScatterStyle(scatterStyle(style, theme, true));
    graph->setName(pinnedText(one, *then));
    for (std::size_t i = 0; i < one.weights.size(); ++i) graph->addData(static_cast<double>(i + 1), one.weights[i]);
  }
}

/// Around the selected sample and those that are chosen.
void WeightsPanel::addRings(QCustomPlot& plot, const Sorted& one, const Theme& theme) const {
  if (!theme.marksSelection) return;
  const Cursor shown = workbench().selection().shown();
  const Collected& chosen = workbench().selection().chosen();
  QCPGraph* rings = plot.addGraph();
  rings->removeFromLegend();
  rings->setLineStyle(QCPGraph::lsNone);
  rings->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssCircle, QPen(theme.text, 1.8 * theme.lineScale),
                                         Qt::NoBrush, 13 * theme.lineScale));
  for (std::size_t i = 0; i < one.weights.size(); ++i)
    if (chosen.samples.contains({one.card->id, one.samples[i]}) ||
        (shown.card == one.card->id && shown.sample == one.samples[i]))
      rings->addData(static_cast<double>(i + 1), one.weights[i]);
}

void WeightsPanel::fillPlot(QCustomPlot& plot, const std::vector<Sorted>& all, const Theme& style) const {
  plot.clearGraphs();
  applyStyle(plot, style);
  const bool logarithmic = workbench().document().view.logWeights;
  const bool hasMany = std::any_of(
      all.begin(), all.end(), [](const Sorted& one) { return static_cast<double>(one.weights.size()) > kManyRanks; });
  styleAxis(*plot.xAxis, tr("sample, largest weight first"), {}, hasMany ? AxisKind::Log10 : AxisKind::Index);
  styleAxis(*plot.yAxis, tr("share of the weight"), {}, logarithmic ? AxisKind::Log10 : AxisKind::Linear);
  setShortTitle(*plot.yAxis, tr("share"));
  addPinned(plot, style);
  const bool isWide = std::all_of(all.begin(), all.end(), [&](const Sorted& one) {
    constexpr double kSign = 60;  // what an entry of the legend needs besides its words
    return QFontMetricsF(style.font).horizontalAdvance(one.text()) + kSign <= plot.width();
  });
  for (const Sorted& one : all) {
    QCPGraph* graph = plot.addGraph();
    styleGraph(*graph, styleOf(*one.card, style.dark), style, workbench().isBehind(one.card->id));
    graph->setName(isWide ? one.text() : one.shortText());
    makeRoomBelow(plot, *graph, style);
    graph->setProperty(kCard, one.card->id);
    for (std::size_t i = 0; i < one.weights.size(); ++i)
      if (!logarithmic || one.weights[i] > 0) graph->addData(static_cast<double>(i + 1), one.weights[i]);
    if (hasMany) thinMarks(*graph, one.weights);
    addRings(plot, one, style);
  }
  double most = 1e-3, lowest = 0, smallest = 1, longest = 2;
  for (int i = 0; i < plot.graphCount(); ++i)
    for (const QCPGraphData& point : *plot.graph(i)->data()) {
      most = std::max(most, point.value);
      lowest = std::min(lowest, point.value);
      longest = std::max(longest, point.key);
      if (point.value > 0) smallest = std::min(smallest, point.value);
    }
  const double air = std::max(0.5, 0.015 * longest);  // beside the first mark and the last
  hasMany ? plot.xAxis->setRange(0.9, longest * 1.1) : plot.xAxis->setRange(1 - air, longest + air);
  plot.yAxis->setRange(logarithmic ? std::max(1e-12, smallest * 0.8) : lowest, most * 1.08);
  constexpr double kLeastLines = 5;  // of the plot, with its axis; the panel's ? has the legend as well
  if (!fitLegendAbove(plot, kLeastLines)) {
    QMargins around = plot.axisRect()->minimumMargins();
    around.setTop(static_cast<int>(std::ceil(0.5 * QFontMetricsF(style.font).height())));  // of the uppermost number
    plot.axisRect()->setMinimumMargins(around);
  }
}

QString WeightsPanel::summaryText(bool hasWeights) const {
  if (const QString missing = missingText(); !missing.isEmpty()) return missing;
  const std::vector<const Card*> cards = visibleCards();
  const auto weighs = [this](const Card& card) { return hasWeightedSamples(card, snapshot()); };
  const QString none =
      tr("No visible estimator weighs samples. lara does, rfa with positive features, and key_sampling where it draws "
         "keys.");
  if (!hasWeights && std::none_of(cards.begin(), cards.end(), [&](const Card* card) { return weighs(*card); }))
    return (QStringList(none) + keysWithoutWeights(cards, snapshot())).join(QLatin1Char(' '));
  if (snapshot().query < 0) return tr("Hover or click a row of a map to see its weights.");
  const QStringList lines = tooManyWeights(snapshot(), workbench().document());
  if (!hasWeights && lines.isEmpty()) return isMissing(weighs) ? comingText() : none;
  return (lines + chosenLines(snapshot(), workbench().document(), workbench().selection().chosen().samples))
      .join(QStringLiteral(" · "));
}

/// "Weights of query 12, head 1: lara: ESS 20.1 of 32, the largest is 11 % (sample 5); rfa: …"
QString WeightsPanel::plotWords() const {
  constexpr double kPercent = 100;
  QStringList each;
  for (const Sorted& one : sorted())
    each << tr("%1, the largest is %2 % (sample %3)")
                .arg(one.text(), numberText(kPercent * one.weights.front(), 2), QString::number(one.samples.front()));
  return each.isEmpty() ? QString()
                        : tr("Weights of query %1, head %2: %3")
                              .arg(QString::number(snapshot().query), QString::number(snapshot().head),
                                   each.join(QStringLiteral("; ")));
}

void WeightsPanel::refresh() {
  const std::vector<Sorted> all = sorted();  // once: there may be many samples
  const bool drawn = !all.empty();
  const QString summary = summaryText(drawn);
  m_summary->setText(summary);
  m_summary->setVisible(!summary.isEmpty());
  m_plot->setVisible(drawn);
  const auto weighs = [this](const Card& card) { return hasWeightedSamples(card, snapshot()); };
  offer(drawn ? Remedy{} : usualRemedy("lara", weighs, Shows::Query));
  if (drawn) {
    const Theme style = theme();
    QColor tint = style.accent;
    tint.setAlpha(40);
    m_plot->selectionRect()->setPen(QPen(style.accent, style.lineScale, Qt::DashLine));
    m_plot->selectionRect()->setBrush(tint);
    fillPlot(*m_plot, all, style);
    redrawSoon(*m_plot);
  }
  reportPainted();
}

// --- Mouse -----------------------------------------------------------------------------------------------------------

WeightsPanel::Bar WeightsPanel::barAt(const std::vector<Sorted>& all, QPointF position) const {
  const long index = std::lround(m_plot->xAxis->pixelToCoord(position.x())) - 1;
  Bar found;
  double nearest = INFINITY;
  for (const Sorted& one : all) {
    if (index < 0 || index >= static_cast<long>(one.weights.size())) continue;
    const double distance =
        std::abs(m_plot->yAxis->coordToPixel(one.weights[static_cast<std::size_t>(index)]) - position.y());
    if (!(distance < nearest)) continue;
    nearest = distance;
    found = {&one, static_cast<std::size_t>(index)};
  }
  return found;
}

void WeightsPanel::onReleased(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton || (event->position() - m_pressedAt).manhattanLength() >= kClick) return;
  Selection& selection = workbench().selection();
  Cursor cursor = selection.locked();
  if (auto* item = qobject_cast<QCPPlottableLegendItem*>(m_plot->layoutElementAt(event->position()))) {
    const QVariant card = item->plottable()->property(kCard);
    if (card.isValid()) toggleCard(card.toInt());
    return;
  }
  const std::vector<Sorted> all = sorted();
  const Bar bar = barAt(all, event->position());
  if (bar.of == nullptr) return;
  const Member sample{bar.of->card->id, bar.of->samples[bar.rank]};
  if (event->modifiers() & Qt::ControlModifier) return selection.toggleSample(sample);
  cursor.card = sample.card;
  cursor.sample = sample.index;
  selection.lock(cursor);
}

void WeightsPanel::onMoved(QMouseEvent* event) {
  if (event->buttons() != Qt::NoButton) return;
  const std::vector<Sorted> all = sorted();
  const Bar bar = barAt(all, event->position());
  const bool near =
      bar.of && std::hypot(m_plot->xAxis->coordToPixel(static_cast<double>(bar.rank + 1)) - event->position().x(),
                           m_plot->yAxis->coordToPixel(bar.of->weights[bar.rank]) - event->position().y()) < kNear;
  if (!near) {
    workbench().selection().endHover();
    return QToolTip::hideText();
  }
  Cursor cursor = workbench().selection().locked();
  cursor.card = bar.of->card->id;
  cursor.sample = bar.of->samples[bar.rank];
  const int key = keyOf(snapshot(), cursor.card, cursor.sample);
  const omega::Sequence* sequence = snapshot().sequence.get();
  QToolTip::showText(event->globalPosition().toPoint(),
                     plainTip(tr("%1, %2: %3 % of the weight of %4")
                                  .arg(QString::fromStdString(bar.of->card->label()),
                                       key < 0 ? tr("sample %1").arg(cursor.sample)
                                               : tr("draw %1, %2").arg(cursor.sample).arg(keyText(sequence, key)),
                                       QString::number(100 * bar.of->weights[bar.rank], 'g', 3),
                                       queryText(sequence, snapshot().query))),
                     m_plot);
  workbench().selection().hover(cursor);
}

/// The samples whose marks are in the rectangle, in place of those that were chosen, or with Ctrl beside them.
void WeightsPanel::onBrushed(const QRect& rect, Qt::KeyboardModifiers modifiers) {
  const QRectF area = QRectF(rect).normalized();
  if (area.width() + area.height() < kClick) return;
  Collected chosen = workbench().selection().chosen();
  if (!(modifiers & Qt::ControlModifier)) chosen.samples.clear();
  for (const Sorted& one : sorted())
    for (std::size_t i = 0; i < one.weights.size(); ++i)
      if (area.contains(QPointF(m_plot->xAxis->coordToPixel(static_cast<double>(i + 1)),
                                m_plot->yAxis->coordToPixel(one.weights[i]))))
        chosen.samples.insert({one.card->id, one.samples[i]});
  workbench().selection().choose(chosen);
}

void WeightsPanel::fillMenu(QMenu& menu) {
  const auto act = [this](bool on) {
    workbench().store().change(tr("Logarithmic weights"), [on](Document& d) { d.view.logWeights = on; });
  };
  switchable(menu.addAction(tr("Logarithmic weights"), this, act), workbench().document().view.logWeights);
}

void WeightsPanel::render(QPainter& painter, const QRectF& area, const Theme& theme) const {
  const std::vector<Sorted> all = sorted();
  // Axes alone would show numbers that nothing has.
  if (all.empty()) return paintRichText(painter, area, theme, summaryText(false).toHtmlEscaped());
  QCustomPlot plot;
  fillPlot(plot, all, theme);
  plot.legend->setVisible(false);  // whoever wants it paints legend()
  paintPlot(plot, painter, area);
}

void WeightsPanel::resizeEvent(QResizeEvent* event) {
  Panel::resizeEvent(event);
  refreshIfVisible();
}

bool WeightsPanel::hasPicture() const { return !sorted().empty(); }

PanelData WeightsPanel::data() const {
  PanelData data;
  data.columns = {tr("estimator"), tr("rank"), tr("sample"), tr("share")};
  for (const Sorted& one : sorted())
    for (std::size_t i = 0; i < one.weights.size(); ++i)
      data.rows.push_back({QString::fromStdString(one.card->label()), QString::number(i + 1),
                           QString::number(one.samples[i]), QString::number(one.weights[i], 'g', 9)});
  for (const CardResult& result : snapshot().cards)
    if (const Card* card = workbench().document().card(result.card);
        card && result.result && !result.sample && result.result->has("weights"))
      data.arrays.emplace(card->label() + "_weights", result.result->at("weights"));
  return data;
}

QString WeightsPanel::command() const {
  std::vector<const Card*> cards;
  for (const Sorted& one : sorted()) cards.push_back(one.card);
  return estimatesOf(cards, QStringLiteral("y,weights,ess"));
}

}  // namespace omegascope
