#include "jobs/rows.h"

namespace omegascope {

omega::Matrix<double> rowsOf(const omega::Array& array, omega::Index first, omega::Index count, double factor) {
  const omega::Index cols = array.shape().back();
  omega::Matrix<double> rows(count, cols);
  array.copy_to(rows.data(), static_cast<std::size_t>(first * cols), static_cast<std::size_t>(count * cols));
  if (factor != 1)
    for (omega::Index i = 0; i < count * cols; ++i) rows.data()[i] *= factor;
  return rows;
}

std::vector<double> rowOf(const omega::Array& array, omega::Index row) {
  const omega::Index cols = array.shape().back();
  if (row < 0 || static_cast<std::size_t>((row + 1) * cols) > array.count()) return {};
  std::vector<double> values(static_cast<std::size_t>(cols));
  array.copy_to(values.data(), static_cast<std::size_t>(row * cols), values.size());
  return values;
}

omega::Index ownRow(const omega::Array& array, omega::Index row, omega::Index query) {
  if (array.rank() < 3) return row;
  return query < 0 ? -1 : row + query * array.shape()[1];
}

std::vector<double> flat(const omega::Matrix<double>& coordinates) {
  return {coordinates.data(), coordinates.data() + coordinates.rows() * coordinates.cols()};
}

omega::Matrix<double> samplesOf(const omega::Result& result, omega::Index row) {
  if (!result.has("omega")) return {};
  const omega::Array& samples = result.at("omega");
  if (samples.rank() == 3)
    return row < 0 ? omega::Matrix<double>() : rowsOf(samples, row * samples.shape()[1], samples.shape()[1]);
  return rowsOf(samples, 0, samples.shape()[0]);
}

}  // namespace omegascope
