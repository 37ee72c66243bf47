#include "model/against_softmax.h"

namespace omegascope {

void showAgainstSoftmax(Document& document, const std::string& method, const omega::Options::Given& options) {
  const auto add = [&](const std::string& name, OptionTexts texts) {
    Card card;
    card.id = document.nextCardId();
    card.method = name;
    card.options = std::move(texts);
    document.cards.push_back(std::move(card));
  };
  document.cards.clear();
  add("softmax", {});
  if (method != "softmax") add(method, {options.begin(), options.end()});
}

}  // namespace omegascope
