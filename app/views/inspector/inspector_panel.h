// Inspector: where the selection is, the equations of its estimator with symbols and with this selection's values, and
// every number there is of this query, key, proposal and sample. A symbol under the pointer lights up in all of them,
// and what it stands for in all panels.
#pragma once

#include "math_text/math_view.h"
#include "views/inspector/selection_values.h"
#include "views/panel.h"

class QScrollArea;

namespace omegascope {

class InspectorPanel : public Panel {
  Q_OBJECT

 public:
  explicit InspectorPanel(Workbench& workbench, QWidget* parent = nullptr);

  QString help() const override;
  QStringList equations() const override;
  Work work() const override { return Work::shares; }
  Work workBeside() const override { return Work::maps; }  // A of the selected key
  void render(QPainter& painter, const QRectF& area, const Theme& theme) const override;
  bool hasPicture() const override { return inspected() != nullptr; }
  PanelData data() const override;
  QString command() const override { return estimatesOf({inspectedCard()}, {}); }
  QString subject() const override;
  void fillMenu(QMenu& menu) override;

  MathView* formulas() const { return m_view; }
  std::vector<MathLine> shownLines() const { return lines(theme()); }

 protected:
  void refresh() override;

 private:
  const CardResult* inspected() const { return snapshot().inspectedCard(workbench().selection().shown().card); }
  std::vector<MathLine> lines(const Theme& theme) const;
  void addFormulas(std::vector<MathLine>& lines, const CardResult& result) const;
  /// The cursor at what a symbol stands for; the cursor of the selection where it stands for no single thing.
  Cursor cursorOf(const QString& id) const;
  const Card* inspectedCard() const;

  QScrollArea* m_scroll = nullptr;
  MathView* m_view = nullptr;
  QString m_shown;
};

}  // namespace omegascope
