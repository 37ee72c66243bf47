#include "views/omega_space/omega_space_panel.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <algorithm>
#include <cmath>

#include "widgets/estimator_style.h"

namespace omegascope {

namespace {

QPointF pointAt(const std::vector<double>& pairs, std::size_t index) { return {pairs[2 * index], pairs[2 * index + 1]}; }

// Contours at these shares of the highest density.
constexpr double kContours[] = {0.05, 0.2, 0.4, 0.6, 0.8};
// Samples beyond this many are not drawn one by one: they would be a blot.
constexpr std::size_t kMostDots = 4000;

/// Weights of the shown query's samples, or nothing where the method has none (all samples count alike).
std::vector<double> sampleWeights(const CardResult& card, int query) {
  if (query < 0 || !card.result->has("weights")) return {};
  const omega::Array& weights = card.result->at("weights");
  std::vector<double> row(static_cast<std::size_t>(weights.shape().back()));
  weights.copy_to(row.data(), static_cast<std::size_t>(query) * row.size(), row.size());
  return row;
}

}  // namespace

OmegaSpacePanel::OmegaSpacePanel(Workbench& workbench, QWidget* parent) : Panel(workbench, QStringLiteral("omega_space"), tr("ω-space"), parent) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(6, 4, 6, 4);
  auto* controls = new QHBoxLayout;
  auto* caption = new QLabel(tr("density"), this);
  m_density = new QComboBox(this);
  m_density->addItems({tr("marginal on the plane"), tr("slice through it")});
  m_density->setToolTip(tr("The density of ω's projection on the plane, or of ω itself at the points of the plane; the same for two dimensions"));
  m_density->setAccessibleName(tr("density"));
  controls->addWidget(caption);
  controls->addWidget(m_density);
  controls->addStretch();
  layout->addLayout(controls);
  m_field = new DensityField(this);
  layout->addWidget(m_field, 1);
  Workbench& bench = workbench;
  connect(m_density, &QComboBox::activated, this, [&bench](int index) {
    bench.store().change(tr("Density"), [index](Document& d) { d.view.plane.density = index == 0 ? DensityKind::marginal : DensityKind::slice; });
  });
  connect(m_field, &DensityField::pointPressed, this, [&bench] { bench.store().beginGesture(); });
  connect(m_field, &DensityField::pointReleased, this, [&bench] { bench.store().endGesture(); });
  connect(m_field, &DensityField::pointDragged, this, &OmegaSpacePanel::onDragged);
  connect(m_field, &DensityField::pointClicked, this, &OmegaSpacePanel::onClicked);
  connect(m_field, &DensityField::pointHovered, this, &OmegaSpacePanel::onHovered);
}

QString OmegaSpacePanel::help() const {
  return tr("<b>ω-space</b><p>Softmax attention of query n is an average of f(ω) over its target p<sub>n</sub>: a hill of bumps, one for each key. "
            "Estimators draw ω elsewhere and weigh: rfa from N(0, I) (the dashed circle at the origin), lara from a few proposals (circles) shared by all queries.</p>"
            "<p><b>Look for</b> dots far from the target: their weights vanish, and the few that are left swell. Drag a query, a key or a proposal and watch the weights follow.</p>");
}

QStringList OmegaSpacePanel::equations() const {
  return {QStringLiteral("p_n(ω) = Σ_m π_nm N(ω; q_n + k_m, I)"),
          QStringLiteral("f(ω) = Σ_m ξ(k_m,ω) v_m / Σ_m ξ(k_m,ω),  log ξ(k_m,ω) = ω·k_m − ‖k_m‖²/2")};
}

void OmegaSpacePanel::setSampleLimit(int count) {
  m_sampleLimit = count;
  if (isVisible()) refresh();
}

void OmegaSpacePanel::refresh() {
  const std::shared_ptr<const OmegaPlane> plane = snapshot().plane;
  m_density->setCurrentIndex(workbench().document().view.plane.density == DensityKind::marginal ? 0 : 1);
  if (!plane) return;
  const Theme style = theme();
  m_field->setTheme(style);
  FieldLabels labels;
  const auto dims = snapshot().sequence->sizes.D;
  if (dims > 2) labels.badges << tr("projected from %1 to 2 dimensions, %2 % of variance").arg(dims).arg(100 * plane->varianceShare, 0, 'f', 0);
  if (snapshot().query < 0) labels.badges << tr("hover or click a row of a map to see its target");
  m_density->setEnabled(dims > 2);
  m_field->setLabels(labels);
  m_field->setHome(QRectF(QPointF(plane->horizontal.low, plane->vertical.low), QPointF(plane->horizontal.high, plane->vertical.high)));
  m_field->setScene(scene(style));
  m_field->setStale(workbench().isStale());
  reportPainted();
}

