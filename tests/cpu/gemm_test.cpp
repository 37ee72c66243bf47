// Products of every shape that falls between whole blocks, against sums written out, under every set of vector
// instructions.
#include "cpu/gemm.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <string>
#include <vector>

#include "core/error.h"
#include "core/philox.h"
#include "cpu/parallel_product.h"
#include "cpu/vector_limit.h"
#include "support/worst.h"

using namespace omega;
using namespace omega::test;

namespace {

/// Rows that lie further apart than they are long.
template <class T>
struct Strided {
  Matrix<T> storage;
  Index cols;

  Strided(Index rows, Index cols_, std::uint32_t stream) : storage(rows, cols_ + 3), cols(cols_) {
    draw_normals(NoiseAddress{5, 0, stream, 0, 0}, storage.data(), rows * (cols_ + 3));
  }
  View<T> view() { return storage.view().left_cols(cols); }
};

template <class T>
double largest_error(View<const T> got, const std::vector<double>& expected) {
  double worst = 0;
  for (Index i = 0; i < got.rows; ++i)
    for (Index j = 0; j < got.cols; ++j)
      worst = worst_of(worst,
                       std::abs(static_cast<double>(got(i, j)) - expected[static_cast<std::size_t>(i * got.cols + j)]));
  return worst;
}

/// Σ_k a(i, k)·b(k, j) for each i and j, in double; a and b are functions of two indices.
template <class A, class B>
std::vector<double> written_out(Index rows, Index depth, Index cols, const A& a, const B& b) {
  std::vector<double> out(static_cast<std::size_t>(rows * cols), 0.0);
  for (Index i = 0; i < rows; ++i)
    for (Index j = 0; j < cols; ++j)
      for (Index k = 0; k < depth; ++k)
        out[static_cast<std::size_t>(i * cols + j)] += static_cast<double>(a(i, k)) * static_cast<double>(b(k, j));
  return out;
}

template <class T>
void check_shape(Index rows, Index depth, Index cols) {
  INFO(vector_target() << ": " << rows << " x " << depth << " x " << cols);
  const double tolerance = (sizeof(T) == 4 ? 3e-6 : 1e-14) * static_cast<double>(depth + 1);
  Strided<T> a(rows, depth, 1), a_turned(depth, rows, 2), b(depth, cols, 3), b_turned(cols, depth, 4),
      out(rows, cols, 5);
  const View<T> A = a.view(), At = a_turned.view(), B = b.view(), Bt = b_turned.view(), C = out.view();
  std::vector<double> sum = written_out(rows, depth, cols, A, B);
  multiply_nn<T>(A, B, C);
  CHECK(largest_error<T>(C, sum) <= tolerance);
  add_multiply_nn<T>(A, B, C);
  for (double& x : sum) x *= 2;
  CHECK(largest_error<T>(C, sum) <= 2 * tolerance);
  std::vector<double> down = written_out(
      rows, depth, cols, [&](Index i, Index k) { return At(k, i); }, B);
  multiply_tn<T>(At, B, C);
  CHECK(largest_error<T>(C, down) <= tolerance);
  add_multiply_tn<T>(At, B, C);
  for (double& x : down) x *= 2;
  CHECK(largest_error<T>(C, down) <= 2 * tolerance);
  multiply_nt<T>(A, Bt, C);
  CHECK(largest_error<T>(C, written_out(rows, depth, cols, A, [&](Index k, Index j) { return Bt(j, k); })) <=
        tolerance);
}

}  // namespace

TEMPLATE_TEST_CASE("products are sums of products at every shape", "[unit][cpu]", float, double) {
  const VectorLimit limit(GENERATE(from_range(kVectorTargets)));
  for (const Index rows : {1, 2, 5, 7, 13, 64})
    for (const Index depth : {1, 3, 64, 257, 600})
      for (const Index cols : {1, 4, 15, 16, 17, 33, 48, 65, 130}) check_shape<TestType>(rows, depth, cols);
}

TEMPLATE_TEST_CASE("products of four rows and more round alike", "[unit][cpu]", float, double) {
  const VectorLimit limit(GENERATE(from_range(kVectorTargets)));  // causal_attention.cpp relies on it
  for (const Index depth : {3, 4, 16, 65, 300}) {
    Strided<TestType> a(7, depth, 7), b(48, depth, 8), all(7, 48, 9);
    multiply_nt<TestType>(a.view(), b.view(), all.view());
    for (const Index count : {4, 5, 8, 11, 17, 32}) {
      INFO(vector_target() << ": depth " << depth << ", " << count << " rows");
      Strided<TestType> some(7, count, 10);
      multiply_nt<TestType>(a.view(), b.view().middle_rows(0, count), some.view());
      Index others = 0;
      for (Index i = 0; i < 7; ++i)
        for (Index j = 0; j < count; ++j) others += some.view()(i, j) != all.view()(i, j);
      CHECK(others == 0);
    }
  }
}

TEMPLATE_TEST_CASE("rows are added up in double at every shape", "[unit][cpu]", float, double) {
  const VectorLimit limit(GENERATE(from_range(kVectorTargets)));
  for (const Index rows : {1, 2, 31, 32, 33, 65})
    for (const Index cols : {1, 3, 8, 17, 32, 64, 75}) {
      INFO(vector_target() << ": " << rows << " x " << cols);
      Strided<TestType> x(rows, cols, 6);
      Matrix<double> sums(1, cols, 0.25);
      const View<const TestType> view = x.view();
      add_rows<TestType>(view, sums.row(0));
      std::vector<double> expected = written_out(
          1, rows, cols, [](Index, Index) { return 1.0; }, view);
      for (double& sum : expected) sum += 0.25;
      CHECK(largest_error<double>(sums.view(), expected) <= 1e-13 * static_cast<double>(rows));
    }
}

TEST_CASE("the limit of vector instructions is obeyed and told", "[unit][cpu]") {
  const std::string best = vector_target();
  {
    const VectorLimit limit("sse2");
    CHECK(vector_target() == std::string("SSE2"));
  }
  {
    const VectorLimit limit("avx2");
    CHECK(vector_target() != std::string("AVX-512"));
  }
  CHECK(vector_target() == best);
  CHECK_THROWS_AS(limit_vector_target("mmx"), Error);
  CHECK(vector_target() == best);
}

TEST_CASE("a product in tiles has the bits of the whole, and is given up once a stop is asked for",
          "[unit][concurrency]") {
  Strided<float> a(100, 70, 1), b(70, 33, 2);
  Matrix<float> whole(100, 33), tiled(100, 33);
  multiply_nn<float>(a.view(), b.view(), whole);
  std::stop_source stop;
  const Progress progress(stop.get_token());
  multiply_in_tiles<float>(a.view(), b.view(), tiled, progress);
  CHECK(std::equal(whole.data(), whole.data() + 100 * 33, tiled.data()));
  stop.request_stop();
  CHECK_THROWS_AS(multiply_in_tiles<float>(a.view(), b.view(), tiled, progress), Cancelled);
}
