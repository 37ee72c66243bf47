// MathSheet: lines of formulas and words, one below the other, broken to a width: what MathView and exports show.
#pragma once

#include <vector>

#include "math_text/math_layout.h"

namespace omegascope {

struct MathLine {
  MathNode content;
  double size = 1;    // of its letters, against the sheet's
  double indent = 0;  // in letters' sizes, as all below
  double above = 0;   // more room above it
};

class MathSheet {
 public:
  void setLines(std::vector<MathLine> lines);
  const std::vector<MathLine>& lines() const { return m_lines; }

  /// Must come before what follows; `pixels` is the size of the letters.
  void layOut(double width, double pixels);
  double width() const { return m_width; }
  double height() const { return m_height; }
  void paint(QPainter& painter, QPointF topLeft, const Theme& theme, const QString& highlighted = {}) const;

  struct Place {
    int line = -1;
    int spot = -1;
    bool operator==(const Place&) const = default;
  };
  /// The symbol at a point from the top left corner; none: line −1.
  Place at(QPointF point) const;
  /// The next or previous symbol in reading order; from none, the first or last.
  Place moved(Place from, int steps) const;
  /// Empty for no place.
  QString idAt(Place place) const;
  QRectF areaOf(Place place) const;

  QString plainText() const;
  QString spokenText() const;

 private:
  struct Set {
    MathBox box;
    QPointF origin;
  };
  bool isPlace(Place place) const;

  std::vector<MathLine> m_lines;
  std::vector<Set> m_set;
  double m_width = 0, m_height = 0;
  double m_forWidth = -1, m_forPixels = 0;  // what it was laid out for; −1: not yet
};

/// A line of a sheet from the notation of math_parser.h.
MathLine formulaLine(const QString& source, double above = 0.35);

/// Into an area, with smaller letters where it would not fit.
void paintSheet(QPainter& painter, const QRectF& area, const Theme& theme, const std::vector<MathLine>& lines,
                const QString& highlighted = {});

}  // namespace omegascope
