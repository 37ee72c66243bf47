#include "views/output/output_panel.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QPainter>
#include <QScrollArea>
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <optional>
#include <set>

#include "core/text.h"
#include "diagnostics/bias_judge.h"
#include "diagnostics/density.h"
#include "jobs/rows.h"
#include "language/language.h"
#include "model/token_names.h"
#include "views/cover.h"
#include "views/rich_text.h"
#include "views/sample_weights.h"
#include "views/truth_names.h"
#include "widgets/accessible_canvas.h"
#include "widgets/controls.h"
#include "widgets/plot_redraw.h"
#include "widgets/plot_style.h"
#include "widgets/ticks.h"

namespace omegascope {

namespace {

constexpr double kMarker = 10;
constexpr int kEllipsePoints = 72;
// A table of more dimensions than this to choose from would not be read.
constexpr int kMenuDims = 16;
constexpr std::array kDraws = {32, 64, 256, 1024};

bool isEstimate(const Card& card) { return !card.isTruth(); }

void addPoints(QCustomPlot& plot, const std::vector<QPointF>& points, const QCPScatterStyle& style,
               const QString& layer = QStringLiteral("axes")) {
  addMarks(*plot.xAxis, *plot.yAxis, points, style)->setLayer(layer);
}

/// Above everything else.
QCPItemLine* addLineAbove(QCustomPlot& plot, QPointF from, QPointF to, const QPen& pen) {
  QCPItemLine* line = addLine(*plot.xAxis, *plot.yAxis, from, to, pen);
  line->setLayer(QStringLiteral("overlay"));
  return line;
}

/// Beside a mark.
void addName(QCustomPlot& plot, const Theme& theme, QPointF at, const QString& words,
             Qt::Alignment side = Qt::AlignLeft | Qt::AlignBottom) {
  addWords(*plot.xAxis, *plot.yAxis, at, QStringLiteral("  %1  ").arg(words), side, theme)
      ->setLayer(QStringLiteral("overlay"));
}

QCPScatterStyle sized(QCPScatterStyle style, double size) {
  style.setSize(size);
  return style;
}

/// Not in percent: bias² may be 0 or below.
QString plusMinus(double value, double error) {
  if (std::isfinite(value) && std::isfinite(error)) return formatWithError(value, error, QLocale());
  return std::isnan(error) ? numberText(value, 3)
                           : QStringLiteral("%1 ± %2").arg(numberText(value, 3), numberText(error, 2));
}

}  // namespace

OutputPanel::OutputPanel(Workbench& workbench, QWidget* parent)
    : Panel(workbench, QStringLiteral("output"), tr("Output"), parent) {
  auto* layout = inset(new QVBoxLayout(this), kPanelMargins);
  m_empty = wrapped(new QLabel(this));
  layout->addWidget(m_empty);
  layout->addWidget(remedyButton(), 0, Qt::AlignLeft);
  m_body = new QWidget(this);
  auto* row = bare(new QHBoxLayout(m_body));
  m_plot = new QCustomPlot(m_body);
  m_plot->setMinimumSize(160, 90);
  nameCanvas(*m_plot, tr("Estimates of the output of the shown query"), [this] { return plotWords(); });
  row->addWidget(m_plot, 3);
  m_table = new QLabel;
  m_table->setWordWrap(true);
  m_table->setAlignment(Qt::AlignTop | Qt::AlignLeft);
  m_table->setTextInteractionFlags(Qt::TextSelectableByMouse);
  auto* scroll = new QScrollArea(m_body);
  scroll->setAccessibleName(tr("Errors of the estimates"));
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setWidgetResizable(true);
  scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  scroll->setWidget(m_table);
  row->addWidget(scroll, 2);
  layout->addWidget(m_body, 1);
  layout->addStretch();
  endHoverOnLeave(m_plot);
  connect(m_plot, &QCustomPlot::mousePress, this, [this](QMouseEvent* event) {
    if (const int card = cardAt(event->position()); card >= 0) toggleCard(card);
  });
  connect(m_plot, &QCustomPlot::mouseMove, this, &OutputPanel::onMoved);
  connect(m_plot, &QCustomPlot::mouseDoubleClick, this, [this](QMouseEvent* event) {
    if (cardAt(event->position()) < 0) letGo();
  });
}

QRectF OutputPanel::placeOf(const QString& part) const {
  if (m_body->isHidden()) return {};
  const QWidget* numbers = m_table->parentWidget()->parentWidget();  // with its scroll bar
  const bool isNumber = part == QStringLiteral("mse");
  static const QStringList s_inPlot = {QStringLiteral("truth"), QStringLiteral("cloud"), QStringLiteral("bias"),
                                       QStringLiteral("ellipse")};
  if (!isNumber && !s_inPlot.contains(part)) return {};
  const QWidget* shown = isNumber ? numbers : m_plot;
  return QRectF(shown->rect()).translated(shown->mapTo(this, QPoint()));
}

QString OutputPanel::help() const {
  return tr(
      "<b>The output of query n</b><p>Attention gives y<sub>n</sub>; each estimate ŷ<sub>n</sub> of it is random. The "
      "plot shows the truth (cross), this draw's estimates (large), those of many draws (small), the ellipse of two "
      "standard deviations around their mean, and the arrow from the truth to that mean. The bar at its tip is what "
      "chance keeps the mean of an unbiased estimate within in 95 of 100 queries, for clouds that are about normal: "
      "two "
      "standard errors each way, 2.45 in a plane, more of few draws; there is no arrow where it would be no longer "
      "than "
      "that. So chance alone draws one for up to five queries of a hundred: it is dashed where the draws show no bias "
      "over all queries, or cannot tell.</p><p>Its mean squared error is bias² and variance. The "
      "numbers are means over all queries (of a long sequence over some of them) and dimensions of this head, with "
      "standard errors; bias² is without what chance alone would show and may be below 0. Whether it counts as a bias "
      "is judged by the draws: of right estimators at most one in a hundred is called biased. Where they cannot tell, "
      "⋮ ▸ Draws makes more of them.</p><p>While nothing but options of the estimators changes, the axes only grow, so "
      "that clouds are seen to shrink; a double-click fits them to what is shown now.</p><p><b>Look for</b> a "
      "cloud that misses the truth (bias) and a cloud that is wide (variance). More samples shrink the cloud; unbiased "
      "estimators such as ra have none of the first.</p>");
}

QStringList OutputPanel::equations() const {
  return {QStringLiteral("y_n = Σ_m π_nm v_m"),
          QStringLiteral("E[‖ŷ_n − y_n‖²] = ‖E[ŷ_n] − y_n‖² + E[‖ŷ_n − E[ŷ_n]‖²]")};
}

// --- What is shown ---------------------------------------------------------------------------------------------------

QString OutputPanel::emptyText() const {
  if (const QString missing = missingText(); !missing.isEmpty()) return missing;
  const std::vector<const Card*> cards = visibleCards();
  if (std::none_of(cards.begin(), cards.end(), [](const Card* card) { return isEstimate(*card); }))
    return tr("Nothing to compare with softmax yet. Show rfa or lara to see its estimates.");
  if (snapshot().query < 0) return tr("Hover or click a row of a map to see the output of its query.");
  if (!clouds().empty()) return {};
  if (isMissing(isEstimate)) return comingText();
  for (const CardResult& result : snapshot().cards)
    if (!result.error.empty()) return QString::fromStdString(result.error);
  return comingText();  // its estimate for this query
}

bool OutputPanel::isDrawn(const CardResult& result) const {
  const Card* card = workbench().document().card(result.card);
  return card != nullptr && result.result && isEstimate(*card);
}

std::vector<OutputPanel::Cloud> OutputPanel::clouds() const {
  std::vector<Cloud> all;
  for (const CardResult& result : snapshot().cards) {
    Cloud one;
    one.now = result.outputOf(snapshot().query);
    if (one.now.empty() || !isDrawn(result)) continue;
    one.card = workbench().document().card(result.card);
    one.cloud = snapshot().cloud(result.card);
    if (one.cloud && one.cloud->mean.size() != one.now.size()) one.cloud = nullptr;
    one.truth = &snapshot().truth(snapshot().truthOf(result.card));
    one.lane = static_cast<int>(all.size());
    all.push_back(std::move(one));
  }
  return all;
}

QPointF OutputPanel::place(const double* y, int lane) const {
  return {y[shownDim(false)], isStrip() ? -lane : y[shownDim(true)]};
}

// --- Picture ---------------------------------------------------------------------------------------------------------

/// The ellipse of two standard deviations, or a bar in one dimension; its mean; the arrow of the bias.
void OutputPanel::addSpread(QCustomPlot& plot, const EstimatorStyle& style, const Theme& theme,
                            const Cloud& one) const {
  const std::vector<double>& mean = one.cloud->mean;
  const auto size = mean.size(), a = static_cast<std::size_t>(shownDim(false)),
             b = static_cast<std::size_t>(shownDim(true));
  const QPointF centre = place(mean.data(), one.lane);
  const double xx = std::sqrt(std::max(0.0, one.cloud->covariance[a * size + a]));
  if (!one.cloud->deterministic && xx > 0) {
    const double yx = isStrip() ? 0 : one.cloud->covariance[b * size + a] / xx;
    const double yy = isStrip() ? 0.3 / 2 : std::sqrt(std::max(0.0, one.cloud->covariance[b * size + b] - yx * yx));
    auto* ellipse = new QCPCurve(plot.xAxis, plot.yAxis);
    QVector<double> t, x, y;
    for (int i = 0; i <= kEllipsePoints; ++i) {
      const double angle = 2 * std::numbers::pi * i / kEllipsePoints, u = 2 * std::cos(angle), v = 2 * std::sin(angle);
      t << i, x << centre.x() + xx * u, y << centre.y() + yx * u + yy * v;
    }
    ellipse->setData(t, x, y, true);
    ellipse->setPen(style.pen(1.6 * theme.lineScale));
    ellipse->setBrush(tinted(style.colour, 0.08f * style.colour.alphaF()));
  }
  addBiasArrow(plot, style.colour, theme, one);
}

/// What chance keeps the mean of all draws within, 95 times of 100, along the way from the truth to it, as shown.
double OutputPanel::chanceOfMean(const Cloud& one) const {
  const std::vector<double>& mean = one.cloud->mean;
  const QPointF way = place(mean.data(), one.lane) - place(one.truth->y.data(), one.lane);
  const double length = std::hypot(way.x(), way.y());
  if (one.cloud->deterministic || length == 0) return 0;
  std::vector<double> unit(mean.size(), 0.0);
  unit[static_cast<std::size_t>(shownDim(false))] += way.x() / length;
  if (!isStrip()) unit[static_cast<std::size_t>(shownDim(true))] += way.y() / length;
  const auto size = static_cast<omega::Index>(mean.size());
  return omega::bound_of_mean({one.cloud->covariance.data(), size, size}, unit, !isStrip(), one.draws());
}

/// From the truth to the mean of all draws, with what chance may add to that mean across its tip; nothing where it is
/// not longer than that, and dashed where the draws do not say that there is a bias: of many queries chance alone draws
/// it for some.
void OutputPanel::addBiasArrow(QCustomPlot& plot, const QColor& colour, const Theme& theme, const Cloud& one) const {
  if (one.truth->y.empty()) return;  // still to come
  const QPointF centre = place(one.cloud->mean.data(), one.lane), truth = place(one.truth->y.data(), one.lane),
                way = centre - truth;
  const double length = std::hypot(way.x(), way.y()), errors = chanceOfMean(one);
  if (length <= errors) return;
  const bool isBias = one.cloud->deterministic || omega::judge_bias(one.cloud->summary) == omega::Bias::visible;
  addLineAbove(plot, truth, centre, QPen(colour, 1.8 * theme.lineScale, isBias ? Qt::SolidLine : Qt::DashLine))
      ->setHead(QCPLineEnding(QCPLineEnding::esSpikeArrow, 6 * theme.lineScale, 8 * theme.lineScale));
  if (errors == 0) return;
  const QPointF reach = way * (errors / length);
  QCPItemLine* spread = addLineAbove(plot, centre - reach, centre + reach, QPen(theme.text, 1.2 * theme.lineScale));
  for (const auto set : {&QCPItemLine::setHead, &QCPItemLine::setTail})
    (spread->*set)(QCPLineEnding(QCPLineEnding::esBar, 7 * theme.lineScale));
}

void OutputPanel::addCloud(QCustomPlot& plot, const Theme& theme, const Cloud& one) const {
  const bool old = one.cloud && one.cloud->query != snapshot().query;
  const bool behind = workbench().isBehind(one.card->id);
  const EstimatorStyle style = styleOf(*one.card, theme.dark, behind);
  if (one.cloud && !old) {
    EstimatorStyle faint = style;
    faint.colour.setAlphaF(behind ? 0.2f : 0.45f);
    std::vector<QPointF> points;
    for (std::size_t i = 0; i + one.now.size() <= one.cloud->y.size(); i += one.now.size())
      points.push_back(place(one.cloud->y.data() + i, one.lane));
    addPoints(plot, points, sized(scatterStyle(faint, theme), 4.5 * theme.lineScale), QStringLiteral("main"));
    addSpread(plot, style, theme, one);
  }
  EstimatorStyle ring = style;
  ring.colour = theme.canvas;
  addPoints(plot, {place(one.now.data(), one.lane)},
            sized(scatterStyle(ring, theme), (kMarker + 3.5) * theme.lineScale));
  addPoints(plot, {place(one.now.data(), one.lane)}, sized(scatterStyle(style, theme), kMarker * theme.lineScale));
}

std::vector<const ShownTruth*> OutputPanel::truthsOf(const std::vector<Cloud>& all) const {
  std::vector<const ShownTruth*> held;
  for (const ShownTruth& truth : snapshot().truths)
    if (std::any_of(all.begin(), all.end(), [&](const Cloud& one) { return one.truth == &truth; }))
      held.push_back(&truth);
  return held;
}

/// What estimates are compared with: one cross for all, and others where some are causal or have another τ.
void OutputPanel::addTruth(QCustomPlot& plot, const Theme& theme, const std::vector<Cloud>& all) const {
  const EstimatorStyle style = estimatorStyle(QLatin1String(kTruthMethod), 0, theme.dark);
  std::vector<QPointF> points;
  for (const Cloud& one : all) {
    if (one.truth->y.empty()) continue;
    const QPointF at = place(one.truth->y.data(), one.lane);
    if (std::find(points.begin(), points.end(), at) == points.end()) points.push_back(at);
  }
  if (points.empty()) return;
  EstimatorStyle ring = style;
  ring.colour = theme.canvas;
  addPoints(plot, points, sized(scatterStyle(ring, theme), (kMarker + 5) * theme.lineScale));
  addPoints(plot, points, sized(scatterStyle(style, theme), (kMarker + 1) * theme.lineScale));
  if (!isStrip() && points.size() > 1) addTruthNames(plot, theme, truthsOf(all));
}

/// Truths may stand close together: the name of the highest is above it, that of the lowest below.
void OutputPanel::addTruthNames(QCustomPlot& plot, const Theme& theme, std::vector<const ShownTruth*> truths) const {
  std::erase_if(truths, [](const ShownTruth* truth) { return truth->y.empty(); });
  const auto placeOf = [this](const ShownTruth* truth) { return place(truth->y.data(), 0); };
  const auto [lowest, highest] =
      std::minmax_element(truths.begin(), truths.end(),
                          [&](const auto* one, const auto* other) { return placeOf(one).y() < placeOf(other).y(); });
  for (auto truth = truths.begin(); truth != truths.end(); ++truth)
    addName(plot, theme, placeOf(*truth), truthName(**truth),
            truth == highest  ? Qt::AlignLeft | Qt::AlignBottom
            : truth == lowest ? Qt::AlignLeft | Qt::AlignTop
                              : Qt::AlignRight | Qt::AlignVCenter);
}

/// What was pinned, hollow, with a dotted line to what is now.
void OutputPanel::addPinned(QCustomPlot& plot, const Theme& theme, const std::vector<Cloud>& all) const {
  const std::shared_ptr<const Snapshot> then = workbench().pinned();
  if (!then) return;
  const auto add = [&](const std::vector<double>& y, const std::vector<double>& now, const EstimatorStyle& style,
                       int lane) {
    addLine(*plot.xAxis, *plot.yAxis, place(y.data(), lane), place(now.data(), lane),
            QPen(style.colour, 1.2 * theme.lineScale, Qt::DotLine));
    addPoints(plot, {place(y.data(), lane)}, sized(scatterStyle(style, theme, true), kMarker * theme.lineScale));
  };
  for (const ShownTruth* truth : truthsOf(all)) {
    const auto of = std::find_if(all.begin(), all.end(), [&](const Cloud& one) { return one.truth == truth; });
    const auto was = std::find_if(then->truths.begin(), then->truths.end(), [&](const ShownTruth& one) {
      return one.scale == truth->scale && one.isCausal == truth->isCausal;
    });
    if (was != then->truths.end() && !truth->y.empty() && was->y.size() == truth->y.size())
      add(was->y, truth->y, estimatorStyle(QLatin1String(kTruthMethod), 0, theme.dark), of->lane);
  }
  for (const Cloud& one : all) {
    const CardResult* result = then->card(one.card->id);
    if (result == nullptr) continue;
    const std::vector<double> y = result->outputOf(then->query);
    if (y.size() == one.now.size())
      add(y, one.now, styleOf(*one.card, theme.dark, workbench().isBehind(one.card->id)), one.lane);
  }
}

/// f(ω) of the selected sample; empty where it is not asked for or there is none.
std::vector<double> OutputPanel::sampleValue() const {
  const Cursor cursor = workbench().selection().shown();
  const CardResult* result = snapshot().card(cursor.card);
  if (!workbench().document().view.showValues || cursor.sample < 0 || result == nullptr || !result->result ||
      !result->resultOf(snapshot().query).has("f"))
    return {};
  const omega::Array& f = result->resultOf(snapshot().query).at("f");
  if (cursor.sample >= sampleCountOf(*result) || f.shape().back() != dims()) return {};
  return rowOf(f, ownRow(f, cursor.sample, result->rowOf(snapshot().query)));
}

/// From the estimate to what the selected sample alone would answer.
void OutputPanel::addSampleValue(QCustomPlot& plot, const Theme& theme, const std::vector<Cloud>& all) const {
  const std::vector<double> value = sampleValue();
  const int card = workbench().selection().shown().card;
  const auto of = std::find_if(all.begin(), all.end(), [card](const Cloud& one) { return one.card->id == card; });
  if (value.empty() || of == all.end()) return;
  const EstimatorStyle style = styleOf(*of->card, theme.dark);
  addPoints(plot, {place(value.data(), of->lane)},
            QCPScatterStyle(QCPScatterStyle::ssDisc, style.colour, style.colour, 6 * theme.lineScale),
            QStringLiteral("main"));
  addLineAbove(plot, place(of->now.data(), of->lane), place(value.data(), of->lane),
               QPen(theme.text, 1.6 * theme.lineScale))
      ->setHead(QCPLineEnding(QCPLineEnding::esSpikeArrow, 7 * theme.lineScale, 9 * theme.lineScale));
  addName(plot, theme, place(value.data(), of->lane), QStringLiteral("f(ω)"));
}

/// Everything is inside, and in a plane both axes have one scale.
void OutputPanel::setRanges(QCustomPlot& plot, QSizeF size, int lanes) const {
  const QRectF reach = reachOf(plot, lanes);
  const QCPRange x(reach.left(), reach.right()), y(reach.top(), reach.bottom());
  const double least = 1e-6 * std::max({1e-6, std::abs(x.lower), std::abs(y.lower)});
  double width = std::max(least, x.size()) * 1.16, height = std::max(least, y.size()) * 1.16;
  const double ratio = std::max(0.2, (size.width() - 70) / std::max(40.0, size.height() - 50));
  if (!isStrip()) {
    width = std::max(width, height * ratio);
    height = width / ratio;
    plot.yAxis->setRange(y.center() - height / 2, y.center() + height / 2);
  } else {
    plot.yAxis->setRange(y);
  }
  plot.xAxis->setRange(x.center() - width / 2, x.center() + width / 2);
}

void OutputPanel::fillPlot(QCustomPlot& plot, const Theme& theme, QSizeF size) const {
  plot.clearPlottables();
  plot.clearItems();
  applyStyle(plot, theme);
  plot.legend->setVisible(false);
  const auto name = [&](bool vertical) { return tr("dimension %1 of y").arg(shownDim(vertical)); };
  styleAxis(*plot.xAxis, isStrip() ? tr("y") : name(false), {}, AxisKind::Linear);
  styleAxis(*plot.yAxis, isStrip() ? QString() : name(true), {}, AxisKind::Linear);
  const std::vector<Cloud> all = clouds();
  for (const Cloud& one : all) addCloud(plot, theme, one);
  addTruth(plot, theme, all);
  addPinned(plot, theme, all);
  addSampleValue(plot, theme, all);
  setRanges(plot, size, static_cast<int>(all.size()));
  if (!isStrip()) return;
  QSharedPointer<QCPAxisTickerText> names(new QCPAxisTickerText);
  for (const Cloud& one : all) names->addTick(-one.lane, QString::fromStdString(one.card->label()));
  plot.yAxis->setTicker(names);
}

/// The name of the cross, and whether it is computed.
QString OutputPanel::truthText(const Theme& theme, const std::vector<Cloud>& all) const {
  const bool isThere = std::none_of(all.begin(), all.end(), [](const Cloud& one) { return one.truth->y.empty(); });
  const std::vector<const ShownTruth*> held = truthsOf(all);
  QString names;
  for (const ShownTruth* truth : held)
    names = names.isEmpty() ? truthName(*truth) : tr("%1 and %2").arg(names, truthName(*truth));
  const QString words = held.size() > 1 ? tr("%1 truths (%3), %2") : tr("%1 truth (%3), %2");
  const EstimatorStyle truth = estimatorStyle(QLatin1String(kTruthMethod), 0, theme.dark);
  return words.arg(markerHtml(truth, theme), queryText(snapshot().sequence.get(), snapshot().query).toHtmlEscaped(),
                   names) +
         (isThere                ? QString()
          : workbench().isBusy() ? tr(": being computed")
                                 : tr(": not computed"));
}

QString OutputPanel::tableText(const Theme& theme) const {
  const std::vector<Cloud> all = clouds();
  // What the numbers are of stands before them: they are not the query's that the picture is of.
  QString html = QStringLiteral("<div>%1</div><div style=\"margin-top:6px;color:%2\">%3</div>")
                     .arg(truthText(theme, all), theme.faint.name(), numbersText());
  QStringList below;  // whoever has room for a table only reads its numbers: so they are marked
  bool hasOne = false, hasNegative = false;
  for (const Cloud& one : all) {
    const EstimatorStyle style = styleOf(*one.card, theme.dark);
    html += QStringLiteral("<div style=\"margin-top:6px\">%1 <b>%2</b><br>")
                .arg(markerHtml(style, theme), QString::fromStdString(one.card->label()));
    if (one.cloud == nullptr) {
      html += (workbench().document().outputDraws < 2 ? tr("one draw tells neither bias nor variance")
               : workbench().isBusy()                 ? tr("draws are being made")
                                                      : tr("no draws were made")) +
              QStringLiteral("</div>");
      continue;
    }
    if (one.cloud->isOld) html += QStringLiteral("<i>%1</i><br>").arg(workbench().ageText());
    const omega::BiasVarianceSummary& s = one.cloud->summary;
    const bool restsOnOne = !one.cloud->deterministic && omega::rests_on_one_draw(s.share_of_one, s.draws);
    const QString mark = restsOnOne ? QStringLiteral(" †") : QString();
    hasOne |= restsOnOne;
    hasNegative |= !one.cloud->deterministic && s.bias2 < 0;
    if (one.cloud->deterministic)
      html += tr("is the same in every draw<br>error² %1, all of it bias")
                  .arg(one.cloud->queries > 0 ? plusMinus(s.mse, s.mse_error) : numberText(s.mse, 3));
    else
      html += tr("bias² %1<br>variance %2<br>")
                  .arg(plusMinus(s.bias2, s.bias2_error) + mark, plusMinus(s.variance, s.variance_error) + mark) +
              QStringLiteral("<i>%1</i>").arg(described(one.cloud->verdict).toHtmlEscaped());
    html += QStringLiteral("</div>");
  }
  html += selectedText();
  if (hasOne) below << tr("† one draw makes much of the scatter: the truth may be farther off than ± says.");
  if (hasNegative) below << tr("An unbiased estimate of bias² can be below 0 where it is 0.");
  below << tr(
      "Picture: large is this draw, small the others; ellipse 2 standard deviations; arrow to their mean, with "
      "its 95 %; a dashed arrow: not visibly a bias.");
  return html + QStringLiteral("<div style=\"margin-top:8px;color:%1\">%2</div>")
                    .arg(theme.faint.name(), below.join(QStringLiteral("<br>")));
}

QString OutputPanel::numbersText() const {
  qint64 queries = 0;        // that the numbers are from; 0: all
  std::optional<int> draws;  // old ones say that they are old
  for (const Cloud& one : clouds()) {
    if (one.cloud == nullptr) continue;
    queries = std::max<qint64>(queries, one.cloud->queries);
    if (!one.cloud->deterministic && !(draws && one.cloud->isOld)) draws = one.draws();
  }
  return tr("Numbers: %2 of head %1, %n draw(s), mean over the dimensions of y.", nullptr,
            draws.value_or(workbench().document().outputDraws))
      .arg(snapshot().head)
      .arg(queries == 0 ? tr("all queries") : queriesText(queries, snapshot().sequence->sizes.N));
}

/// The samples that are chosen, the selected one's f(ω), and what is pinned.
QString OutputPanel::selectedText() const {
  QString html;
  const QStringList chosen = chosenLines(snapshot(), workbench().document(), workbench().selection().chosen().samples);
  if (!chosen.isEmpty())
    html += QStringLiteral("<div style=\"margin-top:6px\"><b>%1</b><br>%2</div>")
                .arg(tr("Chosen samples"), chosen.join(QStringLiteral("<br>")));
  if (const std::vector<double> value = sampleValue(); !value.empty())
    html += QStringLiteral("<div style=\"margin-top:6px\">%1</div>")
                .arg(tr("f(ω) of sample %1 = %2").arg(workbench().selection().shown().sample).arg(vectorText(value)));
  if (const auto then = workbench().pinned())
    html += QStringLiteral("<div style=\"margin-top:6px\">%1</div>")
                .arg(tr("Hollow: query %1 as it was pinned.").arg(then->query));
  return html;
}

// --- For all panels --------------------------------------------------------------------------------------------------

void OutputPanel::refresh() {
  const QString empty = emptyText();
  m_empty->setText(empty);
  m_empty->setVisible(!empty.isEmpty());
  offer(empty.isEmpty() ? Remedy{} : usualRemedy("lara", isEstimate, Shows::Query));
  m_body->setVisible(empty.isEmpty());
  keepRoomForRings(*m_body->layout());
  if (empty.isEmpty()) {
    m_table->setText(tableText(theme()));
    fillPlot(*m_plot, theme(), m_plot->size());
    holdReach();
    redrawSoon(*m_plot);
  }
  reportPainted();
}

void OutputPanel::resizeEvent(QResizeEvent* event) {
  Panel::resizeEvent(event);
  if (!emptyText().isEmpty()) return;
  setRanges(*m_plot, m_plot->size(), static_cast<int>(clouds().size()));
  redrawSoon(*m_plot);
}

void OutputPanel::render(QPainter& painter, const QRectF& area, const Theme& theme) const {
  if (const QString empty = emptyText(); !empty.isEmpty()) {
    paintRichText(painter, area, theme, empty);
    return;
  }
  const QSizeF left(area.width() * 0.62, area.height());
  QCustomPlot plot;
  fillPlot(plot, theme, left);
  paintPlot(plot, painter, QRectF(area.topLeft(), left));
  const QRectF side = area.adjusted(left.width() + 6, 0, 0, 0);
  isCovered(*this, QStringLiteral("mse")) ? paintCover(painter, side, theme)
                                          : paintRichText(painter, side, theme, tableText(theme));
}

void OutputPanel::fillMenu(QMenu& menu) {
  QMenu* draws = menu.addMenu(tr("Draws"));
  const int now = workbench().document().outputDraws;
  std::set<int> counts(kDraws.begin(), kDraws.end());
  counts.insert(now);  // a lesson may ask for another number
  for (const int count : counts) {
    const auto act = [this, count] {
      workbench().store().change(tr("Draws of Output: %1").arg(count),
                                 [count](Document& document) { document.outputDraws = count; });
    };
    switchable(draws->addAction(countText(count), this, act), count == now);
  }
  for (const bool vertical : {false, true}) {
    if (isStrip() || dims() == 0) return;
    QMenu* choices = menu.addMenu(vertical ? tr("Dimension upwards") : tr("Dimension to the right"));
    for (int d = 0; d < std::min(dims(), kMenuDims); ++d) {
      const auto act = [this, d, vertical] {
        workbench().store().change(tr("Dimensions of the output"), [d, vertical](Document& document) {
          (vertical ? document.view.outputY : document.view.outputX) = d;
        });
      };
      switchable(choices->addAction(QString::number(d), this, act), d == shownDim(vertical));
    }
  }
}

PanelData OutputPanel::data() const {
  PanelData data;
  data.columns = {tr("estimator"), tr("draw")};
  for (int d = 0; d < dims(); ++d) data.columns.push_back(QStringLiteral("y%1").arg(d));
  const auto addRow = [&](const QString& name, const QString& draw, const double* y) {
    std::vector<QString> row = {name, draw};
    for (int d = 0; d < dims(); ++d) row.push_back(plainNumber(y[d]));
    data.rows.push_back(std::move(row));
  };
  if (!emptyText().isEmpty()) return data;
  const std::vector<Cloud> all = clouds();
  for (const ShownTruth* truth : truthsOf(all)) {
    if (truth->y.empty()) continue;
    addRow(withScale(truth->isCausal ? tr("causal truth") : tr("truth"), *truth), {}, truth->y.data());
    const std::string array = truth->isCausal ? "causal_truth" : "truth",
                      scale = truth->hasUsualScale() ? "" : "_scale_" + omega::number_text(truth->scale);
    data.arrays.emplace(array + scale, omega::Array::from(truth->y, {static_cast<omega::Index>(dims())}));
  }
  for (const Cloud& one : all) {
    if (one.cloud == nullptr || one.cloud->query != snapshot().query) continue;
    const auto draws = one.cloud->y.size() / one.now.size();
    for (std::size_t r = 0; r < draws; ++r)
      addRow(QString::fromStdString(one.card->label()), QString::number(workbench().document().draw + r),
             one.cloud->y.data() + r * one.now.size());
    data.arrays.emplace(one.card->label() + "_y",
                        omega::Array::from(one.cloud->y, {static_cast<omega::Index>(draws),
                                                          static_cast<omega::Index>(one.now.size())}));
  }
  return data;
}

QString OutputPanel::command() const {
  std::vector<const Card*> cards;
  for (const Cloud& one : clouds()) cards.push_back(one.card);
  return estimatesOf(cards, QStringLiteral("y"));
}

}  // namespace omegascope
