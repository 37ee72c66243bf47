#include "views/train/curves_drawing.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "language/language.h"
#include "views/train/run_words.h"

namespace omegascope {

using namespace omega::train;

namespace {

constexpr double kNear = 16;            // pixels
constexpr double kHighestLoss = 4;      // a first step far off would flatten the rest; one can zoom out to it
constexpr double kMarkersApart = 26;    // pixels
constexpr qsizetype kPieceOfLine = 64;  // points
constexpr double kBelow = 0.04;         // room for marks at 0 and 100 %, as a share of the axis
constexpr double kTrainingWidth = 1.3;  // the rim of a thinner line would be fainter than its colour
constexpr float kRawInk = 0.55f, kUnderInk = 0.25f;
constexpr double kSeen = 3.1, kUnderSeen = 1.75;  // contrast with the canvas, before it is rounded to a pixel

/// A line with marks that are so far apart on the screen, on whatever axis. Noise is thousands of steep strokes side by
/// side, and as one outline they would take Qt a time that grows as their number squared: it paints them in pieces.
class MarkedLine : public QCPGraph {
 public:
  using QCPGraph::QCPGraph;

 protected:
  void drawLinePlot(QCPPainter* painter, const QVector<QPointF>& line) const override {
    if (painter->pen().style() != Qt::SolidLine || painter->modes().testFlag(QCPPainter::pmVectorized))
      return QCPGraph::drawLinePlot(painter, line);  // dashes go on along a line, and files are read as one
    for (qsizetype first = 0; first + 1 < line.size(); first += kPieceOfLine)
      QCPGraph::drawLinePlot(painter, line.mid(first, kPieceOfLine + 1));
  }
  void drawScatterPlot(QCPPainter* painter, const QVector<QPointF>& scatters,
                       const QCPScatterStyle& style) const override {
    QVector<QPointF> apart;
    for (const QPointF& at : scatters)
      if (apart.isEmpty() || at.x() - apart.last().x() >= kMarkersApart) apart << at;
    QCPGraph::drawScatterPlot(painter, apart, style);
  }
};

}  // namespace

double placeOfStep(const Record& record, omega::Index step, bool isOverTime) {
  return isOverTime ? record.seconds_until(step) : static_cast<double>(step);
}

std::vector<double> smoothed(const std::vector<double>& values, double smoothing) {
  constexpr double kNothing = 1e-20;  // beside 1; numbers near 1e-308 would be slow
  std::vector<double> all;
  all.reserve(values.size());
  double mean = 0, left = 1;
  for (const double value : values) {
    mean = smoothing * mean + (1 - smoothing) * value;
    left = left < kNothing ? 0 : left * smoothing;
    all.push_back(mean / (1 - left));
  }
  return all;
}

QColor trainingInk(const QColor& hue, const Theme& theme, bool isUnder) {
  constexpr float kMore = 0.05f;
  const auto onCanvas = [&](float ink) {
    const auto mixed = [ink](int own, int behind) { return qRound(behind + ink * static_cast<float>(own - behind)); };
    return QColor(mixed(hue.red(), theme.canvas.red()), mixed(hue.green(), theme.canvas.green()),
                  mixed(hue.blue(), theme.canvas.blue()));
  };
  float ink = isUnder ? kUnderInk : kRawInk;
  while (ink < 1 && contrast(onCanvas(ink), theme.canvas) < (isUnder ? kUnderSeen : kSeen))
    ink = std::min(1.0f, ink + kMore);
  return onCanvas(ink);
}

CurvesDrawing::CurvesDrawing(QCustomPlot& plot, std::vector<RunCurve> curves, const CurvesLook& look)
    : m_plot(plot), m_curves(std::move(curves)), m_look(look) {
  // When the steps before the first validation were taken is not known: they would all stand at 0.
  if (look.isOverTime)
    std::erase_if(m_curves, [this](const RunCurve& curve) {
      const bool isUntimed = curve.picture->record.validations.empty();
      if (isUntimed) m_untimed << curve.name;
      return isUntimed;
    });
  plot.clearPlottables();
  plot.clearItems();
  plot.plotLayout()->clear();
  plot.plotLayout()->simplify();
  addAxes();
  addChance();
  std::stable_partition(m_curves.begin(), m_curves.end(), [](const RunCurve& curve) { return !curve.isCurrent; });
  if (look.training)
    for (const RunCurve& curve : m_curves) addTraining(curve);
  if (look.validation)
    for (const RunCurve& curve : m_curves) addValidation(curve);
  if (!m_untimed.isEmpty())
    addWords(m_loss, tr("%1: no time is known before the first validation").arg(m_untimed.join(QStringLiteral(", "))),
             m_loss->axis(QCPAxis::atLeft)->range().upper * 0.02);
}

void CurvesDrawing::addAxes() {
  auto* margins = new QCPMarginGroup(&m_plot);
  m_loss = new QCPAxisRect(&m_plot);
  m_accuracy = new QCPAxisRect(&m_plot);
  int row = 0;
  for (QCPAxisRect* rect : {m_loss, m_accuracy}) {
    m_plot.plotLayout()->addElement(row++, 0, rect);
    rect->setMarginGroup(QCP::msLeft | QCP::msRight, margins);
  }
  m_plot.plotLayout()->setRowSpacing(2);
  applyStyle(m_plot, m_look.theme);
  setRanges();
}

void CurvesDrawing::setRanges() {
  double last = m_look.isOverTime ? 0.1 : 10;
  m_highestLoss = 0.1;
  for (const RunCurve& curve : m_curves) {
    last = std::max(last, placeOf(curve, curve.picture->state.step));
    for (const ValidationRecord& v : curve.picture->record.validations)
      if (std::isfinite(v.loss)) m_highestLoss = std::max(m_highestLoss, v.loss);
    for (const StepRecord& s : curve.picture->record.steps)
      if (std::isfinite(s.loss)) m_highestLoss = std::max(m_highestLoss, s.loss);
  }
  m_highestLoss *= 1.05;
  for (QCPAxisRect* rect : {m_loss, m_accuracy}) {
    QCPAxis& across = *rect->axis(QCPAxis::atBottom);
    const QString title = m_look.isOverTime ? tr("training time") : tr("step");
    styleAxis(across, rect == m_accuracy ? title : QString(),
              rect == m_accuracy && m_look.isOverTime ? QStringLiteral("s") : QString(),
              m_look.isOverTime ? AxisKind::Linear
              : m_look.isLog    ? AxisKind::Log10
                                : AxisKind::Index);
    if (m_look.isOverTime) setShortTitle(across, QStringLiteral("s"));
    across.setRange(m_look.isLog && !m_look.isOverTime ? 1 : 0, last * 1.01);
    across.setTickLabels(rect == m_accuracy);
  }
  styleAxis(*m_loss->axis(QCPAxis::atLeft), tr("loss"), {}, AxisKind::Linear);
  m_loss->axis(QCPAxis::atLeft)
      ->setRange(-kBelow * std::min(m_highestLoss, kHighestLoss), std::min(m_highestLoss, kHighestLoss));
  styleAxis(*m_accuracy->axis(QCPAxis::atLeft), tr("accuracy"), QStringLiteral("%"), AxisKind::Linear);
  setShortTitle(*m_accuracy->axis(QCPAxis::atLeft), QStringLiteral("%"));
  m_accuracy->axis(QCPAxis::atLeft)->setRange(-100 * kBelow, 100 * (1 + kBelow));
}

/// The accuracy of always saying the most frequent class, for each task that is drawn.
void CurvesDrawing::addChance() {
  constexpr double kLine = 6;  // percent that words are high, on a low plot
  std::set<double> all;
  for (const RunCurve& curve : m_curves) all.insert(100 * curve.picture->record.chance);
  double last = -kLine;
  for (const double percent : all) {
    addChance(percent);
    if (percent - last < kLine) continue;  // the words below say it
    addWords(m_accuracy, tr("chance"), percent + 1);
    last = percent;
  }
}

void CurvesDrawing::addChance(double chance) {
  const auto& across = m_accuracy->axis(QCPAxis::atBottom)->range();
  QPen pen(m_look.theme.faint, m_look.theme.lineScale);
  pen.setDashPattern({2, 3});
  addLine(m_accuracy, {across.lower, across.upper}, {chance, chance}, pen);
}

/// At the right, standing on a height of the vertical axis.
void CurvesDrawing::addWords(QCPAxisRect* rect, const QString& text, double height) {
  auto* words = new QCPItemText(&m_plot);
  words->setClipAxisRect(rect);
  words->setLayer(QStringLiteral("overlay"));  // readable over what is drawn there
  words->setBrush(tinted(m_look.theme.canvas, 0.75f));
  words->setText(text);
  words->setFont(m_look.theme.scaled(kSmallText));
  words->setColor(m_look.theme.faint);
  words->setPositionAlignment(Qt::AlignRight | Qt::AlignBottom);
  words->position->setAxisRect(rect);
  words->position->setAxes(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft));
  words->position->setTypeX(QCPItemPosition::ptAxisRectRatio);
  words->position->setTypeY(QCPItemPosition::ptPlotCoords);
  words->position->setCoords(0.995, height);
}

