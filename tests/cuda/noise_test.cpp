// The device's random numbers are the CPU's: the same words, normals within 4 units in the last place.
#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>

#include "core/philox.h"
#include "cuda/device.h"
#include "modules.h"

using namespace omega;
using namespace omega::test;

namespace {

template <class T>
std::vector<T> fetch(cuda::Session& session, cuda::Noise noise, T* cuda::Noise::*where) {
  const auto count = static_cast<std::size_t>(noise.heads) * static_cast<std::size_t>(noise.rows) *
                     static_cast<std::size_t>(noise.columns);
  const cuda::ModuleTable& module = session.module();
  session.check(module.begin(session.context()));
  void* place = nullptr;
  session.check(module.allocate(session.context(), count * sizeof(T), &place));
  noise.*where = static_cast<T*>(place);
  session.check(module.noise(session.context(), &noise));
  std::vector<T> values(count);
  session.check(module.download(session.context(), values.data(), place, count * sizeof(T)));
  session.check(module.check_guards(session.context()));
  return values;
}

cuda::Noise some_noise() {
  cuda::Noise noise{};
  noise.seed = 7;
  noise.draw = 3;
  noise.first_head = 2;
  noise.array = 1;
  noise.heads = 2;
  noise.rows = 45;
  noise.columns = 13;
  noise.samples = 9;
  return noise;
}

NoiseAddress address(const cuda::Noise& n, int head, int row) {
  return {n.seed, n.draw, 16 * (n.first_head + static_cast<std::uint32_t>(head)) + n.array,
          static_cast<std::uint32_t>(row / n.samples), static_cast<std::uint32_t>(row % n.samples)};
}

int ulps(float a, float b) {
  std::int32_t x, y;
  std::memcpy(&x, &a, 4);
  std::memcpy(&y, &b, 4);
  return std::signbit(a) == std::signbit(b) ? std::abs(x - y) : a == b ? 0 : 1000;
}

}  // namespace

TEST_CASE("uniforms are the CPU's", "[noise]") {
  REQUIRE(use_module());
  cuda::Session session = cuda::Device::get().borrow();
  const cuda::Noise noise = some_noise();
  const std::vector<double> values = fetch(session, noise, &cuda::Noise::uniforms);
  std::vector<double> row(13);
  std::size_t different = 0;
  for (int i = 0; i < 2 * 45; ++i) {
    draw_uniforms(address(noise, i / 45, i % 45), row.data(), 13);
    for (std::size_t d = 0; d < 13; ++d) different += values[static_cast<std::size_t>(i) * 13 + d] != row[d];
  }
  CHECK(different == 0);
}

TEST_CASE("normals are the CPU's within 4 units in the last place", "[noise]") {
  REQUIRE(use_module());
  cuda::Session session = cuda::Device::get().borrow();
  const cuda::Noise noise = some_noise();
  const std::vector<float> values = fetch(session, noise, &cuda::Noise::normals);
  std::vector<float> row(13);
  int worst = 0;
  for (int i = 0; i < 2 * 45; ++i) {
    draw_normals(address(noise, i / 45, i % 45), row.data(), 13);
    for (std::size_t d = 0; d < 13; ++d)
      worst = std::max(worst, ulps(values[static_cast<std::size_t>(i) * 13 + d], row[d]));
  }
  CHECK(worst <= 4);
}
