// A formula as a tree: what is read from plain text, filled with values, laid out, spoken and written as text again.
#pragma once

#include <QColor>
#include <QString>
#include <vector>

namespace omegascope {

enum class MathKind {
  row,        // parts side by side
  symbol,     // one letter: ω, q, N
  number,     // digits, a value, ∞, …
  word,       // text
  function,   // exp, log, softmax: upright
  operation,  // + − · = ∈ , ; : /
  sum,        // Σ or Π with limits
  fraction,   // parts: numerator, denominator
  root,       // parts: what is under it
  group,      // text and closing: its delimiters; parts: what is between
};

enum class MathAccent { none, hat, tilde, bar };

struct MathNode {
  MathKind kind = MathKind::row;
  QString text;
  QString closing;  // of a group
  MathAccent accent = MathAccent::none;
  int primes = 0;
  int space = 0;        // spaces before it in the source: 0, 1, or 2 for what begins a statement of its own
  bool loose = false;   // a fraction with spaces around its bar
  bool braced = false;  // a script in { }
  bool faint = false;   // secondary text
  bool bold = false;    // a heading
  QColor tint;          // of its own; none: that of its role
  QString id;           // which symbol a value stands for; a symbol's own comes from symbolId()
  std::vector<MathNode> parts;
  std::vector<MathNode> below;  // the subscript, as one row, or nothing
  std::vector<MathNode> above;  // the superscript

  bool isOperation(QChar sign) const { return kind == MathKind::operation && text == sign; }
  bool isOneOf(const QString& signs) const { return kind == MathKind::operation && signs.contains(text); }
  bool isRelation() const { return isOneOf(QStringLiteral("=≈∝≠≤≥<>∈∉~←→")); }
  bool isProduct() const { return isOneOf(QStringLiteral("·×")); }
  bool isOperand() const { return kind != MathKind::operation; }
  bool hasScripts() const { return !below.empty() || !above.empty(); }
};

/// What a symbol stands for: one colour each in formulas and texts.
enum class SymbolRole { none, query, key, value, projection, target, proposal, share };

/// "ω_s", "q̃_c", "E^n": the same for all occurrences, primes left out; empty for what is no symbol.
QString symbolId(const MathNode& node);
SymbolRole roleOf(const MathNode& node);
/// The same by the id alone.
SymbolRole roleOfId(const QString& id);
/// Vectors are bold, all other letters italic.
bool isVector(const MathNode& node);
/// Whether brackets around all of a fraction's part, or around a fraction that stands alone, are not drawn.
bool isWrapped(const MathNode& row);

/// A letter that is a superscript by itself: ᵀ.
inline bool isRaised(QChar letter) { return QStringLiteral("ᵀ⁺²³⁻¹").contains(letter); }

MathNode mathLeaf(MathKind kind, const QString& text, int space = 0);
/// Words of running text, to stand among formulas.
MathNode mathWords(const QString& text, bool faint = false, bool bold = false);
/// "=", with so many spaces before it.
MathNode mathOperation(const QString& sign, int space);
MathNode spaced(MathNode node, int space);
/// A value in place of the symbol `id`.
MathNode mathValue(const QString& text, const QString& id = {});

/// As it was read, in the notation of math_parser.h.
QString plainText(const MathNode& node);
/// For screen readers.
QString spokenText(const MathNode& node);

}  // namespace omegascope
