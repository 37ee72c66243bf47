#include "model/settings.h"

#include <QDir>
#include <QFileInfo>
#include <QLockFile>
#include <QSettings>
#include <QStandardPaths>
#include <algorithm>
#include <memory>

namespace omegascope {

namespace {

constexpr int kRecent = 10;

QStringList withFirst(QStringList list, const QString& one) {
  list.removeAll(one);
  list.prepend(one);
  return list.mid(0, kRecent);
}

QVariant value(const QString& key, const QVariant& fallback = {}) { return QSettings().value(key, fallback); }
QString dataFile(const QString& name) {
  const QString folder = QStandardPaths::writableLocation(QStandardPaths::AppDataLocation);
  QDir().mkpath(folder);
  return QDir(folder).filePath(name);
}
void store(const QString& key, const QVariant& value) { QSettings().setValue(key, value); }
QString shortcutKey(const QString& action) {
  return QStringLiteral("shortcuts/") + QString::fromLatin1(action.toUtf8().toPercentEncoding());
}

// More copies than this at a time share the last place.
constexpr int kPlaces = 16;

QString recoveryAt(int place) { return dataFile(QStringLiteral("recovery-%1.omega").arg(place)); }
QString offeredAt(int place) { return dataFile(QStringLiteral("offered-%1.omega").arg(place)); }

/// What waits there, the newest first: the first of them under offeredAt(), others under names with a number.
QStringList offersAt(int place) {
  const QFileInfo first(offeredAt(place));
  QStringList offers;
  for (const QFileInfo& offer : first.dir().entryInfoList(
           {first.fileName(), first.completeBaseName() + QStringLiteral("-*.omega")}, QDir::Files, QDir::Time))
    offers << offer.filePath();
  return offers;
}

/// A running copy holds the lock of its place; that of a copy that died is free again.
std::unique_ptr<QLockFile> lockOf(int place) {
  auto lock = std::make_unique<QLockFile>(dataFile(QStringLiteral("recovery-%1.lock").arg(place)));
  lock->setStaleLockTime(0);  // a copy may run for days
  return lock->tryLock(0) ? std::move(lock) : nullptr;
}

int ownPlace() {
  static std::unique_ptr<QLockFile> lock;
  static const int place = [] {
    int free = 0;
    while (free < kPlaces - 1 && !(lock = lockOf(free))) ++free;
    return free;
  }();
  return place;
}

}  // namespace

void Settings::reset() {
  QSettings().clear();
  for (int place = 0; place < kPlaces; ++place)
    if (place == ownPlace() || lockOf(place))
      for (const QString& left : QStringList(recoveryAt(place)) + offersAt(place)) QFile::remove(left);
}

QByteArray Settings::layout() { return value("window/layout").toByteArray(); }
void Settings::setLayout(const QByteArray& layout) { store("window/layout", layout); }
QByteArray Settings::geometry() { return value("window/geometry").toByteArray(); }
void Settings::setGeometry(const QByteArray& geometry) { store("window/geometry", geometry); }

QStringList Settings::recentFiles() { return value("files/recent").toStringList(); }
void Settings::addRecentFile(const QString& path) { store("files/recent", withFirst(recentFiles(), path)); }

void Settings::clearRecentFiles() { store("files/recent", QStringList()); }

QStringList Settings::recentCommands() { return value("palette/recent").toStringList(); }
void Settings::addRecentCommand(const QString& id) { store("palette/recent", withFirst(recentCommands(), id)); }

Appearance Settings::appearance() {
  const int chosen = value("appearance", 0).toInt();
  const bool isOne = chosen >= 0 && chosen <= static_cast<int>(Appearance::StrongDark);
  return isOne ? static_cast<Appearance>(chosen) : Appearance::FollowDesktop;
}
void Settings::setAppearance(Appearance appearance) { store("appearance", static_cast<int>(appearance)); }

QString Settings::language() { return value("language").toString(); }
void Settings::setLanguage(const QString& code) { store("language", code); }

int Settings::textPercent() {
  return std::clamp(value("text/percent", 100).toInt(), kLeastTextPercent, kMostTextPercent);
}
void Settings::setTextPercent(int percent) {
  store("text/percent", std::clamp(percent, kLeastTextPercent, kMostTextPercent));
}

bool Settings::hintDismissed() { return value("hint/dismissed", false).toBool(); }
void Settings::dismissHint() { store("hint/dismissed", true); }

bool Settings::singleKeys() { return value("keys/single", true).toBool(); }
void Settings::setSingleKeys(bool on) { store("keys/single", on); }
bool Settings::reducedMotion() { return value("motion/reduced", false).toBool(); }
void Settings::setReducedMotion(bool on) { store("motion/reduced", on); }

std::optional<QKeySequence> Settings::shortcut(const QString& action) {
  const QVariant keys = value(shortcutKey(action));
  return keys.isValid() ? std::optional(QKeySequence(keys.toString(), QKeySequence::PortableText)) : std::nullopt;
}
void Settings::setShortcut(const QString& action, const QKeySequence& keys) {
  store(shortcutKey(action), keys.toString(QKeySequence::PortableText));
}
void Settings::forgetShortcut(const QString& action) { QSettings().remove(shortcutKey(action)); }
void Settings::forgetShortcuts() { QSettings().remove(QStringLiteral("shortcuts")); }

int Settings::threads() { return std::max(0, value("threads", 0).toInt()); }
void Settings::setThreads(int threads) { store("threads", threads); }
QVariantMap Settings::runStyles() { return value("training/styles").toMap(); }
void Settings::setRunStyles(const QVariantMap& styles) { store("training/styles", styles); }
QStringList Settings::trainingGuests() { return value("training/guests").toStringList(); }
void Settings::setTrainingGuests(const QStringList& folders) { store("training/guests", folders); }
QStringList Settings::removedStoredRuns() { return value("training/removed_stored").toStringList(); }
void Settings::setRemovedStoredRuns(const QStringList& names) { store("training/removed_stored", names); }
int Settings::autosaveSeconds() { return std::clamp(value("autosave/seconds", 60).toInt(), 1, 86400); }
void Settings::setAutosaveSeconds(int seconds) { store("autosave/seconds", seconds); }

QString Settings::folderFor(const QString& purpose) {
  return value("folders/" + purpose, QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation)).toString();
}
void Settings::setFolderFor(const QString& purpose, const QString& folder) { store("folders/" + purpose, folder); }

QString Settings::recoveryFile() { return recoveryAt(ownPlace()); }

QString Settings::leftBehind() {
  if (const QString own = recoveryAt(ownPlace()); QFileInfo::exists(own)) return own;
  for (int place = 0; place < kPlaces; ++place)
    for (const QString& left : QStringList(recoveryAt(place)) + offersAt(place))
      if (place != ownPlace() && QFileInfo::exists(left) && lockOf(place)) return left;
  return {};
}

QString Settings::offeredFile() {
  const QStringList offers = offersAt(ownPlace());
  return offers.isEmpty() ? offeredAt(ownPlace()) : offers.front();
}

QString Settings::freeOfferedFile() {
  const QFileInfo first(offeredAt(ownPlace()));
  QFileInfo free = first;
  for (int number = 2; free.exists(); ++number)
    free.setFile(first.dir(), QStringLiteral("%1-%2.omega").arg(first.completeBaseName()).arg(number));
  return free.filePath();
}

}  // namespace omegascope
