#include "train/measures.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

#include "diagnostics/output_variance.h"
#include "kernel_learning/features.h"

namespace omega::train {

namespace {

constexpr std::uint32_t kMeasuringDraws = 0x80000000u;  // redraws of training stay below

/// The model has new noise while this lives, and its old noise afterwards.
class OtherNoise {
 public:
  OtherNoise(Model<float>& model, std::uint32_t seed, std::uint32_t draw) : model_(model), seed_(seed), draw_(draw) {}
  OtherNoise(const OtherNoise&) = delete;
  ~OtherNoise() { take(draw_); }
  void next(Index number) { take(kMeasuringDraws + static_cast<std::uint32_t>(number)); }

 private:
  void take(std::uint32_t draw) {
    model_.redraw(seed_, draw);
    model_.make_rows();
  }
  Model<float>& model_;
  std::uint32_t seed_, draw_;
};

}  // namespace

std::vector<Index> balanced_subset(const TaskData& data, std::span<const Index> examples, Index count) {
  std::vector<Index> chosen;
  std::vector<Index> taken(static_cast<std::size_t>(data.class_count()));
  for (Index e : examples) {
    Index& own = taken[data.classes[static_cast<std::size_t>(e)]];
    if (static_cast<Index>(chosen.size()) == count) break;
    if (own * data.class_count() >= count) continue;
    ++own;
    chosen.push_back(e);
  }
  return chosen;
}

std::vector<Index> proportional_subset(const TaskData& data, std::span<const Index> examples, Index count) {
  const auto all = static_cast<Index>(examples.size());
  if (count >= all) return {examples.begin(), examples.end()};
  std::vector<Index> wanted(static_cast<std::size_t>(data.class_count())), remainders(wanted.size());
  for (const Index e : examples) ++wanted[data.classes[static_cast<std::size_t>(e)]];
  Index missing = count;
  for (std::size_t c = 0; c < wanted.size(); ++c) {
    remainders[c] = wanted[c] * count % all;
    wanted[c] = wanted[c] * count / all;
    missing -= wanted[c];
  }
  for (; missing > 0; --missing) {  // the largest remainders are rounded up, the first of equal ones
    const auto largest = std::max_element(remainders.begin(), remainders.end());
    ++wanted[static_cast<std::size_t>(largest - remainders.begin())];
    *largest = -1;
  }
  std::vector<Index> chosen;
  for (const Index e : examples)
    if (wanted[data.classes[static_cast<std::size_t>(e)]]-- > 0) chosen.push_back(e);
  return chosen;
}

GradientStatistics gradient_statistics(Model<float>& model, const TaskData& data, std::span<const Index> examples,
                                       Index draws, std::uint32_t seed, std::uint32_t draw, const Progress& progress) {
  const auto width = static_cast<std::size_t>(model.settings().width);
  std::vector<double> sums(width, 0.0), squares(width, 0.0);
  Workspace<float> work = model.make_workspace();
  OtherNoise noise(model, seed, draw);
  const View<const float> weights =
      model.table()[model.classifier_weight()].in(static_cast<const Model<float>&>(model).parameters());
  for (Index r = 0; r < draws; ++r) {
    progress.check();
    noise.next(r);
    for (std::size_t first = 0; first < examples.size(); first += static_cast<std::size_t>(model.shard_examples())) {
      const auto some =
          examples.subspan(first, std::min(static_cast<std::size_t>(model.shard_examples()), examples.size() - first));
      work.forward({data, some, 0, {}});
      for (Index e = 0; e < static_cast<Index>(some.size()); ++e)
        for (std::size_t neuron = 0; neuron < width; ++neuron) {
          double gradient = 0;
          for (Index c = 0; c < weights.rows; ++c)
            gradient += static_cast<double>(work.network().dlogits.view()(e, c)) *
                        static_cast<double>(weights(c, static_cast<Index>(neuron)));
          sums[neuron] += std::abs(gradient);
          squares[neuron] += gradient * gradient;
        }
    }
  }
  GradientStatistics result;
  const auto count = static_cast<double>(draws) * static_cast<double>(examples.size());
  for (std::size_t neuron = 0; neuron < width; ++neuron) {
    const double mean = sums[neuron] / count;
    result.mean += mean / static_cast<double>(width);
    result.deviation += std::sqrt(std::max(0.0, squares[neuron] / count - mean * mean)) / static_cast<double>(width);
  }
  return result;
}

std::vector<HeadEigenvalues> covariance_eigenvalues(const Model<float>& model) {
  const ModelSettings& settings = model.settings();
  std::vector<HeadEigenvalues> all;
  if (settings.attention != AttentionKind::gmm) return all;
  const Index D = settings.head_width(), C = settings.components;
  const bool diagonal = settings.features == FeatureKind::prf;
  Index layer = 0;
  for (const Parameter& parameter : model.table().all()) {
    if (!parameter.name.ends_with("attention.kernel.S")) continue;
    const View<const float> S = parameter.in(model.parameters());
    for (Index h = 0; h < settings.heads; ++h) {
      HeadEigenvalues of{layer, h, {}};
      for (Index part = h * C; part < (h + 1) * C; ++part) {
        Eigen::MatrixXd own = Eigen::MatrixXd::Zero(D, D);
        for (Index i = 0; i < D; ++i)
          for (Index j = 0; j < D; ++j)
            own(i, j) = static_cast<double>(diagonal ? (i == j ? S(part, i) : 0.0f) : S(part * D + i, j));
        const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(own * own.transpose(), Eigen::EigenvaluesOnly);
        of.values.insert(of.values.end(), solver.eigenvalues().data(), solver.eigenvalues().data() + D);
      }
      std::sort(of.values.begin(), of.values.end());
      all.push_back(std::move(of));
    }
    ++layer;
  }
  return all;
}

VarianceRecord output_variance(Model<float>& model, BatchPass<float>& pass, const TaskData& data,
                               std::span<const Index> examples, Index passes, std::uint32_t seed, std::uint32_t draw,
                               const Progress& progress) {
  const std::size_t count = examples.size(), class_count = static_cast<std::size_t>(data.class_count());
  Matrix<int> predicted(passes, static_cast<Index>(count));
  std::vector<std::vector<double>> outputs(count);
  std::vector<std::uint8_t> classes(count);
  std::vector<float> logits(count * class_count);
  OtherNoise noise(model, seed, draw);
  for (Index r = 0; r < passes; ++r) {
    noise.next(r);
    pass.evaluate(data, examples, classes.data(), logits.data(), progress);
    for (std::size_t e = 0; e < count; ++e) {
      predicted(r, static_cast<Index>(e)) = classes[e];
      outputs[e].push_back(
          static_cast<double>(logits[e * class_count + data.classes[static_cast<std::size_t>(examples[e])]]));
    }
  }
  std::vector<int> labels;
  std::vector<double> deviations;
  for (std::size_t e = 0; e < count; ++e) {
    labels.push_back(data.classes[static_cast<std::size_t>(examples[e])]);
    deviations.push_back(relative_standard_deviation(outputs[e]));
  }
  std::nth_element(deviations.begin(), deviations.begin() + static_cast<std::ptrdiff_t>(count / 2), deviations.end());
  const VoteMetrics votes = vote_metrics(predicted.view(), labels, static_cast<int>(class_count));
  return {0,
          passes,
          deviations[count / 2],
          votes.inconsistency,
          votes.voting_accuracy,
          votes.gain,
          static_cast<Index>(count)};
}

std::vector<double> layer_norms(const ParameterTable& table, const float* gradient, Index layers) {
  std::vector<double> norms(static_cast<std::size_t>(layers), 0.0);
  for (const Parameter& parameter : table.all()) {
    if (!parameter.name.starts_with("layers.")) continue;
    double& own = norms[static_cast<std::size_t>(std::stoi(parameter.name.substr(7)))];
    for (Index i = parameter.offset; i < parameter.offset + parameter.count; ++i)
      own += static_cast<double>(gradient[i]) * static_cast<double>(gradient[i]);
  }
  for (double& norm : norms) norm = std::sqrt(norm);
  return norms;
}

namespace {

/// A model of sequences that are as long as one example, without padding.
ModelSettings without_padding(ModelSettings settings, Index length) {
  settings.length = settings.task.length = length;
  settings.task.pads = false;
  settings.landmarks = std::min(settings.landmarks, length);
  return settings;
}

/// y is linear in v: values that are unit vectors give the attention matrix itself.
Matrix<float> attention_of(const Model<float>& model, Index layer, Index head, View<const float> q,
                           View<const float> k) {
  const Index L = q.rows;
  const View<const float> shared = model.rows(layer);
  const Index each = shared.rows / model.settings().heads;
  const ModelSettings settings = without_padding(model.settings(), L);
  Matrix<float> units(L, L, 0.0f), attention(L, L);
  for (Index m = 0; m < L; ++m) units(m, m) = 1;
  const auto fixed = [](View<const float> x) {
    Tensor<float> tensor = tensor_of<float>(const_cast<float*>(x.data), nullptr, x.rows, x.cols, false);
    tensor.row = x.stride;
    return tensor;
  };
  // Of an example with fewer tokens than landmarks each token is one.
  const bool is_of_tokens = settings.has_landmarks() && !settings.shares_samples();
  const Index used = is_of_tokens                              ? settings.landmarks
                     : settings.attention == AttentionKind::ra ? L * settings.samples
                                                               : each;
  const ParameterTensors<float> parameters(model.table(), const_cast<float*>(model.parameters()), nullptr);
  const Range own{head, head + 1};
  const auto map = [&](const char* side) { return mean_map(settings, parameters, layer, own, side); };
  const Tensor<float> centres = learned_centres(model.settings(), parameters, layer, own);
  const HeadTensors<float> in{fixed(q),
                              fixed(k),
                              fixed(units),
                              shared ? fixed(shared.middle_rows(head * each, used)) : Tensor<float>(),
                              map("q"),
                              map("k"),
                              centres ? centres.middle_rows(0, used) : Tensor<float>()};
  Surroundings<float> around;
  const HostTape<float> tape_of_head(1, L, [&](Tape<float>& tape) {
    around = surroundings_of(tape, settings);
    attend(tape, settings, in, around, {}, fixed(attention));
  });
  upload(*tape_of_head, settings, around);
  tape_of_head->start_forward();
  return attention;
}

}  // namespace

HeadView look_at_head(const Model<float>& model, const TaskData& data, Index example, Index layer, Index head) {
  const ModelSettings& settings = model.settings();
  const Index L = data.length_of(example), D = settings.head_width();
  Workspace<float> work(model, 1);
  const std::array<Index, 1> one = {example};
  work.forward({data, one, 0, {}});
  const Network<float>::Projections& rows = work.network().heads[static_cast<std::size_t>(layer)];
  const View<float> logits = work.network().logits.view();
  const auto of_head = [&](const Tensor<float>& all) {
    return View<const float>(all.view().middle_rows(0, L).middle_cols(head * D, D));
  };
  HeadView view{Matrix<float>(L, D), Matrix<float>(L, D), Matrix<float>(L, D), {}, 0};
  view.predicted = std::max_element(logits.row(0), logits.row(0) + logits.cols) - logits.row(0);
  view.attention = attention_of(model, layer, head, of_head(rows.q), of_head(rows.k));
  const float unscaled = std::sqrt(std::sqrt(static_cast<float>(D)));
  for (Index n = 0; n < L; ++n)
    for (Index d = 0; d < D; ++d) {
      view.q(n, d) = unscaled * of_head(rows.q)(n, d);
      view.k(n, d) = unscaled * of_head(rows.k)(n, d);
      view.v(n, d) = of_head(rows.v)(n, d);
    }
  return view;
}

Matrix<double> kernel_along_axes(const Model<float>& model, Index layer, Index head,
                                 std::span<const double> positions) {
  const ModelSettings& settings = model.settings();
  if (!settings.learns_kernel()) return {};
  const View<const float> shared = model.rows(layer);
  const Index each = shared.rows / settings.heads, D = shared.cols;
  Matrix<double> omega(each, D);
  for (Index f = 0; f < each; ++f)
    for (Index d = 0; d < D; ++d) omega(f, d) = static_cast<double>(shared(head * each + f, d));
  const FeatureMap map = settings.features == FeatureKind::rks ? FeatureMap::rks : FeatureMap::prf;
  Matrix<double> curves(D, static_cast<Index>(positions.size()));
  const std::vector<double> origin(static_cast<std::size_t>(D), 0.0);
  for (Index d = 0; d < D; ++d)
    for (std::size_t i = 0; i < positions.size(); ++i) {
      std::vector<double> q = origin;
      q[static_cast<std::size_t>(d)] = positions[i];
      curves(d, static_cast<Index>(i)) = feature_product(map, omega, q, origin);
    }
  return curves;
}

}  // namespace omega::train
