// Tables as files: CSV and JSON with what made them, and text for the clipboard. Rows go to the file as they come: a
// map of a million cells needs no memory of its own.
#pragma once

#include "export/exporter.h"
#include "export/provenance.h"

namespace omegascope {

/// Throw omega::Error where the file cannot be written; it is there as a whole or not at all.
void writeCsv(const PanelData& data, const Provenance& provenance, const QString& path, const ExportProgress& progress);
void writeJson(const PanelData& data, const Provenance& provenance, const QString& path,
               const ExportProgress& progress);

/// Columns and rows with tabs between them.
QString tabbedText(const PanelData& data);

}  // namespace omegascope
