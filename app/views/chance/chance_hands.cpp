// What a hand does in the panel Chance: mouse, pens and keys.
#include <QKeyEvent>
#include <QToolTip>
#include <algorithm>
#include <cmath>

#include "views/chance/chance_numbers.h"
#include "views/chance/chance_panel.h"
#include "views/rich_text.h"

namespace omegascope {

namespace {

constexpr double kReach = 11;  // pixels to a handle

}  // namespace

// --- Mouse -----------------------------------------------------------------------------------------------------------

double ChancePanel::xAt(QPointF position) const {
  return ChanceDrawing::rectOf(*m_plot, ChanceDrawing::kDensities)->axis(QCPAxis::atBottom)->pixelToCoord(position.x());
}

/// In the units of what the pen draws.
QPointF ChancePanel::valueAt(QPointF position) const {
  const QCPAxisRect* rect = ChanceDrawing::rectOf(*m_plot, ChanceDrawing::kDensities);
  return {xAt(position),
          rect->axis(pen() == Pen::integrand ? QCPAxis::atRight : QCPAxis::atLeft)->pixelToCoord(position.y())};
}

std::optional<ChanceHandle> ChancePanel::handleAt(QPointF position) const {
  const QCPAxisRect* rect = ChanceDrawing::rectOf(*m_plot, ChanceDrawing::kDensities);
  const ChancePicture shown = picture();
  std::optional<ChanceHandle> found;
  double best = kReach;
  for (const ChanceHandle& handle : handlesOf(state())) {
    const QPointF at = ChanceDrawing::placeIn(shown, handle);
    const double distance = std::hypot(rect->axis(QCPAxis::atBottom)->coordToPixel(at.x()) - position.x(),
                                       rect->axis(QCPAxis::atLeft)->coordToPixel(at.y()) - position.y());
    if (!(distance < best)) continue;
    best = distance;
    found = handle;
  }
  return found;
}

ChancePanel::Pen ChancePanel::pen() const {
  return m_pen->isChecked() ? Pen::target : m_penOfF->isChecked() ? Pen::integrand : Pen::none;
}

void ChancePanel::setPen(Pen pen) {
  m_pen->setChecked(pen == Pen::target);
  m_penOfF->setChecked(pen == Pen::integrand);
  m_plot->setCursor(pen == Pen::none ? Qt::ArrowCursor : Qt::CrossCursor);
}

void ChancePanel::onPressed(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton ||
      m_plot->axisRectAt(event->position()) != ChanceDrawing::rectOf(*m_plot, ChanceDrawing::kDensities))
    return;
  QToolTip::hideText();
  m_held = {m_plot->axisRects()[0]->axis(QCPAxis::atBottom)->range().lower,
            m_plot->axisRects()[0]->axis(QCPAxis::atBottom)->range().upper};
  m_wheeled.reset();
  if (pen() != Pen::none) {
    m_heldDensity = m_plot->axisRects()[0]->axis(QCPAxis::atLeft)->range();
    m_heldIntegrand = m_plot->axisRects()[0]->axis(QCPAxis::atRight)->range();
    workbench().store().beginGesture();
    if (pen() == Pen::target) edit(tr("Draw the target"), beginDrawing);
    m_stroke = valueAt(event->position());
    return onMoved(event);
  }
  m_dragged = handleAt(event->position());
  if (!m_dragged) return;
  m_handles = handlesOf(state());
  m_focus = m_dragged;
  workbench().store().beginGesture();
}

void ChancePanel::onMoved(QMouseEvent* event) {
  if (m_stroke) {
    const QPointF to = valueAt(event->position()), from = std::exchange(*m_stroke, to);
    const bool isTarget = pen() == Pen::target;
    return edit(isTarget ? tr("Draw the target") : tr("Draw the integrand"),
                [&](ChanceState& s) { isTarget ? drawTarget(s, from, to) : drawIntegrand(s, from, to); });
  }
  if (m_pointed != event->position()) m_wheeled.reset();
  if (m_dragged) return moveTo(*m_dragged, std::clamp(xAt(event->position()), m_held.low, m_held.high));
  if (pen() == Pen::none) m_plot->setCursor(handleAt(event->position()) ? Qt::SizeHorCursor : Qt::ArrowCursor);
  m_pointed = event->position();
  event->buttons() == Qt::NoButton ? showTip(m_pointed) : QToolTip::hideText();
}

void ChancePanel::showTip(QPointF position) {
  m_tip = tipAt(position);
  QToolTip::showText(m_plot->mapToGlobal(position).toPoint(), m_tip, m_plot);
}

void ChancePanel::onReleased() {
  if (!m_dragged && !m_stroke) return;
  m_dragged.reset();
  m_stroke.reset();
  workbench().store().endGesture();
  refreshIfVisible();  // what is shown may now follow
}

void ChancePanel::onDoubleClick(QMouseEvent* event) {
  const QCPAxisRect* rect = m_plot->axisRectAt(event->position());
  if (event->button() != Qt::LeftButton) return;
  if (rect == ChanceDrawing::rectOf(*m_plot, ChanceDrawing::kReplicates)) return fitReplicates();
  const bool isOnTop = rect == ChanceDrawing::rectOf(*m_plot, ChanceDrawing::kDensities);
  if (!isOnTop || pen() != Pen::none || handleAt(event->position())) return;
  edit(tr("New proposal"), [&](ChanceState& s) { addProposal(s, xAt(event->position())); });
}

