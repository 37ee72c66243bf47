// The manual: everything has its place and is found, every link leads somewhere, F1 opens at what has the keyboard.
#include <QApplication>
#include <QClipboard>
#include <QDir>
#include <QFile>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenuBar>
#include <QPrinter>
#include <QRegularExpression>
#include <QScrollBar>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTest>
#include <QToolTip>
#include <QTreeWidget>
#include <catch2/catch.hpp>
#include <set>

#include "app/dresser.h"
#include "app/shell.h"
#include "app/speaking.h"
#include "app/tools.h"
#include "app/window_booth.h"
#include "core/error.h"
#include "dialogs/shortcuts_dialog.h"
#include "estimators/registry.h"
#include "glossary/glossary.h"
#include "importance/presets.h"
#include "language/language.h"
#include "manual/described_pages.h"
#include "manual/manual_view.h"
#include "manual/manual_window.h"
#include "manual/markdown.h"
#include "math_text/math_parser.h"
#include "math_text/math_view.h"
#include "studies/assets.h"
#include "synthetic/synthetic.h"
#include "train/settings.h"
#include "views/chance/chance_edits.h"
#include "views/estimators/estimator_card.h"
#include "views/lesson/lesson_panel.h"
#include "views/option_form.h"
#include "views/word_tips.h"
#include "window/appearance.h"
#include "window/dock_layout.h"
#include "window/help_popup.h"
#include "window/manual_help.h"

using namespace omegascope;
using namespace omegascope::test;

namespace {

struct ManualReader {
  Window w;
  ManualHelp& help = w.window.manual();
  ManualWindow& manual = help.window();
  const ManualBook& book() { return manual.book(); }
  ManualView& view() { return manual.view(); }

  /// Whether these words lead to a place, among the first that are found.
  bool leads(const QString& typed, const QString& place, int among = 8) {
    const QList<ManualHit> hits = book().search(typed);
    for (const ManualHit& hit : hits.mid(0, among))
      if (hit.place == place) return true;
    return false;
  }
  void check(const QString& typed, const QString& place, int among = 8) {
    INFO(text(typed) << " → " << text(place));
    CHECK(book().has(place));
    CHECK(leads(typed, place, among));
  }
};

QString textOf(const std::string& text) { return QString::fromStdString(text); }

/// The names of the files of assets/manual.
QStringList writtenPages() {
  QStringList names;
  for (const QString& file : QDir(QStringLiteral(":/assets/manual")).entryList({QStringLiteral("*.md")}, QDir::Files))
    names << file.chopped(3);
  return names;
}

void collectSymbols(const MathNode& node, std::set<QString>& ids) {
  if (const QString id = symbolId(node); !id.isEmpty()) ids.insert(id);
  for (const std::vector<MathNode>* inner : {&node.parts, &node.below, &node.above})
    for (const MathNode& part : *inner) collectSymbols(part, ids);
}

}  // namespace

