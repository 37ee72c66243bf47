// The built-in studies at toy size, against what they gave before; and the statistical claims, with their levels.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>

#include "core/text.h"
#include "studies/assets.h"
#include "studies/contrast.h"
#include "studies/measure.h"
#include "studies/study_runs.h"

using namespace omega;
using namespace omega::studies;
using namespace omega::test;

namespace {

std::vector<Json> rows_of(const StudyDefinition& study) {
  const Folder folder;
  run_into(folder / "here", study);
  return open_study({folder / "here"}).rows;
}

StudySummary summary_of(const std::string& name, const std::string& size) {
  const StudyDefinition study = built_in(name, size);
  return summarise(study, rows_of(study));
}

/// The names under `values` and `machine` that the measure of the row's point does not tell of.
std::set<std::string> untold(const StudyDefinition& study, const Json& row) {
  const StudyPoint& point = study.points.at(row.at("point").get<std::size_t>());
  const Measure& measure = *find_measure(point.measure);
  std::set<std::string> names;
  for (const char* part : {"values", "machine"})
    if (row.contains(part))
      for (const auto& [name, value] : row.at(part).items())
        if (!is_among(measure.values, name) || is_among(measure.of_machine, name) != (part == std::string("machine")))
          names.insert(name);
  return names;
}

bool depends_on_the_machine(const PanelSpec& panel) {
  return std::any_of(measures().begin(), measures().end(), [&](const Measure& measure) {
    return is_among(measure.of_machine, panel.x) || is_among(measure.of_machine, panel.y);
  });
}

/// The band of a curve, its standard errors and its fit, where it has them.
void add_uncertainties(Json& all, const std::string& name, const Curve& curve) {
  Json band = Json::array(), errors = Json::array();
  for (const CurvePoint& p : curve.points) {
    band.push_back({p.low, p.high});
    errors.push_back(p.error);
  }
  if (curve.has_band) all[name + " | low and high"] = band;
  if (std::any_of(curve.points.begin(), curve.points.end(), [](const CurvePoint& p) { return p.error > 0; }))
    all[name + " | errors"] = errors;
  if (curve.fit) all[name + " | slope and within"] = Json{curve.fit->slope, studies::finite(curve.fit_within)};
}

/// Every curve and cell in one list of numbers, by names that say where they are from.
Json numbers_of(const StudyDefinition& study, const Figure& figure) {
  Json all = Json::object();
  for (const FigurePart& panel : figure.panels) {
    const auto spec = std::find_if(study.panels.begin(), study.panels.end(),
                                   [&](const PanelSpec& candidate) { return candidate.name == panel.name; });
    if (depends_on_the_machine(*spec)) continue;
    for (const Curve& curve : panel.curves) {
      if (curve.is_paper) continue;
      const std::string name = panel.name + " | " + panel.title + " | " + curve.name + " | " + curve.method;
      Json& list = all[name] = Json::array();
      for (const CurvePoint& p : curve.points) list.push_back({p.x, p.y});
      add_uncertainties(all, name, curve);
    }
    for (const MapCell& cell : panel.cells)
      if (cell.point >= 0)
        all[panel.name + " | " + panel.title + " | " + std::to_string(cell.column) + " | " + std::to_string(cell.row)] =
            cell.value;
  }
  return all;
}

/// The largest y of a curve, which is a list of x and y; the largest of a list of numbers.
double largest(const Json& curve) {
  double y = 0;
  for (const Json& point : curve)
    if (const Json& number = point.is_array() && point.size() == 2 ? point[1] : point; number.is_number())
      y = std::max(y, std::abs(number.get<double>()));
  return y;
}

/// Numbers to 0.2 %, or to 1e-6 of the largest of their curve (they come from float32 sums, whose order depends on the
/// vector instructions), all else exactly.
bool alike(const Json& a, const Json& b, double of) {
  if (a.is_number() && b.is_number()) {
    const double x = a.get<double>(), y = b.get<double>();
    return std::abs(x - y) <= 2e-3 * std::max(std::abs(x), std::abs(y)) + 1e-6 * of;
  }
  if (a.type() != b.type() || a.size() != b.size()) return false;
  if (a.is_array()) {
    for (std::size_t i = 0; i < a.size(); ++i)
      if (!alike(a[i], b[i], of)) return false;
    return true;
  }
  return a == b;
}

/// The names whose numbers are others than before, or are there once only.
std::vector<std::string> unlike(const Json& now, const Json& before) {
  std::vector<std::string> names;
  for (const auto& [name, numbers] : now.items())
    if (!before.contains(name) || !alike(numbers, before[name], largest(numbers))) names.push_back(name);
  for (const auto& [name, numbers] : before.items())
    if (!now.contains(name)) names.push_back(name);
  return names;
}

}  // namespace

