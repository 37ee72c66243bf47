// Preferences: how the program looks and behaves on this machine. Every choice takes effect at once.
#pragma once

#include <QDialog>

class QFormLayout;

namespace omegascope {

class MainWindow;

class PreferencesDialog : public QDialog {
  Q_OBJECT

 public:
  explicit PreferencesDialog(MainWindow& window);

  /// What can be set here, as it is called.
  QStringList names() const;
  /// The keyboard goes to the one of that name.
  void focusOn(const QString& name);

 private:
  void addLooks(QFormLayout& form);
  void addBehaviour(QFormLayout& form);

  MainWindow& m_window;
};

}  // namespace omegascope
