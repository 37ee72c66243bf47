// Hybrid features: exact where a key is the query or its negative, linear and pair by pair the same, signed.
#include <numbers>

#include "estimators/small_problem.h"
#include "support/cases.h"

using namespace omega;
using namespace omega::test;

namespace {

using Given = Options::Given;

Given hybrid(const Given& more) {
  Given options = {{"features", "hybrid"}, {"samples", "5"}};
  options.insert(options.end(), more.begin(), more.end());
  return options;
}

/// The same rows with another sign.
Array negated(Array a) {
  for (std::size_t i = 0; i < a.count(); ++i) a.data<double>()[i] *= -1;
  return a;
}

}  // namespace

TEST_CASE("a query among keys that are itself and its negative is exact, with angles and with signs", "[rfa][hybrid]") {
  const Array q = normals({1, 4}, 5, 1.2), minus = negated(normals({1, 4}, 5, 1.2));
  Array keys(Dtype::f64, {2, 4});
  q.copy_to(keys.data<double>(), 0, 4);
  minus.copy_to(keys.data<double>() + 4, 0, 4);
  const auto sequence = Sequence::make(q, keys, normals({2, 3}, 6));
  const Array exact = estimate(sequence, "softmax").at("attention");
  // Positive features are exact at k = −q, the others at k = q: each alone errs at the other key.
  for (const char* angle : {"exact", "signs"}) {
    const Result result = estimate(sequence, "rfa", hybrid({{"angle", angle}}));
    CHECK(relative_error(result.at("attention"), exact) <= 1e-12);
    CHECK(result.at("hybrid_share").at(0) == 0);
    CHECK(result.at("hybrid_share").at(1) == 1);
  }
  for (const char* features : {"positive", "trig"})
    CHECK(relative_error(estimate(sequence, "rfa", {{"features", features}, {"samples", "5"}}).at("attention"), exact) >
          1e-3);
}

TEST_CASE("the share of a pair is its angle over π, or how often signs differ", "[rfa][hybrid]") {
  const auto sequence = random_sequence(6, 9, 3, 2);
  const Result exact = estimate(sequence, "rfa", hybrid({})),
               signs = estimate(sequence, "rfa", hybrid({{"angle", "signs"}, {"sign_samples", "20000"}}));
  for (Index n = 0; n < 6; ++n)
    for (Index m = 0; m < 9; ++m) {
      double dot = 0, of_q = 0, of_k = 0;
      for (Index d = 0; d < 3; ++d) {
        const double a = sequence->q.at(static_cast<std::size_t>(3 * n + d)),
                     b = sequence->k.at(static_cast<std::size_t>(3 * m + d));
        dot += a * b, of_q += a * a, of_k += b * b;
      }
      const double share = std::acos(dot / std::sqrt(of_q * of_k)) / std::numbers::pi;
      const auto at = static_cast<std::size_t>(9 * n + m);
      CHECK(exact.at("hybrid_share").at(at) == Approx(share).epsilon(0).margin(1e-12));
      // A standard error of 0.0035 at most: six of them.
      CHECK(signs.at("hybrid_share").at(at) == Approx(share).margin(0.021));
    }
}

TEST_CASE("sums over the sides of planes are the sums over pairs", "[rfa][hybrid]") {
  const auto sequence = random_sequence(70, 600, 4, 3);  // several tiles and blocks
  for (const Given& more : {Given{}, Given{{"proposal_variance", "full"}}, Given{{"sign_samples", "1"}}}) {
    Given options = hybrid({{"angle", "signs"}});
    options.insert(options.end(), more.begin(), more.end());
    const Result result = estimate(sequence, "rfa", options);
    CHECK(map_error(result, *sequence) <= 1e-9);
  }
}

