// Known answers of the random stream: the words of Philox4x32-10, and the numbers at the addresses of the
// specification.
#include "core/philox.h"

#include <catch2/catch.hpp>
#include <fstream>
#include <nlohmann/json.hpp>

#include "math/loaded_noise.h"
#include "support/golden.h"

using namespace omega;
using namespace omega::test;
using nlohmann::json;

namespace {

json known_answers() {
  std::ifstream file(golden_folder() + "/philox.json");
  return json::parse(file);
}

std::vector<double> flattened(const json& values) {
  if (!values.is_array()) return {values.get<double>()};
  std::vector<double> all;
  for (const json& entry : values)
    for (const double x : flattened(entry)) all.push_back(x);
  return all;
}

/// Holds one array of a known answer to what an estimator would load under that name.
void check_array(const json& entry, const std::string& name, Source source, int stream) {
  const std::vector<ArraySpec> specs = {{name, source, entry["shape"].get<Shape>(), stream, ""}};
  const Index head = entry["head"];
  const Matrix<double> got = loaded(specs, name, {entry["seed"], entry["draw"]}, head, head + 1);
  const std::vector<double> expected = flattened(entry["values"]);
  REQUIRE(static_cast<std::size_t>(got.rows() * got.cols()) == expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    INFO(entry["shape"] << " seed " << entry["seed"] << " draw " << entry["draw"] << " head " << head << " element "
                        << i);
    if (source == Source::uniform)
      CHECK(got.data()[i] == expected[i]);
    else
      CHECK(got.data()[i] == Approx(expected[i]).epsilon(1e-13).margin(1e-15));
  }
}

}  // namespace

TEST_CASE("Philox gives the known words", "[unit][philox]") {
  const json known = known_answers();
  REQUIRE(known["words"].size() >= 4);
  for (const json& entry : known["words"]) {
    const auto counter = entry["counter"].get<std::array<std::uint32_t, 4>>();
    const auto key = entry["key"].get<std::array<std::uint32_t, 2>>();
    // (block, sample, row, stream) under (seed, draw)
    CHECK(philox_words({key[0], key[1], counter[3], counter[2], counter[1]}, counter[0]) ==
          entry["words"].get<PhiloxWords>());
  }
  CHECK(philox_words({}, 0) == PhiloxWords{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8});
}

TEST_CASE("noise arrays of every rank hold the known numbers at their addresses", "[unit][philox]") {
  const json known = known_answers();
  const auto entries = [&](const char* name) {
    INFO(name);
    REQUIRE(known.contains(name));
    REQUIRE_FALSE(known[name].empty());
    return known[name];
  };
  for (const char* name : {"eps_rank2", "eps_rank3", "eps_lsh"})
    for (const json& entry : entries(name)) check_array(entry, "eps", Source::normal, 0);
  for (const char* name : {"u_rank1", "u_rank2", "u_key_sampling", "u_hyper"})
    for (const json& entry : entries(name)) check_array(entry, "u", Source::uniform, 1);
  for (const char* name : {"shift_rank1", "shift_rank2"})
    for (const json& entry : entries(name)) check_array(entry, "shift", Source::uniform, 2);
  for (const json& entry : entries("signs_rank2")) check_array(entry, "signs", Source::normal, 3);
}

TEST_CASE("uniforms stay below 1 and normals finite at the ends of the words", "[unit][philox]") {
  constexpr std::uint32_t kMost = 0xFFFFFFFF;
  for (const double u : uniforms_of({0, 1, kMost - 1, kMost})) CHECK((u >= 0 && u < 1));
  CHECK(uniforms_of({0, kMost, 0, 0})[0] == 0);
  for (const PhiloxWords& words : {PhiloxWords{0, 0, kMost, kMost}, PhiloxWords{0, kMost, kMost, 0}})
    for (const double x : normals_of(words)) CHECK(std::isfinite(x));
  // The longest radius that can be drawn: √(64 ln 2).
  CHECK(normals_of({0, 0, 0, 0})[0] == Approx(std::sqrt(64 * std::log(2.0))));
}

TEST_CASE("float noise is double noise, rounded", "[unit][philox]") {
  const NoiseAddress at{3, 1, 16, 2, 5};
  double exact[11];
  float single[11];
  draw_normals(at, exact, 11);
  draw_normals(at, single, 11);
  for (int i = 0; i < 11; ++i) CHECK(single[i] == static_cast<float>(exact[i]));
}
