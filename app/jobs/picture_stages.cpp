// The stages of pictures of all cards: attention maps, and the clouds of estimates over draws.
#include <algorithm>
#include <numeric>

#include "diagnostics/bias_variance.h"
#include "diagnostics/draws.h"
#include "diagnostics/subspace.h"
#include "estimators/registry.h"
#include "jobs/explorer.h"
#include "jobs/rows.h"
#include "jobs/stage.h"
#include "run/sampled_map.h"
#include "run/some_queries.h"

namespace omegascope {

namespace {

struct MapKey {
  RequestKey request;
  int side = 0;
  int around = -1;  // a query; −1: rows are pooled
  bool operator==(const MapKey&) const = default;
};

class Maps : public StageOf<MapKey, MapImage> {
 public:
  Maps() : StageOf(Work::maps) {}

  std::vector<Item> asked(const Scene& scene) const override {
    std::vector<Item> items;
    for (const AskedCard& card : scene.cards)
      if (scene.isAlive(card.id()) && !scene.isOfSample(*card.request))
        items.push_back({card.id(), keyOf(scene, card), scene.fresh(card.id()) != nullptr});
    return items;
  }

  Takes takes(const Scene& scene, const MapKey& key) const override {
    omega::Sizes pooled = scene.sizes();
    pooled.Dv = std::min<omega::Index>(pooled.M, key.side);  // its values are the blocks of keys
    const omega::EstimatorInfo& info = omega::find_estimator(key.request->method).info;
    const double tokens = 2 * static_cast<double>(pooled.N) + static_cast<double>(pooled.M);
    const auto atOnce = static_cast<double>(
        info.traits(key.request->options).linear ? std::min(pooled.Dv, omega::kBlocksAtOnce) : pooled.Dv);
    return {scene.speed.seconds(info.cost({pooled, key.request->options, key.request->given})), 0,
            4.0 * atOnce * tokens};
  }

  MapImage make(Scene& scene, const MapKey& key) override {
    omega::Progress progress = scene.progress();
    if (key.around < 0) return {.map = omega::pooled_map(*key.request, 0, key.side, {&progress, 0})};
    const omega::Index first = key.around - kRowsAround;
    return {.map = omega::pooled_rows(*key.request, 0, first, 2 * kRowsAround + 1, key.side, {&progress, 0})};
  }

  void show(Scene& scene) override {
    scene.snapshot.mapMemory = scene.tooMuch;
    scene.snapshot.maps.clear();
    const std::vector<Item> items = asked(scene);
    for (const AskedCard& card : scene.cards)
      if (!card.request || !scene.isOfSample(*card.request))
        if (auto map = ofCard(scene, card.id(), items, scene.last ? &scene.last->maps : nullptr))
          scene.snapshot.maps.push_back(std::move(*map));
  }

 private:
  static MapKey keyOf(const Scene& scene, const AskedCard& card) {
    MapKey key{{card.single}, scene.request.mapSide, -1};  // the truth's is that of softmax's card
    const omega::Sizes& sizes = scene.sizes();
    switch (scene.asks().detail) {
      case MapDetail::pooled: break;
      case MapDetail::every:
        if (!scene.tooMuch) key.side = static_cast<int>(std::max(sizes.N, sizes.M));
        break;
      case MapDetail::around: key.around = std::min(scene.request.around, static_cast<int>(sizes.N) - 1); break;
    }
    return key;
  }
};

/// Which map of exact attention a card asks for.
struct ExactKey {
  std::shared_ptr<const omega::Sequence> head;
  double scale = 0;
  bool causal = false;
  int side = 0, around = -1;
  bool operator==(const ExactKey&) const = default;
};

/// Exact attention of a long sequence: from some rows of each cell at first, then from more, until the map is whole or
/// no colour would change. What is there is shown meanwhile, and says how much of it is.
class ExactMaps : public Stage {
 public:
  ExactMaps() : Stage(Work::maps) {}

  std::vector<Missing> missing(const Scene& scene) override {
    std::vector<Missing> all;
    std::vector<ExactKey> keys;
    for (const AskedCard* card : cardsOf(scene)) {
      const ExactKey key = keyOf(scene, *card);
      if (std::find(keys.begin(), keys.end(), key) != keys.end()) continue;
      keys.push_back(key);
      const Kept* kept = keptOf(key);
      if (kept == nullptr || !kept->isDone) all.push_back({this, card->id(), takes(scene, kept), true});
    }
    return all;
  }

