// Summaries and figures: what is drawn and said follows from the rows.
#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <set>
#include <variant>

#include "estimators/look.h"
#include "estimators/registry.h"
#include "studies/figure_layout.h"
#include "studies/marks.h"
#include "studies/papers.h"
#include "studies/scale.h"
#include "studies/study_runs.h"
#include "studies/svg.h"

using namespace omega;
using namespace omega::studies;
using Catch::Matchers::Contains;

namespace {

const std::string kStudy = R"({
  "format": 1, "name": "mine", "title": "A & B", "seeds": 2,
  "blocks": [
    {"method": "rfa", "x": "samples", "input": {"preset": "smooth"}, "options": {"samples": [1, 2, 4]}},
    {"method": "lara", "x": "landmarks", "input": {"preset": "smooth"}, "options": {"landmarks": [1, 2, 4]}}
  ],
  "panels": [
    {"name": "mse", "title": "error", "y": "mse", "log": "xy", "fit_from": 1},
    {"name": "share", "title": "relative", "y": "mse", "relative_to": "rfa"},
    {"name": "paper", "kind": "categories", "paper": "lara_table_10"},
    {"name": "map", "kind": "map", "paper": "eva_table_6"}
  ],
  "findings": [
    {"kind": "order", "panel": "mse", "at": [4]},
    {"kind": "slope", "panel": "mse"},
    {"kind": "rise", "panel": "mse", "series": ["lara"]},
    {"kind": "loss", "panel": "mse", "series": ["lara"], "against": "rfa"}
  ]
})";

Json row(Index point, Index seed, double mse, double error) {
  return {{"point", point},
          {"seed", seed},
          {"series", point < 3 ? "rfa" : "lara"},
          {"values", {{"mse", mse}, {"mse_error", error}, {"ess", 2.0}, {"norm2", 9.0}}}};
}

/// rfa falls as 1/S; lara rises from 4 to 8 and is above rfa at the end.
std::vector<Json> made_rows() {
  std::vector<Json> rows;
  const double values[] = {8, 4, 2, 6, 4, 8};
  for (Index point = 0; point < 6; ++point)
    for (Index seed = 0; seed < 2; ++seed)
      rows.push_back(row(point, seed, values[point] * (seed == 0 ? 0.9 : 1.1), 0.02));
  return rows;
}

std::vector<std::string> texts(const StudySummary& summary, const std::string& kind) {
  std::vector<std::string> found;
  for (const Finding& finding : summary.findings)
    if (finding.kind == kind) found.push_back(finding.text);
  return found;
}

}  // namespace

TEST_CASE("curves are means over seeds with their errors and fits", "[studies]") {
  const StudyDefinition study = read_study("mine.json", kStudy, "small");
  const StudySummary summary = summarise(study, made_rows());
  REQUIRE(summary.figure.panels.size() == 4);
  const FigurePart& panel = summary.figure.panels[0];
  REQUIRE(panel.curves.size() == 2);
  CHECK(panel.curves[0].points[1].x == 2);
  CHECK(panel.curves[0].points[1].y == Approx(4));
  CHECK(panel.curves[0].points[1].error == Approx(0.4));  // of 3.6 and 4.4; their own are 0.02
  CHECK(panel.curves[0].fit->slope == Approx(-1));
  const FigurePart& relative = summary.figure.panels[1];
  CHECK(relative.curves[0].points[2].y == Approx(1));
  CHECK(relative.curves[1].points[2].y == Approx(4));
}

TEST_CASE("findings say what the numbers say", "[studies]") {
  const StudyDefinition study = read_study("mine.json", kStudy, "small");
  const StudySummary summary = summarise(study, made_rows());
  REQUIRE(texts(summary, "order").size() == 1);
  CHECK_THAT(texts(summary, "order")[0], Contains("x 4: rfa < lara"));
  CHECK_THAT(texts(summary, "slope")[0], Contains("rfa ~ x^-1 "));
  CHECK_THAT(texts(summary, "rise")[0], Contains("lara rises from 4 at 2 to 8 at 4 (×2)"));
  REQUIRE(texts(summary, "loss").size() == 1);
  CHECK_THAT(texts(summary, "loss")[0],
             Contains("lara loses to rfa (8 against 2); effective samples 2 against 2, mean ‖q+k‖² 9"));
}