// OMEGASCOPE_UPDATE_REFERENCES=1 writes the stored summaries anew where they are not as before.
TEST_CASE("every study at toy size gives the stored numbers", "[studies]") {
  const std::string folder = OMEGA_SOURCE_DIR "/tests/studies/references/";
  int compared = 0;
  for (const StudyAsset& asset : study_assets()) {
    INFO(asset.name);
    const StudyDefinition study = built_in(asset.name, "toy");
    const std::vector<Json> rows = rows_of(study);
    for (const Json& row : rows) CHECK(untold(study, row).empty());
    const StudySummary summary = summarise(study, rows);
    CHECK(summary.rows == summary.of_rows);
    CHECK(summary.problems == 0);
    CHECK_FALSE(summary.findings.empty());
    const Json now = numbers_of(study, summary.figure);
    if (now.empty()) continue;
    const std::string path = folder + asset.name + ".json";
    Json before = std::filesystem::exists(path) ? Json::parse(bytes_of(path)) : Json::object();
    if (std::getenv("OMEGASCOPE_UPDATE_REFERENCES") && !unlike(now, before).empty()) {
      std::ofstream(path) << now.dump(1) << "\n";
      before = now;
    }
    if (before.empty()) FAIL_CHECK("no reference yet: run with OMEGASCOPE_UPDATE_REFERENCES=1");
    for (const std::string& name : before.empty() ? std::vector<std::string>() : unlike(now, before))
      FAIL_CHECK(name << ": " << now.value(name, Json("is gone")));
    ++compared;
  }
  CHECK(compared >= 10);
}

TEST_CASE("studies whose figures show times are those that panels of times are of", "[studies]") {
  std::set<std::string> of_times;
  for (const StudyAsset& asset : study_assets())
    if (built_in(asset.name, "toy").measures_times()) of_times.insert(asset.name);
  CHECK(of_times == std::set<std::string>{"convergence", "eva_ablation", "scaling", "sparsity"});
  for (const Measure& measure : measures())
    for (const std::string& time : measure.times) CHECK(is_among(measure.of_machine, time));
}

TEST_CASE("the manual's table has a row for each study, and no other", "[studies]") {
  const std::string page = bytes_of(OMEGA_SOURCE_DIR "/assets/manual/studies.md");
  std::set<std::string> rows, names;
  for (const std::string& line : split(page, "\n"))
    if (line.starts_with("| `")) rows.insert(line.substr(3, line.find('`', 3) - 3));
  for (const StudyAsset& asset : study_assets()) names.insert(asset.name);
  CHECK(rows == names);
}

// Each comparison is of two independent means whose difference is far beyond 5 of its standard errors: a false alarm
// has a level below 1e-6.
TEST_CASE("on smooth sequences RA has less error than LARA, and LARA less than RFA, at 16 and 49 samples",
          "[studies][long]") {
  const std::string text = R"({
    "format": 1, "name": "claim", "title": "claim", "draws": 256,
    "blocks": [
      {"method": "rfa", "x": "samples", "input": {"preset": "smooth", "n": 196, "dim": 16}, "options": {"samples": [16, 49]}},
      {"method": "lara", "x": "landmarks", "input": {"preset": "smooth", "n": 196, "dim": 16}, "options": {"landmarks": [16, 49]}},
      {"method": "ra", "x": "samples", "draws": 64, "input": {"preset": "smooth", "n": 196, "dim": 16}, "options": {"samples": [16, 49]}}
    ],
    "panels": [{"name": "mse", "y": "mse"}]
  })";
  const Folder folder;
  const StudyDefinition study = read_study("claim.json", text, "small");
  run_into(folder / "here", study);
  const StudySummary summary = summarise(study, open_study({folder / "here"}).rows);
  const auto& curves = summary.figure.panels.at(0).curves;
  REQUIRE(curves.size() == 3);
  for (std::size_t i = 0; i < 2; ++i) {
    const CurvePoint &rfa = curves[0].points[i], &lara = curves[1].points[i], &ra = curves[2].points[i];
    INFO("S " << rfa.x << ": rfa " << rfa.y << " ± " << rfa.error << ", lara " << lara.y << " ± " << lara.error
              << ", ra " << ra.y << " ± " << ra.error);
    CHECK(lara.y - ra.y > 5 * std::hypot(lara.error, ra.error));
    CHECK(rfa.y - lara.y > 5 * std::hypot(rfa.error, lara.error));
  }
}

