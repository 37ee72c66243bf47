// omega estimate: the same bytes for the same request, options as words, nothing written unless all went well.
#include <catch2/catch.hpp>
#include <csignal>

#include "command/interrupted_call.h"
#include "estimators/registry.h"
#include "io/npz.h"

using namespace omega;
using namespace omega::test;

namespace {

Words estimate(const std::string& method, const std::string& input, const std::string& output, const Words& more = {}) {
  Words words{"estimate", "--method", method, "--input", input, "--output", output, "--quiet"};
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

}  // namespace

TEST_CASE("the same request gives the same bytes on one thread and on two", "[command]") {
  const Folder folder;
  output_of({"synth", "clusters", "--n", "300", "--heads", "2", "--output", folder.file("in.npz"), "--quiet"});
  for (const Estimator& estimator : estimators()) {
    INFO(estimator.info.name);
    const std::string& name = estimator.info.name;
    output_of(estimate(name, folder.file("in.npz"), folder.file("one.npz"), {"--threads", "1"}));
    output_of(estimate(name, folder.file("in.npz"), folder.file("two.npz"), {"--threads", "2"}));
    CHECK(bytes_of(folder.file("one.npz")) == bytes_of(folder.file("two.npz")));
  }
}

TEST_CASE("seed and draw change the noise, and only they", "[command]") {
  const Folder folder;
  const std::string input = sequence_in(folder, "in.npz", 24, 24, 4);
  const auto y = [&](const Words& more) {
    output_of(estimate("rfa", input, folder.file("out.npz"), more));
    return read_npz(folder.file("out.npz")).at("y").to_vector<float>();
  };
  CHECK(y({}) == y({"--seed", "0", "--draw", "0"}));
  CHECK(y({"--seed", "1"}) != y({}));
  CHECK(y({"--draw", "1"}) != y({}));
  CHECK(y({"--seed", "1"}) != y({"--draw", "1"}));
}

TEST_CASE("every option of every method is taken as a word", "[command]") {
  const Folder folder;
  const std::string input = sequence_in(folder, "in.npz", 16, 16, 4);
  for (const Estimator& estimator : estimators()) {
    Words words = estimate(estimator.info.name, input, folder.file("out.npz"), {"--want", "y"});
    for (const OptionSpec& spec : estimator.info.options)
      if (spec.automatic.empty()) words.insert(words.end(), {"--opt", spec.name + "=" + to_string(spec.default_value)});
    INFO(estimator.info.name);
    output_of(words);
  }
}

TEST_CASE("--want writes what it names, in the working precision", "[command]") {
  const Folder folder;
  const std::string input = sequence_in(folder, "in.npz", 12, 12, 4);
  output_of(estimate("lara", input, folder.file("out.npz"), {"--want", "ess,y", "--precision", "f64"}));
  const Arrays arrays = read_npz(folder.file("out.npz"));
  CHECK(arrays.size() == 2);
  CHECK(arrays.at("y").type() == Dtype::f64);
  CHECK(arrays.at("ess").shape() == Shape{12});
}

TEST_CASE("the output says where it came from, without times and paths", "[command]") {
  const Folder folder;
  const std::string input = sequence_in(folder, "in.npz", 12, 12, 4);
  output_of(estimate("rfa", input, folder.file("out.npz"), {"--opt", "samples=8", "--seed", "3"}));
  const InputFile file = InputFile::open(folder.file("out.npz"));
  const NpzFile archive(file);
  std::string text;
  for (const NpzFile::Member& member : archive.members())
    if (member.name == kProvenanceMember) text = archive.read_texts(member).at(0);
  const Json json = Json::parse(text);
  CHECK(json["method"] == "rfa");
  CHECK(json["options"]["samples"] == 8);
  CHECK(json["seed"] == 3);
  CHECK(json["data"].get<std::string>().size() == 16);
  CHECK(text.find(folder.file("")) == std::string::npos);
}

TEST_CASE("help says that results name a file without its folders", "[command]") {
  for (const char* subcommand : {"estimate", "compare", "heads"})
    CHECK(output_of({subcommand, "--help"}).find("without its") != std::string::npos);
}

TEST_CASE("members that a method does not know are ignored", "[command]") {
  const Folder folder;
  Arrays arrays = read_npz(sequence_in(folder, "in.npz", 8, 8, 4));
  arrays.emplace("unrelated", Array::from<std::int64_t>({1, 2, 3}, {3}));
  arrays.emplace("eps", Array::from(std::vector<float>(8 * 4, 0.5F), {8, 4}));
  write_npz(folder.file("more.npz"), arrays, "a text member");
  output_of(estimate("softmax", folder.file("more.npz"), folder.file("softmax.npz")));
  output_of(estimate("rfa", folder.file("more.npz"), folder.file("rfa.npz"), {"--opt", "samples=8"}));
  CHECK(read_npz(folder.file("rfa.npz")).at("omega").at(5) == 0.5);
}

TEST_CASE("a summary as text and as JSON", "[command]") {
  const Folder folder;
  const std::string input = sequence_in(folder, "in.npz", 8, 8, 4);
  Words words{"estimate", "--method", "rfa", "--input", input, "--output", folder.file("out.npz")};
  CHECK(output_of(words).find("y (8x4)") != std::string::npos);
  const Json json = json_of(words);
  CHECK(json["arrays"]["y"]["shape"] == Json({8, 4}));
  CHECK(json["stats"]["backend"] == "cpu");
}

TEST_CASE("an output that cannot be written is a failed run, and nothing is left", "[command]") {
  const Folder folder;
  const std::string input = sequence_in(folder, "in.npz", 8, 8, 4);
  for (const std::string& output : {folder.file("missing/out.npz"), folder.file(""), std::string("/proc/out.npz")}) {
    const Outcome outcome = call({"estimate", "--method", "softmax", "--input", input, "--output", output});
    INFO(output << ": " << outcome.err);
    CHECK(outcome.exit_code == 1);
    CHECK(outcome.is_one_line());
    CHECK(outcome.out.empty());
  }
  CHECK(folder.count() == 1);
}

TEST_CASE("a failed run leaves the old output as it was", "[command]") {
  const Folder folder;
  const std::string input = sequence_in(folder, "in.npz", 8, 8, 4), output = folder.file("out.npz");
  output_of(estimate("softmax", input, output));
  const std::string before = bytes_of(output);
  CHECK(call(estimate("softmax", input, output, {"--want", "nonsense"})).exit_code == 2);
  CHECK(bytes_of(output) == before);
}

TEST_CASE("Ctrl+C stops a long run and leaves nothing half-written", "[command]") {
  CHECK_THAT(output_of({"estimate", "--help"}), Catch::Contains("129, 130, 143"));  // all that come here
  const Folder folder;
  for (const auto& [signal, exit_code] : {std::pair{SIGINT, 130}, std::pair{SIGTERM, 143}, std::pair{SIGHUP, 129}}) {
    const Outcome outcome = interrupted_call({"estimate", "--method", "ra", "--preset", "gaussian:n=20000,dim=64",
                                              "--opt", "samples=64", "--want", "y", "--output", folder.file("out.npz")},
                                             signal);
    INFO(outcome.err);
    CHECK(outcome.exit_code == exit_code);
    CHECK(outcome.is_one_line());
    CHECK(folder.count() == 0);
  }
}

TEST_CASE("Ctrl+C is heard while a preset is made, and while a result is written", "[command]") {
  const Folder folder;
  const std::string output = folder.file("out.json");
  // Only behind the preset is the wrong option seen.
  const Outcome made = interrupted_call({"estimate", "--method", "softmax", "--preset", "gaussian:n=1048576,dim=64",
                                         "--opt", "nonsense=1", "--output", output},
                                        SIGINT);
  CHECK(made.exit_code == 130);
  CHECK(made.is_one_line());
  const auto is_half_written = [&] {
    const std::filesystem::directory_iterator all(folder.path());
    return std::any_of(begin(all), end(all), [](const auto& entry) {
      std::error_code gone;
      const auto size = entry.file_size(gone);
      return !gone && size > 0;
    });
  };
  const Outcome written = interrupted_call(
      {"estimate", "--method", "softmax", "--want", "attention", "--preset", "gaussian:n=3000", "--output", output},
      SIGTERM, is_half_written);
  INFO(written.err);
  CHECK(written.exit_code == 143);
  CHECK(written.is_one_line());
  CHECK(written.out.empty());
  CHECK(folder.count() == 0);
}

TEST_CASE("--move and --given are what a changed file would give, and are told in the provenance", "[command]") {
  const Folder folder;
  const std::string input = sequence_in(folder, "in.npz", 12, 12, 2), changed = folder.file("changed.npz");
  Arrays arrays = read_npz(input);
  std::vector<float> q = arrays.at("Q").to_vector<float>(), k = arrays.at("K").to_vector<float>();
  q[2 * 3] = 0.1F;
  q[2 * 3 + 1] = -2.5F;
  k[2 * 7] = 1e-3F;
  k[2 * 7 + 1] = 4;
  write_npz(changed,
            {{"Q", Array::from(q, {12, 2})},
             {"K", Array::from(k, {12, 2})},
             {"V", arrays.at("V")},
             {"mu", Array::from(std::vector<double>{0.5, 1, 2, -1}, {2, 2})}},
            "");
  const Words options{"--opt", "proposals=given", "--opt", "landmarks=2", "--seed", "5"};
  Words words = options;
  words.insert(words.end(), {"--move", "q:0:3=0.1,-2.5", "--move", "k:0:7=1e-3,4", "--given", "mu=[[0.5,1],[2,-1]]"});
  output_of(estimate("lara", changed, folder.file("file.npz"), options));
  Words told{"estimate", "--method", "lara", "--input", input, "--output", folder.file("words.npz")};
  told.insert(told.end(), words.begin(), words.end());
  CHECK_THAT(
      json_of(told).at("command").get<std::string>(),
      Catch::Contains("--move q:0:3=0.1,-2.5 --move k:0:7=1e-3,4") && Catch::Contains("--given 'mu=[[0.5,1],[2,-1]]'"));
  const Arrays file = read_npz(folder.file("file.npz")), said = read_npz(folder.file("words.npz"));
  REQUIRE(file.size() == said.size());
  for (const auto& [name, array] : file) {
    INFO(name);
    CHECK(array.to_vector<double>() == said.at(name).to_vector<double>());
  }
  // What a file gives is replaced, and a preset is moved too.
  output_of(estimate("lara", changed, folder.file("other.npz"), [&] {
    Words more = options;
    more.insert(more.end(), {"--given", "mu=[[3,0],[0,3]]"});
    return more;
  }()));
  CHECK(read_npz(folder.file("other.npz")).at("y").to_vector<float>() != file.at("y").to_vector<float>());
  output_of({"estimate", "--method", "softmax", "--preset", "three_clusters", "--move", "k:0:0=1,1", "--output",
             folder.file("preset.npz"), "--quiet"});
  output_of({"compare", "--preset", "three_clusters", "--methods", "softmax,lara", "--move", "k:0:0=1,1", "--draws",
             "2", "--quiet", "--output", folder.file("moved.csv")});
}
