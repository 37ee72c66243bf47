#include "app/svg_marks.h"

#include <QFontMetricsF>
#include <QTransform>
#include <QXmlStreamReader>
#include <cmath>

#include "app/svg_file.h"
#include "widgets/theme.h"

namespace omegascope::test {

namespace {

/// What elements hand on to those within them.
struct State {
  QTransform transform;
  QString fill = QStringLiteral("#000000"), stroke = QStringLiteral("none");
};

QColor colourOf(const QString& text) { return text == QStringLiteral("none") ? QColor() : QColor(text); }

State stateOf(State state, const QXmlStreamAttributes& attributes) {
  const auto take = [&](const char* name, QString& to) {
    if (attributes.hasAttribute(QLatin1String(name))) to = attributes.value(QLatin1String(name)).toString();
  };
  take("fill", state.fill);
  take("stroke", state.stroke);
  state.transform = transformOf(attributes.value(QStringLiteral("transform")).toString()) * state.transform;
  return state;
}

MarkText textOf(const State& state, const QXmlStreamAttributes& attributes, const QString& words) {
  const auto value = [&](const char* name) { return attributes.value(QLatin1String(name)).toDouble(); };
  constexpr double kLetter = 0.74;  // the height of letters and digits
  QFont font = plotFont(value("font-size"));
  font.setBold(attributes.value(QStringLiteral("font-weight")).contains(QLatin1String("bold")) ||
               value("font-weight") > 500);
  const double width = QFontMetricsF(font).horizontalAdvance(words), height = kLetter * value("font-size");
  const QString anchor = attributes.value(QStringLiteral("text-anchor")).toString();
  const double left = value("x") - (anchor == QStringLiteral("middle") ? width / 2
                                    : anchor == QStringLiteral("end")  ? width
                                                                       : 0);
  return {words, state.transform.mapRect(QRectF(left, value("y") - height, width, height)),
          std::abs(state.transform.m12()) < 0.5};
}

QPolygonF cornersOf(const QString& name, const QXmlStreamAttributes& attributes) {
  const auto value = [&](const char* of) { return attributes.value(QLatin1String(of)).toDouble(); };
  if (name == QStringLiteral("circle"))
    return QRectF(value("cx") - value("r"), value("cy") - value("r"), 2 * value("r"), 2 * value("r"));
  if (name == QStringLiteral("rect")) return QRectF(value("x"), value("y"), value("width"), value("height"));
  const std::vector<double> numbers = numbersIn(
      attributes.value(name == QStringLiteral("path") ? QStringLiteral("d") : QStringLiteral("points")).toString());
  QPolygonF corners;
  for (std::size_t i = 0; i + 1 < numbers.size(); i += 2) corners << QPointF(numbers[i], numbers[i + 1]);
  return corners;
}

}  // namespace

SvgMarks readMarks(const QByteArray& svg) {
  SvgMarks marks;
  QXmlStreamReader xml(svg);
  std::vector<State> stack{State()};
  while (!xml.atEnd()) {
    xml.readNext();
    if (xml.isEndElement()) stack.pop_back();
    if (!xml.isStartElement()) continue;
    const QXmlStreamAttributes attributes = xml.attributes();
    const QString name = xml.name().toString();
    const State& state = stack.emplace_back(stateOf(stack.back(), attributes));
    if (name == QStringLiteral("text")) {
      marks.texts.push_back(textOf(state, attributes, xml.readElementText()));
      stack.pop_back();
    } else if (name == QStringLiteral("title") || name == QStringLiteral("desc") ||
               name == QStringLiteral("metadata") || name == QStringLiteral("clipPath")) {
      xml.skipCurrentElement();
      stack.pop_back();
    } else if (const QPolygonF corners = cornersOf(name, attributes);
               !corners.isEmpty() && name != QStringLiteral("svg")) {
      marks.shapes.push_back({colourOf(state.fill), colourOf(state.stroke), state.transform.map(corners)});
    }
  }
  return marks;
}

}  // namespace omegascope::test
