// What cards are held against, in words.
#pragma once

#include <QString>

#include "model/snapshot.h"

namespace omegascope {

/// "softmax", "causal softmax, τ = 4": τ where it is another than 1/√D.
QString truthName(const ShownTruth& truth);
/// A name with that τ, or as it is.
QString withScale(const QString& name, const ShownTruth& truth);

}  // namespace omegascope
