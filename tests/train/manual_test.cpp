// The manual of training: numbers of the paper that it quotes are those that reports put beside the runs.
#include <algorithm>
#include <catch2/catch.hpp>
#include <fstream>
#include <iterator>
#include <regex>
#include <string>

#include "core/text.h"
#include "studies/training_report.h"
#include "train/settings.h"

using namespace omega;
using namespace omega::train;

namespace {

std::string manual_page() {
  std::ifstream file(OMEGA_SOURCE_DIR "/assets/manual/training.md");
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

/// One line, whatever its breaks.
std::string manual_text() { return std::regex_replace(manual_page(), std::regex("\\s+"), " "); }

double paper_mean(const std::string& features) {
  const TrainPlan plan =
      plan_of(make_train_options("quick", {{"attention", "gmm"}, {"features", features}, {"sparsity", "0.5"}}));
  return studies::paper_gradients(plan, 0.8)->mean;
}

}  // namespace

TEST_CASE("the manual's table of tasks has a row for each, in their order", "[unit][train]") {
  const std::vector<std::string> lines = split(manual_page(), "\n");
  auto row = std::find_if(lines.begin(), lines.end(),
                          [](const std::string& line) { return line.starts_with("| task | what is learned |"); });
  std::vector<std::string> names;
  for (; row != lines.end() && row->starts_with("|"); ++row)
    if (row->starts_with("| `")) names.push_back(row->substr(3, row->find('`', 3) - 3));
  CHECK(names == task_names());
}

TEST_CASE("the manual compares gmm-rks and gmm-prf with the paper's rks and prf, in this order", "[unit][train]") {
  const std::string text = manual_text();
  std::smatch found;
  REQUIRE(std::regex_search(text, found,
                            std::regex("for gmm-rks and gmm-prf at p = 0\\.5 .*\\(Table 14\\): [0-9.]+ and [0-9.]+ on "
                                       "average at 80 %, against the paper's ([0-9.]+) and ([0-9.]+);")));
  CHECK(std::stod(found[1]) == Approx(paper_mean("rks")).epsilon(0.02));
  CHECK(std::stod(found[2]) == Approx(paper_mean("prf")).epsilon(0.02));
}
