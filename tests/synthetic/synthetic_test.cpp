// Synthetic sequences: their shapes, their seeds, and that each shows what its one line says.
#include "synthetic/synthetic.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>

#include "core/error.h"
#include "io/reader.h"
#include "run/runner.h"
#include "support/cases.h"
#include "support/worst.h"

using namespace omega;
using omega::test::same_bytes;
using omega::test::worst_of;

namespace {

bool same_first_rows(const Array& small, const Array& large) {
  return std::memcmp(small.raw(), large.raw(), small.bytes()) == 0;
}

Result run_method(const std::shared_ptr<const Sequence>& sequence, const std::string& method,
                  const std::set<std::string>& want, const Options::Given& options = {}, std::uint32_t draw = 0) {
  Request request = make_request(sequence, method, options);
  request.want = want;
  request.stream.draw = draw;
  return run(request);
}

double mean(const Array& array) {
  double sum = 0;
  for (std::size_t i = 0; i < array.count(); ++i) sum += array.at(i);
  return sum / static_cast<double>(array.count());
}

double standard_deviation(const Array& array) {
  const double centre = mean(array);
  double sum = 0;
  for (std::size_t i = 0; i < array.count(); ++i) sum += (array.at(i) - centre) * (array.at(i) - centre);
  return std::sqrt(sum / static_cast<double>(array.count()));
}

double mean_squared_difference(const Array& a, const Array& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.count(); ++i) sum += (a.at(i) - b.at(i)) * (a.at(i) - b.at(i));
  return sum / static_cast<double>(a.count());
}

/// Mean squared error to softmax over draws.
double mse(const std::shared_ptr<const Sequence>& sequence, const std::string& method, const Options::Given& options,
           std::uint32_t draws) {
  const Result exact = run_method(sequence, "softmax", {"y"});
  double sum = 0;
  for (std::uint32_t draw = 0; draw < draws; ++draw)
    sum += mean_squared_difference(run_method(sequence, method, {"y"}, options, draw).at("y"), exact.at("y"));
  return sum / draws;
}

double entry(const Array& rows, Index row, Index column) {
  return rows.at(static_cast<std::size_t>(row * rows.shape().back() + column));
}

}  // namespace

TEST_CASE("every synthetic sequence describes itself and has the shapes it says", "[unit][synthetic]") {
  for (const Synthetic& preset : synthetics()) {
    INFO(preset.name);
    CHECK_FALSE(preset.summary.empty());
    CHECK_FALSE(preset.definition.empty());
    const auto one = make_synthetic(preset.name, {{"n", "12"}});
    CHECK(one->q.shape() == Shape{12, one->sizes.D});
    CHECK(one->k.shape() == one->q.shape());
    CHECK(one->v.shape() == Shape{12, one->sizes.Dv});
    CHECK(one->q.type() == Dtype::f32);
    const auto three = make_synthetic(preset.name, {{"n", "12"}, {"heads", "3"}});
    CHECK(three->q.shape() == Shape{3, 12, one->sizes.D});
  }
}

TEST_CASE("a sequence has a title of its own, or its name as words", "[unit][synthetic]") {
  CHECK(find_synthetic("three_clusters").title() == "Three clusters");
  CHECK(find_synthetic("minilm").title() == "A real model's heads");
}

TEST_CASE("a single token is a sequence too", "[unit][synthetic]") {
  for (const Synthetic& preset : synthetics()) {
    INFO(preset.name);
    CHECK(make_synthetic(preset.name, {{"n", "1"}})->sizes.N == 1);
  }
}

TEST_CASE("the seed decides, heads differ and append", "[unit][synthetic]") {
  for (const Synthetic& preset : synthetics()) {
    INFO(preset.name);
    const auto a = make_synthetic(preset.name, {{"n", "20"}}, 5), b = make_synthetic(preset.name, {{"n", "20"}}, 5),
               c = make_synthetic(preset.name, {{"n", "20"}}, 6);
    CHECK((same_bytes(a->q, b->q) && same_bytes(a->k, b->k) && same_bytes(a->v, b->v)));
    CHECK_FALSE(same_bytes(a->q, c->q));
    const auto heads = make_synthetic(preset.name, {{"n", "20"}, {"heads", "2"}}, 5);
    CHECK((same_first_rows(a->q, heads->q) && same_first_rows(a->k, heads->k) && same_first_rows(a->v, heads->v)));
    CHECK(std::memcmp(heads->q.raw(), heads->q.raw() + a->q.bytes(), a->q.bytes()) != 0);
  }
}