int OmegaSpacePanel::addHandle(const Handle& handle) const {
  m_handles.push_back(handle);
  return static_cast<int>(m_handles.size()) - 1;
}

DensityScene OmegaSpacePanel::scene(const Theme& style) const {
  DensityScene scene;
  m_handles.clear();
  const OmegaPlane& plane = *snapshot().plane;
  const ViewSettings& view = workbench().document().view;
  if (view.showTarget && plane.logTarget.rows() > 0) {
    // The grid holds densities at cell centres; the field wants nodes: its area is that of the centres.
    std::vector<float> density(static_cast<std::size_t>(plane.logTarget.rows() * plane.logTarget.cols()));
    double highest = -INFINITY;
    for (std::size_t i = 0; i < density.size(); ++i) highest = std::max(highest, plane.logTarget.data()[i]);
    for (std::size_t i = 0; i < density.size(); ++i) density[i] = static_cast<float>(std::exp(plane.logTarget.data()[i] - highest));
    scene.field.columns = static_cast<int>(plane.logTarget.cols());
    scene.field.rows = static_cast<int>(plane.logTarget.rows());
    scene.field.area = QRectF(QPointF(plane.horizontal.centre(0), plane.vertical.centre(0)),
                              QPointF(plane.horizontal.centre(plane.horizontal.count - 1), plane.vertical.centre(plane.vertical.count - 1)));
    scene.field.values = floatBuffer(std::move(density));
    scene.scale = {style.dark ? ColourMap::Night : ColourMap::Paper, Norm::Linear, 0, 1};
    scene.levels.assign(std::begin(kContours), std::end(kContours));
  }
  if (view.showTokens) addTokens(scene, style);
  for (const PlaneCard& card : plane.cards) addCard(scene, card, style);
  return scene;
}

void OmegaSpacePanel::addTokens(DensityScene& scene, const Theme& style) const {
  const OmegaPlane& plane = *snapshot().plane;
  const Cursor shown = workbench().selection().shown();
  const bool exact = snapshot().sequence->sizes.D <= 2;
  const auto token = [&](QPointF at, Handle handle, PointShape shape, bool emphasised) {
    FieldPoint point;
    point.id = addHandle(handle);
    point.at = at;
    point.shape = shape;
    point.weight = emphasised ? 0.28 : 0.07;
    point.colour = handle.kind == Handle::Kind::query ? style.accent : style.faint;
    point.draggable = exact || emphasised;
    point.locked = emphasised;
    point.hollow = !emphasised;
    scene.points.push_back(point);
  };
  for (std::size_t m = 0; m < plane.keys.size() / 2 && m < kMostDots; ++m)
    token(pointAt(plane.keys, m), {Handle::Kind::key, -1, static_cast<int>(m)}, PointShape::Triangle, static_cast<int>(m) == shown.key);
  if (snapshot().query >= 0) {
    const auto n = static_cast<std::size_t>(snapshot().query);
    token(pointAt(plane.queries, n), {Handle::Kind::query, -1, snapshot().query}, PointShape::Diamond, true);
  }
}

