// The programs as a shell calls them, without a display: exit codes, one sentence, whole files.
#include <QDir>
#include <QFile>
#include <QImage>
#include <QProcess>
#include <QTemporaryDir>
#include <catch2/catch.hpp>

#include "app/booth.h"
#include "model/session_file.h"

using namespace omegascope;
using namespace omegascope::test;

namespace {

struct Outcome {
  int exitCode = -1;
  QString out, err;
  bool isOneLine() const { return err.count(QLatin1Char('\n')) == 1 && err.endsWith(QLatin1Char('\n')); }
};

Outcome call(const QString& program, const QStringList& words) {
  QProcess process;
  QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
  for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"}) environment.remove(QLatin1String(name));
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
  check(app, {QStringLiteral("--bogus")}, 2, "bogus");
  check(app, {}, 1, "display");
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
