#include "views/chance/chance_picture.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "language/language.h"
#include "math/order_statistics.h"
#include "widgets/plot_style.h"

namespace omegascope {

namespace imp = omega::importance;

namespace {

constexpr double kStrip = 1.0, kTop = 1.05 * kStrip;
constexpr double kBar = 0.06, kMeanEnd = 0.12;           // below the base of a strip
constexpr double kBarEnd = 7, kMeanWidth = 3, kOwn = 8;  // pixels: of the bar's ends, of the mean, of marks on the bar
constexpr double kHeap = 0.66;                           // of a strip, at most
constexpr double kRows[] = {1.5, 0.9, 1.15};             // shares of the height
constexpr double kAllRows = kRows[0] + kRows[1] + kRows[2];
constexpr int kBins = 90;
constexpr int kPoints = 512;      // of a curve
constexpr double kLowest = 1e-3;  // of weights on a logarithmic axis

QCPGraph* curveOn(QCPAxis* x, QCPAxis* y, const std::vector<double>& at, const std::vector<double>& value,
                  const QPen& pen) {
  QCPGraph* graph = x->parentPlot()->addGraph(x, y);
  graph->setPen(pen);
  const QVector<double> keys(at.begin(), at.end()), values(value.begin(), value.end());
  graph->setData(keys, values, true);
  return graph;
}

double most(const std::vector<double>& values) {
  double highest = 0;
  for (const double value : values)
    if (std::isfinite(value)) highest = std::max(highest, value);
  return highest;
}

// --- Densities -------------------------------------------------------------------------------------------------------

class Densities {
 public:
  Densities(QCustomPlot& plot, const Theme& theme, const ChancePicture& picture)
      : m_plot(plot),
        m_theme(theme),
        m_picture(picture),
        m_rect(ChanceDrawing::rectOf(plot, ChanceDrawing::kDensities)),
        m_x(m_rect->axis(QCPAxis::atBottom)),
        m_y(m_rect->axis(QCPAxis::atLeft)),
        m_f(m_rect->axis(QCPAxis::atRight, 0)),
        m_w(m_rect->axis(QCPAxis::atRight, 1)) {}

  void fill() {
    styleAxis(*m_x, QStringLiteral("x"), {}, AxisKind::Linear);
    styleAxis(*m_y, tr("density"), {}, AxisKind::Linear);
    styleAxis(*m_f, QStringLiteral("f(x)"), {}, AxisKind::Linear);
    styleAxis(*m_w, tr("weight w"), {}, m_picture.state->showWeight ? AxisKind::Log10 : AxisKind::Linear);
    for (QCPAxis* axis : {m_f, m_w}) axis->grid()->setVisible(false);
    const imp::Curves& curves = m_picture.curves;
    m_x->setRange(curves.x.front(), curves.x.back());
    double highest = m_picture.state->showTarget ? most(curves.target) : 0;
    for (const auto& q : curves.proposals) highest = std::max(highest, most(q));
    m_y->setRange(m_picture.density.value_or(QCPRange(0, 1.12 * highest)));
    addTarget();
    addStems();
    addProposals();
    addIntegrand();
    if (m_picture.state->showWeight)
      curveOn(m_x, m_w, curves.x, curves.weight, QPen(m_theme.text, 1.4 * m_theme.lineScale, Qt::DashLine));
    addHandles();
    addTitle(m_plot, m_rect, title(), m_theme);
  }

 private:
  QString title() const {
    QString text = tr("target p filled, proposals q, samples as stems as high as their weight");
    if (!m_picture.state->showTarget) text = tr("the target is hidden; proposals q, samples as stems");
    return text;
  }

