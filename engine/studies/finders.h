// Finders: each looks at one panel and says in sentences what is to be found there.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "studies/findings.h"

namespace omega::studies {

/// What a finder may look at.
struct Look {
  const FindingSpec& spec;
  const Panel& panel;
  const RowsOfPoint& rows;

  bool wants(const Curve& curve) const;
  std::string where() const;  // "N = 196: "
  double row_mean(Index point, const std::string& name) const;
};

using Finder = std::function<std::vector<Finding>(const Look&)>;

/// By the names that studies call them.
const std::vector<std::pair<std::string, Finder>>& finders();

}  // namespace omega::studies
