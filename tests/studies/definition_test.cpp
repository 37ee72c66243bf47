// Definitions of studies: what is read, and what is said of a file that is wrong.
#include "studies/definition.h"

#include <catch2/catch.hpp>
#include <map>
#include <set>

#include "estimators/registry.h"
#include "studies/assets.h"
#include "studies/panels.h"
#include "studies/study_runs.h"
#include "support/refusal.h"
#include "support/replaced.h"

using namespace omega;
using namespace omega::studies;
using Catch::Matchers::Contains;
using omega::test::refusal_of, omega::test::replaced;

namespace {

const std::string kGood = R"({
  "format": 1, "name": "mine", "title": "Mine", "seeds": 2, "draws": {"toy": 2, "small": 4},
  "blocks": [
    {"method": ["rfa", "lara"], "series": "{method}", "input": {"preset": "smooth", "n": [8, 16]}, "options": {"scale": [0.1, 0.2]}}
  ],
  "panels": [{"name": "mse", "x": "scale", "y": "mse", "split": "n"}],
  "findings": [{"kind": "order", "panel": "mse"}]
})";

std::string complaint(const std::string& text, const std::string& size = "small") {
  return refusal_of([&] { read_study("mine.json", text, size); });
}

}  // namespace

TEST_CASE("a grid is every combination of its lists, in their order, under every method", "[studies]") {
  const StudyDefinition study = read_study("mine.json", kGood, "small");
  REQUIRE(study.points.size() == 8);
  CHECK(study.rows() == 16);
  CHECK(study.points[0].what.method == "rfa");
  CHECK(study.points[7].what.method == "lara");
  CHECK(study.points[1].input.text() == "smooth:n=8");
  CHECK(study.points[1].what.options == Options::Given{{"scale", "0.2"}});
  CHECK(study.points[2].input.text() == "smooth:n=16");
  CHECK(study.points[3].draws == 4);
  CHECK(read_study("mine.json", kGood, "toy").points[3].draws == 2);
}

TEST_CASE("what is not said of a panel is the x that its blocks share, and the number that it shows", "[studies]") {
  const auto panel_of = [](const std::string& text) { return read_study("mine.json", text, "small").panels.front(); };
  CHECK(panel_of(kGood).x_title == "scale");
  CHECK(panel_of(kGood).y_title == "mse");
  const auto titles_of = [](const std::string& text) {
    const StudyDefinition study = read_study("mine.json", text, "small");
    std::vector<std::string> titles;
    for (const FigurePart& panel : build_panels(study.panels.front(), study, RowsOfPoint(study.points.size())))
      titles.push_back(panel.title);
    return titles;
  };
  CHECK(titles_of(kGood) == std::vector<std::string>{"mse, 8", "mse, 16"});
  const std::string by_x =
      replaced(replaced(kGood, "\"x\": \"scale\", ", ""), "\"series\"", "\"x\": \"scale\", \"series\"");
  CHECK(panel_of(by_x).x_title == "scale");
  CHECK(titles_of(replaced(by_x, ", \"split\": \"n\"", "")) == std::vector<std::string>{"mse"});
  CHECK(titles_of(replaced(by_x, "\"split\": \"n\"", "\"split\": \"series\"")) ==
        std::vector<std::string>{"mse, rfa", "mse, lara"});
  CHECK(panel_of(replaced(by_x, "\"y\": ", "\"title\": \"\", \"x_title\": \"τ\", \"y\": ")).title == "");
  CHECK(panel_of(replaced(by_x, "\"y\": ", "\"x_title\": \"τ\", \"y\": ")).x_title == "τ");
  const std::string two = replaced(by_x, "\"blocks\": [", R"("blocks": [{"name": "other", "x": "n", "method": "rfa",
      "input": {"preset": "smooth", "n": [8, 16]}},)");
  CHECK(panel_of(two).x_title == "x");
}

TEST_CASE("points of one curve at one x are said, with what tells them apart; no study of the program has any",
          "[studies]") {
  const auto cautions = [](const std::string& text) { return read_study("mine.json", text, "small").cautions; };
  CHECK(cautions(kGood).empty());
  const auto found = cautions(replaced(kGood, ", \"split\": \"n\"", ""));
  REQUIRE(found.size() == 1);
  CHECK(found[0] ==
        "panel \"mse\": up to 2 points of a curve stand at one place, for neither series nor x tells n; put what tells "
        "them apart into \"series\"");
  CHECK(cautions(replaced(replaced(kGood, ", \"split\": \"n\"", ""), "{method}", "{method} {n}")).empty());
  for (const StudyAsset& asset : study_assets())
    for (const std::string& size : study_sizes()) {
      INFO(asset.name << ' ' << size);
      CHECK(read_study(asset.name, std::string(asset.text), size).cautions.empty());
    }
}

