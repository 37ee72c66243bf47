#include "math_text/math_layout.h"

#include <QFontMetricsF>
#include <QHash>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "math_text/symbol_colours.h"

namespace omegascope {

namespace {

// All lengths are shares of the size of the letters.
constexpr double kScript = 0.74, kLeastPixels = 6;
constexpr double kSubDrop = 0.22, kSupRise = 0.4;
constexpr double kSumSize = 1.35, kTightFraction = 0.84;
constexpr double kBarGap = 0.16, kLine = 0.06, kWideGap = 1.4;
constexpr double kSmaller = 0.8;
constexpr double kLeading = 0.42, kIndent = 1.5;
constexpr double kLineAscent = 0.76, kLineDescent = 0.24;  // of a line, whatever stands on it

struct Extent {
  double advance;
  QRectF ink;
};

// Letters come again and again, and measuring them is what laying out takes; numbers come and go.
constexpr int kMostExtents = 2000;

struct Face {
  QFont font;
  QFontMetricsF metrics;
  mutable QHash<QString, Extent> extents;

  Extent extentOf(const QString& text) const {
    if (const auto known = extents.constFind(text); known != extents.constEnd()) return *known;
    if (extents.size() >= kMostExtents) extents.clear();
    return *extents.insert(text, {metrics.horizontalAdvance(text), metrics.tightBoundingRect(text)});
  }
};

const Face& faceOf(double pixels, bool bold, bool italic) {
  static std::map<int, Face> faces;  // references into it stay
  const int size = std::max(1, static_cast<int>(std::lround(pixels)));
  const int key = 4 * size + (bold ? 2 : 0) + (italic ? 1 : 0);
  auto found = faces.find(key);
  if (found == faces.end()) {
    QFont font = plotFont(size);
    font.setBold(bold);
    font.setItalic(italic);
    found = faces.emplace(key, Face{font, QFontMetricsF(font), {}}).first;
  }
  return found->second;
}

/// Kept: the font engine gives an outline that differs by a hair when it is asked again, and pictures must come out the
/// same.
const QPainterPath& outlineOf(const QString& sign, const QFont& font) {
  static std::map<std::pair<QString, int>, QPainterPath> outlines;
  QPainterPath& outline = outlines[{sign, font.pixelSize()}];
  if (outline.isEmpty()) outline.addText(0, 0, font, sign);
  return outline;
}

/// The height of a minus sign: fraction bars and large operators are centred on it.
double axisOf(double pixels) { return -faceOf(pixels, false, false).extentOf(QStringLiteral("−")).ink.center().y(); }

struct Size {
  double pixels;
  bool display;  // sums have their limits below
  int level;     // of scripts

