#include "views/train/head_document.h"

namespace omegascope {

Document withHeads(Document document, const HeadFile& file) {
  document.workload = Workload{};
  document.workload.preset.clear();
  document.workload.file = file.path.toStdString();
  document.seed = file.stream.seed;
  document.draw = file.stream.draw;
  document.cards.clear();
  Card softmax;
  softmax.id = document.nextCardId();
  softmax.method = "softmax";
  document.cards.push_back(softmax);
  if (file.estimator.method == "softmax") return document;
  Card card;
  card.id = document.nextCardId();
  card.method = file.estimator.method;
  card.options = {file.estimator.options.begin(), file.estimator.options.end()};
  document.cards.push_back(card);
  return document;
}

}  // namespace omegascope
