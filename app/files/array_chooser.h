// ArrayChooser: which arrays of a file are queries, keys and values: a table of what there is, with a guess to correct.
#pragma once

#include <QDialog>
#include <memory>

#include "files/file_look.h"
#include "jobs/latest_job.h"

class QComboBox;
class QDialogButtonBox;
class QLabel;
class QTableWidget;

namespace omegascope {

class ArrayChooser : public QDialog {
  Q_OBJECT

 public:
  explicit ArrayChooser(FileLook look, QWidget* parent = nullptr);

  const FileLook& look() const { return m_look; }
  /// How the file is to be read, as it was given and as it was chosen here.
  OptionTexts options() const;

 private:
  void fillTable();
  void makeRoles();
  void check();  // tries the choice on a worker thread: the file may be large
  void judge(const FileLook& tried);
  QString chosen(int role) const;

  FileLook m_look;
  QTableWidget* m_table = nullptr;
  QComboBox* m_roles[3] = {};
  QLabel* m_verdict = nullptr;
  QDialogButtonBox* m_buttons = nullptr;
  std::unique_ptr<LatestJob<OptionTexts>> m_trial;  // last: it ends before what it uses
};

}  // namespace omegascope
