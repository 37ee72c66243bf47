#include "views/studies/rows_model.h"

#include <algorithm>
#include <array>

#include "views/rich_text.h"

namespace omegascope {

using omega::studies::Json;

namespace {

enum Column {
  kPoint,
  kSeed,
  kSeries,
  kX,
  kInput,
  kMethod,
  kOptions,
  kWords
};  // kWords: how many there are before the numbers

QString textOf(const Json& value) {
  if (value.is_null()) return {};
  if (value.is_string()) return QString::fromStdString(value.get<std::string>());
  if (value.is_number_float()) return numberText(value.get<double>(), 6);
  if (value.is_number()) return QString::number(value.get<qint64>());
  return QString::fromStdString(value.dump());
}

QString optionsText(const Json& row) {
  QStringList parts;
  const Json options = row.value("options", Json::object());
  for (const auto& option : options.items())
    parts << QStringLiteral("%1=%2").arg(QString::fromStdString(option.key()), textOf(option.value()));
  return parts.join(QStringLiteral(", "));
}

QString fieldText(const Json& row, const char* name) { return row.contains(name) ? textOf(row.at(name)) : QString(); }

}  // namespace

void RowsModel::show(std::shared_ptr<const StudyPicture> picture) {
  if (picture == m_picture) return;
  beginResetModel();
  m_picture = std::move(picture);
  m_values.clear();
  if (m_picture)
    for (const Json& row : m_picture->rows)
      for (const char* part : {"values", "machine"})
        if (row.contains(part))
          for (const auto& value : row.at(part).items())
            if (!value.value().is_structured() &&
                std::find(m_values.begin(), m_values.end(), value.key()) == m_values.end())
              m_values.push_back(value.key());
  endResetModel();
}

int RowsModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() || !m_picture ? 0 : static_cast<int>(m_picture->rows.size());
}

// The last is for what could not be measured.
int RowsModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : kWords + static_cast<int>(m_values.size()) + 1;
}

int RowsModel::alignmentOf(int column) const {
  const bool isWords = column == kSeries || (column >= kInput && column < kWords) || column == columnCount() - 1;
  return static_cast<int>((isWords ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
}

QVariant RowsModel::data(const QModelIndex& index, int role) const {
  if (role == Qt::TextAlignmentRole) return alignmentOf(index.column());
  if (role != Qt::DisplayRole && role != Qt::ToolTipRole) return {};
  const Json& one = row(index.row());
  switch (index.column()) {
    case kPoint: return fieldText(one, "point");
    case kSeed: return fieldText(one, "seed");
    case kSeries: return fieldText(one, "series");
    case kX: return fieldText(one, "x");
    case kInput: return fieldText(one, "input");
    case kMethod: return fieldText(one, "method");
    case kOptions: return optionsText(one);
    default: break;
  }
  const auto number = static_cast<std::size_t>(index.column() - kWords);
  if (number == m_values.size()) return fieldText(one, "problem");
  for (const char* part : {"values", "machine"})
    if (one.contains(part) && one.at(part).contains(m_values[number])) return textOf(one.at(part).at(m_values[number]));
  return {};
}

QVariant RowsModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation == Qt::Horizontal && role == Qt::TextAlignmentRole) return alignmentOf(section);
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
  static const std::array<const char*, kWords> words = {
      QT_TR_NOOP("point"),    QT_TR_NOOP("seed"),   QT_TR_NOOP("series"), QT_TR_NOOP("x"),
      QT_TR_NOOP("sequence"), QT_TR_NOOP("method"), QT_TR_NOOP("options")};
  if (section < kWords) return tr(words[static_cast<std::size_t>(section)]);
  const auto number = static_cast<std::size_t>(section - kWords);
  return number < m_values.size() ? QString::fromStdString(m_values[number]) : tr("why not");
}

}  // namespace omegascope
