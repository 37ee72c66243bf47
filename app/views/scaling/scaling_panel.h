// Scaling: time and peak memory of the visible cards against the length of the sequence, measured on demand, while
// nothing else computes.
#pragma once

#include "views/card_study/card_study_panel.h"

namespace omegascope {

class ScalingPanel : public CardStudyPanel {
  Q_OBJECT

 public:
  explicit ScalingPanel(Workbench& workbench, QWidget* parent = nullptr);

  QString help() const override;
  QString command() const override;
  QString whyNoCommand() const override;

 protected:
  CardPlan planNow() const override;
  QString invitation() const override;
  void fillLook(FigureLook& look) const override;
  QString tipOf(const omega::studies::Spot& spot) const override;
};

}  // namespace omegascope
