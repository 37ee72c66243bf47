// omega study as a shell calls it: what it prints, how it ends, and what a killed run leaves.
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <set>

#include "command/interrupted_call.h"

using namespace omega::test;
using Catch::Matchers::Contains;

namespace {

/// Rows by point and seed, without what depends on the machine.
std::set<std::string> rows_of(const std::string& folder) {
  std::set<std::string> rows;
  std::ifstream file(folder + "/rows.jsonl");
  std::string line;
  std::getline(file, line);
  while (std::getline(file, line)) {
    Json row = Json::parse(line);
    row.erase("machine");
    rows.insert(row.dump());
  }
  return rows;
}

/// Sixteen rows.
std::string slow_study(const Folder& folder, int draws = 40) {
  const std::string file = folder.file("slow.json");
  std::ofstream(file) << R"({"format": 1, "name": "slow", "title": "Slow", "draws": )" << draws << R"(,
    "blocks": [{"method": "ra", "x": "samples", "input": {"preset": "smooth", "n": 128},
                "options": {"samples": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]}}],
    "panels": [{"name": "mse", "y": "mse"}]})";
  return file;
}

}  // namespace

TEST_CASE("studies are listed and described, with rows and time", "[command]") {
  const Json list = json_of({"study", "list"});
  CHECK(list["studies"][0]["name"] == "convergence");
  for (const Json& study : list["studies"])
    CHECK(study["times"] == (output_of({"study", "describe", study["name"]}).find("\n  times: ") != std::string::npos));
  CHECK(list["studies"][0]["times"] == true);  // of its errors against time
  CHECK(list["studies"][1]["times"] == false);
  const Json one = json_of({"study", "describe", "convergence", "--size", "paper"});
  CHECK(one["rows"] == one["points"].get<int>() * one["seeds"].get<int>());
  CHECK(one["seconds"] > 0);
  CHECK_THAT(output_of({"study", "describe", "convergence"}), Contains("rows, about") && Contains("LARA"));
}

TEST_CASE("a study runs, is drawn and found out from", "[command]") {
  const Folder folder;
  const std::string here = folder.file("conv");
  const Outcome run = call({"study", "run", "convergence", "--size", "toy", "--output", here});
  CHECK(run.exit_code == 0);
  CHECK_THAT(run.out, Contains("rows, about"));  // said before the first row
  CHECK_THAT(run.out, Contains("ra < "));
  for (const std::string extension : {".svg", ".json", ".csv"}) {
    output_of({"study", "plot", here, "--output", folder.file("fig" + extension)});
    CHECK(bytes_of(folder.file("fig" + extension)).size() > 1000);
  }
  CHECK_THAT(bytes_of(folder.file("fig.svg")), Contains("</svg>"));
  CHECK(Json::parse(bytes_of(folder.file("fig.json")))["study"] == "convergence");
  CHECK_THAT(bytes_of(folder.file("fig.csv")), Contains("panel,series,source,x,y,low,high,standard_error"));
}

TEST_CASE("a panel without a title is named after what it shows, in CSV too", "[command]") {
  const Folder folder;
  const std::string here = folder.file("here"), table = folder.file("fig.csv");
  output_of({"study", "run", slow_study(folder), "--quiet", "--output", here});
  output_of({"study", "plot", here, "--output", table});
  CHECK_THAT(bytes_of(table), Contains("\nmse,ra,measured,1,"));
}

TEST_CASE("the JSON of a plot says which sequence took the place of the study's own", "[command]") {
  const Folder folder;
  const std::string here = folder.file("here"), file = folder.file("fig.json");
  const Words run = {"study", "run", slow_study(folder), "--quiet", "--preset", "spiral:n=16", "--output", here};
  output_of(run);
  output_of({"study", "plot", here, "--output", file});
  const Json input = Json::parse(bytes_of(file))["input"];
  CHECK(input["preset"] == "spiral");
  CHECK(input["options"]["n"] == "16");
  CHECK(input["how"].empty());
}