namespace {

/// Of three points, the second is a tenth above the first on every sequence, the third a fifth above it in the mean and
/// below it on every other one.
std::vector<Json> near_rows() {
  const double values[3][4] = {{1, 1.01, 0.99, 1}, {1.1, 1.12, 1.09, 1.1}, {0.5, 2, 0.6, 1.7}};
  std::vector<Json> rows;
  for (Index point = 0; point < 3; ++point)
    for (Index seed = 0; seed < 4; ++seed) rows.push_back(row(point, seed, values[point][seed], 0.02));
  return rows;
}

std::vector<std::string> said_of_near(const std::string& blocks, const std::string& kind) {
  Json study = Json::parse(kStudy);
  study.update({{"seeds", 4}, {"blocks", Json::parse(blocks)}});
  study["panels"] = Json::array({study["panels"][0]});
  study["findings"] = Json::parse(R"([{"kind": ")" + kind + R"(", "panel": "mse"}])");
  return texts(summarise(read_study("mine.json", study.dump(), "small"), near_rows()), kind);
}

}  // namespace

TEST_CASE(
    "beside the least stand all up to one that is visibly worse; behind it, what is too uncertain to be called so",
    "[studies]") {
  const auto best = said_of_near(
      R"([{"method": "rfa", "x": "samples", "input": {"preset": "smooth"}, "options": {"samples": [1, 2, 4]}}])",
      "best");
  REQUIRE(best.size() == 1);
  CHECK_THAT(best[0],
             Contains("least error: rfa at 1 (1) < rfa at 2 (1.1); larger, but too uncertain to be called worse: "
                      "rfa at 4 (1.2); most: rfa at 4 (1.2)"));
  const auto least = said_of_near(
      R"([{"method": ["rfa", "ra", "is"], "x": "samples", "input": {"preset": "smooth"}, "options": {"samples": [4]}}])",
      "least");
  REQUIRE(least.size() == 1);
  CHECK_THAT(least[0], Contains(" 4: rfa; larger, but too uncertain to be called worse: is"));
}

TEST_CASE("what is measured below the least that is possible is named, with its error", "[studies]") {
  const std::string text = R"({
    "format": 1, "name": "mine", "title": "mine", "seeds": 2,
    "blocks": [{"name": "w", "series": "{label}", "input": {"preset": "smooth"}, "cases": [
      {"label": "balance", "method": "mis", "options": {"weighting": "balance"}},
      {"label": "power", "method": "mis", "options": {"weighting": "power"}}]}],
    "panels": [{"name": "mse", "title": "plane", "kind": "categories", "y": "mse"}],
    "findings": [{"kind": "prediction", "panel": "mse"}]
  })";
  std::vector<Json> rows;
  for (Index point = 0; point < 2; ++point)
    for (Index seed = 0; seed < 2; ++seed) {
      rows.push_back(row(point, seed, (point == 0 ? 0.04 : 0.025) * (seed == 0 ? 0.9 : 1.1), 0.001));
      rows.back()["values"].update({{"predicted", point == 0 ? 0.05 : 0.04}, {"reachable", 0.03}});
    }
  const auto said = texts(summarise(read_study("mine.json", text, "small"), rows), "prediction");
  REQUIRE(said.size() == 1);
  CHECK_THAT(said[0],
             Contains("measured balance 0.0400 ± 0.0040 (predicted 0.05), power 0.0250 ± 0.0025 (predicted 0.04)"));
  CHECK_THAT(said[0],
             Contains("any weighting: 0.03; measured below that, as can be where few draws miss the tails: power"));
  CHECK_THAT(said[0], !Contains("tails: balance"));
}

TEST_CASE("rows that are missing are gaps, and problems are named once", "[studies]") {
  const StudyDefinition study = read_study("mine.json", kStudy, "small");
  std::vector<Json> rows = made_rows();
  rows.resize(6);
  rows.push_back({{"point", 3}, {"seed", 0}, {"series", "lara"}, {"problem", "no room"}});
  rows.push_back({{"point", 3}, {"seed", 1}, {"series", "lara"}, {"problem", "no room"}});
  const StudySummary summary = summarise(study, rows);
  CHECK(summary.rows == 8);
  CHECK(summary.of_rows == 12);
  CHECK(summary.problems == 2);
  CHECK(summary.figure.missing == std::vector<std::string>{"lara: no room"});
  CHECK(summary.figure.panels[0].curves.size() == 1);
}