  Size inside() const { return {pixels, false, level}; }
  Size script() const { return {atLeast(pixels * kScript), false, level + 1}; }
  Size smaller(double factor) const { return {atLeast(pixels * factor), false, level}; }
  double atLeast(double wanted) const {
    return std::max({kLeastPixels, wanted, std::min(pixels, screenLook().leastText)});
  }
};

MathBox glyphs(const QString& text, const Face& face, SymbolRole role, bool faint) {
  MathBox box;
  const auto [advance, ink] = face.extentOf(text);
  const double left = std::max(0.0, -ink.left());  // an italic J reaches back
  box.width = left + std::max(advance, ink.right());
  box.ascent = std::max(0.0, -ink.top());
  box.descent = std::max(0.0, ink.bottom());
  box.inks.push_back({.text = text, .font = face.font, .at = {left, 0}, .role = role, .faint = faint});
  return box;
}

MathBox shape(const QPainterPath& path, double pen, SymbolRole role = SymbolRole::none) {
  MathBox box;
  box.inks.push_back({.path = path, .pen = pen, .role = role});
  const QRectF area = box.inks.front().area();
  box.width = std::max(0.0, area.right());
  box.ascent = std::max(0.0, -area.top());
  box.descent = std::max(0.0, area.bottom());
  return box;
}

MathBox bar(double from, double to, double y, double pen) {
  QPainterPath path;
  path.moveTo(from, y);
  path.lineTo(to, y);
  return shape(path, pen);
}

QPainterPath accentPath(MathAccent accent, double left, double width, double bottom, double height) {
  QPainterPath path(QPointF(left, bottom - (accent == MathAccent::bar ? height / 2 : 0)));
  const double right = left + width, middle = bottom - height / 2;
  if (accent == MathAccent::hat) {
    path.lineTo(left + width / 2, bottom - height);
    path.lineTo(right, bottom);
  } else if (accent == MathAccent::tilde) {
    path.cubicTo(left + width * 0.2, bottom - 1.7 * height, left + width * 0.55, bottom - 0.1 * height,
                 left + width * 0.62, middle + height * 0.1);
    path.cubicTo(left + width * 0.75, middle + height * 0.5, right, middle, right, bottom - height);
  } else {
    path.lineTo(right, middle);
  }
  return path;
}

bool isPunctuation(const MathNode& node) { return node.isOneOf(QStringLiteral(",;:")); }
bool isSign(const MathNode& node) { return node.isOneOf(QStringLiteral("+−±")); }
bool isUnary(const std::vector<MathNode>& parts, std::size_t i) {
  return isSign(parts[i]) && (i == 0 || !parts[i - 1].isOperand());
}
bool isText(const MathNode& node) { return node.kind == MathKind::word; }

/// Room between two neighbours, in letters' sizes.
double gapBefore(const std::vector<MathNode>& parts, std::size_t i, int level) {
  if (i == 0) return 0;
  const MathNode &before = parts[i - 1], &node = parts[i];
  if (node.space > 1 && level == 0) return kWideGap;
  if (isPunctuation(node)) return node.text == QLatin1String(":") && node.space > 0 ? 0.2 : 0;
  if (isPunctuation(before)) return node.space > 0 ? 0.34 : 0.16;
  const double tight = level > 0 ? 0.4 : 1;
  if (isUnary(parts, i - 1)) return 0.03;
  if (node.isRelation() || before.isRelation()) return 0.32 * tight;
  if (isSign(node) || isSign(before)) return 0.26 * tight;
  if (!node.isOperand() || !before.isOperand())
    return (node.space > 0 || (before.kind == MathKind::operation && node.space > 0) ? 0.2 : 0.1) * tight;
  if (isText(node) || isText(before)) return node.space > 0 ? 0.32 : 0.03;
  if (before.kind == MathKind::sum) return 0.18;
  return node.space > 0 ? 0.22 : 0.02;
}

/// (1/S) beside others is drawn as a fraction without its brackets.
bool isBareFraction(const std::vector<MathNode>& parts, std::size_t i) {
  const MathNode& node = parts[i];
  if (node.kind != MathKind::group || node.text != QLatin1String("(") || node.hasScripts()) return false;
  const std::vector<MathNode>& inside = node.parts[0].parts;
  return inside.size() == 1 && inside[0].kind == MathKind::fraction &&
         (i == 0 || node.space > 0 || !parts[i - 1].isOperand());
}

/// N(0, I) and E[y]: the normal distribution and the expectation are no variables.
bool isOperator(const std::vector<MathNode>& parts, std::size_t i) {
  const MathNode& node = parts[i];
  if (node.kind != MathKind::symbol || node.hasScripts() || i + 1 == parts.size()) return false;
  const MathNode& next = parts[i + 1];
  if (next.kind != MathKind::group || next.space > 0) return false;
  return (node.text == QLatin1String("N") && next.text == QLatin1String("(")) ||
         (node.text == QLatin1String("E") && next.text == QLatin1String("["));
}

class Composer {
 public:
  MathBox row(const MathNode& row, Size size) const {
    MathBox box;
    for (std::size_t i = 0; i < row.parts.size(); ++i) {
      box.width += gapBefore(row.parts, i, size.level) * size.pixels;
      box.add(part(row.parts, i, size), {box.width, 0});
    }
    return box;
  }

