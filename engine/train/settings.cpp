#include "train/settings.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>

#include "core/named.h"
#include "estimators/registry.h"
#include "math/segments.h"
#include "train/tasks/labelled_data.h"

namespace omega::train {

namespace {

const std::vector<std::string> kAttentions = {"softmax", "rfa",        "ra",  "mis",      "lara",      "eva",
                                              "local",   "linear_elu", "gmm", "fastfood", "generative"};
const std::vector<std::string> kFeatures = {"automatic", "prf", "rks", "positive", "trig"};
// The attentions that have something in common, for their options, their titles and has_landmarks() and its like.
const std::vector<std::string> kKernels = {"gmm", "fastfood", "generative"};
const std::vector<std::string> kWithFeatures = {"rfa", "gmm", "fastfood", "generative"};
const std::vector<std::string> kWithLandmarks = {"mis", "lara", "eva"};
const std::vector<std::string> kPlaces = {"qk", "q", "zero", "learned"};
const std::string kSamplesWord = "-samples";
const std::vector<std::string> kMeans = {"qk", "q", "zero", "given"};  // as the estimators say it

const std::string& name_of(AttentionKind attention) { return kAttentions[static_cast<std::size_t>(attention)]; }

std::vector<OptionSpec> shared_options(const std::vector<std::string>& tasks) {
  return {
      OptionSpec::choice("task", tasks, "What is learned."),
      OptionSpec::integer("length", 200, 4, 16384, "L: most tokens of one example.").titled("tokens of an example"),
      OptionSpec::integer("side", 32, 4, 128, "Cells along each side of a picture.").titled("side of a picture"),
      OptionSpec::integer("examples", 200000, 90, 10000000, "Examples, four fifths of them for training."),
      data_option(
          "The user's own data: for image a folder with a folder of pictures for each class, or an .npz; for text the "
          "same with .txt files, or a CSV; without it examples are made up. The last fifth of each class, in the order "
          "of "
          "the files or rows, is for validation, whatever the seed: shuffle a file that is sorted."),
  };
}

std::vector<OptionSpec> model_options() {
  return {
      OptionSpec::choice("attention", kAttentions, "The attention that is trained."),
      OptionSpec::choice("features", kFeatures,
                         "For a learned kernel prf or rks, for rfa positive or trig; automatic: prf, positive.")
          .only_if("attention", kWithFeatures),
      OptionSpec::integer("layers", 3, 1, 64, "Layers of the transformer."),
      OptionSpec::integer("heads", 4, 1, 64, "Heads of each layer; they share d_model equally."),
      OptionSpec::integer("d_model", 64, 2, 1024, "Width of the model.").titled("width of the model"),
      OptionSpec::integer("d_ff", 64, 1, 4096, "Width of the feed-forward part.")
          .titled("feed-forward width")
          .for_experts(),
      OptionSpec::integer("samples", 64, 1, 4096,
                          "M: draws of the noise for a head. Each makes one frequency, with gmm one for each "
                          "component; a frequency of rks or trig makes two features.")
          .from("M")
          .only_if("attention", kWithFeatures),
      OptionSpec::integer("components", 2, 1, 64,
                          "Components of the mixture; each has samples frequencies of its own, made of the same draws.")
          .from("C")
          .only_if("attention", {"gmm"}),
      OptionSpec::choice("variant", {"exact", "biased"},
                         "exact: each sample of ra takes one key, drawn, which counts as constant for the gradient; "
                         "biased: the mean of all keys.")
          .from("LARA paper, Eq. 30 and 31")
          .only_if("attention", {"ra"}),
      OptionSpec::integer("query_samples", 1, 1, kMostQuerySamples,
                          "Samples of ra for each query; the paper takes one.")
          .titled("samples per query")
          .from("S")
          .only_if("attention", {"ra"}),
      OptionSpec::integer("landmarks", 16, 1, 2048,
                          "Proposals of mis and lara, groups of eva; of a picture a square number.")
          .only_if("attention", kWithLandmarks),
      OptionSpec::flag("adapt", false,
                       "Means of queries and keys go through a learned linear map and layer norm before anything uses "
                       "them.")
          .titled("adapters")
          .from("σ(·) = LN(Linear(·)), EVA paper, Eq. 26")
          .only_if("attention", kWithLandmarks),
      OptionSpec::choice("proposals", kPlaces,
                         "Where proposals stand: at means of queries and keys, of queries alone, at 0 (eva), or at "
                         "learned places.")
          .from("μ_c = q̃_c + k̃_c, q̃_c, 0, or trainable; EVA paper, Table 8")
          .only_if("attention", kWithLandmarks),
      OptionSpec::integer("group_samples", 1, 1, 4096,
                          "Samples for each group of eva. 1: one, from the group's proposal. More: from N(0, I), the "
                          "same for all groups, which then weigh what their keys weigh exactly (quadratic).")
          .titled("samples per group")
          .from("S; EVA paper, Table 8")
          .only_if("attention", {"eva"}),
      OptionSpec::integer("window", 16, 1, 2048, "Tokens of one window; of a picture the side of its window.")
          .only_if("attention", {"local", "eva"}),
      OptionSpec::integer("overlap", 8, 0, 2048,
                          "Tokens seen on both sides of a window: with none, local never sees beyond its own.")
          .only_if("attention", {"local", "eva"}),
      OptionSpec::choice("learn", {"sgb", "s", "none"}, "Which diagonals of FastFood are learned.")
          .titled("learned diagonals")
          .only_if("attention", {"fastfood"}),
      OptionSpec::real("kernel_scale", 0, 0, 100,
                       "σ_0, the spread of a learned kernel's frequencies at the start; 0: such that the median of "
                       "|ω·(q − k)| is about ½.")
          .for_experts()
          .only_if("attention", kKernels),
      OptionSpec::choice("norm", {"post", "pre"},
                         "Layer norm after each sum, as in the original transformer, or before each part.")
          .titled("place of norms")
          .for_experts(),
      OptionSpec::real("dropout", 0, 0, 0.9, "Share of what a layer adds that is dropped in training.").for_experts(),
  };
}

std::vector<OptionSpec> training_options() {
  return {
      OptionSpec::integer("steps", 5000, 1, 100000000, "Steps, one batch each."),
      OptionSpec::integer("batch", 400, 1, 65536, "Examples of one batch.").titled("batch size"),
      OptionSpec::real("rate", 1e-3, 0, 10, "Learning rate after the warm-up.").titled("learning rate"),
      OptionSpec::integer("warmup", 100, 0, 100000000, "Steps in which the rate rises from 0.")
          .titled("warm-up steps")
          .for_experts(),
      OptionSpec::choice("decay", {"cosine", "linear", "none"},
                         "How the rate falls to 0 after the warm-up; none: it stays.")
          .titled("decay of the rate")
          .for_experts(),
      OptionSpec::real("weight_decay", 0.1, 0, 10, "AdamW's decay of matrices; biases, norms and kernels have none.")
          .for_experts(),
      OptionSpec::real("beta1", 0.9, 0, 0.999999, "Decay of AdamW's first mean.").titled("AdamW's β₁").for_experts(),
      OptionSpec::real("beta2", 0.98, 0, 0.999999, "Decay of AdamW's second mean.").titled("AdamW's β₂").for_experts(),
      OptionSpec::real("epsilon", 1e-9, 1e-12, 1, "AdamW's smallest divisor.").titled("AdamW's ε").for_experts(),
      OptionSpec::real("clip", 1, 0, 1e6, "Largest norm of a gradient, beyond which it is scaled down; 0: any.")
          .titled("limit of gradients")
          .for_experts(),
      OptionSpec::integer("redraw", 100, 1, 100000000, "Steps after which ω or its noise is drawn anew.")
          .titled("steps between redraws"),
      OptionSpec::integer("validate_every", 50, 1, 100000000, "Steps between validations.")
          .titled("steps between validations")
          .for_experts(),
      OptionSpec::integer("validation_examples", 1800, 9, 10000000, "Examples of one validation, at most all of them.")
          .for_experts(),
      OptionSpec::integer("checkpoint_every", 500, 1, 100000000, "Most steps between checkpoints.")
          .titled("steps between checkpoints")
          .for_experts(),
      OptionSpec::real("checkpoint_seconds", 30, 0, 86400,
                       "Most seconds of training between checkpoints; 0: a checkpoint after each step.")
          .titled("seconds between checkpoints")
          .for_experts(),
      OptionSpec::integer("seed", 0, 0, 4294967295, "Seed of the data, the weights, the order and the noise."),
  };
}

[[noreturn]] void do_not_divide(const std::string& what, Index whole, const std::string& by, Index parts) {
  throw Error::input(what + "=" + std::to_string(whole) + " is no multiple of " + by + "=" + std::to_string(parts) +
                     "; choose sizes that divide");
}

FeatureKind checked_features(const ModelSettings& model, FeatureKind features) {
  const bool is_rfa = model.attention == AttentionKind::rfa;
  if (features == FeatureKind::automatic) return is_rfa ? FeatureKind::positive : FeatureKind::prf;
  const bool of_rfa = features == FeatureKind::positive || features == FeatureKind::trig;
  if (is_rfa != of_rfa || !model.has_features())
    throw Error::input("features=" + kFeatures[static_cast<std::size_t>(features)] +
                       " does not go with attention=" + name_of(model.attention) +
                       "; rfa has positive and trig, gmm, fastfood and generative have prf and rks, the others none");
  return features;
}

void check_model(const ModelSettings& model) {
  if (model.width % model.heads != 0) do_not_divide("d_model", model.width, "heads", model.heads);
  if (model.has_landmarks() && model.task.grid) segments2d(*model.task.grid, model.landmarks, "landmarks");
  const bool at_zero = model.proposals == ProposalMeans::zero;
  if (at_zero && model.attention != AttentionKind::eva)
    throw Error::input("proposals=zero is for eva; with all proposals at 0 " + name_of(model.attention) +
                       " samples as rfa does: choose qk, q or learned, or attention=rfa");
  if (model.shares_samples() && (model.adapts || model.proposals != ProposalMeans::qk))
    throw Error::input("group_samples=" + std::to_string(model.samples) +
                       " leaves no proposals to place and no means to adapt: its samples are of N(0, I), and groups "
                       "weigh exactly; choose group_samples=1, or leave proposals and adapt as they are");
}

/// σ_0 with median |ω·(q − k)| = ½ where q and k have variance τ = D^−½ in each coordinate, as normalised rows
/// projected by fresh weights have: ω·(q − k) ~ N(0, D·s²·2/√D), s² the variance of a coordinate of ω (2σ_0² with a
/// random mean).
double median_scale(const ModelSettings& model) {
  constexpr double median_of_normal = 0.6744897501960817;
  const double spread = model.attention == AttentionKind::gmm ? 2 : 1;
  return 0.5 / (median_of_normal * std::sqrt(2 * spread * std::sqrt(static_cast<double>(model.head_width()))));
}

ModelSettings model_of(const Options& options, const TaskShape& task) {
  ModelSettings model;
  model.task = task;
  model.length = task.length;
  model.layers = options.integer("layers");
  model.heads = options.integer("heads");
  model.width = options.integer("d_model");
  model.hidden = options.integer("d_ff");
  model.attention = options.choice<AttentionKind>("attention");
  model.features = checked_features(model, options.choice<FeatureKind>("features"));
  model.samples = options.integer(model.attention == AttentionKind::ra    ? "query_samples"
                                  : model.attention == AttentionKind::eva ? "group_samples"
                                                                          : "samples");
  model.components = options.integer("components");
  model.landmarks = std::min<Index>(options.integer("landmarks"), model.length);
  model.draw = options.choice<RaDraw>("variant");
  model.adapts = model.has_landmarks() && options.flag("adapt");
  if (model.has_landmarks()) model.proposals = options.choice<ProposalMeans>("proposals");
  model.window = options.integer("window");
  model.overlap = options.integer("overlap");
  model.fastfood = options.choice<FastfoodLearning>("learn");
  model.norm = options.choice<NormOrder>("norm");
  model.dropout = options.real("dropout");
  check_model(model);
  model.kernel_scale = options.real("kernel_scale") > 0 ? options.real("kernel_scale") : median_scale(model);
  return model;
}

TrainingSettings training_of(const Options& options) {
  TrainingSettings training;
  training.steps = options.integer("steps");
  training.batch = options.integer("batch");
  training.rate = options.real("rate");
  training.warmup = options.integer("warmup");
  training.decay = options.choice<Decay>("decay");
  training.weight_decay = options.real("weight_decay");
  training.beta1 = options.real("beta1");
  training.beta2 = options.real("beta2");
  training.epsilon = options.real("epsilon");
  training.clip = options.real("clip");
  training.redraw = options.integer("redraw");
  training.validate_every = options.integer("validate_every");
  training.validation_examples = options.integer("validation_examples");
  training.checkpoint_every = options.integer("checkpoint_every");
  training.checkpoint_seconds = options.real("checkpoint_seconds");
  training.seed = static_cast<std::uint32_t>(options.integer("seed"));
  return training;
}

}  // namespace

bool ModelSettings::has_landmarks() const { return is_among(kWithLandmarks, name_of(attention)); }
bool ModelSettings::has_features() const { return is_among(kWithFeatures, name_of(attention)); }
bool ModelSettings::learns_kernel() const { return is_among(kKernels, name_of(attention)); }

std::vector<OptionSpec> task_options(const std::vector<Task>& tasks) {
  std::vector<OptionSpec> all = shared_options(names_of(tasks));
  std::map<std::string, std::string> owners;  // by option
  for (OptionSpec& spec : all) {
    std::vector<std::string> sharing;
    for (const Task& task : tasks)
      if (is_among(task.shares, spec.name)) sharing.push_back(task.name);
    if (!sharing.empty()) spec.only_if("task", sharing);
  }
  const std::vector<std::string> shared = names_of(all);
  for (const Task& task : tasks) {
    const auto require = [&](bool holds, const std::string& option, const std::string& problem) {
      if (!holds)
        throw Error::failure("the task " + omega::quoted(task.name) + ": its option " + option + " " + problem);
    };
    for (const std::string& name : task.shares)
      require(is_among(shared, name), name, "is not one that tasks share, which are " + join(shared, ", "));
    for (OptionSpec spec : task.options) {
      require(spec.shown_when_option.empty(), spec.name, "has a condition of its own, which would be lost");
      require(!is_among(shared, spec.name), spec.name, "is one that tasks share: name it in `shares`");
      const auto [owner, is_new] = owners.emplace(spec.name, task.name);
      require(is_new, spec.name,
              "is one of the task " + omega::quoted(owner->second) +
                  ", too, and only one of that name can be read; give it another");
      all.push_back(spec.only_if("task", {task.name}));
    }
  }
  return all;
}

std::vector<OptionSpec> train_options() {
  std::vector<OptionSpec> all = task_options(tasks());
  for (const auto& more : {model_options(), training_options()}) all.insert(all.end(), more.begin(), more.end());
  return all;
}

std::vector<TrainPreset> train_presets() {
  std::vector<TrainPreset> all;
  for (const Task& task : tasks()) all.insert(all.end(), task.presets.begin(), task.presets.end());
  return all;
}

Options make_train_options(const std::string& preset, const Options::Given& given) {
  Options::Given all;
  if (!preset.empty()) {
    const auto chosen = std::find_if(given.begin(), given.end(), [](const auto& one) { return one.first == "task"; });
    const Task& task = chosen == given.end() ? tasks().front() : find_task(chosen->second);
    const TrainPreset* found = named(task.presets, preset);
    if (found == nullptr)
      throw Error::input(task.name + " has no preset " + omega::quoted(preset) + "; it has " +
                         join(names_of(task.presets), ", ") + closest_hint(preset, names_of(task.presets)));
    all = found->options;
  }
  for (const auto& one : given) {
    const std::string &name = one.first, &text = one.second;
    std::erase_if(all, [&](const auto& before) { return before.first == name; });
    // A run may be resumed from another folder, too.
    const bool is_path = name == "data" && !text.empty();
    all.emplace_back(name, is_path ? std::filesystem::absolute(text).lexically_normal().string() : text);
  }
  return {"train", train_options(), all};
}

Options make_train_options_of(const std::string& preset, const Options::Given& given, Index features) {
  Options::Given all = given;
  all.emplace_back("samples", "1");
  const Index each = plan_of(make_train_options(preset, all)).model.features_of_head();
  if (features % each != 0) do_not_divide("features", features, "those of one sample", each);
  all.back().second = std::to_string(features / each);
  return make_train_options(preset, all);
}

Options::Given given_of(const Options& options) {
  Options::Given all;
  for (const OptionSpec& spec : train_options()) all.emplace_back(spec.name, to_string(options.value(spec.name)));
  return all;
}

TrainPlan plan_of(const Options& options) {
  TrainPlan plan;
  plan.task = &find_task(options.word("task"));
  plan.options = options;
  plan.model = model_of(options, plan.task->shape(options));
  plan.training = training_of(options);
  const Index examples = examples_of(options);
  if (plan.training.batch > examples * 4 / 5)
    throw Error::input("batch=" + std::to_string(plan.training.batch) + " is more than the four fifths of examples=" +
                       std::to_string(examples) + " that are for training");
  return plan;
}

TaskData make_data(TrainPlan& plan, const Progress& progress) {
  TaskData data = plan.task->make(plan.options, progress);
  plan.model.task.classes = data.class_count();
  return data;
}

EstimatorOf estimator_of(const ModelSettings& model) {
  EstimatorOf found{name_of(model.attention), {}};
  const auto give = [&](const std::string& name, Index value) {
    found.options.emplace_back(name, std::to_string(value));
  };
  if (model.has_landmarks()) found.options.emplace_back("proposals", kMeans[static_cast<std::size_t>(model.proposals)]);
  switch (model.attention) {
    case AttentionKind::eva:
      give("groups", model.landmarks);
      if (model.shares_samples()) {
        give("samples", model.samples);
        found.options.emplace_back("group_weight", "exact");
      }
      [[fallthrough]];
    case AttentionKind::local:
      give("window", model.window);
      give("overlap", model.overlap);
      break;
    case AttentionKind::ra:
      found.options.emplace_back("variant", model.draws_keys() ? "exact" : "biased");
      give("samples", model.samples);
      break;
    case AttentionKind::mis:
    case AttentionKind::lara: give("landmarks", model.landmarks); break;
    case AttentionKind::rfa: give("samples", model.samples); break;
    case AttentionKind::gmm: give("components", model.components); [[fallthrough]];
    case AttentionKind::generative: give("frequencies", model.samples); break;
    case AttentionKind::fastfood:
      found.options.emplace_back("sigma", number_text(1 / model.kernel_scale));
      give("frequencies", model.samples);
      break;
    case AttentionKind::softmax:
    case AttentionKind::linear_elu: break;
  }
  const bool is_local = model.attention == AttentionKind::local || model.attention == AttentionKind::eva;
  if (model.task.grid && (is_local || model.has_landmarks()))
    found.options.emplace_back("grid", to_string(OptionValue(*model.task.grid)));
  if (model.has_features()) found.options.emplace_back("features", kFeatures[static_cast<std::size_t>(model.features)]);
  return found;
}

Options::Given trained_as(const std::string& method, const Options::Given& options) {
  const std::vector<OptionSpec> known = train_options();
  const std::vector<std::string>& trained = option_named(known, "attention")->words;
  if (!is_among(trained, method))
    throw Error::input((method.empty() ? "there is no method to train" : omega::quoted(method) + " cannot be trained") +
                       "; \"method\" may be " + join(trained, ", "));
  const EstimatorInfo& info = find_estimator(method).info;
  const Options all(method, info.options, options);
  Options::Given given = {{"attention", method}};
  for (const OptionSpec& spec : info.options) {
    std::string name = spec.name;
    if (name == "groups") name = "landmarks";
    if (name == "frequencies") name = "samples";
    if (name == "samples" && method == "ra") name = "query_samples";
    if (name == "samples" && method == "eva") name = "group_samples";
    const bool is_known = std::any_of(known.begin(), known.end(), [&](const OptionSpec& one) {
      return one.name == name && one.shown_when_option == "attention" && is_among(one.shown_when_values, method);
    });
    const std::string text = to_string(all.value(spec.name));
    const bool goes_along = name == "group_weight" && all.integer("samples") > 1;  // the trainer's groups then weigh so
    if (is_known)
      given.emplace_back(name, text == "given" ? "learned" : text);
    else if (goes_along)
      continue;
    else if (all.value(spec.name) != spec.default_value)
      throw Error::input("the trainer's " + method + " knows no " + spec.name + "=" + text + "; leave it at " +
                         to_string(spec.default_value));
  }
  return given;
}

std::string title_of(const ModelSettings& model) {
  const std::string& name = name_of(model.attention);
  if (model.attention == AttentionKind::ra && !model.draws_keys()) return name + "-biased";
  if (model.has_landmarks())
    return name +
           (model.proposals == ProposalMeans::qk ? "" : "-" + kPlaces[static_cast<std::size_t>(model.proposals)]) +
           (model.adapts ? "-adapt" : "") +
           (model.shares_samples() ? kSamplesWord + std::to_string(model.samples) : "");
  return model.has_features() ? name + "-" + kFeatures[static_cast<std::size_t>(model.features)] : name;
}

bool is_in_titles(const std::string& option) {
  return is_among({"attention", "features", "variant", "adapt", "proposals", "group_samples"}, option);
}

Options::Given given_of_title(const std::string& title) {
  const std::vector<std::string> parts = split(title, "-");
  Options::Given given = {{"attention", parts.front()}};
  const bool has_landmarks = is_among(kWithLandmarks, parts.front());
  for (auto part = parts.begin() + 1; part != parts.end(); ++part) {
    if (has_landmarks && *part == "adapt")
      given.emplace_back("adapt", "true");
    else if (has_landmarks && part->starts_with(kSamplesWord.substr(1)))
      given.emplace_back("group_samples", part->substr(kSamplesWord.size() - 1));
    else
      given.emplace_back(has_landmarks ? "proposals" : parts.front() == "ra" ? "variant" : "features", *part);
  }
  return given;
}

}  // namespace omega::train