// On six sequences, each compared with itself: the rise is beyond Student's bound at 10⁻⁴ and a factor of 2.
TEST_CASE("with the paper's group weights the error of EVA rises with its window", "[studies]") {
  const StudySummary summary = summary_of("eva_ablation", "small");
  int panels = 0;
  for (const FigurePart& panel : summary.figure.panels) {
    if (panel.name != "rise") continue;
    ++panels;
    const auto curve =
        std::find_if(panel.curves.begin(), panel.curves.end(), [](const Curve& c) { return c.name == "C = 49"; });
    REQUIRE(curve != panel.curves.end());
    const CurvePoint &narrow = curve->points.front(), &wide = curve->points[3];
    CHECK(narrow.x == 4);
    CHECK(wide.x == 49);
    CHECK(wide.y > 2 * narrow.y);
    CHECK(is_visibly_less(narrow, wide, 1 - 1e-4));
  }
  CHECK(panels == 1);
}

TEST_CASE("more coefficients leave less error per token; more samples help one group of EVA, and 49 little",
          "[studies]") {
  const StudySummary summary = summary_of("eva_ablation", "small");
  const auto panel = [&](const std::string& name) {
    const auto found = std::find_if(summary.figure.panels.begin(), summary.figure.panels.end(),
                                    [&](const FigurePart& one) { return one.name == name; });
    REQUIRE(found != summary.figure.panels.end());
    return *found;
  };
  const FigurePart coefficients = panel("coefficients"), parts = panel("parts");
  REQUIRE(coefficients.curves.size() == 2);
  for (const Curve& curve : coefficients.curves) {
    INFO(curve.name);
    REQUIRE(curve.points.size() == 4);
    for (std::size_t i = 1; i < curve.points.size(); ++i) CHECK(is_visibly_less(curve.points[i], curve.points[i - 1]));
  }
  REQUIRE(parts.curves.size() == 1);
  const auto error_of = [&](const std::string& label) {
    const auto& labels = parts.x.categories;
    const auto found = std::find(labels.begin(), labels.end(), label);
    REQUIRE(found != labels.end());
    const auto& points = parts.curves[0].points;
    const auto point = std::find_if(points.begin(), points.end(), [&](const CurvePoint& one) {
      return one.x == static_cast<double>(found - labels.begin());
    });
    REQUIRE(point != points.end());
    return point->y;
  };
  CHECK(error_of("one group, weight: exact") > 2 * error_of("one group, weight: exact, 49 samples"));
  CHECK(error_of("weight: exact") < 1.1 * error_of("weight: exact, 49 samples a group"));
}

TEST_CASE("the bridge gives the numbers of RFA, LARA and RA at its stops", "[studies]") {
  std::size_t stops = 0;
  for (const Finding& finding : summary_of("bridge", "toy").findings) {
    if (finding.kind != "identity") continue;
    INFO(finding.text);
    CHECK(finding.holds);
    ++stops;
  }
  CHECK(stops == 6);
}

TEST_CASE("what ra says is the mean of the key that was drawn, given ω; the two parts make up the variance of keys",
          "[studies]") {
  const StudyDefinition study = built_in("two_ways", "toy");
  std::vector<Json> rows = rows_of(study);
  std::size_t stops = 0;
  for (const Finding& finding : summarise(study, rows).findings) {
    if (finding.kind != "identity") continue;
    INFO(finding.text);
    CHECK(finding.holds);
    ++stops;
  }
  CHECK(stops == 4);
  double kept = 0, left = 0, count = 0;
  for (const Json& row : rows) {
    if (study.points.at(row.at("point").get<std::size_t>()).measure != "conditioning") continue;
    kept += row["values"]["kept"].get<double>();
    left += row["values"]["left"].get<double>();
    ++count;
  }
  CHECK((kept + left) / count == Approx(1).margin(0.1));
  CHECK(left > 0);
  CHECK(kept < count);
}

TEST_CASE("the bound of drawn keys keeps its promise on flat attention and not on sharp, nor on a needle",
          "[studies]") {
  const StudyDefinition study = built_in("two_ways", "small");
  std::map<std::string, double> coverage;
  for (const StudyPoint& point : study.points) {
    if (point.measure != "coverage" || point.what.method != "key_sampling") continue;
    const std::string samples = point.field("samples").value();
    if (samples != "4" && samples != "256") continue;
    StudyDefinition one = study;
    one.points = {point};
    one.points[0].index = 0;
    one.seeds = 1;
    for (const Json& row : rows_of(one))
      coverage[point.series + " " + samples] =
          row["values"][point.block == "needle" ? "least_coverage" : "coverage"].get<double>();
  }
  CHECK(coverage.at("flat 256") > 0.92);
  CHECK(coverage.at("sharp 4") < 0.6);
  CHECK(coverage.at("needle 4") < 0.2);
  CHECK(coverage.at("needle among exact keys 256") > 0.8);
}

