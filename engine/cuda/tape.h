// Tape: a computation on the device that is written down once, forward, and gives its own way back. Every function adds
// a step to the forward list and what takes gradients through it to the front of the backward list; nothing runs before
// the lists are started. So a head of attention is written as its equations alone, and training is two lists that a
// graph replays.
//
// Values lie in one piece of memory, their gradients in another of the same layout. With no memory yet (measuring), the
// same functions only count how much they need.
#pragma once

#include <functional>
#include <vector>

#include "core/array.h"
#include "cuda/device.h"

namespace omega::cuda {

/// Matrices on the device, one for each of `heads` examples (stride 0: the same for all), with their gradients, which
/// are nullptr where nobody asks for them.
struct Tensor {
  float* data = nullptr;
  float* gradient = nullptr;
  std::int32_t heads = 1, rows = 0, columns = 0;
  std::int64_t head = 0, row = 0, column = 1;

  explicit operator bool() const { return rows > 0; }
  Tensor part(std::int64_t offset, Index rows_, Index columns_) const;
  Tensor middle_rows(Index first, Index count) const { return part(first * row, count, columns); }
  Tensor middle_columns(Index first, Index count) const { return part(first * column, rows, count); }
  Tensor transposed() const;
  /// Rows that follow each other, shared out among so many examples; and back.
  Tensor split(Index examples) const;
  Tensor joined() const;
  /// Its gradients as a matrix of their own.
  Tensor slope() const;
  Strided strided() const { return {data, head, row, column}; }
};

/// Where kInverse counts what it kept away from 0: of heads whose label says that there is an example.
struct KeptAway {
  unsigned long long* count = nullptr;
  const std::int32_t* labels = nullptr;
};

class Tape {
 public:
  /// For batches of `examples`, each of `length` tokens. Without a session it only measures.
  Tape(Index examples, Index length);
  /// With memory for all that `measured` has counted.
  Tape(Session& session, const Tape& measured);

  std::uint64_t bytes() const;
  bool measures() const { return session_ == nullptr; }

  Tensor make(Index heads, Index rows, Index columns);
  /// Filled from outside and not learned: has no gradient.
  Tensor constant(Index heads, Index rows, Index columns);

  // The computation. Where the second operand of add() or scale() has one row or one column, it is repeated.
  Tensor product(const Tensor& a, const Tensor& b, double factor = 1);
  void product_into(const Tensor& a, const Tensor& b, double factor, const Tensor& out, bool adds);
  void add(const Tensor& to, const Tensor& more, double factor = 1);  // to += factor·more
  Tensor scale(const Tensor& x, const Tensor& by);                    // x∘by
  void scale_into(const Tensor& x, const Tensor& by, const Tensor& out);
  Tensor map(ElementOp op, const Tensor& x, double a = 0, const KeptAway& kept_away = {});
  void map_into(ElementOp op, const Tensor& x, double a, const Tensor& out, const KeptAway& kept_away = {});
  Tensor copy(const Tensor& x);
  /// In place; returns the log sums of the rows, a column.
  Tensor softmax(const Tensor& x);
  /// In place: exp(x − the row's largest), which counts as constant.
  void exp_relative(const Tensor& x);
  Tensor normalise(const Tensor& x, double epsilon);
  Tensor squared_norms(const Tensor& x, double factor = 1);  // a column: factor·‖x_r‖²
  Tensor ones(Index rows, Index columns);
  Tensor dropout(const Tensor& x, Dropout how);

  /// A step that takes no gradient along.
  void step(std::function<void()> what);

  void start_forward() const;
  void start_backward() const;   // from the gradients that are there
  void clear_gradients() const;  // of all that was made

 private:
  using Step = std::function<void()>;

  float* take(std::uint64_t& used, const float* memory, std::uint64_t count) const;
  void back(const Step& write);
  Tensor scratch(Index heads, Index rows, Index columns);
  void multiply(const Tensor& a, const Tensor& b, double factor, const Tensor& out, bool adds);
  void add_product(const Tensor& a, const Tensor& b, double factor, const Tensor& out);
  void add_parts(const Tensor& parts, double factor, const Tensor& out);
  void add_repeated(const Tensor& slope, double factor, const Tensor& to);
  void elements(ElementOp op, const Tensor& x, const Tensor& y, const Tensor& out, double a, double b, bool adds,
                const KeptAway& kept_away = {});
  void check(int status) const { session_->check(status); }

  Session* session_ = nullptr;
  Index examples_, length_;
  std::vector<Step> forward_;
  std::vector<std::vector<Step>> backward_;  // the way back of each function, to be walked from the last
  std::vector<Step>* list_ = &forward_;      // where steps go now
  std::uint64_t values_ = 0, constants_ = 0, scratch_ = 0, most_scratch_ = 0, most_ones_ = 0;  // numbers taken
  float *value_memory_ = nullptr, *gradient_memory_ = nullptr, *constant_memory_ = nullptr, *scratch_memory_ = nullptr,
        *ones_ = nullptr;
};

}  // namespace omega::cuda
