// key_sampling: the definition by hand, what it must be equal to, what it may not be asked.
#include <numbers>

#include "estimators/key_hashes.h"
#include "estimators/small_problem.h"

using namespace omega;
using namespace omega::test;

namespace {

using Given = Options::Given;

constexpr Index N = 6, M = 11, D = 3;
const auto sequence = random_sequence(N, M, D, 2, 1.4);

double logit(Index n, Index m) {
  double dot = 0;
  for (Index d = 0; d < D; ++d)
    dot += sequence->q.at(static_cast<std::size_t>(n * D + d)) * sequence->k.at(static_cast<std::size_t>(m * D + d));
  return dot / std::sqrt(static_cast<double>(D));
}
double length(Index m) {
  return std::hypot(sequence->v.at(static_cast<std::size_t>(2 * m)),
                    sequence->v.at(static_cast<std::size_t>(2 * m + 1)));
}

/// Whether key m is among the `count` largest logits of query n.
bool is_large(Index n, Index m, Index count) {
  Index larger = 0;
  for (Index other = 0; other < M; ++other) larger += logit(n, other) > logit(n, m);
  return larger < count;
}

Array uniforms_of(Index rows, Index cols) { return uniforms_at({9, 0, 0, 0, 0}, {rows, cols}); }

}  // namespace

TEST_CASE("all keys exactly, or codes of no bits: that is softmax", "[key_sampling]") {
  const Array softmax = estimate(sequence, "softmax").at("attention");
  for (const char* normalise : {"self", "none"})
    for (const Given& options :
         {Given{{"exact_keys", "11"}}, Given{{"exact_keys", "400"}, {"sampler", "exact"}, {"value_power", "1"}},
          Given{{"sampler", "lsh"}, {"bits", "0"}}, Given{{"sampler", "lsh"}, {"exact_keys", "11"}}}) {
      Given all = options;
      all.emplace_back("normalise", normalise);
      const Result result = estimate(sequence, "key_sampling", all);
      CHECK(relative_error(result.at("attention"), softmax) <= 1e-12);
      CHECK(result.stats.nonpositive == 0);
    }
}

TEST_CASE("draws, probabilities and weights are those of the definition", "[key_sampling]") {
  const Array u = uniforms_of(N, 5);
  for (const char* sampler : {"uniform", "exact"})
    for (const Index exact : {0, 3})
      for (const double power : {0.0, 1.5}) {
        INFO(sampler << ", " << exact << " exact, power " << power);
        const Result result = estimate(sequence, "key_sampling",
                                       {{"sampler", sampler},
                                        {"samples", "5"},
                                        {"exact_keys", std::to_string(exact)},
                                        {"value_power", std::to_string(power)}},
                                       {{"u", u}});
        for (Index n = 0; n < N; ++n) {
          std::vector<double> p(M);
          double total = 0;
          for (Index m = 0; m < M; ++m)
            total += p[static_cast<std::size_t>(m)] =
                is_large(n, m, exact)
                    ? 0
                    : std::pow(length(m), power) * (sampler == std::string("exact") ? std::exp(logit(n, m)) : 1);
          for (double& x : p) x /= total;
          for (Index m = 0; m < M; ++m)
            CHECK(at(result.at("probability"), n, m) ==
                  Approx(p[static_cast<std::size_t>(m)]).epsilon(0).margin(1e-14));
          double numerator = 0, denominator = 0, mass = 0, z = 0;
          for (Index m = 0; m < M; ++m) {
            z += std::exp(logit(n, m));
            if (!is_large(n, m, exact)) continue;
            mass += std::exp(logit(n, m));
            numerator += std::exp(logit(n, m)) * at(sequence->v, m, 0);
          }
          denominator = mass;
          for (Index s = 0; s < 5; ++s) {
            Index m = 0;
            for (double sum = p[0]; sum <= at(u, n, s); sum += p[static_cast<std::size_t>(m)]) ++m;
            CHECK(at(result.at("drawn"), n, s) == static_cast<double>(m));
            CHECK(at(result.at("log_weights"), n, s) ==
                  Approx(logit(n, m) - std::log(p[static_cast<std::size_t>(m)])).epsilon(0).margin(1e-12));
            const double x = std::exp(logit(n, m)) / p[static_cast<std::size_t>(m)] / 5;
            numerator += x * at(sequence->v, m, 0);
            denominator += x;
          }
          CHECK(at(result.at("y"), n, 0) == Approx(numerator / denominator).epsilon(0).margin(1e-12));
          CHECK(result.at("exact_mass").at(static_cast<std::size_t>(n)) == Approx(mass / z).epsilon(0).margin(1e-12));
        }
      }
}

