// The stages of single panels: the proposals at one sample, the control variates of the shown query, kernels.
#include <algorithm>

#include "core/error.h"
#include "diagnostics/kernel_curves.h"
#include "estimators/registry.h"
#include "jobs/rows.h"
#include "jobs/stage.h"
#include "run/runner.h"

namespace omegascope {

namespace {

// Beyond this many numbers the shares along a line are not computed.
constexpr double kLargestTable = 2e7;
// On a line of ω-space.
constexpr double kMostPlaces = 128, kFewestPlaces = 16;
// Enough that the spread of a kernel over them is known to a tenth.
constexpr omega::Index kKernelDraws = 64;

omega::Result runWith(Scene& scene, const omega::Request& request) {
  omega::Progress progress = scene.progress();
  return omega::run(request, {&progress, 0});
}

struct SharesKey {
  RequestKey request;
  std::shared_ptr<const omega::Result> result;
  int sample = 0;
  std::shared_ptr<const DrawnPlane> line;  // null: ω-space is no line
  bool operator==(const SharesKey&) const = default;
};

struct SharesAnywhere {         // for all queries
  omega::Array alpha, balance;  // N×1×C
  std::vector<double> linePositions;
  omega::Array lineAlpha;  // N×P×C
  std::string error;
};

class Shares : public StageOf<SharesKey, SharesAnywhere> {
 public:
  Shares() : StageOf(Work::shares) {}

  std::vector<Item> asked(const Scene& scene) const override {
    const CardResult* card = scene.snapshot.sharingCard(scene.request.card);
    if (card == nullptr || card->isOld || scene.snapshot.query < 0) return {};
    const int samples = static_cast<int>(card->result->at("omega").shape()[0]);
    const bool line = scene.drawn && scene.drawn->shown.settings.line;
    return {{card->card,
             {{card->request},
              card->result,
              std::clamp(scene.request.sample, 0, samples - 1),
              line ? scene.drawn : nullptr}}};
  }

  SharesAnywhere make(Scene& scene, const SharesKey& key) override {
    SharesAnywhere shares;
    const omega::Array& samples = key.result->at("omega");
    omega::Request request = *key.request;
    request.want = {{"alpha_at"}};
    request.given.insert_or_assign("omega_at", omega::Array::from(rowOf(samples, key.sample), {1, samples.shape()[1]}));
    omega::Request plain = request;
    const std::vector<omega::OptionSpec>& specs = omega::find_estimator(plain.method).info.options;
    if (const omega::OptionSpec* correction = omega::option_for(specs, omega::OptionRole::correction))
      plain.options.set(plain.method, specs, correction->name, 0.0);
    try {
      shares.alpha = runWith(scene, request).at("alpha_at");
      shares.balance = runWith(scene, plain).at("alpha_at");
      if (key.line) findAlongLine(scene, key.line->shown, request, shares);
    } catch (const omega::Error& error) {
      shares.error = error.what();
    }
    return shares;
  }

  void show(Scene& scene) override {
    const auto [item, found] = only(scene);
    scene.snapshot.shares = found                ? atQuery(scene.snapshot, *item, *found)
                            : stays(scene, item) ? scene.last->shares
                                                 : nullptr;
  }

 private:
  /// All α along the line that ω-space is cut by.
  static void findAlongLine(Scene& scene, const OmegaPlane& plane, omega::Request request, SharesAnywhere& shares) {
    const double values = static_cast<double>(scene.sizes().N * shares.alpha.shape().back());
    const auto places = static_cast<omega::Index>(std::min<double>(kMostPlaces, kLargestTable / values));
    if (places < kFewestPlaces) return;
    std::vector<double> points;
    const omega::Axis axis{plane.horizontal.low, plane.horizontal.high, places};
    for (omega::Index p = 0; p < places; ++p) {
      const double t = axis.centre(p);
      shares.linePositions.push_back(t);
      for (std::size_t d = 0; d < plane.origin.size(); ++d) points.push_back(plane.origin[d] + t * plane.axisX[d]);
    }
    const auto dims = static_cast<omega::Index>(plane.origin.size());
    request.given.insert_or_assign("omega_at", omega::Array::from(points, {places, dims}));
    shares.lineAlpha = runWith(scene, request).at("alpha_at");
  }

