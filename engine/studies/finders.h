// Finders: each looks at one panel and says in sentences what is to be found there.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "studies/findings.h"

namespace omega::studies {

/// How many of the points that a sentence is about have been measured. Below four fifths nothing is said.
struct Covered {
  std::size_t points = 0, of_points = 0, rows = 0, of_rows = 0;

  bool is_enough() const;
  std::string remark() const;  // " (so far 4 of 192 rows)"; empty where all is there
};

/// What a finder may look at.
struct Question {
  const FindingSpec& spec;
  const FigurePart& panel;
  const RowsOfPoint& rows;

  bool wants(const std::string& curve) const;
  bool wants(const Curve& curve) const;
  std::string where() const;  // "N = 196: "
  double row_mean(Index point, const std::string& name) const;
  double largest(Index point, const std::string& name) const;  // of the rows of a point
  /// Of the points that the panel shows once they are measured.
  Covered covered(const std::function<bool(const PanelPoint&)>& is_meant) const;
  Covered covered(const std::string& curve) const;
  Covered covered() const;
};

/// Which heads are easy for which method, and why: all methods of the study together, wherever they are drawn.
std::vector<Finding> find_heads(const Question& look);

using Finder = std::function<std::vector<Finding>(const Question&)>;

/// By the names that studies call them.
const std::vector<std::pair<std::string, Finder>>& finders();

}  // namespace omega::studies