TEST_CASE("every panel, method, option, preset, study, lesson, key and word has its place and is found", "[manual]") {
  ManualReader s;
  for (const PanelKind& kind : panelKinds()) {
    s.check(kind.name, QStringLiteral("panel/") + kind.name);
    s.check(s.w.window.panel(kind.name)->title(), QStringLiteral("panel/") + kind.name);
  }
  for (const omega::Estimator& estimator : omega::estimators()) {
    const QString method = textOf(estimator.info.name), page = QStringLiteral("method/") + method;
    s.check(method, page);
    s.check(textOf(estimator.info.title), page);
    for (const omega::OptionSpec& option : estimator.info.options)
      s.check(method + QLatin1Char(' ') + textOf(option.name), placeOfOption(method, textOf(option.name)));
  }
  for (const omega::Synthetic& preset : omega::synthetics()) {
    s.check(textOf(preset.name), QStringLiteral("sequences#") + textOf(preset.name));
    for (const omega::OptionSpec& option : preset.options)
      s.check(textOf(preset.name + " " + option.name), placeOfOption(textOf(preset.name), textOf(option.name)));
  }
  for (const omega::importance::Preset& preset : omega::importance::presets())
    s.check(textOf(preset.name), QStringLiteral("games#") + textOf(preset.name));
  for (const omega::OptionSpec& option : chanceOptions())
    s.check(QStringLiteral("chance ") + textOf(option.name),
            placeOfOption(QStringLiteral("chance"), textOf(option.name)));
  for (const omega::train::Task& task : omega::train::tasks())
    s.check(textOf(task.name), QStringLiteral("train#task-") + textOf(task.name));
  for (const omega::train::TrainPreset& preset : omega::train::train_presets())
    s.check(textOf(preset.name), QStringLiteral("train#") + textOf(preset.name));
  for (const omega::OptionSpec& option : omega::train::train_options())
    s.check(QStringLiteral("train ") + textOf(option.name),
            placeOfOption(QStringLiteral("train"), textOf(option.name)));
  for (const omega::studies::StudyAsset& study : omega::studies::study_assets())
    s.check(textOf(study.name), QStringLiteral("all-studies#") + textOf(study.name));
  for (const auto& one : s.w.window.lessonPanel().player().shelf().lessons) {
    const QString page = QStringLiteral("lesson/") + textOf(one.lesson.name);
    s.check(textOf(one.lesson.title), page);
    for (std::size_t i = 0; i < one.lesson.steps.size(); ++i)
      s.check(textOf(one.lesson.steps[i].title), page + QStringLiteral("#step-%1").arg(i + 1));
  }
}

TEST_CASE("every key, gesture, word and symbol has its place and is found", "[manual]") {
  ManualReader s;
  int keys = 0;
  for (const QAction* top : s.w.window.menuBar()->actions())
    for (const QAction* action : actionsOf(*top->menu())) {
      if (action->shortcuts().isEmpty()) continue;
      ++keys;
      const QString shown = plainText(*action);
      s.check(shown, QStringLiteral("keys#") + anchorOf(plainText(*top) + QLatin1Char('-') + shown));
      CHECK(s.book().page(QStringLiteral("keys"))->html.contains(action->shortcut().toString().toHtmlEscaped()));
    }
  CHECK(keys > 30);
  for (const Gestures& gestures : allGestures())
    for (const auto& [what, how] : gestures.rows) s.check(what, QStringLiteral("keys#") + anchorOf(what));
  for (const omega::glossary::Entry& word : omega::glossary::words()) {
    const QString place = QStringLiteral("words#") + anchorOf(textOf(word.name));
    CHECK(linkOf(word) == QStringLiteral("manual:") + place);
    s.check(textOf(word.name), place);
    for (const std::string& form : word.forms) s.check(textOf(form), place);
  }
  for (const omega::glossary::Entry& symbol : omega::glossary::symbols())
    s.check(textOf(symbol.name), QStringLiteral("symbols#") + textOf(symbol.name).remove(QLatin1Char('^')), 20);
  s.check(QStringLiteral("omega sample"), QStringLiteral("symbols#ω"), 20);
}

TEST_CASE("every link of every page leads somewhere, in each language", "[manual][language]") {
  const Language spoken = GENERATE(Language::English, Language::Chinese);
  const Speaking speaking(spoken);
  ManualReader s;
  static const QRegularExpression href(QStringLiteral("href=\"([^\"]*)\""));
  int links = 0;
  for (const ManualPage& page : s.book().pages()) {
    CHECK(std::set<QString>(page.anchors.begin(), page.anchors.end()).size() ==
          static_cast<std::size_t>(page.anchors.size()));
    for (auto match = href.globalMatch(page.html); match.hasNext(); ++links) {
      const QString target = match.next().captured(1);
      INFO(text(page.id) << ": " << text(target));
      const QStringList parts = target.section(QLatin1Char(':'), 1).split(QLatin1Char('/'));
      if (target.startsWith(QStringLiteral("app:panel/")))
        CHECK(s.w.window.panel(parts.value(1)) != nullptr);
      else if (target.startsWith(QStringLiteral("app:lesson/")))
        CHECK(s.book().has(QStringLiteral("lesson/") + parts.value(1) +
                           (parts.size() > 2 ? QStringLiteral("#step-") + parts[2] : QString())));
      else
        CHECK((target.startsWith(QStringLiteral("manual:")) && s.book().has(target.mid(7))));
    }
  }
  CHECK(links > 300);
  const auto& words = omega::glossary::words(codeOf(spoken).toStdString());
  CHECK(words.size() > 20);
  for (const omega::glossary::Entry& word : words) CHECK(s.book().has(linkOf(word).section(QLatin1Char(':'), 1)));
}

