// The random stream: uniforms are uniform, normals are normal, and whatever differs in their address makes them
// independent.
#include <catch2/catch.hpp>
#include <cmath>

#include "core/philox.h"
#include "statistics/draws.h"

using namespace omega;
using namespace omega::test;

namespace {

constexpr Index kCount = 100000;

/// How two numbers of a pair differ in their address.
struct Neighbour {
  const char* what;
  NoiseAddress shift;  // added to the address of the second
  Index coordinate;    // of the first and of the second
  Index other_coordinate;
};

const std::vector<Neighbour> kNeighbours = {
    {"coordinates 0 and 1", {}, 0, 1},
    {"coordinates 0 and 2", {}, 0, 2},
    {"coordinates 1 and 2", {}, 1, 2},
    {"coordinates 0 and 3", {}, 0, 3},
    {"coordinates 0 and 4 (the next block)", {}, 0, 4},
    {"sample s and s + 1", {0, 0, 0, 0, 1}, 0, 0},
    {"row r and r + 1", {0, 0, 0, 1, 0}, 0, 0},
    {"eps and u of a head", {0, 0, 1, 0, 0}, 0, 0},
    {"head h and h + 1", {0, 0, 16, 0, 0}, 0, 0},
    {"draw r and r + 1", {0, 1, 0, 0, 0}, 0, 0},
    {"seed and seed + 1", {1, 0, 0, 0, 0}, 0, 0},
};

NoiseAddress shifted(NoiseAddress at, const NoiseAddress& by) {
  at.seed += by.seed;
  at.draw += by.draw;
  at.stream += by.stream;
  at.row += by.row;
  at.sample += by.sample;
  return at;
}

/// One pair of numbers per sample address; every second address, so that no number is in two pairs.
template <class Draw>
std::vector<std::pair<double, double>> pairs(const Neighbour& n, std::uint32_t seed, Draw draw) {
  std::vector<std::pair<double, double>> all;
  double first[8], second[8];
  for (Index i = 0; i < kCount; ++i) {
    const NoiseAddress at{seed, 2, 64, 6, static_cast<std::uint32_t>(2 * i)};
    draw(at, first, 8);
    draw(shifted(at, n.shift), second, 8);
    all.emplace_back(first[n.coordinate], second[n.other_coordinate]);
  }
  return all;
}

/// Counts of pairs in an 8×8 table of equal cells.
void claim_independent(Claim& claim, const std::string& what,
                       const std::vector<std::pair<double, double>>& uniform_pairs) {
  std::vector<double> cells(64);
  for (const auto& [a, b] : uniform_pairs) ++cells[static_cast<std::size_t>(8 * std::floor(8 * a) + std::floor(8 * b))];
  claim.cells(what, cells, std::vector<double>(64, static_cast<double>(uniform_pairs.size()) / 64));
}

}  // namespace

TEST_CASE("uniforms are uniform on [0, 1)", "[statistics][noise]") {
  const std::vector<double> u = uniforms(kCount, stream_seed(31));
  Claim claim("Philox uniforms are uniform");
  claim.uniform("100 cells", u, 100);
  claim.uniform("1000 cells", u, 1000);
  Moments m, fine;
  for (const double x : u) {
    REQUIRE((x >= 0 && x < 1));
    m.add(x);
    fine.add(std::fmod(x * 65536, 1.0));  // the low half of the word is as good as the high one
  }
  claim.mean("mean", m, 0.5);
  claim.variance("variance", m, 1.0 / 12);
  claim.mean("mean of the low bits", fine, 0.5);
  claim.variance("variance of the low bits", fine, 1.0 / 12);
  INFO(claim.text());
  CHECK(claim.holds());
}

TEST_CASE("normals are standard normal in every coordinate", "[statistics][noise]") {
  std::vector<std::vector<double>> coordinates(5);
  double row[5];
  for (Index i = 0; i < kCount; ++i) {
    draw_normals(NoiseAddress{stream_seed(32), 0, 0, 3, static_cast<std::uint32_t>(i)}, row, 5);
    for (std::size_t d = 0; d < 5; ++d) coordinates[d].push_back(row[d]);
  }
  Claim claim("Philox normals are normal");
  for (std::size_t d = 0; d < 5; ++d) {
    const std::string name = "coordinate " + std::to_string(d);
    Moments m, squares, cubes, fourths;
    for (const double x : coordinates[d])
      m.add(x), squares.add(x * x), cubes.add(x * x * x), fourths.add(x * x * x * x);
    claim.distribution(name, coordinates[d], normal_cdf, 100);
    claim.mean(name + " mean", m, 0);
    claim.variance(name + " variance", m, 1);
    claim.mean(name + " third moment", cubes, 0);
    claim.mean(name + " fourth moment", fourths, 3);
    claim.variance(name + " variance of the square", squares, 2);
  }
  INFO(claim.text());
  CHECK(claim.holds());
}

TEST_CASE("numbers of different addresses are independent", "[statistics][noise]") {
  Claim claim("Philox numbers at different addresses are independent");
  for (const Neighbour& n : kNeighbours) {
    claim_independent(claim, std::string("uniforms, ") + n.what, pairs(n, stream_seed(33), draw_uniforms<double>));
    auto normals = pairs(n, stream_seed(34), draw_normals<double>);
    Moments products;
    for (auto& [a, b] : normals) {
      products.add(a * b);
      a = std::min(normal_cdf(a), 1 - 1e-12);
      b = std::min(normal_cdf(b), 1 - 1e-12);
    }
    claim.mean(std::string("product of normals, ") + n.what, products, 0);
    claim_independent(claim, std::string("normals, ") + n.what, normals);
  }
  INFO(claim.text());
  CHECK(claim.holds());
}

TEST_CASE("a stream that repeats itself is found out", "[statistics][noise]") {
  auto pairs_of_same = pairs(kNeighbours.front(), 35, draw_uniforms<double>);
  for (auto& [a, b] : pairs_of_same) b = a;
  Claim claim("a number is independent of itself");
  claim_independent(claim, "uniforms", pairs_of_same);
  CHECK(claim.is_refuted());
}
