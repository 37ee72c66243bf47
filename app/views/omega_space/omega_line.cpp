#include "views/omega_space/omega_line.h"

#include <algorithm>
#include <cmath>

#include "language/language.h"
#include "views/legend.h"
#include "views/omega_space/omega_scene.h"
#include "views/sample_weights.h"
#include "widgets/plot_style.h"

namespace omegascope {

namespace {

constexpr double kNear = 9;  // pixels

QCPGraph* addCurve(QCustomPlot& plot, const omega::Axis& axis, const std::vector<double>& logDensity,
                   const QString& name, const QPen& pen) {
  if (logDensity.empty()) return nullptr;
  QCPGraph* graph = plot.addGraph();
  graph->setName(name);
  graph->setPen(pen);
  for (std::size_t i = 0; i < logDensity.size(); ++i)
    graph->addData(axis.centre(static_cast<omega::Index>(i)), std::exp(logDensity[i]));
  return graph;
}

/// Marks at the foot of the plot, without a place in the legend.
void addFeet(QCustomPlot& plot, const QVector<double>& x, const QCPScatterStyle& style) {
  QCPGraph* feet = plot.addGraph();
  feet->setLineStyle(QCPGraph::lsNone);
  feet->setScatterStyle(style);
  feet->setData(x, QVector<double>(x.size(), 0.0));
  feet->removeFromLegend();
}

double weightAt(const std::vector<double>& weights, std::size_t s, std::size_t count) {
  return s < weights.size() ? weights[s] : 1.0 / static_cast<double>(std::max<std::size_t>(1, count));
}

void addSamples(QCustomPlot& plot, const OmegaLook& look, const PlaneCard& placed, const CardResult& result,
                EstimatorStyle style, const Theme& theme) {
  const std::vector<double> weights =
      look.view().showWeights ? weightsOf(result, look.snapshot.query) : std::vector<double>();
  const std::size_t count = placed.samples.size() / 2;
  QCPGraph *stems = plot.addGraph(plot.xAxis, plot.yAxis2), *ringed = plot.addGraph(plot.xAxis, plot.yAxis2);
  stems->setLineStyle(QCPGraph::lsImpulse);
  stems->setPen(QPen(style.colour, 1.2 * theme.lineScale));
  stems->setScatterStyle(scatterStyle(style, theme));
  ringed->setLineStyle(QCPGraph::lsNone);
  ringed->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssCircle, QPen(theme.text, 1.6 * theme.lineScale),
                                          Qt::NoBrush, 13 * theme.lineScale));
  for (QCPGraph* graph : {stems, ringed}) graph->removeFromLegend();
  for (std::size_t s = 0; s < count && s < kMostDots; ++s) {
    const auto index = static_cast<int>(s);
    if (look.sampleLimit >= 0 && index >= look.sampleLimit) break;
    const double x = placed.samples[2 * s], y = weightAt(weights, s, count);
    stems->addData(x, y);
    const bool locked = look.shown.card == placed.card && look.shown.sample == index;
    if (locked || look.chosen.samples.contains({placed.card, index})) ringed->addData(x, y);
  }
}

void addCard(QCustomPlot& plot, const OmegaLook& look, const PlaneCard& placed, const Theme& theme) {
  const Card* card = look.document.card(placed.card);
  const CardResult* result = look.snapshot.card(placed.card);
  if (card == nullptr || result == nullptr || !result->result) return;
  const EstimatorStyle style = styleOf(*card, theme.dark, look.behind.contains(placed.card));
  if (look.view().showProposals) {
    addCurve(plot, look.plane().horizontal, placed.logProfile,
             tr("density of %1's samples").arg(QString::fromStdString(card->label())),
             QPen(style.colour, 1.8 * theme.lineScale, Qt::DashLine));
    for (std::size_t c = 0; c < placed.proposals.size() / 2; ++c)
      addFeet(plot, {placed.proposals[2 * c]},
              QCPScatterStyle(QCPScatterStyle::ssCross, proposalColour(static_cast<int>(c), theme.dark),
                              9 * theme.lineScale));
  }
  if (look.view().showSamples) addSamples(plot, look, placed, *result, style, theme);
}

double highestOf(const QCustomPlot& plot, const QCPAxis* axis) {
  double highest = 0;
  for (int i = 0; i < plot.graphCount(); ++i) {
    bool found = false;
    if (plot.graph(i)->valueAxis() != axis) continue;
    const QCPRange range = plot.graph(i)->getValueRange(found);
    if (found) highest = std::max(highest, range.upper);
  }
  return highest > 0 ? highest : 1;
}

}  // namespace