void CurvesDrawing::addLine(QCPAxisRect* rect, const std::vector<double>& x, const std::vector<double>& y,
                            const QPen& pen, const EstimatorStyle* marked) {
  auto* graph = new MarkedLine(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft));
  graph->setPen(pen);
  graph->setData(QVector<double>(x.begin(), x.end()), QVector<double>(y.begin(), y.end()), true);
  if (marked != nullptr) graph->setScatterStyle(scatterStyle(*marked, m_look.theme));
}

/// Loss and accuracy of records.
template <class Records>
void CurvesDrawing::addLines(const RunCurve& curve, const Records& records, const QPen& pen, double smoothing,
                             const EstimatorStyle* marked) {
  std::vector<double> steps, losses, accuracies;
  for (const auto& r : records) {
    steps.push_back(placeOf(curve, r.step));
    losses.push_back(r.loss);
    accuracies.push_back(100 * r.accuracy);
  }
  if (smoothing > 0) {
    losses = smoothed(losses, smoothing);
    accuracies = smoothed(accuracies, smoothing);
  }
  addLine(m_loss, steps, losses, pen, marked);
  addLine(m_accuracy, steps, accuracies, pen, marked);
}

/// Paler than what lies over it. A noisy line has no place for dashes; where no validation is drawn, it has the marks.
void CurvesDrawing::addTraining(const RunCurve& curve) {
  const EstimatorStyle style = runStyle(curve.look, m_look.theme.dark);
  const EstimatorStyle* marked = m_look.validation ? nullptr : &style;
  const QColor hue = style.colour;
  const bool isSmooth = m_look.smoothing > 0, isUnder = isSmooth || m_look.validation;
  const double width = kTrainingWidth * m_look.theme.lineScale;
  addLines(curve, curve.picture->record.steps,
           QPen(trainingInk(hue, m_look.theme, isUnder), isUnder ? m_look.theme.lineScale : width), 0,
           isSmooth ? nullptr : marked);
  if (isSmooth)
    addLines(curve, curve.picture->record.steps,
             QPen(m_look.validation ? trainingInk(hue, m_look.theme, false) : hue, width), m_look.smoothing, marked);
}

