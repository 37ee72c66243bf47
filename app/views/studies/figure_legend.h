// The legend of a study's figure as buttons: a click hides a series, or shows it again.
#pragma once

#include <QSet>
#include <QWidget>

#include "views/studies/figure_drawing.h"

class QToolButton;

namespace omegascope {

class FigureLegend : public QWidget {
  Q_OBJECT

 public:
  explicit FigureLegend(QWidget* parent = nullptr);

  /// The buttons are made again only where the series have changed.
  void show(const omega::studies::Figure* figure, const Theme& theme);
  const QSet<QString>& hidden() const { return m_hidden; }

 signals:
  void toggled();

 private:
  QSet<QString> m_hidden;
  QStringList m_names;
  Theme m_theme;
};

}  // namespace omegascope
