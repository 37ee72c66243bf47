// A second start with a file: it opens in the window that is there, and in one of its own where there is none.
#include <QCoreApplication>
#include <QProcess>
#include <QSignalSpy>
#include <catch2/catch.hpp>
#include <csignal>
#include <future>

#include "app/booth.h"
#include "files/running_copy.h"

using namespace omegascope;
using namespace omegascope::test;

namespace {

/// While it lives, what is named after the program and its settings is named as for the program itself.
struct AsTheProgram {
  AsTheProgram() { rename(QStringLiteral("omegascope")); }
  ~AsTheProgram() { rename(QStringLiteral("omegascope-test")); }
  static void rename(const QString& name) {
    QCoreApplication::setApplicationName(name);
    QCoreApplication::setOrganizationName(name);
  }
};

struct Folders {
  QTemporaryDir folder;
  QByteArray before = qgetenv("XDG_CONFIG_HOME");
  Folders() { qputenv("XDG_CONFIG_HOME", folder.path().toUtf8()); }
  ~Folders() { before.isEmpty() ? qunsetenv("XDG_CONFIG_HOME") : qputenv("XDG_CONFIG_HOME", before); }
};

/// Asks from another thread, as another process would.
bool ask(const QString& path) {
  std::future<bool> asked = std::async(std::launch::async, [path] { return openInRunningCopy(path); });
  while (asked.wait_for(std::chrono::milliseconds(5)) != std::future_status::ready) QCoreApplication::processEvents();
  QCoreApplication::processEvents();
  return asked.get();
}

}  // namespace

TEST_CASE("the first copy is asked to open files, and nobody where there is none", "[app][session]") {
  const Folders folders;
  CHECK_FALSE(ask(QStringLiteral("/a.npz")));
  auto first = std::make_unique<RunningCopy>();
  const RunningCopy second;
  QSignalSpy asked(first.get(), &RunningCopy::openAsked), never(&second, &RunningCopy::openAsked);
  CHECK(ask(QStringLiteral("/some where/ω.npz")));
  CHECK(ask(QStringLiteral("/b.omega")));
  REQUIRE(asked.size() == 2);
  CHECK(asked[0][0].toString() == QStringLiteral("/some where/ω.npz"));
  CHECK(asked[1][0].toString() == QStringLiteral("/b.omega"));
  CHECK(never.isEmpty());
  first.reset();
  CHECK_FALSE(ask(QStringLiteral("/c.npz")));
}

TEST_CASE("the program started with a file hands it over and ends; with an option it stays", "[app][session]") {
  const Folders folders;
  const AsTheProgram names;
  RunningCopy copy;
  QSignalSpy asked(&copy, &RunningCopy::openAsked);
  QProcess program;
  program.setWorkingDirectory(folders.folder.path());
  program.start(QStringLiteral(OMEGA_BINARY_DIR "/omegascope"), {QStringLiteral("data.npz")});
  REQUIRE(waitFor([&] { return program.state() == QProcess::NotRunning; }));
  CHECK(program.exitStatus() == QProcess::NormalExit);
  CHECK(program.exitCode() == 0);
  REQUIRE(asked.size() == 1);
  CHECK(asked[0][0].toString() == folders.folder.filePath(QStringLiteral("data.npz")));
  const QString picture = folders.folder.filePath(QStringLiteral("own.png"));
  program.start(QStringLiteral(OMEGA_BINARY_DIR "/omegascope"),
                {QStringLiteral("--screenshot-to"), picture, QStringLiteral("data.npz")});
  REQUIRE(waitFor([&] { return program.state() == QProcess::NotRunning; }));
  CHECK(QFile::exists(picture));
  CHECK(asked.size() == 1);
}

TEST_CASE("another window is a copy of the program by itself, which goes on alone", "[app][session]") {
  const Folders folders;
  const AsTheProgram names;
  qint64 id = 0;
  REQUIRE(startAnotherCopy(&id));
  CHECK(waitFor([] { return ask({}); }));
  kill(static_cast<pid_t>(id), SIGKILL);
  CHECK(waitFor([] { return !ask({}); }));
}
