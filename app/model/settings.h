// What the program remembers between starts: window, layout, recent files, autosaved state, colours.
#pragma once

#include <QByteArray>
#include <QKeySequence>
#include <QString>
#include <QStringList>
#include <QVariantMap>
#include <optional>

namespace omegascope {

enum class Appearance { FollowDesktop, Light, Dark, StrongLight, StrongDark };

class Settings {
 public:
  static constexpr int kLeastTextPercent = 75, kMostTextPercent = 200;
  static void reset();

  static QByteArray layout();
  static void setLayout(const QByteArray& layout);
  static QByteArray geometry();
  static void setGeometry(const QByteArray& geometry);

  static QStringList recentFiles();
  static void addRecentFile(const QString& path);
  static void clearRecentFiles();

  /// The commands that the palette ran last, by their ids, the latest first.
  static QStringList recentCommands();
  static void addRecentCommand(const QString& id);

  static Appearance appearance();
  static void setAppearance(Appearance appearance);

  /// "en" or "zh"; empty: that of the desktop.
  static QString language();
  static void setLanguage(const QString& code);

  /// The size of all text on the screen: 100 unless changed, from kLeastTextPercent to kMostTextPercent.
  static int textPercent();
  static void setTextPercent(int percent);

  static bool hintDismissed();
  static void dismissHint();

  /// Keys without Ctrl or Alt: they can be switched off.
  static bool singleKeys();
  static void setSingleKeys(bool on);
  /// The keys that the user gave an action of the menus in place of its own; empty keys: it has none.
  static std::optional<QKeySequence> shortcut(const QString& action);
  static void setShortcut(const QString& action, const QKeySequence& keys);
  static void forgetShortcut(const QString& action);
  static void forgetShortcuts();
  static bool reducedMotion();
  static void setReducedMotion(bool on);

  /// How many threads compute; 0: as many as there are.
  static int threads();
  static void setThreads(int threads);
  /// Numbers of the colours of training runs, by their folders.
  static QVariantMap runStyles();
  static void setRunStyles(const QVariantMap& styles);
  /// Folders of training runs that the user opened, outside the program's own folder.
  static QStringList trainingGuests();
  static void setTrainingGuests(const QStringList& folders);
  /// Training runs that came with the program and that the user took from the list, by name.
  static QStringList removedStoredRuns();
  static void setRemovedStoredRuns(const QStringList& names);
  static int autosaveSeconds();
  static void setAutosaveSeconds(int seconds);

  static QString folderFor(const QString& purpose);
  static void setFolderFor(const QString& purpose, const QString& folder);

  /// Where the running session is saved every autosaveSeconds(); it is there after a crash, and gone after a proper
  /// end. Each running copy of the program has its own.
  static QString recoveryFile();
  /// A session that a crash left behind and that no running copy uses, whichever copy wrote it. Empty where there is
  /// none.
  static QString leftBehind();
  /// Where such a session waits from the next start until somebody takes or discards it, the newest where several do;
  /// the new session saves itself elsewhere.
  static QString offeredFile();
  /// A name for one more to wait under.
  static QString freeOfferedFile();
};

}  // namespace omegascope
