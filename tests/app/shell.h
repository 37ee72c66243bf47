// Where tests try the lines that are copied.
#pragma once

#include <QDir>
#include <QProcess>
#include <QTemporaryDir>
#include <catch2/catch.hpp>

#include "app/booth.h"

namespace omegascope::test {

/// A shell in an empty folder, with `omega` on its path.
class Shell {
 public:
  void run(const QString& line) {
    QProcess shell;
    shell.setWorkingDirectory(m_folder.path());
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("PATH"),
                       QStringLiteral(OMEGA_BINARY_DIR) + QLatin1Char(':') + environment.value(QStringLiteral("PATH")));
    shell.setProcessEnvironment(environment);
    shell.start(QStringLiteral("sh"), {QStringLiteral("-c"), line});
    REQUIRE(shell.waitForFinished(kProgramMs));
    INFO(shell.readAllStandardError().toStdString());
    REQUIRE(shell.exitCode() == 0);
  }
  QString file(const QString& name) const { return m_folder.filePath(name); }
  QStringList files() const { return QDir(m_folder.path()).entryList(QDir::Files); }

 private:
  QTemporaryDir m_folder;
};

}  // namespace omegascope::test
