#include "widgets/signs.h"

#include <QEvent>
#include <QGuiApplication>
#include <QIconEngine>
#include <QPainter>
#include <QPalette>
#include <QPixmapCache>
#include <QSvgRenderer>
#include <QToolButton>
#include <array>

#include "widgets/theme.h"

namespace omegascope {

namespace {

constexpr double kSignSide = 16;

constexpr std::array kSignNames{"add",     "back",   "clock",    "close",   "dock",    "down",  "eye", "eye_closed",
                                "forward", "help",   "maximise", "more",    "options", "pause", "pen", "pin",
                                "play",    "redraw", "remove",   "restore", "search",  "step",  "up"};
static_assert(kSignNames.size() == static_cast<std::size_t>(Sign::up) + 1);

QColor signColour(QIcon::Mode mode) {
  const QPalette palette = QGuiApplication::palette();
  if (mode == QIcon::Disabled) return palette.color(QPalette::Disabled, QPalette::ButtonText);
  return palette.color(QPalette::Active, mode == QIcon::Selected ? QPalette::HighlightedText : QPalette::ButtonText);
}

/// Only the shape comes from the file: the colour is the present one.
QPixmap paintedSign(Sign sign, QSize size, const QColor& colour) {
  const QString key = QStringLiteral("sign %1 %2 %3 %4")
                          .arg(nameOf(sign), colour.name(QColor::HexArgb))
                          .arg(size.width())
                          .arg(size.height());
  QPixmap pixmap;
  if (QPixmapCache::find(key, &pixmap)) return pixmap;
  pixmap = QPixmap(size);
  pixmap.fill(Qt::transparent);
  QSvgRenderer shape(QStringLiteral(":/assets/icons/%1.svg").arg(nameOf(sign)));
  shape.setAspectRatioMode(Qt::KeepAspectRatio);
  QPainter painter(&pixmap);
  painter.setRenderHint(QPainter::Antialiasing);
  shape.render(&painter, QRectF(QPointF(), QSizeF(size)));
  painter.setCompositionMode(QPainter::CompositionMode_SourceIn);
  painter.fillRect(pixmap.rect(), colour);
  painter.end();
  QPixmapCache::insert(key, pixmap);
  return pixmap;
}

class SignEngine : public QIconEngine {
 public:
  SignEngine(Sign unchecked, Sign checked) : m_unchecked(unchecked), m_checked(checked) {}
  QIconEngine* clone() const override { return new SignEngine(*this); }
  /// `size` is in pixels of the screen.
  QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override {
    return size.isEmpty() ? QPixmap()
                          : paintedSign(state == QIcon::On ? m_checked : m_unchecked, size, signColour(mode));
  }
  void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State state) override {
    painter->drawPixmap(rect, pixmap(rect.size() * painter->device()->devicePixelRatioF(), mode, state));
  }
  bool isNull() override { return false; }

 private:
  Sign m_unchecked, m_checked;
};

}  // namespace

QString nameOf(Sign sign) { return QLatin1String(kSignNames[static_cast<std::size_t>(sign)]); }

QIcon signIcon(Sign sign) { return signIcon(sign, sign); }

QIcon signIcon(Sign unchecked, Sign checked) { return QIcon(new SignEngine(unchecked, checked)); }

int signSize() { return qRound(kSignSide * screenLook().lines); }

QToolButton* makeSignButton(const QIcon& icon, const QString& tip, QWidget* parent) {
  auto* button = new QToolButton(parent);
  button->setIcon(icon);
  button->setToolTip(tip);
  button->setAccessibleName(tip);
  button->setAutoRaise(true);
  return button;
}

SignLabel::SignLabel(Sign sign, QWidget* parent) : QWidget(parent), m_icon(signIcon(sign)) {
  setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

void SignLabel::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  m_icon.paint(&painter, rect(), Qt::AlignCenter, isEnabled() ? QIcon::Normal : QIcon::Disabled);
}

void SignLabel::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::FontChange) updateGeometry();
}

}  // namespace omegascope
