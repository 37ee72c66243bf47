#include "views/omega_space/omega_scene.h"

#include <algorithm>
#include <cmath>

#include "jobs/rows.h"
#include "language/language.h"
#include "views/attention/attention_cells.h"
#include "views/omega_space/omega_legend.h"
#include "views/rich_text.h"
#include "views/sample_weights.h"
#include "widgets/contours.h"
#include "widgets/estimator_style.h"

namespace omegascope {

namespace {

// Contours at these shares of the highest density.
constexpr double kContours[] = {0.05, 0.2, 0.4, 0.6, 0.8};
constexpr double kPinnedContours[] = {0.2, 0.6};
constexpr float kBehind = 0.35f;
// Of the view's width: how long the longest f(ω) of a card is drawn.
constexpr double kArrowShare = 0.22;

QPointF pointAt(const std::vector<double>& pairs, std::size_t index) {
  return {pairs[2 * index], pairs[2 * index + 1]};
}

/// Densities relative to the highest. The grid has them at cell centres and the field at its nodes: so its area is that
/// of the centres.
FieldGrid fieldOf(const std::shared_ptr<const omega::Matrix<double>>& log, const omega::Axis& horizontal,
                  const omega::Axis& vertical) {
  FieldGrid grid;
  if (!log) return grid;
  const omega::Matrix<double>& logDensity = *log;
  std::vector<float> density(static_cast<std::size_t>(logDensity.rows() * logDensity.cols()));
  const double highest = *std::max_element(logDensity.data(), logDensity.data() + density.size());
  for (std::size_t i = 0; i < density.size(); ++i)
    density[i] = static_cast<float>(std::exp(logDensity.data()[i] - highest));
  grid.columns = static_cast<int>(logDensity.cols());
  grid.rows = static_cast<int>(logDensity.rows());
  grid.area = QRectF(QPointF(horizontal.centre(0), vertical.centre(0)),
                     QPointF(horizontal.centre(horizontal.count - 1), vertical.centre(vertical.count - 1)));
  grid.values = floatBuffer(std::move(density));
  return grid;
}

FieldGrid targetOf(const OmegaPlane& plane) { return fieldOf(plane.logTarget, plane.horizontal, plane.vertical); }

class Composer {
 public:
  Composer(const OmegaLook& look, const Theme& theme) : m_look(look), m_theme(theme), m_plane(look.plane()) {}

  DensityScene compose() {
    addDensities();
    if (m_look.view().showTokens) addKeys(false);
    if (showsDrawnKeys(m_look.view())) addDrawnKeys();
    for (const PlaneCard& card : m_plane.cards) addCard(card);
    if (m_look.pinned) addPinned();
    // What is selected stays in sight under many samples.
    if (m_look.view().showTokens) addKeys(true);
    if (m_look.view().showTokens) addQuery();
    return std::move(m_scene);
  }

 private:
  void addDensities() {
    const FieldGrid target = m_look.view().showTarget ? targetOf(m_plane) : FieldGrid();
    m_scene.scale = {densityMap(m_theme), Norm::Linear, 0, 1};
    if (!m_plane.all || !m_plane.all->log) {
      m_scene.field = target;
      m_scene.levels.assign(std::begin(kContours), std::end(kContours));
      return;
    }
    // All queries as the ground, the shown one as lines above it.
    m_scene.field = fieldOf(m_plane.all->log, m_plane.all->horizontal, m_plane.all->vertical);
    if (!target.isEmpty())
      for (const double level : kContours) addContour(target, level, m_theme.text, false);
  }

  void addContour(const FieldGrid& grid, double level, const QColor& colour, bool dashed) {
    for (const QPolygonF& line : contourLines(grid, level)) m_scene.trails.push_back({line, colour, dashed});
  }

  void addToken(QPointF at, OmegaHandle handle, PointShape shape, bool emphasised) {
    FieldPoint point;
    point.id = handle.id();
    point.at = at;
    point.shape = shape;
    point.weight = emphasised ? 0.28 : 0.12;
    point.colour = handle.kind == OmegaHandle::Kind::query ? m_theme.accent : m_theme.faint;
    point.draggable = emphasised || m_look.snapshot.sequence->sizes.D <= 2;
    point.locked = emphasised;
    m_scene.points.push_back(point);
  }

  /// Those that are selected, or all others.
  void addKeys(bool selected) {
    for (std::size_t m = 0; m < m_plane.keys.size() / 2 && m < kMostDots; ++m) {
      const auto index = static_cast<int>(m);
      if (selected == (index == m_look.shown.key || m_look.chosen.keys.contains({-1, index})))
        addToken(pointAt(m_plane.keys, m), {OmegaHandle::Kind::key, -1, index}, kKeyShape, selected);
    }
  }

