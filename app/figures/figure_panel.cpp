#include "figures/figure_panel.h"

#include "figures/figure_legend.h"
#include "views/rich_text.h"

namespace omegascope {

FigurePanel::FigurePanel(Workbench& workbench, const QString& name, const QString& title, FigureView::Height height,
                         QWidget* parent)
    : Panel(workbench, name, title, parent),
      m_legend(new FigureLegend(this)),
      m_view(new FigureView(title, height, this)) {
  connect(m_legend, &FigureLegend::toggled, this, &FigurePanel::setShown);
  connect(&workbench.store(), &DocumentStore::changed, this, [this](const Document& before, const Document& after) {
    if (before.view.hidden != after.view.hidden) showFigure();
  });
}

const std::set<std::string>& FigurePanel::hidden() const {
  static const std::set<std::string> s_none;
  const auto& all = workbench().document().view.hidden;
  const auto own = all.find(name().toStdString());
  return own == all.end() ? s_none : own->second;
}

void FigurePanel::setShown(const std::string& key, const QString& text, bool on) {
  workbench().store().change((on ? tr("Show %1") : tr("Hide %1")).arg(text), [&](Document& document) {
    std::set<std::string>& own = document.view.hidden[name().toStdString()];
    on ? void(own.erase(key)) : void(own.insert(key));
    if (own.empty()) document.view.hidden.erase(name().toStdString());
  });
}

void FigurePanel::showFigure() {
  const StudyFigure shown = figure();
  m_legend->show(shown.get(), theme(), hidden());
  FigureLook look = figureLook(theme(), hidden());
  fillLook(look);
  m_view->show(shown, look, figureBeside());
}

void FigurePanel::render(QPainter& painter, const QRectF& area, const Theme& theme) const {
  const StudyFigure shown = figure(), beside = figureBeside();
  if (!shown) return paintRichText(painter, area, theme, nothingYet());
  FigureLook look = figureLook(theme, hidden());
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
      if (hidden().count(legend_key(*curve)) == 0) entries.push_back(legendEntry(*curve));
  return entries;
}

}  // namespace omegascope
