#include "cuda/tape.h"

#include <algorithm>

#include "core/error.h"

namespace omega::cuda {

namespace {

std::int32_t narrow(Index x) { return static_cast<std::int32_t>(x); }
std::uint64_t aligned(std::uint64_t numbers) { return (numbers + 63) / 64 * 64; }

float* moved(float* from, std::int64_t by) { return from == nullptr ? nullptr : from + by; }

/// What `small` looks like where it stands for something of `of`'s shape.
Tensor repeated(Tensor small, const Tensor& of) {
  if (small.rows == 1 && of.rows > 1) small.row = 0;
  if (small.columns == 1 && of.columns > 1) small.column = 0;
  small.rows = of.rows;
  small.columns = of.columns;
  return small;
}

/// The op that takes the gradient of f(x) to that of x, and whether it reads f(x) in place of x.
struct Derivative {
  ElementOp op;
  bool of_result;
};
Derivative derivative_of(ElementOp op) {
  switch (op) {
    case kGelu: return {kGeluGradient, false};
    case kExp: return {kMultiply, true};
    case kLog: return {kDivide, false};
    case kCosine: return {kTimesMinusSine, false};
    case kSine: return {kTimesCosine, false};
    case kTanh: return {kTanhGradient, true};
    case kLeaky: return {kLeakyGradient, false};
    case kEluPlusOne: return {kEluGradient, false};
    case kInverse: return {kInverseGradient, false};
    case kAtLeast: return {kAtLeastGradient, false};
    default: break;
  }
  throw Error::failure("a function without a derivative on the device");
}

}  // namespace

// --- Tensor ----------------------------------------------------------------------------------------------------------

Tensor Tensor::part(std::int64_t offset, Index rows_, Index columns_) const {
  Tensor view = *this;
  view.data = moved(data, offset);
  view.gradient = moved(gradient, offset);
  view.rows = narrow(rows_);
  view.columns = narrow(columns_);
  return view;
}

Tensor Tensor::transposed() const {
  Tensor view = *this;
  std::swap(view.rows, view.columns);
  std::swap(view.row, view.column);
  return view;
}

Tensor Tensor::split(Index examples) const {
  OMEGA_ASSERT(heads == 1 && rows % examples == 0);
  Tensor view = *this;
  view.heads = narrow(examples);
  view.rows = narrow(rows / examples);
  view.head = view.rows * row;
  return view;
}

Tensor Tensor::joined() const {
  OMEGA_ASSERT(heads == 1 || head == rows * row);
  Tensor view = *this;
  view.rows = heads * rows;
  view.heads = 1;
  view.head = 0;
  return view;
}

Tensor Tensor::slope() const {
  Tensor view = *this;
  view.data = gradient;
  view.gradient = nullptr;
  return view;
}

// --- Memory ----------------------------------------------------------------------------------------------------------

Tape::Tape(Index examples, Index length) : examples_(examples), length_(length) {}

Tape::Tape(Session& session, const Tape& measured)
    : session_(&session), examples_(measured.examples_), length_(measured.length_) {
  const auto allocate = [&](std::uint64_t numbers) {
    return static_cast<float*>(session.allocate(numbers * sizeof(float)));
  };
  value_memory_ = allocate(measured.values_);
  gradient_memory_ = allocate(measured.values_);
  constant_memory_ = allocate(measured.constants_);
  scratch_memory_ = allocate(measured.most_scratch_);
  ones_ = allocate(measured.most_ones_);
  const std::vector<float> ones(measured.most_ones_, 1.0f);
  check(session.module().upload(session.context(), ones_, ones.data(), ones.size() * sizeof(float)));
}

std::uint64_t Tape::bytes() const { return (2 * values_ + constants_ + most_scratch_ + most_ones_) * sizeof(float); }

float* Tape::take(std::uint64_t& used, const float* memory, std::uint64_t count) const {
  const std::uint64_t at = used;
  used += aligned(count);
  return memory == nullptr ? nullptr : const_cast<float*>(memory) + at;
}

namespace {

Tensor matrix(float* data, Index heads, Index rows, Index columns) {
  return {data, nullptr, narrow(heads), narrow(rows), narrow(columns), heads > 1 ? rows * columns : 0, columns, 1};
}

}  // namespace

Tensor Tape::make(Index heads, Index rows, Index columns) {
  const std::uint64_t at = values_;
  Tensor made =
      matrix(take(values_, value_memory_, static_cast<std::uint64_t>(heads * rows * columns)), heads, rows, columns);
  made.gradient = gradient_memory_ == nullptr ? nullptr : gradient_memory_ + at;
  return made;
}

Tensor Tape::constant(Index heads, Index rows, Index columns) {
  return matrix(take(constants_, constant_memory_, static_cast<std::uint64_t>(heads * rows * columns)), heads, rows,
                columns);
}

/// Until the end of the function that asks.
Tensor Tape::scratch(Index heads, Index rows, Index columns) {
  const Tensor made =
      matrix(take(scratch_, scratch_memory_, static_cast<std::uint64_t>(heads * rows * columns)), heads, rows, columns);
  most_scratch_ = std::max(most_scratch_, scratch_);
  return made;
}

Tensor Tape::ones(Index rows, Index columns) {
  most_ones_ = std::max(most_ones_, static_cast<std::uint64_t>(rows * columns));
  return matrix(ones_, 1, rows, columns);
}

// --- Steps -----------------------------------------------------------------------------------------------------------

void Tape::step(std::function<void()> what) {
  if (!measures()) list_->push_back(std::move(what));
}

/// `write` gives the way back of the function that calls it.
void Tape::back(const Step& write) {
  std::vector<Step> steps;
  list_ = &steps;
  write();
  list_ = &forward_;
  scratch_ = 0;
  backward_.push_back(std::move(steps));
}

void Tape::start_forward() const {
  for (const Step& one : forward_) one();
}

void Tape::start_backward() const {
  for (auto steps = backward_.rbegin(); steps != backward_.rend(); ++steps)
    for (const Step& one : *steps) one();
}

void Tape::clear_gradients() const {
  check(session_->module().clear(session_->context(), gradient_memory_, values_ * sizeof(float)));
}

void Tape::multiply(const Tensor& a, const Tensor& b, double factor, const Tensor& out, bool adds) {
  OMEGA_ASSERT(a.columns == b.rows && a.rows == out.rows && b.columns == out.columns);
  const Product what{out.heads,
                     out.rows,
                     a.columns,
                     out.columns,
                     a.data,
                     a.head,
                     a.row,
                     a.column,
                     b.data,
                     b.head,
                     b.row,
                     b.column,
                     nullptr,
                     0,
                     nullptr,
                     0,
                     static_cast<float>(factor),
                     out.data,
                     out.head,
                     out.row,
                     out.column,
                     adds ? 1 : 0};
  step([this, what] { check(session_->module().product(session_->context(), &what)); });
}

void Tape::elements(ElementOp op, const Tensor& x, const Tensor& y, const Tensor& out, double a, double b, bool adds,
                    const KeptAway& kept_away) {
  const Elements what{op,
                      out.heads,
                      out.rows,
                      out.columns,
                      x.strided(),
                      y.strided(),
                      out.strided(),
                      static_cast<float>(a),
                      static_cast<float>(b),
                      adds ? 1 : 0,
                      kept_away.count,
                      kept_away.labels};
  step([this, what] { check(session_->module().elements(session_->context(), &what)); });
}

/// out += factor·Σ over the heads of `parts`.
void Tape::add_parts(const Tensor& parts, double factor, const Tensor& out) {
  const SumParts what{parts.heads,  parts.rows, parts.columns, parts.data, parts.head, static_cast<float>(factor),
                      out.strided()};
  step([this, what] { check(session_->module().sum_parts(session_->context(), &what)); });
}

/// out += factor·A·B. Where all examples share `out`, and where the sum runs over the tokens of all of them, it is
/// taken example by example first.
void Tape::add_product(const Tensor& a, const Tensor& b, double factor, const Tensor& out) {
  const Index heads = std::max(a.heads, b.heads);
  if (heads == 1 && examples_ > 1 && a.columns == examples_ * length_)
    return add_product(a.transposed().split(examples_).transposed(), b.split(examples_), factor, out);
  if (heads == out.heads) return multiply(a, b, factor, out, true);
  const Tensor parts = scratch(heads, out.rows, out.columns);
  multiply(a, b, 1, parts, false);
  add_parts(parts, factor, out);
}

/// To the gradient of something that was repeated into what `slope` is the gradient of.
void Tape::add_repeated(const Tensor& slope, double factor, const Tensor& to) {
  const Tensor into = to.slope();
  if (to.rows == slope.rows && to.columns == slope.columns) {
    if (to.heads == slope.heads) return elements(kLinear, slope, {}, into, factor, 0, true);
    return add_parts(slope, factor, into);
  }
  if (to.columns == slope.columns) return add_product(ones(1, slope.rows), slope, factor, into);
  add_product(slope, ones(slope.columns, 1), factor, into);
}

// --- Functions -------------------------------------------------------------------------------------------------------

void Tape::product_into(const Tensor& a, const Tensor& b, double factor, const Tensor& out, bool adds) {
  multiply(a, b, factor, out, adds);
  back([&] {
    if (a.gradient != nullptr || measures()) add_product(out.slope(), b.transposed(), factor, a.slope());
    scratch_ = 0;
    if (b.gradient != nullptr || measures()) add_product(a.transposed(), out.slope(), factor, b.slope());
  });
}

Tensor Tape::product(const Tensor& a, const Tensor& b, double factor) {
  const Tensor out = make(std::max(a.heads, b.heads), a.rows, b.columns);
  product_into(a, b, factor, out, false);
  return out;
}

void Tape::add(const Tensor& to, const Tensor& more, double factor) {
  elements(kLinear, repeated(more, to), {}, to, factor, 0, true);
  back([&] {
    if (more.gradient != nullptr || measures()) add_repeated(to.slope(), factor, more);
  });
}

Tensor Tape::scale(const Tensor& x, const Tensor& by) {
  const Tensor out = make(x.heads, x.rows, x.columns);
  scale_into(x, by, out);
  return out;
}

void Tape::scale_into(const Tensor& x, const Tensor& by, const Tensor& out) {
  const Tensor factors = repeated(by, x);
  elements(kMultiply, x, factors, out, 1, 0, false);
  back([&] {
    if (x.gradient != nullptr || measures()) elements(kMultiply, out.slope(), factors, x.slope(), 1, 0, true);
    if (by.gradient == nullptr && !measures()) return;
    const Tensor slope = scratch(x.heads, x.rows, x.columns);
    elements(kMultiply, out.slope(), x, slope, 1, 0, false);
    add_repeated(slope, 1, by);
  });
}

Tensor Tape::map(ElementOp op, const Tensor& x, double a, const KeptAway& kept_away) {
  const Tensor out = make(x.heads, x.rows, x.columns);
  map_into(op, x, a, out, kept_away);
  return out;
}

void Tape::map_into(ElementOp op, const Tensor& x, double a, const Tensor& out, const KeptAway& kept_away) {
  const Derivative derivative = derivative_of(op);
  elements(op, x, {}, out, a, 0, false, kept_away);
  back([&] {
    // a is a threshold or a slope of both, but kMultiply has it for a factor.
    if (x.gradient != nullptr)
      elements(derivative.op, out.slope(), derivative.of_result ? out : x, x.slope(),
               derivative.op == kMultiply ? 1 : a, 0, true);
  });
}

Tensor Tape::copy(const Tensor& x) {
  const Tensor out = make(x.heads, x.rows, x.columns);
  elements(kLinear, x, {}, out, 1, 0, false);
  back([&] {
    if (x.gradient != nullptr) elements(kLinear, out.slope(), {}, x.slope(), 1, 0, true);
  });
  return out;
}

Tensor Tape::softmax(const Tensor& x) {
  const Tensor log_sums = make(x.heads, x.rows, 1);
  SoftmaxRows what{x.heads,       x.rows,           x.columns, 0, 0, x.strided(), x.slope().strided(),
                   log_sums.data, log_sums.gradient};
  step([this, what] { check(session_->module().softmax_rows(session_->context(), &what)); });
  what.backward = 1;
  back([&] { step([this, what] { check(session_->module().softmax_rows(session_->context(), &what)); }); });
  return log_sums;
}

void Tape::exp_relative(const Tensor& x) {
  SoftmaxRows what{x.heads, x.rows, x.columns, 1, 0, x.strided(), x.slope().strided(), nullptr, nullptr};
  step([this, what] { check(session_->module().softmax_rows(session_->context(), &what)); });
  what.backward = 1;
  back([&] { step([this, what] { check(session_->module().softmax_rows(session_->context(), &what)); }); });
}

Tensor Tape::normalise(const Tensor& x, double epsilon) {
  const Tensor normal = make(x.heads, x.rows, x.columns), deviations = constant(x.heads, x.rows, 1);
  NormaliseRows what{x.heads,
                     x.rows,
                     x.columns,
                     0,
                     static_cast<float>(epsilon),
                     x.strided(),
                     normal.strided(),
                     x.slope().strided(),
                     normal.slope().strided(),
                     deviations.data};
  step([this, what] { check(session_->module().normalise_rows(session_->context(), &what)); });
  what.backward = 1;
  back([&] { step([this, what] { check(session_->module().normalise_rows(session_->context(), &what)); }); });
  return normal;
}

Tensor Tape::squared_norms(const Tensor& x, double factor) { return product(scale(x, x), ones(x.columns, 1), factor); }

Tensor Tape::dropout(const Tensor& x, Dropout how) {
  const Tensor out = make(x.heads, x.rows, x.columns);
  how.rows = x.rows;
  how.columns = x.columns;
  how.x = x.strided();
  how.out = out.strided();
  step([this, how] { check(session_->module().dropout(session_->context(), &how)); });
  Dropout slopes = how;
  slopes.adds = 1;
  slopes.x = out.slope().strided();
  slopes.out = x.slope().strided();
  back([&] { step([this, slopes] { check(session_->module().dropout(session_->context(), &slopes)); }); });
  return out;
}

}  // namespace omega::cuda
