// The shares r_nc of query-specific weights where logits are so large that rounding alone moves them: still at most 1.
// And causal runs at such norms, which come to an end with results in range.
#include "weightings/weighting.h"

#include <atomic>
#include <chrono>
#include <future>
#include <limits>

#include "core/error.h"
#include "cpu/lanes.h"
#include "cpu/parallel.h"
#include "estimators/registry.h"
#include "estimators/small_problem.h"

using namespace omega;
using namespace omega::test;

namespace {

Array unit_rows(Index n, Index dim, std::uint32_t seed) {
  Array rows = normals({n, dim}, seed);
  for (Index i = 0; i < n; ++i) {
    double squares = 0;
    double* row = rows.data<double>() + i * dim;
    for (Index d = 0; d < dim; ++d) squares += row[d] * row[d];
    for (Index d = 0; d < dim; ++d) row[d] /= std::sqrt(squares);
  }
  return rows;
}

std::shared_ptr<const Sequence> long_tokens(Index n, Index dim, double norm) {
  Array q = unit_rows(n, dim, 1), k = unit_rows(n, dim, 2);
  for (std::size_t i = 0; i < q.count(); ++i) {
    q.data<double>()[i] *= norm;
    k.data<double>()[i] *= norm;
  }
  return Sequence::make(q, k, normals({n, dim}, 3));
}

double largest_of(const Array& array) {
  double largest = 0;
  for (std::size_t i = 0; i < array.count(); ++i)
    largest =
        std::isfinite(array.at(i)) ? std::max(largest, std::abs(array.at(i))) : std::numeric_limits<double>::infinity();
  return largest;
}

/// The largest α of any query in lanes and as matrix: densities are alike, so that 1/C + β(r − mean r) ≤ 1/C + β.
template <class T>
void check_alpha(double norm, const std::string& similarity, Index landmarks) {
  INFO("norm " << norm << ", similarity " << similarity << ", " << landmarks << " landmarks");
  const Array tokens = unit_rows(40, 4, 5);
  Matrix<T> queries(40, 4);
  for (std::size_t i = 0; i < tokens.count(); ++i) queries.data()[i] = static_cast<T>(norm * tokens.at(i));
  const View<const T> points = queries.view().middle_rows(0, landmarks);
  const T factor = T(0.7);
  const Options options = options_of(find_estimator("lara").info, {{"similarity", similarity}});
  const LogDensities<T> alike{landmarks, landmarks, [](Range, View<T> out) {
                                for (Index r = 0; r < out.rows; ++r) std::fill_n(out.row(r), out.cols, T(0));
                              }};
  const Weighting<T> weighting(options, alike, own_sites(landmarks, 1), queries, factor, points, Progress());
  LaneRows<T> x(4);
  x.assign(queries, factor);
  Matrix<T> in_lanes(landmarks, x.lanes()), as_matrix(40, landmarks);
  REQUIRE(weighting.has_lanes());
  weighting.lane_alpha(x, in_lanes);
  weighting.alpha({0, 40}, {0, landmarks}, as_matrix);
  const double limit = 1.0 / static_cast<double>(landmarks) + 1.0;
  Index beyond = 0;
  for (Index n = 0; n < 40; ++n)
    for (Index j = 0; j < landmarks; ++j)
      for (const T alpha : {in_lanes(j, n), as_matrix(n, j)})
        beyond += !(0 < alpha && static_cast<double>(alpha) <= limit + 1e-6);
  CHECK(beyond == 0);
}

}  // namespace

TEMPLATE_TEST_CASE("query-specific weights stay in range at any norm", "[unit][estimators]", float, double) {
  for (const double norm : {1.0, 3.2e3, 1e4, 1e5, 1e8, 1e10, 1e12, 1e15})
    for (const char* similarity : {"queries", "proposals"})
      for (const Index landmarks : {1, 2, 5, 12}) check_alpha<TestType>(norm, similarity, landmarks);
}

