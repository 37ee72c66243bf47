// Causal sums by features against the same written out, and features that are others in small products: large logits
// are, by rounding (gemm_test.cpp), and a stretch of tokens has to move on all the same.
#include "cpu/causal_attention.h"

#include <catch2/catch.hpp>
#include <chrono>
#include <cmath>
#include <future>

#include "support/noise.h"

using namespace omega;

namespace {

template <class T>
Matrix<T> spread_normals(Index rows, Index cols, std::uint32_t stream, T factor = 1) {
  return omega::test::normal_matrix_at<T>({14, 0, stream, 0, 0}, rows, cols, factor);
}

/// Logits from two tables, features × tokens; those of keys are `jump` larger where fewer than 4 are asked for.
template <class T>
CausalAttention<T> of_tables(const Matrix<T>& of_keys, const Matrix<T>& of_queries, View<const T> v, T jump) {
  CausalAttention<T> what;
  what.tokens = of_keys.cols();
  what.features = of_keys.rows();
  what.v = v;
  what.of_keys = [&of_keys, jump](Range keys, View<T> logits, View<T>) {
    for (Index f = 0; f < logits.rows; ++f)
      for (Index m = 0; m < keys.size(); ++m)
        logits(f, m) = of_keys(f, keys.begin + m) + (keys.size() < 4 ? jump : T(0));
  };
  what.of_queries = [&of_queries](Range queries, View<T> logits, View<T>) {
    for (Index f = 0; f < logits.rows; ++f)
      for (Index n = 0; n < queries.size(); ++n) logits(f, n) = of_queries(f, queries.begin + n);
  };
  return what;
}

/// Runs it, but not for ever: Cancelled after a while.
template <class Body>
void in_time(const Body& body) {
  std::stop_source stop;
  std::promise<void> done;
  const std::future<void> watcher = std::async(std::launch::async, [&stop, ended = done.get_future()] {
    if (ended.wait_for(std::chrono::seconds(20)) == std::future_status::timeout) stop.request_stop();
  });
  const Progress progress(stop.get_token());
  try {
    body(progress);
  } catch (const Cancelled&) {
    FAIL("no end");
  }
  done.set_value();
}

/// Σ_f exp(q_fn + k_fm) over the keys up to n, in double and relative to the largest of the row.
template <class T>
Matrix<double> map_written_out(const Matrix<T>& of_keys, const Matrix<T>& of_queries) {
  const Index tokens = of_keys.cols();
  Matrix<double> map(tokens, tokens, 0.0);
  for (Index n = 0; n < tokens; ++n) {
    double highest = -INFINITY, sum = 0;
    const auto logit = [&](Index f, Index m) {
      return static_cast<double>(of_queries(f, n)) + static_cast<double>(of_keys(f, m));
    };
    for (Index f = 0; f < of_keys.rows(); ++f)
      for (Index m = 0; m <= n; ++m) highest = std::max(highest, logit(f, m));
    for (Index f = 0; f < of_keys.rows(); ++f)
      for (Index m = 0; m <= n; ++m) map(n, m) += std::exp(logit(f, m) - highest);
    for (Index m = 0; m <= n; ++m) sum += map(n, m);
    for (Index m = 0; m <= n; ++m) map(n, m) /= sum;
  }
  return map;
}

template <class T>
void check_against_written_out(Index tokens, T factor, double tolerance) {
  INFO(tokens << " tokens, logits times " << factor);
  const Matrix<T> of_keys = spread_normals<T>(5, tokens, 0, factor),
                  of_queries = spread_normals<T>(5, tokens, 1, factor), v = spread_normals<T>(tokens, 3, 2);
  const CausalAttention<T> what = of_tables<T>(of_keys, of_queries, v, T(0));
  const Matrix<double> exact = map_written_out(of_keys, of_queries);
  Matrix<T> y(tokens, 3), map(tokens, tokens);
  CHECK(causal_attention<T>(what, y, Progress()) == 0);
  causal_attention_map<T>(what, map, Progress());
  double of_y = 0, of_map = 0;
  for (Index n = 0; n < tokens; ++n) {
    for (Index d = 0; d < 3; ++d) {
      double sum = 0;
      for (Index m = 0; m <= n; ++m) sum += exact(n, m) * static_cast<double>(v(m, d));
      of_y = std::max(of_y, std::abs(static_cast<double>(y(n, d)) - sum));
    }
    for (Index m = 0; m < tokens; ++m)
      of_map = std::max(of_map, std::abs(static_cast<double>(map(n, m)) - exact(n, m)));
  }
  CHECK(of_y <= tolerance);
  CHECK(of_map <= tolerance);
}

template <class T>
void check_that_it_ends(Index tokens, T jump) {
  INFO(tokens << " tokens, jump " << jump);
  const Matrix<T> of_keys = spread_normals<T>(6, tokens, 3), of_queries = spread_normals<T>(6, tokens, 4);
  const Matrix<T> v(tokens, 2, T(3));
  const CausalAttention<T> what = of_tables<T>(of_keys, of_queries, v, jump);
  Matrix<T> y(tokens, 2, T(0)), map(tokens, tokens, T(0));
  in_time([&](const Progress& progress) { causal_attention<T>(what, y, progress); });
  in_time([&](const Progress& progress) { causal_attention_map<T>(what, map, progress); });
  Index wrong = 0;
  for (Index n = 0; n < tokens; ++n) {
    double sum = 0;
    for (Index m = 0; m < tokens; ++m) sum += static_cast<double>(map(n, m));
    wrong += !(std::abs(sum - 1) <= 1e-4) + !(std::abs(static_cast<double>(y(n, 1)) - 3) <= 1e-3);
  }
  CHECK(wrong == 0);
}

}  // namespace

TEST_CASE("causal sums are those written out, however fast the logits rise", "[unit][cpu]") {
  for (const Index tokens : {1, 3, 35, 150}) {
    check_against_written_out<float>(tokens, 1, 1e-5);
    check_against_written_out<float>(tokens, 60, 1e-3);
    check_against_written_out<double>(tokens, 1, 1e-13);
    check_against_written_out<double>(tokens, 400, 1e-10);
  }
}

TEST_CASE("causal sums come to an end where products of other shapes round otherwise", "[unit][cpu]") {
  for (const Index tokens : {1, 2, 31, 35, 200}) {
    for (const float jump : {-200.0f, 200.0f}) check_that_it_ends<float>(tokens, jump);
    for (const double jump : {-900.0, 900.0}) check_that_it_ends<double>(tokens, jump);
  }
}
