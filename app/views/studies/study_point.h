// From a study back to Explore: the document that asks what one point of a study asked, with one seed.
#pragma once

#include <QString>

#include "model/document.h"
#include "studies/definition.h"

namespace omegascope {

/// Why no document can ask this; empty where one can.
QString whyNotInExplore(const omega::studies::StudyPoint& point, const Document& document);
/// `document` with the point's sequence, its method as the only estimator beside softmax, and its seed; the first of
/// its draws.
Document inExplore(Document document, const omega::studies::StudyPoint& point, omega::Index seed);

/// The sequence that Explore shows, as the input of a study; for one about heads, with all layers and heads, whichever
/// is shown. Throws omega::Error where a study cannot take it.
omega::studies::StudyInput inputOf(Workload workload, const omega::studies::StudyDefinition& study);

}  // namespace omegascope
