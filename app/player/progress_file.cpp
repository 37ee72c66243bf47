#include "player/progress_file.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>
#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>

#include "core/error.h"
#include "model/disk.h"

namespace omegascope {

using nlohmann::json;
using omega::lessons::Given;

namespace {

constexpr qint64 kLargest = 1 << 20;
constexpr std::int64_t kMost = 1 << 20;  // steps or answers

int countOf(const json& whole) {
  return static_cast<int>(std::clamp<std::int64_t>(whole.get<std::int64_t>(), 0, kMost));
}

int wholeOf(const json& object, const char* name) {
  const auto found = object.find(name);
  if (found == object.end() || !found->is_number_integer()) return 0;
  return countOf(*found);
}

std::optional<Given> givenIn(const json& from) {
  Given given;
  if (from.is_number_integer()) {  // as earlier versions kept a choice
    given.choice = countOf(from);
    return given;
  }
  const auto isNumber = [&](const char* name) { return from.contains(name) && from[name].is_number(); };
  if (!from.is_object()) return std::nullopt;
  if (const json question = from.value("question", json()); question.is_string())
    given.question = question.get<std::string>();
  if (const json choice = from.value("choice", json()); choice.is_number_integer()) {
    given.choice = countOf(choice);
    return given;
  }
  if (!isNumber("number") || !isNumber("asked")) return std::nullopt;
  given.number = {from["number"].get<double>(), from["asked"].get<double>(), from.value("right", json()) == true};
  return given;
}

json toJson(const Given& given) {
  if (!given.number && given.question.empty()) return given.choice;
  json one{{"choice", given.choice}};
  if (given.number)
    one = {{"number", given.number->given}, {"asked", given.number->asked}, {"right", given.number->is_right}};
  if (!given.question.empty()) one["question"] = given.question;
  return one;
}

/// None at all where one of them is no count: the others would move to other answers.
std::vector<int> handsOf(const json& from) {
  const bool areCounts = from.is_array() && from.size() <= omega::lessons::kMostAnswers &&
                         std::all_of(from.begin(), from.end(), [](const json& one) { return one.is_number_integer(); });
  std::vector<int> hands;
  if (areCounts) std::transform(from.begin(), from.end(), std::back_inserter(hands), countOf);
  return hands;
}

LessonProgress progressOf(const json& from) {
  LessonProgress progress;
  if (!from.is_object()) return progress;
  progress.step = wholeOf(from, "step");
  progress.reached = wholeOf(from, "reached");
  progress.done = from.value("done", json()) == true;
  const json none = json::object();
  const auto byStep = [&](const char* name) -> const json& {
    return from.contains(name) && from[name].is_object() ? from[name] : none;
  };
  for (const auto& item : byStep("answers").items())
    if (const std::optional<Given> given = givenIn(item.value()))
      progress.answers[QString::fromStdString(item.key()).toInt()] = *given;
  for (const auto& item : byStep("tasks").items())
    if (item.value().is_string())
      progress.tasks[QString::fromStdString(item.key()).toInt()] = item.value().get<std::string>();
  for (const auto& item : byStep("hands").items())
    if (const std::vector<int> hands = handsOf(item.value()); !hands.empty())
      progress.hands[QString::fromStdString(item.key()).toInt()] = hands;
  return progress;
}

json toJson(const LessonProgress& progress) {
  json answers = json::object();
  for (const auto& [step, answer] : progress.answers) answers[std::to_string(step)] = toJson(answer);
  json tasks = json::object();
  for (const auto& [step, condition] : progress.tasks) tasks[std::to_string(step)] = condition;
  json hands = json::object();
  for (const auto& [step, counts] : progress.hands) hands[std::to_string(step)] = counts;
  return {{"step", progress.step}, {"reached", progress.reached},
          {"done", progress.done}, {"answers", answers},
          {"tasks", tasks},        {"hands", hands}};
}

}  // namespace

ProgressFile::ProgressFile(QString path) : m_path(std::move(path)) {
  QFile file(m_path);
  if (file.size() > kLargest || !file.open(QIODevice::ReadOnly)) return;
  const json whole = json::parse(file.readAll().toStdString(), nullptr, false);
  if (!whole.is_object() || !whole.contains("lessons") || !whole["lessons"].is_object()) return;
  for (const auto& item : whole["lessons"].items()) m_lessons[item.key()] = progressOf(item.value());
}

const LessonProgress& ProgressFile::of(const std::string& lesson) const {
  static const LessonProgress s_none;
  const auto found = m_lessons.find(lesson);
  return found == m_lessons.end() ? s_none : found->second;
}

QString ProgressFile::keep(const std::string& lesson, const LessonProgress& progress) {
  if (of(lesson) == progress) return {};
  m_lessons[lesson] = progress;
  if (m_path.isEmpty()) return {};
  json whole = {{"lessons", json::object()}};
  for (const auto& [name, one] : m_lessons) whole["lessons"][name] = toJson(one);
  try {
    makeFolder(QFileInfo(m_path).absolutePath());
    writeBytes(m_path, QByteArray::fromStdString(whole.dump(1)));
    m_failed = false;
  } catch (const omega::Error& problem) {
    if (!std::exchange(m_failed, true))
      return QCoreApplication::translate("omegascope::ProgressFile", "How far you are in the lessons is not kept: %1")
          .arg(QString::fromUtf8(problem.what()));
  }
  return {};
}

}  // namespace omegascope