TEST_CASE("every page has words, and no mark of its source is left", "[manual]") {
  ManualReader s;
  std::set<QString> ids;
  for (const ManualPage& page : s.book().pages()) {
    INFO(text(page.id));
    CHECK(ids.insert(page.id).second);
    CHECK_FALSE(page.title.isEmpty());
    s.view().open(page.id);
    const QString shown = s.view().text();
    CHECK(shown.size() > 150);
    for (const char* mark : {"](", "**", "<!--", "manual:", "</"}) {
      INFO(mark);
      if (page.id != QLatin1String("lessons")) CHECK_FALSE(shown.contains(QLatin1String(mark)));
    }
  }
}

TEST_CASE("every symbol of the formulas is explained", "[manual]") {
  ManualReader s;
  std::set<QString> ids;
  const auto collect = [&](const QStringList& sources) {
    for (const QString& source : sources) collectSymbols(parseMath(source).formula, ids);
  };
  for (const omega::Estimator& estimator : omega::estimators())
    for (const omega::Equation& equation : omega::all_equations(estimator.info))
      collect(describedLines(equation.lines));
  for (const PanelKind& kind : panelKinds()) collect(s.w.window.panel(kind.name)->equations());
  CHECK(ids.size() > 60);
  for (const QString& id : ids) {
    INFO(text(id));
    CHECK(omega::glossary::find_symbol(id.toStdString()) != nullptr);
  }
}

TEST_CASE("F1 opens at the option, the card, the step or the panel that has the keyboard", "[manual]") {
  ManualReader s;
  const auto option = [&](const char* panel, const QString& owner, const QString& name) {
    for (const OptionForm* form : s.w.window.panel(QLatin1String(panel))->findChildren<OptionForm*>())
      if (form->owner() == owner)
        for (QWidget* control : form->findChildren<QWidget*>())
          if (control->objectName() == name) {
            const auto* box = control->findChild<QSpinBox*>();
            return s.help.placeOf(box ? box : control);
          }
    return QString();
  };
  CHECK(option("estimators", QStringLiteral("rfa"), QStringLiteral("samples")) == QStringLiteral("method/rfa#samples"));
  CHECK(option("workload", QStringLiteral("three_clusters"), QStringLiteral("radius")) ==
        QStringLiteral("sequences#three_clusters.radius"));
  CHECK(option("train_new", QStringLiteral("train"), QStringLiteral("heads")) == QStringLiteral("train#heads"));
  CHECK(s.help.placeOf(s.w.window.findChild<EstimatorCard*>()) == QStringLiteral("method/softmax"));
  CHECK(s.help.placeOf(s.w.window.panel(QStringLiteral("mis"))) == QStringLiteral("panel/mis"));
  CHECK(s.help.placeOf(nullptr) == QStringLiteral("panel/attention"));
  LessonPanel& lesson = s.w.window.lessonPanel();
  CHECK(s.help.placeOf(&lesson) == QStringLiteral("panel/lesson"));
  REQUIRE(lesson.player().open(QStringLiteral("one-cloud"), 1));
  s.w.settle();
  CHECK(s.help.placeOf(lesson.findChild<QLabel*>()) == QStringLiteral("lesson/one-cloud#step-2"));
  s.help.open(s.help.placeOf(&lesson));
  CHECK(s.manual.isVisible());
  CHECK_FALSE(s.manual.isModal());
  CHECK(s.view().place() == QStringLiteral("lesson/one-cloud#step-2"));
  QCoreApplication::processEvents();
  CHECK(s.view().verticalScrollBar()->value() > 0);
  QAction* manual = nullptr;
  for (QAction* action : actionsOf(*s.w.window.menuBar()->actions().last()->menu()))
    if (action->shortcut() == QKeySequence(Qt::Key_F1)) manual = action;
  REQUIRE(manual != nullptr);
  s.w.window.panel(QStringLiteral("lesson"))->setFocus();
  manual->trigger();
  CHECK(s.view().place().startsWith(QStringLiteral("lesson/one-cloud")));
}

