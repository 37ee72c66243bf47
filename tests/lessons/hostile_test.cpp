// Lesson files that are wrong: each is refused with file, line and what would be right.
#include <catch2/catch.hpp>
#include <random>

#include "lessons/lesson_texts.h"
#include "support/folder.h"
#include "support/seed.h"

using namespace omega;
using namespace omega::test;
using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;

namespace {

struct Wrong {
  std::string step;  // JSON of the second step
  int line = 0;
  std::string words;
};

const std::string kClaim =
    R"({"id": "1a", "runs": {"a": {"command": "compare", "preset": "three_clusters", "method": "rfa", "budget": 16, "draws": 4}},
   "value": "a.mse", "in": [0, 1], "false_alarm": 0.001})";

std::string claims(const std::string& from, const std::string& to) {
  return "{\"claims\": [" + replaced(kClaim, from, to) + "]}";
}

void check_refused(const std::vector<Wrong>& cases) {
  for (const Wrong& wrong : cases) {
    INFO(wrong.step);
    const std::string said = complaint_of(small_lesson(wrong.step));
    CHECK_THAT(said, StartsWith("mine.md:" + std::to_string(wrong.line) + ": "));
    CHECK_THAT(said, Contains(wrong.words));
    CHECK(said.find('\n') == std::string::npos);
  }
}

}  // namespace