  MathBox part(const std::vector<MathNode>& parts, std::size_t i, Size size) const {
    if (size.level == 0 && isBareFraction(parts, i)) return row(parts[i].parts[0], size);
    if (isOperator(parts, i))
      return glyphs(parts[i].text, faceOf(size.pixels, false, false), SymbolRole::none, parts[i].faint);
    const MathNode& node = parts[i];
    MathBox box = node.kind == MathKind::sum ? sum(node, size) : withScripts(base(node, size), node, size);
    if (const QString id = symbolId(node); !id.isEmpty()) {
      box.spots = {{id, box.area()}};  // a symbol is one spot, its scripts included
    }
    return box;
  }

 private:
  MathBox base(const MathNode& node, Size size) const {
    switch (node.kind) {
      case MathKind::row: return row(node, size);
      case MathKind::symbol: return symbol(node, size);
      case MathKind::fraction: return fraction(node, size);
      case MathKind::root: return root(node, size);
      case MathKind::group: return group(node, size);
      case MathKind::number:
        return glyphs(raisedText(node.text), faceOf(size.pixels, false, false), roleOf(node), node.faint);
      default: return word(node, size);
    }
  }

  static MathBox word(const MathNode& node, Size size) {
    MathBox box = glyphs(node.text, faceOf(size.pixels, node.bold, false), SymbolRole::none, node.faint);
    box.inks.front().tint = node.tint;
    return box;
  }

  /// The source has raised letters; here plain letters are raised by their place.
  static QString raisedText(QString text) {
    static const QString raised = QStringLiteral("ᵀ⁺²³⁻¹"), plain = QStringLiteral("T+23−1");
    for (QChar& c : text)
      if (const auto at = raised.indexOf(c); at >= 0) c = plain[at];
    return text;
  }

  static MathBox symbol(const MathNode& node, Size size) {
    const SymbolRole role = roleOf(node);
    const bool vector = isVector(node), upright = node.text == QStringLiteral("Σ") || node.text == QStringLiteral("Π");
    const Face& face = faceOf(size.pixels, vector, !vector && !upright);
    MathBox box = glyphs(node.text + QString(node.primes, QChar(0x2032)), face, role, node.faint);
    if (node.accent == MathAccent::none) return box;
    const QRectF ink = face.extentOf(node.text).ink;
    const double width = std::clamp(ink.width() * 0.8, 0.3 * size.pixels, 0.5 * size.pixels),
                 lean = vector ? 0 : 0.07 * size.pixels;
    const double left = std::max(0.0, ink.center().x() + lean - width / 2),
                 height = (node.accent == MathAccent::tilde ? 0.1 : 0.14) * size.pixels;
    const double pen = std::max(0.8, kLine * size.pixels);
    box.add(shape(accentPath(node.accent, left, width, ink.top() - 0.1 * size.pixels, height), pen, role), {});
    return box;
  }

  MathBox withScripts(MathBox box, const MathNode& node, Size size) const {
    if (!node.hasScripts()) return box;
    const bool tall = node.kind == MathKind::group || node.kind == MathKind::fraction || node.kind == MathKind::root;
    const double ascent = box.ascent, descent = box.descent, at = box.width + 0.04 * size.pixels;
    double drop = 0;
    MathBox below;
    if (!node.below.empty()) {
      below = row(node.below.front(), size.script());
      drop = std::max(
          {kSubDrop * size.pixels, tall ? descent - 0.04 * size.pixels : 0, below.ascent - 0.42 * size.pixels});
      box.add(below, {at, drop});
    }
    if (!node.above.empty()) {
      const MathBox above = row(node.above.front(), size.script());
      double rise = std::max(
          {kSupRise * size.pixels, tall ? ascent - 0.36 * size.pixels : 0, above.descent + 0.28 * size.pixels});
      if (!node.below.empty()) rise = std::max(rise, above.descent + below.ascent - drop + 0.14 * size.pixels);
      box.add(above, {at + (tall ? 0 : 0.04 * size.pixels), -rise});
    }
    return box;
  }

