// omega lesson as a shell calls it: what it lists, and how it ends for a file that is sound, broken or not true.
#include <sys/stat.h>

#include <catch2/catch.hpp>
#include <cmath>
#include <fstream>
#include <sstream>

#include "command/calls.h"
#include "io/npz.h"
#include "support/replaced.h"

using namespace omega::test;
using Catch::Matchers::Contains;

namespace {

std::string model() { return bytes_of(OMEGA_SOURCE_DIR "/tests/lessons/07-one-cloud.md"); }

std::string written(const Folder& folder, const std::string& text) {
  const std::string file = folder.file("mine.md");
  std::ofstream(file, std::ios::binary) << text;
  return file;
}

}  // namespace

TEST_CASE("lessons are listed, with those of a folder", "[command]") {
  const Folder folder;
  written(folder,
          replaced(replaced(model(), "\"one-cloud\"", "\"mine\""), "\"needs\": [\"attention-is-an-average\"],", ""));
  const Json list = json_of({"lesson", "list", "--folder", folder.file("")});
  const Json& last = list["lessons"].back();
  CHECK(last["name"] == "mine");
  CHECK(last["steps"] == 4);
  CHECK(last["claims"] == 4);
  CHECK(last["own"] == true);
  CHECK_THAT(output_of({"lesson", "list", "--folder", folder.file("")}), Contains("mine") && Contains("One cloud"));
}

TEST_CASE("a lesson is shown as it is written, or with what is said of it", "[command]") {
  const Json json = json_of({"lesson", "show", "one-cloud"});
  CHECK(json["name"] == "one-cloud");
  CHECK(json["text"] == output_of({"lesson", "show", "one-cloud"}));
}

TEST_CASE("a lesson is checked: 0 where its claims hold, 1 where one does not, 2 where it is broken", "[command]") {
  const Folder folder;
  const Json good = json_of({"lesson", "check", written(folder, model())});
  REQUIRE(good["claims"].size() == 4);
  for (const Json& claim : good["claims"]) CHECK(claim["holds"] == true);
  const std::string long_id = written(folder, replaced(model(), "\"7a\"", "\"7a-effective-samples\""));
  CHECK_THAT(output_of({"lesson", "check", long_id}),
             Contains("7a-effective-samples  the median") && Contains("7b                    the max"));

  const Outcome untrue = call({"lesson", "check", written(folder, replaced(model(), "[2.5, 3.5]", "[25, 35]"))});
  CHECK(untrue.exit_code == 1);
  CHECK(untrue.is_one_line());
  CHECK_THAT(untrue.err, Contains("1 of 4 claims does not hold") && Contains("one-cloud 7a") && Contains("[25, 35]"));

  const Outcome broken =
      call({"lesson", "check", written(folder, replaced(model(), "rfa.samples >=", "rfa.sample >="))});
  CHECK(broken.exit_code == 2);
  CHECK(broken.is_one_line());
  CHECK_THAT(broken.err, Contains("mine.md:45: ") && Contains("did you mean samples?"));
  CHECK(call({"lesson", "check", folder.file("none.md")}).exit_code == 2);
  const Json by_name = json_of({"lesson", "check", "one-cloud", "--no-claims"});
  REQUIRE(by_name["lessons"].size() == 1);
  CHECK(by_name["lessons"][0]["name"] == "one-cloud");
  CHECK_THAT(call({"lesson", "check", "one-clod"}).err, Contains("did you mean one-cloud"));
  CHECK(call({"lesson", "chek"}).exit_code == 2);
  CHECK(call({"lesson", "check", "--fresh", "x"}).exit_code == 2);
}

TEST_CASE("a broken lesson is refused in one sentence with file, line and what would be right", "[command]") {
  const Folder folder;
  struct Broken {
    std::string from, to;
    int line = 0;
    std::string words;
    int exit_code = 2;
  };
  const std::vector<Broken> all = {
      {"\"omega_space\", \"weights\"]", "\"omega_space\", \"weigths\"]", 10, "did you mean weights?"},
      {"{\"rfa\": {\"samples\": 64}}", "{\"rfa\": {\"sample\": 64}}", 5, "did you mean samples?"},
      {"{\"rfa\": {\"samples\": 64}}", "\"rfaa\"", 5, "did you mean rfa?"},
      {"three_clusters:radius=0.5", "three_clusters:radios=0.5", 5, "did you mean radius?"},
      {"workload.radius >= 3", "workload.radius >= ", 23, "ends too early"},
      {"workload.radius >= 3", std::string(5000, '(') + "1" + std::string(5000, ')'), 23, "at most 400"},
      {"workload.radius >= 3", "workload.radius >= 0.5", 23, "true already when the step opens"},
      {"workload.radius >= 3", "workload.radius >= 3000", 23,
       "this can never be true: workload.radius goes from 0 to 1000"},
      {"workload.radius >= 3", "rfa.mse < 100", 23, "nothing would be left to do: rfa.mse is "},
      {"Is that RFA?", "Is that ![RFA](rfa.png)?", 29, "is not there"},
      {"\"right\": true, \"say\": \"Three darts", "\"say\": \"Three darts", 19, "no answer is right"},
      {"\"hide\": [\"weights.legend\"]", "\"hide\": [\"weights.legends\"]", 18, "did you mean legend?"},
      {"\"do\": \"Answer.\"", "\"does\": \"Answer.\"", 37, "did you mean do?"},
      {"[\"attention-is-an-average\"]", "[\"attention-is-average\"]", 4, "did you mean attention-is-an-average?"},
      {"[2.5, 3.5]", "[25, 35]", 24, "[25, 35]", 1},
  };
  for (const auto& [from, to, line, words, exit_code] : all) {
    INFO(to.substr(0, 60));
    const std::string file = written(folder, replaced(model(), from, to));
    const Outcome outcome = call({"lesson", "check", file});
    INFO(outcome.err);
    CHECK(outcome.exit_code == exit_code);
    CHECK(outcome.is_one_line());
    CHECK_THAT(outcome.err, Contains(file + ":" + std::to_string(line) + ": ") && Contains(words));
  }
}

