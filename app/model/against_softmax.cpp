#include "model/against_softmax.h"

namespace omegascope {

void showAgainstSoftmax(Document& document, const std::string& method, const omega::Options::Given& options) {
  document.cards.clear();
  document.add("softmax");
  if (method != "softmax") document.add(method).options = {options.begin(), options.end()};
}

}  // namespace omegascope
