// The programs as a shell calls them, without a display: exit codes, one sentence, whole files.
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QImage>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <catch2/catch.hpp>

#include "app/booth.h"
#include "app/tools.h"
#include "export/headless.h"
#include "files/file_kind.h"
#include "io/npz.h"
#include "model/disk.h"
#include "model/session_file.h"

using namespace omegascope;
using namespace omegascope::test;

namespace {

struct Outcome {
  int exitCode = -1;
  QString out, err;
  bool isOneLine() const { return err.count(QLatin1Char('\n')) == 1 && err.endsWith(QLatin1Char('\n')); }
};

/// `display`: of X; empty: there is none.
Outcome call(const QString& program, const QStringList& words, const QString& display = {}) {
  QProcess process;
  QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
  for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"}) environment.remove(QLatin1String(name));
  if (!display.isEmpty()) environment.insert(QStringLiteral("DISPLAY"), display);
  process.setProcessEnvironment(environment);
  process.start(QStringLiteral(OMEGA_BINARY_DIR "/") + program, words);
  REQUIRE(process.waitForFinished(kProgramMs));
  REQUIRE(process.exitStatus() == QProcess::NormalExit);
  return {process.exitCode(), QString::fromUtf8(process.readAllStandardOutput()),
          QString::fromUtf8(process.readAllStandardError())};
}

struct Shell {
  QTemporaryDir folder;
  QString session = folder.filePath(QStringLiteral("s.omega"));
  Shell() { writeSession(session, startSession()); }
  QString file(const char* name) const { return folder.filePath(QLatin1String(name)); }
  QStringList render(const QString& panel, const QString& output) const {
    return {QStringLiteral("--render"), session, QStringLiteral("--panel"), panel, QStringLiteral("--output"), output};
  }
};

}  // namespace

TEST_CASE("--manual with no page of that name is one sentence", "[headless][manual]") {
  const Shell shell;
  const QStringList words = {QStringLiteral("--screenshot-to"), shell.file("m.png"), QStringLiteral("--manual")};
  const Outcome wrong = call(QStringLiteral("omegascope"), words + QStringList{QStringLiteral("larra")});
  CHECK(wrong.exitCode == 2);
  CHECK(wrong.isOneLine());
  CHECK(wrong.err.contains(QStringLiteral("the manual has no page \"larra\" (did you mean lara?)")));
  const Outcome right = call(QStringLiteral("omegascope"), words + QStringList{QStringLiteral("lara")});
  INFO(text(right.err));
  CHECK(right.exitCode == 0);
  CHECK_FALSE(QImage(shell.file("m.png")).isNull());
}

TEST_CASE("a display that cannot be reached is none: one sentence for a window, and pictures as without it",
          "[headless]") {
  const Shell shell;
  const QString gone = QStringLiteral(":4242");
  const Outcome window = call(QStringLiteral("omegascope"), {}, gone);
  CHECK(window.exitCode == 1);
  CHECK(window.isOneLine());
  CHECK(window.err.contains(QStringLiteral("the display \":4242\" cannot be reached; --gallery DIR")));
  CHECK(call(QStringLiteral("omegascope"), {QStringLiteral("--nonsense")}, gone).exitCode == 2);
  const Outcome picture =
      call(QStringLiteral("omegascope"), {QStringLiteral("--screenshot-to"), shell.file("s.png")}, gone);
  INFO(text(picture.err));
  CHECK(picture.exitCode == 0);
  CHECK_FALSE(QImage(shell.file("s.png")).isNull());
}

TEST_CASE("--render draws a panel without a display, the same each time", "[headless]") {
  const Shell shell;
  QStringList words = shell.render(QStringLiteral("weights"), shell.file("w.png")) +
                      QStringList{QStringLiteral("--size"), QStringLiteral("640x400")};
  const Outcome outcome = call(QStringLiteral("omegascope"), words);
  INFO(text(outcome.err));
  REQUIRE(outcome.exitCode == 0);
  CHECK(outcome.err.isEmpty());
  CHECK(QImage(shell.file("w.png")).size() == QSize(640, 400));
  const QByteArray once = bytesOf(shell.file("w.png"));
  CHECK(call(QStringLiteral("omegascope"), words).exitCode == 0);
  CHECK(bytesOf(shell.file("w.png")) == once);
}

