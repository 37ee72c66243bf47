// What findings say, word by word, of rows whose numbers are all different: so that each is of the right point, in the
// right place, and in the right direction.
#include "studies/findings.h"

#include <catch2/catch.hpp>
#include <set>

#include "studies/study_runs.h"

using namespace omega;
using namespace omega::studies;

namespace {

/// A study of one panel and one finding, and the numbers of its rows by name: one for each point, null where it has
/// none.
struct MadeStudy {
  const char *kind, *blocks, *panel, *finding, *numbers;
  std::string says;  // a finding a line; ✗ before what does not hold
};

const char* const kTwoCurves = R"([{"method": ["rfa", "ra"], "x": "samples", "input": {"preset": "smooth"},
                                    "options": {"samples": [4, 8, 16]}}])";
const char* const kTwoLongCurves = R"([{"method": ["rfa", "ra"], "x": "samples", "input": {"preset": "smooth"},
                                        "options": {"samples": [4, 8, 16, 32]}}])";
const char* const kOneCurve = R"([{"method": "rfa", "x": "samples", "input": {"preset": "smooth"},
                                   "options": {"samples": [4, 8, 16]}}])";
const char* const kErrors = R"({"y": "mse", "log": "xy"})";

const MadeStudy kMade[] = {
    // At 2, a quarter of the way from 1 to 16 by logarithms, rfa is 8, a quarter of the way from 16 to 1.
    {"order",
     R"([{"method": ["rfa", "ra", "is"], "input": {"preset": "smooth"}, "options": {"samples": [4, 8]}},
         {"method": "lara", "input": {"preset": "smooth"}, "options": {"landmarks": [4, 8]}}])",
     R"({"x": "flops_share", "x_title": "arithmetic", "y": "mse", "log": "xy"})", R"({"at": [2]})",
     R"({"mse": [16, 1, 4, 3, 7, 6, 9, 5], "mse_error": [0.1, 0.01, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1],
         "flops_share": [1, 16, 2, 32, 0.2, 0.5, 100, 200]})",
     "mse: at arithmetic 2: ra < rfa; is takes less at all its points; lara takes more at all its points\n"},
    {"order", kTwoCurves, kErrors, "{}",
     R"({"mse": [8, 3, 2, 7, 4, 2.1], "mse_error": [0.1, 0.1, 0.1, 0.1, 0.1, 0.1],
         "flops_share": [0.1, 0.2, 0.4, 0.3, 0.6, 1.2]})",
     "mse: samples 4: ra < rfa; arithmetic, exact attention = 1: ra 0.3, rfa 0.1\n"
     "mse: samples 8: rfa < ra; arithmetic, exact attention = 1: rfa 0.2, ra 0.6\n"
     "mse: samples 16: rfa ≈ ra; arithmetic, exact attention = 1: rfa 0.4, ra 1.2\n"},
    {"loss", kTwoCurves, kErrors, R"({"series": ["ra"], "against": "rfa"})",
     R"({"mse": [2, 3, 4, 1, 12, 4.1], "mse_error": [0.1, 0.1, 0.1, 0.1, 0.1, 0.1],
         "ess": [1.5, 3, 6, 2.5, 5, 10], "norm2": [7, 8, 9, 10, 11, 12]})",
     "mse: samples 8: ra loses to rfa (12 against 3); effective samples 5 against 3, mean ‖q+k‖² 11\n"},
    // By logarithms of base 2: 0, 1.3, 2. Off the line of slope 1 by -0.1, 0.2, -0.1: with one degree of freedom the
    // standard error is √(0.06/2), of which Student's t allows 12.7.
    {"slope", kOneCurve, R"({"y": "mse", "log": "xy", "fit_from": 1})", "{}", R"({"mse": [1, 2.462288826689832, 4]})",
     "mse: rfa ~ samples^1.0 ± 2.2 from 4 to 16\n"},
    {"rise", kTwoCurves, kErrors, "{}", R"({"mse": [2, 6, 5, 4, 3, 2], "mse_error": [0.1, 0.1, 0.1, 0.1, 0.1, 0.1]})",
     "mse: rfa rises from 2 at 4 to 6 at 8 (×3)\n"},
    {"best", kTwoCurves, kErrors, "{}",
     R"({"mse": [2, 1, 3, 4, 4.01, 5], "mse_error": [0.1, 0.1, 0.1, 0.1, 0.1, 0.1],
         "flops_share": [0.1, 0.2, 0.4, 0.3, 0.6, 1.2]})",
     "mse: least error: rfa at 8 (1, cost 0.2) < rfa at 4 (2, cost 0.1); most: rfa at 16 (3, cost 0.4); cost: "
     "arithmetic, exact attention = 1\n"
     "mse: least error: ra at 4 (4, cost 0.3) ≈ ra at 8 (4.01, cost 0.6); most: ra at 16 (5, cost 1.2); cost: "
     "arithmetic, exact attention = 1\n"},
    {"best",
     R"([{"name": "w", "series": "{label}", "input": {"preset": "smooth"}, "cases": [
          {"label": "balance", "method": "mis", "options": {"weighting": "balance"}},
          {"label": "power", "method": "mis", "options": {"weighting": "power"}}]}])",
     R"({"kind": "categories", "y": "mse"})", "{}", R"({"mse": [2, 1], "mse_error": [0.1, 0.1]})",
     "mse: least error: power (1) < balance (2); most: balance (2)\n"},
    {"below",
     R"([{"method": ["rfa", "ra", "is"], "x": "samples", "input": {"preset": "smooth"},
          "options": {"samples": [4, 8, 16]}}])",
     R"({"y": "ess"})", R"({"limit": 2})",
     R"({"ess": [3, 1, 1.5, 3, 4, 5, 2.1, 3, 1.9],
         "ess_error": [null, null, null, null, null, null, 0.1, 0.1, 0.1]})",
     "ess: rfa is below 2 at 8, 16\n"
     "ess: ra stays above 2\n"
     "ess: is is nowhere visibly below 2\n"},
    {"identity", kOneCurve, kErrors, R"({"limit": 1e-9})", R"({"mse": [1, 2, 3], "difference": [1e-12, 0.5, null]})",
     "mse: rfa at 4: largest difference from what it must be 1e-12\n"
     "✗ mse: rfa at 8: largest difference from what it must be 0.5\n"},
    {"verdict",
     R"([{"method": ["rfa", "ra"], "measure": "bias", "series": "{method}", "input": {"preset": "smooth"}}])",
     R"({"x": "number_of_draws", "y": "mean"})", R"({"series": ["ra"]})",
     R"({"number_of_draws": [[2, 4], [2, 4]], "mean": [[1, 2], [3, 4]], "verdict": ["biased", "no bias is visible"]})",
     "mean: no bias is visible\n"},
    // Off by one standard error, one and two, and by a tenth and less of the law.
    {"law",
     R"([{"measure": "law", "method": "rfa", "series": "{law}", "x": "sum",
          "parameters": {"law": "positive", "sum": [0.5, 1, 2]}}])",
     R"({"y": "variance"})", R"({"limit": 3})",
     R"({"variance": [1.1, 2, 3], "variance_error": [0.1, 0.2, 0.1], "law": [1, 2.2, 2.8], "printed": [2, 4.4, 0.7]})",
     "variance: positive: simulation within 2 standard errors of the closed form at 3 points; as printed it is off by "
     "up to ×4\n"},
    {"law",
     R"([{"measure": "law", "method": "rfa", "series": "{law}", "x": "sum",
          "parameters": {"law": ["positive", "trig"], "sum": [0.5, 1]}}])",
     R"({"y": "variance"})", R"({"limit": 1.5})",
     R"({"variance": [1.1, 2, 1, 2], "variance_error": [0.1, 0.1, 0.1, 0.1], "law": [1, 2.2, 1.05, 2.1],
         "printed": [3, 2.2, null, null]})",
     "✗ variance: positive: simulation within 2 standard errors of the closed form at 2 points; as printed it is off "
     "by up to ×3\n"
     "variance: trig: simulation within 1 standard errors of the closed form at 2 points\n"},
    {"disturbed",
     R"([{"measure": "time", "method": "softmax", "x": "n",
          "input": {"preset": "gaussian", "n": [16, 32, 64, 128, 256]}}])",
     R"({"y": "ms"})", R"({"limit": 0.1})", R"({"ms": [1, 2, 3, 4, 5], "others_cpus": [0.05, 0.3, 0.2, 0.4, null]})",
     "3 of 4 times taken while other programs used more than 0.1 CPUs\n"},
    {"prediction",
     R"([{"name": "w", "series": "{label}", "input": {"preset": "smooth"}, "cases": [
          {"label": "balance", "method": "mis", "options": {"weighting": "balance"}},
          {"label": "power", "method": "mis", "options": {"weighting": "power"}},
          {"label": "constant", "method": "mis", "options": {"weighting": "constant"}}]}])",
     R"({"kind": "categories", "y": "mse"})", "{}",
     R"({"mse": [0.5, 0.004, 0.07], "predicted": [0.05, 0.04, 0.05], "reachable": [0.03, 0.03, 0.03]})",
     "mse: measured balance 0.5 (predicted 0.05), power 0.004 (predicted 0.04), constant 0.07 (predicted 0.05); the "
     "least that is predicted of any weighting: 0.03; measured below that, as can be where few draws miss the tails: "
     "power; far from what is predicted: balance ×10, power ×0.1\n"},
    {"least", kTwoCurves, kErrors, "{}",
     R"({"mse": [2, 3, 1, 1, 4, 2], "mse_error": [0.1, 0.1, 0.1, 0.1, 0.1, 0.1],
         "norm2": [5, 6, 12, 3, 8, 9], "spread": [1, 2, 7, 7, 3, 4]})",
     "mse: least error at samples 4: ra; at 8, 16: rfa; mean ‖q+k‖² goes from 3 to 12; the number of keys that "
     "attention is spread over is 7\n"},
    {"heads",
     R"([{"measure": "head", "method": "rfa", "series": "{method}", "x": "head",
          "input": {"preset": "minilm", "layer": 3, "head": [0, 1, 2, 3, 4]}, "parameters": {"target": 0.2}}])",
     R"({"kind": "map", "x": "head", "rows_by": "layer", "y": "error"})", R"({"limit": 0.2})",
     R"({"layer": [3, 3, 3, 3, 3], "head": [0, 1, 2, 3, 4], "error": [0.1, 0.2, 0.3, 0.4, 0.5],
         "norm2": [1, 2, 3, 4, 5], "distance": [0.9, 0.8, 0.7, 0.6, 0.5], "entropy": [3, 1, 2, 5, 4],
         "keys": [9, 8, 7, 6, 5], "largest": [0.5, 0.4, 0.3, 0.2, 0.1],
         "samples": [4, 16, 32, null, null], "most": [512, 512, 512, 512, 512]})",
     "rfa: within 20 % of exact attention on 2 of 5 heads; easiest layer 3, head 0 (10 %), hardest layer 3, head 4 "
     "(50 %)\n"
     "rfa: larger errors where ‖q+k‖² is large, rank correlation 1.00; larger errors where attention stays near "
     "(distance), rank correlation −1.00\n"
     "rfa: 20 % takes a budget of 4 to 32 on 3 heads (median 16); 2 heads take more than 512\n"},
};

