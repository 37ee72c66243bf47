// Lays a figure out as a list of marks: the one look of a study's figure, in the window, in its exports and in the
// files of `omega study plot`. Everything scales with the size of its text.
#pragma once

#include <set>

#include "studies/figure.h"
#include "studies/marks.h"
#include "studies/scale.h"

namespace omega::studies {

struct FigureLook {
  double width = 960, height = 0;  // 0: as high as it wants to be
  double text = 11;                // pixels
  double line = 1;                 // scale of lines and markers
  Palette palette;
  std::set<std::string> hidden;    // keys of the legend
  std::set<std::string> behind;    // names of curves that step back
  std::set<Index> ringed;          // points of the study
  const Figure* beside = nullptr;  // another run of the same study, drawn faint and hollow
  std::size_t most = 1000;         // only so many panels
  /// Titles of logarithmic axes whose numbers are powers of ten, as one of each needs it.
  std::set<std::string> in_powers;
  bool is_bare = false;   // without titles and numbers: small pictures
  bool is_alone = false;  // with its title, caption, legend and notes: a file of its own
};

/// What stands in place of the axes of a panel without data (or its own words for it): they would show numbers that
/// nothing has.
constexpr const char *kNotMeasuredYet = "not measured yet", *kNothingMeasured = "nothing could be measured";

/// Where a panel is, and what stands where in it.
struct PlacedPanel {
  const FigurePart* panel = nullptr;
  Box plot;
  Scale x, y;  // of categories: x runs down, y across
  bool is_sideways = false;

  Position place(double at_x, double at_y) const {
    return is_sideways ? Position{y.at(at_y), x.at(at_x)} : Position{x.at(at_x), y.at(at_y)};
  }
};

/// Points into the figure it was made of.
struct Drawing {
  double width = 0, height = 0;
  Marks marks;
  std::vector<PlacedPanel> panels;
  std::set<std::string> hidden;
};

Drawing lay_out(const Figure& figure, const FigureLook& look);

/// Below `least` the text of a drawing shrinks with it.
struct Heights {
  double least = 0, wanted = 0;
};
/// At the look's width.
Heights heights_of(const Figure& figure, const FigureLook& look);

/// A curve's point, or a map's cell; `part` null: nothing is near.
struct Spot {
  const FigurePart* part = nullptr;
  const Curve* curve = nullptr;
  const CurvePoint* at = nullptr;
  const MapCell* cell = nullptr;
  /// Of the study; −1: a paper's number.
  Index point() const { return at != nullptr ? at->point : cell != nullptr ? cell->point : -1; }
};
Spot spot_at(const Drawing& drawing, Position place);
Position place_of(const Drawing& drawing, const Spot& spot);

/// The key by which a curve is hidden; the legend shows each key once.
std::string legend_key(const Curve& curve);
/// What the legend calls it.
std::string legend_name(const Curve& curve);
/// Every curve once that axes do not name: of panels with lines, and of those with categories where there are several.
std::vector<const Curve*> legend_of(const Figure& figure);
/// Its line and marker, across the box.
Marks legend_sign(const Curve& curve, const Box& box, const FigureLook& look);

}  // namespace omega::studies
