// The identities of the specification: two estimators, or two settings of one, that must give the same number.
#include <catch2/catch.hpp>
#include <cmath>

#include "estimators/registry.h"
#include "run/runner.h"
#include "support/cases.h"
#include "support/noise.h"
#include "support/product.h"
#include "support/worst.h"

using namespace omega;
using namespace omega::test;

namespace {

using Given = Options::Given;
using SequencePtr = std::shared_ptr<const Sequence>;

constexpr double kRounding = 1e-11;

Result estimate(const SequencePtr& sequence, const std::string& method, const Given& options, const Arrays& given = {},
                std::uint32_t seed = 5) {
  Request request = make_request(sequence, method, options);
  request.given = given;
  request.precision = Precision::f64;
  request.stream.seed = seed;
  return run(request);
}

Array y_of(const SequencePtr& sequence, const std::string& method, const Given& options, const Arrays& given = {}) {
  return estimate(sequence, method, options, given).at("y");
}

Array normals(Shape shape, std::uint32_t stream = 300) { return normals_at({7, 0, stream, 0, 0}, std::move(shape)); }

Array uniforms(Shape shape) { return uniforms_at({7, 0, 301, 0, 0}, std::move(shape)); }

template <class F>
Array map_values(const Array& a, F f) {
  Array out(Dtype::f64, a.shape());
  for (std::size_t i = 0; i < a.count(); ++i) out.data<double>()[i] = f(a.at(i));
  return out;
}

/// a then b, along the first axis.
Array stacked(const Array& a, const Array& b) {
  Shape shape = a.shape();
  shape[0] += b.shape()[0];
  Array out(Dtype::f64, shape);
  a.copy_to(out.data<double>(), 0, a.count());
  b.copy_to(out.data<double>() + a.count(), 0, b.count());
  return out;
}

/// Keys moved to the unit sphere: all exp(±‖k_m‖²/2) are then one factor, which cancels.
SequencePtr with_unit_keys(const SequencePtr& sequence) {
  const Index rows = sequence->sizes.M, dim = sequence->sizes.D;
  Array k(Dtype::f64, {rows, dim});
  for (Index m = 0; m < rows; ++m) {
    double norm = 0;
    for (Index d = 0; d < dim; ++d) norm += std::pow(sequence->k.at(static_cast<std::size_t>(m * dim + d)), 2);
    for (Index d = 0; d < dim; ++d)
      k.data<double>()[m * dim + d] = sequence->k.at(static_cast<std::size_t>(m * dim + d)) / std::sqrt(norm);
  }
  return Sequence::make(sequence->q, k, sequence->v);
}

void check_same(const Array& a, const Array& b, double tolerance = kRounding) { CHECK(distance(a, b) <= tolerance); }

const Shapes kSelf = {0, 9, 9, 4, 3}, kCross = {0, 7, 11, 4, 3};

}  // namespace

TEST_CASE("lara with standard proposals and constant weights is rfa with the same projections", "[identity][lara]") {
  for (const Shapes& shapes : {kSelf, kCross}) {
    const SequencePtr sequence = gaussian_sequence(shapes, 31);
    const Array eps = normals({6, 4});
    const Result rfa = estimate(sequence, "rfa", {{"samples", "6"}}, {{"eps", eps}});
    const Result lara =
        estimate(sequence, "lara", {{"landmarks", "6"}, {"proposals", "standard"}, {"weighting", "constant"}},
                 {{"eps", eps.reshaped({6, 1, 4})}});
    for (const char* output : {"y", "attention", "omega", "weights", "ess", "f", "log_proposal", "log_target"}) {
      INFO(output);
      check_same(lara.at(output), rfa.at(output));
    }
    // lara counts each of its C proposals for 1/C: the only difference of the two weights.
    check_same(map_values(lara.at("log_weights"), [](double x) { return x + std::log(6.0); }), rfa.at("log_weights"));
  }
}

