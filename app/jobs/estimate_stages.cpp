// The stages that come first: what every card estimates, and how far that is from softmax.
#include <cmath>

#include "core/error.h"
#include "diagnostics/error_metrics.h"
#include "estimators/registry.h"
#include "jobs/rows.h"
#include "jobs/stage.h"
#include "run/runner.h"
#include "run/some_queries.h"

namespace omegascope {

namespace {

/// y of the sample's queries. What is exact is so in double: single sums over so many keys would show.
omega::Result ofSample(Scene& scene, const omega::Request& request) {
  const std::vector<omega::Index>& rows = scene.sample->rows();
  omega::Progress progress = scene.progress();
  if (omega::find_estimator(request.method).info.traits(request.options).query_by_query) {
    omega::Request some = omega::at_queries(request, rows);
    some.want = {{"y"}};
    return omega::run(some, {&progress, 0});
  }
  omega::Result result;
  result.outputs.emplace("y", omega::exact_rows<double>(*scene.head, rows, omega::scale_of(request),
                                                        request.options.is_causal(), progress));
  return result;
}

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
        fresh.result = std::make_shared<const omega::Result>(ofSample(scene, *key));
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

/// Exact attention of the shown query alone, where that of all is not made.
struct RowKey {
  std::shared_ptr<const omega::Sequence> head;
  int query = 0, side = 0;
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
    if (!scene.sample || scene.snapshot.query < 0) return {};
    return {{kNoCard, {scene.head, scene.snapshot.query, scene.request.mapSide}}};
  }

  RowOfQuery make(Scene& scene, const RowKey& key) override {
    const omega::Sizes& sizes = scene.sizes();
    const std::vector<omega::Index> row{key.query};
    const double scale = 1 / std::sqrt(static_cast<double>(sizes.D));
    RowOfQuery found;
    found.y = omega::exact_rows<double>(*key.head, row, scale, false, scene.progress()).to_vector<double>();
    found.map = {key.query, (sizes.M + key.side - 1) / key.side, {}};
    found.map.values =
        omega::exact_map_rows(*key.head, row, scale, false, found.map.col_pool, scene.progress()).to_vector<double>();
    return found;
  }

  void show(Scene& scene) override {
    scene.snapshot.exactRow.reset();
    const std::vector<Item> items = asked(scene);
    const RowOfQuery* row = items.empty() ? nullptr : shown(scene, items.front());
    if (row == nullptr) return;
    scene.snapshot.truth = row->y;
    scene.snapshot.exactRow = row->map;
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
