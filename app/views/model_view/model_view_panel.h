// Model view: all layers and heads of the open model at a glance: exact attention as small maps, or any number of them,
// in order or sorted. Pointing previews a head, a click goes there.
#pragma once

#include <functional>

#include "jobs/heads_run.h"
#include "views/model_view/head_grid.h"
#include "views/panel.h"

class QComboBox;
class QDoubleSpinBox;
class QLabel;
class QPushButton;

namespace omegascope {

class ModelViewPanel : public Panel {
  Q_OBJECT

 public:
  explicit ModelViewPanel(Workbench& workbench, QWidget* parent = nullptr);
  ~ModelViewPanel() override;

  QString help() const override;
  QStringList equations() const override;
  void render(QPainter& painter, const QRectF& area, const Theme& theme) const override;
  bool hasPicture() const override;
  PanelData data() const override;
  QString caption() const override { return tr("%1, %2").arg(title(), stateText()); }
  QString command() const override;
  void complete() override;

  const HeadsRun& run() const { return *m_run; }
  QStringList sentences() const;
  /// The part of a canvas that the heads have.
  QRectF gridArea(const QRectF& area) const;
  /// Takes over from the same panel of another window of this workbench.
  void takeOver(ModelViewPanel& before);

 protected:
  void refresh() override;
  void onSeen(bool) override { pauseIfDue(); }
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  QWidget* makeControls();
  void makeTarget(QWidget* bar);
  void follow();
  void offerQuantities();
  void fillQuantities();
  /// One undo step.
  void change(const QString& what, const std::function<void(ModelViewSettings&)>& edit);
  const ModelViewSettings& settings() const { return workbench().document().view.modelView; }
  HeadsAsked askedNow() const;
  /// That, and what else is measured and still true.
  HeadsAsked answered() const;
  double secondsOf(const HeadsAsked& asked) const;
  /// The results for what is asked now; null where they are of something else.
  std::shared_ptr<const HeadsPicture> ofNow() const;
  void ask();
  void stopOrAsk();
  void pauseIfDue();
  std::vector<omega::heads::Quantity> quantities() const;
  const omega::heads::Quantity* shownQuantity() const;
  std::pair<omega::Index, omega::Index> shownPlace() const;
  /// What cells and sentences are made of.
  struct Shown {
    std::shared_ptr<const HeadsPicture> picture;
    std::pair<omega::Index, omega::Index> place;
    std::string quantity;
    bool isSorted = false;
    double target = 0;
    bool operator==(const Shown&) const = default;
  };
  Shown shownNow() const;
  HeadGrid grid() const;
  static void sortCells(HeadGrid& grid);
  void goTo(omega::Index layer, omega::Index head);
  /// Why a head, or an estimate of it, has no numbers.
  QStringList problemsOf(const omega::heads::Head& head) const;
  QStringList allProblems() const;
  struct Line {
    QString name, value;  // the value begins with a space
  };
  /// All that is known of it.
  std::vector<Line> linesOf(const omega::heads::Head& head) const;
  QString tipOf(const omega::heads::Head& head) const;
  QString canvasSays() const;
  QString stateText() const;
  void showState();
  void paintPreview(QPainter& painter, const QRectF& area, const Theme& theme) const;
  /// On the screen one head stands larger beside the others; files have the heads alone.
  void paintCanvas(QPainter& painter) const;
  const omega::heads::Head* previewed(const HeadGrid& grid) const;

  std::unique_ptr<HeadsRun> m_run;
  HeadGrid m_grid;  // on the canvas
  std::optional<Shown> m_shown;
  mutable HeadMapScale m_mapScale;
  std::vector<Card> m_offered;  // whose quantities the box has
  QComboBox* m_show = nullptr;
  QComboBox* m_order = nullptr;
  QDoubleSpinBox* m_target = nullptr;
  QLabel* m_targetText = nullptr;
  QLabel* m_state = nullptr;
  QPushButton* m_stop = nullptr;
  QWidget* m_canvas = nullptr;
  QLabel* m_words = nullptr;
  std::vector<omega::heads::Quantity> m_quantities;                // in the box
  std::optional<HeadsAsked> m_refused;                             // what was cancelled
  std::optional<std::pair<omega::Index, omega::Index>> m_hovered;  // layer, head
};

}  // namespace omegascope