TEST_CASE("lara with t = 0 and blend = 0 is rfa with the same draw: its proposals' samples are coupled as one",
          "[identity][lara][bridge]") {
  const SequencePtr sequence = gaussian_sequence(kSelf, 32);
  const Given start = {{"landmarks", "7"}, {"proposal_scale", "0"}, {"blend", "0"}};
  const auto with_draw = [](Given options, const char* draw) {
    options.emplace_back("draw", draw);
    return options;
  };
  for (const char* draw : {"iid", "orthogonal", "simplex", "halton"}) {
    INFO(draw);
    const bool is_halton = draw == std::string("halton");
    const Array noise = is_halton ? uniforms({1, 4}) : normals({7, 1, 4});
    const char* name = is_halton ? "shift" : "eps";
    check_same(y_of(sequence, "lara", with_draw(start, draw), {{name, noise}}),
               y_of(sequence, "rfa", with_draw({{"samples", "7"}}, draw),
                    {{name, is_halton ? noise.reshaped({4}) : noise.reshaped({7, 4})}}));
  }
}

TEST_CASE("lara with t = 0 and blend = 0 is rfa, whatever its proposals and weighting; t = 1 and blend = 1 is lara",
          "[identity][lara][bridge]") {
  const SequencePtr sequence = gaussian_sequence(kSelf, 32);
  const Array eps = normals({3, 2, 4});
  const Array rfa = y_of(sequence, "rfa", {{"samples", "6"}}, {{"eps", eps.reshaped({6, 4})}});
  for (const char* proposals : {"qk", "attend", "mixed", "q", "standard"})
    for (const char* weighting : {"decoupled", "constant", "balance", "power", "coupled"}) {
      INFO(proposals << " " << weighting);
      const Given lara = {
          {"landmarks", "3"}, {"per_proposal", "2"}, {"proposals", proposals}, {"weighting", weighting}};
      Given start = lara, end = lara;
      start.insert(start.end(), {{"proposal_scale", "0"}, {"blend", "0"}});
      end.insert(end.end(), {{"proposal_scale", "1"}, {"blend", "1"}});
      check_same(y_of(sequence, "lara", start, {{"eps", eps}}), rfa);
      CHECK(same_bytes(y_of(sequence, "lara", end, {{"eps", eps}}), y_of(sequence, "lara", lara, {{"eps", eps}})));
    }
}

TEST_CASE("mixture proposals, one for each query, used by it alone and divided by Z_n: that is ra",
          "[identity][lara][bridge]") {
  for (const char* method : {"lara", "mis"}) {
    const SequencePtr sequence = gaussian_sequence(kSelf, 33, 1.2);
    const Array eps = normals({9, 1, 4}), u = uniforms({9, 1});
    const Result ra = estimate(sequence, "ra", {}, {{"eps", eps}, {"u", u}});
    Given options = {{"landmarks", "9"}, {"proposals", "mixture"}, {"weighting", "own"}};
    if (method == std::string("lara")) options.emplace_back("normalise", "none");
    const Result own = estimate(sequence, method, options, {{"eps", eps}, {"u", u}});
    check_same(own.at("y"), ra.at("y"));
    check_same(own.at("attention"), ra.at("attention"));
    check_same(own.at("omega"), ra.at("omega").reshaped({9, 4}));
    check_same(own.at("f"), ra.at("f").reshaped({9, 3}));
  }
  // Several samples each: the mean over them.
  const SequencePtr sequence = gaussian_sequence(kSelf, 34);
  const Arrays noise = {{"eps", normals({9, 3, 4})}, {"u", uniforms({9, 3})}};
  check_same(y_of(sequence, "mis",
                  {{"landmarks", "9"}, {"proposals", "mixture"}, {"weighting", "own"}, {"per_proposal", "3"}}, noise),
             y_of(sequence, "ra", {{"samples", "3"}}, noise));
}

TEST_CASE("lara normalise=none is mis, to the last bit of every output", "[identity][lara]") {
  const SequencePtr sequence = gaussian_sequence(kCross, 35);
  for (const char* weighting : {"decoupled", "constant", "balance", "power", "coupled"})
    for (const char* clamp : {"1e-8", "0"}) {
      const Given options = {{"landmarks", "4"}, {"per_proposal", "2"}, {"weighting", weighting}, {"clamp", clamp}};
      Given unnormalised = options;
      unnormalised.emplace_back("normalise", "none");
      const Result mis = estimate(sequence, "mis", options), lara = estimate(sequence, "lara", unnormalised);
      REQUIRE(mis.outputs.size() == lara.outputs.size());
      for (const auto& [name, array] : mis.outputs) {
        INFO(weighting << " " << name);
        CHECK(same_bytes(lara.at(name), array));
      }
    }
}

