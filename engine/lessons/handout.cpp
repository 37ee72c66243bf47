#include <algorithm>
#include <filesystem>

#include "core/text.h"
#include "lessons/claim_reader.h"
#include "lessons/doing.h"
#include "lessons/exam_items.h"
#include "lessons/opening.h"
#include "lessons/sheet.h"
#include "lessons/state_writer.h"

namespace omega::lessons {

namespace {

constexpr int kLinesOfTask = 2, kLinesOfReason = 2, kLinesOfNotes = 2;
const std::string kNumberLine(22, '_');
constexpr int kDigits = 4, kDigitsTyped = 15;  // what somebody has typed is not rounded

/// What stands on paper beside the words of a lesson, in its language.
struct PaperWords {
  std::string lesson, before_looking, why, your_number, task, key, number, at_opening, at_opening_of, at_opening_end,
      on_screen, on_screen_end, within, within_end, done_when, done_when_end, speaker, claim, of, in, comma, seeds,
      colon, stop, check, picture, room, opening, done, answers, my_number, it_was, right, not_so, right_one,
      unanswered, my_note, unreadable, of_data, page_of;
};

const PaperWords& english_paper() {
  static const PaperWords words = {.lesson = ", lesson ",
                                   .before_looking = "Before you look: draw what you expect to see.",
                                   .why = "Why?",
                                   .your_number = "Your number: ",
                                   .task = "**Do:** ",
                                   .key = "Key: ",
                                   .number = "The number is ",
                                   .at_opening = "**",
                                   .at_opening_of = "** as the step opens (`",
                                   .at_opening_end = "`)",
                                   .on_screen = "`",
                                   .on_screen_end = "` on the screen",
                                   .within = "; a guess is right within ",
                                   .within_end = " of it. ",
                                   .done_when = "The task is done when `",
                                   .done_when_end = "`.",
                                   .speaker = "For the speaker: ",
                                   .claim = "Claim ",
                                   .of = " of `",
                                   .in = "` in ",
                                   .comma = ", ",
                                   .seeds = " seeds",
                                   .colon = ": ",
                                   .stop = ".",
                                   .check = "`omega lesson check` asks the engine for these claims.",
                                   .picture = "Picture: ",
                                   .room = "Room for a picture of your own",
                                   .opening = "As the step opens:",
                                   .done = "When the task is done:",
                                   .answers = "My answers: ",
                                   .my_number = "My number: ",
                                   .it_was = ". It was ",
                                   .right = "Right.",
                                   .not_so = "Not so.",
                                   .right_one = "The right answer is ",
                                   .unanswered = "Not answered.",
                                   .my_note = "My note ",
                                   .unreadable = ": it cannot be read.",
                                   .of_data = ": its sequence is a file of yours; open the note to see it.",
                                   .page_of = "page %1 of %2"};
  return words;
}

const PaperWords& chinese_paper() {
  static const PaperWords words = {.lesson = "，课程 ",
                                   .before_looking = "看之前：画出你预料会看到的。",
                                   .why = "为什么？",
                                   .your_number = "你的数：",
                                   .task = "**做：**",
                                   .key = "答案：",
                                   .number = "这个数",
                                   .at_opening = "在这一步打开时是 **",
                                   .at_opening_of = "**（`",
                                   .at_opening_end = "`）",
                                   .on_screen = "是屏幕上的 `",
                                   .on_screen_end = "`",
                                   .within = "；与它相差不超过 ",
                                   .within_end = " 的猜测算对。",
                                   .done_when = "任务完成的条件：`",
                                   .done_when_end = "`。",
                                   .speaker = "给讲解者：",
                                   .claim = "论断 ",
                                   .of = "，`",
                                   .in = "`，应在 ",
                                   .comma = "，",
                                   .seeds = " 个种子",
                                   .colon = "：",
                                   .stop = "。",
                                   .check = "`omega lesson check` 向引擎核实这些论断。",
                                   .picture = "图：",
                                   .room = "自己画图的地方",
                                   .opening = "这一步打开时：",
                                   .done = "任务完成后：",
                                   .answers = "我的回答：",
                                   .my_number = "我的数：",
                                   .it_was = "。正确的数是 ",
                                   .right = "正确。",
                                   .not_so = "不对。",
                                   .right_one = "正确答案是 ",
                                   .unanswered = "未回答。",
                                   .my_note = "我的笔记 ",
                                   .unreadable = "：无法读取。",
                                   .of_data = "：它的序列来自你自己的文件；打开这份笔记就能看到。",
                                   .page_of = "第 %1 页，共 %2 页"};
  return words;
}

const PaperWords& paper_words(const Lesson& lesson) {
  return lesson.language == "zh" ? chinese_paper() : english_paper();
}

std::string panel_of(const std::string& mark) { return mark.substr(0, mark.find('.')); }

/// Numbers beside what a panel draws: they alone are covered, and the rest of the panel is shown.
bool is_beside(const std::string& mark) { return mark.starts_with("output.mse") || mark == "chance.numbers"; }

/// Whether there is something to draw where that is covered: of numbers there is no picture.
bool is_drawn(const std::string& mark) {
  return panel_of(mark) != "numbers" && !mark.ends_with(".numbers") && !is_beside(mark);
}

/// The panels that a step shows, with the marks that are covered there, and those that keep something back until its
/// question is answered.
struct Shown {
  std::vector<std::string> open, covered, kept;
};

Shown shown_by(const Lesson& lesson, std::size_t step) {
  const Step& one = lesson.steps[step];
  Shown shown;
  for (const std::string& panel : panels_of(lesson, step)) {
    std::vector<std::string> marks;
    for (const std::string& mark : one.hide)
      if (one.ask && panel_of(mark) == panel) marks.push_back(mark);
    if (!marks.empty()) shown.kept.push_back(panel);
    if (!std::all_of(marks.begin(), marks.end(), is_beside)) continue;
    shown.open.push_back(panel);
    shown.covered.insert(shown.covered.end(), marks.begin(), marks.end());
  }
  return shown;
}

void add_picture(Sheet& sheet, const Lesson& lesson, const LessonState& state, const std::vector<std::string>& panels,
                 const std::string& session = "") {
  if (panels.empty()) return;
  SheetBlock& block = sheet.blocks.emplace_back();
  block.kind = SheetBlock::Kind::picture;
  block.text = paper_words(lesson).picture + join(panels, ", ");
  block.state = state;
  block.session = session;
  block.panels = panels;
}

/// What the step before has shown already is not shown again.
void add_open_pictures(Sheet& sheet, const Lesson& lesson, std::size_t step) {
  const Shown now = shown_by(lesson, step), before = step == 0 ? Shown() : shown_by(lesson, step - 1);
  const LessonState& state = lesson.steps[step].state;
  const bool is_same = step > 0 && now.open == before.open &&
                       (before.covered.empty() || before.covered == now.covered) &&
                       to_json(state).dump() == to_json(lesson.steps[step - 1].state).dump();
  if (is_same || now.open.empty()) return;
  add_picture(sheet, lesson, state, now.open);
  sheet.blocks.back().covered = now.covered;
  sheet.blocks.back().tells_errors = !lesson.steps[step].ask || lesson.steps[step].hide.empty();
}

/// Room to draw what one expects to see where pictures are kept back.
void add_frame(Sheet& sheet, const Lesson& lesson, std::size_t step) {
  const std::vector<std::string>& covered = lesson.steps[step].hide;
  if (shown_by(lesson, step).kept.empty() || std::none_of(covered.begin(), covered.end(), is_drawn)) return;
  sheet.note(paper_words(lesson).before_looking);
  sheet.frame(paper_words(lesson).room);
}

/// What was kept back, after the task where the program can do it: that is what is drawn and answered on the handout.
void add_kept_pictures(Sheet& sheet, const Lesson& lesson, std::size_t step) {
  const std::vector<std::string> kept = shown_by(lesson, step).kept;
  if (kept.empty()) return;
  const Step& one = lesson.steps[step];
  std::vector<Doing> doings = one.when ? doings_for(*one.when, one.state) : std::vector<Doing>();
  // What panels measure is of the machine, and nobody has measured it for a handout.
  if (std::any_of(doings.begin(), doings.end(), [](const Doing& doing) { return !doing.measures.empty(); }))
    doings.clear();
  LessonState state = doings.empty() ? one.state : doings.back().state;
  for (const Doing& doing : doings) state.draw += static_cast<std::uint32_t>(doing.redraws);
  sheet.note(doings.empty() ? paper_words(lesson).opening : paper_words(lesson).done);
  add_picture(sheet, lesson, state, kept);
}

std::string heading_of(const Lesson& lesson, std::size_t step) {
  const Step& one = lesson.steps[step];
  return std::to_string(step + 1) + ". " + one.title + (one.self_study ? " ◇" : "");
}

Sheet sheet_of(const Lesson& lesson, const std::string& title, const std::string& program) {
  Sheet sheet;
  sheet.title = title;
  sheet.foot = program + paper_words(lesson).lesson + lesson.name;
  sheet.page_of = paper_words(lesson).page_of;
  // Only a user's lesson has pictures, and its `file` is the path to it.
  const std::filesystem::path folder = std::filesystem::path(lesson.file).parent_path();
  sheet.folder = folder.string();
  return sheet;
}

std::string claim_text(const Claim& claim, const PaperWords& words) {
  const std::string over = claim.over == 1 ? "" : words.comma + std::to_string(claim.over) + words.seeds;
  return words.claim + claim.id + words.colon + statistic_names()[static_cast<std::size_t>(claim.statistic)] +
         words.of + claim.value->text() + words.in + "[" + number_text(claim.low) + ", " + number_text(claim.high) +
         "]" + over + words.stop;
}

void add_question(Sheet& sheet, const Ask& ask) {
  sheet.question(ask.question);
  std::vector<std::string> answers;
  for (const Answer& answer : ask.answers) answers.push_back(answer.text);
  if (!answers.empty()) sheet.choices(answers);
}

/// The number that is asked for, how far from it a guess may be, and what is said of it. Where the engine cannot tell
/// it, as of a card with proposals that were placed by hand, the screen does.
std::string asked_text(const Lesson& lesson, std::size_t step, const PaperWords& words, const Progress& progress) {
  const Ask& ask = *lesson.steps[step].ask;
  const std::optional<AskedNumber> asked = asked_number(lesson, step, progress);
  return words.number +
         (asked ? words.at_opening + short_text(asked->value) + words.at_opening_of + ask.value->text() +
                      words.at_opening_end
                : words.on_screen + ask.value->text() + words.on_screen_end) +
         words.within + (asked ? short_text(asked->within) : "`" + ask.within->text() + "`") + words.within_end +
         ask.say;
}

/// The number that was given, and what is said of it.
void add_number(Sheet& sheet, const Ask& ask, const Given::Number& number, const PaperWords& words,
                const NumberText& written) {
  sheet.text(words.my_number + written(number.given, kDigitsTyped) + words.it_was + written(number.asked, kDigits) +
             words.stop);
  sheet.text((number.is_right ? "✓ **" + words.right : "✗ **" + words.not_so) + "** " + ask.say);
}

/// The box that was ticked, what is said of it, and which answer is right.
void add_choice(Sheet& sheet, const Ask& ask, std::size_t choice, const PaperWords& words) {
  sheet.blocks.back().ticked = static_cast<int>(choice);
  const Answer& chosen = ask.answers[choice];
  sheet.text((chosen.right ? "✓ **" + words.right : "✗ **" + words.not_so) + "** " + chosen.say);
  for (std::size_t a = 0; a < ask.answers.size() && !chosen.right; ++a)
    if (ask.answers[a].right)
      sheet.text(words.right_one + "**" + letter_of(a) + "**" + words.stop +
                 (ask.answers[a].say.empty() ? "" : " " + ask.answers[a].say));
}

void add_answer(Sheet& sheet, const Ask& ask, const Given& given, const PaperWords& words, const NumberText& written) {
  if (ask.value)
    add_number(sheet, ask, *given.number, words, written);
  else
    add_choice(sheet, ask, static_cast<std::size_t>(given.choice), words);
}

}  // namespace

Sheet handout_of(const Lesson& lesson, const std::string& program) {
  const PaperWords& words = paper_words(lesson);
  Sheet sheet = sheet_of(lesson, lesson.title, program);
  sheet.goal(lesson.goal);
  for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
    const Step& step = lesson.steps[i];
    sheet.heading(heading_of(lesson, i));
    sheet.text(step.prose);
    add_open_pictures(sheet, lesson, i);
    add_frame(sheet, lesson, i);
    if (step.ask) {
      add_question(sheet, *step.ask);
      if (step.ask->value) sheet.text(words.your_number + kNumberLine);
      sheet.note(words.why);
      sheet.space(kLinesOfReason);
    }
    if (!step.task.empty()) sheet.text(words.task + step.task);
    if (!step.task.empty() || !step.ask) sheet.space(step.ask ? kLinesOfTask : kLinesOfTask + kLinesOfNotes);
  }
  return sheet;
}

