// Definitions of studies: what is read, and what is said of a file that is wrong.
#include "studies/definition.h"

#include <catch2/catch.hpp>

#include "studies/assets.h"
#include "studies/study_runs.h"

using namespace omega;
using namespace omega::studies;
using Catch::Matchers::Contains;

namespace {

const std::string kGood = R"({
  "format": 1, "name": "mine", "title": "Mine", "seeds": 2, "draws": {"toy": 2, "small": 4},
  "blocks": [
    {"method": ["rfa", "lara"], "series": "{method}", "input": {"preset": "smooth", "n": [8, 16]}, "options": {"scale": [0.1, 0.2]}}
  ],
  "panels": [{"name": "mse", "x": "scale", "y": "mse", "split": "n"}],
  "findings": [{"kind": "order", "panel": "mse"}]
})";

std::string with(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

std::string complaint(const std::string& text, const std::string& size = "small") {
  try {
    read_study("mine.json", text, size);
  } catch (const Error& error) {
    CHECK(error.kind() == Error::Kind::input);
    return error.what();
  }
  return "";
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

TEST_CASE("what is wrong in a definition is said with line and column", "[studies]") {
  CHECK(complaint(kGood).empty());
  CHECK_THAT(complaint(with(kGood, "\"title\": \"Mine\",", "\"title\": \"Mine\"")),
             Contains("mine.json, line 2, column 54: this is not JSON"));
  CHECK_THAT(complaint(with(kGood, "smooth", "smoth")),
             Contains("line 4, column 75") && Contains("smoth") && Contains("smooth"));
  CHECK_THAT(complaint(with(kGood, "\"rfa\"", "\"rfb\"")), Contains("line 4, column 16") && Contains("rfb"));
  CHECK_THAT(complaint(with(kGood, "\"scale\": [", "\"scala\": [")),
             Contains("line 4") && Contains("did you mean scale?"));
  CHECK_THAT(complaint(with(kGood, "0.2", "-2")), Contains("line 4") && Contains("scale"));
  CHECK_THAT(complaint(with(kGood, "\"seeds\": 2", "\"seeds\": 0")),
             Contains("line 2, column 58: this must be a whole number"));
  CHECK_THAT(complaint(with(kGood, "\"panels\"", "\"pannels\"")),
             Contains("line 6, column 14") && Contains("did you mean panels?"));
  CHECK_THAT(complaint(with(kGood, "\"kind\": \"order\"", "\"kind\": \"oder\"")),
             Contains("line 7, column 25") && Contains("order"));
  CHECK_THAT(complaint(with(kGood, "{method}", "{metod}")), Contains("{metod}"));
  CHECK_THAT(complaint(kGood, "paper"), Contains("line 2") && Contains("size paper"));
  CHECK_THAT(complaint(kGood, "huge"), Contains("toy, small, paper"));
}

TEST_CASE("parameters of a measure are checked before anything runs", "[studies]") {
  const std::string law = R"({"format": 1, "name": "a", "title": "b", "measure": "law",
    "blocks": [{"parameters": {"law": "trig", "m": 4}}], "panels": [{"name": "p", "y": "variance"}]})";
  CHECK(complaint(law).empty());
  CHECK_THAT(complaint(with(law, "trig", "trigg")), Contains("line 2, column 31") && Contains("did you mean trig?"));
  CHECK_THAT(complaint(with(law, "4", "\"4\"")), Contains("line 2") && Contains("of the wrong kind"));
  CHECK_THAT(complaint(with(law, "\"m\"", "\"M\"")), Contains("line 2") && Contains("there can be law, sum"));
  CHECK_THAT(complaint(with(law, "\"law\": \"trig\", ", "")), Contains("is missing"));
}

TEST_CASE("a grid that is too large is refused before anything runs", "[studies]") {
  CHECK_THAT(complaint(with(kGood, "\"seeds\": 2", "\"seeds\": 100000")
                           .replace(kGood.find("[0.1, 0.2]") + 5, 10, "[0.1,0.2,0.3,0.4,0.5,0.6,0.7,0.8]")),
             Contains("line 4") && Contains("this block makes 3200000 rows, which would take about ") && Contains("at most 1000000"));
}

TEST_CASE("another sequence takes the place of those of a study, and makes it another study", "[studies]") {
  const StudyDefinition study = read_study("mine.json", kGood, "small", {"smooth", "", {{"n", "12"}}});
  REQUIRE(study.points.size() == 4);
  CHECK(study.points[3].input.text() == "smooth:n=12");
  CHECK(study.id != read_study("mine.json", kGood, "small").id);
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
