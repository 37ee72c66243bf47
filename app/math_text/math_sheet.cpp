#include "math_text/math_sheet.h"

#include <QPainter>
#include <QStringList>
#include <algorithm>

#include "math_text/math_parser.h"

namespace omegascope {

void MathSheet::setLines(std::vector<MathLine> lines) {
  m_lines = std::move(lines);
  m_forWidth = -1;
}

void MathSheet::layOut(double width, double pixels) {
  if (width == m_forWidth && pixels == m_forPixels) return;
  m_forWidth = width;
  m_forPixels = pixels;
  m_set.clear();
  m_width = 0;
  m_height = 0;
  for (const MathLine& line : m_lines) {
    const double size = pixels * line.size, indent = line.indent * pixels;
    MathBox box = layoutMathWithin(line.content, size, std::max(1.0, width - indent));
    m_height += line.above * pixels + 0.16 * pixels;
    const QPointF origin(indent, m_height + box.ascent);
    m_height = origin.y() + box.descent;
    m_width = std::max(m_width, indent + box.width);
    m_set.push_back({std::move(box), origin});
  }
}

void MathSheet::paint(QPainter& painter, QPointF topLeft, const Theme& theme, const QString& highlighted) const {
  for (const Set& set : m_set) paintMath(painter, set.box, topLeft + set.origin, theme, highlighted);
}

MathSheet::Place MathSheet::at(QPointF point) const {
  for (std::size_t i = 0; i < m_set.size(); ++i)
    if (const int spot = m_set[i].box.spotAt(point - m_set[i].origin); spot >= 0) return {static_cast<int>(i), spot};
  return {};
}

MathSheet::Place MathSheet::moved(Place from, int steps) const {
  std::vector<Place> places;
  for (std::size_t i = 0; i < m_set.size(); ++i)
    for (std::size_t s = 0; s < m_set[i].box.spots.size(); ++s)
      places.push_back({static_cast<int>(i), static_cast<int>(s)});
  if (places.empty()) return {};
  const auto found = std::find(places.begin(), places.end(), from);
  if (found == places.end()) return steps >= 0 ? places.front() : places.back();
  const auto last = static_cast<std::ptrdiff_t>(places.size()) - 1;
  return places[static_cast<std::size_t>(std::clamp(found - places.begin() + steps, std::ptrdiff_t{0}, last))];
}

bool MathSheet::isPlace(Place place) const {
  return place.line >= 0 && place.spot >= 0 && static_cast<std::size_t>(place.line) < m_set.size() &&
         static_cast<std::size_t>(place.spot) < m_set[static_cast<std::size_t>(place.line)].box.spots.size();
}

QString MathSheet::idAt(Place place) const {
  return isPlace(place) ? m_set[static_cast<std::size_t>(place.line)].box.spots[static_cast<std::size_t>(place.spot)].id
                        : QString();
}

QRectF MathSheet::areaOf(Place place) const {
  if (!isPlace(place)) return {};
  const Set& set = m_set[static_cast<std::size_t>(place.line)];
  return set.box.spots[static_cast<std::size_t>(place.spot)].area.translated(set.origin);
}

QString MathSheet::plainText() const {
  QStringList lines;
  for (const MathLine& line : m_lines) lines << omegascope::plainText(line.content);
  return lines.join(QLatin1Char('\n'));
}

QString MathSheet::spokenText() const {
  QStringList lines;
  for (const MathLine& line : m_lines) lines << omegascope::spokenText(line.content);
  return lines.join(QStringLiteral(". "));
}

MathLine formulaLine(const QString& source, double above) {
  MathLine line;
  line.content = mathOrWords(source);
  line.above = above;
  return line;
}

void paintSheet(QPainter& painter, const QRectF& area, const Theme& theme, const std::vector<MathLine>& lines,
                const QString& highlighted) {
  MathSheet sheet;
  sheet.setLines(lines);
  const double pixels = theme.font.pixelSize(), margin = 0.5 * pixels;
  double scale = 1;
  sheet.layOut(area.width() - 2 * margin, pixels);  // also where nothing may be smaller, as in a room
  for (; scale > theme.shrunk(0.2); scale *= 0.94) {
    sheet.layOut((area.width() - 2 * margin) / scale, pixels);
    if ((sheet.height() + 2 * margin) * scale <= area.height()) break;
  }
  painter.save();
  painter.translate(area.topLeft() + QPointF(margin, margin));
  painter.scale(scale, scale);
  sheet.paint(painter, {}, theme, highlighted);
  painter.restore();
}

}  // namespace omegascope
