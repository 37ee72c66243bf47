#include "studies/heads_figure.h"

#include <set>

namespace omega::studies {

namespace {

Index place_of(const std::set<Index>& numbers, Index number) {
  return static_cast<Index>(std::distance(numbers.begin(), numbers.find(number)));
}

Axis axis_of(const std::string& title, const std::set<Index>& numbers) {
  Axis axis;
  axis.title = title;
  for (const Index number : numbers) axis.categories.push_back(number == heads::kNoLayer ? "" : std::to_string(number));
  return axis;
}

}  // namespace

Figure heads_figure(const std::string& title, const std::vector<heads::Head>& heads,
                    const std::vector<heads::Quantity>& shown) {
  std::set<Index> layers, numbers;
  for (const heads::Head& head : heads) {
    layers.insert(head.layer);
    numbers.insert(head.head);
  }
  Figure figure;
  figure.title = title;
  for (const heads::Quantity& quantity : shown) {
    FigurePart part;
    part.name = quantity.name;
    part.title = quantity.title;
    part.kind = PanelKind::map;
    part.log_colour = quantity.rises_by_factors;
    part.x = axis_of("head", numbers);
    part.y = axis_of("layer", layers);
    for (const heads::Head& head : heads)
      if (const auto value = quantity.value(head); value && (!part.log_colour || *value > 0))
        part.cells.push_back({place_of(numbers, head.head), place_of(layers, head.layer), *value, -1});
    if (!part.cells.empty()) figure.panels.push_back(std::move(part));
  }
  return figure;
}

}  // namespace omega::studies