  MathBox sum(const MathNode& node, Size size) const {
    const double pixels = size.pixels * (size.display ? kSumSize : 1.05);
    const MathBox sign = glyphs(node.text, faceOf(pixels, false, false), SymbolRole::none, node.faint);
    MathBox box;
    // Centred on the axis of what stands beside it.
    const double down = (sign.ascent - sign.descent) / 2 - axisOf(size.pixels);
    if (!size.display) {
      box.add(sign, {0, down});
      return withScripts(box, node, size);
    }
    MathBox below, above;
    if (!node.below.empty()) below = row(node.below.front(), size.script());
    if (!node.above.empty()) above = row(node.above.front(), size.script());
    const double width = std::max({sign.width, below.width, above.width}), gap = 0.1 * size.pixels;
    box.add(sign, {(width - sign.width) / 2, down});
    if (!node.below.empty()) box.add(below, {(width - below.width) / 2, down + sign.descent + gap + below.ascent});
    if (!node.above.empty()) box.add(above, {(width - above.width) / 2, down - sign.ascent - gap - above.descent});
    box.width = width;
    return box;
  }

  MathBox fraction(const MathNode& node, Size size) const {
    const auto side = [&](const MathNode& row, Size of) {
      return this->row(isWrapped(row) ? row.parts.front().parts[0] : row, of);
    };
    if (size.level > 0) {  // there is no room above a script
      MathBox box = row(node.parts[0], size);
      box.add(glyphs(QStringLiteral("/"), faceOf(size.pixels, false, false), SymbolRole::none, node.faint),
              {box.width, 0});
      box.add(row(node.parts[1], size), {box.width, 0});
      return box;
    }
    const bool small = !size.display || (node.parts[0].parts.size() == 1 && !node.loose);
    const Size of = small ? size.inside().smaller(kTightFraction) : size.inside();
    const MathBox above = side(node.parts[0], of), below = side(node.parts[1], of);
    const double pen = std::max(0.9, kLine * size.pixels), gap = kBarGap * of.pixels + pen / 2,
                 axis = axisOf(size.pixels), margin = 0.1 * size.pixels;
    const double width = std::max(above.width, below.width) + 2 * margin;
    MathBox box = bar(0, width, -axis, pen);
    box.add(above, {(width - above.width) / 2, -axis - gap - above.descent});
    box.add(below, {(width - below.width) / 2, -axis + gap + below.ascent});
    box.width = width;
    return box;
  }

  MathBox root(const MathNode& node, Size size) const {
    const MathBox under = row(node.parts[0], size.inside());
    const double pixels = size.pixels, pen = std::max(0.9, kLine * pixels), hook = 0.5 * pixels,
                 top = -std::max(under.ascent, 0.5 * pixels) - 0.16 * pixels;
    const double bottom = std::max(under.descent, 0.04 * pixels),
                 width = hook + 0.06 * pixels + under.width + 0.06 * pixels;
    QPainterPath path(QPointF(0.04 * pixels, bottom - 0.4 * (bottom - top)));
    path.lineTo(0.14 * pixels, bottom - 0.46 * (bottom - top));
    path.lineTo(0.28 * pixels, bottom);
    path.lineTo(hook, top);
    path.lineTo(width, top);
    MathBox box = shape(path, pen);
    box.add(under, {hook + 0.06 * pixels, 0});
    box.width = width + 0.04 * pixels;
    return box;
  }

