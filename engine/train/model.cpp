#include "train/model.h"

#include <algorithm>
#include <cmath>

#include "train/streams.h"

namespace omega::train {

namespace {

constexpr double kEmbeddingSpread = 0.5, kPositionSpread = 0.1;

}  // namespace

// --- Workspace -------------------------------------------------------------------------------------------------------

template <class T>
Workspace<T>::Workspace(const Model<T>& model, Index examples)
    : length_(model.settings().length),
      pads_(model.settings().task.pads),
      gradient_(static_cast<std::size_t>(model.gradient_count()), T(0)),
      labels_(static_cast<std::size_t>(examples)),
      tape_(examples, length_, [&](Tape<T>& tape) {
        network_ = std::make_unique<Network<T>>(tape, model.settings(), places(model), examples);
      }) {
  network_->upload_constants();
}

template <class T>
NetworkPlaces<T> Workspace<T>::places(const Model<T>& model) {
  const auto shared = [this, &model](Index layer, Range heads) -> Tensor<T> {
    const View<const T> all = model.rows(layer);
    if (!all) return {};
    const Index rows = all.rows / model.settings().heads;
    const T* own = all.row(heads.begin * rows);
    T* slopes = gradient_.data() + model.table().count() + (own - model.rows(0).data);
    return tensor_of<T>(const_cast<T*>(own), slopes, heads.size() * rows, all.cols, model.source(layer)->learns())
        .stacked(heads.size());
  };
  return {
      {model.table(), const_cast<T*>(model.parameters()), gradient_.data()}, shared, &numbers_, &sums_, labels_.data()};
}

/// Puts its tokens, as the columns that stand for them, and its labels in place; −1 stands for no example.
template <class T>
void Workspace<T>::place(const Shard& shard) {
  const Tensor<T>& into = network_->indicators;
  T* row = into.data;
  std::fill_n(row, static_cast<Index>(into.rows) * into.columns, T(0));
  std::fill(labels_.begin(), labels_.end(), -1);
  count_ = static_cast<Index>(shard.examples.size());
  lengths_.clear();
  chosen_.assign(labels_.size(), -1);
  for (Index e = 0; e < count_; ++e) {
    const Index number = shard.examples[static_cast<std::size_t>(e)];
    labels_[static_cast<std::size_t>(e)] = shard.data.classes[static_cast<std::size_t>(number)];
    lengths_.push_back(static_cast<std::int32_t>(shard.data.length_of(number)));
    chosen_[static_cast<std::size_t>(e)] = static_cast<std::int32_t>(e);
    const std::uint8_t* tokens = shard.data.example(number);
    for (Index i = 0; i < length_; ++i, row += into.columns)
      std::copy_n(shard.data.symbols.row(tokens[i]), into.columns, row);
  }
  if (pads_) network_->fill_padding(lengths_.data(), chosen_.data());
}

template <class T>
ShardResult Workspace<T>::forward(const Shard& shard, double weight) {
  place(shard);
  numbers_ = {};
  numbers_.seed = shard.place.seed;
  numbers_.step = shard.place.step;
  numbers_.first_example = static_cast<std::int32_t>(shard.place.example);
  numbers_.weight = weight;
  numbers_.drops = shard.dropout > 0 ? 1 : 0;
  sums_ = {};
  tape_->start_forward();
  return {sums_.loss, static_cast<Index>(sums_.correct), static_cast<Index>(sums_.kept_away)};
}

template <class T>
std::string Workspace<T>::first_nonfinite() const {
  const auto is_finite = [](const View<T>& x) {
    for (Index r = 0; r < x.rows; ++r)
      for (const T value : x.row_span(r))
        if (!std::isfinite(value)) return false;
    return true;
  };
  for (std::size_t i = 0; i < network_->inputs.size(); ++i)
    if (!is_finite(network_->inputs[i].view().middle_rows(0, count_ * length_)))
      return i == 0 ? "the embedding" : "layer " + std::to_string(i);
  return is_finite(network_->logits.view().middle_rows(0, count_)) ? "" : "the classifier";
}

// --- What the heads share --------------------------------------------------------------------------------------------

/// The frequencies of all layers, made once a step for all shards, with a gradient of their own.
template <class T>
class Model<T>::SharedRows {
 public:
  explicit SharedRows(Model& model)
      : gradient_(static_cast<std::size_t>(model.gradient_count()), T(0)),
        tape_(1, 1, [&](Tape<T>& tape) { write(tape, model); }) {}

