// The stages that come first: what every card estimates, and how far that is from softmax.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/error.h"
#include "diagnostics/error_metrics.h"
#include "jobs/rows.h"
#include "jobs/stage.h"
#include "run/some_queries.h"

namespace omegascope {

namespace {

double essOf(const omega::Result& result, const omega::QuerySample* sample = nullptr) {
  return result.has("ess") ? omega::mean_ess(result.at("ess"), sample) : CardResult::kUnknown;
}

struct GlanceKey {
  RequestKey request;
  int query = -1;
  bool operator==(const GlanceKey&) const = default;
};

/// The shown query of a long sequence by itself, with all its numbers. Where other queries add next to nothing, those
/// of the sample are estimated along with it: a drag shows these, and they stay until all queries are there.
class Glances : public StageOf<GlanceKey, Glance> {
 public:
  Glances() : StageOf(Work::estimates) {}

  std::vector<Item> asked(const Scene& scene) const override {
    std::vector<Item> items;
    for (const AskedCard& card : scene.cards) {
      if (!card.request || isTruth(card.id())) continue;
      const bool isGlanced = scene.isGlanced(*card.request);
      if (isGlanced || (scene.isOfSample(*card.request) && scene.snapshot.query >= 0))
        items.push_back({card.id(), {{card.request}, scene.snapshot.query}});
    }
    return items;
  }

  Takes takes(const Scene& scene, const GlanceKey& key) const override {
    omega::Sizes sizes = scene.sizes();
    sizes.N = static_cast<omega::Index>(rowsOf(scene, key).size());
    return {scene.secondsOf(*key.request, sizes), 0, 0};
  }

  Glance make(Scene& scene, const GlanceKey& key) override {
    const std::vector<omega::Index> rows = rowsOf(scene, key);
    const auto result = std::make_shared<const omega::Result>(
        scene.runAt(*key.request, rows, Scene::shownOutputs(*key.request, static_cast<omega::Index>(rows.size()))));
    Glance glance;
    if (key.query >= 0) glance.own = {key.query, result, static_cast<int>(rows.size()) - 1};
    if (!scene.isGlanced(*key.request)) return glance;
    auto some = std::make_shared<omega::Result>(*result);
    std::vector<omega::Index> sampled(scene.sample->rows().size());
    std::iota(sampled.begin(), sampled.end(), omega::Index{0});
    some->outputs.insert_or_assign("y", omega::rows_of_heads(result->at("y"), sampled));
    glance.some = std::move(some);
    glance.ess = essOf(*result, scene.sample.get());
    return glance;
  }

  /// What fails here fails as an estimate of all, too, and is told there.
  void show(Scene& scene) override { scene.glances = known(scene); }

 private:
  /// The shown query comes last.
  static std::vector<omega::Index> rowsOf(const Scene& scene, const GlanceKey& key) {
    std::vector<omega::Index> rows;
    if (scene.isGlanced(*key.request)) rows = scene.sample->rows();
    if (key.query >= 0) rows.push_back(key.query);
    return rows;
  }
};

class Estimates : public StageOf<RequestKey, CardResult> {
 public:
  Estimates() : StageOf(Work::estimates) {}

  std::vector<Item> asked(const Scene& scene) const override {
    std::vector<Item> items;
    for (const AskedCard& card : scene.cards)
      if (card.request) items.push_back({card.id(), {card.request}, true, scene.isGlanced(*card.request)});
    return items;
  }

  Takes takes(const Scene& scene, const RequestKey& key) const override {
    omega::Sizes sizes = scene.sizes();
    if (scene.isOfSample(*key)) sizes.N = scene.sample->count();
    const bool isDouble = key->precision == omega::Precision::f64;
    Takes takes{(isDouble ? kTimesOfDouble : 1) * scene.secondsOf(*key, sizes), 0, 0};
    for (const omega::OutputSpec& output : omega::outputs_of(*key, sizes))
      if (key->want->count(output.name) != 0)
        takes.bytes += (isDouble ? 8.0 : 4.0) * static_cast<double>(omega::element_count(output.shape));
    return takes;
  }

