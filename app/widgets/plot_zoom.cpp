#include "widgets/plot_zoom.h"

#include <algorithm>
#include <cmath>

#include "widgets/plot_redraw.h"
#include "widgets/view_keys.h"

namespace omegascope {

namespace {

constexpr double kNarrowest = 1e-4;  // of all there is
constexpr double kClick = 4;         // pixels

bool isLog(const QCPAxis& axis) { return axis.scaleType() == QCPAxis::stLogarithmic; }

// What the eye sees as even: on a logarithmic axis the logarithm.
double seen(const QCPAxis& axis, double value) { return isLog(axis) ? std::log(value) : value; }
QCPRange seen(const QCPAxis& axis, const QCPRange& range) { return {seen(axis, range.lower), seen(axis, range.upper)}; }
QCPRange unseen(const QCPAxis& axis, double lower, double upper) {
  return isLog(axis) ? QCPRange(std::exp(lower), std::exp(upper)) : QCPRange(lower, upper);
}

/// The wanted range, moved and shrunk into what can be reached; nothing where the axis shows that range by itself.
std::optional<QCPRange> kept(const QCPAxis& axis, const QCPRange& wanted, const QCPRange& own, const QCPRange& reach) {
  const QCPRange limits = seen(axis, reach), usual = seen(axis, own);
  if (!std::isfinite(wanted.lower) || !std::isfinite(wanted.upper)) return {};
  const double size = std::min(wanted.size(), limits.size());
  const double lower = std::clamp(wanted.lower, limits.lower, limits.upper - size), slack = 1e-9 * limits.size();
  if (std::abs(lower - usual.lower) <= slack && std::abs(size - usual.size()) <= slack) return {};
  return unseen(axis, lower, lower + size);
}

QCPAxis& acrossAxis(const QCustomPlot& plot, std::size_t number) {
  return *plot.axisRect(static_cast<int>(number))->axis(QCPAxis::atBottom);
}
QCPAxis& upAxis(const QCustomPlot& plot, std::size_t number) {
  return *plot.axisRect(static_cast<int>(number))->axis(QCPAxis::atLeft);
}

}  // namespace

PlotZoom::PlotZoom(QCustomPlot& plot, Across across)
    : QObject(&plot), m_plot(plot), m_isShared(across == Across::Shared) {
  plot.installEventFilter(this);
  connect(&plot, &QCustomPlot::mouseWheel, this, &PlotZoom::onWheel);
  connect(&plot, &QCustomPlot::mousePress, this, &PlotZoom::onPressed);
  connect(&plot, &QCustomPlot::mouseMove, this, &PlotZoom::onMoved);
  connect(&plot, &QCustomPlot::mouseRelease, this, &PlotZoom::onReleased);
  connect(&plot, &QCustomPlot::mouseDoubleClick, this, [this](const QMouseEvent* event) {
    if (event->button() == Qt::LeftButton) reset();
  });
}

void PlotZoom::restore(const std::vector<QCPRange>& reaches) {
  m_axes.resize(static_cast<std::size_t>(m_plot.axisRectCount()));
  for (std::size_t i = 0; i < m_axes.size(); ++i) {
    Part &across = m_axes[i].across, &up = m_axes[i].up;
    across.own = across.reach = acrossAxis(m_plot, i).range();
    up.own = upAxis(m_plot, i).range();
    up.reach = i < reaches.size() ? up.own.expanded(reaches[i]) : up.own;
  }
  applyTo(m_plot);
}

void PlotZoom::applyTo(QCustomPlot& plot) const {
  const std::size_t count = std::min(m_axes.size(), static_cast<std::size_t>(plot.axisRectCount()));
  for (std::size_t i = 0; i < count; ++i) {
    const Part &across = m_axes[m_isShared ? 0 : i].across, &up = m_axes[i].up;
    acrossAxis(plot, i).setRange(across.chosen.value_or(across.own));
    upAxis(plot, i).setRange(up.chosen.value_or(up.own));
  }
}

bool PlotZoom::isZoomed() const {
  return std::any_of(m_axes.begin(), m_axes.end(),
                     [](const Axes& axes) { return axes.across.chosen || axes.up.chosen; });
}

std::optional<QCPRange> PlotZoom::across() const {
  return m_axes.empty() ? std::nullopt : m_axes.front().across.chosen;
}

void PlotZoom::reset() {
  for (Axes& axes : m_axes) axes.across.chosen = axes.up.chosen = std::nullopt;
  show();
}

void PlotZoom::show() {
  applyTo(m_plot);
  redrawSoon(m_plot);
}

// --- The hand --------------------------------------------------------------------------------------------------------

/// Beside a rectangle are the numbers of its axes: there only that axis is meant.
std::optional<PlotZoom::Grip> PlotZoom::gripAt(QPointF pixel) const {
  for (std::size_t i = 0; i < m_axes.size(); ++i) {
    const QRectF inner = m_plot.axisRect(static_cast<int>(i))->rect(),
                 outer = m_plot.axisRect(static_cast<int>(i))->outerRect();
    if (!outer.contains(pixel)) continue;
    const bool isLeft = pixel.x()<inner.left(), isBelow = pixel.y()> inner.bottom();
    if (isLeft && isBelow) return {};
    return Grip{i, !isLeft, !isBelow};
  }
  return {};
}

/// The point at pixel `at` stays where it is.
void PlotZoom::scale(Part& part, const QCPAxis& axis, double factor, double at) {
  const QCPRange now = seen(axis, axis.range());
  const double fixed = seen(axis, axis.pixelToCoord(at)), narrowest = kNarrowest * seen(axis, part.own).size();
  const double by = std::max(factor, narrowest / now.size());
  part.chosen = kept(axis, {fixed + (now.lower - fixed) * by, fixed + (now.upper - fixed) * by}, part.own, part.reach);
}

void PlotZoom::move(Part& part, const QCPAxis& axis, double from, double to) {
  const QCPRange now = seen(axis, axis.range());
  const double by = seen(axis, axis.pixelToCoord(from)) - seen(axis, axis.pixelToCoord(to));
  part.chosen = kept(axis, {now.lower + by, now.upper + by}, part.own, part.reach);
}

void PlotZoom::onWheel(QWheelEvent* event) {
  const std::optional<Grip> grip = gripAt(event->position());
  if (!grip || event->angleDelta().y() == 0) return;
  const double factor = std::pow(2.0, -event->angleDelta().y() / 240.0);
  if (grip->across) scale(acrossOf(grip->number), acrossAxis(m_plot, grip->number), factor, event->position().x());
  if (grip->up) scale(m_axes[grip->number].up, upAxis(m_plot, grip->number), factor, event->position().y());
  event->accept();
  show();
}

void PlotZoom::onPressed(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return;
  m_held = gripAt(event->position());
  m_from = event->position();
  m_isDragged = false;
}

void PlotZoom::onMoved(QMouseEvent* event) {
  if (!m_held || m_held->number >= m_axes.size()) return;
  const QPointF to = event->position();
  if (!m_isDragged && (to - m_from).manhattanLength() < kClick) return;
  m_isDragged = true;
  m_plot.setCursor(Qt::ClosedHandCursor);
  if (m_held->across) move(acrossOf(m_held->number), acrossAxis(m_plot, m_held->number), m_from.x(), to.x());
  if (m_held->up) move(m_axes[m_held->number].up, upAxis(m_plot, m_held->number), m_from.y(), to.y());
  m_from = to;
  show();
}

bool PlotZoom::eventFilter(QObject* watched, QEvent* event) {
  const bool isPress = event->type() == QEvent::KeyPress;
  if (!isPress && event->type() != QEvent::ShortcutOverride) return QObject::eventFilter(watched, event);
  if (!onKey(*static_cast<QKeyEvent*>(event), isPress)) return false;
  event->accept();
  return true;
}

/// Whether the key has a use here.
bool PlotZoom::onKey(const QKeyEvent& event, bool isPress) {
  const std::optional<ViewStep> step = viewStepOf(event);
  if (!step || !isPress) return step.has_value();
  if (step->isWhole) return reset(), true;
  for (std::size_t i = 0; i < m_axes.size(); ++i) {
    const QRectF rect = m_plot.axisRect(static_cast<int>(i))->rect();
    const QPointF at = rect.center(), to = at + QPointF(step->pan.x() * rect.width(), step->pan.y() * rect.height());
    const auto change = [&step](Part& part, const QCPAxis& axis, double from, double end) {
      step->zoom == 1 ? move(part, axis, from, end) : scale(part, axis, 1 / step->zoom, from);
    };
    if (!m_isShared || i == 0) change(acrossOf(i), acrossAxis(m_plot, i), at.x(), to.x());
    change(m_axes[i].up, upAxis(m_plot, i), at.y(), to.y());
  }
  show();
  return true;
}

void PlotZoom::onReleased(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton || !m_held) return;
  m_held.reset();
  m_plot.unsetCursor();
}

}  // namespace omegascope
