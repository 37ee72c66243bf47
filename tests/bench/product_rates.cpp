// How fast the engine's products are beside oneDNN's, on the shapes of attention and one thread: Gflop/s, medians. Not
// a test, and built only when asked for, where oneDNN is installed:
//   cmake --build --preset release --target product_rates && OMP_NUM_THREADS=1 build/release/bin/product_rates
#include <oneapi/dnnl/dnnl.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <functional>
#include <vector>

#include "core/philox.h"
#include "cpu/gemm.h"

using namespace omega;

namespace {

constexpr Index kTokens = 8192, kDims = 64, kTile = 128;  // tokens go through in the tiles that estimates use

double median_seconds(const std::function<void()>& work) {
  using Clock = std::chrono::steady_clock;
  constexpr std::size_t kLeast = 15;
  constexpr std::chrono::milliseconds kWhile(300);
  work();
  std::vector<double> seconds;
  for (const auto began = Clock::now(); seconds.size() < kLeast || Clock::now() - began < kWhile;) {
    const auto start = Clock::now();
    work();
    seconds.push_back(std::chrono::duration<double>(Clock::now() - start).count());
  }
  std::nth_element(seconds.begin(), seconds.begin() + static_cast<std::ptrdiff_t>(seconds.size() / 2), seconds.end());
  return seconds[seconds.size() / 2];
}

Matrix<float> normals(Index rows, Index cols, std::uint32_t stream) {
  Matrix<float> matrix(rows, cols);
  draw_normals(NoiseAddress{1, 0, stream, 0, 0}, matrix.data(), rows * cols);
  return matrix;
}

void compare(const char* what, Index features, double flops, const std::function<void()>& own,
             const std::function<void()>& onednn) {
  std::printf("| %s | %d | %.0f | %.0f |\n", what, static_cast<int>(features), flops / median_seconds(own) / 1e9,
              flops / median_seconds(onednn) / 1e9);
}

template <class Body>
void tiles(const Body& body) {
  for (Index row = 0; row < kTokens; row += kTile) body(row);
}

void compare_features(Index features) {
  const Matrix<float> tokens = normals(kTokens, kDims, 1), omega = normals(features, kDims, 2);
  Matrix<float> phi = normals(kTokens, features, 3), sums(features, kDims), y(kTokens, kDims);
  const double flops = 2.0 * static_cast<double>(kTokens * kDims * features);
  const auto tile = [](const Matrix<float>& m, Index row) { return m.view().middle_rows(row, kTile); };
  compare(
      "k·ω", features, flops,
      [&] {
        tiles([&](Index row) {
          multiply_nt<float>(tile(tokens, row), omega.view(), phi.view().middle_rows(row, kTile));
        });
      },
      [&] {
        dnnl_sgemm('N', 'T', kTokens, features, kDims, 1, tokens.data(), kDims, omega.data(), kDims, 0, phi.data(),
                   features);
      });
  compare(
      "Σ φ(k) v", features, flops,
      [&] {
        sums.fill(0);
        tiles([&](Index row) { add_multiply_tn<float>(tile(phi, row), tile(tokens, row), sums.view()); });
      },
      [&] {
        dnnl_sgemm('T', 'N', features, kDims, kTokens, 1, phi.data(), features, tokens.data(), kDims, 0, sums.data(),
                   kDims);
      });
  compare(
      "φ(q) Σ", features, flops,
      [&] {
        tiles([&](Index row) { multiply_nn<float>(tile(phi, row), sums.view(), y.view().middle_rows(row, kTile)); });
      },
      [&] {
        dnnl_sgemm('N', 'N', kTokens, kDims, features, 1, phi.data(), features, sums.data(), kDims, 0, y.data(), kDims);
      });
}

void compare_window() {
  constexpr Index window = 64;
  const Matrix<float> q = normals(window, kDims, 4), k = normals(window, kDims, 5);
  Matrix<float> logits(window, window);
  compare(
      "q·k of a window", window, 2.0 * window * window * kDims,
      [&] { multiply_nt<float>(q.view(), k.view(), logits.view()); },
      [&] {
        dnnl_sgemm('N', 'T', window, window, kDims, 1, q.data(), kDims, k.data(), kDims, 0, logits.data(), window);
      });
}

}  // namespace

int main() {
  std::printf("| product | features or keys | omega | oneDNN |\n|---|--:|--:|--:|\n");
  for (const Index features : {16, 49, 64, 128}) compare_features(features);
  compare_window();
}
