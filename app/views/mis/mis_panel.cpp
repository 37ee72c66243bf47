#include "views/mis/mis_panel.h"

#include <QLabel>
#include <QMouseEvent>
#include <QPainter>
#include <QTextDocument>
#include <QToolTip>
#include <QVBoxLayout>
#include <QtMath>
#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <utility>

#include "estimators/registry.h"
#include "math_text/symbol_colours.h"
#include "model/token_names.h"
#include "views/fitted_picture.h"
#include "views/rich_text.h"
#include "views/vertical_scroll.h"
#include "weightings/weighting.h"
#include "widgets/accessible_canvas.h"
#include "widgets/colour_bar.h"
#include "widgets/controls.h"
#include "widgets/heat_map.h"
#include "widgets/plot_redraw.h"
#include "widgets/plot_style.h"

namespace omegascope {

namespace {

constexpr QSizeF kLeast{440, 316};   // in which its words have room
constexpr int kLeastBars = 160;      // pixels of their width
constexpr double kBarsShare = 0.56;  // of the width; the strip has the rest
constexpr int kStackHeight = 18;     // without its ticks
constexpr double kMostProse = 0.2;   // of the height: beyond that its numbers stand alone
// In lines of text: a panel narrower than kNarrow with kTall below its heading has the strip below the bars, which then
// are kBarsTall high. Nowhere are they lower than kBarsLow; lower than kStacked they have no bar of all shares above
// them, and lower than kNamed, with its rows, no legend.
constexpr int kNarrow = 36, kTall = 24, kBarsTall = 13, kBarsLow = 6, kStacked = 8, kNamed = 9;
constexpr std::array<std::pair<ShareBars::Part, const char*>, 3> kParts = {
    {{ShareBars::Part::Balance, QT_TR_NOOP("balance")},
     {ShareBars::Part::Added, QT_TR_NOOP("added")},
     {ShareBars::Part::Taken, QT_TR_NOOP("taken")}}};
// A prediction is told where no larger share of it is from samples with more than half of all weight: it then is 0.7 to
// 1.4 times what draws vary by.
constexpr double kMostRare = 1.0 / 3;
// Single precision sums a few thousand shares to within the first; what it rounds huge ones of both signs by is the
// second, times their sizes.
constexpr double kSumTolerance = 1e-4, kRounding = 1e-6;

omega::Index proposalsOf(const omega::Result& result) { return result.at("proposal_means").shape()[0]; }

/// Whether a method shares samples among proposals, even where it could not run.
bool sharesSamples(const omega::EstimatorInfo& info) {
  return omega::option_for(info.options, omega::OptionRole::weighting) != nullptr;
}
bool sharesSamples(const std::string& method) { return sharesSamples(omega::find_estimator(method).info); }

/// What the options of a method stand for, its weighting above all, as it describes them.
QStringList equationsOf(const omega::EstimatorInfo& info, const omega::Options& options) {
  QStringList lines;
  for (const omega::OptionSpec& spec : info.options)
    if (options.shows(info.options, spec)) lines += describedLines(options.holding(spec.equations));
  return lines;
}

/// Samples of each proposal.
omega::Index samplesEach(const omega::Result& result) {
  return std::max<omega::Index>(1,
                                result.at("log_proposal").shape()[0] / std::max<omega::Index>(1, proposalsOf(result)));
}

/// The bar of all shares; the axes of the plot itself are those of the bars below.
QCPAxisRect* stackOf(const QCustomPlot& plot) {
  for (QCPAxisRect* rect : plot.axisRects())
    if (rect != plot.xAxis->axisRect()) return rect;
  return nullptr;
}

/// 0.015, 150, 1.5e4.
QString twoDigits(double value) {
  constexpr double kFourDigits = 1000, kScientific = 1e6;  // from where numberText() writes a power of ten
  if (!(value >= kFourDigits && value < kScientific)) return numberText(value, 2);
  const QStringList parts = QString::number(value, 'e', 1).split(QLatin1Char('e'));
  return QStringLiteral("%1e%2").arg(numberText(parts[0].toDouble(), 2)).arg(parts[1].toInt());
}

}  // namespace

MisPanel::MisPanel(Workbench& workbench, QWidget* parent) : Panel(workbench, QStringLiteral("mis"), tr("MIS"), parent) {
  auto* column = new PanelColumn(this, kPanelMargins, 2);
  QVBoxLayout* layout = column->rows();
  m_heading = selectable(wrapped(new QLabel(this)));
  layout->addWidget(m_heading);
  layout->addWidget(remedyButton(), 0, Qt::AlignLeft);
  m_body = new QWidget(this);
  m_row = bare(new QBoxLayout(QBoxLayout::LeftToRight, m_body));
  m_plot = new QCustomPlot(m_body);
  m_plot->setMinimumWidth(kLeastBars);
  nameCanvas(*m_plot, tr("Shares of the proposals at the ω of a sample"),
             [this] { return QStringLiteral("%1. %2").arg(m_plot->accessibleName(), m_heading->text()); });
  setUpPlot(*m_plot);
  column->leaveWheel(m_plot);
  m_row->addWidget(m_plot, 3);
  auto* right = new QVBoxLayout;
  m_map = new QWidget(m_body);
  m_map->installEventFilter(this);
  m_strip = new HeatMap(m_map);
  nameCanvas(*m_strip, tr("Share of each sample for every query"),
             [this] { return QStringLiteral("%1. %2").arg(m_strip->accessibleName(), m_note->text()); });
  m_bar = new ColourBar(m_map);
  m_note = wrapped(new QLabel(m_body));
  right->addWidget(m_map, 1);
  right->addWidget(m_note);
  m_row->addLayout(right, 2);
  layout->addWidget(m_body, 1);
  layout->addStretch();
  connect(m_plot, &QCustomPlot::mousePress, this,
          [this](QMouseEvent* event) { choose(proposalAt(event->position()), event->modifiers()); });
  connect(m_plot, &QCustomPlot::mouseMove, this, &MisPanel::showTip);
  connect(m_strip, &HeatMap::cellClicked, this, [this](qint64 sample, qint64 query) {
    Selection& selection = Panel::workbench().selection();
    const Cursor before = selection.locked();
    if (const std::optional<Cursor> cursor = stripCursor(sample, query)) selection.lock(*cursor);
    m_clickMoved = selection.locked() != before;
  });
  connect(m_strip, &HeatMap::clickTakenBack, this, [this] {
    if (std::exchange(m_clickMoved, false)) Panel::workbench().selection().goBack();
  });
  connect(m_strip, &HeatMap::cellHovered, this, [this](qint64 sample, qint64 query) {
    if (const std::optional<Cursor> cursor = stripCursor(sample, query))
      Panel::workbench().selection().hover(*cursor);
    else
      Panel::workbench().selection().endHover();
  });
  endHoverOnLeave(m_plot);
}

QString MisPanel::help() const {
  return tr(
      "<b>How proposals share one ω</b><p>With several proposals q<sub>c</sub>, each says how much a sample at ω is "
      "its own to weigh: α<sub>nc</sub>(ω). Any shares will do that sum to 1 at every ω. The default, decoupled, is a "
      "balance part b<sub>c</sub> and a correction for this query, r<sub>nc</sub>.</p><p>The bars show all α at the ω "
      "of one sample. Full colour is the balance part (of weightings without it the share itself), light what the "
      "query "
      "adds, dotted what it takes away. Where "
      "ω-space is cut along a line, the shares are stacked at every ω of that line instead. The strip shows "
      "α<sub>nc</sub>(ω<sub>c</sub>), each at its own ω: those need not sum to 1. Click a bar to select its "
      "proposal.</p><p>In at most two dimensions quadrature predicts what every weighting would make the estimate of "
      "this query vary by, summed over the dimensions of y (Output has the mean over dimensions and queries), and what "
      "the best one would. For lara the delta method predicts: it takes the sum of the weights as certain. Where the "
      "variance comes from rare huge weights that fails, since an average of values is bounded and the prediction is "
      "not; then no number is told. The best is the delta method's best only, a mark to compare with and none "
      "to use: its weights grow as 1/‖f − y‖, and its denominators have infinite variance where f can be "
      "y.</p><p><b>Look for</b> Σ<sub>c</sub> α = 1. Where the clamp raises shares that fell below it, the sum exceeds "
      "1: then mis is biased too, and lara does not reach softmax with any number of samples.</p>");
}

/// Those of the weighting of the card; of the default weighting where no card is shown.
QStringList MisPanel::equations() const {
  if (const CardResult* card = shownCard())
    return equationsOf(omega::find_estimator(card->request->method).info, card->request->options);
  for (const omega::Estimator& estimator : omega::estimators())
    if (const omega::EstimatorInfo& info = estimator.info; sharesSamples(info))
      return equationsOf(info, omega::Options(info.name, info.options));
  return {};
}

// --- What is shown ---------------------------------------------------------------------------------------------------

const CardResult* MisPanel::shownCard() const {
  const CardResult* result = snapshot().sharingCard(workbench().selection().shown().card);
  return result && workbench().document().card(result->card) ? result : nullptr;
}

QString MisPanel::emptyText() const {
  if (const QString missing = missingText(); !missing.isEmpty()) return missing;
  const CardResult* result = shownCard();
  if (result == nullptr) {
    for (const CardResult& card : snapshot().cards)
      if (const Card* known = workbench().document().card(card.card);
          known && !card.error.empty() && sharesSamples(known->method))
        return QString::fromStdString(card.error);
    if (isMissing([](const Card& card) { return sharesSamples(card.method); })) return comingText();
    return tr("Show lara or mis to see how proposals share a sample.");
  }
  if (snapshot().query < 0)
    return tr("Hover or click a row of a map to see how proposals share a sample for its query.");
  if (!snapshot().shares || snapshot().shares->card != result->card) return comingText();
  return QString::fromStdString(snapshot().shares->error);
}

QString MisPanel::sumText(const Theme& theme, bool isFolded) const {
  const std::vector<double>& alpha = snapshot().shares->alpha;
  const double sum = std::accumulate(alpha.begin(), alpha.end(), 0.0);
  const QString sign = mathHtml(QStringLiteral("Σ_c α"), theme);
  const double off = std::abs(sum - 1);
  if (off <= kSumTolerance) return QStringLiteral("<b>%1 = 1 ✓</b>").arg(sign);
  const auto added = [](double all, double one) { return all + std::abs(one); };
  if (off <= kRounding * std::accumulate(alpha.begin(), alpha.end(), 0.0, added))
    return QStringLiteral("<b>%1 ≈ 1 ✓</b>").arg(sign);
  const int digits = std::max(4, 2 + static_cast<int>(std::ceil(-std::log10(off))));  // that the difference shows
  const QString text =
      QStringLiteral("<b style=\"color:%1\">%2 = %3</b>").arg(theme.warning.name(), sign, numberText(sum, digits));
  if (isFolded) return text;
  const QString by = numberText(off, 3);
  const bool isRaised = sum > 1 && !omega::keeps_unbiased(shownCard()->request->options);
  return QStringLiteral("%1 (%2)").arg(text, isRaised
                                                 ? tr("%1 too much: shares below the clamp were raised to it").arg(by)
                                             : sum > 1 ? tr("%1 too much").arg(by)
                                                       : tr("%1 too little").arg(by));
}

QString MisPanel::heading(const Theme& theme, bool isFolded) const {
  const ProposalShares& at = *snapshot().shares;
  const Card* card = workbench().document().card(at.card);
  const EstimatorStyle style = styleOf(*card, theme.dark);
  QString text = tr("%1 %2, %3, all shares at the ω of sample %4: %5")
                     .arg(markerHtml(style, theme), QString::fromStdString(card->label()),
                          queryText(snapshot().sequence.get(), at.query).toHtmlEscaped(), QString::number(at.sample),
                          sumText(theme, isFolded));
  if (const QString predicted = showsErrors() ? predictionText(isFolded) : QString(); !predicted.isEmpty())
    text += QStringLiteral("<br>") + predicted;
  return text;
}

QString MisPanel::predictionText(bool isFolded) const {
  const Predictions* all = snapshot().predictions.get();
  if (all == nullptr || all->card != snapshot().shares->card || all->variances.empty()) return {};
  const auto query = static_cast<std::size_t>(snapshot().shares->query);
  QStringList told, untold;
  for (std::size_t w = 0; w < all->words.size(); ++w) {
    if (query >= all->variances[w].size()) continue;
    const QString word = QString::fromStdString(all->words[w]);
    if (!all->selfNormalised || all->rare[w][query] <= kMostRare)
      told += tr("%1 %2").arg(word, twoDigits(all->variances[w][query]));
    else
      untold += word;
  }
  const QString numbers = told.isEmpty() ? QStringLiteral("–") : told.join(QStringLiteral(", "));
  if (isFolded) return tr("Predicted variance: %1").arg(numbers);
  if (!all->selfNormalised) return tr("Predicted variance of this query, summed over dimensions: %1.").arg(numbers);
  QString text =
      tr("Predicted variance of this query, summed over dimensions (delta method): %1; with optimal weights, "
         "denominators can have infinite variance.")
          .arg(numbers);
  if (!untold.isEmpty())
    text += QLatin1Char(' ') + tr("Not told: %1 (rare huge weights).").arg(untold.join(QStringLiteral(", ")));
  return text;
}

DrawnShares MisPanel::shares(bool dark) const {
  const ProposalShares& at = *snapshot().shares;
  return {at.alpha, at.balance, workbench().selection().shown().proposal, dark};
}

LineShares MisPanel::lineShares(bool dark) const {
  const ProposalShares& at = *snapshot().shares;
  return at.lineAlpha.empty()
             ? LineShares{}
             : LineShares{at.linePositions, at.lineAlpha, workbench().selection().shown().proposal, dark};
}

// --- Pictures --------------------------------------------------------------------------------------------------------

/// From top to bottom: one bar of all shares, the legend, and a bar for each share.
void MisPanel::setUpPlot(QCustomPlot& plot) const {
  putLegendAbove(plot);
  plot.plotLayout()->insertRow(0);
  plot.plotLayout()->setRowStretchFactor(0, 0.001);  // without that bar the room is that of the others
  auto* sides = new QCPMarginGroup(&plot);
  plot.axisRect()->setMarginGroup(QCP::msLeft | QCP::msRight, sides);
}

/// The bar of all shares comes and goes with the room for it: the heading says their sum anyway.
void MisPanel::fitStack(QCustomPlot& plot, const Theme& theme) const {
  QCPAxisRect* stack = stackOf(plot);
  const bool hasRoom = plot.height() >= kStacked * theme.lineHeight();
  if (hasRoom == (stack != nullptr)) return;
  if (!hasRoom) return void(plot.plotLayout()->remove(stack));
  stack = new QCPAxisRect(&plot);
  stack->setMinimumSize(0, kStackHeight);
  stack->setMaximumSize(QWIDGETSIZE_MAX, kStackHeight);
  stack->axis(QCPAxis::atLeft)->setVisible(false);
  stack->axis(QCPAxis::atBottom)->grid()->setVisible(false);
  stack->setMarginGroup(QCP::msLeft | QCP::msRight, plot.xAxis->axisRect()->marginGroup(QCP::msLeft));
  plot.plotLayout()->addElement(0, 0, stack);
}

void MisPanel::fillPlot(QCustomPlot& plot, const Theme& theme) const {
  plot.clearPlottables();
  plot.clearItems();
  fitStack(plot, theme);
  applyStyle(plot, theme);
  fillStack(plot, theme);
  lineShares(theme.dark).positions.empty() ? fillBars(plot, theme) : fillLine(plot, theme);
  fitLegendAbove(plot, kNamed);
}

void MisPanel::fillStack(QCustomPlot& plot, const Theme& theme) const {
  QCPAxisRect* stackRect = stackOf(plot);
  if (stackRect == nullptr) return;
  QCPAxis *stackX = stackRect->axis(QCPAxis::atBottom), *stackY = stackRect->axis(QCPAxis::atLeft);
  styleAxis(*stackX, {}, {}, AxisKind::Linear);
  auto* stack = new ShareStack(stackX, stackY, shares(theme.dark));
  stack->removeFromLegend();
  bool found = false;
  const QCPRange wide = stack->getKeyRange(found, QCP::sdBoth);
  stackX->setRange(wide.lower < 0 ? wide.lower * 1.05 : 0, std::max(1.02, wide.upper * 1.02));
  stackY->setRange(0, 1.1);
  addLine(*stackX, *stackY, {1, 0}, {1, 1.1}, QPen(theme.text, 1.5, Qt::DashLine));
}

void MisPanel::fillBars(QCustomPlot& plot, const Theme& theme) const {
  QCPAxis *x = plot.xAxis, *y = plot.yAxis;
  styleAxis(*x, tr("proposal c"), {}, AxisKind::Index);
  styleAxis(*y, tr("α here"), {}, AxisKind::Linear);
  const DrawnShares all = shares(theme.dark);
  ShareBars* bars = nullptr;
  const bool isParted = hasBalance();
  for (const auto& [part, name] : kParts) {
    bars = new ShareBars(x, y, part, all);
    bars->setName(isParted ? tr(name) : tr("α of each proposal"));
    if (!isParted && part != ShareBars::Part::Balance) bars->removeFromLegend();
  }
  bool found = false;
  const QCPRange high = bars->getValueRange(found, QCP::sdBoth, {});
  x->setRange(bars->getKeyRange(found, QCP::sdBoth));
  y->setRange(high.lower * 1.1, std::max(1e-6, high.upper * 1.1));
}

/// All shares stacked along the line, with a line where the sample projects to.
void MisPanel::fillLine(QCustomPlot& plot, const Theme& theme) const {
  QCPAxis *x = plot.xAxis, *y = plot.yAxis;
  styleAxis(*x, tr("place on the line of ω-space"), {}, AxisKind::Linear);
  styleAxis(*y, tr("all α there"), {}, AxisKind::Linear);
  auto* areas = new ShareAreas(x, y, lineShares(theme.dark));
  areas->setName(tr("α of each proposal"));
  bool found = false;
  const QCPRange high = areas->getValueRange(found, QCP::sdBoth, {});
  x->setRange(areas->getKeyRange(found, QCP::sdBoth));
  y->setRange(high.lower * 1.05, high.upper * 1.05);
  addLine(*x, *y, {x->range().lower, 1}, {x->range().upper, 1}, QPen(theme.text, 1.5, Qt::DashLine));
  const double sample = snapshot().shares->samplePosition;
  addLine(*x, *y, {sample, y->range().lower}, {sample, y->range().upper}, QPen(theme.text, 1.5, Qt::DotLine));
}

void MisPanel::fillStrip(HeatMap& strip, ColourBar& bar, const Theme& theme) const {
  const omega::Array& alpha = shownCard()->result->at("alpha");
  const MapSource source = stripSource(alpha);
  const auto [low, high] = source.range();
  const ColourScale scale = low < 0 ? ColourScale::symmetric(std::max(-low, high))
                                    : ColourScale{ColourMap::Viridis, Norm::Linear, 0, high > 0 ? high : 1};
  MapLabels labels;
  labels.title = tr("own ω");
  labels.rows = samplesEach(*shownCard()->result) == 1 ? tr("proposal c") : tr("sample s");
  labels.columns = tr("query n");
  labels.columnsEach = queriesEach(alpha.shape()[0]);
  strip.setTheme(theme);
  strip.setStretched(true);
  strip.setSource(source);
  strip.setScale(scale);
  strip.setLabels(labels);
  bar.setTheme(theme);
  bar.setScale(scale);
  bar.setTitle(QStringLiteral("α"));
}

void MisPanel::markStrip() {
  const Cursor shown = workbench().selection().shown();
  MapMarks marks;
  marks.lockedColumn = snapshot().query < 0 ? -1 : snapshot().query / queriesEach(snapshot().sequence->sizes.N);
  marks.lockedRow = snapshot().shares->sample;
  const omega::Index each = samplesEach(*shownCard()->result);
  if (shown.proposal >= 0 && shown.proposal < proposalsOf(*shownCard()->result)) {
    marks.rowsFirst = shown.proposal * each;
    marks.rowsLast = marks.rowsFirst + each;
  }
  m_strip->setMarks(marks);
  m_strip->setStale(isUpdating());
}

void MisPanel::resizeEvent(QResizeEvent* event) {
  Panel::resizeEvent(event);
  arrange();
}

bool MisPanel::eventFilter(QObject* watched, QEvent* event) {
  if (watched == m_map && event->type() == QEvent::Resize) placeMap();
  if (watched == m_plot && event->type() == QEvent::Resize) refreshIfVisible();
  return Panel::eventFilter(watched, event);
}

void MisPanel::placeMap() {
  const int width = m_bar->sizeHint().width();  // shares have few digits; the strip needs the rest
  m_map->setMinimumSize(100 + width, 60);
  m_strip->setGeometry(m_map->rect().adjusted(0, 0, -width, 0));
  m_bar->setGeometry(barBeside(*m_strip, m_strip->width(), width, theme()).toRect());
}

/// Where there is little room, what is not said is a tip.
void MisPanel::writeProse() {
  if (const QString empty = emptyText(); !empty.isEmpty()) {
    m_heading->setText(empty);
    return m_heading->setToolTip({});
  }
  const QString whole = heading(theme());
  QTextDocument prose;
  prose.setDefaultFont(m_heading->font());
  prose.setDocumentMargin(0);
  prose.setHtml(whole);
  prose.setTextWidth(contentsRect().width());
  const bool isFolded = prose.size().height() > kMostProse * height(), hasStrip = shownCard()->result->has("alpha");
  m_heading->setText(isFolded ? heading(theme(), true) : whole);
  m_heading->setToolTip(isFolded ? whole : QString());
  m_note->setText(hasStrip ? stripNote() : tr("The table of all shares is too large to keep: N·C numbers."));
  m_note->setVisible(!isFolded || !hasStrip);
  m_strip->setToolTip(isFolded ? stripNote() : QString());
}

void MisPanel::arrange() {
  writeProse();
  const double line = QFontMetricsF(theme().font).height();
  const int below = height() - m_heading->heightForWidth(width());
  const bool isBelow = width() < kNarrow * line && below >= kTall * line;
  m_row->setDirection(isBelow ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
  m_plot->setMinimumHeight(qCeil((isBelow ? kBarsTall : kBarsLow) * line));
}

void MisPanel::refresh() {
  arrange();
  const QString empty = emptyText();
  m_body->setVisible(empty.isEmpty());
  const auto shares = [](const Card& card) { return sharesSamples(card.method); };
  offer(empty.isEmpty() ? Remedy{} : usualRemedy("lara", shares, Shows::Query));
  if (empty.isEmpty()) {
    fillPlot(*m_plot, theme());
    redrawSoon(*m_plot);
    const CardResult* card = shownCard();
    const bool hasStrip = card->result->has("alpha");
    if (hasStrip && m_stripOf != card->result) fillStrip(*m_strip, *m_bar, theme());
    m_strip->setTheme(theme());
    m_bar->setTheme(theme());
    m_stripOf = card->result;
    m_map->setVisible(hasStrip);
    placeMap();
    if (hasStrip) markStrip();
  }
  reportPainted();
}

void MisPanel::render(QPainter& painter, const QRectF& area, const Theme& theme) const {
  if (const QString empty = emptyText(); !empty.isEmpty()) return paintRichText(painter, area, theme, empty);
  paintAtLeast(painter, area, kLeast, [&](const QRectF& room) { paintShares(painter, room, theme); });
}

void MisPanel::paintShares(QPainter& painter, const QRectF& area, const Theme& theme) const {
  constexpr double kNote = 40;
  const double headingHeight = predictionText().isEmpty() ? 40 : 96;
  paintRichText(painter, QRectF(area.left(), area.top(), area.width(), headingHeight), theme, heading(theme));
  const bool hasStrip = shownCard()->result->has("alpha");
  const QRectF below = area.adjusted(0, headingHeight, 0, 0);
  const QRectF left(below.topLeft(), QSizeF(below.width() * (hasStrip ? kBarsShare : 1), below.height()));
  QCustomPlot plot;
  setUpPlot(plot);
  fillPlot(plot, theme);
  plot.plotLayout()->take(plot.legend);  // whoever wants it paints legend()
  plot.plotLayout()->simplify();
  plot.legend->setVisible(false);
  paintPlot(plot, painter, left);
  if (!hasStrip) return;
  HeatMap strip;
  strip.setPainter(PainterKind::Raster);
  ColourBar bar;
  fillStrip(strip, bar, theme);
  const QRectF right(left.right() + 6, below.top(), area.right() - left.right() - 6, below.height() - kNote);
  const double barWidth = ColourBar::widthFor(theme);
  const QRectF map = right.adjusted(0, 0, -barWidth, 0);
  strip.resize(map.size().toSize());
  strip.paintTo(painter, map, theme);
  bar.paintTo(painter, barBeside(strip, map.width(), barWidth, theme).translated(map.topLeft()), theme);
  paintRichText(painter, QRectF(right.left(), right.bottom(), right.width(), kNote), theme, stripNote());
}

// --- Mouse -----------------------------------------------------------------------------------------------------------

int MisPanel::proposalAt(QPointF position) const {
  if (!emptyText().isEmpty()) return -1;
  const std::vector<double>& alpha = snapshot().shares->alpha;
  QCPAxisRect* rect = m_plot->axisRectAt(position);
  if (rect == nullptr) return -1;
  const double x = rect->axis(QCPAxis::atBottom)->pixelToCoord(position.x());
  if (rect != stackOf(*m_plot)) {
    if (!snapshot().shares->lineAlpha.empty())
      return proposalOnLine(x, rect->axis(QCPAxis::atLeft)->pixelToCoord(position.y()));
    const long c = std::lround(x);
    return c >= 0 && c < static_cast<long>(alpha.size()) ? static_cast<int>(c) : -1;
  }
  const std::vector<QCPRange> places = ShareStack::places(alpha);
  for (std::size_t c = 0; c < places.size(); ++c)
    if (places[c].contains(x)) return static_cast<int>(c);
  return -1;
}

int MisPanel::proposalOnLine(double position, double share) const {
  const LineShares line = lineShares(false);
  const double* alpha = line.at(line.nearest(position));
  const std::vector<QCPRange> places = ShareStack::places({alpha, alpha + line.proposals()});
  for (std::size_t c = 0; c < places.size(); ++c)
    if (places[c].contains(share)) return static_cast<int>(c);
  return -1;
}

/// The locked cursor at one proposal of the card that is shown.
Cursor MisPanel::cursorAt(int proposal) const {
  Cursor cursor = workbench().selection().locked();
  cursor.card = snapshot().shares->card;
  cursor.proposal = proposal;
  return cursor;
}

void MisPanel::choose(int proposal, Qt::KeyboardModifiers modifiers) {
  if (proposal < 0) return;
  if (modifiers & Qt::ControlModifier)
    workbench().selection().toggleProposal({snapshot().shares->card, proposal});
  else
    workbench().selection().lock(cursorAt(proposal));
}

std::optional<Cursor> MisPanel::stripCursor(qint64 sample, qint64 query) const {
  const CardResult* card = shownCard();
  if (card == nullptr || sample < 0) return {};
  Cursor cursor = workbench().selection().locked();
  cursor.card = card->card;
  cursor.query = static_cast<int>(query * queriesEach(snapshot().sequence->sizes.N));
  cursor.sample = static_cast<int>(sample);
  cursor.proposal = static_cast<int>(sample / samplesEach(*card->result));
  return cursor;
}

void MisPanel::showTip(QMouseEvent* event) {
  const int c = proposalAt(event->position());
  const auto i = static_cast<std::size_t>(c);
  if (c < 0 || i >= snapshot().shares->balance.size()) {
    QToolTip::hideText();
    return workbench().selection().endHover();
  }
  workbench().selection().hover(cursorAt(c));
  const double alpha = snapshot().shares->alpha[i], balance = snapshot().shares->balance[i];
  QToolTip::showText(event->globalPosition().toPoint(),
                     hasBalance() ? tr("proposal %1: α %2, of which balance %3 and for this query %4")
                                        .arg(c)
                                        .arg(numberText(alpha), numberText(balance), numberText(alpha - balance))
                                  : tr("proposal %1: α %2").arg(c).arg(numberText(alpha)),
                     m_plot);
}

// --- Export ----------------------------------------------------------------------------------------------------------

bool MisPanel::hasBalance() const {
  const CardResult* card = shownCard();
  return card != nullptr && omega::has_balance_part(card->request->options);
}

std::vector<LegendEntry> MisPanel::legend() const {
  if (!emptyText().isEmpty()) return {};
  if (!lineShares(false).positions.empty())
    return {{tr("α of each proposal"), [](QPainter& painter, const QRectF& rect, const Theme& theme) {
               ShareAreas::drawSign(&painter, rect, theme.dark);
             }}};
  std::vector<LegendEntry> entries;
  for (const auto& [part, name] : kParts)
    if (hasBalance() || part == ShareBars::Part::Balance)
      entries.push_back({hasBalance() ? tr(name) : tr("α of each proposal"),
                         [part = part](QPainter& painter, const QRectF& rect, const Theme& theme) {
                           ShareBars::drawSign(&painter, rect, part, theme.dark);
                         }});
  return entries;
}

}  // namespace omegascope
