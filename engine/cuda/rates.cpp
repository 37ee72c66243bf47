#include "cuda/rates.h"

#include <algorithm>

#include "cuda/device.h"

namespace omega::cuda {

namespace {

constexpr int kTimes = 5;

/// The shortest of a few, in seconds.
template <class Step>
double shortest(Session& session, const Step& step) {
  const ModuleTable& module = session.module();
  float best = 0;
  for (int i = 0; i < kTimes; ++i) {
    float milliseconds = 0;
    session.check(module.mark(session.context(), 0));
    session.check(step());
    session.check(module.mark(session.context(), 1));
    session.check(module.elapsed(session.context(), &milliseconds));
    best = i == 0 ? milliseconds : std::min(best, milliseconds);
  }
  return std::max(1e-3 * static_cast<double>(best), 1e-9);
}

float* zeros(Session& session, std::uint64_t count) {
  void* place = session.allocate(count * sizeof(float));
  session.check(session.module().clear(session.context(), place, count * sizeof(float)));
  return static_cast<float*>(place);
}

}  // namespace

Rates measure_rates(int megabytes, int side) {
  Session session = Device::get().borrow();
  session.check(session.module().begin(session.context()));
  const std::int64_t count = std::int64_t{megabytes} << 18, square = std::int64_t{side} * side;
  const Slice from{zeros(session, static_cast<std::uint64_t>(count)), 0},
      to{zeros(session, static_cast<std::uint64_t>(count)), 0};
  const Combine copy{1, count, from, {}, 1, 0, 0, to};
  Product product{};
  product.heads = 1;
  product.rows = product.inner = product.columns = side;
  product.a = product.b = zeros(session, static_cast<std::uint64_t>(square));
  product.a_row = product.b_row = side;
  product.a_column = product.b_column = 1;
  product.factor = 1;
  product.out = zeros(session, static_cast<std::uint64_t>(square));
  Rates rates;
  rates.bytes_per_second = 8.0 * static_cast<double>(count) /
                           shortest(session, [&] { return session.module().combine(session.context(), &copy); });
  rates.flops_per_second = 2.0 * static_cast<double>(square) * side /
                           shortest(session, [&] { return session.module().product(session.context(), &product); });
  return rates;
}

}  // namespace omega::cuda
