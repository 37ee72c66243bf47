#include "train/gradient_plan.h"

#include <algorithm>

namespace omega::train {

/// Walks from the last function to the first for what is written to each gradient first, then finds room for all.
GradientPlan GradientPlan::finished() const {
  GradientPlan plan = *this;
  std::vector<char> written(plan.nodes.size(), 0);
  for (std::size_t f = plan.functions.size(); f-- > 0;) {
    Function& function = plan.functions[f];
    const auto has_slope = [&](std::int32_t node) {
      return node == kElsewhere || (node >= 0 && written[static_cast<std::size_t>(node)] != 0);
    };
    function.lives = function.outs.empty() || std::any_of(function.outs.begin(), function.outs.end(), has_slope);
    if (!function.lives) continue;
    const auto mention = [&](std::int32_t node) {
      Node& own = plan.nodes[static_cast<std::size_t>(node)];
      if (written[static_cast<std::size_t>(node)] == 0) own.first = f;
      own.last = f;
      written[static_cast<std::size_t>(node)] = 1;
    };
    for (const std::int32_t node : function.outs) {
      if (node < 0) continue;
      if (!has_slope(node)) function.clears.push_back(node);
      mention(node);
    }
    for (Write& write : function.writes) {
      const bool is_first = !has_slope(write.node);
      write.adds = !is_first || !write.is_whole;
      write.clears = is_first && !write.is_whole;
      mention(write.node);
    }
  }
  plan.place_nodes();
  return plan;
}

/// Each gradient at the lowest place that is free from its first function to its last.
void GradientPlan::place_nodes() {
  std::vector<std::vector<std::size_t>> begins(functions.size()), ends(functions.size());
  for (std::size_t i = 0; i < nodes.size(); ++i)
    if (nodes[i].first != kNever) {
      begins[nodes[i].first].push_back(i);
      ends[nodes[i].last].push_back(i);
    }
  std::vector<std::size_t> there;  // by their places
  for (std::size_t f = functions.size(); f-- > 0;) {
    for (const std::size_t node : begins[f]) {
      std::uint64_t at = 0;
      auto before = there.begin();
      for (; before != there.end(); ++before) {
        if (nodes[*before].place >= at + aligned(nodes[node].numbers)) break;
        at = nodes[*before].place + aligned(nodes[*before].numbers);
      }
      there.insert(before, node);
      nodes[node].place = at;
      this->numbers = std::max(this->numbers, at + aligned(nodes[node].numbers));
    }
    for (const std::size_t node : ends[f]) std::erase(there, node);
  }
}

}  // namespace omega::train
