// What causal=true promises, over the registry: no later token changes a bit, and where rows sum to one the first value
// is the first estimate. Below, what each causal form is made of.
#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>

#include "core/error.h"
#include "estimators/registry.h"
#include "run/runner.h"
#include "support/cases.h"
#include "support/noise.h"

using namespace omega;
using namespace omega::test;

namespace {

bool has_causal(const Estimator& estimator) { return option_named(estimator.info.options, "causal") != nullptr; }

Array far_normals(Shape shape, std::uint32_t stream, double deviation = 1) {
  return normals_at({9, 0, stream, 0, 0}, std::move(shape), deviation);
}

/// `array` with its rows (of the first axis) from `first` on taken from `other`.
Array with_tail(const Array& array, Index first, const Array& other) {
  Array mixed(Dtype::f64, array.shape());
  array.copy_to(mixed.data<double>(), 0, array.count());
  const std::size_t row = array.count() / static_cast<std::size_t>(array.shape()[0]),
                    kept = row * static_cast<std::size_t>(first);
  other.copy_to(mixed.data<double>() + kept, kept, array.count() - kept);
  return mixed;
}

/// Everything that belongs to the tokens from `first` on is other numbers, `times` as long.
Request with_another_future(const Estimator& estimator, const Request& request, Index first, double times) {
  const Sequence& old = *request.sequence;
  Request other = request;
  other.sequence = Sequence::make(with_tail(old.q, first, far_normals(old.q.shape(), 401, times)),
                                  with_tail(old.k, first, far_normals(old.k.shape(), 402, times)),
                                  with_tail(old.v, first, far_normals(old.v.shape(), 403, times)));
  const Problem problem{other.sequence->sizes, other.options, other.given};
  for (const ArraySpec& spec : estimator.info.arrays(problem)) {
    const auto noise = other.given.find(spec.name);
    if (noise == other.given.end() || spec.shape.front() != old.sizes.N) continue;
    Array fresh = far_normals(spec.shape, 404);
    for (std::size_t i = 0; spec.source == Source::uniform && i < fresh.count(); ++i)
      fresh.data<double>()[i] = std::abs(std::sin(fresh.at(i)));
    noise->second = with_tail(noise->second, first, fresh);
  }
  return other;
}

/// How many of the first rows have kept every bit.
Index rows_kept(const Array& a, const Array& b) {
  const Index rows = a.shape()[0];
  const std::size_t bytes = a.bytes() / static_cast<std::size_t>(rows);
  Index n = 0;
  while (n < rows && std::memcmp(a.raw() + bytes * static_cast<std::size_t>(n),
                                 b.raw() + bytes * static_cast<std::size_t>(n), bytes) == 0)
    ++n;
  return n;
}

std::vector<Variant> causal_variants(const Estimator& estimator, const std::shared_ptr<const Sequence>& sequence,
                                     Sizing sizing) {
  std::vector<Variant> all;
  if (!has_causal(estimator)) return all;
  for (Variant variant : variants(estimator, sequence, sizing)) {
    if (variant.text.find("causal=true") != std::string::npos) continue;
    variant.options.emplace_back("causal", "true");
    try {
      const Request request = make_request(sequence, estimator.info.name, variant.options);
      estimator.info.check({sequence->sizes, request.options, request.given});
    } catch (const Error& error) {
      if (error.kind() != Error::Kind::input) throw;
      continue;
    }
    variant.text += " causal";
    all.push_back(std::move(variant));
  }
  return all;
}

/// A request with all its noise given, so that rows of it can be replaced.
Request fixed_request(const Estimator& estimator, const Variant& variant,
                      const std::shared_ptr<const Sequence>& sequence, Precision precision) {
  Request request = request_for(estimator, variant, sequence, precision);
  if (const std::optional<Arrays> noise = drawn_noise(estimator, request, 0))
    request.given.insert(noise->begin(), noise->end());
  request.want = {{"y", "attention"}};
  return request;
}

int check_future(const std::shared_ptr<const Sequence>& sequence, Sizing sizing, const std::vector<Index>& cuts,
                 double times) {
  int checked = 0;
  for (const Estimator& estimator : estimators())
    for (const Variant& variant : causal_variants(estimator, sequence, sizing)) {
      ++checked;
      for (const Precision precision : {Precision::f32, Precision::f64}) {
        const Request request = fixed_request(estimator, variant, sequence, precision);
        const Result now = run(request);
        for (const Index first : cuts) {
          INFO(variant.text << ", other tokens from " << first << " on");
          const Result then = run(with_another_future(estimator, request, first, times));
          CHECK(rows_kept(then.at("y"), now.at("y")) >= first);
          CHECK(rows_kept(then.at("attention"), now.at("attention")) >= first);
        }
      }
    }
  return checked;
}

Array causal_y(const std::shared_ptr<const Sequence>& sequence, const std::string& method,
               const Options::Given& options, const Arrays& given = {}) {
  Request request = make_request(sequence, method, options);
  request.precision = Precision::f64;
  request.given = given;
  request.stream.seed = 3;  // as request_for()
  request.want = {{"y"}};
  return run(request).at("y");
}

std::shared_ptr<const Sequence> first_tokens(const Sequence& sequence, Index queries_from, Index count) {
  std::vector<Index> keys, queries;
  for (Index n = 0; n < count; ++n) keys.push_back(n);
  for (Index n = queries_from; n < count; ++n) queries.push_back(n);
  return Sequence::make(take_rows(sequence.q, queries), take_rows(sequence.k, keys), take_rows(sequence.v, keys));
}

}  // namespace

