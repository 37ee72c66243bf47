// What subcommands write never takes the place of what they read, and a failed write says why once.
#include <fcntl.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <csignal>
#include <filesystem>

#include "command/calls.h"
#include "io/npz.h"

using namespace omega::test;
using Catch::Matchers::Contains;

namespace {

void refused(const Words& words, const std::string& part) {
  const Outcome outcome = call(words);
  INFO(outcome.err);
  CHECK(outcome.exit_code == 2);
  CHECK(outcome.is_one_line());
  CHECK_THAT(outcome.err, Contains(part));
}

bool has_app() { return std::filesystem::exists(std::string(OMEGA_BINARY_DIR) + "/omegascope"); }

}  // namespace

TEST_CASE("an output that is the input is refused, however it is written, and the input stays", "[command]") {
  const Folder folder;
  const std::string input = sequence_in(folder, "in.npz", 8, 8, 4), before = bytes_of(input);
  std::filesystem::create_symlink("in.npz", folder.path() / "link.npz");
  std::filesystem::create_directory(folder.path() / "sub");
  for (const std::string& name :
       {input, folder.file("./in.npz"), folder.file("sub/../in.npz"), folder.file("link.npz")})
    refused({"estimate", "--method", "softmax", "--input", input, "--output", name}, "the very file of --input");
  refused({"estimate", "--method", "softmax", "--input", folder.file("link.npz"), "--output", input},
          "give another file");
  CHECK(bytes_of(input) == before);
  const std::string table = folder.write("in.csv", "q_0,k_0,v_0\n1,2,3\n4,5,6\n").string();
  for (const char* subcommand : {"compare", "heads"})
    refused({subcommand, "--input", table, "--methods", "rfa", "--draws", "1", "--output", folder.file("./in.csv")},
            "the very file of --input");
  refused({"render", input, "--panel", "attention", "--output", folder.file("link.npz")}, "the very file of SESSION");
  const std::string here = folder.file("here");
  output_of({"study", "run", "bridge", "--size", "toy", "--quiet", "--output", here});
  const std::string study = bytes_of(here + "/study.json");
  refused({"study", "plot", here, "--output", here + "/study.json"}, "the study's definition");
  CHECK(bytes_of(here + "/study.json") == study);
  CHECK(bytes_of(input) == before);
  output_of({"estimate", "--method", "softmax", "--input", input, "--output", folder.file("other.npz"), "--quiet"});
}

TEST_CASE("- is no file to write to", "[command]") {
  refused({"estimate", "--method", "softmax", "--preset", "smooth", "--output", "-"}, "nothing here is written to");
  refused({"synth", "smooth", "--output", "-"}, "nothing here is written to");
  refused({"study", "run", "bridge", "--size", "toy", "--output", "-"}, "nothing here is written to");
  CHECK_FALSE(std::filesystem::exists("-"));
}

TEST_CASE("a full disk is said once", "[command]") {
  const Folder folder;
  rlimit old{};
  getrlimit(RLIMIT_FSIZE, &old);
  const auto was = std::signal(SIGXFSZ, SIG_IGN);
  const rlimit small{4096, old.rlim_max};
  setrlimit(RLIMIT_FSIZE, &small);  // of the command too
  const Outcome outcome = call({"synth", "gaussian", "--n", "512", "--output", folder.file("out.npz")});
  setrlimit(RLIMIT_FSIZE, &old);
  std::signal(SIGXFSZ, was);
  CHECK(outcome.exit_code == 1);
  CHECK_THAT(outcome.err, Contains("out.npz\" cannot be written: File too large\n"));
  CHECK(folder.count() == 0);
}

TEST_CASE("a study that another run writes is refused as a training run is", "[command]") {
  const Folder folder;
  const std::string here = folder.file("here");
  const Words run{"study", "run", "bridge", "--size", "toy", "--quiet", "--resume", "--output", here};
  output_of(run);
  const int rows = ::open((here + "/rows.jsonl").c_str(), O_RDWR | O_CLOEXEC);
  REQUIRE(::flock(rows, LOCK_EX) == 0);
  refused(run, "is being written by another run");
  ::close(rows);
  output_of(run);
}

TEST_CASE("a file is the subject of what is said of it", "[command]") {
  const Folder folder;
  const std::string empty = folder.write("empty.npz", "").string();
  refused({"estimate", "--method", "rfa", "--input", empty, "--output", folder.file("out.npz")},
          "empty.npz\" is empty; ");
}

TEST_CASE("render says where a choice is made that it has no option for", "[command]") {
  if (!has_app()) return;
  const Folder folder;
  const omega::Arrays arrays = omega::read_npz(sequence_in(folder, "in.npz", 8, 8, 4));
  omega::write_npz(folder.file("abc.npz"), {{"a", arrays.at("Q")}, {"b", arrays.at("K")}, {"c", arrays.at("V")}}, "");
  refused({"render", folder.file("abc.npz"), "--panel", "attention", "--output", folder.file("a.svg")},
          "“v” in the app's window, and render the session that it saves");
}