  /// A delimiter as a letter where that is high enough, else its outline, stretched.
  static MathBox delimiter(const QString& sign, Size size, double ascent, double descent) {
    const Face& face = faceOf(size.pixels, false, false);
    MathBox letter = glyphs(sign, face, SymbolRole::none, false);
    const double slack = 0.17 * size.pixels;  // a subscript may reach below
    if (ascent <= letter.ascent + slack && descent <= letter.descent + slack) return letter;
    const QPainterPath& outline = outlineOf(sign, face.font);
    const QRectF area = outline.boundingRect();
    const double top = std::max(ascent, letter.ascent) + 0.04 * size.pixels,
                 bottom = std::max(descent, letter.descent) + 0.04 * size.pixels;
    const double stretch = (top + bottom) / std::max(1e-3, area.height());
    const QTransform grown = QTransform::fromTranslate(0, -top - area.top() * stretch).scale(1, stretch);
    MathBox box = shape(grown.map(outline), 0);
    box.width = std::max(box.width, letter.width);
    return box;
  }

  MathBox group(const MathNode& node, Size size) const {
    const MathBox inside = row(node.parts[0], size.inside());
    MathBox box = delimiter(node.text, size, inside.ascent, inside.descent);
    const bool bars = node.text == QLatin1String("|") || node.text == QStringLiteral("‖");
    const double room = bars ? 0 : 0.02 * size.pixels;
    box.add(inside, {box.width + room, 0});
    box.add(delimiter(node.closing, size, inside.ascent, inside.descent), {box.width + room, 0});
    return box;
  }
};

bool mayBreakBefore(const std::vector<MathNode>& parts, std::size_t i) {
  const MathNode& node = parts[i];
  if (i == 0) return false;
  if (node.space > 1 || node.isRelation()) return true;
  if (isSign(node)) return !isUnary(parts, i);
  if (isPunctuation(parts[i - 1])) return node.space > 0;
  return node.space > 0 && (isText(node) || isText(parts[i - 1]));
}

/// A piece of a formula that is never broken.
struct Chunk {
  MathBox box;
  double gap = 0;
  bool statement = false;  // the first of one
};

std::vector<Chunk> chunksOf(const MathNode& formula, Size size) {
  const Composer composer;
  std::vector<Chunk> chunks;
  for (std::size_t i = 0; i < formula.parts.size(); ++i) {
    const double gap = gapBefore(formula.parts, i, 0) * size.pixels;
    const MathBox box = composer.part(formula.parts, i, size);
    if (i == 0 || mayBreakBefore(formula.parts, i)) {
      chunks.push_back({box, gap, i == 0 || formula.parts[i].space > 1});
    } else {
      MathBox& line = chunks.back().box;
      line.add(box, {line.width + gap, 0});
    }
  }
  return chunks;
}

double statementWidth(const std::vector<Chunk>& chunks, std::size_t first) {
  double width = chunks[first].box.width;
  for (std::size_t i = first + 1; i < chunks.size() && !chunks[i].statement; ++i)
    width += chunks[i].gap + chunks[i].box.width;
  return width;
}

std::vector<MathBox> linesOf(const std::vector<Chunk>& chunks, double pixels, double width) {
  std::vector<MathBox> lines;
  for (std::size_t i = 0; i < chunks.size(); ++i) {
    const Chunk& chunk = chunks[i];
    const double needed = chunk.statement ? std::min(statementWidth(chunks, i), width) : chunk.box.width;
    const bool fits = !lines.empty() && lines.back().width + chunk.gap + needed <= width;
    if (fits) {
      lines.back().add(chunk.box, {lines.back().width + chunk.gap, 0});
    } else {
      const double indent = chunk.statement ? 0 : std::min(kIndent * pixels, std::max(0.0, width - chunk.box.width));
      lines.emplace_back();
      lines.back().add(chunk.box, {indent, 0});
    }
  }
  return lines;
}

/// Whether breaking would leave a left side on a line of its own, before its equals sign.
bool leavesLeftSideAlone(const std::vector<Chunk>& chunks, double width) {
  for (std::size_t i = 0; i + 1 < chunks.size(); ++i)
    if (chunks[i].statement && !chunks[i + 1].statement &&
        chunks[i].box.width + chunks[i + 1].gap + chunks[i + 1].box.width > width)
      return true;
  return false;
}

MathBox stacked(const std::vector<MathBox>& lines, double pixels) {
  MathBox all;
  double y = 0, bottom = 0;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const double ascent = std::max(lines[i].ascent, kLineAscent * pixels),
                 descent = std::max(lines[i].descent, kLineDescent * pixels);
    if (i > 0) y = bottom + kLeading * pixels * 0.5 + ascent;
    all.add(lines[i], {0, y});
    all.ascent = std::max(all.ascent, ascent - y);
    bottom = y + descent;
    all.descent = std::max(all.descent, bottom);
  }
  return all;
}

}  // namespace