TEST_CASE("the heads of a model are those of its file", "[unit][synthetic]") {
  ReadOptions fifth;
  fifth.set("layer", "5");
  const auto file =
      load_sequence(std::filesystem::path(OMEGA_SOURCE_DIR) / "assets/data/minilm_l6.safetensors", fifth).sequence;
  const auto all = make_synthetic("minilm", {{"layer", "5"}, {"heads", "12"}}, 0);
  REQUIRE(file->q.shape() == Shape{12, 66, 32});
  CHECK((same_bytes(all->q, file->q.as(Dtype::f32)) && same_bytes(all->k, file->k.as(Dtype::f32)) &&
         same_bytes(all->v, file->v.as(Dtype::f32))));
  CHECK(all->labels.size() == 66);
  CHECK(all->labels == file->labels);
  // The seed says from which head on, around the layer.
  const auto last = make_synthetic("minilm", {{"layer", "5"}, {"n", "10"}}, 11);
  CHECK(std::memcmp(last->k.raw(), all->k.raw() + 11 * all->k.bytes() / 12, last->k.bytes()) == 0);
  const auto named = make_synthetic("minilm", {{"layer", "5"}, {"n", "10"}, {"head", "11"}}, 4);
  CHECK(same_bytes(named->k, last->k));
  REQUIRE(last->labels.size() == 10);
  CHECK(last->labels.back() == "and");
}

TEST_CASE("more tokens append where the definition does not divide by N", "[unit][synthetic]") {
  const std::vector<std::pair<std::string, Options::Given>> presets = {{"three_clusters", {{"order", "turns"}}},
                                                                       {"two_camps", {{"order", "turns"}}},
                                                                       {"gaussian", {}},
                                                                       {"clusters", {{"order", "turns"}}},
                                                                       {"smooth", {}},
                                                                       {"periodic", {}},
                                                                       {"duplicates", {}},
                                                                       {"large_norms", {}}};
  for (const auto& [name, options] : presets) {
    INFO(name);
    Options::Given few = options, many = options;
    few.emplace_back("n", "40");
    many.emplace_back("n", "70");
    const auto small = make_synthetic(name, few), large = make_synthetic(name, many);
    CHECK((same_first_rows(small->q, large->q) && same_first_rows(small->k, large->k) &&
           same_first_rows(small->v, large->v)));
  }
}

TEST_CASE("synthetic sequences know their options", "[unit][synthetic]") {
  CHECK_THROWS_AS(make_synthetic("three_cluster"), Error);
  CHECK_THROWS_AS(make_synthetic("three_clusters", {{"dim", "4"}}), Error);
  CHECK_THROWS_AS(make_synthetic("gaussian", {{"n", "0"}}), Error);
  CHECK_THROWS_AS(make_synthetic("smooth", {{"match", "1.5"}}), Error);
  CHECK_THROWS_AS(make_synthetic("gaussian", {{"n", "16777216"}, {"dim", "65536"}}), Error);
}

TEST_CASE("a stop is obeyed while a sequence is made", "[unit][synthetic]") {
  std::stop_source stop;
  stop.request_stop();
  const Synthetic& gaussian = find_synthetic("gaussian");
  const Options options("gaussian", gaussian.options, {{"n", "10000"}});
  CHECK_THROWS_AS(make_synthetic(gaussian, options, 1, Progress(stop.get_token())), Cancelled);
}

TEST_CASE("one head that is made tells how far it is, several do so one after the other", "[unit][synthetic]") {
  const Synthetic& gaussian = find_synthetic("gaussian");
  for (const char* heads : {"1", "2"}) {
    INFO(heads);
    std::vector<double> fractions;
    const Progress progress({}, [&](double fraction) { fractions.push_back(fraction); });
    make_synthetic(gaussian, Options("gaussian", gaussian.options, {{"n", "5000"}, {"heads", heads}}), 1, progress);
    CHECK(std::count_if(fractions.begin(), fractions.end(), [](double f) { return f < 0.5; }) > 4);
    CHECK(*std::max_element(fractions.begin(), fractions.end()) == 1);
    CHECK(fractions.back() == 1);
  }
}

