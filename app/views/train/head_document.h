// From the Train workspace to Explore: the document that asks of the engine's estimators what the heads of a model
// compute.
#pragma once

#include "jobs/head_probe.h"
#include "model/document.h"

namespace omegascope {

/// `document` with the heads as its sequence, with the noise that the model has: the first of its draws is that of the
/// model. Beside softmax their attention is shown; other cards are hidden, but for heads of softmax, against which all
/// that were visible stay.
Document withHeads(Document document, const HeadFile& file);

}  // namespace omegascope