TEST_CASE("drawn from π itself, keys have equal weights: dividing by their sum changes nothing", "[key_sampling]") {
  const Result self = estimate(sequence, "key_sampling", {{"sampler", "exact"}, {"samples", "7"}}),
               none =
                   estimate(sequence, "key_sampling", {{"sampler", "exact"}, {"samples", "7"}, {"normalise", "none"}});
  CHECK(relative_error(self.at("y"), none.at("y")) <= 1e-12);
  for (Index n = 0; n < N; ++n) {
    CHECK(self.at("ess").at(static_cast<std::size_t>(n)) == Approx(7));
    CHECK(self.at("denominator_error").at(static_cast<std::size_t>(n)) == Approx(0).margin(1e-12));
  }
}

TEST_CASE("lsh takes the keys that share whole codes, weighted by the chance of it", "[key_sampling]") {
  constexpr Index L = 6, K = 2;
  const Array eps = normals({L, K, D}, 12);
  const auto side = [&](const Array& x, Index row, Index l, Index i) {
    double dot = 0;
    for (Index d = 0; d < D; ++d)
      dot += eps.at(static_cast<std::size_t>((l * K + i) * D + d)) * x.at(static_cast<std::size_t>(row * D + d));
    return dot >= 0;
  };
  for (const Index least : {1, 2, 4}) {
    const Result result = estimate(sequence, "key_sampling",
                                   {{"sampler", "lsh"},
                                    {"tables", "6"},
                                    {"bits", "2"},
                                    {"min_tables", std::to_string(least)},
                                    {"normalise", "none"}},
                                   {{"eps", eps}});
    for (Index n = 0; n < N; ++n) {
      double z = 0;
      Index taken = 0;
      for (Index m = 0; m < M; ++m) z += std::exp(logit(n, m));
      for (Index m = 0; m < M; ++m) {
        Index hits = 0;
        for (Index l = 0; l < L; ++l) {
          bool shared = true;
          for (Index i = 0; i < K; ++i) shared = shared && side(sequence->q, n, l, i) == side(sequence->k, m, l, i);
          hits += shared;
        }
        double of_q = 0, of_k = 0;
        for (Index d = 0; d < D; ++d) {
          of_q += std::pow(at(sequence->q, n, d), 2);
          of_k += std::pow(at(sequence->k, m, d), 2);
        }
        const double angle = std::acos(logit(n, m) * std::sqrt(static_cast<double>(D)) / std::sqrt(of_q * of_k)),
                     p = std::pow(1 - angle / std::numbers::pi, K), miss = 1 - p;
        const double chance = least == 1 ? 1 - std::pow(miss, 6)
                              : least == 2
                                  ? 1 - std::pow(miss, 6) - 6 * p * std::pow(miss, 5)
                                  : 15 * std::pow(p, 4) * miss * miss + 6 * std::pow(p, 5) * miss + std::pow(p, 6);
        CHECK(at(result.at("probability"), n, m) == Approx(chance).epsilon(1e-9));
        CHECK(at(result.at("attention"), n, m) ==
              Approx(hits >= least ? std::exp(logit(n, m)) / chance / z : 0).epsilon(1e-9).margin(1e-14));
        taken += hits >= least;
      }
      CHECK(result.at("taken").at(static_cast<std::size_t>(n)) == static_cast<double>(taken));
    }
  }
}

TEST_CASE("a query that finds no key says the mean of all values, and is counted", "[key_sampling]") {
  // On a line every plane holds 1 and −1 apart.
  const auto apart = Sequence::make(Array::from<double>({1, 2}, {2, 1}), Array::from<double>({-1, -1, -3}, {3, 1}),
                                    Array::from<double>({1, 2, 6}, {3, 1}));
  const Result result = estimate(apart, "key_sampling", {{"sampler", "lsh"}}),
               none = estimate(apart, "key_sampling", {{"sampler", "lsh"}, {"normalise", "none"}});
  CHECK(result.stats.nonpositive == 2);
  CHECK(none.stats.nonpositive == 0);
  for (const std::size_t n : {0u, 1u}) {
    CHECK(result.at("y").at(n) == Approx(3));
    CHECK(none.at("y").at(n) == 0);
    CHECK(result.at("taken").at(n) == 0);
    CHECK(result.at("ess").at(n) == 0);
  }
}

