// What the program remembers between starts: window, layout, recent files, autosaved state, colours.
#pragma once

#include <QByteArray>
#include <QString>
#include <QStringList>
#include <optional>

namespace omegascope {

enum class Appearance { FollowDesktop, Light, Dark };

class Settings {
 public:
  static void reset();

  static QByteArray layout();
  static void setLayout(const QByteArray& layout);
  static QByteArray geometry();
  static void setGeometry(const QByteArray& geometry);

  static QStringList recentFiles();
  static void addRecentFile(const QString& path);
  static void clearRecentFiles();

  static Appearance appearance();
  static void setAppearance(Appearance appearance);

  static bool hintDismissed();
  static void dismissHint();

  /// Keys without Ctrl or Alt: they can be switched off.
  static bool singleKeys();
  static void setSingleKeys(bool on);
  static bool reducedMotion();
  static void setReducedMotion(bool on);

  static QString folderFor(const QString& purpose);
  static void setFolderFor(const QString& purpose, const QString& folder);

  /// Where the running session is saved every minute; there after a crash, gone after a proper end.
  static QString recoveryFile();
  /// What a crash left, from the next start until somebody takes or discards it: the new session has the other file.
  static QString offeredFile();
};

}  // namespace omegascope