TEST_CASE("three_clusters stands where the lessons say", "[unit][synthetic]") {
  const auto s = make_synthetic("three_clusters", {{"n", "3000"}});
  for (Index group = 0; group < 3; ++group) {
    double q[2] = {0, 0}, k[2] = {0, 0}, v[2] = {0, 0};
    for (Index n = 1000 * group; n < 1000 * (group + 1); ++n)
      for (Index d = 0; d < 2; ++d) {
        q[d] += entry(s->q, n, d) / 1000;
        k[d] += entry(s->k, n, d) / 1000;
        v[d] += entry(s->v, n, d) / 1000;
      }
    const double angle = M_PI / 2 + static_cast<double>(group) * 2 * M_PI / 3, x = std::cos(angle), y = std::sin(angle);
    CHECK(k[0] == Approx(1.5 * x).margin(0.05));
    CHECK(k[1] == Approx(1.5 * y).margin(0.05));
    CHECK(q[0] == Approx(1.2 * x).margin(0.05));
    CHECK(q[1] == Approx(1.2 * y).margin(0.05));
    CHECK(v[0] == Approx(x).margin(0.01));
    CHECK(v[1] == Approx(y).margin(0.01));
  }
}

// Measured elsewhere on the same definitions: rfa 0.062, lara 0.0082 (7.5 times less) over 500 redraws. Here 0.0646 and
// 0.00818 at seed 7, with standard errors of 2.6 % and 3.9 %.
TEST_CASE("three_clusters: lara errs several times less than rfa", "[unit][synthetic]") {
  const auto s = make_synthetic("three_clusters");
  const double rfa = mse(s, "rfa", {{"samples", "16"}}, 500), lara = mse(s, "lara", {{"landmarks", "16"}}, 500);
  CHECK(rfa == Approx(0.062).epsilon(0.2));
  CHECK(lara == Approx(0.0082).epsilon(0.2));
  CHECK(rfa / lara > 6);
  CHECK(mean(run_method(s, "rfa", {"ess"}, {{"samples", "16"}}).at("ess")) / 16 == Approx(0.37).margin(0.1));
}

TEST_CASE("two_camps: the truth lies between the camps", "[unit][synthetic]") {
  const auto s = make_synthetic("two_camps");
  CHECK(mean(run_method(s, "softmax", {"y"}).at("y")) == Approx(0.66).margin(0.05));
}

TEST_CASE("spiral: neighbours and the next turn attract", "[unit][synthetic]") {
  const auto s = make_synthetic("spiral", {{"spread", "0"}});
  const Array map = run_method(s, "softmax", {"attention"}).at("attention");
  CHECK(entry(map, 10, 10) == Approx(entry(map, 10, 42)).epsilon(1e-4));
  CHECK(entry(map, 10, 10) > 100 * entry(map, 10, 26));
}

TEST_CASE("gaussian: attention is sharper at lower temperature", "[unit][synthetic]") {
  const auto largest = [](const char* temperature) {
    const Array map = run_method(make_synthetic("gaussian", {{"temperature", temperature}}), "softmax", {"attention"})
                          .at("attention");
    const auto values = map.to_vector<double>();
    return *std::max_element(values.begin(), values.end());
  };
  CHECK(largest("0.25") > 2 * largest("1"));
  CHECK(largest("1") > 2 * largest("4"));
}

TEST_CASE("clusters: the mass stays within the group", "[unit][synthetic]") {
  const Index groups = 8, size = 32;
  const auto s = make_synthetic("clusters");
  const Array map = run_method(s, "softmax", {"attention"}).at("attention");
  double inside = 0;
  for (Index n = 0; n < groups * size; ++n)
    for (Index m = n / size * size; m < (n / size + 1) * size; ++m) inside += entry(map, n, m);
  CHECK(inside / static_cast<double>(groups * size) > 0.5);
}

TEST_CASE("clusters: one proposal for each group does more than many samples around the origin", "[unit][synthetic]") {
  for (const std::uint32_t seed : {7u, 8u, 9u}) {
    const auto s = make_synthetic("clusters", {}, seed);
    CHECK(mse(s, "rfa", {{"samples", "64"}}, 32) > 1.5 * mse(s, "lara", {{"landmarks", "8"}}, 32));
  }
}

