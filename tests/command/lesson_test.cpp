// omega lesson as a shell calls it: what it lists, and how it ends for a file that is sound, broken or not true.
#include <catch2/catch.hpp>
#include <fstream>
#include <sstream>

#include "command/calls.h"

using namespace omega::test;
using Catch::Matchers::Contains;

namespace {

std::string model() { return bytes_of(OMEGA_SOURCE_DIR "/tests/lessons/07-one-cloud.md"); }

std::string written(const Folder& folder, const std::string& text) {
  const std::string file = folder.file("mine.md");
  std::ofstream(file, std::ios::binary) << text;
  return file;
}

std::string with(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

}  // namespace

TEST_CASE("lessons are listed, with those of a folder", "[command]") {
  const Folder folder;
  written(folder, with(with(model(), "\"one-cloud\"", "\"mine\""), "\"needs\": [\"attention-is-an-average\"],", ""));
  const Json list = json_of({"lesson", "list", "--folder", folder.file("")});
  const Json& last = list["lessons"].back();
  CHECK(last["name"] == "mine");
  CHECK(last["steps"] == 4);
  CHECK(last["claims"] == 4);
  CHECK(last["own"] == true);
  CHECK_THAT(output_of({"lesson", "list", "--folder", folder.file("")}), Contains("mine") && Contains("One cloud"));
}

TEST_CASE("a lesson is checked: 0 where its claims hold, 1 where one does not, 2 where it is broken", "[command]") {
  const Folder folder;
  const Json good = json_of({"lesson", "check", written(folder, model())});
  REQUIRE(good["claims"].size() == 4);
  for (const Json& claim : good["claims"]) CHECK(claim["holds"] == true);

  const Outcome untrue = call({"lesson", "check", written(folder, with(model(), "[2.5, 3.5]", "[25, 35]"))});
  CHECK(untrue.exit_code == 1);
  CHECK(untrue.is_one_line());
  CHECK_THAT(untrue.err, Contains("1 of 4 claims does not hold") && Contains("one-cloud 7a") && Contains("[25, 35]"));

  const Outcome broken = call({"lesson", "check", written(folder, with(model(), "rfa.samples >=", "rfa.sample >="))});
  CHECK(broken.exit_code == 2);
  CHECK(broken.is_one_line());
  CHECK_THAT(broken.err, Contains("mine.md:45: ") && Contains("did you mean samples?"));
  CHECK(call({"lesson", "check", folder.file("none.md")}).exit_code == 2);
  CHECK(call({"lesson", "chek"}).exit_code == 2);
  CHECK(call({"lesson", "check", "--fresh", "x"}).exit_code == 2);
}

TEST_CASE("without claims only the file is read; fresh seeds are others", "[command]") {
  const Folder folder;
  const std::string untrue = written(folder, with(model(), "[2.5, 3.5]", "[25, 35]"));
  CHECK(json_of({"lesson", "check", untrue, "--no-claims"})["claims"].empty());
  const std::string good = written(folder, model());
  const auto values = [&](const std::string& round) {
    return json_of({"lesson", "check", good, "--fresh", round})["claims"][1]["values"];
  };
  CHECK(values("1") != values("2"));
  CHECK(values("1") == values("1"));
}