TEST_CASE("the weights α_n1(ω)..α_nC(ω) sum to 1 anywhere, and at a sample's own ω they hold its alpha",
          "[identity][weighting]") {
  const SequencePtr sequence = gaussian_sequence(kSelf, 36);
  for (const char* weighting : {"decoupled", "constant", "balance", "power", "coupled", "own"})
    for (const char* proposals : {"qk", "mixture", "standard", "single"})
      for (const Given& more : {Given{}, Given{{"beta", "2"}, {"similarity", "proposals"}}, Given{{"blend", "0.3"}},
                                Given{{"antithetic", "true"}}}) {
        INFO(weighting << " " << proposals);
        const Index count = weighting == std::string("own") ? 9 : 4;
        Given options = {{"landmarks", std::to_string(count)},
                         {"proposals", proposals},
                         {"weighting", weighting},
                         {"clamp", "0"},
                         {"per_proposal", "2"}};
        options.insert(options.end(), more.begin(), more.end());
        const Result drawn = estimate(sequence, "lara", options);
        const Array places = stacked(drawn.at("omega"), normals({5, 4}));
        const Array alpha_at = estimate(sequence, "lara", options, {{"omega_at", places}}).at("alpha_at"),
                    alpha = drawn.at("alpha");
        const Index samples = alpha.shape()[1], each = samples / count, sites = places.shape()[0];
        REQUIRE(alpha_at.shape() == Shape{9, sites, count});
        double worst_sum = 0, worst_own = 0;
        for (Index n = 0; n < 9; ++n)
          for (Index l = 0; l < sites; ++l) {
            double sum = 0;
            for (Index c = 0; c < count; ++c) sum += alpha_at.at(static_cast<std::size_t>((n * sites + l) * count + c));
            worst_sum = worst_of(worst_sum, std::abs(sum - 1));
            if (l >= samples) continue;
            const double own = alpha_at.at(static_cast<std::size_t>((n * sites + l) * count + l / each));
            worst_own = worst_of(worst_own, std::abs(own - alpha.at(static_cast<std::size_t>(n * samples + l))));
          }
        CHECK(worst_sum <= 1e-12);
        CHECK(worst_own <= 1e-12);
      }
}

TEST_CASE("rfa is an importance sampler: y is the mean of f under its weights", "[identity][rfa]") {
  const SequencePtr sequence = gaussian_sequence(kCross, 37);
  for (const char* draw : {"iid", "orthogonal"}) {
    const Result rfa = estimate(sequence, "rfa", {{"samples", "10"}, {"draw", draw}});
    check_same(product(rfa.at("weights"), rfa.at("f")), rfa.at("y"));
  }
}

TEST_CASE("rfa as features: y is the quotient of products of positive features", "[identity][rfa]") {
  const SequencePtr sequence = gaussian_sequence(kCross, 38);
  const Result rfa = estimate(sequence, "rfa", {{"samples", "5"}, {"scale", "1"}});
  const auto features = [&](const Array& x) {
    const Index rows = x.shape()[0];
    Array phi = product(x, [&] {
      Array transposed(Dtype::f64, {4, 5});
      for (Index s = 0; s < 5; ++s)
        for (Index d = 0; d < 4; ++d)
          transposed.data<double>()[d * 5 + s] = rfa.at("omega").at(static_cast<std::size_t>(s * 4 + d));
      return transposed;
    }());
    for (Index r = 0; r < rows; ++r) {
      double squares = 0;
      for (Index d = 0; d < 4; ++d) squares += std::pow(x.at(static_cast<std::size_t>(r * 4 + d)), 2);
      for (Index s = 0; s < 5; ++s)
        phi.data<double>()[r * 5 + s] = std::exp(phi.data<double>()[r * 5 + s] - squares / 2);
    }
    return phi;
  };
  const Array q = features(sequence->q), k = features(sequence->k);
  Array map(Dtype::f64, {7, 11});
  for (Index n = 0; n < 7; ++n) {
    double sum = 0;
    for (Index m = 0; m < 11; ++m) {
      double& entry = map.data<double>()[n * 11 + m] = 0;
      for (Index s = 0; s < 5; ++s)
        entry += q.at(static_cast<std::size_t>(n * 5 + s)) * k.at(static_cast<std::size_t>(m * 5 + s));
      sum += entry;
    }
    for (Index m = 0; m < 11; ++m) map.data<double>()[n * 11 + m] /= sum;
  }
  check_same(rfa.at("attention"), map);
}