TEST_CASE("a lesson's page keeps back its answers and the speaker's notes", "[manual]") {
  ManualReader s;
  int notes = 0, answers = 0;
  for (const auto& one : s.w.window.lessonPanel().player().shelf().lessons) {
    const QString page = s.book().page(QStringLiteral("lesson/") + textOf(one.lesson.name))->html;
    for (const omega::lessons::Step& step : one.lesson.steps) {
      if (!step.note.empty()) CHECK_FALSE(page.contains(textOf(step.note).left(30).toHtmlEscaped()));
      notes += !step.note.empty();
      if (!step.ask) continue;
      for (const omega::lessons::Answer& answer : step.ask->answers) {
        if (answer.say.size() > 20) CHECK_FALSE(page.contains(textOf(answer.say).toHtmlEscaped()));
        answers += answer.say.size() > 20;
      }
    }
  }
  CHECK(notes >= 15);
  CHECK(answers >= 15);
}

TEST_CASE("the manual goes back and forward, finds, copies, zooms and prints", "[manual]") {
  ManualReader s;
  s.help.open(QStringLiteral("method/rfa"));
  CHECK(s.manual.windowTitle().startsWith(QStringLiteral("rfa")));
  CHECK(s.manual.findChild<QTreeWidget*>()->currentItem()->text(0) == QStringLiteral("rfa"));
  s.manual.resize(2400, 900);
  QCoreApplication::processEvents();
  CHECK(s.view().document()->size().width() < 1200);
  s.manual.resize(980, 720);
  QCoreApplication::processEvents();
  s.view().open(QStringLiteral("words#bias"));
  CHECK(s.view().verticalScrollBar()->value() > 0);
  CHECK(s.view().isBackwardAvailable());
  s.view().backward();
  CHECK(s.view().place() == QStringLiteral("method/rfa"));
  s.view().forward();
  CHECK(s.view().place() == QStringLiteral("words#bias"));
  CHECK(s.view().light(QStringLiteral("variance")) > 3);
  s.view().moveCursor(QTextCursor::Start);
  s.view().goToNext(QStringLiteral("variance"));
  const int first = s.view().textCursor().position();
  s.view().goToNext(QStringLiteral("variance"));
  CHECK(s.view().textCursor().position() > first);
  s.view().goToNext(QStringLiteral("variance"), true);
  CHECK(s.view().textCursor().position() == first);
  CHECK(s.view().light(QStringLiteral("no such words")) == 0);
  for (QLineEdit* find : s.manual.findChildren<QLineEdit*>())
    if (find->accessibleName() == QStringLiteral("Find on this page")) {
      find->setText(QStringLiteral("variance"));
      QScrollBar& bar = *s.view().verticalScrollBar();
      bar.setValue(bar.maximum());
      const int there = bar.value();
      REQUIRE(there > 0);
      find->clear();  // as Esc does
      CHECK(bar.value() == there);
    }
  s.view().open(QStringLiteral("method/softmax"));
  CHECK(s.view().text().contains(QStringLiteral("y_n = Σ_m π_nm v_m")));
  s.view().selectAll();
  s.view().copy();
  CHECK(QApplication::clipboard()->text().contains(QStringLiteral("y_n = Σ_m π_nm v_m")));
  const double before = s.view().document()->size().height();
  s.view().setZoom(200);
  CHECK(s.view().document()->size().height() > 1.5 * before);
  s.view().setZoom(100000);
  CHECK(s.view().zoom() == 400);
  s.view().setZoom(100);
  CHECK(s.view().document()->size().height() == Approx(before));
  const QTemporaryDir folder;
  QPrinter printer;
  printer.setOutputFormat(QPrinter::PdfFormat);
  printer.setOutputFileName(folder.filePath(QStringLiteral("page.pdf")));
  s.view().printTo(printer, s.book());
  CHECK(bytesOf(printer.outputFileName()).startsWith("%PDF"));
  Tools tools;
  if (const std::optional<QString> words = tools.wordsOf(printer.outputFileName()))
    for (const char* part : {"softmax", "π", "exp", "causal"}) {
      INFO(part);
      CHECK(words->contains(QString::fromUtf8(part)));
    }
}

