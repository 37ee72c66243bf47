// A study of one's own: the grid as a table, or all of it as text. What is wrong is said at once, with its line; what
// is right, with the number of rows and about how long they take.
#pragma once

#include <QDialog>

class QComboBox;
class QDialogButtonBox;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QTabWidget;
class QTableView;

namespace omegascope {

class StudyCatalogue;
class StudyGrid;

class StudyEditor : public QDialog {
  Q_OBJECT

 public:
  /// Begins with the text of a study; with a name of its own where it is the program's.
  StudyEditor(StudyCatalogue& catalogue, const QString& study, const QString& size, int threads, QWidget* parent);

  /// The name of what was saved.
  const QString& saved() const { return m_saved; }
  QPlainTextEdit& text() { return *m_text; }
  StudyGrid& grid() { return *m_grid; }

 public slots:
  void accept() override;
  void reject() override;

 private:
  enum class Tone { Fine, Caution, Wrong };

  QTableView* makeTable();
  void replaceText(const QString& text);
  QString studySize() const;
  void check();
  void judge();
  void tell(const QString& sentence, Tone tone);

  StudyCatalogue& m_catalogue;
  int m_threads;
  QString m_edited, m_saved, m_first;
  QLineEdit *m_name = nullptr, *m_title = nullptr;
  QComboBox* m_size = nullptr;
  QTabWidget* m_tabs = nullptr;
  StudyGrid* m_grid = nullptr;
  QPlainTextEdit* m_text = nullptr;
  QLabel* m_state = nullptr;
  QDialogButtonBox* m_buttons = nullptr;
};

}  // namespace omegascope
