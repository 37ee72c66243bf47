// TrainPanel: what the panels of the Train workspace share: they show runs, not the sequence of Explore, and say what
// to do where there is none yet.
#pragma once

#include "views/panel.h"
#include "views/train/run_words.h"

class QStackedWidget;
class QTextBrowser;
class QVBoxLayout;

namespace omegascope {

class TrainPanel : public Panel {
  Q_OBJECT

 public:
  TrainPanel(Workbench& workbench, const QString& name, const QString& title, QWidget* parent);

  QString caption() const override;
  QString command() const override;
  QString whyNoCommand() const override;
  QString subject() const override;
  void complete() override;

 protected:
  TrainingRuns& training() const { return workbench().training(); }
  /// The runs it shows: the current one, for most.
  virtual std::vector<const TrainRun*> ofRuns() const;
  /// All runs that are ticked, for panels that show them together.
  std::vector<const TrainingRuns::Entry*> shown() const;
  std::vector<const TrainRun*> shownRuns() const;
  QString captionOfShown() const;
  /// The picture of the current run; null where there is none.
  std::shared_ptr<const TrainPicture> currentPicture() const;

  /// Whether it shows what is inside the current run's model.
  virtual bool looksInside() const { return false; }
  /// What can be done where there is nothing to show.
  virtual Remedy remedyNow() const;
  /// A picture that has words in its place where there is nothing to show, and what can be done about that below.
  void addPicture(QVBoxLayout& rows, QWidget* picture);
  /// Those words, rich text; empty: the picture.
  void showWords(const QString& html);
  void onSeen(bool seen) override;

 private:
  QStackedWidget* m_middle = nullptr;
  QTextBrowser* m_words = nullptr;
};

}  // namespace omegascope