void OmegaSpacePanel::addCard(DensityScene& scene, const PlaneCard& placed, const Theme& style) const {
  const Card* card = workbench().document().card(placed.card);
  const CardResult* result = snapshot().card(placed.card);
  if (card == nullptr || result == nullptr || !result->result) return;
  const ViewSettings& view = workbench().document().view;
  const QColor colour = estimatorStyle(QString::fromStdString(card->method), card->variant, style.dark).colour;
  const Cursor shown = workbench().selection().shown();
  const std::size_t proposals = placed.proposals.size() / 2;
  if (view.showProposals) {
    for (std::size_t c = 0; c < proposals; ++c) {
      FieldEllipse circle;
      circle.centre = pointAt(placed.proposals, c);
      circle.palette = static_cast<int>(c);
      circle.emphasised = static_cast<int>(c) == shown.proposal && shown.card == placed.card;
      circle.filled = circle.emphasised;
      scene.ellipses.push_back(circle);
      FieldPoint handle;
      handle.id = addHandle({Handle::Kind::proposal, placed.card, static_cast<int>(c)});
      handle.at = circle.centre;
      handle.shape = PointShape::Cross;
      handle.palette = static_cast<int>(c);
      handle.weight = 0.12;
      handle.draggable = true;
      scene.points.push_back(handle);
    }
    if (proposals == 0 && result->result->has("log_proposal")) {
      FieldEllipse standard;
      standard.colour = colour;
      standard.dashed = true;
      scene.ellipses.push_back(standard);
    }
  }
  if (!view.showSamples) return;
  const std::vector<double> weights = sampleWeights(*result, snapshot().query);
  const std::size_t count = placed.samples.size() / 2;
  const double largest = weights.empty() ? 1 : *std::max_element(weights.begin(), weights.end());
  for (std::size_t s = 0; s < count && s < kMostDots; ++s) {
    if (m_sampleLimit >= 0 && static_cast<int>(s) >= m_sampleLimit) break;
    FieldPoint dot;
    dot.id = addHandle({Handle::Kind::sample, placed.card, static_cast<int>(s)});
    dot.at = pointAt(placed.samples, s);
    dot.weight = weights.empty() ? 0.2 : largest > 0 ? std::max(0.0, weights[s] / largest) : 0;
    dot.colour = colour;
    dot.faded = shown.card >= 0 && shown.card != placed.card;
    dot.locked = shown.card == placed.card && shown.sample == static_cast<int>(s);
    scene.points.push_back(dot);
  }
}

/// The point of space that is shown at `at` and lies nearest to `from`: what is orthogonal to the plane stays.
std::vector<double> OmegaSpacePanel::inSpace(QPointF at, const std::vector<double>& from) const {
  const OmegaPlane& plane = *snapshot().plane;
  double x = 0, y = 0;
  for (std::size_t d = 0; d < from.size(); ++d) {
    x += (from[d] - plane.origin[d]) * plane.axisX[d];
    y += (from[d] - plane.origin[d]) * plane.axisY[d];
  }
  std::vector<double> moved = from;
  for (std::size_t d = 0; d < from.size(); ++d) moved[d] += (at.x() - x) * plane.axisX[d] + (at.y() - y) * plane.axisY[d];
  return moved;
}

void OmegaSpacePanel::onDragged(int id, QPointF to) {
  if (id < 0 || id >= static_cast<int>(m_handles.size()) || !snapshot().plane) return;
  const Handle handle = m_handles[static_cast<std::size_t>(id)];
  const omega::Sequence& sequence = *snapshot().sequence;
  const auto dims = static_cast<std::size_t>(sequence.sizes.D);
  if (handle.kind == Handle::Kind::proposal) {
    const CardResult* result = snapshot().card(handle.card);
    if (result == nullptr || !result->result) return;
    std::vector<double> means = result->result->at("proposal_means").to_vector<double>();
    const auto first = means.begin() + static_cast<std::ptrdiff_t>(handle.index * static_cast<int>(dims));
    const std::vector<double> moved = inSpace(to, {first, first + static_cast<std::ptrdiff_t>(dims)});
    std::copy(moved.begin(), moved.end(), first);
    workbench().store().change(tr("Move proposal %1").arg(handle.index), [&](Document& d) {
      if (Card* card = d.card(handle.card)) {
        card->options["proposals"] = "given";
        card->options.erase("proposal_scale");
        card->means = means;
      }
    });
    return;
  }
  if (handle.kind == Handle::Kind::sample) return;
  const bool query = handle.kind == Handle::Kind::query;
  const omega::Array& array = query ? sequence.q : sequence.k;
  const auto rows = static_cast<std::size_t>(query ? sequence.sizes.N : sequence.sizes.M);
  std::vector<double> from(dims);
  array.copy_to(from.data(), (static_cast<std::size_t>(snapshot().head) * rows + static_cast<std::size_t>(handle.index)) * dims, dims);
  for (double& x : from) x *= std::pow(static_cast<double>(dims), -0.25);
  MovedToken moved;
  moved.kind = query ? MovedToken::Kind::query : MovedToken::Kind::key;
  moved.head = snapshot().head;
  moved.index = handle.index;
  moved.position = inSpace(to, from);
  workbench().trace().setEvent(QStringLiteral("drag"));
  workbench().store().change(query ? tr("Move query %1").arg(handle.index) : tr("Move key %1").arg(handle.index), [&](Document& d) {
    auto& list = d.workload.moved;
    std::erase_if(list, [&](const MovedToken& t) { return t.kind == moved.kind && t.head == moved.head && t.index == moved.index; });
    list.push_back(moved);
  });
}