TEST_CASE("a step that is wrong is refused with its line and what would be right", "[lessons]") {
  CHECK(complaint_of(small_lesson("{\"claims\": [" + kClaim + "]}")).empty());
  const std::string answers = R"({"text": "yes", "right": true}, {"text": "no", "say": "Look again."})";
  const std::vector<Wrong> cases = {
      {R"({"sett": {}})", 11, "there is no \"sett\" here (did you mean set?)"},
      {R"({"show": ["weigths"]})", 11, "(did you mean weights?)"},
      {R"({"light": ["omega_space.targets"]})", 11, "(did you mean target?)"},
      {R"({"light": ["omega_space.samples.ra"]})", 11, "has no \"ra\""},
      {R"({"light": ["workload.radios"]})", 11, "(did you mean radius?)"},
      {R"({"light": ["estimators.rfa.sample"]})", 11, "(did you mean samples?)"},
      {R"({"light": ["jobs.list"]})", 11, "it is marked as a whole"},
      {R"({"show": ["weights", "weights"]})", 11, "stands here twice"},
      {R"({"hide": ["weights"]})", 11, "this step has no \"ask\""},
      {R"({"set": {"workload": "three_cluster"}})", 11, "three_clusters"},
      {R"({"set": {"workload": "three_clusters:radius=-1"}})", 11, "radius"},
      {R"({"set": {"workload": "three_clusters:radios=1"}})", 11, "radius"},
      {R"({"set": {"workload": "three_clusters:n=12,n=15"}})", 11, "twice"},
      {R"({"set": {"cards": ["rfaa"]}})", 11, "rfa"},
      {R"({"set": {"cards": [{"rfa": {"sample": 3}}]}})", 11, "(did you mean samples?)"},
      {R"({"set": {"cards": [{"rfa": {"samples": 0}}]}})", 11, "whole number from 1"},
      {R"({"set": {"cards": ["rfa", "rfa"]}})", 11, "call a second one \"rfa b\""},
      {R"({"set": {"cards": []}})", 11, "1 to 8 cards"},
      {R"({"set": {"selection": {"querry": 3}}})", 11, "(did you mean query?)"},
      {R"({"set": {"selection": {"card": "ra"}}})", 11, "there is no card \"ra\""},
      {R"({"set": {"view": {"norm": "logg"}}})", 11, "(did you mean log?)"},
      {R"({"set": {"seed": -1}})", 11, "from 0 to 4294967295"},
      {R"({"set": {"chance": "three_hils"}})", 11, "(did you mean three_hills?)"},
      {R"({"set": {"chance": {"preset": "ratio", "estimater": "is"}}})", 11, "(did you mean estimator?)"},
      {R"({"do": "Go.", "when": "rfa.sample > 3"})", 11, "(did you mean samples?)"},
      {R"({"do": "Go.", "when": "ra.samples > 3"})", 11, "nothing computes \"ra.samples\""},
      {R"({"do": "Go.", "when": "rfa.samples > "})", 11, "ends too early"},
      {R"j({"do": "Go.", "when": "dragged(omega_space.querry)"})j", 11, "(did you mean omega_space.query?)"},
      {R"({"do": "Go.", "when": "chance.q[0].men > 1"})", 11, "nothing of chance"},
      {R"({"do": "Go.", "when": "rfa.samples >= 16"})", 11, "true already when the step opens"},
      {R"({"when": "rfa.samples >= 32"})", 11, "\"do\", the task itself, is missing"},
      {R"({"do": "Nothing.", "when": "2 < 1"})", 11, "nothing in this can change"},
      {R"({"do": "Nothing.", "when": "seed > (50"})", 11, "in \"seed > (50\" at the end ) is missing"},
      {R"({"do": "one two three four five six seven eight nine ten eleven twelve thirteen"})", 11, "13 words"},
      {R"({"ask": {"question": "Is it?", "answers": [{"text": "yes"}, {"text": "no", "say": "No."}]}})", 11,
       "a wrong answer needs \"say\""},
      {R"({"ask": {"question": "Is it?", "answers": [{"text": "yes", "say": "A."}, {"text": "no", "say": "B."}]}})", 11,
       "no answer is right"},
      {"{\"ask\": {\"question\": \"Is it?\", \"answers\": [" + answers + R"(, {"text": "so", "right": true}]}})", 11,
       "2 answers are right"},
      {R"({"ask": {"question": "Is it?", "answers": [{"text": "so", "right": true}, {"text": "so", "say": "No."}]}})",
       11, "this answer stands here twice"},
      {R"({"ask": {"question": "Is it?", "answers": [{"text": "yes", "right": true}]}})", 11,
       "there is 1 answer; there must be 2 to 6"},
      {"{\"ask\": {\"answers\": [" + answers + "]}}", 11, "\"question\" is missing here"},
      {R"({"ask": {"question": "How large?", "value": "rfa.mse"}})", 11, "\"value\" and \"within\""},
      {R"({"ask": {"question": "How large?", "value": "softmax.ess", "within": "1"}})", 11,
       "this can never be answered: softmax.ess is never known: softmax gives no ess"},
      {R"({"ask": {"question": "How large?", "value": "rfa.mse", "within": "-1"}})", 11,
       "\"within\" must be 0 or more"},
      {R"({"ask": {"question": "How large?", "value": "[1, 2]", "within": "1"}})", 11, "one number is asked for"},
      {R"({"set": {"cards": [{"lara": {"proposals": "given", "landmarks": 1, "means": [[0, 0.5, 1]]}}]}})", 11,
       "item 1 of \"means\" has 3 numbers, but a place in the ω-space of three_clusters has 2"},
      {R"({"minutes": 0})", 11, "must be above 0"},
      {R"({"self_study": "yes"})", 11, "true or false"},
      {R"({"do": "see <b>this</b>"})", 11, "HTML is not read"},
      {R"({"do": "pay `$5` and <b>this</b> for `$6`"})", 11, "HTML is not read"},
      {R"({"do": "half a $formula"})", 11, "one of them is missing"},
      {"{\n \"do\": \"Go.\",\n \"do\": \"Go on.\"}", 13, "for the second time"},
      {"{\n \"do\": \"Go.\"\n \"when\": 1}", 13, "this is not JSON"},
      {R"({"minutes": 1e999})", 11, "beyond what a number can be"},
  };
  check_refused(cases);
}

TEST_CASE("of several keys on a line it is said which one is wrong", "[lessons]") {
  check_refused({
      {R"({"minutes": "two", "do": "Go.", "self_study": true})", 11, "\"minutes\" must be a number"},
      {R"({"minutes": 61, "do": "Go."})", 11, "\"minutes\" must be above 0, and at most 60"},
      {R"({"do": 3, "self_study": true})", 11, "\"do\" must be a text"},
      {R"({"do": "", "self_study": true})", 11, "\"do\" is an empty text"},
      {R"({"do": "Go.", "self_study": 1})", 11, "\"self_study\" must be true or false"},
      {R"({"show": "weights"})", 11, "\"show\" must be a list"},
      {R"({"show": ["weights", 3]})", 11, "item 2 of \"show\" must be a text"},
      {R"({"set": []})", 11, "\"set\" must be an object"},
      {R"({"set": {"cards": [{"lara": {"proposals": "given", "means": [[0, "a"]]}}]}})", 11,
       "item 2 of item 1 of \"means\" must be a number"},
      {R"({"set": {"view": {"norm": "logg"}}})", 11, "\"norm\" is \"logg\""},
      {claims("\"in\": [0, 1]", "\"over\": 0, \"in\": [0, 1]"), 12, "\"over\" must be a whole number from 1 to 200"},
      {claims("[0, 1]", "[0, \"1\"]"), 12, "item 2 of \"in\" must be a number"},
      {claims("[0, 1]", "[0]"), 12, "\"in\" must be a list of two numbers"},
      {claims("0.001", "\"0.001\""), 12, "\"false_alarm\" must be a number"},
      {claims("0.001", "-1"), 12, "\"false_alarm\" must be a chance from 0 to 0.05"},
      {claims("\"budget\": 16", "\"budget\": []"), 11, "\"budget\" is an empty list"},
  });
}

TEST_CASE("a number that is beyond all numbers is said with its own line", "[lessons]") {
  check_refused({
      {"{\n \"do\": \"Go to 1e999 or -1.5.\",\n \"minutes\": -1e400}", 13, "-1e400 is beyond what a number can be"},
      {claims("[0, 1]", "[0.5, 1e400]"), 12, "1e400 is beyond what a number can be"},
  });
}

TEST_CASE("a control character is refused with its line, in text and in JSON", "[lessons]") {
  const std::string good = small_lesson();
  for (const char sign : {'\0', '\x01', '\x1b', '\x7f'}) {
    CHECK_THAT(complaint_of(replaced(good, "Look at it.", std::string("Look at it.\nAnd") + sign + "here.")),
               StartsWith("mine.md:8: there is a control character"));
    CHECK_THAT(complaint_of(replaced(good, "# A title", std::string("# A") + sign + "title")),
               StartsWith("mine.md:1: "));
  }
  CHECK(complaint_of(replaced(good, "Look at it.", "Look\tat it.\r")).empty());
  check_refused({{R"({"do": "Go\u0000 on."})", 11, "there is a control character"}});
}

TEST_CASE("a claim that is wrong, or that could not fail, is refused", "[lessons]") {
  check_refused({
      {claims("\"in\": [0, 1], ", ""), 11, "\"in\" is missing here"},
      {claims(", \"false_alarm\": 0.001", ""), 11, "\"false_alarm\" is missing here"},
      {claims("\"false_alarm\": 0.001", "\"false_alarm\": 0.5"), 12, "from 0 to 0.05"},
      {claims("[0, 1]", "[1, 0]"), 12, "must not be above"},
      {claims("\"in\": [0, 1]", "\"stat\": \"count\", \"in\": [0, 20]"), 12, "every result lies in this interval"},
      {claims("\"a.mse\", \"in\": [0, 1]", "\"a.mse > 1\", \"in\": [0, 1]"), 12, "every result lies in this interval"},
      {claims("[0, 1]", "[-1e300, 1e300]"), 12, "every result lies in this interval, from 0 to a million"},
      {claims("[0, 1]", "[0, 1e9]"), 12, "every result lies in this interval"},
      {claims("\"in\": [0, 1]", "\"stat\": \"ratio\", \"in\": [1, 1e9]"), 12, "from 1 to a million"},
      {claims("\"a.mse\"", "\"a.ess_share\""), 12, "every result lies in this interval, from 0 to 1;"},
      {claims("a.mse", "a.mes"), 12, "(did you mean mse?)"},
      {claims("a.mse", "b.mse"), 12, "there is no run \"b\""},
      {claims("a.mse", "revealed"), 12, "is an event"},
      {claims("three_clusters", "three_clusters:seed=3"), 11, "leave seed out"},
      {claims("\"budget\": 16", "\"budget\": [16, 0]"), 11, "from 1 to"},
      {claims("\"rfa\", \"budget\"", "\"softmax\", \"budget\""), 11, "softmax has no budget"},
      {claims("\"compare\"", "\"compute\""), 11, "compare"},
      {claims("\"draws\": 4", "\"size\": \"toy\""), 11, "means nothing to compare"},
      {claims("\"draws\": 4", "\"options\": {\"sample\": 4}"), 11, "(did you mean samples?)"},
      {claims("\"a\": {", "\"1\": {"), 11, "a run has a name such as a"},
      {R"({"claims": [{"id": "x", "runs": {"a": {"command": "study", "study": "scaling"}}, "value": "1", "in": [0, 1], "false_alarm": 0}]})",
       11, "measures times"},
      {R"({"claims": [{"id": "x", "runs": {"a": {"command": "chance", "preset": "ratio", "set": {"samples": 0}}}, "value": "a.bias", "in": [0, 1], "false_alarm": 0}]})",
       11, "samples"},
      {"{\"claims\": [" + kClaim + "," + kClaim + "]}", 12, "there is a claim \"1a\" already"},
  });
}

TEST_CASE("a file that is wrong around its blocks is refused with the line", "[lessons]") {
  const std::string good = small_lesson();
  std::string long_prose;
  for (int i = 0; i < 61; ++i) long_prose += "word ";
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"", "mine.md:1: the title is missing"},
      {replaced(good, "# A title\n", ""), "comes before the first step"},
      {replaced(good, "# A title\n", "# A title\n# Another\n"), "mine.md:2: there is one title already"},
      {replaced(good, "# A title\n", "# A title\nWords.\n"), "mine.md:2: text belongs to a step"},
      {replaced(good, "```json lesson", "```json leson"), "mine.md:2: a block is ```json lesson or ```json step"},
      {replaced(good, "```json step", "```python"), "a block is ```json lesson or ```json step"},
      {good.substr(0, good.size() - 4), "mine.md:10: this block has no end"},
      {good.substr(0, good.size() - 4) + "## More\nWords.\n```json step\n{}\n```\n",
       "mine.md:10: this block has no end"},
      {good.substr(0, good.find("## First")), "the steps are missing"},
      {replaced(good, "## First\n", "##\n"), "mine.md:6: a heading is"},
      {replaced(good, "## First\n", "### First\n"), "mine.md:6: a heading is"},
      {replaced(good, "Look at it.\n", ""), "mine.md:6: the step \"First\" has no text"},
      {replaced(good, "Look at it.", long_prose), "mine.md:7: the step \"First\" has 61 words; it may have 60"},
      {replaced(good, "Look at it.", "Look <b>here</b>."), "mine.md:7: HTML is not read"},
      {replaced(good, "Look at it.", "See [this](https://example.org)."), "a lesson has no links"},
      {replaced(good, "Look at it.", "![Hill](https://example.org/a.png)"), "is on the net"},
      {replaced(good, "Look at it.", "![Hill](../a.png)"), "outside the folder"},
      {replaced(good, "Look at it.", "![Hill](/a.png)"), "outside the folder"},
      {replaced(good, "Look at it.", "![Hill](a.exe)"), "must be a .png, .jpg or .svg file"},
      {replaced(good, "Look at it.", "Look \xff at it."), "mine.md:7: this line is not UTF-8"},
      {replaced(good, "\"format\": 1", "\"format\": 2"),
       "mine.md:3: this lesson is of a later format; this program reads format 1"},
      {replaced(good, "\"name\": \"small\"", "\"name\": \"Too Small\""), "small letters, digits and -"},
      {replaced(good, "\"goal\": \"Something is understood.\", ", ""), "\"goal\" is missing here"},
      {replaced(good, "\"minutes\": 3", "\"minutes\": 900"), "at most 180"},
      {good + "```json step\n{}\n```\n", "has one `json step` block already"},
      {good + "```json lesson\n{}\n```\n", "stands before the first step"},
      {std::string(1 << 21, 'x'), "at most 1 MB"},
  };
  for (const auto& [text, words] : cases) {
    const std::string said = complaint_of(text);
    INFO(said);
    CHECK_THAT(said, StartsWith("mine.md:") && Contains(words));
  }
}

