// Learned adapters of landmarks (specification, section 10): what the papers' vision models put between the mean of a
// segment and everything that uses it. All parts are optional arrays; without any of them the means stay as they are.
//
//   m̃ ← √τ · LN(W (m̃/√τ) + b),  LN(x) = γ (x − mean x)/√(var x + 1e-5) + β
//
// m̃/√τ is the mean unscaled, as the authors train it. Without W the identity, without b no shift, without γ no norm.
// Side "q" reads adapt_q_W, adapt_q_b, adapt_q_gamma, adapt_q_beta; side "k" the same with adapt_k.
#pragma once

#include <string>
#include <vector>

#include "core/call.h"

namespace omega {

/// The eight arrays, for the table of an estimator that averages queries and keys.
std::vector<ArraySpec> adapter_arrays(const Sizes& sizes);

template <class T>
class Adapter {
 public:
  template <class U>
  Adapter(const Call<U>& call, const std::string& side);  // a double adapter may serve a float call
  void apply(View<T> means) const;

 private:
  Matrix<T> weight_, bias_, gain_, shift_;  // empty where not given
  T root_scale_;
};

}  // namespace omega
