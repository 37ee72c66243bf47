// omega info, and files of every kind as --input.
#include <catch2/catch.hpp>
#include <fstream>

#include "command/calls.h"

using namespace omega::test;

namespace {

std::string words_file(const Folder& folder) {
  std::ofstream(folder.file("words.txt")) << "one two three two one";
  return folder.file("words.txt");
}

}  // namespace

TEST_CASE("info lists arrays and says how they would be read", "[command]") {
  const Folder folder;
  const std::string file = folder.sequence("a.npz", 5, 7, 4);
  const Json json = json_of({"info", file});
  CHECK(json["format"] == "npz");
  CHECK(json["arrays"].size() == 3);
  CHECK(json["read_as"]["q"]["shape"] == std::vector<int>{5, 4});
  CHECK(json["read_as"]["k"]["shape"] == std::vector<int>{7, 4});
  CHECK(output_of({"info", file}).find("read as attention input") != std::string::npos);
}

TEST_CASE("info keeps its list where a file is no attention input, and ends with 2", "[command]") {
  const Folder folder;
  const std::string file = folder.sequence("a.npz", 5, 5, 4);
  const Outcome outcome = call({"info", file, "--q", "W", "--k", "K", "--v", "V"});
  CHECK(outcome.exit_code == 2);
  CHECK(outcome.is_one_line());
  CHECK(outcome.err.find("\"W\"") != std::string::npos);
  CHECK(outcome.out.find("float32") != std::string::npos);
}

TEST_CASE("a picture and a text of omega synth are inputs, and what was done is said", "[command]") {
  const Folder folder;
  output_of({"synth", "image", "--n", "64", "--output", folder.file("p.png")});
  output_of({"synth", "text", "--n", "30", "--output", folder.file("t.txt")});
  CHECK(json_of({"info", folder.file("p.png")})["read_as"]["grid"] == std::vector<int>{32, 32});
  CHECK(output_of(
            {"compare", "--input", folder.file("p.png"), "--patch", "8", "--methods", "softmax,rfa", "--draws", "2"})
            .find("8x8 patches") != std::string::npos);
  CHECK(output_of({"compare", "--input", folder.file("t.txt"), "--methods", "softmax,rfa", "--draws", "2"})
            .find("became tokens") != std::string::npos);
  CHECK(json_of({"info", words_file(folder)})["read_as"]["labels"] ==
        std::vector<std::string>{"one", "two", "three", "two", "one"});
}

TEST_CASE("results are written in the format that the name ends in", "[command]") {
  const Folder folder;
  const std::string input = words_file(folder);
  output_of({"estimate", "--method", "softmax", "--input", input, "--want", "y", "--output", folder.file("y.csv")});
  CHECK(bytes_of(folder.file("y.csv")).find("\"seed\":0") != std::string::npos);
  output_of({"estimate", "--method", "softmax", "--input", input, "--output", folder.file("all.json")});
  CHECK(Json::parse(bytes_of(folder.file("all.json")))["arrays"]["y"]["shape"] == std::vector<int>{4, 5, 32});
  CHECK(call({"estimate", "--method", "softmax", "--input", input, "--output", folder.file("all.npy")}).exit_code == 2);
}

TEST_CASE("input options that do not fit the input are refused by name", "[command]") {
  const Folder folder;
  const std::string file = folder.sequence("a.npz", 5, 5, 4);
  for (const Words& words :
       {Words{"compare", "--input", file, "--patch", "4"}, Words{"compare", "--preset", "spiral", "--patch", "4"},
        Words{"info", file, "--patch", "x"}}) {
    const Outcome outcome = call(words);
    CHECK(outcome.exit_code == 2);
    CHECK(outcome.is_one_line());
    CHECK(outcome.err.find("--patch") != std::string::npos);
  }
}
