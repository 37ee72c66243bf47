// What a run refuses before it computes anything: unknown methods and outputs, given arrays of the wrong shape, maps
// that no memory holds.
#include <catch2/catch.hpp>
#include <cmath>

#include "core/error.h"
#include "run/runner.h"
#include "support/cases.h"
#include "support/refusal.h"

using namespace omega;
using namespace omega::test;

namespace {

Array zeros(const Shape& shape) { return Array::from(std::vector<double>(element_count(shape), 0.0), shape); }

std::string refusal(const Request& request, Error::Kind kind = Error::Kind::input) {
  return refusal_of([&] { run(request); }, kind);
}

Request request_of(const std::string& method, const Options::Given& options, const Arrays& given = {},
                   Index heads = 2) {
  Request request = make_request(gaussian_sequence({heads, 6, 6, 4, 3}, 91), method, options);
  request.given = given;
  return request;
}

}  // namespace

TEST_CASE("an unknown method is named, with the nearest one", "[unit][run]") {
  CHECK_THROWS_WITH(make_request(gaussian_sequence({}, 90), "larra"),
                    Catch::Contains("\"larra\"") && Catch::Contains("lara"));
}

TEST_CASE("noise of the wrong shape is refused with the shapes that would do", "[unit][run]") {
  const std::string sentence = refusal(request_of("rfa", {{"samples", "5"}}, {{"eps", zeros({4, 5})}}));
  CHECK(sentence == "eps is 4x5, but rfa with these options needs 5x4, or 2x5x4 for one per head");
  CHECK(refusal(request_of("rfa", {{"samples", "5"}}, {{"eps", zeros({4, 5})}}, 0)) ==
        "eps is 4x5, but rfa with these options needs 5x4");
  for (const Shape& wrong : {Shape{20}, Shape{3, 5, 4}, Shape{2, 4, 5}, Shape{1, 2, 5, 4}, Shape{}})
    CHECK_THAT(refusal(request_of("rfa", {{"samples", "5"}}, {{"eps", zeros(wrong)}})),
               Catch::StartsWith("eps is " + to_string(wrong)));
  CHECK_NOTHROW(run(request_of("rfa", {{"samples", "5"}}, {{"eps", zeros({5, 4})}})));
  CHECK_NOTHROW(run(request_of("rfa", {{"samples", "5"}}, {{"eps", zeros({2, 5, 4})}})));
}

TEST_CASE("arrays that an estimator takes are refused in another shape", "[unit][run]") {
  const std::vector<std::pair<std::string, std::pair<std::string, Shape>>> wrongs = {
      {"ra", {"u", {6}}},         {"ra", {"eps", {6, 4}}}, {"lara", {"eps", {6, 4}}},      {"lara", {"adapt_q_W", {4}}},
      {"mis", {"omega_at", {5}}}, {"gmm", {"mu", {2, 3}}}, {"fastfood", {"perm", {1, 3}}},
  };
  for (const auto& [method, array] : wrongs)
    CHECK_THAT(refusal(request_of(method, {}, {{array.first, zeros(array.second)}})),
               Catch::StartsWith(array.first + " is " + to_string(array.second)));
}

TEST_CASE("noise that is not finite is refused", "[unit][run]") {
  Array eps = zeros({5, 4});
  eps.data<double>()[7] = std::nan("");
  CHECK_THAT(refusal(request_of("rfa", {{"samples", "5"}}, {{"eps", eps}})), Catch::Contains("1 of 20 values of eps"));
}

TEST_CASE("uniforms outside [0, 1) are refused with their place", "[unit][run]") {
  const std::vector<std::pair<std::string, Options::Given>> draws = {
      {"ra", {{"samples", "2"}}},
      {"rfa", {{"features", "cosine"}, {"samples", "2"}}},
      {"lara", {{"proposals", "mixture"}, {"landmarks", "6"}, {"per_proposal", "2"}}}};
  for (const auto& [method, options] : draws)
    for (const double outside : {-1e-9, 1.0, 1.5}) {
      Array u = zeros(method == "rfa" ? Shape{2} : Shape{6, 2});
      CHECK_NOTHROW(run(request_of(method, options, {{"u", u}})));
      u.data<double>()[1] = outside;
      CHECK_THAT(refusal(request_of(method, options, {{"u", u}})),
                 Catch::StartsWith("u holds ") && Catch::Contains(method == "rfa" ? "at [1]" : "at [0, 1]") &&
                     Catch::EndsWith("uniforms must be at least 0 and below 1"));
    }
}