std::string what_is_said(const MadeStudy& made) {
  const Json numbers = Json::parse(made.numbers);
  Json panel = Json::parse(made.panel), finding = Json::parse(made.finding);
  panel["name"] = finding["panel"] = "made";
  finding["kind"] = made.kind;
  const Json text{{"format", 1},
                  {"name", "made"},
                  {"title", "made"},
                  {"blocks", Json::parse(made.blocks)},
                  {"panels", Json::array({panel})},
                  {"findings", Json::array({finding})}};
  const StudyDefinition study = read_study("made.json", text.dump(), "small");
  std::vector<Json> rows;
  for (const StudyPoint& point : study.points) {
    Json values = Json::object();
    for (const auto& [name, column] : numbers.items()) {
      REQUIRE(column.size() == study.points.size());
      if (const Json& value = column.at(static_cast<std::size_t>(point.index)); !value.is_null()) values[name] = value;
    }
    rows.push_back(asked_of(point, 0));
    rows.back()["values"] = values;
  }
  std::string said;
  for (const Finding& found : summarise(study, rows).findings) {
    CHECK(found.kind == made.kind);
    said += (found.holds ? "" : "✗ ") + found.text + "\n";
  }
  return said;
}

}  // namespace

TEST_CASE("every kind of finding says what the numbers say, word by word", "[studies]") {
  std::set<std::string> kinds;
  for (const MadeStudy& made : kMade) {
    INFO(made.kind);
    CHECK(what_is_said(made) == made.says);
    kinds.insert(made.kind);
  }
  kinds.insert("crossover");  // below
  const std::vector<std::string> all = finding_kinds();
  CHECK(kinds == std::set<std::string>(all.begin(), all.end()));
}