TEST_CASE("tokens after a query change no bit of it, wherever they begin", "[conformance][causal]") {
  // Segments, windows and blocks of 4 to 6: every cut is tried, so inside and at the end of each.
  const std::shared_ptr<const Sequence> sequence = gaussian_sequence({0, 23, 23, 3, 2}, 71);
  std::vector<Index> cuts;
  for (Index n = 1; n < 23; ++n) cuts.push_back(n);
  CHECK(check_future(sequence, Sizing::small, cuts, 60) >= 60);
}

TEST_CASE("tokens after a query change no bit of it, where tiles are whole", "[conformance][causal]") {
  for (const Index dims : {3, 48}) {  // tiles of 32 and of 64
    const std::shared_ptr<const Sequence> sequence = gaussian_sequence({0, 211, 211, 4, dims}, 72, 1.5);
    const std::vector<Index> cuts = {16, 31, 32, 33, 63, 64, 65, 100, 127, 128, 192, 210};
    CHECK(check_future(sequence, Sizing::defaults, cuts, dims == 3 ? 1 : 60) >= 60);
  }
}

TEST_CASE("a later token has no attention at all, and the first value is the first estimate", "[conformance][causal]") {
  const std::shared_ptr<const Sequence> sequence = gaussian_sequence({0, 21, 21, 4, 3}, 73);
  int methods = 0;
  for (const Estimator& estimator : estimators()) {
    methods += has_causal(estimator);
    for (const Variant& variant : causal_variants(estimator, sequence, Sizing::small)) {
      INFO(variant.text);
      const Request request = fixed_request(estimator, variant, sequence, Precision::f64);
      const Result result = run(request);
      for (Index n = 0; n < 21; ++n)
        for (Index m = n + 1; m < 21; ++m)
          REQUIRE(result.at("attention").at(static_cast<std::size_t>(n * 21 + m)) == 0);
      const Traits traits = estimator.info.traits(request.options);
      CHECK(traits.needs_equal_lengths == (estimator.info.name != "softmax"));
      CHECK_FALSE(traits.key_order_free);
      if (traits.rows_sum_to_one) CHECK(distance(take_rows(result.at("y"), {0}), take_rows(sequence->v, {0})) <= 1e-9);
    }
  }
  CHECK(methods >= 13);
}