TEST_CASE("the figure is an SVG with its texts as text, and the papers' numbers as theirs", "[studies]") {
  const StudyDefinition study = read_study("mine.json", kStudy, "small");
  const StudySummary summary = summarise(study, made_rows());
  const std::string svg = svg_text(summary.figure, "{\"a\": 1 < 2}");
  for (const char* part :
       {"<title>A &amp; B</title>", ">lara</text>", ">Performer</text>", ">77.36</text>", "1 &lt; 2", "</svg>"})
    CHECK_THAT(svg, Contains(part));
  for (const FigurePart& panel : summary.figure.panels)
    for (const Curve& curve : panel.curves) CHECK(curve.is_paper == (panel.name == "paper"));
}

TEST_CASE("marks in panels with names are in the legend where they have several signs, each by its own", "[studies]") {
  const std::string text = R"({
    "format": 1, "name": "mine", "title": "mine",
    "blocks": [
      {"name": "w", "series": "{label}", "input": {"preset": "smooth"}, "cases": [
        {"label": "balance", "method": "mis", "options": {"weighting": "balance"}},
        {"label": "Performer", "method": "rfa"}]},
      {"name": "ra", "method": "ra", "series": "ra", "input": {"preset": "smooth"}, "options": {"samples": 2}},
      {"name": "ra", "method": "ra", "series": "ra {variant}", "input": {"preset": "smooth"},
       "options": {"variant": ["exact", "biased"]}}],
    "panels": [
      {"name": "mse", "kind": "categories", "of": ["w"], "y": "mse",
       "references": {"predicted": "predicted variance", "reachable": "the least"}},
      {"name": "ten", "kind": "categories", "paper": "lara_table_10"},
      {"name": "five", "kind": "categories", "paper": "lara_table_5"},
      {"name": "eight", "kind": "categories", "paper": "eva_table_8"}]
  })";
  std::vector<Json> rows;
  for (Index point = 0; point < 2; ++point) {
    rows.push_back(row(point, 0, 0.04, 0.001));
    rows.back()["values"].update({{"predicted", 0.05}, {"reachable", 0.03}});
  }
  const Figure figure = summarise(read_study("mine.json", text, "small"), rows).figure;
  std::map<std::string, PointMark> signs;
  for (const Curve* curve : legend_of(figure)) {
    const Marks sign = legend_sign(*curve, {0, 0, 20, 10}, {});
    INFO(legend_name(*curve));
    REQUIRE(sign.size() == 1);  // no line: there is none in the panel
    CHECK(signs.emplace(legend_name(*curve), std::get<PointMark>(sign.front())).second);
  }
  const auto is_as = [&](const std::string& name, const EstimatorLook& look) {
    REQUIRE(signs.contains(name));
    CHECK(signs.at(name).marker == look.marker);
    CHECK((signs.at(name).inside.colour == look.light || signs.at(name).edge.colour == look.light));
  };
  is_as("mis", look_of("mis"));
  is_as("rfa", look_of("rfa"));
  is_as("rfa (paper)", look_of("rfa"));
  is_as("lara (paper)", look_of("lara"));
  is_as("ra exact (paper)", look_of("ra", 1));  // as what is measured under that name
  is_as("ra biased (paper)", look_of("ra", 2));
  is_as("softmax (paper)", look_of("softmax"));
  std::map<std::string, std::set<std::string>> sources;
  for (const std::vector<std::string>& cells : table_of(figure)) sources[cells[2]].insert(cells[1]);
  CHECK(sources["measured"] == std::set<std::string>{"w"});
  CHECK(sources["theory"] == std::set<std::string>{"w, predicted variance", "w, the least"});
  CHECK(sources["paper"].size() == 6);
  REQUIRE(signs.contains("the least"));
  CHECK(signs.at("the least").marker != signs.at("predicted variance").marker);
  CHECK(signs.size() == 9);  // EVA's Table 8 has one sign, and its axis the names
}

