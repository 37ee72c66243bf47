// omega bench: what it promises to programs that read its JSON, and how it keeps the peaks. No test says how fast it
// is.
#include <algorithm>
#include <catch2/catch.hpp>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "command/interrupted_call.h"

using namespace omega::test;

namespace {

/// The peaks are kept in a folder of the test's own.
class OwnCache {
 public:
  OwnCache() {
    if (const char* before = std::getenv("XDG_CACHE_HOME")) before_ = before;
    use(folder_.file("cache"));
  }
  OwnCache(const OwnCache&) = delete;
  ~OwnCache() { use(before_); }

  void use(const std::string& folder) const {
    folder.empty() ? unsetenv("XDG_CACHE_HOME") : setenv("XDG_CACHE_HOME", folder.c_str(), 1);
  }
  std::string file() const { return folder_.file("cache") + "/omegascope/peaks.json"; }
  std::string folder(const std::string& name) const { return folder_.file(name); }

 private:
  Folder folder_;
  std::string before_;
};

Json bench(Words words) {
  words.insert(words.begin(), {"bench", "--ms", "60", "--json"});
  const std::string out = output_of(words);
  CHECK(std::count(out.begin(), out.end(), '\n') == 1);  // one line: who reads line by line finds it
  return Json::parse(out);
}

bool any_note(const Json& json, const std::string& word) {
  return std::any_of(json["notes"].begin(), json["notes"].end(),
                     [&](const Json& note) { return note.get<std::string>().find(word) != std::string::npos; });
}

}  // namespace

TEST_CASE("one result has its median at the top, and every result its floor", "[command]") {
  const OwnCache cache;
  const Json json = bench({"--case", "lara16", "--n", "256", "--heads", "2", "--dim", "16", "--threads", "1"});
  REQUIRE(json["results"].size() == 1);
  const Json row = json["results"][0];
  CHECK(json["median_ms"] == row["median_ms"]);
  CHECK(row["case"] == "lara16");
  CHECK(row["method"] == "lara");
  CHECK(row["options"]["landmarks"] == "16");
  CHECK(row["n"] == 256);
  CHECK(row["heads"] == 2);
  CHECK(row["dim"] == 16);
  CHECK(row["threads"] == 1);
  CHECK(row["repeats"] >= 7);
  CHECK(row["flops"] == 2 * 10.0 * 256 * 16 * 16);
  CHECK(row["exps"] == 2 * 3.0 * 256 * 16);
  CHECK(row["bytes"] == 2 * 16.0 * 256 * 16);
  CHECK(row["min_ms"] <= row["p10_ms"]);
  CHECK(row["p10_ms"] <= row["median_ms"]);
  CHECK(row["median_ms"] <= row["p90_ms"]);
  CHECK(row["others_cpu"].is_number());
  CHECK(row["command"] == "omega bench --case lara16 --n 256 --heads 2 --dim 16 --threads 1");

  // The floor by the peaks that stand beside it.
  const Json peaks = json["peaks"][0];
  CHECK(row["parts_ms"]["flops"].get<double>() ==
        Approx(1e3 * row["flops"].get<double>() / peaks["flops_per_second"].get<double>()));
  CHECK(row["parts_ms"]["exps"].get<double>() ==
        Approx(1e3 * row["exps"].get<double>() / peaks["exps_per_second"].get<double>()));
  double longest = 0;
  for (const auto& [name, part] : row["parts_ms"].items()) longest = std::max(longest, part.get<double>());
  CHECK(row["floor_ms"] == longest);
  CHECK(row["parts_ms"][row["limit"].get<std::string>()] == longest);
  CHECK(row["ratio"].get<double>() == Approx(row["median_ms"].get<double>() / longest));

  CHECK(any_note(json, "measured now"));
  CHECK_FALSE(any_note(bench({"--case", "rfa16", "--n", "64", "--threads", "1"}), "measured now"));  // they are kept
}

TEST_CASE("several points are listed, and the growth with N beside them", "[command]") {
  const OwnCache cache;
  const Json json = bench({"--case", "local16,lara", "--opt", "landmarks=8", "--n", "64,128,256", "--threads", "1"});
  CHECK(json["results"].size() == 6);
  CHECK_FALSE(json.contains("median_ms"));
  REQUIRE(json["growth"].size() == 2);
  CHECK(json["growth"][0]["case"] == "local16");
  CHECK(json["growth"][0]["shortest"] == 64);
  CHECK(json["growth"][0]["longest"] == 256);
  CHECK(json["growth"][1]["exponent"].is_number());
  CHECK(json["results"][3]["options"]["landmarks"] == "8");
  CHECK(json["results"][3]["command"].get<std::string>().find("--opt landmarks=8") != std::string::npos);

  const std::string text =
      output_of({"bench", "--case", "local16,lara", "--n", "64,128", "--threads", "1", "--ms", "0"});
  for (const char* word : {"floor ms", "ratio", "limit", "others", "time grows as", "local16"})
    CHECK(text.find(word) != std::string::npos);
}

TEST_CASE("peaks that cannot be read or kept are measured again, with a note", "[command]") {
  const OwnCache cache;
  const Words words{"--case", "local16", "--n", "64", "--threads", "1"};
  std::filesystem::create_directories(std::filesystem::path(cache.file()).parent_path());
  std::ofstream(cache.file()) << "{ broken";
  CHECK(any_note(bench(words), "cannot be read"));
  CHECK_FALSE(any_note(bench(words), "cannot be read"));
  std::ofstream(cache.folder("file")) << "no folder";
  cache.use(cache.folder("file"));
  CHECK(any_note(bench(words), "cannot be kept"));
}

TEST_CASE("--peaks measures again and shows what it found", "[command]") {
  const OwnCache cache;
  const Json json = json_of({"bench", "--peaks", "--threads", "1"});
  REQUIRE(json["peaks"].size() == 1);
  for (const char* name : {"flops_per_second", "exps_per_second", "sincos_per_second"})
    CHECK(json["peaks"][0][name] > 0);
  CHECK(json["peaks"][0]["bandwidths"].size() > 2);
  CHECK(json["machine"]["lanes"] >= 4);
  CHECK(any_note(json, "measured now"));
  CHECK_FALSE(
      any_note(bench({"--case", "local16", "--n", "64", "--threads", "1"}), "measured now"));  // what it found is kept
}

TEST_CASE("the list names cases with their methods and options", "[command]") {
  const Json cases = json_of({"bench", "--list"})["cases"];
  const auto eva = std::find_if(cases.begin(), cases.end(), [](const Json& c) { return c["name"] == "eva-w64-c64"; });
  REQUIRE(eva != cases.end());
  CHECK((*eva)["method"] == "eva");
  CHECK((*eva)["options"]["window"] == "64");
  CHECK(output_of({"bench", "--list"}).find("eva-w64-c64") != std::string::npos);
}

TEST_CASE("Ctrl+C stops a bench", "[command]") {
  const OwnCache cache;
  const Outcome outcome = interrupted_call({"bench", "--case", "softmax", "--n", "65536", "--threads", "1"}, SIGINT);
  CHECK(outcome.exit_code == 130);
  CHECK(outcome.out.empty());
}