TEST_CASE("what is wrong with several lessons is all said", "[command]") {
  const Folder folder;
  const auto file = [&](const char* name, const std::string& from, const std::string& to) {
    std::ofstream(folder.file(name), std::ios::binary) << replaced(model(), from, to);
    return folder.file(name);
  };
  const std::string a = file("a.md", "weights", "weigths"), good = file("good.md", "7a", "7x"),
                    c = file("c.md", "workload.radius >= 3", "rfa.mse < 100");
  const Outcome outcome = call({"lesson", "check", a, good, c, folder.file("none.md"), "--no-claims"});
  INFO(outcome.err);
  CHECK(outcome.exit_code == 2);
  CHECK(outcome.is_one_line());
  CHECK_THAT(outcome.err, Contains("3 things are wrong: (1) " + a + ":10: ") && Contains("did you mean weights?") &&
                              Contains(" (2) " + c + ":23: ") && Contains("nothing would be left to do") &&
                              Contains(" (3) there is no file"));
}

TEST_CASE("without claims only the file is read; fresh seeds are others", "[command]") {
  const Folder folder;
  const std::string untrue = written(folder, replaced(model(), "[2.5, 3.5]", "[25, 35]"));
  CHECK(json_of({"lesson", "check", untrue, "--no-claims"})["claims"].empty());
  const std::string good = written(folder, model());
  const auto values = [&](const std::string& round) {
    return json_of({"lesson", "check", good, "--fresh", round})["claims"][1]["values"];
  };
  CHECK(values("1") != values("2"));
  CHECK(values("1") == values("1"));
}

TEST_CASE("a folder that is not there, and what is no file, are called that", "[command]") {
  const Folder folder;
  REQUIRE(::mkfifo(folder.file("pipe.md").c_str(), 0600) == 0);
  for (const auto& [words, culprit] :
       {std::pair{Words{"lesson", "list", "--folder", folder.file("none")}, "there is no folder"},
        std::pair{Words{"lesson", "check", "--no-claims", "--folder", folder.file("none")}, "there is no folder"},
        std::pair{Words{"lesson", "check", "/dev/null"}, "is a device; a regular file was expected"},
        std::pair{Words{"lesson", "check", folder.file("pipe.md")}, "is a pipe; a regular file was expected"},
        std::pair{Words{"lesson", "check", folder.file("none.md")}, "there is no file"}}) {
    const Outcome outcome = call(words);
    INFO(outcome.err);
    CHECK(outcome.exit_code == 2);
    CHECK(outcome.out.empty());
    CHECK(outcome.is_one_line());
    CHECK_THAT(outcome.err, Contains(culprit));
  }
}

// --- Paper -----------------------------------------------------------------------------------------------------------

namespace {

/// The words of a line as a shell would split it; only single quotes quote.
Words shell_words(const std::string& line) {
  Words words;
  bool is_quoted = false, is_open = false;
  for (const char c : line) {
    if (c == '\'') {
      is_quoted = !is_quoted;
      if (is_quoted && !is_open) words.emplace_back();
      is_open = true;
    } else if (c == ' ' && !is_quoted) {
      is_open = false;
    } else {
      if (!is_open) words.emplace_back();
      is_open = true;
      words.back() += c;
    }
  }
  return words;
}

double number_of(const Json& json) { return json == "infinity" ? INFINITY : json.get<double>(); }

/// What the line of a key says today.
double answer_of(const Json& source, const Folder& folder) {
  Words words = shell_words(source["command"].get<std::string>());
  REQUIRE(words.front() == "omega");
  words.erase(words.begin());
  const std::string pointer = source["pointer"];
  if (pointer.front() == '/') return number_of(Json::parse(output_of(words)).at(Json::json_pointer(pointer)));
  REQUIRE(pointer == "attention[0, 0]");
  words.back() = folder.file(words.back());
  output_of(words);
  return omega::read_npz(words.back()).at("attention").at(0);
}

}  // namespace

