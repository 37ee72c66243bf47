#include "lessons/lesson_reader.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <set>

#include "core/named.h"
#include "lessons/claim_reader.h"
#include "lessons/expression_node.h"
#include "lessons/keys.h"
#include "lessons/limits.h"
#include "lessons/markdown.h"
#include "lessons/marks.h"
#include "lessons/prose.h"
#include "lessons/state_reader.h"
#include "lessons/vocabulary.h"

namespace omega::lessons {

namespace {

using studies::JsonNode;
using studies::JsonSource;

constexpr double kMostLessonMinutes = 180, kMostStepMinutes = 60;
constexpr std::size_t kMostSteps = 40;
constexpr Index kHighestFormat = 1000;

std::string lesson_name(const JsonNode& node) {
  const std::string name = node.text();
  const auto fits = [](char c) { return ('a' <= c && c <= 'z') || ('0' <= c && c <= '9') || c == '-'; };
  if (name.empty() || !std::all_of(name.begin(), name.end(), fits))
    throw node.error("a name has small letters, digits and - only, such as one-cloud, not " + omega::quoted(name));
  return name;
}

double minutes(const JsonNode& node, double most) {
  const double value = node.number();
  if (!(value > 0 && value <= most)) throw node.error_of_value("must be above 0, and at most " + number_text(most));
  return value;
}

/// The texts of a list; what is wrong with one is said at its own place.
std::vector<std::string> checked_list(const JsonNode& node, const std::string& key,
                                      const std::function<std::string(const std::string&)>& refuse) {
  std::vector<std::string> all;
  const auto list = node.find(key);
  if (!list) return all;
  for (const JsonNode& item : list->items()) {
    const std::string word = item.text();
    if (const std::string problem = refuse(word); !problem.empty()) throw item.error(problem);
    if (is_among(all, word)) throw item.error(omega::quoted(word) + " stands here twice");
    all.push_back(word);
  }
  return all;
}

Expression read_expression(const JsonNode& node, const LessonState& state) {
  const std::string text = node.text();
  Expression expression;
  try {
    expression = Expression::parse(text, condition_vocabulary(state));
  } catch (const Error& problem) {
    throw node.error("in " + omega::quoted(text) + " " + problem.what());
  }
  return expression;
}

/// Whether it says the same whatever a student does.
bool is_fixed(const Expression::Node& node) {
  using Kind = Expression::Node::Kind;
  return node.kind != Kind::name && node.kind != Kind::event &&
         std::all_of(node.parts.begin(), node.parts.end(), [](const auto& part) { return is_fixed(*part); });
}

std::vector<Answer> read_answers(const JsonNode& node) {
  std::vector<Answer> answers;
  for (const JsonNode& item : node.items()) {
    check_keys(item, "answer");
    Answer answer;
    answer.text = short_text(item.at("text"), kAnswerWords);
    answer.right = item.flag_or("right", false);
    if (const auto say = item.find("say")) answer.say = short_text(*say, kSayWords);
    if (!answer.right && answer.say.empty())
      throw item.error("a wrong answer needs \"say\": what whoever chose it should think of next");
    if (std::any_of(answers.begin(), answers.end(), [&](const Answer& one) { return one.text == answer.text; }))
      throw item.error("this answer stands here twice; nobody could tell which of the two is meant");
    answers.push_back(std::move(answer));
  }
  const auto right = std::count_if(answers.begin(), answers.end(), [](const Answer& one) { return one.right; });
  if (answers.size() < 2 || answers.size() > kMostAnswers)
    throw node.error((answers.size() == 1 ? "there is " : "there are ") + count_text(std::ssize(answers), "answer") +
                     "; there must be 2 to " + std::to_string(kMostAnswers));
  if (right != 1)
    throw node.error((right == 0 ? "no answer is" : count_text(right, "answer") + " are") +
                     " right; exactly one must have \"right\": true");
  return answers;
}

/// An expression whose value is to be one number.
Expression read_number(const JsonNode& node, const LessonState& state) {
  Expression number = read_expression(node, state);
  if (const std::string problem = never_known(number, state); !problem.empty()) throw node.error(problem);
  if (const Value now = number.evaluate(StateNames(state)); now.is_known() && !now.is_one_number())
    throw node.error("this is a list, and one number is asked for; choose one of its numbers, as in [0]");
  return number;
}

Expression read_within(const JsonNode& node, const LessonState& state) {
  Expression within = read_number(node, state);
  const Value now = within.evaluate(StateNames(state));
  if (is_fixed(within.root()) && now.is_one_number() && now.numbers[0] < 0)
    throw node.error_of_value("must be 0 or more: it is how far from the number a guess may be");
  return within;
}

Ask read_ask(const JsonNode& node, const LessonState& state) {
  check_keys(node, "ask");
  Ask ask;
  ask.question = short_text(node.at("question"), kQuestionWords);
  const auto answers = node.find("answers"), value = node.find("value"), within = node.find("within"),
             say = node.find("say");
  if (answers.has_value() == value.has_value() || value.has_value() != within.has_value())
    throw node.error("a question has either \"answers\", or \"value\" and \"within\" of a number to guess");
  if (answers && say) throw say->error("each answer has a \"say\" of its own; this one is for a number to guess");
  if (answers) ask.answers = read_answers(*answers);
  if (value) ask.value = read_number(*value, state);
  if (within) ask.within = read_within(*within, state);
  if (say) ask.say = short_text(*say, kSayWords);
  return ask;
}

class StepReader {
 public:
  StepReader(const std::string& file, const std::filesystem::path& folder) : file_(file), folder_(folder) {}

