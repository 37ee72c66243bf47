#include "math_text/symbol_colours.h"

#include <QRegularExpression>

#include "math_text/math_parser.h"

namespace omegascope {

namespace {

QString html(const MathNode& node, const Theme& theme);

QString htmlOfParts(const MathNode& row, const Theme& theme) {
  QString text;
  for (const MathNode& part : row.parts) {
    if (part.space > 1)
      text += QStringLiteral("&nbsp; ");
    else if (part.space == 1)
      text += QLatin1Char(' ');
    text += html(part, theme);
  }
  return text;
}

QString htmlOfLetter(const MathNode& node) {
  MathNode bare = node;
  bare.below.clear();
  bare.above.clear();
  const QString letter = plainText(bare).toHtmlEscaped();
  return isVector(node) ? QStringLiteral("<b>%1</b>").arg(letter) : QStringLiteral("<i>%1</i>").arg(letter);
}

QString html(const MathNode& node, const Theme& theme) {
  QString text;
  switch (node.kind) {
    case MathKind::row: return htmlOfParts(node, theme);
    case MathKind::symbol: text = htmlOfLetter(node); break;
    case MathKind::fraction:
      return html(node.parts[0], theme) + (node.loose ? QStringLiteral(" / ") : QStringLiteral("/")) +
             html(node.parts[1], theme);
    case MathKind::root: return QStringLiteral("√") + html(node.parts[0], theme);
    case MathKind::group: text = node.text + html(node.parts[0], theme) + node.closing; break;
    default: text = node.text.toHtmlEscaped();
  }
  // Qt makes scripts two thirds as large as they ask for.
  const QString size =
      theme.leastText > 0 ? QStringLiteral(" style=\"font-size:%1px\"").arg(qRound(1.5 * theme.leastText)) : QString();
  if (!node.below.empty()) text += QStringLiteral("<sub%1>%2</sub>").arg(size, html(node.below.front(), theme));
  if (!node.above.empty()) {
    const QString above = html(node.above.front(), theme);
    const bool raised = QStringLiteral("ᵀ⁺²³⁻").contains(above.front());
    text += raised ? above : QStringLiteral("<sup%1>%2</sup>").arg(size, above);
  }
  const SymbolRole role = roleOf(node);
  return role == SymbolRole::none
             ? text
             : QStringLiteral("<span style=\"color:%1\">%2</span>").arg(symbolColour(role, theme).name(), text);
}

}  // namespace

QColor symbolColour(SymbolRole role, const Theme& theme) {
  switch (role) {
    case SymbolRole::query: return theme.dark ? 0x8cc2ff : 0x0b56a8;
    case SymbolRole::key: return theme.dark ? 0xffa878 : 0x97350a;
    case SymbolRole::value: return theme.dark ? 0x86dc9f : 0x1a6236;
    case SymbolRole::projection: return theme.dark ? 0xd8abff : 0x6f259b;
    case SymbolRole::target: return theme.dark ? 0x63dce0 : 0x00616a;
    case SymbolRole::proposal: return theme.dark ? 0xebc862 : 0x765000;
    case SymbolRole::share: return theme.dark ? 0xff9ac6 : 0xa01050;
    case SymbolRole::none: break;
  }
  return theme.text;
}

QColor highlightColour(const Theme& theme) { return theme.dark ? QColor(0x3d4a5c) : QColor(0xdbe8f6); }

QString mathHtml(const QString& source, const Theme& theme) {
  const ParsedMath parsed = parseMath(source);
  return parsed.isGood() ? html(parsed.formula, theme) : source.toHtmlEscaped();
}

QString withSymbols(const QString& html, const Theme& theme) {
  // A letter with its mark and subscript, or ω by itself (not that of "ω-space").
  static const QRegularExpression symbol(
      QStringLiteral("(\\p{L}\\p{M}?)<sub>([\\p{L}\\d']+)</sub>|(?<!\\p{L})ω(?![-\\p{L}])"));
  QString out;
  qsizetype done = 0;
  for (auto matches = symbol.globalMatch(html); matches.hasNext();) {
    const QRegularExpressionMatch match = matches.next();
    const QString source = match.captured(1).isEmpty()
                               ? match.captured(0)
                               : QStringLiteral("%1_%2").arg(match.captured(1), match.captured(2));
    out += html.mid(done, match.capturedStart() - done) + mathHtml(source, theme);
    done = match.capturedEnd();
  }
  return out + html.mid(done);
}

}  // namespace omegascope
