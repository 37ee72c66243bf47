#include "views/kernels/kernels_panel.h"

#include <qcustomplot.h>

#include <QDoubleSpinBox>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QSpinBox>
#include <QToolTip>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "diagnostics/kernel_law.h"
#include "estimators/registry.h"
#include "kernel_learning/gmm.h"
#include "views/fitted_picture.h"
#include "views/rich_text.h"
#include "views/vertical_scroll.h"
#include "widgets/accessible_canvas.h"
#include "widgets/controls.h"
#include "widgets/plot_redraw.h"
#include "widgets/plot_style.h"

namespace omegascope {

namespace {

constexpr QSizeF kLeast{420, 330};  // in which its words have room
constexpr double kNear = 12;        // pixels
constexpr double kLeastLines = 6;   // of text, as high as what is drawn
constexpr int kLeastHeight = 180;   // pixels of all, however large text is
constexpr double kMostSum = 6;
constexpr const char* kGmm = "gmm";

QCPGraph* addCurve(QCustomPlot& plot, QCPAxisRect* rect, const std::vector<double>& x, const std::vector<double>& y,
                   const QPen& pen, bool isLog = false) {
  QCPGraph* graph = plot.addGraph(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft));
  graph->setPen(pen);
  for (std::size_t i = 0; i < std::min(x.size(), y.size()); ++i)
    if (!isLog || y[i] > 0) graph->addData(x[i], y[i]);
  return graph;
}

QCPRange rangeOf(std::initializer_list<const std::vector<double>*> lists, bool isLog = false) {
  double low = INFINITY, high = -INFINITY;
  for (const std::vector<double>* list : lists)
    for (const double value : *list) {
      if (!std::isfinite(value) || (isLog && value <= 0)) continue;
      low = std::min(low, value);
      high = std::max(high, value);
    }
  if (!(low <= high)) return isLog ? QCPRange(0.1, 1) : QCPRange(0, 1);
  if (isLog) return {std::max(low, 1e-9 * high) / 1.3, high * 1.3};
  const double room = 0.06 * std::max(high - low, 1e-9);
  return {low - room, high + room};
}

QPen lawPen(const Theme& theme) { return QPen(theme.text, 1.4 * theme.lineScale, Qt::DashLine); }

std::size_t nearestIndex(const std::vector<double>& values, double wanted) {
  std::size_t best = 0;
  for (std::size_t i = 0; i < values.size(); ++i)
    if (std::abs(values[i] - wanted) < std::abs(values[best] - wanted)) best = i;
  return best;
}

}  // namespace

KernelsPanel::KernelsPanel(Workbench& workbench, QWidget* parent)
    : Panel(workbench, QStringLiteral("kernels"), tr("Kernels"), parent) {
  m_column = new PanelColumn(this, kPanelMargins);
  QVBoxLayout* layout = m_column->rows();
  layout->addWidget(makeControls());
  layout->addWidget(remedyButton(), 0, Qt::AlignLeft);
  m_legend = new LegendStrip(m_column->widget(), m_column->viewport());
  layout->addWidget(m_legend);
  m_plot = new QCustomPlot(this);
  m_column->leaveWheel(m_plot);
  m_plot->setMouseTracking(true);
  nameCanvas(*m_plot, tr("Kernel, spread and spectral density"),
             [this] { return QStringLiteral("%1. %2").arg(m_plot->accessibleName(), m_heading->text()); });
  m_plot->setFocusPolicy(Qt::StrongFocus);
  m_plot->installEventFilter(this);
  setUpPlot(*m_plot);
  layout->addWidget(m_plot, 1);
  layout->addStretch();
  connect(m_plot, &QCustomPlot::mousePress, this, &KernelsPanel::onPressed);
  connect(m_plot, &QCustomPlot::mouseMove, this, &KernelsPanel::onMoved);
  connect(m_plot, &QCustomPlot::mouseRelease, this, &KernelsPanel::onReleased);
}

