// PaperFigure: the panels on one page of a paper, as the figure builder arranges them. It is part of the document: undo
// and sessions hold it.
#pragma once

#include <string>
#include <vector>

namespace omegascope {

enum class ExportColours { Light, Dark, Grey };

struct FigureTile {
  std::string panel;
  int columns = 1;  // how many it spans
  int share = 1;    // its height, relative to the other rows
  bool operator==(const FigureTile&) const = default;
};

/// What grows from picture to picture, in equal steps or, for a whole number, in equal ratios.
struct FigureMotion {
  int card = -1;       // whose option; −1: that of the preset
  std::string option;  // empty: nothing moves
  double from = 1, to = 64;
  int frames = 24;
  int milliseconds = 120;  // of each
  bool operator==(const FigureMotion&) const = default;
};

struct PaperFigure {
  static constexpr int kMostTiles = 26, kMostColumns = 6, kMostShare = 6;
  static constexpr double kLeastSide = 10, kMostSide = 2000;  // millimetres
  static constexpr double kLeastPoints = 4, kMostPoints = 36, kLeastDpi = 36, kMostDpi = 2400;
  static constexpr int kLeastFrames = 2, kMostFrames = 600, kLeastMilliseconds = 20, kMostMilliseconds = 10000;

  std::vector<FigureTile> tiles = {{"attention", 2, 1}, {"omega_space", 1, 1}, {"weights", 1, 1}};  // row by row
  int columns = 2;
  double width = 174, height = 150;  // millimetres
  double points = 8;                 // of all its text
  double dpi = 300;                  // where it is made of pixels
  ExportColours colours = ExportColours::Light;
  bool letters = true, titles = false, legends = true;
  bool cross = true;  // the rings around what is selected
  FigureMotion motion;
  bool operator==(const PaperFigure&) const = default;
};

}  // namespace omegascope
