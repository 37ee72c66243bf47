// Writes one panel, or all, to files: pictures and numbers, with their provenance. Every file is written beside its
// name and renamed: it is there as a whole or not at all.
#pragma once

#include <QImage>
#include <QString>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "export/export_options.h"
#include "views/panel.h"

namespace omegascope {

struct Provenance;

/// Called now and then while something long runs, from 0 to 1; it throws omega::Cancelled to stop.
using ExportProgress = std::function<void(double)>;
/// Runs `work` beside the window, of which it is that share; what `progress` throws stops it. Throws what it throws.
void runBeside(const std::function<void(const std::stop_token&)>& work, double share, const ExportProgress& progress);
/// Called before each of several panels, to say which one it is.
using BeforePanel = std::function<void(const Panel&)>;

/// Throws omega::Error where one of these files of data, if any, is the one that is to be written.
void keepFiles(const std::vector<std::string>& files, const QString& path);

/// Throws omega::Error: input where the panel has nothing of this kind, failure where the file cannot be written.
void exportPanel(const Panel& panel, const Workbench& workbench, const QString& path, const ExportOptions& options,
                 const ExportProgress& progress = {});

/// A picture that was drawn already, as PNG.
void exportImage(QImage image, const Provenance& provenance, double dpi, const QString& path,
                 const ExportProgress& progress = {});

/// "attention_seed7.png", "mis_lara_seed7.png"
QString exportName(const Panel& panel, const Workbench& workbench, ExportFormat format);

/// Whether the panel has nothing of this kind now: no picture, no rows or no arrays.
bool hasNothing(const Panel& panel, ExportFormat format);

/// Why only words are in a picture of the panel now; empty: it has one.
QString whyNoPicture(const Panel& panel);

/// One file for each panel in a folder, which is made where it is missing. Panels without arrays are left out of NPZ
/// and NPY, those without rows out of CSV and JSON.
void exportToFolder(const std::vector<const Panel*>& panels, const Workbench& workbench, const QString& folder,
                    const ExportOptions& options, const ExportProgress& progress = {}, const BeforePanel& before = {});
/// One PDF with a page for each panel.
void exportToPdf(const std::vector<const Panel*>& panels, const Workbench& workbench, const QString& path,
                 const ExportOptions& options, const ExportProgress& progress = {}, const BeforePanel& before = {});

}  // namespace omegascope
