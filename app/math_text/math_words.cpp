#include <QCoreApplication>
#include <QHash>

#include "math_text/math_node.h"

namespace omegascope {

namespace {

struct MathText {
  Q_DECLARE_TR_FUNCTIONS(omegascope::MathText)
};

QString accentMark(MathAccent accent) {
  switch (accent) {
    case MathAccent::hat: return QChar(0x302);
    case MathAccent::tilde: return QChar(0x303);
    case MathAccent::bar: return QChar(0x304);
    case MathAccent::none: break;
  }
  return {};
}

QString scriptText(const std::vector<MathNode>& script, QChar sign) {
  if (script.empty()) return {};
  const MathNode& row = script.front();
  const QString text = plainText(row);
  if (row.braced) return sign + QStringLiteral("{%1}").arg(text);
  return sign == QLatin1Char('^') && !text.isEmpty() && isRaised(text.front()) ? text : sign + text;
}

QString withoutPrimes(QString text) { return text.remove(QLatin1Char('\'')); }

QString joined(const MathNode& row) {
  QString text;
  for (const MathNode& part : row.parts) text += QString(part.space, QLatin1Char(' ')) + plainText(part);
  return text;
}

QString body(const MathNode& node) {
  switch (node.kind) {
    case MathKind::row: return joined(node);
    case MathKind::fraction:
      return plainText(node.parts[0]) + (node.loose ? QStringLiteral(" / ") : QStringLiteral("/")) +
             plainText(node.parts[1]);
    case MathKind::root: return QChar(0x221A) + plainText(node.parts[0]);
    case MathKind::group: return node.text + plainText(node.parts[0]) + node.closing;
    default: return node.text + accentMark(node.accent) + QString(node.primes, QLatin1Char('\''));
  }
}

// --- Spoken ----------------------------------------------------------------------------------------------------------

// Tables keep words untranslated: a window may speak another language later.

QString letterName(const QString& letter) {
  static const QHash<QString, const char*> names = {{"ω", QT_TR_NOOP("omega")},      {"ξ", QT_TR_NOOP("xi")},
                                                    {"π", QT_TR_NOOP("pi")},         {"α", QT_TR_NOOP("alpha")},
                                                    {"β", QT_TR_NOOP("beta")},       {"γ", QT_TR_NOOP("gamma")},
                                                    {"δ", QT_TR_NOOP("delta")},      {"ε", QT_TR_NOOP("epsilon")},
                                                    {"φ", QT_TR_NOOP("phi")},        {"μ", QT_TR_NOOP("mu")},
                                                    {"σ", QT_TR_NOOP("sigma")},      {"τ", QT_TR_NOOP("tau")},
                                                    {"λ", QT_TR_NOOP("lambda")},     {"κ", QT_TR_NOOP("kappa")},
                                                    {"Π", QT_TR_NOOP("capital pi")}, {"Δ", QT_TR_NOOP("capital delta")},
                                                    {"χ", QT_TR_NOOP("chi")},        {"η", QT_TR_NOOP("eta")},
                                                    {"θ", QT_TR_NOOP("theta")}};
  if (const char* name = names.value(letter)) return MathText::tr(name);
  return letter.size() == 1 && letter.front().isUpper() && letter.front().unicode() < 0x80
             ? MathText::tr("capital %1").arg(letter)
             : letter;
}

QString operationName(const QString& sign) {
  static const QHash<QString, const char*> names = {
      {"=", QT_TR_NOOP("equals")},        {"≈", QT_TR_NOOP("is about")},      {"∝", QT_TR_NOOP("is proportional to")},
      {"≠", QT_TR_NOOP("is not")},        {"≤", QT_TR_NOOP("is at most")},    {"≥", QT_TR_NOOP("is at least")},
      {"<", QT_TR_NOOP("is less than")},  {">", QT_TR_NOOP("is more than")},  {"∈", QT_TR_NOOP("in")},
      {"∉", QT_TR_NOOP("not in")},        {"~", QT_TR_NOOP("is drawn from")}, {"←", QT_TR_NOOP("becomes")},
      {"→", QT_TR_NOOP("then")},          {"+", QT_TR_NOOP("plus")},          {"−", QT_TR_NOOP("minus")},
      {"±", QT_TR_NOOP("plus or minus")}, {"·", QT_TR_NOOP("dot")},           {"×", QT_TR_NOOP("times")},
      {"∪", QT_TR_NOOP("joined with")},   {"/", QT_TR_NOOP("over")}};
  const char* name = names.value(sign);
  return name != nullptr ? MathText::tr(name) : sign;
}

QString raisedName(const QString& text) {
  static const QHash<QString, const char*> names = {{"²", QT_TR_NOOP("squared")},
                                                    {"³", QT_TR_NOOP("cubed")},
                                                    {"ᵀ", QT_TR_NOOP("transposed")},
                                                    {"⁺", QT_TR_NOOP("pseudo-inverse")},
                                                    {"⁻¹", QT_TR_NOOP("inverse")}};
  const char* name = names.value(text);
  return name != nullptr ? MathText::tr(name) : QString();
}

QString spokenScripts(const MathNode& node) {
  QString text;
  if (!node.below.empty()) text += QLatin1Char(' ') + MathText::tr("sub %1").arg(spokenText(node.below.front()));
  if (!node.above.empty()) {
    const QString raised = raisedName(plainText(node.above.front()));
    text +=
        QLatin1Char(' ') + (raised.isEmpty() ? MathText::tr("super %1").arg(spokenText(node.above.front())) : raised);
  }
  return text;
}

QString spokenSymbol(const MathNode& node) {
  QString text = letterName(node.text);
  if (node.accent == MathAccent::hat) text += QLatin1Char(' ') + MathText::tr("hat");
  if (node.accent == MathAccent::tilde) text += QLatin1Char(' ') + MathText::tr("tilde");
  if (node.accent == MathAccent::bar) text += QLatin1Char(' ') + MathText::tr("bar");
  for (int i = 0; i < node.primes; ++i) text += QLatin1Char(' ') + MathText::tr("prime");
  return text;
}

QString spokenGroup(const MathNode& node) {
  const QString inside = spokenText(node.parts[0]);
  if (node.text == QLatin1String("|")) return MathText::tr("the size of %1").arg(inside);
  if (node.text == QStringLiteral("‖")) return MathText::tr("the norm of %1").arg(inside);
  if (node.text == QStringLiteral("⌈")) return MathText::tr("%1 rounded up").arg(inside);
  if (node.text == QStringLiteral("⌊")) return MathText::tr("%1 rounded down").arg(inside);
  if (node.text == QLatin1String("{")) return MathText::tr("the set of %1").arg(inside);
  const bool oneThing = node.parts[0].parts.size() == 1;  // (1/S): heard as one without brackets
  return oneThing ? inside : MathText::tr("open %1 close").arg(inside);
}

QString spokenSum(const MathNode& node) {
  const QString what = node.text == QChar(0x3A3) ? MathText::tr("the sum") : MathText::tr("the product");
  const QString over =
      node.below.empty() ? QString() : QLatin1Char(' ') + MathText::tr("over %1").arg(spokenText(node.below.front()));
  return what + over + QLatin1Char(' ') + MathText::tr("of");
}

QString spokenFraction(const MathNode& node) {
  const QString above = spokenText(node.parts[0]), below = spokenText(node.parts[1]);
  return node.loose ? MathText::tr("the fraction of %1 over %2, end of fraction").arg(above, below)
                    : MathText::tr("%1 over %2").arg(above, below);
}

QString spokenRow(const MathNode& row) {
  QStringList words;
  // Brackets of a fraction's part are neither drawn nor spoken.
  if (isWrapped(row)) return spokenText(row.parts.front().parts[0]);
  for (std::size_t i = 0; i < row.parts.size(); ++i) {
    const MathNode& part = row.parts[i];
    const bool argument = part.kind == MathKind::group && part.text == QLatin1String("(") && part.space == 0 && i > 0 &&
                          row.parts[i - 1].isOperand();
    if (argument) words << MathText::tr("of");
    words << (argument ? spokenText(part.parts[0]) + spokenScripts(part) : spokenText(part));
  }
  return words.join(QLatin1Char(' ')).replace(QStringLiteral(" ,"), QStringLiteral(","));
}

}  // namespace

QString plainText(const MathNode& node) {
  return (body(node) + scriptText(node.below, QLatin1Char('_')) + scriptText(node.above, QLatin1Char('^')))
      .normalized(QString::NormalizationForm_C);
}

QString spokenText(const MathNode& node) {
  switch (node.kind) {
    case MathKind::row: return spokenRow(node);
    case MathKind::symbol: return spokenSymbol(node) + spokenScripts(node);
    case MathKind::operation: return operationName(node.text);
    case MathKind::sum: return spokenSum(node);
    case MathKind::fraction: return spokenFraction(node);
    case MathKind::root: return MathText::tr("the root of %1").arg(spokenText(node.parts[0]));
    case MathKind::group: return spokenGroup(node) + spokenScripts(node);
    default: return node.text + spokenScripts(node);
  }
}

QString symbolId(const MathNode& node) {
  if (!node.id.isEmpty()) return node.id;
  if (node.kind != MathKind::symbol) return {};
  QString id = node.text + accentMark(node.accent);
  if (!node.below.empty()) id += QLatin1Char('_') + withoutPrimes(plainText(node.below.front()));
  const QString above = node.above.empty() ? QString() : plainText(node.above.front());
  if (!above.isEmpty() && above.front().isLetter() && above != QStringLiteral("ᵀ"))
    id += QLatin1Char('^') + withoutPrimes(above);
  return id.normalized(QString::NormalizationForm_C);
}

SymbolRole roleOfId(const QString& id) {
  const QString letters = id.normalized(QString::NormalizationForm_D);
  if (letters.isEmpty()) return SymbolRole::none;
  switch (letters.front().unicode()) {
    // q_c is the density of proposal c, q̃_c the mean of its queries.
    case 'q': return letters.startsWith(QStringLiteral("q_c")) ? SymbolRole::proposal : SymbolRole::query;
    case 'Q': return SymbolRole::query;
    case 'k':
    case 'K': return SymbolRole::key;
    case 'v':
    case 'V': return SymbolRole::value;
    case 'p': return SymbolRole::target;
    case 0x3C9: return SymbolRole::projection;
    case 0x3B1: return SymbolRole::share;
    default: return SymbolRole::none;
  }
}

SymbolRole roleOf(const MathNode& node) { return roleOfId(symbolId(node)); }

bool isVector(const MathNode& node) {
  if (node.kind != MathKind::symbol) return false;
  const SymbolRole role = roleOf(node);
  if (role == SymbolRole::query || role == SymbolRole::key || role == SymbolRole::value)
    return node.text.front().isLower();
  if (QStringLiteral("xyωμε").contains(node.text)) return true;
  return node.text == QStringLiteral("β") && (node.accent != MathAccent::none || !node.below.empty());
}

bool isWrapped(const MathNode& row) {
  if (row.parts.size() != 1) return false;
  const MathNode& only = row.parts.front();
  return only.kind == MathKind::group && !only.hasScripts() &&
         (only.text == QLatin1String("(") || only.text == QLatin1String("["));
}

MathNode mathLeaf(MathKind kind, const QString& text, int space) {
  MathNode node;
  node.kind = kind;
  node.text = text;
  node.space = space;
  return node;
}

MathNode mathWords(const QString& text, bool faint, bool bold) {
  MathNode row;
  for (const QString& word : text.split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
    MathNode node = mathLeaf(MathKind::word, word, row.parts.empty() ? 0 : 1);
    node.faint = faint;
    node.bold = bold;
    row.parts.push_back(node);
  }
  return row;
}

MathNode mathOperation(const QString& sign, int space) { return mathLeaf(MathKind::operation, sign, space); }

MathNode spaced(MathNode node, int space) {
  node.space = space;
  return node;
}

MathNode mathValue(const QString& text, const QString& id) {
  MathNode node = mathLeaf(MathKind::number, QString(text).replace(QLatin1Char('-'), QChar(0x2212)));
  node.id = id;
  return node;
}

}  // namespace omegascope