TEST_CASE("a picture that is higher than asked says so", "[headless]") {
  const Shell shell;
  const auto drawn = [&](const QString& program, const QStringList& words) {
    const Outcome outcome = call(program, words + QStringList{QStringLiteral("--size"), QStringLiteral("400x200")});
    INFO(text(outcome.err));
    REQUIRE(outcome.exitCode == 0);
    return outcome.err;
  };
  const QStringList words = shell.render(QStringLiteral("convergence"), shell.file("c.png"));
  const QString own = drawn(QStringLiteral("omegascope"), words);
  const QImage image(shell.file("c.png"));
  REQUIRE(image.height() > 200);
  const QString said =
      QStringLiteral("400 × %1 pixels: higher than asked, so that all of it can be read\n").arg(image.height());
  CHECK(own == QStringLiteral("omegascope: ") + said);
  const QStringList line = QStringList{QStringLiteral("render")} + words.mid(1);
  CHECK(drawn(QStringLiteral("omega"), line) == QStringLiteral("omega: ") + said);
  CHECK(drawn(QStringLiteral("omega"), line + QStringList{QStringLiteral("--quiet")}).isEmpty());
}

TEST_CASE("a picture whose words lack room says how small they are", "[headless]") {
  const Shell shell;
  const auto said = [&](const char* size) {
    const Outcome outcome =
        call(QStringLiteral("omegascope"), shell.render(QStringLiteral("chance"), shell.file("c.svg")) +
                                               QStringList{QStringLiteral("--size"), QString::fromLatin1(size)});
    CHECK(outcome.exitCode == 0);
    return outcome.err;
  };
  CHECK(said("960x600").isEmpty());
  CHECK(said("440x280").startsWith(QStringLiteral("omegascope: text that lacks room becomes smaller: 4.")));
}

TEST_CASE("a picture that has no room beside its legend is refused", "[headless]") {
  const Shell shell;
  for (const char* file : {"m.png", "m.svg", "m.pdf"}) {
    INFO(file);
    const Outcome outcome =
        call(QStringLiteral("omegascope"), shell.render(QStringLiteral("mis"), shell.file(file)) +
                                               QStringList{QStringLiteral("--size"), QStringLiteral("60x40")});
    CHECK(outcome.exitCode == 2);
    CHECK(outcome.isOneLine());
    CHECK(outcome.err.contains(QStringLiteral("leave no room for it; a larger size or smaller text helps")));
    CHECK_FALSE(QFileInfo::exists(shell.file(file)));
  }
}

TEST_CASE("a card that could not run is named, on standard error and in the file", "[headless]") {
  Shell shell;
  Session session = startSession();
  session.document.cards[1].set("variance", "-1");
  writeSession(shell.session, session);
  const QString why = QStringLiteral("rfa could not run: ");
  for (const char* file : {"output.csv", "weights.svg"}) {
    INFO(file);
    const Outcome outcome = call(QStringLiteral("omegascope"),
                                 shell.render(QString::fromLatin1(file).section('.', 0, 0), shell.file(file)));
    CHECK(outcome.exitCode == 0);
    CHECK(outcome.err.startsWith(QStringLiteral("omegascope: ") + why));
    CHECK(bytesOf(shell.file(file)).contains(why.toUtf8()));
  }
  CHECK(call(QStringLiteral("omegascope"), shell.render(QStringLiteral("chance"), shell.file("chance.csv")))
            .err.isEmpty());
}

TEST_CASE("a folder of training runs is opened as all of them", "[headless]") {
  const QTemporaryDir folder;
  const QDir place(folder.path());
  for (const char* name : {"b", "a", "notes"}) REQUIRE(place.mkdir(QLatin1String(name)));
  CHECK(kindOfFile(folder.path()) == FileKind::Data);
  for (const char* name : {"b", "a"})
    writeBytes(place.filePath(QLatin1String(name)) + QStringLiteral("/run.json"), "{}");
  CHECK(kindOfFile(folder.path()) == FileKind::Run);
  CHECK(runsIn(folder.path()) == QStringList{place.filePath(QStringLiteral("a")), place.filePath(QStringLiteral("b"))});
  CHECK(runsIn(place.filePath(QStringLiteral("b"))) == QStringList{place.filePath(QStringLiteral("b"))});
}

