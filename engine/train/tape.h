// Tape: a computation on batches that is written down once, forward, and gives its own way back. Every function adds a
// step to the forward list, and its way back to the backward list, which is walked from its end; nothing runs before
// the lists are started. So a head of attention is written as its equations alone, and training is two lists, for the
// CPU and for a device, whose kernels the steps call.
//
// With no kernels yet (measuring), the same functions only count what they need and note in which order gradients are
// written and read. From that a second tape has its memory: all values side by side, and gradients where others are no
// longer needed; what is first written to a gradient is not added to it.
#pragma once

#include <functional>
#include <initializer_list>
#include <vector>

#include "train/gradient_plan.h"
#include "train/kernels.h"
#include "train/tensor.h"

namespace omega::train {

/// Where kInverse counts what it kept away from 0: of heads whose label says that there is an example.
struct KeptAway {
  unsigned long long* count = nullptr;
  const std::int32_t* labels = nullptr;
};

/// Segments of a sequence or of a grid; where examples are padded, each example has its own.
template <class T>
struct Segments {
  std::vector<Range> ranges;  // of a full sequence; for others the means are a product
  Tensor<T> means;            // C × L
  Tensor<T> mask;             // C × L, by columns: 0 in the segment, far below elsewhere
  Tensor<T> here, shares;     // of padded examples, columns: 0 where there is a segment, far below elsewhere; 1/C, or 0
};

template <class T>
class Tape {
 public:
  using Matrices = Tensor<T>;

  /// Only measures, for batches of `examples`, each of `length` tokens.
  Tape(Index examples, Index length, KernelStyle style);
  /// Has memory for all that `measured` has counted.
  Tape(Kernels<T>& kernels, const Tape& measured);
  Tape(Tape&&) = delete;

  std::uint64_t bytes() const;
  bool measures() const { return kernels_ == nullptr; }

  /// Whether attention is to be asked for with all heads at once.
  bool joins_heads() const { return style_.joins_heads; }
  Matrices make(const Many& many, Index rows, Index columns);
  /// Filled from outside and not learned: has no gradient.
  Matrices constant(const Many& many, Index rows, Index columns);
  void upload(const Matrices& constant, const T* from) const;  // of all
  void fill(const cuda::PaddingOf<T>& constants) const { kernels_->padding(constants); }

  // The computation. Where the second operand of add(), sum() or scale() has one row, column or matrix, it is repeated.
  Matrices product(const Matrices& a, const Matrices& b, double factor = 1);
  /// A·B, and the sums of the columns of B, a row.
  struct Summed {
    Matrices product, sums;
  };
  Summed product_and_sums(const Matrices& a, const Matrices& b);
  void product_into(const Matrices& a, const Matrices& b, double factor, const Matrices& out, bool adds);
  void add(const Matrices& to, const Matrices& more, double factor = 1);  // to += factor·more
  Matrices sum(const Matrices& x, const Matrices& y);                     // x + y
  Matrices scale(const Matrices& x, const Matrices& by);                  // x∘by
  void scale_into(const Matrices& x, const Matrices& by, const Matrices& out);
  Matrices map(cuda::ElementOp op, const Matrices& x, double a = 0, const KeptAway& kept_away = {});
  void add_map(const Matrices& to, cuda::ElementOp op, const Matrices& x, double a = 0);  // to += f(x)
  Matrices copy(const Matrices& x) { return repeat(x, x.many()); }
  Matrices repeat(const Matrices& x, const Many& many);  // the same matrix for each
  void copy_into(const Matrices& x, const Matrices& out);
  /// factor·(A·B + bias), the bias a row.
  Matrices linear(const Matrices& a, const Matrices& b, const Matrices& bias, double factor = 1);
  /// The same with factor 1, of few rows and many columns, for functions of its rows: where those are quicker down
  /// columns, it is kept as its transpose.
  Matrices wide_linear(const Matrices& a, const Matrices& b, const Matrices& bias);
  /// Whether softmax_heads() can be asked for with heads of so many columns: softmax attention without a map.
  bool has_softmax_heads(Index dims) const { return style_.fuses && dims <= cuda::kMostSoftmaxDims; }
  /// out = softmax(Q Kᵀ + bias) V, the bias a row, of the keys, or nothing. With a window queries see the keys of their
  /// window, and those that are there beyond as many keys as there are queries.
  struct Sight {
    Index window = 0, overlap = 0;
  };
  void softmax_heads(const Matrices& q, const Matrices& k, const Matrices& v, const Matrices& bias, const Sight& sight,
                     const Matrices& out);
  /// In place; returns the log sums of the rows, a column.
  Matrices softmax(const Matrices& x);
  /// In place, logits by rows: a 1 at the column that u, the row's number, draws from their softmax, 0 elsewhere; that
  /// counts as constant.
  Matrices choose(const Matrices& logits, const Matrices& u);
  /// In place: exp(x − the row's largest), which counts as constant.
  void exp_relative(const Matrices& x) { softmax_rows(x, {}); }
  /// (x − mean)/deviation by rows, times `weight` plus `bias`, which have a number for each column, where given. x may
  /// be made x + more by it.
  Matrices normalise(const Matrices& x, double epsilon, const Matrices& weight = {}, const Matrices& bias = {},
                     const Matrices& more = {});
  Matrices squared_norms(const Matrices& x, double factor = 1);  // a column: factor·‖x_r‖²
  Matrices segment_means(const Matrices& x, const Segments<T>& segments);
  Matrices angles(const Matrices& x);  // [cos x, sin x]
  Matrices ones(Index rows, Index columns);
  Matrices dropout(const Matrices& x, cuda::DropoutOf<T> how);
  /// The loss, from which the way back starts: what it says goes to `sums`. Returns its gradient by the logits.
  Matrices cross_entropy(const Matrices& logits, const std::int32_t* labels, const cuda::TrainNumbers* numbers,
                         cuda::TrainSums* sums);