TEST_CASE("long queries and keys give lara finite weights and maps", "[unit][estimators]") {
  for (const auto& [precision, norm] : std::vector<std::pair<Precision, double>>{{Precision::f32, 6.4e3},
                                                                                 {Precision::f32, 2e4},
                                                                                 {Precision::f32, 6e4},
                                                                                 {Precision::f32, 1e8},
                                                                                 {Precision::f32, 1e15},
                                                                                 {Precision::f64, 2e10},
                                                                                 {Precision::f64, 1e15}})
    for (const char* weighting : {"decoupled", "coupled"}) {
      INFO("norm " << norm << ", weighting " << weighting);
      const Result result = estimate(long_tokens(12, 4, norm), "lara", {{"weighting", weighting}}, {}, precision);
      CHECK(largest_of(result.at("alpha")) <= 2);
      for (const char* name : {"y", "log_weights", "weights", "ess", "attention"}) {
        INFO(name);
        CHECK(std::isfinite(largest_of(result.at(name))));
      }
    }
}

TEST_CASE("causal runs of long queries and keys come to an end", "[unit][estimators]") {
  std::stop_source stop;
  std::promise<void> done;
  const std::future<void> watcher = std::async(std::launch::async, [&stop, ended = done.get_future()] {
    if (ended.wait_for(std::chrono::seconds(60)) == std::future_status::timeout) stop.request_stop();
  });
  Progress progress(stop.get_token());
  RunContext context;
  context.progress = &progress;
  try {
    for (const auto& [precision, norm] : std::vector<std::pair<Precision, double>>{{Precision::f32, 6e4},
                                                                                   {Precision::f32, 1e6},
                                                                                   {Precision::f32, 1e12},
                                                                                   {Precision::f64, 2e9},
                                                                                   {Precision::f64, 1e15}})
      for (const char* method : {"lara", "mis"})
        for (const char* weighting : {"decoupled", "balance", "coupled"}) {
          INFO(method << ", norm " << norm << ", weighting " << weighting);
          Request request =
              make_request(long_tokens(40, 4, norm), method, {{"causal", "true"}, {"weighting", weighting}});
          request.precision = precision;
          request.want = {"y", "attention"};
          const Result result = run(request, context);
          const bool self_normalised = std::string(method) == "lara";
          CHECK(std::isfinite(largest_of(result.at("attention"))));
          if (self_normalised) CHECK(largest_of(result.at("attention")) <= 1 + 1e-3);
          if (self_normalised) CHECK(largest_of(result.at("y")) <= largest_of(request.sequence->v) * (1 + 1e-3));
        }
  } catch (const Cancelled&) {
    FAIL("no end");
  }
  done.set_value();
}

TEST_CASE("the densities of many proposals are shared out in tiles, until a stop is asked for", "[unit][estimators]") {
  constexpr Index kCount = 512;
  std::stop_source stop;
  std::atomic<Index> filled = 0;  // tiles are filled by all threads
  const LogDensities<float> densities{kCount, kCount, [&](Range some, View<float> out) {
                                        filled += some.size();
                                        std::fill_n(out.data, out.rows * out.cols, 0.0f);
                                        stop.request_stop();
                                      }};
  const Options options = options_of(find_estimator("lara").info, {{"weighting", "balance"}});
  const Matrix<float> queries(4, 2, 0.0f);
  const auto weigh = [&](const Progress& progress) {
    return Weighting<float>(options, densities, own_sites(kCount, 1), queries, 1, {}, progress);
  };
  with_threads(1, [&] { CHECK_THROWS_AS(weigh(Progress(stop.get_token())), Cancelled); });
  CHECK(filled < kCount);
  Matrix<float> alpha(1, kCount);
  weigh(Progress()).alpha({0, 1}, {0, kCount}, alpha);
  for (Index c = 0; c < kCount; ++c) CHECK(alpha(0, c) == Approx(1.0 / kCount));
}

TEST_CASE("no matrix of all samples and all proposals is held where tiles will do", "[unit][estimators]") {
  constexpr Index kCount = 2048;
  Request request = make_request(random_sequence(kCount, kCount, 2, 2), "lara",
                                 {{"landmarks", std::to_string(kCount)}, {"similarity", "proposals"}});
  request.want = {"y"};
  RunContext context;
  context.threads = 1;
  CHECK(run(request, context).stats.peak_bytes < kCount * kCount * sizeof(float) / 2);
}
