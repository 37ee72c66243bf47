#include "window/english_plurals.h"

#include <QCoreApplication>
#include <QRegularExpression>

namespace omegascope {

QString EnglishPlurals::translate(const char*, const char* source, const char*, int n) const {
  // A null string: the source is shown as it is.
  if (n < 0) return {};
  static const QRegularExpression endings(QStringLiteral("(?<=\\w)\\((?:(\\w*)/)?(\\w+)\\)"));
  return QString::fromUtf8(source).replace(endings, n == 1 ? QStringLiteral("\\1") : QStringLiteral("\\2"));
}

void EnglishPlurals::install() {
  QCoreApplication* app = QCoreApplication::instance();
  if (app->findChild<QObject*>(QStringLiteral("english"), Qt::FindDirectChildrenOnly) != nullptr) return;
  auto* plurals = new EnglishPlurals(app);
  plurals->setObjectName(QStringLiteral("english"));
  QCoreApplication::installTranslator(plurals);
}

}  // namespace omegascope
