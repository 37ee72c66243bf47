#include "views/studies/study_grid.h"

#include <algorithm>
#include <cmath>

#include "core/error.h"
#include "language/language.h"

namespace omegascope {

namespace {

using Json = omega::studies::Json;

bool isBySize(const Json& value) {
  const auto& sizes = omega::studies::study_sizes();
  return value.is_object() && !value.empty() &&
         std::all_of(value.items().begin(), value.items().end(), [&](const auto& item) {
           return std::find(sizes.begin(), sizes.end(), item.key()) != sizes.end();
         });
}

QString textOfOne(const Json& value) {
  return QString::fromStdString(value.is_string() ? value.get<std::string>() : value.dump());
}

QString cellText(const Json& value) {
  if (!value.is_array()) return textOfOne(value);
  QStringList parts;
  for (const Json& one : value) parts << textOfOne(one);
  return parts.join(QStringLiteral(", "));
}

/// A number or switch where it reads as one, else a word. 1e3 is a whole number too, which JSON would write as 1000.0.
Json valueOf(const QString& text) {
  constexpr double kLargest = 9007199254740992;  // beyond it a double skips whole numbers
  const Json read = Json::parse(text.toStdString(), nullptr, false);
  if (read.is_number_float())
    if (const auto number = read.get<double>(); number == std::round(number) && std::abs(number) <= kLargest)
      return Json(static_cast<std::int64_t>(number));
  return read.is_number() || read.is_boolean() ? read : Json(text.toStdString());
}

QString wordOf(const Json& object, const char* key, const QString& otherwise) {
  return object.contains(key) && object.at(key).is_string() ? QString::fromStdString(object.at(key).get<std::string>())
                                                            : otherwise;
}

}  // namespace

std::optional<Json> objectIn(const QString& text) {
  try {
    const omega::studies::JsonSource source({}, text.toStdString(), {});
    if (source.root().is_object()) return source.root();
  } catch (const omega::Error&) {  // whoever reads the study says what is wrong
  }
  return {};
}

/// Rows that stay where they are keep the cell that is chosen, and the field that is open in it.
void StudyGrid::setText(const QString& text, const QString& size) {
  StudyGrid next;
  next.read(text, size);
  const bool stays = std::equal(m_rows.begin(), m_rows.end(), next.m_rows.begin(), next.m_rows.end(),
                                [](const Row& now, const Row& then) { return now.place == then.place; });
  if (!stays) beginResetModel();
  m_size = size;
  m_json = std::move(next.m_json);
  m_rows = std::move(next.m_rows);
  if (!stays) return endResetModel();
  if (!m_rows.empty()) emit dataChanged(index(0, 0), index(rowCount() - 1, kValues));
  emit headerDataChanged(Qt::Horizontal, kValues, kValues);
}

void StudyGrid::read(const QString& text, const QString& size) {
  m_size = size;
  m_json = objectIn(text).value_or(Json());
  if (m_json.is_object()) {
    for (const char* key : {"seeds", "draws"})
      if (m_json.contains(key))
        add(tr("all"), tr("number"), QLatin1String(key), Json::json_pointer() / std::string(key), false);
    if (m_json.contains("inputs") && m_json["inputs"].is_object())
      for (const auto& input : m_json["inputs"].items())
        addValues(QString::fromStdString(input.key()), tr("sequence"), Json::json_pointer("/inputs") / input.key());
    if (m_json.contains("blocks") && m_json["blocks"].is_array())
      for (std::size_t i = 0; i < m_json["blocks"].size(); ++i)
        addBlock(m_json["blocks"][i], Json::json_pointer("/blocks") / i);
  }
}

void StudyGrid::addBlock(const Json& block, const Json::json_pointer& place) {
  if (!block.is_object()) return;
  const QString name = wordOf(block, "name", QStringLiteral("main"));
  if (block.contains("method")) add(name, tr("estimator"), QStringLiteral("method"), place / "method", true);
  if (block.contains("draws")) add(name, tr("number"), QStringLiteral("draws"), place / "draws", false);
  const QString method = block.contains("method") ? cellText(block["method"]) : QString();
  const QString whose = method.isEmpty() ? name : QStringLiteral("%1 · %2").arg(name, method);
  for (const auto& [key, kind] :
       {std::pair{"input", tr("sequence")}, std::pair{"options", tr("option")}, std::pair{"parameters", tr("measure")}})
    if (block.contains(key)) addValues(whose, kind, place / key);
}

void StudyGrid::addValues(const QString& block, const QString& kind, const Json::json_pointer& place) {
  const Json& values = m_json.at(place);
  if (!values.is_object()) return;
  for (const auto& value : values.items())
    add(block, kind, QString::fromStdString(value.key()), place / value.key(),
        value.key() != "preset" && value.key() != "file");
}

void StudyGrid::add(const QString& block, const QString& kind, const QString& name, const Json::json_pointer& place,
                    bool takesList) {
  Row row{block, kind, name, place, takesList};
  const Json& value = valueAt(row);
  const bool isPlain = !value.is_object() &&
                       (!value.is_array() ||
                        std::none_of(value.begin(), value.end(), [](const Json& one) { return one.is_structured(); }));
  if (isPlain) m_rows.push_back(std::move(row));
}

const Json& StudyGrid::valueAt(const Row& row) const {
  const Json& value = m_json.at(row.place);
  return isBySize(value) && value.contains(m_size.toStdString()) ? value.at(m_size.toStdString()) : value;
}

int StudyGrid::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

QVariant StudyGrid::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
  const QString names[kColumns] = {tr("block"), tr("what"), tr("name"),
                                   tr("values at size %1").arg(described(m_size.toStdString()))};
  return names[section];
}