TEST_CASE("a key whose value is 0 is never drawn by lengths", "[key_sampling]") {
  Array v = normals({M, 2}, 3);
  v.data<double>()[8] = v.data<double>()[9] = 0;  // key 4
  const auto with_zero = Sequence::make(sequence->q, sequence->k, v);
  const Result result = estimate(with_zero, "key_sampling", {{"samples", "200"}, {"value_power", "1"}});
  for (std::size_t i = 0; i < static_cast<std::size_t>(N * 200); ++i) CHECK(result.at("drawn").at(i) != 4);
  // Where all are 0 there is nothing to go by, and all are alike.
  const auto all_zero = Sequence::make(sequence->q, sequence->k, normals({M, 2}, 3, 0));
  CHECK(estimate(all_zero, "key_sampling", {{"value_power", "1"}}).at("probability").at(0) == Approx(1.0 / M));
}

namespace {

const std::vector<Given> causal_mixes = {{},
                                         {{"normalise", "none"}},
                                         {{"value_power", "1.5"}},
                                         {{"exact_keys", "3"}},
                                         {{"exact_keys", "2"}, {"sampler", "exact"}, {"value_power", "1"}},
                                         {{"sampler", "exact"}, {"normalise", "none"}},
                                         {{"sampler", "lsh"}, {"bits", "2"}},
                                         {{"sampler", "lsh"}, {"exact_keys", "2"}, {"normalise", "none"}}};

Given causal(const Given& more, const char* causal) {
  Given options = {{"samples", "5"}, {"causal", causal}};
  options.insert(options.end(), more.begin(), more.end());
  return options;
}

/// The first rows of an array of two axes; beyond them others, 60 times as long, where there are more.
Array first_rows(const Array& a, Index rows, Index all) {
  const Index cols = a.shape()[1];
  Array out = normals({all, cols}, 77, 60);
  a.copy_to(out.data<double>(), 0, static_cast<std::size_t>(rows * cols));
  return out;
}

}  // namespace

TEST_CASE("causal: what comes later changes no bit of what came before", "[key_sampling][causal]") {
  constexpr Index kTokens = 40;
  const auto whole = random_sequence(kTokens, kTokens, D, 2);
  const Array u = uniforms_of(kTokens, 5);
  for (const Given& mix : causal_mixes)
    for (const Index cut : {Index{1}, Index{16}, Index{23}}) {
      const auto other = Sequence::make(first_rows(whole->q, cut, kTokens), first_rows(whole->k, cut, kTokens),
                                        first_rows(whole->v, cut, kTokens));
      Arrays noise;
      if (std::none_of(mix.begin(), mix.end(), [](const auto& option) { return option.second == "lsh"; }))
        noise.emplace("u", u);
      const Given options = causal(mix, "true");
      const Result a = estimate(whole, "key_sampling", options, noise),
                   b = estimate(other, "key_sampling", options, noise);
      for (const char* name : {"y", "attention"}) {
        const auto count = static_cast<std::size_t>(cut * a.at(name).shape().back());
        for (std::size_t i = 0; i < count; ++i) CHECK(a.at(name).at(i) == b.at(name).at(i));
      }
      for (Index n = 0; n < cut; ++n)
        for (Index m = n + 1; m < kTokens; ++m) CHECK(at(a.at("attention"), n, m) == 0);
    }
}

TEST_CASE("causal: a query is the same method on the keys so far, with its row of the noise",
          "[key_sampling][causal]") {
  const auto whole = random_sequence(M, M, D, 2);
  const Array u = uniforms_of(M, 5);
  for (const Given& mix : causal_mixes) {
    const bool is_lsh = std::any_of(mix.begin(), mix.end(), [](const auto& option) { return option.second == "lsh"; });
    Arrays noise;
    if (!is_lsh) noise.emplace("u", u);
    const Result all = estimate(whole, "key_sampling", causal(mix, "true"), noise);
    for (Index n = 0; n < M; ++n) {
      const auto row = [&](const Array& a, Index first, Index count) {
        Array out(Dtype::f64, {count, a.shape()[1]});
        a.copy_to(out.data<double>(), static_cast<std::size_t>(first * a.shape()[1]), out.count());
        return out;
      };
      const auto prefix = Sequence::make(row(whole->q, n, 1), row(whole->k, 0, n + 1), row(whole->v, 0, n + 1));
      if (!is_lsh) noise.insert_or_assign("u", row(u, n, 1));
      const Array y = estimate(prefix, "key_sampling", causal(mix, "false"), noise).at("y");
      for (Index d = 0; d < 2; ++d) CHECK(at(all.at("y"), n, d) == Approx(at(y, 0, d)).epsilon(1e-11).margin(1e-13));
    }
  }
}