Cursor OmegaSpacePanel::cursorOf(const Handle& handle) const {
  Cursor cursor = workbench().selection().locked();
  switch (handle.kind) {
    case Handle::Kind::query: cursor.query = handle.index; break;
    case Handle::Kind::key: cursor.key = handle.index; break;
    case Handle::Kind::proposal:
      cursor.card = handle.card;
      cursor.proposal = handle.index;
      break;
    case Handle::Kind::sample:
      cursor.card = handle.card;
      cursor.sample = handle.index;
      break;
  }
  return cursor;
}

void OmegaSpacePanel::onClicked(int id) {
  if (id >= 0 && id < static_cast<int>(m_handles.size())) workbench().selection().lock(cursorOf(m_handles[static_cast<std::size_t>(id)]));
}

void OmegaSpacePanel::onHovered(int id) {
  if (id < 0 || id >= static_cast<int>(m_handles.size()))
    workbench().selection().endHover();
  else
    workbench().selection().hover(cursorOf(m_handles[static_cast<std::size_t>(id)]));
}

void OmegaSpacePanel::fillMenu(QMenu& menu) {
  const auto toggle = [&](const QString& text, bool ViewSettings::*member) {
    QAction* action = menu.addAction(text, this, [this, text, member](bool on) {
      workbench().store().change(text, [member, on](Document& d) { d.view.*member = on; });
    });
    action->setCheckable(true);
    action->setChecked(workbench().document().view.*member);
  };
  toggle(tr("Show target"), &ViewSettings::showTarget);
  toggle(tr("Show proposals"), &ViewSettings::showProposals);
  toggle(tr("Show samples"), &ViewSettings::showSamples);
  toggle(tr("Show queries and keys"), &ViewSettings::showTokens);
}

void OmegaSpacePanel::render(QPainter& painter, const QRectF& area, const Theme& theme) const { m_field->paintTo(painter, area, theme); }

PanelData OmegaSpacePanel::data() const {
  PanelData data;
  data.columns = {tr("estimator"), tr("kind"), tr("index"), QStringLiteral("x"), QStringLiteral("y"), tr("weight")};
  if (!snapshot().plane) return data;
  const auto number = [](double x) { return QString::number(x, 'g', 9); };
  for (const PlaneCard& placed : snapshot().plane->cards) {
    const Card* card = workbench().document().card(placed.card);
    const CardResult* result = snapshot().card(placed.card);
    if (card == nullptr || result == nullptr || !result->result) continue;
    const QString name = QString::fromStdString(card->label());
    const std::vector<double> weights = sampleWeights(*result, snapshot().query);
    for (std::size_t s = 0; s < placed.samples.size() / 2; ++s)
      data.rows.push_back({name, QStringLiteral("sample"), QString::number(s), number(placed.samples[2 * s]), number(placed.samples[2 * s + 1]), s < weights.size() ? number(weights[s]) : QString()});
    for (std::size_t c = 0; c < placed.proposals.size() / 2; ++c)
      data.rows.push_back({name, QStringLiteral("proposal"), QString::number(c), number(placed.proposals[2 * c]), number(placed.proposals[2 * c + 1]), QString()});
    if (result->result->has("omega")) data.arrays.emplace(card->label() + "_omega", result->result->at("omega"));
  }
  return data;
}

QString OmegaSpacePanel::command() const {
  QStringList lines;
  for (const Card& card : workbench().document().cards)
    if (card.visible && card.method != "softmax") lines << workbench().commandFor(card);
  return lines.join(QLatin1Char('\n'));
}

}  // namespace omegascope
