// The stage of maps of long sequences that are made row by row, and are there in part before they are whole.
#include <algorithm>
#include <numeric>

#include "core/out_of_memory.h"
#include "jobs/explorer.h"
#include "jobs/stage.h"
#include "model/window_words.h"
#include "run/sampled_map.h"
#include "run/some_queries.h"

namespace omegascope {

namespace {

/// Maps of a long sequence that are made row by row, exact attention first of all: from some rows of each cell at
/// first, then from more, until the map is whole or no colour would change. Meanwhile it shows what is there, and says
/// how much of the map that is.
class RowMaps : public Stage {
 public:
  RowMaps() : Stage(Work::maps) {}

  std::vector<Missing> missing(const Scene& scene) override {
    std::vector<Missing> all;
    std::vector<MapKey> keys;
    for (const AskedCard* card : cardsOf(scene)) {
      const MapKey key = keyOf(scene, *card);
      if (std::find(keys.begin(), keys.end(), key) != keys.end()) continue;
      keys.push_back(key);
      const Kept* kept = keptOf(key);
      if (kept != nullptr && kept->isDone) continue;
      // Rows that are there count: what is nearly whole gives way to what is not there at all.
      const omega::Index there = kept && kept->rows ? kept->rows->taken() : 0;
      all.push_back({this, card->id(), {secondsOfRows(scene, key, kept ? kept->left : 1), 0, 0}, true});
      all.back().turn = secondsOfRows(scene, key, there + 1);
      all.back().isFiner = there > 0;
    }
    return all;
  }

  void compute(Scene& scene, int card) override {
    const AskedCard* asked = nullptr;
    for (const AskedCard* one : cardsOf(scene))
      if (one->id() == card) asked = one;
    if (asked == nullptr) return;
    const MapKey key = keyOf(scene, *asked);
    Kept fresh = keptOf(key) ? *keptOf(key) : Kept{key, nullptr, {}, {}, false};
    try {
      omega::with_memory_for("", [&] { goOn(scene, fresh); });
    } catch (const omega::Cancelled&) {
      throw;
    } catch (const std::exception& error) {
      fresh.error = windowWords(error.what());
      fresh.isDone = true;
    }
    dropUnasked(scene);
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
  void forget() override { m_kept.clear(); }

 private:
  struct Kept {
    MapKey key;
    std::shared_ptr<const omega::SampledMap> rows;  // null where single rows are shown
    omega::PooledMap map;
    std::string error;
    bool isDone = false;
    omega::Index left = 1;  // rows of each cell; how many they will be only those that are there tell
  };
  // A step of 256 colours; and few rows of each cell at once, so that what is there is soon shown.
  static constexpr double kStepOfColour = 1.0 / 256;
  static constexpr omega::Index kMostAtOnce = 4;

  static std::vector<const AskedCard*> cardsOf(const Scene& scene) {
    std::vector<const AskedCard*> cards;
    for (const AskedCard& card : scene.cards)
      if (card.request && scene.isOfSample(*card.request) && (scene.isExact(*card.request) || scene.isAlive(card.id())))
        cards.push_back(&card);
    return cards;
  }
  static MapKey keyOf(const Scene& scene, const AskedCard& card) {
    MapKey key = mapKeyOf(scene, card);
    if (scene.isExact(*card.request))
      for (const AskedCard& truth : scene.cards)
        if (truth.id() == scene.snapshot.truthOf(*card.request)) key.request = {truth.single};
    return key;
  }
  const Kept* keptOf(const MapKey& key) const {
    const auto found = std::find_if(m_kept.begin(), m_kept.end(), [&](const Kept& kept) { return kept.key == key; });
    return found == m_kept.end() ? nullptr : &*found;
  }
  /// Drops what nobody asks for any more.
  void dropUnasked(const Scene& scene) {
    std::vector<MapKey> keys;
    for (const AskedCard* card : cardsOf(scene)) keys.push_back(keyOf(scene, *card));
    std::erase_if(m_kept,
                  [&](const Kept& kept) { return std::find(keys.begin(), keys.end(), kept.key) == keys.end(); });
  }
  static double secondsOfRows(const Scene& scene, const MapKey& key, omega::Index ofEachCell) {
    omega::Sizes sizes = scene.sizes();
    sizes.N = std::min(sizes.N, ofEachCell * omega::blocks_of(sizes.N, omega::blocks_of(sizes.N, key.side)));
    sizes.Dv = 1;
    return scene.secondsOf(*key.request, sizes);
  }

  static void goOn(const Scene& scene, Kept& kept) {
    const MapKey& key = kept.key;
    const omega::Request& request = *key.request;
    const bool isExact = scene.isExact(request);
    const omega::PooledRowsOf source =
        isExact ? omega::exact_rows_of(scene.head, omega::scale_of(request), request.options.is_causal())
                : omega::estimated_rows_of(request);
    const omega::Progress& progress = scene.progress();
    const omega::Sizes& sizes = request.sequence->sizes;
    if (key.around >= 0 || sizes.N <= key.side) {
      kept.map.col_pool = omega::blocks_of(sizes.M, key.side);
      kept.map.first_row = std::max<omega::Index>(0, key.around - kRowsAround);
      const omega::Index count = key.around < 0 ? sizes.N : 2 * kRowsAround + 1;
      std::vector<omega::Index> rows(static_cast<std::size_t>(std::min(count, sizes.N - kept.map.first_row)));
      std::iota(rows.begin(), rows.end(), kept.map.first_row);
      kept.map.values = source(rows, kept.map.col_pool, progress);
      kept.isDone = true;
      return;
    }
    auto rows = kept.rows ? std::make_shared<omega::SampledMap>(*kept.rows)
                          : std::make_shared<omega::SampledMap>(sizes, source, key.side);
    rows->take(std::clamp<omega::Index>(rows->taken(), 1, kMostAtOnce), progress);
    kept.map = rows->map();
    // The colours reach the largest exact value, but no estimated rows that are outliers.
    kept.isDone = rows->is_whole() || rows->error(!isExact) < kStepOfColour;
    if (rows->taken() > 1) kept.left = rows->more_for(kStepOfColour, !isExact);
    kept.rows = std::move(rows);
  }

  std::vector<Kept> m_kept;
};

}  // namespace

void addRowMapStage(StageTable& table) { addStages<RowMaps>(table); }

}  // namespace omegascope