  /// Below p, one above the other, the part that each proposal answers for.
  void addTarget() {
    if (!m_picture.state->showTarget) return;
    const imp::Curves& curves = m_picture.curves;
    QCPGraph* below = curveOn(m_x, m_y, curves.x, std::vector<double>(curves.x.size(), 0.0), Qt::NoPen);
    std::vector<double> height(curves.x.size(), 0.0);
    if (curves.shares.size() > 1)
      for (std::size_t c = 0; c < curves.shares.size(); ++c) {
        for (std::size_t i = 0; i < height.size(); ++i) height[i] += curves.target[i] * curves.shares[c][i];
        QCPGraph* top = curveOn(m_x, m_y, curves.x, height, Qt::NoPen);
        top->setBrush(tinted(ChanceDrawing::proposalStyle(static_cast<int>(c), m_theme.dark).colour, 0.25f));
        top->setChannelFillGraph(below);
        below = top;
      }
    QCPGraph* whole = curveOn(m_x, m_y, curves.x, curves.target, QPen(m_theme.text, 1.6 * m_theme.lineScale));
    if (curves.shares.size() == 1) whole->setBrush(tinted(m_theme.text, 0.13f));
  }

  void addProposals() {
    for (std::size_t c = 0; c < m_picture.curves.proposals.size(); ++c) {
      const EstimatorStyle style = ChanceDrawing::proposalStyle(static_cast<int>(c), m_theme.dark);
      curveOn(m_x, m_y, m_picture.curves.x, m_picture.curves.proposals[c], style.pen(2 * m_theme.lineScale));
    }
  }

  void addIntegrand() {
    const auto& f = m_picture.curves.integrand;
    double low = 0, high = 0;
    for (const double value : f) {
      if (!std::isfinite(value)) continue;
      low = std::min(low, value);
      high = std::max(high, value);
    }
    const double room = 0.08 * std::max(high - low, 1e-9);
    m_f->setRange(m_picture.integrand.value_or(QCPRange(low - room, high + room)));
    curveOn(m_x, m_f, m_picture.curves.x, f, QPen(m_theme.faint, 1.6 * m_theme.lineScale, Qt::DotLine));
  }

  void addStems() {
    double highest = m_picture.state->showWeight ? most(m_picture.curves.weight) : 0;
    if (m_picture.hasRun()) {
      const auto& darts = m_picture.result->outcome.darts;
      const auto& weights = m_picture.result->outcome.methods.front().weights;
      highest = std::max(highest, most(weights));
      const std::size_t shown =
          m_picture.fallen < 0 ? darts.size() : std::min(darts.size(), static_cast<std::size_t>(m_picture.fallen));
      const int proposals = static_cast<int>(m_picture.curves.proposals.size());
      for (int c = 0; c < proposals; ++c) {
        QVector<double> x, w;
        for (std::size_t i = 0; i < shown; ++i) {
          if (darts[i].proposal != c) continue;
          x << darts[i].x;
          w << weights[i];
        }
        addStemsOf(c, x, w);
      }
    }
    m_w->setRange(m_picture.state->showWeight ? kLowest : 0, 1.1 * std::max(highest, 2 * kLowest));
  }

  void addStemsOf(int proposal, const QVector<double>& x, const QVector<double>& w) {
    constexpr qsizetype kFew = 300;
    EstimatorStyle style = ChanceDrawing::proposalStyle(proposal, m_theme.dark);
    style.colour = tinted(style.colour, x.size() > kFew ? 0.5f : 0.85f);
    QCPGraph* stems = m_plot.addGraph(m_x, m_w);
    stems->setLineStyle(QCPGraph::lsImpulse);
    stems->setPen(QPen(style.colour, m_theme.lineScale));
    stems->setData(x, w);
    QCPScatterStyle tip = scatterStyle(style, m_theme);
    tip.setSize((x.size() > kFew ? 3 : 6) * m_theme.lineScale);
    stems->setScatterStyle(tip);
  }