TEST_CASE("what is wrong in a definition is said with line and column", "[studies]") {
  CHECK_NOTHROW(read_study("mine.json", kGood, "small"));
  CHECK_THAT(complaint(replaced(kGood, "\"title\": \"Mine\",", "\"title\": \"Mine\"")),
             Contains("mine.json, line 2, column 54: this is not JSON"));
  CHECK_THAT(complaint(replaced(kGood, "\"title\": \"Mine\"", "\"title\": \"Mine\n\n")),
             Contains("this is not JSON (invalid string: control character U+000A") && !Contains("last read"));
  CHECK_THAT(complaint(replaced(kGood, "\"title\": \"Mine\"", "nan")), Contains("(invalid literal; expected"));
  CHECK_THAT(complaint(replaced(kGood, "smooth", "smoth")),
             Contains("line 4, column 75") && Contains("smoth") && Contains("smooth"));
  CHECK_THAT(complaint(replaced(kGood, "\"series\"", "\"x\": \"scal\", \"series\"")),
             Contains("\"scal\" is no value of this block") && Contains("scale") &&
                 Contains("there are method, n, preset, scale"));
  CHECK_THAT(complaint(replaced(kGood, "\"small\": 4", "\"small\": 0")), Contains("\"draws\" must be a whole number"));
  CHECK_THAT(complaint(replaced(kGood, "\"rfa\"", "\"rfb\"")), Contains("line 4, column 16") && Contains("rfb"));
  CHECK_THAT(complaint(replaced(kGood, "\"scale\": [", "\"scala\": [")),
             Contains("line 4") && Contains("did you mean scale?"));
  CHECK_THAT(complaint(replaced(kGood, "0.2", "-2")), Contains("line 4") && Contains("scale"));
  CHECK_THAT(complaint(replaced(kGood, "\"seeds\": 2", "\"seeds\": 0")),
             Contains("line 2, column 58: \"seeds\" must be a whole number"));
  CHECK_THAT(complaint(replaced(kGood, "\"panels\"", "\"pannels\"")),
             Contains("line 6, column 14") && Contains("did you mean panels?"));
  CHECK_THAT(complaint(replaced(kGood, "\"kind\": \"order\"", "\"kind\": \"oder\"")),
             Contains("line 7, column 25") && Contains("order"));
  CHECK_THAT(complaint(replaced(kGood, "{method}", "{metod}")), Contains("{metod}"));
  CHECK_THAT(complaint(kGood, "paper"), Contains("line 2") && Contains("size paper"));
  CHECK_THAT(complaint(kGood, "huge"), Contains("toy, small, paper"));
}

