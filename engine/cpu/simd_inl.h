// What vectorised kernels share, compiled once for each instruction set: the exponential, and the block of a
// matrix product that stays in registers. Only for inclusion between HWY_BEFORE_NAMESPACE and the end of a kernel file.
#if defined(OMEGA_CPU_SIMD_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OMEGA_CPU_SIMD_INL_H_
#undef OMEGA_CPU_SIMD_INL_H_
#else
#define OMEGA_CPU_SIMD_INL_H_
#endif

#include <hwy/cache_control.h>
#include <hwy/contrib/math/math-inl.h>
#include <hwy/highway.h>

#include <algorithm>
#include <type_traits>
#include <utility>

#include "core/matrix.h"

HWY_BEFORE_NAMESPACE();
namespace omega {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

template <class T>
using Vector = hn::Vec<hn::ScalableTag<T>>;
template <class T>
HWY_INLINE Index lanes_of() {
  return static_cast<Index>(hn::Lanes(hn::ScalableTag<T>()));
}

// --- exp -------------------------------------------------------------------------------------------------------------

/// x, but not beyond the ends; NaN stays NaN, since minima and maxima then hand on their second operand.
template <class D>
HWY_INLINE hn::Vec<D> between(D, hn::Vec<D> low, hn::Vec<D> x, hn::Vec<D> high) {
#if HWY_TARGET == HWY_SCALAR
  if (hn::GetLane(x) != hn::GetLane(x)) return x;
#endif
  return hn::Min(high, hn::Max(low, x));
}

/// exp(x) = 2ⁿ·exp(r), n = round(x/ln 2), |r| ≤ ln 2/2, exp(r) by a minimax polynomial of degree 6 (4e-9). Relative
/// error below 2e-7 for x ≥ −86.6; 0 below that, where the result would leave the range of normal numbers; ∞ from 88.73
/// on.
template <class D, std::enable_if_t<sizeof(hn::TFromD<D>) == 4>* = nullptr>
HWY_INLINE hn::Vec<D> exponential(D d, hn::Vec<D> x) {
  const hn::Rebind<int32_t, D> di;
  const auto lowest = hn::Set(d, -86.6f);
  // 1.5·2²³ brings n to the last bits of the sum, 126 makes them the exponent of 2ⁿ⁻¹ (2ⁿ itself may be too large).
  const auto shifter = hn::Set(d, 12583038.0f);
  const auto bounded = between(d, lowest, x, hn::Set(d, 89.0f));
  const auto shifted = hn::MulAdd(bounded, hn::Set(d, 1.44269504f), shifter);
  const auto n = hn::Sub(shifted, shifter);
  const auto half_scale = hn::BitCast(d, hn::ShiftLeft<23>(hn::BitCast(di, shifted)));
  const auto r = hn::NegMulAdd(n, hn::Set(d, -2.12194440e-4f), hn::NegMulAdd(n, hn::Set(d, 0.693359375f), bounded));
  auto p = hn::MulAdd(hn::Set(d, 0.0013814594f), r, hn::Set(d, 0.00836871937f));
  p = hn::MulAdd(p, r, hn::Set(d, 0.041668389f));
  p = hn::MulAdd(p, r, hn::Set(d, 0.16666521f));
  p = hn::MulAdd(p, r, hn::Set(d, 0.49999994f));
  p = hn::Add(hn::MulAdd(p, hn::Mul(r, r), r), hn::Set(d, 1.0f));
  const auto half = hn::Mul(p, half_scale);
  return hn::IfThenZeroElse(hn::Lt(x, lowest), hn::Add(half, half));
}

/// The same in double, with a polynomial of degree 11 (2e-17): relative error below 4e-16 for x ≥ −708, 0 below, ∞ from
/// 709.79 on.
template <class D, std::enable_if_t<sizeof(hn::TFromD<D>) == 8>* = nullptr>
HWY_INLINE hn::Vec<D> exponential(D d, hn::Vec<D> x) {
  const hn::Rebind<int64_t, D> di;
  const auto lowest = hn::Set(d, -708.0);
  const auto shifter = hn::Set(d, 0x1.8p52 + 1022);
  const auto bounded = between(d, lowest, x, hn::Set(d, 710.0));
  const auto shifted = hn::MulAdd(bounded, hn::Set(d, 1.4426950408889634), shifter);
  const auto n = hn::Sub(shifted, shifter);
  const auto half_scale = hn::BitCast(d, hn::ShiftLeft<52>(hn::BitCast(di, shifted)));
  const auto r = hn::NegMulAdd(n, hn::Set(d, 1.90821492927058770002e-10),
                               hn::NegMulAdd(n, hn::Set(d, 6.93147180369123816490e-01), bounded));
  auto p = hn::MulAdd(hn::Set(d, 2.510038549551032e-08), r, hn::Set(d, 2.7620088445409746e-07));
  p = hn::MulAdd(p, r, hn::Set(d, 2.7557268459997064e-06));
  p = hn::MulAdd(p, r, hn::Set(d, 2.4801521295954376e-05));
  p = hn::MulAdd(p, r, hn::Set(d, 0.00019841269863053618));
  p = hn::MulAdd(p, r, hn::Set(d, 0.0013888888917213717));
  p = hn::MulAdd(p, r, hn::Set(d, 0.008333333333330062));
  p = hn::MulAdd(p, r, hn::Set(d, 0.04166666666662413));
  p = hn::MulAdd(p, r, hn::Set(d, 0.16666666666666669));
  p = hn::MulAdd(p, r, hn::Set(d, 0.5));
  p = hn::Add(hn::MulAdd(p, hn::Mul(r, r), r), hn::Set(d, 1.0));
  const auto half = hn::Mul(p, half_scale);
  return hn::IfThenZeroElse(hn::Lt(x, lowest), hn::Add(half, half));
}

// --- A block of a product in registers -------------------------------------------------------------------------------

// Accumulators, a row of b and one broadcast share the registers.
#if HWY_ARCH_X86 && HWY_MAX_BYTES < 64
constexpr int kBlockVectors = 2;
constexpr Index kBlockRows[kBlockVectors] = {6, HWY_MAX_BYTES < 32 ? 4 : 6};
#else
constexpr int kBlockVectors = 4;
constexpr Index kBlockRows[kBlockVectors] = {8, 8, 8, 6};
#endif

/// out (+)= a·b for a few rows of `out` and a few vectors of its columns. Row i of a: a[i·stride + k], or, down its
/// columns, a[i + k·stride].
template <class T>
struct Block {
  Index depth;
  const T* a;
  Index a_stride;
  const T* b;
  Index b_stride;
  T* out;
  Index out_stride;
  const T* start;  // out starts at start[row]; null: at 0, or where `add`, at what it holds
  bool add;
  View<const T> soon;  // rows to fetch from memory meanwhile, evenly over the rows of out
};
template <class T>
constexpr Index kLine = 64 / static_cast<Index>(sizeof(T));

template <class T, bool kDown, std::size_t kRows, int kVectors>
struct BlockKernel {
  using D = hn::ScalableTag<T>;
  using V = hn::Vec<D>;

