// Puts values into a formula: symbols that have one become numbers, indices that are chosen become theirs, and a sum
// over a chosen index shows that term alone: Σ_m π_nm v_m becomes ⋯ + 0.41 (0.2; 0.9) + ⋯
#pragma once

#include <QHash>
#include <vector>

#include "math_text/math_node.h"

namespace omegascope {

class FormulaValues {
 public:
  /// `what` as it stands in formulas: "log q_c(ω_c)".
  void add(const QString& what, const QString& value);
  /// e to the power of a value that is known as a logarithm, or less than nothing by that much.
  void addPower(const QString& what, const QString& logarithm, bool isNegative = false);
  /// A setting: put in like a value, but no reason to show a formula.
  void addSetting(const QString& symbol, const QString& value);
  /// The chosen one of `count` that n, m, c or s runs over.
  void choose(const QString& index, int value, int count) { m_choices.insert(index, {value, count}); }

  struct Value {
    MathNode node;
    QString letters;  // the indices it depends on
    bool setting = false;
  };
  struct Choice {
    int value = 0;
    int count = 0;
  };
  const Value* find(const QString& what) const;
  const Choice* choice(const QString& index) const;

 private:
  void put(const QString& what, MathNode node, bool setting);

  QHash<QString, Value> m_values;
  QHash<QString, Choice> m_choices;
};

/// The statements of a formula that have values, each followed by its own: y_12 = ⋯ + 0.41 (0.2; 0.9) + ⋯ = (0.3; 0.7).
std::vector<MathNode> filled(const MathNode& formula, const FormulaValues& values);

}  // namespace omegascope
