// Pin: what was kept for before and after, as a session stores it. Its numbers follow from it.
#pragma once

#include "model/document.h"

namespace omegascope {

struct Pin {
  Document document;  // as it was then
  int head = 0, query = -1;
  bool operator==(const Pin&) const = default;
};

}  // namespace omegascope
