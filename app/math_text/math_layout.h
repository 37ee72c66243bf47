// Lays formulas out in boxes and paints them, the same on the screen and in every export: text as text.
#pragma once

#include <QFont>
#include <QPainterPath>
#include <vector>

#include "math_text/math_node.h"
#include "widgets/theme.h"

class QPainter;

namespace omegascope {

/// A run of text, or a shape where `text` is empty.
struct MathInk {
  QString text = {};
  QFont font = {};
  QPointF at = {};  // of its baseline
  QPainterPath path = {};
  double pen = 0;  // width of the line along the path; 0: filled
  SymbolRole role = SymbolRole::none;
  bool faint = false;
  QColor tint = {};

  QRectF area() const;  // what it blackens
};

/// Where a symbol stands.
struct MathSpot {
  QString id;
  QRectF area;
};

/// Coordinates are right and down from the start of the (first) baseline.
struct MathBox {
  double width = 0, ascent = 0, descent = 0;
  std::vector<MathInk> inks;
  std::vector<MathSpot> spots;

  double height() const { return ascent + descent; }
  QRectF area() const { return {0, -ascent, width, height()}; }
  /// Puts a box with its origin at `at` and grows to hold it.
  void add(const MathBox& box, QPointF at);
  /// The spot at a point, −1 where there is none.
  int spotAt(QPointF at) const;
};

/// Broken before relations, + and −, between statements and words; smaller letters where even that is too wide.
/// `pixels` is the size of its letters.
MathBox layoutMathWithin(const MathNode& formula, double pixels, double width);

/// Symbols with the id `highlighted` stand on a tint.
void paintMath(QPainter& painter, const MathBox& box, QPointF origin, const Theme& theme,
               const QString& highlighted = {});

}  // namespace omegascope
