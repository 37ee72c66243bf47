// The controls above ω-space: what plane or line, what density, what is shown, what a drag does.
#pragma once

#include <QWidget>
#include <functional>
#include <vector>

#include "model/selection.h"
#include "model/snapshot.h"

class QComboBox;
class QSpinBox;
class QToolButton;

namespace omegascope {

class Workbench;

class OmegaControls : public QWidget {
  Q_OBJECT

 public:
  OmegaControls(Workbench& workbench, QWidget* parent);
  void refresh();
  bool isBrushing() const;

 signals:
  void brushingChanged();

 private:
  void makePlaneRow();
  void makeToggleRow();
  QToolButton* addButton(const QString& text, const QString& tip);
  void changePlane(const QString& what, const std::function<void(PlaneSettings&)>& edit);
  void choosePlane(int index);
  void openSlice();

  Workbench& m_workbench;
  QWidget* m_planeRow = nullptr;
  QComboBox* m_plane = nullptr;
  QSpinBox* m_axisX = nullptr;
  QSpinBox* m_axisY = nullptr;
  QComboBox* m_density = nullptr;
  QToolButton* m_line = nullptr;
  QToolButton* m_slice = nullptr;
  QToolButton* m_all = nullptr;
  QToolButton* m_brush = nullptr;
  struct Toggle {
    QToolButton* button;
    bool ViewSettings::*member;
  };
  std::vector<Toggle> m_toggles;
};

/// The three means among the collected things that a plane can go through; empty where they are not three.
std::vector<PlaneMean> chosenMeans(const Collected& chosen);

}  // namespace omegascope
