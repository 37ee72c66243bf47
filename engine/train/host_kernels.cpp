#include "train/host_kernels.h"

#include <algorithm>
#include <cmath>

#include "core/error.h"
#include "core/philox.h"
#include "cpu/gemm.h"
#include "cpu/vector_math.h"
#include "math/segments.h"
#include "train/host_rows.h"

namespace omega::train {

using namespace cuda;

namespace {

/// So many weights fit in the second-level cache with what they are made of.
constexpr KernelStyle kHostStyle{.adds_in_turn = true, .weights_at_once = 1 << 16, .goes_down = true};

template <class T>
T* at(const StridedOf<T>& m, Index head, Index row = 0, Index column = 0) {
  return m.data + head * m.head + row * m.row + column * m.column;
}

/// A matrix, or its transpose, as rows that lie together.
template <class T>
struct Factor {
  View<T> view;
  bool is_turned = false;
  Factor turned() const { return {view, !is_turned}; }
};
template <class T>
Factor<T> factor_of(T* data, Index rows, Index columns, Index row, Index column) {
  const bool is_column = columns == 1 && row == 1;
  if (!is_column && (column == 1 || columns == 1)) return {{data, rows, columns, row}, false};
  OMEGA_ASSERT(row == 1 || rows == 1);
  return {{data, columns, rows, column}, true};
}

template <class T>
void multiply(const Factor<const T>& a, const Factor<const T>& b, const View<T>& out, bool adds) {
  if (a.is_turned) {
    OMEGA_ASSERT(!b.is_turned);
    adds ? add_multiply_tn<T>(a.view, b.view, out) : multiply_tn<T>(a.view, b.view, out);
  } else if (b.is_turned) {
    adds ? add_multiply_nt<T>(a.view, b.view, out) : multiply_nt<T>(a.view, b.view, out);
  } else {
    adds ? add_multiply_nn<T>(a.view, b.view, out) : multiply_nn<T>(a.view, b.view, out);
  }
}

template <class T>
View<T> copied(const View<const T>& from, T factor, T* to) {
  for (Index r = 0; r < from.rows; ++r)
    for (Index c = 0; c < from.cols; ++c) to[r * from.cols + c] = factor * from(r, c);
  return {to, from.rows, from.cols};
}

template <class T>
View<T> copied_turned(const View<const T>& from, T* to) {
  for (Index r = 0; r < from.rows; ++r)
    for (Index c = 0; c < from.cols; ++c) to[c * from.rows + r] = from(r, c);
  return {to, from.cols, from.rows};
}

}  // namespace

template <class T>
T* HostKernels<T>::allocate(std::uint64_t count) {
  memory_.emplace_back(static_cast<std::size_t>(count));
  return memory_.back().data();
}

template <class T>
void HostKernels<T>::upload(T* to, const T* from, std::uint64_t count) {
  std::copy_n(from, count, to);
}

template <class T>
void HostKernels<T>::clear(T* place, std::uint64_t count) {
  std::fill_n(place, count, T(0));
}

template <class T>
T* HostKernels<T>::Growing::room(Index count) {
  if (static_cast<Index>(numbers.size()) < count) numbers = Buffer<T>(static_cast<std::size_t>(count));
  return numbers.data();
}

// --- Products --------------------------------------------------------------------------------------------------------

/// With the smaller factor scaled, and turned where rows of the result do not lie together.
template <class T>
void HostKernels<T>::product(const ProductOf<T>& p) {
  for (Index h = 0; h < p.heads; ++h) {
    Factor<const T> a = factor_of<const T>(at(p.a, h), p.rows, p.inner, p.a.row, p.a.column),
                    b = factor_of<const T>(at(p.b, h), p.inner, p.columns, p.b.row, p.b.column);
    T* to = at(p.out, h);
    const bool adds = p.adds != 0 || (h > 0 && p.out.head == 0);
    // A row or a column may be either way; a sum down the columns of a matrix is quickest as a row.
    const bool is_one_column = p.columns == 1 && p.out.row == 1 && a.is_turned;
    View<T> out(to, p.rows, p.columns, p.out.row);
    if (is_one_column || (p.out.column != 1 && p.columns > 1)) {
      out = {to, p.columns, p.rows, p.out.column};
      std::swap(a, b);
      a = a.turned();
      b = b.turned();
    }
    if (a.is_turned && b.is_turned)
      b = b.view.rows == 1 ? Factor<const T>{{b.view.data, b.view.cols, 1}}
                           : Factor<const T>{copied_turned<T>(b.view, turned_.room(b.view.rows * b.view.cols))};
    if (p.factor != 1) {
      Factor<const T>& less = p.rows <= p.columns ? a : b;
      less.view = copied<T>(less.view, p.factor, scaled_.room(less.view.rows * less.view.cols));
    }
    multiply<T>(a, b, out, adds);
  }
}

// --- Elements and rows -----------------------------------------------------------------------------------------------

template <class T>
void HostKernels<T>::elements(const ElementsOf<T>& p) {
  run_elements(p);
  if (p.kept_away == nullptr) return;
  for (Index h = 0; h < p.heads; ++h)
    for (Index r = 0; r < p.rows && p.labels[h] >= 0; ++r)
      for (Index c = 0; c < p.columns; ++c) *p.kept_away += std::abs(*at(p.x, h, r, c)) < p.a ? 1 : 0;
}

template <class T>
void HostKernels<T>::softmax_rows(const SoftmaxRowsOf<T>& p) {
  if (p.relative != 0 && p.backward != 0)
    return run_elements<T>({kMultiply, p.heads, 1, p.rows, p.columns, p.x, p.dx, p.dx, 1, 0, 0, nullptr, nullptr});
  const bool by_rows = p.x.column == 1;
  OMEGA_ASSERT(by_rows || p.x.row == 1);
  for (Index h = 0; h < p.heads; ++h) {
    const auto view = [&](const StridedOf<T>& m) {
      return by_rows ? View<T>(at(m, h), p.rows, p.columns, m.row) : View<T>(at(m, h), p.columns, p.rows, m.column);
    };
    const auto sums = [&](T* all) { return all == nullptr ? nullptr : all + h * p.rows; };
    if (p.backward != 0) {
      by_rows ? train::softmax_gradient_rows<T>(view(p.x), sums(p.dlog_sums), view(p.dx))
              : train::softmax_gradient_columns<T>(view(p.x), sums(p.dlog_sums), view(p.dx));
    } else if (p.relative != 0) {
      OMEGA_ASSERT(by_rows);
      for (Index r = 0; r < p.rows; ++r) exp_shifted<T>(at(p.x, h, r), p.columns, largest<T>(at(p.x, h, r), p.columns));
    } else {
      by_rows ? train::softmax_rows<T>(view(p.x), sums(p.log_sums))
              : train::softmax_columns<T>(view(p.x), sums(p.log_sums));
    }
  }
}

template <class T>
void HostKernels<T>::choose_rows(const ChooseRowsOf<T>& p) {
  for (Index h = 0; h < p.heads; ++h)
    for (Index r = 0; r < p.rows; ++r) {
      T* x = at(p.x, h, r);
      exp_shifted<T>(x, p.columns, largest<T>(x, p.columns));
      double total = 0;
      for (Index c = 0; c < p.columns; ++c) total += static_cast<double>(x[c]);
      if (!std::isfinite(total)) continue;  // the loss will tell
      const double target = static_cast<double>(*at(p.u, h, r)) * total;
      double running = 0;
      Index chosen = -1;
      for (Index c = 0; c < p.columns && running <= target; ++c) {
        running += static_cast<double>(x[c]);
        if (x[c] > 0) chosen = c;
      }
      std::fill_n(x, p.columns, T(0));
      x[chosen] = 1;
    }
}

template <class T>
void HostKernels<T>::normalise_rows(const NormaliseRowsOf<T>& p) {
  for (Index h = 0; h < p.heads; ++h) {
    const auto view = [&](const StridedOf<T>& m) {
      OMEGA_ASSERT(m.column == 1);
      return View<T>(at(m, h), p.rows, p.columns, m.row);
    };
    T* inverse = p.inverse_deviations + h * p.rows;
    const Affine<T> affine{p.weight, p.bias};
    if (p.backward == 0)
      train::normalise_rows<T>(view(p.x), p.epsilon, view(p.normal), inverse, affine, view(p.out));
    else
      train::normalise_gradient_rows<T>(view(p.normal), inverse, affine, view(p.dout), view(p.dx), p.adds != 0,
                                        p.dweight, p.dbias);
  }
}

template <class T>
void HostKernels<T>::sum_shares(const SumSharesOf<T>& p) {
  for (Index i = 0; i < p.count; ++i) {
    const StridedOf<T> share{const_cast<T*>(p.shares) + i * p.share, 0, p.columns, 1};
    run_elements<T>({kLinear, 1, 1, p.rows, p.columns, share, {}, p.out, p.factor, 0, 1, nullptr, nullptr});
  }
}

template <class T>
void HostKernels<T>::dropout(const DropoutOf<T>& p) {
  constexpr Index most_columns = 1024;
  double uniforms[most_columns];
  OMEGA_ASSERT(p.columns <= most_columns);
  const bool drops = p.numbers->drops != 0;
  const T kept = drops ? static_cast<T>(1 / (1 - p.rate)) : T(1);
  for (Index r = 0; r < p.rows; ++r) {
    if (drops)
      draw_uniforms({p.numbers->seed, p.numbers->step, p.stream,
                     static_cast<std::uint32_t>(p.numbers->first_example + r / p.length),
                     static_cast<std::uint32_t>(r % p.length + p.rows_before)},
                    uniforms, p.columns);
    const T* x = at(p.x, 0, r);
    T* out = at(p.out, 0, r);
    for (Index c = 0; c < p.columns; ++c) {
      const T value = drops && uniforms[c] < p.rate ? T(0) : kept * x[c];
      out[c] = p.adds != 0 ? out[c] + value : value;
    }
  }
}

template <class T>
void HostKernels<T>::padding(const PaddingOf<T>& p) {
  const auto far_below = static_cast<T>(kFarBelow);
  const Index L = p.length, C = p.segments;
  /// `inside` up to `count`, then `beyond`; of example e among those of all.
  const auto fill = [](T* all, Index e, Index most, Index count, T inside, T beyond) {
    if (all == nullptr) return;
    std::fill_n(all + e * most, count, inside);
    std::fill_n(all + e * most + count, most - count, beyond);
  };
  for (Index e = 0; e < p.examples; ++e) {
    const Index length = p.chosen[e] < 0 ? L : p.lengths[p.chosen[e]];
    fill(p.keys, e, L, length, T(0), far_below);
    fill(p.there, e, L, length, T(1), T(0));
    fill(p.reading, e, L, p.reads_mean != 0 ? length : 0, T(1) / static_cast<T>(length), T(0));
    if (p.reading != nullptr && p.reads_mean == 0) p.reading[e * L + length - 1] = T(1);
    const std::vector<Range> all = segments(length, C);
    const auto count = static_cast<Index>(all.size());
    fill(p.here, e, C, count, T(0), far_below);
    fill(p.shares, e, C, count, T(1) / static_cast<T>(std::max<Index>(count, 1)), T(0));
    fill(p.means, e, C * L, 0, T(0), T(0));
    fill(p.mask, e, L * C, 0, T(0), far_below);
    for (Index c = 0; c < count && p.means != nullptr; ++c) {
      const Range tokens = all[static_cast<std::size_t>(c)];
      std::fill_n(p.means + (e * C + c) * L + tokens.begin, tokens.size(), T(1) / static_cast<T>(tokens.size()));
      for (Index m = tokens.begin; m < tokens.end; ++m) p.mask[(e * L + m) * C + c] = T(0);
    }
  }
}

template <class T>
void HostKernels<T>::cross_entropy(const CrossEntropyOf<T>& p) {
  for (Index e = 0; e < p.examples; ++e) {
    const T* logits = p.logits + e * p.classes;
    T* dlogits = p.dlogits + e * p.classes;
    const Index label = p.labels[e], best = std::max_element(logits, logits + p.classes) - logits;
    const auto apart = [&](Index c) { return static_cast<double>(logits[c]) - static_cast<double>(logits[best]); };
    double sum = 0;
    for (Index c = 0; c < p.classes; ++c) sum += std::exp(apart(c));
    for (Index c = 0; c < p.classes; ++c)
      dlogits[c] =
          label < 0 ? T(0) : static_cast<T>(p.numbers->weight * (std::exp(apart(c)) / sum - (c == label ? 1 : 0)));
    if (label < 0) continue;
    p.sums->loss += std::log(sum) - apart(label);
    p.sums->correct += best == label ? 1 : 0;
  }
}

template <class T>
void HostKernels<T>::segment_means(const SegmentMeans<T>& p) {
  const std::vector<Range>& all = p.segments;
  for (Index h = 0; h < p.heads; ++h)
    for (std::size_t c = 0; c < all.size(); ++c) {
      const T share = T(1) / static_cast<T>(all[c].size());
      T* mean = at(p.backward != 0 ? p.x : p.out, h, static_cast<Index>(c));
      if (p.backward == 0) std::fill_n(mean, p.columns, T(0));
      for (Index m = all[c].begin; m < all[c].end; ++m) {
        T* row = at(p.backward != 0 ? p.out : p.x, h, m);
        if (p.backward == 0)
          for (Index d = 0; d < p.columns; ++d) mean[d] += share * row[d];
        else if (p.adds == 0)
          for (Index d = 0; d < p.columns; ++d) row[d] = share * mean[d];
        else
          for (Index d = 0; d < p.columns; ++d) row[d] += share * mean[d];
      }
    }
}

template <class T>
void HostKernels<T>::angles(const AnglesOf<T>& p) {
  if (p.backward != 0) {
    const auto half = [&](StridedOf<T> both, Index which) {
      both.data += which * p.columns * both.column;
      return both;
    };
    const auto add = [&](const StridedOf<T>& slope, const StridedOf<T>& other, T sign, bool adds) {
      run_elements<T>({kMultiply, p.heads, 1, p.rows, p.columns, slope, other, p.dx, sign, 0, adds, nullptr, nullptr});
    };
    add(half(p.dout, 0), half(p.out, 1), -1, p.adds != 0);
    return add(half(p.dout, 1), half(p.out, 0), 1, true);
  }
  for (Index h = 0; h < p.heads; ++h)
    for (Index r = 0; r < p.rows; ++r)
      sine_cosine<T>(at(p.x, h, r), p.columns, at(p.out, h, r, p.columns), at(p.out, h, r));
}

template <class T>
HostTape<T>::HostTape(Index examples, Index length, const std::function<void(Tape<T>&)>& write) {
  Tape<T> measured(examples, length, kHostStyle);
  write(measured);
  tape_ = std::make_unique<Tape<T>>(kernels_, measured);
  write(*tape_);
}

template class HostKernels<float>;
template class HostKernels<double>;
template class HostTape<float>;
template class HostTape<double>;

}  // namespace omega::train
