#include "math_text/math_parser.h"

#include <QCoreApplication>
#include <QHash>
#include <QSet>

namespace omegascope {

namespace {

struct ParserWords {
  Q_DECLARE_TR_FUNCTIONS(omegascope::MathParser)
};

// Deeper nesting is nobody's formula, and each level is a call of the parser.
constexpr int kDeepest = 40;

class SyntaxError : public std::exception {
 public:
  SyntaxError(const QString& message, int position) : message(message), position(position) {}
  QString message;
  int position;
};

bool isLatin(QChar c) { return c.isLetter() && c.unicode() < 0x250; }
bool isGreek(QChar c) { return c.unicode() >= 0x370 && c.unicode() < 0x400 && c.isLetter(); }
/// A letter of Chinese: words in formulas are translated.
bool isHan(QChar c) { return c.script() == QChar::Script_Han; }
bool isIndex(QChar c) { return QStringLiteral("nmcsijkrh").contains(c); }

MathAccent accentOf(QChar mark) {
  switch (mark.unicode()) {
    case 0x302: return MathAccent::hat;
    case 0x303: return MathAccent::tilde;
    case 0x304:
    case 0x305: return MathAccent::bar;
    default: return MathAccent::none;
  }
}

bool isFunction(const QString& word) {
  static const QSet<QString> names = {"exp", "log",    "softmax",     "cos",    "sin",  "tanh", "elu", "max",
                                      "min", "argmax", "Categorical", "bucket", "mean", "Var",  "sgn"};
  return names.contains(word);
}

QChar closingOf(QChar opening) {
  static const QString pairs = QStringLiteral("()[]{}⌈⌉⌊⌋‖‖||");
  const auto at = pairs.indexOf(opening);
  return at >= 0 && at % 2 == 0 ? pairs[at + 1] : QChar();
}

bool isOperationSign(QChar c) { return QStringLiteral("+−±·×=≈∝≠≤≥<>∈∉∪~←→,;:/").contains(c); }
/// Where a fraction with spaces ends: it is weaker than a product and stronger than these.
bool endsFraction(const MathNode& node) {
  return node.kind == MathKind::word || node.space > 1 || (!node.isOperand() && !node.isProduct());
}

/// Letters with their marks apart: ŷ as y and a hat. Signs such as ≠ stay whole.
QString decomposed(const QString& source) {
  QString text;
  for (const QChar c : source) text += c.isLetter() ? QString(c).normalized(QString::NormalizationForm_D) : QString(c);
  return text;
}

class Parser {
 public:
  explicit Parser(const QString& source) : m_text(decomposed(source)) {}

  MathNode formula() {
    MathNode row = parseRow(QChar());
    if (row.parts.empty()) throw SyntaxError(ParserWords::tr("a formula is empty"), 0);
    return row;
  }

 private:
  QChar peek(int ahead = 0) const { return m_at + ahead < m_text.size() ? m_text[m_at + ahead] : QChar(); }
  bool atEnd() const { return m_at >= m_text.size(); }
  [[noreturn]] void fail(const QString& message, int position) const { throw SyntaxError(message, position); }

  int spaces() {
    const int start = m_at;
    while (peek() == QLatin1Char(' ')) ++m_at;
    return std::min(2, m_at - start);
  }

  /// Up to the closing delimiter, which is left there, or to the end.
  MathNode parseRow(QChar closing) {
    if (++m_depth > kDeepest) fail(ParserWords::tr("too many brackets inside each other"), m_at);
    MathNode row;
    std::vector<int> places;
    while (true) {
      const int space = spaces();
      if (atEnd() || peek() == closing) break;
      places.push_back(m_at);
      row.parts.push_back(parseItem());
      row.parts.back().space = row.parts.size() == 1 ? 0 : space;
    }
    --m_depth;
    joinFractions(row.parts, places);
    return row;
  }

  MathNode parseItem() {
    const QChar c = peek();
    if (isOperationSign(c)) {
      ++m_at;
      return mathLeaf(MathKind::operation, c);
    }
    MathNode node;
    if (c == QChar(0x3A3) || c == QChar(0x2211) || (c == QChar(0x3A0) && peek(1) == QLatin1Char('_'))) {
      node = mathLeaf(MathKind::sum, c == QChar(0x2211) ? QChar(0x3A3) : c);
      ++m_at;
    } else if (c == QChar(0x221A)) {
      parseRoot(node);
    } else if (!closingOf(c).isNull()) {
      parseGroup(node);
    } else {
      parseLeaf(node);
    }
    parseScripts(node);
    return node;
  }

