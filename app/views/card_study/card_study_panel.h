// What the panels Convergence and Scaling share: the visible cards as a study that the studies' own sweep measures in
// the background. Its figure stays while a newer one is measured, and says that it is stale.
#pragma once

#include <QTemporaryDir>
#include <QTimer>
#include <optional>

#include "figures/figure_panel.h"
#include "jobs/study_run.h"
#include "views/card_study/card_plan.h"

class QComboBox;
class QLabel;
class QProgressBar;
class QPushButton;

namespace omegascope {

class CardStudyPanel : public FigurePanel {
  Q_OBJECT

 public:
  ~CardStudyPanel() override;

  PanelData data() const override;
  QString caption() const override;
  bool hasPicture() const override { return hasFigure(); }

  /// Measures what is asked for now; what is being measured is given up.
  void measure();
  void cancelMeasuring();
  bool isMeasuring() const { return m_run && m_run->phase() != StudyRun::Phase::Resting; }
  /// Whether what is shown is what is asked for now, and all of it.
  bool isFresh() const;
  void complete() override;
  /// Takes over from the same panel of another window of this workbench.
  void takeOver(CardStudyPanel& before);
  const StudyDefinition* study() const { return m_shown.study.get(); }

 signals:
  /// It no longer measures.
  void rested();

 protected:
  CardStudyPanel(Workbench& workbench, const QString& name, const QString& title, QWidget* parent);

  /// What is asked for now.
  virtual CardPlan planNow() const = 0;
  /// Whether the plan reads the sequence.
  virtual bool readsSequence() const { return false; }
  virtual bool measuresByItself() const { return false; }
  virtual QString invitation() const = 0;
  /// The panels of the figure by name, of which one or all can be chosen.
  void offerParts(const std::vector<std::pair<QString, QString>>& parts, const QString& all, const QString& tip);
  virtual void clickPoint(const omega::studies::StudyPoint&) {}
  virtual QString tipOf(const omega::studies::Spot& spot) const = 0;
  void redraw() { m_redraw.start(); }

  const CardPlan& shownPlan() const { return m_shown.plan; }
  /// The card that was measured as that series; null once it is gone, even if another has its number now.
  const Card* cardOf(const std::string& series) const;
  StudyFigure figure() const override;
  QString nothingYet() const override;
  /// Whether something was measured of a sequence with this name.
  bool hasFigure() const {
    return m_shown.picture && m_shown.picture->summary.rows > 0 &&
           (!readsSequence() || m_shown.workload.hasNameOf(workbench().document().workload));
  }

  void refresh() override;
  void onSeen(bool seen) override;
  void showEvent(QShowEvent* event) override;

 private:
  /// A plan with the sequence it was made for, and what was measured of it.
  struct Measured {
    CardPlan plan;
    Workload workload;  // what the sequence is called
    std::shared_ptr<const omega::Sequence> sequence;
    int head = -1;
    std::shared_ptr<const StudyDefinition> study;
    std::shared_ptr<const StudyPicture> picture;
    bool isSame(const Measured& other) const {
      return sequence == other.sequence && head == other.head && plan.isSame(other.plan);
    }
  };
  /// All that a plan is made of.
  struct PlannedOf {
    std::shared_ptr<const Document> document;  // as it is now
    std::shared_ptr<const Document> shown;     // that the sequence is of
    std::shared_ptr<const omega::Sequence> sequence;
    int head = -1;
    std::vector<std::shared_ptr<const omega::Request>> requests;  // of its cards, with what their files gave them
    bool operator==(const PlannedOf&) const = default;
  };

  QWidget* makeControls();
  void choosePart();
  QString shownPart() const;
  void follow();
  /// Made anew only where something in it has changed: a pointer that moves over a map changes nothing.
  const Measured& askedNow() const;
  void writeSequence(const Measured& asked, const std::string& folder) const;
  void begin();
  void pauseIfDue();
  void showState();
  void draw();
  QString stateText() const;
  QString findings(bool areSlopes) const;

  std::shared_ptr<QTemporaryDir> m_folder;  // null until something is measured
  int m_runs = 0;                           // folders used up
  Measured m_shown, m_running;
  mutable std::optional<PlannedOf> m_plannedOf;
  mutable Measured m_planned;  // of that
  std::unique_ptr<StudyRun> m_run;
  bool m_isWaiting = false;  // for the workbench to come to rest
  bool m_isWanted = true;    // by itself, until somebody cancels
  QString m_problem;         // why it could not be measured
  Theme m_drawnTheme;
  QTimer m_redraw, m_soon;

  QWidget* m_bar = nullptr;
  QPushButton* m_button = nullptr;
  QProgressBar* m_progress = nullptr;
  QComboBox* m_parts = nullptr;
  QLabel *m_status = nullptr, *m_findings = nullptr, *m_empty = nullptr;
};

}  // namespace omegascope
