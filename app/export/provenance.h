// Where an exported file came from: enough to make it again. Written into every file, in the way its format has for
// that.
#pragma once

#include <QByteArray>
#include <QString>
#include <QStringList>

#include "export/export_options.h"
#include "views/panel.h"

namespace omegascope {

struct Provenance {
  QString program;  // "omegascope 0.1.0"
  QString panel, title;
  QString remake;        // the shell line that writes the panel's table or the figure again, whatever is on the disk
  QStringList commands;  // shell lines that make the numbers behind it
  QString whyNoCommand;  // why there are none; else empty
  std::uint32_t seed = 0, draw = 0;
  bool isPart = false;  // only what the panel was zoomed into
  QStringList notes;    // which cards could not run; what is to be known of all the numbers of a table
  QString data;         // digest of Q, K and V, the same that `omega` writes
  QString about;        // what it shows, where that is not the session with its seed and data; else empty

  /// "omegascope 0.1.0, panel attention, seed 7, draw 0, data 0123456789abcdef"
  QString sentence() const;
  /// The sentence, the notes, the line that makes it again, and the commands or why there are none.
  QStringList lines() const;
  /// One line of ASCII.
  QByteArray json() const;
};

/// What is copied: "omega render --state … --panel weights --output weights_seed7.csv", which gives the same bytes as
/// the panel's CSV but for measured times; for a panel about something other than the session, the panel's line. Of a
/// figure it is the figure itself, in `figure`.
ShellLine lineOf(const Panel& panel, const Workbench& workbench, ExportFormat figure = ExportFormat::Pdf);

/// "three_clusters, N = 48, M = 48, D = 2; seed 7, draw 0": below a picture.
QString captionOf(const Workbench& workbench);
/// The same, or what the panel says of itself where it is about something other than the session.
QString captionOf(const Panel& panel, const Workbench& workbench);

/// The shell lines that make the numbers of a panel; none where whyNoCommand() says why.
QStringList commandsOf(const Panel& panel);

/// "rfa could not run: …" of each card that the panel would show.
QStringList failuresIn(const Panel& panel, const Workbench& workbench);

Provenance provenanceOf(const Panel& panel, const Workbench& workbench, ExportFormat figure = ExportFormat::Pdf);

}  // namespace omegascope
