// What every estimator must keep, checked over the registry and its option mixes. Nothing here names an estimator.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <numeric>
#include <set>

#include "core/error.h"
#include "core/text.h"
#include "diagnostics/draws.h"
#include "estimators/methods.h"
#include "estimators/registry.h"
#include "run/some_queries.h"
#include "support/cases.h"
#include "support/product.h"
#include "support/worst.h"

using namespace omega;
using namespace omega::test;

namespace {

/// Calls body(estimator, variant) for all that accept the sequence; with as many keys as queries every estimator does.
template <class Body>
void for_all(const std::shared_ptr<const Sequence>& sequence, Body&& body) {
  for (const Estimator& estimator : estimators()) {
    const std::vector<Variant> accepted = variants(estimator, sequence);
    INFO(estimator.info.name);
    if (sequence->sizes.N == sequence->sizes.M) CHECK_FALSE(accepted.empty());
    for (const Variant& variant : accepted) {
      INFO(variant.text);
      body(estimator, variant);
    }
  }
}

double max_row_sum_error(const Array& matrix) {
  const Index cols = matrix.shape().back(), rows = static_cast<Index>(matrix.count()) / cols;
  double worst = 0;
  for (Index r = 0; r < rows; ++r) {
    double sum = 0;
    for (Index c = 0; c < cols; ++c) sum += matrix.at(static_cast<std::size_t>(r * cols + c));
    worst = worst_of(worst, std::abs(sum - 1));
  }
  return worst;
}

bool all_finite(const Array& array) { return array.type() == Dtype::i64 || find_nonfinite(array).count == 0; }

const std::vector<Shapes> kOddShapes = {{0, 12, 12, 4, 3}, {0, 7, 7, 3, 1}, {0, 1, 1, 2, 2}, {0, 9, 13, 5, 4},
                                        {0, 13, 2, 3, 2},  {0, 1, 6, 1, 1}, {2, 9, 9, 8, 5}};

}  // namespace

TEST_CASE("a method that leaves out what every method says is refused by name", "[conformance]") {
  EstimatorInfo info = find_estimator("softmax").info;
  CHECK_NOTHROW(check_described(info));
  info.cost = nullptr;
  CHECK_THROWS_WITH(check_described(info), "the method \"softmax\" does not say its cost (info.cost)");
  info.traits = nullptr;
  CHECK_THROWS_WITH(check_described(info), "the method \"softmax\" does not say its traits (info.traits)");
}

TEST_CASE("every output is finite, of the described shape, for any sizes", "[conformance]") {
  for (const Shapes& shapes : kOddShapes) {
    const auto sequence = gaussian_sequence(shapes, 1);
    for_all(sequence, [&](const Estimator& estimator, const Variant& variant) {
      for (const Precision precision : {Precision::f32, Precision::f64}) {
        const Request request = request_for(estimator, variant, sequence, precision);
        const Result result = run(request);
        const Problem problem{sequence->sizes, request.options, request.given};
        for (const OutputSpec& output : estimator.info.outputs(problem)) {
          INFO(output.name);
          REQUIRE(result.has(output.name));
          CHECK(result.at(output.name).shape() == output_shape(output, sequence->sizes));
          // A weight of 0 has the logarithm −∞: that is in the definitions.
          if (output.name != "log_weights") CHECK(all_finite(result.at(output.name)));
        }
      }
    });
  }
}

TEST_CASE("attention times values is y, and its rows sum to one where promised", "[conformance]") {
  int promised = 0, weighted = 0;
  for (const Shapes& shapes : {Shapes{0, 12, 12, 4, 3}, Shapes{0, 10, 14, 3, 2}}) {
    const auto sequence = gaussian_sequence(shapes, 2);
    for_all(sequence, [&](const Estimator& estimator, const Variant& variant) {
      const Request request = request_for(estimator, variant, sequence, Precision::f64);
      const Result result = run(request);
      CHECK(distance(product(result.at("attention"), sequence->v), result.at("y")) <= 1e-9);
      if (estimator.info.traits(request.options).rows_sum_to_one) {
        CHECK(max_row_sum_error(result.at("attention")) <= 1e-9);
        ++promised;
      }
      if (result.has("weights")) {
        CHECK(max_row_sum_error(result.at("weights")) <= 1e-9);
        ++weighted;
      }
    });
  }
  CHECK(promised >= 30);
  CHECK(weighted >= 8);
}

