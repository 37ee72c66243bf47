// The legend of a colour scale, upright: the same colours, ticks by its norm, a title with its unit.
#pragma once

#include <QLocale>
#include <QWidget>
#include <optional>

#include "widgets/colour_maps.h"
#include "widgets/theme.h"

namespace omegascope {

class ColourBar : public QWidget {
  Q_OBJECT

 public:
  explicit ColourBar(QWidget* parent = nullptr);

  /// With room for its ticks and title.
  static int widthFor(const Theme& theme);

  void setScale(const ColourScale& scale);
  void setTitle(const QString& quantity, const QString& unit = {});  // "attention", "" or "error", "1e-3" ...
  void setTheme(const Theme& theme);
  // How far values go below and above the scale; nothing where all are on it.
  void setBeyond(std::optional<double> below, std::optional<double> above);
  // A value to point at: that of the hovered cell; NaN for none.
  void setPointer(double value);

  const ColourScale& scale() const { return m_scale; }
  std::optional<double> below() const { return m_below; }
  std::optional<double> above() const { return m_above; }
  void paintTo(QPainter& painter, const QRectF& rect, const Theme& theme, const QLocale& locale = QLocale::c()) const;

  QSize sizeHint() const override;
  QSize minimumSizeHint() const override { return {sizeHint().width(), 80}; }

 signals:
  void doubleClicked();  // "edit the range"

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;

 private:
  QString title() const;
  QRectF barRect(const QRectF& rect, const Theme& theme) const;
  void paintBar(QPainter& painter, const QRectF& bar, const Theme& theme) const;
  void paintTicks(QPainter& painter, const QRectF& bar, const Theme& theme, const QLocale& locale) const;
  void paintBeyond(QPainter& painter, const QRectF& bar, const Theme& theme, const QLocale& locale, bool above) const;
  double widestLabel(const Theme& theme, const QLocale& locale) const;

  ColourScale m_scale;
  QString m_quantity, m_unit;
  Theme m_theme;
  QLocale m_numbers;
  std::optional<double> m_below, m_above;
  double m_pointer;
};

}  // namespace omegascope
