#include "figures/figure_panel.h"

#include "figures/figure_legend.h"
#include "views/rich_text.h"

namespace omegascope {

FigurePanel::FigurePanel(Workbench& workbench, const QString& name, const QString& title, FigureView::Height height,
                         QWidget* parent)
    : Panel(workbench, name, title, parent),
      m_legend(new FigureLegend(this)),
      m_view(new FigureView(title, height, this)) {
  connect(m_legend, &FigureLegend::toggled, this, &FigurePanel::showFigure);
}

void FigurePanel::showFigure() {
  const StudyFigure shown = figure();
  m_legend->show(shown.get(), theme());
  FigureLook look = figureLook(theme(), m_legend->hidden());
  fillLook(look);
  m_view->show(shown, look, figureBeside());
}

void FigurePanel::render(QPainter& painter, const QRectF& area, const Theme& theme) const {
  painter.fillRect(area, theme.window);
  const StudyFigure shown = figure(), beside = figureBeside();
  if (!shown) return paintRichText(painter, area, theme, nothingYet());
  FigureLook look = figureLook(theme, m_legend->hidden());
  fillLook(look);
  look.beside = beside.get();
  paintFigure(painter, area, *shown, look);
}

double FigurePanel::leastHeight(double width, const Theme& theme) const {
  const StudyFigure shown = figure();
  FigureLook look = figureLook(theme);
  look.width = width;
  return shown ? heights_of(*shown, look).least : 0;
}

std::vector<LegendEntry> FigurePanel::legend() const {
  std::vector<LegendEntry> entries;
  if (const StudyFigure shown = figure())
    for (const omega::studies::Curve* curve : legend_of(*shown))
      if (m_legend->hidden().count(legend_key(*curve)) == 0) entries.push_back(legendEntry(*curve));
  return entries;
}

}  // namespace omegascope