TEST_CASE("what does not go together is refused in a sentence", "[key_sampling]") {
  const auto refused = [](const Given& options) { return input_error(sequence, "key_sampling", options); };
  CHECK_THAT(refused({{"sampler", "lsh"}, {"value_power", "1"}}), Catch::Contains("value_power must be 0"));
  CHECK_THAT(refused({{"sampler", "lsh"}, {"tables", "3"}, {"min_tables", "4"}}),
             Catch::Contains("min_tables=4") && Catch::Contains("at most tables, which is 3"));
  CHECK_THAT(refused({{"delta", "0"}}), Catch::Contains("delta"));
  CHECK_THAT(refused({{"exact_keys", "-1"}}), Catch::Contains("exact_keys"));
  CHECK_THAT(refused({{"sampler", "some"}}), Catch::Contains("uniform, exact, lsh"));
  CHECK(refused({{"sampler", "lsh"}, {"tables", "3"}, {"min_tables", "3"}}).empty());
  CHECK_THAT(refused({{"causal", "true"}}), Catch::Contains("as many keys as queries"));
  CHECK_THAT(input_error(random_sequence(4, 4, 2, 1), "key_sampling",
                         {{"sampler", "lsh"}, {"centre", "true"}, {"causal", "true"}}),
             Catch::Contains("centre=true") && Catch::Contains("causal=true"));
}

TEST_CASE("all keys up to the query's own over their exact sum are causal softmax, of long tokens in float32 too",
          "[key_sampling][causal][precision]") {
  const auto tokens = random_sequence(8, 8, 4, 2, 30);
  const Array exact = estimate(tokens, "softmax", {{"causal", "true"}}).at("y");
  const Given all = {{"exact_keys", "99"}, {"normalise", "none"}, {"causal", "true"}};
  CHECK(relative_error(estimate(tokens, "key_sampling", all, {}, Precision::f32).at("y"), exact) <= 2e-5);
}

TEST_CASE("rows have a direction, however short or long they are", "[unit][key_sampling]") {
  const auto check = [](auto least, auto most) {
    using T = decltype(least);
    Matrix<T> rows(3, 2, T(0));
    rows(0, 0) = 3 * least, rows(0, 1) = -4 * least;
    rows(1, 0) = 3 * most, rows(1, 1) = 4 * most;
    make_unit<T>(rows);
    for (const Index r : {0, 1}) CHECK(rows(r, 0) == Approx(0.6).epsilon(1e-6));
    CHECK(rows(0, 1) == Approx(-0.8).epsilon(1e-6));
    CHECK(rows(1, 1) == Approx(0.8).epsilon(1e-6));
    CHECK(rows(2, 0) == 0);
    CHECK(rows(2, 1) == 0);
  };
  check(1e-38F, 5e37F);
  check(1e-310, 1e307);
}

TEST_CASE("chances of lsh are those of the angle, of very short tokens too", "[key_sampling]") {
  const Given lsh = {{"sampler", "lsh"}};
  const Array usual = estimate(sequence, "key_sampling", lsh).at("probability");
  const auto times = [](Array tokens) {
    for (std::size_t i = 0; i < tokens.count(); ++i) tokens.data<double>()[i] *= 1e-170;
    return tokens;
  };
  const auto tiny = Sequence::make(times(sequence->q), times(sequence->k), sequence->v);
  CHECK(relative_error(estimate(tiny, "key_sampling", lsh).at("probability"), usual) <= 1e-12);
}

TEST_CASE("hash tables are not made once a stop is asked for", "[unit][key_sampling]") {
  std::stop_source stop;
  const Matrix<std::uint64_t> codes(5, 3, 1);
  CHECK_NOTHROW(HashTables(codes, Progress(stop.get_token())));
  stop.request_stop();
  CHECK_THROWS_AS(HashTables(codes, Progress(stop.get_token())), Cancelled);
}
