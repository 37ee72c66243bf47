// Studies: claims of the papers as experiments. Choose one, run it, watch its figure grow, read what it found, and open any of its
// points in Explore.
#pragma once

#include <QTimer>
#include <map>

#include "jobs/study_run.h"
#include "views/panel.h"
#include "views/studies/figure_drawing.h"
#include "views/studies/study_catalogue.h"

class QScrollArea;
class QStackedWidget;
class QTableView;
class QTextBrowser;

namespace omegascope {

class FigureLegend;
class RowsModel;
class StudyControls;
class StudyGallery;

class StudiesPanel : public Panel {
  Q_OBJECT

 public:
  explicit StudiesPanel(Workbench& workbench, QWidget* parent = nullptr);
  ~StudiesPanel() override;

  QString help() const override;
  void render(QPainter& painter, const QRectF& area, const Theme& theme) const override;
  PanelData data() const override;
  std::vector<LegendEntry> legend() const override;
  QString subject() const override { return m_name; }
  QString caption() const override;
  QString command() const override;
  void fillMenu(QMenu& menu) override;

  /// Where folders of results are; below the data of the program unless said otherwise.
  void setFolder(const QString& folder);
  void choose(const QString& study, const QString& size);
  /// Null before one is chosen.
  StudyRun* run() const { return m_run; }
  const FigureDrawing* drawing() const { return m_drawing.get(); }
  /// Asks in Explore what a point asked; says so where Explore cannot.
  void openInExplore(omega::Index point, omega::Index seed);

 protected:
  void refresh() override;
  void showEvent(QShowEvent* event) override;
  void hideEvent(QHideEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void connectControls();
  QWidget* makeFigure();
  QWidget* makeTables();
  void listStudies();
  StudyRun* runOf(const QString& study, const QString& size, const omega::studies::StudyInput& input);
  QString folderOf(const StudyDefinition& study) const;
  void fillGallery();
  void showGalleryEntry(int row);
  void setRun(StudyRun* run);
  void fillBesides();
  void chooseBeside(int index);
  StudyFigure figure() const;
  StudyFigure figureBeside() const;
  bool hasFigure() const;
  StudyRun* busyRun() const;

  void pressRun();
  void pressPause();
  void pressCancel();
  /// Starts or goes on; a study that measures times waits until nothing else computes.
  void go(StudyRun* run);
  void setAside();

  void showAll();
  void showPicture();
  void showFindings();
  void showState();
  void say(const QString& sentence);
  QString stateText() const;
  QString introduction() const;
  void draw();
  void edit();
  void showOwn(const QString& study);
  void addFile();
  void removeStudy();
  void onMoved(QMouseEvent* event);
  void onReleased(QMouseEvent* event);

  QString m_folder, m_name, m_size = QStringLiteral("small"), m_said;
  StudyCatalogue m_catalogue;
  std::map<QString, std::unique_ptr<StudyRun>> m_runs;  // by folder
  std::unique_ptr<StudyRun> m_beside;
  StudyRun* m_run = nullptr;
  StudyRun* m_waiting = nullptr;  // for the workbench to come to rest
  StudyRun* m_resting = nullptr;  // while Explore is in front
  bool m_isFilled = false;
  std::unique_ptr<FigureDrawing> m_drawing;
  Theme m_drawnTheme;
  QTimer m_redraw;
  QPointF m_pressedAt;

  StudyGallery* m_gallery = nullptr;
  StudyControls* m_controls = nullptr;
  FigureLegend* m_legend = nullptr;
  QStackedWidget* m_middle = nullptr;
  QTextBrowser *m_introduction = nullptr, *m_findings = nullptr;
  QScrollArea* m_scroll = nullptr;
  QCustomPlot* m_plot = nullptr;
  QTableView* m_table = nullptr;
  RowsModel* m_rows = nullptr;
};

}  // namespace omegascope
