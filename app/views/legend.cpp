#include "views/legend.h"

#include <QCoreApplication>
#include <QEvent>
#include <QLayout>
#include <algorithm>
#include <cmath>
#include <utility>

#include "model/document.h"

namespace omegascope {

namespace {

constexpr double kMargin = 8, kGap = 5, kBetween = 14;  // logical pixels

struct Placed {
  QRectF sign, text;
};

/// From left to right, and on in the next row where the width ends.
std::vector<Placed> placed(const std::vector<LegendEntry>& entries, double width, const Theme& theme) {
  const QFontMetricsF metrics(theme.font);
  const double height = metrics.height(), row = height + 4, signWidth = 2 * height;
  std::vector<Placed> places;
  double x = kMargin, y = 3;
  for (const LegendEntry& entry : entries) {
    const double textWidth =
        std::min(metrics.horizontalAdvance(entry.text) + 1, width - 2 * kMargin - signWidth - kGap);
    if (x > kMargin && x + signWidth + kGap + textWidth > width - kMargin) {
      x = kMargin;
      y += row;
    }
    places.push_back({QRectF(x, y, signWidth, height), QRectF(x + signWidth + kGap, y, textWidth, height)});
    x = places.back().text.right() + kBetween;
  }
  return places;
}

}  // namespace

EstimatorStyle styleOf(const Card& card, bool dark) {
  return estimatorStyle(QString::fromStdString(card.method), card.variant, dark);
}

LegendEntry lineEntry(const Card& card, const QString& text) {
  return {text, [card](QPainter& painter, const QRectF& rect, const Theme& theme) {
            drawEstimatorChip(painter, rect, styleOf(card, theme.dark), 2 * theme.lineScale);
          }};
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

double legendHeight(const std::vector<LegendEntry>& entries, double width, const Theme& theme) {
  return entries.empty() ? 0 : placed(entries, width, theme).back().text.bottom() + 3;
}

void paintLegend(QPainter& painter, const QRectF& area, const Theme& theme, const std::vector<LegendEntry>& entries) {
  const std::vector<Placed> places = placed(entries, area.width(), theme);
  const QFontMetricsF metrics(theme.font);
  painter.save();
  painter.setFont(theme.font);
  for (std::size_t i = 0; i < entries.size(); ++i) {
    painter.save();
    entries[i].sign(painter, places[i].sign.translated(area.topLeft()), theme);
    painter.restore();
    const QRectF text = places[i].text.translated(area.topLeft());
    painter.setPen(theme.text);
    painter.drawText(text, Qt::AlignLeft | Qt::AlignVCenter,
                     metrics.elidedText(entries[i].text, Qt::ElideRight, text.width()));
  }
  painter.restore();
}

LegendStrip::LegendStrip(QWidget* parent) : QWidget(parent) {
  setAccessibleName(QCoreApplication::translate("LegendStrip", "Legend"));
  setFixedHeight(0);
  parent->installEventFilter(this);
}

QStringList LegendStrip::texts() const {
  QStringList all;
  for (const LegendEntry& entry : m_entries) all << entry.text;
  return all;
}

void LegendStrip::setEntries(std::vector<LegendEntry> entries, const Theme& theme) {
  const QStringList before = texts();
  m_entries = std::move(entries);
  if (texts() == before && theme == m_theme) return;  // signs go with words
  m_theme = theme;
  setAccessibleDescription(texts().join(QStringLiteral("; ")));
  fit();
  update();
}

void LegendStrip::fit() {
  constexpr double kMostShare = 0.2;
  const QMargins around = parentWidget()->layout() ? parentWidget()->layout()->contentsMargins() : QMargins();
  const double room = parentWidget()->width() - around.left() - around.right(),
               height = room > 0 ? legendHeight(m_entries, room, m_theme) : 0;
  setFixedHeight(height <= kMostShare * parentWidget()->height() ? static_cast<int>(std::ceil(height)) : 0);
}

bool LegendStrip::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Resize) fit();
  return QWidget::eventFilter(watched, event);
}

void LegendStrip::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  paintLegend(painter, rect(), m_theme, m_entries);
}

}  // namespace omegascope
