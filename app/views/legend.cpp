#include "views/legend.h"

#include <QEvent>
#include <QLayout>
#include <algorithm>
#include <cmath>
#include <utility>

#include "model/document.h"
#include "views/rich_text.h"

namespace omegascope {

namespace {

constexpr double kMargin = 8, kEdge = 3, kGap = 5, kBetween = 14;  // logical pixels
constexpr float kPaleInk = 0.35f;  // how strong the ink of what stands behind another is

/// Whole parts of it, or at least whole words: a number that were cut in the middle would be another one.
QString shortened(const QString& text, const QFontMetricsF& metrics, double width) {
  if (metrics.horizontalAdvance(text) <= width) return text;
  for (const QString& end : {QStringLiteral(", "), QStringLiteral("，"), QStringLiteral(" ")})
    for (qsizetype at = text.lastIndexOf(end); at > 0; at = text.lastIndexOf(end, at - 1))
      if (const QString part = text.left(at) + end + QChar(0x2026); metrics.horizontalAdvance(part) <= width)
        return part;
  return metrics.elidedText(text, Qt::ElideRight, width);
}

}  // namespace

EstimatorStyle styleOf(const Card& card, bool dark, bool isBehind) {
  EstimatorStyle style = estimatorStyle(QString::fromStdString(card.method), card.variant, dark);
  if (isBehind) style.colour.setAlphaF(kPaleInk);
  return style;
}

QString markedLabel(const Card& card, const Theme& theme) {
  return markerHtml(styleOf(card, theme.dark), theme) + QLatin1Char(' ') + QString::fromStdString(card.label());
}

LegendEntry lineEntry(const QString& text, std::function<QPen(const Theme&)> pen) {
  return {text, [pen = std::move(pen)](QPainter& painter, const QRectF& rect, const Theme& theme) {
            painter.setPen(pen(theme));
            painter.drawLine(QPointF(rect.left(), rect.center().y()), QPointF(rect.right(), rect.center().y()));
          }};
}

LegendEntry lineEntry(const Card& card, const QString& text, bool isBehind) {
  return {text,
          [card](QPainter& painter, const QRectF& rect, const Theme& theme) {
            drawEstimatorChip(painter, rect, styleOf(card, theme.dark), 2 * theme.lineScale);
          },
          isBehind};
}

LegendEntry pinnedEntry(const Card& card, const QString& text) {
  return {text, [card](QPainter& painter, const QRectF& rect, const Theme& theme) {
            const EstimatorStyle style = styleOf(card, theme.dark);
            painter.setRenderHint(QPainter::Antialiasing);
            painter.setPen(QPen(style.colour, 1.2 * theme.lineScale, Qt::DotLine));
            painter.drawLine(QPointF(rect.left(), rect.center().y()), QPointF(rect.right(), rect.center().y()));
            drawMarker(painter, style.marker, rect.center(), rect.height() * 0.6, style.colour, true);
          }};
}

QIcon iconOf(const LegendEntry& entry, QSize size, const Theme& theme, const QColor& ground) {
  QPixmap pixmap(size * 2);
  pixmap.setDevicePixelRatio(2);
  pixmap.fill(ground);
  QPainter painter(&pixmap);
  entry.sign(painter, QRectF(QPointF(1, 1), QSizeF(size) - QSizeF(2, 2)), theme);
  return pixmap;
}

/// From left to right, and on in the next row where the width ends.
PlacedLegend::PlacedLegend(std::vector<LegendEntry> entries, double width, const Theme& theme) {
  const QFontMetricsF metrics(theme.font);
  const double height = metrics.height(), row = height + 4, signWidth = 2 * height;
  double x = kMargin, y = kEdge;
  for (LegendEntry& entry : entries) {
    const double textWidth =
        std::min(metrics.horizontalAdvance(entry.text) + 1, width - 2 * kMargin - signWidth - kGap);
    if (x > kMargin && x + signWidth + kGap + textWidth > width - kMargin) {
      x = kMargin;
      y += row;
    }
    m_placed.push_back(
        {std::move(entry), QRectF(x, y, signWidth, height), QRectF(x + signWidth + kGap, y, textWidth, height)});
    x = m_placed.back().text.right() + kBetween;
  }
}

double PlacedLegend::height() const { return m_placed.empty() ? 0 : m_placed.back().text.bottom() + kEdge; }

void PlacedLegend::paint(QPainter& painter, QPointF corner, const Theme& theme) const {
  const QFontMetricsF metrics(theme.font);
  painter.save();
  painter.setFont(theme.font);
  for (const Placed& one : m_placed) {
    painter.save();
    if (one.entry.isBehind) painter.setOpacity(kPaleInk);
    one.entry.sign(painter, one.sign.translated(corner), theme);
    painter.restore();
    painter.setPen(theme.text);
    painter.drawText(one.text.translated(corner), Qt::AlignLeft | Qt::AlignVCenter,
                     shortened(one.entry.text, metrics, one.text.width()));
  }
  painter.restore();
}

LegendStrip::LegendStrip(QWidget* parent, QWidget* view) : QWidget(parent), m_view(view ? view : parent) {
  setAccessibleName(tr("Legend"));
  setFixedHeight(0);
  for (QWidget* around : {parent, m_view}) around->installEventFilter(this);
}

QStringList LegendStrip::texts() const {
  QStringList all;
  for (const LegendEntry& entry : m_entries) all << entry.text;
  return all;
}

void LegendStrip::setEntries(std::vector<LegendEntry> entries, const Theme& theme) {
  const bool isSame = std::equal(entries.begin(), entries.end(), m_entries.begin(), m_entries.end(),
                                 [](const LegendEntry& a, const LegendEntry& b) { return a.looksLike(b); });
  m_entries = std::move(entries);
  if (isSame && theme == m_theme) return;
  m_theme = theme;
  setAccessibleDescription(texts().join(QStringLiteral("; ")));
  fit(roomOfParent());
  update();
}

int LegendStrip::roomOfParent() const {
  const QMargins around = parentWidget()->layout() ? parentWidget()->layout()->contentsMargins() : QMargins();
  return parentWidget()->contentsRect().width() - around.left() - around.right();
}

void LegendStrip::fit(int room) {
  constexpr double kMostShare = 0.2;
  m_room = room;
  m_placed = room > 0 ? PlacedLegend(m_entries, room, m_theme) : PlacedLegend();
  const double height = m_placed.height();
  setFixedHeight(height <= kMostShare * m_view->height() ? static_cast<int>(std::ceil(height)) : 0);
}

bool LegendStrip::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Resize) {
    fit(roomOfParent());
    showOrHide();
  }
  return QWidget::eventFilter(watched, event);
}

/// Margins, such as those of a frame, may change without the parent's size.
void LegendStrip::resizeEvent(QResizeEvent*) {
  if (width() != m_room) fit(width());
}

void LegendStrip::showWhereFree(bool isWanted) {
  m_isWanted = isWanted;
  showOrHide();
}

int LegendStrip::heightTaken() const { return isHidden() ? 0 : minimumHeight() + parentWidget()->layout()->spacing(); }

void LegendStrip::showOrHide() {
  if (!m_isWanted) return;
  const QWidget& around = *parentWidget();
  const int own = minimumHeight() + around.layout()->spacing(),
            others = around.layout()->totalMinimumHeightForWidth(around.width()) - heightTaken();
  setVisible(*m_isWanted && others + own <= m_view->height());
}

void LegendStrip::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  m_placed.paint(painter, QPointF(), m_theme);
}

}  // namespace omegascope
