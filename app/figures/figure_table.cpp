#include "figures/figure_table.h"

#include <limits>

namespace omegascope {

namespace {

/// A column of words or of numbers, and, of names in place of numbers, of both: a place without one is no number.
void addColumn(PanelData& data, std::size_t column) {
  const std::string name = data.columns[column].toStdString();
  const bool isWords = name == "panel" || name == "series" || name == "source";
  std::vector<double> numbers;
  std::vector<std::string> words;
  bool hasNumbers = false, hasWords = isWords;
  for (const std::vector<QString>& row : data.rows) {
    bool isNumber = false;
    const double number = row[column].toDouble(&isNumber);
    numbers.push_back(isNumber ? number : std::numeric_limits<double>::quiet_NaN());
    words.push_back(isNumber && !isWords ? "" : row[column].toStdString());
    hasNumbers |= isNumber && !isWords;
    hasWords |= !words.back().empty();
  }
  if (hasNumbers) data.addList(name, numbers);
  if (hasWords) data.texts[isWords ? name : name + "_name"] = words;
}

}  // namespace

PanelData tableOf(const omega::studies::Figure& figure) {
  PanelData data;
  for (const std::vector<std::string>& row : table_of(figure)) {
    std::vector<QString> cells;
    for (const std::string& cell : row) cells.push_back(QString::fromStdString(cell));
    data.columns.empty() ? data.columns = cells : data.rows.emplace_back(cells);
  }
  for (std::size_t column = 0; column < data.columns.size() && !data.rows.empty(); ++column) addColumn(data, column);
  return data;
}

}  // namespace omegascope