  void addHandles() {
    std::vector<ChanceHandle> handles = handlesOf(*m_picture.state);
    std::reverse(handles.begin(), handles.end());  // those of proposals lie above
    for (const ChanceHandle& handle : handles) {
      const QPointF at = ChanceDrawing::placeIn(m_picture, handle);
      const bool isTop = handle.grip == ChanceHandle::Grip::top, isFocus = m_picture.focus == handle;
      const QColor colour = handle.of == ChanceHandle::Of::proposal
                                ? ChanceDrawing::proposalStyle(handle.index, m_theme.dark).colour
                                : m_theme.text;
      const double size = (isTop ? 11 : 9) * m_theme.lineScale;
      const QCPScatterStyle style(isTop ? QCPScatterStyle::ssCircle : QCPScatterStyle::ssDiamond,
                                  QPen(colour, 2 * m_theme.lineScale), QBrush(m_theme.canvas), size);
      if (isFocus)
        addMarks(*m_x, *m_y, {at},
                 QCPScatterStyle(QCPScatterStyle::ssCircle, QPen(m_theme.accent, 3 * m_theme.lineScale), Qt::NoBrush,
                                 size + 8));
      addMarks(*m_x, *m_y, {at}, style);
    }
  }

  QCustomPlot& m_plot;
  const Theme& m_theme;
  const ChancePicture& m_picture;
  QCPAxisRect* m_rect;
  QCPAxis *m_x, *m_y, *m_f, *m_w;
};

// --- Running estimate ------------------------------------------------------------------------------------------------

/// Two standard deviations of the law around the truth, and how far it reaches where few samples have fallen.
void addLawBand(QCPAxis* x, QCPAxis* y, const Theme& theme, const ChancePicture& picture, double truth) {
  const imp::MethodLaw& law = picture.result->laws.methods.front();
  const omega::Index samples = picture.state->game.plan.samples();
  if (!law.variance || !std::isfinite(*law.variance)) return;
  std::vector<double> at, low, high;
  for (const omega::Index n : picture.result->outcome.methods.front().running_at) {
    const double two = 2 * imp::deviation_after(law, n, samples).value_or(0);
    at.push_back(static_cast<double>(n));
    low.push_back(truth - two);
    high.push_back(truth + two);
  }
  QCPGraph* below = curveOn(x, y, at, low, Qt::NoPen);
  QCPGraph* above = curveOn(x, y, at, high, Qt::NoPen);
  above->setBrush(tinted(theme.text, 0.12f));
  above->setChannelFillGraph(below);
}

/// `size`: of the numbers that stand on it.
double widthOfAxis(double needed, double size) {
  const double least = 1e-9 * std::abs(size);
  return needed > least ? needed : least > 0 ? least : 1e-6;
}

QCPRange runningRange(const ChancePicture& picture, double middle) {
  double reach = 0;
  constexpr std::size_t kUnseen = 15;  // of which nothing need be seen
  for (const imp::MethodOutcome& method : picture.result->outcome.methods)
    for (std::size_t i = std::min(kUnseen, method.running.size() / 8); i < method.running.size(); ++i)
      if (std::isfinite(method.running[i])) reach = std::max(reach, std::abs(method.running[i] - middle));
  const imp::MethodLaw& law = picture.result->laws.methods.front();
  if (picture.state->showTarget && law.variance && std::isfinite(*law.variance))
    reach = std::max(reach, std::min(4 * std::sqrt(*law.variance), 6 * reach));
  reach = 1.1 * widthOfAxis(reach, middle);
  return {middle - reach, middle + reach};
}

void fillRunning(QCustomPlot& plot, const Theme& theme, const ChancePicture& picture) {
  QCPAxisRect* rect = ChanceDrawing::rectOf(plot, ChanceDrawing::kRunning);
  QCPAxis *x = rect->axis(QCPAxis::atBottom), *y = rect->axis(QCPAxis::atLeft);
  styleAxis(*x, tr("samples fallen"), {}, AxisKind::Index);
  styleAxis(*y, tr("estimate"), {}, AxisKind::Linear);
  const double samples = static_cast<double>(picture.state->game.plan.samples());
  x->setRange(0, samples);
  const bool isTold = picture.state->showTarget;  // the band stands around the truth
  addTitle(plot, rect,
           isTold ? tr("running estimate over the samples fallen; the line is the truth, the band two standard "
                       "deviations by its law")
                  : tr("running estimate over the samples fallen"),
           theme);
  if (!picture.hasRun()) return;
  const imp::Law& law = picture.result->laws.truth;
  const double shown = picture.result->outcome.methods.front().estimate, other = std::isfinite(shown) ? shown : 0,
               truth = isTold ? law.value_or(other) : other;
  y->setRange(runningRange(picture, truth));
  if (isTold && law) {
    addLawBand(x, y, theme, picture, truth);
    addLine(*x, *y, {0, truth}, {samples, truth}, QPen(theme.text, 1.4 * theme.lineScale, Qt::DashLine));
  }
  for (int m = static_cast<int>(picture.result->outcome.methods.size()) - 1; m >= 0; --m) {
    const imp::MethodOutcome& method = picture.result->outcome.methods[static_cast<std::size_t>(m)];
    std::vector<double> at, value;
    for (std::size_t i = 0; i < method.running.size(); ++i) {
      if (picture.fallen >= 0 && method.running_at[i] > picture.fallen) break;
      at.push_back(static_cast<double>(method.running_at[i]));
      value.push_back(method.running[i]);
    }
    const EstimatorStyle style =
        ChanceDrawing::methodStyle(picture.result->asked.game.plan, static_cast<std::size_t>(m), theme.dark);
    QCPGraph* curve = curveOn(x, y, at, value, style.pen((m == 0 ? 2.2 : 1.4) * theme.lineScale));
    if (at.size() == 1) curve->setScatterStyle({QCPScatterStyle::ssDisc, 5 * theme.lineScale});  // no line has a point
  }
}

// --- Replicates ------------------------------------------------------------------------------------------------------

class Strips {
 public:
  Strips(QCustomPlot& plot, const Theme& theme, const ChancePicture& picture, double height)
      : m_plot(plot),
        m_theme(theme),
        m_picture(picture),
        m_height(height),
        m_rect(ChanceDrawing::rectOf(plot, ChanceDrawing::kReplicates)),
        m_x(m_rect->axis(QCPAxis::atBottom)),
        m_y(m_rect->axis(QCPAxis::atLeft)) {}

