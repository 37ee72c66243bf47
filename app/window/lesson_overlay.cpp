#include "window/lesson_overlay.h"

#include <qcustomplot.h>

#include <QAbstractButton>
#include <QEvent>
#include <QHeaderView>
#include <QPainter>
#include <QScrollArea>
#include <QScrollBar>

#include "views/cover.h"
#include "views/panel.h"

namespace omegascope {

namespace {

/// The widget that scrolls with the target and has room for a ring around it; a panel has its ring within its own
/// margins.
QWidget* groundFor(QWidget& target) {
  QWidget* ground = &target;
  const auto isPanel = [](const QWidget* widget) { return qobject_cast<const Panel*>(widget) != nullptr; };
  while (!isPanel(ground) && !(ground != &target && qobject_cast<QScrollArea*>(ground->parentWidget()->parentWidget())))
    ground = ground->parentWidget();
  return ground;
}

}  // namespace

LessonOverlay::LessonOverlay(QWidget& target, const QString& part, Kind kind)
    : QWidget(groundFor(target)), m_target(&target), m_part(part), m_kind(kind) {
  setAttribute(Qt::WA_TransparentForMouseEvents, kind == Kind::Ring);
  setAttribute(Qt::WA_NoSystemBackground, kind == Kind::Ring);
  setObjectName(kind == Kind::Ring ? QStringLiteral("lesson ring") : QStringLiteral("lesson cover"));
  setAccessibleName(kind == Kind::Ring ? QString() : Panel::tr("Covered until the question is answered"));
  for (QWidget* outer = &target; outer != parentWidget(); outer = outer->parentWidget())
    outer->installEventFilter(this);
  parentWidget()->installEventFilter(this);
  if (!part.isEmpty()) followParts();
  connect(&target, &QObject::destroyed, this, &QWidget::hide);
  follow();
  raise();
}

bool LessonOverlay::eventFilter(QObject* watched, QEvent* event) {
  switch (event->type()) {
    case QEvent::Resize:
    case QEvent::Move:
    case QEvent::Show:
    case QEvent::Hide: follow(); break;
    default: break;
  }
  return QWidget::eventFilter(watched, event);
}

void LessonOverlay::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const Theme theme = Theme::of(palette());
  if (m_kind == Kind::Cover) return paintCover(painter, rect(), theme);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setBrush(Qt::NoBrush);
  // White within black: seen on any picture.
  const double ring = theme.ringWidth(), inset = 0.5 * (ring + 2);
  for (const auto& [colour, width] : {std::pair(QColor(Qt::black), ring + 2), std::pair(QColor(Qt::white), ring)}) {
    painter.setPen(QPen(colour, width));
    painter.drawRoundedRect(QRectF(rect()).adjusted(inset, inset, -inset, -inset), 4, 4);
  }
}

void LessonOverlay::follow() {
  if (!m_target) return;
  const bool isInside = parentWidget() == m_target;
  const auto* panel = qobject_cast<const Panel*>(m_target.data());
  const Theme theme = Theme::of(palette());
  const int ring = panel ? theme.roomOfRing() : theme.roomBesideControls(), room = m_kind == Kind::Ring ? ring : 0;
  const auto around = [room](const QRect& rect) { return rect.adjusted(-room, -room, room, room); };
  const QRectF where = panel == nullptr || m_part.isEmpty() ? QRectF() : panel->placeOf(m_part);
  const bool isAway = !where.isNull() && where.isEmpty();
  const QRect part = where.toAlignedRect();
  const QRect all = isInside ? m_target->rect() : QRect(m_target->mapTo(parentWidget(), QPoint()), m_target->size());
  QRect place =
      isInside && part.isEmpty() ? all : around(part.isEmpty() ? all : part).intersected(parentWidget()->rect());
  if (!part.isEmpty()) place = besideOthers(place, part);
  if (place != geometry()) setGeometry(place);
  setVisible(!isAway && (isInside || m_target->isVisibleTo(parentWidget())));
}

QRect LessonOverlay::besideOthers(QRect ring, const QRect& part) const {
  for (const QWidget* other : m_target->findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly)) {
    const QRect taken = other->geometry();
    const bool hasControls = other->findChild<QAbstractButton*>() != nullptr;
    if (!hasControls || other->isHidden() || taken.intersects(part) || !taken.intersects(ring)) continue;
    if (taken.bottom() < part.top())
      ring.setTop(taken.bottom() + 1);
    else if (taken.top() > part.bottom())
      ring.setBottom(taken.top() - 1);
    else if (taken.right() < part.left())
      ring.setLeft(taken.right() + 1);
    else
      ring.setRight(taken.left() - 1);
  }
  return ring;
}

/// Plots and tables lay themselves out when they are drawn.
void LessonOverlay::followParts() {
  for (QCustomPlot* plot : m_target->findChildren<QCustomPlot*>())
    connect(plot, &QCustomPlot::afterReplot, this, [this] { follow(); });
  for (QHeaderView* header : m_target->findChildren<QHeaderView*>())
    connect(header, &QHeaderView::sectionResized, this, [this] { follow(); });
  for (QScrollArea* area : m_target->findChildren<QScrollArea*>())
    connect(area->verticalScrollBar(), &QScrollBar::valueChanged, this, [this] { follow(); });
  for (QWidget* inner : m_target->findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly))
    inner->installEventFilter(this);
}

}  // namespace omegascope
