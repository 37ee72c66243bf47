#include "proposals/adapters.h"

#include <algorithm>
#include <cmath>

#include "cpu/gemm.h"
#include "math/matrices.h"

namespace omega {

namespace {

constexpr double kNormEpsilon = 1e-5;

template <class T, class U>
Matrix<T> load_if_given(const Call<U>& call, const std::string& name) {
  return call.given(name) ? call.template load<T>(name) : Matrix<T>();
}

/// Σ_d f(d), in four sums that do not wait for each other.
template <class F>
double sum_over(Index dims, const F& f) {
  double parts[4] = {};
  Index d = 0;
  for (; d + 4 <= dims; d += 4)
    for (Index i = 0; i < 4; ++i) parts[i] += f(d + i);
  for (; d < dims; ++d) parts[0] += f(d);
  return (parts[0] + parts[1]) + (parts[2] + parts[3]);
}

/// Layer norm of one row, its moments in double.
template <class T>
void normalise(T* row, const Matrix<T>& gain, const Matrix<T>& shift) {
  const Index dims = gain.cols();
  const double mean = sum_over(dims, [&](Index d) { return static_cast<double>(row[d]); }) / static_cast<double>(dims);
  const double variance =
      sum_over(dims, [&](Index d) { return (row[d] - mean) * (row[d] - mean); }) / static_cast<double>(dims);
  const double inverse = 1.0 / std::sqrt(variance + kNormEpsilon);
  for (Index d = 0; d < dims; ++d) {
    const double normal = (row[d] - mean) * inverse * gain(0, d);
    row[d] = static_cast<T>(normal + (shift.rows() > 0 ? static_cast<double>(shift(0, d)) : 0.0));
  }
}

}  // namespace

std::vector<ArraySpec> adapter_arrays(const Sizes& sizes) {
  std::vector<ArraySpec> arrays;
  for (const std::string side : {"q", "k"}) {
    const std::string prefix = "adapt_" + side + "_", whose = side == "q" ? "queries" : "keys";
    const auto add = [&](const char* name, Shape shape, const std::string& help) {
      arrays.push_back({prefix + name, Source::parameter, std::move(shape), 0, help});
    };
    add("W", {sizes.D, sizes.D}, "Linear map of the mean of a segment's " + whose + "; absent: the identity.");
    add("b", {sizes.D}, "Added after the linear map of the mean of " + whose + "; absent: nothing.");
    add("gamma", {sizes.D}, "Gain of the layer norm of the mean of " + whose + "; absent: no norm.");
    add("beta", {sizes.D}, "Shift after the layer norm of the mean of " + whose + "; read only with a gain.");
  }
  return arrays;
}

template <class T>
template <class U>
Adapter<T>::Adapter(const Call<U>& call, const std::string& side)
    : weight_(load_if_given<T>(call, "adapt_" + side + "_W")),
      bias_(load_if_given<T>(call, "adapt_" + side + "_b")),
      gain_(load_if_given<T>(call, "adapt_" + side + "_gamma")),
      shift_(load_if_given<T>(call, "adapt_" + side + "_beta")),
      root_scale_(static_cast<T>(std::sqrt(call.scale))) {}

template <class T>
void Adapter<T>::apply(View<T> means) const {
  if (weight_.rows() == 0 && bias_.rows() == 0 && gain_.rows() == 0) return;
  for (Index c = 0; c < means.rows; ++c)
    for (T& x : means.row_span(c)) x /= root_scale_;
  if (weight_.rows() > 0) {
    const Matrix<T> unmapped = copy_of<T>(means);
    multiply_nt<T>(unmapped, weight_, means);
  }
  for (Index c = 0; c < means.rows; ++c) {
    T* row = means.row(c);
    if (bias_.rows() > 0)
      for (Index d = 0; d < means.cols; ++d) row[d] += bias_(0, d);
    if (gain_.rows() > 0) normalise(row, gain_, shift_);
    for (Index d = 0; d < means.cols; ++d) row[d] *= root_scale_;
  }
}

template class Adapter<float>;
template class Adapter<double>;
template Adapter<float>::Adapter(const Call<float>&, const std::string&);
template Adapter<double>::Adapter(const Call<double>&, const std::string&);
template Adapter<double>::Adapter(const Call<float>&, const std::string&);

}  // namespace omega
