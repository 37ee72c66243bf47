#include "studies/heads_figure.h"

#include <cmath>
#include <functional>
#include <set>

namespace omega::studies {

namespace {

template <class Numbers>
Index place_of(const Numbers& numbers, Index number) {
  return static_cast<Index>(std::distance(numbers.begin(), numbers.find(number)));
}

template <class Numbers>
Axis axis_of(const std::string& title, const Numbers& numbers) {
  Axis axis;
  axis.title = title;
  for (const Index number : numbers) axis.categories.push_back(number == heads::kNoLayer ? "" : std::to_string(number));
  return axis;
}

/// Whether neither the head nor the estimator that a quantity is about has a problem.
bool is_measured(const heads::Head& head, const heads::Quantity& quantity) {
  const auto method = static_cast<std::size_t>(quantity.method);
  return head.problem.empty() &&
         (quantity.method < 0 || (method < head.estimates.size() && head.estimates[method].problem.empty()));
}

}  // namespace

Figure heads_figure(const std::string& title, const std::vector<heads::Head>& heads,
                    const std::vector<heads::Quantity>& shown) {
  std::set<Index> numbers;
  std::set<Index, std::greater<>> layers;  // rows are counted from below: the first layer stands on top
  for (const heads::Head& head : heads) {
    layers.insert(head.layer);
    numbers.insert(head.head);
  }
  Figure figure;
  figure.title = title;
  for (const heads::Quantity& quantity : shown) {
    FigurePart part;
    part.name = quantity.name;
    part.title = quantity.is_share ? quantity.title + " (%)" : quantity.title;
    part.kind = PanelKind::map;
    part.log_colour = quantity.rises_by_factors;
    part.x = axis_of("head", numbers);
    part.y = axis_of("layer", layers);
    bool is_there = false;
    Index point = 0;
    for (const heads::Head& head : heads) {
      const auto value = quantity.value(head);
      if (value && part.log_colour && !(*value > 0)) continue;
      is_there = is_there || value;
      MapCell cell{place_of(numbers, head.head), place_of(layers, head.layer), NAN, point++};
      if (value)
        cell.value = quantity.is_share ? 100 * *value : *value;
      else
        cell.words = is_measured(head, quantity) ? heads::value_text(quantity, head) : "!";
      part.cells.push_back(cell);
    }
    if (is_there) figure.panels.push_back(std::move(part));
  }
  return figure;
}

}  // namespace omega::studies
