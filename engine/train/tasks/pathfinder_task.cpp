#include "train/tasks/pathfinder_task.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/error.h"

namespace omega::train {

namespace {

struct Level {
  double share;  // of the grid's side that a curve is long
  Index gap;     // every so many cells one is missing
  Index others;  // curves without a dot
  Index side;    // the smallest grid with room for all of them
  double turn;   // how probable it is that a step turns left, and likewise right
};
constexpr Level kLevels[] = {{0.5, 4, 0, 8, 1.0 / 3}, {0.6, 3, 2, 16, 0.2}, {0.75, 2, 4, 24, 0.2}};

struct Place {
  Index row, column;
};
Index apart(const Place& a, const Place& b) { return std::max(std::abs(a.row - b.row), std::abs(a.column - b.column)); }

using Curve = std::vector<Place>;

/// A picture in the making.
class Canvas {
 public:
  Canvas(Index side, double turn, Dice& dice) : side_(side), turn_(turn), dice_(dice) {}

  /// Draws a curve that keeps away from those before; false where it found no room.
  bool add(Index cells) {
    constexpr int tries = 200;
    for (int i = 0; i < tries; ++i)
      if (Curve curve = walk(cells); static_cast<Index>(curve.size()) == cells) {
        curves_.push_back(std::move(curve));
        return true;
      }
    return false;
  }
  const std::vector<Curve>& curves() const { return curves_; }

 private:
  /// Ends early where it has no way on.
  Curve walk(Index cells) {
    static constexpr std::array<Place, 8> steps = {
        {{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}}};
    Curve curve = {{dice_.below(side_), dice_.below(side_)}};
    if (!is_free(curve.front(), curve)) return {};
    Index direction = dice_.below(8);
    while (static_cast<Index>(curve.size()) < cells) {
      const double u = dice_.uniform();
      direction = (direction + (u < turn_ ? 7 : u < 1 - turn_ ? 0 : 1)) % 8;
      const Place& step = steps[static_cast<std::size_t>(direction)];
      const Place next{curve.back().row + step.row, curve.back().column + step.column};
      if (!is_free(next, curve)) return curve;
      curve.push_back(next);
    }
    return curve;
  }

  /// Inside, with two empty cells to other curves and one to its own cells, but for those at its end.
  bool is_free(const Place& at, const Curve& own) const {
    if (at.row < 0 || at.column < 0 || at.row >= side_ || at.column >= side_) return false;
    for (const Curve& other : curves_)
      for (const Place& cell : other)
        if (apart(at, cell) < 3) return false;
    for (std::size_t i = 0; i + 2 < own.size(); ++i)
      if (apart(at, own[i]) < 2) return false;
    return own.size() < 2 || apart(at, own[own.size() - 2]) > 0;
  }

  Index side_;
  double turn_;
  Dice& dice_;
  std::vector<Curve> curves_;
};

void paint(const Curve& curve, Index gap, Index side, std::uint8_t* cells) {
  for (std::size_t i = 0; i < curve.size(); ++i) {
    const bool is_end = i == 0 || i + 1 == curve.size();
    if (is_end || static_cast<Index>(i) % gap != gap - 1) cells[curve[i].row * side + curve[i].column] = kDash;
  }
}

/// A dot at one end of each of two curves: those ends whose distance is nearest to that of the first curve's own.
std::pair<Place, Place> ends_of_two(const Curve& one, const Curve& other) {
  const Index wanted = apart(one.front(), one.back());
  std::pair<Place, Place> best{one.front(), other.front()};
  for (const Place& a : {one.front(), one.back()})
    for (const Place& b : {other.front(), other.back()})
      if (std::abs(apart(a, b) - wanted) < std::abs(apart(best.first, best.second) - wanted)) best = {a, b};
  return best;
}

DrawnExample draw(Index side, const Level& level, Dice& dice, std::uint8_t* cells) {
  const auto length = std::max<Index>(4, std::lround(level.share * static_cast<double>(side)));
  const bool connected = dice.chance(0.5);
  for (;;) {
    Canvas canvas(side, level.turn, dice);
    bool has_room = true;
    for (Index i = 0; has_room && i < 2 + level.others; ++i) has_room = canvas.add(i < 2 ? length : length / 2 + 1);
    if (!has_room) continue;
    const Curve &one = canvas.curves()[0], &other = canvas.curves()[1];
    const auto two = ends_of_two(one, other);
    // Both classes are held to it, so that their pictures are alike.
    if (apart(two.first, two.second) != apart(one.front(), one.back())) continue;
    std::fill(cells, cells + side * side, kEmpty);
    for (const Curve& curve : canvas.curves()) paint(curve, level.gap, side, cells);
    for (const Place& dot : connected ? std::array{one.front(), one.back()} : std::array{two.first, two.second})
      cells[dot.row * side + dot.column] = kDot;
    return {connected ? 1 : 0, side * side};
  }
}

}  // namespace

Task pathfinder_task() {
  Task task;
  task.name = "pathfinder";
  task.summary =
      "Dashed curves on a grid of cells and two dots at ends of curves; the class is whether one curve connects the "
      "dots (Long Range Arena).";
  task.shares = {"side"};
  task.options = {OptionSpec::choice("difficulty", {"easy", "medium", "hard"},
                                     "How long and how broken the curves are, and how many more there are.")};
  task.presets = {
      {"pathfinder", "quick", "Easy pictures of 10x10 cells: learning shows in minutes.",
       options_in("side=10 difficulty=easy examples=60000 batch=64 steps=2000 rate=0.001 redraw=1 samples=32 window=5 "
                  "overlap=2 layers=2 validation_examples=800")},
      {"pathfinder", "lra", "The Long Range Arena's size: hard pictures of 32x32 cells, 160 000 of them.",
       long_range(
           "side=32 difficulty=hard examples=200000 batch=128 steps=62400 rate=0.0001 warmup=1000 validate_every=500",
           true)}};
  task.shape = [](const Options& options) {
    const Index side = options.integer("side");
    const Index least = kLevels[options.choice<std::size_t>("difficulty")].side;
    if (side < least)
      throw Error::input("side=" + std::to_string(side) + " leaves no room for the curves of pathfinder's difficulty=" +
                         options.word("difficulty") + "; it must be at least " + std::to_string(least));
    return TaskShape{
        .length = side * side, .classes = 2, .columns = 3, .grid = Grid{side, side}, .reads = Reading::mean};
  };
  task.make = [](const Options& options, const Progress& progress) {
    const Index side = options.integer("side");
    const Level& level = kLevels[options.choice<std::size_t>("difficulty")];
    TaskData data = draw_balanced(side * side, examples_of(options), {"apart", "connected"}, progress,
                                  [&](Index index, std::uint8_t* cells) {
                                    Dice dice(seed_of(options), index);
                                    return draw(side, level, dice, cells);
                                  });
    data.symbols = one_hot(3, 3);
    return data;
  };
  return task;
}

}  // namespace omega::train
