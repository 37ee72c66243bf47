#include "views/train/head_document.h"

#include <algorithm>

namespace omegascope {

namespace {

/// The card of a method with these options: one that has them, or else the first of the method, which gets them, or a
/// new one. Heads are opened one after another: a card for each would pile up.
Card& cardWith(Document& document, const std::string& method, const OptionTexts& options) {
  auto& cards = document.cards;
  const auto isOfMethod = [&](const Card& card) { return card.method == method; };
  auto found = std::find_if(cards.begin(), cards.end(), [&](const Card& card) {
    return isOfMethod(card) && card.options == options && card.means.empty();
  });
  if (found == cards.end()) found = std::find_if(cards.begin(), cards.end(), isOfMethod);
  Card& card = found != cards.end() ? *found : document.add(method);
  card.options = options;
  card.means.clear();
  card.visible = true;
  return card;
}

}  // namespace

Document withHeads(Document document, const HeadFile& file) {
  document.workload = Workload{};
  document.workload.preset.clear();
  document.workload.file = file.path.toStdString();
  document.seed = file.stream.seed;
  document.draw = file.stream.draw;
  const omega::train::EstimatorOf& trained = file.estimator;
  const int exact = cardWith(document, kTruthMethod, {}).id;
  if (trained.method == kTruthMethod) return document;  // all cards are held against what the model computes
  const int own = cardWith(document, trained.method, {trained.options.begin(), trained.options.end()}).id;
  for (Card& card : document.cards)
    if (card.id != exact && card.id != own) card.visible = false;
  return document;
}

}  // namespace omegascope
