// weighting=optimal and predict: no outside numbers here (those are the golden cases), but what the optimum and a
// prediction must be whatever computes them.
#include "estimators/small_problem.h"
#include "support/z_test.h"
#include "synthetic/synthetic.h"

using namespace omega;
using namespace omega::test;

namespace {

std::vector<double> predicted(const std::shared_ptr<const Sequence>& sequence, const std::string& method,
                              Options::Given options) {
  options.emplace_back("predict", "true");
  return estimate(sequence, method, options).at("predicted_variance").to_vector<double>();
}

std::shared_ptr<const Sequence> clusters() { return make_synthetic("three_clusters", {{"n", "24"}}); }

}  // namespace

TEST_CASE("constant, balance, power and coupled weights vary no less than optimal ones, each query", "[optimal]") {
  for (const char* method : {"mis", "lara"}) {
    const auto sequence = clusters();
    const Options::Given base = {{"landmarks", "6"}, {"nodes", "33"}};
    const auto with = [&](const char* name, const char* value) {
      Options::Given options = base;
      options.emplace_back(name, value);
      return options;
    };
    const std::vector<double> best = predicted(sequence, method, with("weighting", "optimal"));
    for (const char* other : {"constant", "balance", "power", "coupled"}) {
      INFO(method << " " << other);
      const std::vector<double> heuristic = predicted(sequence, method, with("weighting", other));
      for (std::size_t n = 0; n < best.size(); ++n) CHECK(best[n] <= heuristic[n] * (1 + 1e-5));
      CHECK(mean(best) < 0.9 * mean(heuristic));
    }
    // On the way from equal shares V is a parabola, lowest at the end.
    Options::Given nearly = with("weighting", "optimal");
    nearly.emplace_back("blend", "0.9");
    const std::vector<double> near = predicted(sequence, method, nearly);
    for (std::size_t n = 0; n < best.size(); ++n) CHECK(best[n] < near[n]);
  }
}

TEST_CASE("optimal weights of all proposals sum to 1 at every ω", "[optimal]") {
  const auto sequence = random_sequence(9, 9, 2, 3, 0.8);
  const Arrays given = {{"omega_at", normals({5, 2}, 9, 2)}};
  for (const char* method : {"mis", "lara"}) {
    const Result result =
        estimate(sequence, method, {{"landmarks", "3"}, {"weighting", "optimal"}, {"nodes", "33"}}, given);
    const std::vector<double> alpha = result.at("alpha_at").to_vector<double>();
    REQUIRE(alpha.size() == 9 * 5 * 3);
    bool signs = false;
    for (std::size_t i = 0; i < alpha.size(); i += 3) {
      CHECK(alpha[i] + alpha[i + 1] + alpha[i + 2] == Approx(1).epsilon(0).margin(1e-9));
      signs = signs || alpha[i] < 0 || alpha[i + 1] < 0 || alpha[i + 2] < 0;
    }
    CHECK(signs);
  }
}

TEST_CASE("what is predicted for mis is what draws vary by", "[optimal]") {
  constexpr int kDraws = 4000;
  const auto sequence = clusters();
  for (const char* weighting : {"balance", "optimal"}) {
    const Options::Given options = {
        {"landmarks", "3"}, {"per_proposal", "2"}, {"weighting", weighting}, {"nodes", "33"}};
    double foretold = 0;
    for (const double v : predicted(sequence, "mis", options)) foretold += v;
    Request request = make_request(sequence, "mis", options);
    request.precision = Precision::f64;
    request.want = {{"y"}};
    std::vector<double> sums, squares;
    const int draws = weighting == std::string("optimal") ? kDraws / 20 : kDraws;
    for (int draw = 0; draw < draws; ++draw) {
      request.stream.draw = static_cast<std::uint32_t>(draw);
      const std::vector<double> y = run(request).at("y").to_vector<double>();
      sums.resize(y.size());
      squares.resize(y.size());
      for (std::size_t i = 0; i < y.size(); ++i) sums[i] += y[i], squares[i] += y[i] * y[i];
    }
    double seen = 0;
    for (std::size_t i = 0; i < sums.size(); ++i) seen += (squares[i] - sums[i] * sums[i] / draws) / (draws - 1);
    INFO(weighting);
    CHECK(seen == Approx(foretold).epsilon(weighting == std::string("optimal") ? 0.25 : 0.1));
  }
}

