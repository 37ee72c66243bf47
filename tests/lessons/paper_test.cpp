// Lessons on paper and exams: what stands there, what is kept for the key, and numbers that are their own.
#include <catch2/catch.hpp>
#include <cmath>

#include "core/text.h"
#include "estimators/look.h"
#include "lessons/exam_items.h"
#include "lessons/lesson_texts.h"
#include "lessons/lesson_writer.h"
#include "lessons/opening.h"
#include "lessons/shelf.h"
#include "lessons/state_writer.h"

using namespace omega;
using namespace omega::lessons;
using namespace omega::test;
using Catch::Matchers::Contains;

namespace {

std::size_t count(const Sheet& sheet, SheetBlock::Kind kind) {
  return static_cast<std::size_t>(std::count_if(sheet.blocks.begin(), sheet.blocks.end(),
                                                [&](const SheetBlock& block) { return block.kind == kind; }));
}

/// Without the signs of formulas, as texts on paper are.
std::string plain_text(std::string text) {
  text.erase(std::remove(text.begin(), text.end(), '$'), text.end());
  return text;
}

}  // namespace

TEST_CASE("a handout has every step and question of its lesson, and no answer; the key has all", "[lessons]") {
  const Shelf shelf = read_shelf();
  REQUIRE(shelf.lessons.size() >= 15);
  int questions = 0;
  for (const auto& [lesson, path] : shelf.lessons) {
    const std::string handout = sheet_text(handout_of(lesson, "p")), key = sheet_text(key_of(lesson, "p"));
    CHECK_THAT(handout,
               Contains(lesson.title) && Contains(plain_text(lesson.goal)) && Contains("p, lesson " + lesson.name));
    for (const Step& step : lesson.steps) {
      INFO(lesson.name << ": " << step.title);
      CHECK_THAT(handout, Contains(step.title) && Contains(plain_text(step.prose)));
      if (!step.task.empty()) CHECK_THAT(handout, Contains(plain_text(step.task)));
      if (!step.ask) continue;
      ++questions;
      CHECK_THAT(handout, Contains(plain_text(step.ask->question)));
      CHECK_THAT(key, Contains(plain_text(step.ask->question)));
      for (std::size_t i = 0; i < step.ask->answers.size(); ++i) {
        const Answer& answer = step.ask->answers[i];
        CHECK_THAT(handout, Contains("- [ ] " + letter_of(i) + "  " + plain_text(answer.text)));
        if (!answer.say.empty()) CHECK_THAT(handout, !Contains(plain_text(answer.say)));
        CHECK_THAT(key, Contains((answer.right ? "✓ **" + letter_of(i) : "✗ " + letter_of(i))) &&
                            Contains(plain_text(answer.say)));
      }
      for (const Claim& claim : step.claims) CHECK_THAT(key, Contains("Claim " + claim.id + ": "));
    }
    CHECK_THAT(key, Contains("asks the engine for these claims"));
  }
  CHECK(questions >= 15);
}

TEST_CASE("what a step keeps back is drawn by hand on its handout, and shown in the key", "[lessons]") {
  const Lesson lesson = lesson_called("two-nets").lesson;
  const Sheet handout = handout_of(lesson, "p"), key = key_of(lesson, "p");
  std::size_t kept = 0;
  for (const Step& step : lesson.steps) kept += !step.hide.empty();
  REQUIRE(kept == 2);
  CHECK(count(handout, SheetBlock::Kind::frame) == kept);
  CHECK(count(key, SheetBlock::Kind::picture) == kept);
  CHECK(count(handout, SheetBlock::Kind::picture) == lesson.steps.size() - kept);
  // Numbers alone are kept back in its second step, and a picture in its third.
  const Sheet ratio = handout_of(lesson_called("ratio").lesson, "p");
  CHECK(count(ratio, SheetBlock::Kind::frame) == 1);
  CHECK(count(key_of(lesson_called("ratio").lesson, "p"), SheetBlock::Kind::picture) == 2);
  const Sheet plain = handout_of(lesson_called("one-cloud").lesson, "p");
  CHECK(count(plain, SheetBlock::Kind::picture) > 0);
}