void ChancePanel::onWheel(QWheelEvent* event) {
  const auto handle = wheeledAt(event->position());
  if (!handle) return;
  m_wheeled = handle;
  m_pointed = event->position();
  const double factor = std::exp2(event->angleDelta().y() / 120.0 / 8);
  edit(tr("Width of %1").arg(nameOf(*handle)), [&](ChanceState& s) { setSd(s, *handle, sdOf(s, *handle) * factor); });
}

/// The axis may follow the width: the handle stays that of the hand while the pointer rests.
std::optional<ChanceHandle> ChancePanel::wheeledAt(QPointF position) const {
  const auto handle = m_wheeled ? m_wheeled : handleAt(position);
  const auto all = handlesOf(state());
  return handle && std::find(all.begin(), all.end(), *handle) != all.end() ? handle : std::nullopt;
}

QString ChancePanel::tipAt(QPointF position) const {
  if (const auto handle = handleAt(position))
    return (handle->grip == ChanceHandle::Grip::top
                ? tr("%1: N(%2, %3²); drag it to move it, the wheel changes its width")
                : tr("%1: N(%2, %3²); drag its shoulder to make it wide or narrow"))
        .arg(nameOf(*handle), numberText(meanOf(state(), *handle), 3), numberText(sdOf(state(), *handle), 3));
  const ChancePicture shown = picture();
  const QCPAxisRect* rect = m_plot->axisRectAt(position);
  if (!shown.hasRun() || rect == nullptr) return {};
  if (rect == ChanceDrawing::rectOf(*m_plot, ChanceDrawing::kRunning))
    return runningText(shown, rect->axis(QCPAxis::atBottom)->pixelToCoord(position.x()));
  if (rect == ChanceDrawing::rectOf(*m_plot, ChanceDrawing::kReplicates))
    return tr(
        "The axis only grows while the question stays, so that heaps are seen to become narrower; a "
        "double-click fits it to these.");
  std::size_t best = 0;
  double distance = kReach;
  const auto& darts = shown.result->outcome.darts;
  const std::size_t fallen = shown.fallen < 0 ? darts.size() : static_cast<std::size_t>(shown.fallen);
  for (std::size_t i = 0; i < std::min(fallen, darts.size()); ++i) {
    const double apart = std::abs(rect->axis(QCPAxis::atBottom)->coordToPixel(darts[i].x) - position.x());
    if (!(apart < distance)) continue;
    distance = apart;
    best = i;
  }
  return distance < kReach ? dartText(shown, best) : QString();
}

// --- Keys ------------------------------------------------------------------------------------------------------------

bool ChancePanel::takesKey(const QKeyEvent& event) const {
  if ((event.modifiers() & ~(Qt::ShiftModifier | Qt::KeypadModifier)) != 0) return false;
  switch (event.key()) {
    case Qt::Key_Left:
    case Qt::Key_Right:
    case Qt::Key_Up:
    case Qt::Key_Down:
    case Qt::Key_Delete:
    case Qt::Key_Backspace: return m_focus.has_value();
    case Qt::Key_Tab:
    case Qt::Key_Backtab:
    case Qt::Key_Space:
    case Qt::Key_R:
    case Qt::Key_S:
    case Qt::Key_D:
    case Qt::Key_F: return true;
    default: return false;
  }
}

bool ChancePanel::onKey(const QKeyEvent& event) {
  if (!takesKey(event)) return false;
  const double step = event.modifiers() & Qt::ShiftModifier ? 1 : 0.1;
  switch (event.key()) {
    case Qt::Key_Left:
    case Qt::Key_Right:
      moveTo(*m_focus, omegascope::placeOf(state(), *m_focus) + (event.key() == Qt::Key_Right ? step : -step));
      break;
    case Qt::Key_Up:
    case Qt::Key_Down:
      edit(tr("Width of %1").arg(nameOf(*m_focus)),
           [&](ChanceState& s) { setSd(s, *m_focus, sdOf(s, *m_focus) + (event.key() == Qt::Key_Up ? step : -step)); });
      break;
    case Qt::Key_Tab: {
      const auto handles = handlesOf(state());
      if (handles.empty() || (m_focus && *m_focus == handles.back())) return false;  // on to the next widget
      focusNext(1);
      break;
    }
    case Qt::Key_Backtab: {
      const auto handles = handlesOf(state());
      if (handles.empty() || !m_focus || *m_focus == handles.front()) return false;
      focusNext(-1);
      break;
    }
    case Qt::Key_Space: togglePlay(); break;
    case Qt::Key_R: redrawNoise(); break;
    case Qt::Key_S: dropOne(); break;
    case Qt::Key_D: m_pen->click(); break;
    case Qt::Key_F: m_penOfF->click(); break;
    default: edit(tr("Remove %1").arg(nameOf(*m_focus)), [gone = *m_focus](ChanceState& s) { removeOf(s, gone); });
  }
  return true;
}

void ChancePanel::focusNext(int step) {
  const auto handles = handlesOf(state());
  const auto now = m_focus ? std::find(handles.begin(), handles.end(), *m_focus) - handles.begin() : -1;
  m_focus = handles[static_cast<std::size_t>(now + step)];
  scrollTo(QStringLiteral("curves"));
  refreshIfVisible();
}

}  // namespace omegascope
