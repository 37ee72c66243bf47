// Arrays of noise.
#include "cuda/device/context.h"
#include "cuda/device/philox.h"

namespace omega::cuda {

namespace {

constexpr int kThreads = 256;

/// One thread for each block of four coordinates.
__global__ void __launch_bounds__(kThreads) noise_kernel(const Noise n) {
  const std::int64_t blocks = (n.columns + 3) / 4, i = static_cast<std::int64_t>(blockIdx.x) * kThreads + threadIdx.x;
  if (i >= blocks * n.rows) return;
  const int head = static_cast<int>(blockIdx.z), row = static_cast<int>(i / blocks),
            block = static_cast<int>(i % blocks);
  const RandomWords words = words_of(n, head, row, block);
  double drawn[4];
  if (n.normals != nullptr)
    normals_of(words, drawn);
  else
    for (int j = 0; j < 4; ++j) drawn[j] = words.x[j] * kWordUnit;
  const std::int64_t place = (static_cast<std::int64_t>(head) * n.rows + row) * n.columns + 4 * block;
  for (int j = 0; j < 4 && 4 * block + j < n.columns; ++j) {
    if (n.normals != nullptr)
      n.normals[place + j] = static_cast<float>(drawn[j]);
    else
      n.uniforms[place + j] = drawn[j];
  }
}

}  // namespace

int noise(Context* c, const Noise* n) {
  const dim3 grid = grid_of(std::int64_t{n->rows} * ((n->columns + 3) / 4), kThreads, n->heads);
  return start(c, "starting noise", noise_kernel, grid, kThreads, *n);
}

}  // namespace omega::cuda