QWidget* KernelsPanel::makeControls() {
  auto* bar = new QWidget(this);
  auto* row = bare(new QHBoxLayout(bar));
  m_heading = selectable(wrapped(new QLabel(bar)));
  row->addWidget(m_heading, 1);
  m_controls = new QWidget(bar);
  auto* numbers = bare(new QHBoxLayout(m_controls));
  m_axis = new QSpinBox(m_controls);
  m_axis->setPrefix(tr("axis "));
  m_axis->setAccessibleName(tr("Axis of ω-space"));
  m_axis->setToolTip(tr("The axis of ω-space along which q and k are apart, counted from 0"));
  m_axis->setKeyboardTracking(false);
  m_sum = new QDoubleSpinBox(m_controls);
  m_sum->setPrefix(tr("‖q+k‖ "));
  m_sum->setRange(0, kMostSum);
  m_sum->setSingleStep(0.25);
  m_sum->setAccessibleName(tr("Length of q + k"));
  m_sum->setToolTip(tr("How long q + k is, scaled, from 0 to %1: the variance of positive features grows with it, that "
                       "of trigonometric ones with the distance ‖q−k‖")
                        .arg(kMostSum));
  m_sum->setKeyboardTracking(false);
  for (QWidget* number : {static_cast<QWidget*>(m_axis), static_cast<QWidget*>(m_sum)}) numbers->addWidget(number);
  row->addWidget(m_controls);
  connect(m_axis, &QSpinBox::valueChanged, this, [this](int axis) {
    workbench().store().change(tr("Axis of the kernels"), [axis](Document& d) { d.asks.kernelAxis = axis; });
  });
  connect(m_sum, &QDoubleSpinBox::valueChanged, this, [this](double sum) {
    workbench().store().change(tr("‖q+k‖ of the kernels"), [sum](Document& d) { d.asks.kernelSum = sum; });
  });
  return bar;
}

QString KernelsPanel::help() const {
  return tr(
      "<b>The kernel of random features</b><p>A product of features φ(q)·φ(k) is a random number whose mean is a "
      "kernel κ(q, k). For rfa that is exp(q·k), whatever its features; gmm, fastfood and generative learn which "
      "frequencies ω they draw, and so the kernel itself.</p><p>Left, over the distance of q and k: this draw (full "
      "line), the mean and two standard deviations of 64 draws (dots and band), the closed form (dashed). Middle: the "
      "standard deviation over the draws against its closed form. Right: the density of the frequencies, smoothed, and "
      "the one they are drawn from. Drag a μ of gmm there, or Tab to it and press the left and right arrow keys (with "
      "Shift ten times as far): with two components the other is −μ. A closed form is drawn only where there is one: "
      "none for generative, none where S, G or B of fastfood were learned, and none of the deviation for fastfood or "
      "an orthogonal draw. Where q + k is longer than about 2, the deviation of positive features is made by few ω "
      "that 64 draws seldom meet: then the dots lie below the closed form, often far, and it is the form that is "
      "right.</p><p><b>Look for</b> how moving μ outwards makes κ of rks oscillate, and which features "
      "are steady where: positive ones where q + k is short, trigonometric ones where q and k are close. For two "
      "components ±μ with one S the deviation of gmm is that of Theorem 3 with two misprints put right (the study of "
      "kernel laws shows both); for other mixtures it follows in the same way.</p>");
}

QStringList KernelsPanel::equations() const {
  QStringList all{QStringLiteral("κ(q, k) = E[φ(q)·φ(k)]")};
  const CardResult* result = view() ? snapshot().card(view()->card) : nullptr;
  if (const std::string closed = result && result->request ? omega::kernel_equation(*result->request) : "";
      !closed.empty())
    all << QString::fromStdString(closed);
  return all;
}

// --- What is shown ---------------------------------------------------------------------------------------------------

const KernelView* KernelsPanel::view() const {
  const KernelView* view = snapshot().kernel.get();
  return view && workbench().document().card(view->card) ? view : nullptr;
}

QString KernelsPanel::emptyText() const {
  if (const QString missing = missingText(); !missing.isEmpty()) return missing;
  if (view() == nullptr) {
    if (snapshot().kernelCard(-1) != nullptr ||
        isMissing([](const Card& card) { return omega::has_kernel(card.method); }))
      return comingText();
    return tr(
        "None of the visible estimators has a kernel that this panel can draw. Add gmm, whose kernel you can shape by "
        "hand, or show rfa.");
  }
  return QString::fromStdString(view()->error);
}