TEST_CASE("asking for outputs does not change y", "[conformance]") {
  const auto sequence = gaussian_sequence({2, 12, 12, 4, 3}, 3);
  for_all(sequence, [&](const Estimator& estimator, const Variant& variant) {
    for (const Precision precision : {Precision::f32, Precision::f64}) {
      Request request = request_for(estimator, variant, sequence, precision);
      const Result everything = run(request);
      request.want = {{"y"}};
      const Result alone = run(request);
      CHECK(alone.outputs.size() == 1);
      CHECK(same_bytes(alone.at("y"), everything.at("y")));
    }
  });
}

TEST_CASE("one thread, two and four give the same bits", "[conformance][concurrency]") {
  // Long enough that every parallel loop has several tiles.
  const auto sequence = gaussian_sequence({2, 700, 700, 4, 3}, 4);
  for (const Estimator& estimator : estimators()) {
    INFO(estimator.info.name);
    Request request = make_request(sequence, estimator.info.name);
    request.want = {{"y"}};
    const Result one = run(request, {nullptr, 1}), two = run(request, {nullptr, 2}), four = run(request, {nullptr, 4});
    CHECK(same_bytes(one.at("y"), two.at("y")));
    CHECK(same_bytes(one.at("y"), four.at("y")));
  }
}

TEST_CASE("long inputs whose few samples are cut along the keys give the same bits on any thread count",
          "[conformance][concurrency]") {
  const auto sequence = gaussian_sequence({0, 5000, 5000, 3, 2}, 5);
  int linear = 0;
  for (const Estimator& estimator : estimators()) {
    Request request = make_request(sequence, estimator.info.name);
    if (!estimator.info.traits(request.options).linear) continue;
    INFO(estimator.info.name);
    request.want = {{"y"}};
    CHECK(same_bytes(run(request, {nullptr, 1}).at("y"), run(request, {nullptr, 3}).at("y")));
    ++linear;
  }
  CHECK(linear >= 10);
}

TEST_CASE("float32 agrees with float64", "[conformance]") {
  const auto sequence = gaussian_sequence({0, 12, 12, 4, 3}, 6, 0.5);
  int compared = 0, drawn = 0;
  for_all(sequence, [&](const Estimator& estimator, const Variant& variant) {
    const Result single = run(request_for(estimator, variant, sequence, Precision::f32));
    const Result exact = run(request_for(estimator, variant, sequence, Precision::f64));
    // Denominators that can reach 0 make an estimate as ill-conditioned as they like.
    const bool conditioned = !exact.has("nonpositive") || exact.stats.nonpositive == 0;
    if (conditioned) {
      CHECK(distance(single.at("y"), exact.at("y")) <= 1e-4);
      ++compared;
    }
    if (exact.has("omega")) {
      CHECK(distance(single.at("omega"), exact.at("omega")) <= 1e-6);
      ++drawn;
    }
  });
  CHECK(compared >= 40);
  CHECK(drawn >= 11);
}

TEST_CASE("heads are independent: all at once equals one by one", "[conformance]") {
  const auto sequence = gaussian_sequence({3, 12, 12, 4, 3}, 7);
  const auto head_of = [&](Index h) {
    return Sequence::make(take_head(sequence->q, h), take_head(sequence->k, h), take_head(sequence->v, h));
  };
  int compared = 0;
  for_all(sequence, [&](const Estimator& estimator, const Variant& variant) {
    const Result together = run(request_for(estimator, variant, sequence, Precision::f64));
    for (Index h = 0; h < 3; ++h) {
      Request alone = request_for(estimator, variant, head_of(h), Precision::f64);
      const std::optional<Arrays> noise = drawn_noise(estimator, alone, h);
      if (!noise) return;
      alone.given.insert(noise->begin(), noise->end());
      CHECK(same_bytes(take_head(together.at("y"), h), run(alone).at("y")));
      ++compared;
    }
  });
  CHECK(compared >= 45);
}

