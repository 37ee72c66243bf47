// GradientPlan: in which order the way back of a tape writes and reads gradients, and what follows from it: what is
// written first does not have to be added, what nobody wrote has to be cleared before it is read, and a place that
// nobody reads any more is free for others.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace omega::train {

/// The room that so many numbers take in memory where every place begins at a multiple of 64.
inline std::uint64_t aligned(std::uint64_t numbers) { return (numbers + 63) / 64 * 64; }

struct GradientPlan {
  /// In place of a node: a gradient that the plan does not place, or none at all.
  static constexpr std::int32_t kElsewhere = -1, kNowhere = -2;
  static constexpr std::size_t kNever = ~std::size_t{0};

  /// The gradient of something that the tape made.
  struct Node {
    std::uint64_t numbers, place = 0;
    std::size_t first = kNever, last = kNever;  // functions that know of it, on the way back
  };
  struct Write {
    std::int32_t node;
    bool is_whole;  // and may replace what is there
    bool clears = false, adds = true;
  };
  /// What the way back of one function reads and writes, whether anything comes of it, and what it has to clear before.
  struct Function {
    std::vector<std::int32_t> outs;
    std::vector<Write> writes;
    bool lives = false;
    std::vector<std::int32_t> clears;
  };

  /// The same plan with all that follows from its nodes, outs and writes.
  GradientPlan finished() const;

  std::vector<Node> nodes;
  std::vector<Function> functions;  // in the order of the forward pass
  std::uint64_t numbers = 0;        // that all places take

 private:
  void place_nodes();
};

}  // namespace omega::train