TEST_CASE("typing lists the places, Enter opens the first, Esc clears and closes", "[manual]") {
  ManualReader s;
  s.help.open(QStringLiteral("contents"));
  auto* typed = s.manual.findChild<QLineEdit*>(QString(), Qt::FindChildrenRecursively);
  for (QLineEdit* line : s.manual.findChildren<QLineEdit*>())
    if (line->accessibleName() == QStringLiteral("Search all pages")) typed = line;
  typed->setText(QStringLiteral("effective sample"));
  REQUIRE_FALSE(s.manual.found().isEmpty());
  CHECK(s.manual.found().front() == QStringLiteral("words#effective-sample-size"));
  QTest::keyClick(typed, Qt::Key_Return);
  CHECK(s.view().place() == QStringLiteral("words#effective-sample-size"));
  typed->setText(QStringLiteral("no such words anywhere"));
  CHECK(s.manual.found().isEmpty());
  CHECK(s.manual.findChild<QListWidget*>()->item(0)->text().contains(QStringLiteral("No page has all")));
  s.manual.activateWindow();
  REQUIRE(QTest::qWaitForWindowActive(&s.manual));
  typed->setFocus();
  QTest::keyClick(typed, Qt::Key_Escape);
  CHECK(typed->text().isEmpty());
  CHECK(s.manual.isVisible());
  QTest::keyClick(typed, Qt::Key_Escape);
  CHECK_FALSE(s.manual.isVisible());
  s.help.open(QStringLiteral("contents"));
  s.manual.activateWindow();
  REQUIRE(QTest::qWaitForWindowActive(&s.manual));
  typed->setText(QStringLiteral("anything"));
  QTest::keyClick(typed, Qt::Key_W, Qt::ControlModifier);
  CHECK_FALSE(s.manual.isVisible());
}

TEST_CASE("pages lead back into the app", "[manual]") {
  ManualReader s;
  emit s.manual.appAsked(QStringLiteral("panel/train_curves"));
  CHECK(s.w.window.layoutOfDocks().workspace() == Workspace::Train);
  emit s.manual.appAsked(QStringLiteral("lesson/two-nets/3"));
  s.w.settle();
  const LessonPlayer& player = s.w.window.lessonPanel().player();
  REQUIRE(player.lesson() != nullptr);
  CHECK(player.lesson()->name == "two-nets");
  CHECK(player.stepIndex() == 2);
}

