// What the Studies workspace says: of a study before it runs, of a point under the pointer, of times.
#pragma once

#include <QString>

#include "figures/figure_view.h"
#include "jobs/study_run.h"
#include "model/document.h"
#include "views/amounts.h"
#include "views/studies/study_catalogue.h"

namespace omegascope {

/// Why a command would give other numbers than are there: not all is measured. Else empty.
QString whyNotAgain(const StudyRun* run);
/// The line for a shell that measures a study again; `place` is its name, or its file where it is one's own.
QString runLine(const StudyDefinition& study, const QString& place);
/// In what way a study is asked: "small", "small, clusters:radius=2, float64".
QString wayText(const StudyDefinition& study);
/// What it asks, of what paper, how much there is to do: rich text.
QString introductionOf(const StudyRun& run, int threads);
/// The same of all studies, where none is chosen.
QString introductionOf(const StudyCatalogue& catalogue, const QString& size, const Theme& theme);
/// What it found, and what is missing: rich text.
QString findingsHtml(const omega::studies::StudySummary& summary, const Theme& theme);
/// Each seed of a point with its number, in words.
std::vector<std::pair<omega::Index, QString>> seedsOf(const std::vector<omega::studies::Json>& rows,
                                                      omega::Index point);
/// The numbers of a point and what a click on it does, in lines.
QString spotText(const omega::studies::Spot& spot, const StudyDefinition& study, const Document& document);

}  // namespace omegascope