QVariant StudyGrid::data(const QModelIndex& index, int role) const {
  if (role == Qt::ToolTipRole)
    return index.column() != kValues ? data(index, Qt::DisplayRole)
           : m_rows[static_cast<std::size_t>(index.row())].takesList
               ? tr("Double-click to edit: values with commas between; every combination is a point")
               : tr("Double-click to edit: one value");
  if (role != Qt::DisplayRole && role != Qt::EditRole) return {};
  const Row& row = m_rows[static_cast<std::size_t>(index.row())];
  switch (index.column()) {
    case kBlock: return row.block;
    case kKind: return row.kind;
    case kName: return row.name;
    default: return cellText(valueAt(row));
  }
}

Qt::ItemFlags StudyGrid::flags(const QModelIndex& index) const {
  const Qt::ItemFlags all = QAbstractTableModel::flags(index);
  return index.column() == kValues ? all | Qt::ItemIsEditable : all;
}

bool StudyGrid::setData(const QModelIndex& index, const QVariant& value, int role) {
  if (role != Qt::EditRole || index.column() != kValues) return false;
  const Row& row = m_rows[static_cast<std::size_t>(index.row())];
  QStringList words;
  for (const QString& word : value.toString().split(QLatin1Char(','))) words << word.trimmed();
  words.removeAll(QString());
  const QString before = cellText(valueAt(row));
  QString whyNot;
  if (words.isEmpty()) whyNot = tr("%1 needs a value; it stays %2.").arg(row.name, before);
  if (!row.takesList && words.size() > 1)
    whyNot = tr("%1 takes one value, no list; it stays %2.").arg(row.name, before);
  emit refused(whyNot);
  if (!whyNot.isEmpty()) return false;
  Json now = valueOf(words.front());
  if (words.size() > 1) {
    now = Json::array();
    for (const QString& word : words) now.push_back(valueOf(word));
  }
  if (cellText(now) == before) return false;
  Json& held = m_json.at(row.place);
  (isBySize(held) && held.contains(m_size.toStdString()) ? held.at(m_size.toStdString()) : held) = now;
  emit dataChanged(index, index);
  emit edited(QString::fromStdString(m_json.dump(2)) + QLatin1Char('\n'));
  return true;
}

}  // namespace omegascope
