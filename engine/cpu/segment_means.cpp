#include "cpu/segment_means.h"

#include "cpu/gemm.h"
#include "cpu/parallel.h"
#include "math/matrices.h"

namespace omega {

template <class T>
Matrix<double> exact_segment_means(View<const T> rows, const std::vector<Runs>& segments) {
  constexpr Index kTogether = 8;
  Matrix<double> means(static_cast<Index>(segments.size()), rows.cols, 0.0);
  parallel_tiles(means.rows(), kTogether, Progress(), [&](Range some) {
    for (Index c = some.begin; c < some.end; ++c) {
      Index count = 0;
      for (const Range run : segments[static_cast<std::size_t>(c)]) {
        add_rows<T>(rows.middle_rows(run), means.row(c));
        count += run.size();
      }
      for (double& mean : means.view().row_span(c)) mean /= static_cast<double>(count);
    }
  });
  return means;
}

template <class T>
Matrix<T> segment_means(View<const T> rows, const std::vector<Runs>& segments) {
  return converted<T>(exact_segment_means(rows, segments));
}

template Matrix<double> exact_segment_means<float>(View<const float>, const std::vector<Runs>&);
template Matrix<double> exact_segment_means<double>(View<const double>, const std::vector<Runs>&);
template Matrix<float> segment_means<float>(View<const float>, const std::vector<Runs>&);
template Matrix<double> segment_means<double>(View<const double>, const std::vector<Runs>&);

}  // namespace omega