TEST_CASE("numbers below a map's columns reach its last, and are all there where they have room", "[studies]") {
  const auto labels_of = [](int columns) {
    Figure figure;
    FigurePart part;
    part.kind = PanelKind::map;
    part.x.title = "head";
    part.y.categories = {"one layer"};
    for (int i = 0; i < columns; ++i) {
      part.x.categories.push_back("1" + std::to_string(100 + i));
      part.cells.push_back({i, 0, 0.5 * i, -1});
    }
    figure.panels = {part};
    const std::string svg = svg_text(figure, "");
    std::vector<int> seen;
    for (int i = 0; i < columns; ++i)
      if (svg.find(">1" + std::to_string(100 + i) + "<") != std::string::npos) seen.push_back(i);
    return seen;
  };
  CHECK(labels_of(4) == std::vector<int>{0, 1, 2, 3});
  const std::vector<int> many = labels_of(120);
  REQUIRE(many.size() > 2);
  CHECK(many.size() < 120);
  CHECK(many.back() == 119);
  for (std::size_t i = 1; i < many.size(); ++i) CHECK(many[i] - many[i - 1] == many[1] - many[0]);
}

TEST_CASE("a band is named where it is drawn, and only where its name is true", "[studies]") {
  const auto is_named = [](const char* low, const char* high, double half) {
    Json study = Json::parse(kStudy);
    study["panels"][0].update({{"low", low}, {"high", high}});
    std::vector<Json> rows = made_rows();
    for (Json& each : rows) {
      const double mse = each["values"]["mse"];
      each["values"].update({{low, mse - half}, {high, mse + half}});
    }
    FigureLook look;
    look.width = 600;
    const StudySummary summary = summarise(read_study("mine.json", study.dump(), "small"), rows);
    const Marks marks = lay_out(summary.figure, look).marks;
    return std::any_of(marks.begin(), marks.end(), [](const Mark& mark) {
      const auto* text = std::get_if<TextMark>(&mark);
      return text != nullptr && text->words == "band: 2.5 % to 97.5 % quantile of draws";
    });
  };
  CHECK(is_named("mse_low", "mse_high", 1));
  CHECK_FALSE(is_named("mse_low", "mse_high", 0));  // as of a method without noise
  CHECK_FALSE(is_named("bias2", "variance", 1));
}

TEST_CASE("a panel of numbers that are not there says why, where all is measured", "[studies]") {
  const auto said = [](const Json& blocks, const std::string& y, const Json& values) {
    Json study = Json::parse(kStudy);
    study["blocks"] = Json::array({blocks});
    study["panels"] = Json::array({{{"name", "p"}, {"y", y}, {"log", "y"}}});
    study["findings"] = Json::array();
    std::vector<Json> rows;
    for (Index seed = 0; seed < 2; ++seed) rows.push_back({{"point", 0}, {"seed", seed}, {"values", values}});
    return svg_text(summarise(read_study("mine.json", study.dump(), "small"), rows).figure, "");
  };
  const Json error = {{"method", "rfa"}, {"input", {{"preset", "smooth"}}}};
  Json head = error;
  head.update({{"measure", "head"}, {"parameters", {{"target", 0.2}}}});
  const Json learning = {{"method", "softmax"}, {"measure", "learning"}, {"parameters", {{"preset", "quick"}}}};
  CHECK_THAT(said(head, "samples", {{"error", 0.9}}), Contains(">none within the budgets tried<"));
  CHECK_THAT(said(learning, "steps", {{"steps", nullptr}}), Contains(">at every point a run never got there<"));
  CHECK_THAT(said(error, "bias2", {{"bias2", -0.1}}), Contains(">nothing is above 0<"));
  CHECK_THAT(said(error, "ess", {{"mse", 1.0}}), Contains(">nothing could be measured<"));
}

