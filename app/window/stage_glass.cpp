#include "window/stage_glass.h"

#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>

#include "widgets/theme.h"

namespace omegascope {

namespace {

constexpr double kHaloRadius = 16, kPenWidth = 2.5;  // pixels, before the look of the screen
constexpr qint64 kStillMs = 3000;

}  // namespace

StageGlass::StageGlass(QWidget* parent) : QWidget(parent) {
  setObjectName(QStringLiteral("glass"));
  setAttribute(Qt::WA_NoSystemBackground);
  m_still.start();
  followState();
}

void StageGlass::followState() {
  setAttribute(Qt::WA_TransparentForMouseEvents, !m_pen && !m_curtain.isValid());
  setCursor(m_curtain.isValid() ? Qt::BlankCursor : m_pen ? Qt::CrossCursor : Qt::ArrowCursor);
  update();
}

void StageGlass::setCurtain(const QColor& colour) {
  m_curtain = colour;
  followState();
}

void StageGlass::setPen(bool on) {
  m_pen = on;
  followState();
}

void StageGlass::wipe() {
  m_ink.clear();
  update();
}

QRect StageGlass::haloAt(QPoint at) const {
  const int radius = static_cast<int>(kHaloRadius * screenLook().lines) + 3;
  return around(at, radius);
}

void StageGlass::pointAt(std::optional<QPoint> at) {
  if (at != m_at) m_still.restart();
  const bool rests = m_still.elapsed() > kStillMs;
  if (at == m_at && rests == m_rests) return;
  if (m_at) update(haloAt(*m_at));
  m_at = at;
  m_rests = rests;
  if (m_at) update(haloAt(*m_at));
}

void StageGlass::magnify(const QPixmap& picture, QPoint at) {
  if (hasLens()) update(lensAt(m_lensPlace));
  m_lens = picture;
  m_lensPlace = at;
  if (hasLens()) update(lensAt(at));
}

/// Two rings, dark within light: one of them is seen on every picture.
void StageGlass::paintLens(QPainter& painter) const {
  const QRectF circle = around(m_lensPlace, lensRadius());
  QPainterPath inside;
  inside.addEllipse(circle);
  painter.save();
  painter.setClipPath(inside);
  painter.setRenderHint(QPainter::SmoothPixmapTransform);
  painter.drawPixmap(circle, m_lens, m_lens.rect());
  painter.restore();
  painter.setBrush(Qt::NoBrush);
  for (const auto& [colour, width] : {std::pair(Qt::white, 2.0 * kLensRing), std::pair(Qt::black, 1.0 * kLensRing)}) {
    painter.setPen(QPen(colour, width));
    painter.drawEllipse(circle);
  }
}

QPointF StageGlass::shareOf(QPointF at) const { return {at.x() / width(), at.y() / height()}; }

void StageGlass::mousePressEvent(QMouseEvent* event) {
  if (!m_pen || m_curtain.isValid()) return;
  m_ink.emplace_back();
  m_ink.back() << shareOf(event->position());
}

void StageGlass::mouseMoveEvent(QMouseEvent* event) {
  if (!m_pen || m_ink.empty() || event->buttons() == Qt::NoButton) return;
  m_ink.back() << shareOf(event->position());
  update();
}

void StageGlass::paintEvent(QPaintEvent*) {
  if (m_isAside) return;
  QPainter painter(this);
  if (m_curtain.isValid()) return painter.fillRect(rect(), m_curtain);
  painter.setRenderHint(QPainter::Antialiasing);
  const double lines = screenLook().lines;
  const bool isDark = Theme::of(palette()).dark;
  for (const auto& [colour, width] : {std::pair(isDark ? QColor(Qt::black) : QColor(Qt::white), 2.0),
                                      std::pair(isDark ? QColor(0xffd84d) : QColor(0xc00030), 1.0)}) {
    painter.setPen(QPen(colour, kPenWidth * lines * width, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    for (const QPolygonF& stroke : m_ink)
      painter.drawPolyline(QTransform::fromScale(this->width(), height()).map(stroke));
  }
  if (hasLens()) return paintLens(painter);
  if (!m_at || m_rests) return;
  painter.setBrush(QColor(255, 210, 0, 70));
  painter.setPen(QPen(QColor(0, 0, 0, 160), 1 + 0.5 * lines));
  painter.drawEllipse(QPointF(*m_at), kHaloRadius * lines, kHaloRadius * lines);
}

}  // namespace omegascope
