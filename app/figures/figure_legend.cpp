#include "figures/figure_legend.h"

#include <QToolButton>

#include "widgets/flow_layout.h"

namespace omegascope {

namespace {

constexpr QSize kSign(28, 14);
constexpr int kSpacing = 2;

QIcon signOf(const LegendEntry& entry, const Theme& theme) {
  QPixmap pixmap(kSign * 2);
  pixmap.setDevicePixelRatio(2);
  pixmap.fill(Qt::transparent);
  QPainter painter(&pixmap);
  entry.sign(painter, QRectF(QPointF(1, 1), QSizeF(kSign) - QSizeF(2, 2)), theme);
  return pixmap;
}

}  // namespace

FigureLegend::FigureLegend(QWidget* parent) : QWidget(parent) {
  new FlowLayout(kSpacing, this);
  QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Minimum);
  policy.setHeightForWidth(true);
  setSizePolicy(policy);
}

void FigureLegend::show(const omega::studies::Figure* figure, const Theme& theme) {
  std::vector<const omega::studies::Curve*> curves;
  if (figure != nullptr) curves = omega::studies::legend_of(*figure);
  std::vector<std::string> keys;
  for (const omega::studies::Curve* curve : curves) keys.push_back(legend_key(*curve));
  setVisible(!keys.empty());
  if (keys == m_keys && theme == m_theme) return;
  m_keys = keys;
  m_theme = theme;
  while (QLayoutItem* item = layout()->takeAt(0)) {
    item->widget()->deleteLater();
    delete item;
  }
  for (const omega::studies::Curve* curve : curves) {
    const std::string key = legend_key(*curve);
    const LegendEntry entry = legendEntry(*curve);
    auto* button = new QToolButton(this);
    button->setText(entry.text);
    button->setIcon(signOf(entry, theme));
    button->setIconSize(kSign);
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setAutoRaise(true);
    button->setCheckable(true);
    button->setChecked(m_hidden.count(key) == 0);
    button->setToolTip(tr("Hides or shows %1").arg(entry.text));
    button->setAccessibleName(tr("Show %1").arg(entry.text));
    connect(button, &QToolButton::toggled, this, [this, key](bool on) {
      on ? void(m_hidden.erase(key)) : void(m_hidden.insert(key));
      emit toggled();
    });
    layout()->addWidget(button);
    button->show();
  }
  updateGeometry();
}

}  // namespace omegascope
