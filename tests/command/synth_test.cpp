// omega synth: every preset into a file that estimate reads.
#include <catch2/catch.hpp>

#include "command/calls.h"
#include "io/npz.h"
#include "synthetic/synthetic.h"

using namespace omega;
using namespace omega::test;

TEST_CASE("synth writes every preset, the same bytes for the same words", "[command]") {
  const Folder folder;
  for (const Synthetic& preset : synthetics()) {
    INFO(preset.name);
    output_of({"synth", preset.name, "--output", folder.file("a.npz"), "--threads", "1"});
    output_of({"synth", preset.name, "--output", folder.file("b.npz"), "--quiet"});
    CHECK(bytes_of(folder.file("a.npz")) == bytes_of(folder.file("b.npz")));
    output_of({"estimate", "--method", "softmax", "--input", folder.file("a.npz"), "--output", folder.file("y.npz")});
  }
}

TEST_CASE("synth takes the options of its preset", "[command]") {
  const Folder folder;
  output_of({"synth", "clusters", "--n", "40", "--dim", "6", "--heads", "3", "--seed", "7", "--output",
             folder.file("a.npz")});
  CHECK(read_npz(folder.file("a.npz")).at("Q").shape() == Shape{3, 40, 6});
  output_of({"synth", "spiral", "--radius", "2.5", "--output", folder.file("b.npz")});
  CHECK(read_npz(folder.file("b.npz")).at("Q").shape() == Shape{64, 2});
}

TEST_CASE("synth lists all presets with their options", "[command]") {
  const std::string text = output_of({"synth", "--list"});
  const Json json = json_of({"synth", "--list"});
  REQUIRE(json["presets"].size() == synthetics().size());
  for (std::size_t i = 0; i < synthetics().size(); ++i) {
    CHECK(text.find(synthetics()[i].name + "\n") != std::string::npos);
    CHECK(json["presets"][i]["options"].size() == synthetics()[i].options.size());
  }
}

TEST_CASE("synth says what its options mean for the picture and the text", "[command]") {
  const std::string page = output_of({"synth", "--help"});
  std::string line = page;
  for (std::size_t at; (at = line.find("\n" + std::string(30, ' '))) != std::string::npos;) line.replace(at, 31, " ");
  CHECK_THAT(line, Catch::Contains("(all presets but image and text; image: pixels along a side; text: words)"));
  CHECK_THAT(line, !Catch::Contains("(all presets)"));
  const Folder folder;
  CHECK_THAT(output_of({"synth", "text", "--n", "1", "--output", folder.file("a.txt")}),
             Catch::Contains("about 1 word,"));
}

TEST_CASE("a preset on the command line is the file that synth writes", "[command]") {
  const Folder folder;
  output_of({"synth", "smooth", "--n", "28", "--seed", "3", "--output", folder.file("in.npz")});
  output_of({"estimate", "--method", "rfa", "--input", folder.file("in.npz"), "--output", folder.file("a.npz")});
  output_of({"estimate", "--method", "rfa", "--preset", "smooth:n=28,seed=3", "--output", folder.file("b.npz")});
  CHECK(read_npz(folder.file("a.npz")).at("y").to_vector<float>() ==
        read_npz(folder.file("b.npz")).at("y").to_vector<float>());
}
