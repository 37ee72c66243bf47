// Opening: the samples of ω-space appear one after another, once after the start, so that a still picture is seen to be
// made of draws. Space plays, pauses and plays again; a step shows one more. Another draw or query shows all again.
// Nothing moves by itself where the desktop asks for reduced motion.
#pragma once

#include <QObject>
#include <QTimer>
#include <array>
#include <cstdint>

namespace omegascope {

class OmegaSpacePanel;
class Workbench;

class Opening : public QObject {
  Q_OBJECT

 public:
  Opening(Workbench& workbench, OmegaSpacePanel* panel);

  /// Plays from the first sample on, whatever was shown.
  void play();
  /// Space: pauses, goes on, or plays from the first sample.
  void toggle();
  /// One sample more, by hand; after the last one all are shown again.
  void step();
  bool isPlaying() const { return m_timer.isActive(); }
  /// How many samples of each estimator are shown; −1: all.
  int shown() const { return m_shown; }

 signals:
  void changed();

 private:
  void show(int count);
  /// The draw and the query that are looked at: of others all samples are shown.
  std::array<std::int64_t, 3> subject() const;

  Workbench& m_workbench;
  OmegaSpacePanel* m_panel;
  QTimer m_timer;
  bool m_awaited = false;  // asked for before there were samples
  int m_shown = -1;
  std::array<std::int64_t, 3> m_subject{};
};

}  // namespace omegascope
