// How a training run looks and what is said of it, the same in every panel of the Train workspace.
#pragma once

#include "jobs/training_runs.h"
#include "views/legend.h"
#include "views/panel_data.h"

namespace omegascope {

/// The hue of its attention, as everywhere; runs of one attention differ in marker, dash and shade.
EstimatorStyle runStyle(const RunLook& look, bool dark);
/// Its name, with its marker in its colour before it; rich text.
QString nameHtml(const TrainingRuns::Entry& entry, const Theme& theme);
LegendEntry runEntry(const TrainingRuns::Entry& entry);

/// Whether no step is left to take; what is measured after the last one may still be missing.
bool hasAllSteps(const TrainRun& run);
/// "step 1 250/3 000", and below it its accuracy and what it does now: while it learns, its speed and the time that is
/// left.
QStringList stateLines(const TrainRun& run);
/// The same in one line.
QString stateOf(const TrainRun& run);
/// The command that makes this run; empty where it is not known yet.
QString commandOf(const TrainRun& run);
/// Why the command would give other numbers than the run has: it was changed on its way, or has not ended. Else empty.
QString whyNotAgain(const TrainRun& run);
/// The command, or why there is none that makes this run.
QString commandOrWhyNot(const TrainRun& run);
/// The name of a class of a run.
QString classText(const omega::train::Record& record, omega::Index number);
/// The same in files, where −4 is the number -4.
QString plainClass(const QString& text);

/// Why a run ended early or cannot be read; rich text.
QString errorHtml(const TrainRun& run);
/// Where there is no run yet: what a panel will show, and what to do for it; rich text.
QString emptyHtml(const QString& shows, const QString& what);
/// The same for all runs together, with the presets as a table.
QString firstSteps(const Theme& theme);
PanelData presetTable();

}  // namespace omegascope
