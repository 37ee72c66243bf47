// What a panel draws, as a table in a window of its own (F2): for whoever does not see the picture, or wants its
// numbers.
#pragma once

#include <QDialog>
#include <QTimer>

class QLabel;
class QSortFilterProxyModel;
class QTableView;

namespace omegascope {

class Panel;
class PanelDataModel;
class Workbench;

class PanelTable : public QDialog {
  Q_OBJECT

 public:
  PanelTable(Panel& panel, Workbench& workbench, QWidget* parent);

  /// What the panel shows now; it follows by itself while it can be seen.
  void renew();
  const QTableView& table() const { return *m_table; }
  QString says() const;

 signals:
  void copyRequested(omegascope::Panel* panel);
  void exportRequested(omegascope::Panel* panel);

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  void follow();

  Panel& m_panel;
  QTimer m_soon;
  QLabel* m_says = nullptr;
  PanelDataModel* m_rows = nullptr;
  QSortFilterProxyModel* m_sorted = nullptr;
  QTableView* m_table = nullptr;
};

}  // namespace omegascope
