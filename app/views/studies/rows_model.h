// The rows of a study as a table: what was asked, and every number that came of it.
#pragma once

#include <QAbstractTableModel>
#include <memory>

#include "jobs/study_run.h"

namespace omegascope {

class RowsModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  using QAbstractTableModel::QAbstractTableModel;

  void show(std::shared_ptr<const StudyPicture> picture);
  const omega::studies::Json& row(int row) const { return m_picture->rows[static_cast<std::size_t>(row)]; }

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  /// Numbers stand to the right, with the words above them.
  int alignmentOf(int column) const;

  std::shared_ptr<const StudyPicture> m_picture;
  std::vector<std::string> m_values;  // names of numbers, in the order in which they first come
};

}  // namespace omegascope