  void compute(Scene& scene, int card) override {
    const AskedCard* asked = nullptr;
    for (const AskedCard* one : cardsOf(scene))
      if (one->id() == card) asked = one;
    if (asked == nullptr) return;
    const ExactKey key = keyOf(scene, *asked);
    Kept fresh = keptOf(key) ? *keptOf(key) : Kept{key, nullptr, {}, {}, false};
    try {
      omega::with_memory_for("", [&] { goOn(fresh, scene.progress()); });
    } catch (const omega::Cancelled&) {
      throw;
    } catch (const std::exception& error) {
      fresh.error = windowWords(error.what());
      fresh.isDone = true;
    }
    forget(scene);
    std::erase_if(m_kept, [&](const Kept& old) { return old.key == key; });
    m_kept.push_back(std::move(fresh));
  }

  /// Into the list of maps, which the stage of the other cards has begun.
  void show(Scene& scene) override {
    for (const AskedCard* card : cardsOf(scene)) {
      const Kept* kept = keptOf(keyOf(scene, *card));
      if (kept != nullptr && !kept->error.empty()) scene.fail(kept->error);
      const MapImage* before = scene.last && scene.isSameMethod(card->id()) ? scene.last->map(card->id()) : nullptr;
      if (kept != nullptr && kept->error.empty()) {
        scene.snapshot.maps.push_back({card->id(), kept->map, false});
      } else if (kept == nullptr && before != nullptr) {
        scene.snapshot.maps.push_back({card->id(), before->map, true});
        scene.snapshot.old.insert(work());
      }
    }
  }

  void forgetFailures() override {
    std::erase_if(m_kept, [](const Kept& kept) { return !kept.error.empty(); });
  }

 private:
  struct Kept {
    ExactKey key;
    std::shared_ptr<const omega::SampledMap> rows;  // null where single rows are shown
    omega::PooledMap map;
    std::string error;
    bool isDone = false;
  };
  // Of 256 colours a step; and so many rows of each cell at once, that what is there is soon shown.
  static constexpr double kStepOfColour = 1.0 / 256;
  static constexpr omega::Index kMostAtOnce = 4;

  static std::vector<const AskedCard*> cardsOf(const Scene& scene) {
    std::vector<const AskedCard*> cards;
    for (const AskedCard& card : scene.cards)
      if (scene.sample && card.request && scene.isExact(*card.request)) cards.push_back(&card);
    return cards;
  }
  static ExactKey keyOf(const Scene& scene, const AskedCard& card) {
    ExactKey key{scene.head, omega::scale_of(*card.request), card.request->options.is_causal(), scene.request.mapSide};
    if (scene.asks().detail == MapDetail::around)
      key.around = std::min(scene.request.around, static_cast<int>(scene.sizes().N) - 1);
    if (scene.asks().detail == MapDetail::every && !scene.tooMuch)
      key.side = static_cast<int>(std::max(scene.sizes().N, scene.sizes().M));
    return key;
  }
  const Kept* keptOf(const ExactKey& key) const {
    const auto found = std::find_if(m_kept.begin(), m_kept.end(), [&](const Kept& kept) { return kept.key == key; });
    return found == m_kept.end() ? nullptr : &*found;
  }
  /// Nobody asks for these any more.
  void forget(const Scene& scene) {
    std::vector<ExactKey> keys;
    for (const AskedCard* card : cardsOf(scene)) keys.push_back(keyOf(scene, *card));
    std::erase_if(m_kept,
                  [&](const Kept& kept) { return std::find(keys.begin(), keys.end(), kept.key) == keys.end(); });
  }
  /// The rows there are count, too: what is nearly whole gives way to what is not there at all.
  static Takes takes(const Scene& scene, const Kept* kept) {
    const omega::Sizes& sizes = scene.sizes();
    const double known = kept && kept->rows ? static_cast<double>(kept->rows->taken()) : 0;
    const double rows = std::min(static_cast<double>(sizes.N), (known + 1) * scene.request.mapSide);
    const double pairs = rows * static_cast<double>(sizes.M);
    return {scene.speed.seconds({2 * pairs * static_cast<double>(sizes.D + 1), pairs, 0}), 0, 0};
  }

  static void goOn(Kept& kept, const omega::Progress& progress) {
    const ExactKey& key = kept.key;
    const omega::Sizes& sizes = key.head->sizes;
    if (key.around >= 0 || sizes.N <= key.side) {
      kept.map.col_pool = (sizes.M + key.side - 1) / key.side;
      kept.map.first_row = std::max<omega::Index>(0, key.around - kRowsAround);
      const omega::Index count = key.around < 0 ? sizes.N : 2 * kRowsAround + 1;
      std::vector<omega::Index> rows(static_cast<std::size_t>(std::min(count, sizes.N - kept.map.first_row)));
      std::iota(rows.begin(), rows.end(), kept.map.first_row);
      kept.map.values = omega::exact_map_rows(*key.head, rows, key.scale, key.causal, kept.map.col_pool, progress);
      kept.isDone = true;
      return;
    }
    auto rows = kept.rows ? std::make_shared<omega::SampledMap>(*kept.rows)
                          : std::make_shared<omega::SampledMap>(key.head, key.scale, key.causal, key.side);
    rows->take(std::clamp<omega::Index>(rows->taken(), 1, kMostAtOnce), progress);
    kept.map = rows->map();
    kept.isDone = rows->is_whole() || rows->error() < kStepOfColour;
    kept.rows = std::move(rows);
  }

