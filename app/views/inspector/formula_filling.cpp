#include "views/inspector/formula_filling.h"

#include <algorithm>
#include <functional>

#include "math_text/math_parser.h"

namespace omegascope {

namespace {

constexpr std::size_t kLongestKey = 4;  // parts: log q_c (ω_c)

/// Some of a row's parts as a row of their own.
MathNode piece(const std::vector<MathNode>& parts, std::size_t begin, std::size_t end) {
  MathNode row;
  row.parts.assign(parts.begin() + static_cast<std::ptrdiff_t>(begin),
                   parts.begin() + static_cast<std::ptrdiff_t>(end));
  if (!row.parts.empty()) row.parts.front().space = 0;
  return row;
}

MathNode bracketed(const MathNode& row, const QString& pair) {
  MathNode group;
  group.kind = MathKind::group;
  group.text = pair.left(1);
  group.closing = pair.mid(1);
  group.parts = {row};
  return group;
}

bool endsTerm(const MathNode& node) { return !node.isOperand() && !node.isProduct(); }
bool isTightGroup(const MathNode& node) { return node.kind == MathKind::group && node.space == 0; }

void collectLetters(const MathNode& node, QString& letters) {
  for (const std::vector<MathNode>* inner : {&node.parts, &node.below, &node.above})
    for (const MathNode& part : *inner) collectLetters(part, letters);
  for (const MathNode& row : node.below)
    for (const MathNode& part : row.parts)
      if (part.kind == MathKind::symbol) letters += part.text;
}

QString firstId(const MathNode& node) {
  if (const QString id = symbolId(node); !id.isEmpty()) return id;
  for (const MathNode& part : node.parts)
    if (const QString id = firstId(part); !id.isEmpty()) return id;
  return {};
}

class Filler {
 public:
  explicit Filler(const FormulaValues& values) : m_values(values) {}

  int count() const { return m_count; }

  MathNode row(const MathNode& source) {
    MathNode out = source;
    out.parts.clear();
    for (std::size_t i = 0; i < source.parts.size();) i = next(source.parts, i, out.parts);
    return out;
  }

  /// Puts in the indices only: for the left side of the equals sign.
  MathNode named(MathNode node) const {
    for (MathNode& part : node.parts) part = named(part);
    return scripted(node);
  }

 private:
  std::size_t next(const std::vector<MathNode>& parts, std::size_t i, std::vector<MathNode>& out) {
    const MathNode& node = parts[i];
    if (node.kind == MathKind::sum) return sum(parts, i, out);
    for (std::size_t length = std::min(kLongestKey, parts.size() - i); length > 0; --length) {
      const FormulaValues::Value* value = find(parts, i, length);
      if (value == nullptr) continue;
      MathNode put = spaced(value->node, node.space);
      // A negative value after another sign gets brackets.
      if (put.text.startsWith(QChar(0x2212)) && !out.empty() && !out.back().isRelation())
        put.text = QStringLiteral("(%1)").arg(put.text);
      out.push_back(put);
      if (!value->setting) ++m_count;
      return i + length;
    }
    out.push_back(inside(node));
    return i + 1;
  }

  const FormulaValues::Value* find(const std::vector<MathNode>& parts, std::size_t i, std::size_t length) const {
    const FormulaValues::Value* value = m_values.find(plainText(piece(parts, i, i + length)));
    if (value == nullptr) return nullptr;
    // α_nc(ω) is not α_nc times (ω).
    if (!value->setting && i + length < parts.size() && isTightGroup(parts[i + length])) return nullptr;
    const bool bound =
        std::any_of(value->letters.begin(), value->letters.end(), [this](QChar c) { return m_bound.contains(c); });
    return bound ? nullptr : value;
  }

  MathNode inside(const MathNode& node) {
    MathNode out = node;
    for (MathNode& part : out.parts) {
      part = part.kind == MathKind::row ? row(part) : inside(part);
      if (node.kind == MathKind::fraction && std::any_of(part.parts.begin(), part.parts.end(), endsTerm))
        part.parts = {bracketed(part, QStringLiteral("[]"))};
    }
    return scripted(out);
  }

  /// P_c as P_3, E^n as E^12, also below and above a sum.
  MathNode scripted(MathNode node) const {
    for (std::vector<MathNode>* script : {&node.below, &node.above})
      for (MathNode& row : *script) {
        if (node.kind == MathKind::sum)
          for (MathNode& part : row.parts) part = scripted(part);
        else
          row = indices(row);
      }
    return node;
  }

  /// c of α_nc as 3, where it is chosen and no sum runs over it.
  MathNode indices(const MathNode& script) const {
    if (!std::all_of(script.parts.begin(), script.parts.end(), [](const MathNode& part) { return part.isOperand(); }))
      return script;
    MathNode out = script;
    bool changed = false;
    out.parts.clear();
    for (const MathNode& part : script.parts) {
      const FormulaValues::Choice* choice = part.kind == MathKind::symbol && part.primes == 0 && !part.hasScripts()
                                                ? m_values.choice(part.text)
                                                : nullptr;
      const bool known = choice != nullptr && !m_bound.contains(part.text);
      changed = changed || known;
      if (!out.parts.empty()) out.parts.push_back(mathOperation(QStringLiteral(","), 0));
      const MathNode inner = scripted(part);
      changed = changed || plainText(inner) != plainText(part);
      out.parts.push_back(known ? spaced(mathValue(QString::number(choice->value)), part.space) : inner);
    }
    if (!changed) return script;
    out.braced = true;
    return out;
  }

