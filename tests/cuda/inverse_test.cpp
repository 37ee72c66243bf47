// The iterative inverse of small matrices against float64.
#include <catch2/catch.hpp>
#include <random>
#include <vector>

#include "cuda/device.h"
#include "modules.h"
#include "support/worst.h"

using namespace omega;
using namespace omega::cuda;
using namespace omega::test;

namespace {

/// The identity and some noise below it, so that steps from 0.9·I go to the inverse.
std::vector<float> near_identity(int heads, int size) {
  std::minstd_rand source(3);
  std::uniform_real_distribution<float> noise(-0.3f / static_cast<float>(size), 0.3f / static_cast<float>(size));
  std::vector<float> all;
  for (int i = 0; i < heads * size * size; ++i) all.push_back(noise(source) + (i % (size * size) % (size + 1) == 0));
  return all;
}

}  // namespace

TEST_CASE("some steps give the inverse of a small matrix", "[compare]") {
  REQUIRE(use_module());
  constexpr int kHeads = 3;
  for (const int size : {1, 2, 5, 16, 33, 63, kMostInverseSide}) {
    INFO(size << " x " << size);
    const std::vector<float> x = near_identity(kHeads, size);
    std::vector<float> z(x.size());
    for (std::size_t i = 0; i < z.size(); ++i)
      z[i] = i % static_cast<std::size_t>(size * size) % static_cast<std::size_t>(size + 1) == 0 ? 0.9f : 0.0f;
    Session session = Device::get().open();
    const auto put = [&](const std::vector<float>& numbers) {
      auto* place = session.allocate<float>(numbers.size());
      session.check(session.module().upload(session.context(), place, numbers.data(), 4 * numbers.size()));
      return Slice{place, std::int64_t{size} * size};
    };
    const Inverse what{kHeads, size, 4, put(x), put(z)};
    session.check(session.module().inverse(session.context(), &what));
    session.check(session.module().download(session.context(), z.data(), what.z.data, 4 * z.size()));
    double worst = 0;  // of X·Z from the identity
    for (int h = 0; h < kHeads; ++h)
      for (int r = 0; r < size; ++r)
        for (int c = 0; c < size; ++c) {
          const auto at = [&](const std::vector<float>& m, int row, int column) {
            return static_cast<double>(m[static_cast<std::size_t>((h * size + row) * size + column)]);
          };
          double sum = r == c ? -1 : 0;
          for (int k = 0; k < size; ++k) sum += at(x, r, k) * at(z, k, c);
          worst = worst_of(worst, std::abs(sum));
        }
    CHECK(worst <= 2e-6);
  }
}
