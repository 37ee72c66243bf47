#include "core/call.h"

#include <algorithm>
#include <cmath>

#include "core/named.h"

namespace omega {

namespace {

Index last_axis(const Shape& shape) { return shape.empty() ? 1 : shape.back(); }

/// (row, sample) of one run of coordinates, by the layout of the specification: rank 3 is (row, sample, coordinate);
/// a normal array of rank 2 is (0, s, d), a uniform one (r, 0, s); rank 1 is (0, 0, s).
std::pair<Index, Index> row_sample(const ArraySpec& spec, Index flat_row) {
  if (spec.shape.size() == 3) return {flat_row / spec.shape[1], flat_row % spec.shape[1]};
  if (spec.shape.size() == 2 && spec.source == Source::normal) return {0, flat_row};
  return {flat_row, 0};
}

}  // namespace

template <class T>
Call<T>::Call(RunState& state, Index head, View<const T> unscaled_q_, View<const T> unscaled_k_, View<const T> v_,
              const Progress& whole_)
    : unscaled_q(unscaled_q_),
      unscaled_k(unscaled_k_),
      v(v_),
      root_scale(static_cast<T>(std::sqrt(state.scale))),
      options(state.options),
      sizes(state.sequence.sizes),
      progress(whole_.stop()),
      whole(whole_),
      scale(state.scale),
      pool(state.pool),
      state_(state),
      head_(head) {}

template <class T>
View<const T> Call<T>::scaled(View<const T> rows, Scaled& copy) const {
  if (root_scale == T(1)) return rows;
  std::call_once(copy.made, [&] { copy.rows = times_root_scale(rows); });
  return copy.rows;
}

template <class T>
Matrix<T> Call<T>::times_root_scale(View<const T> rows) const {
  Matrix<T> out(rows.rows, rows.cols);
  for (Index r = 0; r < rows.rows; ++r)
    std::transform(rows.row(r), rows.row(r) + rows.cols, out.row(r), [&](T x) { return root_scale * x; });
  return out;
}

template <class T>
View<T> Call<T>::output(const std::string& name) const {
  const auto found = state_.outputs.find(name);
  if (found == state_.outputs.end()) return {};
  Array& array = found->second;
  const Shape& shape = array.shape();
  const Index per_head = static_cast<Index>(array.count()) / sizes.heads;
  const Index cols = last_axis(shape);
  return {array.data<T>() + head_ * per_head, per_head / std::max<Index>(cols, 1), cols};
}

template <class T>
std::span<T> Call<T>::output_vector(const std::string& name) const {
  const View<T> all = output(name);
  return {all.data, static_cast<std::size_t>(all.rows * all.cols)};
}

template <class T>
void Call<T>::count(const std::string& name, Index events) const {
  const auto found = state_.counters.find(name);
  OMEGA_ASSERT(found != state_.counters.end());
  found->second += events;
}

template <class T>
const ArraySpec& Call<T>::spec(const std::string& name) const {
  const ArraySpec* found = named(state_.arrays, name);
  OMEGA_ASSERT(found != nullptr);
  return *found;
}

template <class T>
template <class U>
Matrix<U> Call<T>::load(const std::string& name) const {
  Shape shape = spec(name).shape;
  if (given(name)) {
    const Shape& whole = state_.given.at(name).shape();
    shape.assign(whole.end() - static_cast<Index>(shape.size()), whole.end());
  }
  const Index cols = last_axis(shape);
  Matrix<U> all(static_cast<Index>(element_count(shape)) / std::max<Index>(cols, 1), cols);
  load_rows<U>(name, 0, all.view());
  return all;
}

template <class T>
template <class U>
void Call<T>::load_block(const std::string& name, Index first, Index first_column, View<U> rows) const {
  const ArraySpec& wanted = spec(name);
  if (given(name)) {
    const Array& array = state_.given.at(name);
    const bool per_head = array.shape().size() > wanted.shape.size();
    const Index head_start = per_head ? head_ * (static_cast<Index>(array.count()) / sizes.heads) : 0;
    for (Index r = 0; r < rows.rows; ++r)
      array.copy_to(rows.row(r),
                    static_cast<std::size_t>(head_start + (first + r) * last_axis(array.shape()) + first_column),
                    static_cast<std::size_t>(rows.cols));
    return;
  }
  OMEGA_ASSERT(wanted.source == Source::normal || (wanted.source == Source::uniform && first_column == 0));
  for (Index r = 0; r < rows.rows; ++r) {
    const auto [row, sample] = row_sample(wanted, first + r);
    if (wanted.source == Source::normal)
      draw_normals_from(address(wanted.stream, row, sample), first_column, rows.row(r), rows.cols);
    else
      draw_uniforms(address(wanted.stream, row, sample), rows.row(r), rows.cols);
  }
}

template <class T>
NoiseAddress Call<T>::address(int array, Index row, Index sample) const {
  return {state_.stream.seed, state_.stream.draw,
          16 * (state_.stream.first_head + static_cast<std::uint32_t>(head_)) + static_cast<std::uint32_t>(array),
          static_cast<std::uint32_t>(row), static_cast<std::uint32_t>(sample)};
}

template <class T>
Matrix<double> Call<T>::exact(const Array& source, Range rows, double factor) const {
  const Index tokens = source.shape()[source.shape().size() - 2];
  Matrix<double> out = source.rows<double>(head_ * tokens + rows.begin, rows.size());
  for (Index i = 0; i < out.rows() * out.cols(); ++i) out.data()[i] *= factor;
  return out;
}

#define OMEGA_INSTANTIATE(T)                                                                     \
  template class Call<T>;                                                                        \
  template Matrix<float> Call<T>::load<float>(const std::string&) const;                         \
  template Matrix<double> Call<T>::load<double>(const std::string&) const;                       \
  template void Call<T>::load_block<float>(const std::string&, Index, Index, View<float>) const; \
  template void Call<T>::load_block<double>(const std::string&, Index, Index, View<double>) const;
OMEGA_INSTANTIATE(float)
OMEGA_INSTANTIATE(double)
#undef OMEGA_INSTANTIATE

}  // namespace omega