TEST_CASE("bars are named where they are drawn, and nowhere else", "[studies]") {
  const StudyDefinition study = read_study("mine.json", kStudy, "small");
  Figure figure = summarise(study, made_rows()).figure;
  const auto named = [&] {
    FigureLook look;
    look.width = 900;
    const Marks marks = lay_out(figure, look).marks;
    return std::count_if(marks.begin(), marks.end(), [](const Mark& mark) {
      const auto* text = std::get_if<TextMark>(&mark);
      return text != nullptr && text->words == "bars: ±2 standard errors";
    });
  };
  CHECK(named() == 1);  // in units of a curve with the same scatter there is none
  CHECK(to_json(figure)["panels"][0]["bars"] == "bars: ±2 standard errors");
  CHECK_FALSE(to_json(figure)["panels"][2].contains("bars"));
  for (Curve& curve : figure.panels[0].curves)
    for (CurvePoint& p : curve.points) p.error = 0;
  CHECK(named() == 0);
}

TEST_CASE("titles of axes have the values of their points", "[studies]") {
  const auto title_at = [](const char* size) {
    const StudyDefinition study = test::built_in("sparsity", size);
    return summarise(study, {}).figure.panels[0].y.title;
  };
  CHECK(title_at("toy") == "steps to accuracy 0.05");
  CHECK(title_at("small") == "steps to accuracy 0.8");
}

TEST_CASE("slopes are words, readable in the hue of their lines, which keep their colours", "[studies]") {
  const StudySummary summary = summarise(read_study("mine.json", kStudy, "small"), made_rows());
  Palette dark;
  dark.is_dark = true;
  dark.canvas = 0x1e1e1e;
  dark.window = 0x2b2b2b;
  Palette strong;
  strong.text_contrast = 7;
  for (const Palette& palette : {Palette(), dark, strong}) {
    FigureLook look;
    look.width = 600;
    look.palette = palette;
    std::set<Rgb> words, lines;
    for (const Mark& mark : lay_out(summary.figure, look).marks) {
      if (const auto* text = std::get_if<TextMark>(&mark)) words.insert(text->ink.colour);
      if (const auto* line = std::get_if<LineMark>(&mark)) lines.insert(line->ink.colour);
    }
    INFO(palette.canvas << ", " << palette.text_contrast);
    for (const char* method : {"rfa", "lara"}) {
      INFO(method);
      const Rgb line = palette.is_dark ? look_of(method).dark : look_of(method).light;
      const Rgb ink = readable_on({palette.canvas, palette.window}, line, palette.text_contrast);
      CHECK(lines.count(line) == 1);
      CHECK(words.count(ink) == (method == std::string("rfa") ? 1 : 0));  // lara's points have no slope
      for (const Rgb surface : {palette.canvas, palette.window})
        CHECK(contrast_of(ink, surface) >= palette.text_contrast);
    }
  }
  CHECK(contrast_of(look_of("rfa").light, 0xffffff) < 4.5);
  CHECK(contrast_of(look_of("lara").dark, dark.window) < 4.5);
}

TEST_CASE("sizes on an axis are written out, however long", "[studies]") {
  Curve curve;
  curve.name = curve.legend = curve.method = "rfa";
  for (double n = 256; n <= 262144; n *= 2) curve.points.push_back({n, n, n, n});
  FigurePart panel;
  panel.x.title = "N";
  panel.x.log = true;
  panel.y.log = true;
  panel.curves = {curve};
  Figure figure;
  figure.columns = 3;
  figure.panels = {panel};
  const std::string svg = svg_text(figure, "");
  for (const char* part : {">256</text>", ">1024</text>", ">65536</text>"}) CHECK_THAT(svg, Contains(part));
}

namespace {

/// Of one curve of rfa, on logarithmic axes.
FigurePart log_panel(const std::vector<std::pair<double, double>>& places) {
  FigurePart panel;
  panel.x.log = panel.y.log = true;
  Curve& curve = panel.curves.emplace_back();
  curve.name = curve.legend = curve.method = "rfa";
  for (const auto& [x, y] : places) curve.points.push_back({x, y, y, y});
  return panel;
}

}  // namespace

