#include "cpu/gemm.h"

#include <Eigen/Core>

namespace omega {

namespace {

template <class T> using RowMajor = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
template <class T> using ConstMap = Eigen::Map<const RowMajor<T>, 0, Eigen::OuterStride<>>;
template <class T> using Map = Eigen::Map<RowMajor<T>, 0, Eigen::OuterStride<>>;

template <class T> ConstMap<T> eigen(View<const T> m) { return {m.data, m.rows, m.cols, Eigen::OuterStride<>(m.stride)}; }
template <class T> Map<T> eigen(View<T> m) { return {m.data, m.rows, m.cols, Eigen::OuterStride<>(m.stride)}; }

}  // namespace

template <class T>
void multiply_nt(View<const T> a, View<const T> b, View<T> out) {
  eigen(out).noalias() = eigen(a) * eigen(b).transpose();
}

template <class T>
void multiply_nn(View<const T> a, View<const T> b, View<T> out) {
  eigen(out).noalias() = eigen(a) * eigen(b);
}

template <class T>
void add_multiply_nn(View<const T> a, View<const T> b, View<T> out) {
  eigen(out).noalias() += eigen(a) * eigen(b);
}

template <class T>
void add_multiply_tn(View<const T> a, View<const T> b, View<T> out) {
  eigen(out).noalias() += eigen(a).transpose() * eigen(b);
}

template <class T>
void squared_norms(View<const T> rows, T* out) {
  for (Index r = 0; r < rows.rows; ++r) out[r] = eigen(rows.middle_rows(r, 1)).squaredNorm();
}

#define OMEGA_INSTANTIATE(T)                                                        \
  template void multiply_nt<T>(View<const T>, View<const T>, View<T>);              \
  template void multiply_nn<T>(View<const T>, View<const T>, View<T>);              \
  template void add_multiply_nn<T>(View<const T>, View<const T>, View<T>);          \
  template void add_multiply_tn<T>(View<const T>, View<const T>, View<T>);          \
  template void squared_norms<T>(View<const T>, T*);
OMEGA_INSTANTIATE(float)
OMEGA_INSTANTIATE(double)
#undef OMEGA_INSTANTIATE

}  // namespace omega
