// What the density field shows, as plain values in data coordinates.
#pragma once

#include <QColor>
#include <QPointF>
#include <QPolygonF>
#include <QRectF>
#include <QString>
#include <vector>

#include "widgets/colour_maps.h"
#include "widgets/map_source.h"
#include "widgets/theme.h"

namespace omegascope {

/// The map of densities that begins at a theme's canvas.
inline ColourMap densityMap(const Theme& theme) {
  return !theme.dark ? ColourMap::Paper : theme.isStrong ? ColourMap::Midnight : ColourMap::Night;
}

// Values at the nodes of a grid over `area`, corners included; row 0 is at area.top(), the smallest y.
struct FieldGrid {
  int columns = 0, rows = 0;
  QRectF area;
  FloatBuffer values;  // log densities, say; what is not finite is drawn as the smallest value of the scale

  bool isEmpty() const { return columns < 2 || rows < 2 || !values || area.isEmpty(); }
  QPointF node(int column, int row) const;
  float at(int column, int row) const { return values.get()[static_cast<qint64>(row) * columns + column]; }
};

/// A star has four points; the one with five and the wide bars are markers of estimators. points.frag counts shapes.
enum class PointShape {
  Disc,
  Square,
  Diamond,
  Triangle,
  Cross,
  Plus,
  Star,
  DownTriangle,
  FiveStar,
  WidePlus,
  WideCross
};

struct FieldPoint {
  int id = -1;  // of the owner's choice, unique within the scene
  QPointF at;
  double weight = 1;  // the area, relative to the scene's `largestArea`
  PointShape shape = PointShape::Disc;
  int palette = -1;  // index of proposalColour(); otherwise `colour`
  QColor colour;
  bool hollow = false;  // pinned, or what was before
  bool draggable = false;
  bool faded = false;  // another estimator is in the foreground
  bool hovered = false, locked = false;
  QString label;
};

// The points one standard deviation from `centre` under the covariance [xx xy; xy yy]; a unit
// Gaussian by default. Filled with 10 % of its ink where `filled`.
struct FieldEllipse {
  QPointF centre;
  double xx = 1, xy = 0, yy = 1;
  int palette = -1;
  QColor colour;
  bool dashed = false, filled = false, emphasised = false;
};

struct FieldArrow {
  QPointF from, to;
  QColor colour;
  QString label;
};

struct FieldTrail {  // a path through data coordinates
  QPolygonF points;
  QColor colour;
  bool dashed = false;
};

struct DensityScene {
  FieldGrid field;
  ColourScale scale;
  std::vector<double> levels;  // of contour lines, in the field's values
  std::vector<FieldEllipse> ellipses;
  std::vector<FieldTrail> trails;
  std::vector<FieldPoint> points;  // later ones above earlier ones
  std::vector<FieldArrow> arrows;
  int held = -1;                // the id of the point that keys move
  double largestArea = 220;     // logical pixels of a point of weight 1
  double smallestRadius = 1.6;  // so that no point vanishes
};

}  // namespace omegascope
