#include "views/truth_names.h"

#include "language/language.h"
#include "views/rich_text.h"

namespace omegascope {

QString truthName(const ShownTruth& truth) {
  return withScale(truth.isCausal ? tr("causal softmax") : tr("softmax"), truth);
}

QString withScale(const QString& name, const ShownTruth& truth) {
  return truth.hasUsualScale() ? name : tr("%1, τ = %2").arg(name, numberText(truth.scale));
}

}  // namespace omegascope