QString KernelsPanel::heading(const Theme& theme) const {
  const Card& card = *shownCard();
  QString text = markedLabel(card, theme);
  const omega::OptionSpec* features =
      omega::option_for(omega::find_estimator(card.method).info.options, omega::OptionRole::features);
  if (const CardResult* result = snapshot().card(card.id); features && result && result->request)
    text = tr("%1, %2").arg(text, QString::fromStdString(result->request->options.word(features->name)));
  const omega::KernelCurves& curves = view()->curves;
  if (curves.law.empty())
    text += tr(": no closed form");
  else if (curves.deviation_law.empty())
    text += tr(": no closed form of the spread");
  return text;
}

/// What can be dragged here, or what has to be done first.
QString KernelsPanel::hint() const {
  if (hasCentres()) return tr("Drag a μ at the right, or Tab to it and press the arrow keys.");
  const QString nothing = tr("Nothing to drag: this kernel is fixed. ");
  const Card* gmm = gmmCard();
  if (gmm == nullptr) return nothing + tr("That of gmm has a μ.");
  return nothing + (gmm->visible ? tr("Click %1 in Estimators: its kernel has a μ.")
                                 : tr("That of %1, which is hidden, has a μ."))
                       .arg(QString::fromStdString(gmm->label()));
}

/// A card whose μ can be dragged, a visible one if possible; null where there is none.
const Card* KernelsPanel::gmmCard() const {
  const Card* found = nullptr;
  for (const Card& card : workbench().document().cards)
    if (card.method == kGmm && (found == nullptr || (card.visible && !found->visible))) found = &card;
  return found;
}

// --- Picture ---------------------------------------------------------------------------------------------------------

void KernelsPanel::setUpPlot(QCustomPlot& plot) {
  plot.plotLayout()->clear();
  for (int column = 0; column < 3; ++column) plot.plotLayout()->addElement(0, column, new QCPAxisRect(&plot));
  plot.plotLayout()->setColumnStretchFactors({1.25, 1, 1.1});
}

QCPAxisRect* KernelsPanel::rectOf(const QCustomPlot& plot, Part part) {
  return plot.axisRects()[static_cast<int>(part)];
}

void KernelsPanel::fillPlot(QCustomPlot& plot, const Theme& theme) const {
  plot.clearPlottables();
  plot.clearItems();
  applyStyle(plot, theme);
  plot.plotLayout()->setColumnSpacing(theme.roomOfRing());
  const int top = static_cast<int>(QFontMetricsF(theme.bold()).height()) + 2;
  for (const Part part : {kKernel, kSpread, kDensity}) rectOf(plot, part)->setMinimumMargins({4, top, 10, 4});
  fillKernel(plot, theme);
  fillSpread(plot, theme);
  fillDensity(plot, theme);
}

void KernelsPanel::fillKernel(QCustomPlot& plot, const Theme& theme) const {
  QCPAxisRect* rect = rectOf(plot, kKernel);
  QCPAxis *x = rect->axis(QCPAxis::atBottom), *y = rect->axis(QCPAxis::atLeft);
  const omega::KernelCurves& curves = view()->curves;
  const EstimatorStyle style = styleOf(*shownCard(), theme.dark);
  styleAxis(*x, tr("Δ = ‖q−k‖"), {}, AxisKind::Linear);
  setShortTitle(*x, QStringLiteral("Δ"));
  styleAxis(*y, {}, {}, AxisKind::Linear);
  std::vector<double> low, high;
  for (std::size_t i = 0; i < curves.mean.size(); ++i) {
    low.push_back(curves.mean[i] - 2 * curves.deviation[i]);
    high.push_back(curves.mean[i] + 2 * curves.deviation[i]);
  }
  QCPGraph* below = addCurve(plot, rect, curves.distance, low, Qt::NoPen);
  QCPGraph* above = addCurve(plot, rect, curves.distance, high, Qt::NoPen);
  above->setBrush(bandBrush(style));
  above->setChannelFillGraph(below);
  addCurve(plot, rect, curves.distance, curves.mean, QPen(style.colour, theme.lineScale, Qt::DotLine));
  addCurve(plot, rect, curves.distance, curves.kappa, QPen(style.colour, 2 * theme.lineScale));
  addCurve(plot, rect, curves.distance, curves.law, lawPen(theme));
  x->setRange(curves.distance.front(), curves.distance.back());
  y->setRange(rangeOf({&curves.kappa, &curves.mean, &curves.law, &low, &high}));
  addTitle(plot, rect, tr("κ(Δ)"), theme);
}