TEST_CASE("batches are heads under another name", "[conformance]") {
  const auto flat = gaussian_sequence({6, 9, 9, 4, 3}, 8);
  const auto batched =
      Sequence::make(flat->q.reshaped({2, 3, 9, 4}), flat->k.reshaped({2, 3, 9, 4}), flat->v.reshaped({2, 3, 9, 3}));
  for_all(flat, [&](const Estimator& estimator, const Variant& variant) {
    const Array y = run(request_for(estimator, variant, batched, Precision::f64)).at("y");
    CHECK(y.shape() == Shape{2, 3, 9, 3});
    CHECK(same_bytes(y.reshaped({6, 9, 3}), run(request_for(estimator, variant, flat, Precision::f64)).at("y")));
  });
}

TEST_CASE("the order of keys does not matter where promised", "[conformance]") {
  const auto sequence = gaussian_sequence({0, 12, 12, 4, 3}, 9);
  std::vector<Index> order(12);
  std::iota(order.begin(), order.end(), 0);
  std::reverse(order.begin() + 2, order.end());
  const auto shuffled = Sequence::make(sequence->q, take_rows(sequence->k, order), take_rows(sequence->v, order));
  int promised = 0;
  for_all(sequence, [&](const Estimator& estimator, const Variant& variant) {
    const Request request = request_for(estimator, variant, sequence, Precision::f64);
    if (!estimator.info.traits(request.options).key_order_free) return;
    const Result moved = run(request_for(estimator, variant, shuffled, Precision::f64));
    CHECK(distance(moved.at("y"), run(request).at("y")) <= 1e-9);
    ++promised;
  });
  CHECK(promised >= 10);
}

TEST_CASE("whether shared proposals know the order of the keys hangs on where they stand", "[conformance]") {
  const auto sequence = gaussian_sequence({0, 12, 12, 2, 3}, 9);
  std::vector<Index> order(12);
  std::iota(order.begin(), order.end(), 0);
  std::rotate(order.begin(), order.begin() + 5, order.end());
  const auto shuffled = Sequence::make(sequence->q, take_rows(sequence->k, order), take_rows(sequence->v, order));
  const std::vector<Options::Given> more = {{},
                                            {{"evaluate", "true"}},
                                            {{"landmarks", "1"}},
                                            {{"proposal_scale", "0"}},
                                            {{"grid", "3x4"}, {"landmarks", "4"}},
                                            {{"weighting", "balance"}, {"antithetic", "true"}},
                                            {{"weighting", "own"}, {"landmarks", "12"}},
                                            {{"weighting", "optimal"}}};
  for (const char* method : {"lara", "mis"})
    for (const std::string proposals : {"qk", "attend", "mixed", "q", "standard", "mixture", "single", "given"})
      for (const Options::Given& others : more) {
        Options::Given options = {{"landmarks", "3"}, {"proposals", proposals}};
        options.insert(options.end(), others.begin(), others.end());
        Request request = make_request(sequence, method, options);
        request.precision = Precision::f64;
        if (proposals == "given") {
          const Shape shape{request.options.integer("landmarks"), 2};
          request.given.emplace("mu", Array::from(std::vector<float>(element_count(shape), 0.5F), shape));
        }
        Request moved = request;
        moved.sequence = shuffled;
        INFO(method << " " << proposals << " " << (others.empty() ? "" : others.front().first));
        const double apart = distance(run(moved).at("y"), run(request).at("y"));
        CHECK((find_estimator(method).info.traits(request.options).key_order_free ? apart <= 1e-9 : apart > 1e-4));
      }
}

TEST_CASE("large norms overflow nothing", "[conformance]") {
  const auto sequence = gaussian_sequence({0, 12, 12, 4, 3}, 10, 60.0);
  for (const Estimator& estimator : estimators()) {
    INFO(estimator.info.name);
    const Variant small = variants(estimator, sequence).front();
    const Request request = request_for(estimator, small, sequence, Precision::f32);
    try {
      CHECK(all_finite(run(request).at("y")));
    } catch (const Error& error) {
      // mis and is may meet weights beyond float32's range: their definition does not divide by the sum. Then the run
      // fails.
      CHECK(error.kind() == Error::Kind::failure);
      CHECK_FALSE(estimator.info.traits(request.options).rows_sum_to_one);
    }
  }
}