TEST_CASE("a call opens one file, and says so of a second", "[headless]") {
  const Shell shell;
  const Outcome outcome = call(QStringLiteral("omegascope"), {shell.session, shell.file("other.npz")});
  CHECK(outcome.exitCode == 2);
  CHECK(outcome.isOneLine());
  CHECK(outcome.err.contains(QStringLiteral("is a second file")));
}

TEST_CASE("a table that is empty says what its panel needs first", "[headless]") {
  const Shell shell;
  const Outcome outcome =
      call(QStringLiteral("omegascope"), shell.render(QStringLiteral("control_variates"), shell.file("c.csv")));
  CHECK(outcome.exitCode == 2);
  CHECK(outcome.err ==
        QStringLiteral("omegascope: control_variates has no table now; what it needs first: Show eva\n"));
  const Outcome words =
      call(QStringLiteral("omegascope"), shell.render(QStringLiteral("control_variates"), shell.file("c.svg")));
  CHECK(words.exitCode == 0);
  CHECK(words.err.contains(
      QStringLiteral("control_variates has no picture now, only words; what it needs first: Show eva\n")));
}

TEST_CASE("a picture does not take the place of the data that its session names", "[headless]") {
  Shell shell;
  const QString data = shell.file("mine.csv");
  writeBytes(data, "1,2\n3,4\n5,6\n");
  CHECK(sessionOf(data).locked == freshSession().locked);  // as the window opens it
  Session session = startSession();
  session.document.workload.file = data.toStdString();
  writeSession(shell.session, session);
  const Outcome outcome =
      call(QStringLiteral("omega"), {QStringLiteral("render"), shell.session, QStringLiteral("--panel"),
                                     QStringLiteral("attention"), QStringLiteral("--output"), data});
  CHECK(outcome.exitCode == 2);
  CHECK(outcome.err.contains(QStringLiteral("the very file of the session's data")));
  CHECK(bytesOf(data) == "1,2\n3,4\n5,6\n");
}

TEST_CASE("omega render gives what the app gives", "[headless]") {
  const Shell shell;
  const Outcome outcome =
      call(QStringLiteral("omega"), {QStringLiteral("render"), shell.session, QStringLiteral("--panel"),
                                     QStringLiteral("attention"), QStringLiteral("--output"), shell.file("a.csv")});
  INFO(text(outcome.err));
  REQUIRE(outcome.exitCode == 0);
  REQUIRE(call(QStringLiteral("omegascope"), shell.render(QStringLiteral("attention"), shell.file("b.csv"))).exitCode ==
          0);
  CHECK(bytesOf(shell.file("a.csv")) == bytesOf(shell.file("b.csv")));
}

TEST_CASE("--figure draws the figure of the session, in its own size or in that of the line", "[headless][figure]") {
  const Shell shell;
  Session session = startSession();
  session.document.figure.width = 84;
  session.document.figure.height = 84;
  writeSession(shell.session, session);
  const auto drawn = [&](const QString& program, const QStringList& words, const char* file) {
    const Outcome outcome =
        call(program, words + QStringList{QStringLiteral("--figure"), QStringLiteral("--output"), shell.file(file)});
    INFO(text(outcome.err));
    REQUIRE(outcome.exitCode == 0);
    return QImage(shell.file(file));
  };
  const QStringList render{QStringLiteral("--render"), shell.session};
  const QImage own = drawn(QStringLiteral("omegascope"), render, "own.png");
  CHECK(own.size() == QSize(992, 992));
  CHECK(drawn(QStringLiteral("omega"), {QStringLiteral("render"), shell.session}, "command.png") == own);
  const QStringList size{QStringLiteral("--size"), QStringLiteral("174x100mm"), QStringLiteral("--dpi"),
                         QStringLiteral("100")};
  CHECK(drawn(QStringLiteral("omegascope"), render + size, "other.png").size() == QSize(685, 394));
}

TEST_CASE("--figure with a folder draws the motion of the figure", "[headless][figure][motion]") {
  const Shell shell;
  const QStringList words{QStringLiteral("--render"), shell.session, QStringLiteral("--figure"),
                          QStringLiteral("--output"), shell.file("frames/")};
  const Outcome still = call(QStringLiteral("omegascope"), words);
  CHECK(still.exitCode == 2);
  CHECK(still.isOneLine());
  CHECK(still.err.contains(QStringLiteral("does not move")));
  Session session = startSession();
  session.document.figure.tiles = {{"weights", 1, 1}};
  session.document.figure.motion = {1, "samples", 4, 8, 2, 100};
  writeSession(shell.session, session);
  const QStringList line{QStringLiteral("render"), shell.session, QStringLiteral("--figure"),
                         QStringLiteral("--output"), shell.file("frames/")};
  const Outcome moving = call(QStringLiteral("omega"), line);
  INFO(text(moving.err));
  REQUIRE(moving.exitCode == 0);
  CHECK_FALSE(QImage(shell.file("frames/001.png")).isNull());
  CHECK_FALSE(QImage(shell.file("frames/002.png")).isNull());
  CHECK_FALSE(QFile::exists(shell.file("frames/003.png")));
}

