// The threads of an emulated device: fibers of one thread of the machine, switched at barriers and warp functions.
#pragma once

#include "emulator.h"

namespace omega::emulator {

/// All blocks of a grid, one after another, in an order that a seed other than 0 shuffles.
cudaError_t run_blocks(std::uint32_t seed, dim3 grid, dim3 threads, std::size_t shared_bytes,
                       const std::function<void()>& thread);

}  // namespace omega::emulator
