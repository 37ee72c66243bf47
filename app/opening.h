// Opening: once after the start the samples of ω-space appear one after another, so that a still picture is seen to be made
// of draws. Space plays it again; nothing moves where the desktop asks for reduced motion.
#pragma once

#include <QObject>
#include <QTimer>

namespace omegascope {

class OmegaSpacePanel;

class Opening : public QObject {
  Q_OBJECT

 public:
  explicit Opening(OmegaSpacePanel* panel);

  void play();
  bool isPlaying() const { return m_timer.isActive(); }

 private:
  void step();

  OmegaSpacePanel* m_panel;
  QTimer m_timer;
  int m_shown = 0;
};

}  // namespace omegascope