TEST_CASE("causal sums over the sides of planes, tile by tile, are the sums over pairs", "[rfa][hybrid][causal]") {
  // Keys grow along the sequence: every tile raises what the sums are relative to.
  Array keys = normals({300, 4}, 8);
  for (std::size_t i = 0; i < keys.count(); ++i) keys.data<double>()[i] *= 0.5 + static_cast<double>(i) / 300;
  const auto sequence = Sequence::make(normals({300, 4}, 9), keys, normals({300, 3}, 10));
  for (const Given& more : {Given{}, Given{{"proposal_variance", "1.5"}}, Given{{"sign_samples", "1"}}}) {
    Given options = hybrid({{"angle", "signs"}, {"causal", "true"}});
    options.insert(options.end(), more.begin(), more.end());
    const Result result = estimate(sequence, "rfa", options);
    CHECK(map_error(result, *sequence) <= 1e-9);
    for (std::size_t n = 0; n < 300; ++n)
      for (std::size_t m = n + 1; m < 300; ++m) REQUIRE(result.at("attention").at(300 * n + m) == 0);
    // λ is of all pairs, whatever is seen.
    options.back() = {"causal", "false"};
    if (more.empty())
      CHECK(same_bytes(result.at("hybrid_share"), estimate(sequence, "rfa", options).at("hybrid_share")));
  }
}

TEST_CASE("later keys, however long, change no bit of a causal hybrid", "[rfa][hybrid][causal]") {
  const Array q = normals({200, 4}, 11), k = normals({200, 4}, 12), v = normals({200, 3}, 13);
  for (const char* angle : {"exact", "signs"})
    for (const Index cut : {1, 63, 64, 65, 150}) {
      Array longer = normals({200, 4}, 14, 60);
      k.copy_to(longer.data<double>(), 0, static_cast<std::size_t>(4 * cut));
      const Given options = hybrid({{"angle", angle}, {"causal", "true"}});
      const Array now = estimate(Sequence::make(q, k, v), "rfa", options).at("y"),
                  then = estimate(Sequence::make(q, longer, v), "rfa", options).at("y");
      INFO(angle << ", other keys from " << cut << " on");
      for (std::size_t i = 0; i < static_cast<std::size_t>(3 * cut); ++i) REQUIRE(now.at(i) == then.at(i));
    }
}

TEST_CASE("a zero query or key is at right angles to all", "[rfa][hybrid]") {
  const auto sequence = Sequence::make(normals({2, 3}, 1, 0), normals({4, 3}, 2), normals({4, 2}, 3));
  const Result exact = estimate(sequence, "rfa", hybrid({}));
  for (std::size_t i = 0; i < 8; ++i) CHECK(exact.at("hybrid_share").at(i) == 0.5);
}

TEST_CASE("a long query opposite to all its keys has the positive estimate alone, and it does not vanish",
          "[rfa][hybrid][causal]") {
  // λ = 1 throughout. The other estimate, without a share, is e^200 times as large.
  const auto sequence = Sequence::make(Array::from<double>({10, 10}, {2, 1}), Array::from<double>({-10, -10.5}, {2, 1}),
                                       Array::from<double>({1, 5}, {2, 1}));
  for (const Precision precision : {Precision::f32, Precision::f64})
    for (const char* causal : {"false", "true"}) {
      const Given shared = {{"samples", "5"}, {"causal", causal}, {"scale", "1"}};
      Given options = hybrid({{"angle", "signs"}, {"causal", causal}, {"scale", "1"}});
      const Result result = estimate(sequence, "rfa", options, {}, precision),
                   positive = estimate(sequence, "rfa", shared, {}, precision);
      for (std::size_t n = 0; n < 2; ++n)
        CHECK(result.at("y").at(n) ==
              Approx(positive.at("y").at(n)).epsilon(precision == Precision::f32 ? 1e-4 : 1e-9));
      CHECK(relative_error(result.at("attention"), positive.at("attention")) <= 1e-4);
    }
}

TEST_CASE("the angles of very short tokens are those of long ones", "[rfa][hybrid][precision]") {
  const auto shares = [](double length) {
    const auto tokens = Sequence::make(normals({3, 3}, 1, length).as(Dtype::f32),
                                       normals({4, 3}, 2, length).as(Dtype::f32), normals({4, 2}, 3).as(Dtype::f32));
    return estimate(tokens, "rfa", hybrid({}), {}, Precision::f32, {{"hybrid_share"}}).at("hybrid_share");
  };
  CHECK(relative_error(shares(1e-25), shares(1)) <= 1e-6);
}