TEST_CASE("numbers beside a picture are covered on paper as on the screen, and the picture is shown", "[lessons]") {
  const auto picture = [](const Sheet& sheet, std::size_t which) -> const SheetBlock& {
    std::vector<const SheetBlock*> all;
    for (const SheetBlock& block : sheet.blocks)
      if (block.kind == SheetBlock::Kind::picture) all.push_back(&block);
    REQUIRE(which < all.size());
    return *all[which];
  };
  using Words = std::vector<std::string>;
  for (const ShelvedLesson& one : read_shelf().lessons)
    for (const Step& step : one.lesson.steps) {
      INFO(one.lesson.name << ": " << step.title);
      if (step.hide != Words{"output.mse"} && step.hide != Words{"chance.numbers"}) continue;
      Lesson alone = one.lesson;
      alone.steps = {step};
      const Sheet handout = handout_of(alone, "p"), key = key_of(alone, "p");
      CHECK(picture(handout, 0).panels.front() == (step.state.chance ? "chance" : step.show.front()));
      CHECK(picture(handout, 0).covered == step.hide);
      CHECK(count(handout, SheetBlock::Kind::frame) == 0);
      CHECK(is_among(picture(key, 0).panels, step.hide[0].substr(0, step.hide[0].find('.'))));
      CHECK(picture(key, 0).covered.empty());
    }
  Lesson lesson = lesson_called("unbiased-is-not-better").lesson;
  REQUIRE(lesson.steps[0].hide == Words{"output.mse", "numbers"});
  CHECK(picture(handout_of(lesson, "p"), 0).panels == Words{"output"});
  CHECK(picture(key_of(lesson, "p"), 0).panels == Words{"output", "numbers"});
  // What is covered in one step and not in the next is shown there, though all else is the same.
  lesson.steps = {lesson.steps[0], lesson.steps[0]};
  lesson.steps[1].hide = {"numbers"};
  const Sheet twice = handout_of(lesson, "p");
  CHECK(picture(twice, 0).covered == Words{"output.mse"});
  CHECK(picture(twice, 1).covered.empty());
  std::swap(lesson.steps[0], lesson.steps[1]);
  CHECK(count(handout_of(lesson, "p"), SheetBlock::Kind::picture) == 1);
}

TEST_CASE("a record of answers ticks what was chosen, says what it is worth, and shows what it uncovered",
          "[lessons]") {
  Lesson lesson = lesson_called("two-nets").lesson;
  std::size_t asked = 0, kept = 0;
  GivenAnswers right, wrong;
  for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
    const Step& step = lesson.steps[i];
    if (!step.ask) continue;
    ++asked;
    kept += !step.hide.empty();
    for (std::size_t a = 0; a < step.ask->answers.size(); ++a)
      (step.ask->answers[a].right ? right : wrong)[static_cast<int>(i)].choice = static_cast<int>(a);
  }
  REQUIRE(asked >= 2);
  const auto paper = [&](const GivenAnswers& given, const std::vector<KeptNote>& notes = {}) {
    return answers_of(lesson, given, notes, "p",
                      [](double value, int digits) { return std::to_string(digits) + " of " + number_text(value); });
  };
  const auto times = [](const std::string& text, const std::string& what) {
    std::size_t found = 0;
    for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++found;
    return found;
  };
  const Sheet none = paper({}), all = paper(right);
  const std::string empty = sheet_text(none), good = sheet_text(all), bad = sheet_text(paper(wrong));
  CHECK_THAT(empty, Contains("# My answers: " + lesson.title));
  CHECK(times(empty, "Not answered.") == asked);
  CHECK(times(empty, "[x]") == 0);
  CHECK(times(good, "[x]") == asked);
  CHECK(times(good, "✓ **Right.**") == asked);
  CHECK(times(bad, "[x]") == asked);
  CHECK(times(bad, "✗ **Not so.**") == asked);
  CHECK(times(bad, "The right answer is **") == asked);
  CHECK(times(good, "The right answer is") == 0);
  CHECK(count(all, SheetBlock::Kind::picture) == count(none, SheetBlock::Kind::picture) + kept);
  for (const auto& [step, given] : wrong) {
    const Ask& ask = *lesson.steps[static_cast<std::size_t>(step)].ask;
    const Answer& chosen = ask.answers[static_cast<std::size_t>(given.choice)];
    CHECK_THAT(
        bad, Contains("- [x] " + letter_of(static_cast<std::size_t>(given.choice)) + "  " + plain_text(chosen.text)) &&
                 Contains(plain_text(chosen.say)));
    CHECK_THAT(good, !Contains(plain_text(chosen.say)));
  }
  using Missing = KeptNote::Missing;
  const Sheet noted = paper({}, {{0, "1-1.omega", "", Missing::unreadable},
                                 {0, "1-2.omega", "", Missing::data},
                                 {1, "2-1.omega", "kept/2-1.omega"},
                                 {1, "2-2.omega", ""}});
  CHECK(count(noted, SheetBlock::Kind::picture) == count(none, SheetBlock::Kind::picture) + 1);
  const std::string notes = sheet_text(noted);
  CHECK_THAT(notes, Contains("My note 1-1.omega: it cannot be read.") &&
                        Contains("My note 1-2.omega: its sequence is a file of yours; open the note to see it."));
  CHECK(notes.find(lesson.steps[1].title) < notes.find("My note 2-1.omega."));
  CHECK(notes.find("My note 2-2.omega.") < notes.find(lesson.steps[2].title));
  CHECK(noted.blocks.back().session.empty());
  CHECK(std::count_if(noted.blocks.begin(), noted.blocks.end(),
                      [](const SheetBlock& block) { return block.session == "kept/2-1.omega"; }) == 1);
  // An answer that the lesson does not have, as an older version of it had.
  CHECK(times(sheet_text(paper({{right.begin()->first, {99, {}}}})), "Not answered.") == asked);

  Ask& number = *lesson.steps[static_cast<std::size_t>(right.begin()->first)].ask;
  number.answers.clear();
  for (const Step& step : lesson.steps)
    if (!step.claims.empty()) number.value = step.claims.front().value;
  REQUIRE(number.value);
  number.say = "The card says it.";
  GivenAnswers guess{{right.begin()->first, {-1, Given::Number{5, 8.25, false}}}};
  CHECK_THAT(sheet_text(paper(guess)),
             Contains("My number: 15 of 5. It was 4 of 8.25.") && Contains("✗ **Not so.** The card says it."));
  guess.begin()->second.number->is_right = true;
  CHECK_THAT(sheet_text(paper(guess)), Contains("✓ **Right.** The card says it."));
}

