// CommandPalette: one line in front of the window that finds whatever can be done, set or shown, by any part of its
// name, and does it. What was done last stands first. The keyboard goes back to where it was.
#pragma once

#include <QFrame>
#include <QPointer>

#include "dialogs/palette_search.h"

class QLabel;
class QLineEdit;
class QListView;

namespace omegascope {

class CommandPalette : public QFrame {
  Q_OBJECT

 public:
  /// What is looked through; Settings: what can be set, and what can be added to set it.
  enum class Scope { Everything, Settings };

  /// `gather` says what there is each time that the palette opens: nearly all of it may change meanwhile.
  CommandPalette(std::function<std::vector<PaletteEntry>()> gather, QWidget* window);

  void openFor(Scope scope);
  /// Nothing is done.
  void leave();
  /// "Estimators ▸ rfa ▸ samples" of those found, the likeliest first.
  QStringList shown() const;

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  class Rows;

  void list();
  void tellCurrent();
  void choose();
  void say(const QString& sentence);
  void place();
  bool takesKey(QEvent& event);

  const std::function<std::vector<PaletteEntry>()> m_gather;
  Scope m_scope = Scope::Everything;
  QLineEdit* m_typed = nullptr;
  Rows* m_rows = nullptr;
  QListView* m_list = nullptr;
  QLabel* m_said = nullptr;
  QString m_nothing;           // what is said where nothing was found
  QPointer<QWidget> m_before;  // had the keyboard
};

}  // namespace omegascope