TEST_CASE("what is said of heads while some rows are missing says so, and of too few nothing is said", "[studies]") {
  const StudyDefinition study = built_in("heads", "toy");
  std::vector<Json> rows = rows_of(study);
  REQUIRE(rows.size() == 30);
  const auto said = [&](std::size_t count) {
    std::vector<std::string> texts;
    for (const Finding& finding :
         summarise(study, {rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(count)}).findings)
      if (finding.kind == "heads") texts.push_back(finding.text);
    return texts;
  };
  REQUIRE_FALSE(said(30).empty());
  CHECK_THAT(said(30).front(), !Catch::Contains("so far"));
  REQUIRE_FALSE(said(29).empty());
  for (const std::string& text : said(29)) CHECK_THAT(text, Catch::Contains(" (so far 29 of 30 rows)"));
  CHECK(said(20).empty());
}

TEST_CASE("unbiased estimators get no verdict of bias, and RFA gets one", "[studies]") {
  const StudySummary summary = summary_of("bias", "small");
  int without = 0, with = 0, undecided = 0;
  for (const Finding& finding : summary.findings) {
    INFO(finding.text);
    const bool biased = finding.text.find(": biased at") != std::string::npos;
    for (const char* unbiased : {"is, ", "ra, ", "mis, "})
      if (finding.text.rfind(unbiased, 0) == 0) {
        CHECK_FALSE(biased);
        ++without;
      }
    if (finding.text.rfind("rfa, ", 0) == 0) {
      CHECK(biased);
      ++with;
    }
    if (finding.text.rfind("is, radius 1.5", 0) == 0) {
      CHECK(finding.text.find("undecided: one of ") != std::string::npos);
      ++undecided;
    }
  }
  CHECK(without == 6);
  CHECK(with == 2);
  CHECK(undecided == 1);
  CHECK(std::ranges::count(summary.findings, "verdict", &Finding::kind) == 12);
}

TEST_CASE("scaling has every method at every length, shortest first, and memory that grows as it must", "[studies]") {
  const Folder folder;
  const StudyDefinition study = built_in("scaling", "toy");
  run_into(folder / "here", study);
  const RowFile file = read_row_file(rows_file(folder / "here", {}));
  double n = 0;
  int maps = 0;
  for (const Json& row : file.rows) {
    const double length = static_cast<double>(sizes_of(study.points.at(row["point"].get<std::size_t>()).input).N);
    CHECK(length >= n);
    n = length;
    CHECK(row["machine"]["ms"].get<double>() > 0);
    CHECK(row["machine"]["repeats"].get<int>() >= 3);
    // Exact attention with its map: 4·N² bytes of it, q, k, v and y of 4·8·N bytes each, and the scaled copies and
    // tiles of one call.
    if (row["block"] != "time" || row["series"] != "softmax") continue;
    const double map = 4 * n * n, tokens = 4 * 4 * 8 * n;
    CHECK(row["machine"]["peak_bytes"].get<double>() >= map + tokens);
    CHECK(row["machine"]["peak_bytes"].get<double>() <= map + 3 * tokens + 100000);
    ++maps;
  }
  CHECK(maps >= 2);
  CHECK(file.rows.size() == study.rows());
}

TEST_CASE("a point beyond its cap is a gap with a reason, and the shorter ones stay", "[studies]") {
  const std::string text = R"({
    "format": 1, "name": "caps", "title": "caps", "measure": "time",
    "blocks": [{"method": "softmax", "x": "n", "input": {"preset": "gaussian", "dim": 4, "n": [2048, 16]}, "parameters": {"seconds": 0, "cap": 1e-9}}],
    "panels": [{"name": "time", "y": "ms"}], "findings": [{"kind": "disturbed", "panel": "time", "limit": 0.1}]
  })";
  const Folder folder;
  const StudyDefinition study = read_study("caps.json", text, "small");
  run_into(folder / "here", study);
  const StudySummary summary = summarise(study, open_study({folder / "here"}).rows);
  CHECK(summary.problems == 1);
  REQUIRE(summary.figure.missing.size() == 1);
  CHECK(summary.figure.missing[0].find("N = 2048 would take about") != std::string::npos);
  REQUIRE(summary.figure.panels[0].curves.size() == 1);
  CHECK(summary.figure.panels[0].curves[0].points.size() == 1);
}

