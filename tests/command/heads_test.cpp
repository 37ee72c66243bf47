// omega heads: what is in the table, that it is what omega compare says of each head, orders, files, and bad words.
#include <catch2/catch.hpp>
#include <cmath>

#include "command/calls.h"

using namespace omega;
using namespace omega::test;

namespace {

const std::string kModelFile = std::string(OMEGA_SOURCE_DIR) + "/assets/data/minilm_l6.safetensors";

const Json& head_of(const Json& json, int layer, int head) {
  for (const Json& one : json["heads"])
    if (one["layer"] == layer && one["head"] == head) return one;
  FAIL("no head " << head << " of layer " << layer);
  return json;
}

std::string said_wrong(const std::vector<std::string>& words) {
  const Outcome outcome = call(words);
  CHECK(outcome.exit_code == 2);
  CHECK(outcome.is_one_line());
  return outcome.err;
}

double compared(const std::vector<std::string>& input, const std::string& method) {
  std::vector<std::string> words{"compare", "--methods", method, "--budget", "16", "--draws", "4", "--seed", "5"};
  words.insert(words.end(), input.begin(), input.end());
  return json_of(words)["methods"][0]["mse"].get<double>();
}

}  // namespace

TEST_CASE("heads: each error is that of compare on that head, of the preset and of its file", "[command]") {
  const std::vector<std::string> asked{"heads",   "--methods", "rfa,lara", "--budget", "16",
                                       "--draws", "4",         "--seed",   "5"};
  const Json preset = json_of(asked);
  REQUIRE(preset["heads"].size() == 72);
  std::vector<std::string> of_file = asked;
  of_file.insert(of_file.end(), {"--input", kModelFile, "--layer", "4"});
  const Json file = json_of(of_file);
  REQUIRE(file["heads"].size() == 12);
  for (const int head : {0, 9}) {
    const std::string number = std::to_string(head);
    for (const std::string method : {"rfa", "lara"}) {
      const double mse = compared({"--input", kModelFile, "--layer", "4", "--head", number}, method);
      CHECK(head_of(preset, 4, head)["mse " + method] == mse);
      CHECK(head_of(file, 4, head)["mse " + method] == mse);
      CHECK(mse == compared({"--preset", "minilm:layer=4,head=" + number}, method));
    }
  }
  CHECK(preset["said"].size() == 5);
}

TEST_CASE("heads: a table for people, sorted, and the samples that an error needs", "[command]") {
  const std::string text = output_of({"heads", "--preset", "minilm:layer=2,n=24", "--methods", "rfa", "--draws", "2",
                                      "--target", "0.5", "--sort", "norm2"});
  for (const char* part : {"minilm: 12 heads, 2 draws", "entropy", "‖q+k‖²", "budget needed by rfa", "within 50 %"})
    CHECK_THAT(text, Catch::Contains(part));
  const Json json =
      json_of({"heads", "--preset", "minilm:layer=2,n=24", "--methods", "rfa", "--draws", "2", "--sort", "norm2"});
  REQUIRE(json["heads"].size() == 12);
  double before = INFINITY;
  for (const Json& head : json["heads"]) {
    CHECK(head["norm2"].get<double>() <= before);
    before = head["norm2"].get<double>();
  }
}

TEST_CASE("heads: tables and a figure in files", "[command]") {
  const Folder folder;
  for (const char* name : {"heads.csv", "heads.json", "heads.svg"})
    output_of({"heads", "--preset", "minilm:layer=1,n=16", "--methods", "lara", "--budget", "4", "--draws", "1",
               "--output", folder.file(name), "--quiet"});
  const std::string csv = bytes_of(folder.file("heads.csv")), svg = bytes_of(folder.file("heads.svg"));
  CHECK(std::count(csv.begin(), csv.end(), '\n') == 14);
  CHECK_THAT(csv, Catch::StartsWith("# omega heads --preset minilm:layer=1,n=16 --methods lara --budget 4"));
  CHECK_THAT(csv,
             Catch::Contains("layer,head,entropy,keys,largest,distance,norm2,error lara,mse lara,ess lara,problem"));
  CHECK(Json::parse(bytes_of(folder.file("heads.json")))["heads"].size() == 12);
  CHECK_THAT(svg, Catch::StartsWith("<?xml") || Catch::StartsWith("<svg"));
  CHECK_THAT(svg, Catch::Contains("error of lara"));
}

TEST_CASE("heads: what is wrong is one sentence", "[command]") {
  CHECK_THAT(said_wrong({"heads", "--sort", "entropi"}), Catch::Contains("did you mean entropy?"));
  CHECK_THAT(said_wrong({"heads", "--target", "2"}), Catch::Contains("a number above 0 up to 1"));
  CHECK_THAT(said_wrong({"heads", "--opt", "rfa.samples=0"}), Catch::Contains("a whole number from 1"));
  CHECK_THAT(said_wrong({"heads", "--opt", "eva.groups=4"}), Catch::Contains("--methods does not name"));
  CHECK_THAT(said_wrong({"heads", "--input", kModelFile, "--preset", "minilm"}), Catch::Contains("only one of them"));
  CHECK_THAT(said_wrong({"heads", "--output", "heads"}), Catch::Contains(".csv, .json or .svg"));
  CHECK_THAT(said_wrong({"heads", "--layer", "2"}), Catch::Contains("minilm:layer=3"));
  CHECK_THAT(said_wrong({"heads", "--output", "heads.txt"}), Catch::Contains(".svg"));
  CHECK_THAT(said_wrong({"heads", "--input", kModelFile, "--layer", "9"}), Catch::Contains("from 0 to 5"));
}