  /// body(part) for all rows of a matrix of weights at once, or, where that would be too many to keep, for a few rows
  /// at a time; then what again() makes inside is overwritten by the next part, and made again on the way back.
  void in_parts(Range rows, Index columns, const std::function<void(Range)>& body);
  void again(const std::function<void()>& make);

  void start_forward() const;
  void start_backward() const;

 private:
  using Step = std::function<void()>;
  Matrices take(std::uint64_t& used, T* memory, const Many& many, Index rows, Index columns) const;
  void back(std::initializer_list<Matrices> outs, const Step& write);
  void step(Step what);
  void clear_gradient(std::int32_t node);
  bool adds_to(const Matrices& to, bool may_replace = true);
  Matrices scratch(const Many& many, Index rows, Index columns);
  void multiply(const Matrices& a, const Matrices& b, double factor, const Matrices& out, bool adds,
                const Matrices& bias = {}, T* sums = nullptr);
  void add_product(const Matrices& a, const Matrices& b, double factor, const Matrices& to);
  void add_affine(const Matrices& a, const Matrices& slope, double factor, const Matrices& b, const Matrices& bias);
  void add_shares(const Matrices& shares, double factor, const Matrices& to);
  void add_repeated(const Matrices& slope, double factor, const Matrices& to);
  void elements(cuda::ElementOp op, const Matrices& x, const Matrices& y, const Matrices& out, double a, double b,
                bool adds, const KeptAway& kept_away = {});
  void softmax_rows(const Matrices& x, const Matrices& log_sums);
  void map_into(cuda::ElementOp op, const Matrices& x, double a, const KeptAway& kept_away, const Matrices& out,
                bool adds);

  Kernels<T>* kernels_ = nullptr;
  Index examples_, length_;
  KernelStyle style_;
  std::vector<Step> forward_;
  std::vector<std::vector<Step>> backward_;  // the way back of each function, to be walked from the last
  std::vector<Step>* list_ = &forward_;      // where steps go now
  GradientPlan plan_;                        // of what was measured; while measuring, what is known so far
  std::size_t made_ = 0, written_ = 0;       // nodes, and writes of the function that gives its way back
  bool is_in_parts_ = false;
  std::vector<Step> to_make_again_;
  std::uint64_t values_ = 0, passing_ = 0, constants_ = 0, scratch_ = 0;  // numbers taken
  std::uint64_t most_passing_ = 0, most_scratch_ = 0, most_ones_ = 0;
  T *value_memory_ = nullptr, *passing_memory_ = nullptr, *constant_memory_ = nullptr, *scratch_memory_ = nullptr,
    *gradient_memory_ = nullptr, *ones_ = nullptr;
};

}  // namespace omega::train