TEST_CASE("the same seed gives the same estimate, another draw another one", "[conformance]") {
  const auto sequence = gaussian_sequence({0, 12, 12, 4, 3}, 11);
  int fixed = 0, drawn = 0;
  for_all(sequence, [&](const Estimator& estimator, const Variant& variant) {
    Request request = request_for(estimator, variant, sequence, Precision::f32);
    const Array first = run(request).at("y");
    CHECK(same_bytes(run(request).at("y"), first));
    request.stream.draw = 1;
    const bool same = same_bytes(run(request).at("y"), first);
    const bool default_mix = variant.text == estimator.info.name;
    // An odd mix may happen not to use its noise (a batch norm over one row); none without noise may change.
    if (estimator.info.traits(request.options).deterministic) {
      CHECK(same);
      ++fixed;
    } else if (default_mix) {
      CHECK_FALSE(same);
      ++drawn;
    }
  });
  CHECK(fixed >= 6);
  CHECK(drawn >= 10);
}

TEST_CASE("y is linear in the values, but for what says that it knows them", "[conformance]") {
  const auto sequence = gaussian_sequence({0, 12, 12, 4, 3}, 21);
  const auto with_values = [&](double factor, double shift) {
    auto other = std::make_shared<Sequence>(*sequence);
    other->v = Array(Dtype::f64, sequence->v.shape());
    for (std::size_t i = 0; i < other->v.count(); ++i)
      other->v.data<double>()[i] = factor * sequence->v.at(i) + shift * std::cos(static_cast<double>(i));
    return other;
  };
  int knowing = 0, not_linear = 0;
  for_all(sequence, [&](const Estimator& estimator, const Variant& variant) {
    Request request = request_for(estimator, variant, sequence, Precision::f64);
    request.want = {{"y"}};
    const auto y = [&](double factor, double shift) {
      request.sequence = with_values(factor, shift);
      return run(request).at("y");
    };
    const Array first = y(1, 0), second = y(0.5, 2), both = y(1.5, 2);
    Array sum(Dtype::f64, first.shape());
    for (std::size_t i = 0; i < sum.count(); ++i) sum.data<double>()[i] = first.at(i) + second.at(i);
    if (!estimator.info.traits(request.options).knows_values) {
      CHECK(distance(both, sum) < 1e-9);
      return;
    }
    ++knowing;
    not_linear += distance(both, sum) > 1e-6;
  });
  CHECK(knowing >= 3);
  CHECK(not_linear >= 2);
}

TEST_CASE("query by query: some queries alone have the numbers that they have among all", "[conformance]") {
  const auto sequence = gaussian_sequence({2, 13, 11, 4, 3}, 22);
  const std::vector<Index> rows = {2, 7, 12, 0, 5, 9};
  int alone = 0, given = 0;
  for_all(sequence, [&](const Estimator& estimator, const Variant& variant) {
    Request request = request_for(estimator, variant, sequence, Precision::f64);
    if (!estimator.info.traits(request.options).query_by_query) return;
    request.want = {{"y"}};
    CHECK(distance(run(at_queries(request, rows)).at("y"), rows_of_heads(run(request).at("y"), rows)) < 1e-12);
    const std::optional<Arrays> noise = drawn_noise(estimator, request, 5);  // given, and the same for both heads
    ++alone;
    if (!noise) return;  // of what makes its arrays itself, as fastfood
    request.given.insert(noise->begin(), noise->end());
    CHECK(distance(run(at_queries(request, rows)).at("y"), rows_of_heads(run(request).at("y"), rows)) < 1e-12);
    ++given;
  });
  CHECK(alone >= 12);
  CHECK(given >= 8);
}

