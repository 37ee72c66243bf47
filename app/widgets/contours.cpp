#include "widgets/contours.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <unordered_map>
#include <utility>

namespace omegascope {
namespace {

// Edges of the grid have numbers: horizontal ones first, then vertical ones. A crossing lies on exactly one edge, so
// that neighbouring squares agree on it to the last bit.
class Marcher {
 public:
  Marcher(const FieldGrid& grid, double level) : m_grid(grid), m_level(level) {}

  std::vector<QPolygonF> lines() {
    for (int j = 0; j + 1 < m_grid.rows; ++j) {
      for (int i = 0; i + 1 < m_grid.columns; ++i) march(i, j);
    }
    return joined();
  }

 private:
  using Edge = qint64;
  Edge horizontal(int i, int j) const { return qint64(j) * m_grid.columns + i; }
  Edge vertical(int i, int j) const { return qint64(m_grid.rows) * m_grid.columns + horizontal(i, j); }
  bool above(int i, int j) const { return m_grid.at(i, j) > m_level; }

  void march(int i, int j) {
    const std::array corners = {m_grid.at(i, j), m_grid.at(i + 1, j), m_grid.at(i + 1, j + 1), m_grid.at(i, j + 1)};
    if (!std::all_of(corners.begin(), corners.end(), [](float v) { return std::isfinite(v); })) return;
    const int code = above(i, j) | above(i + 1, j) << 1 | above(i + 1, j + 1) << 2 | above(i, j + 1) << 3;
    const Edge low = horizontal(i, j), high = horizontal(i, j + 1), left = vertical(i, j), right = vertical(i + 1, j);
    const bool middle = (double(corners[0]) + corners[1] + corners[2] + corners[3]) / 4 > m_level;
    switch (code) {
      case 1:
      case 14: add(left, low); break;
      case 2:
      case 13: add(low, right); break;
      case 3:
      case 12: add(left, right); break;
      case 4:
      case 11: add(right, high); break;
      case 6:
      case 9: add(low, high); break;
      case 7:
      case 8: add(left, high); break;
      case 5: middle ? (add(left, high), add(low, right)) : (add(left, low), add(right, high)); break;
      case 10: middle ? (add(left, low), add(right, high)) : (add(left, high), add(low, right)); break;
      default: break;
    }
  }

  void add(Edge a, Edge b) {
    for (const auto& [edge, other] : {std::pair{a, b}, std::pair{b, a}}) {
      auto& links = m_links.try_emplace(edge, std::array<Edge, 2>{-1, -1}).first->second;
      links[links[0] < 0 ? 0 : 1] = other;
    }
    m_order.insert(m_order.end(), {a, b});
  }

  QPointF crossing(Edge edge) const {
    const qint64 nodes = qint64(m_grid.rows) * m_grid.columns;
    const bool upright = edge >= nodes;
    const qint64 node = upright ? edge - nodes : edge;
    const int i = static_cast<int>(node % m_grid.columns), j = static_cast<int>(node / m_grid.columns);
    const double a = m_grid.at(i, j), b = upright ? m_grid.at(i, j + 1) : m_grid.at(i + 1, j);
    const double t = (m_level - a) / (b - a);
    const QPointF from = m_grid.node(i, j), to = upright ? m_grid.node(i, j + 1) : m_grid.node(i + 1, j);
    return from + (to - from) * t;
  }

  // Walks from `start` as far as there are links, taking them away.
  QPolygonF walk(Edge start) {
    QPolygonF line;
    Edge at = start;
    while (true) {
      line << crossing(at);
      auto& links = m_links[at];
      const int next = links[0] >= 0 ? 0 : 1;
      if (links[next] < 0) break;
      const Edge to = links[next];
      links[next] = -1;
      auto& back = m_links[to];
      back[back[0] == at ? 0 : 1] = -1;
      at = to;
    }
    return line;
  }

  std::vector<QPolygonF> joined() {
    std::vector<QPolygonF> lines;
    // Open lines first, from their ends; what remains is closed.
    for (const bool ends : {true, false}) {
      for (const Edge edge : m_order) {
        const auto& links = m_links[edge];
        const int count = (links[0] >= 0) + (links[1] >= 0);
        if (ends ? count == 1 : count > 0) lines.push_back(walk(edge));
      }
    }
    return lines;
  }

  const FieldGrid& m_grid;
  double m_level;
  std::unordered_map<Edge, std::array<Edge, 2>> m_links;
  std::vector<Edge> m_order;
};

}  // namespace

QPointF FieldGrid::node(int column, int row) const {
  return {area.left() + area.width() * column / (columns - 1), area.top() + area.height() * row / (rows - 1)};
}

std::vector<QPolygonF> contourLines(const FieldGrid& grid, double level) {
  if (grid.isEmpty()) return {};
  return Marcher(grid, level).lines();
}

}  // namespace omegascope
