#include "views/inspector/array_rows.h"

namespace omegascope {

std::vector<double> shownRow(const omega::Array& array, omega::Index row) {
  const auto length = static_cast<std::size_t>(array.shape().back());
  if (row < 0 || (static_cast<std::size_t>(row) + 1) * length > array.count()) return {};
  std::vector<double> values(length);
  array.copy_to(values.data(), static_cast<std::size_t>(row) * length, length);
  return values;
}

std::vector<double> shownElement(const omega::Array& array, omega::Index row, omega::Index column) {
  const omega::Index length = array.shape().back();
  if (row < 0 || column < 0 || column >= length || static_cast<std::size_t>(row * length + column) >= array.count())
    return {};
  return {array.at(static_cast<std::size_t>(row * length + column))};
}

std::vector<double> shownEntry(const std::vector<double>& values, omega::Index index) {
  if (index < 0 || static_cast<std::size_t>(index) >= values.size()) return {};
  return {values[static_cast<std::size_t>(index)]};
}

}  // namespace omegascope
