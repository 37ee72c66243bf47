// Inspector: where the selection is, the equations of its estimator, and every number there is of this query, key, proposal
// and sample.
#pragma once

#include "views/panel.h"

class QTextBrowser;

namespace omegascope {

class InspectorPanel : public Panel {
  Q_OBJECT

 public:
  explicit InspectorPanel(Workbench& workbench, QWidget* parent = nullptr);

  QString help() const override;
  void render(QPainter& painter, const QRectF& area, const Theme& theme) const override;
  PanelData data() const override;
  QString command() const override;
  void fillMenu(QMenu& menu) override;

 protected:
  void refresh() override;

 private:
  QString html(const Theme& theme) const;

  QTextBrowser* m_text = nullptr;
};

}  // namespace omegascope
