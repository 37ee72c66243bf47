#include "cuda/rates.h"

#include <algorithm>
#include <cmath>

#include "cuda/device.h"

namespace omega::cuda {

namespace {

constexpr int kTimes = 5, kFirstMegabytes = 8, kFirstSide = 128;
constexpr double kLongEnough = 1e-2;  // seconds

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
  float* place = session.allocate<float>(count);
  session.check(session.module().clear(session.context(), place, count * sizeof(float)));
  return place;
}

double copy_seconds(Session& session, int megabytes) {
  session.check(session.module().begin(session.context()));
  const std::int64_t count = std::int64_t{megabytes} << 18;
  const Slice from{zeros(session, static_cast<std::uint64_t>(count)), 0},
      to{zeros(session, static_cast<std::uint64_t>(count)), 0};
  const Combine copy{1, count, from, {}, 1, 0, 0, to};
  return shortest(session, [&] { return session.module().combine(session.context(), &copy); });
}

/// Numbers as they are multiplied elsewhere: zeros take less power, and a card's clock goes up with that.
float* normals(Session& session, int side, std::uint32_t array) {
  Noise noise{};
  noise.array = array;
  noise.heads = noise.samples = 1;
  noise.rows = noise.columns = side;
  noise.normals = session.allocate<float>(static_cast<std::uint64_t>(side) * static_cast<std::uint64_t>(side));
  session.check(session.module().noise(session.context(), &noise));
  return noise.normals;
}

double product_seconds(Session& session, int side) {
  session.check(session.module().begin(session.context()));
  Product product{};
  product.heads = 1;
  product.rows = product.inner = product.columns = side;
  product.a = {normals(session, side, 0), 0, side, 1};
  product.b = {normals(session, side, 1), 0, side, 1};
  product.factor = 1;
  product.by_library = 1;
  product.out = {zeros(session, static_cast<std::uint64_t>(side) * static_cast<std::uint64_t>(side)), 0, side, 1};
  return shortest(session, [&] { return session.module().product(session.context(), &product); });
}

struct Measured {
  double size = 0, seconds = 0;
};

/// Of sizes that double: the first that takes long enough to be a rate, or the largest.
template <class Seconds>
Measured growing(int first, int most, const Seconds& seconds) {
  for (int size = std::min(first, most);; size = std::min(2 * size, most))
    if (const double time = seconds(size); size == most || time > kLongEnough) return {static_cast<double>(size), time};
}

}  // namespace

Rates measure_rates(int megabytes, int side) {
  Session session = Device::get().borrow();
  const Measured copy = growing(kFirstMegabytes, megabytes, [&](int size) { return copy_seconds(session, size); });
  const Measured product = growing(kFirstSide, side, [&](int size) { return product_seconds(session, size); });
  return {2.0 * 0x1p20 * copy.size / copy.seconds, 2.0 * std::pow(product.size, 3) / product.seconds};
}

}  // namespace omega::cuda
