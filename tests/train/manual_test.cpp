// The manual of training: numbers of the paper that it quotes are those that reports put beside the runs.
#include <catch2/catch.hpp>
#include <fstream>
#include <iterator>
#include <regex>
#include <string>

#include "studies/training_report.h"
#include "train/settings.h"

using namespace omega;
using namespace omega::train;

namespace {

/// One line, whatever its breaks.
std::string manual_text() {
  std::ifstream file(OMEGA_SOURCE_DIR "/assets/manual/training.md");
  const std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  return std::regex_replace(text, std::regex("\\s+"), " ");
}

double paper_mean(const std::string& features) {
  const TrainPlan plan =
      plan_of(make_train_options("quick", {{"attention", "gmm"}, {"features", features}, {"sparsity", "0.5"}}));
  return studies::paper_gradients(plan, 0.8)->mean;
}

}  // namespace

TEST_CASE("the manual's table of tasks has a row for each, in their order", "[unit][train]") {
  const std::string text = manual_text();
  std::size_t at = text.find("| task | what is learned |");
  for (const Task& task : tasks()) {
    INFO(task.name);
    REQUIRE(at != std::string::npos);
    at = text.find(" | `" + task.name + "` |", at + 1);
    CHECK(at < text.find("## ", text.find("| task | what is learned |")));
  }
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
