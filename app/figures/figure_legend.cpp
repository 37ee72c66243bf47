#include "figures/figure_legend.h"

#include <QSignalBlocker>
#include <QToolButton>

#include "language/language.h"
#include "widgets/flow_layout.h"

namespace omegascope {

namespace {

constexpr QSize kSign(28, 14);
constexpr int kSpacing = 2;

}  // namespace

FigureLegend::FigureLegend(QWidget* parent) : QWidget(parent) {
  new FlowLayout(kSpacing, this);
  QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Minimum);
  policy.setHeightForWidth(true);
  setSizePolicy(policy);
}

void FigureLegend::show(const omega::studies::Figure* figure, const Theme& theme, const std::set<std::string>& hidden) {
  std::vector<const omega::studies::Curve*> curves;
  if (figure != nullptr) curves = omega::studies::legend_of(*figure);
  std::vector<std::string> keys;
  for (const omega::studies::Curve* curve : curves) keys.push_back(legend_key(*curve));
  setVisible(!keys.empty());
  if (keys != m_keys || theme != m_theme) {
    m_keys = keys;
    m_theme = theme;
    makeButtons(curves);
  }
  for (std::size_t i = 0; i < m_buttons.size(); ++i) {
    const QSignalBlocker quiet(m_buttons[i]);
    m_buttons[i]->setChecked(hidden.count(m_keys[i]) == 0);
  }
}

void FigureLegend::makeButtons(const std::vector<const omega::studies::Curve*>& curves) {
  while (QLayoutItem* item = layout()->takeAt(0)) {
    item->widget()->deleteLater();
    delete item;
  }
  m_buttons.clear();
  for (const omega::studies::Curve* curve : curves) {
    const LegendEntry entry = legendEntry(*curve);
    auto* button = m_buttons.emplace_back(new QToolButton(this));
    button->setText(asButtonText(entry.text));
    button->setIcon(iconOf(entry, kSign, m_theme));
    button->setIconSize(kSign);
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setAutoRaise(true);
    button->setCheckable(true);
    button->setToolTip(tr("Hides or shows %1").arg(entry.text));
    button->setAccessibleName(tr("Show %1").arg(entry.text));
    connect(button, &QToolButton::toggled, this,
            [this, key = legend_key(*curve), text = entry.text](bool on) { emit toggled(key, text, on); });
    layout()->addWidget(button);
    button->show();
  }
  updateGeometry();
}

}  // namespace omegascope
