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

std::string optionWords(const std::string& name) {
  return isControl(name) ? "“" + windowName(name) + "”" : "the command's “" + name + "”";
}

/// As the legend of chance counts them, from 1.
std::string proposalWords(const std::string& index, const std::string& part) {
  return (part.empty() ? "" : part + " of ") + "q" + std::to_string(std::stoll(index) + 1);
}

}  // namespace

std::string windowName(const std::string& option) {
  std::string name = option;
  std::replace(name.begin(), name.end(), '-', ' ');
  return name;
}

std::string windowWords(const std::string& sentence) {
  static const std::regex calledOtherwise(R"(--([a-z][a-z-]*)|proposals\[(\d{1,9})\](?:\.([a-z]+))?)");
  std::string words;
  auto from = sentence.cbegin();
  for (std::sregex_iterator found(sentence.begin(), sentence.end(), calledOtherwise), none; found != none; ++found) {
    const std::smatch& match = *found;
    words.append(from, match[0].first);
    words += match[1].matched ? optionWords(match[1]) : proposalWords(match[2], match[3]);
    from = match[0].second;
  }
  return words.append(from, sentence.cend());
}

}  // namespace omegascope
