#include "settings.h"

#include <QDir>
#include <QSettings>
#include <QStandardPaths>

namespace omegascope {

namespace {

constexpr int kRecent = 10;

QVariant value(const char* key, const QVariant& fallback = {}) { return QSettings().value(QLatin1String(key), fallback); }
QString dataFile(const QString& name) {
  const QString folder = QStandardPaths::writableLocation(QStandardPaths::AppDataLocation);
  QDir().mkpath(folder);
  return QDir(folder).filePath(name);
}
void store(const char* key, const QVariant& value) { QSettings().setValue(QLatin1String(key), value); }

}  // namespace

void Settings::reset() {
  QSettings().clear();
  QFile::remove(recoveryFile());
  QFile::remove(offeredFile());
}

QByteArray Settings::layout() { return value("window/layout").toByteArray(); }
void Settings::setLayout(const QByteArray& layout) { store("window/layout", layout); }
QByteArray Settings::geometry() { return value("window/geometry").toByteArray(); }
void Settings::setGeometry(const QByteArray& geometry) { store("window/geometry", geometry); }

QStringList Settings::recentFiles() { return value("files/recent").toStringList(); }

void Settings::addRecentFile(const QString& path) {
  QStringList files = recentFiles();
  files.removeAll(path);
  files.prepend(path);
  store("files/recent", files.mid(0, kRecent));
}

void Settings::clearRecentFiles() { store("files/recent", QStringList()); }

Appearance Settings::appearance() { return static_cast<Appearance>(value("appearance", 0).toInt()); }
void Settings::setAppearance(Appearance appearance) { store("appearance", static_cast<int>(appearance)); }

bool Settings::hintDismissed() { return value("hint/dismissed", false).toBool(); }
void Settings::dismissHint() { store("hint/dismissed", true); }

bool Settings::singleKeys() { return value("keys/single", true).toBool(); }
void Settings::setSingleKeys(bool on) { store("keys/single", on); }
bool Settings::reducedMotion() { return value("motion/reduced", false).toBool(); }
void Settings::setReducedMotion(bool on) { store("motion/reduced", on); }

QString Settings::folderFor(const QString& purpose) {
  return QSettings().value(QStringLiteral("folders/") + purpose, QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation)).toString();
}
void Settings::setFolderFor(const QString& purpose, const QString& folder) { QSettings().setValue(QStringLiteral("folders/") + purpose, folder); }

QString Settings::recoveryFile() { return dataFile(QStringLiteral("recovery.omega")); }
QString Settings::offeredFile() { return dataFile(QStringLiteral("offered.omega")); }

}  // namespace omegascope