TEST_CASE("a number to guess has a line on the handout, and in the key the number as the step opens", "[lessons]") {
  const auto lesson = [](const std::string& value, const std::string& set = "") {
    return read_lesson("mine.md",
                       small_lesson("{" + set + R"("ask": {"question": "Guess the **mse** of $rfa$ in *one* word:",
      "value": ")" + value + R"(", "within": "0.1 * )" +
                                    value + R"(", "say": "So it is."},
      "hide": ["numbers.mse"], "do": "Pull samples to 64.", "when": "rfa.samples >= 64"})") +
                           "> Wait.\n");
  };
  const Lesson guessed = lesson("rfa.mse");
  const std::optional<AskedNumber> asked = asked_number(guessed, 1);
  REQUIRE(asked);
  const std::string handout = sheet_text(handout_of(guessed, "p")), key = sheet_text(key_of(guessed, "p"));
  CHECK_THAT(handout, Contains("Your number: ____") && Contains("\n**Guess the mse of rfa in *one* word:**\n"));
  CHECK_THAT(key, Contains("The number is **" + short_text(asked->value) +
                           "** as the step opens (`rfa.mse`); a guess is right "
                           "within " +
                           short_text(asked->within) + " of it. So it is."));
  CHECK_THAT(key, Contains("\nFor the speaker: Wait.") && !Contains("omega lesson check"));
  CHECK_THAT(sheet_text(key_of(lesson("rfa.ess"), "p")),
             Contains("The number is `rfa.ess` on the screen; a guess is right within `0.1 * rfa.ess` of it."));
  Lesson chinese = guessed;
  chinese.language = "zh";
  CHECK_THAT(sheet_text(handout_of(chinese, "p")), Contains("你的数：____"));
  CHECK_THAT(sheet_text(key_of(chinese, "p")), Contains("这个数在这一步打开时是 **" + short_text(asked->value)));
}

TEST_CASE("no picture before a question tells the errors that it asks about", "[lessons]") {
  const auto told = [](const char* lesson) {
    std::vector<bool> all;
    for (const SheetBlock& block : handout_of(lesson_called(lesson).lesson, "p").blocks)
      if (block.kind == SheetBlock::Kind::picture) all.push_back(block.tells_errors);
    return all;
  };
  const std::vector<bool> first = told("tokens-or-projections");
  REQUIRE_FALSE(first.empty());
  CHECK_FALSE(first.front());  // Weights, which would tell which of two is smaller
  const std::vector<bool> others = told("one-cloud");
  CHECK(std::count(others.begin(), others.end(), true) > 0);  // where nothing is asked
}

