// A figure: what a plot of a study shows, without saying how it is painted. The app and the SVG writer draw the same
// one.
#pragma once

#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "math/power_fit.h"
#include "studies/json_source.h"
#include "studies/panel_kind.h"

namespace omega::studies {

struct Axis {
  std::string title;
  bool log = false;
  bool symmetric = false;               // about 0
  std::vector<std::string> categories;  // names in place of numbers 0, 1, 2 ...
};

struct CurvePoint {
  double x = 0, y = 0;
  double low = 0, high = 0;  // y again where there is no band
  double error = 0;          // standard error of y, 0 where unknown
  Index point = -1;          // of the study: what a click goes to; −1 for a paper's number
  bool has_error = false;    // whether its error is known
  bool is_drawn = false;     // it is made of draws, also where these are too few to know its error
  bool after_gap = false;    // what was measured before it has no place on the axes: no line leads here
  // What y is the mean of, by seed (not a number where one is not measured), or blocks of the draws of the only seed.
  std::vector<double> parts = {};
  std::vector<double> logs = {};  // what each of them says of log y
  bool parts_are_draws = false;
  bool is_ratio = false;  // y is in units of another point
  double rounding = 0;    // a y up to this is the rounding of the arithmetic
  // Whether one draw makes much of what y may be off by: the variance of y by its draws alone, how much of that the
  // largest draw of each row makes, and how many draws a row has. All 0 where rows do not tell.
  double variance = 0, variance_of_one = 0;
  Index draws = 0;
  // The standard error by what each row says of its own draws, whatever seeds scatter by; not a number where one does
  // not.
  double error_of_draws = std::numeric_limits<double>::quiet_NaN();
};

struct Curve {
  std::string name;
  std::string legend;  // what the legend calls it: its name, or of a reference what it is
  std::string method;  // decides its colour
  int copy = 0;        // and its dash and marker among curves of its method
  bool is_paper = false;
  bool is_theory = false;  // a closed form, or what is predicted or promised
  bool has_band = false;
  int reference = 0;  // a line that others are held against: the n-th of its panel's references
  bool has_line = true;
  double area = 1;  // of its marks; 1: that of a usual one
  bool is_dashed = false;
  std::vector<CurvePoint> points;  // by rising x; gaps are left out
  std::optional<PowerFit> fit;
  bool turns = false;     // it has no fit, for it falls and rises
  double fit_within = 0;  // what chance may add to its slope, as PowerOfCurve::within
  double fit_from = 0, fit_to = 0;
};

/// A cell of a map. Where its value is not finite, `words` stand in its place.
struct MapCell {
  Index column = 0, row = 0;
  double value = 0;
  Index point = -1;
  std::string words = {};
};

/// A point of the study that a panel shows once it is measured, by the name of its curve.
struct PanelPoint {
  std::string curve;
  double x = 0;                       // not a number where it is measured, or a name
  std::size_t rows = 0, of_rows = 0;  // measured, without those that cannot be
};

/// One set of axes with its curves, or one map.
struct FigurePart {
  std::string name, title;
  PanelKind kind = PanelKind::lines;
  std::string group;  // the value of `split`
  Axis x, y;
  std::vector<Curve> curves;
  std::vector<MapCell> cells;  // kind map; x and y have categories
  bool log_colour = false;
  std::string note;          // beside the title
  std::string band = {};     // what lies between low and high of its points; empty: they have none
  std::string bars = {};     // what bars are; empty: there are none
  std::string nothing = {};  // said in place of axes where all is measured, and no number of it has a place on them
  std::vector<PanelPoint> wanted = {};
  bool x_is_measured = false;  // curves have no x in common
};

/// Half of the bar about a point: two standard errors, of a curve with lines that no band says the scatter of.
double bar_of(PanelKind kind, const Curve& curve, const CurvePoint& p);

struct Figure {
  std::string title, caption;
  Index columns = 0;  // of panels; 0: by their number
  std::vector<FigurePart> panels;
  std::vector<std::string> missing;  // why some points are not there, each once
};

Json to_json(const Figure& figure);
/// The same as a table, its columns named first; no text where there is no number.
std::vector<std::vector<std::string>> table_of(const Figure& figure);

}  // namespace omega::studies
