// The stages that come first: what every card estimates, and how far that is from softmax.
#include "core/error.h"
#include "diagnostics/error_metrics.h"
#include "estimators/registry.h"
#include "jobs/rows.h"
#include "jobs/stage.h"
#include "run/runner.h"
#include "run/some_queries.h"

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
    omega::Sizes sizes = scene.sizes();
    if (scene.isOfSample(*key)) sizes.N = scene.sample->count();
    const omega::Problem problem{sizes, key->options, key->given};
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
      fresh.cost = omega::find_estimator(key->method).info.cost({scene.sizes(), key->options, key->given});
      if (scene.isOfSample(*key)) {
        fresh.sample = scene.sample;
        fresh.result = std::make_shared<const omega::Result>(scene.runAt(*key, scene.sample->rows()));
        return fresh;
      }
      omega::Progress progress = scene.progress();
      fresh.result = std::make_shared<const omega::Result>(omega::run(*key, {&progress, 0}));
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
    if (scene.truth->result && !scene.truth->sample && now.query >= 0)
      now.truth = rowOf(scene.truth->result->at("y"), now.query);
  }
};

/// The shown query alone, where not all queries are computed.
struct RowKey {
  RequestKey request;
  int query = 0, side = 0;  // side: of the map that a row is pooled for; 0 for no map
  bool operator==(const RowKey&) const = default;
};

struct RowOfQuery {
  std::vector<double> y;
  ExactRow map;
};

class Rows : public StageOf<RowKey, RowOfQuery> {
 public:
  Rows() : StageOf(Work::estimates) {}

  std::vector<Item> asked(const Scene& scene) const override {
    std::vector<Item> items;
    if (!scene.sample || scene.snapshot.query < 0) return items;
    for (const AskedCard& card : scene.cards)
      if (card.id() != kCausalTruth && card.request && scene.isOfSample(*card.request))
        items.push_back(
            {card.id(), {{card.request}, scene.snapshot.query, card.id() == kTruth ? scene.request.mapSide : 0}});
    return items;
  }

  Takes takes(const Scene& scene, const RowKey& key) const override {
    omega::Sizes one = scene.sizes();
    one.N = 1;
    const omega::EstimatorInfo& info = omega::find_estimator(key.request->method).info;
    return {scene.speed.seconds(info.cost({one, key.request->options, key.request->given})), 0, 0};
  }

  RowOfQuery make(Scene& scene, const RowKey& key) override {
    const std::vector<omega::Index> query{key.query};
    RowOfQuery found{scene.runAt(*key.request, query).at("y").to_vector<double>(), {}};
    if (key.side == 0) return found;
    const omega::Index pool = (scene.sizes().M + key.side - 1) / key.side;
    found.map = {key.query, pool,
                 omega::exact_map_rows(*scene.head, query, omega::scale_of(*key.request), false, pool, scene.progress())
                     .to_vector<double>()};
    return found;
  }

  void show(Scene& scene) override {
    scene.snapshot.exactRow.reset();
    for (const Item& item : asked(scene)) {
      const RowOfQuery* row = shown(scene, item);
      if (row == nullptr) continue;
      if (item.card == kTruth) {
        scene.snapshot.truth = row->y;
        scene.snapshot.exactRow = row->map;
      }
      for (CardResult& card : scene.snapshot.cards)
        if (card.card == item.card && !card.isOld) {
          card.query = item.key.query;
          card.row = row->y;
        }
    }
  }
};

struct Compared {
  std::shared_ptr<const omega::Result> own, truth;
  std::shared_ptr<const omega::QuerySample> sample;
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
          items.push_back({card.card, {own->result, truth->result, truth->sample}});
    return items;
  }

  omega::ErrorMetrics make(Scene&, const Compared& key) override {
    return omega::error_metrics(key.own->at("y"), omega::Truth{key.truth->at("y"), key.sample});
  }

  void show(Scene& scene) override {
    for (const Item& item : asked(scene))
      if (const omega::ErrorMetrics* metrics = shown(scene, item))
        for (CardResult& card : scene.snapshot.cards)
          if (card.card == item.card) card.metrics = *metrics;
  }
};

}  // namespace

void addEstimateStages(StageTable& table) { addStages<Estimates, Rows, Errors>(table); }

}  // namespace omegascope