TEST_CASE("a killed run goes on to the rows of an unbroken one", "[command]") {
  const Folder folder;
  const std::string study = slow_study(folder, 400), whole = folder.file("whole"), killed = folder.file("killed");
  output_of({"study", "run", study, "--quiet", "--output", whole});
  const std::set<std::string> all = rows_of(whole);
  CHECK(all.size() == 16);
  const auto rows_there = [&] {
    const std::string text = bytes_of(killed + "/rows.jsonl");
    return std::count(text.begin(), text.end(), '\n') - 1;  // the first line says what study it is
  };
  for (const int rows : {1, 4, 7, 10}) {
    const Outcome ended = interrupted_call({"study", "run", study, "--quiet", "--resume", "--output", killed}, SIGKILL,
                                           [&] { return rows_there() >= rows; });
    REQUIRE(ended.exit_code == -SIGKILL);
    REQUIRE(rows_there() < 16);
  }
  std::ofstream(killed + "/rows.jsonl", std::ios::app) << R"({"point": 15, "se)";  // and once in the middle of a line
  output_of({"study", "run", study, "--quiet", "--resume", "--output", killed});
  CHECK(rows_of(killed) == all);
}

TEST_CASE("an interrupted run says how to go on", "[command]") {
  const Folder folder;
  const std::string file = folder.file("slow.json");
  std::ofstream(file) << R"({"format": 1, "name": "slow", "title": "Slow", "draws": 100000,
    "blocks": [{"method": "ra", "input": {"preset": "smooth", "n": 256}}], "panels": [{"name": "mse", "y": "mse"}]})";
  const Outcome outcome = interrupted_call({"study", "run", file, "--output", folder.file("here")}, SIGINT);
  CHECK(outcome.exit_code == 130);
  CHECK_THAT(outcome.err, Contains("--resume goes on from there"));
}

TEST_CASE("shards in folders of their own merge to the whole, however often", "[command]") {
  const Folder folder;
  const std::string study = slow_study(folder), whole = folder.file("whole"), joined = folder.file("joined");
  output_of({"study", "run", study, "--quiet", "--output", whole});
  Words merge{"study", "merge", "--quiet", "--output", joined};
  for (const std::string k : {"1", "2", "3"}) {
    output_of({"study", "run", study, "--quiet", "--shard", k + "/3", "--output", folder.file("part" + k)});
    merge.push_back(folder.file("part" + k));
  }
  output_of(merge);
  const std::string once = bytes_of(joined + "/rows.jsonl");
  CHECK(rows_of(joined) == rows_of(whole));
  output_of(merge);
  CHECK(bytes_of(joined + "/rows.jsonl") == once);
}

TEST_CASE("bad calls of study say what would be right", "[command]") {
  const Folder folder;
  const std::string here = folder.file("here");
  const auto refused = [](const Words& words, const std::string& part) {
    const Outcome outcome = call(words);
    INFO(outcome.err);
    CHECK(outcome.exit_code == 2);
    CHECK_THAT(outcome.err, Contains(part));
  };
  refused({"study"}, "list, describe, run, merge or plot");
  refused({"study", "runn", "convergence"}, "did you mean run?");
  refused({"study", "run", "convergance", "--output", here}, "neither the name of a study");
  refused({"study", "run", "convergence"}, "--output DIR");
  refused({"study", "run", "convergence", "--size", "tiny", "--output", here}, "toy, small, paper");
  refused({"study", "run", "convergence", "--shard", "5/4", "--output", here}, "1 to 4");
  refused({"study", "run", "sparsity", "--precision", "f64", "--output", here}, "follows --precision; leave it at f32");
  refused({"study", "plot", here}, "there is no folder");
  refused({"study", "plot", std::string(300, 'n')}, "there is no folder");  // longer than names may be
  std::ofstream(folder.file("bad.json")) << "{\"format\": 1,\n \"name\": }";
  refused({"study", "run", folder.file("bad.json"), "--output", here}, "line 2, column 10");
  output_of({"study", "run", "convergence", "--size", "toy", "--quiet", "--output", here});
  refused({"study", "run", "convergence", "--size", "toy", "--output", here}, "--resume");
  refused({"study", "run", "convergence", "--size", "small", "--output", here}, "another study");
  refused({"study", "plot", here, "--output", folder.file("fig.bmp")}, ".svg, .json or .csv");
  refused({"study", "run", "bias", "--preset", "smooth:seed=3", "--output", here}, "leave seed out of --preset");
}

