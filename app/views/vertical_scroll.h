// A column of controls that may be longer than its panel is high. It is never cut off at the side: it is at least as
// wide as its widest row.
#pragma once

#include <QEvent>
#include <QScrollArea>
#include <QScrollBar>

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

 protected:
  /// Rows come and go.
  bool eventFilter(QObject* watched, QEvent* event) override {
    if (watched == widget() && event->type() == QEvent::LayoutRequest) updateGeometry();
    return QScrollArea::eventFilter(watched, event);
  }
};

}  // namespace omegascope
