// Preferences: how the program looks and behaves on this machine. Every choice takes effect at once.
#pragma once

#include <QDialog>
#include <optional>
#include <vector>

#include "language/language.h"

namespace omegascope {

class MainWindow;

class PreferencesDialog : public QDialog {
  Q_OBJECT

 public:
  explicit PreferencesDialog(MainWindow& window);

  /// The names of what can be set here.
  static QStringList names();
  /// Gives the keyboard to the control of that name.
  void focusOn(const QString& name);
  /// Another language is chosen when nobody waits in it any more: the window, and this dialog with it, is made anew.
  int exec() override;

 private:
  struct Preference {
    const char* name;
    QWidget* (PreferencesDialog::*make)();  // its name stands beside it, or on it
  };
  static const std::vector<Preference>& all();

  QWidget* makeColours();
  QWidget* makeLanguages();
  QWidget* makeTextSize();
  QWidget* makeMotion();
  QWidget* makeKeys();
  QWidget* makeThreads();
  QWidget* makeAutosave();

  MainWindow& m_window;
  std::optional<Language> m_language;  // that was chosen
  std::vector<QWidget*> m_controls;    // one for each of all()
};

}  // namespace omegascope