  void upload(const Model& model) const {
    for (std::size_t i = 0; i < drawn_.size(); ++i) drawn_[i].upload(*model.sources_[i], *tape_);
  }
  void make() const { tape_->start_forward(); }
  void backward(const ParameterTable& table, std::span<T> gradient) {
    const auto count = static_cast<std::ptrdiff_t>(table.count());
    std::fill_n(gradient_.begin(), count, T(0));
    std::copy(gradient.begin() + count, gradient.end(), gradient_.begin() + count);
    tape_->start_backward();
    for (std::ptrdiff_t i = 0; i < count; ++i)
      gradient[static_cast<std::size_t>(i)] += gradient_[static_cast<std::size_t>(i)];
  }

 private:
  void write(Tape<T>& tape, Model& model) {
    drawn_.clear();
    const ModelSettings& settings = model.settings_;
    const ParameterTensors<T> parameters(model.table_, model.parameters_.data(), gradient_.data());
    T *rows = model.rows_.data(), *slopes = gradient_.data() + model.table_.count();
    for (Index layer = 0; layer < settings.layers; ++layer) {
      drawn_.emplace_back(tape, settings, model.source(layer));
      for (Index h = 0; h < settings.heads; ++h) {
        const Tensor<T> own = shared_rows(tape, settings, drawn_.back(), parameters, layer, Range{h, h + 1});
        tape.copy_into(own, tensor_of<T>(rows, slopes, own.rows, own.columns, model.source(layer)->learns()));
        rows += own.rows * own.columns;
        slopes += own.rows * own.columns;
      }
    }
  }

