#include "lessons/translation.h"

#include "core/text.h"
#include "lessons/lesson_reader.h"
#include "lessons/markdown.h"

namespace omega::lessons {

namespace {

using studies::JsonNode;
using studies::JsonSource;

class TranslationReader {
 public:
  TranslationReader(const Lesson& lesson, const std::string& file, const std::filesystem::path& folder)
      : lesson_(lesson), file_(file), folder_(folder) {}

  Lesson read(const LessonMarkdown& from) const {
    Lesson out = lesson_;
    out.file = file_;
    out.title = from.title;
    const JsonSource source(file_, from.lesson.text, "", from.lesson.line);
    const JsonNode head(source);
    head.only({"format", "translates", "language", "goal"});
    check_format(head);
    out.language = head.at("language").text();
    if (out.language == lesson_.language)
      throw head.at("language").error("the lesson itself is in " + omega::quoted(out.language));
    replace(head, "goal", kGoalWords, out.goal);
    check_count(from);
    for (std::size_t i = 0; i < from.steps.size(); ++i) translate(from.steps[i], out.steps[i]);
    return out;
  }

 private:
  void check_count(const LessonMarkdown& from) const {
    const std::size_t wanted = lesson_.steps.size(), given = from.steps.size();
    if (given < wanted)
      throw error_at(file_, from.steps.back().line,
                     "the lesson " + omega::quoted(lesson_.name) + " has " + std::to_string(wanted) +
                         " steps and this file " + std::to_string(given) + "; the first that is missing is " +
                         omega::quoted(lesson_.steps[given].title));
    if (given > wanted)
      throw error_at(file_, from.steps[wanted].line,
                     "the lesson " + omega::quoted(lesson_.name) + " has only " + std::to_string(wanted) + " steps");
  }

  void translate(const MarkdownStep& from, Step& step) const {
    step.title = from.title;
    step.line = from.line;
    check_prose(file_, folder_, from);
    if (from.prose == step.prose)
      throw error_at(file_, from.prose_line, "this is the text of the lesson itself; it has to be translated");
    if (from.note.empty() != step.note.empty())
      throw error_at(file_, from.line,
                     step.note.empty() ? "the step of the lesson has no note for the speaker; this one has"
                                       : "the note for the speaker, which begins with >, is missing");
    step.prose = from.prose;
    step.note = from.note;
    const JsonSource source(file_, from.block ? from.block->text : "{}", "", from.block ? from.block->line : from.line);
    const JsonNode node(source);
    node.only({"do", "ask"});
    replace(node, "do", kTaskWords, step.task);
    const auto ask = node.find("ask");
    if (ask && !step.ask) throw ask->error("the step of the lesson asks nothing");
    if (step.ask) translate(node.at("ask"), *step.ask);
  }

  void translate(const JsonNode& node, Ask& ask) const {
    node.only({"question", "answers", "say"});
    replace(node, "question", kQuestionWords, ask.question);
    replace(node, "say", kSayWords, ask.say);
    if (ask.answers.empty()) {
      if (const auto answers = node.find("answers")) throw answers->error("the lesson asks for a number here");
      return;
    }
    const std::vector<JsonNode> answers = node.at("answers").items();
    if (answers.size() != ask.answers.size())
      throw node.at("answers").error("the question of the lesson has " + count_text(std::ssize(ask.answers), "answer") +
                                     ", this one " + std::to_string(answers.size()));
    for (std::size_t i = 0; i < answers.size(); ++i) {
      answers[i].only({"text", "say"});
      ask.answers[i].text = short_text(answers[i].at("text"), kAnswerWords);
      replace(answers[i], "say", kSayWords, ask.answers[i].say);
    }
  }

  /// Words take the place of words, and of nothing else.
  static void replace(const JsonNode& node, const std::string& key, int most, std::string& words) {
    if (const auto found = node.find(key); found && words.empty())
      throw found->error("the lesson has no " + omega::quoted(key) + " here");
    if (words.empty()) return;
    const JsonNode found = node.at(key);
    const std::string text = short_text(found, most);
    if (text == words) throw found.error("these are the words of the lesson itself; they have to be translated");
    words = text;
  }

  const Lesson& lesson_;
  const std::string& file_;
  const std::filesystem::path& folder_;
};

}  // namespace

std::string translated_lesson(const std::string& file, const std::string& text) {
  const LessonMarkdown markdown = read_markdown(file, text);
  const JsonSource source(file, markdown.lesson.text, "", markdown.lesson.line);
  const auto of = JsonNode(source).find("translates");
  return of ? of->text() : "";
}

Lesson read_translation(const Lesson& lesson, const std::string& file, const std::string& text,
                        const std::filesystem::path& folder) {
  return TranslationReader(lesson, file, folder).read(read_markdown(file, text));
}

}  // namespace omega::lessons
