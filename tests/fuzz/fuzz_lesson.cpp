#include "fuzz/fuzz_lesson.h"

#include "fuzz/our_bug.h"
#include "lessons/lesson_reader.h"
#include "lessons/vocabulary.h"

namespace omega::test {

namespace {

void as_lesson(const std::string& bytes) {
  try {
    const lessons::Lesson lesson = lessons::read_lesson("fuzz.md", bytes);
    for (const lessons::Step& step : lesson.steps)
      if (step.when) step.when->holds(lessons::StateNames(step.state));
  } catch (const Error& error) {  // what it is expected to do with nearly all of these
    if (is_our_bug(error)) throw;
  }
}

void as_expression(const std::string& bytes) {
  static const lessons::LessonState state = [] {
    lessons::LessonState one;
    one.cards.push_back({"lara", 0, {}, {0, 1, 2, 3}, true});
    return one;
  }();
  try {
    lessons::Expression::parse(bytes, lessons::condition_vocabulary(state)).evaluate(lessons::StateNames(state));
  } catch (const Error& error) {
    if (is_our_bug(error)) throw;
  }
}

}  // namespace

void fuzz_lesson(const std::string& bytes) {
  as_lesson(bytes);
  as_expression(bytes);
}

}  // namespace omega::test