void KernelsPanel::fillSpread(QCustomPlot& plot, const Theme& theme) const {
  QCPAxisRect* rect = rectOf(plot, kSpread);
  QCPAxis *x = rect->axis(QCPAxis::atBottom), *y = rect->axis(QCPAxis::atLeft);
  const omega::KernelCurves& curves = view()->curves;
  const EstimatorStyle style = styleOf(*shownCard(), theme.dark);
  styleAxis(*x, tr("Δ"), {}, AxisKind::Linear);
  styleAxis(*y, {}, {}, AxisKind::Log10);
  QCPGraph* marks = addCurve(plot, rect, curves.distance, curves.deviation, Qt::NoPen, true);
  marks->setLineStyle(QCPGraph::lsNone);
  marks->setScatterStyle(scatterStyle(style, theme));
  marks->setScatterSkip(2);
  addCurve(plot, rect, curves.distance, curves.deviation_law, lawPen(theme), true);
  x->setRange(curves.distance.front() - 0.1, curves.distance.back() + 0.1);
  y->setRange(rangeOf({&curves.deviation, &curves.deviation_law}, true));
  addTitle(plot, rect, tr("sd, %1 draws").arg(view()->asked.draws), theme);
}

void KernelsPanel::fillDensity(QCustomPlot& plot, const Theme& theme) const {
  QCPAxisRect* rect = rectOf(plot, kDensity);
  QCPAxis *x = rect->axis(QCPAxis::atBottom), *y = rect->axis(QCPAxis::atLeft);
  const omega::KernelCurves& curves = view()->curves;
  const EstimatorStyle style = styleOf(*shownCard(), theme.dark);
  styleAxis(*x, tr("ω, axis %1").arg(view()->asked.axis), {}, AxisKind::Linear);
  setShortTitle(*x, QStringLiteral("ω"));
  styleAxis(*y, {}, {}, AxisKind::Linear);
  QCPGraph* density = addCurve(plot, rect, curves.omega, curves.density, QPen(style.colour, 2 * theme.lineScale));
  density->setBrush(bandBrush(style));
  addCurve(plot, rect, curves.omega, curves.density_law, lawPen(theme));
  x->setRange(curves.omega.front(), curves.omega.back());
  const double most = rangeOf({&curves.density, &curves.density_law}).upper;
  y->setRange(0, 1.12 * most);
  addTitle(plot, rect, tr("density of ω"), theme);
  for (std::size_t c = 0; c < curves.centres.size(); ++c) {
    QCPGraph* line = addCurve(plot, rect, {curves.centres[c], curves.centres[c]}, {0, 1.03 * most},
                              QPen(theme.accent, 1.6 * theme.lineScale));
    line->setAdaptiveSampling(false);
    if (&plot == m_plot && m_plot->hasFocus() && static_cast<int>(c) == m_focus)
      addCurve(plot, rect, {curves.centres[c]}, {1.03 * most}, Qt::NoPen)
          ->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssCircle, QPen(theme.text, 2 * theme.lineScale),
                                            Qt::NoBrush, 19 * theme.lineScale));
    QCPGraph* handle = addCurve(plot, rect, {curves.centres[c]}, {1.03 * most}, Qt::NoPen);
    handle->setScatterStyle(
        QCPScatterStyle(QCPScatterStyle::ssCircle, QPen(theme.canvas, 1.5), theme.accent, 12 * theme.lineScale));
  }
}

