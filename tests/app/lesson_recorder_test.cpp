// The recorder of lessons by itself: what it writes, and what it says of a step that no lesson could have.
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QTemporaryDir>
#include <QTest>
#include <catch2/catch.hpp>

#include "app/booth.h"
#include "dialogs/lesson_recorder.h"
#include "lessons/shelf.h"

using namespace omegascope;
using namespace omegascope::test;

namespace {

struct Recording {
  QTemporaryDir folder;
  omega::lessons::LessonState state;
  LessonRecorder recorder{[this] { return LessonRecorder::Shown{state, {"attention"}}; }, folder.path(), nullptr};

  Recording() { state.cards.emplace_back().method = "rfa"; }
  void type(const char* name, const char* words) {
    for (QLineEdit* each : recorder.findChildren<QLineEdit*>())
      if (each->accessibleName() == QLatin1String(name)) {
        each->setText(QStringLiteral("-"));
        QTest::keyClick(each, Qt::Key_Backspace);  // as who clears it does
        QTest::keyClicks(each, QLatin1String(words));
      }
  }
  QString said() const {
    for (const QLabel* label : recorder.findChildren<QLabel*>())
      if (label->accessibleName() == QStringLiteral("What is wrong")) return label->text();
    return {};
  }
  bool says(const char* words) const { return said().contains(QLatin1String(words)); }
};

}  // namespace

TEST_CASE("the recorder writes over no change of the file, and no text that the file would not have", "[dialogs]") {
  Recording r;
  auto& prose = *r.recorder.findChild<QPlainTextEdit*>();
  r.type("Title of the lesson", "Mine");
  r.type("Goal of the lesson", "One step.");
  r.recorder.addStep();
  r.type("Heading of the step", "First");
  for (const char* line : {"## Not a heading", "> 64 samples are enough.", "```", "# Big"}) {
    prose.setPlainText(QStringLiteral("Look.\n%1").arg(QLatin1String(line)));
    INFO(line);
    CHECK_FALSE(r.recorder.save());
    CHECK(r.says("First: a line of its text begins with"));
  }
  prose.setPlainText(QStringLiteral("Look: > 64 samples."));
  r.type("Said of answer C", "Why not?");
  CHECK_FALSE(r.recorder.save());
  CHECK(r.says("First: there is a reply to answer C"));
  r.type("Said of answer C", "");
  REQUIRE(r.recorder.save());

  const QString path = r.folder.filePath(QStringLiteral("mine.md"));
  QFile file(path);
  REQUIRE(file.open(QIODevice::Append));
  file.write("## By hand\nMore.\n");
  file.close();
  const auto stepsOf = [](const QString& of) {
    return omega::lessons::read_lesson_file(of.toStdString()).steps.size();
  };
  prose.setPlainText(QStringLiteral("Look again."));
  CHECK_FALSE(r.recorder.save());
  CHECK(r.says("was changed elsewhere"));
  CHECK(stepsOf(path) == 2);
  r.type("Title of the lesson", "Mine too");
  REQUIRE(r.recorder.save());
  CHECK(stepsOf(path) == 2);
  CHECK(stepsOf(r.folder.filePath(QStringLiteral("mine-too.md"))) == 1);
  CHECK_FALSE(r.recorder.isUnsaved());
}

TEST_CASE("what no lesson could have is said of its step, which is chosen, and not of a line of a file", "[dialogs]") {
  Recording r;
  QListWidget& steps = *r.recorder.findChild<QListWidget*>();
  auto& prose = *r.recorder.findChild<QPlainTextEdit*>();
  r.type("Title of the lesson", "Mine");
  r.type("Goal of the lesson", "Three steps.");
  r.state.preset = "three_clusters";
  for (const char* heading : {"First", "Second", "Third"}) {
    r.recorder.addStep();
    r.type("Heading of the step", heading);
    prose.setPlainText(QStringLiteral("Look."));
  }
  const auto isSaidOfSecond = [&](const char* words) {
    steps.setCurrentRow(2);
    CHECK_FALSE(r.recorder.save());
    INFO(text(r.said()));
    CHECK(r.says(words));
    CHECK_FALSE(r.says(".md"));
    CHECK(steps.currentRow() == 1);
  };
  const auto ofSecond = [&](const char* name, const char* words) {
    steps.setCurrentRow(1);
    r.type(name, words);
  };
  ofSecond("Task", "Look at its error.");
  ofSecond("Done when", "rfa.mse >= 0");
  isSaidOfSecond("Second: this is true already when the step opens");  // by what is measured
  ofSecond("Done when", "rfa.samples >= 1");
  isSaidOfSecond("Second: this is true already when the step opens");
  ofSecond("Done when", "rfa.sample >= 64");
  isSaidOfSecond("Second: ");
  ofSecond("Done when", "rfa.samples >= 4096");
  ofSecond("Said of answer C", "Why not?");
  isSaidOfSecond("Second: there is a reply to answer C");
  ofSecond("Said of answer C", "");
  std::string words;
  for (int i = 0; i < 70; ++i) words += "word ";
  prose.setPlainText(QString::fromStdString(words));
  isSaidOfSecond("70 words");
  CHECK(r.said().count(QStringLiteral("Second")) == 1);
  steps.setCurrentRow(1);
  prose.setPlainText(QStringLiteral("Look."));
  r.type("Goal of the lesson", (words + words).c_str());
  CHECK_FALSE(r.recorder.save());
  INFO(text(r.said()));
  CHECK(r.says("140 words"));
  CHECK_FALSE(r.says(".md"));
  CHECK(steps.currentRow() == 1);
  r.type("Goal of the lesson", "Three steps.");
  const bool isSaved = r.recorder.save();
  INFO(text(r.said()));
  CHECK(isSaved);
}
