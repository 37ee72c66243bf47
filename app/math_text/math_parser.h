// Formulas from plain text. The notation reads as it stands, in a terminal too:
//
//   q_n, π_nm, k_{a_ns}, E^n, Pᵀ, ‖x‖²   scripts; without braces each letter is an index of its own, but three or more
//                                        letters that are no indices are a word (y_groups)
//   k̃_c, β̂, K̄, m'                        marks and primes
//   Σ_m, Σ_{m∈E^n}                       sums, with what they run over; √S and √(a b): roots
//   (1/S), exp(x)/√S                     a fraction of what touches the bar
//   [a + b] / Σ_m c                      a fraction of all that stands between relations, + and −; brackets that hold
//                                        its parts together are not drawn
//   exp log softmax …                    functions; any other letters in a row are words of text
//   two spaces                           begin another statement on the line
#pragma once

#include "math_text/math_node.h"

namespace omegascope {

struct ParsedMath {
  MathNode formula;  // a row
  QString error;     // one sentence; empty if all went well

  bool isGood() const { return error.isEmpty(); }
};

ParsedMath parseMath(const QString& source);
/// The formula, or the source as text where it is none.
MathNode mathOrWords(const QString& source);

}  // namespace omegascope
