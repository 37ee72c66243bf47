#include "train/network.h"

#include <algorithm>
#include <cmath>

#include "train/streams.h"

namespace omega::train {

using namespace cuda;

namespace {

constexpr double kNormEpsilon = 1e-5;
constexpr Index kDropoutRows = 4096;  // of one site, at least

}  // namespace

template <class T>
Network<T>::Network(Tape<T>& tape, const ModelSettings& model, const NetworkPlaces<T>& places, Index examples)
    : tape_(tape),
      model_(model),
      places_(places),
      examples_(examples),
      around_(surroundings_of(tape, model, examples)) {
  indicators = tape.constant({}, examples * model.length, model.task.columns);
  const Tensor<T> embedded = tape.product(indicators, places.parameters("embedding.weight"));
  tape.add(embedded.split(examples), places.parameters("positions.weight"));
  inputs = {embedded};
  for (Index i = 0; i < model.layers; ++i) inputs.push_back(layer(inputs.back(), i));
  const Tensor<T> last = model.norm == NormOrder::pre ? norm(inputs.back(), "norm") : inputs.back();
  logits = linear(tape.map(kGelu, linear(read(last), "classifier.hidden")), "classifier.output");
  dlogits = tape.cross_entropy(logits, places.labels, places.numbers, places.sums);
}

/// What the classifier reads: one row for each example.
template <class T>
Tensor<T> Network<T>::read(const Tensor<T>& last) {
  if (model_.task.reads == Reading::first) {
    Tensor<T> first = last;
    first.rows = static_cast<std::int32_t>(examples_);
    first.row *= model_.length;
    return first;
  }
  reading_ = tape_.constant({model_.task.pads ? examples_ : 1}, 1, model_.length);
  return tape_.product(reading_, last.split(examples_)).joined();
}

template <class T>
void Network<T>::upload_constants() const {
  if (model_.task.pads) return;
  upload(tape_, model_, around_);
  if (!reading_) return;
  const bool reads_mean = model_.task.reads == Reading::mean;
  std::vector<T> reading(static_cast<std::size_t>(model_.length),
                         reads_mean ? T(1) / static_cast<T>(model_.length) : T(0));
  if (!reads_mean) reading.back() = 1;
  tape_.upload(reading_, reading.data());
}

template <class T>
void Network<T>::fill_padding(const std::int32_t* lengths, const std::int32_t* chosen) const {
  const Segments<T>& segments = around_.segments;
  PaddingOf<T> what{};
  what.examples = static_cast<std::int32_t>(examples_);
  what.length = static_cast<std::int32_t>(model_.length);
  what.segments = segments.means.rows;
  what.lengths = lengths, what.chosen = chosen;
  what.keys = around_.keys.data, what.there = around_.there.data;
  what.means = segments.means.data, what.mask = segments.mask.data;
  what.here = segments.here.data, what.shares = segments.shares.data;
  what.reading = reading_.data;
  what.reads_mean = model_.task.reads == Reading::mean ? 1 : 0;
  tape_.fill(what);
}

/// factor·(x Wᵀ + b); weights are out×in, as PyTorch keeps them.
template <class T>
Tensor<T> Network<T>::linear(const Tensor<T>& x, const std::string& name, double factor) {
  return tape_.linear(x, places_.parameters(name + ".weight").transposed(), places_.parameters(name + ".bias"), factor);
}

/// Of x or x + more, which may replace x.
template <class T>
Tensor<T> Network<T>::norm(const Tensor<T>& x, const std::string& name, const Tensor<T>& more) {
  return tape_.normalise(x, kNormEpsilon, places_.parameters(name + ".weight"), places_.parameters(name + ".bias"),
                         more);
}

template <class T>
Tensor<T> Network<T>::dropped(const Tensor<T>& x, Index site) {
  if (model_.dropout == 0) return x;
  DropoutOf<T> how{};
  how.length = static_cast<std::int32_t>(model_.length);
  how.rows_before = static_cast<std::int32_t>(std::max(kDropoutRows, model_.length) * site);
  how.stream = static_cast<std::uint32_t>(Purpose::dropout);
  how.rate = model_.dropout;
  how.numbers = places_.numbers;
  return tape_.dropout(x, how);
}

template <class T>
Tensor<T> Network<T>::attention(const Tensor<T>& x, Index layer) {
  const std::string prefix = "layers." + std::to_string(layer) + ".attention.";
  const Index D = model_.head_width();
  const double root = 1 / std::sqrt(std::sqrt(static_cast<double>(D)));
  const Projections all{linear(x, prefix + "q_proj", root), linear(x, prefix + "k_proj", root),
                        linear(x, prefix + "v_proj")};
  heads.push_back(all);
  const Tensor<T> y = tape_.make({}, x.rows, x.columns);
  const KeptAway kept_away{places_.sums == nullptr ? nullptr : &places_.sums->kept_away, places_.labels};
  const Index at_once = tape_.joins_heads() ? model_.heads : 1;
  for (Index first = 0; first < model_.heads; first += at_once) {
    const Range some{first, first + at_once};
    const auto own = [&](const Tensor<T>& of_all) {
      return of_all.middle_columns(first * D, at_once * D).split(examples_).beside(at_once);
    };
    const auto map = [&](const char* side) { return mean_map(model_, places_.parameters, layer, some, side); };
    const HeadTensors<T> in{own(all.q),
                            own(all.k),
                            own(all.v),
                            places_.shared(layer, some),
                            map("q"),
                            map("k"),
                            learned_centres(model_, places_.parameters, layer, some)};
    attend(tape_, model_, in, around_, kept_away, own(y));
  }
  return dropped(linear(y, prefix + "o_proj"), 2 * layer);
}

template <class T>
Tensor<T> Network<T>::feed(const Tensor<T>& x, Index layer) {
  const std::string prefix = "layers." + std::to_string(layer) + ".feed.";
  return dropped(linear(tape_.map(kGelu, linear(x, prefix + "first")), prefix + "second"), 2 * layer + 1);
}

template <class T>
Tensor<T> Network<T>::layer(const Tensor<T>& x, Index number) {
  const std::string prefix = "layers." + std::to_string(number) + ".";
  if (model_.norm == NormOrder::post) {
    const Tensor<T> middle = norm(attention(x, number), prefix + "norm1", x);
    return norm(feed(middle, number), prefix + "norm2", middle);
  }
  const Tensor<T> middle = attention(norm(x, prefix + "norm1"), number);
  tape_.add(middle, x);
  const Tensor<T> fed = feed(norm(middle, prefix + "norm2"), number);
  tape_.add(fed, middle);
  return fed;
}

template class Network<float>;
template class Network<double>;

}  // namespace omega::train