TEST_CASE("pictures of the key show the task done where the program can do it, and say which state they show",
          "[lessons]") {
  const auto pictures = [](const char* lesson) {
    std::vector<std::pair<std::string, LessonState>> found;
    const Sheet key = key_of(lesson_called(lesson).lesson, "p");
    for (std::size_t i = 1; i < key.blocks.size(); ++i)
      if (key.blocks[i].kind == SheetBlock::Kind::picture)
        found.emplace_back(key.blocks[i - 1].text, key.blocks[i].state);
    return found;
  };
  const auto option = [](const LessonState& state, const std::string& name) -> std::string {
    for (const auto& [each, text] : state.card("eva")->options)
      if (each == name) return text;
    return "";
  };
  const auto eva = pictures("eva");
  REQUIRE(eva.size() == 2);
  for (const auto& [words, state] : eva) CHECK(words == "When the task is done:");
  CHECK(option(eva[0].second, "groups") == "3");
  CHECK(option(eva[1].second, "window") == "16");
  const auto nets = pictures("two-nets");
  REQUIRE(nets.size() == 2);
  CHECK(nets[0].second.draw == 3 + 5);  // five redraws
  CHECK(nets[1].second.chance_preset == "overlapping");
  const auto clouds = pictures("unbiased-is-not-better");
  REQUIRE_FALSE(clouds.empty());
  CHECK(clouds[0].first == "As the step opens:");  // the task is to look
}

TEST_CASE("marks that a lesson names are those of its estimators", "[lessons]") {
  const Lesson lesson = lesson_called("unbiased-is-not-better").lesson;
  REQUIRE_THAT(lesson.steps[0].prose, Contains("Circles are games of rfa, triangles those of *is*"));
  CHECK(look_of("rfa").marker == Marker::circle);
  CHECK(look_of("is").marker == Marker::triangle);
}

TEST_CASE("a lesson that is written is the lesson that was read, but for its claims", "[lessons]") {
  int questions = 0;
  for (const auto& [lesson, path] : read_shelf().lessons) {
    INFO(lesson.name);
    const Lesson again = read_lesson(lesson.file, lesson_text(lesson));
    CHECK(again.title == lesson.title);
    CHECK(again.name == lesson.name);
    CHECK(again.goal == lesson.goal);
    CHECK(again.minutes == lesson.minutes);
    CHECK(again.needs == lesson.needs);
    REQUIRE(again.steps.size() == lesson.steps.size());
    for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
      const Step &a = lesson.steps[i], &b = again.steps[i];
      INFO(a.title);
      CHECK(b.title == a.title);
      CHECK(b.prose == a.prose);
      CHECK(b.note == a.note);
      CHECK(set_between(a.state, b.state).dump() == "{}");
      CHECK(b.show == a.show);
      CHECK(b.light == a.light);
      CHECK(b.hide == a.hide);
      CHECK(b.task == a.task);
      CHECK(b.minutes == a.minutes);
      CHECK(b.self_study == a.self_study);
      CHECK((b.when ? b.when->text() : "") == (a.when ? a.when->text() : ""));
      REQUIRE(b.ask.has_value() == a.ask.has_value());
      if (!a.ask) continue;
      CHECK(b.ask->question == a.ask->question);
      REQUIRE(b.ask->answers.size() == a.ask->answers.size());
      for (std::size_t k = 0; k < a.ask->answers.size(); ++k) {
        CHECK(b.ask->answers[k].text == a.ask->answers[k].text);
        CHECK(b.ask->answers[k].say == a.ask->answers[k].say);
        CHECK(b.ask->answers[k].right == a.ask->answers[k].right);
      }
      ++questions;
    }
  }
  CHECK(questions >= 15);
}

