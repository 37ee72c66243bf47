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
Tensor<T> matrices(T* data, const Many& many, Index rows, Index columns) {
  Tensor<T> made = tensor_of<T>(data, nullptr, rows, columns, false);
  made.heads = narrow(many.heads);
  made.parts = narrow(many.parts);
  made.part = rows * columns;
  made.head = many.parts * made.part;
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
Tensor<T> Tape<T>::take(std::uint64_t& used, T* memory, const Many& many, Index rows, Index columns) const {
  const Matrices taken = matrices(memory == nullptr ? nullptr : memory + used, many, rows, columns);
  used += aligned(taken.numbers());
  return taken;
}

template <class T>
Tensor<T> Tape<T>::make(const Many& many, Index rows, Index columns) {
  OMEGA_ASSERT(many.parts == 1 || style_.joins_heads);
  Matrices made = is_in_parts_ ? take(passing_, passing_memory_, many, rows, columns)
                               : take(values_, value_memory_, many, rows, columns);
  most_passing_ = std::max(most_passing_, passing_);
  made.learns = true;
  made.node = narrow(static_cast<Index>(made_++));
  if (measures())
    plan_.nodes.push_back({made.numbers()});
  else
    made.gradient = gradient_memory_ + plan_.nodes[static_cast<std::size_t>(made.node)].place;
  return made;
}

template <class T>
Tensor<T> Tape<T>::constant(const Many& many, Index rows, Index columns) {
  return take(constants_, constant_memory_, many, rows, columns);
}

template <class T>
void Tape<T>::upload(const Matrices& constant, const T* from) const {
  kernels_->upload(constant.data, from, constant.numbers());
}

/// Room that lasts until the end of the function that asks for it.
template <class T>
Tensor<T> Tape<T>::scratch(const Many& many, Index rows, Index columns) {
  const Matrices made = take(scratch_, scratch_memory_, many, rows, columns);
  most_scratch_ = std::max(most_scratch_, scratch_);
  return made;
}

template <class T>
Tensor<T> Tape<T>::ones(Index rows, Index columns) {
  most_ones_ = std::max(most_ones_, static_cast<std::uint64_t>(rows * columns));
  return matrices(ones_, {}, rows, columns);
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
                          (to.heads == 1 || to.head != 0) && (to.parts == 1 || to.part != 0) &&
                          (to.rows == 1 || to.row != 0) && (to.columns == 1 || to.column != 0);
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
  const Many many = most(most(a.many(), b.many()), out.many());
  ProductOf<T> what{};
  what.heads = narrow(many.heads), what.parts = narrow(many.parts);
  what.rows = out.rows, what.inner = a.columns, what.columns = out.columns;
  what.a = a.strided(), what.b = b.strided(), what.column_bias = bias.strided(), what.out = out.strided();
  what.factor = static_cast<T>(factor);
  what.adds = adds ? 1 : 0;
  what.factor_of_biases = 1;
  what.sums = sums;
  step([this, what] { kernels_->product(what); });
}

template <class T>
void Tape<T>::elements(ElementOp op, const Matrices& x, const Matrices& y, const Matrices& out, double a, double b,
                       bool adds, const KeptAway& kept_away) {
  ElementsOf<T> what{};
  what.op = op;
  what.heads = out.heads, what.parts = out.parts, what.rows = out.rows, what.columns = out.columns;
  what.x = x.strided(), what.y = y.strided(), what.out = out.strided();
  what.a = static_cast<T>(a), what.b = static_cast<T>(b);
  what.adds = adds ? 1 : 0;
  what.kept_away = kept_away.count, what.labels = kept_away.labels;
  step([this, what] { kernels_->elements(what); });
}

/// To the gradient of `to`, which all examples share: factor·Σ over the examples of `shares`, and over their parts,
/// where these share it, too.
template <class T>
void Tape<T>::add_shares(const Matrices& shares, double factor, const Matrices& to) {
  OMEGA_ASSERT(to.heads == 1 && shares.column == 1 && (shares.rows == 1 || shares.row == shares.columns));
  adds_to(to, false);
  const bool of_parts = to.parts != shares.parts;
  OMEGA_ASSERT(!of_parts || (to.parts == 1 && shares.head == shares.parts * shares.part));
  SumSharesOf<T> what{};
  what.count = of_parts ? shares.heads * shares.parts : shares.heads, what.parts = to.parts;
  what.rows = shares.rows, what.columns = shares.columns;
  what.shares = shares.data, what.share = of_parts ? shares.part : shares.head, what.part = shares.part;
  what.factor = static_cast<T>(factor), what.out = to.slope().strided();
  step([this, what] { kernels_->sum_shares(what); });
}

/// To the gradient of `to`: factor·A·B. Where examples or parts share it, and where the sum runs over the tokens of all
/// examples, a device takes it one by one first.
template <class T>
void Tape<T>::add_product(const Matrices& a, const Matrices& b, double factor, const Matrices& to) {
  if (!to.learns) return;
  const Many many = most(a.many(), b.many());
  const bool is_shared = many.heads != to.heads || many.parts != to.parts,
             runs_over_all = many.heads == 1 && examples_ > 1 && a.columns == examples_ * length_;
  if (style_.adds_in_turn || (!is_shared && !runs_over_all)) return multiply(a, b, factor, to.slope(), adds_to(to));
  if (!is_shared) return add_product(a.transposed().split(examples_).transposed(), b.split(examples_), factor, to);
  const Matrices shares = scratch(many, to.rows, to.columns);
  multiply(a, b, 1, shares, false);
  add_shares(shares, factor, to);
}

/// To the gradients of B and the bias of a·B + bias: in one product where a holds the rows of several examples.
template <class T>
void Tape<T>::add_affine(const Matrices& a, const Matrices& slope, double factor, const Matrices& b,
                         const Matrices& bias) {
  if (examples_ == 1 || slope.heads > 1 || slope.parts > 1 || a.rows != examples_ * length_) {
    add_product(a.transposed(), slope, factor, b);
    scratch_ = 0;
    if (bias.learns) add_repeated(slope, factor, bias);
    return;
  }
  const Many many{examples_};
  const Matrices shares = scratch(many, b.rows, b.columns), sums = scratch(many, 1, b.columns);
  multiply(a.split(examples_).transposed(), slope.split(examples_), 1, shares, false, {}, sums.data);
  add_shares(shares, factor, b);
  add_shares(sums, factor, bias);
}

/// Adds `slope`, the gradient of `to` as it was repeated, to the gradient of `to` itself.
template <class T>
void Tape<T>::add_repeated(const Matrices& slope, double factor, const Matrices& to) {
  if (to.rows == slope.rows && to.columns == slope.columns) {
    if (to.heads == slope.heads && to.parts == slope.parts)
      return elements(kLinear, slope, {}, to.slope(), factor, 0, adds_to(to));
    return add_shares(slope, factor, to);
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
  const Matrices out = make(most(a.many(), b.many()), a.rows, b.columns);
  product_into(a, b, factor, out, false);
  return out;
}

template <class T>
typename Tape<T>::Summed Tape<T>::product_and_sums(const Matrices& a, const Matrices& b) {
  if (!style_.fuses)
    return {product(b.transposed(), a.transposed()).transposed(),
            product(b.transposed(), ones(b.rows, 1)).transposed()};
  OMEGA_ASSERT(a.heads == b.heads && a.parts == b.parts);
  const Matrices out = make(a.many(), a.rows, b.columns), sums = make(a.many(), 1, b.columns);
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
  const Matrices out = make(most(a.many(), b.many()), a.rows, b.columns);
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
                            const Sight& sight, const Matrices& out) {
  OMEGA_ASSERT(q.learns && k.learns && v.learns);
  const Matrices log_sums = constant(q.many(), q.rows, 1);
  SoftmaxHeadsOf<T> what{};
  what.heads = q.heads, what.parts = q.parts, what.dims = q.columns;
  what.rows = q.rows, what.columns = sight.window > 0 ? q.rows : k.rows, what.beyond = k.rows - what.columns;
  what.window = narrow(sight.window), what.overlap = narrow(sight.overlap);
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
    what.dots = scratch(q.many(), q.rows, 1).data;
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
  const Matrices out = make(x.many(), x.rows, x.columns);
  elements(kLinear, x, y.repeated(x), out, 1, 1, false);
  back({out}, [&] {
    if (x.learns) add_repeated(out.slope(), 1, x);
    if (y.learns) add_repeated(out.slope(), 1, y);
  });
  return out;
}

template <class T>
Tensor<T> Tape<T>::scale(const Matrices& x, const Matrices& by) {
  const Matrices out = make(x.many(), x.rows, x.columns);
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
    const Matrices slope = scratch(x.many(), x.rows, x.columns);
    elements(kMultiply, out.slope(), x, slope, 1, 0, false);
    add_repeated(slope, 1, by);
  });
}

