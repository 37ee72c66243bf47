#include "manual/live_pages.h"

#include <QAction>
#include <QLocale>
#include <QMenuBar>

#include "dialogs/shortcuts_dialog.h"
#include "manual/manual_words.h"
#include "manual/markdown.h"
#include "math_text/symbol_colours.h"
#include "views/panel.h"
#include "views/word_tips.h"

namespace omegascope {

namespace {

QString keysOf(const QAction& action) {
  QStringList keys;
  for (const QKeySequence& each : action.shortcuts()) keys << each.toString(QKeySequence::NativeText);
  return keys.join(ManualWords::tr(" or "));
}

void writeKeys(PageWriter& page, const QString& title, const QList<QAction*>& actions) {
  std::vector<PageWriter::Row> rows;
  for (const QAction* action : actions)
    if (!action->shortcuts().isEmpty()) {
      const QString text = plainText(*action);
      rows.push_back({{text.toHtmlEscaped(), keysOf(*action).toHtmlEscaped()},
                      anchorOf(title + QLatin1Char('-') + text),
                      keysOf(*action)});
    }
  if (rows.empty()) return;
  page.heading(2, title.toHtmlEscaped());
  page.table({}, rows);
}

}  // namespace

ManualPage panelPage(const Panel& panel, const QString& workspace, const Theme& theme) {
  PageWriter page(QStringLiteral("panel/") + panel.name(), chapterTitle(Chapter::Panels), panel.title(), theme,
                  panel.name());
  const auto write = [&](const QString& html) {
    if (!html.isEmpty()) page.html(withWords(withSymbols(html, theme), theme));
  };
  // Its first line is a heading; formulas stand before the last paragraph, which says what to look for.
  const QString text = panel.help();
  const auto begins = text.indexOf(QStringLiteral("<p>")), look = text.lastIndexOf(QStringLiteral("<p><b>"));
  page.paragraph(withSymbols(text.left(begins), theme));
  write(text.mid(begins, look < 0 ? -1 : look - begins));
  page.formulas(panel.equations());
  if (look >= 0) write(text.mid(look));
  page.paragraph(ManualWords::tr("In the workspace <i>%1</i>. <a href=\"app:panel/%2\">Show this panel</a>")
                     .arg(workspace.toHtmlEscaped(), panel.name()));
  return page.take();
}

ManualPage lessonPage(const omega::lessons::Lesson& lesson, const omega::lessons::Shelf& shelf, const Theme& theme) {
  const QString name = plainOf(lesson.name), id = QStringLiteral("lesson/") + name;
  PageWriter page(id, chapterTitle(Chapter::Lessons), plainOf(lesson.title), theme,
                  name + QLatin1Char(' ') + ManualWords::tr("lesson"));
  const auto line = [&](const QString& text) { return markdownLine(text, id, theme); };
  page.paragraph(QStringLiteral("<i>%1</i>").arg(line(plainOf(lesson.goal))));
  page.paragraph(ManualWords::tr("%1 minutes in class. <a href=\"app:lesson/%2\">Open the lesson</a>")
                     .arg(QLocale().toString(lesson.minutes, 'g', 3), name));
  QStringList needs;
  for (const std::string& needed : lesson.needs) {
    const omega::lessons::ShelvedLesson* before = shelf.find(needed);
    needs << link(QStringLiteral("lesson/") + escapedOf(needed), escapedOf(before ? before->lesson.title : needed));
  }
  if (!needs.isEmpty()) page.paragraph(ManualWords::tr("Before it: %1").arg(needs.join(QStringLiteral(", "))));
  for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
    const omega::lessons::Step& step = lesson.steps[i];
    const auto number = static_cast<int>(i) + 1;
    page.heading(2, plainOf(step.title).toHtmlEscaped(), QStringLiteral("step-%1").arg(number));
    QString html;
    const auto add = [&](const QString& text) { html += QStringLiteral("<p>%1</p>").arg(text); };
    for (QString paragraph : plainOf(step.prose).split(QStringLiteral("\n\n"), Qt::SkipEmptyParts))
      add(line(paragraph.replace(QLatin1Char('\n'), QLatin1Char(' '))));
    if (step.ask) {
      add(QStringLiteral("<b>%1</b>").arg(line(plainOf(step.ask->question))));
      QString answers;
      for (const omega::lessons::Answer& answer : step.ask->answers)
        answers += QStringLiteral("<li>%1</li>").arg(line(plainOf(answer.text)));
      if (!answers.isEmpty()) html += QStringLiteral("<ul>%1</ul>").arg(answers);
    }
    if (!step.task.empty()) add(ManualWords::tr("<b>Do:</b> %1").arg(line(plainOf(step.task))));
    page.html(withWords(html, theme));
    page.paragraph(QStringLiteral("<a href=\"app:lesson/%1/%2\">%3</a>")
                       .arg(name)
                       .arg(number)
                       .arg(ManualWords::tr("Open this step")));
  }
  return page.take();
}

ManualPage keysPage(const QMenuBar& menus, const QList<QAction*>& own, const Theme& theme) {
  PageWriter page(QStringLiteral("keys"), chapterTitle(Chapter::Begin), ManualWords::tr("Keys and mouse"), theme,
                  ManualWords::tr("shortcuts"));
  page.paragraph(ManualWords::tr(
      "As they are set now; Help ▸ Shortcuts gives others. Keys without Ctrl or Alt act while no text is "
      "being typed. Keys of a single panel stand on its page."));
  for (const QAction* top : menus.actions()) writeKeys(page, plainText(*top), actionsOf(*top->menu()));
  writeKeys(page, ManualWords::tr("In this manual"), own);
  for (const Gestures& gestures : allGestures()) {
    page.heading(2, gestures.title);
    std::vector<PageWriter::Row> rows;
    for (const auto& [what, how] : gestures.rows)
      rows.push_back({{what.toHtmlEscaped(), how.toHtmlEscaped()}, anchorOf(what), {}});
    page.table({}, rows);
  }
  return page.take();
}

}  // namespace omegascope
