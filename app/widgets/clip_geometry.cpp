#include "widgets/clip_geometry.h"

#include <algorithm>

namespace omegascope {
namespace {

// One side of Sutherland-Hodgman: keeps what `inside` accepts, cuts edges with `cut`.
template <class Inside, class Cut>
QPolygonF cutSide(const QPolygonF& polygon, Inside inside, Cut cut) {
  QPolygonF kept;
  for (qsizetype i = 0; i < polygon.size(); ++i) {
    const QPointF a = polygon[i], b = polygon[(i + 1) % polygon.size()];
    if (inside(a)) kept << a;
    if (inside(a) != inside(b)) kept << cut(a, b);
  }
  return kept;
}

QPointF atX(QPointF a, QPointF b, double x) { return {x, a.y() + (b.y() - a.y()) * (x - a.x()) / (b.x() - a.x())}; }
QPointF atY(QPointF a, QPointF b, double y) { return {a.x() + (b.x() - a.x()) * (y - a.y()) / (b.y() - a.y()), y}; }

}  // namespace

std::optional<QLineF> clippedLine(const QLineF& line, const QRectF& rect) {
  double from = 0, to = 1;
  const double dx = line.dx(), dy = line.dy();
  const double steps[] = {-dx, dx, -dy, dy};
  const double rooms[] = {line.x1() - rect.left(), rect.right() - line.x1(), line.y1() - rect.top(),
                          rect.bottom() - line.y1()};
  for (int side = 0; side < 4; ++side) {
    if (steps[side] == 0) {
      if (rooms[side] < 0) return {};
      continue;
    }
    const double t = rooms[side] / steps[side];
    if (steps[side] < 0) from = std::max(from, t);
    if (steps[side] > 0) to = std::min(to, t);
  }
  if (from > to) return {};
  return QLineF(line.pointAt(from), line.pointAt(to));
}

std::vector<QPolygonF> clippedPolyline(const QPolygonF& line, const QRectF& rect) {
  std::vector<QPolygonF> parts;
  bool open = false;  // the last part still runs
  for (qsizetype i = 0; i + 1 < line.size(); ++i) {
    const auto piece = clippedLine(QLineF(line[i], line[i + 1]), rect);
    if (!piece) {
      open = false;
      continue;
    }
    if (!open || parts.back().last() != piece->p1()) parts.push_back(QPolygonF{piece->p1()});
    parts.back() << piece->p2();
    open = rect.contains(line[i + 1]);
  }
  return parts;
}

QPolygonF clippedPolygon(const QPolygonF& polygon, const QRectF& rect) {
  const double l = rect.left(), r = rect.right(), t = rect.top(), b = rect.bottom();
  QPolygonF kept = polygon;
  kept = cutSide(
      kept, [l](QPointF p) { return p.x() >= l; }, [l](QPointF a, QPointF c) { return atX(a, c, l); });
  kept = cutSide(
      kept, [r](QPointF p) { return p.x() <= r; }, [r](QPointF a, QPointF c) { return atX(a, c, r); });
  kept = cutSide(
      kept, [t](QPointF p) { return p.y() >= t; }, [t](QPointF a, QPointF c) { return atY(a, c, t); });
  kept = cutSide(
      kept, [b](QPointF p) { return p.y() <= b; }, [b](QPointF a, QPointF c) { return atY(a, c, b); });
  return kept;
}

}  // namespace omegascope
