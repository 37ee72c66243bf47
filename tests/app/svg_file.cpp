#include "app/svg_file.h"

#include <QFont>
#include <QFontMetricsF>
#include <QRegularExpression>
#include <QTransform>
#include <QXmlStreamReader>
#include <algorithm>
#include <cmath>

namespace omegascope::test {

std::vector<double> numbersIn(const QString& text) {
  static const QRegularExpression number(QStringLiteral("[-+]?[0-9]*\\.?[0-9]+(?:[eE][-+]?[0-9]+)?"));
  std::vector<double> numbers;
  for (auto match = number.globalMatch(text); match.hasNext();) numbers.push_back(match.next().captured().toDouble());
  return numbers;
}

QTransform transformOf(const QString& text) {
  const std::vector<double> m = numbersIn(text);
  if (m.size() == 6) return {m[0], m[1], m[2], m[3], m[4], m[5]};
  if (m.size() != 3) return {};
  QTransform turned = QTransform::fromTranslate(m[1], m[2]);  // rotate(degrees x y)
  turned.rotate(m[0]);
  return turned.translate(-m[1], -m[2]);
}

namespace {

void addPoint(QRectF& ink, const QPointF& point) {
  const QRectF dot(point, QSizeF(1e-9, 1e-9));
  ink = ink.isNull() ? dot : ink.united(dot);
}

void addPoints(QRectF& ink, const QTransform& transform, const std::vector<double>& numbers) {
  for (std::size_t i = 0; i + 1 < numbers.size(); i += 2)
    addPoint(ink, transform.map(QPointF(numbers[i], numbers[i + 1])));
}

void addBox(QRectF& ink, const QTransform& transform, const QXmlStreamAttributes& attributes) {
  const auto value = [&](const char* name) { return attributes.value(QLatin1String(name)).toDouble(); };
  const QRectF box(value("x"), value("y"), value("width"), value("height"));
  for (const QPointF& corner : {box.topLeft(), box.bottomRight()}) addPoint(ink, transform.map(corner));
}

QRectF inkOf(const QString& words, const QXmlStreamAttributes& attributes) {
  const auto value = [&](const char* name) { return attributes.value(QLatin1String(name)).toString(); };
  QFont font(value("font-family"));
  font.setPixelSize(std::max(1, qRound(value("font-size").toDouble())));
  font.setWeight(static_cast<QFont::Weight>(value("font-weight").toInt()));
  font.setItalic(value("font-style") == QStringLiteral("italic"));
  const QString bare = words.trimmed();
  if (bare.isEmpty()) return {};
  const QFontMetricsF metrics(font);
  const double before = metrics.horizontalAdvance(words.left(words.indexOf(bare)));
  return metrics.tightBoundingRect(bare).translated(value("x").toDouble() + before, value("y").toDouble());
}

}  // namespace

SvgFile readSvg(const QByteArray& bytes) {
  SvgFile svg;
  QXmlStreamReader xml(bytes);
  std::vector<QTransform> stack{QTransform()};
  while (!xml.atEnd()) {
    xml.readNext();
    if (xml.isEndElement()) stack.pop_back();
    if (!xml.isStartElement()) continue;
    const QXmlStreamAttributes attributes = xml.attributes();
    stack.push_back(transformOf(attributes.value(QStringLiteral("transform")).toString()) * stack.back());
    const QString name = xml.name().toString();
    if (name == QStringLiteral("svg")) {
      const std::vector<double> box = numbersIn(attributes.value(QStringLiteral("viewBox")).toString());
      if (box.size() == 4) svg.viewBox = QRectF(box[0], box[1], box[2], box[3]);
    } else if (name == QStringLiteral("image")) {
      ++svg.images;
      addBox(svg.ink, stack.back(), attributes);
      addBox(svg.imageBoxes.emplace_back(), stack.back(), attributes);
    } else if (name == QStringLiteral("rect")) {
      addBox(svg.ink, stack.back(), attributes);
    } else if (name == QStringLiteral("path")) {
      addPoints(svg.ink, stack.back(), numbersIn(attributes.value(QStringLiteral("d")).toString()));
    } else if (name == QStringLiteral("polyline") || name == QStringLiteral("polygon")) {
      addPoints(svg.ink, stack.back(), numbersIn(attributes.value(QStringLiteral("points")).toString()));
    } else if (name == QStringLiteral("text") || name == QStringLiteral("title") || name == QStringLiteral("desc")) {
      const QTransform at = stack.back();
      const QString content = xml.readElementText();
      stack.pop_back();
      if (name == QStringLiteral("text"))
        if (const QRectF ink = inkOf(content, attributes); !ink.isEmpty())
          svg.placed.push_back(
              {content.trimmed(), at.mapRect(ink),
               attributes.value(QStringLiteral("font-size")).toDouble() * std::sqrt(std::abs(at.determinant()))});
      (name == QStringLiteral("text")    ? svg.texts.emplaceBack()
       : name == QStringLiteral("title") ? svg.title
                                         : svg.description) = content;
    }
  }
  svg.isWellFormed = !xml.hasError();
  return svg;
}

}  // namespace omegascope::test
