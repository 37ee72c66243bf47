// Kernels: the kernel that the random features of a card make, over the distance of a pair; its spread over draws
// beside the closed form; and the density of its frequencies, where the means ±μ of gmm can be dragged.
#pragma once

#include "views/panel.h"

class QDoubleSpinBox;
class QLabel;
class QSpinBox;

class QCPAxisRect;
class QCustomPlot;

namespace omegascope {

class PanelColumn;

class KernelsPanel : public Panel {
  Q_OBJECT

 public:
  explicit KernelsPanel(Workbench& workbench, QWidget* parent = nullptr);

  QString help() const override;
  QStringList equations() const override;
  Work work() const override { return Work::kernels; }
  void render(QPainter& painter, const QRectF& area, const Theme& theme) const override;
  bool hasPicture() const override { return emptyText().isEmpty(); }
  PanelData data() const override;
  QString command() const override { return estimatesOf({shownCard()}, QStringLiteral("y,omega")); }
  QString subject() const override { return shownCard() ? QString::fromStdString(shownCard()->label()) : QString(); }
  std::vector<LegendEntry> legend() const override;
  QRectF placeOf(const QString& part) const override;
  void scrollTo(const QString& part) override;

 protected:
  void refresh() override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  enum Part { kKernel, kSpread, kDensity };

  QWidget* makeControls();
  /// Null where there is nothing to draw; see emptyText().
  const KernelView* view() const;
  const Card* shownCard() const { return view() ? workbench().document().card(view()->card) : nullptr; }
  QString emptyText() const;
  QString heading(const Theme& theme) const;
  bool hasCentres() const { return emptyText().isEmpty() && !view()->curves.centres.empty(); }
  static QCPAxisRect* rectOf(const QCustomPlot& plot, Part part);
  static void setUpPlot(QCustomPlot& plot);
  void fillPlot(QCustomPlot& plot, const Theme& theme) const;
  void fillKernel(QCustomPlot& plot, const Theme& theme) const;
  void fillSpread(QCustomPlot& plot, const Theme& theme) const;
  void fillDensity(QCustomPlot& plot, const Theme& theme) const;
  void showLegend();

  /// The component whose mean is there; −1: none.
  int centreAt(QPointF position) const;
  void onPressed(QMouseEvent* event);
  void onMoved(QMouseEvent* event);
  void onReleased();
  void moveCentre(int component, double to);
  bool takesKey(const QKeyEvent& event) const;
  void onKey(const QKeyEvent& event);
  QString tipAt(QPointF position) const;
  QString hint() const;
  Remedy remedyNow();
  void addGmm();
  void addCard(int& id);
  const Card* gmmCard() const;

  int m_dragged = -1, m_focus = -1;  // the component in a hand, and the one that keys move
  QLabel* m_heading = nullptr;
  QWidget* m_controls = nullptr;
  QSpinBox* m_axis = nullptr;
  QDoubleSpinBox* m_sum = nullptr;
  PanelColumn* m_column = nullptr;
  LegendStrip* m_legend = nullptr;
  std::pair<std::string, int> m_legendOf;  // whose look its signs have
  QCustomPlot* m_plot = nullptr;
};

}  // namespace omegascope
