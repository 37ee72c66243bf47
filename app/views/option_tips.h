// The tooltip of an option: its title, one sentence, the formulas that its letter stands in, where it comes from, its
// own name, what is allowed.
#pragma once

#include <QString>

#include "core/options.h"
#include "widgets/theme.h"

namespace omegascope {

/// Where options come from: the equations their letters stand in, and the paper of all.
struct OptionOrigin {
  std::vector<omega::Equation> equations;
  QString paper;
};

/// "features=positive and causal=true", with its words in the language; empty where something always holds.
QString conditionText(const omega::Condition& condition);
/// What a screen reader says of it: the tip without formulas, as plain lines.
QString optionWords(const omega::OptionSpec& spec);
QString optionTip(const omega::OptionSpec& spec, const OptionOrigin& origin, const Theme& theme);

}  // namespace omegascope
