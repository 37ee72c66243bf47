#include "preset_words.h"

#include "settings.h"
#include "synthetic/synthetic.h"

namespace omega::command {

PresetChoice parse_preset(const std::string& words) {
  const std::size_t colon = words.find(':');
  PresetChoice choice{words.substr(0, colon), {}, kDefaultDataSeed};
  const Synthetic& preset = find_synthetic(choice.name);
  Options::Given given;
  if (colon != std::string::npos)
    for (const std::string& word : comma_list("--preset", words.substr(colon + 1))) {
      const auto [name, value] = assignment("--preset", word);
      if (name == "seed")
        choice.seed = seed_number("seed of --preset", value);
      else
        given.emplace_back(name, value);
    }
  choice.options = Options(choice.name, preset.options, given);
  return choice;
}

}  // namespace omega::command