TEST_CASE("every number of an exam's key is what omega says", "[command]") {
  const Folder folder;
  for (const char* seed : {"1", "2"}) {
    const Json exam = json_of({"lesson", "exam", "--seed", seed});
    REQUIRE(exam["items"].size() == 10);
    std::size_t numbers = 0;
    for (const Json& item : exam["items"])
      for (const Json& part : item["parts"]) {
        if (part["sources"].empty()) continue;
        INFO(seed << ": " << item["name"] << ", " << part["question"]);
        double said = answer_of(part["sources"][0], folder);
        if (part["sources"].size() == 2) said /= answer_of(part["sources"][1], folder);
        const double value = number_of(part["value"]);
        CHECK((said == value || std::abs(said - value) <= 1e-9 * std::abs(value)));
        ++numbers;
      }
    CHECK(numbers >= 13);
  }
}

TEST_CASE("from the crossing on lara has less arithmetic than softmax, and one token before it has not", "[command]") {
  const Json exam = json_of({"lesson", "exam", "--seed", "1"});
  const Json& cross = exam["items"].back()["parts"].back();
  const std::string answer = cross["answer"], line = cross["sources"][0]["command"];
  const auto ratio = [&](const std::string& tokens) {
    std::string other = line;
    other.replace(other.find("n=" + answer), answer.size() + 2, "n=" + tokens);
    Words words = shell_words(other);
    words.erase(words.begin());
    const Json json = Json::parse(output_of(words));
    return json["methods"][0]["flops"].get<double>() / json["methods"][2]["flops"].get<double>();
  };
  CHECK(ratio(answer) >= 1);
  CHECK(ratio(std::to_string(std::stoi(answer) - 1)) < 1);
}

TEST_CASE("handouts and exams are written as text, with their keys apart", "[command]") {
  const Folder folder;
  CHECK(output_of({"lesson", "handout", "one-cloud", "--output", folder.file("h.md"), "--key", folder.file("k.txt")})
            .empty());
  CHECK_THAT(bytes_of(folder.file("h.md")), Contains("# One cloud for every query") && !Contains("✓"));
  CHECK_THAT(bytes_of(folder.file("k.txt")), Contains("# Key: One cloud for every query") && Contains("✓"));
  CHECK(output_of({"lesson", "handout", "one-cloud"}) == bytes_of(folder.file("h.md")));
  CHECK_THAT(output_of({"lesson", "handout", "one-cloud", "--answers"}), Contains("## Key: One cloud"));
  CHECK_THAT(output_of({"lesson", "handout", written(folder, model())}), Contains("The hill walks away"));
  output_of(
      {"lesson", "exam", "--seed", "1", "--output", folder.file("e.md"), "--key", folder.file("a.md"), "--quiet"});
  CHECK_THAT(bytes_of(folder.file("e.md")), Contains("10. Arithmetic") && !Contains("omega compare"));
  CHECK_THAT(bytes_of(folder.file("a.md")), Contains("omega compare"));

  for (const Words& words :
       {Words{"handout"}, Words{"handout", "one-clod"}, Words{"exam", "--seed", "x"},
        Words{"exam", "--output", folder.file("e.doc")}, Words{"handout", "one-cloud", "--key", folder.file("k")}}) {
    Words all = {"lesson"};
    all.insert(all.end(), words.begin(), words.end());
    const Outcome wrong = call(all);
    INFO(wrong.err);
    CHECK(wrong.exit_code == 2);
    CHECK(wrong.is_one_line());
  }
}

TEST_CASE("where a key cannot be written, its paper is as it was", "[command]") {
  const Folder folder;
  std::ofstream(folder.file("old.md")) << "old";
  const Outcome half =
      call({"lesson", "handout", "one-cloud", "--output", folder.file("old.md"), "--key", folder.file("nowhere/k.md")});
  CHECK(half.exit_code == 1);
  CHECK(bytes_of(folder.file("old.md")) == "old");
}

TEST_CASE("a paper and its key are two files", "[command]") {
  const Folder folder;
  const std::string file = folder.file("x.md"), same = folder.file("./x.md");
  for (const Words& paper : {Words{"handout", "one-cloud"}, Words{"exam"}})
    for (const std::string& key : {file, same}) {
      Words words{"lesson"};
      words.insert(words.end(), paper.begin(), paper.end());
      words.insert(words.end(), {"--output", file, "--key", key});
      const Outcome outcome = call(words);
      INFO(outcome.err);
      CHECK(outcome.exit_code == 2);
      CHECK(outcome.is_one_line());
      CHECK_THAT(outcome.err, Contains("--output and --key both name"));
    }
  CHECK(folder.count() == 0);
}