  void parseRoot(MathNode& node) {
    const int start = m_at++;
    if (atEnd() || peek() == QLatin1Char(' ')) fail(ParserWords::tr("nothing is under the root"), start);
    if (++m_depth > kDeepest) fail(ParserWords::tr("too many brackets inside each other"), m_at);
    node.kind = MathKind::root;
    MathNode under;
    if (isOperationSign(peek())) fail(ParserWords::tr("nothing is under the root"), start);
    under.parts.push_back(parseItem());
    node.parts.push_back(std::move(under));
    --m_depth;
  }

  void parseGroup(MathNode& node) {
    const int start = m_at;
    const QChar closing = closingOf(peek());
    node.kind = MathKind::group;
    node.text = peek();
    node.closing = closing;
    ++m_at;
    node.parts.push_back(parseRow(closing));
    if (atEnd()) fail(ParserWords::tr("“%1” is never closed").arg(node.text), start);
    if (node.parts[0].parts.empty()) fail(ParserWords::tr("nothing is between the brackets"), start);
    ++m_at;
  }

  void parseLeaf(MathNode& node) {
    const QChar c = peek();
    if (c.isDigit()) {
      node.kind = MathKind::number;
      while (peek().isDigit() || (peek() == QLatin1Char('.') && peek(1).isDigit())) node.text += m_text[m_at++];
    } else if (QStringLiteral("∞…⋯¼½∅").contains(c) && !c.isNull()) {
      node = mathLeaf(MathKind::number, c);
      ++m_at;
    } else if (isGreek(c)) {
      parseLetter(node);
    } else if (isLatin(c)) {
      parseWord(node);
    } else if (isHan(c)) {
      node.kind = MathKind::word;
      while (isHan(peek())) node.text += m_text[m_at++];
    } else if (c == QLatin1Char('-')) {
      fail(ParserWords::tr("“-” stands inside words only; minus is “−”"), m_at);
    } else if (c == QLatin1Char('_') || c == QLatin1Char('^') || isRaised(c)) {
      fail(ParserWords::tr("a script without anything to stand at"), m_at);
    } else if (accentOf(c) != MathAccent::none) {
      fail(ParserWords::tr("a mark without a letter under it"), m_at);
    } else if (QStringLiteral(")]}⌉⌋").contains(c)) {
      fail(ParserWords::tr("“%1” closes nothing").arg(c), m_at);
    } else {
      fail(ParserWords::tr("“%1” has no meaning in a formula").arg(c.isSurrogate() ? m_text.mid(m_at, 2) : QString(c)),
           m_at);
    }
  }

  void parseLetter(MathNode& node) {
    node.kind = MathKind::symbol;
    node.text = m_text[m_at++];
    if (const MathAccent accent = accentOf(peek()); accent != MathAccent::none) {
      node.accent = accent;
      ++m_at;
      if (accentOf(peek()) != MathAccent::none) fail(ParserWords::tr("two marks on one letter"), m_at);
    }
  }

  /// A letter alone is a symbol; letters in a row, also with hyphens between, are a function or a word.
  void parseWord(MathNode& node) {
    int end = m_at;
    const auto goesOn = [&](int at) { return at < m_text.size() && isLatin(m_text[at]); };
    while (goesOn(end) || (end > m_at + 1 && m_text.mid(end, 1) == QLatin1String("-") && goesOn(end + 1))) ++end;
    const bool marked = end < m_text.size() && accentOf(m_text[end]) != MathAccent::none;
    if (end - m_at == 1) return parseLetter(node);
    if (marked) fail(ParserWords::tr("a mark on a word"), end);
    node.text = m_text.mid(m_at, end - m_at);
    node.kind = isFunction(node.text) ? MathKind::function : MathKind::word;
    m_at = end;
  }

  void parseScripts(MathNode& node) {
    for (;;) {
      const QChar c = peek();
      const int start = m_at;
      if (c == QLatin1Char('\'')) {
        if (node.kind != MathKind::symbol) fail(ParserWords::tr("a prime stands at a letter only"), m_at);
        ++node.primes;
        ++m_at;
      } else if (c == QLatin1Char('_') || c == QLatin1Char('^')) {
        std::vector<MathNode>& script = c == QLatin1Char('_') ? node.below : node.above;
        if (!script.empty()) fail(ParserWords::tr("two scripts in one place"), start);
        ++m_at;
        script.push_back(parseScript(start));
      } else if (isRaised(c)) {
        if (!node.above.empty()) fail(ParserWords::tr("two scripts in one place"), start);
        MathNode row;
        row.parts.push_back(mathLeaf(MathKind::number, {}));
        while (isRaised(peek())) row.parts.front().text += m_text[m_at++];
        node.above.push_back(row);
      } else {
        return;
      }
    }
  }