  void fill() {
    styleAxis(*m_x, tr("estimate of a whole run"), {}, AxisKind::Linear);
    styleAxis(*m_y, tr("replicates"), {}, AxisKind::Index);
    m_y->setTickLabels(false);
    m_y->setTicks(false);
    m_y->setRange(-(strips() - 1) * kStrip - below(), kTop);
    addTitle(m_plot, m_rect, title(), m_theme);
    if (!m_picture.hasRun()) return;
    m_x->setRange(m_picture.replicates.value_or(ChanceDrawing::replicatesOf(*m_picture.result)));
    for (int m = 0; m < static_cast<int>(m_picture.result->outcome.methods.size()); ++m) addStrip(m);
    const auto truth = m_picture.result->laws.truth;
    if (truth && m_picture.state->showTarget)
      addLine(*m_x, *m_y, {*truth, m_y->range().lower}, {*truth, m_y->range().upper},
              QPen(m_theme.text, 1.4 * m_theme.lineScale, Qt::DashLine));
  }

 private:
  double strips() const {
    return m_picture.hasRun() ? static_cast<double>(m_picture.result->outcome.methods.size()) : 1;
  }

  /// How much of the last strip lies below its base: the ends of its bar, marks on it and the mean are whole, which are
  /// as thick in a low strip as in a high one.
  double below() const {
    const double line = QFontMetricsF(m_theme.font).height(), height = std::max(2 * line, m_height - 4 * line),
                 all = (strips() - 1) * kStrip + kTop;
    const auto with = [&](double place, double width) {
      const double half = (width / 2 + 1) * m_theme.lineScale / height;  // of the height
      return (place + half * all) / (1 - half);
    };
    return std::max(with(kBar, kOwn), with(kMeanEnd, kMeanWidth));
  }

  QString title() const {
    return m_picture.state->showTarget
               ? tr("replicates: estimates of whole runs with fresh noise; mean (bar ± 1 sd), the dashed line is the "
                    "truth")
               : tr("replicates: estimates of whole runs with fresh noise; mean (bar ± 1 sd)");
  }

  /// Where the law is infinite, what replicates say of it means nothing: it is grey.
  bool isMeaningless(int m) const {
    const imp::Law& variance = m_picture.result->laws.methods[static_cast<std::size_t>(m)].variance;
    return variance && std::isinf(*variance);
  }