void CurvesDrawing::addValidation(const RunCurve& curve) {
  const EstimatorStyle style = runStyle(curve.look, m_look.theme.dark);
  addLines(curve, curve.picture->record.validations, style.pen(2 * m_look.theme.lineScale), 0, &style);
}

// --- Under the pointer -----------------------------------------------------------------------------------------------

QPointF CurvesDrawing::pixelOf(const QCPAxisRect* rect, double across, double value) const {
  return {rect->axis(QCPAxis::atBottom)->coordToPixel(across), rect->axis(QCPAxis::atLeft)->coordToPixel(value)};
}

CurvesDrawing::Spot CurvesDrawing::spotAt(QPointF pixel) const {
  const QCPAxisRect* under = nullptr;
  for (const QCPAxisRect* rect : {m_loss, m_accuracy})
    if (rect->rect().contains(pixel.toPoint())) under = rect;
  if (under == nullptr) return {};
  const QCPAxis* across = under->axis(QCPAxis::atBottom);
  const double left = across->pixelToCoord(pixel.x() - kNear), right = across->pixelToCoord(pixel.x() + kNear);
  Spot found;
  double nearest = kNear;
  const auto seek = [&](const RunCurve& curve, const auto& records, bool isValidation) {
    // In the order of steps: only those near the pointer are looked at.
    const auto first = std::lower_bound(records.begin(), records.end(), left,
                                        [&](const auto& r, double at) { return placeOf(curve, r.step) < at; });
    for (auto r = first; r != records.end() && placeOf(curve, r->step) <= right; ++r) {
      const QPointF away =
          pixelOf(under, placeOf(curve, r->step), under == m_loss ? r->loss : 100 * r->accuracy) - pixel;
      const double distance = std::hypot(away.x(), away.y());
      if (!(distance < nearest)) continue;
      nearest = distance;
      found = {&curve, isValidation, static_cast<std::size_t>(r - records.begin())};
    }
  };
  for (const RunCurve& curve : m_curves) {
    if (m_look.validation) seek(curve, curve.picture->record.validations, true);
    if (m_look.training) seek(curve, curve.picture->record.steps, false);
  }
  return found;
}

}  // namespace omegascope