  template <std::size_t... I>
  static HWY_INLINE void row_times(D d, const T* a, const V* b, V* sums, std::index_sequence<I...>) {
    const V broadcast = hn::Set(d, *a);
    ((sums[I] = hn::MulAdd(broadcast, b[I], sums[I])), ...);
  }

  template <std::size_t... R, std::size_t... I>
  static HWY_INLINE void run(const Block<T>& block, std::index_sequence<R...>, std::index_sequence<I...> columns) {
    const D d;
    const Index lanes = lanes_of<T>();
    V sums[kRows][kVectors];
    const auto start_row = [&](std::size_t r) HWY_ATTR {
      const T* out = block.out + static_cast<Index>(r) * block.out_stride;
      if (block.start != nullptr)
        ((sums[r][I] = hn::Set(d, block.start[r])), ...);
      else if (block.add)
        ((sums[r][I] = hn::LoadU(d, out + static_cast<Index>(I) * lanes)), ...);
      else
        ((sums[r][I] = hn::Zero(d)), ...);
    };
    (start_row(R), ...);
    const T* a = block.a;
    const T* b = block.b;
    for (Index k = 0; k < block.depth; ++k, a += kDown ? block.a_stride : 1, b += block.b_stride) {
      const V row[kVectors] = {hn::LoadU(d, b + static_cast<Index>(I) * lanes)...};
      (row_times(d, a + static_cast<Index>(R) * (kDown ? 1 : block.a_stride), row, sums[R], columns), ...);
    }
    const auto store_row = [&](std::size_t r) HWY_ATTR {
      T* out = block.out + static_cast<Index>(r) * block.out_stride;
      (hn::StoreU(sums[r][I], d, out + static_cast<Index>(I) * lanes), ...);
    };
    (store_row(R), ...);
  }

