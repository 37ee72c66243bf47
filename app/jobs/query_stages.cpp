// The stages of single panels: the proposals at one sample, the control variates of the shown query, kernels; and the
// shown query against single keys.
#include <algorithm>
#include <cmath>

#include "bench/forecast.h"
#include "diagnostics/gaussian_mixture.h"
#include "diagnostics/kernel_curves.h"
#include "jobs/plane_drawing.h"
#include "jobs/rows.h"
#include "jobs/stage.h"
#include "weightings/optimal.h"

namespace omegascope {

namespace {

// How many places of a line of ω-space have their α.
constexpr double kMostPlaces = 128, kFewestPlaces = 16;
// Enough that the spread of a kernel over them is known to a tenth.
constexpr omega::Index kKernelDraws = 64;
// What a normal number costs, in operations.
constexpr double kOperationsOfNormal = 30;

/// What `times` estimates of y take, in double precision.
Takes takesOf(const Scene& scene, const omega::Request& request, double times) {
  return {kTimesOfDouble * times * scene.secondsOf(request, request.sequence->sizes), 0, 0};
}

/// Where ω-space is cut by a line.
struct Line {
  std::vector<double> origin, direction;
  double low = 0, high = 0;
  bool operator==(const Line&) const = default;
};

struct SharesKey {
  RequestKey request;
  std::shared_ptr<const omega::Result> result;
  int sample = 0;
  std::optional<Line> line;
  bool operator==(const SharesKey&) const = default;
};

struct SharesAnywhere {         // for all queries
  omega::Array alpha, balance;  // N×1×C
  std::vector<double> linePositions;
  omega::Array lineAlpha;  // N×P×C
};

class Shares : public ViewStage<SharesKey, SharesAnywhere, ProposalShares> {
 public:
  Shares() : ViewStage(Work::shares, &Snapshot::shares) {}

  std::optional<Item> wanted(const Scene& scene) const override {
    const CardResult* card = scene.snapshot.sharingCard(scene.request.card);
    if (card == nullptr || card->isOld || scene.snapshot.query < 0) return {};
    const int samples = static_cast<int>(card->result->at("omega").shape()[0]);
    SharesKey key{{card->request}, card->result, std::clamp(scene.request.sample, 0, samples - 1), {}};
    if (scene.drawn && scene.drawn->shown.settings.line) {
      const OmegaPlane& on = scene.drawn->shown;
      key.line = Line{on.origin, on.axisX, on.horizontal.low, on.horizontal.high};
    }
    return Item{card->card, std::move(key)};
  }

  /// The work of an estimate for each run in make(), and the weights of all proposals for all queries at each place.
  Takes takes(const Scene& scene, const SharesKey& key) const override {
    const double places = key.line ? kMostPlaces : 0,
                 weights = static_cast<double>(scene.sizes().N) * static_cast<double>(proposalsOf(key));
    Takes takes = takesOf(scene, *key.request, key.line ? 3 : 2);
    takes.seconds += scene.speed.seconds({10 * places * weights, places * weights, 8 * places * weights});
    return takes;
  }

  SharesAnywhere make(Scene& scene, const SharesKey& key) override {
    SharesAnywhere shares;
    const omega::Array& samples = key.result->at("omega");
    omega::Request request = *key.request;
    request.want = {{"alpha_at"}};
    request.given.insert_or_assign("omega_at", omega::Array::from(rowOf(samples, key.sample), {1, samples.shape()[1]}));
    omega::Request plain = request;
    const std::vector<omega::OptionSpec>& specs = omega::info_of(plain).options;
    omega::drop_correction(plain.method, specs, plain.options);
    shares.alpha = omega::run(request, scene.context()).at("alpha_at");
    shares.balance = omega::run(plain, scene.context()).at("alpha_at");
    if (key.line) findAlongLine(scene, *key.line, request, shares);
    return shares;
  }

  ProposalShares view(const Scene& scene, const SharesKey& key, const SharesAnywhere* found) const override {
    const Snapshot& now = scene.snapshot;
    ProposalShares shares;
    shares.query = now.query;
    shares.sample = key.sample;
    if (found == nullptr) return shares;
    shares.alpha = rowOf(found->alpha, now.query);
    shares.balance = rowOf(found->balance, now.query);
    shares.linePositions = found->linePositions;
    if (const auto places = static_cast<omega::Index>(found->linePositions.size()); places > 0)
      shares.lineAlpha = flat(rowsOf(found->lineAlpha, now.query * places, places));
    const std::vector<double> at = rowOf(key.result->at("omega"), key.sample);
    if (key.line)
      for (std::size_t d = 0; d < at.size(); ++d)
        shares.samplePosition += (at[d] - key.line->origin[d]) * key.line->direction[d];
    return shares;
  }

 private:
  static omega::Index proposalsOf(const SharesKey& key) { return key.result->at("proposal_means").shape()[0]; }

