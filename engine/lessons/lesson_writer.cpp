#include "lessons/lesson_writer.h"

#include <cctype>

#include "lessons/state_writer.h"

namespace omega::lessons {

namespace {

constexpr std::size_t kLongestName = 40;

Json ask_json(const Ask& ask) {
  Json json{{"question", ask.question}};
  for (const Answer& answer : ask.answers) {
    Json one{{"text", answer.text}};
    if (answer.right) one["right"] = true;
    if (!answer.say.empty()) one["say"] = answer.say;
    json["answers"].push_back(std::move(one));
  }
  if (ask.value) json["value"] = ask.value->text();
  if (ask.within) json["within"] = ask.within->text();
  if (!ask.say.empty()) json["say"] = ask.say;
  return json;
}

Json step_json(const Step& step, const LessonState& before) {
  Json json = Json::object();
  if (const Json set = set_between(before, step.state); !set.empty()) json["set"] = set;
  const std::pair<const char*, const std::vector<std::string>&> lists[] = {
      {"show", step.show}, {"light", step.light}, {"hide", step.hide}};
  for (const auto& [name, list] : lists)
    if (!list.empty()) json[name] = list;
  if (step.ask) json["ask"] = ask_json(*step.ask);
  if (!step.task.empty()) json["do"] = step.task;
  if (step.when) json["when"] = step.when->text();
  if (step.minutes > 0) json["minutes"] = step.minutes;
  if (step.self_study) json["self_study"] = true;
  return json;
}

std::string block(const std::string& kind, const Json& json) {
  return "```json " + kind + "\n" + json.dump(1) + "\n```\n";
}

/// Each line of a note behind its sign.
std::string quoted_note(std::string note) {
  while (!note.empty() && note.back() == '\n') note.pop_back();
  std::string text = "> ";
  for (const char c : note) text += c == '\n' ? std::string("\n> ") : std::string(1, c);
  return text + "\n";
}

}  // namespace

std::string lesson_text(const Lesson& lesson) {
  Json head{{"format", 1}, {"name", lesson.name}, {"goal", lesson.goal}, {"minutes", lesson.minutes}};
  if (!lesson.needs.empty()) head["needs"] = lesson.needs;
  if (lesson.language != "en") head["language"] = lesson.language;
  head["start"] = to_json(lesson.start);
  std::string text = "# " + lesson.title + "\n\n" + block("lesson", head);
  const LessonState* before = &lesson.start;
  for (const Step& step : lesson.steps) {
    text += "\n## " + step.title + "\n" + step.prose + "\n";
    if (const Json json = step_json(step, *before); !json.empty()) text += "\n" + block("step", json);
    if (!step.note.empty()) text += quoted_note(step.note);
    before = &step.state;
  }
  return text;
}

std::string name_of_title(const std::string& title) {
  std::string name;
  for (const char sign : title) {
    const auto c = static_cast<unsigned char>(sign);
    if (c < 0x80 && std::isalnum(c) != 0)
      name += static_cast<char>(std::tolower(c));
    else if (!name.empty() && name.back() != '-')
      name += '-';
  }
  name = name.substr(0, kLongestName);
  while (!name.empty() && name.back() == '-') name.pop_back();
  return name.empty() ? "lesson" : name;
}

}  // namespace omega::lessons
