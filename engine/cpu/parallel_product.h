// A product too large for one thread.
#pragma once

#include "cpu/gemm.h"
#include "cpu/parallel.h"

namespace omega {

/// out = a · b in tiles of rows: the bits of multiply_nn.
template <class T>
void multiply_in_tiles(View<const T> a, View<const T> b, View<T> out, const Progress& progress) {
  constexpr Index kTile = 32;
  parallel_tiles(a.rows, kTile, progress,
                 [&](Range rows) { multiply_nn<T>(a.middle_rows(rows), b, out.middle_rows(rows)); });
}

}  // namespace omega
