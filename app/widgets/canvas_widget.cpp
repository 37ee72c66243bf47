#include "widgets/canvas_widget.h"

#include <QEvent>

namespace omegascope {

CanvasWidget::CanvasWidget(QWidget* parent) : QWidget(parent), m_theme(Theme::of(palette())) {
  setMouseTracking(true);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

void CanvasWidget::setPainter(PainterKind kind) {
  if (kind == painter()) return;
  if (m_canvas) {
    m_canvas->hide();
    m_canvas->deleteLater();  // it may be its own signal that brought us here
    m_canvas = nullptr;
  } else {
    m_canvas = makeCanvas();
    connect(
        m_canvas, &GlCanvas::failed, this, [this] { setPainter(PainterKind::Raster); }, Qt::QueuedConnection);
    m_canvas->show();
  }
  renew();
}

/// The keys of its view are its own: no action of the window takes them.
bool CanvasWidget::event(QEvent* event) {
  const bool isPress = event->type() == QEvent::KeyPress;
  if (!isPress && event->type() != QEvent::ShortcutOverride) return QWidget::event(event);
  const std::optional<ViewStep> wanted = viewStepOf(*static_cast<QKeyEvent*>(event));
  if (!wanted) return QWidget::event(event);
  if (isPress) step(*wanted);
  event->accept();
  return true;
}

void CanvasWidget::resizeEvent(QResizeEvent*) { renew(); }

}  // namespace omegascope