TEST_CASE("a curve is parted where what was measured has no place", "[studies]") {
  std::vector<Json> rows = made_rows();
  for (Json& each : rows)
    if (each["point"] == 1) each["values"]["mse"] = -1.0;
  const StudySummary summary = summarise(read_study("mine.json", kStudy, "small"), rows);
  const std::vector<CurvePoint>& left = summary.figure.panels[0].curves[0].points;
  REQUIRE(left.size() == 2);
  CHECK_FALSE(left[0].after_gap);
  CHECK(left[1].after_gap);
  FigurePart panel = log_panel({{1, 8}, {2, 4}, {8, 1}, {16, 0.5}, {32, 0.25}});
  const auto lines = [&] {
    Figure figure;
    figure.panels = {panel};
    std::vector<std::size_t> lengths;
    for (const Mark& mark : lay_out(figure, {}).marks)
      if (const auto* line = std::get_if<LineMark>(&mark); line && line->ink.colour == look_of("rfa").light)
        lengths.push_back(line->places.size());
    return lengths;
  };
  CHECK(lines() == std::vector<std::size_t>{5});
  panel.curves[0].points[2].after_gap = true;
  CHECK(lines() == std::vector<std::size_t>{2, 3});
}

TEST_CASE("numbers up the axes of one title are written in one way", "[studies]") {
  const auto decimals = [](const std::vector<FigurePart>& panels) {
    Figure figure;
    figure.panels = panels;
    const Marks marks = lay_out(figure, {}).marks;
    return std::any_of(marks.begin(), marks.end(), [](const Mark& mark) {
      const auto* text = std::get_if<TextMark>(&mark);
      return text != nullptr && text->words.starts_with("0.");
    });
  };
  const FigurePart large = log_panel({{1, 0.4}, {2, 0.1}, {4, 0.02}}),
                   small = log_panel({{1, 0.1}, {2, 0.01}, {4, 1e-4}});
  CHECK(decimals({large}));
  CHECK_FALSE(decimals({large, small}));
  FigurePart other = large;
  other.y.title = "of another kind";
  CHECK(decimals({other, small}));
}

namespace {

/// Lines of rfa's hue that stand upright: bars.
std::vector<LineMark> bars_of(const FigurePart& panel) {
  Figure figure;
  figure.panels = {panel};
  std::vector<LineMark> bars;
  for (const Mark& mark : lay_out(figure, {}).marks)
    if (const auto* line = std::get_if<LineMark>(&mark);
        line && line->ink.colour == look_of("rfa").light && line->places.front().x == line->places.back().x)
      bars.push_back(*line);
  return bars;
}

}  // namespace

TEST_CASE("bars stand on curves that have no band, inside the axes", "[studies]") {
  FigurePart panel = log_panel({{1, 8}, {2, 4}, {4, 2}});
  panel.y.log = false;
  CHECK(bars_of(panel).empty());
  panel.curves[0].points[1].error = 3;  // from −2 to 10
  REQUIRE(bars_of(panel).size() == 1);
  Figure figure;
  figure.panels = {panel};
  const Drawing drawing = lay_out(figure, {});
  CHECK(drawing.panels[0].y.low < -2);
  CHECK(drawing.panels[0].y.high > 10);
  panel.curves[0].has_band = true;
  CHECK(bars_of(panel).empty());
  panel.curves[0].has_band = false;
  panel.y.log = true;  // does not follow it towards 0
  figure.panels = {panel};
  CHECK(lay_out(figure, {}).panels[0].y.low > 0.5);
}

TEST_CASE("before each slope stands the sign of its curve, and fits have no dash", "[studies]") {
  const StudySummary summary = summarise(read_study("mine.json", kStudy, "small"), made_rows());
  FigureLook look;
  look.width = 600;
  const Drawing drawing = lay_out(summary.figure, look);
  const Box& plot = drawing.panels[0].plot;
  std::size_t signs = 0, pale = 0;
  for (const Mark& mark : drawing.marks) {
    const auto* point = std::get_if<PointMark>(&mark);
    const auto* line = std::get_if<LineMark>(&mark);
    signs += point && point->at.x > plot.right() && point->at.x < 300 && point->marker == look_of("rfa").marker;
    if (line && line->ink.colour == look_of("rfa").light && line->ink.opacity < 1) {
      ++pale;
      CHECK(line->dash.empty());
    }
  }
  CHECK(signs == 1);  // lara's points have no slope
  CHECK(pale == 1);
}

