// Copy command: the line that it gives writes the panel's CSV again, byte for byte, from nothing but itself.
#include <QDir>
#include <QProcess>
#include <catch2/catch.hpp>

#include "app/booth.h"
#include "export/exporter.h"
#include "export/provenance.h"

using namespace omegascope;
using namespace omegascope::test;

namespace {

QByteArray exported(const Panel& panel, const Workbench& workbench) {
  const QTemporaryDir folder;
  const QString path = folder.filePath(QStringLiteral("own.csv"));
  ExportOptions options;
  options.format = ExportFormat::Csv;
  exportPanel(panel, workbench, path, options);
  return bytesOf(path);
}

/// What the line writes in an empty folder.
QByteArray remade(const QString& line, const QString& name) {
  const QTemporaryDir folder;
  QProcess shell;
  shell.setWorkingDirectory(folder.path());
  QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
  environment.insert(QStringLiteral("PATH"), QStringLiteral(OMEGA_BINARY_DIR) + QLatin1Char(':') + environment.value(QStringLiteral("PATH")));
  shell.setProcessEnvironment(environment);
  shell.start(QStringLiteral("bash"), {QStringLiteral("-c"), line});
  REQUIRE(shell.waitForFinished(120000));
  INFO(shell.readAllStandardError().toStdString());
  REQUIRE(shell.exitCode() == 0);
  CHECK(QDir(folder.path()).entryList(QDir::Files) == QStringList{name});
  return bytesOf(folder.filePath(name));
}

/// Everything but the columns of measured times, which no line can make again.
QByteArray withoutTimes(const QByteArray& csv) {
  QByteArrayList kept;
  for (const QByteArray& line : csv.split('\n')) kept << (line.startsWith('#') ? line : line.split(',').value(0) + ',' + line.split(',').value(1));
  return kept.join('\n');
}

void checkAll(Booth& booth) {
  int count = 0;
  for (const PanelKind& kind : panelKinds()) {
    INFO(text(kind.name));
    const std::unique_ptr<Panel> panel = booth.show(kind);
    const QString line = remakeCommand(*panel, booth.workbench());
    if (line.isEmpty()) continue;
    INFO(text(line));
    ++count;
    CHECK(line.startsWith(QStringLiteral("omega render --state ")));
    const QByteArray own = exported(*panel, booth.workbench()), again = remade(line, exportName(*panel, booth.workbench(), ExportFormat::Csv));
    CHECK(own.contains(line.toUtf8()));
    if (kind.name == QStringLiteral("numbers"))
      CHECK(withoutTimes(again) == withoutTimes(own));
    else
      CHECK(again == own);
  }
  CHECK(count >= 8);
}

}  // namespace

TEST_CASE("the copied command writes the same CSV, byte for byte", "[commands][export]") {
  Booth booth;
  checkAll(booth);
}

TEST_CASE("... also for a state with everything changed", "[commands][export]") {
  Booth booth;
  booth.workbench().store().change(QStringLiteral("all"), [](Document& d) {
    d.seed = 4000000000u;
    d.draw = 3;
    d.cards[3].visible = true;
    d.cards[2].options["weighting"] = "balance";
    d.workload.moved = {{MovedToken::Kind::query, 0, 5, {0.1, 1.0 / 3}}};
    d.view.map = MapContent::error;
    d.view.logWeights = true;
  });
  booth.workbench().selection().lock({2, 0, 30, 4, 3, 5});
  booth.settle();
  checkAll(booth);
}

TEST_CASE("... and for maps that are pooled to what the panel has room for", "[commands][export]") {
  Booth booth;
  const QTemporaryDir folder;
  booth.openFile(folder.filePath(QStringLiteral("long one.npz")), 700, 8);
  const std::unique_ptr<Panel> panel = booth.show(kindOf(QStringLiteral("attention")), {480, 400});
  booth.settle();
  const QString line = remakeCommand(*panel, booth.workbench());
  INFO(text(line));
  CHECK(line.contains(QStringLiteral(" --size 512x512 ")));
  CHECK(remade(line, QStringLiteral("attention_seed7.csv")) == exported(*panel, booth.workbench()));
}
