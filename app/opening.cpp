#include "opening.h"

#include <QApplication>
#include <QStyle>

#include "views/omega_space/omega_space_panel.h"

namespace omegascope {

namespace {

constexpr int kSteps = 16;
constexpr int kDurationMs = 1500;

bool wantsMotion() { return QApplication::style()->styleHint(QStyle::SH_Widget_Animation_Duration) > 0; }

}  // namespace

Opening::Opening(OmegaSpacePanel* panel) : QObject(panel), m_panel(panel) {
  m_timer.setInterval(kDurationMs / kSteps);
  connect(&m_timer, &QTimer::timeout, this, &Opening::step);
}

void Opening::play() {
  if (!wantsMotion()) return;
  m_shown = 0;
  m_panel->setSampleLimit(0);
  m_timer.start();
}

void Opening::step() {
  // The last step shows all there are, however many that is.
  if (++m_shown >= kSteps) m_timer.stop();
  m_panel->setSampleLimit(m_timer.isActive() ? m_shown : -1);
}

}  // namespace omegascope
