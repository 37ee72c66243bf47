// Convergence: how the error of the visible cards falls with their samples, on the sequence that is shown. Measured
// beside the window, and again a while after a change.
#pragma once

#include "views/card_study/card_study_panel.h"

namespace omegascope {

class ConvergencePanel : public CardStudyPanel {
  Q_OBJECT

 public:
  explicit ConvergencePanel(Workbench& workbench, QWidget* parent = nullptr);

  /// It measures with the arrays that estimates are made with.
  Work workBeside() const override { return Work::estimates; }

  QString help() const override;
  QStringList equations() const override;
  QString caption() const override { return isFresh() ? QString() : CardStudyPanel::caption(); }
  QString whyNoCommand() const override;

 protected:
  CardPlan planNow() const override;
  bool readsSequence() const override { return true; }
  bool measuresByItself() const override { return true; }
  QString invitation() const override;
  void fillLook(FigureLook& look) const override;
  void clickPoint(const omega::studies::StudyPoint& point) override;
  QString tipOf(const omega::studies::Spot& spot) const override;
};

}  // namespace omegascope
