// Studies: claims of the papers as experiments. Choose one, run it, watch its figure grow, read what it found, and open
// any of its points in Explore.
#pragma once

#include <QTimer>
#include <algorithm>
#include <map>

#include "figures/figure_panel.h"
#include "jobs/stored.h"
#include "views/studies/study_catalogue.h"
#include "views/studies/study_words.h"

class QLabel;
class QStackedWidget;
class QTableView;
class QTextBrowser;

namespace omegascope {

class RemedyButton;
class RowsModel;
class StudyControls;
class StudyGallery;

class StudiesPanel : public FigurePanel {
  Q_OBJECT

 public:
  /// The link that takes back what was set aside.
  static constexpr char kTakeBack[] = "take_back";

  explicit StudiesPanel(Workbench& workbench, QWidget* parent = nullptr);
  ~StudiesPanel() override;

  QString help() const override;
  PanelData data() const override;
  QString subject() const override { return m_name; }
  QString caption() const override;
  QString command() const override;
  QString whyNoCommand() const override;
  void fillMenu(QMenu& menu) override;
  void complete() override;
  /// Takes over from the same panel of another window of this workbench.
  void takeOver(StudiesPanel& before);

  /// Where folders of results are; below the data of the program unless said otherwise.
  void setFolder(const QString& folder);
  void choose(const QString& study, const QString& size);
  /// At the size that was chosen last.
  void choose(const QString& study) { choose(study, m_size); }
  const StudyCatalogue& catalogue() const { return m_catalogue; }
  /// A copy of the file becomes one of the user's studies; says so where it is none.
  void add(const QString& path);
  /// Null before one is chosen.
  StudyRun* run() const { return m_run; }
  /// The stored results that are shown where nothing was measured here; else null.
  std::shared_ptr<const StoredStudy> shownStored() const;
  /// Asks in Explore what a point asked; says so where Explore cannot.
  void openInExplore(omega::Index point, omega::Index seed);

 protected:
  void refresh() override;
  void showEvent(QShowEvent* event) override;
  void hideEvent(QHideEvent* event) override;

 private:
  void connectControls();
  QWidget* makeFigure();
  QWidget* makeTables();
  QWidget* makeNote();
  void listStudies();
  StudyRun* runOf(const QString& study, const QString& size, const omega::studies::StudyInput& input,
                  omega::Precision precision = omega::Precision::f32);
  void follow(StudyRun* made);
  QString folderOf(const StudyDefinition& study) const;
  void chooseFirst();
  bool followExplore();
  void fillGallery();
  void readNextStored();
  void showGalleryEntry(int row);
  void showGalleryEntryOf(const StudyRun& run);
  void setRun(StudyRun* run);
  std::vector<std::shared_ptr<const StudyDefinition>> othersOf(const StudyRun& run) const;
  void fillBesides();
  void chooseBeside(int index);
  StudyFigure figure() const override;
  StudyFigure figureBeside() const override;
  /// The rows that are shown: those measured here or, before there are any, those that come with the program.
  std::shared_ptr<const StudyPicture> shownPicture() const;
  bool hasFigure() const;
  bool hasOwnRows() const;
  StudyRun* busyRun() const;
  bool isQueued(const StudyRun* run) const { return std::count(m_queue.begin(), m_queue.end(), run) > 0; }

  void pressRun();
  void pressPause();
  void pressCancel();
  /// Whether a study that measures times would measure the work of others, too.
  bool mustWait(const StudyRun& run) const;
  /// Resumes a study that waited, or begins the next of the queue, where nothing is in the way.
  void advance();
  void setAside();
  void takeBack();
  void showAside();

  void showAll();
  void showPicture();
  void sizeColumns();
  void showFindings();
  void showState();
  void showNote();
  Remedy remedyNow();
  void say(const QString& sentence);
  QString stateText() const;
  QString nothingYet() const override;
  void draw();
  void edit();
  QString whyNotChanged() const;
  void showOwn(const QString& study);
  void addFile();
  void removeStudy();
  void onPointed(const omega::studies::Spot& spot, const QPoint& at);
  void onClicked(const omega::studies::Spot& spot, const QPoint& at);
  bool saysWhyNot(omega::Index point);

  QString m_folder, m_name, m_size = QStringLiteral("small"), m_said;
  StudyCatalogue m_catalogue;
  std::map<QString, std::unique_ptr<StudyRun>> m_runs;            // by folder
  std::vector<std::shared_ptr<const StudyDefinition>> m_besides;  // of each in the list to compare with, null for none
  std::unique_ptr<StudyRun> m_beside;
  std::shared_ptr<const StoredStudy> m_storedBeside;
  StudyRun* m_run = nullptr;
  std::vector<StudyRun*> m_queue;        // in the order in which they begin
  StudyRun* m_asideOf = nullptr;         // whose results lie in ...
  QString m_aside;                       // ... this folder, and may be taken back
  const StudyRun* m_sizedFor = nullptr;  // whose rows the columns of the table fit
  StudyRun* m_resting = nullptr;         // paused until Studies is in front and Explore has its picture
  bool m_isFilled = false, m_isAdvancing = false;
  Theme m_drawnTheme;
  QTimer m_redraw, m_reading;
  int m_nextStored = 0;  // row of the gallery

  StudyGallery* m_gallery = nullptr;
  StudyControls* m_controls = nullptr;
  QStackedWidget* m_middle = nullptr;
  QWidget* m_note = nullptr;  // where what is shown was measured
  QLabel* m_noteText = nullptr;
  RemedyButton* m_runHere = nullptr;
  QTextBrowser *m_introduction = nullptr, *m_findings = nullptr;
  QTableView* m_table = nullptr;
  RowsModel* m_rows = nullptr;
};

}  // namespace omegascope
