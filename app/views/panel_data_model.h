// The numbers of a panel as a table on the screen: the rows that its export has.
#pragma once

#include <QAbstractTableModel>
#include <QStringList>

#include "views/panel_data.h"

namespace omegascope {

class PanelDataModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  /// Nobody reads more of a map of a million cells; the export has them all.
  static constexpr std::size_t kMostRows = 100000;
  static constexpr int kValueRole = Qt::UserRole;  // to sort by: numbers as numbers

  using QAbstractTableModel::QAbstractTableModel;

  void show(const PanelData& data, std::size_t most = kMostRows);
  /// How many rows the panel has, shown here or not.
  std::size_t allRows() const { return m_all; }

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  QStringList m_columns;
  std::vector<std::vector<QVariant>> m_rows;
  std::size_t m_all = 0;
};

}  // namespace omegascope
