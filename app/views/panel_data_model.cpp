#include "views/panel_data_model.h"

#include <optional>
#include <utility>

#include "views/rich_text.h"

namespace omegascope {

namespace {

/// Keeps what it is told, up to so many rows.
class RowKeeper : public TableWriter {
 public:
  struct Full {};  // thrown: whoever tells a table cannot be stopped otherwise

  explicit RowKeeper(std::size_t most) : m_most(most) {}
  std::vector<std::vector<QVariant>> take() { return std::move(m_rows); }

  void text(const QString& cell) override { m_row.push_back(cell); }
  void integer(qint64 cell) override { m_row.emplace_back(cell); }
  void number(double cell) override { m_row.push_back(cell); }
  void endRow() override {
    m_rows.push_back(std::exchange(m_row, {}));
    if (m_rows.size() >= m_most) throw Full();
  }

 private:
  std::size_t m_most;
  std::vector<QVariant> m_row;
  std::vector<std::vector<QVariant>> m_rows;
};

/// The number in a cell, also where it is written as text. A token may be called "1", too; its cell still shows its
/// name.
std::optional<double> numberOf(const QVariant& cell) {
  bool isNumber = false;
  const double value = cell.toDouble(&isNumber);
  return isNumber ? std::optional(value) : std::nullopt;
}

}  // namespace

void PanelDataModel::show(const PanelData& data, std::size_t most) {
  RowKeeper keeper(most);
  try {
    data.writeTo(keeper);
  } catch (const RowKeeper::Full&) {
  }
  beginResetModel();
  m_columns = QStringList(data.columns.begin(), data.columns.end());
  m_rows = keeper.take();
  m_all = data.rowCount();
  endResetModel();
}

int PanelDataModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int PanelDataModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_columns.size());
}

QVariant PanelDataModel::data(const QModelIndex& index, int role) const {
  constexpr int kDigits = 6;
  const std::vector<QVariant>& row = m_rows[static_cast<std::size_t>(index.row())];
  if (static_cast<std::size_t>(index.column()) >= row.size()) return {};
  const QVariant& cell = row[static_cast<std::size_t>(index.column())];
  switch (role) {
    case Qt::DisplayRole:  // a whole number with all its digits: it is a place, a step or a count
      return cell.typeId() == QMetaType::Double ? numberText(cell.toDouble(), kDigits) : cell.toString();
    case kValueRole: return numberOf(cell) ? QVariant(*numberOf(cell)) : cell;
    case Qt::TextAlignmentRole:
      return numberOf(cell) ? QVariant(static_cast<int>(Qt::AlignRight | Qt::AlignVCenter)) : QVariant();
    default: return {};
  }
}

QVariant PanelDataModel::headerData(int section, Qt::Orientation orientation, int role) const {
  return orientation == Qt::Horizontal && role == Qt::DisplayRole ? m_columns.value(section) : QVariant();
}

}  // namespace omegascope
