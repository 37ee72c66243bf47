#include "train/tape.h"

#include <algorithm>

#include "core/error.h"

namespace omega::train {

using namespace cuda;

namespace {

std::int32_t narrow(Index x) { return static_cast<std::int32_t>(x); }

/// The op that takes the gradient of f(x) to that of x, and whether it reads f(x) in place of x.
struct Derivative {
  ElementOp op;
  bool of_result;
};
Derivative derivative_of(ElementOp op) {
  switch (op) {
    case kLinear: return {kLinear, false};
    case kGelu: return {kGeluGradient, false};
    case kExp: return {kMultiply, true};
    case kLog: return {kLogGradient, false};
    case kTanh: return {kTanhGradient, true};
    case kLeaky: return {kLeakyGradient, false};
    case kEluPlusOne: return {kEluGradient, false};
    case kInverse: return {kInverseGradient, false};
    default: break;
  }
  throw Error::failure("a function without a derivative on the tape");
}

template <class T>
Tensor<T> matrix(T* data, Index heads, Index rows, Index columns) {
  Tensor<T> made = tensor_of<T>(data, nullptr, rows, columns, false);
  made.heads = narrow(heads);
  made.head = heads > 1 ? rows * columns : 0;
  return made;
}

}  // namespace

// --- Memory ----------------------------------------------------------------------------------------------------------

template <class T>
Tape<T>::Tape(Index examples, Index length, KernelStyle style) : examples_(examples), length_(length), style_(style) {}

template <class T>
Tape<T>::Tape(Kernels<T>& kernels, const Tape& measured)
    : kernels_(&kernels),
      examples_(measured.examples_),
      length_(measured.length_),
      style_(measured.style_),
      plan_(measured.plan_.finished()),
      value_memory_(kernels.allocate(measured.values_)),
      passing_memory_(kernels.allocate(measured.most_passing_)),
      constant_memory_(kernels.allocate(measured.constants_)),
      scratch_memory_(kernels.allocate(measured.most_scratch_)),
      gradient_memory_(kernels.allocate(plan_.numbers)),
      ones_(kernels.allocate(measured.most_ones_)) {
  const std::vector<T> ones(measured.most_ones_, T(1));
  kernels.upload(ones_, ones.data(), ones.size());
}

template <class T>
std::uint64_t Tape<T>::bytes() const {
  return (values_ + most_passing_ + constants_ + most_scratch_ + most_ones_ + plan_.finished().numbers) * sizeof(T);
}

template <class T>
T* Tape<T>::take(std::uint64_t& used, T* memory, std::uint64_t count) const {
  const std::uint64_t at = used;
  used += aligned(count);
  return memory == nullptr ? nullptr : memory + at;
}

template <class T>
Tensor<T> Tape<T>::make(Index heads, Index rows, Index columns) {
  const auto numbers = static_cast<std::uint64_t>(heads * rows * columns);
  Matrices made =
      matrix(is_in_parts_ ? take(passing_, passing_memory_, numbers) : take(values_, value_memory_, numbers), heads,
             rows, columns);
  most_passing_ = std::max(most_passing_, passing_);
  made.learns = true;
  made.node = narrow(static_cast<Index>(made_++));
  if (measures())
    plan_.nodes.push_back({numbers});
  else
    made.gradient = gradient_memory_ + plan_.nodes[static_cast<std::size_t>(made.node)].place;
  return made;
}

template <class T>
Tensor<T> Tape<T>::constant(Index heads, Index rows, Index columns) {
  return matrix(take(constants_, constant_memory_, static_cast<std::uint64_t>(heads * rows * columns)), heads, rows,
                columns);
}

template <class T>
void Tape<T>::upload(const Matrices& constant, const T* from) const {
  kernels_->upload(constant.data, from, constant.numbers());
}

/// Room that lasts until the end of the function that asks for it.
template <class T>
Tensor<T> Tape<T>::scratch(Index heads, Index rows, Index columns) {
  const Matrices made =
      matrix(take(scratch_, scratch_memory_, static_cast<std::uint64_t>(heads * rows * columns)), heads, rows, columns);
  most_scratch_ = std::max(most_scratch_, scratch_);
  return made;
}

template <class T>
Tensor<T> Tape<T>::ones(Index rows, Index columns) {
  most_ones_ = std::max(most_ones_, static_cast<std::uint64_t>(rows * columns));
  return matrix(ones_, 1, rows, columns);
}

// --- Gradients -------------------------------------------------------------------------------------------------------

template <class T>
void Tape<T>::clear_gradient(std::int32_t node) {
  const GradientPlan::Node& own = plan_.nodes[static_cast<std::size_t>(node)];
  step([this, own] { kernels_->clear(gradient_memory_ + own.place, own.numbers); });
}

/// Whether what is written next to the gradient of `to` is to be added to what is there.
template <class T>
bool Tape<T>::adds_to(const Matrices& to, bool may_replace) {
  if (to.node < 0) return true;
  if (measures()) {
    const bool is_whole = to.numbers() == plan_.nodes[static_cast<std::size_t>(to.node)].numbers &&
                          (to.heads == 1 || to.head != 0) && (to.rows == 1 || to.row != 0) &&
                          (to.columns == 1 || to.column != 0);
    plan_.functions.back().writes.push_back({to.node, may_replace && is_whole});
    return true;
  }
  const GradientPlan::Write& write = plan_.functions[backward_.size()].writes[written_++];
  if (write.clears) clear_gradient(write.node);
  return write.adds;
}

// --- Steps -----------------------------------------------------------------------------------------------------------

template <class T>
void Tape<T>::step(Step what) {
  if (!measures()) list_->push_back(std::move(what));
}

/// `write` gives the way back of the function that calls it, from the gradients of `outs`.
template <class T>
void Tape<T>::back(std::initializer_list<Matrices> outs, const Step& write) {
  scratch_ = 0;
  std::vector<Step> steps;
  if (measures()) {
    GradientPlan::Function& function = plan_.functions.emplace_back();
    for (const Matrices& out : outs) function.outs.push_back(out.learns ? out.node : GradientPlan::kNowhere);
    write();
  } else if (const GradientPlan::Function& function = plan_.functions[backward_.size()]; function.lives) {
    list_ = &steps;
    written_ = 0;
    for (const std::int32_t node : function.clears) clear_gradient(node);
    write();
    list_ = &forward_;
  }
  scratch_ = 0;
  backward_.push_back(std::move(steps));
}

template <class T>
void Tape<T>::in_parts(Range rows, Index columns, const std::function<void(Range)>& body) {
  const Index each = std::max<Index>(8, style_.weights_at_once / columns);
  if (each >= rows.size()) return body(rows);
  is_in_parts_ = true;
  for (Index first = rows.begin; first < rows.end; first += each) {
    body({first, std::min(rows.end, first + each)});
    passing_ = 0;
    back({}, [&] {
      for (const Step& one : to_make_again_) step(one);
    });
  }
  is_in_parts_ = false;
}

template <class T>
void Tape<T>::again(const std::function<void()>& make) {
  const auto first = static_cast<std::ptrdiff_t>(forward_.size());
  make();
  to_make_again_.assign(forward_.begin() + first, forward_.end());
}

template <class T>
void Tape<T>::start_forward() const {
  for (const Step& one : forward_) one();
}

template <class T>
void Tape<T>::start_backward() const {
  for (auto steps = backward_.rbegin(); steps != backward_.rend(); ++steps)
    for (const Step& one : *steps) one();
}

template <class T>
void Tape<T>::multiply(const Matrices& a, const Matrices& b, double factor, const Matrices& out, bool adds,
                       const Matrices& bias, T* sums) {
  OMEGA_ASSERT(a.columns == b.rows && a.rows == out.rows && b.columns == out.columns);
  const auto head = [](const Matrices& x) { return x.heads > 1 ? x.head : 0; };
  ProductOf<T> what{};
  what.heads = std::max({a.heads, b.heads, out.heads});
  what.rows = out.rows, what.inner = a.columns, what.columns = out.columns;
  what.a = a.data, what.a_head = head(a), what.a_row = a.row, what.a_column = a.column;
  what.b = b.data, what.b_head = head(b), what.b_row = b.row, what.b_column = b.column;
  what.out = out.data, what.out_head = head(out), what.out_row = out.row, what.out_column = out.column;
  what.factor = static_cast<T>(factor);
  what.adds = adds ? 1 : 0;
  what.column_bias = bias.data, what.column_bias_head = head(bias), what.factor_of_biases = 1;
  what.sums = sums;
  step([this, what] { kernels_->product(what); });
}

template <class T>
void Tape<T>::elements(ElementOp op, const Matrices& x, const Matrices& y, const Matrices& out, double a, double b,
                       bool adds, const KeptAway& kept_away) {
  ElementsOf<T> what{};
  what.op = op;
  what.heads = out.heads, what.rows = out.rows, what.columns = out.columns;
  what.x = x.strided(), what.y = y.strided(), what.out = out.strided();
  what.a = static_cast<T>(a), what.b = static_cast<T>(b);
  what.adds = adds ? 1 : 0;
  what.kept_away = kept_away.count, what.labels = kept_away.labels;
  step([this, what] { kernels_->elements(what); });
}

/// To the gradient of `to`: factor·Σ over the heads of `parts`.
template <class T>
void Tape<T>::add_parts(const Matrices& parts, double factor, const Matrices& to) {
  adds_to(to, false);
  const SumPartsOf<T> what{
      parts.heads, parts.rows, parts.columns, parts.data, parts.head, static_cast<T>(factor), to.slope().strided()};
  step([this, what] { kernels_->sum_parts(what); });
}

/// To the gradient of `to`: factor·A·B. Where all examples share it, and where the sum runs over the tokens of all of
/// them, a device takes it example by example first.
template <class T>
void Tape<T>::add_product(const Matrices& a, const Matrices& b, double factor, const Matrices& to) {
  if (!to.learns) return;
  const Index heads = std::max(a.heads, b.heads);
  if (style_.adds_in_turn || (heads == to.heads && (heads > 1 || examples_ == 1 || a.columns != examples_ * length_)))
    return multiply(a, b, factor, to.slope(), adds_to(to));
  if (heads == 1) return add_product(a.transposed().split(examples_).transposed(), b.split(examples_), factor, to);
  const Matrices parts = scratch(heads, to.rows, to.columns);
  multiply(a, b, 1, parts, false);
  add_parts(parts, factor, to);
}

/// To the gradients of B and the bias of a·B + bias: in one product where a holds the rows of several examples.
template <class T>
void Tape<T>::add_affine(const Matrices& a, const Matrices& slope, double factor, const Matrices& b,
                         const Matrices& bias) {
  if (examples_ == 1 || slope.heads > 1 || a.rows != examples_ * length_) {
    add_product(a.transposed(), slope, factor, b);
    scratch_ = 0;
    if (bias.learns) add_repeated(slope, factor, bias);
    return;
  }
  const Matrices parts = scratch(examples_, b.rows, b.columns), sums = scratch(examples_, 1, b.columns);
  multiply(a.split(examples_).transposed(), slope.split(examples_), 1, parts, false, {}, sums.data);
  add_parts(parts, factor, b);
  add_parts(sums, factor, bias);
}

/// Adds `slope`, the gradient of `to` as it was repeated, to the gradient of `to` itself.
template <class T>
void Tape<T>::add_repeated(const Matrices& slope, double factor, const Matrices& to) {
  if (to.rows == slope.rows && to.columns == slope.columns) {
    if (to.heads == slope.heads) return elements(kLinear, slope, {}, to.slope(), factor, 0, adds_to(to));
    return add_parts(slope, factor, to);
  }
  if (to.columns == slope.columns) return add_product(ones(1, slope.rows), slope, factor, to);
  add_product(slope, ones(slope.columns, 1), factor, to);
}

// --- Functions -------------------------------------------------------------------------------------------------------

template <class T>
void Tape<T>::product_into(const Matrices& a, const Matrices& b, double factor, const Matrices& out, bool adds) {
  multiply(a, b, factor, out, adds);
  back({out}, [&] {
    add_product(out.slope(), b.transposed(), factor, a);
    scratch_ = 0;
    add_product(a.transposed(), out.slope(), factor, b);
  });
}

template <class T>
Tensor<T> Tape<T>::product(const Matrices& a, const Matrices& b, double factor) {
  const Matrices out = make(std::max(a.heads, b.heads), a.rows, b.columns);
  product_into(a, b, factor, out, false);
  return out;
}

template <class T>
typename Tape<T>::Summed Tape<T>::product_and_sums(const Matrices& a, const Matrices& b) {
  if (!style_.fuses)
    return {product(b.transposed(), a.transposed()).transposed(),
            product(b.transposed(), ones(b.rows, 1)).transposed()};
  OMEGA_ASSERT(a.heads == b.heads);
  const Matrices out = make(a.heads, a.rows, b.columns), sums = make(a.heads, 1, b.columns);
  multiply(a, b, 1, out, false, {}, sums.data);
  back({out, sums}, [&] {
    add_product(out.slope(), b.transposed(), 1, a);
    if (b.learns) multiply(a.transposed(), out.slope(), 1, b.slope(), adds_to(b), sums.slope());
  });
  return {out, sums};
}

template <class T>
Tensor<T> Tape<T>::linear(const Matrices& a, const Matrices& b, const Matrices& bias, double factor) {
  if (!style_.fuses) {
    const Matrices out = product(a, b, factor);
    add(out, bias, factor);
    return out;
  }
  const Matrices out = make(std::max(a.heads, b.heads), a.rows, b.columns);
  multiply(a, b, factor, out, false, bias);
  back({out}, [&] {
    add_product(out.slope(), b.transposed(), factor, a);
    scratch_ = 0;
    add_affine(a, out.slope(), factor, b, bias);
  });
  return out;
}

template <class T>
void Tape<T>::softmax_heads(const Matrices& q, const Matrices& k, const Matrices& v, const Matrices& bias,
                            const HeadsSide& heads, const Matrices& out) {
  OMEGA_ASSERT(q.learns && k.learns && v.learns);
  const Index parts = heads.parts;
  const Matrices log_sums = constant(q.heads, parts, q.rows);
  SoftmaxHeadsOf<T> what{};
  what.heads = q.heads, what.parts = narrow(parts), what.dims = narrow(q.columns / parts);
  what.rows = q.rows, what.columns = heads.window > 0 ? q.rows : k.rows, what.beyond = k.rows - what.columns;
  what.window = narrow(heads.window), what.overlap = narrow(heads.overlap);
  what.q = q.strided(), what.k = k.strided(), what.v = v.strided(), what.y = out.strided();
  what.bias = bias.strided();
  what.log_sums = log_sums.data;
  step([this, what] { kernels_->softmax_heads(what); });
  back({out}, [&] {
    what.backward = 1;
    what.dq = q.slope().strided();
    what.dk = k.slope().strided();
    what.dv = v.slope().strided();
    what.dy = out.slope().strided();
    what.adds_q = adds_to(q) ? 1 : 0;
    what.adds_k = adds_to(k) ? 1 : 0;
    what.adds_v = adds_to(v) ? 1 : 0;
    what.dots = scratch(q.heads, parts, q.rows).data;
    step([this, what] { kernels_->softmax_heads(what); });
  });
}

template <class T>
Tensor<T> Tape<T>::wide_linear(const Matrices& a, const Matrices& b, const Matrices& bias) {
  if (!style_.goes_down) return linear(a, b, bias, 1);
  const Matrices out = product(b.transposed(), a.transposed()).transposed();
  add(out, bias);
  return out;
}

template <class T>
void Tape<T>::add(const Matrices& to, const Matrices& more, double factor) {
  elements(kLinear, more.repeated(to), {}, to, factor, 0, true);
  back({to}, [&] {
    if (more.learns) add_repeated(to.slope(), factor, more);
  });
}

template <class T>
Tensor<T> Tape<T>::sum(const Matrices& x, const Matrices& y) {
  const Matrices out = make(x.heads, x.rows, x.columns);
  elements(kLinear, x, y.repeated(x), out, 1, 1, false);
  back({out}, [&] {
    if (x.learns) add_repeated(out.slope(), 1, x);
    if (y.learns) add_repeated(out.slope(), 1, y);
  });
  return out;
}

template <class T>
Tensor<T> Tape<T>::scale(const Matrices& x, const Matrices& by) {
  const Matrices out = make(x.heads, x.rows, x.columns);
  scale_into(x, by, out);
  return out;
}

template <class T>
void Tape<T>::scale_into(const Matrices& x, const Matrices& by, const Matrices& out) {
  const Matrices factors = by.repeated(x);
  elements(kMultiply, x, factors, out, 1, 0, false);
  back({out}, [&] {
    if (x.learns) elements(kMultiply, out.slope(), factors, x.slope(), 1, 0, adds_to(x));
    if (!by.learns) return;
    const Matrices slope = scratch(x.heads, x.rows, x.columns);
    elements(kMultiply, out.slope(), x, slope, 1, 0, false);
    add_repeated(slope, 1, by);
  });
}

template <class T>
Tensor<T> Tape<T>::map(ElementOp op, const Matrices& x, double a, const KeptAway& kept_away) {
  const Matrices out = make(x.heads, x.rows, x.columns);
  map_into(op, x, a, kept_away, out, false);
  return out;
}

template <class T>
void Tape<T>::add_map(const Matrices& to, ElementOp op, const Matrices& x, double a) {
  OMEGA_ASSERT(!derivative_of(op).of_result);
  map_into(op, x, a, {}, to, true);
}

template <class T>
void Tape<T>::map_into(ElementOp op, const Matrices& x, double a, const KeptAway& kept_away, const Matrices& out,
                       bool adds) {
  elements(op, x, {}, out, a, 0, adds, kept_away);
  const Derivative derivative = derivative_of(op);
  back({out}, [&] {
    // a is a threshold or a slope of f and of its gradient alike, but kMultiply takes it for a factor.
    if (x.learns)
      elements(derivative.op, out.slope(), derivative.of_result ? out : x, x.slope(),
               derivative.op == kMultiply ? 1 : a, 0, adds_to(x));
  });
}

template <class T>
Tensor<T> Tape<T>::copy(const Matrices& x) {
  const Matrices out = make(x.heads, x.rows, x.columns);
  copy_into(x, out);
  return out;
}

template <class T>
Tensor<T> Tape<T>::repeat(const Matrices& x, Index heads) {
  OMEGA_ASSERT(x.heads == 1 && x.head == 0);
  const Matrices out = make(heads, x.rows, x.columns);
  copy_into(x, out);
  return out;
}

template <class T>
void Tape<T>::copy_into(const Matrices& x, const Matrices& out) {
  elements(kLinear, x, {}, out, 1, 0, false);
  back({out}, [&] {
    if (x.learns) add_repeated(out.slope(), 1, x);
  });
}

template <class T>
Tensor<T> Tape<T>::softmax(const Matrices& x) {
  const Matrices log_sums = make(x.heads, x.rows, 1);
  SoftmaxRowsOf<T> what{x.heads,       x.rows,           x.columns, 0, 0, x.strided(), x.slope().strided(),
                        log_sums.data, log_sums.gradient};
  step([this, what] { kernels_->softmax_rows(what); });
  what.backward = 1;
  back({x, log_sums}, [&] { step([this, what] { kernels_->softmax_rows(what); }); });
  return log_sums;
}

template <class T>
Tensor<T> Tape<T>::choose(const Matrices& logits, const Matrices& u) {
  const ChooseRowsOf<T> what{logits.heads, logits.rows, logits.columns, logits.strided(), u.repeated(logits).strided()};
  step([this, what] { kernels_->choose_rows(what); });
  Matrices chosen = logits;
  chosen.learns = false;
  return chosen;
}

template <class T>
void Tape<T>::exp_relative(const Matrices& x) {
  SoftmaxRowsOf<T> what{x.heads, x.rows, x.columns, 1, 0, x.strided(), x.slope().strided(), nullptr, nullptr};
  step([this, what] { kernels_->softmax_rows(what); });
  what.backward = 1;
  back({x}, [&] { step([this, what] { kernels_->softmax_rows(what); }); });
}

template <class T>
Tensor<T> Tape<T>::normalise(const Matrices& x, double epsilon, const Matrices& weight, const Matrices& bias,
                             const Matrices& more) {
  OMEGA_ASSERT(x.learns);
  if (more && !style_.fuses) {
    add(x, more);
    return normalise(x, epsilon, weight, bias);
  }
  const Matrices out = make(x.heads, x.rows, x.columns), deviations = constant(x.heads, x.rows, 1),
                 normal = weight ? constant(x.heads, x.rows, x.columns) : out;
  NormaliseRowsOf<T> what{};
  what.heads = x.heads, what.rows = x.rows, what.columns = x.columns;
  what.epsilon = static_cast<T>(epsilon);
  what.x = x.strided(), what.normal = normal.strided(), what.out = out.strided(), what.more = more.strided();
  what.dx = x.slope().strided(), what.dout = out.slope().strided();
  what.inverse_deviations = deviations.data;
  what.weight = weight.data, what.bias = bias.data;
  if (style_.adds_in_turn) what.dweight = weight.gradient, what.dbias = bias.gradient;
  what.parts_of_head = x.heads > 1 ? 1 : 512;
  step([this, what] { kernels_->normalise_rows(what); });
  back({out}, [&] {
    what.backward = 1;
    what.adds = adds_to(x) ? 1 : 0;
    if (more) {
      what.dmore = more.slope().strided();
      what.adds_more = adds_to(more) ? 1 : 0;
    }
    if (!weight || style_.adds_in_turn) return step([this, what] { kernels_->normalise_rows(what); });
    const Matrices parts = scratch(Index{x.heads} * what.parts_of_head, 2, x.columns);
    what.parts = parts.data;
    step([this, what] { kernels_->normalise_rows(what); });
    add_parts(parts.middle_rows(0, 1), 1, weight);
    add_parts(parts.middle_rows(1, 1), 1, bias);
  });
  return out;
}

template <class T>
Tensor<T> Tape<T>::squared_norms(const Matrices& x, double factor) {
  const Matrices out = make(x.heads, x.rows, 1), squares = scratch(x.heads, x.rows, x.columns);
  elements(kMultiply, x, x, squares, 1, 0, false);
  multiply(squares, ones(x.columns, 1), factor, out, false);
  back({out}, [&] {
    if (x.learns) elements(kMultiply, x, out.slope().repeated(x), x.slope(), 2 * factor, 0, adds_to(x));
  });
  return out;
}

template <class T>
Tensor<T> Tape<T>::segment_means(const Matrices& x, const Segments<T>& segments) {
  if (segments.ranges.empty()) return product(segments.means, x);
  const Matrices out = make(x.heads, static_cast<Index>(segments.ranges.size()), x.columns);
  SegmentMeans<T> what{x.heads, x.columns, 0, 0, segments.ranges, x.strided(), out.strided(), segments.means.data};
  step([this, what] { kernels_->segment_means(what); });
  back({out}, [&] {
    what.backward = 1;
    what.adds = adds_to(x) ? 1 : 0;
    what.x = out.slope().strided();
    what.out = x.slope().strided();
    step([this, what] { kernels_->segment_means(what); });
  });
  return out;
}

template <class T>
Tensor<T> Tape<T>::angles(const Matrices& x) {
  const Matrices out = make(x.heads, x.rows, 2 * x.columns);
  AnglesOf<T> what{
      x.heads, x.rows, x.columns, 0, 0, x.strided(), out.strided(), x.slope().strided(), out.slope().strided()};
  step([this, what] { kernels_->angles(what); });
  back({out}, [&] {
    what.backward = 1;
    what.adds = adds_to(x) ? 1 : 0;
    step([this, what] { kernels_->angles(what); });
  });
  return out;
}

template <class T>
Tensor<T> Tape<T>::dropout(const Matrices& x, DropoutOf<T> how) {
  const Matrices out = make(x.heads, x.rows, x.columns);
  how.rows = x.rows;
  how.columns = x.columns;
  how.x = x.strided();
  how.out = out.strided();
  step([this, how] { kernels_->dropout(how); });
  back({out}, [&] {
    how.adds = adds_to(x) ? 1 : 0;
    how.x = out.slope().strided();
    how.out = x.slope().strided();
    step([this, how] { kernels_->dropout(how); });
  });
  return out;
}

template <class T>
Tensor<T> Tape<T>::cross_entropy(const Matrices& logits, const std::int32_t* labels, const TrainNumbers* numbers,
                                 TrainSums* sums) {
  const Matrices dlogits = constant(1, logits.rows, logits.columns);
  const CrossEntropyOf<T> what{logits.rows, logits.columns, logits.data, labels, dlogits.data, numbers, sums};
  step([this, what] { kernels_->cross_entropy(what); });
  back({}, [&] { elements(kLinear, dlogits, {}, logits.slope(), 1, 0, adds_to(logits)); });
  return dlogits;
}

template class Tape<float>;
template class Tape<double>;

}  // namespace omega::train
