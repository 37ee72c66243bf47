// Session files (.omega): a zip with session.json (document, view state, schema version), so that a session reopens as
// it was; a bare session.json is read as well. Written to a temporary file and renamed: never half a file.
#pragma once

#include <QByteArray>
#include <QString>
#include <optional>

#include "model/document.h"
#include "model/pin.h"
#include "model/selection.h"
#include "model/workspace.h"

namespace omegascope {

struct Session {
  Document document;
  Cursor locked;
  Collected chosen;
  std::optional<Pin> pinned;
  QByteArray layout;  // of docks and toolbars; empty: leave as it is
  Workspace workspace = Workspace::Explore;
  int around = 0;   // the query in the middle, where maps show single rows: it follows the shown one at a distance
  QString savedAs;  // where it is saved when all is well: only what autosave keeps says so
};

/// What the program opens with, and New begins.
Session freshSession();

/// Whether a file is a session: by its name, or by how it begins, as assets/packaging tells the desktop.
bool isSessionFile(const QString& path);

/// Throw omega::Error: input for a file that is not a session, failure for one that cannot be written.
Session readSession(const QString& path);
void writeSession(const QString& path, const Session& session);

/// The same as text.
QByteArray sessionJson(const Session& session);
Session sessionFromJson(const QByteArray& json, const QString& where);

/// The text as --state takes it: base64 of what differs from an empty session, without the layout.
QByteArray stateText(const Session& session);
Session sessionFromState(const QByteArray& state);

}  // namespace omegascope