Sheet key_of(const Lesson& lesson, const std::string& program, const Progress& progress) {
  const PaperWords& words = paper_words(lesson);
  Sheet sheet = sheet_of(lesson, words.key + lesson.title, program);
  for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
    const Step& step = lesson.steps[i];
    progress.report(static_cast<double>(i) / static_cast<double>(lesson.steps.size()));
    sheet.heading(heading_of(lesson, i));
    if (step.ask) {
      sheet.question(step.ask->question);
      if (step.ask->value) sheet.text(asked_text(lesson, i, words, Progress(progress.stop())));
      for (std::size_t a = 0; a < step.ask->answers.size(); ++a) {
        const Answer& answer = step.ask->answers[a];
        sheet.text((answer.right ? "✓ **" + letter_of(a) + "** " : "✗ " + letter_of(a) + " ") + answer.text +
                   (answer.say.empty() ? "" : " — " + answer.say));
      }
    }
    add_kept_pictures(sheet, lesson, i);
    if (step.when) sheet.note(words.done_when + step.when->text() + words.done_when_end);
    if (!step.note.empty()) sheet.note(words.speaker + step.note);
    for (const Claim& claim : step.claims) sheet.note(claim_text(claim, words));
  }
  const bool has_claims =
      std::any_of(lesson.steps.begin(), lesson.steps.end(), [](const Step& step) { return !step.claims.empty(); });
  if (has_claims) sheet.note(words.check);
  return sheet;
}

