// Another language for one test.
#pragma once

#include "language/language.h"

namespace omegascope::test {

/// The program speaks it until the end of the test, also of one that fails.
class Speaking {
 public:
  explicit Speaking(Language language) { setLanguage(language); }
  ~Speaking() { setLanguage(Language::English); }
  Speaking(const Speaking&) = delete;
};

}  // namespace omegascope::test