TEST_CASE("a study of which no row could be measured fails, and says why", "[command]") {
  const Folder folder;
  const std::string input = folder.file("big.csv");
  std::ofstream(input) << "1e30,2e30\n3e30,1e30\n2e30,5e30\n";
  const Outcome outcome =
      call({"study", "run", "bias", "--size", "toy", "--input", input, "--output", folder.file("rows")});
  CHECK(outcome.exit_code == 1);
  CHECK_THAT(outcome.err, Contains("no row could be measured; the first says: "));
}

TEST_CASE("a study is no folder, pipe or device, and what its title says steers no terminal", "[command]") {
  const Folder folder;
  REQUIRE(::mkfifo(folder.file("pipe").c_str(), 0600) == 0);
  std::ofstream(folder.file("large.json")) << ' ';
  std::filesystem::resize_file(folder.file("large.json"), std::uintmax_t{1} << 33);
  for (const auto& [name, culprit] : {std::pair{folder.file("pipe"), "is a pipe; a regular file was expected"},
                                      std::pair{std::string("/dev/zero"), "is a device; a regular file was expected"},
                                      std::pair{folder.file(""), "is a folder; a regular file was expected"},
                                      std::pair{folder.file("large.json"), "at most 16.0 MiB can be read as a study"}})
    for (const char* action : {"run", "describe"}) {
      const Outcome outcome = call({"study", action, name});
      INFO(outcome.err);
      CHECK(outcome.exit_code == 2);
      CHECK(outcome.is_one_line());
      CHECK_THAT(outcome.err, Contains(culprit));
    }
  const std::string file = folder.file("loud.json"), here = folder.file("here");
  std::ofstream(file) << R"({"format": 1, "name": "loud", "title": "\u0007\u001b[31mLoud\u202e", "draws": 2,
    "blocks": [{"method": "rfa", "input": {"preset": "smooth", "n": 16}}], "panels": [{"name": "mse", "y": "mse"}]})";
  CHECK_THAT(output_of({"study", "describe", file}), Contains("\\x07\\x1b[31mLoud"));
  const Outcome run = call({"study", "run", file, "--output", here});
  CHECK_THAT(run.out, Contains("\\x07\\x1b[31mLoud") && !Contains("\x1b"));
  output_of({"study", "plot", here, "--quiet", "--output", folder.file("loud.svg")});
  CHECK_THAT(bytes_of(folder.file("loud.svg")), Contains("[31mLoud") && !Contains("\x1b") && !Contains("\x07"));
}

TEST_CASE("rows of no point or seed of the study are refused with file and line", "[command]") {
  const Folder folder;
  const std::string study = slow_study(folder, 2), here = folder.file("here"), rows = here + "/rows.jsonl";
  output_of({"study", "run", study, "--quiet", "--output", here});
  const std::string good = bytes_of(rows);
  for (const auto& [row, culprit] :
       {std::pair{R"({"point": -1, "seed": 0, "values": {}})", "there is no point -1 with seed 0"},
        std::pair{R"({"point": 99999, "seed": 0, "values": {}})", "points 0 to 15 and seeds 0 to "},
        std::pair{R"({"point": 0, "seed": -5, "values": {}})", "there is no point 0 with seed -5"},
        std::pair{R"({"point": 0, "seed": 0, "mse": null})", "this is no row of a study"}}) {
    std::ofstream(rows, std::ios::trunc) << good << row << "\n";
    for (const Words& words : {Words{"study", "plot", here}, Words{"study", "merge", here},
                               Words{"study", "run", study, "--resume", "--output", here}}) {
      const Outcome outcome = call(words);
      INFO(outcome.err);
      CHECK(outcome.exit_code == 2);
      CHECK_THAT(outcome.err, Contains("rows.jsonl\", line 18: ") && Contains(culprit));
    }
  }
}

