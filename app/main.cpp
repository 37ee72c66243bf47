// omegascope: the desktop app. Its options, also for automation, are in --help.
#include <QApplication>
#include <QCommandLineParser>
#include <QDialog>
#include <QFileInfo>
#include <QHash>
#include <QLayout>
#include <QTimer>
#include <clocale>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <iostream>

#include "about/about.h"
#include "core/error.h"
#include "core/text.h"
#include "core/words.h"
#include "cpu/vector_math.h"
#include "export/headless_options.h"
#include "files/running_copy.h"
#include "io/reader.h"
#include "language/language.h"
#include "lessons/marks.h"
#include "manual/manual_window.h"
#include "manual_page.h"
#include "player/lesson_state.h"
#include "views/lesson/lesson_panel.h"
#include "views/studies/studies_panel.h"
#include "views/train/train_panel.h"
#include "window/appearance.h"
#include "window/benchmark_ui.h"
#include "window/dock_layout.h"
#include "window/end_signals.h"
#include "window/export_actions.h"
#include "window/icon.h"
#include "window/lesson_play.h"
#include "window/main_window.h"
#include "window/manual_help.h"
#include "window/presenter.h"
#include "window/session_keeper.h"
#include "window/window_maker.h"

using namespace omegascope;

namespace {

struct Arguments {
  using Option = QCommandLineOption;

  QCommandLineParser parser;
  OptionList all;  // in the order of --help
  const Option help = all.added({{"h", "help"}, "Show the options."});
  const Option version =
      all.added({{"v", "version"}, "Show version, commit, compiler, vector instructions in use and CUDA device."});
  const Option man = all.added({"man", "Write the man page (roff) to standard output."});
  HeadlessOptions headless{all};
  const Option trace = all.added(
      {"trace", "Write one JSON line per input to FILE: event, first and settled picture, each panel's paint.",
       "FILE"});
  const Option screenshot =
      all.added({"screenshot-to", "Save a picture of the window to FILE once it has settled, and quit.", "FILE"});
  const Option geometry = all.added({"geometry", "Size of the window, as in 1280x800.", "WxH"});
  const Option workspace = all.added({"workspace", "Start in this one: explore, studies, train or teach.", "NAME"});
  const Option study = all.added({"study", "Show this study, in the Studies workspace.", "NAME"});
  const Option lesson =
      all.added({"lesson", "Open this lesson: a name, or a file, and with :N behind it its step N.", "NAME"});
  const Option keys =
      all.added({"keys", "Play the lesson of --lesson by these keys, say what it shows, and quit.", "KEYS"});
  const Option screenshots =
      all.added({"screenshots", "A folder for a picture of each step that --keys comes to.", "DIR"});
  const Option marks = all.added({"marks", "Write what a lesson can point at, its marks, to standard output."});
  const Option lessons = all.added({"lessons", "The folder of your own lessons, *.md; it is watched.", "DIR"});
  const Option manual = all.added(
      {"manual", "Open the manual at PAGE: contents, or the name of a method, a panel or a lesson, as in lara.",
       "PAGE"});
  const Option present =
      all.added({"present",
                 "Present this lesson, as --lesson names it, to a room: on a whole screen, or with --geometry in a "
                 "window of that size.",
                 "NAME"});
  const Option resetSettings = all.added({"reset-settings", "Forget everything remembered from earlier starts."});
  const Option resetLayout = all.added({"reset-layout", "Start with the panels where they first were."});
  const Option autosave =
      all.added({"autosave",
                 "Seconds between two savings of what a crash would lose: without this option what Preferences say, 60 "
                 "at first.",
                 "SECONDS"});
  const Option seed = all.added({"seed", "Seed of the noise.", "N"});
  const Option state = all.added({"state", "Start from this session.json, given as base64 text.", "BASE64"});
  const Option benchmark = all.added(
      {"benchmark-ui",
       "Measure scripted drags and print one JSON object: milliseconds to each panel's paint, settling, gaps."});
  const Option newWindow =
      all.added({"new-window", "Open the file in a window of its own, not in the one that is already there."});
  const Option dark = all.added({"dark", "Dark colours for this start."});
  const Option light = all.added({"light", "Light colours for this start."});
  const Option contrast =
      all.added({"high-contrast", "High contrast for this start: black on white, or with --dark white on black."});
  const Option textSize = all.added({"text-size",
                                     QStringLiteral("Size of all text for this start, in percent from %1 to %2.")
                                         .arg(Settings::kLeastTextPercent)
                                         .arg(Settings::kMostTextPercent),
                                     "PERCENT"});
  const Option language = all.added({"language", "The words of this start: en or zh (Simplified Chinese).", "CODE"});
  const QString file = QStringLiteral(
                           "A session (.omega), data (%1), a lesson (.md), a study (.json), or the folder of a "
                           "training run, or of several.")
                           .arg(QString::fromStdString(omega::join(omega::readable_extensions(), ", ")));

