#include "model/window_words.h"

#include <algorithm>
#include <regex>

#include "io/read_options.h"

namespace omegascope {

namespace {

bool isControl(const std::string& option) {
  const auto& controls = omega::read_option_specs();
  return option == "resume" || std::any_of(controls.begin(), controls.end(),
                                           [&](const omega::ReadOptionSpec& spec) { return spec.name == option; });
}

}  // namespace

std::string windowName(const std::string& option) {
  std::string name = option;
  std::replace(name.begin(), name.end(), '-', ' ');
  return name;
}

std::string windowWords(const std::string& sentence) {
  static const std::regex option("--([a-z][a-z-]*)");
  std::string words;
  auto from = sentence.cbegin();
  for (std::sregex_iterator found(sentence.begin(), sentence.end(), option), none; found != none; ++found) {
    words.append(from, (*found)[0].first);
    const std::string name = (*found)[1];
    words += isControl(name) ? "“" + windowName(name) + "”" : "the command's “" + name + "”";
    from = (*found)[0].second;
  }
  return words.append(from, sentence.cend());
}

}  // namespace omegascope
