// Softmax over points in lanes against the same written out, for counts that fill whole vectors and counts that do not.
#include "cpu/lanes.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "cpu/running_softmax.h"
#include "support/noise.h"
#include "support/worst.h"

using namespace omega;
using omega::test::worst_of;

namespace {

template <class T>
Matrix<T> normals(Index rows, Index cols, std::uint32_t stream, T factor = 1) {
  return omega::test::normal_matrix_at<T>({6, 0, stream, 0, 0}, rows, cols, factor);
}

struct Exact {
  std::vector<double> mean;
  double log_sum;
};

/// One row's logits, its weighted mean and log sum, in double.
template <class T>
Exact written_out(const Matrix<T>& x, Index row, T factor, const LanePoints<T>& columns, const Matrix<T>& values) {
  Exact out{std::vector<double>(static_cast<std::size_t>(values.cols()), 0.0), 0};
  std::vector<double> logits;
  for (Index c = 0; c < columns.points.rows; ++c) {
    double dot = 0, norm = 0;
    for (Index d = 0; d < x.cols(); ++d) {
      dot += static_cast<double>(x(row, d)) * static_cast<double>(columns.points(c, d));
      norm += static_cast<double>(columns.points(c, d)) * static_cast<double>(columns.points(c, d));
    }
    logits.push_back(static_cast<double>(factor) * dot + (columns.bias ? static_cast<double>(columns.bias[c]) : 0) +
                     static_cast<double>(columns.norm_factor) * norm);
  }
  const double highest = *std::max_element(logits.begin(), logits.end());
  double sum = 0;
  for (std::size_t c = 0; c < logits.size(); ++c) {
    const double weight = std::exp(logits[c] - highest);
    sum += weight;
    for (Index d = 0; d < values.cols(); ++d)
      out.mean[static_cast<std::size_t>(d)] += weight * static_cast<double>(values(static_cast<Index>(c), d));
  }
  for (double& m : out.mean) m /= sum;
  out.log_sum = highest + std::log(sum);
  return out;
}

}  // namespace

TEMPLATE_TEST_CASE("attention over points is the softmax mean and log sum", "[unit][cpu]", float, double) {
  const Index rows = GENERATE(1, 3, 64, 65, 300), columns = GENERATE(1, 5, 128, 129, 2000);
  const Matrix<TestType> x = normals<TestType>(rows, 9, 1), points = normals<TestType>(columns, 9, 2),
                         values = normals<TestType>(columns, 5, 3), bias = normals<TestType>(1, columns, 4, 10);
  Attend<TestType> what;
  what.values = values;
  what.dots = {x, {points, bias.data(), TestType(-0.5)}, TestType(1.5)};
  Matrix<TestType> y(rows, 5), again(rows, 5);
  std::vector<TestType> log_sums(static_cast<std::size_t>(rows));
  CHECK(attend(what, y.view(), static_cast<TestType*>(nullptr), Progress()) == 0);
  CHECK(attend(what, again.view(), log_sums.data(), Progress()) == 0);
  const double tolerance = sizeof(TestType) == 4 ? 3e-5 : 1e-12;
  double worst = 0;
  for (Index n = 0; n < rows; ++n) {
    const Exact exact = written_out(x, n, TestType(1.5), what.dots.columns, values);
    for (Index d = 0; d < 5; ++d) {
      worst = worst_of(worst, std::abs(static_cast<double>(y(n, d)) - exact.mean[static_cast<std::size_t>(d)]));
      worst = worst_of(worst, std::abs(static_cast<double>(again(n, d)) - exact.mean[static_cast<std::size_t>(d)]));
    }
    worst = worst_of(worst, std::abs(static_cast<double>(log_sums[static_cast<std::size_t>(n)]) - exact.log_sum) /
                                (1 + std::abs(exact.log_sum)));
  }
  CHECK(worst <= tolerance);
}

TEST_CASE("logits far beyond what an exponential holds are as good as small ones", "[unit][cpu]") {
  const Matrix<float> x = normals<float>(70, 8, 5, 100.0f), points = normals<float>(700, 8, 6, 100.0f),
                      values = normals<float>(700, 4, 7);
  Attend<float> what;
  what.values = values;
  what.dots = {x, {points}};
  Matrix<float> y(70, 4);
  CHECK(attend(what, y.view(), static_cast<float*>(nullptr), Progress()) == 0);
  for (Index n = 0; n < 70; ++n) {
    const Exact exact = written_out(x, n, 1.0f, what.dots.columns, values);
    for (Index d = 0; d < 4; ++d)
      CHECK(static_cast<double>(y(n, d)) == Approx(exact.mean[static_cast<std::size_t>(d)]).margin(0.02));
  }
}

TEST_CASE("sums of exponentials without a shift are good to 1e-10 up to their ends", "[unit][cpu]") {
  const Index columns = GENERATE(1, 2, 47, 48), group = GENERATE(5, 16, 48);
  Matrix<double> logits(columns, kLaneStep<double>);
  Matrix<double> expected((columns + group - 1) / group, logits.cols(), 0.0),
      sums(expected.rows() + 1, logits.cols(), 0.0);
  for (Index lane = 0; lane < logits.cols(); ++lane)
    for (Index c = 0; c < columns; ++c) {
      const double share =
          static_cast<double>(lane) / static_cast<double>(logits.cols() - 1);  // within a lane they are alike
      logits(c, lane) = kUnshiftedLogit * (2 * share - 1) * (1 - 1e-3 * static_cast<double>(c) / 48);
      expected(c / group, lane) += std::exp(logits(c, lane));
    }
  lane_exponential_sums(logits, group, sums);
  for (Index lane = 0; lane < logits.cols(); ++lane) {
    double running = 0;
    for (Index g = 0; g < expected.rows(); ++g) {
      running += expected(g, lane);
      CHECK(std::abs(sums(g + 1, lane) / running - 1) <= kExponentialSumError);
    }
  }
}
