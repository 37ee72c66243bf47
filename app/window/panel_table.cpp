#include "window/panel_table.h"

#include <QDialogButtonBox>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QSortFilterProxyModel>
#include <QTableView>
#include <QVBoxLayout>

#include "views/panel.h"
#include "views/panel_data_model.h"
#include "views/rich_text.h"
#include "widgets/controls.h"
#include "widgets/text_fit.h"
#include "workbench/workbench.h"

namespace omegascope {

namespace {

constexpr int kRestMs = 200;  // a drag changes the numbers faster than anybody reads

}  // namespace

PanelTable::PanelTable(Panel& panel, Workbench& workbench, QWidget* parent) : QDialog(parent), m_panel(panel) {
  setWindowTitle(tr("%1 as a table").arg(panel.title()));
  resize(560, 480);
  auto* layout = new QVBoxLayout(this);
  m_says = wrapped(new QLabel(this));
  m_rows = new PanelDataModel(this);
  m_sorted = new QSortFilterProxyModel(this);
  m_sorted->setSourceModel(m_rows);
  m_sorted->setSortRole(PanelDataModel::kValueRole);
  m_table = readOnly(new QTableView(this));
  m_table->setModel(m_sorted);
  m_table->setAccessibleName(tr("Numbers of %1").arg(panel.title()));
  fitRows(*m_table);
  m_table->horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);  // as the panel tells them
  m_table->setSortingEnabled(true);
  m_table->horizontalHeader()->setToolTip(tr("Sorts by this column"));
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
  QPushButton* copy = buttons->addButton(tr("Copy data"), QDialogButtonBox::ActionRole);
  copy->setToolTip(tr("All rows, with tabs between the columns, to the clipboard"));
  QPushButton* save = buttons->addButton(tr("Export …"), QDialogButtonBox::ActionRole);
  save->setToolTip(tr("To a file: as CSV, JSON or arrays, or as a picture"));
  layout->addWidget(m_says);
  layout->addWidget(m_table, 1);
  layout->addWidget(buttons);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  connect(copy, &QPushButton::clicked, this, [this] { emit copyRequested(&m_panel); });
  connect(save, &QPushButton::clicked, this, [this] { emit exportRequested(&m_panel); });
  setOnce(m_soon, kRestMs);
  connect(&m_soon, &QTimer::timeout, this, &PanelTable::renew);
  connect(&panel, &Panel::painted, this, &PanelTable::follow);
  connect(&workbench, &Workbench::snapshotChanged, this, &PanelTable::follow);  // it may be behind another
  m_table->setFocus();
}

void PanelTable::follow() {
  if (isVisible() && !m_soon.isActive()) m_soon.start();
}

void PanelTable::showEvent(QShowEvent* event) {
  QDialog::showEvent(event);
  renew();
}

QString PanelTable::says() const { return m_says->text(); }

/// The current cell stays the one at the same place.
void PanelTable::renew() {
  m_panel.bringUpToDate();
  const QModelIndex before = m_table->currentIndex();
  const bool isFirst = m_rows->columnCount() == 0;
  m_rows->show(m_panel.data());
  const QString rows = countText(m_rows->rowCount()), all = countText(static_cast<qint64>(m_rows->allRows()));
  m_says->setText(m_rows->rowCount() == 0 ? tr("There are no numbers here yet.")
                  : rows == all           ? tr("All rows: %1").arg(all)
                                          : tr("The first %1 of %2 rows; an export has them all.").arg(rows, all));
  if (isFirst) m_table->resizeColumnsToContents();
  if (before.isValid()) m_table->setCurrentIndex(m_sorted->index(before.row(), before.column()));
  if (!m_table->currentIndex().isValid()) m_table->setCurrentIndex(m_sorted->index(0, 0));
}

}  // namespace omegascope