TEST_CASE("causal forms give the same bits on any number of threads, over several stretches of tiles",
          "[conformance][causal][concurrency]") {
  const std::shared_ptr<const Sequence> sequence = gaussian_sequence({0, 2500, 2500, 3, 2}, 74, 2);
  int methods = 0;
  for (const Estimator& estimator : estimators()) {
    if (!has_causal(estimator)) continue;
    INFO(estimator.info.name);
    Request request = make_request(sequence, estimator.info.name, {{"causal", "true"}});
    request.want = {{"y"}};
    CHECK(same_bytes(run(request, {nullptr, 1}).at("y"), run(request, {nullptr, 3}).at("y")));
    ++methods;
  }
  CHECK(methods >= 13);
}

TEST_CASE("what has no causal form says why; a causal form wants as many keys as queries", "[conformance][causal]") {
  const std::shared_ptr<const Sequence> sequence = gaussian_sequence({0, 8, 8, 3, 2}, 75),
                                        longer = gaussian_sequence({0, 6, 8, 3, 2}, 75);
  int refused = 0;
  for (const Estimator& estimator : estimators()) {
    const EstimatorInfo& info = estimator.info;
    INFO(info.name);
    CHECK(has_causal(estimator) == info.not_causal.empty());
    if (!info.not_causal.empty()) {
      for (const char* value : {"true", "false"})
        CHECK_THROWS_WITH(make_request(sequence, info.name, {{"causal", value}}),
                          Catch::StartsWith(info.name + " has no option causal: " + info.not_causal));
      ++refused;
      continue;
    }
    if (!has_causal(estimator) || info.name == "softmax" ||
        info.traits(Options(info.name, info.options)).needs_equal_lengths)
      continue;
    CHECK_NOTHROW(run(make_request(longer, info.name, {{"causal", "false"}})));
    if (info.name != "eva")  // has a window, and says that
      CHECK_THROWS_WITH(run(make_request(longer, info.name, {{"causal", "true"}})),
                        Catch::Contains("causal=true needs as many keys as queries"));
  }
  CHECK(refused >= 7);
}

TEST_CASE("lara and mis refuse causally what knows later tokens", "[conformance][causal]") {
  const std::shared_ptr<const Sequence> sequence = gaussian_sequence({0, 9, 9, 3, 2}, 76);
  for (const char* method : {"lara", "mis"})
    for (const auto& [name, value] : Options::Given{{"proposals", "single"}, {"grid", "3x3"}, {"weighting", "own"}}) {
      const Request request = make_request(sequence, method, {{"landmarks", "9"}, {"causal", "true"}, {name, value}});
      CHECK_THROWS_WITH(run(request), Catch::StartsWith(name + "=" + value + " has no causal form: "));
    }
}

TEST_CASE("a causal query is the method itself on that query and the keys so far", "[conformance][causal]") {
  // 90 tokens: more than a tile.
  const std::shared_ptr<const Sequence> sequence = gaussian_sequence({0, 90, 90, 4, 3}, 77);
  const std::vector<std::pair<std::string, Options::Given>> methods = {
      {"softmax", {}},
      {"rfa", {{"samples", "5"}}},
      {"rfa", {{"samples", "5"}, {"features", "hyperbolic"}}},
      {"rfa", {{"samples", "40"}, {"features", "trig"}}},
      {"rfa", {{"samples", "40"}, {"features", "cosine"}}},
      {"rfa", {{"samples", "40"}, {"features", "hybrid"}}},
      {"rfa", {{"samples", "40"}, {"features", "hybrid"}, {"angle", "signs"}, {"proposal_variance", "1.3"}}},
      {"is", {{"samples", "5"}}},
      {"linear_elu", {}},
      {"linear_relu", {{"samples", "5"}}},
      {"gmm", {{"frequencies", "20"}}},
      {"gmm", {{"frequencies", "5"}, {"features", "prf"}}},
      {"fastfood", {{"frequencies", "5"}, {"features", "prf"}}},
      {"generative", {{"frequencies", "5"}, {"features", "prf"}}},
      {"ra", {{"samples", "2"}}},
      {"ra", {{"variant", "biased"}}},
  };
  for (const auto& [method, options] : methods) {
    INFO(method);
    Options::Given causal = options;
    causal.emplace_back("causal", "true");
    const Estimator& estimator = find_estimator(method);
    const Request request = fixed_request(estimator, {"", causal}, sequence, Precision::f64);
    const Array y = run(request).at("y");
    for (const Index n : {0, 1, 7, 31, 32, 63, 64, 89}) {
      Arrays noise = request.given;
      if (method == "ra")  // its noise has a row for each query
        for (auto& [name, values] : noise) {
          Shape one = values.shape();
          one[0] = 1;
          const std::size_t each = element_count(one);
          Array row(Dtype::f64, one);
          values.copy_to(row.data<double>(), each * static_cast<std::size_t>(n), each);
          values = row;
        }
      CHECK(distance(take_rows(y, {n}), causal_y(first_tokens(*sequence, n, n + 1), method, options, noise)) <= 1e-8);
    }
  }
}

