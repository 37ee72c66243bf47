#include "window/icon.h"

#include <QPainter>
#include <QSvgRenderer>

namespace omegascope {

QIcon programIcon() {
  QSvgRenderer drawing(QStringLiteral(":/assets/icons/omegascope.svg"));
  QIcon icon;
  for (const int side : {16, 24, 32, 48, 64, 128, 256}) {
    QPixmap pixmap(side, side);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    drawing.render(&painter);
    painter.end();
    icon.addPixmap(pixmap);
  }
  return icon;
}

}  // namespace omegascope
