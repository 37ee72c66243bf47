// The stages that come first: what every card estimates, and how far that is from softmax.
#include "core/error.h"
#include "diagnostics/error_metrics.h"
#include "estimators/registry.h"
#include "jobs/rows.h"
#include "jobs/stage.h"
#include "run/runner.h"

namespace omegascope {

namespace {

class Estimates : public StageOf<RequestKey, CardResult> {
 public:
  Estimates() : StageOf(Work::estimates) {}

  std::vector<Item> asked(const Scene& scene) const override {
    std::vector<Item> items;
    for (const AskedCard& card : scene.cards)
      if (card.request) items.push_back({card.id(), {card.request}});
    return items;
  }

  Takes takes(const Scene& scene, const RequestKey& key) const override {
    constexpr double kTimesOfDouble = 2;
    const omega::EstimatorInfo& info = omega::find_estimator(key->method).info;
    const omega::Problem problem{scene.sizes(), key->options, key->given};
    const bool isDouble = key->precision == omega::Precision::f64;
    Takes takes{(isDouble ? kTimesOfDouble : 1) * scene.speed.seconds(info.cost(problem)), 0, 0};
    for (const omega::OutputSpec& output : info.outputs(problem))
      if (key->want->count(output.name) != 0)
        takes.bytes += (isDouble ? 8.0 : 4.0) * static_cast<double>(omega::element_count(output.shape));
    return takes;
  }

  CardResult make(Scene& scene, const RequestKey& key) override {
    CardResult fresh;
    fresh.request = key.request;
    try {
      omega::Progress progress = scene.progress();
      fresh.result = std::make_shared<const omega::Result>(omega::run(*key, {&progress, 0}));
      fresh.cost = omega::find_estimator(key->method).info.cost({scene.sizes(), key->options, key->given});
      if (key->precision == omega::Precision::f32) scene.speed.learn(fresh.cost, fresh.result->stats.milliseconds);
    } catch (const omega::Cancelled&) {
      throw;
    } catch (const std::exception& error) {  // its card says it
      fresh.error = windowWords(error.what());
    }
    return fresh;
  }

  void show(Scene& scene) override {
    Snapshot& now = scene.snapshot;
    now.cards.clear();
    const std::vector<Item> items = asked(scene);
    for (const AskedCard& card : scene.cards) {
      std::optional<CardResult> result =
          ofCard(scene, card.id(), items, scene.isSameHead() ? &scene.last->cards : nullptr);
      if (result && result->isOld && !result->result) result.reset();
      if (!card.request) {
        result.emplace();
        result->card = card.id();
        result->error = card.error;
      }
      if (result && isTruth(card.id()))
        (card.id() == kTruth ? scene.truth : scene.causalTruth) =
            std::make_shared<const CardResult>(std::move(*result));
      else if (result)
        now.cards.push_back(std::move(*result));
    }
    if (!scene.truth) return;
    if (!scene.truth->error.empty()) scene.fail(scene.truth->error);
    if (scene.truth->result && now.query >= 0) now.truth = rowOf(scene.truth->result->at("y"), now.query);
  }
};

struct Compared {
  std::shared_ptr<const omega::Result> own, truth;
  bool operator==(const Compared&) const = default;
};

class Errors : public StageOf<Compared, omega::ErrorMetrics> {
 public:
  Errors() : StageOf(Work::estimates) {}

  std::vector<Item> asked(const Scene& scene) const override {
    std::vector<Item> items;
    for (const CardResult& card : scene.snapshot.cards)
      if (const CardResult* own = scene.fresh(card.card))
        if (const CardResult* truth = scene.fresh(truthOf(*own->request)))
          items.push_back({card.card, {own->result, truth->result}});
    return items;
  }

  omega::ErrorMetrics make(Scene&, const Compared& key) override {
    return omega::error_metrics(key.own->at("y"), key.truth->at("y"));
  }

  void show(Scene& scene) override {
    for (const Item& item : asked(scene))
      if (const omega::ErrorMetrics* metrics = shown(scene, item))
        for (CardResult& card : scene.snapshot.cards)
          if (card.card == item.card) card.metrics = *metrics;
  }
};

}  // namespace

void addEstimateStages(StageTable& table) { addStages<Estimates, Errors>(table); }

}  // namespace omegascope