  /// All α along the line.
  static void findAlongLine(Scene& scene, const Line& line, omega::Request request, SharesAnywhere& shares) {
    const double values = static_cast<double>(scene.sizes().N * shares.alpha.shape().back());
    const auto places = static_cast<omega::Index>(std::min<double>(kMostPlaces, kLargestTable / values));
    if (places < kFewestPlaces) return;
    std::vector<double> points;
    const auto dims = static_cast<std::size_t>(scene.sizes().D);  // of one dimension a line has two, the second empty
    const omega::Axis axis{line.low, line.high, places};
    for (omega::Index p = 0; p < places; ++p) {
      const double t = axis.centre(p);
      shares.linePositions.push_back(t);
      for (std::size_t d = 0; d < dims; ++d) points.push_back(line.origin[d] + t * line.direction[d]);
    }
    request.given.insert_or_assign("omega_at", omega::Array::from(points, {places, scene.sizes().D}));
    shares.lineAlpha = omega::run(request, scene.context()).at("alpha_at");
  }
};

/// What is predicted of each weighting, for every query.
struct ForetoldNumbers {
  std::vector<std::vector<double>> variances, rare;
};

/// What quadrature predicts of every weighting that a card could have.
class Foretold : public ViewStage<RequestKey, ForetoldNumbers, Predictions> {
 public:
  Foretold() : ViewStage(Work::predictions, &Snapshot::predictions) {}

  std::optional<Item> wanted(const Scene& scene) const override {
    const CardResult* card = scene.snapshot.sharingCard(scene.request.card);
    if (card == nullptr || card->isOld || scene.sizes().D > omega::kQuadratureDims) return {};
    if (workOf(*card->request) > kMostWork) return {};
    return Item{card->card, {card->request}};
  }

  Takes takes(const Scene& scene, const RequestKey& key) const override {
    Takes takes;
    for (const omega::Request& request : requestsOf(*key.request)) takes.seconds += takesOf(scene, request, 1).seconds;
    return takes;
  }

  ForetoldNumbers make(Scene& scene, const RequestKey& key) override {
    ForetoldNumbers numbers;
    for (const omega::Request& request : requestsOf(*key.request)) {
      const omega::Result found = omega::run(request, scene.context());
      numbers.variances.push_back(found.at("predicted_variance").to_vector<double>());
      numbers.rare.push_back(found.at("predicted_rare").to_vector<double>());
    }
    return numbers;
  }

  Predictions view(const Scene&, const RequestKey& key, const ForetoldNumbers* found) const override {
    const ForetoldNumbers numbers = found ? *found : ForetoldNumbers();
    return {.words = wordsOf(*key.request),
            .variances = numbers.variances,
            .rare = numbers.rare,
            .selfNormalised = omega::traits_of(*key.request).self_normalised,
            .error = {}};
  }

 private:
  // Operations beyond which nobody waits for a line of numbers; and enough nodes for two digits of them.
  static constexpr double kMostWork = 4e9;
  static constexpr std::int64_t kNodes = 33;

  static std::vector<std::string> wordsOf(const omega::Request& request) {
    const omega::OptionSpec& spec = *omega::option_for(omega::info_of(request).options, omega::OptionRole::weighting);
    std::vector<std::string> words;
    for (const std::string& word : spec.words)
      if (isAllowed(with(request, word))) words.push_back(word);
    return words;
  }
  static std::vector<omega::Request> requestsOf(const omega::Request& request) {
    std::vector<omega::Request> all;
    for (const std::string& word : wordsOf(request)) all.push_back(with(request, word));
    return all;
  }
  /// Whether the method can weigh samples in this way on this sequence.
  static bool isAllowed(const omega::Request& request) {
    try {
      omega::check_fit(request);
      return true;
    } catch (const omega::Error&) {
      return false;
    }
  }
  static omega::Request with(omega::Request request, const std::string& word) {
    const std::vector<omega::OptionSpec>& specs = omega::info_of(request).options;
    const auto set = [&](omega::OptionRole role, const omega::OptionValue& value) {
      request.options.set(request.method, specs, omega::option_for(specs, role)->name, value);
    };
    set(omega::OptionRole::weighting, word);
    set(omega::OptionRole::prediction, true);
    set(omega::OptionRole::nodes, kNodes);
    request.want = {{"predicted_variance", "predicted_rare"}};
    return request;
  }
  static double workOf(const omega::Request& request) {
    double work = 0;
    for (const omega::Request& each : requestsOf(request)) work += omega::ordinary_flops(omega::cost_of(each));
    return work;
  }
};

struct GroupKey {
  int query = 0;
  RequestKey request;
  bool operator==(const GroupKey&) const = default;
};

class Groups : public ViewStage<GroupKey, std::shared_ptr<const omega::Result>, GroupView> {
 public:
  Groups() : ViewStage(Work::groups, &Snapshot::groups) {}