  void addStrip(int m) {
    const imp::MethodOutcome& method = m_picture.result->outcome.methods[static_cast<std::size_t>(m)];
    const imp::Plan& plan = m_picture.result->asked.game.plan;
    EstimatorStyle style = ChanceDrawing::methodStyle(plan, static_cast<std::size_t>(m), m_theme.dark);
    if (isMeaningless(m)) style.colour = m_theme.faint;
    const double base = -m * kStrip;
    int beyond = 0;
    const bool isFreeAtLeft = addDots(method, style, base, beyond);
    if (std::isfinite(method.mean) && std::isfinite(method.variance)) {
      const double sd = std::sqrt(method.variance);
      const QColor colour = isMeaningless(m) ? m_theme.faint : m_theme.text;
      QCPItemLine* bar = addLine(*m_x, *m_y, {method.mean - sd, base - kBar}, {method.mean + sd, base - kBar},
                                 QPen(colour, 2.4 * m_theme.lineScale));
      for (const auto set : {&QCPItemLine::setHead, &QCPItemLine::setTail})
        (bar->*set)(QCPLineEnding(QCPLineEnding::esBar, kBarEnd * m_theme.lineScale));
      addLine(*m_x, *m_y, {method.mean, base - kMeanEnd}, {method.mean, base + 0.05},
              QPen(colour, kMeanWidth * m_theme.lineScale));
    }
    addOwn(base);
    QString name = described(plan.methods[static_cast<std::size_t>(m)].text(plan.proposals.size()));
    if (beyond > 0) name += tr("; %n farther out", nullptr, beyond);
    // Above all lines, and where the heap is lower.
    QCPItemText* label =
        addWords(*m_x, *m_y, {isFreeAtLeft ? m_x->range().lower : m_x->range().upper, base + 0.98 * kStrip}, name,
                 Qt::AlignTop | (isFreeAtLeft ? Qt::AlignLeft : Qt::AlignRight), m_theme);
    label->setLayer(QStringLiteral("legend"));
    label->setBrush(tinted(m_theme.canvas, 0.7f));  // in low strips it lies over runs, which are seen through it
    label->setPadding({4, 0, 4, 0});
  }

  /// ± 1 sd of plain importance sampling if all samples came from one proposal, where there are several.
  void addOwn(double base) {
    const auto& own = m_picture.result->laws.own_variance;
    const auto truth = m_picture.result->laws.truth;
    if (own.size() < 2 || !truth || !m_picture.state->showTarget) return;
    for (std::size_t c = 0; c < own.size(); ++c) {
      if (!own[c] || !std::isfinite(*own[c])) continue;
      const double sd = std::sqrt(*own[c]);
      QCPScatterStyle mark =
          scatterStyle(ChanceDrawing::proposalStyle(static_cast<int>(c), m_theme.dark), m_theme, true);
      mark.setSize(kOwn * m_theme.lineScale);
      addMarks(*m_x, *m_y, {{*truth - sd, base - kBar}, {*truth + sd, base - kBar}}, mark);
    }
  }

  /// Returns whether the left third of the heap is no higher than the right one.
  bool addDots(const imp::MethodOutcome& method, const EstimatorStyle& style, double base, int& beyond) {
    const QCPRange range = m_x->range();
    std::vector<int> stack(kBins, 0);
    std::vector<std::pair<double, int>> dots;
    int highest = 1;
    for (const double estimate : method.estimates) {
      if (!std::isfinite(estimate)) continue;
      const auto bin = static_cast<int>((estimate - range.lower) / range.size() * kBins);
      if (estimate < range.lower || bin < 0 || bin >= kBins) {
        ++beyond;
        continue;
      }
      dots.emplace_back(range.lower + (bin + 0.5) / kBins * range.size(), stack[static_cast<std::size_t>(bin)]++);
      highest = std::max(highest, stack[static_cast<std::size_t>(bin)]);
    }
    std::vector<QPointF> points;
    const double step = std::min(0.05, heap() * kStrip / highest);
    for (const auto& [at, place] : dots) points.emplace_back(at, base + 0.04 + step * place);
    EstimatorStyle dot = style;
    dot.marker = Marker::Circle;
    QCPScatterStyle scatter = scatterStyle(dot, m_theme);
    scatter.setSize(4 * m_theme.lineScale);
    addMarks(*m_x, *m_y, points, scatter)->setAdaptiveSampling(true);  // there may be thousands
    addRun(method, style, base);
    constexpr int kThird = kBins / 3;
    return *std::max_element(stack.begin(), stack.begin() + kThird) <=
           *std::max_element(stack.end() - kThird, stack.end());
  }