  Arguments() {
    parser.setApplicationDescription("See how attention is estimated by random projections.");
    parser.addPositionalArgument("file", file, "[file]");
    parser.addOptions(all);
  }
};

QSize parseGeometry(const QString& text) {
  const QStringList sides = text.split(QLatin1Char('x'));
  const int width = sides.value(0).toInt(), height = sides.value(1).toInt();
  if (sides.size() != 2 || width < 320 || height < 240 || width > 16384 || height > 16384)
    throw omega::Error::input("--geometry is \"" + text.toStdString() +
                              "\", but must be WxH such as 1280x800, from 320x240 to 16384x16384");
  return {width, height};
}

/// Pictures that are drawn without a window speak English unless told otherwise, whoever draws them.
Language spokenLanguage(const Arguments& arguments, bool hasWindow) {
  const QString code = arguments.parser.value(arguments.language);
  if (!code.isEmpty() && !languageOf(code))
    throw omega::Error::input("--language is " + omega::quoted(code.toStdString()) + ", but must be en or zh");
  if (!code.isEmpty()) return *languageOf(code);
  return hasWindow ? languageOf(Settings::language()).value_or(desktopLanguage()) : Language::English;
}

/// What another start asks for opens here, in sight.
void answerOtherStarts(MainWindow& window) {
  QObject::connect(
      new RunningCopy(&window), &RunningCopy::openAsked, &window,
      [&window](const QString& path) {
        if (window.isMinimized()) window.showNormal();
        window.raise();
        window.activateWindow();
        window.openFile(path);
      },
      Qt::QueuedConnection);
}

/// What belongs to each window that is made.
void furnish(MainWindow& window) {
  new ExportActions(window);  // the window's child
  // In English: Chinese could not be read.
  static const QString s_lacksFont = QStringLiteral(
      "No font of this machine has Chinese letters; install one, such as the package fonts-wqy-microhei.");
  if (language() == Language::Chinese && !canShowChinese()) window.showBanner(s_lacksFont);
  answerOtherStarts(window);
  keepWhenAskedToEnd(window);
}

/// As it is asked for, or as the last window was left.
void giveSize(const Arguments& arguments, MainWindow& window) {
  if (arguments.parser.isSet(arguments.geometry))
    window.resize(parseGeometry(arguments.parser.value(arguments.geometry)));
  else if (!Settings::geometry().isEmpty())
    window.restoreGeometry(Settings::geometry());
}

void applyArguments(const Arguments& arguments, MainWindow& window) {
  const QCommandLineParser& parser = arguments.parser;
  window.resize(parser.isSet(arguments.geometry) ? parseGeometry(parser.value(arguments.geometry)) : QSize(1280, 800));
  window.resetLayout();  // of that size: it is to fit before it is shown
  if (parser.isSet(arguments.trace)) window.workbench().trace().writeTo(parser.value(arguments.trace));
  if (parser.isSet(arguments.state)) window.apply(sessionFromState(parser.value(arguments.state).toLatin1()));
  if (arguments.headless.setsThreads(parser)) window.workbench().setThreads(arguments.headless.threads(parser));
  if (parser.isSet(arguments.autosave))
    window.sessions().setAutosave(
        static_cast<int>(omega::whole_number("--autosave", parser.value(arguments.autosave).toStdString(), 1, 86400)));
  if (parser.isSet(arguments.seed)) {
    Session session = window.workbench().session();
    session.document.seed = omega::seed_number("--seed", parser.value(arguments.seed).toStdString());
    window.workbench().open(session);
  }
  if (parser.isSet(arguments.screenshot) || parser.isSet(arguments.benchmark) || parser.isSet(arguments.keys))
    window.sessions().setAttended(false);
}

/// Throws where there is none of that name.
void requireStudy(const StudyCatalogue& studies, const std::string& name) {
  std::vector<std::string> names;
  for (int row = 0; row < studies.count(); ++row) names.push_back(studies.nameAt(row).toStdString());
  if (!omega::is_among(names, name))
    throw omega::Error::input("there is no study " + omega::quoted(name) + omega::closest_hint(name, names) +
                              "; there are " + omega::join(names, ", "));
}

void showWorkspace(const Arguments& arguments, MainWindow& window) {
  const QString name = arguments.parser.value(arguments.workspace);
  if (!name.isEmpty() && !workspaceOf(name))
    throw omega::Error::input("--workspace is \"" + name.toStdString() +
                              "\", but must be explore, studies, train or teach");
  const QString study = arguments.parser.value(arguments.study);
  if (const auto workspace = study.isEmpty() ? workspaceOf(name) : Workspace::Studies)
    window.layoutOfDocks().setWorkspace(*workspace);
  if (study.isEmpty()) return;
  auto& studies = window.panel<StudiesPanel>();
  requireStudy(studies.catalogue(), study.toStdString());
  studies.choose(study, QStringLiteral("small"));
}

/// "one-cloud", "mine.md", "one-cloud:3".
void showLesson(const Arguments& arguments, MainWindow& window) {
  const QCommandLineParser& parser = arguments.parser;
  LessonPlayer& player = window.lessonPanel().player();
  if (parser.isSet(arguments.lessons)) player.setFolder(QFileInfo(parser.value(arguments.lessons)).absoluteFilePath());
  const bool isShown = parser.isSet(arguments.present);
  if (parser.isSet(arguments.keys) && !parser.isSet(arguments.lesson))
    throw omega::Error::input("--keys plays a lesson; give --lesson NAME too");
  if (parser.isSet(arguments.keys)) player.keepProgressIn({});
  if (!parser.isSet(arguments.lesson) && !isShown) return;
  QString name = parser.value(isShown ? arguments.present : arguments.lesson);
  const qsizetype colon = name.lastIndexOf(QLatin1Char(':'));
  bool hasStep = false;
  const int step = colon < 0 ? 0 : name.mid(colon + 1).toInt(&hasStep);
  if (hasStep) name.truncate(colon);
  if (QFileInfo(name).isFile()) name = player.shelve(name);
  const auto steps = std::ssize(omega::lessons::find_lesson(player.shelf(), name.toStdString()).lesson.steps);
  if (hasStep && (step < 1 || step > steps))
    throw omega::Error::input("the lesson " + omega::quoted(name.toStdString()) + " has steps 1 to " +
                              std::to_string(steps) + ", and no step " + std::to_string(step));
  if (isShown) {
    window.presenter().start(parser.isSet(arguments.geometry) ? parseGeometry(parser.value(arguments.geometry))
                                                              : QSize());
    window.presenter().showStepAfterwards();
  }
  player.open(name, hasStep ? step - 1 : -1);
}

void showManual(const Arguments& arguments, MainWindow& window) {
  const QCommandLineParser& parser = arguments.parser;
  if (!parser.isSet(arguments.manual)) return;
  ManualWindow& manual = window.manual().window();
  const QString place = manual.book().find(parser.value(arguments.manual));
  if (parser.isSet(arguments.geometry)) manual.resize(parseGeometry(parser.value(arguments.geometry)));
  window.manual().open(place);
}

/// One that waits for an answer, as which array of a file is which; null where there is none.
const QDialog* waitingDialog() {
  for (const QWidget* one : QApplication::topLevelWidgets())
    if (const auto* dialog = qobject_cast<const QDialog*>(one); dialog != nullptr && dialog->isVisible()) return dialog;
  return nullptr;
}

/// Of the manual or the presentation where one was asked for, else of the window.
void takeScreenshot(MainWindow& window, bool ofManual, const QString& path) {
  QTimer::singleShot(0, &window, [&window, ofManual, path] {
    window.settle();
    for (TrainPanel* panel : window.findChildren<TrainPanel*>())  // runs are read by workers of their own
      if (panel->isOnScreen()) panel->complete();
    QTimer::singleShot(300, &window, [&window, ofManual, path] {
      if (const QDialog* waiting = waitingDialog()) {
        std::cerr << "omegascope: no screenshot, for a question is open: " << waiting->windowTitle().toStdString()
                  << "; answer it in the window and give the session\n";
        return QCoreApplication::exit(2);
      }
      QWidget& shown = ofManual                    ? static_cast<QWidget&>(window.manual().window())
                       : window.presenter().isOn() ? static_cast<QWidget&>(*window.presenter().stage())
                                                   : window;
      if (window.presenter().isOn()) window.presenter().stage()->setHalo(false);  // a picture has no pointer
      const bool saved = shown.grab().save(path);
      if (!saved) std::cerr << "omegascope: cannot write the screenshot to " << path.toStdString() << "\n";
      QCoreApplication::exit(saved ? 0 : 1);
    });
  });
}

int runHeadless(const Arguments& arguments) {
  const QCommandLineParser& parser = arguments.parser;
  Session start = freshSession();
  if (parser.isSet(arguments.state)) start = sessionFromState(parser.value(arguments.state).toLatin1());
  if (parser.isSet(arguments.seed))
    start.document.seed = omega::seed_number("--seed", parser.value(arguments.seed).toStdString());
  arguments.headless.run(parser, start, parser.isSet(arguments.dark));
  return 0;
}

/// Qt takes --geometry for an option of its own and removes it from the list: it is taken out before, and put back
/// afterwards.
QStringList takeGeometry(int& count, char** words) {
  QStringList taken;
  int kept = 0;
  for (int i = 0; i < count; ++i) {
    if (i > 0 && i + 1 < count && std::strcmp(words[i], "--geometry") == 0) {
      taken << QString::fromLocal8Bit(words[i]) << QString::fromLocal8Bit(words[i + 1]);
      ++i;
    } else {
      words[kept++] = words[i];
    }
  }
  count = kept;
  words[kept] = nullptr;
  return taken;
}

/// Those of a new session, one a line.
void writeMarks() {
  const Session fresh = freshSession();
  for (const std::string& mark : omega::lessons::known_marks(stateOf(fresh.document, fresh.locked)))
    std::cout << mark << "\n";
}

/// Prints what needs no window, such as the version; says whether there was anything to print.
bool answersInWords(const Arguments& arguments) {
  const QCommandLineParser& parser = arguments.parser;
  if (parser.isSet(arguments.version))
    std::cout << omega::version_text("omegascope");
  else if (parser.isSet(arguments.help))
    std::cout << parser.helpText().toStdString();
  else if (parser.isSet(arguments.man))
    std::cout << manualPage(parser, arguments.file, arguments.all);
  else if (parser.isSet(arguments.marks))
    writeMarks();
  else
    return false;
  return true;
}

/// Text size and colours of this start.
void takeLooks(const Arguments& arguments) {
  const QCommandLineParser& parser = arguments.parser;
  if (parser.isSet(arguments.textSize))
    startWithTextPercent(
        static_cast<int>(omega::whole_number("--text-size", parser.value(arguments.textSize).toStdString(),
                                             Settings::kLeastTextPercent, Settings::kMostTextPercent)));
  setUpAppearance();
  if (parser.isSet(arguments.dark)) applyAppearance(Appearance::Dark);
  if (parser.isSet(arguments.light)) applyAppearance(Appearance::Light);
  if (parser.isSet(arguments.contrast))
    applyAppearance(parser.isSet(arguments.dark) ? Appearance::StrongDark : Appearance::StrongLight);
}

/// Where it was, with its panels as they were, unless told otherwise.
void showInPlace(const Arguments& arguments, MainWindow& window) {
  const QCommandLineParser& parser = arguments.parser;
  window.show();
  giveSize(arguments, window);
  const Workspace asked = window.layoutOfDocks().workspace();  // of --state; the remembered layout is of Explore
  // The first layout is made of shares of the window, so the window must have its size.
  if (parser.isSet(arguments.resetLayout) || !window.restoreLayout(Settings::layout())) window.resetLayout();
  // The columns may have been wider than the window; with large text there are fewer now.
  window.layout()->activate();
  giveSize(arguments, window);
  window.layoutOfDocks().setWorkspace(asked);
}

/// Until the window is closed, or what was asked for instead is done.
int serve(QApplication& app, const Arguments& arguments, MainWindow& window) {
  const QCommandLineParser& parser = arguments.parser;
  const QStringList files = parser.positionalArguments();
  if (!files.isEmpty()) {
    window.openFile(files.front());
  } else if (!parser.isSet(arguments.screenshot) && !parser.isSet(arguments.keys)) {
    window.playOpening();
  }
  if (parser.isSet(arguments.benchmark)) return benchmarkUi(window);
  if (parser.isSet(arguments.keys)) {
    playLesson(window, parser.value(arguments.keys), parser.value(arguments.screenshots));
    return 0;
  }
  if (parser.isSet(arguments.screenshot))
    takeScreenshot(window, parser.isSet(arguments.manual), parser.value(arguments.screenshot));
  return app.exec();
}

int runWindow(QApplication& app, const Arguments& arguments) {
  if (arguments.parser.isSet(arguments.resetSettings)) {
    Settings::reset();
    setLanguage(spokenLanguage(arguments, true));
  }
  takeLooks(arguments);
  WindowMaker maker(furnish);
  MainWindow& window = maker.window();
  window.workbench().selection().begin(freshSession().locked);
  applyArguments(arguments, window);
  showInPlace(arguments, window);
  showWorkspace(arguments, window);
  showLesson(arguments, window);
  showManual(arguments, window);
  window.sessions().offerRecovery();
  return serve(app, arguments, window);
}

int runApp(QApplication& app, bool canBeSeen, const QStringList& geometry) {
  Arguments arguments;
  QCommandLineParser& parser = arguments.parser;
  const QStringList words = QCoreApplication::arguments();
  if (!parser.parse(words.mid(0, 1) + geometry + words.mid(1)))
    throw omega::Error::input(parser.errorText().toStdString() + " --help lists the options");
  if (answersInWords(arguments)) return 0;
  const QStringList files = parser.positionalArguments();
  if (files.size() > 1)
    throw omega::Error::input(omega::quoted(files[1].toStdString()) +
                              " is a second file, but a call opens one; call omegascope once for each");
  const bool isHeadless = arguments.headless.isAsked(parser);
  setLanguage(spokenLanguage(arguments, !isHeadless));
  if (isHeadless) {
    const NumbersOfFiles numbers;
    return runHeadless(arguments);
  }
  if (!canBeSeen)
    throw omega::Error::failure(whyNoDisplay().toStdString() + "; " +
                                (parser.isSet(arguments.lesson)
                                     ? "add --keys to play the lesson without one"
                                     : "--gallery DIR and --render SESSION draw without one"));
  // With any option, the call asks for more than opening a file.
  if (!files.isEmpty() && parser.optionNames().isEmpty() &&
      openInRunningCopy(QFileInfo(files.front()).absoluteFilePath()))
    return 0;
  return runWindow(app, arguments);
}

}  // namespace

