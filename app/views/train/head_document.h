// From the Train workspace to Explore: the document that asks of the engine's estimators what the heads of a model
// compute.
#pragma once

#include "jobs/head_probe.h"
#include "model/document.h"

namespace omegascope {

/// `document` with the heads as its sequence and their attention as the only estimator beside softmax, with the noise
/// that the model has; the first of its draws is that of the model.
Document withHeads(Document document, const HeadFile& file);

}  // namespace omegascope
