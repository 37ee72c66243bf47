// A figure: what a plot of a study shows, without saying how it is painted. The app and the SVG writer draw the same
// one.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "math/power_fit.h"
#include "studies/json_source.h"

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
};

struct Curve {
  std::string name;
  std::string legend;  // what the legend calls it: its name, or of a reference what it is
  std::string method;  // decides its colour
  int copy = 0;        // and its dash and marker among curves of its method
  bool is_paper = false;
  bool has_band = false;
  int reference = 0;  // a line that others are held against: the n-th of its panel's references
  bool has_line = true;
  bool is_dashed = false;
  std::vector<CurvePoint> points;  // by rising x; gaps are left out
  std::optional<PowerFit> fit;
  double fit_from = 0, fit_to = 0;
};

/// A cell of a map.
struct MapCell {
  Index column = 0, row = 0;
  double value = 0;
  Index point = -1;
};

struct Panel {
  std::string name, title, kind;
  std::string group;  // the value of `split`
  Axis x, y;
  std::vector<Curve> curves;
  std::vector<MapCell> cells;  // kind map; x and y have categories
  bool log_colour = false;
  std::string note;  // beside the title
};

struct Figure {
  std::string title, caption;
  Index columns = 0;  // of panels; 0: by their number
  std::vector<Panel> panels;
  std::vector<std::string> missing;  // why some points are not there, each once
};

Json to_json(const Figure& figure);

}  // namespace omega::studies
