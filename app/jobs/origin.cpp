#include "jobs/origin.h"

#include <QCoreApplication>
#include <QJsonDocument>
#include <QJsonObject>

#include "core/error.h"
#include "core/text.h"

namespace omegascope {

QString Origin::text() const {
  return QCoreApplication::translate("omegascope::Origin", "omegascope %1, %2, %n thread(s)", nullptr, threads)
      .arg(version, machine);
}

Origin Origin::fromJson(const QByteArray& json) {
  const QJsonObject all = QJsonDocument::fromJson(json).object();
  const Origin origin{all[QStringLiteral("version")].toString(), all[QStringLiteral("machine")].toString(),
                      all[QStringLiteral("threads")].toInt()};
  if (origin.version.isEmpty() || origin.machine.isEmpty() || origin.threads < 1)
    throw omega::Error::input("there must be a version, a machine and its threads, not " +
                              omega::quoted(json.toStdString()));
  return origin;
}

}  // namespace omegascope
