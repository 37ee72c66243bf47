// The stages of pictures of all cards: attention maps, and the clouds of estimates over draws.
#include <algorithm>
#include <numeric>

#include "diagnostics/bias_variance.h"
#include "diagnostics/draws.h"
#include "diagnostics/subspace.h"
#include "jobs/explorer.h"
#include "jobs/rows.h"
#include "jobs/stage.h"
#include "run/pooled_map.h"
#include "run/some_queries.h"

namespace omegascope {

MapKey mapKeyOf(const Scene& scene, const AskedCard& card) {
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

namespace {

bool hasFirstMap(const MapKey& key) { return key.around < 0 && omega::has_first_map(*key.request, key.side); }

/// Maps of a linear method on a long sequence with columns joined, before each has its own values.
class FirstMaps : public StageOf<MapKey, omega::PooledMap> {
 public:
  FirstMaps() : StageOf(Work::maps) {}

  std::vector<Item> asked(const Scene& scene) const override {
    std::vector<Item> items;
    for (const AskedCard& card : scene.cards)
      if (scene.isAlive(card.id()) && hasFirstMap(mapKeyOf(scene, card)))
        items.push_back({card.id(), mapKeyOf(scene, card), scene.fresh(card.id()) != nullptr});
    return items;
  }

  Takes takes(const Scene& scene, const MapKey& key) const override {
    omega::Sizes pooled = scene.sizes();
    pooled.Dv = omega::kBlocksAtOnce;
    return {scene.secondsOf(*key.request, pooled), 0,
            4.0 * static_cast<double>(pooled.Dv) * static_cast<double>(pooled.N + pooled.M)};
  }

  omega::PooledMap make(Scene& scene, const MapKey& key) override {
    return omega::first_map(*key.request, 0, key.side, scene.context());
  }

  /// What fails here fails in more parts, too, and is told there.
  void show(Scene& scene) override { scene.firstMaps = known(scene); }
};

class Maps : public StageOf<MapKey, MapImage> {
 public:
  Maps() : StageOf(Work::maps) {}

  std::vector<Item> asked(const Scene& scene) const override {
    std::vector<Item> items;
    for (const AskedCard& card : scene.cards) {
      if (!scene.isAlive(card.id()) || !isMadeHere(scene, *card.request)) continue;
      const MapKey key = mapKeyOf(scene, card);
      items.push_back({card.id(), key, scene.fresh(card.id()) != nullptr, hasFirstMap(key)});
    }
    return items;
  }

  Takes takes(const Scene& scene, const MapKey& key) const override {
    omega::Sizes pooled = scene.sizes();
    const bool isOfFeatures = omega::has_pooled_features(*key.request, key.side);
    // The run has a value for each block of keys, or none.
    pooled.Dv = isOfFeatures ? 0 : std::min<omega::Index>(pooled.M, key.side);
    const double tokens = 2 * static_cast<double>(pooled.N) + static_cast<double>(pooled.M);
    const auto atOnce = static_cast<double>(
        omega::traits_of(*key.request).linear ? std::min(pooled.Dv, omega::kBlocksAtOnce) : pooled.Dv);
    return {scene.secondsOf(*key.request, pooled), 0, 4.0 * atOnce * tokens};
  }

  MapImage make(Scene& scene, const MapKey& key) override {
    if (key.around < 0) return {.map = omega::pooled_map(*key.request, 0, key.side, scene.context())};
    const omega::Index first = key.around - kRowsAround;
    return {.map = omega::pooled_rows(*key.request, 0, first, 2 * kRowsAround + 1, key.side, scene.context())};
  }

  void show(Scene& scene) override {
    scene.snapshot.mapMemory = scene.tooMuch;
    scene.snapshot.maps.clear();
    const std::vector<Item> items = asked(scene);
    for (const AskedCard& card : scene.cards) {
      if (card.request && !isMadeHere(scene, *card.request)) continue;
      const auto first = scene.firstMaps.find(card.id());
      if (first != scene.firstMaps.end() && !isTried(card.id(), items))
        scene.snapshot.maps.push_back({card.id(), first->second, false});
      else if (auto map = ofCard(scene, card.id(), items, scene.last ? &scene.last->maps : nullptr))
        scene.snapshot.maps.push_back(std::move(*map));
    }
  }

 private:
  /// Others are made row by row (row_map_stage.cpp), or not at all.
  static bool isMadeHere(const Scene& scene, const omega::Request& request) {
    return !scene.isOfSample(request) && omega::has_pooled_map(request);
  }
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
      const int truth = scene.snapshot.truthOf(*card.request);
      if (scene.isAlive(truth))
        items.push_back(
            {id, {{card.request}, query, draws}, scene.fresh(id) != nullptr && scene.fresh(truth) != nullptr});
    }
    return items;
  }

  Takes takes(const Scene& scene, const CloudKey& key) const override {
    omega::Sizes sizes = scene.sizes();
    if (scene.isOfSample(*key.request) || scene.isGlanced(*key.request)) sizes.N = scene.sample->count() + 1;
    return {(omega::traits_of(*key.request).deterministic ? 1 : key.draws) * scene.secondsOf(*key.request, sizes), 0,
            0};
  }

  OutputCloud make(Scene& scene, const CloudKey& key) override {
    const CardResult& exact = *scene.fresh(scene.snapshot.truthOf(*key.request));
    const omega::Truth truth{exact.result->at("y"), exact.sample};
    const omega::Traits traits = omega::traits_of(*key.request);
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
    const auto yOf = [&](const std::vector<omega::Index>& rows) { return scene.runAt(request, rows).at("y"); };
    if (!scene.isOfSample(request) && !scene.isGlanced(request)) {
      const omega::Array y = omega::run(request, scene.context()).at("y");
      return {truth.taken(y), rowOf(y, query)};
    }
    std::vector<omega::Index> rows = truth.sample->rows(), places(rows.size());
    if (scene.isExact(request)) return {yOf(rows), rowOf(yOf({query}), 0)};  // rows must rise, for causal attention
    std::iota(places.begin(), places.end(), omega::Index{0});
    rows.push_back(query);
    const omega::Array y = yOf(rows);
    return {omega::rows_of_heads(y, places), rowOf(y, static_cast<omega::Index>(places.size()))};
  }
};

}  // namespace

MapMemory memoryOfEveryCell(const omega::Sizes& sizes, std::size_t maps) {
  const double N = static_cast<double>(sizes.N), M = static_cast<double>(sizes.M);
  // float32: the cells; the unit values and the output of the run that is under way; the copy that is coloured.
  return {4 * (static_cast<double>(maps) * N * M + M * M + 2 * N * M),
          static_cast<double>(omega::memory::available_bytes())};
}

void addPictureStages(StageTable& table) {
  addStages<FirstMaps, Maps>(table);
  addRowMapStage(table);
  addStages<Clouds>(table);
}

}  // namespace omegascope