QRectF MathInk::area() const {
  if (text.isEmpty()) return path.boundingRect().adjusted(-pen / 2, -pen / 2, pen / 2, pen / 2).translated(at);
  return QFontMetricsF(font).tightBoundingRect(text).translated(at);
}

void MathBox::add(const MathBox& box, QPointF at) {
  for (MathInk ink : box.inks) {
    ink.at += at;
    inks.push_back(std::move(ink));
  }
  for (const MathSpot& spot : box.spots) spots.push_back({spot.id, spot.area.translated(at)});
  width = std::max(width, at.x() + box.width);
  ascent = std::max(ascent, box.ascent - at.y());
  descent = std::max(descent, box.descent + at.y());
}

int MathBox::spotAt(QPointF at) const {
  for (std::size_t i = 0; i < spots.size(); ++i)
    if (spots[i].area.adjusted(-1, -2, 1, 2).contains(at)) return static_cast<int>(i);
  return -1;
}

MathBox layoutMathWithin(const MathNode& formula, double pixels, double width) {
  // A little smaller is better than a left side alone; where that does not help, it is as it was.
  const std::vector<Chunk> chunks = chunksOf(formula, {pixels, true, 0});
  bool alone = leavesLeftSideAlone(chunks, width);
  for (double size = pixels - 0.5; alone && size >= kSmaller * pixels; size -= 0.5) {
    const std::vector<Chunk> smaller = chunksOf(formula, {size, true, 0});
    alone = leavesLeftSideAlone(smaller, width);
    if (const MathBox box = stacked(linesOf(smaller, size, width), size); !alone && box.width <= width) return box;
  }
  MathBox box = stacked(linesOf(chunks, pixels, width), pixels);
  for (double size = pixels; box.width > width && size > kLeastPixels;) {
    size = std::max(kLeastPixels, size - 1);
    box = stacked(linesOf(chunksOf(formula, {size, true, 0}), size, width), size);
  }
  return box;
}

void paintMath(QPainter& painter, const MathBox& box, QPointF origin, const Theme& theme, const QString& highlighted) {
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  painter.translate(origin);
  painter.setPen(Qt::NoPen);
  painter.setBrush(highlightColour(theme));
  for (const MathSpot& spot : box.spots)
    if (!highlighted.isEmpty() && spot.id == highlighted)
      painter.drawRoundedRect(spot.area.adjusted(-2, -2, 2, 2), 3, 3);
  for (const MathInk& ink : box.inks) {
    const QColor colour = ink.tint.isValid() ? ink.tint : ink.faint ? theme.faint : symbolColour(ink.role, theme);
    if (!ink.text.isEmpty()) {
      painter.setFont(ink.font);
      painter.setPen(colour);
      painter.drawText(ink.at, ink.text);
      continue;
    }
    const QPainterPath path = ink.path.translated(ink.at);
    if (ink.pen > 0)
      painter.strokePath(path, QPen(colour, ink.pen, Qt::SolidLine, Qt::FlatCap, Qt::MiterJoin));
    else
      painter.fillPath(path, colour);
  }
  painter.restore();
}

}  // namespace omegascope
