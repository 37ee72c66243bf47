#include "train/device/network.h"

#include <cmath>
#include <limits>

#include "math/segments.h"
#include "train/layers.h"

namespace omega::train {

using namespace cuda;

namespace {

constexpr double kNormEpsilon = 1e-5;  // as cpu/rows.h
constexpr Index kDropoutRows = 4096;   // of one site, as train/layers.h

}  // namespace

Network::Network(Tape& tape, const Model<float>& model, const NetworkPlaces& places, std::uint32_t stream_seed,
                 Index examples)
    : tape_(tape),
      model_(model.settings()),
      places_(places),
      seed_(stream_seed),
      examples_(examples),
      parameters_(model.table(), places.parameters, places.gradient) {
  indicators = tape.constant(1, examples * model_.length, 3);
  if (model_.landmarks > 0 && (model_.attention == AttentionKind::lara || model_.attention == AttentionKind::eva)) {
    constants_.means = tape.constant(1, model_.landmarks, model_.length);
    constants_.mask = tape.constant(1, model_.landmarks, model_.length);
  }
  for (Index i = 0; i < model_.layers; ++i) drawn_.emplace_back(tape, model_, model.source(i));
  const Tensor embedded = tape.product(indicators, parameters_("embedding.weight"));
  tape.add(embedded.split(examples), parameters_("positions.weight"));
  inputs = {embedded};
  for (Index i = 0; i < model_.layers; ++i) inputs.push_back(layer(inputs.back(), i));
  const Tensor last = model_.norm == NormOrder::pre ? norm(inputs.back(), "norm") : inputs.back();
  Tensor first = last;  // token 0 of each example
  first.rows = static_cast<std::int32_t>(examples);
  first.row *= model_.length;
  logits = linear(tape.map(kGelu, linear(first, "classifier.hidden")), "classifier.output");
}

void Network::upload_constants(Session& session) const {
  if (!constants_.means) return;
  const Index C = constants_.means.rows, L = model_.length;
  Matrix<float> means(C, L), mask(C, L);
  const std::vector<Range> groups = segments(L, C);
  for (Index c = 0; c < C; ++c)
    for (Index m = 0; m < L; ++m) {
      const Range group = groups[static_cast<std::size_t>(c)];
      const bool inside = m >= group.begin && m < group.end;
      means.row(c)[m] = inside ? 1 / static_cast<float>(group.size()) : 0;
      mask.row(c)[m] = inside ? 0 : -std::numeric_limits<float>::infinity();
    }
  const auto upload = [&](const Tensor& to, const Matrix<float>& from) {
    session.check(session.module().upload(session.context(), to.data, from.data(),
                                          static_cast<std::uint64_t>(C * L) * sizeof(float)));
  };
  upload(constants_.means, means);
  upload(constants_.mask, mask);
}

void Network::upload_drawn(const Model<float>& model, Session& session) const {
  for (Index i = 0; i < model_.layers; ++i)
    if (model.source(i) != nullptr) drawn_[static_cast<std::size_t>(i)].upload(*model.source(i), session);
}

Tensor Network::linear(const Tensor& x, const std::string& name) {
  const Tensor out = tape_.product(x, parameters_(name + ".weight").transposed());
  tape_.add(out, parameters_(name + ".bias"));
  return out;
}

Tensor Network::norm(const Tensor& x, const std::string& name) {
  const Tensor out = tape_.scale(tape_.normalise(x, kNormEpsilon), parameters_(name + ".weight"));
  tape_.add(out, parameters_(name + ".bias"));
  return out;
}

Tensor Network::dropped(const Tensor& x, Index site) {
  if (model_.dropout == 0) return x;
  Dropout how{};
  how.length = static_cast<std::int32_t>(model_.length);
  how.rows_before = static_cast<std::int32_t>(kDropoutRows * site);
  how.seed = seed_;
  how.stream = static_cast<std::uint32_t>(Purpose::dropout);
  how.rate = model_.dropout;
  how.numbers = places_.numbers;
  return tape_.dropout(x, how);
}

/// Head by head: q, k and v of all examples, y, and what W_o makes of it.
Tensor Network::attention(const Tensor& x, Index layer) {
  const std::string prefix = "layers." + std::to_string(layer) + ".attention.";
  const Index D = model_.head_width();
  const double root = 1 / std::sqrt(std::sqrt(static_cast<double>(D)));
  const Tensor out = tape_.make(1, x.rows, x.columns);
  for (Index h = 0; h < model_.heads; ++h) {
    const auto project = [&](const std::string& name, double factor) {
      const Tensor projected =
          tape_.product(x, parameters_(prefix + name + ".weight").middle_rows(h * D, D).transposed(), factor);
      tape_.add(projected, parameters_(prefix + name + ".bias").middle_columns(h * D, D), factor);
      return projected.split(examples_);
    };
    const HeadTensors in{project("q_proj", root), project("k_proj", root), project("v_proj", 1),
                         shared_rows(tape_, model_, drawn_[static_cast<std::size_t>(layer)], parameters_, layer, h)};
    const KeptAway kept_away{places_.sums == nullptr ? nullptr : &places_.sums->kept_away, places_.labels};
    const Tensor y = attend(tape_, model_, in, constants_, kept_away);
    tape_.product_into(y.joined(), parameters_(prefix + "o_proj.weight").middle_columns(h * D, D).transposed(), 1, out,
                       h > 0);
  }
  tape_.add(out, parameters_(prefix + "o_proj.bias"));
  return dropped(out, 2 * layer);
}

Tensor Network::feed(const Tensor& x, Index layer) {
  const std::string prefix = "layers." + std::to_string(layer) + ".feed.";
  return dropped(linear(tape_.map(kGelu, linear(x, prefix + "first")), prefix + "second"), 2 * layer + 1);
}

Tensor Network::layer(const Tensor& x, Index number) {
  const std::string prefix = "layers." + std::to_string(number) + ".";
  if (model_.norm == NormOrder::post) {
    const Tensor attended = attention(x, number);
    tape_.add(attended, x);
    const Tensor middle = norm(attended, prefix + "norm1"), fed = feed(middle, number);
    tape_.add(fed, middle);
    return norm(fed, prefix + "norm2");
  }
  const Tensor middle = attention(norm(x, prefix + "norm1"), number);
  tape_.add(middle, x);
  const Tensor fed = feed(norm(middle, prefix + "norm2"), number);
  tape_.add(fed, middle);
  return fed;
}

}  // namespace omega::train
