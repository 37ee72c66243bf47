// local: softmax attention inside a window and nothing outside it (specification, section 7).
//
//   y_n = Σ_{m∈E^n} e^{a_nm} v_m / Σ_{m∈E^n} e^{a_nm}
//   E^n: the block of `window` keys that holds n, and `overlap` keys on both sides; on an image, a window of cells.
//   causal: inside E^n only m ≤ n.
//
// No target, no noise: it forgets all that is far. Cost: O(N·(window + 2·overlap)·D) time, a few tiles of workspace.
// Options: window, overlap, causal, grid, scale. Look at: the blocks on the diagonal of its map, and the error of those
// queries whose best key lies in another block.
#pragma once

#include "core/estimator.h"

namespace omega {

Estimator local_estimator();

}  // namespace omega
