#include "views/option_tips.h"

#include <QStringList>

#include "language/language.h"
#include "math_text/math_parser.h"
#include "math_text/symbol_colours.h"

namespace omegascope {

namespace {

QString escaped(const std::string& text) { return described(text).toHtmlEscaped(); }

bool holds(const MathNode& node, const QString& id) {
  if (symbolId(node) == id) return true;
  for (const std::vector<MathNode>* inner : {&node.parts, &node.below, &node.above})
    for (const MathNode& part : *inner)
      if (holds(part, id)) return true;
  return false;
}

QString inBrackets(const QString& condition) {
  return condition.isEmpty() ? QString() : QStringLiteral(" &nbsp;<i>(%1)</i>").arg(condition.toHtmlEscaped());
}

/// The letter that an option is in the equations: S, β, E^n; empty where `equation` names a place in a paper.
QString letterOf(const omega::OptionSpec& spec) {
  const ParsedMath parsed = parseMath(QString::fromStdString(spec.equation));
  return parsed.isGood() && parsed.formula.parts.size() == 1 ? symbolId(parsed.formula.parts[0]) : QString();
}

QString nameWords(const QString& name) { return tr("In commands and files: %1").arg(name); }

QString allowedWords(const omega::OptionSpec& spec) {
  return tr("Allowed: %1. Default: %2.")
      .arg(described(spec.allowed()), described(omega::to_string(spec.default_value, spec.automatic)));
}

}  // namespace

QString conditionText(const omega::Condition& condition) {
  return QString::fromStdString(condition.text(tr(" or ").toStdString(), tr(" and ").toStdString()));
}

QString optionWords(const omega::OptionSpec& spec) {
  return QStringList{described(spec.help), nameWords(QString::fromStdString(spec.name)), allowedWords(spec)}.join(
      QLatin1Char('\n'));
}

QString optionTip(const omega::OptionSpec& spec, const OptionOrigin& origin, const Theme& theme) {
  QStringList lines = {QStringLiteral("<b>%1</b>").arg(escaped(spec.title)), escaped(spec.help)};
  const QString letter = letterOf(spec);
  if (!letter.isEmpty()) {
    lines.front() += QStringLiteral(" &nbsp;%1").arg(mathHtml(QString::fromStdString(spec.equation), theme));
    for (const omega::Equation& equation : origin.equations)
      for (const QString& source : describedLines(equation.lines))
        if (const ParsedMath parsed = parseMath(source); parsed.isGood() && holds(parsed.formula, letter))
          lines << mathHtml(source, theme) + inBrackets(conditionText(equation.when));
  }
  const QString from = letter.isEmpty() ? QString::fromStdString(spec.equation) : QString();
  if (const QString where = from.isEmpty() ? origin.paper : from; !where.isEmpty())
    lines << QStringLiteral("<i>%1</i>").arg(where.toHtmlEscaped());
  lines << nameWords(QStringLiteral("<code>%1</code>").arg(QString::fromStdString(spec.name)))
        << allowedWords(spec).toHtmlEscaped();
  return lines.join(QStringLiteral("<br>"));
}

}  // namespace omegascope