TEST_CASE("words say what they mean under the pointer: in lessons, helps, labels and the manual", "[manual]") {
  ManualReader s;
  LessonPanel& lesson = s.w.window.lessonPanel();
  REQUIRE(lesson.player().open(QStringLiteral("game-of-chance"), 3));
  s.w.settle();
  QStringList links;
  for (const QLabel* label : lesson.findChildren<QLabel*>())
    if (label->text().contains(QStringLiteral("href=\"manual:words#"))) links << label->text();
  REQUIRE_FALSE(links.isEmpty());
  CHECK(links.join(QLatin1Char(' ')).contains(QStringLiteral("manual:words#bias")));

  const HelpPopup popup(*s.w.window.panel(QStringLiteral("weights")));
  bool hasWord = false, hasPage = false;
  for (const QLabel* label : popup.findChildren<QLabel*>()) {
    hasWord = hasWord || label->text().contains(QStringLiteral("manual:words#effective-sample-size"));
    hasPage = hasPage || label->text().contains(QStringLiteral("manual:panel/weights"));
  }
  CHECK(hasWord);
  CHECK(hasPage);

  QLabel label(QStringLiteral("Control variate"));
  label.show();
  QHelpEvent pointed(QEvent::ToolTip, QPoint(5, 5), label.mapToGlobal(QPoint(5, 5)));
  QApplication::sendEvent(&label, &pointed);
  CHECK(QToolTip::text().contains(QStringLiteral("whose mean is known")));
  QToolTip::hideText();
  label.setToolTip(QStringLiteral("its own"));
  QApplication::sendEvent(&label, &pointed);
  CHECK_FALSE(QToolTip::text().contains(QStringLiteral("whose mean is known")));

  s.help.open(QStringLiteral("method/rfa"));
  QCoreApplication::processEvents();
  QStringList tips;
  for (int y = 0; y < s.view().viewport()->height(); y += 6)
    for (int x = 0; x < s.view().viewport()->width(); x += 6)
      if (const QString tip = s.view().tipAt({x, y}); !tip.isEmpty() && !tips.contains(tip)) tips << tip;
  const QString all = tips.join(QLatin1Char('\n'));
  for (const char* part : {"query n", "key m", "how many samples", "the feature map"}) {
    INFO(part << " in " << text(all));
    CHECK(all.contains(QLatin1String(part)));
  }
}

TEST_CASE("marked words are links outside of links, code and headings, each once", "[manual]") {
  const QString html =
      withWords(QStringLiteral("<h2>bias</h2><p>bias <code>bias</code> and <a href=\"x\">variance</a>, "
                               "bias; variance</p>"),
                Theme::light());
  CHECK(html.count(QStringLiteral("manual:words#bias")) == 1);
  CHECK(html.count(QStringLiteral("manual:words#variance")) == 1);
  CHECK(html.startsWith(QStringLiteral("<h2>bias</h2><p><a href=\"manual:words#bias\"")));
  CHECK(html.contains(QStringLiteral("<code>bias</code>")));
  CHECK(withWords(QStringLiteral("a < b"), Theme::light()) == QStringLiteral("a < b"));
}

TEST_CASE("Markdown of the manual: headings, lists, tables, code, links", "[manual]") {
  const Theme theme = Theme::light();
  PageWriter writer(QStringLiteral("p"), {}, QStringLiteral("P"), theme);
  writeMarkdown(
      writer, QStringLiteral("p"),
      QStringLiteral("# P\n\nOne\nline, [a link](studies.md#the-rows) and `code [x](y)`.\n\n## A *heading*\n"
                     "- first\n  goes on\n- second\n\n1. one\n2. two\n\n| a | b |\n|---|---|\n| `key` | x \\| y |\n"
                     "\n```sh\nomega list \\\n  --json\n# comment\n```\n"));
  const ManualPage page = writer.take();
  INFO(text(page.html));
  CHECK(
      page.html.contains(QStringLiteral("<p>One line, <a href=\"manual:studies#the-rows\">a link</a> and "
                                        "<code>code [x](y)</code>.</p>")));
  CHECK(page.html.contains(QStringLiteral("<ul><li>first goes on</li><li>second</li></ul><ol><li>one</li>")));
  CHECK(page.html.contains(QStringLiteral("x | y")));
  CHECK(page.anchors == QStringList{QStringLiteral("a-heading"), QStringLiteral("key.key")});
  CHECK(page.commands == QStringList{QStringLiteral("omega list    --json")});
  CHECK(withoutTags(markdownLine(QStringLiteral("**a** $q_n$ ![no](x.png)b"), {}, theme)) == QStringLiteral("a qn b"));
}

TEST_CASE("every written page stands in the book", "[manual]") {
  ManualReader s;
  CHECK(writtenPages().size() >= 12);
  for (const QString& name : writtenPages()) {
    INFO(text(name));
    CHECK(s.book().page(name) != nullptr);
  }
}