TEST_CASE("a key that stands twice, and a block or series that there is not, are refused with their place",
          "[studies]") {
  CHECK_THAT(complaint(replaced(kGood, "\"seeds\": 2", "\"seeds\": 2, \"title\": \"Other\"")),
             Contains("mine.json, line 2, column 61: \"title\" stands here for the second time"));
  CHECK_THAT(complaint(replaced(kGood, "\"n\": [8, 16]", "\"n\": [8, 16], \"\\u006e\": 4")),
             Contains("line 4, column") && Contains("\"n\" stands here for the second time"));
  CHECK_NOTHROW(
      read_study("mine.json", replaced(kGood, "\"title\": \"Mine\"", "\"title\": \"{a, a: [a]} \\\" \""), "small"));
  CHECK_THAT(complaint(replaced(kGood, "\"y\": \"mse\"", "\"y\": \"mse\", \"of\": [\"main\", \"mein\"]")),
             Contains("line 6, column 71: there is no block \"mein\" here (did you mean main?); there can be main"));
  CHECK_THAT(complaint(replaced(kGood, "\"panel\": \"mse\"", "\"panel\": \"mse\", \"series\": [\"rfa\", \"lava\"]")),
             Contains("line 7") && Contains("there is no series \"lava\" here (did you mean lara?)"));
  const std::string panel = "\"x\": \"scale\", \"y\": \"mse\", \"split\": \"n\"";
  for (const auto& [wrong, said] :
       {std::pair{"\"x\": \"scal\", \"y\": \"mse\"",
                  "line 6, column 35: there is no value \"scal\" here (did you mean scale?)"},
        std::pair{"\"y\": \"msee\"", "there is no number \"msee\" here (did you mean mse?)"},
        std::pair{"\"y\": \"mse\", \"low\": \"mse_lo\"", "there is no number \"mse_lo\" here (did you mean mse_low?)"},
        std::pair{"\"y\": \"mse\", \"references\": {\"lwa\": \"law\"}", "there is no number \"lwa\" here"},
        std::pair{"\"y\": \"mse\", \"split\": \"m\"", "there is no value \"m\" here"},
        std::pair{"\"y\": \"mse\", \"rows_by\": \"columns\"", "there is no value \"columns\" here"}})
    CHECK_THAT(complaint(replaced(kGood, panel, wrong)), Contains(said));
  CHECK_THAT(complaint(replaced(kGood, "\"split\": \"n\"", "\"log\": \"z\"")),
             Contains("line 6, column 63: the axes that can be logarithmic are x, y and c"));
  CHECK_THAT(complaint(replaced(kGood, "\"kind\": \"order\"", "\"kind\": \"loss\"")),
             Contains("line 7") && Contains("a loss needs"));
}

TEST_CASE("what a point must be the same as is checked before anything runs", "[studies]") {
  const std::string good = R"({"format": 1, "name": "a", "title": "b",
    "blocks": [{"method": "lara", "input": {"preset": "smooth", "n": 12}, "options": {"landmarks": "{n}"}, "cases": [
      {"x": 0, "same_as": {"method": "rfa", "options": {"samples": "{n}"}, "noise": "omega"}}]}],
    "panels": [{"name": "p", "y": "mse"}]})";
  CHECK_NOTHROW(read_study("mine.json", good, "small"));
  const StudyDefinition study = read_study("mine.json", good, "small");
  CHECK(study.points[0].what.options == Options::Given{{"landmarks", "12"}});
  CHECK(study.points[0].parameters["same_as"]["options"]["samples"] == "12");
  CHECK_THAT(complaint(replaced(good, "\"omega\"", "5")),
             Contains("mine.json, line 3, column 85: the noise can only be \"omega\""));
  CHECK_THAT(complaint(replaced(good, "\"omega\"", "\"omge\"")), Contains("line 3, column 85"));
  CHECK_THAT(complaint(replaced(good, "\"rfa\"", "7")), Contains("line 3, column 38: \"method\" must be a text"));
  CHECK_THAT(complaint(replaced(good, "\"rfa\"", "\"rfb\"")), Contains("line 3, column 38") && Contains("rfb"));
  CHECK_THAT(complaint(replaced(good, "\"samples\": \"{n}\"", "\"samples\": -1")),
             Contains("line 3, column 56") && Contains("samples"));
  CHECK_THAT(complaint(replaced(good, "\"samples\": \"{n}\"", "\"samples\": \"{m}\"")),
             Contains("line 3") && Contains("{m} stands for no value"));
  CHECK_THAT(complaint(replaced(good, "\"blocks\"", "\"measure\": \"bias\", \"blocks\"")),
             Contains("line 3") && Contains("only the measure error"));
}

TEST_CASE("equal requests of a block are one point under both their names", "[studies]") {
  const std::string text = R"({"format": 1, "name": "a", "title": "b",
    "blocks": [{"method": "lara", "series": "{label}", "input": {"preset": "smooth"}, "cases": [
      {"label": "many"}, {"label": "proposals: qk", "options": {"proposals": "qk"}}, {"label": "qk", "options": {"landmarks": 64}},
      {"label": "fewer", "options": {"landmarks": 32}}]}],
    "panels": [{"name": "p", "kind": "categories", "y": "mse"}]})";
  const StudyDefinition study = read_study("mine.json", text, "small");
  REQUIRE(study.points.size() == 2);
  CHECK(study.points[0].series == "many = proposals: qk = qk");
  CHECK(study.points[1].series == "fewer");
  CHECK(study.points[1].index == 1);
  CHECK(study.points[1].copy == 1);
  // Points of two curves, and two numbers of draws, are two.
  CHECK(read_study("mine.json",
                   replaced(replaced(text, "\"series\": \"{label}\", ", ""), "{\"label\": \"many\"}",
                            "{\"label\": \"many\", \"x\": 2}"),
                   "small")
            .points.size() == 3);
}

