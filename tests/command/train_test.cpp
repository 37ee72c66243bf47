// omega train: runs that can be stopped, killed and resumed without a trace in their curves, and reports of them.
#include <catch2/catch.hpp>
#include <csignal>
#include <filesystem>

#include "calls.h"

using namespace omega::test;

namespace {

const Words kSmall = {"train",     "sparsity", "--length", "16",   "--examples", "180", "--layers", "1",  "--heads",          "2", "--d-model",        "8",
                      "--d-ff",    "8",        "--batch",  "16",   "--sparsity", "0.7", "--samples", "8", "--validate-every", "50", "--checkpoint-every", "50",
                      "--attention", "gmm",    "--features", "prf"};

Words with(Words words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

Json curve_of(const std::string& folder) { return json_of({"train", "report", folder})["runs"][0]["record"]["steps"]; }

}  // namespace

TEST_CASE("train writes a run, says each validation, and reports it", "[command]") {
  const Folder folder;
  const std::string run = folder.file("run");
  const std::string out = output_of(with(kSmall, {"--steps", "100", "--output", run}));
  CHECK(out.find("gmm-prf") != std::string::npos);
  CHECK(out.find("step 100/100") != std::string::npos);
  const std::string report = folder.file("report");
  const std::string table = output_of({"train", "report", run, "--output", report});
  CHECK(table.find("gmm-prf") != std::string::npos);
  CHECK(table.find("LARGEST") != std::string::npos);
  CHECK(bytes_of(report + "/curves.svg").find("<polyline") != std::string::npos);
  CHECK(bytes_of(report + "/curves.csv").find("run,100,") != std::string::npos);
  CHECK(bytes_of(report + "/eigenvalues.csv").find("run,1,2,8,") != std::string::npos);
  const Json record = json_of({"train", "report", run})["runs"][0]["record"];
  CHECK(record["steps"].size() == 100);
  CHECK(record["variances"].size() == 1);
}

TEST_CASE("train writes JSON lines", "[command]") {
  const Folder folder;
  const std::string out = output_of(with(kSmall, {"--steps", "100", "--json", "--output", folder.file("run")}));
  const Json first = Json::parse(out.substr(0, out.find('\n')));
  CHECK(first["step"] == 50);
  CHECK(first["layer_gradients"].size() == 1);
}

TEST_CASE("a run that was interrupted or killed goes on as if nothing had been", "[command]") {
  const Folder folder;
  const Words words = with(kSmall, {"--steps", "12000", "--quiet", "--output"});
  const std::string whole = folder.file("whole");
  output_of(with(words, {whole}));
  for (const int signal : {SIGINT, SIGKILL}) {
    const std::string run = folder.file("run" + std::to_string(signal));
    // Later and later, until there is a checkpoint: nobody knows how fast this machine is.
    for (int after_ms = 40; !std::filesystem::exists(run + "/run.json"); after_ms += after_ms / 4)
      REQUIRE(interrupted_call(with(words, {run}), signal, after_ms).exit_code != 0);
    CHECK(curve_of(run).size() < 12000);
    output_of({"train", "sparsity", "--resume", "--quiet", "--threads", "1", "--output", run});
    CHECK(curve_of(run) == curve_of(whole));
  }
}

TEST_CASE("train refuses what makes no sense, in one line", "[command]") {
  const Folder folder;
  const std::string run = folder.file("run");
  output_of(with(kSmall, {"--steps", "2", "--quiet", "--output", run}));
  for (const auto& [words, part] : std::vector<std::pair<Words, std::string>>{
           {{"train"}, "sparsity or report"},
           {{"train", "sparsty"}, "did you mean"},
           {{"train", "sparsity"}, "--output FOLDER"},
           {{"train", "report"}, "at least one run"},
           {{"train", "report", folder.file("none")}, "no training run"},
           {{"train", "sparsity", "--preset", "clas", "--output", folder.file("a")}, "class"},
           {{"train", "sparsity", "--heads", "5", "--output", folder.file("a")}, "d_model=64"},
           {{"train", "sparsity", "--output", run}, "--resume"},
           {{"train", "sparsity", "--output", run, "--resume", "--layers", "2"}, "--layers"},
           {{"train", "sparsity", "--output", folder.file("none"), "--resume"}, "no training run"}}) {
    const Outcome outcome = call(words);
    INFO(outcome.err);
    CHECK(outcome.exit_code == 2);
    CHECK(outcome.is_one_line());
    CHECK(outcome.err.find(part) != std::string::npos);
  }
}
