// What the program does without a window: one panel or the figure of a session as a file (--render), or
// all panels as a page (--gallery).
#pragma once

#include <QString>

#include "export/export_options.h"
#include "model/session_file.h"

namespace omegascope {

struct RenderJob {
  Session session;
  QString panel;
  QString output;
  ExportOptions options;
  int threads = 0;  // 0: all the machine has
};

/// A session file, or the start picture with that data in it. Throws omega::Error.
Session sessionOf(const QString& path);

/// Throw omega::Error: input for a session or panel that is not there, failure for what cannot be written.
void renderPanel(const RenderJob& job);
/// The figure of the session, as its document says it: neither panel nor options are looked at.
void renderFigure(const RenderJob& job);
/// Every panel and the figure as PNG and SVG, and index.html, which explains them.
void writeGallery(const QString& folder, const Session& session, ExportColours colours);

/// "960x600" in pixels or "84x63mm"; throws omega::Error naming the option.
void parseSize(const QString& text, ExportOptions& options);

}  // namespace omegascope
