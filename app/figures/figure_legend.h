// The legend of a study's figure as buttons: a click hides a series, or shows it again.
#pragma once

#include <QWidget>

#include "figures/figure_view.h"

class QToolButton;

namespace omegascope {

class FigureLegend : public QWidget {
  Q_OBJECT

 public:
  explicit FigureLegend(QWidget* parent = nullptr);

  /// The buttons are made again only where the series have changed. `hidden`: keys of the legend.
  void show(const omega::studies::Figure* figure, const Theme& theme, const std::set<std::string>& hidden);

 signals:
  void toggled(const std::string& key, const QString& text, bool on);

 private:
  void makeButtons(const std::vector<const omega::studies::Curve*>& curves);

  std::vector<std::string> m_keys;
  std::vector<QToolButton*> m_buttons;
  Theme m_theme;
};

}  // namespace omegascope
