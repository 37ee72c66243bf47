// A panel whose picture is a study's figure: on the screen, and painted anew for exports, with its legend and the
// height that it needs.
#pragma once

#include "figures/figure_view.h"
#include "views/panel.h"

namespace omegascope {

class FigureLegend;

class FigurePanel : public Panel {
  Q_OBJECT

 public:
  void render(QPainter& painter, const QRectF& area, const Theme& theme) const override;
  bool hasPicture() const override { return figure() != nullptr; }
  std::vector<LegendEntry> legend() const override;
  double leastHeight(double width, const Theme& theme) const override;
  const FigureView& view() const { return *m_view; }

 protected:
  FigurePanel(Workbench& workbench, const QString& name, const QString& title, FigureView::Height height,
              QWidget* parent);

  /// Null where there is none yet.
  virtual StudyFigure figure() const = 0;
  /// Another run of the same, drawn behind it.
  virtual StudyFigure figureBeside() const { return nullptr; }
  virtual void fillLook(FigureLook&) const {}
  /// What is said where there is no figure, in rich text.
  virtual QString nothingYet() const = 0;
  void showFigure();

  FigureLegend* m_legend;
  FigureView* m_view;

 private:
  /// Keys of the legend. They belong to the session, so that an export, a figure and a link hide them as well.
  const std::set<std::string>& hidden() const;
  void setShown(const std::string& key, const QString& text, bool on);
};

}  // namespace omegascope
