#include "synthetic/preset_choice.h"

#include <set>

#include "core/error.h"
#include "core/text.h"
#include "core/words.h"
#include "synthetic/synthetic.h"

namespace omega {

PresetChoice parse_preset(const std::string& what, const std::string& words, bool files_too) {
  const std::size_t colon = words.find(':');
  PresetChoice choice;
  choice.name = words.substr(0, colon);
  choice.seed = kDefaultDataSeed;
  if (files_too && (choice.name == "image" || choice.name == "text"))
    throw Error::input(what + " is " + omega::quoted(choice.name) + ", which is a file to make with `omega synth " +
                       choice.name + " --output FILE` and to give by --input");
  const Synthetic& preset = find_synthetic(choice.name);
  std::set<std::string> said;
  if (colon != std::string::npos)
    for (const std::string& word : split(words.substr(colon + 1), ",")) {
      const std::size_t equals = word.find('=');
      if (equals == std::string::npos || equals == 0)
        throw bad_value(what, words,
                        "NAME or NAME:option=value,...; `omega synth --list` shows the options of " + preset.name);
      const std::string name = word.substr(0, equals), value = word.substr(equals + 1);
      if (!said.insert(name).second) throw Error::input(what + " sets " + omega::quoted(name) + " twice; set it once");
      if (name == "seed")
        choice.seed = seed_number("seed of " + what, value);
      else
        choice.given.emplace_back(name, value);
    }
  choice.says_seed = said.contains("seed");
  choice.options = Options(choice.name, preset.options, choice.given);
  return choice;
}

}  // namespace omega
