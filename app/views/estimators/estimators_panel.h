// Estimators: a card for each, and a way to add more.
#pragma once

#include <QTimer>
#include <vector>

#include "views/panel.h"

class QLabel;
class QVBoxLayout;

namespace omegascope {

class EstimatorCard;

class EstimatorsPanel : public Panel {
  Q_OBJECT

 public:
  explicit EstimatorsPanel(Workbench& workbench, QWidget* parent = nullptr);

  QString help() const override;
  Work work() const override { return Work::estimates; }
  QStringList equations() const override { return {QStringLiteral("ŷ_n ≈ y_n = Σ_m π_nm v_m")}; }
  void render(QPainter& painter, const QRectF& area, const Theme& theme) const override;
  PanelData data() const override;
  QString command() const override { return estimatesOf(visibleCards(), {}); }

 protected:
  void refresh() override;

 private:
  void matchCards();
  void add(const std::string& method);
  void follow(int card);
  EstimatorCard* followed() const;

  QVBoxLayout* m_list = nullptr;
  QLabel* m_none = nullptr;
  std::vector<EstimatorCard*> m_cards;
  QTimer m_settling;  // while it runs, one card stays in sight
  int m_followed = -1;
};

}  // namespace omegascope