TEST_CASE("a step sets what differs from the one before, also back to what is usual", "[lessons]") {
  LessonState a;
  LessonCard softmax;
  softmax.method = "softmax";
  a.cards = {softmax};
  LessonState b = a;
  CHECK(set_between(a, b).empty());
  b.draw = 3;
  b.selection["query"] = 12;
  CHECK(set_between(a, b).dump() == R"({"draw":3,"selection":{"query":12}})");
  CHECK(set_between(b, a).dump() == R"({"draw":0,"selection":{"query":-1}})");
  LessonCard rfa;
  rfa.method = "rfa";
  LessonState c = b;
  c.cards.push_back(rfa);
  c.selection["card"] = 1;
  CHECK(set_between(b, c)["selection"] == Json{{"card", "rfa"}});
  LessonState d = c;
  std::swap(d.cards[0], d.cards[1]);
  d.selection["card"] = 0;
  CHECK(set_between(c, d)["selection"] == Json{{"card", "rfa"}});  // 1 would be softmax
  CHECK(set_between(d, b)["selection"] == Json{{"card", -1}});

  LessonState e = a;
  e.view = {{"norm", "log"}, {"show_target", true}, {"plane", {{"line", true}}}};
  CHECK(set_between(a, e) == Json{{"view", e.view}});  // the window may be otherwise, even where that is usual
  CHECK(set_between(e, a) == Json{{"view", {{"norm", "auto"}, {"plane", {{"line", false}}}}}});
  LessonState f = e;
  f.view["norm"] = "sqrt";
  CHECK(set_between(e, f) == Json{{"view", {{"norm", "sqrt"}}}});
}

TEST_CASE("questions are told apart by what is right, and by their words in one language", "[lessons]") {
  Ask ask;
  ask.question = "Is it so?";
  ask.answers = {{"yes", "", false}, {"no", "", true}};
  Ask in_other_words = ask, right_elsewhere = ask;
  in_other_words.question = "Is it?";
  std::swap(right_elsewhere.answers[0].right, right_elsewhere.answers[1].right);
  const std::string key = question_key(ask, "en");
  CHECK(is_same_question(key, question_key(ask, "en")));
  CHECK(is_same_question(key, question_key(in_other_words, "zh")));
  CHECK_FALSE(is_same_question(key, question_key(in_other_words, "en")));
  CHECK_FALSE(is_same_question(key, question_key(right_elsewhere, "zh")));
  CHECK(is_answer_to(ask, "en", {1, {}, key}));
  CHECK(is_answer_to(ask, "en", {1, {}}));
  CHECK_FALSE(is_answer_to(ask, "en", {2, {}, key}));
  CHECK_FALSE(is_answer_to(in_other_words, "en", {1, {}, key}));
}

TEST_CASE("an answer goes with its question, wherever that stands by now, and comes back with it", "[lessons]") {
  const auto asking = [](const std::vector<const char*>& questions) {
    Lesson lesson;
    for (const char* question : questions) {
      Step& step = lesson.steps.emplace_back();
      if (*question != '\0')
        step.ask = Ask{question, "", {{"yes", "", true}, {"no", "No.", false}}, std::nullopt, std::nullopt};
    }
    return lesson;
  };
  const Lesson before = asking({"Alpha?", "Beta?"});
  GivenAnswers kept;
  keep_answer(before, 0, {0, {}, question_key(*before.steps[0].ask, "en")}, kept);
  keep_answer(before, 1, {1, {}, question_key(*before.steps[1].ask, "en")}, kept);
  const auto choices = [&](const std::vector<const char*>& questions) {
    std::map<int, int> by_step;
    for (const auto& [step, given] : answers_to(asking(questions), kept)) by_step[step] = given.choice;
    return by_step;
  };
  using Choices = std::map<int, int>;
  CHECK(choices({"Alpha?", "Beta?"}) == Choices{{0, 0}, {1, 1}});
  CHECK(choices({"", "Alpha?", "Beta?"}) == Choices{{1, 0}, {2, 1}});
  CHECK(choices({"Beta?", "New?", "Alpha?"}) == Choices{{0, 1}, {2, 0}});
  CHECK(choices({"New?"}).empty());

  const Lesson between = asking({"Alpha?", "New?", "Beta?"});
  keep_answer(between, 1, {0, {}, question_key(*between.steps[1].ask, "en")}, kept);
  keep_answer(between, 2, {0, {}, question_key(*between.steps[2].ask, "en")}, kept);  // the first one counts
  CHECK(choices({"Alpha?", "New?", "Beta?"}) == Choices{{0, 0}, {1, 0}, {2, 1}});
  CHECK(choices({"Alpha?", "Beta?"}) == Choices{{0, 0}, {1, 1}});
  CHECK(choices({"Alpha?", "Alpha?"}) == Choices{{0, 0}});  // it was given once

  kept = {{0, {1, {}, {}}}};  // an earlier version kept no question
  CHECK(choices({"Alpha?", "Beta?"}) == Choices{{0, 1}});
}

