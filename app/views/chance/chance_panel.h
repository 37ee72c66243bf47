// Chance: importance sampling on a line. Proposals and target are dragged in place, samples fall, and replicates say
// what an estimate does by chance.
#pragma once

#include <QTimer>
#include <functional>

#include "views/chance/chance_picture.h"
#include "views/panel.h"

class QCheckBox;
class QComboBox;
class QLabel;
class QToolButton;

namespace omegascope {

class VerticalScroll;
class OptionForm;
class PaintedCanvas;

class ChancePanel : public Panel {
  Q_OBJECT

 public:
  explicit ChancePanel(Workbench& workbench, QWidget* parent = nullptr);

  QString help() const override;
  QStringList equations() const override;
  void render(QPainter& painter, const QRectF& area, const Theme& theme) const override;
  PanelData data() const override;
  QString command() const override;
  QString caption() const override;
  QString whyNoCommand() const override;
  std::vector<LegendEntry> legend() const override;
  void complete() override;
  QRectF placeOf(const QString& part) const override;
  void scrollTo(const QString& part) override;
  QStringList saysAlso(const QString& part) const override;

  /// Fresh noise.
  void redrawNoise();
  /// Lets samples fall one by one, or pauses them; dropOne() drops one more.
  void togglePlay();
  void dropOne();
  /// A preset of the engine takes the place of the game.
  void choose(const QString& preset);
  /// Goes to the query that the game is a slice of.
  void openQuery();
  /// What was refused last, and why; empty where nothing was.
  QString refusal() const;

 protected:
  void refresh() override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  QWidget* makeBar();
  void makeChoices(QWidget* bar);
  QToolButton* makeTools(QWidget* bar);
  void makeSwitches(QWidget* bar);
  QWidget* makePictures();
  QWidget* makeSide();
  const ChanceState& state() const { return workbench().document().chance; }
  /// The newest result, if its game has as many proposals and estimators as there are now.
  const ChanceResult* result() const;
  ChancePicture picture() const;
  /// One step of undo; where the engine refuses the game nothing changes and its sentence is shown.
  void edit(const QString& what, const std::function<void(ChanceState&)>& change);
  QString badgeText() const;
  void showControls();
  /// What the plot shows, for those who do not see it: the estimates, and the handle that has the keyboard.
  QString plotWords() const;
  void showFallen(int count);
  void fallOn();
  /// Of one question the axis of the replicates only grows, so that heaps are seen to become narrower.
  void holdReplicates();
  /// The axis becomes what the replicates of now need.
  void fitReplicates();
  /// What is played now is what was loaded.
  void beginAnew();
  /// The game as it was loaded: that of its preset, where nobody knows better.
  const ChanceState& loaded();

  std::optional<ChanceHandle> handleAt(QPointF position) const;
  double xAt(QPointF position) const;
  QPointF valueAt(QPointF position) const;
  /// What the mouse draws.
  enum class Pen { none, target, integrand };
  void setPen(Pen pen);
  Pen pen() const;
  void onPressed(QMouseEvent* event);
  void onMoved(QMouseEvent* event);
  void onReleased();
  void onDoubleClick(QMouseEvent* event);
  void onWheel(QWheelEvent* event);
  /// The handle whose width the wheel changes there.
  std::optional<ChanceHandle> wheeledAt(QPointF position) const;
  bool takesKey(const QKeyEvent& event) const;
  bool onKey(const QKeyEvent& event);
  void focusNext(int step);
  void moveTo(const ChanceHandle& handle, double x);
  QString tipAt(QPointF position) const;
  void showTip(QPointF position);

  QComboBox *m_preset = nullptr, *m_methods = nullptr;
  QToolButton *m_play = nullptr, *m_pen = nullptr, *m_penOfF = nullptr, *m_more = nullptr, *m_less = nullptr;
  QCheckBox *m_target = nullptr, *m_weight = nullptr;
  QLabel *m_refusal = nullptr, *m_badge = nullptr;
  VerticalScroll *m_pictures = nullptr, *m_side = nullptr;
  OptionForm* m_form = nullptr;
  QCustomPlot* m_plot = nullptr;
  PaintedCanvas* m_numbers = nullptr;

  QTimer m_falling;
  int m_fallen = -1;
  std::optional<ChanceHandle> m_dragged, m_focus;
  std::vector<ChanceHandle> m_handles;  // those that there were when a hand took one
  std::optional<QPointF> m_stroke;
  mutable KeptCurves m_curves;
  omega::importance::Interval m_held;       // what is shown while a hand drags
  QCPRange m_heldDensity, m_heldIntegrand;  // and of p and f while one of them is drawn
  std::optional<ChanceHandle> m_wheeled;    // that the wheel turns, while the pointer rests
  ChanceState m_refused;                    // when something was refused last
  std::optional<QCPRange> m_replicates;
  ChanceState m_replicatesOf;
  std::optional<ChanceState> m_loaded;
  QPointF m_pointed;
  QString m_tip;  // that was shown there
};

}  // namespace omegascope