  MathNode parseScript(int start) {
    MathNode row;
    if (peek() == QLatin1Char('{')) {
      ++m_at;
      row = parseRow(QLatin1Char('}'));
      if (atEnd()) fail(ParserWords::tr("“%1” is never closed").arg(QLatin1Char('{')), start);
      ++m_at;
      row.braced = true;
    } else {
      row.parts = parseIndices();
    }
    if (row.parts.empty()) fail(ParserWords::tr("a script is empty"), start);
    return row;
  }

  /// n, nm, m', 12, groups.
  std::vector<MathNode> parseIndices() {
    int letters = 0;
    bool indices = true;
    while (isLatin(peek(letters))) indices = isIndex(peek(letters++)) && indices;
    std::vector<MathNode> parts;
    if (letters > 2 && !indices) {
      m_at += letters;
      return {mathLeaf(MathKind::word, m_text.mid(m_at - letters, letters))};
    }
    while (isLatin(peek()) || isGreek(peek()) || peek().isDigit() || peek() == QChar(0x221E)) {
      MathNode part;
      if (isLatin(peek()) || isGreek(peek())) {
        parseLetter(part);
        for (; peek() == QLatin1Char('\''); ++m_at) ++part.primes;
      } else {
        parseLeaf(part);
      }
      parts.push_back(part);
    }
    return parts;
  }

  /// Bars without spaces bind what touches them; bars with spaces bind everything up to where endsFraction() says so.
  void joinFractions(std::vector<MathNode>& parts, std::vector<int>& places) {
    for (const bool loose : {false, true})
      for (std::size_t i = 0; i < parts.size(); ++i) {
        if (!parts[i].isOperation(QLatin1Char('/'))) continue;
        const bool spaceBefore = parts[i].space > 0, spaceAfter = i + 1 < parts.size() && parts[i + 1].space > 0;
        if (spaceBefore != spaceAfter) fail(ParserWords::tr("“/” has a space on one side only"), places[i]);
        if (spaceBefore != loose) continue;
        i = joinFraction(parts, places, i, loose);
      }
  }

  std::size_t joinFraction(std::vector<MathNode>& parts, std::vector<int>& places, std::size_t bar, bool loose) {
    std::size_t first = bar, last = bar + 1;
    const auto belongs = [loose](const MathNode& node) { return loose ? !endsFraction(node) : node.isOperand(); };
    // A part that begins a statement is still the first of its fraction.
    const auto startsHere = [loose](const MathNode& node) { return loose ? node.space > 1 : node.space > 0; };
    while (first > 0 && (belongs(parts[first - 1]) || (startsHere(parts[first - 1]) && parts[first - 1].isOperand() &&
                                                       parts[first - 1].kind != MathKind::word))) {
      --first;
      if (startsHere(parts[first])) break;
    }
    while (last < parts.size() && belongs(parts[last]) && (loose || last == bar + 1 || parts[last].space == 0)) ++last;
    if (first == bar) fail(ParserWords::tr("nothing is above the fraction bar"), places[bar]);
    if (last == bar + 1) fail(ParserWords::tr("nothing is below the fraction bar"), places[bar]);
    const auto at = [&parts](std::size_t index) { return parts.begin() + static_cast<std::ptrdiff_t>(index); };
    MathNode fraction, above, below;
    fraction.kind = MathKind::fraction;
    fraction.loose = loose;
    fraction.space = parts[first].space;
    above.parts.assign(at(first), at(bar));
    below.parts.assign(at(bar + 1), at(last));
    above.parts.front().space = 0;
    below.parts.front().space = 0;
    fraction.parts = {above, below};
    parts.erase(at(first + 1), at(last));
    parts[first] = fraction;
    places.erase(places.begin() + static_cast<std::ptrdiff_t>(first) + 1,
                 places.begin() + static_cast<std::ptrdiff_t>(last));
    return first;
  }

  QString m_text;
  int m_at = 0;
  int m_depth = 0;
};

}  // namespace

ParsedMath parseMath(const QString& source) {
  // A panel that fills formulas asks for the same ones at every move of the pointer.
  constexpr qsizetype kMostKnown = 2000;
  static thread_local QHash<QString, MathNode> s_known;
  ParsedMath parsed;
  if (const auto known = s_known.constFind(source); known != s_known.constEnd()) {
    parsed.formula = *known;
    return parsed;
  }
  try {
    parsed.formula = Parser(source).formula();
    if (s_known.size() >= kMostKnown) s_known.clear();
    s_known.insert(source, parsed.formula);
  } catch (const SyntaxError& error) {
    parsed.error = ParserWords::tr("%1 (character %2 of “%3”)").arg(error.message).arg(error.position + 1).arg(source);
  }
  return parsed;
}

MathNode mathOrWords(const QString& source) {
  ParsedMath parsed = parseMath(source);
  return parsed.isGood() ? parsed.formula : mathWords(source);
}

}  // namespace omegascope
