// What tests ask of a formula that was laid out.
#pragma once

#include <algorithm>

#include "math_text/math_layout.h"

namespace omegascope::test {

/// The largest share of a run of text that lies under another one.
inline double worstOverlap(const MathBox& box) {
  double worst = 0;
  const auto size = [](const QRectF& area) { return area.width() * area.height(); };
  for (std::size_t i = 0; i < box.inks.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      if (box.inks[i].text.isEmpty() || box.inks[j].text.isEmpty()) continue;
      const QRectF a = box.inks[i].area(), b = box.inks[j].area();
      const double smaller = std::min(size(a), size(b));
      if (smaller > 0 && a.intersects(b)) worst = std::max(worst, size(a & b) / smaller);
    }
  return worst;
}

/// Whether all ink lies in the box, up to the slant of a letter.
inline bool isInside(const MathBox& box) {
  const QRectF area = box.area().adjusted(-2, -1, 2, 1);
  return std::all_of(box.inks.begin(), box.inks.end(), [&](const MathInk& ink) { return area.contains(ink.area()); });
}

}  // namespace omegascope::test
