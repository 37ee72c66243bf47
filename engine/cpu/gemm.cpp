#include "cpu/gemm.h"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "cpu/gemm.cpp"
#include <hwy/foreach_target.h>
#include "cpu/simd_inl.h"

HWY_BEFORE_NAMESPACE();
namespace omega {
namespace HWY_NAMESPACE {

// So much of the inner dimension is summed before moving on: a panel of b then stays in the cache nearest but one.
constexpr Index kDepth = 256;

/// A last block of columns that fills no vector: through padded copies of that part of b and of out.
template <class T, bool kDown>
void product_of_rest(Index rows, Index columns, Block<T> block) {
  const Index lanes = lanes_of<T>();
  constexpr Index most = kBlockRows[0];
  HWY_ALIGN T b[kDepth * HWY_MAX_BYTES / sizeof(T)], out[most * HWY_MAX_BYTES / sizeof(T)];
  for (Index k = 0; k < block.depth; ++k)
    for (Index j = 0; j < lanes; ++j) b[k * lanes + j] = j < columns ? block.b[k * block.b_stride + j] : T(0);
  for (Index r = 0; r < rows; r += most) {
    const Index now = std::min(most, rows - r);
    T* to = block.out + r * block.out_stride;
    const T* a = block.a + r * (kDown ? 1 : block.a_stride);
    for (Index i = 0; i < now; ++i)
      for (Index j = 0; j < lanes; ++j)
        out[i * lanes + j] = block.add && j < columns ? to[i * block.out_stride + j] : T(0);
    run_rows<T, kDown, 1>(now, {block.depth, a, block.a_stride, b, lanes, out, lanes, nullptr, true});
    for (Index i = 0; i < now; ++i)
      for (Index j = 0; j < columns; ++j) to[i * block.out_stride + j] = out[i * lanes + j];
  }
}

/// out (+)= a·b, or aᵀ·b with `kDown`.
template <class T, bool kDown>
void Product(View<const T> a, View<const T> b, View<T> out, bool add) {
  const Index whole = out.cols / lanes_of<T>() * lanes_of<T>();
  if (b.rows == 0 && !add)
    for (Index r = 0; r < out.rows; ++r) std::fill_n(out.row(r), out.cols, T(0));
  for (Index k = 0; k < b.rows; k += kDepth) {
    const Block<T> block{std::min(kDepth, b.rows - k),
                         a.data + k * (kDown ? a.stride : 1),
                         a.stride,
                         b.row(k),
                         b.stride,
                         out.data,
                         out.stride,
                         nullptr,
                         add || k > 0};
    whole_product<T, kDown>(out.rows, whole, block);
    if (whole == out.cols) continue;
    Block<T> rest = block;
    rest.b += whole;
    rest.out += whole;
    product_of_rest<T, kDown>(out.rows, out.cols - whole, rest);
  }
}

/// out (+)= a·bᵀ: b is turned, a panel of its rows at a time. Where a (or b) has next to no rows, turning would be
/// most of the work.
template <class T>
void ProductWithRows(View<const T> a, View<const T> b, View<T> out, bool add) {
  constexpr Index few = 3;
  if (a.rows <= few || b.rows <= few) {
    for (Index i = 0; i < a.rows; ++i)
      for (Index j = 0; j < b.rows; ++j) out(i, j) = dot<T>(a.row(i), b.row(j), a.cols) + (add ? out(i, j) : T(0));
    return;
  }
  constexpr Index width = kBlockVectors * HWY_MAX_BYTES / sizeof(T);
  HWY_ALIGN T panel[kDepth * width];
  for (Index j = 0; j < b.rows; j += width) {
    const View<const T> some = b.middle_rows(j, std::min(width, b.rows - j));
    for (Index k = 0; k < a.cols; k += kDepth) {
      const Index depth = std::min(kDepth, a.cols - k);
      transpose_scaled<T>(some.middle_cols(k, depth), T(1), panel, width);
      Product<T, false>(a.middle_cols(k, depth), View<const T>(panel, depth, some.rows, width),
                        out.middle_cols(j, some.rows), add || k > 0);
    }
  }
}

template <class T>
void SquaredNorms(View<const T> rows, T* out) {
  for (Index r = 0; r < rows.rows; ++r) out[r] = dot<T>(rows.row(r), rows.row(r), rows.cols);
}

template <class T>
void SquaredDistances(View<const T> a, View<const T> b, View<T> out) {
  const hn::ScalableTag<T> d;
  const Index lanes = lanes_of<T>(), whole = a.cols / lanes * lanes;
  for (Index i = 0; i < a.rows; ++i)
    for (Index j = 0; j < b.rows; ++j) {
      const T* x = a.row(i);
      const T* y = b.row(j);
      auto squares = hn::Zero(d);
      for (Index c = 0; c < whole; c += lanes) {
        const auto apart = hn::Sub(hn::LoadU(d, x + c), hn::LoadU(d, y + c));
        squares = hn::MulAdd(apart, apart, squares);
      }
      T sum = hn::GetLane(hn::SumOfLanes(d, squares));
      for (Index c = whole; c < a.cols; ++c) sum += (x[c] - y[c]) * (x[c] - y[c]);
      out(i, j) = sum;
    }
}

/// sums[d] += Σ_r rows(r, d), in double, for `vectors` vectors of columns from c on.
template <class T, Index vectors>
HWY_INLINE void SumColumns(View<const T> rows, Index c, double* sums) {
  const hn::ScalableTag<double> d;
  const hn::Rebind<T, decltype(d)> narrow;
  const auto widened = [&](const T* from) HWY_ATTR {
    if constexpr (sizeof(T) == 4)
      return hn::PromoteTo(d, hn::LoadU(narrow, from));
    else
      return hn::LoadU(d, from);
  };
  Vector<double> total[vectors];
  for (Index i = 0; i < vectors; ++i) total[i] = hn::LoadU(d, sums + c + i * lanes_of<double>());
  for (Index r = 0; r < rows.rows; ++r)
    for (Index i = 0; i < vectors; ++i) total[i] = hn::Add(total[i], widened(rows.row(r) + c + i * lanes_of<double>()));
  for (Index i = 0; i < vectors; ++i) hn::StoreU(total[i], d, sums + c + i * lanes_of<double>());
}

/// In blocks of rows, so that the columns that come last still find them in the first cache.
template <class T>
void SumRows(View<const T> rows, double* sums) {
  constexpr Index kRows = 32, kVectors = 8;
  const Index lanes = lanes_of<double>();
  for (Index first = 0; first < rows.rows; first += kRows) {
    const View<const T> block = rows.middle_rows(first, std::min(kRows, rows.rows - first));
    Index c = 0;
    for (; c + kVectors * lanes <= rows.cols; c += kVectors * lanes) SumColumns<T, kVectors>(block, c, sums);
    for (; c + lanes <= rows.cols; c += lanes) SumColumns<T, 1>(block, c, sums);
    for (; c < rows.cols; ++c)
      for (Index r = 0; r < block.rows; ++r) sums[c] += static_cast<double>(block(r, c));
  }
}

// Highway exports what has a plain name: one for each precision.
#define OMEGA_EXPORTED(SUFFIX, T)                                 \
  constexpr auto& ProductNN##SUFFIX = Product<T, false>;          \
  constexpr auto& ProductTN##SUFFIX = Product<T, true>;           \
  constexpr auto& ProductNT##SUFFIX = ProductWithRows<T>;         \
  constexpr auto& SquaredNorms##SUFFIX = SquaredNorms<T>;         \
  constexpr auto& SquaredDistances##SUFFIX = SquaredDistances<T>; \
  constexpr auto& SumRows##SUFFIX = SumRows<T>;
OMEGA_EXPORTED(F32, float)
OMEGA_EXPORTED(F64, double)
#undef OMEGA_EXPORTED

}  // namespace HWY_NAMESPACE
}  // namespace omega
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace omega {

#define OMEGA_PRODUCT(NAME, KERNEL, ADDS, T)                 \
  template <>                                                \
  void NAME(View<const T> a, View<const T> b, View<T> out) { \
    HWY_DYNAMIC_DISPATCH(KERNEL)(a, b, out, ADDS);           \
  }
#define OMEGA_DISPATCHED(SUFFIX, T)                                       \
  HWY_EXPORT(ProductNN##SUFFIX);                                          \
  HWY_EXPORT(ProductTN##SUFFIX);                                          \
  HWY_EXPORT(ProductNT##SUFFIX);                                          \
  HWY_EXPORT(SquaredNorms##SUFFIX);                                       \
  HWY_EXPORT(SquaredDistances##SUFFIX);                                   \
  HWY_EXPORT(SumRows##SUFFIX);                                            \
  OMEGA_PRODUCT(multiply_nt, ProductNT##SUFFIX, false, T)                 \
  OMEGA_PRODUCT(add_multiply_nt, ProductNT##SUFFIX, true, T)              \
  OMEGA_PRODUCT(multiply_nn, ProductNN##SUFFIX, false, T)                 \
  OMEGA_PRODUCT(add_multiply_nn, ProductNN##SUFFIX, true, T)              \
  OMEGA_PRODUCT(multiply_tn, ProductTN##SUFFIX, false, T)                 \
  OMEGA_PRODUCT(add_multiply_tn, ProductTN##SUFFIX, true, T)              \
  template <>                                                             \
  void squared_norms(View<const T> rows, T* out) {                        \
    HWY_DYNAMIC_DISPATCH(SquaredNorms##SUFFIX)(rows, out);                \
  }                                                                       \
  template <>                                                             \
  void squared_distances(View<const T> a, View<const T> b, View<T> out) { \
    HWY_DYNAMIC_DISPATCH(SquaredDistances##SUFFIX)(a, b, out);            \
  }                                                                       \
  template <>                                                             \
  void add_rows(View<const T> rows, double* sums) {                       \
    HWY_DYNAMIC_DISPATCH(SumRows##SUFFIX)(rows, sums);                    \
  }
OMEGA_DISPATCHED(F32, float)
OMEGA_DISPATCHED(F64, double)
#undef OMEGA_DISPATCHED
#undef OMEGA_PRODUCT

}  // namespace omega
#endif