TEST_CASE("no variant of a built-in study stands twice in a panel, and those of LARA spend as many samples",
          "[studies]") {
  int labelled = 0;
  for (const std::string& size : study_sizes()) {
    for (const StudyAsset& asset : study_assets())
      for (const StudyPoint& point : test::built_in(asset.name, size).points) {
        INFO(asset.name << ", " << size << ": " << point.series);
        const auto label = point.field("label");
        if (!label) continue;
        CHECK(point.series == *label);  // else one more name would follow
        ++labelled;
      }
    std::map<std::string, std::set<std::int64_t>> spent;
    for (const StudyPoint& point : test::built_in("lara_ablation", size).points) {
      const EstimatorInfo& info = find_estimator(point.what.method).info;
      const Options options(point.what.method, info.options, point.what.options);
      const bool has_proposals = info.budget == "landmarks";  // lara and mis
      spent[point.block].insert(has_proposals ? options.integer("landmarks") * options.integer("per_proposal") *
                                                    (options.flag("antithetic") ? 2 : 1)
                                              : options.integer("samples"));
    }
    for (const auto& [block, samples] : spent) {
      INFO(block << ", " << size);
      CHECK(samples.size() == 1);
    }
  }
  CHECK(labelled >= 3);
}

TEST_CASE("parameters of a measure are checked before anything runs", "[studies]") {
  const std::string law = R"({"format": 1, "name": "a", "title": "b", "measure": "law",
    "blocks": [{"parameters": {"law": "trig", "m": 4}}], "panels": [{"name": "p", "y": "variance"}]})";
  CHECK_NOTHROW(read_study("mine.json", law, "small"));
  CHECK_THAT(complaint(replaced(law, "trig", "trigg")),
             Contains("line 2, column 31") && Contains("did you mean trig?"));
  CHECK_THAT(complaint(replaced(law, "4", "\"4\"")), Contains("line 2") && Contains("of the wrong kind"));
  CHECK_THAT(complaint(replaced(law, "\"m\"", "\"M\"")), Contains("line 2") && Contains("there can be law, sum"));
  CHECK_THAT(complaint(replaced(law, "\"law\": \"trig\", ", "")), Contains("is missing"));
  const std::string kernel = R"({"format": 1, "name": "a", "title": "b", "measure": "kernel",
    "blocks": [{"method": "gmm", "input": {"preset": "gaussian"}, "parameters": {"mu": 2}}], "panels": [{"name": "p", "y": "kappa"}]})";
  CHECK_NOTHROW(read_study("mine.json", kernel, "small"));
  CHECK_THAT(complaint(replaced(kernel, "2", "\"two\"")), Contains("line 2") && Contains("of the wrong kind"));
  const std::string coverage = R"({"format": 1, "name": "a", "title": "b", "measure": "coverage",
    "blocks": [{"method": "hyper", "input": {"preset": "gaussian"}}], "panels": [{"name": "p", "y": "coverage"}]})";
  CHECK_NOTHROW(read_study("mine.json", coverage, "small"));
  CHECK_THAT(complaint(replaced(coverage, "hyper", "rfa")), Contains("line 2") && Contains("this is rfa"));
  const std::string conditioning = R"({"format": 1, "name": "a", "title": "b", "measure": "conditioning",
    "blocks": [{"method": "ra", "input": {"preset": "gaussian"}}], "panels": [{"name": "p", "y": "kept"}]})";
  CHECK_NOTHROW(read_study("mine.json", conditioning, "small"));
  CHECK_THAT(complaint(replaced(conditioning, "\"ra\"", "\"rfa\"")), Contains("its method must be ra with samples=1"));
  const std::string learning = R"({"format": 1, "name": "a", "title": "b", "measure": "learning",
    "blocks": [{"method": "gmm", "parameters": {"preset": "quick"}}], "panels": [{"name": "p", "y": "steps"}]})";
  CHECK_NOTHROW(read_study("mine.json", learning, "small"));
  CHECK_THAT(complaint(replaced(learning, "\"method\": \"gmm\", ", "")),
             Contains("line 2") && Contains("there is no method to train; \"method\" may be softmax, rfa, ra, mis, "));
  CHECK_THAT(complaint(replaced(learning, "gmm", "nystrom")),
             Contains("line 2") && Contains("\"nystrom\" cannot be trained; \"method\" may be softmax, "));
  CHECK_THAT(complaint(replaced(learning, "\"preset\": \"quick\"", "\"accuracy\": 2")),
             Contains("accuracy is 2, but must be above 0 and at most 1"));
  const std::string step = R"({"format": 1, "name": "a", "title": "b", "measure": "step",
    "blocks": [{"method": "rfa", "input": {"preset": "gaussian"}}], "panels": [{"name": "p", "y": "ms"}]})";
  CHECK_NOTHROW(read_study("mine.json", step, "small"));
  CHECK_THAT(complaint(replaced(step, "\"method\": \"rfa\", ", "")), Contains("\"method\" is missing here"));
  CHECK_THAT(complaint(replaced(step, ", \"input\": {\"preset\": \"gaussian\"}", "")),
             Contains("\"input\" is missing here"));
}