void KernelsPanel::refresh() {
  const bool isGone =
      view() == nullptr || (hasCentres() && m_dragged >= static_cast<int>(view()->curves.centres.size()));
  if (isGone) onReleased();  // what a hand holds
  const QString empty = emptyText();
  m_heading->setText(empty.isEmpty() ? tr("%1. %2").arg(heading(theme()), hint()) : empty);
  m_plot->setVisible(empty.isEmpty());
  showLegend();
  keepRoomForRings(*m_column->rows());
  m_plot->setMinimumSize(160, qCeil(kLeastLines * theme().lineHeight()));
  m_column->setMinimumHeight(empty.isEmpty() ? kLeastHeight : 0);
  m_controls->setVisible(empty.isEmpty());
  offer(remedyNow());
  if (empty.isEmpty()) {
    const QSignalBlocker quietAxis(m_axis), quietSum(m_sum);
    m_axis->setRange(0, static_cast<int>(snapshot().sequence->sizes.D) - 1);
    showNumber(m_axis, static_cast<int>(view()->asked.axis));
    m_axis->setVisible(m_axis->maximum() > 0);
    showNumber(m_sum, view()->asked.sum);
    fillPlot(*m_plot, theme());
    redrawSoon(*m_plot);
  }
  m_legend->showWhereFree(!m_plot->isHidden());
  reportPainted();
}

/// Other cards may have the same words, and then other signs.
void KernelsPanel::showLegend() {
  const Card* card = emptyText().isEmpty() ? shownCard() : nullptr;
  const auto look = card == nullptr ? std::pair<std::string, int>() : std::pair(card->method, card->variant);
  if (std::exchange(m_legendOf, look) != look) m_legend->setEntries({}, theme());
  m_legend->setEntries(legend(), theme());
}

void KernelsPanel::render(QPainter& painter, const QRectF& area, const Theme& theme) const {
  if (const QString empty = emptyText(); !empty.isEmpty()) return paintRichText(painter, area, theme, empty);
  constexpr double kHeading = 24;
  paintAtLeast(painter, area, kLeast, [&](const QRectF& room) {
    paintRichText(painter, QRectF(0, 0, room.width(), kHeading), theme,
                  heading(theme) + tr("; ‖q+k‖ = %1").arg(numberText(view()->asked.sum, 3)));
    QCustomPlot plot;
    setUpPlot(plot);
    fillPlot(plot, theme);
    paintPlot(plot, painter, room.adjusted(0, kHeading, 0, 0));
  });
}

// --- Mouse -----------------------------------------------------------------------------------------------------------

int KernelsPanel::centreAt(QPointF position) const {
  if (!hasCentres() || m_plot->axisRectAt(position) != rectOf(*m_plot, kDensity)) return -1;
  const QCPAxis* x = rectOf(*m_plot, kDensity)->axis(QCPAxis::atBottom);
  int found = -1;
  double best = kNear;
  for (std::size_t c = 0; c < view()->curves.centres.size(); ++c) {
    const double distance = std::abs(x->coordToPixel(view()->curves.centres[c]) - position.x());
    if (!(distance < best)) continue;
    best = distance;
    found = static_cast<int>(c);
  }
  return found;
}

void KernelsPanel::onPressed(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return;
  m_dragged = centreAt(event->position());
  if (m_dragged < 0) return;
  m_focus = m_dragged;
  QToolTip::hideText();
  workbench().store().beginGesture();
}

void KernelsPanel::onMoved(QMouseEvent* event) {
  if (m_dragged >= 0 && hasCentres()) {
    const QCPRange range(view()->curves.omega.front(), view()->curves.omega.back());
    const double to = rectOf(*m_plot, kDensity)->axis(QCPAxis::atBottom)->pixelToCoord(event->position().x());
    return moveCentre(m_dragged, range.contains(to) ? to : to < range.lower ? range.lower : range.upper);
  }
  m_plot->setCursor(centreAt(event->position()) >= 0 ? Qt::SizeHorCursor : Qt::ArrowCursor);
  const QString tip = event->buttons() == Qt::NoButton ? tipAt(event->position()) : QString();
  QToolTip::showText(event->globalPosition().toPoint(), tip, m_plot);
}

void KernelsPanel::onReleased() {
  if (std::exchange(m_dragged, -1) >= 0) workbench().store().endGesture();
}

// --- Keys ------------------------------------------------------------------------------------------------------------

