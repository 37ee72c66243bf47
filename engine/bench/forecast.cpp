#include "bench/forecast.h"

#include <cmath>

#include "cpu/parallel.h"

namespace omega {

double ordinary_flops(const Cost& cost) {
  constexpr double kFlopsOfExp = 12, kFlopsOfSincos = 20;
  return cost.flops + kFlopsOfExp * cost.exps + kFlopsOfSincos * cost.sincos;
}

double ordinary_seconds(const Cost& cost, int threads) {
  constexpr double kFlopsPerSecond = 1.5e10,
                   kSecondsOfCall = 1e-5;  // what small products reach, and the fixed cost of a call
  const int used = threads > 0 ? threads : hardware_threads();
  return kSecondsOfCall + ordinary_flops(cost) / (kFlopsPerSecond * std::sqrt(used));
}

}  // namespace omega
