// From a study back to Explore: the document that asks what one point of a study asked, with one seed.
#pragma once

#include <QString>

#include "model/document.h"
#include "studies/definition.h"

namespace omegascope {

/// Why no document says this; empty where one does.
QString whyNotInExplore(const omega::studies::StudyPoint& point, const Document& document);
/// `document` with the point's sequence, its method as the only estimator beside softmax, and its seed; the first of
/// its draws.
Document inExplore(Document document, const omega::studies::StudyPoint& point, omega::Index seed);

/// The sequence that Explore shows, as a study takes one. Throws omega::Error where it takes none such.
omega::studies::StudyInput inputOf(const Workload& workload);

}  // namespace omegascope
