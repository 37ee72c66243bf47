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

  /// The buttons are made again only where the series have changed.
  void show(const omega::studies::Figure* figure, const Theme& theme);
  const std::set<std::string>& hidden() const { return m_hidden; }

 signals:
  void toggled();

 private:
  std::set<std::string> m_hidden;  // keys of the legend
  std::vector<std::string> m_keys;
  Theme m_theme;
};

}  // namespace omegascope
