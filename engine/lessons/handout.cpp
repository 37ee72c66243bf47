#include <algorithm>
#include <filesystem>

#include "core/text.h"
#include "lessons/claim_reader.h"
#include "lessons/sheet.h"
#include "lessons/state_writer.h"

namespace omega::lessons {

namespace {

constexpr int kLinesOfTask = 2, kLinesOfReason = 2, kLinesOfNotes = 2;

/// The panels of a step, or those of the last step before it that names some.
const std::vector<std::string>& panels_of(const Lesson& lesson, std::size_t step) {
  static const std::vector<std::string> none;
  for (std::size_t i = step + 1; i-- > 0;)
    if (!lesson.steps[i].show.empty()) return lesson.steps[i].show;
  return none;
}

/// What a step shows, and what of it is kept back until its question is answered.
struct Shown {
  std::vector<std::string> open, kept;
};

Shown shown_by(const Lesson& lesson, std::size_t step) {
  const Step& one = lesson.steps[step];
  std::vector<std::string> panels = panels_of(lesson, step);
  if (panels.empty() && one.state.chance) panels = {"chance"};
  Shown shown;
  for (const std::string& panel : panels) {
    const bool is_kept = one.ask && std::any_of(one.hide.begin(), one.hide.end(), [&](const std::string& mark) {
                           return mark.substr(0, mark.find('.')) == panel;
                         });
    (is_kept ? shown.kept : shown.open).push_back(panel);
  }
  return shown;
}

void add_picture(Sheet& sheet, const LessonState& state, const std::vector<std::string>& panels) {
  if (panels.empty()) return;
  SheetBlock& block = sheet.blocks.emplace_back();
  block.kind = SheetBlock::Kind::picture;
  block.state = state;
  block.panels = panels;
}

/// What the step before has shown already is not shown again.
void add_pictures(Sheet& sheet, const Lesson& lesson, std::size_t step) {
  const Shown now = shown_by(lesson, step), before = step == 0 ? Shown() : shown_by(lesson, step - 1);
  const LessonState& state = lesson.steps[step].state;
  const bool is_same =
      step > 0 && now.open == before.open && to_json(state).dump() == to_json(lesson.steps[step - 1].state).dump();
  if (!is_same) add_picture(sheet, state, now.open);
  if (now.kept.empty()) return;
  sheet.note("Before you look: draw what you expect to see.");
  sheet.frame();
}

std::string heading_of(const Lesson& lesson, std::size_t step) {
  const Step& one = lesson.steps[step];
  return std::to_string(step + 1) + ". " + one.title + (one.self_study ? " ◇" : "");
}

Sheet sheet_of(const Lesson& lesson, const std::string& title, const std::string& program) {
  Sheet sheet;
  sheet.title = title;
  sheet.foot = program + ", lesson " + lesson.name;
  // Only a user's lesson has pictures, and its file is called by where it lies.
  const std::filesystem::path folder = std::filesystem::path(lesson.file).parent_path();
  sheet.folder = folder.string();
  return sheet;
}

std::string interval_text(const Claim& claim) {
  const std::string over = claim.over == 1 ? "" : ", " + std::to_string(claim.over) + " seeds";
  return statistic_names()[static_cast<std::size_t>(claim.statistic)] + " of `" + claim.value->text() + "` in [" +
         number_text(claim.low) + ", " + number_text(claim.high) + "]" + over;
}

}  // namespace

Sheet handout_of(const Lesson& lesson, const std::string& program) {
  Sheet sheet = sheet_of(lesson, lesson.title, program);
  sheet.text("*" + lesson.goal + "*");
  for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
    const Step& step = lesson.steps[i];
    sheet.heading(heading_of(lesson, i));
    sheet.text(step.prose);
    add_pictures(sheet, lesson, i);
    if (step.ask) {
      sheet.text("**" + step.ask->question + "**");
      std::vector<std::string> answers;
      for (const Answer& answer : step.ask->answers) answers.push_back(answer.text);
      if (!answers.empty()) sheet.choices(answers);
      sheet.note("Why?");
      sheet.space(kLinesOfReason);
    }
    if (!step.task.empty()) sheet.text("**Do:** " + step.task);
    if (!step.task.empty() || !step.ask) sheet.space(step.ask ? kLinesOfTask : kLinesOfTask + kLinesOfNotes);
  }
  return sheet;
}

Sheet key_of(const Lesson& lesson, const std::string& program) {
  Sheet sheet = sheet_of(lesson, "Key: " + lesson.title, program);
  for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
    const Step& step = lesson.steps[i];
    sheet.heading(heading_of(lesson, i));
    if (step.ask) {
      sheet.text("**" + step.ask->question + "**");
      if (step.ask->value)
        sheet.text("The number is `" + step.ask->value->text() + "` on the screen. " + step.ask->say);
      for (std::size_t a = 0; a < step.ask->answers.size(); ++a) {
        const Answer& answer = step.ask->answers[a];
        sheet.text((answer.right ? "✓ **" + letter_of(a) + "** " : "✗ " + letter_of(a) + " ") + answer.text +
                   (answer.say.empty() ? "" : " — " + answer.say));
      }
    }
    add_picture(sheet, step.state, shown_by(lesson, i).kept);
    if (step.when) sheet.note("The task is done when `" + step.when->text() + "`.");
    if (!step.note.empty()) sheet.note(step.note);
    for (const Claim& claim : step.claims) sheet.note("Claim " + claim.id + ": " + interval_text(claim) + ".");
  }
  sheet.note("`omega lesson check` asks the engine for these claims.");
  return sheet;
}

}  // namespace omega::lessons
