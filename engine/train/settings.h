// What a training run can be told. Each option is described once (train_options), checked like an estimator's, and kept
// with the run as text; the structures below are the same in the words of the code.
#pragma once

#include <string>
#include <vector>

#include "core/options.h"
#include "train/task.h"

namespace omega::train {

enum class AttentionKind { softmax, rfa, ra, mis, lara, eva, local, linear_elu, gmm, fastfood, generative };
enum class FeatureKind { automatic, prf, rks, positive, trig };
enum class NormOrder { post, pre };
enum class FastfoodLearning { sgb, s, none };
enum class RaDraw { exact, biased };
enum class ProposalMeans { qk, q, zero, learned };
enum class Decay { cosine, linear, none };

constexpr Index kMostQuerySamples = 64;  // of ra

struct ModelSettings {
  TaskShape task;
  Index length = 0, layers = 0, heads = 0, width = 0, hidden = 0;  // width = d_model, hidden = d_ff
  AttentionKind attention = AttentionKind::softmax;
  FeatureKind features = FeatureKind::prf;  // never automatic
  Index samples = 0;     // M: draws of the noise for one head; ra: S, for one query; eva: S, for one group
  Index components = 0;  // gmm
  Index landmarks = 0;   // proposals; eva: groups
  Index window = 0, overlap = 0;
  RaDraw draw = RaDraw::exact;
  bool adapts = false;                          // means of landmarks go through a learned map
  ProposalMeans proposals = ProposalMeans::qk;  // of landmarks; zero of eva alone
  FastfoodLearning fastfood = FastfoodLearning::sgb;
  double kernel_scale = 0;  // σ_0; never automatic
  NormOrder norm = NormOrder::post;
  double dropout = 0;

  Index head_width() const { return width / heads; }
  bool has_angles() const { return features == FeatureKind::rks || features == FeatureKind::trig; }
  /// How many one head has: each component of gmm makes its own of every draw (the paper's equations 5 and 10).
  Index frequencies() const { return attention == AttentionKind::gmm ? samples * components : samples; }
  /// A frequency of rks or trig makes two, cos and sin.
  Index features_of_head() const { return has_angles() ? 2 * frequencies() : frequencies(); }
  /// Whether anything is drawn anew, so that outputs vary with it.
  bool has_noise() const {
    return attention != AttentionKind::softmax && attention != AttentionKind::local &&
           attention != AttentionKind::linear_elu;
  }
  /// Whether segments of the sequence have means.
  bool has_landmarks() const;
  bool has_features() const;
  /// With more than one sample, eva draws from N(0, I), the same for all groups, and its group weights are exact.
  bool shares_samples() const { return attention == AttentionKind::eva && samples > 1; }
  /// Whether anything reads the means of queries: where proposals stand, and of mis and lara how alike queries are.
  bool averages_queries() const {
    if (attention != AttentionKind::eva) return has_landmarks();
    return !shares_samples() && (proposals == ProposalMeans::qk || proposals == ProposalMeans::q);
  }
  /// Whether anything reads the means of keys: where proposals stand, and in eva what a group weighs.
  bool averages_keys() const {
    if (attention == AttentionKind::eva) return !shares_samples();
    return has_landmarks() && proposals == ProposalMeans::qk;
  }
  bool learns_proposals() const { return has_landmarks() && proposals == ProposalMeans::learned; }
  /// Whether keys are drawn, each by a uniform number.
  bool draws_keys() const { return attention == AttentionKind::ra && draw == RaDraw::exact; }
  bool learns_kernel() const;
};

struct TrainingSettings {
  Index steps = 0, batch = 0;
  double rate = 0;
  Index warmup = 0;
  Decay decay = Decay::cosine;
  double weight_decay = 0, beta1 = 0, beta2 = 0, epsilon = 0, clip = 0;
  Index redraw = 0;
  Index validate_every = 0, validation_examples = 0, checkpoint_every = 0;
  double checkpoint_seconds = 0;
  std::uint32_t seed = 0;
};

struct TrainPlan {
  const Task* task = nullptr;
  Options options;
  ModelSettings model;
  TrainingSettings training;
};

/// What tasks share, then what each has alone, shown where it is chosen. Throws where an option of a task cannot stand
/// in the table of all.
std::vector<OptionSpec> task_options(const std::vector<Task>& tasks);
std::vector<OptionSpec> train_options();
/// The presets of all tasks, one after the other.
std::vector<TrainPreset> train_presets();
/// The options of a preset ("" for none) of the task in `given`, with `given` over them. Throws Error::input.
Options make_train_options(const std::string& preset, const Options::Given& given);
/// With as many samples as give a head `features` features, whatever the attention: for attentions that are to cost
/// alike.
Options make_train_options_of(const std::string& preset, const Options::Given& given, Index features);
/// All options as text, to be given again.
Options::Given given_of(const Options& options);

/// Throws Error::input where options do not go together: sizes that do not divide, features of another attention.
TrainPlan plan_of(const Options& options);
/// The examples of a plan, whose model learns from them how many classes there are.
TaskData make_data(TrainPlan& plan, const Progress& progress = {});

/// The engine's estimator that a head of the model computes, with its options.
struct EstimatorOf {
  std::string method;
  Options::Given options;
};
EstimatorOf estimator_of(const ModelSettings& model);
/// The other way round: the trainer's options of a head that computes this estimator. Throws Error::input where it has
/// none.
Options::Given trained_as(const std::string& method, const Options::Given& options);

std::string title_of(const ModelSettings& model);  // "gmm-prf", "ra-biased", "lara-learned-adapt", "eva-samples49"
/// The options that a title stands for.
Options::Given given_of_title(const std::string& title);
/// Whether a title holds this option: where runs have titles, it is given by nothing else.
bool is_in_titles(const std::string& option);

}  // namespace omega::train
