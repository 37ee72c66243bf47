// Session files (.omega): a zip with session.json (document, view state, schema version), so that a session reopens as it
// was; a bare session.json is read as well. Written beside and renamed: never half a file.
#pragma once

#include <QByteArray>
#include <QString>

#include "model/document.h"

namespace omegascope {

struct Session {
  Document document;
  int head = 0, query = -1, key = -1, proposal = -1, sample = -1;
  QByteArray layout;  // of docks and toolbars; empty: leave as it is
};

/// Throw omega::Error: input for a file that is not a session, failure for one that cannot be written.
Session readSession(const QString& path);
void writeSession(const QString& path, const Session& session);

/// The same as text, for --state and links.
QByteArray sessionJson(const Session& session);
Session sessionFromJson(const QByteArray& json, const QString& where);

}  // namespace omegascope