  /// `state` is that of the step before, and then of this one.
  Step read(const MarkdownStep& from, LessonState& state) const {
    Step step;
    step.title = from.title;
    step.line = from.line;
    step.prose = from.prose;
    step.note = from.note;
    check_prose(file_, folder_, from);
    const JsonSource source(file_, from.block ? from.block->text : "{}", "", from.block ? from.block->line : from.line);
    const JsonNode node(source);
    check_keys(node, "step");
    if (const auto set = node.find("set")) {
      read_state(*set, state);
      step.sets = true;
    }
    step.state = state;
    read_screen(node, step);
    read_task(node, step);
    if (const auto ask = node.find("ask")) step.ask = read_ask(*ask, state);
    if (!step.hide.empty() && !step.ask)
      throw node.at("hide").error("what is hidden is shown by an answer; this step has no \"ask\"");
    if (const auto claims = node.find("claims"))
      for (const JsonNode& item : claims->items()) step.claims.push_back(read_claim(item));
    if (const auto value = node.find("minutes")) step.minutes = minutes(*value, kMostStepMinutes);
    step.self_study = node.flag_or("self_study", false);
    return step;
  }

 private:
  static void read_screen(const JsonNode& node, Step& step) {
    const auto refuse = [&](const std::string& mark) { return refuse_mark(mark, step.state); };
    step.show = checked_list(node, "show", refuse_panel);
    step.light = checked_list(node, "light", refuse);
    step.hide = checked_list(node, "hide", refuse);
  }
  static void read_task(const JsonNode& node, Step& step) {
    const auto task = node.find("do"), when = node.find("when");
    if (task) step.task = short_text(*task, kTaskWords);
    if (!when) return;
    if (!task) throw when->error("\"when\" says how a task ends; \"do\", the task itself, is missing");
    const Expression condition = read_expression(*when, step.state);
    if (is_fixed(condition.root()))
      throw when->error("nothing in this can change; name an option, a number that is measured, or an event");
    if (condition.holds(StateNames(step.state)))
      throw when->error("this is true already when the step opens, so that nothing would be left to do");
    if (const std::string problem = beyond_limits(condition, step.state); !problem.empty()) throw when->error(problem);
    step.when = condition;
    step.when_line = when->line();
  }