  /// Rings around the keys that estimators drew for the query, as others draw ω.
  void addDrawnKeys() {
    for (const CardResult& result : m_look.snapshot.cards)
      if (const Card* card = m_look.document.card(result.card))
        for (const qint64 key : drawnColumns(&result, m_look.snapshot.query, 1)) {
          const auto m = static_cast<std::size_t>(key);
          if (m >= std::min(kMostDots, m_plane.keys.size() / 2)) break;  // they are in their order
          FieldPoint ring;
          ring.at = pointAt(m_plane.keys, m);
          ring.weight = 0.4;
          ring.colour = styleOf(*card, m_theme.dark).colour;
          ring.hollow = true;
          ring.faded = m_look.behind.contains(card->id);
          m_scene.points.push_back(ring);
        }
  }

  void addQuery() {
    if (const int n = m_look.snapshot.query; n >= 0)
      addToken(pointAt(m_plane.queries, static_cast<std::size_t>(n)), {OmegaHandle::Kind::query, -1, n}, kQueryShape,
               true);
  }

  void addCard(const PlaneCard& placed) {
    const Card* card = m_look.document.card(placed.card);
    const CardResult* result = m_look.snapshot.card(placed.card);
    if (card == nullptr || result == nullptr || !result->result) return;
    const bool behind = m_look.behind.contains(placed.card);
    const QColor colour = styleOf(*card, m_theme.dark).colour;
    if (m_look.view().showProposals) {
      addProposals(placed, behind);
      if (placed.proposals.empty() && result->resultOf(m_look.snapshot.query).has("log_proposal")) {
        FieldEllipse standard;  // N(0, I), or N(0, Σ)
        standard.xx = placed.xx;
        standard.xy = placed.xy;
        standard.yy = placed.yy;
        standard.centre = projected(m_plane, std::vector<double>(m_plane.origin.size(), 0.0));
        standard.colour = colour;
        if (behind) standard.colour.setAlphaF(kBehind);
        standard.dashed = true;
        m_scene.ellipses.push_back(standard);
      }
    }
    if (m_look.view().showSamples) addSamples(placed, *result, colour, behind);
  }

  void addProposals(const PlaneCard& placed, bool behind) {
    for (std::size_t c = 0; c < placed.proposals.size() / 2; ++c) {
      const auto index = static_cast<int>(c);
      QColor colour = proposalColour(index, m_theme.dark);
      if (behind) colour.setAlphaF(kBehind);
      FieldEllipse circle;
      circle.centre = pointAt(placed.proposals, c);
      circle.colour = colour;
      circle.emphasised = (index == m_look.shown.proposal && m_look.shown.card == placed.card) ||
                          m_look.chosen.proposals.contains({placed.card, index});
      circle.filled = circle.emphasised;
      m_scene.ellipses.push_back(circle);
      FieldPoint handle;
      handle.id = OmegaHandle{OmegaHandle::Kind::proposal, placed.card, index}.id();
      handle.at = circle.centre;
      handle.shape = PointShape::Cross;
      handle.palette = index;
      handle.weight = 0.12;
      handle.draggable = true;
      handle.faded = behind;
      m_scene.points.push_back(handle);
    }
  }

  void addSamples(const PlaneCard& placed, const CardResult& result, const QColor& colour, bool behind) {
    const Card* card = m_look.document.card(placed.card);
    const PointShape shape = card ? dotShape(styleOf(*card, m_theme.dark)) : PointShape::Disc;
    const std::vector<double> weights =
        m_look.view().showWeights ? weightsOf(result, m_look.snapshot.query) : std::vector<double>();
    const std::vector<double> before = m_look.view().showWeights ? pinnedWeights(placed.card) : std::vector<double>();
    double largest = weights.empty() ? 1 : *std::max_element(weights.begin(), weights.end());
    if (!before.empty()) largest = std::max(largest, *std::max_element(before.begin(), before.end()));
    const auto area = [&](const std::vector<double>& of, std::size_t s) {
      return of.empty() ? 0.2 : largest > 0 && s < of.size() ? std::max(0.0, of[s] / largest) : 0;
    };
    for (std::size_t s = 0; s < placed.samples.size() / 2 && s < kMostDots; ++s) {
      const auto index = static_cast<int>(s);
      if (m_look.sampleLimit >= 0 && index >= m_look.sampleLimit) break;
      FieldPoint dot;
      dot.id = OmegaHandle{OmegaHandle::Kind::sample, placed.card, index}.id();
      dot.at = pointAt(placed.samples, s);
      dot.weight = area(weights, s);
      dot.colour = colour;
      dot.shape = shape;
      dot.faded = behind || (!m_look.chosen.samples.empty() && !m_look.chosen.samples.contains({placed.card, index}));
      dot.locked = m_look.shown.card == placed.card && m_look.shown.sample == index;
      m_scene.points.push_back(dot);
      if (s < before.size()) addBefore(dot, area(before, s));
      if (dot.locked && m_look.view().showValues) addArrow(result, dot, s);
    }
  }

