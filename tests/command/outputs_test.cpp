// What subcommands write never takes the place of what they read, and a failed write says why once.
#include <fcntl.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <csignal>
#include <cstdlib>
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

/// A call with at most so many processes, by somebody whom the limit binds; −1 where there is nobody such here.
Outcome call_with_processes(int most, const std::string& words) {
  const Folder folder;
  const std::string other = ::geteuid() == 0 ? "setpriv --reuid=65533 --regid=65533 --clear-groups " : "";
  const auto ended = [&](const std::string& line) {
    const int status = std::system((other + "bash -c '" + line + "' >/dev/null 2>" + folder.file("err")).c_str());
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  };
  const std::string program = std::string(OMEGA_BINARY_DIR) + "/omega ";
  if (ended(program + "--version") != 0) return {};
  const int exit_code = ended("ulimit -u " + std::to_string(most) + "; exec " + program + words);
  return {exit_code, "", bytes_of(folder.file("err"))};
}

/// omega render starts it. Says so where it is not built: then a case that asks tests nothing.
bool has_app() {
  const bool is_built = std::filesystem::exists(std::string(OMEGA_BINARY_DIR) + "/omegascope");
  if (!is_built) WARN("left out: there is no omegascope beside omega, which renders");
  return is_built;
}

/// With no room for a file of more bytes, which is what a full disk does.
Outcome call_on_disk_of(rlim_t bytes, const Words& words) {
  rlimit old{};
  getrlimit(RLIMIT_FSIZE, &old);
  const auto was = std::signal(SIGXFSZ, SIG_IGN);
  const rlimit small{bytes, old.rlim_max};
  setrlimit(RLIMIT_FSIZE, &small);  // of the command too
  Outcome outcome = call(words);
  setrlimit(RLIMIT_FSIZE, &old);
  std::signal(SIGXFSZ, was);
  return outcome;
}

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
  const Outcome outcome =
      call_on_disk_of(4096, {"synth", "gaussian", "--n", "512", "--output", folder.file("out.npz")});
  CHECK(outcome.exit_code == 1);
  CHECK_THAT(outcome.err, Contains("out.npz\" cannot be written: File too large\n"));
  CHECK(folder.count() == 0);
}

TEST_CASE("a full disk leaves no empty folder", "[command]") {
  const Folder folder;
  const std::string rows = folder.file("rows"), run = folder.file("run"), out = folder.file("out");
  output_of({"study", "run", "bridge", "--size", "toy", "--quiet", "--output", rows});
  output_of({"train", "copy", "--preset", "quick", "--examples", "100", "--batch", "4", "--steps", "1", "--quiet",
             "--output", run});
  for (const Words& words :
       {Words{"study", "merge", rows, "--output", out}, Words{"train", "report", run, "--output", out},
        Words{"study", "run", "bridge", "--size", "toy", "--output", out}}) {
    const Outcome outcome = call_on_disk_of(0, words);
    INFO(outcome.err);
    CHECK(outcome.exit_code == 1);
    CHECK_FALSE(std::filesystem::exists(out));
  }
}

TEST_CASE("where no more threads can be started, that is said in one sentence", "[command]") {
  const std::string words = "compare --preset gaussian:n=2000 --methods rfa --draws 3 --threads 16";
  for (int most = 1; most <= 4; ++most) {
    const Outcome outcome = call_with_processes(most, words);
    if (outcome.exit_code < 0) return;
    INFO(outcome.err);
    if (most > 1 && outcome.exit_code == 0) continue;  // as many threads as there are processors may have been enough
    CHECK(outcome.exit_code == 1);
    CHECK(outcome.is_one_line());
    CHECK_THAT(outcome.err, Contains("omega: no more threads can be started; fewer --threads or a higher limit of "));
  }
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

TEST_CASE("the same words give the same PDF at any hour", "[command]") {
  if (!has_app()) return;
  const Folder folder;
  for (const char* name : {"a.pdf", "b.pdf"}) {
    output_of(
        {"render", sequence_in(folder, "in.npz", 8, 8, 4), "--panel", "attention", "--output", folder.file(name)});
    output_of({"lesson", "handout", "one-cloud", "--output", folder.file(std::string("paper ") + name)});
  }
  for (const char* paper : {"", "paper "}) {
    const std::string a = bytes_of(folder.file(std::string(paper) + "a.pdf"));
    const bool is_same = a == bytes_of(folder.file(std::string(paper) + "b.pdf"));  // megabytes of no use on a screen
    CHECK(is_same);
    CHECK(a.find("CreationDate") == std::string::npos);
  }
}

TEST_CASE("render refuses what its file would be the same without, and a picture too large, at once", "[command]") {
  if (!has_app()) return;
  const Folder folder;
  const std::string input = sequence_in(folder, "in.npz", 8, 8, 4);
  const auto refused_of = [&](const Words& more, const std::string& file, const std::string& part) {
    Words words{"render", input, "--output", folder.file(file)};
    words.insert(words.end(), more.begin(), more.end());
    refused(words, part);
  };
  for (const char* file : {"a.npz", "a.csv", "a.svg"})
    refused_of({"--panel", "weights", "--array", "rfa"}, file, "--array would change nothing of this file: it is for ");
  refused_of({"--figure", "--array", "rfa"}, "a.pdf", "a panel's arrays in an .npy");
  refused_of({"--panel", "weights", "--dark"}, "a.csv", "it is for pictures: .png, .svg and .pdf; leave it out");
  for (const char* file : {"a.csv", "a.npy"})
    refused_of({"--panel", "weights", "--dpi", "300"}, file, "--dpi would change nothing");
  refused_of({"--panel", "weights", "--dpi", "300", "--size", "84x63mm"}, "a.svg", "with --size in pixels");
  refused_of({"--figure", "--dpi", "300"}, "a.pdf", "--dpi would change nothing");
  for (const char* what : {"--panel=weights", "--figure"})
    refused_of({what, "--size", "20000x20000"}, "a.png", "is too large: a PNG has at most 150 million; ");
  CHECK(folder.count() == 1);
  output_of({"render", input, "--panel", "weights", "--size", "512x512", "--output", folder.file("a.csv")});
}