TEST_CASE("draws have noise of their own and keep whatever else was given", "[conformance]") {
  const auto sequence = gaussian_sequence({2, 12, 12, 4, 3}, 16);
  int given = 0, replaced = 0;
  for_all(sequence, [&](const Estimator& estimator, const Variant& variant) {
    const Request plain = request_for(estimator, variant, sequence, Precision::f64);
    Request learned = plain;  // as a file gives it
    const std::set<std::string> usual = {"eps", "u", "shift", "signs"};
    const auto is_noise = [](const ArraySpec& spec) {
      return spec.source == Source::normal || spec.source == Source::uniform;
    };
    std::set<std::string> derived;
    for (const ArraySpec& spec : estimator.info.arrays({sequence->sizes, plain.options, plain.given})) {
      INFO(spec.name);
      CHECK((is_noise(spec) || usual.count(spec.name) == 0));
      if (is_noise(spec)) continue;
      Shape shape = spec.shape;
      std::replace(shape.begin(), shape.end(), Index{-1}, Index{1});
      Array values(Dtype::f64, shape);  // 0, 1, 2 .. along the last axis: a permutation too
      for (std::size_t i = 0; i < values.count(); ++i)
        values.data<double>()[i] = static_cast<double>(i % static_cast<std::size_t>(shape.back()));
      learned.given.insert_or_assign(spec.name, values);
      if (spec.source == Source::derived) derived.insert(spec.name);
    }
    Request drawn = learned;
    for (const ArraySpec& spec : estimator.info.arrays({sequence->sizes, plain.options, learned.given}))
      if (is_noise(spec))
        drawn.given.emplace(spec.name, Array::from(std::vector<double>(element_count(spec.shape), 0.25), spec.shape));
    drop_noise(drawn);
    CHECK(drawn.given.size() == learned.given.size());
    for (const auto& [name, values] : learned.given)
      CHECK((drawn.given.count(name) == 1 && same_bytes(drawn.given.at(name), values)));
    const auto y = [](Request request) {
      request.want = {{"y"}};
      return run(request).at("y");
    };
    CHECK(same_bytes(y(drawn), y(learned)));
    given += learned.given.size() > plain.given.size();
    if (derived.empty()) return;
    CHECK_FALSE(same_bytes(y(drawn), y(plain)));
    ++replaced;
  });
  CHECK(given >= 3);
  CHECK(replaced >= 1);
}

TEST_CASE("growing the budget appends samples", "[conformance]") {
  const auto sequence = gaussian_sequence({2, 12, 12, 4, 3}, 12);
  int grown = 0;
  for (const Estimator& estimator : estimators()) {
    const std::string& budget = estimator.info.budget;
    if (budget != "samples" && budget != "frequencies") continue;
    INFO(estimator.info.name);
    const auto noise = [&](const char* size) {
      const Variant variant{"", {{budget, size}}};
      return drawn_noise(estimator, request_for(estimator, variant, sequence, Precision::f64), 1);
    };
    const std::optional<Arrays> few = noise("3"), many = noise("7");
    if (!few) continue;
    int longer = 0;
    for (const auto& [name, a] : *few) {
      const Array& b = many->at(name);
      if (a.shape() == b.shape()) continue;  // the planes of hash codes
      ++longer;
      INFO(name);
      // eps is (row, sample, coordinate) or without rows, u (row, sample) or (sample).
      const bool is_uniform = name == "u";
      const Index dim = is_uniform ? 1 : a.shape().back(), rows = a.rank() == (is_uniform ? 2 : 3) ? a.shape()[0] : 1;
      for (Index r = 0; r < rows; ++r)
        for (Index i = 0; i < 3 * dim; ++i)
          CHECK(a.at(static_cast<std::size_t>(r * 3 * dim + i)) == b.at(static_cast<std::size_t>(r * 7 * dim + i)));
    }
    CHECK(longer > 0);
    ++grown;
  }
  CHECK(grown >= 5);
}

TEST_CASE("a stop is obeyed before and between heads, and nothing is returned", "[conformance][concurrency]") {
  const auto sequence = gaussian_sequence({4, 64, 64, 4, 3}, 13);
  for (const Estimator& estimator : estimators()) {
    INFO(estimator.info.name);
    const Request request = make_request(sequence, estimator.info.name);
    std::stop_source before;
    before.request_stop();
    Progress stopped(before.get_token());
    CHECK_THROWS_AS(run(request, {&stopped, 1}), Cancelled);
    std::stop_source during;
    Progress watched(during.get_token(), [&](double) { during.request_stop(); });
    CHECK_THROWS_AS(run(request, {&watched, 1}), Cancelled);
  }
}