  CardResult make(Scene& scene, const RequestKey& key) override {
    CardResult fresh;
    fresh.request = key.request;
    try {
      fresh.cost = omega::cost_of(*key, scene.sizes());
      if (scene.isOfSample(*key)) {
        fresh.sample = scene.sample;
        std::set<std::string> want{"y"};
        if (key->want->contains("ess")) want.insert("ess");
        fresh.result = std::make_shared<const omega::Result>(scene.runAt(*key, scene.sample->rows(), std::move(want)));
        fresh.ess = essOf(*fresh.result, scene.sample.get());
        return fresh;
      }
      fresh.result = std::make_shared<const omega::Result>(timed(scene, key));
      fresh.ess = essOf(*fresh.result);
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
      const auto glance = scene.glances.find(card.id());
      const bool hasGlance = glance != scene.glances.end();
      std::optional<CardResult> result;
      if (hasGlance && glance->second.some && !isTried(card.id(), items))
        result = ofGlance(scene, card, glance->second);
      else
        result = ofCard(scene, card.id(), items, scene.isSameHead() ? &scene.last->cards : nullptr);
      if (result && result->isOld && !result->result) result.reset();
      if (hasGlance && result && !result->isOld) {
        result->own = glance->second.own;
        if (std::isnan(result->ess)) result->ess = glance->second.ess;
      }
      if (!card.request) {
        result.emplace();
        result->card = card.id();
        result->error = card.error;
      }
      if (result && isTruth(card.id()))
        scene.truths[card.id()] = std::make_shared<const CardResult>(std::move(*result));
      else if (result)
        now.cards.push_back(std::move(*result));
    }
    for (ShownTruth& truth : now.truths)
      if (const auto found = scene.truths.find(truth.card); found != scene.truths.end())
        showTruth(scene, *found->second, truth.y);
  }

 private:
  /// A run whose time is doubtful is repeated: it gives the same numbers, and the shorter time is told.
  omega::Result timed(Scene& scene, const RequestKey& key) {
    omega::Result result = omega::run(*key, scene.context());
    if (key->precision == omega::Precision::f64) return result;  // what errors are held against shows no time
    double& milliseconds = result.stats.milliseconds;
    const double forecastMs = 1e3 * takes(scene, key).seconds;
    if (m_times.isDoubtful(key->method, milliseconds, forecastMs))
      milliseconds = std::min(milliseconds, omega::run(*key, scene.context()).stats.milliseconds);
    m_times.learn(key->method, milliseconds, forecastMs);
    return result;
  }
  static void showTruth(Scene& scene, const CardResult& exact, std::vector<double>& ofQuery) {
    if (!exact.error.empty()) scene.fail(exact.error);
    if (exact.result && !exact.sample && scene.snapshot.query >= 0)
      ofQuery = rowOf(exact.result->at("y"), scene.snapshot.query);
  }
  static CardResult ofGlance(const Scene& scene, const AskedCard& card, const Glance& glance) {
    CardResult result;
    result.card = card.id();
    result.request = card.request;
    result.result = glance.some;
    result.sample = scene.sample;
    result.cost = omega::cost_of(*card.request, scene.sizes());
    return result;
  }

  UsualTimes m_times;
};

/// Exact attention of the shown query alone, where that of all is not made: of each truth.
struct RowKey {
  RequestKey truth;
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
    std::vector<Item> items;
    if (!scene.sample || scene.snapshot.query < 0) return items;
    for (const AskedCard& card : scene.cards)
      if (isTruth(card.id()) && card.request)
        items.push_back({card.id(), {{card.request}, scene.snapshot.query, scene.request.mapSide}});
    return items;
  }

  RowOfQuery make(Scene& scene, const RowKey& key) override {
    const omega::Sequence& head = *key.truth->sequence;
    const std::vector<omega::Index> row{key.query};
    const double scale = omega::scale_of(*key.truth);
    const bool causal = key.truth->options.is_causal();
    RowOfQuery found;
    found.y = omega::exact_rows<double>(head, row, scale, causal, scene.progress()).to_vector<double>();
    found.map = {key.query, omega::blocks_of(head.sizes.M, key.side), {}};
    found.map.values =
        omega::exact_map_rows(head, row, scale, causal, found.map.col_pool, scene.progress()).to_vector<double>();
    return found;
  }

  void show(Scene& scene) override {
    for (const Item& item : asked(scene))
      for (ShownTruth& truth : scene.snapshot.truths)
        if (const RowOfQuery* row = truth.card == item.card ? shown(scene, item) : nullptr) {
          truth.y = row->y;
          truth.row = row->map;
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
        if (const CardResult* truth = scene.fresh(scene.snapshot.truthOf(*own->request)))
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

void addEstimateStages(StageTable& table) { addStages<Glances, Estimates, Rows, Errors>(table); }

}  // namespace omegascope