TEST_CASE("a map of bytes is shown in the unit that they ask for", "[studies]") {
  Json study = Json::parse(kStudy);
  study["blocks"] = Json::array({study["blocks"][0]});
  study["panels"] = Json::parse(R"([{"name": "m", "kind": "map", "x": "samples", "rows_by": "series"}])");
  study["panels"][0].update({{"title", "memory (bytes)"}, {"y", "peak_bytes"}});
  study["findings"] = Json::array();
  std::vector<Json> rows = made_rows();
  rows.resize(6);
  for (Json& each : rows) each["machine"] = {{"peak_bytes", 3 << 20}};
  const FigurePart panel = summarise(read_study("mine.json", study.dump(), "small"), rows).figure.panels[0];
  CHECK(panel.title == "memory (MiB)");
  REQUIRE(panel.cells.size() == 3);
  CHECK(panel.cells[0].value == 3);
}

TEST_CASE("every method of the registry has a look of its own, also one that the table does not name", "[studies]") {
  std::set<std::tuple<Rgb, Rgb, Marker, std::vector<double>>> looks;
  for (const Estimator& estimator : estimators()) {
    const EstimatorLook look = look_of(estimator.info.name);
    looks.emplace(look.light, look.dark, look.marker, look.dash);
    CHECK(look_of(estimator.info.name, 1).light == look.light);
    CHECK(look_of(estimator.info.name, 1).marker != look.marker);
  }
  CHECK(looks.size() == estimators().size());
}

TEST_CASE("an axis gives its numbers back, and its labels keep apart", "[studies]") {
  for (const bool is_log : {false, true})
    for (const double high : {3e-4, 0.0113, 0.7, 12.0, 123460.0, 5e7}) {
      ValueRange range;
      for (const double value : {high * 0.97, high, 0.0 * high}) range.add(value, is_log);
      const Scale scale = scale_of(range, is_log, false, 300, 20);
      for (const double value : {scale.low, high, scale.high}) CHECK(scale.value_at(scale.at(value)) == Approx(value));
      CHECK(scale.at(scale.low) == Approx(300));
      for (const double apart : {12.0, 25.0, 90.0, 200.0}) {
        const std::vector<AxisTick> ticks = ticks_of(scale, {}, apart, 11, true);
        INFO(high << " " << apart);
        CHECK_FALSE(ticks.empty());
        for (std::size_t i = 1; i < ticks.size(); ++i) {
          const double both = (text_width(ticks[i].label, 11) + text_width(ticks[i - 1].label, 11)) / 2;
          CHECK(std::abs(scale.at(ticks[i].value) - scale.at(ticks[i - 1].value)) >= std::max(apart, both));
          CHECK(ticks[i].label != ticks[i - 1].label);
        }
      }
    }
}

TEST_CASE("the papers' tables are whole", "[studies]") {
  for (const PaperTable& table : paper_tables()) {
    INFO(table.id);
    CHECK_THAT(table.where, Contains("Table"));
    std::multiset<double> rows;  // where series take turns, each row once
    for (const PaperSeries& series : table.series) rows.insert(series.x.begin(), series.x.end());
    const bool take_turns =
        rows.size() == table.rows.size() && std::set(rows.begin(), rows.end()).size() == rows.size();
    for (const PaperSeries& series : table.series) {
      CHECK(series.x.size() == series.y.size());
      for (const double x : series.x) CHECK((table.columns.empty() || x < static_cast<double>(table.columns.size())));
      CHECK((table.rows.empty() || !table.columns.empty() || take_turns || series.y.size() == table.rows.size()));
    }
  }
  // Table 6 of LARA prints 2.64 for RA's memory relative to softmax at 8192.
  const PaperTable& memory = *find_paper_table("lara_table_6_memory");
  CHECK(memory.series.back().y.back() / memory.series.front().y.back() == Approx(2.64).epsilon(0.005));
}

TEST_CASE("an svg holds nothing that no XML may hold", "[studies]") {
  Figure figure;
  figure.title = "a\x07\x1b[31mb\tc\nd \xEF\xBF\xBF\xFF<&>\x7F é";
  const std::string svg = svg_text(figure, "omega \x01");
  CHECK_THAT(svg, Contains("<title>a[31mb\tc\nd \uFFFD&lt;&amp;&gt;\x7F é</title>") &&
                      Contains("<metadata>omega </metadata>"));
  CHECK(std::none_of(svg.begin(), svg.end(), [](char c) { return c >= 0 && c < 0x20 && c != '\n' && c != '\t'; }));
}