TEST_CASE("an unknown option is named, with what there is, and a wrong value with what is allowed", "[conformance]") {
  const auto sequence = gaussian_sequence({}, 14);
  for (const Estimator& estimator : estimators()) {
    CHECK_THROWS_WITH(make_request(sequence, estimator.info.name, {{"colour", "red"}}),
                      Catch::Contains("\"colour\"") && Catch::Contains("scale"));
    for (const OptionSpec& spec : estimator.info.options) {
      INFO(estimator.info.name << " " << spec.name);
      CHECK_THROWS_WITH(make_request(sequence, estimator.info.name, {{spec.name, "?"}}),
                        Catch::Contains(spec.name) && Catch::Contains(spec.allowed()));
    }
  }
}

namespace {

/// Every value of every choice and switch, and of numbers what equations ask for: whether they are at their default.
std::vector<std::pair<std::string, std::string>> all_changes(const EstimatorInfo& info) {
  std::vector<std::pair<std::string, std::string>> changes;
  for (const OptionSpec& spec : info.options) {
    std::vector<std::string> values = spec.words;
    if (spec.kind == OptionKind::flag) values = {"true", "false"};
    if (spec.kind == OptionKind::integer || spec.kind == OptionKind::real)
      for (const double value : {0.0, 0.5, 2.0})
        if (value <= spec.maximum && value >= spec.minimum && !(spec.minimum_excluded && value == spec.minimum) &&
            (value != 0.5 || spec.kind == OptionKind::real))
          values.push_back(number_text(value));
    for (const std::string& value : values) changes.emplace_back(spec.name, value);
  }
  return changes;
}

}  // namespace

TEST_CASE("every equation holds for some options, and something is said of y for all", "[conformance]") {
  for (const Estimator& estimator : estimators()) {
    const EstimatorInfo& info = estimator.info;
    std::vector<Equation> waiting = all_equations(info);
    const auto changes = all_changes(info);
    for (const auto& first : changes)
      for (const auto& second : changes) {
        if (first.first == second.first && first != second) continue;
        const Options options(info.name, info.options, {first, second});
        INFO(info.name << " " << first.first << "=" << first.second << " " << second.first << "=" << second.second);
        const std::string lines = options.holding(info.equations);
        CHECK((lines.find("y_n = ") != std::string::npos || lines.find("y = ") != std::string::npos ||
               lines.find("A_nm ∝ ") != std::string::npos));
        std::erase_if(waiting, [&](const Equation& equation) { return options.meets(equation.when); });
      }
    for (const Equation& equation : waiting) FAIL_CHECK(info.name << ": " << equation.lines);
  }
}

TEST_CASE("conditions of equations are joined, met and told", "[unit]") {
  const std::vector<OptionSpec> specs = {OptionSpec::choice("kind", {"a", "b", "c"}, "Which."),
                                         OptionSpec::integer("count", 1, 0, 9, "How many.")};
  const Condition both = with("kind", {"a", "b"}) && without("count", {"1"}), either = with("kind", {"c"}) || both;
  CHECK(Condition().is_always());
  CHECK((Condition() && both).text() == "kind=a|b and count≠1");
  CHECK((Condition() || both).is_always());
  CHECK(either.text(" | ", " & ") == "kind=c | kind=a|b & count≠1");
  const auto meets = [&](const char* kind, const char* count) {
    return Options("m", specs, {{"kind", kind}, {"count", count}}).meets(either);
  };
  CHECK((meets("c", "1") && meets("a", "2") && !meets("a", "1") && !meets("b", "1")));
}

TEST_CASE("every estimator describes itself in full", "[conformance]") {
  for (const Estimator& estimator : estimators()) {
    const EstimatorInfo& info = estimator.info;
    INFO(info.name);
    for (const std::string& text : {info.title, info.paper, info.summary, info.complexity, info.look_at})
      CHECK_FALSE(text.empty());
    CHECK(info.summary.back() == '.');
    const Options defaults(info.name, info.options);
    CHECK(defaults.has("scale"));
    if (!info.budget.empty()) CHECK(defaults.has(info.budget));
    for (const OptionSpec& spec : info.options) {
      CHECK_FALSE(spec.help.empty());
      if (!spec.shown_when_option.empty()) CHECK(defaults.has(spec.shown_when_option));
    }
    const auto sequence = gaussian_sequence({}, 15);
    const Problem problem{sequence->sizes, defaults, {}};
    const Cost cost = info.cost(problem);
    CHECK(cost.flops > 0);
    CHECK(cost.bytes > 0);
  }
}
