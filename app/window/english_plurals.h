// English plural forms: "%n head(s)" becomes "1 head" and "2 heads", "%n quer(y/ies)" "1 query" and "2 queries". A
// translation that is installed later comes first.
#pragma once

#include <QTranslator>

namespace omegascope {

class EnglishPlurals : public QTranslator {
 public:
  using QTranslator::QTranslator;

  QString translate(const char* context, const char* source, const char* disambiguation = nullptr,
                    int n = -1) const override;
  bool isEmpty() const override { return false; }

  /// For the whole application; idempotent.
  static void install();
};

}  // namespace omegascope
