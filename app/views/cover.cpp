#include "views/cover.h"

#include <QPainter>
#include <QVariant>
#include <algorithm>

#include "views/panel.h"

namespace omegascope {

namespace {

constexpr const char* kCovered = "covered";

}  // namespace

void paintCover(QPainter& painter, const QRectF& area, const Theme& theme) {
  painter.fillRect(area, theme.window);
  painter.fillRect(area, QBrush(theme.grid, Qt::BDiagPattern));
  QFont large = theme.bold();
  const int letters = theme.font.pixelSize();
  large.setPixelSize(std::clamp(static_cast<int>(area.height()) / 3, letters, 4 * letters));
  painter.setFont(large);
  painter.setPen(theme.text);
  painter.drawText(area, Qt::AlignCenter, QStringLiteral("?"));
}

void setCovered(Panel& panel, const QStringList& parts) { panel.setProperty(kCovered, parts); }

bool isCovered(const Panel& panel, const QString& part) {
  return panel.property(kCovered).toStringList().contains(part);
}

}  // namespace omegascope