  std::size_t sum(const std::vector<MathNode>& parts, std::size_t i, std::vector<MathNode>& out) {
    std::size_t end = i + 1;
    while (end < parts.size() && !endsTerm(parts[end]) && parts[end].space < 2) ++end;
    const MathNode term = piece(parts, i + 1, end);
    const std::vector<MathNode> over = parts[i].below.empty() ? std::vector<MathNode>{} : parts[i].below.front().parts;
    const bool plain = over.size() == 1 && over[0].kind == MathKind::symbol && over[0].primes == 0;
    const FormulaValues::Choice* choice =
        plain && !m_bound.contains(over[0].text) ? m_values.choice(over[0].text) : nullptr;
    if (choice == nullptr) {
      // The sum runs over all terms, or over a part that may lack the chosen one.
      const QString before = m_bound;
      if (!over.empty() && over[0].primes == 0) m_bound += over[0].text;
      out.push_back(scripted(parts[i]));
      const MathNode rest = row(term);
      for (std::size_t r = 0; r < rest.parts.size(); ++r)
        out.push_back(spaced(rest.parts[r], r == 0 ? parts[i + 1].space : rest.parts[r].space));
      m_bound = before;
      return end;
    }
    const bool first = choice->value == 0, last = choice->value + 1 >= choice->count;
    MathNode terms;
    if (!first) terms.parts = {mathValue(QStringLiteral("⋯")), mathOperation(QStringLiteral("+"), 1)};
    for (const MathNode& part : row(term).parts)
      terms.parts.push_back(spaced(
          part, terms.parts.empty() ? 0 : std::max(part.space, terms.parts.back().isOperand() ? part.space : 1)));
    if (!last) {
      terms.parts.push_back(mathOperation(QStringLiteral("+"), 1));
      terms.parts.push_back(spaced(mathValue(QStringLiteral("⋯")), 1));
    }
    // A sum with a factor before it gets brackets.
    const bool alone =
        out.empty() || out.back().isRelation() || out.back().isOperation(QLatin1Char('+')) || (first && last);
    if (!alone) terms.parts = {bracketed(terms, QStringLiteral("()"))};
    terms.parts.front().space = parts[i].space;
    out.insert(out.end(), terms.parts.begin(), terms.parts.end());
    return end;
  }

  const FormulaValues& m_values;
  QString m_bound;  // indices that a sum runs over
  int m_count = 0;
};

/// The left side of the relation, without a label before it ("the same: y_n").
MathNode leftSide(const std::vector<MathNode>& statement, std::size_t relation) {
  std::size_t first = 0;
  for (std::size_t i = 0; i < relation; ++i)
    if (statement[i].isOperation(QLatin1Char(':'))) first = i + 1;
  return piece(statement, first, relation);
}

void fillStatement(std::vector<MathNode> statement, const FormulaValues& values, std::vector<MathNode>& all) {
  while (!statement.empty() &&
         (statement.back().isOperation(QLatin1Char(',')) || statement.back().isOperation(QLatin1Char(';'))))
    statement.pop_back();
  const auto relation = std::find_if(statement.begin(), statement.end(), std::mem_fn(&MathNode::isRelation));
  if (relation == statement.end() ||
      !(relation->isOperation(QLatin1Char('=')) || relation->text == QStringLiteral("∝")))
    return;
  const MathNode left = leftSide(statement, static_cast<std::size_t>(relation - statement.begin()));
  MathNode right;
  right.parts.assign(relation + 1, statement.end());
  Filler filler(values);
  const MathNode with = filler.row(right);
  const FormulaValues::Value* value = relation->isOperation(QLatin1Char('=')) ? values.find(plainText(left)) : nullptr;
  if (left.parts.empty() || (filler.count() == 0 && value == nullptr)) return;
  MathNode out = filler.named(left);
  out.parts.push_back(spaced(*relation, 1));
  for (const MathNode& part : with.parts) out.parts.push_back(part);
  if (value != nullptr) {
    out.parts.push_back(mathOperation(QStringLiteral("="), 1));
    out.parts.push_back(spaced(value->node, 1));
  }
  all.push_back(out);
}

}  // namespace

void FormulaValues::put(const QString& what, MathNode node, bool setting) {
  const ParsedMath key = parseMath(what);
  Q_ASSERT(key.isGood());
  Value value;
  node.id = firstId(key.formula);
  value.node = std::move(node);
  value.setting = setting;
  collectLetters(key.formula, value.letters);
  m_values.insert(plainText(key.formula), value);
}

void FormulaValues::add(const QString& what, const QString& value) { put(what, mathValue(value), false); }
void FormulaValues::addSetting(const QString& symbol, const QString& value) { put(symbol, mathValue(value), true); }

void FormulaValues::addPower(const QString& what, const QString& logarithm, bool isNegative) {
  MathNode base = mathValue(QStringLiteral("e")), exponent;
  exponent.parts = {mathValue(logarithm)};
  exponent.braced = true;
  base.above.push_back(exponent);
  if (!isNegative) return put(what, base, false);
  MathNode minus;
  minus.parts = {mathOperation(QStringLiteral("−"), 0), base};
  put(what, bracketed(minus, QStringLiteral("()")), false);
}

const FormulaValues::Value* FormulaValues::find(const QString& what) const {
  const auto found = m_values.find(what);
  return found == m_values.end() ? nullptr : &*found;
}

const FormulaValues::Choice* FormulaValues::choice(const QString& index) const {
  const auto found = m_choices.find(index);
  return found == m_choices.end() ? nullptr : &*found;
}

std::vector<MathNode> filled(const MathNode& formula, const FormulaValues& values) {
  std::vector<MathNode> all, statement;
  for (const MathNode& part : formula.parts) {
    if (part.space > 1 && !statement.empty()) {
      fillStatement(statement, values, all);
      statement.clear();
    }
    statement.push_back(part);
  }
  if (!statement.empty()) fillStatement(statement, values, all);
  return all;
}

}  // namespace omegascope