  /// Rows of a that come a few blocks later, on their way while this one is computed.
  static HWY_INLINE void fetch_ahead(const Block<T>& block) {
    constexpr Index ahead = 12;
    for (std::size_t r = 0; r < kRows; ++r)
      for (Index k = 0; k < block.depth; k += kLine<T>)
        hwy::Prefetch(block.a + (static_cast<Index>(r) + ahead) * block.a_stride + k);
  }

  static void call(const Block<T>& block) {
    if constexpr (!kDown) fetch_ahead(block);
    run(block, std::make_index_sequence<kRows>(), std::make_index_sequence<kVectors>());
  }
};

template <class T, bool kDown, int kVectors, std::size_t... R>
HWY_INLINE void run_block(Index rows, const Block<T>& block, std::index_sequence<R...>) {
  using Kernel = void (*)(const Block<T>&);
  static constexpr Kernel kernels[] = {&BlockKernel<T, kDown, R + 1, kVectors>::call...};
  kernels[rows - 1](block);
}

/// All rows against kVectors vectors of columns, in blocks of rows as equal as can be.
template <class T, bool kDown, int kVectors>
HWY_NOINLINE void run_rows(Index rows, Block<T> block) {
  constexpr Index most = kBlockRows[kVectors - 1];
  for (Index left = rows; left > 0;) {
    const Index blocks = (left + most - 1) / most, now = (left + blocks - 1) / blocks;
    const Index done = rows - left;
    for (Index r = done * block.soon.rows / rows; r < (done + now) * block.soon.rows / rows; ++r)
      for (Index k = 0; k < block.soon.cols; k += kLine<T>) hwy::Prefetch(block.soon.row(r) + k);
    run_block<T, kDown, kVectors>(now, block, std::make_index_sequence<static_cast<std::size_t>(most)>());
    block.a += now * (kDown ? 1 : block.a_stride);
    block.out += now * block.out_stride;
    if (block.start != nullptr) block.start += now;
    left -= now;
  }
}

template <class T, bool kDown>
HWY_INLINE void run_vectors(Index rows, Index vectors, const Block<T>& block) {
  if (vectors == 1) return run_rows<T, kDown, 1>(rows, block);
#if HWY_ARCH_X86 && HWY_MAX_BYTES < 64
  run_rows<T, kDown, 2>(rows, block);
#else
  if (vectors == 2) return run_rows<T, kDown, 2>(rows, block);
  if (vectors == 3) return run_rows<T, kDown, 3>(rows, block);
  run_rows<T, kDown, 4>(rows, block);
#endif
}

/// out (+)= a·b (or aᵀ·b) where b is padded to whole vectors: `columns` of out are whole vectors too.
template <class T, bool kDown>
HWY_INLINE void whole_product(Index rows, Index columns, const Block<T>& block) {
  const Index lanes = lanes_of<T>();
  for (Index j = 0; j < columns;) {
    const Index vectors = std::min<Index>(kBlockVectors, (columns - j) / lanes);
    Block<T> part = block;
    part.b += j;
    part.out += j;
    run_vectors<T, kDown>(rows, vectors, part);
    j += vectors * lanes;
  }
}

/// a·b in two chains.
template <class T>
HWY_INLINE T dot(const T* a, const T* b, Index count) {
  const hn::ScalableTag<T> d;
  const Index lanes = lanes_of<T>();
  auto even = hn::Zero(d), odd = hn::Zero(d);
  Index i = 0;
  for (; i + 2 * lanes <= count; i += 2 * lanes) {
    even = hn::MulAdd(hn::LoadU(d, a + i), hn::LoadU(d, b + i), even);
    odd = hn::MulAdd(hn::LoadU(d, a + i + lanes), hn::LoadU(d, b + i + lanes), odd);
  }
  for (; i + lanes <= count; i += lanes) even = hn::MulAdd(hn::LoadU(d, a + i), hn::LoadU(d, b + i), even);
  T sum = hn::GetLane(hn::SumOfLanes(d, hn::Add(even, odd)));
  for (; i < count; ++i) sum += a[i] * b[i];
  return sum;
}

// --- Transposing -----------------------------------------------------------------------------------------------------

/// out[c][r] = factor·in[r][c]: rows side by side, in squares of one 16-byte vector.
template <class T>
HWY_INLINE void transpose_scaled(View<const T> in, T factor, T* out, Index out_stride) {
  Index r = 0;
#if HWY_TARGET != HWY_SCALAR
  constexpr Index side = 16 / sizeof(T);
  const hn::FixedTag<T, 16 / sizeof(T)> d;
  const auto scale = hn::Set(d, factor);
  for (; r + side <= in.rows; r += side) {
    Index c = 0;
    for (; c + side <= in.cols; c += side) {
      const T* from = in.row(r) + c;
      T* to = out + c * out_stride + r;
      if constexpr (sizeof(T) == 4) {
        const auto a = hn::LoadU(d, from), b = hn::LoadU(d, from + in.stride), e = hn::LoadU(d, from + 2 * in.stride),
                   f = hn::LoadU(d, from + 3 * in.stride);
        const auto ae0 = hn::InterleaveLower(d, a, e), ae1 = hn::InterleaveUpper(d, a, e);
        const auto bf0 = hn::InterleaveLower(d, b, f), bf1 = hn::InterleaveUpper(d, b, f);
        hn::StoreU(hn::Mul(scale, hn::InterleaveLower(d, ae0, bf0)), d, to);
        hn::StoreU(hn::Mul(scale, hn::InterleaveUpper(d, ae0, bf0)), d, to + out_stride);
        hn::StoreU(hn::Mul(scale, hn::InterleaveLower(d, ae1, bf1)), d, to + 2 * out_stride);
        hn::StoreU(hn::Mul(scale, hn::InterleaveUpper(d, ae1, bf1)), d, to + 3 * out_stride);
      } else {
        const auto a = hn::LoadU(d, from), b = hn::LoadU(d, from + in.stride);
        hn::StoreU(hn::Mul(scale, hn::InterleaveLower(d, a, b)), d, to);
        hn::StoreU(hn::Mul(scale, hn::InterleaveUpper(d, a, b)), d, to + out_stride);
      }
    }
    for (; c < in.cols; ++c)
      for (Index i = r; i < r + side; ++i) out[c * out_stride + i] = factor * in(i, c);
  }
#endif
  for (; r < in.rows; ++r)
    for (Index c = 0; c < in.cols; ++c) out[c * out_stride + r] = factor * in(r, c);
}

}  // namespace HWY_NAMESPACE
}  // namespace omega
HWY_AFTER_NAMESPACE();

#endif