TEST_CASE("where a curve comes to lie below another is told between the two points", "[studies]") {
  struct Course {
    const char *numbers, *errors, *says;
  };
  const char *small = "0.01, 0.01, 0.01, 0.01", *large = "3, 3, 3, 3";
  // At 8 four times the other, at 16 half of it: two thirds of the way by logarithms, at 8·2^(2/3) = 12.7.
  for (const auto& [numbers, errors, says] : {Course{"4, 4, 0.5, 0.25", "", "first below at about 13"},
                                              {"4, 4, 0.5, 0.25", small, "first below at about 13"},
                                              {"4, 4, 0.5, 3", "", "first below at about 13; above again at 32"},
                                              {"0.5, 0.4, 0.3, 0.2", "", "already below at the shortest"},
                                              {"0.5, 0.4, 0.3, 2", small,
                                               "already below at the shortest; above again "
                                               "at 32"},
                                              {"4, 1, 0.5, 0.25", "", "visibly below from 16 on"},
                                              {"2, 3, 4, 5", "", "not below up to 32"},
                                              {"2, 3, 4, 5", small, "not below up to 32"},
                                              {"2, 0.5, 0.4, 0.3", large, "not visibly below up to 32"}}) {
    std::string text = std::string(R"({"mse": [1, 1, 1, 1, )") + numbers + "]";
    if (*errors != '\0') text += std::string(R"(, "mse_error": [0.01, 0.01, 0.01, 0.01, )") + errors + "]";
    text += "}";
    INFO(text);
    CHECK(what_is_said({"crossover", kTwoLongCurves, kErrors, R"({"against": "rfa"})", text.c_str(), ""}) ==
          std::string("mse: ra against rfa: ") + says + "\n");
  }
}
