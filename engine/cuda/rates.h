// What the device reaches in the plainest work: copying, and a product of two square matrices of normals, by cuBLAS
// where it is found.
#pragma once

namespace omega::cuda {

struct Rates {
  double bytes_per_second = 0;  // read and written
  double flops_per_second = 0;
};

/// Copies up to `megabytes` and multiplies matrices of up to `side` rows, each a few times over, and stops growing once
/// one takes some milliseconds: a slow device keeps nobody waiting. Throws Fault.
Rates measure_rates(int megabytes, int side);

}  // namespace omega::cuda
