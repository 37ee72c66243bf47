#include "views/omega_space/omega_space_panel.h"

#include <QMenu>
#include <QStackedWidget>
#include <QToolTip>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "model/token_names.h"
#include "views/attention/attention_cells.h"
#include "views/omega_space/omega_controls.h"
#include "views/omega_space/omega_legend.h"
#include "views/omega_space/omega_line.h"
#include "views/omega_space/omega_points.h"
#include "views/omega_space/omega_scene.h"
#include "views/rich_text.h"
#include "views/sample_weights.h"
#include "widgets/accessible_canvas.h"
#include "widgets/controls.h"
#include "widgets/plot_redraw.h"
#include "widgets/plot_style.h"

namespace omegascope {

namespace {

constexpr int kLeastLines = 6;  // of text: in a lower field nothing is seen between the numbers around it

/// What keys move: the selected proposal, key or query, the first of them that can be moved in the scene; −1: none can.
int heldBy(const Cursor& locked, const std::vector<FieldPoint>& points) {
  using Kind = OmegaHandle::Kind;
  for (const OmegaHandle& handle : {OmegaHandle{Kind::proposal, locked.card, locked.proposal},
                                    OmegaHandle{Kind::key, -1, locked.key}, OmegaHandle{Kind::query, -1, locked.query}})
    if (handle.index >= 0 && std::any_of(points.begin(), points.end(), [&](const FieldPoint& point) {
          return point.draggable && point.id == handle.id();
        }))
      return handle.id();
  return -1;
}

}  // namespace

OmegaSpacePanel::OmegaSpacePanel(Workbench& workbench, QWidget* parent)
    : Panel(workbench, QStringLiteral("omega_space"), tr("ω-space"), parent) {
  auto* layout = inset(new QVBoxLayout(this), kPanelMargins, 2);
  m_controls = new OmegaControls(workbench, this);
  m_controls->setProperty(kForHands, true);
  layout->addWidget(m_controls);
  m_stack = new QStackedWidget(this);
  m_field = new DensityField(m_stack);
  m_linePlot = new QCustomPlot(m_stack);
  m_linePlot->setMinimumHeight(90);
  for (QWidget* canvas : {static_cast<QWidget*>(m_field), static_cast<QWidget*>(m_linePlot)})
    nameCanvas(*canvas, title(), [this] { return words(); });
  m_stack->addWidget(m_field);
  m_stack->addWidget(m_linePlot);
  layout->addWidget(m_stack, 1);
  m_legend = new LegendStrip(this);
  layout->addWidget(m_legend);
  layout->addWidget(remedyButton(), 0, Qt::AlignLeft);
  endHoverOnLeave(m_linePlot);
  Workbench& bench = workbench;
  connect(m_controls, &OmegaControls::brushingChanged, this, [this] {
    m_field->setDragMode(m_controls->isBrushing() ? DensityField::DragMode::Brush : DensityField::DragMode::Pan);
  });
  connect(m_field, &DensityField::pointPressed, this, [this, &bench] {
    m_dragging = true;
    bench.store().beginGesture();
  });
  connect(m_field, &DensityField::pointReleased, this, [this, &bench] {
    m_dragging = false;
    bench.store().endGesture();
    refresh();
  });
  connect(m_field, &DensityField::pointDragged, this, &OmegaSpacePanel::onDragged);
  connect(&bench.store(), &DocumentStore::changed, this, [this] {
    if (!m_dragging) m_field->forgetMove();  // undo, or other data
  });
  connect(m_field, &DensityField::pointClicked, this,
          [this](int id, Qt::KeyboardModifiers modifiers) { onClicked(OmegaHandle::of(id), modifiers); });
  connect(m_field, &DensityField::pointHovered, this,
          [this](int id) { onHovered(id < 0 ? std::nullopt : std::optional(OmegaHandle::of(id))); });
  connect(m_field, &DensityField::brushed, this, &OmegaSpacePanel::onBrushed);
  connect(m_linePlot, &QCustomPlot::mouseMove, this, [this](QMouseEvent* event) {
    onHovered(snapshot().plane ? handleAt(*m_linePlot, look(), event->position()) : std::nullopt);
  });
  connect(m_linePlot, &QCustomPlot::mousePress, this, [this](QMouseEvent* event) {
    if (!snapshot().plane) return;
    if (const auto handle = handleAt(*m_linePlot, look(), event->position())) onClicked(*handle, event->modifiers());
  });
}

QString OmegaSpacePanel::help() const {
  return tr(
      "<b>ω-space</b><p>Softmax attention of query n is an average of f(ω) over its target p<sub>n</sub>: a hill of "
      "bumps, one for each key. Estimators draw ω elsewhere and weigh: rfa from N(0, I) or N(0, Σ) (dashed, around the "
      "origin), lara from a few proposals (circles) shared by all queries. key_sampling and hyper draw keys, not ω: "
      "they "
      "have no samples here, and rings are around the keys that were drawn for the query.</p><p><b>Look for</b> dots "
      "far from the "
      "target: their weights vanish, and the few that are left swell. Drag a query, a key or a proposal and watch the "
      "weights follow.</p>");
}

QStringList OmegaSpacePanel::equations() const {
  return {QStringLiteral("p_n(ω) = Σ_m π_nm N(ω; q_n + k_m, I)"),
          QStringLiteral("f(ω) = Σ_m ξ(k_m,ω) v_m / Σ_m ξ(k_m,ω),  log ξ(k_m,ω) = ω·k_m − ‖k_m‖²/2")};
}

/// Its field takes whatever there is; this is the least that shows something.
int OmegaSpacePanel::heightFor(int width) const {
  const int least = std::max(m_stack->minimumSizeHint().height(), kLeastLines * fontMetrics().height());
  return Panel::heightFor(width) - m_stack->sizeHint().height() + least;
}

void OmegaSpacePanel::setSampleLimit(int count) {
  m_sampleLimit = count;
  if (isVisible()) refresh();
}

int OmegaSpacePanel::largestSampleCount() const {
  int largest = 0;
  for (const CardResult& card : snapshot().cards) largest = std::max(largest, sampleCountOf(card));
  return largest;
}

// --- Picture ---------------------------------------------------------------------------------------------------------

OmegaLook OmegaSpacePanel::look() const {
  OmegaLook look{snapshot(),
                 workbench().pinned().get(),
                 workbench().document(),
                 workbench().selection().shown(),
                 workbench().selection().chosen(),
                 {},
                 m_sampleLimit};
  for (const Card& card : workbench().document().cards)
    if (workbench().isBehind(card.id)) look.behind.insert(card.id);
  return look;
}

OmegaLook OmegaSpacePanel::lookIn(const Theme& theme) const {
  OmegaLook seen = look();
  seen.sampleLimit = -1;  // a figure does not stop half-way
  if (theme.marksSelection) return seen;
  seen.shown = {};
  seen.chosen = {};
  return seen;
}

/// What the snapshot shows, not what was asked for: the two may differ for a moment.
bool OmegaSpacePanel::isLine() const { return snapshot().plane && snapshot().plane->settings.line; }

/// "ω-space of query 12, head 1: lara with 32 samples and 16 proposals; rfa with 32 samples"
QString OmegaSpacePanel::words() const {
  const std::shared_ptr<const OmegaPlane> plane = snapshot().plane;
  if (!plane || !snapshot().sequence) return missingText();
  QStringList each;
  for (const PlaneCard& placed : plane->cards) {
    const Card* card = workbench().document().card(placed.card);
    if (card == nullptr || placed.samples.empty()) continue;
    const QString label = QString::fromStdString(card->label()), samples = QString::number(placed.samples.size() / 2);
    each << (placed.proposals.empty() ? tr("%1 with %2 samples").arg(label, samples)
                                      : tr("%1 with %2 samples and %3 proposals")
                                            .arg(label, samples, QString::number(placed.proposals.size() / 2)));
  }
  const QString query = snapshot().query < 0 ? tr("no query") : queryText(snapshot().sequence.get(), snapshot().query);
  const QString of = tr("ω-space of %1, head %2").arg(query, QString::number(snapshot().head));
  return each.isEmpty() ? of : QStringLiteral("%1: %2").arg(of, each.join(QStringLiteral("; ")));
}

FieldLabels OmegaSpacePanel::labels(const OmegaLook& look) const {
  FieldLabels labels;
  const omega::Index dims = snapshot().sequence->sizes.D;
  labels.x = axisTitle(look.plane(), false, dims);
  labels.y = axisTitle(look.plane(), true, dims);
  labels.badges = omegaBadges(look);
  return labels;
}

QRectF OmegaSpacePanel::homeOf(const OmegaPlane& plane) {
  return {QPointF(plane.horizontal.low, plane.vertical.low), QPointF(plane.horizontal.high, plane.vertical.high)};
}

/// The view goes back to its start with other data or another plane, or where nothing is left to be seen.
void OmegaSpacePanel::comeHome(const OmegaPlane& plane) {
  Workload workload = snapshot().document->workload;
  workload.moved.clear();
  workload.presetOptions.clear();  // while a slider of the workload is dragged, the view stays
  Place place{workload, snapshot().head, plane.axisX, plane.axisY};
  const bool isOther = std::exchange(m_place, place) != place;
  if (m_field->isMoved() && (isOther || !m_field->transform().visible().intersects(homeOf(plane)))) m_field->fit();
}

void OmegaSpacePanel::refresh() {
  m_controls->refresh();
  offer(snapshot().plane ? Remedy{} : usualRemedy());
  const std::shared_ptr<const OmegaPlane> plane = snapshot().plane;
  const Theme style = theme();
  if (!plane) return showNothing(style);
  const OmegaLook seen = look();
  m_legend->setEntries(legend(), style);
  m_stack->setCurrentWidget(isLine() ? static_cast<QWidget*>(m_linePlot) : m_field);
  if (isLine()) {
    fillOmegaLine(*m_linePlot, seen, style);
    redrawSoon(*m_linePlot);
  } else {
    m_field->setTheme(style);
    FieldLabels around = labels(seen);
    around.badges << omegaPrompts(seen);
    m_field->setLabels(around);
    if (!m_dragging) m_field->setHome(homeOf(*plane));
    comeHome(*plane);
    DensityScene scene = omegaScene(seen, style);
    scene.held = heldBy(workbench().selection().locked(), scene.points);
    m_field->setScene(std::move(scene));
    m_field->setStale(isUpdating());
  }
  reportPainted();
}

/// While nothing is known of the sequence; the plane of the one before would say nothing about it.
void OmegaSpacePanel::showNothing(const Theme& style) {
  m_legend->setEntries({}, style);
  FieldLabels labels;
  labels.badges << missingText();
  m_stack->setCurrentWidget(m_field);
  m_field->setTheme(style);
  m_field->setLabels(labels);
  m_field->setScene({});
  m_field->setStale(false);
  reportPainted();
}

// --- Mouse -----------------------------------------------------------------------------------------------------------

/// The point of space that is shown at `at` and is nearest to `from`: the part orthogonal to the plane stays.
std::vector<double> OmegaSpacePanel::inSpace(QPointF at, const std::vector<double>& from) const {
  const OmegaPlane& plane = *snapshot().plane;
  const QPointF by = at - projected(plane, from);
  std::vector<double> moved = from;
  for (std::size_t d = 0; d < from.size(); ++d) moved[d] += by.x() * plane.axisX[d] + by.y() * plane.axisY[d];
  return moved;
}

void OmegaSpacePanel::onDragged(int id, QPointF to) {
  if (!snapshot().plane) return;
  const OmegaHandle handle = OmegaHandle::of(id);
  workbench().trace().setEvent(QStringLiteral("drag"));
  if (handle.kind == OmegaHandle::Kind::proposal) moveProposal(handle, to);
  if (handle.kind == OmegaHandle::Kind::query || handle.kind == OmegaHandle::Kind::key) moveToken(handle, to);
}

void OmegaSpacePanel::moveProposal(const OmegaHandle& handle, QPointF to) {
  const CardResult* result = snapshot().card(handle.card);
  if (result == nullptr || !result->result || !result->result->has("proposal_means")) return;
  const omega::Array& array = result->result->at("proposal_means");
  std::vector<double> means = array.to_vector<double>();
  const auto dims = static_cast<std::size_t>(array.shape().back()),
             from = static_cast<std::size_t>(handle.index) * dims;
  if (from + dims > means.size()) return;
  const auto first = means.begin() + static_cast<std::ptrdiff_t>(from);
  const std::vector<double> moved = inSpace(to, {first, first + static_cast<std::ptrdiff_t>(dims)});
  std::copy(moved.begin(), moved.end(), first);
  workbench().store().change(tr("Move proposal %1").arg(handle.index), [&](Document& d) {
    if (Card* card = d.card(handle.card)) card->setMeans(means);
  });
}

void OmegaSpacePanel::moveToken(const OmegaHandle& handle, QPointF to) {
  const bool query = handle.kind == OmegaHandle::Kind::query;
  const omega::Sizes& sizes = snapshot().sequence->sizes;
  if (handle.index >= (query ? sizes.N : sizes.M)) return;
  MovedToken moved;
  moved.kind = query ? MovedToken::Kind::query : MovedToken::Kind::key;
  moved.head = snapshot().head;
  moved.index = handle.index;
  moved.position = inSpace(to, scaledToken(snapshot(), query, handle.index));
  const double unscale = std::sqrt(snapshot().truth().scale / snapshot().plane->scale);  // places are kept for 1/√D
  for (double& x : moved.position) x *= unscale;
  workbench().store().change(query ? tr("Move query %1").arg(handle.index) : tr("Move key %1").arg(handle.index),
                             [&](Document& d) {
                               auto& list = d.workload.moved;
                               std::erase_if(list, [&](const MovedToken& t) {
                                 return t.kind == moved.kind && t.head == moved.head && t.index == moved.index;
                               });
                               list.push_back(moved);
                             });
}

Cursor OmegaSpacePanel::cursorOf(const OmegaHandle& handle) const {
  Cursor cursor = workbench().selection().locked();
  switch (handle.kind) {
    case OmegaHandle::Kind::query: cursor.query = handle.index; break;
    case OmegaHandle::Kind::key: cursor.key = handle.index; break;
    case OmegaHandle::Kind::proposal:
      cursor.card = handle.card;
      cursor.proposal = handle.index;
      break;
    case OmegaHandle::Kind::sample:
      cursor.card = handle.card;
      cursor.sample = handle.index;
      break;
  }
  return cursor;
}

void OmegaSpacePanel::onClicked(const OmegaHandle& handle, Qt::KeyboardModifiers modifiers) {
  Selection& selection = workbench().selection();
  if (!(modifiers & Qt::ControlModifier) || handle.kind == OmegaHandle::Kind::query)
    return selection.lock(cursorOf(handle));
  switch (handle.kind) {
    case OmegaHandle::Kind::key: return selection.toggleKey(handle.index);
    case OmegaHandle::Kind::proposal: return selection.toggleProposal({handle.card, handle.index});
    default: return selection.toggleSample({handle.card, handle.index});
  }
}

void OmegaSpacePanel::onHovered(const std::optional<OmegaHandle>& handle) {
  if (!handle) {
    workbench().selection().endHover();
    QToolTip::hideText();
    return;
  }
  workbench().selection().hover(cursorOf(*handle));
  QToolTip::showText(QCursor::pos(), plainTip(omegaTip(look(), *handle)), m_stack);
}

/// The samples in the rectangle, in place of those that were chosen, or with Ctrl beside them.
void OmegaSpacePanel::onBrushed(const QRectF& area, Qt::KeyboardModifiers modifiers) {
  if (!snapshot().plane || !workbench().document().view.showSamples) return;
  Collected chosen = workbench().selection().chosen();
  if (!(modifiers & Qt::ControlModifier)) chosen.samples.clear();
  const QRectF inside = area.normalized();
  for (const PlaneCard& card : snapshot().plane->cards)
    for (std::size_t s = 0; s < card.samples.size() / 2; ++s)
      if (inside.contains(QPointF(card.samples[2 * s], card.samples[2 * s + 1])))
        chosen.samples.insert({card.card, static_cast<int>(s)});
  workbench().selection().choose(chosen);
}

// --- Menu and export -------------------------------------------------------------------------------------------------

void OmegaSpacePanel::fillMenu(QMenu& menu) {
  const auto toggle = [&](const QString& text, bool ViewSettings::*member) {
    const auto act = [this, text, member](bool on) {
      workbench().store().change(text, [member, on](Document& d) { d.view.*member = on; });
    };
    switchable(menu.addAction(text, this, act), workbench().document().view.*member);
  };
  toggle(tr("Show target"), &ViewSettings::showTarget);
  toggle(tr("Show proposals"), &ViewSettings::showProposals);
  toggle(tr("Show samples"), &ViewSettings::showSamples);
  toggle(tr("Show queries and keys"), &ViewSettings::showTokens);
  toggle(tr("Area of a sample is its weight"), &ViewSettings::showWeights);
  toggle(tr("Arrow f(ω) of the selected sample"), &ViewSettings::showValues);
}

void OmegaSpacePanel::render(QPainter& painter, const QRectF& area, const Theme& theme) const {
  if (!isLine()) return paintPlane(painter, area, theme, Extent::Visible);
  QCustomPlot plot;
  fillOmegaLine(plot, lookIn(theme), theme);
  paintPlot(plot, painter, area);
}

void OmegaSpacePanel::renderWhole(QPainter& painter, const QRectF& area, const Theme& theme) const {
  isLine() ? render(painter, area, theme) : paintPlane(painter, area, theme, Extent::Whole);
}

/// Paints with a field of its own in the colours of `theme`, whatever the screen has.
void OmegaSpacePanel::paintPlane(QPainter& painter, const QRectF& area, const Theme& theme, Extent extent) const {
  DensityField field;
  field.setPainter(PainterKind::Raster);
  if (const std::shared_ptr<const OmegaPlane> plane = snapshot().plane) {
    const OmegaLook seen = lookIn(theme);
    field.setLabels(labels(seen));
    field.setHome(homeOf(*plane));
    field.setScene(omegaScene(seen, theme));
  }
  if (m_field->isMoved()) field.setView(m_field->view());
  field.paintTo(painter, area, theme, QLocale::c(), extent);
}

std::vector<LegendEntry> OmegaSpacePanel::legend() const {
  const std::shared_ptr<const OmegaPlane> plane = snapshot().plane;
  if (!plane || isLine()) return {};
  const ViewSettings& view = workbench().document().view;
  std::vector<LegendEntry> entries;
  const bool isOfAll = plane->all && plane->all->log;  // then the shown query's target is lines above it
  if (isOfAll) entries.push_back(omegaTargetEntry(tr("targets of all queries")));
  if (view.showTarget && snapshot().query >= 0) {
    const QString target = withTargetKind(tr("target p of query %1").arg(snapshot().query), snapshot());
    entries.push_back(isOfAll ? lineEntry(target, [](const Theme& theme) { return QPen(theme.text, theme.lineScale); })
                              : omegaTargetEntry(target));
  }
  for (const PlaneCard& placed : plane->cards) {
    const Card* card = workbench().document().card(placed.card);
    const CardResult* result = snapshot().card(placed.card);
    if (card == nullptr || result == nullptr || !result->result) continue;
    const QString label = QString::fromStdString(card->label());
    if (view.showSamples && !placed.samples.empty())
      entries.push_back(omegaSampleEntry(*card, tr("%1: samples").arg(label), workbench().isBehind(card->id)));
    if (view.showProposals && !placed.proposals.empty())
      entries.push_back(omegaProposalEntry(tr("%1: proposals").arg(label)));
    else if (view.showProposals && result->resultOf(snapshot().query).has("log_proposal"))
      entries.push_back(
          omegaStandardEntry(*card, (placed.isStandard ? tr("%1: N(0, I)") : tr("%1: N(0, Σ)")).arg(label)));
  }
  for (const CardResult& result : snapshot().cards)
    if (const Card* card = workbench().document().card(result.card); card != nullptr && showsDrawnKeys(view))
      if (!drawnColumns(&result, snapshot().query, 1).empty())
        entries.push_back(omegaDrawnEntry(*card, tr("%1: drawn keys").arg(QString::fromStdString(card->label())),
                                          workbench().isBehind(card->id)));
  if (view.showTokens && snapshot().query >= 0)
    entries.push_back(omegaTokenEntry(kQueryShape, tr("query %1").arg(snapshot().query)));
  if (view.showTokens) entries.push_back(omegaTokenEntry(kKeyShape, tr("keys")));
  return entries;
}

PanelData OmegaSpacePanel::data() const { return omegaPoints(workbench().snapshot(), workbench().document()); }

PanelData OmegaSpacePanel::visibleData() const {
  return omegaPoints(workbench().snapshot(), workbench().document(), m_field->transform().visible());
}

QString OmegaSpacePanel::command() const {
  std::vector<const Card*> cards = visibleCards();
  std::erase_if(cards, [](const Card* card) { return card->isTruth(); });
  return estimatesOf(cards, {});
}

}  // namespace omegascope