TEST_CASE("the same seed is the same picture with one thread and with eight", "[headless]") {
  const Shell shell;
  for (const char* panel : {"attention", "omega_space", "weights", "output", "mis"}) {
    INFO(panel);
    for (const char* format : {"png", "csv"}) {
      QByteArray bytes[2];
      for (const int threads : {1, 8}) {
        const QString file = shell.file(panel) + QString::number(threads) + QLatin1Char('.') + QLatin1String(format);
        const Outcome outcome =
            call(QStringLiteral("omegascope"), shell.render(QLatin1String(panel), file) +
                                                   QStringList{QStringLiteral("--threads"), QString::number(threads)});
        INFO(text(outcome.err));
        REQUIRE(outcome.exitCode == 0);
        bytes[threads == 8] = bytesOf(file);
      }
      CHECK(bytes[0] == bytes[1]);
    }
  }
}

TEST_CASE("bad calls: 2 and a sentence with the culprit, failures: 1", "[headless]") {
  const Shell shell;
  const auto check = [&](const QString& program, const QStringList& words, int exitCode, const char* culprit) {
    const Outcome outcome = call(program, words);
    INFO(text(program + QLatin1Char(' ') + words.join(QLatin1Char(' '))));
    INFO(text(outcome.err));
    CHECK(outcome.exitCode == exitCode);
    CHECK(outcome.out.isEmpty());
    CHECK(outcome.isOneLine());
    CHECK(outcome.err.startsWith(program + QStringLiteral(": ")));
    CHECK(outcome.err.contains(QLatin1String(culprit)));
  };
  const QString app = QStringLiteral("omegascope"), omega = QStringLiteral("omega");
  check(app, shell.render(QStringLiteral("wieghts"), shell.file("x.png")), 2, "weights");
  check(app, shell.render(QStringLiteral("weights"), shell.file("x.gif")), 2, "--output");
  check(app, shell.render(QStringLiteral("weights"), shell.file("none/x.png")), 1, "x.png");
  check(app, {QStringLiteral("--render"), shell.session}, 2, "--panel");
  check(app,
        {QStringLiteral("--render"), shell.file("none.omega"), QStringLiteral("--panel"), QStringLiteral("weights"),
         QStringLiteral("--output"), shell.file("x.png")},
        2, "none.omega");
  check(app,
        shell.render(QStringLiteral("weights"), shell.file("x.png")) +
            QStringList{QStringLiteral("--size"), QStringLiteral("big")},
        2, "--size");
  check(app,
        shell.render(QStringLiteral("weights"), shell.file("x.png")) +
            QStringList{QStringLiteral("--dpi"), QStringLiteral("0")},
        2, "--dpi");
  check(app,
        shell.render(QStringLiteral("weights"), shell.file("x.png")) +
            QStringList{QStringLiteral("--threads"), QStringLiteral("many")},
        2, "--threads");
  check(app, shell.render(QStringLiteral("attention"), shell.file("x.npy")), 2, "lara");
  const QStringList figure{QStringLiteral("--render"), shell.session, QStringLiteral("--figure")};
  check(app, figure, 2, "--output");
  check(app, figure + QStringList{QStringLiteral("--output"), shell.file("x.csv")}, 2, ".svg");
  check(app, shell.render(QStringLiteral("weights"), shell.file("x.png")) + QStringList{QStringLiteral("--figure")}, 2,
        "--panel and --figure");
  check(app, {QStringLiteral("--bogus")}, 2, "bogus");
  check(app, {}, 1, "display");
  check(app,
        {QStringLiteral("--study"), QStringLiteral("briddge"), QStringLiteral("--screenshot-to"), shell.file("x.png")},
        2, "there is no study \"briddge\" (did you mean bridge?)");
  check(omega, {QStringLiteral("lesson"), QStringLiteral("play"), QStringLiteral("one-cloud")}, 1, "add --keys");
  check(omega,
        {QStringLiteral("render"), shell.session, QStringLiteral("--panel"), QStringLiteral("wieghts"),
         QStringLiteral("--output"), shell.file("x.png")},
        2, "weights");
  check(omega, {QStringLiteral("render"), shell.session, QStringLiteral("--panel"), QStringLiteral("weights")}, 2,
        "--output");
  check(omega,
        {QStringLiteral("render"), QStringLiteral("--panel"), QStringLiteral("weights"), QStringLiteral("--output"),
         shell.file("x.png")},
        2, "--state");
  check(omega,
        {QStringLiteral("render"), QStringLiteral("--state"), QStringLiteral("e30"), QStringLiteral("--panel"),
         QStringLiteral("weights"), QStringLiteral("--output"), shell.file("x.png")},
        2, "--state");
  check(omega,
        {QStringLiteral("render"), shell.session, QStringLiteral("--panel"), QStringLiteral("weights"),
         QStringLiteral("--output"), shell.file("none/x.png")},
        1, "x.png");
  CHECK(QDir(shell.folder.path()).entryList(QDir::Files | QDir::Hidden) == QStringList{QStringLiteral("s.omega")});
}