TEST_CASE("the study of heads asks a preset of every layer and head, or of those that are chosen", "[command]") {
  const auto asked = [](const std::string& preset) {
    const std::string text = output_of({"study", "describe", "heads", "--size", "toy", "--preset", preset, "--json"});
    return Json::parse(text).at("points").get<std::size_t>();
  };
  constexpr std::size_t kMethods = 5;  // softmax, rfa, ra, lara, eva
  CHECK(asked("minilm") == kMethods * 6 * 12);
  CHECK(asked("minilm:layer=3") == kMethods * 12);
  CHECK(asked("minilm:layer=3,head=7") == kMethods);
  CHECK(asked("minilm:n=24,heads=2") == kMethods * 6 * 2);
}

TEST_CASE("a study asks its question of another sequence", "[command]") {
  const Folder folder;
  const std::string here = folder.file("here"), file = sequence_in(folder, "own.npz", 24, 24, 4);
  output_of({"study", "run", "convergence", "--size", "toy", "--quiet", "--input", file, "--output", here});
  for (const std::string& row : rows_of(here)) CHECK(Json::parse(row)["input"] == file);
  sequence_in(folder, "own.npz", 24, 24, 5);
  CHECK_THAT(call({"study", "run", "convergence", "--size", "toy", "--resume", "--input", file, "--output", here}).err,
             Contains("its input file has changed"));
  output_of({"study", "plot", here, "--quiet", "--output",
             folder.file("fig.svg")});  // what is there can be drawn without the file
  CHECK_THAT(call({"study", "run", "scaling", "--size", "toy", "--input", file, "--output", folder.file("other")}).err,
             Contains("varies n of its sequences"));
  const std::string bias =
      output_of({"study", "run", "bias", "--size", "toy", "--input", file, "--output", folder.file("bias")});
  CHECK_THAT(bias, Contains("error of ra, own.npz, N = 24") && !Contains("own.npz, own.npz"));
}

TEST_CASE("a shard answers for its own rows, and says what is left", "[command]") {
  const Folder folder;
  const std::string file = folder.file("half.json"), here = folder.file("here");
  // Of four points the second and the fourth ask for more landmarks than there are tokens.
  std::ofstream(file) << R"({"format": 1, "name": "half", "title": "Half", "draws": 2,
    "blocks": [{"method": "lara", "x": "landmarks", "input": {"preset": "smooth", "n": 8},
                "options": {"landmarks": [2, 16, 4, 32]}}],
    "panels": [{"name": "mse", "y": "mse"}]})";
  CHECK(call({"study", "run", file, "--quiet", "--shard", "1/2", "--output", here}).exit_code == 0);
  const Outcome second = call({"study", "run", file, "--quiet", "--shard", "2/2", "--output", here});
  CHECK(second.exit_code == 1);
  CHECK_THAT(second.err, Contains("no row could be measured; the first says: smooth:n=8: landmarks is 16"));
  const Outcome third = call({"study", "run", file, "--quiet", "--shard", "1/3", "--output", folder.file("thirds")});
  CHECK(third.exit_code == 0);
  CHECK_THAT(third.err, Contains("1 row of 2 could not be measured; the first says: "));
  CHECK_THAT(call({"study", "run", file, "--output", here}).err, Contains("give --resume"));
  CHECK_FALSE(std::filesystem::exists(here + "/rows.jsonl"));  // what is refused has written nothing
  CHECK_THAT(call({"study", "run", file, "--resume", "--output", here}).out,
             Contains("half, size small: 4 rows, 2 of them done, about 1 s in all, of which 1 s are left"));
  CHECK_THAT(call({"study", "describe", "sparsity", "--preset", "gaussian:n=7"}).err, Contains("leave --preset out"));
}

TEST_CASE("a study of a file whose values are not finite says which options read them", "[command]") {
  const Folder folder;
  std::ofstream(folder.file("bad.csv")) << "q_0,k_0,v_0\n1,2,nan\n4,5,6\n";
  for (const Words& words : {Words{"study", "describe"}, Words{"study", "run", "--output", folder.file("rows")}}) {
    Words all = words;
    all.insert(all.end(), {"convergence", "--input", folder.file("bad.csv")});
    const Outcome outcome = call(all);
    CHECK(outcome.exit_code == 2);
    CHECK_THAT(outcome.err, Catch::Contains("--zero-nonfinite reads them as 0, --allow-nonfinite as they are"));
  }
}
