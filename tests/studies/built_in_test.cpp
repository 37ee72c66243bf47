// The built-in studies at toy size, against what they gave before; and the statistical claims, with their levels.
#include <catch2/catch.hpp>
#include <cmath>
#include <fstream>

#include "studies/assets.h"
#include "studies/study_runs.h"

using namespace omega;
using namespace omega::studies;
using namespace omega::test;

namespace {

StudySummary summary_of(const std::string& name, const std::string& size) {
  const StudyFolderFor folder("built-in-" + name);
  const StudyDefinition study = built_in(name, size);
  run_into(folder.at("here"), study);
  return summarise(study, open_study({folder.at("here")}).rows);
}

/// Every curve and cell in one list of numbers, by names that say where they are from.
Json numbers_of(const Figure& figure) {
  Json all = Json::object();
  for (const Panel& panel : figure.panels) {
    for (const Curve& curve : panel.curves) {
      if (curve.is_paper) continue;
      Json& list = all[panel.name + " | " + panel.title + " | " + curve.name + " | " + curve.method] = Json::array();
      for (const CurvePoint& p : curve.points) list.push_back({p.x, p.y});
    }
    for (const MapCell& cell : panel.cells)
      if (cell.point >= 0) all[panel.name + " | " + std::to_string(cell.column) + " | " + std::to_string(cell.row)] = cell.value;
  }
  return all;
}

/// Numbers to rounding (they come from float32 sums, whose order depends on the vector instructions), all else exactly.
bool alike(const Json& a, const Json& b) {
  if (a.is_number() && b.is_number()) {
    const double x = a.get<double>(), y = b.get<double>();
    return std::abs(x - y) <= 2e-3 * std::max(std::abs(x), std::abs(y)) + 1e-6;
  }
  if (a.type() != b.type() || a.size() != b.size()) return false;
  if (a.is_object()) {
    for (const auto& item : a.items())
      if (!b.contains(item.key()) || !alike(item.value(), b[item.key()])) return false;
    return true;
  }
  if (a.is_array()) {
    for (std::size_t i = 0; i < a.size(); ++i)
      if (!alike(a[i], b[i])) return false;
    return true;
  }
  return a == b;
}

bool depends_on_the_machine(const StudyDefinition& study) {
  for (const PanelSpec& panel : study.panels)
    if (panel.y == "ms" || panel.y == "peak_bytes") return true;
  return false;
}

}  // namespace

// OMEGASCOPE_UPDATE_REFERENCES=1 writes the stored summaries anew.
TEST_CASE("every study at toy size gives the stored numbers", "[studies]") {
  const std::string folder = OMEGA_SOURCE_DIR "/tests/studies/references/";
  for (const StudyAsset& asset : study_assets()) {
    INFO(asset.name);
    const StudySummary summary = summary_of(asset.name, "toy");
    CHECK(summary.rows == summary.of_rows);
    CHECK(summary.problems == 0);
    CHECK_FALSE(summary.findings.empty());
    if (depends_on_the_machine(built_in(asset.name, "toy"))) continue;
    const Json now = numbers_of(summary.figure);
    if (std::getenv("OMEGASCOPE_UPDATE_REFERENCES")) std::ofstream(folder + asset.name + ".json") << now.dump(1) << "\n";
    const Json before = Json::parse(file_text(folder + asset.name + ".json"));
    CHECK(alike(now, before));
  }
}

// Each comparison is of two independent means whose difference is far beyond 5 of its standard errors: a false alarm has a level
// below 1e-6.
TEST_CASE("on smooth sequences RA has less error than LARA, and LARA less than RFA, at 16 and 49 samples", "[studies][long]") {
  const std::string text = R"({
    "format": 1, "name": "claim", "title": "claim", "draws": 256,
    "blocks": [
      {"method": "rfa", "x": "samples", "input": {"preset": "smooth", "n": 196, "dim": 16}, "options": {"samples": [16, 49]}},
      {"method": "lara", "x": "landmarks", "input": {"preset": "smooth", "n": 196, "dim": 16}, "options": {"landmarks": [16, 49]}},
      {"method": "ra", "x": "samples", "draws": 64, "input": {"preset": "smooth", "n": 196, "dim": 16}, "options": {"samples": [16, 49]}}
    ],
    "panels": [{"name": "mse", "y": "mse"}]
  })";
  const StudyFolderFor folder("claim");
  const StudyDefinition study = read_study("claim.json", text, "small");
  run_into(folder.at("here"), study);
  const StudySummary summary = summarise(study, open_study({folder.at("here")}).rows);
  const auto& curves = summary.figure.panels.at(0).curves;
  REQUIRE(curves.size() == 3);
  for (std::size_t i = 0; i < 2; ++i) {
    const CurvePoint &rfa = curves[0].points[i], &lara = curves[1].points[i], &ra = curves[2].points[i];
    INFO("S " << rfa.x << ": rfa " << rfa.y << " ± " << rfa.error << ", lara " << lara.y << " ± " << lara.error << ", ra " << ra.y << " ± " << ra.error);
    CHECK(lara.y - ra.y > 5 * std::hypot(lara.error, ra.error));
    CHECK(rfa.y - lara.y > 5 * std::hypot(rfa.error, lara.error));
  }
}
