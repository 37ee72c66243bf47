#include <algorithm>
#include <utility>

#include "core/error.h"
#include "train/host_kernels.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "train/host_elements.cpp"
#include <hwy/foreach_target.h>
#include "cpu/simd_inl.h"

HWY_BEFORE_NAMESPACE();
namespace omega::train {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
using omega::HWY_NAMESPACE::exponential;
using omega::HWY_NAMESPACE::lanes_of;
using namespace cuda;

constexpr Index kAtOnce = 256;

/// Numbers that follow each other, or one that is repeated.
template <class T>
struct Operand {
  const T* data;
  bool is_one;
};

template <class T, class F>
HWY_INLINE void run(Index count, Operand<T> x, Operand<T> y, T* out, bool adds, F&& f) {
  const hn::ScalableTag<T> d;
  const Index lanes = lanes_of<T>();
  const auto one_x = hn::Set(d, *x.data), one_y = hn::Set(d, *y.data);
  Index i = 0;
  for (; i + lanes <= count; i += lanes) {
    const auto value = f(d, x.is_one ? one_x : hn::LoadU(d, x.data + i), y.is_one ? one_y : hn::LoadU(d, y.data + i));
    hn::StoreU(adds ? hn::Add(hn::LoadU(d, out + i), value) : value, d, out + i);
  }
  if (i == count) return;
  HWY_ALIGN T rest[3][HWY_MAX_BYTES / sizeof(T)] = {};  // of x, y and out, padded
  for (Index j = 0; i + j < count; ++j) {
    rest[0][j] = x.data[x.is_one ? 0 : i + j];
    rest[1][j] = y.data[y.is_one ? 0 : i + j];
  }
  hn::Store(f(d, hn::Load(d, rest[0]), hn::Load(d, rest[1])), d, rest[2]);
  for (Index j = 0; i + j < count; ++j) out[i + j] = rest[2][j] + (adds ? out[i + j] : T(0));
}

/// Some columns of an operand, row after row; gathered where they are apart, but only once where rows are repeated.
template <class T>
class Columns {
 public:
  Columns(const StridedOf<T>& m, Index head, Index first, Index count)
      : from_(m.data + head * m.head + first * m.column), row_(m.row), step_(m.column), count_(count) {
    if (step_ > 1 && row_ == 0) gather(0);
  }
  Operand<T> operator()(Index row) {
    if (step_ <= 1) return {from_ + row * row_, step_ == 0};
    if (row_ != 0) gather(row);
    return {room_, false};
  }

 private:
  void gather(Index row) {
    for (Index i = 0; i < count_; ++i) room_[i] = from_[row * row_ + i * step_];
  }

