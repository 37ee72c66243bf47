// A column of controls that may be longer than its panel is high. It is never cut off at the side: it is at least as
// wide as its widest row.
#pragma once

#include <QEvent>
#include <QScrollArea>
#include <QScrollBar>
#include <QVBoxLayout>

#include "widgets/controls.h"

namespace omegascope {

class VerticalScroll : public QScrollArea {
 public:
  explicit VerticalScroll(QWidget* parent) : QScrollArea(parent) {
    setFrameShape(QFrame::NoFrame);
    setWidgetResizable(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFocusPolicy(Qt::NoFocus);  // its controls have the keyboard, and come into sight with it
  }

  QSize minimumSizeHint() const override {
    const QSize least = QScrollArea::minimumSizeHint();
    return widget() == nullptr
               ? least
               : QSize(widget()->minimumSizeHint().width() + verticalScrollBar()->sizeHint().width(), least.height());
  }

  /// What is seen of a part, both in the coordinates of the panel around; flat where that is nothing.
  QRectF seen(const QRectF& part, const QWidget& panel) const {
    const QRectF all = part.intersected(QRectF(viewport()->rect()).translated(viewport()->mapTo(&panel, QPoint())));
    return all.isEmpty() ? QRectF(part.topLeft(), QSizeF(part.width(), 0)) : all;
  }

 protected:
  /// Rows come and go.
  bool eventFilter(QObject* watched, QEvent* event) override {
    if (watched == widget() && event->type() == QEvent::LayoutRequest) updateGeometry();
    return QScrollArea::eventFilter(watched, event);
  }
};

/// All that a panel holds, in one column: where the panel is low it scrolls, and what is drawn stays readable.
class PanelColumn : public VerticalScroll {
 public:
  PanelColumn(QWidget* panel, const QMargins& edges, int between = -1) : VerticalScroll(panel) {
    bare(new QVBoxLayout(panel))->addWidget(this);
    auto* ground = new QWidget(this);
    m_rows = inset(new QVBoxLayout(ground), edges, between);
    setWidget(ground);
  }

  QVBoxLayout* rows() const { return m_rows; }
  /// It turns no wheel: that scrolls.
  void leaveWheel(QWidget* drawn) { drawn->installEventFilter(this); }

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override {
    if (watched == widget() || event->type() != QEvent::Wheel) return VerticalScroll::eventFilter(watched, event);
    event->ignore();
    return true;
  }

 private:
  QVBoxLayout* m_rows = nullptr;
};

}  // namespace omegascope