TEST_CASE("a run that never learns is a gap among the steps and the seconds, and says how far it came", "[studies]") {
  const std::string text = R"({
    "format": 1, "name": "never", "title": "never", "measure": "learning",
    "blocks": [{"method": "linear_elu", "x": "sparsity", "parameters": {"preset": "quick", "accuracy": [0.02, 1], "sparsity": 0.5,
      "length": 24, "examples": 180, "batch": 18, "steps": 2, "validate_every": 1, "validation_examples": 36}}],
    "panels": [{"name": "steps", "x": "accuracy", "y": "steps"}, {"name": "seconds", "x": "accuracy", "y": "seconds"},
               {"name": "best", "x": "accuracy", "y": "best_accuracy"}]
  })";
  const Folder folder;
  const StudyDefinition study = read_study("never.json", text, "small");
  run_into(folder / "here", study);
  const StudySummary summary = summarise(study, open_study({folder / "here"}).rows);
  CHECK(summary.problems == 0);
  std::map<std::string, std::size_t> points;
  for (const FigurePart& panel : summary.figure.panels) {
    REQUIRE(panel.curves.size() == 1);
    points[panel.name] = panel.curves[0].points.size();
  }
  CHECK(points == std::map<std::string, std::size_t>{{"steps", 1}, {"seconds", 1}, {"best", 2}});
}

TEST_CASE("a study's errors can be from some queries: their standard error holds that", "[studies]") {
  const auto rows_of = [](const char* queries) {
    const std::string text = R"({
      "format": 1, "name": "some", "title": "some", "draws": 4,
      "blocks": [
        {"name": "errors", "method": ["linear_elu", "rfa"], "x": "n", "input": {"preset": "gaussian", "dim": 8, "n": [600]},
         "parameters": {"queries": )" +
                             std::string(queries) + R"(}}
      ],
      "panels": [{"name": "mse", "y": "mse"}]
    })";
    const Folder folder;
    run_into(folder / "here", read_study("some.json", text, "small"));
    return open_study({folder / "here"}).rows;
  };
  const std::vector<Json> all = rows_of("0"), some = rows_of("64");
  REQUIRE_FALSE(all.empty());
  REQUIRE(all.size() == some.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Json &exact = all[i]["values"], &sampled = some[i]["values"];
    CHECK_FALSE(exact.contains("queries"));
    CHECK(sampled["queries"] == 64);
    CHECK(sampled["mse_error"].get<double>() > 0);
    CHECK(sampled["mse_error"].get<double>() < 0.5 * sampled["mse"].get<double>());
    CHECK(std::abs(sampled["mse"].get<double>() - exact["mse"].get<double>()) < 5 * sampled["mse_error"].get<double>());
  }
  CHECK_THROWS_WITH(rows_of("3"), Catch::Contains("queries is 3, but must be a whole number from 16, or 0 for all"));
}

TEST_CASE("the choice of queries is in the blocks of an error, and in the error of bias² of both measures",
          "[studies]") {
  const auto rows_of = [](const char* measure) {
    const std::string text = R"({
      "format": 1, "name": "some", "title": "some", "draws": 16, "measure": ")" +
                             std::string(measure) + R"(",
      "blocks": [{"name": "errors", "method": ["linear_elu", "rfa"], "x": "n", "parameters": {"queries": 32},
                  "input": {"preset": "gaussian", "dim": 8, "n": [300]}}],
      "panels": [{"name": "bias2", "y": "bias2"}]
    })";
    const Folder folder;
    run_into(folder / "here", read_study("some.json", text, "small"));
    return open_study({folder / "here"}).rows;
  };
  const std::vector<Json> errors = rows_of("error"), biases = rows_of("bias");
  REQUIRE((errors.size() == 2 && biases.size() == 2));
  for (const Json& row : errors) {
    const Json& values = row["values"];
    const auto blocks = values["mse_blocks"].get<std::vector<double>>();
    REQUIRE(blocks.size() == 8);
    double mean = 0, variance = 0;
    for (const double block : blocks) mean += block / 8;
    for (const double block : blocks) variance += std::pow(block - mean, 2) / (8 * 7);
    CHECK(mean == Approx(values["mse"].get<double>()));
    CHECK(std::sqrt(variance) > 0.3 * values["mse_error"].get<double>());  // the first is the same in every draw
  }
  CHECK(errors[0]["values"]["mse_share_of_one"] == 0);
  CHECK(errors[1]["values"]["mse_share_of_one"].get<double>() > 0);
  CHECK(biases[1]["values"]["bias2_error"].get<double>() == Approx(errors[1]["values"]["bias2_error"].get<double>()));
}