TEST_CASE("the last causal row of a window is the method itself on the tokens so far", "[conformance][causal]") {
  const std::shared_ptr<const Sequence> sequence = gaussian_sequence({0, 70, 70, 4, 3}, 78);
  const Arrays noise = {{"eps", far_normals({6, 4}, 405)}};
  for (const char* overlap : {"0", "3"}) {
    Options::Given options = {{"window", "8"}, {"overlap", overlap}, {"samples", "6"}}, causal = options;
    causal.emplace_back("causal", "true");
    const Array y = causal_y(sequence, "scatterbrain", causal, noise);
    for (const Index n : {0, 7, 8, 20, 69})
      CHECK(distance(take_rows(y, {n}),
                     take_rows(causal_y(first_tokens(*sequence, 0, n + 1), "scatterbrain", options, noise), {n})) <=
            1e-10);
  }
}

TEST_CASE("causal lara with standard proposals and constant weights is causal rfa, mis is is",
          "[conformance][causal]") {
  const std::shared_ptr<const Sequence> sequence = gaussian_sequence({0, 70, 70, 4, 3}, 79);
  const Array eps = far_normals({6, 4}, 406);
  for (const auto& [method, same] : Options::Given{{"lara", "rfa"}, {"mis", "is"}}) {
    const Array shared =
        causal_y(sequence, method,
                 {{"landmarks", "6"}, {"proposals", "standard"}, {"weighting", "constant"}, {"causal", "true"}},
                 {{"eps", eps.reshaped({6, 1, 4})}});
    CHECK(distance(shared, causal_y(sequence, same, {{"samples", "6"}, {"causal", "true"}}, {{"eps", eps}})) <= 1e-11);
  }
}

TEST_CASE("a causal row of lara is lara with the proposals that it knows, given, on the tokens so far",
          "[conformance][causal]") {
  const std::shared_ptr<const Sequence> sequence = gaussian_sequence({0, 40, 40, 4, 3}, 80);
  for (const char* method : {"lara", "mis"})
    for (const char* weighting : {"constant", "balance", "power"}) {
      const Options::Given options = {{"weighting", weighting}, {"per_proposal", "2"}};
      Options::Given causal = options;
      causal.insert(causal.end(), {{"causal", "true"}, {"landmarks", "5"}});
      Request request = make_request(sequence, method, causal);
      request.precision = Precision::f64;
      const Array eps = far_normals({5, 2, 4}, 407);
      request.given = {{"eps", eps}};
      const Result all = run(request);
      for (const Index n : {0, 7, 8, 15, 16, 39}) {
        INFO(method << " " << weighting << ", query " << n);
        const Index known = n / 8 + 1;  // segments of 8
        Array mu(Dtype::f64, {known, 4}), own(Dtype::f64, {known, 2, 4});
        all.at("proposal_means").copy_to(mu.data<double>(), 0, mu.count());
        eps.copy_to(own.data<double>(), 0, own.count());
        Options::Given given = options;
        given.insert(given.end(), {{"proposals", "given"}, {"landmarks", std::to_string(known)}});
        // Landmarks are at most the queries: all of those so far are there, the last is the one that is meant.
        const Array y = causal_y(first_tokens(*sequence, 0, n + 1), method, given, {{"mu", mu}, {"eps", own}});
        CHECK(distance(take_rows(all.at("y"), {n}), take_rows(y, {n})) <= 1e-10);
      }
    }
}