TEST_CASE("data whose arrays must be told apart are refused with where that can be said", "[headless]") {
  const Shell shell;
  const QString file = shell.file("odd.npz");
  const omega::Array some = omega::Array::from(std::vector<float>(8), {4, 2});
  omega::write_npz(file.toStdString(), {{"a", some}, {"b", some}, {"c", some}}, "");
  for (const QStringList& words :
       {QStringList{QStringLiteral("--render"), file, QStringLiteral("--panel"), QStringLiteral("weights"),
                    QStringLiteral("--output"), shell.file("x.png")},
        QStringList{QStringLiteral("--gallery"), shell.file("pictures"), file}}) {
    const Outcome outcome = call(QStringLiteral("omegascope"), words);
    INFO(text(outcome.err));
    CHECK(outcome.exitCode == 2);
    CHECK(outcome.isOneLine());
    CHECK(outcome.err.contains(QStringLiteral(
        "say which is which with “q”, “k” and “v” in the app's window, and render the session that it")));
  }
  // A picture of the window would be one of other data.
  const Outcome screenshot =
      call(QStringLiteral("omegascope"), {file, QStringLiteral("--screenshot-to"), shell.file("x.png")});
  INFO(text(screenshot.err));
  CHECK(screenshot.exitCode == 2);
  CHECK(screenshot.err.contains(QStringLiteral("no screenshot, for a question is open")));
  CHECK_FALSE(QFileInfo::exists(shell.file("x.png")));
}

TEST_CASE("omega render without the app beside it says so", "[headless]") {
  const Shell shell;
  const QString alone = shell.file("omega");
  REQUIRE(QFile::copy(QStringLiteral(OMEGA_BINARY_DIR "/omega"), alone));
  QProcess process;
  process.start(alone, {QStringLiteral("render"), shell.session, QStringLiteral("--panel"), QStringLiteral("weights"),
                        QStringLiteral("--output"), shell.file("x.png")});
  REQUIRE(process.waitForFinished(kProgramMs));
  CHECK(process.exitCode() == 1);
  const QByteArray said = process.readAllStandardError();
  CHECK(said.contains("desktop app"));
  CHECK(said.count('\n') == 1);
}

TEST_CASE("--help lists what works without a window", "[headless]") {
  const Outcome outcome = call(QStringLiteral("omegascope"), {QStringLiteral("--help")});
  CHECK(outcome.exitCode == 0);
  for (const char* option : {"--render", "--panel", "--size", "--output", "--gallery", "--dpi"})
    CHECK(outcome.out.contains(QLatin1String(option)));
}

// --- Lessons on paper, and played ------------------------------------------------------------------------------------

namespace {

int pagesOf(const QByteArray& pdf) { return static_cast<int>(pdf.count("/Type /Page\n")); }

}  // namespace