  /// How high a heap may be in its strip: in low ones no higher than the words there.
  double heap() const {
    constexpr double kLeast = 0.25;
    const double line = QFontMetricsF(m_theme.font).height();
    // Around the strips stand a title and the numbers of an axis.
    const double strip = (m_height - 2.5 * line) * kStrip / m_y->range().size();
    return strip > 0 ? std::clamp(1 - line / strip, kLeast, kHeap) : kLeast;
  }

  /// The run above.
  void addRun(const imp::MethodOutcome& method, const EstimatorStyle& style, double base) {
    if (!std::isfinite(method.estimate)) return;
    QCPScatterStyle ring = scatterStyle(style, m_theme, true);
    ring.setSize(9 * m_theme.lineScale);
    addMarks(*m_x, *m_y, {{method.estimate, base + 0.04}}, ring);
  }

  QCustomPlot& m_plot;
  const Theme& m_theme;
  const ChancePicture& m_picture;
  double m_height;  // with what stands around them
  QCPAxisRect* m_rect;
  QCPAxis *m_x, *m_y;
};

double heightAt(const std::vector<double>& x, const std::vector<double>& y, double at) {
  if (x.empty() || at <= x.front() || at >= x.back()) return 0;
  const auto right = static_cast<std::size_t>(std::upper_bound(x.begin(), x.end(), at) - x.begin());
  const double part = (at - x[right - 1]) / (x[right] - x[right - 1]);
  return std::lerp(y[right - 1], y[right], part);
}

}  // namespace

const imp::Curves& KeptCurves::of(const imp::Game& game, imp::Interval interval) {
  if (const std::pair asked(game, interval); m_asked != asked) {
    m_curves = imp::curves(game, interval, kPoints);
    m_asked = asked;
  }
  return m_curves;
}

void ChanceDrawing::setUp(QCustomPlot& plot) {
  plot.plotLayout()->clear();
  for (int row = 0; row < 3; ++row) plot.plotLayout()->addElement(row, 0, new QCPAxisRect(&plot));
  plot.plotLayout()->setRowStretchFactors({std::begin(kRows), std::end(kRows)});
  QCPAxisRect* top = rectOf(plot, kDensities);
  top->axis(QCPAxis::atRight)->setVisible(true);
  top->axis(QCPAxis::atRight)->setTickLabels(true);
  top->addAxis(QCPAxis::atRight);
  auto* margins = new QCPMarginGroup(&plot);  // x of all three begins at one place
  for (const Part part : {kDensities, kRunning, kReplicates}) rectOf(plot, part)->setMarginGroup(QCP::msLeft, margins);
}

int ChanceDrawing::leastHeight(const Theme& theme) {
  constexpr int kLines = 17;  // about six for each of the three, with their titles and numbers
  return kLines * QFontMetrics(theme.font).lineSpacing();
}

void ChanceDrawing::fill(QCustomPlot& plot, const Theme& theme, const ChancePicture& picture, double height) {
  plot.clearPlottables();
  plot.clearItems();
  applyStyle(plot, theme);
  plot.plotLayout()->setRowSpacing(theme.roomOfRing());
  const int top = static_cast<int>(QFontMetricsF(theme.bold()).height()) + 2;
  for (const Part part : {kDensities, kRunning, kReplicates}) rectOf(plot, part)->setMinimumMargins({4, top, 10, 4});
  Densities(plot, theme, picture).fill();
  fillRunning(plot, theme, picture);
  Strips(plot, theme, picture, kRows[kReplicates] / kAllRows * (height - 2 * theme.roomOfRing())).fill();
  constexpr double kLow = 28;  // letters: in less, words of axes take the room of curves, and titles say what they are
  if (height < kLow * theme.font.pixelSize())
    for (const Part part : {kDensities, kRunning, kReplicates})
      for (const auto side : {QCPAxis::atBottom, QCPAxis::atLeft}) rectOf(plot, part)->axis(side)->setLabel({});
}

std::optional<ChanceDrawing::Part> ChanceDrawing::pictureWith(const QString& part) {
  static const std::map<QString, Part> s_parts = {
      {QStringLiteral("curves"), kDensities},      {QStringLiteral("stems"), kDensities},
      {QStringLiteral("estimate"), kRunning},      {QStringLiteral("truth"), kRunning},
      {QStringLiteral("replicates"), kReplicates}, {QStringLiteral("bias"), kReplicates},
      {QStringLiteral("width"), kReplicates}};
  const auto found = s_parts.find(part);
  return found != s_parts.end() ? std::optional(found->second) : std::nullopt;
}

QPointF ChanceDrawing::placeIn(const ChancePicture& picture, const ChanceHandle& handle) {
  const double x = placeOf(*picture.state, handle);
  const std::vector<double>& y = handle.of == ChanceHandle::Of::proposal
                                     ? picture.curves.proposals[static_cast<std::size_t>(handle.index)]
                                     : picture.curves.target;
  return {x, heightAt(picture.curves.x, y, x)};
}

EstimatorStyle ChanceDrawing::proposalStyle(int proposal, bool dark) {
  static const QRgb light[] = {0x0a5fb4, 0xb44700, 0x00705a, 0x8a2f8a, 0x7a6000};
  static const QRgb night[] = {0x6fb4ff, 0xff9a5c, 0x4fd1b0, 0xe59be5, 0xe2c34f};
  static const Marker markers[] = {Marker::Circle, Marker::Square, Marker::Triangle, Marker::Diamond, Marker::Star};
  const auto at = static_cast<std::size_t>(proposal % 5);
  EstimatorStyle style{QColor(dark ? night[at] : light[at]), markers[at], {}};
  if (proposal > 0) style.dash = {6.0, 1.0 + static_cast<double>(proposal)};
  return style;
}

EstimatorStyle ChanceDrawing::methodStyle(const imp::Plan& plan, std::size_t method, bool dark) {
  const auto name = [&](std::size_t m) { return std::pair(plan.methods[m].text(plan.proposals.size()), m); };
  std::size_t before = 0;  // by name: where it stands in the list changes
  for (std::size_t m = 0; m < plan.methods.size(); ++m) before += name(m) < name(method);
  static const QRgb light[] = {0x1f1f8f, 0xa3003c, 0x2f6f2f};
  static const QRgb night[] = {0xb9b9ff, 0xff9ab8, 0x9fdc9f};
  static const Marker markers[] = {Marker::Circle, Marker::Square, Marker::Triangle};
  EstimatorStyle style{QColor(dark ? night[before] : light[before]), markers[before], {}};
  if (before > 0) style.dash = {4.0, 1.0 + 1.5 * static_cast<double>(before)};
  return style;
}

QCPRange ChanceDrawing::replicatesOf(const ChanceResult& result) {
  double low = result.laws.truth.value_or(result.outcome.methods.front().estimate), high = low;
  for (const imp::MethodOutcome& method : result.outcome.methods) {
    std::vector<double> sorted;
    for (const double estimate : method.estimates)
      if (std::isfinite(estimate)) sorted.push_back(estimate);
    if (sorted.empty()) continue;
    std::sort(sorted.begin(), sorted.end());
    low = std::min(low, omega::quantile(sorted, 0.01));
    high = std::max(high, omega::quantile(sorted, 0.99));
  }
  const double room = 0.08 * widthOfAxis(high - low, std::max(std::abs(low), std::abs(high)));
  return {low - room, high + room};
}

}  // namespace omegascope
