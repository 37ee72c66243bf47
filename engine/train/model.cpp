#include "train/model.h"

#include <algorithm>
#include <cmath>

#include "train/segment_rows.h"

namespace omega::train {

namespace {

constexpr double kEmbeddingSpread = 0.5, kPositionSpread = 0.1;

}  // namespace

template <class T>
Workspace<T>::Workspace(const ModelSettings& model, Index examples, const EncoderLayer<T>& any_layer) {
  Carver<T> counts;
  carve(counts, model, examples, any_layer);
  memory_ = Buffer<T>(counts.used(), T(0));
  layers.clear();
  shared.clear();
  Carver<T> run(memory_.data());
  carve(run, model, examples, any_layer);
}

template <class T>
void Workspace<T>::carve(Carver<T>& run, const ModelSettings& model, Index examples, const EncoderLayer<T>& any_layer) {
  const Index rows = examples * model.length;
  for (Index i = 0; i < model.layers; ++i) layers.emplace_back(run, model, rows, any_layer.saved_count());
  shared.emplace_back(run, model, rows, any_layer.scratch_count());
  for (View<T>* matrix : {&embedded, &last, &dout, &last_normal}) *matrix = run.matrix(rows, model.width);
  last_deviations = run.run(rows);
  for (View<T>* matrix : {&first, &dfirst, &hidden, &active, &dactive}) *matrix = run.matrix(examples, model.width);
  for (View<T>* matrix : {&logits, &dlogits}) *matrix = run.matrix(examples, kClasses);
}

template <class T>
Model<T>::Model(const ModelSettings& settings) : settings_(settings) {
  const Index width = settings.width;
  embedding_ = table_.add("embedding.weight", {3, width}, true);
  positions_ = table_.add("positions.weight", {settings.length, width}, true);
  Index shared = 0;
  for (Index i = 0; i < settings.layers; ++i) {
    layers_.push_back(std::make_unique<EncoderLayer<T>>(settings, i));
    layers_.back()->declare(table_);
    if (layers_.back()->source())
      shared += settings.heads * layers_.back()->source()->rows_per_head() * settings.head_width();
  }
  if (settings.norm == NormOrder::pre)
    last_norm_ = {table_.add("norm.weight", {width}, false), table_.add("norm.bias", {width}, false)};
  hidden_ = {table_.add("classifier.hidden.weight", {width, width}, true),
             table_.add("classifier.hidden.bias", {width}, false)};
  output_ = {table_.add("classifier.output.weight", {kClasses, width}, true),
             table_.add("classifier.output.bias", {kClasses}, false)};
  parameters_ = Buffer<T>(static_cast<std::size_t>(table_.count()), T(0));
  rows_ = Buffer<T>(static_cast<std::size_t>(shared), T(0));
}

/// Matrices are drawn, norms are 1, biases 0; kernels begin as their sources say.
template <class T>
void Model<T>::initialise(std::uint32_t seed) {
  for (std::size_t number = 0; number < table_.all().size(); ++number) {
    const Parameter& one = table_[number];
    const View<T> W = in(number);
    if (one.shape.size() == 1) {
      std::fill_n(W.data, one.count, one.name.ends_with(".weight") ? T(1) : T(0));
      continue;
    }
    const double spread = number == embedding_   ? kEmbeddingSpread
                          : number == positions_ ? kPositionSpread
                                                 : 1 / std::sqrt(static_cast<double>(W.cols));
    for (Index r = 0; r < W.rows; ++r) {
      draw_normals(address_of(seed, Purpose::weights, static_cast<Index>(number), r), W.row(r), W.cols);
      for (T& x : W.row_span(r)) x *= static_cast<T>(spread);
    }
  }
  for (const auto& layer : layers_)
    if (layer->source()) layer->source()->initialise(table_, parameters_.data(), seed);
}

template <class T>
void Model<T>::redraw(std::uint32_t seed, std::uint32_t draw) {
  for (const auto& layer : layers_)
    if (layer->source()) layer->source()->redraw(seed, draw);
}

template <class T>
View<const T> Model<T>::layer_rows(const T* all, Index layer) const {
  const FrequencySource<T>* source = layers_[static_cast<std::size_t>(layer)]->source();
  if (source == nullptr) return {};
  const Index rows = settings_.heads * source->rows_per_head();
  return {all + layer * rows * settings_.head_width(), rows, settings_.head_width()};
}

template <class T>
void Model<T>::make_rows() {
  for (const auto& layer : layers_)
    if (layer->source()) {
      const View<const T> rows = layer_rows(rows_.data(), layer->number());
      layer->source()->make(table_, parameters_.data(), View<T>(const_cast<T*>(rows.data), rows.rows, rows.cols));
    }
}

template <class T>
void Model<T>::kernel_gradient(T* gradient) const {
  for (const auto& layer : layers_)
    if (layer->source() && layer->source()->learns())
      layer->source()->backward(table_, parameters_.data(), layer_rows(gradient + table_.count(), layer->number()),
                                gradient);
}

template <class T>
typename EncoderLayer<T>::Context Model<T>::context(const Shard& shard, Index layer) const {
  return {table_,        parameters_.data(), rows(layer), static_cast<Index>(shard.examples.size()),
          shard.dropout, shard.place};
}

/// x = W[v] + a·W[2] + position
template <class T>
void Model<T>::embed(const Shard& shard, View<T> out) const {
  const View<const T> W = in(embedding_), P = in(positions_);
  Index row = 0;
  for (const Index e : shard.examples)
    for (Index i = 0; i < settings_.length; ++i, ++row) {
      const Cell& cell = shard.data.example(e)[i];
      const T* value = W.row(cell.positive ? 0 : 1);
      const T relevant = cell.relevant ? T(1) : T(0);
      for (Index d = 0; d < settings_.width; ++d) out(row, d) = value[d] + relevant * W(2, d) + P(i, d);
    }
}

template <class T>
void Model<T>::embed_gradient(const Shard& shard, View<const T> dx, T* gradient) const {
  const View<T> dW = table_[embedding_].in(gradient), dP = table_[positions_].in(gradient);
  Index row = 0;
  for (const Index e : shard.examples) {
    add_scaled<T>(dP, dx.middle_rows(row, settings_.length), T(1));
    for (Index i = 0; i < settings_.length; ++i, ++row) {
      const Cell& cell = shard.data.example(e)[i];
      add_scaled<T>(dW.middle_rows(cell.positive ? 0 : 1, 1), dx.middle_rows(row, 1), T(1));
      if (cell.relevant) add_scaled<T>(dW.middle_rows(2, 1), dx.middle_rows(row, 1), T(1));
    }
  }
}

/// The first `rows` rows of what a layer reads; layer = layers: of what the classifier reads before a last norm.
template <class T>
View<const T> Model<T>::input_of(const Workspace<T>& work, Index layer, Index rows) const {
  const View<T>& all = layer == 0 ? work.embedded : work.layers[static_cast<std::size_t>(layer - 1)].normed2;
  return all.middle_rows(0, rows);
}

namespace {

/// Views of the first rows only: a shard may hold fewer examples than its workspace.
template <class T>
LayerRows<T> first_rows(LayerRows<T> all, Index rows) {
  for (View<T>* matrix : {&all.q, &all.k, &all.v, &all.y, &all.normal1, &all.normed1, &all.normal2, &all.normed2,
                          &all.middle, &all.hidden, &all.active})
    matrix->rows = rows;
  return all;
}
template <class T>
SharedRows<T> first_rows(SharedRows<T> all, Index rows) {
  for (View<T>* matrix : {&all.a, &all.b, &all.dq, &all.dk, &all.dv, &all.dhidden}) matrix->rows = rows;
  return all;
}

}  // namespace

template <class T>
ShardResult Model<T>::forward(const Shard& shard, Workspace<T>& work) const {
  const Index rows = static_cast<Index>(shard.examples.size()) * settings_.length;
  const SharedRows<T> shared = first_rows(work.shared.front(), rows);
  embed(shard, work.embedded);
  Index floored = 0;
  for (Index i = 0; i < settings_.layers; ++i)
    floored += layers_[static_cast<std::size_t>(i)]->forward(
        context(shard, i), input_of(work, i, rows), first_rows(work.layers[static_cast<std::size_t>(i)], rows), shared);
  View<const T> last = input_of(work, settings_.layers, rows);
  if (settings_.norm == NormOrder::pre) {
    layer_norm<T>(last, in(last_norm_.weight).data, in(last_norm_.bias).data, work.last_normal, work.last_deviations,
                  work.last);
    last = work.last.middle_rows(0, rows);
  }
  ShardResult result = classify(shard, work, last);
  result.floored = floored;
  return result;
}

/// Cross entropy; dlogits ← softmax − one-hot.
template <class T>
ShardResult Model<T>::classify(const Shard& shard, Workspace<T>& work, View<const T> last) const {
  const auto count = static_cast<Index>(shard.examples.size());
  for (Index e = 0; e < count; ++e) std::copy_n(last.row(e * settings_.length), settings_.width, work.first.row(e));
  linear<T>(work.first.middle_rows(0, count), in(hidden_.weight), in(hidden_.bias).data,
            work.hidden.middle_rows(0, count));
  gelu<T>(work.hidden.middle_rows(0, count), work.active.middle_rows(0, count));
  linear<T>(work.active.middle_rows(0, count), in(output_.weight), in(output_.bias).data,
            work.logits.middle_rows(0, count));
  ShardResult result;
  for (Index e = 0; e < count; ++e) {
    const auto label =
        static_cast<Index>(shard.data.classes[static_cast<std::size_t>(shard.examples[static_cast<std::size_t>(e)])]);
    const T* logits = work.logits.row(e);
    const double highest = static_cast<double>(*std::max_element(logits, logits + kClasses));
    double sum = 0;
    for (int c = 0; c < kClasses; ++c) sum += std::exp(static_cast<double>(logits[c]) - highest);
    result.loss += highest + std::log(sum) - static_cast<double>(logits[label]);
    result.correct += std::max_element(logits, logits + kClasses) - logits == label;
    for (int c = 0; c < kClasses; ++c)
      work.dlogits(e, c) =
          static_cast<T>(std::exp(static_cast<double>(logits[c]) - highest) / sum - (c == label ? 1 : 0));
  }
  return result;
}

template <class T>
void Model<T>::classify_gradient(const Shard& shard, Workspace<T>& work, double weight, T* gradient) const {
  const auto count = static_cast<Index>(shard.examples.size());
  const View<T> dlogits = work.dlogits.middle_rows(0, count), dactive = work.dactive.middle_rows(0, count);
  for (Index i = 0; i < count * kClasses; ++i) dlogits.data[i] *= static_cast<T>(weight);
  const auto into = [&](std::size_t number) { return table_[number].in(gradient); };
  linear_gradient<T>(work.active.middle_rows(0, count), dlogits, into(output_.weight), into(output_.bias).data);
  multiply_nn<T>(dlogits, in(output_.weight), dactive);
  const View<T> dhidden = work.dfirst.middle_rows(0, count);
  gelu_gradient<T>(work.hidden.middle_rows(0, count), dactive, dhidden);
  linear_gradient<T>(work.first.middle_rows(0, count), dhidden, into(hidden_.weight), into(hidden_.bias).data);
  // Only first positions are read: all other rows of the gradient are 0.
  const View<T> dout = work.dout.middle_rows(0, count * settings_.length);
  clear(dout);
  for (Index e = 0; e < count; ++e)
    multiply_nn<T>(dhidden.middle_rows(e, 1), in(hidden_.weight), dout.middle_rows(e * settings_.length, 1));
}

template <class T>
void Model<T>::backward(const Shard& shard, Workspace<T>& work, double weight, T* gradient) const {
  const Index rows = static_cast<Index>(shard.examples.size()) * settings_.length;
  const SharedRows<T> shared = first_rows(work.shared.front(), rows);
  const View<T> dout = work.dout.middle_rows(0, rows);
  classify_gradient(shard, work, weight, gradient);
  if (settings_.norm == NormOrder::pre)
    layer_norm_gradient<T>(work.last_normal, work.last_deviations, in(last_norm_.weight).data, dout, dout,
                           table_[last_norm_.weight].in(gradient).data, table_[last_norm_.bias].in(gradient).data);
  for (Index i = settings_.layers; i-- > 0;) {
    const EncoderLayer<T>& layer = *layers_[static_cast<std::size_t>(i)];
    const bool learns = layer.source() && layer.source()->learns();
    const View<const T> drows = learns ? layer_rows(gradient + table_.count(), i) : View<const T>();
    layer.backward(context(shard, i), input_of(work, i, rows),
                   first_rows(work.layers[static_cast<std::size_t>(i)], rows), shared, dout, gradient,
                   View<T>(const_cast<T*>(drows.data), drows.rows, drows.cols));
  }
  embed_gradient(shard, dout, gradient);
}

template <class T>
std::string Model<T>::first_nonfinite(const Workspace<T>& work, Index examples) const {
  const auto is_finite = [](View<const T> x) {
    for (Index r = 0; r < x.rows; ++r)
      for (const T value : x.row_span(r))
        if (!std::isfinite(value)) return false;
    return true;
  };
  for (Index i = 0; i <= settings_.layers; ++i)
    if (!is_finite(input_of(work, i, examples * settings_.length)))
      return i == 0 ? "the embedding" : "layer " + std::to_string(i);
  return is_finite(work.logits.middle_rows(0, examples)) ? "" : "the classifier";
}

template class Workspace<float>;
template class Workspace<double>;
template class Model<float>;
template class Model<double>;

}  // namespace omega::train