bool KernelsPanel::takesKey(const QKeyEvent& event) const {
  if (!hasCentres() || (event.modifiers() & ~(Qt::ShiftModifier | Qt::KeypadModifier)) != 0) return false;
  const int last = static_cast<int>(view()->curves.centres.size()) - 1;
  switch (event.key()) {
    case Qt::Key_Left:
    case Qt::Key_Right: return m_focus >= 0 && m_focus <= last;
    case Qt::Key_Tab: return m_focus < last;  // after the last one Tab leads to the next control
    case Qt::Key_Backtab: return m_focus > 0;
    default: return false;
  }
}

void KernelsPanel::onKey(const QKeyEvent& event) {
  const bool isForward = event.key() == Qt::Key_Right || event.key() == Qt::Key_Tab;
  const int way = isForward ? 1 : -1;
  if (event.key() == Qt::Key_Tab || event.key() == Qt::Key_Backtab) {
    m_focus += way;
    return refreshIfVisible();
  }
  const double step = event.modifiers() & Qt::ShiftModifier ? 1 : 0.1;
  const std::vector<double>& omega = view()->curves.omega;
  const double to = view()->curves.centres[static_cast<std::size_t>(m_focus)] + way * step;
  moveCentre(m_focus, std::clamp(std::round(to * 1e3) / 1e3, omega.front(), omega.back()));
}

bool KernelsPanel::eventFilter(QObject* watched, QEvent* event) {
  if (watched == m_plot) {
    const bool isWish = event->type() == QEvent::ShortcutOverride;
    if ((isWish || event->type() == QEvent::KeyPress) && takesKey(*static_cast<QKeyEvent*>(event))) {
      event->accept();
      if (!isWish) onKey(*static_cast<QKeyEvent*>(event));
      return true;
    }
    if (event->type() == QEvent::FocusOut) m_focus = -1;
    if (event->type() == QEvent::FocusIn || event->type() == QEvent::FocusOut) refreshIfVisible();
  }
  return Panel::eventFilter(watched, event);
}

QRectF KernelsPanel::placeOf(const QString& part) const {
  static const std::map<QString, Part> s_parts = {{QStringLiteral("kernel"), kKernel},
                                                  {QStringLiteral("variance"), kSpread},
                                                  {QStringLiteral("parameters"), kDensity}};
  const auto found = s_parts.find(part);
  if (found == s_parts.end() || m_plot->isHidden()) return {};
  const QRectF whole(rectOf(*m_plot, found->second)->outerRect());
  return m_column->seen(whole.translated(m_plot->mapTo(this, QPoint())), *this);
}

void KernelsPanel::scrollTo(const QString&) {
  scrollToLines(*m_column, m_plot->y(), m_plot->geometry().bottom(), theme().roomOfRing());
}

void KernelsPanel::moveCentre(int component, double to) {
  const int id = view()->card;
  const std::size_t dims = static_cast<std::size_t>(snapshot().sequence->sizes.D),
                    count = view()->curves.centres.size(), axis = static_cast<std::size_t>(view()->asked.axis);
  workbench().store().change(tr("μ of %1").arg(QString::fromStdString(shownCard()->label())), [&](Document& d) {
    std::vector<double>& means = d.card(id)->means;
    if (means.size() != count * dims) means.assign(count * dims, 0.0);
    omega::move_component(means, static_cast<omega::Index>(dims), component, static_cast<omega::Index>(axis), to);
  });
}

QString KernelsPanel::tipAt(QPointF position) const {
  if (!emptyText().isEmpty()) return {};
  const omega::KernelCurves& curves = view()->curves;
  if (const int centre = centreAt(position); centre >= 0)
    return tr("μ of component %1: %2 along axis %3; drag it")
        .arg(centre)
        .arg(numberText(curves.centres[static_cast<std::size_t>(centre)], 3))
        .arg(view()->asked.axis);
  const QCPAxisRect* under = m_plot->axisRectAt(position);
  if (under == nullptr) return {};
  const double x = under->axis(QCPAxis::atBottom)->pixelToCoord(position.x());
  const auto or_none = [](const std::vector<double>& list, std::size_t i) {
    return i < list.size() ? numberText(list[i], 3) : QStringLiteral("–");
  };
  if (under == rectOf(*m_plot, kDensity)) {
    const std::size_t i = nearestIndex(curves.omega, x);
    return tr("ω = %1: density %2, drawn from %3")
        .arg(numberText(curves.omega[i], 3), numberText(curves.density[i], 3), or_none(curves.density_law, i));
  }
  const std::size_t i = nearestIndex(curves.distance, x);
  if (under == rectOf(*m_plot, kSpread))
    return tr("Δ = %1: standard deviation %2 over %3 draws, closed form %4")
        .arg(numberText(curves.distance[i], 3), or_none(curves.deviation, i))
        .arg(view()->asked.draws)
        .arg(or_none(curves.deviation_law, i));
  return tr("Δ = %1: this draw %2, mean %3, closed form %4")
      .arg(numberText(curves.distance[i], 3), numberText(curves.kappa[i], 3), or_none(curves.mean, i),
           or_none(curves.law, i));
}