TEST_CASE("gaussian: the error of sampling grows with dimension and falls with temperature", "[unit][synthetic]") {
  for (const char* method : {"rfa", "lara"}) {
    const std::string budget = method[0] == 'r' ? "samples" : "landmarks";
    const auto error = [&](const char* option, const char* value) {
      return mse(make_synthetic("gaussian", {{option, value}}), method, {{budget, "64"}}, 16);
    };
    CHECK(error("dim", "64") > 1.5 * error("dim", "16"));
    CHECK(error("dim", "16") > 1.5 * error("dim", "4"));
    CHECK(error("temperature", "0.25") > 2 * error("temperature", "1"));
    CHECK(error("temperature", "1") > 2 * error("temperature", "4"));
  }
}

TEST_CASE("smooth: unit deviation, neighbours alike, an image", "[unit][synthetic]") {
  const auto s = make_synthetic("smooth", {{"n", "10000"}, {"width", "100"}});
  REQUIRE(s->grid);
  CHECK(*s->grid == Grid{100, 100});
  for (const Array& array : {s->q, s->k, s->v}) CHECK(standard_deviation(array) == Approx(1).margin(0.15));
  const auto difference = [&](Index step) {
    double sum = 0;
    for (Index n = 0; n + step < 10000; ++n)
      for (Index d = 0; d < 16; ++d) sum += std::pow(entry(s->k, n, d) - entry(s->k, n + step, d), 2);
    return sum / 16 / static_cast<double>(10000 - step);
  };
  CHECK(difference(1) < 0.1);
  CHECK(difference(100) < 0.1);
  CHECK(difference(30) > 1);
  CHECK_FALSE(make_synthetic("smooth", {{"width", "1"}})->grid);
}

TEST_CASE("smooth: ra errs less than lara, lara less than rfa", "[unit][synthetic]") {
  const auto s = make_synthetic("smooth");
  for (const char* budget : {"16", "49"}) {
    const double ra = mse(s, "ra", {{"samples", budget}}, 8), lara = mse(s, "lara", {{"landmarks", budget}}, 64),
                 rfa = mse(s, "rfa", {{"samples", budget}}, 64);
    CHECK(ra < lara);
    CHECK(lara < rfa);
  }
}

TEST_CASE("needle: its key holds the mass of the last query and of no other", "[unit][synthetic]") {
  const auto s = make_synthetic("needle", {{"n", "256"}, {"heads", "2"}});
  const Array map = run_method(s, "softmax", {"attention"}).at("attention");
  const Index position = 76;  // ⌊0.3·255⌋
  for (Index head = 0; head < 2; ++head) {
    CHECK(entry(map, 256 * head + 255, position) == Approx(0.95).margin(1e-3));
    double largest = 0;
    for (Index n = 0; n < 255; ++n) largest = worst_of(largest, entry(map, 256 * head + n, position));
    CHECK(largest < 0.05);
  }
}

TEST_CASE("periodic: tokens a period apart attend to each other", "[unit][synthetic]") {
  const auto s = make_synthetic("periodic", {{"spread", "0"}, {"n", "64"}});
  const Array map = run_method(s, "softmax", {"attention"}).at("attention");
  CHECK(std::log(entry(map, 3, 19) / entry(map, 3, 11)) > 3);
  CHECK(entry(map, 3, 3) == Approx(entry(map, 3, 19)).epsilon(1e-4));
}

TEST_CASE("duplicates: copies share their weight equally", "[unit][synthetic]") {
  const auto s = make_synthetic("duplicates");
  const Array map = run_method(s, "softmax", {"attention"}).at("attention");
  for (Index m = 0; m + 8 < 256; ++m) CHECK(entry(map, 5, m) == Approx(entry(map, 5, m + 8)).epsilon(1e-5));
}

TEST_CASE("large_norms: one or two samples carry rfa", "[unit][synthetic]") {
  const auto ess = [](const char* preset) {
    return mean(run_method(make_synthetic(preset), "rfa", {"ess"}).at("ess"));
  };
  CHECK(ess("large_norms") < 2.5);
  CHECK(ess("gaussian") > 2 * ess("large_norms"));
}