TEST_CASE("a handout and its key are two PDFs; an exam too", "[headless]") {
  const Shell shell;
  const QString omega = QStringLiteral("omega"), lesson = QStringLiteral("lesson");
  const auto write = [&](QStringList words, const char* output, const char* key) {
    words = QStringList{lesson} + words +
            QStringList{QStringLiteral("--output"), shell.file(output), QStringLiteral("--key"), shell.file(key)};
    const Outcome outcome = call(omega, words + QStringList{QStringLiteral("--quiet")});
    INFO(text(outcome.err));
    CHECK(outcome.exitCode == 0);
    CHECK(outcome.err.isEmpty());
  };
  write({QStringLiteral("handout"), QStringLiteral("one-cloud")}, "h.pdf", "k.pdf");
  write({QStringLiteral("exam"), QStringLiteral("--seed"), QStringLiteral("1")}, "e.pdf", "a.pdf");
  for (const char* name : {"h.pdf", "k.pdf", "e.pdf", "a.pdf"}) {
    INFO(name);
    const QByteArray pdf = bytesOf(shell.file(name));
    CHECK(pdf.startsWith("%PDF-"));
    CHECK(pagesOf(pdf) >= 1);
    CHECK(pagesOf(pdf) < 12);
    CHECK_FALSE(pdf.contains("DCTDecode"));  // no picture was packed with loss
  }
  CHECK(bytesOf(shell.file("h.pdf")).contains("/Subtype /Image"));
  Tools tools;
  if (const auto words = tools.wordsOf(shell.file("h.pdf"))) {
    CHECK(words->contains(QStringLiteral(" \\\n")));  // a long command goes on where the shell reads on
    CHECK_FALSE(words->contains(QStringLiteral("--\n")));
  }
  const Outcome both = call(omega, {lesson, QStringLiteral("handout"), QStringLiteral("one-cloud"),
                                    QStringLiteral("--output"), shell.file("b.pdf"), QStringLiteral("--answers")});
  CHECK(both.exitCode == 0);
  CHECK(pagesOf(bytesOf(shell.file("b.pdf"))) > pagesOf(bytesOf(shell.file("h.pdf"))));
}

TEST_CASE("a handout is in the language that is asked for, its words as well as its pictures", "[headless]") {
  const Shell shell;
  const QByteArray title("\x5e\x73\x57\x47\x65\x70");  // the first signs of its Chinese title, as PDF writes them
  const auto handout = [&](const QString& language) {
    const Outcome outcome =
        call(QStringLiteral("omegascope"), {QStringLiteral("--handout=game-of-chance"), QStringLiteral("--language"),
                                            language, QStringLiteral("--output=") + shell.file("h.pdf")});
    INFO(text(outcome.err));
    CHECK(outcome.exitCode == 0);
    return bytesOf(shell.file("h.pdf"));
  };
  CHECK(handout(QStringLiteral("zh")).contains(title));
  CHECK_FALSE(handout(QStringLiteral("en")).contains(title));
}

TEST_CASE("no page of a handout has lines and no question; what is to be measured says so; an exam has one language",
          "[headless]") {
  const Shell shell;
  Tools tools;
  const auto words = [&](const QString& paper, const QString& language) {
    const Outcome outcome = call(QStringLiteral("omegascope"), {paper, QStringLiteral("--language"), language,
                                                                QStringLiteral("--output=") + shell.file("p.pdf")});
    INFO(text(outcome.err));
    CHECK(outcome.exitCode == 0);
    return tools.wordsOf(shell.file("p.pdf"));
  };
  static const QRegularExpression s_heading(QStringLiteral("^ *\\d\\. "), QRegularExpression::MultilineOption);
  for (const char* language : {"en", "zh"})
    if (const auto all = words(QStringLiteral("--handout=tokens-or-projections"), QLatin1String(language)))
      for (const QString& page : all->split(QLatin1Char('\f'), Qt::SkipEmptyParts)) {
        INFO(language << ": " << text(page));
        CHECK(page.contains(s_heading));
      }
  if (const auto all = words(QStringLiteral("--handout=what-does-linear-buy"), QStringLiteral("en")))
    CHECK(all->contains(QStringLiteral("Press Measure to time")));
  if (const auto all = words(QStringLiteral("--exam=1"), QStringLiteral("zh"))) {
    CHECK(all->contains(QStringLiteral("page 1 of ")));
    CHECK_FALSE(all->contains(QStringLiteral("第")));
  }
}

