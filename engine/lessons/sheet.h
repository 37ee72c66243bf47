// A sheet of paper as data: what a handout, an exam and its key are made of. sheet_text() writes it as Markdown; the
// app paints it as PDF.
#pragma once

#include <functional>

#include "core/progress.h"
#include "lessons/given.h"

namespace omega::lessons {

struct SheetBlock {
  enum class Kind {
    heading,
    text,      // Markdown, as in the prose of a lesson
    note,      // the same, smaller
    goal,      // one line of the same, slanted
    question,  // and bold
    table,     // `rows`, the first one the header
    choices,   // `rows`: a letter and what stands behind its box
    picture,   // `panels` while the app is in `state`, or in `session` where there is one; `text` says what it is
    frame,     // empty, to draw into; `text` says so
    space,     // `lines` to write on
    command,   // lines for a shell
    page       // what follows begins a page
  };
  Kind kind = Kind::text;
  std::string text;
  std::vector<std::vector<std::string>> rows;
  int lines = 0;
  int ticked = -1;  // of choices: the row whose box is; −1: none
  LessonState state;
  std::string session;  // a file of the app, which has more than the words of a state can say
  std::vector<std::string> panels;
  std::vector<std::string> covered;  // of a picture: the marks of its panels that are kept back, as on the screen
  bool tells_errors = true;          // of a picture: not where a question about what is covered comes after it
};

struct Sheet {
  std::string title, foot;
  std::string page_of = "page %1 of %2";  // below each page, in the language of the sheet
  std::string folder;                     // of the pictures that its texts name; empty: they name none
  std::vector<SheetBlock> blocks;

  void heading(std::string text) { add(SheetBlock::Kind::heading, std::move(text)); }
  void text(std::string text) { add(SheetBlock::Kind::text, std::move(text)); }
  void note(std::string text) { add(SheetBlock::Kind::note, std::move(text)); }
  void goal(std::string text) { add(SheetBlock::Kind::goal, std::move(text)); }
  void question(std::string text) { add(SheetBlock::Kind::question, std::move(text)); }
  void command(std::string text) { add(SheetBlock::Kind::command, std::move(text)); }
  void page() { add(SheetBlock::Kind::page, {}); }
  void frame(std::string text) { add(SheetBlock::Kind::frame, std::move(text)); }
  void space(int lines);
  void table(std::vector<std::vector<std::string>> rows);
  /// A, B, C ... before each.
  void choices(const std::vector<std::string>& texts);
  /// On a page of its own.
  void append(const Sheet& other);

 private:
  SheetBlock& add(SheetBlock::Kind kind, std::string text);
};

/// What somebody has made of a step and kept, by its name; `session`: its file, empty where there is no picture of it.
struct KeptNote {
  enum class Missing { nothing, unreadable, data };  // why: it cannot be read, or is about a file of the user's
  int step = 0;
  std::string name, session;
  Missing missing = Missing::nothing;
};

/// "A", "B" ...
std::string letter_of(std::size_t index);

/// Pictures are named in place of being drawn.
std::string sheet_text(const Sheet& sheet);

/// A lesson on paper: its goal, each step with its picture, its question with boxes, its task, and room to write. For a
/// picture that a step keeps back there is a frame in which to draw what one expects. `program` is what made it, such
/// as "omegascope 0.1.0".
Sheet handout_of(const Lesson& lesson, const std::string& program);
/// What was left out there: the right answers, what is said of each, the claims, and pictures that were kept back, with
/// the task done where the program can do it. A number is that of the step as it opens, where the engine can tell it.
Sheet key_of(const Lesson& lesson, const std::string& program, const Progress& progress = {});
/// How the program writes a number: in so many digits, as on the screen.
using NumberText = std::function<std::string(double value, int digits)>;

/// A handout as somebody has filled it in: boxes ticked, what is said of each answer, the pictures that it uncovered,
/// and what else was kept of each step.
Sheet answers_of(const Lesson& lesson, const GivenAnswers& given, const std::vector<KeptNote>& notes,
                 const std::string& program, const NumberText& written);

}  // namespace omega::lessons
