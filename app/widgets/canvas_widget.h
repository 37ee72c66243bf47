// What maps and fields share: a theme, a canvas that OpenGL or the raster painter draws, and when to draw it anew.
#pragma once

#include <QImage>
#include <QLocale>
#include <QWidget>

#include "widgets/gl_canvas.h"
#include "widgets/theme.h"
#include "widgets/view_keys.h"

namespace omegascope {

class CanvasWidget : public QWidget {
  Q_OBJECT

 public:
  void setTheme(const Theme& theme) { change(m_theme, theme); }
  /// Dims the picture: a newer one is being computed.
  void setStale(bool stale) { change(m_stale, stale); }
  void setPainter(PainterKind kind);
  PainterKind painter() const { return m_canvas ? PainterKind::OpenGl : PainterKind::Raster; }

  /// The canvas (without axes) as the raster painter draws it.
  virtual QImage rasterCanvas() const = 0;

 protected:
  explicit CanvasWidget(QWidget* parent);
  bool event(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

  /// Another part is to be seen.
  virtual void step(const ViewStep& step) = 0;
  virtual GlCanvas* makeCanvas() = 0;
  /// Draws the canvas as the members say.
  virtual void renew() = 0;

  /// Draws nothing anew where the value is the same: panels set all they know at every refresh.
  template <class T>
  void change(T& member, const T& value) {
    if (member == value) return;
    member = value;
    renew();
  }

  Theme m_theme;
  QLocale m_numbers;
  bool m_stale = false;
  GlCanvas* m_canvas = nullptr;  // with OpenGL only
  QImage m_picture;              // with raster only; null when it must be painted again
};

}  // namespace omegascope
