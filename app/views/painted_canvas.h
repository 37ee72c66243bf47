// A widget that is painted by a function, the one that paints exports too; it says where it was clicked.
#pragma once

#include <QMouseEvent>
#include <QPainter>
#include <QWidget>
#include <functional>

#include "widgets/accessible_canvas.h"
#include "widgets/theme.h"

namespace omegascope {

class PaintedCanvas : public QWidget {
  Q_OBJECT

 public:
  using Paint = std::function<void(QPainter&, const QRectF&, const Theme&)>;

  /// `says`: a sentence about what it shows now.
  PaintedCanvas(Paint paint, const QString& name, std::function<QString()> says, QWidget* parent)
      : QWidget(parent), m_paint(std::move(paint)) {
    nameCanvas(*this, name, std::move(says));
    setMinimumSize(120, 80);
    setMouseTracking(true);
  }

 signals:
  void clicked(QPointF at);
  void pointed(QPointF at);

 protected:
  void paintEvent(QPaintEvent*) override {
    QPainter painter(this);
    m_paint(painter, rect(), Theme::of(palette()));
  }
  void mousePressEvent(QMouseEvent* event) override {
    if (event->button() == Qt::LeftButton) emit clicked(event->position());
  }
  void mouseMoveEvent(QMouseEvent* event) override { emit pointed(event->position()); }

 private:
  Paint m_paint;
};

}  // namespace omegascope