template <class T>
Tensor<T> Tape<T>::map(ElementOp op, const Matrices& x, double a, const KeptAway& kept_away) {
  const Matrices out = make(x.many(), x.rows, x.columns);
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
Tensor<T> Tape<T>::repeat(const Matrices& x, const Many& many) {
  const Matrices out = make(many, x.rows, x.columns);
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

/// In place, with log sums, or without them relative to the largest.
template <class T>
void Tape<T>::softmax_rows(const Matrices& x, const Matrices& log_sums) {
  SoftmaxRowsOf<T> what{};
  what.heads = x.heads, what.parts = x.parts, what.rows = x.rows, what.columns = x.columns;
  what.relative = log_sums ? 0 : 1;
  what.x = x.strided(), what.dx = x.slope().strided();
  what.log_sums = log_sums.data, what.dlog_sums = log_sums.gradient;
  step([this, what] { kernels_->softmax_rows(what); });
  what.backward = 1;
  back({x, log_sums}, [&] { step([this, what] { kernels_->softmax_rows(what); }); });
}

template <class T>
Tensor<T> Tape<T>::softmax(const Matrices& x) {
  const Matrices log_sums = make(x.many(), x.rows, 1);
  softmax_rows(x, log_sums);
  return log_sums;
}

template <class T>
Tensor<T> Tape<T>::choose(const Matrices& logits, const Matrices& u) {
  const ChooseRowsOf<T> what{logits.heads,   logits.parts,     logits.rows,
                             logits.columns, logits.strided(), u.repeated(logits).strided()};
  step([this, what] { kernels_->choose_rows(what); });
  Matrices chosen = logits;
  chosen.learns = false;
  return chosen;
}

template <class T>
Tensor<T> Tape<T>::normalise(const Matrices& x, double epsilon, const Matrices& weight, const Matrices& bias,
                             const Matrices& more) {
  OMEGA_ASSERT(x.learns);
  if (more && !style_.fuses) {
    add(x, more);
    return normalise(x, epsilon, weight, bias);
  }
  const Matrices out = make(x.many(), x.rows, x.columns), deviations = constant(x.many(), x.rows, 1),
                 normal = weight ? constant(x.many(), x.rows, x.columns) : out;
  NormaliseRowsOf<T> what{};
  what.heads = x.heads, what.parts = x.parts, what.rows = x.rows, what.columns = x.columns;
  what.epsilon = static_cast<T>(epsilon);
  what.x = x.strided(), what.normal = normal.strided(), what.out = out.strided(), what.more = more.strided();
  what.dx = x.slope().strided(), what.dout = out.slope().strided();
  what.inverse_deviations = deviations.data;
  what.weight = weight.data, what.bias = bias.data, what.of_part = weight.strided().part;
  if (style_.adds_in_turn) what.dweight = weight.gradient, what.dbias = bias.gradient;
  what.of_head = x.heads > 1 ? 1 : 512;
  step([this, what] { kernels_->normalise_rows(what); });
  back({out}, [&] {
    what.backward = 1;
    what.adds = adds_to(x) ? 1 : 0;
    if (more) {
      what.dmore = more.slope().strided();
      what.adds_more = adds_to(more) ? 1 : 0;
    }
    if (!weight || style_.adds_in_turn) return step([this, what] { kernels_->normalise_rows(what); });
    const Matrices shares = scratch({Index{x.heads} * what.of_head, x.parts}, 2, x.columns);
    what.shares = shares.data;
    step([this, what] { kernels_->normalise_rows(what); });
    add_shares(shares.middle_rows(0, 1), 1, weight);
    add_shares(shares.middle_rows(1, 1), 1, bias);
  });
  return out;
}

template <class T>
Tensor<T> Tape<T>::squared_norms(const Matrices& x, double factor) {
  const Matrices out = make(x.many(), x.rows, 1), squares = scratch(x.many(), x.rows, x.columns);
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
  const Matrices out = make(x.many(), static_cast<Index>(segments.ranges.size()), x.columns);
  SegmentMeans<T> what{x.heads,     x.parts,       x.columns,          0, 0, segments.ranges,
                       x.strided(), out.strided(), segments.means.data};
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
  const Matrices out = make(x.many(), x.rows, 2 * x.columns);
  AnglesOf<T> what{x.heads, x.parts,     x.rows,        x.columns,           0,
                   0,       x.strided(), out.strided(), x.slope().strided(), out.slope().strided()};
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
  const Matrices out = make(x.many(), x.rows, x.columns);
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
  const Matrices dlogits = constant({}, logits.rows, logits.columns);
  const CrossEntropyOf<T> what{logits.rows, logits.columns, logits.data, labels, dlogits.data, numbers, sums};
  step([this, what] { kernels_->cross_entropy(what); });
  back({}, [&] { elements(kLinear, dlogits, {}, logits.slope(), 1, 0, adds_to(logits)); });
  return dlogits;
}

template class Tape<float>;
template class Tape<double>;

}  // namespace omega::train