  static std::shared_ptr<const ProposalShares> atQuery(const Snapshot& now, const Item& item,
                                                       const SharesAnywhere& found) {
    auto shares = std::make_shared<ProposalShares>();
    shares->card = item.card;
    shares->query = now.query;
    shares->sample = item.key.sample;
    shares->error = found.error;
    if (!found.error.empty()) return shares;
    shares->alpha = rowOf(found.alpha, now.query);
    shares->balance = rowOf(found.balance, now.query);
    shares->linePositions = found.linePositions;
    if (const auto places = static_cast<omega::Index>(found.linePositions.size()); places > 0)
      shares->lineAlpha = flat(rowsOf(found.lineAlpha, now.query * places, places));
    if (const PlaneCard* placed = now.plane ? now.plane->card(item.card) : nullptr)
      if (const auto at = 2 * static_cast<std::size_t>(shares->sample); at < placed->samples.size())
        shares->samplePosition = placed->samples[at];
    return shares;
  }
};

struct GroupKey {
  int card = 0, query = 0;
  RequestKey request;
  bool operator==(const GroupKey&) const = default;
};

class Groups : public StageOf<GroupKey, std::shared_ptr<const GroupView>> {
 public:
  Groups() : StageOf(Work::groups) {}

  std::vector<Item> asked(const Scene& scene) const override {
    const CardResult* card = scene.snapshot.groupingCard(scene.request.card);
    if (card == nullptr || card->isOld || scene.snapshot.query < 0 || groupsOf(*card->request) == 0) return {};
    return {{card->card, {card->card, scene.snapshot.query, {card->request}}}};
  }

  std::shared_ptr<const GroupView> make(Scene& scene, const GroupKey& key) override {
    auto view = std::make_shared<GroupView>();
    view->card = key.card;
    view->query = key.query;
    omega::Request request = *key.request;
    request.given.insert_or_assign("query_at",
                                   omega::Array::from(std::vector<double>{static_cast<double>(key.query)}, {1}));
    request.precision = omega::Precision::f64;
    request.want.emplace();
    for (const omega::OutputSpec& output :
         omega::find_estimator(request.method).info.outputs({request.sequence->sizes, request.options, request.given}))
      if (output.name.ends_with("_at")) request.want->insert(output.name);
    try {
      view->result = std::make_shared<const omega::Result>(runWith(scene, request));
    } catch (const omega::Error& error) {
      view->error = error.what();
    }
    return view;
  }

  void show(Scene& scene) override {
    const auto [item, view] = only(scene);
    scene.snapshot.groups = view ? *view : stays(scene, item) ? scene.last->groups : nullptr;
  }
};

struct KernelKey {
  int card = 0;
  RequestKey request;
  std::string error;  // of the card
  omega::Index axis = 0;
  double sum = 0;
  bool operator==(const KernelKey&) const = default;
};

/// The kernel of a card's features, over draws.
class Kernels : public StageOf<KernelKey, std::shared_ptr<const KernelView>> {
 public:
  Kernels() : StageOf(Work::kernels) {}

  std::vector<Item> asked(const Scene& scene) const override {
    const CardResult* card = scene.snapshot.kernelCard(scene.request.card);
    if (card == nullptr || card->isOld) return {};
    const auto axis = std::clamp<omega::Index>(scene.asks().kernelAxis, 0, scene.sizes().D - 1);
    return {{card->card, {card->card, {card->request}, card->error, axis, scene.asks().kernelSum}}};
  }

  std::shared_ptr<const KernelView> make(Scene& scene, const KernelKey& key) override {
    auto view = std::make_shared<KernelView>();
    view->card = key.card;
    view->error = key.error;
    view->asked = {.axis = key.axis, .sum = key.sum, .draws = kKernelDraws, .widest = 0};
    try {
      if (view->error.empty()) view->curves = omega::kernel_curves(*key.request, view->asked, scene.progress());
    } catch (const omega::Error& error) {
      view->error = error.what();
    }
    return view;
  }

  void show(Scene& scene) override {
    const auto [item, view] = only(scene);
    scene.snapshot.kernel = view ? *view : stays(scene, item) ? scene.last->kernel : nullptr;
  }
};

}  // namespace

std::unique_ptr<Stage> shareStage() { return std::make_unique<Shares>(); }
std::unique_ptr<Stage> groupStage() { return std::make_unique<Groups>(); }
std::unique_ptr<Stage> kernelStage() { return std::make_unique<Kernels>(); }

}  // namespace omegascope