TEST_CASE("a grid that is too large is refused before anything runs", "[studies]") {
  CHECK_THAT(complaint(replaced(kGood, "\"seeds\": 2", "\"seeds\": 100000")
                           .replace(kGood.find("[0.1, 0.2]") + 5, 10, "[0.1,0.2,0.3,0.4,0.5,0.6,0.7,0.8]")),
             Contains("line 4") && Contains("this block makes 3200000 rows, which would take about ") &&
                 Contains("at most 1000000"));
}

TEST_CASE("another sequence takes the place of those of a study, and makes it another study", "[studies]") {
  const StudyDefinition study = read_study("mine.json", kGood, "small", {"smooth", "", {{"n", "12"}}});
  REQUIRE(study.points.size() == 4);
  CHECK(study.points[3].input.text() == "smooth:n=12");
  CHECK(study.id != read_study("mine.json", kGood, "small").id);
}

TEST_CASE("the bridge of a sequence of one's own is drawn once, under its name, and reaches RA's end", "[studies]") {
  int studies = 0;
  for (const StudyAsset& asset : study_assets()) {
    if (asset.name != "bridge") continue;
    const StudyDefinition study =
        read_study("bridge.json", std::string(asset.text), "toy", {"gaussian", "", {{"n", "20"}, {"dim", "4"}}});
    CHECK(study.points.size() == test::built_in("bridge", "toy").points.size() / 2);
    const test::Folder folder;
    test::run_into(folder / "here", study);
    const StudySummary summary = summarise(study, open_study({folder / "here"}).rows);
    CHECK(summary.problems == 0);
    CHECK(summary.figure.panels.size() == study.panels.size());
    for (const FigurePart& panel : summary.figure.panels) {
      REQUIRE(panel.curves.size() == 1);
      CHECK(panel.curves[0].name == "gaussian");
    }
    std::size_t stops = 0;
    for (const Finding& finding : summary.findings) {
      INFO(finding.text);
      CHECK(finding.holds);
      stops += finding.kind == "identity" ? 1 : 0;
    }
    CHECK(stops == 3);
    ++studies;
  }
  CHECK(studies == 1);
}

TEST_CASE("a sequence of one's own takes no block that is about another, nor its name", "[studies]") {
  int studies = 0;
  for (const StudyAsset& asset : study_assets()) {
    if (asset.name != "convergence" && asset.name != "eva_ablation" && asset.name != "bias") continue;
    INFO(asset.name);
    const StudyDefinition study = read_study("a.json", std::string(asset.text), "toy", {"gaussian", "", {{"n", "20"}}});
    for (const StudyPoint& point : study.points) {
      CHECK(point.block != "noise");
      CHECK(point.input.text() == "gaussian:n=20");
    }
    const StudySummary summary = summarise(study, {});
    for (const FigurePart& panel : summary.figure.panels) {
      INFO(panel.title);
      CHECK(panel.title.find("smooth") == std::string::npos);
      CHECK(panel.title.find('{') == std::string::npos);
      CHECK(panel.title.find("own") == std::string::npos);
      CHECK(panel.title.find("radius") == std::string::npos);
    }
    ++studies;
  }
  CHECK(studies == 3);
}

