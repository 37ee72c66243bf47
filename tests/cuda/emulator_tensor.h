// Tensor cores of a device that is none: the part of nvcuda::wmma that kernels use. Each lane holds whole matrices and
// does the whole product: how a card spreads them over its lanes is not for its users to know.
#pragma once

#include <cstdint>
#include <cstring>
#include <type_traits>

/// To nearest, ties to even, as the card's conversion.
struct __nv_bfloat16 {
  std::uint16_t bits;
  explicit operator float() const {
    const std::uint32_t wide = static_cast<std::uint32_t>(bits) << 16;
    float x;
    std::memcpy(&x, &wide, sizeof x);
    return x;
  }
};
inline __nv_bfloat16 __float2bfloat16_rn(float x) {
  if (x != x) return {0x7FFF};
  std::uint32_t wide;
  std::memcpy(&wide, &x, sizeof wide);
  return {static_cast<std::uint16_t>((wide + 0x7FFFu + (wide >> 16 & 1u)) >> 16)};
}

namespace nvcuda::wmma {

namespace precision {
struct tf32 {};
}  // namespace precision
struct row_major {};
struct col_major {};
struct matrix_a {};
struct matrix_b {};
struct accumulator {};
enum layout_t { mem_row_major, mem_col_major };

template <class Use, int kRows, int kColumns, int kDepth, class Factor, class Layout = void>
struct fragment {
  static constexpr int kHeight = std::is_same_v<Use, matrix_b> ? kDepth : kRows,
                       kWidth = std::is_same_v<Use, matrix_a> ? kDepth : kColumns;
  float x[kHeight][kWidth];
};

/// A card reads the first 19 bits of a TF32 factor; who leaves others gets what nobody promises.
inline float factor_of(float x) {
  std::uint32_t bits;
  std::memcpy(&bits, &x, sizeof bits);
  bits = (bits & 0x1FFFu) == 0 ? bits : 0x7FC00000u;
  std::memcpy(&x, &bits, sizeof x);
  return x;
}
inline float factor_of(__nv_bfloat16 x) { return static_cast<float>(x); }

template <class Use, int kRows, int kColumns, int kDepth, class Factor, class Layout, class Stored>
void load_matrix_sync(fragment<Use, kRows, kColumns, kDepth, Factor, Layout>& f, const Stored* from, unsigned pitch) {
  for (int r = 0; r < f.kHeight; ++r)
    for (int c = 0; c < f.kWidth; ++c)
      f.x[r][c] = factor_of(std::is_same_v<Layout, row_major>
                                ? from[static_cast<unsigned>(r) * pitch + static_cast<unsigned>(c)]
                                : from[static_cast<unsigned>(c) * pitch + static_cast<unsigned>(r)]);
}

template <class Fragment>
void fill_fragment(Fragment& f, float value) {
  for (auto& row : f.x)
    for (float& x : row) x = value;
}

template <int kRows, int kColumns, int kDepth, class Left, class LeftLayout, class Right, class RightLayout>
void mma_sync(fragment<accumulator, kRows, kColumns, kDepth, float>& out,
              const fragment<matrix_a, kRows, kColumns, kDepth, Left, LeftLayout>& a,
              const fragment<matrix_b, kRows, kColumns, kDepth, Right, RightLayout>& b,
              const fragment<accumulator, kRows, kColumns, kDepth, float>& c) {
  out = c;
  for (int i = 0; i < kRows; ++i)
    for (int k = 0; k < kDepth; ++k)
      for (int j = 0; j < kColumns; ++j) out.x[i][j] += a.x[i][k] * b.x[k][j];
}

template <class Fragment>
void store_matrix_sync(float* to, const Fragment& f, unsigned pitch, layout_t) {
  for (int r = 0; r < f.kHeight; ++r)
    for (int c = 0; c < f.kWidth; ++c) to[static_cast<unsigned>(r) * pitch + static_cast<unsigned>(c)] = f.x[r][c];
}

}  // namespace nvcuda::wmma