TEST_CASE("every formula of the written pages is one", "[manual]") {
  static const QRegularExpression formula(QStringLiteral("\\$([^$\n]+)\\$")), code(QStringLiteral("`[^`\n]*`")),
      block(QStringLiteral("^(`{3,}).*?^\\1"),
            QRegularExpression::MultilineOption | QRegularExpression::DotMatchesEverythingOption);
  int formulas = 0;
  for (const QString& name : writtenPages()) {
    QFile file(QStringLiteral(":/assets/manual/%1.md").arg(name));
    REQUIRE(file.open(QIODevice::ReadOnly));
    const QString page = QString::fromUtf8(file.readAll()).remove(block).remove(code);
    for (auto match = formula.globalMatch(page); match.hasNext(); ++formulas) {
      const QString source = match.next().captured(1);
      const ParsedMath parsed = parseMath(source);
      INFO(text(name) << ": " << text(source) << ": " << text(parsed.error));
      CHECK(parsed.isGood());
    }
  }
  CHECK(formulas > 100);
}

TEST_CASE("a page that is not there is refused in one sentence, with the nearest", "[manual]") {
  ManualReader s;
  CHECK(s.book().find(QStringLiteral("lara")) == QStringLiteral("method/lara"));
  CHECK(s.book().find(QStringLiteral("words#bias")) == QStringLiteral("words#bias"));
  CHECK(s.book().find(QStringLiteral("Omega_Space")) == QStringLiteral("panel/omega_space"));
  try {
    s.book().find(QStringLiteral("larra"));
    FAIL("larra is no page");
  } catch (const omega::Error& error) {
    const std::string said = error.what();
    CHECK(error.exit_code() == 2);
    CHECK(said.find("the manual has no page \"larra\" (did you mean lara?)") == 0);
    CHECK(said.find('\n') == std::string::npos);
  }
  s.view().open(QStringLiteral("lesson/gone"));
  CHECK(s.view().place() == QStringLiteral("contents"));
}

TEST_CASE("the shell offers every page that opens by one word, once", "[manual]") {
  ManualReader s;
  Shell shell;
  shell.run(QStringLiteral("bash -c '. " OMEGA_COMPLETION
                           "; COMP_WORDS=(omegascope --manual \"\") COMP_CWORD=2; _omegascope; "
                           "printf \"%s\\n\" \"${COMPREPLY[@]}\"' > pages"));
  const QStringList offered =
      QString::fromUtf8(bytesOf(shell.file(QStringLiteral("pages")))).split(QLatin1Char('\n'), Qt::SkipEmptyParts);
  for (const ManualPage& page : s.book().pages()) {
    INFO(text(page.id));
    const QString kind = page.id.section(QLatin1Char('/'), 0, 0), name = page.id.section(QLatin1Char('/'), -1);
    const bool hasName = QStringList{name, "method", "panel", "lesson"}.contains(kind);
    CHECK((!hasName || offered.contains(name)));
  }
  for (const QString& name : offered) {
    INFO(text(name));
    CHECK(offered.count(name) == 1);
    CHECK_NOTHROW(s.book().find(name));
  }
}

TEST_CASE("the manual is read in light and dark", "[manual]") {
  const Dresser dresser;
  applyAppearance(Appearance::Light);
  ManualReader s;
  s.help.open(QStringLiteral("method/lara#beta"));
  const QString light = s.book().page(QStringLiteral("method/lara"))->html;
  applyAppearance(Appearance::Dark);
  QCoreApplication::processEvents();
  CHECK(s.book().page(QStringLiteral("method/lara"))->html != light);
  CHECK(s.view().place() == QStringLiteral("method/lara#beta"));
  applyAppearance(Appearance::Light);
  QCoreApplication::processEvents();
  CHECK(s.book().page(QStringLiteral("method/lara"))->html == light);
}

TEST_CASE("in Chinese every page but those of names has a Chinese title, also one whose text is English", "[manual]") {
  const Speaking chinese(Language::Chinese);
  ManualReader s;
  for (const char* id : {"tour", "window", "figures", "presenting", "chance", "training", "performance"}) {
    INFO(id);
    static const QRegularExpression s_letters(QStringLiteral("[A-Za-z]"));
    CHECK_FALSE(s.book().page(QLatin1String(id))->title.contains(s_letters));
  }
}