  std::optional<Item> wanted(const Scene& scene) const override {
    const CardResult* card = scene.snapshot.groupingCard(scene.request.card);
    if (card == nullptr || card->isOld || scene.snapshot.query < 0 || groupsOf(*card->request) == 0) return {};
    return Item{card->card, {scene.snapshot.query, {card->request}}};
  }

  Takes takes(const Scene& scene, const GroupKey& key) const override { return takesOf(scene, *key.request, 1); }

  std::shared_ptr<const omega::Result> make(Scene& scene, const GroupKey& key) override {
    omega::Request request = *key.request;
    request.given.insert_or_assign("query_at",
                                   omega::Array::from(std::vector<double>{static_cast<double>(key.query)}, {1}));
    request.precision = omega::Precision::f64;
    request.want.emplace();
    for (const omega::OutputSpec& output : omega::outputs_of(request))
      if (output.name.ends_with("_at")) request.want->insert(output.name);
    return std::make_shared<const omega::Result>(omega::run(request, scene.context()));
  }

  GroupView view(const Scene&, const GroupKey& key, const std::shared_ptr<const omega::Result>* found) const override {
    return {.query = key.query, .result = found ? *found : nullptr, .error = {}};
  }
};

struct KernelKey {
  RequestKey request;
  std::string error;  // of the card
  omega::KernelQuestion asked;
  bool operator==(const KernelKey& other) const {
    return request == other.request && error == other.error && asked.axis == other.asked.axis &&
           asked.sum == other.asked.sum;
  }
};

/// The kernel of a card's features, over draws.
class Kernels : public ViewStage<KernelKey, omega::KernelCurves, KernelView> {
 public:
  Kernels() : ViewStage(Work::kernels, &Snapshot::kernel) {}

  std::optional<Item> wanted(const Scene& scene) const override {
    const CardResult* card = scene.snapshot.kernelCard(scene.request.card);
    if (card == nullptr || card->isOld) return {};
    const auto axis = std::clamp<omega::Index>(scene.asks().kernelAxis, 0, scene.sizes().D - 1);
    return Item{card->card,
                {{card->request},
                 card->error,
                 {.axis = axis, .sum = scene.asks().kernelSum, .draws = kKernelDraws, .widest = 0}}};
  }

  /// A draw is one of all frequencies, and is evaluated at every step.
  Takes takes(const Scene& scene, const KernelKey& key) const override {
    double numbers = 0;
    for (const omega::OutputSpec& output : omega::outputs_of(*key.request, scene.sizes()))
      if (output.name == "omega") numbers = kKernelDraws * static_cast<double>(omega::element_count(output.shape));
    const double seen = numbers / static_cast<double>(scene.sizes().D) * static_cast<double>(key.asked.steps + 1);
    return {scene.speed.seconds({kOperationsOfNormal * numbers + 10 * seen, seen, 8 * numbers}), 0, 0};
  }

  omega::KernelCurves make(Scene& scene, const KernelKey& key) override {
    if (!key.error.empty()) throw omega::Error::input(key.error);
    return omega::kernel_curves(*key.request, key.asked, scene.progress());
  }

  KernelView view(const Scene&, const KernelKey& key, const omega::KernelCurves* found) const override {
    return {.asked = key.asked, .curves = found ? *found : omega::KernelCurves(), .error = {}};
  }
};

}  // namespace

QueryDetails detailsOf(const Scene& scene, const CardResult& card) {
  const int query = scene.snapshot.query;
  const double scale = omega::scale_of(*card.request), factor = std::sqrt(scale);
  std::vector<double> q = rowOf(scene.head->q, query);
  for (double& x : q) x *= factor;
  QueryDetails details;
  const QueryDetails* last = nullptr;  // of the same query: each of its numbers takes a walk over all keys
  for (const Snapshot* known : {scene.last.get(), static_cast<const Snapshot*>(&scene.snapshot)})
    if (known && known->details.logits && known->details.logits->head == scene.head &&
        known->details.logits->query == query && known->details.logits->scale == scale)
      last = &known->details;
  if (last) details.logits = last->logits;
  if (!details.logits)
    details.logits = std::make_shared<const QueryLogits>(
        QueryLogits{scene.head, query, scale, omega::target_logits(q, scene.head->k, factor)});
  const omega::Matrix<double> samples =
      card.result ? samplesOf(card.resultOf(query), card.rowOf(query)) : omega::Matrix<double>();
  if (samples.rows() == 0) return details;
  details.card = card.card;
  details.sample = std::clamp<int>(scene.request.sample, 0, static_cast<int>(samples.rows()) - 1);
  details.omega.assign(samples.row(details.sample), samples.row(details.sample) + samples.cols());
  details.logTarget = last && last->omega == details.omega
                          ? last->logTarget
                          : omega::log_target(q, details.logits->all, scene.head->k, factor, details.omega);
  return details;
}

void addQueryStages(StageTable& table) { addStages<Shares, Groups, Kernels>(table); }
void addPredictionStage(StageTable& table) { addStages<Foretold>(table); }

}  // namespace omegascope
