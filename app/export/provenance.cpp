#include "export/provenance.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <nlohmann/json.hpp>

#include "core/digest.h"
#include "export/exporter.h"
#include "export/figure_sheet.h"
#include "language/language.h"

namespace omegascope {

QString Provenance::sentence() const {
  const QString whole = !about.isEmpty() ? QStringLiteral("%1, panel %2: %3").arg(program, panel, about)
                                         : QStringLiteral("%1, panel %2, seed %3, draw %4, data %5")
                                               .arg(program, panel)
                                               .arg(seed)
                                               .arg(draw)
                                               .arg(data.isEmpty() ? QStringLiteral("-") : data);
  return isPart ? whole + QStringLiteral(", visible range only") : whole;
}

QStringList Provenance::lines() const {
  QStringList all = QStringList{sentence()} + notes;
  if (!remake.isEmpty()) all << remake;
  if (!whyNoCommand.isEmpty()) all << whyNoCommand;
  return all + commands;
}

QByteArray Provenance::json() const {
  std::vector<std::string> shell;
  for (const QString& line : commands) shell.push_back(line.toStdString());
  nlohmann::ordered_json all = {{"program", program.toStdString()}, {"panel", panel.toStdString()}};
  if (about.isEmpty())
    all.update({{"remake", remake.toStdString()},
                {"commands", shell},
                {"seed", seed},
                {"draw", draw},
                {"data", data.toStdString()}});
  else
    all.update({{"about", about.toStdString()}, {"commands", shell}});
  if (!whyNoCommand.isEmpty()) all["no_command"] = whyNoCommand.toStdString();
  if (isPart) all["part"] = true;
  for (const QString& note : notes) all["notes"].push_back(note.toStdString());
  return QByteArray::fromStdString(all.dump(-1, ' ', true));
}

ShellLine lineOf(const Panel& panel, const Workbench& workbench, ExportFormat figure) {
  if (const QString whyNot = panel.whyNoCommand(); !whyNot.isEmpty()) return {{}, whyNot};
  const bool isOfSession = panel.caption().isEmpty();
  const bool isFigure = qobject_cast<const FigureSheet*>(&panel) != nullptr;
  if (isOfSession ? !isFigure && panel.data().rowCount() == 0 : panel.command().isEmpty())
    return {{},
            QCoreApplication::translate("Provenance", "%1 shows no numbers now that a command could make.")
                .arg(panel.title())};
  if (!isOfSession) return {panel.command(), {}};
  Session session = workbench.session();
  session.locked = workbench.selection().shown();  // what the pointer previews is shown too
  if (isFigure) return renderLine(session, {}, 0, exportName(panel, workbench, figure));
  // Large maps are pooled to what the panel has room for: the line must give it the same room.
  const auto sequence = workbench.snapshot()->sequence;
  const bool isLarge = sequence && std::max(sequence->sizes.N, sequence->sizes.M) > Workbench::kSmallestMapSide;
  return renderLine(session, panel.name(), isLarge ? workbench.mapSide() : 0,
                    exportName(panel, workbench, ExportFormat::Csv));
}

QString captionOf(const Panel& panel, const Workbench& workbench) {
  const QString own = panel.caption();
  return own.isEmpty() ? captionOf(workbench) : own;
}

QString captionOf(const Workbench& workbench) {
  const Document& d = workbench.document();
  QString text = d.workload.preset.empty() ? QFileInfo(QString::fromStdString(d.workload.file)).fileName()
                                           : QString::fromStdString(d.workload.preset);
  if (const auto sequence = workbench.snapshot()->sequence) {
    const omega::Sizes& sizes = sequence->sizes;
    text += QStringLiteral(", N = %1, M = %2, D = %3").arg(sizes.N).arg(sizes.M).arg(sizes.D);
    if (sizes.heads > 1)
      text +=
          QCoreApplication::translate("Provenance", ", head %1 of %2").arg(workbench.snapshot()->head).arg(sizes.heads);
  }
  return text + QCoreApplication::translate("Provenance", "; seed %1, draw %2").arg(d.seed).arg(d.draw);
}

/// A panel's title is in the language that was in use when the panel was made.
static QString inEnglish(const Panel& panel, QString text) {
  return text.replace(panel.title(), englishOf(panel.title()));
}

QStringList commandsOf(const Panel& panel) {
  return panel.whyNoCommand().isEmpty() ? panel.command().split(QLatin1Char('\n'), Qt::SkipEmptyParts) : QStringList();
}

QStringList failuresIn(const Panel& panel, const Workbench& workbench) {
  QStringList all;
  if (panel.work() == Work::nothing) return all;
  for (const CardResult& result : workbench.snapshot()->cards) {
    const Card* card = workbench.document().card(result.card);
    if (card != nullptr && card->visible && !result.error.empty())
      all << QStringLiteral("%1 could not run: %2")
                 .arg(QString::fromStdString(card->label()), QString::fromStdString(result.error));
  }
  return all;
}

Provenance provenanceOf(const Panel& panel, const Workbench& workbench, ExportFormat figure) {
  const InEnglish words;
  Provenance provenance;
  provenance.program = QStringLiteral("omegascope %1").arg(QCoreApplication::applicationVersion());
  provenance.panel = panel.name();
  provenance.title = inEnglish(panel, panel.title());
  if (panel.caption().isEmpty()) provenance.remake = lineOf(panel, workbench, figure).text;
  provenance.notes = failuresIn(panel, workbench);
  provenance.whyNoCommand = panel.whyNoCommand();
  provenance.commands = commandsOf(panel);
  provenance.about = inEnglish(panel, panel.caption());
  provenance.seed = workbench.document().seed;
  provenance.draw = workbench.document().draw;
  if (const auto sequence = workbench.snapshot()->sequence)
    provenance.data =
        QString::fromStdString(omega::digest({{"Q", sequence->q}, {"K", sequence->k}, {"V", sequence->v}}));
  return provenance;
}

}  // namespace omegascope