TEST_CASE("omega_at is one place or a list of at least one", "[unit][run]") {
  const Options::Given options = {{"landmarks", "3"}};
  const Array one = run(request_of("mis", options, {{"omega_at", zeros({4})}})).at("alpha_at");
  CHECK(one.shape() == Shape{2, 6, 1, 3});
  CHECK(same_bytes(one, run(request_of("mis", options, {{"omega_at", zeros({1, 4})}})).at("alpha_at")));
  CHECK(refusal(request_of("lara", options, {{"omega_at", zeros({0, 4})}}, 0)) ==
        "omega_at is 0x4, but lara with these options needs any number of rows x 4");
}

TEST_CASE("sentences name the option, its value and what becomes of it", "[unit][run]") {
  CHECK_THAT(refusal(request_of("lara", {{"landmarks", "3"}, {"grid", "2x3"}})),
             Catch::StartsWith("landmarks=3 does not tile a grid of 2x3 cells; it must be a perfect square"));
  CHECK_THAT(refusal(request_of("lara", {{"landmarks", "5"}, {"weighting", "own"}})),
             Catch::Contains("each of the 6 queries") && Catch::Contains("landmarks=5 gives 5") &&
                 Catch::Contains("reduced to min(C, N, M)"));
}

TEST_CASE("a required array that is missing is asked for by name and shape", "[unit][run]") {
  CHECK_THAT(refusal(request_of("lara", {{"landmarks", "3"}, {"proposals", "given"}})),
             Catch::Contains("mu (3x4") && Catch::EndsWith("coordinates), which was not given"));
}

TEST_CASE("arrays that a method does not know are ignored", "[unit][run]") {
  const Request plain = request_of("rfa", {});
  Request more = plain;
  more.given.emplace("u", zeros({77}));
  more.given.emplace("colours", zeros({2}));
  CHECK(same_bytes(run(more).at("y"), run(plain).at("y")));
}

TEST_CASE("only what is wanted comes back, and nothing unknown can be wanted", "[unit][run]") {
  Request request = request_of("rfa", {});
  request.want = {{"ess", "omega"}};
  const Result result = run(request);
  CHECK(result.outputs.size() == 2);
  CHECK((result.has("ess") && result.has("omega") && !result.has("y")));
  request.want = {{"y", "weigths"}};
  CHECK_THAT(refusal(request),
             Catch::Contains("no output \"weigths\" (did you mean weights?)") && Catch::Contains("log_target"));
  // An output that these options do not have is as unknown.
  Request trig = request_of("rfa", {{"features", "trig"}});
  trig.want = {{"weights"}};
  CHECK_THAT(refusal(trig), Catch::Contains("rfa with these options has no output \"weights\""));
  request.want = {std::set<std::string>{}};
  CHECK(run(request).outputs.empty());
}

TEST_CASE("a map that no memory holds is a sentence, before anything is allocated", "[unit][run]") {
  // 2 million tokens: a map of 16 TB. The sequence itself is 24 MB.
  constexpr Index kTokens = 2000000;
  const auto column = [] { return Array::from(std::vector<float>(kTokens, 0.5f), {kTokens, 1}); };
  Request request = make_request(Sequence::make(column(), column(), column()), "rfa", {{"samples", "1"}});
  const memory::Peak peak;
  request.want = {{"y", "attention"}};
  const std::string sentence = refusal(request, Error::Kind::failure);
  CHECK_THAT(sentence, Catch::Contains(": the outputs need ") && Catch::StartsWith("rfa on 2000000 queries") &&
                           Catch::Contains("attention alone") && Catch::Contains(" GiB), but at most ") &&
                           Catch::Contains(" GiB that are free are taken; ") && Catch::Contains("y alone"));
  CHECK(peak.bytes() < 1 << 20);
}

TEST_CASE("cuda is refused where there is no CUDA module, and says so", "[unit][run]") {
  Request request = request_of("rfa", {});
  request.backend = Backend::cuda;
  CHECK_THAT(refusal(request), Catch::Contains("cuda") && Catch::Contains("auto or cpu"));
  request.backend = Backend::automatic;
  const Stats stats = run(request).stats;
  CHECK(stats.backend == "cpu");
  CHECK_FALSE(stats.why.empty());
}

TEST_CASE("statistics of a run are those of the run", "[unit][run]") {
  const Result lara = run(request_of("lara", {{"landmarks", "3"}, {"clamp", "0.9"}}));
  CHECK(lara.stats.clamped == lara.at("clamped").at(0));
  CHECK(lara.stats.clamped > 0);
  CHECK(lara.stats.peak_bytes > 0);
  CHECK(lara.stats.milliseconds > 0);
}
