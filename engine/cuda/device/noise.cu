// Philox4x32-10 and what is drawn from it: the same integers as the engine's, normals by Box–Muller in double (specification,
// section 1).
#include "cuda/device/context.h"

#include <cmath>

namespace omega::cuda {

namespace {

constexpr int kThreads = 256;

struct Words {
  std::uint32_t x[4];
};

__device__ inline Words philox(Words c, std::uint32_t key0, std::uint32_t key1) {
  for (int round = 0; round < 10; ++round, key0 += 0x9E3779B9u, key1 += 0xBB67AE85u) {
    const std::uint64_t p0 = std::uint64_t{0xD2511F53u} * c.x[0], p1 = std::uint64_t{0xCD9E8D57u} * c.x[2];
    c = {{static_cast<std::uint32_t>(p1 >> 32) ^ c.x[1] ^ key0, static_cast<std::uint32_t>(p1), static_cast<std::uint32_t>(p0 >> 32) ^ c.x[3] ^ key1,
          static_cast<std::uint32_t>(p0)}};
  }
  return c;
}

/// One thread for each block of four coordinates.
__global__ void __launch_bounds__(kThreads) noise_kernel(const Noise n) {
  const std::int64_t blocks = (n.columns + 3) / 4, i = static_cast<std::int64_t>(blockIdx.x) * kThreads + threadIdx.x;
  if (i >= blocks * n.rows) return;
  const int head = static_cast<int>(blockIdx.z), row = static_cast<int>(i / blocks), block = static_cast<int>(i % blocks);
  const Words at = {{static_cast<std::uint32_t>(block), static_cast<std::uint32_t>(row % n.samples), static_cast<std::uint32_t>(row / n.samples),
                     16u * (n.first_head + static_cast<std::uint32_t>(head)) + n.array}};
  const Words words = philox(at, n.seed, n.draw);
  constexpr double kUnit = 1.0 / 4294967296.0;
  double drawn[4];
  for (int pair = 0; pair < 4; pair += 2) {
    if (n.normals == nullptr) {
      drawn[pair] = words.x[pair] * kUnit;
      drawn[pair + 1] = words.x[pair + 1] * kUnit;
      continue;
    }
    const double radius = sqrt(-2.0 * log((words.x[pair] + 1.0) * kUnit)), angle = 2.0 * 3.14159265358979323846 * (words.x[pair + 1] * kUnit);
    drawn[pair] = radius * cos(angle);
    drawn[pair + 1] = radius * sin(angle);
  }
  const std::int64_t place = (static_cast<std::int64_t>(head) * n.rows + row) * n.columns + 4 * block;
  for (int j = 0; j < 4 && 4 * block + j < n.columns; ++j) {
    if (n.normals != nullptr) n.normals[place + j] = static_cast<float>(drawn[j]);
    else n.uniforms[place + j] = drawn[j];
  }
}

}  // namespace

int noise(Context* c, const Noise* n) {
  const dim3 grid(blocks_of(std::int64_t{n->rows} * ((n->columns + 3) / 4), kThreads), 1, static_cast<unsigned>(n->heads));
  return c->status(launch(noise_kernel, grid, dim3(kThreads), 0, c->stream, *n), "starting noise");
}

}  // namespace omega::cuda
