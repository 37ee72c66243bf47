#include "train/encoder_layer.h"

#include <algorithm>
#include <cmath>

#include "train/segment_rows.h"

namespace omega::train {

template <class T>
std::unique_ptr<HeadAttention<T>> make_head_attention(const ModelSettings& model, Index value_width) {
  const HeadSizes sizes{model.length, model.head_width(), value_width};
  const Index F = model.frequencies();
  switch (model.attention) {
    case AttentionKind::softmax: return window_head<T>(sizes, model.length, 0, 0);
    case AttentionKind::local: return window_head<T>(sizes, model.window, model.overlap, 0);
    case AttentionKind::eva: return window_head<T>(sizes, model.window, model.overlap, model.landmarks);
    case AttentionKind::lara: return lara_head<T>(sizes, model.landmarks);
    case AttentionKind::linear_elu: return quotient_head<T>(sizes, ExplicitFeatures::elu, 0);
    case AttentionKind::rfa:
    case AttentionKind::gmm:
    case AttentionKind::fastfood:
    case AttentionKind::generative: break;
  }
  switch (model.features) {
    case FeatureKind::positive: return positive_head<T>(sizes, F, 0.5);
    case FeatureKind::trig: return quotient_head<T>(sizes, ExplicitFeatures::trig, F);
    case FeatureKind::rks: return quotient_head<T>(sizes, ExplicitFeatures::rks, F);
    case FeatureKind::prf:
    case FeatureKind::automatic: break;
  }
  return positive_head<T>(sizes, F, 1);
}

template <class T>
LayerRows<T>::LayerRows(Carver<T>& run, const ModelSettings& model, Index rows, std::size_t saved_count) {
  for (View<T>* matrix : {&q, &k, &v, &y, &normal1, &normed1, &normal2, &normed2, &middle})
    *matrix = run.matrix(rows, model.width);
  deviations1 = run.run(rows);
  deviations2 = run.run(rows);
  hidden = run.matrix(rows, model.hidden);
  active = run.matrix(rows, model.hidden);
  saved = run.run(rows / model.length * static_cast<Index>(saved_count));
}

template <class T>
SharedRows<T>::SharedRows(Carver<T>& run, const ModelSettings& model, Index rows, std::size_t scratch_count) {
  for (View<T>* matrix : {&a, &b, &dq, &dk, &dv}) *matrix = run.matrix(rows, model.width);
  dhidden = run.matrix(rows, model.hidden);
  scratch = run.run(static_cast<Index>(scratch_count));
}

template <class T>
EncoderLayer<T>::EncoderLayer(const ModelSettings& model, Index number)
    : model_(model),
      number_(number),
      root_scale_(static_cast<T>(1 / std::sqrt(std::sqrt(static_cast<double>(model.head_width()))))),
      head_(make_head_attention<T>(model, model.head_width())),
      source_(make_frequency_source<T>(model, number)),
      head_saved_(head_->saved_count()),
      head_scratch_(head_->scratch_count()) {}

template <class T>
void EncoderLayer<T>::declare(ParameterTable& table) {
  const std::string prefix = "layers." + std::to_string(number_) + ".";
  const Index width = model_.width, hidden = model_.hidden;
  const auto add = [&](const std::string& name, Index in, Index out) {
    return Linear{table.add(prefix + name + ".weight", {out, in}, true),
                  table.add(prefix + name + ".bias", {out}, false)};
  };
  const auto add_norm = [&](const std::string& name) {
    return Linear{table.add(prefix + name + ".weight", {width}, false),
                  table.add(prefix + name + ".bias", {width}, false)};
  };
  q_ = add("attention.q_proj", width, width);
  k_ = add("attention.k_proj", width, width);
  v_ = add("attention.v_proj", width, width);
  o_ = add("attention.o_proj", width, width);
  if (source_) source_->declare(table, prefix + "attention.kernel.");
  norm1_ = add_norm("norm1");
  first_ = add("feed.first", width, hidden);
  second_ = add("feed.second", hidden, width);
  norm2_ = add_norm("norm2");
}

template <class T>
Index EncoderLayer<T>::forward(const Context& context, View<const T> x, const LayerRows<T>& rows,
                               const SharedRows<T>& work) const {
  const ParameterTable& table = context.table;
  const auto norm = [&](View<const T> from, const Linear& one, View<T> normal, T* deviations, View<T> to) {
    layer_norm<T>(from, table[one.weight].in(context.parameters).data, table[one.bias].in(context.parameters).data,
                  normal, deviations, to);
  };
  Index floored = 0;
  if (model_.norm == NormOrder::post) {
    floored = attend(context, x, rows, work, rows.middle);
    add_scaled<T>(rows.middle, x, T(1));
    norm(rows.middle, norm1_, rows.normal1, rows.deviations1, rows.normed1);
    feed(context, rows.normed1, rows, work.a);
    add_scaled<T>(work.a, rows.normed1, T(1));
    norm(work.a, norm2_, rows.normal2, rows.deviations2, rows.normed2);
    return floored;
  }
  norm(x, norm1_, rows.normal1, rows.deviations1, rows.normed1);
  floored = attend(context, rows.normed1, rows, work, rows.middle);
  add_scaled<T>(rows.middle, x, T(1));
  norm(rows.middle, norm2_, rows.normal2, rows.deviations2, work.b);
  feed(context, work.b, rows, rows.normed2);
  add_scaled<T>(rows.normed2, rows.middle, T(1));
  return floored;
}

template <class T>
void EncoderLayer<T>::backward(const Context& context, View<const T> x, const LayerRows<T>& rows,
                               const SharedRows<T>& work, View<T> dout, T* gradient, View<T> dshared) const {
  const ParameterTable& table = context.table;
  const auto norm_gradient = [&](const Linear& one, View<const T> normal, const T* deviations, View<T> dy) {
    layer_norm_gradient<T>(normal, deviations, table[one.weight].in(context.parameters).data, dy, dy,
                           table[one.weight].in(gradient).data, table[one.bias].in(gradient).data);
  };
  if (model_.norm == NormOrder::post) {
    norm_gradient(norm2_, rows.normal2, rows.deviations2, dout);
    feed_gradient(context, rows.normed1, rows, work, dout, gradient, work.a);
    add_scaled<T>(dout, work.a, T(1));
    norm_gradient(norm1_, rows.normal1, rows.deviations1, dout);
    attend_gradient(context, x, rows, work, dout, gradient, dshared, work.a);
    add_scaled<T>(dout, work.a, T(1));
    return;
  }
  // The feed-forward part's input again: LN(m).
  layer_norm<T>(rows.middle, table[norm2_.weight].in(context.parameters).data,
                table[norm2_.bias].in(context.parameters).data, rows.normal2, rows.deviations2, work.dq);
  feed_gradient(context, work.dq, rows, work, dout, gradient, work.a);
  norm_gradient(norm2_, rows.normal2, rows.deviations2, work.a);
  add_scaled<T>(dout, work.a, T(1));
  attend_gradient(context, rows.normed1, rows, work, dout, gradient, dshared, work.a);
  norm_gradient(norm1_, rows.normal1, rows.deviations1, work.a);
  add_scaled<T>(dout, work.a, T(1));
}

template <class T>
void EncoderLayer<T>::drop_rows(const Context& context, View<T> x, Index site) const {
  if (context.dropout == 0) return;
  for (Index e = 0; e < context.examples; ++e) {
    DropoutPlace place = context.place;
    place.example += e;
    place.site = 2 * number_ + site;
    drop<T>(x.middle_rows(e * model_.length, model_.length), context.dropout, place);
  }
}

template <class T>
View<T> EncoderLayer<T>::of_head(View<T> rows, Index example, Index head) const {
  const Index D = model_.head_width();
  return rows.middle_rows(example * model_.length, model_.length).middle_cols(head * D, D);
}

template <class T>
HeadInput<T> EncoderLayer<T>::head_input(const Context& context, const LayerRows<T>& rows, Index example,
                                         Index head) const {
  const Index shared = source_ ? source_->rows_per_head() : 0;
  return {of_head(rows.q, example, head), of_head(rows.k, example, head), of_head(rows.v, example, head),
          shared > 0 ? context.shared.middle_rows(head * shared, shared) : View<const T>()};
}

template <class T>
Index EncoderLayer<T>::attend(const Context& context, View<const T> x, const LayerRows<T>& rows,
                              const SharedRows<T>& work, View<T> out) const {
  const auto project = [&](const Linear& one, T factor, View<T> to) {
    multiply_nt<T>(x, context.table[one.weight].in(context.parameters), to);
    add_to_rows<T>(to, context.table[one.bias].in(context.parameters).data, factor);
  };
  project(q_, root_scale_, rows.q);
  project(k_, root_scale_, rows.k);
  project(v_, T(1), rows.v);
  Index floored = 0;
  for (Index e = 0; e < context.examples; ++e)
    for (Index h = 0; h < model_.heads; ++h)
      floored +=
          head_->forward(head_input(context, rows, e, h), of_head(rows.y, e, h),
                         rows.saved + static_cast<std::size_t>(e * model_.heads + h) * head_saved_, work.scratch);
  linear<T>(rows.y, context.table[o_.weight].in(context.parameters), context.table[o_.bias].in(context.parameters).data,
            out);
  drop_rows(context, out, 0);
  return floored;
}

template <class T>
void EncoderLayer<T>::attend_gradient(const Context& context, View<const T> x, const LayerRows<T>& rows,
                                      const SharedRows<T>& work, View<const T> dout, T* gradient, View<T> dshared,
                                      View<T> dx) const {
  const auto weight = [&](const Linear& one) {
    return View<const T>(context.table[one.weight].in(context.parameters));
  };
  const auto add_gradient = [&](const Linear& one, View<const T> from, View<const T> dy) {
    linear_gradient<T>(from, dy, context.table[one.weight].in(gradient), context.table[one.bias].in(gradient).data);
  };
  View<const T> dattended = dout;
  if (context.dropout > 0) {
    clear(dx);
    add_scaled<T>(dx, dout, T(1));
    drop_rows(context, dx, 0);
    dattended = dx;
  }
  add_gradient(o_, rows.y, dattended);
  multiply_nn<T>(dattended, weight(o_), work.b);  // dy
  const Index shared = source_ ? source_->rows_per_head() : 0;
  for (Index e = 0; e < context.examples; ++e)
    for (Index h = 0; h < model_.heads; ++h) {
      const HeadGradient<T> into{of_head(work.dq, e, h), of_head(work.dk, e, h), of_head(work.dv, e, h),
                                 dshared ? dshared.middle_rows(h * shared, shared) : View<T>()};
      head_->backward(head_input(context, rows, e, h), of_head(rows.y, e, h), of_head(work.b, e, h),
                      rows.saved + static_cast<std::size_t>(e * model_.heads + h) * head_saved_, work.scratch, into);
    }
  for (const View<T>& scaled : {work.dq, work.dk})
    for (Index r = 0; r < scaled.rows; ++r)
      for (T& g : scaled.row_span(r)) g *= root_scale_;
  add_gradient(q_, x, work.dq);
  add_gradient(k_, x, work.dk);
  add_gradient(v_, x, work.dv);
  multiply_nn<T>(work.dq, weight(q_), dx);
  add_multiply_nn<T>(work.dk, weight(k_), dx);
  add_multiply_nn<T>(work.dv, weight(v_), dx);
}

template <class T>
void EncoderLayer<T>::feed(const Context& context, View<const T> x, const LayerRows<T>& rows, View<T> out) const {
  const auto part = [&](std::size_t number) { return context.table[number].in(context.parameters); };
  linear<T>(x, part(first_.weight), part(first_.bias).data, rows.hidden);
  gelu<T>(rows.hidden, rows.active);
  linear<T>(rows.active, part(second_.weight), part(second_.bias).data, out);
  drop_rows(context, out, 1);
}

template <class T>
void EncoderLayer<T>::feed_gradient(const Context& context, View<const T> x, const LayerRows<T>& rows,
                                    const SharedRows<T>& work, View<const T> dout, T* gradient, View<T> dx) const {
  const auto part = [&](std::size_t number) { return View<const T>(context.table[number].in(context.parameters)); };
  const auto into = [&](std::size_t number) { return context.table[number].in(gradient); };
  View<const T> dfed = dout;
  if (context.dropout > 0) {
    clear(dx);
    add_scaled<T>(dx, dout, T(1));
    drop_rows(context, dx, 1);
    dfed = dx;
  }
  linear_gradient<T>(rows.active, dfed, into(second_.weight), into(second_.bias).data);
  multiply_nn<T>(dfed, part(second_.weight), work.dhidden);
  gelu_gradient<T>(rows.hidden, work.dhidden, work.dhidden);
  linear_gradient<T>(x, work.dhidden, into(first_.weight), into(first_.bias).data);
  multiply_nn<T>(work.dhidden, part(first_.weight), dx);
}

#define OMEGA_INSTANTIATE(T)                                                                      \
  template std::unique_ptr<HeadAttention<T>> make_head_attention<T>(const ModelSettings&, Index); \
  template struct LayerRows<T>;                                                                   \
  template struct SharedRows<T>;                                                                  \
  template class EncoderLayer<T>;
OMEGA_INSTANTIATE(float)
OMEGA_INSTANTIATE(double)
#undef OMEGA_INSTANTIATE

}  // namespace omega::train