TEST_CASE("a paper that cannot be written is one sentence", "[headless]") {
  const Shell shell;
  const QString app = QStringLiteral("omegascope");
  const std::vector<std::pair<QStringList, int>> wrong = {
      {{QStringLiteral("--handout=one-cloud")}, 2},
      {{QStringLiteral("--handout=one-clod"), QStringLiteral("--output=") + shell.file("h.pdf")}, 2},
      {{QStringLiteral("--handout=one-cloud"), QStringLiteral("--output=") + shell.file("h.svg")}, 2},
      {{QStringLiteral("--exam=x"), QStringLiteral("--output=") + shell.file("h.pdf")}, 2},
      {{QStringLiteral("--exam=1"), QStringLiteral("--handout=one-cloud"), QStringLiteral("--output=h.pdf")}, 2},
      {{QStringLiteral("--handout=one-cloud"), QStringLiteral("--output=/proc/nowhere/h.pdf")}, 1}};
  for (const auto& [words, exitCode] : wrong) {
    INFO(text(words.join(QLatin1Char(' '))));
    const Outcome outcome = call(app, words);
    INFO(text(outcome.err));
    CHECK(outcome.exitCode == exitCode);
    CHECK(outcome.isOneLine());
  }
}

TEST_CASE("a lesson is played by keys to its end, with each answer and what is said of it", "[headless]") {
  const Shell shell;
  const auto play = [&](const QString& keys, const QStringList& more = {}) {
    return call(QStringLiteral("omega"), QStringList{QStringLiteral("lesson"), QStringLiteral("play"),
                                                     QStringLiteral("one-cloud"), QStringLiteral("--keys"), keys} +
                                             more);
  };
  const Outcome good = play(QStringLiteral("wrong right skip"), {QStringLiteral("--screenshots"), shell.file("shots")});
  INFO(text(good.out + good.err));
  CHECK(good.exitCode == 0);
  CHECK(good.out.contains(QStringLiteral("one-cloud, step 1 of 4: ")));
  CHECK(good.out.contains(QStringLiteral("Not so.")));
  CHECK(good.out.contains(QStringLiteral("Right.")));
  CHECK(good.out.endsWith(QStringLiteral("end\n")));
  CHECK(QDir(shell.file("shots")).entryList({QStringLiteral("one-cloud-*.png")}).size() == 4);

  const Outcome stuck = play(QStringLiteral("PageDown"));  // the first step has a task that no PageDown does
  CHECK(stuck.exitCode == 1);
  CHECK(stuck.isOneLine());
  CHECK(stuck.err.contains(QStringLiteral("step 1 of 4")));
  CHECK(stuck.err.contains(QStringLiteral("its task is not done")));
  const Outcome done = play(QStringLiteral("Down*3 PageDown right skip right PageDown skip"));
  INFO(text(done.out + done.err));
  CHECK(done.out.contains(QStringLiteral("Down: task done")));
  const Outcome none = play(QStringLiteral("Hop"));
  CHECK(none.exitCode == 2);
  CHECK(none.isOneLine());
}

TEST_CASE("the file that is given is played, not another of its name; a guess is said", "[headless]") {
  const Shell shell;
  const auto write = [&](const char* name) {
    QFile file(shell.file(name));
    REQUIRE(file.open(QIODevice::WriteOnly));
    file.write(
        "# Mine\n```json lesson\n{\"format\": 1, \"name\": \"mine\", \"goal\": \"One.\", \"minutes\": 1}\n```\n"
        "## A number\nGuess it.\n```json step\n{\"ask\": {\"question\": \"What is the seed?\", \"value\": \"seed\", "
        "\"within\": \"0.5\", \"say\": \"It stands in the tool bar.\"}}\n```\n");
    return file.fileName();
  };
  const auto play = [&](const QString& file) {
    return call(QStringLiteral("omega"), {QStringLiteral("lesson"), QStringLiteral("play"), file,
                                          QStringLiteral("--keys"), QStringLiteral("wrong right PageDown")});
  };
  const QString file = write("z.md");
  const Outcome good = play(file);
  INFO(text(good.out + good.err));
  CHECK(good.exitCode == 0);
  CHECK(good.out.contains(QStringLiteral("  71: ")));
  CHECK(good.out.contains(QStringLiteral("  7: ")));
  CHECK(good.out.contains(QStringLiteral("It stands in the tool bar.")));

  write("a.md");
  const Outcome clash = play(file);
  INFO(text(clash.err));
  CHECK(clash.exitCode == 2);
  CHECK(clash.isOneLine());
  CHECK(clash.err.contains(QStringLiteral("give each lesson a name of its own")));
}