  const std::string& file_;
  const std::filesystem::path& folder_;
};

void read_head(const JsonNode& node, Lesson& lesson) {
  check_keys(node, "lesson");
  check_format(node);
  lesson.name = lesson_name(node.at("name"));
  lesson.goal = short_text(node.at("goal"), kGoalWords);
  lesson.minutes = minutes(node.at("minutes"), kMostLessonMinutes);
  if (const auto needs = node.find("needs"))
    for (const JsonNode& item : needs->items()) {
      lesson.needs.push_back(lesson_name(item));
      lesson.needs_lines.push_back(item.line());
    }
  lesson.language = node.text_or("language", "en");
  LessonCard exact;
  exact.method = "softmax";
  lesson.start.cards.push_back(exact);
  if (const auto start = node.find("start")) read_state(*start, lesson.start);
}

void check_claim_names(const std::string& file, const Lesson& lesson) {
  std::set<std::string> seen;
  for (const Step& step : lesson.steps)
    for (const Claim& claim : step.claims)
      if (!seen.insert(claim.id).second)
        throw error_at(file, claim.line,
                       "there is a claim " + omega::quoted(claim.id) + " already; give each its own id");
}

}  // namespace

void check_format(const JsonNode& head) {
  if (const JsonNode format = head.at("format"); format.whole(1, kHighestFormat) != kLessonFormat)
    throw format.error("this lesson is of a later format; this program reads format " + std::to_string(kLessonFormat));
}

std::string short_text(const JsonNode& node, int most) {
  const std::string text = node.text();
  const int words = word_count(text);
  if (words > most)
    throw node.error_of_value("has " + std::to_string(words) + " words; it may have " + std::to_string(most));
  if (words == 0) throw node.error_of_value("is an empty text");
  if (const std::string problem = refuse_prose(text, {}); !problem.empty()) throw node.error(problem);
  return text;
}

void check_prose(const std::string& file, const std::filesystem::path& folder, const MarkdownStep& step) {
  const int words = word_count(step.prose);
  const std::string which = "the step " + omega::quoted(step.title) + " has ";
  if (words == 0) throw error_at(file, step.line, which + "no text");
  if (words > kMostProseWords)
    throw error_at(file, step.prose_line,
                   which + std::to_string(words) + " words; it may have " + std::to_string(kMostProseWords));
  if (const std::string problem = refuse_prose(step.prose, folder); !problem.empty())
    throw error_at(file, step.prose_line, problem);
  if (const std::string problem = refuse_formulas(step.note); !problem.empty())
    throw error_at(file, step.line, "in the note for the speaker: " + problem);
}

/// What one step says of the view every step says, what is usual where it was silent: else a step would look as the one
/// that was left for it, from before or from behind.
void complete_views(Lesson& lesson) {
  std::vector<LessonState*> states = {&lesson.start};
  for (Step& step : lesson.steps) states.push_back(&step.state);
  for (const ViewKey& key : view_keys()) {
    const auto says = [&](const LessonState* state) { return state->view.contains(key.place()); };
    if (std::none_of(states.begin(), states.end(), says)) continue;
    for (LessonState* state : states)
      if (!says(state)) state->view[key.place()] = key.usual;
  }
}

Lesson read_lesson(const std::string& file, const std::string& text, const std::filesystem::path& folder) {
  const LessonMarkdown markdown = read_markdown(file, text);
  Lesson lesson;
  lesson.file = file;
  lesson.title = markdown.title;
  const JsonSource source(file, markdown.lesson.text, "", markdown.lesson.line);
  read_head(JsonNode(source), lesson);
  if (markdown.steps.size() > kMostSteps)
    throw error_at(file, markdown.steps[kMostSteps].line,
                   "a lesson has at most " + std::to_string(kMostSteps) + " steps; make two lessons of it");
  LessonState state = lesson.start;
  const StepReader reader(file, folder);
  for (const MarkdownStep& step : markdown.steps) lesson.steps.push_back(reader.read(step, state));
  check_claim_names(file, lesson);
  complete_views(lesson);
  return lesson;
}

namespace {

/// Of what it needs by itself, counted from 0.
int line_of_need(const Lesson& lesson, std::size_t need) {
  return need < lesson.needs_lines.size() ? lesson.needs_lines[need] : 1;
}

}  // namespace

int Lesson::number() const {
  const std::string name = std::filesystem::path(file).filename().string(), digits = name.substr(0, name.find('-'));
  const auto is_digit = [](unsigned char c) { return std::isdigit(c) != 0; };
  const bool is_number = !digits.empty() && digits.size() <= 2 && std::all_of(digits.begin(), digits.end(), is_digit);
  return is_number ? std::stoi(digits) : 0;  // a year is none
}

std::string Lesson::numbered_title() const { return number() > 0 ? std::to_string(number()) + ". " + title : title; }

void check_needs(const std::vector<Lesson>& lessons) {
  for (const Lesson& lesson : lessons) {
    // All that it needs, and what that needs: it must not be among them.
    std::vector<std::string> needed = lesson.needs;
    for (std::size_t i = 0; i < needed.size(); ++i) {
      const Lesson* found = named(lessons, needed[i]);
      if (found == nullptr) {
        if (i >= lesson.needs.size()) continue;  // said of the lesson that needs it
        throw error_at(lesson.file, line_of_need(lesson, i),
                       "it needs the lesson " + omega::quoted(needed[i]) + ", which is not there" +
                           closest_hint(needed[i], names_of(lessons)));
      }
      if (needed[i] == lesson.name)
        throw error_at(
            lesson.file, line_of_need(lesson, 0),
            "it needs " + join(lesson.needs, ", ") + ", and there it is needed itself; lessons cannot go round");
      for (const std::string& next : found->needs)
        if (!is_among(needed, next)) needed.push_back(next);
    }
  }
}

}  // namespace omega::lessons