int main(int argc, char** argv) {
  std::signal(SIGXFSZ, SIG_IGN);            // a file that may not grow is a failed write with a sentence, not the end
  QHashSeed::setDeterministicGlobalSeed();  // a PDF has its fonts in the order of a hash
  const bool canBeSeen = choosePlatform(argc, argv);
  const QStringList geometry = takeGeometry(argc, argv);
  QApplication app(argc, argv);
  std::setlocale(LC_NUMERIC, "C");  // Qt took the desktop's; numbers that the engine writes are data
  setUpLanguage();
  QApplication::setApplicationName(QStringLiteral("omegascope"));
  QApplication::setOrganizationName(QStringLiteral("omegascope"));
  QApplication::setApplicationVersion(QString::fromLatin1(omega::program_version()));
  QGuiApplication::setDesktopFileName(QStringLiteral("org.omegascope.Omegascope"));
  QApplication::setWindowIcon(programIcon());
  try {
    omega::limit_vector_target(std::getenv(omega::kVectorTargetVariable));
    return runApp(app, canBeSeen, geometry);
  } catch (const omega::Error& error) {
    std::cerr << "omegascope: " << error.what() << "\n";
    return error.exit_code();
  } catch (const std::bad_alloc&) {
    std::cerr << "omegascope: there is not enough memory; leave more of it free, or make the picture smaller\n";
    return 1;
  } catch (const std::exception& error) {
    std::cerr << "omegascope: " << error.what() << "\n";
    return 1;
  }
}
