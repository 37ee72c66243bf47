#include "window/drop_zone.h"

#include <QDragEnterEvent>
#include <QMimeData>
#include <QPainter>
#include <QTimer>
#include <QUrl>

#include "files/file_kind.h"
#include "model/shell_line.h"
#include "widgets/theme.h"
#include "window/main_window.h"
#include "window/session_keeper.h"

namespace omegascope {

namespace {

constexpr int kAir = 18;
constexpr double kLarge = 1.6;

/// The path of the first local file; empty where there is none.
QString pathIn(const QMimeData& dragged) {
  for (const QUrl& url : dragged.urls())
    if (url.isLocalFile()) return url.toLocalFile();
  return {};
}

/// What a drop would do; empty: nothing.
QString sayOf(const QMimeData& dragged) {
  if (const QString path = pathIn(dragged); !path.isEmpty())
    return dragged.urls().size() == 1
               ? openingText(path)
               : DropZone::tr("%1, the first of %2").arg(openingText(path)).arg(dragged.urls().size());
  return hasState(dragged.text()) ? DropZone::tr("Open the window that this link describes") : QString();
}

}  // namespace

DropZone::DropZone(MainWindow& window) : QWidget(&window), m_window(window) {
  hide();
  setObjectName(QStringLiteral("drop_zone"));
  setAcceptDrops(true);
  window.setAcceptDrops(true);
  window.installEventFilter(this);
}

void DropZone::take(QDragEnterEvent& event) {
  m_text = sayOf(*event.mimeData());
  if (m_text.isEmpty()) return;
  event.acceptProposedAction();
  setAccessibleName(m_text);
  setGeometry(m_window.rect());
  show();
  raise();
  update();
}

/// The window gets the pointer first, then this widget is under it; the pointer may also leave before.
bool DropZone::eventFilter(QObject* watched, QEvent* event) {
  switch (event->type()) {
    case QEvent::DragEnter: take(static_cast<QDragEnterEvent&>(*event)); break;
    case QEvent::Drop: dropEvent(static_cast<QDropEvent*>(event)); break;
    case QEvent::DragLeave:
      QTimer::singleShot(0, this, [this] {
        if (!m_isUnder) hide();
      });
      break;
    default: return QWidget::eventFilter(watched, event);
  }
  return true;
}

void DropZone::dragEnterEvent(QDragEnterEvent* event) {
  m_isUnder = true;
  take(*event);
}

void DropZone::dragLeaveEvent(QDragLeaveEvent*) {
  m_isUnder = false;
  hide();
}

void DropZone::dropEvent(QDropEvent* event) {
  m_isUnder = false;
  hide();
  event->acceptProposedAction();
  const QString path = pathIn(*event->mimeData()), text = event->mimeData()->text();
  // Done later: a question would make the program that the file comes from wait.
  QTimer::singleShot(0, &m_window, [&window = m_window, path, text] {
    path.isEmpty() ? void(window.sessions().openLink(text)) : window.openFile(path);
  });
}

void DropZone::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const Theme theme = Theme::of(palette());
  QColor ground = theme.window;
  ground.setAlphaF(0.9F);
  painter.fillRect(rect(), ground);
  painter.setPen(QPen(theme.accent, 3 * screenLook().lines, Qt::DashLine));
  painter.drawRoundedRect(QRectF(rect()).adjusted(kAir, kAir, -kAir, -kAir), 8, 8);
  painter.setPen(theme.text);
  painter.setFont(theme.scaled(kLarge));
  painter.drawText(rect().adjusted(3 * kAir, 3 * kAir, -3 * kAir, -3 * kAir), Qt::AlignCenter | Qt::TextWordWrap,
                   m_text);
}

}  // namespace omegascope