Sheet answers_of(const Lesson& lesson, const GivenAnswers& given, const std::vector<KeptNote>& notes,
                 const std::string& program, const NumberText& written) {
  const PaperWords& words = paper_words(lesson);
  const GivenAnswers answers = answers_to(lesson, given);
  Sheet sheet = sheet_of(lesson, words.answers + lesson.title, program);
  for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
    const Step& step = lesson.steps[i];
    sheet.heading(heading_of(lesson, i));
    sheet.text(step.prose);
    add_open_pictures(sheet, lesson, i);
    if (step.ask) {
      const auto found = answers.find(static_cast<int>(i));
      const bool is_answered = found != answers.end();
      add_question(sheet, *step.ask);
      if (is_answered) add_answer(sheet, *step.ask, found->second, words, written);
      is_answered ? add_kept_pictures(sheet, lesson, i) : sheet.note(words.unanswered);
    }
    if (!step.task.empty()) sheet.text(words.task + step.task);
    for (const KeptNote& note : notes) {
      if (note.step != static_cast<int>(i)) continue;
      sheet.note(words.my_note + note.name +
                 (note.missing == KeptNote::Missing::unreadable ? words.unreadable
                  : note.missing == KeptNote::Missing::data     ? words.of_data
                                                                : words.stop));
      if (!note.session.empty()) add_picture(sheet, lesson, step.state, panels_of(lesson, i), note.session);
    }
  }
  return sheet;
}

}  // namespace omega::lessons
