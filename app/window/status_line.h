// StatusLine: the window's status bar: which tokens are shown, the errors of the estimators, how fast frames are, the
// engine's memory, and what computes.
#pragma once

#include <QStatusBar>

class QLabel;

namespace omegascope {

struct Snapshot;
class Workbench;

class StatusLine : public QStatusBar {
  Q_OBJECT

 public:
  StatusLine(Workbench& workbench, QWidget* parent);

  /// Whether estimators are seen: in another workspace their errors are not told.
  void setExploring(bool exploring);
  /// A lesson may ask for the errors first.
  void showErrors(bool shown);
  /// What computes, in words.
  QString device() const;

 private:
  void refresh();
  void tellToken(const Snapshot& snapshot);
  void tellErrors(const Snapshot& snapshot);
  void tellDevice(const Snapshot& snapshot);
  /// Gives way to the errors with the time of frames first, then with memory; then the errors are cut. The tip has all.
  void fit();
  void fitErrors();
  bool eventFilter(QObject* watched, QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

  Workbench& m_workbench;
  bool m_isExploring = true;
  QString m_told, m_errorsTip;  // all errors; what the tip says below them
  QString m_toldTiming, m_toldMemory, m_leftOut;
  QLabel* m_token = nullptr;
  QLabel* m_errors = nullptr;
  QLabel* m_timing = nullptr;
  QLabel* m_memory = nullptr;
  QLabel* m_device = nullptr;
};

}  // namespace omegascope
