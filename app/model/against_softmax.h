// One estimator beside the truth: what a point of a study and a trained head make of a document.
#pragma once

#include "core/options.h"
#include "model/document.h"

namespace omegascope {

/// Leaves softmax as the only card, and adds the method where it is another.
void showAgainstSoftmax(Document& document, const std::string& method, const omega::Options::Given& options);

}  // namespace omegascope
