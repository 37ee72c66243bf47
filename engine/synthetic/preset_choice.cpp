#include "synthetic/preset_choice.h"

#include "core/words.h"
#include "synthetic/synthetic.h"

namespace omega {

PresetChoice parse_preset(const std::string& what, const std::string& words) {
  const std::size_t colon = words.find(':');
  PresetChoice choice;
  choice.name = words.substr(0, colon);
  choice.seed = kDefaultDataSeed;
  const Synthetic& preset = find_synthetic(choice.name);
  if (colon != std::string::npos)
    for (const std::string& word : comma_list(what, words.substr(colon + 1))) {
      const auto [name, value] = assignment(what, word);
      choice.says_seed = choice.says_seed || name == "seed";
      if (name == "seed")
        choice.seed = seed_number("seed of " + what, value);
      else
        choice.given.emplace_back(name, value);
    }
  choice.options = Options(choice.name, preset.options, choice.given);
  return choice;
}

}  // namespace omega