TEST_CASE("hyperbolic features are positive ones with every projection and its negative", "[identity][rfa]") {
  const SequencePtr sequence = gaussian_sequence(kCross, 39);
  const Array eps = normals({6, 4}), both = stacked(eps, map_values(eps, [](double x) { return -x; }));
  const Result hyperbolic = estimate(sequence, "rfa", {{"samples", "6"}, {"features", "hyperbolic"}}, {{"eps", eps}});
  const Result positive = estimate(sequence, "rfa", {{"samples", "12"}}, {{"eps", both}});
  check_same(hyperbolic.at("y"), positive.at("y"));
  check_same(hyperbolic.at("attention"), positive.at("attention"));
  for (Index n = 0; n < 7; ++n)
    for (Index s = 0; s < 6; ++s) {
      const double plus = positive.at("log_weights").at(static_cast<std::size_t>(n * 12 + s)),
                   minus = positive.at("log_weights").at(static_cast<std::size_t>(n * 12 + 6 + s));
      CHECK(hyperbolic.at("log_weights").at(static_cast<std::size_t>(n * 6 + s)) ==
            Approx(std::log((std::exp(plus) + std::exp(minus)) / 2)).epsilon(0).margin(1e-12));
    }
}

TEST_CASE("trig features see only differences: cosine features averaged over the phase", "[identity][rfa]") {
  // Every projection stands there twice, with the phases u and u + 1/4: averaged, the phase falls out and leaves
  // cos a cos b + sin a sin b.
  const SequencePtr sequence = gaussian_sequence(kCross, 40);
  const Array eps = normals({4, 4}), twice = stacked(eps, eps);
  const Array u = Array::from<double>({0.1, 0.5, 0.7, 0.2, 0.35, 0.75, 0.95, 0.45}, {8});
  check_same(y_of(sequence, "rfa", {{"samples", "8"}, {"features", "cosine"}}, {{"eps", twice}, {"u", u}}),
             y_of(sequence, "rfa", {{"samples", "4"}, {"features", "trig"}}, {{"eps", eps}}), 1e-9);
}

TEST_CASE("is is rfa's weighted sum divided by the exact normaliser instead of the sum of weights", "[identity][is]") {
  const SequencePtr sequence = gaussian_sequence(kCross, 41);
  const Result is = estimate(sequence, "is", {{"samples", "6"}}), rfa = estimate(sequence, "rfa", {{"samples", "6"}});
  check_same(product(map_values(is.at("log_weights"), [](double x) { return std::exp(x) / 6; }), is.at("f")),
             is.at("y"));
  for (const char* output : {"omega", "f", "weights", "ess", "log_target", "log_proposal"}) {
    INFO(output);
    check_same(is.at(output), rfa.at(output));
  }
  // The two log weights differ by log Z_n: by a constant along each row.
  for (Index n = 0; n < 7; ++n) {
    const auto difference = [&](Index s) {
      const auto at = static_cast<std::size_t>(n * 6 + s);
      return rfa.at("log_weights").at(at) - is.at("log_weights").at(at);
    };
    for (Index s = 1; s < 6; ++s) CHECK(difference(s) == Approx(difference(0)).epsilon(0).margin(1e-12));
  }
}

TEST_CASE("mis with standard proposals and constant weights is is", "[identity][mis]") {
  const SequencePtr sequence = gaussian_sequence(kCross, 42);
  const Array eps = normals({6, 4});
  check_same(y_of(sequence, "mis", {{"landmarks", "6"}, {"proposals", "standard"}, {"weighting", "constant"}},
                  {{"eps", eps.reshaped({6, 1, 4})}}),
             y_of(sequence, "is", {{"samples", "6"}}, {{"eps", eps}}));
}

