// Control variates: what eva does for the shown query: the keys it sees exactly, the groups of the others and their
// coefficients, the control variates h_m and g_m of single keys, and J, which says what a coefficient for each group is
// worth.
#pragma once

#include "views/control_variates/group_picture.h"
#include "views/control_variates/key_bars.h"
#include "views/panel.h"

class QLabel;

namespace omegascope {

class ControlVariatesPanel : public Panel {
  Q_OBJECT

 public:
  explicit ControlVariatesPanel(Workbench& workbench, QWidget* parent = nullptr);

  QString help() const override;
  QStringList equations() const override;
  Work work() const override { return Work::groups; }
  void render(QPainter& painter, const QRectF& area, const Theme& theme) const override;
  PanelData data() const override;
  QString command() const override;
  QRectF placeOf(const QString& part) const override;
  QString subject() const override;
  std::vector<LegendEntry> legend() const override;

 protected:
  void refresh() override;

 private:
  /// The sets of axes of a plot.
  struct Rects {
    QCPAxisRect *strip = nullptr, *h = nullptr, *g = nullptr, *values = nullptr, *spread = nullptr;
  };
  /// What is under the pointer: −1 where there is none.
  struct Spot {
    int key = -1, group = -1, level = -1;
  };

  const CardResult* shownCard() const;
  QString emptyText() const;
  QString heading(const Theme& theme) const;
  static Rects rectsOf(const QCustomPlot& plot);
  static void setUpPlot(QCustomPlot& plot);
  void fillPlot(QCustomPlot& plot, const Theme& theme) const;
  void fillKeys(QCustomPlot& plot, const Rects& rects, const Theme& theme) const;
  void fillValues(QCustomPlot& plot, QCPAxisRect* rect, const Theme& theme) const;
  void fillSpread(QCustomPlot& plot, QCPAxisRect* rect, const Theme& theme) const;
  Spot spotAt(QPointF position) const;
  Cursor cursorAt(const Spot& spot) const;
  QString tipOf(const Spot& spot) const;
  void onMoved(QMouseEvent* event);
  void onPressed(QMouseEvent* event);
  Remedy remedyNow() const;
  std::string someOfTokens() const;
  void giveGroups(int id) const;
  void addEva() const;
  void readPicture();

  GroupPicture m_picture;
  QLabel* m_heading = nullptr;
  QCustomPlot* m_plot = nullptr;
};

}  // namespace omegascope