void fillOmegaLine(QCustomPlot& plot, const OmegaLook& look, const Theme& theme) {
  plot.clearPlottables();
  plot.clearItems();
  plot.yAxis2->setVisible(look.view().showSamples);
  putLegendAbove(plot);
  applyStyle(plot, theme);
  const OmegaPlane& plane = look.plane();
  styleAxis(*plot.xAxis, axisTitle(plane, false, look.snapshot.sequence->sizes.D),
            look.snapshot.sequence->sizes.D > 1 && plane.varianceShare
                ? tr("%1 % of variance").arg(100 * *plane.varianceShare, 0, 'g', 3)
                : QString(),
            AxisKind::Linear);
  styleAxis(
      *plot.yAxis,
      plane.settings.density == DensityKind::marginal ? tr("density of the projection") : tr("density on the line"), {},
      AxisKind::Linear);
  styleAxis(*plot.yAxis2, tr("share of the weight"), {}, AxisKind::Linear);
  plot.yAxis2->grid()->setVisible(false);
  if (look.view().showTarget)
    if (QCPGraph* target = addCurve(plot, plane.horizontal, plane.logTargetProfile,
                                    withTargetKind(tr("target of query %1").arg(look.snapshot.query), look.snapshot),
                                    QPen(theme.text, 2 * theme.lineScale)))
      target->setBrush(tinted(theme.text, 0.08f));
  if (plane.all)
    addCurve(plot, plane.all->horizontal, plane.all->logProfile, tr("all queries"),
             QPen(theme.accent, 1.6 * theme.lineScale, Qt::DotLine));
  if (const Snapshot* then = look.pinned;
      then && then->plane && then->plane->origin == plane.origin && then->plane->axisX == plane.axisX)
    addCurve(plot, then->plane->horizontal, then->plane->logTargetProfile, tr("pinned: query %1").arg(then->query),
             QPen(theme.accent, 1.4 * theme.lineScale, Qt::DashLine));
  if (look.view().showTokens && !plane.bumps.empty()) {
    QVector<double> feet;
    for (std::size_t m = 0; m < plane.bumps.size() / 2 && m < kMostDots; ++m) feet << plane.bumps[2 * m];
    addFeet(plot, feet, QCPScatterStyle(QCPScatterStyle::ssPlus, theme.faint, 6 * theme.lineScale));
  }
  for (const PlaneCard& card : plane.cards) addCard(plot, look, card, theme);
  plot.xAxis->setRange(plane.horizontal.low, plane.horizontal.high);
  plot.yAxis->setRange(0, 1.08 * highestOf(plot, plot.yAxis));
  plot.yAxis2->setRange(0, 1.08 * highestOf(plot, plot.yAxis2));
  plot.legend->setVisible(plot.legend->itemCount() > 0);
  QStringList badges = scaleBadges(look);
  if (const QString few = samplesBadge(look); !few.isEmpty()) badges << few;
  if (!badges.isEmpty()) {
    const QString words = badges.join(QLatin1Char('\n'));
    QCPItemPosition* corner =
        addWords(*plot.xAxis, *plot.yAxis, {}, words, Qt::AlignRight | Qt::AlignTop, theme)->position;
    corner->setType(QCPItemPosition::ptAxisRectRatio);
    corner->setAxisRect(plot.axisRect());
    corner->setCoords(1, 0);
  }
}

std::optional<OmegaHandle> handleAt(const QCustomPlot& plot, const OmegaLook& look, QPointF position) {
  std::optional<OmegaHandle> found;
  double nearest = kNear;
  const auto consider = [&](double x, double y, const QCPAxis* axis, const OmegaHandle& handle) {
    const double distance =
        std::hypot(plot.xAxis->coordToPixel(x) - position.x(), axis->coordToPixel(y) - position.y());
    if (distance >= nearest) return;
    nearest = distance;
    found = handle;
  };
  for (const PlaneCard& placed : look.plane().cards) {
    const CardResult* result = look.snapshot.card(placed.card);
    if (result == nullptr || !result->result) continue;
    const std::vector<double> weights =
        look.view().showWeights ? weightsOf(*result, look.snapshot.query) : std::vector<double>();
    const std::size_t count = placed.samples.size() / 2;
    if (look.view().showSamples)
      for (std::size_t s = 0; s < count; ++s)
        consider(placed.samples[2 * s], weightAt(weights, s, count), plot.yAxis2,
                 {OmegaHandle::Kind::sample, placed.card, static_cast<int>(s)});
    if (look.view().showProposals)
      for (std::size_t c = 0; c < placed.proposals.size() / 2; ++c)
        consider(placed.proposals[2 * c], 0, plot.yAxis,
                 {OmegaHandle::Kind::proposal, placed.card, static_cast<int>(c)});
  }
  if (look.view().showTokens)
    for (std::size_t m = 0; m < look.plane().bumps.size() / 2; ++m)
      consider(look.plane().bumps[2 * m], 0, plot.yAxis, {OmegaHandle::Kind::key, -1, static_cast<int>(m)});
  return found;
}

}  // namespace omegascope
