// Jobs: what the workbench is computing, a way to give it up, and what the last runs took.
#pragma once

#include <QElapsedTimer>
#include <QTimer>
#include <deque>

#include "views/panel.h"

class QLabel;
class QPushButton;
class QTableWidget;
class QVBoxLayout;

namespace omegascope {

class JobsPanel : public Panel {
  Q_OBJECT

 public:
  explicit JobsPanel(Workbench& workbench, QWidget* parent = nullptr);

  QString help() const override;
  void render(QPainter& painter, const QRectF& area, const Theme& theme) const override;
  PanelData data() const override;
  QString whyNoCommand() const override {
    return tr("Jobs lists what was computed here and how long it took; no command makes that again.");
  }

 protected:
  void refresh() override;

 private:
  enum class State { Running, Done, Replaced, Cancelled, Failed };
  struct Run {
    std::uint64_t revision = 0;
    QString what;
    State state = State::Running;
    double milliseconds = 0;
    QString error;
  };

  void record();
  QString describe(const Snapshot& snapshot) const;
  QString statusText() const;
  QString stateText(const Run& run) const;
  void fillRow(int row, const Run& run);
  void onBusy(bool busy);
  void fill();
  /// A line for each sweep of a study and each training run, with what can be done to it.
  void showLongJobs();
  void addLine(const JobList::Job& job);
  static QString textOf(const JobList::Job& job);

  std::deque<Run> m_runs;  // the newest first
  QElapsedTimer m_since;
  QTimer m_tick, m_later;
  QElapsedTimer m_filled;
  QLabel* m_status = nullptr;
  QPushButton* m_button = nullptr;
  struct Line {
    QPointer<LongJob> run;
    QLabel* words = nullptr;
    QPushButton* pause = nullptr;  // null where only its panel pauses it
  };
  QVBoxLayout* m_longJobs = nullptr;
  std::vector<Line> m_lines;
  QTableWidget* m_table = nullptr;
};

}  // namespace omegascope