TEST_CASE("a picture must lie beside the lesson", "[lessons]") {
  const Folder folder;
  const std::string text = replaced(small_lesson(), "Look at it.", "Look. ![Hill](hill.png)");
  CHECK_THAT(complaint_of(text), Contains("has no pictures"));
  CHECK_THROWS_WITH(lessons::read_lesson("mine.md", text, folder.path()), Contains("is not there"));
  std::ofstream(folder.path() / "hill.png") << "x";
  CHECK_THROWS_WITH(lessons::read_lesson("mine.md", text, folder.path()), Contains("cannot be read as PNG"));
  // Whatever its name says, the app shows what it holds.
  for (const char* start :
       {"\x89PNG\r\n\x1A\n", "\xFF\xD8\xFF\xE0", "<?xml version=\"1.0\"?>\n<svg xmlns", "\x1F\x8B"}) {
    std::ofstream(folder.path() / "hill.png") << start;
    CHECK_NOTHROW(lessons::read_lesson("mine.md", text, folder.path()));
  }
  std::ofstream(folder.path() / "hill.JPG") << "\xFF\xD8\xFF\xE0";
  CHECK_NOTHROW(lessons::read_lesson("mine.md", replaced(text, "hill.png", "hill.JPG"), folder.path()));
}

TEST_CASE("a formula that the app would show as it is typed is refused", "[lessons]") {
  const auto said = [](const std::string& words) {
    return complaint_of(replaced(small_lesson(), "Look at it.", words));
  };
  for (const auto& [words, problem] : std::vector<std::pair<std::string, std::string>>{
           {"So $e^{-x}$.", R"(in the formula "e^{-x}" minus is −, not -)"},
           {"So $n-1$.", "minus is"},
           {"So $\\frac{1}{$.", "\\ has no meaning"},
           {"So $a*b$.", "* has no meaning"},
           {"So $e^{x$.", "{ is never closed"},
           {"So $(a]$.", "] closes nothing"},
           {"So $$a$$.", "here is none"},
           {"It costs $5.", "one of them is missing"}}) {
    INFO(words);
    CHECK_THAT(said(words), StartsWith("mine.md:7: ") && Contains(problem));
  }
  for (const char* words : {"So $e^{−x²/2}$.", "So $b_{k_{a_ns}}$.", "So $y = Σ_m π_nm v_m$.", "So $[a + b] / √(a b)$.",
                            "The $balance-heuristic$.", "So $|x−‖y‖|$.", "It costs `$5`."}) {
    INFO(words);
    CHECK(said(words).empty());
  }
  CHECK_THAT(complaint_of(small_lesson() + "> Say that $n-1$ is meant.\n"),
             StartsWith("mine.md:8: in the note for the speaker: ") && Contains("minus is"));
}

TEST_CASE("titles are plain words", "[lessons]") {
  for (const char* words : {"Of $n$", "Of *n*", "Of `n`"}) {
    CHECK_THAT(complaint_of(replaced(small_lesson(), "# A title", std::string("# ") + words)),
               StartsWith("mine.md:1: the title is shown as it is typed"));
    CHECK_THAT(complaint_of(replaced(small_lesson(), "## First", std::string("## ") + words)),
               StartsWith("mine.md:6: the heading of this step is shown as it is typed"));
  }
}

TEST_CASE("a lesson cut or changed anywhere is read or refused, nothing else", "[lessons]") {
  const std::string good = model_lesson();
  std::mt19937 random(static_cast<unsigned>(test_seed(21)));
  int refused = 0;
  for (int i = 0; i < 1500; ++i) {
    std::string text = good;
    const std::size_t at = random() % text.size();
    switch (random() % 4) {
      case 0: text.resize(at); break;
      case 1: text[at] = static_cast<char>(random()); break;
      case 2: text.erase(at, random() % 30); break;
      default: text.insert(at, text.substr(random() % text.size(), random() % 60)); break;
    }
    refused += complaint_of(text).empty() ? 0 : 1;
  }
  CHECK(refused > 300);
}