  std::vector<Kept> m_kept;
};

struct CloudKey {
  RequestKey request;
  int query = 0, draws = 0;
  bool operator==(const CloudKey&) const = default;
};

class Clouds : public StageOf<CloudKey, OutputCloud> {
 public:
  Clouds() : StageOf(Work::clouds) {}

  std::vector<Item> asked(const Scene& scene) const override {
    std::vector<Item> items;
    const int query = scene.snapshot.query, draws = scene.request.document->outputDraws;
    if (query < 0 || draws < 2) return items;
    for (const AskedCard& card : scene.cards) {
      const int id = card.id();
      if (isTruth(id) || !card.request || !scene.isAlive(id)) continue;
      const int truth = truthOf(*card.request);
      if (scene.isAlive(truth))
        items.push_back(
            {id, {{card.request}, query, draws}, scene.fresh(id) != nullptr && scene.fresh(truth) != nullptr});
    }
    return items;
  }

  Takes takes(const Scene& scene, const CloudKey& key) const override {
    const omega::EstimatorInfo& info = omega::find_estimator(key.request->method).info;
    omega::Sizes sizes = scene.sizes();
    if (scene.isOfSample(*key.request)) sizes.N = scene.sample->count() + 1;
    const double once = scene.speed.seconds(info.cost({sizes, key.request->options, key.request->given}));
    return {(info.traits(key.request->options).deterministic ? 1 : key.draws) * once, 0, 0};
  }

  OutputCloud make(Scene& scene, const CloudKey& key) override {
    const CardResult& exact = *scene.fresh(truthOf(*key.request));
    const omega::Truth truth{exact.result->at("y"), exact.sample};
    const omega::Traits traits = omega::find_estimator(key.request->method).info.traits(key.request->options);
    OutputCloud cloud;
    cloud.query = key.query;
    cloud.deterministic = traits.deterministic;
    omega::BiasVariance accumulated(truth.weighted(truth.y));
    omega::Request request = *key.request;
    request.want = {{"y"}};
    if (!cloud.deterministic) omega::drop_noise(request);
    for (int draw = 0; draw < (cloud.deterministic ? 1 : key.draws); ++draw) {
      request.stream.draw = key.request->stream.draw + static_cast<std::uint32_t>(draw);
      const auto [taken, own] = drawOf(scene, request, key.query, truth);
      accumulated.add(draw, truth.weighted(taken));
      cloud.y.insert(cloud.y.end(), own.begin(), own.end());
    }
    cloud.summary = accumulated.summary();
    cloud.verdict = omega::bias_verdict(cloud.summary, traits);
    if (truth.sample) {
      cloud.queries = truth.sample->count();
      omega::add_error_of_queries(cloud.summary, accumulated, *truth.sample);
    }
    const auto dims = static_cast<omega::Index>(truth.y.shape().back());
    omega::Moments moments =
        omega::moments_of({cloud.y.data(), static_cast<omega::Index>(cloud.y.size()) / dims, dims});
    cloud.mean = std::move(moments.mean);
    cloud.covariance = flat(moments.covariance);
    return cloud;
  }

  void show(Scene& scene) override { showCards(scene, &Snapshot::clouds); }

 private:
  /// One draw of the queries that the truth is of, and of the shown one.
  static std::pair<omega::Array, std::vector<double>> drawOf(Scene& scene, const omega::Request& request, int query,
                                                             const omega::Truth& truth) {
    if (!scene.isOfSample(request)) {
      omega::Progress progress = scene.progress();
      const omega::Array y = omega::run(request, {&progress, 0}).at("y");
      return {truth.taken(y), rowOf(y, query)};
    }
    const auto yOf = [&](const std::vector<omega::Index>& rows) { return scene.runAt(request, rows).at("y"); };
    return {yOf(truth.sample->rows()), rowOf(yOf({query}), 0)};
  }
};

}  // namespace

MapMemory memoryOfEveryCell(const omega::Sizes& sizes, std::size_t maps) {
  const double N = static_cast<double>(sizes.N), M = static_cast<double>(sizes.M);
  // float32: the cells; the unit values and the output of the run that is under way; the copy that is coloured.
  return {4 * (static_cast<double>(maps) * N * M + M * M + 2 * N * M),
          static_cast<double>(omega::memory::available_bytes())};
}

void addPictureStages(StageTable& table) { addStages<Maps, ExactMaps, Clouds>(table); }

}  // namespace omegascope