  Buffer<T> gradient_;  // of parameters, then of the rows
  std::vector<DrawnTensors<T>> drawn_;
  HostTape<T> tape_;
};

// --- Model -----------------------------------------------------------------------------------------------------------

template <class T>
Model<T>::Model(const ModelSettings& settings) : settings_(settings) {
  Index shared = 0;
  for (Index i = 0; i < settings.layers; ++i) {
    sources_.push_back(make_frequency_source<T>(settings, i));
    if (sources_.back()) shared += settings.heads * sources_.back()->rows_per_head() * sources_.back()->columns();
  }
  declare();
  parameters_ = Buffer<T>(static_cast<std::size_t>(table_.count()), T(0));
  rows_ = Buffer<T>(static_cast<std::size_t>(shared), T(0));
  if (shared > 0) shared_rows_ = std::make_unique<SharedRows>(*this);
}

template <class T>
Model<T>::Model(Model&&) noexcept = default;
template <class T>
Model<T>::~Model() = default;

template <class T>
void Model<T>::declare() {
  const Index width = settings_.width;
  table_.add("embedding.weight", {settings_.task.columns, width}, true);
  table_.add("positions.weight", {settings_.length, width}, true);
  for (Index i = 0; i < settings_.layers; ++i) declare_layer(i);
  if (settings_.norm == NormOrder::pre) {
    table_.add("norm.weight", {width}, false);
    table_.add("norm.bias", {width}, false);
  }
  table_.add("classifier.hidden.weight", {width, width}, true);
  table_.add("classifier.hidden.bias", {width}, false);
  classifier_ = table_.add("classifier.output.weight", {settings_.task.classes, width}, true);
  table_.add("classifier.output.bias", {settings_.task.classes}, false);
}

template <class T>
void Model<T>::declare_layer(Index number) {
  const std::string prefix = "layers." + std::to_string(number) + ".";
  const Index width = settings_.width, hidden = settings_.hidden;
  const auto add = [&](const std::string& name, const Shape& shape) {
    table_.add(prefix + name + ".weight", shape, shape.size() == 2);
    table_.add(prefix + name + ".bias", {shape.front()}, false);
  };
  for (const char* name : {"q_proj", "k_proj", "v_proj", "o_proj"})
    add(std::string("attention.") + name, {width, width});
  if (FrequencySource<T>* source = sources_[static_cast<std::size_t>(number)].get())
    source->declare(table_, prefix + "attention.kernel.");
  add("norm1", {width});
  add("feed.first", {hidden, width});
  add("feed.second", {width, hidden});
  add("norm2", {width});
}

/// On a grid the positions begin as waves along both axes, so that neighbours are alike from the start.
template <class T>
void Model<T>::place_on_grid() {
  constexpr double height = 0.5;
  const View<T> positions = table_.named("positions.weight").in(parameters_.data());
  const Index across = settings_.task.grid->width, quarter = std::max<Index>(1, settings_.width / 4);
  for (Index n = 0; n < positions.rows; ++n)
    for (Index w = 0; w < positions.cols; ++w) {
      const Index axis = w / quarter % 4 / 2, phase = w / quarter % 2;
      const double place = static_cast<double>(axis == 0 ? n / across : n % across),
                   angle = place * std::pow(0.05, static_cast<double>(w % quarter) / static_cast<double>(quarter));
      positions(n, w) += static_cast<T>(height * (phase == 0 ? std::sin(angle) : std::cos(angle)));
    }
}

/// Matrices are drawn, norms are 1, biases 0; kernels begin as their sources say.
template <class T>
void Model<T>::initialise(std::uint32_t seed) {
  for (std::size_t number = 0; number < table_.all().size(); ++number) {
    const Parameter& one = table_[number];
    const View<T> W = one.in(parameters_.data());
    if (one.shape.size() == 1) {
      std::fill_n(W.data, one.count, one.name.ends_with(".weight") ? T(1) : T(0));
      continue;
    }
    const double spread = one.name == "embedding.weight"   ? kEmbeddingSpread
                          : one.name == "positions.weight" ? kPositionSpread
                                                           : 1 / std::sqrt(static_cast<double>(W.cols));
    for (Index r = 0; r < W.rows; ++r) {
      draw_normals(address_of(seed, Purpose::weights, static_cast<Index>(number), r), W.row(r), W.cols);
      for (T& x : W.row_span(r)) x *= static_cast<T>(spread);
    }
  }
  if (settings_.task.grid) place_on_grid();
  for (const auto& source : sources_)
    if (source) source->initialise(table_, parameters_.data(), seed);
  if (shared_rows_) shared_rows_->upload(*this);
}

template <class T>
void Model<T>::redraw(std::uint32_t seed, std::uint32_t draw) {
  if (!shared_rows_) return;
  for (const auto& source : sources_) source->redraw(seed, draw);
  shared_rows_->upload(*this);
}

template <class T>
void Model<T>::make_rows() {
  if (shared_rows_) shared_rows_->make();
}

template <class T>
View<const T> Model<T>::rows(Index layer) const {
  if (!shared_rows_ && rows_.size() == 0) return {};
  const Index rows = settings_.heads * source(layer)->rows_per_head(), columns = source(layer)->columns();
  return {rows_.data() + layer * rows * columns, rows, columns};
}

template <class T>
void Model<T>::kernel_gradient(std::span<T> gradient) {
  if (shared_rows_) shared_rows_->backward(table_, gradient);
}

template class Workspace<float>;
template class Workspace<double>;
template class Model<float>;
template class Model<double>;

}  // namespace omega::train