TEST_CASE("lara and mis are what their outputs say: weights, densities and samples make y", "[identity][lara][mis]") {
  const SequencePtr sequence = gaussian_sequence(kSelf, 43);
  for (const char* weighting : {"decoupled", "balance", "coupled", "power", "constant"})
    for (const char* proposals : {"qk", "mixture"}) {
      INFO(weighting << " " << proposals);
      const Given options = {{"landmarks", "3"},
                             {"per_proposal", "2"},
                             {"weighting", weighting},
                             {"proposals", proposals},
                             {"antithetic", "true"}};
      const Result lara = estimate(sequence, "lara", options), mis = estimate(sequence, "mis", options);
      check_same(product(lara.at("weights"), lara.at("f")), lara.at("y"));
      check_same(product(map_values(mis.at("log_weights"), [](double x) { return std::exp(x) / 4; }), mis.at("f")),
                 mis.at("y"));
      // log|w| of mis = log α + log p_n − log q_c
      Array rebuilt(Dtype::f64, {9, 12});
      for (Index i = 0; i < 9 * 12; ++i) {
        const auto at = static_cast<std::size_t>(i);
        rebuilt.data<double>()[i] =
            std::log(mis.at("alpha").at(at)) + mis.at("log_target").at(at) - mis.at("log_proposal").at(at % 12);
      }
      check_same(rebuilt, mis.at("log_weights"), 1e-9);
      check_same(lara.at("weights"), mis.at("weights"), 1e-9);
    }
}

TEST_CASE("without its correction a query-specific weighting is the balance heuristic", "[identity][weighting]") {
  const SequencePtr sequence = gaussian_sequence(kCross, 44);
  const Array balance = y_of(sequence, "lara", {{"landmarks", "4"}, {"weighting", "balance"}});
  for (const char* weighting : {"decoupled", "coupled"}) {
    check_same(y_of(sequence, "lara", {{"landmarks", "4"}, {"weighting", weighting}, {"beta", "0"}, {"clamp", "0"}}),
               balance);
    // No subset of queries stands behind standard and single proposals: nothing to correct by.
    for (const char* proposals : {"standard", "single"})
      check_same(y_of(sequence, "lara", {{"landmarks", "4"}, {"weighting", weighting}, {"proposals", proposals}}),
                 y_of(sequence, "lara", {{"landmarks", "4"}, {"weighting", "balance"}, {"proposals", proposals}}));
  }
}

TEST_CASE("proposals of the same density share their samples equally", "[identity][weighting]") {
  const SequencePtr sequence = gaussian_sequence(kSelf, 45);
  for (const char* proposals : {"single", "standard"})
    for (const char* weighting : {"balance", "power", "decoupled", "coupled"})
      check_same(y_of(sequence, "mis", {{"landmarks", "5"}, {"proposals", proposals}, {"weighting", weighting}}),
                 y_of(sequence, "mis", {{"landmarks", "5"}, {"proposals", proposals}, {"weighting", "constant"}}));
}

TEST_CASE("antithetic noise and its negative are the same noise; zero noise is evaluate=true", "[identity][lara]") {
  const SequencePtr sequence = gaussian_sequence(kSelf, 46);
  const Array eps = normals({3, 2, 4}), minus = map_values(eps, [](double x) { return -x; });
  for (const char* method : {"lara", "mis"}) {
    const Given options = {{"landmarks", "3"}, {"per_proposal", "2"}, {"antithetic", "true"}};
    check_same(y_of(sequence, method, options, {{"eps", minus}}), y_of(sequence, method, options, {{"eps", eps}}));
    for (const char* proposals : {"qk", "attend", "mixed", "q"})
      check_same(y_of(sequence, method, {{"landmarks", "3"}, {"evaluate", "true"}, {"proposals", proposals}}),
                 y_of(sequence, method, {{"landmarks", "3"}, {"proposals", proposals}},
                      {{"eps", Array::from(std::vector<double>(12, 0.0), {3, 1, 4})}}));
  }
  check_same(
      y_of(sequence, "ra", {{"variant", "biased"}, {"evaluate", "true"}}),
      y_of(sequence, "ra", {{"variant", "biased"}}, {{"eps", Array::from(std::vector<double>(36, 0.0), {9, 1, 4})}}));
}

