// Programs of others that read what was exported. What is not installed is counted and said.
#pragma once

#include <QProcess>
#include <QStandardPaths>
#include <catch2/catch.hpp>
#include <map>
#include <optional>

#include "app/booth.h"

namespace omegascope::test {

class Tools {
 public:
  Tools() = default;
  Tools(const Tools&) = delete;
  ~Tools() {
    for (const auto& [name, count] : m_missing) WARN(name << " is not installed: " << count << " checks skipped");
  }
  /// What the program says of its words; nothing where it is not there.
  std::optional<QByteArray> run(const QString& program, const QStringList& words) {
    if (QStandardPaths::findExecutable(program).isEmpty()) {
      ++m_missing[program.toStdString()];
      return {};
    }
    QProcess process;
    process.start(program, words);
    REQUIRE(process.waitForFinished(kProgramMs));
    INFO(text(program) << ": " << process.readAllStandardError().toStdString());
    CHECK(process.exitStatus() == QProcess::NormalExit);
    CHECK(process.exitCode() == 0);
    return process.readAllStandardOutput();
  }
  /// All words of a PDF file, as its pages have them.
  std::optional<QString> wordsOf(const QString& pdf) {
    const auto words = run(QStringLiteral("pdftotext"), {QStringLiteral("-layout"), pdf, QStringLiteral("-")});
    return words ? std::optional(QString::fromUtf8(*words)) : std::nullopt;
  }

 private:
  std::map<std::string, int> m_missing;
};

}  // namespace omegascope::test
