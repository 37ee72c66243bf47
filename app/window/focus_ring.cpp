#include "window/focus_ring.h"

#include <QApplication>
#include <QFocusEvent>
#include <QPainter>

#include "widgets/theme.h"

namespace omegascope {

namespace {

/// Follows its widget by itself, and is no part of what a screen reader hears.
class Frame : public QFocusFrame {
 public:
  using QFocusFrame::QFocusFrame;

 protected:
  void paintEvent(QPaintEvent*) override {
    const Theme theme = Theme::of(palette());
    const double line = 2 * theme.lineScale;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme.accent, line, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
    painter.drawRect(QRectF(rect()).adjusted(line / 2, line / 2, -line / 2, -line / 2));
  }
};

}  // namespace

void FocusRing::setUp() {
  if (qApp->findChild<FocusRing*>(QString(), Qt::FindDirectChildrenOnly) == nullptr) new FocusRing(qApp);
}

FocusRing::FocusRing(QObject* application) : QObject(application) { application->installEventFilter(this); }

FocusRing::~FocusRing() { delete m_frame; }

void FocusRing::put(QWidget* around) {
  delete m_frame;
  if (around == nullptr || around->isWindow()) return;
  m_frame = new Frame(around);
  m_frame->setWidget(around);
}

bool FocusRing::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() != QEvent::FocusIn && event->type() != QEvent::FocusOut)
    return QObject::eventFilter(watched, event);
  auto* widget = qobject_cast<QWidget*>(watched);
  if (widget == nullptr) return QObject::eventFilter(watched, event);
  if (event->type() == QEvent::FocusOut) {
    put(nullptr);
    return QObject::eventFilter(watched, event);
  }
  switch (static_cast<QFocusEvent*>(event)->reason()) {
    case Qt::TabFocusReason:
    case Qt::BacktabFocusReason:
    case Qt::ShortcutFocusReason: m_byKeys = widget; break;
    case Qt::ActiveWindowFocusReason:
    case Qt::PopupFocusReason:
    case Qt::MenuBarFocusReason: break;  // as it was before
    default: m_byKeys = nullptr;
  }
  put(m_byKeys == widget ? widget : nullptr);
  return QObject::eventFilter(watched, event);
}

}  // namespace omegascope