  /// A ring around a dot, for the weight it had when the picture was pinned.
  void addBefore(FieldPoint ring, double weight) {
    ring.id = -1;
    ring.weight = weight;
    ring.hollow = true;
    ring.locked = ring.draggable = false;
    m_scene.points.push_back(ring);
  }

  /// Empty where the samples are not the same ones.
  std::vector<double> pinnedWeights(int card) const {
    if (m_look.pinned == nullptr || m_look.pinned == &m_look.snapshot) return {};
    const CardResult *then = m_look.pinned->card(card), *now = m_look.snapshot.card(card);
    if (then == nullptr || !then->result || !now->result->has("omega") || !then->result->has("omega")) return {};
    const omega::Array &a = then->result->at("omega"), &b = now->result->at("omega");
    if (a.rank() == 3 || a.shape() != b.shape() ||
        !(a.raw() == b.raw() || a.to_vector<double>() == b.to_vector<double>()))
      return {};
    return weightsOf(*then, m_look.pinned->query);
  }

  /// f(ω_s) in the two dimensions that the output panel shows; the longest of the card is a fixed share of the view.
  void addArrow(const CardResult& result, const FieldPoint& dot, std::size_t sample) {
    const omega::Result& numbers = result.resultOf(m_look.snapshot.query);
    if (!numbers.has("f")) return;
    const omega::Array& f = numbers.at("f");
    const std::vector<double> all = f.to_vector<double>(), own = rowOf(f, ownRow(f, static_cast<omega::Index>(sample),
                                                                                 result.rowOf(m_look.snapshot.query)));
    if (own.empty()) return;
    const std::size_t dims = own.size();
    const auto within = [&](int wanted, std::size_t otherwise) {
      return wanted >= 0 && static_cast<std::size_t>(wanted) < dims ? static_cast<std::size_t>(wanted)
                                                                    : std::min(otherwise, dims - 1);
    };
    const std::size_t a = within(m_look.view().outputX, 0), b = within(m_look.view().outputY, 1);
    const auto shown = [&](const double* value) { return QPointF(value[a], dims > 1 ? value[b] : 0); };
    double longest = 0;
    for (std::size_t r = 0; r < all.size(); r += dims) {
      const QPointF value = shown(&all[r]);
      longest = std::max(longest, std::hypot(value.x(), value.y()));
    }
    if (!(longest > 0)) return;
    const double scale = kArrowShare * (m_plane.horizontal.high - m_plane.horizontal.low) / longest;
    FieldArrow arrow;
    arrow.from = dot.at;
    arrow.to = dot.at + shown(own.data()) * scale;
    arrow.colour = m_theme.text;
    arrow.label = QStringLiteral("f(ω) = %1").arg(vectorText(own, 3));
    m_scene.arrows.push_back(arrow);
  }

  /// The pinned query, hollow, and its target where it is cut by the same plane.
  void addPinned() {
    const Snapshot& then = *m_look.pinned;
    const std::vector<double> at = scaledToken(then, true, then.query);
    if (at.size() <= m_plane.origin.size()) {
      FieldPoint query;
      query.at = projected(m_plane, at);
      query.shape = kQueryShape;
      query.weight = 0.34;
      query.colour = m_theme.accent;
      query.hollow = true;
      query.label = tr("pinned");
      m_scene.points.push_back(query);
    }
    const OmegaPlane* plane = then.plane.get();
    if (plane == nullptr || !m_look.view().showTarget || plane->origin != m_plane.origin ||
        plane->axisX != m_plane.axisX || plane->axisY != m_plane.axisY)
      return;
    const FieldGrid field = targetOf(*plane);
    if (field.isEmpty()) return;
    for (const double level : kPinnedContours) addContour(field, level, m_theme.accent, true);
  }

  const OmegaLook& m_look;
  const Theme& m_theme;
  const OmegaPlane& m_plane;
  DensityScene m_scene;
};

}  // namespace

DensityScene omegaScene(const OmegaLook& look, const Theme& theme) { return Composer(look, theme).compose(); }

}  // namespace omegascope
