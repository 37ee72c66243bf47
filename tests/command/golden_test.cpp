// Every golden case through the command: the file format, the options as words, the precision and the names of outputs.
// OMEGA_GOLDEN=lara runs the cases whose names start so.
#include <catch2/catch.hpp>

#include "command/calls.h"
#include "io/npz.h"
#include "support/golden.h"

using namespace omega;
using namespace omega::test;

namespace {

/// The case's file without its outputs; as it is where the way it is stored is the point.
std::string input_of(const GoldenCase& c, const Folder& folder) {
  if (c.name.find("stored") != std::string::npos) return c.file;
  Arrays inputs;
  for (const std::string& name : c.inputs) inputs.emplace(name, c.arrays.at(name));
  write_npz(folder.file("in.npz"), inputs, "");
  return folder.file("in.npz");
}

void check_case(const GoldenCase& c, const Folder& folder, const std::string& precision) {
  INFO(c.name << " " << precision);
  Words words{"estimate", "--method",          c.method,
              "--input",  input_of(c, folder), "--precision",
              precision,  "--output",          folder.file("out.npz"),
              "--quiet"};
  for (const auto& [name, value] : c.options) words.insert(words.end(), {"--opt", name + "=" + value});
  CHECK(output_of(words).empty());
  const Arrays got = read_npz(folder.file("out.npz"));
  int compared = 0;
  for (const auto& [output, tolerance] : precision == "f64" ? c.tolerance_f64 : c.tolerance_f32) {
    if (!tolerance) continue;
    INFO(output);
    REQUIRE(got.count(output) == 1);
    CHECK(relative_error(got.at(output), c.arrays.at(output)) <= *tolerance);
    ++compared;
  }
  CHECK(compared > 0);
}

}  // namespace

TEST_CASE("golden vectors through the command", "[golden][command]") {
  const Folder folder;
  const std::vector<GoldenCase> cases = golden_cases();
  REQUIRE_FALSE(cases.empty());
  for (const GoldenCase& c : cases)
    for (const char* precision : {"f64", "f32"}) check_case(c, folder, precision);
}