TEST_CASE("the means of proposals, given back as proposals=given, change nothing", "[identity][lara]") {
  const SequencePtr sequence = gaussian_sequence(kCross, 47);
  for (const char* proposals : {"qk", "attend", "mixed", "q"}) {
    INFO(proposals);
    const Result own = estimate(sequence, "lara", {{"landmarks", "3"}, {"proposals", proposals}});
    check_same(y_of(sequence, "lara", {{"landmarks", "3"}, {"proposals", "given"}}, {{"mu", own.at("proposal_means")}}),
               own.at("y"));
  }
}

TEST_CASE("ra of a single key is its value, and of equal keys the mean value", "[identity][ra]") {
  const SequencePtr one = gaussian_sequence({0, 5, 1, 4, 3}, 48);
  for (const char* method : {"ra", "rfa", "lara"})
    for (Index n = 0; n < 5; ++n) check_same(take_rows(y_of(one, method, {}), {n}), take_rows(one->v, {0}));
  const SequencePtr sequence = gaussian_sequence(kSelf, 49);
  const SequencePtr equal = Sequence::make(sequence->q, take_rows(sequence->k, std::vector<Index>(9, 4)), sequence->v);
  const Array mean = product(Array::from(std::vector<double>(9, 1.0 / 9), {1, 9}), sequence->v);
  for (const char* method : {"ra", "rfa", "lara", "softmax"})
    for (Index n = 0; n < 9; ++n) check_same(take_rows(y_of(equal, method, {}), {n}), mean);
}

TEST_CASE("causal softmax of a query is softmax of it over the keys so far", "[identity][softmax]") {
  const SequencePtr sequence = gaussian_sequence({0, 7, 9, 4, 3}, 50, 1.5);
  const Array causal = y_of(sequence, "softmax", {{"causal", "true"}});
  for (Index n = 0; n < 7; ++n) {
    std::vector<Index> seen;
    for (Index m = 0; m <= n; ++m) seen.push_back(m);
    const SequencePtr prefix =
        Sequence::make(take_rows(sequence->q, {n}), take_rows(sequence->k, seen), take_rows(sequence->v, seen));
    check_same(take_rows(causal, {n}), y_of(prefix, "softmax", {}));
  }
}

TEST_CASE("the scale is folded into q and k once, for every estimator", "[identity][scale]") {
  const SequencePtr sequence = gaussian_sequence(kSelf, 51);
  const auto times = [](const Array& a, double factor) { return map_values(a, [=](double x) { return x * factor; }); };
  const SequencePtr scaled =
      Sequence::make(times(sequence->q, std::sqrt(0.3)), times(sequence->k, std::sqrt(0.3)), sequence->v);
  for (const Estimator& estimator : estimators()) {
    const std::string& method = estimator.info.name;
    INFO(method);
    Given own = variants(estimator, sequence).front().options, one = own;
    own.emplace_back("scale", "0.3");
    one.emplace_back("scale", "1");
    check_same(y_of(sequence, method, own), y_of(scaled, method, one));
  }
  // 1/√4 is the default.
  check_same(y_of(sequence, "rfa", {}), y_of(sequence, "rfa", {{"scale", "0.5"}}), 0);
}

TEST_CASE("kernel learning without its parameters is rfa where all keys have one norm", "[identity][gmm]") {
  // Its features differ from rfa's by exp(±‖x‖²/2), which cancels.
  const SequencePtr sequence = with_unit_keys(gaussian_sequence(kCross, 52));
  const Array eps = normals({6, 4});
  const Given plain = {{"components", "1"}, {"frequencies", "6"}};
  Given prf = plain, rks = plain;
  prf.emplace_back("features", "prf");
  rks.emplace_back("features", "rks");
  check_same(y_of(sequence, "gmm", prf, {{"eps", eps}}), y_of(sequence, "rfa", {{"samples", "6"}}, {{"eps", eps}}));
  check_same(y_of(sequence, "gmm", rks, {{"eps", eps}}),
             y_of(sequence, "rfa", {{"samples", "6"}, {"features", "trig"}}, {{"eps", eps}}), 1e-9);
}
