#include "window/opening.h"

#include <QApplication>
#include <QStyle>
#include <algorithm>

#include "model/settings.h"
#include "views/omega_space/omega_space_panel.h"
#include "workbench/workbench.h"

namespace omegascope {

namespace {

constexpr int kDurationMs = 1500, kShortestStepMs = 25, kLongestStepMs = 150;

bool wantsMotion() {
  return !Settings::reducedMotion() && QApplication::style()->styleHint(QStyle::SH_Widget_Animation_Duration) > 0;
}

}  // namespace

Opening::Opening(Workbench& workbench, OmegaSpacePanel* panel)
    : QObject(panel), m_workbench(workbench), m_panel(panel) {
  connect(&workbench, &Workbench::snapshotChanged, this, [this] {
    if (m_awaited) return play();
    if (m_shown >= 0 && !isPlaying() && m_subject != subject()) show(m_panel->largestSampleCount());
  });
  // Many samples come several at a time, so that the play takes no longer.
  connect(&m_timer, &QTimer::timeout, this,
          [this] { show(m_shown + std::max(1, m_panel->largestSampleCount() * m_timer.interval() / kDurationMs)); });
}

void Opening::play() {
  if (!wantsMotion()) return;
  // At the start nothing is computed yet: the play waits for the first samples, and none is seen before.
  m_awaited = m_panel->largestSampleCount() == 0;
  if (m_awaited) return m_panel->setSampleLimit(0);
  m_timer.start(std::clamp(kDurationMs / std::max(1, m_panel->largestSampleCount()), kShortestStepMs, kLongestStepMs));
  show(0);
}

void Opening::toggle() {
  if (m_timer.isActive()) {
    m_timer.stop();
    emit changed();
  } else if (m_shown >= 0 && wantsMotion()) {
    m_timer.start();
    emit changed();
  } else {
    play();
  }
}

void Opening::step() {
  m_timer.stop();
  show(m_shown + 1 + (m_shown < 0));
}

std::array<std::int64_t, 3> Opening::subject() const {
  const Document& document = m_workbench.document();
  return {document.seed, document.draw, m_workbench.selection().locked().query};
}

/// The last step shows all there are, and the play is over.
void Opening::show(int count) {
  m_subject = subject();
  m_shown = count >= m_panel->largestSampleCount() ? -1 : count;
  if (m_shown < 0) m_timer.stop();
  m_panel->setSampleLimit(m_shown);
  emit changed();
}

}  // namespace omegascope