TEST_CASE("every built-in study can be read at every size", "[studies]") {
  for (const StudyAsset& asset : study_assets()) {
    std::size_t rows = 0;
    for (const std::string& size : study_sizes()) {
      INFO(asset.name << ", size " << size);
      const StudyDefinition study = test::built_in(asset.name, size);
      CHECK(study.name == asset.name);
      CHECK(study.rows() >= rows);
      rows = study.rows();
    }
  }
}

TEST_CASE("a finding that has nothing to say is said", "[studies]") {
  const auto finding = [](const std::string& json) {
    return replaced(kGood, R"({"kind": "order", "panel": "mse"})", json);
  };
  const auto cautions = [](const std::string& text) { return read_study("mine.json", text, "small").cautions; };
  for (const char* kind : {"law", "verdict", "disturbed"}) {
    const auto numberless = cautions(finding("{\"kind\": \"" + std::string(kind) + "\", \"panel\": \"mse\"}"));
    REQUIRE(numberless.size() == 1);
    CHECK_THAT(numberless[0], Contains(kind) && Contains("no row of the panel has the number"));
  }
  const auto unfitted = cautions(finding(R"({"kind": "slope", "panel": "mse"})"));
  REQUIRE(unfitted.size() == 1);
  CHECK_THAT(unfitted[0], Contains("its panel has no \"fit_from\""));
  CHECK_THAT(complaint(finding(R"({"kind": "prediction", "panel": "mse"})")), Contains("kind categories"));
  CHECK(cautions(finding(R"({"kind": "order", "panel": "mse", "at": [0.2, 5]})")).empty());
  const auto nowhere = cautions(finding(R"({"kind": "order", "panel": "mse", "at": [5]})"));
  REQUIRE(nowhere.size() == 1);
  CHECK_THAT(nowhere[0], Contains("no point stands where \"at\" says"));
  const auto unasked = cautions(finding(R"({"kind": "identity", "panel": "mse"})"));
  REQUIRE(unasked.size() == 1);
  CHECK_THAT(unasked[0], Contains("no point asks for the number difference"));
  const auto word = cautions(replaced(kGood, R"("x": "scale", "y")", R"("x": "method", "y")"));
  CHECK(std::any_of(word.begin(), word.end(), [](const std::string& caution) {
    return caution.find("its x is no number of any point") != std::string::npos;
  }));
}

TEST_CASE("a file that stands in a study is read as the options beside it say", "[studies]") {
  const std::string text = replaced(replaced(kGood, R"({"preset": "smooth", "n": [8, 16]})",
                                             R"({"file": "m.npz", "layer": [0, 1], "head": [0, 1, 2]})"),
                                    ", \"split\": \"n\"", ", \"split\": \"head\"");
  const StudyDefinition study = read_study("mine.json", replaced(text, "{method}", "{method} {layer}"), "small");
  CHECK(study.points.size() == 2 * 2 * 3 * 2);
  CHECK(study.points.back().input.text() == "m.npz:layer=1,head=2");
  CHECK_THAT(complaint(replaced(text, "\"head\": [0, 1, 2]", "\"haed\": 1")), Contains("haed"));
  CHECK_THAT(complaint(replaced(text, "\"head\": [0, 1, 2]", "\"head\": \"x\"")), Contains("line 4"));
}

TEST_CASE("a study that makes its own examples takes no sequence, and one says which part of it does", "[studies]") {
  const StudyInput plane{"gaussian", "", {{"dim", "2"}, {"n", "8"}}};
  const auto read = [&](const std::string& name) {
    for (const StudyAsset& asset : study_assets())
      if (asset.name == name) return read_study(name, std::string(asset.text), "toy", plane);
    throw Error::failure("no built-in study " + name);
  };
  CHECK_THAT(refusal_of([&] { read("sparsity"); }),
             Contains("makes its own examples") && Contains("leave --preset out"));
  CHECK_THAT(summarise(read("kernel_laws"), {}).figure.caption, Contains(", block kernels on gaussian:dim=2"));
  CHECK_THAT(summarise(read("bias"), {}).figure.caption, Contains(", on gaussian:dim=2"));
}

TEST_CASE("a text says at which sizes it can be read", "[studies]") {
  CHECK(sizes_said(kGood) == std::vector<std::string>{"toy", "small"});
  CHECK(sizes_said("{\"a\": 1}") == study_sizes());
  CHECK(sizes_said("what") == study_sizes());
}