/// Offers gmm also beside a kernel that is fixed.
Remedy KernelsPanel::remedyNow() {
  const Card* gmm = gmmCard();
  if (snapshot().sequence && (gmm == nullptr || !gmm->visible))
    return {gmm == nullptr ? tr("Add gmm") : tr("Show gmm"),
            gmm == nullptr ? tr("A card of gmm, whose frequencies have a density that can be dragged: one step of undo")
                           : Panel::tr("Shows its card again, in every panel"),
            [this] { addGmm(); }};
  const auto hasKernel = [](const Card& card) { return omega::has_kernel(card.method); };
  return emptyText().isEmpty() ? Remedy{} : usualRemedy(kGmm, hasKernel, Shows::Sequence);
}

void KernelsPanel::addGmm() {
  Cursor front = workbench().selection().locked();
  if (const Card* hidden = gmmCard()) {
    front.card = hidden->id;
    workbench().store().change(tr("Show gmm"),
                               [id = hidden->id](Document& document) { document.card(id)->visible = true; });
  } else {
    addCard(front.card);
  }
  workbench().selection().lock(front);
}

void KernelsPanel::addCard(int& id) {
  workbench().store().change(tr("Add gmm"), [&id](Document& document) { id = document.add(kGmm).id; });
}

// --- For all panels --------------------------------------------------------------------------------------------------

std::vector<LegendEntry> KernelsPanel::legend() const {
  if (!emptyText().isEmpty()) return {};
  const Card card = *shownCard();
  std::vector<LegendEntry> entries;
  entries.push_back(lineEntry(tr("this draw"), [card](const Theme& theme) {
    return QPen(styleOf(card, theme.dark).colour, 2 * theme.lineScale);
  }));
  entries.push_back({tr("%n draw(s): mean, two standard deviations", nullptr, static_cast<int>(view()->asked.draws)),
                     [card](QPainter& painter, const QRectF& rect, const Theme& theme) {
                       painter.fillRect(rect.adjusted(0, 3, 0, -3), bandBrush(styleOf(card, theme.dark)));
                     }});
  if (!view()->curves.law.empty()) entries.push_back(lineEntry(tr("closed form"), lawPen));
  return entries;
}

PanelData KernelsPanel::data() const {
  PanelData data;
  data.columns = {tr("distance"),          QStringLiteral("kappa"), QStringLiteral("mean"),
                  tr("deviation"),         tr("closed form"),       tr("closed form of the deviation"),
                  QStringLiteral("omega"), tr("density"),           tr("density drawn from")};
  if (!emptyText().isEmpty()) return data;
  const omega::KernelCurves& c = view()->curves;
  const std::vector<double>* lists[] = {&c.distance,      &c.kappa, &c.mean,    &c.deviation,  &c.law,
                                        &c.deviation_law, &c.omega, &c.density, &c.density_law};
  const char* names[] = {"distance",      "kappa", "mean",    "deviation",  "law",
                         "deviation_law", "omega", "density", "density_law"};
  for (std::size_t i = 0; i < c.distance.size(); ++i) {
    std::vector<QString> row;
    for (const std::vector<double>* list : lists) row.push_back(i < list->size() ? plainNumber((*list)[i]) : QString());
    data.rows.push_back(std::move(row));
  }
  for (std::size_t l = 0; l < std::size(lists); ++l) data.addList(names[l], *lists[l]);
  return data;
}

}  // namespace omegascope