TEST_CASE("what is predicted for lara is about what draws vary by, but for what comes from rare huge weights",
          "[optimal]") {
  constexpr int kDraws = 2000;
  const auto sequence = clusters();
  for (const char* weighting : {"balance", "coupled", "decoupled"}) {
    INFO(weighting);
    const Options::Given options = {
        {"landmarks", "12"}, {"weighting", weighting}, {"nodes", "33"}, {"predict", "true"}};
    Request request = make_request(sequence, "lara", options);
    request.precision = Precision::f64;
    request.want = {{"predicted_variance", "predicted_rare"}};
    const Result foretold = run(request);
    const std::vector<double> variance = foretold.at("predicted_variance").to_vector<double>(),
                              rare = foretold.at("predicted_rare").to_vector<double>();
    request.want = {{"y"}};
    const std::size_t dims = 2;
    std::vector<double> sums(dims * rare.size()), squares(dims * rare.size());
    for (int draw = 0; draw < kDraws; ++draw) {
      request.stream.draw = static_cast<std::uint32_t>(draw);
      const std::vector<double> y = run(request).at("y").to_vector<double>();
      for (std::size_t i = 0; i < y.size(); ++i) sums[i] += y[i], squares[i] += y[i] * y[i];
    }
    int told = 0;
    for (std::size_t n = 0; n < rare.size(); ++n) {
      double seen = 0;
      for (std::size_t i = n * dims; i < (n + 1) * dims; ++i)
        seen += (squares[i] - sums[i] * sums[i] / kDraws) / (kDraws - 1);
      INFO("query " << n << ": " << variance[n] << ", seen " << seen << ", rare " << rare[n]);
      CHECK((rare[n] >= 0 && rare[n] <= 1));
      told += rare[n] <= 1.0 / 3;
      if (rare[n] <= 1.0 / 3) CHECK((variance[n] > 0.6 * seen && variance[n] < 1.6 * seen));
      if (rare[n] > 0.6) CHECK(variance[n] > 1.5 * seen);
    }
    CHECK((weighting == std::string("decoupled") ? told == 0 : told > 20));
  }
}

TEST_CASE("in single precision the optimum is the rounded one", "[optimal]") {
  const auto sequence = random_sequence(8, 8, 2, 2);
  const Options::Given options = {{"landmarks", "3"}, {"weighting", "optimal"}, {"predict", "true"}, {"nodes", "17"}};
  const Result exact = estimate(sequence, "lara", options),
               single = estimate(sequence, "lara", options, {}, Precision::f32);
  int compared = 0;
  for (const auto& [name, array] : exact.outputs) {
    if (array.type() != Dtype::f64) continue;
    INFO(name);
    CHECK(single.at(name).type() == Dtype::f32);
    CHECK(single.at(name).to_vector<float>() == array.as(Dtype::f32).to_vector<float>());
    ++compared;
  }
  CHECK(compared >= 3);
}

TEST_CASE("quadrature is refused beyond two dimensions, in words", "[optimal]") {
  const auto sequence = random_sequence(6, 6, 3, 2);
  const std::string optimal = input_error(sequence, "lara", {{"landmarks", "3"}, {"weighting", "optimal"}}),
                    predict = input_error(sequence, "mis", {{"landmarks", "3"}, {"predict", "true"}});
  CHECK(optimal.find("weighting=optimal is computed by quadrature over ω") == 0);
  CHECK(predict.find("predict is computed by quadrature over ω") == 0);
  CHECK(optimal.find("have 3") != std::string::npos);
}

TEST_CASE("equal proposals leave nothing to weigh", "[optimal]") {
  const auto sequence = random_sequence(7, 7, 2, 2);
  const auto y_of = [](const auto& of, const char* method, const char* proposals, const char* weighting) {
    return estimate(of, method, {{"landmarks", "3"}, {"proposals", proposals}, {"weighting", weighting}}).at("y");
  };
  for (const char* proposals : {"standard", "single"})
    CHECK(relative_error(y_of(sequence, "mis", proposals, "optimal"), y_of(sequence, "mis", proposals, "constant")) <=
          1e-9);
}