TEST_CASE("on paper a formula has no $ around it, and what is code keeps its own", "[lessons]") {
  Sheet sheet;
  sheet.question("Is $x$ worth `$5`, or `$6`?");
  sheet.choices({"`$5` for $x$"});
  CHECK_THAT(sheet_text(sheet), Contains("**Is x worth `$5`, or `$6`?**") && Contains("- [ ] A  `$5` for x\n"));
}

TEST_CASE("a lesson's name comes from its title", "[lessons]") {
  CHECK(name_of_title("Four times the darts!") == "four-times-the-darts");
  CHECK(name_of_title("  Überall 2 ω ") == "berall-2");
  CHECK(name_of_title("学习") == "lesson");
}

TEST_CASE("numbers of an exam are written as people write them", "[lessons]") {
  CHECK(short_text(0) == "0");
  CHECK(short_text(-0.25) == "−0.25");
  CHECK(short_text(200) == "200");
  CHECK(short_text(1.23456) == "1.235");
  CHECK(short_text(304128) == "304100");
  CHECK(short_text(0.00012345) == "0.0001234");
  CHECK(short_text(-5.314e-06) == "−5.314 × 10⁻⁶");
  CHECK(short_text(4.29504e9) == "4.295 × 10⁹");
  CHECK(short_text(999999) == "1 × 10⁶");
  CHECK(short_text(1e10) == "1 × 10¹⁰");
  CHECK(short_text(INFINITY) == "∞");
}

TEST_CASE("an exam has ten questions with numbers of their own, the same on any number of threads", "[lessons]") {
  const Exam one = exam_of(1), two = exam_of(2);
  REQUIRE(one.items.size() == 10);
  CHECK(to_json(one) == to_json(exam_of(1, 1)));
  for (std::size_t i = 0; i < one.items.size(); ++i) {
    INFO(one.items[i].name);
    CHECK(one.items[i].name == two.items[i].name);
    CHECK_FALSE(one.items[i].parts.empty());
    for (const ExamPart& part : one.items[i].parts) {
      CHECK_FALSE(part.question.empty());
      CHECK_FALSE(part.answer.empty());
      CHECK(part.value.has_value() == !part.sources.empty());
      if (!part.choices.empty()) {
        const auto at = static_cast<std::size_t>(part.answer.front() - 'A');
        REQUIRE(at < part.choices.size());
      }
    }
  }
  const Json first = to_json(one)["items"], second = to_json(two)["items"];
  std::size_t same = 0;
  for (std::size_t i = 0; i < first.size(); ++i) same += first[i] == second[i];
  CHECK(same == 0);
}

TEST_CASE("a factor of an exam's key is above 1, whichever way the error went", "[lessons]") {
  int smaller = 0;
  for (const std::uint32_t seed : {4, 5})
    for (const ExamItem& item : exam_of(seed).items)
      for (const ExamPart& part : item.parts) {
        if (part.why.rfind("By a factor of ", 0) != 0) continue;
        CHECK(std::stod(part.why.substr(15)) > 1);
        smaller += part.answer == "A: smaller" ? 1 : 0;
      }
  CHECK(smaller > 0);
}

TEST_CASE("the sheet of an exam has its questions and no answer; the key has the answers and their lines",
          "[lessons]") {
  const Exam exam = exam_of(3);
  const std::string sheet = sheet_text(sheet_of(exam, "p")), key = sheet_text(key_of(exam, "p"));
  CHECK_THAT(sheet, Contains("p, exam of seed 3"));
  for (const ExamItem& item : exam.items)
    for (const ExamPart& part : item.parts) {
      INFO(item.name);
      CHECK_THAT(sheet, Contains(plain_text(part.question)));
      CHECK_THAT(key, Contains("**" + part.answer + "**"));
      if (!part.why.empty()) CHECK_THAT(sheet, !Contains(plain_text(part.why)));
      for (const ExamSource& source : part.sources) {
        CHECK_THAT(key, Contains(source.command));
        CHECK_THAT(sheet, !Contains(source.command));
      }
    }
}