  const T* from_;
  Index row_, step_, count_;
  HWY_ALIGN T room_[kAtOnce];
};

/// Rows of `out` lie together; y must be there.
template <class T, class F>
HWY_INLINE void for_rows(const ElementsOf<T>& p, F&& f) {
  for (Index h = 0; h < p.heads; ++h)
    for (Index first = 0, step = p.x.column <= 1 && p.y.column <= 1 ? p.columns : kAtOnce; first < p.columns;
         first += step) {
      const Index count = std::min(step, p.columns - first);
      Columns<T> x(p.x, h, first, count), y(p.y, h, first, count);
      T* out = p.out.data + h * p.out.head + first;
      for (Index r = 0; r < p.rows; ++r) run<T>(count, x(r), y(r), out + r * p.out.row, p.adds != 0, f);
    }
}

constexpr double kGeluSlope = 1.5957691216057308, kGeluCube = 0.044715;  // 2√(2/π)

/// σ(2u), u = √(2/π)(x + 0.044715x³): gelu(x) = x·σ(2u), the Gaussian error linear unit in the form of Hendrycks and
/// Gimpel (2016).
template <class D>
HWY_INLINE hn::Vec<D> gelu_gate(D d, hn::Vec<D> x) {
  using T = hn::TFromD<D>;
  const auto cubic = hn::MulAdd(hn::Mul(x, x), hn::Set(d, static_cast<T>(kGeluCube)), hn::Set(d, T(1)));
  const auto minus = hn::Mul(hn::Mul(x, cubic), hn::Set(d, static_cast<T>(-kGeluSlope)));
  return hn::Div(hn::Set(d, T(1)), hn::Add(hn::Set(d, T(1)), exponential(d, minus)));
}

/// σ + x σ(1 − σ)·2u', 2u' = 2√(2/π)(1 + 3·0.044715x²)
template <class D>
HWY_INLINE hn::Vec<D> gelu_slope(D d, hn::Vec<D> x) {
  using T = hn::TFromD<D>;
  const auto one = hn::Set(d, T(1)), gate = gelu_gate(d, x);
  const auto rise = hn::Mul(hn::Set(d, static_cast<T>(kGeluSlope)),
                            hn::MulAdd(hn::Mul(x, x), hn::Set(d, static_cast<T>(3 * kGeluCube)), one));
  return hn::MulAdd(hn::Mul(x, rise), hn::Mul(gate, hn::Sub(one, gate)), gate);
}

#define OMEGA_ELEMENT(OP, FORMULA)                                                              \
  case OP:                                                                                      \
    return for_rows<T>(p, [=](auto d, auto x, [[maybe_unused]] auto y) HWY_ATTR {               \
      [[maybe_unused]] const auto a = hn::Set(d, p_a), b = hn::Set(d, p_b), zero = hn::Zero(d), \
                                  one = hn::Set(d, T(1));                                       \
      return FORMULA;                                                                           \
    });

template <class T>
void Elements(const ElementsOf<T>& p) {
  const T p_a = p.a, p_b = p.b;
  switch (p.op) {
    OMEGA_ELEMENT(kLinear, hn::MulAdd(a, x, hn::Mul(b, y)))
    OMEGA_ELEMENT(kMultiply, hn::Mul(hn::Mul(a, x), y))
    OMEGA_ELEMENT(kGelu, hn::Mul(x, gelu_gate(d, x)))
    OMEGA_ELEMENT(kGeluGradient, hn::Mul(x, gelu_slope(d, y)))
    OMEGA_ELEMENT(kExp, exponential(d, x))
    OMEGA_ELEMENT(kLog, hn::Log(d, hn::Max(x, a)))
    OMEGA_ELEMENT(kLogGradient, hn::IfThenElse(hn::Gt(y, a), hn::Div(x, y), zero))
    OMEGA_ELEMENT(kTanh, hn::Tanh(d, x))
    OMEGA_ELEMENT(kTanhGradient, hn::Mul(x, hn::NegMulAdd(y, y, one)))
    OMEGA_ELEMENT(kLeaky, hn::IfThenElse(hn::Lt(x, zero), hn::Mul(a, x), x))
    OMEGA_ELEMENT(kLeakyGradient, hn::IfThenElse(hn::Lt(y, zero), hn::Mul(a, x), x))
    OMEGA_ELEMENT(kEluPlusOne, hn::IfThenElse(hn::Lt(x, zero), exponential(d, x), hn::Add(x, one)))
    OMEGA_ELEMENT(kEluGradient, hn::IfThenElse(hn::Lt(y, zero), hn::Mul(x, exponential(d, y)), x))
    OMEGA_ELEMENT(kInverse, hn::Div(one, hn::IfThenElse(hn::Lt(hn::Abs(x), a), hn::CopySign(a, x), x)))
    OMEGA_ELEMENT(kInverseGradient, hn::IfThenElse(hn::Lt(hn::Abs(y), a), zero, hn::Neg(hn::Div(x, hn::Mul(y, y)))))
  }
}
#undef OMEGA_ELEMENT

// Highway exports what has a plain name: one for each precision.
constexpr auto& ElementsF32 = Elements<float>;
constexpr auto& ElementsF64 = Elements<double>;

}  // namespace HWY_NAMESPACE
}  // namespace omega::train
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace omega::train {

namespace {

/// Always with a y; rows and columns are exchanged where rows of the result do not lie together, and rows that follow
/// each other become one.
template <class T>
cuda::ElementsOf<T> laid_out(cuda::ElementsOf<T> p) {
  static T nothing = 0;
  if (p.y.data == nullptr) p.y = {&nothing, 0, 0, 0};
  if (p.out.column != 1 ? p.out.row == 1 || p.rows == 1 : p.columns == 1 && p.out.row == 1) {
    std::swap(p.rows, p.columns);
    for (cuda::StridedOf<T>* m : {&p.x, &p.y, &p.out}) std::swap(m->row, m->column);
  }
  OMEGA_ASSERT(p.out.column == 1 || p.columns == 1);
  const auto follows = [&](const cuda::StridedOf<T>& m) { return m.row == p.columns * m.column; };
  if (follows(p.x) && follows(p.y) && follows(p.out)) {
    p.columns *= p.rows;
    p.rows = 1;
  }
  return p;
}

}  // namespace

HWY_EXPORT(ElementsF32);
HWY_EXPORT(ElementsF64);

template <>
void run_elements(const cuda::ElementsOf<float>& what) {
  HWY_DYNAMIC_DISPATCH(ElementsF32)(laid_out(what));
}
template <>
void run_elements(const cuda::ElementsOf<double>& what) {
  HWY_DYNAMIC_DISPATCH(ElementsF64)(laid_out(what));
}

}  // namespace omega::train
#endif
