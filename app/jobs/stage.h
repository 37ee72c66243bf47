// Stage: a row of the table that makes a picture. It says which of its items are asked for, each with a key by which it
// is recognised, and how an item is computed. What it made stays until another key of the same card takes its place.
//
// Stages know each other only by what they put into the scene: what needs a result that is not there yet asks for
// nothing until it is. So what is slow or fails holds back only what is made of it.
#pragma once

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/error.h"
#include "core/out_of_memory.h"
#include "jobs/scene.h"
#include "model/window_words.h"

namespace omegascope {

/// How much longer double precision takes than single.
inline constexpr double kTimesOfDouble = 2;

/// What one item takes: `bytes` stay, `passing` are needed while it is computed.
struct Takes {
  double seconds = 0, bytes = 0, passing = 0;
};

class Stage {
 public:
  /// An item that is asked for and has not been tried yet.
  struct Missing {
    Stage* stage;
    int card;
    Takes takes;
    bool isReady;                     // what it is made of is there
    bool isMore = false;              // of what is there already
    std::optional<double> turn = {};  // seconds by which its turn comes, where that is not what it takes
    bool isFiner = false;             // of what is shown, and grows step by step: nobody is asked about that
  };

  explicit Stage(Work work) : m_work(work) {}
  virtual ~Stage() = default;
  Stage(const Stage&) = delete;
  Stage& operator=(const Stage&) = delete;

  Work work() const { return m_work; }
  virtual std::vector<Missing> missing(const Scene& scene) = 0;
  /// Keeps what it makes, or why it could not. Throws nothing but Cancelled.
  virtual void compute(Scene& scene, int card) = 0;
  /// Puts what is there into the snapshot, and for what is not, what was shown before where that may stay.
  virtual void show(Scene& scene) = 0;
  /// What failed may be tried again.
  virtual void forgetFailures() = 0;
  /// Another head is shown: nothing that was made is asked for again.
  virtual void forget() = 0;

 private:
  Work m_work;
};

using StageTable = std::vector<std::unique_ptr<Stage>>;

template <class Key, class Value>
class StageOf : public Stage {
 public:
  using Stage::Stage;

  std::vector<Missing> missing(const Scene& scene) final {
    std::vector<Missing> all;
    std::vector<Key> keys;  // of those in `all`
    std::set<int> cards;
    for (const Item& item : asked(scene)) {
      OMEGA_ASSERT(cards.insert(item.card).second);
      if (kept(item) != nullptr) continue;
      const auto same = std::find(keys.begin(), keys.end(), item.key);
      if (same == keys.end()) {
        keys.push_back(item.key);
        all.push_back({this, item.card, takes(scene, item.key), item.isReady, item.isMore});
      } else if (item.isReady) {  // one of a key is enough: one that can be made
        Missing& other = all[static_cast<std::size_t>(same - keys.begin())];
        if (!other.isReady) other.card = item.card, other.isReady = true;
      }
    }
    return all;
  }

  void compute(Scene& scene, int card) final {
    const std::vector<Item> items = asked(scene);
    const Item* item = itemOf(card, items);
    if (item == nullptr) return;
    Kept fresh{item->key, {}, {}};
    try {
      fresh.value = omega::with_memory_for("", [&] { return make(scene, item->key); });
    } catch (const omega::Cancelled&) {
      throw;
    } catch (const std::exception& error) {
      fresh.error = windowWords(error.what());
    }
    m_kept.insert_or_assign(card, std::move(fresh));
  }

  void forgetFailures() final {
    std::erase_if(m_kept, [](const auto& kept) { return !kept.second.value; });
  }
  void forget() override { m_kept.clear(); }

 protected:
  struct Item {
    int card;  // a different one for each item
    Key key;
    bool isReady = true;  // what it is made of is there
    bool isMore = false;  // of what another stage gives before: nothing waits for it
  };
  struct Kept {
    Key key;
    std::optional<Value> value;
    std::string error;  // why there is none
  };

  virtual std::vector<Item> asked(const Scene& scene) const = 0;
  virtual Takes takes(const Scene&, const Key&) const { return {}; }
  virtual Value make(Scene& scene, const Key& key) = 0;

  /// What was made of an item; what another card has of the same key is taken over. Null where it was not tried.
  const Kept* kept(const Item& item) {
    const auto own = m_kept.find(item.card);
    if (own != m_kept.end() && own->second.key == item.key) return &own->second;
    for (const auto& [card, other] : m_kept)
      if (other.key == item.key) return &m_kept.insert_or_assign(item.card, Kept(other)).first->second;
    return nullptr;
  }
  /// What there is, by card; what failed is told elsewhere.
  std::map<int, Value> known(const Scene& scene) {
    std::map<int, Value> all;
    for (const Item& item : asked(scene))
      if (const Kept* found = kept(item); found != nullptr && found->value) all[item.card] = *found->value;
    return all;
  }
  /// The value of an item, or nothing; a failure is told.
  const Value* shown(Scene& scene, const Item& item) {
    const Kept* found = kept(item);
    if (found != nullptr && !found->value) scene.fail(found->error);
    return found != nullptr && found->value ? &*found->value : nullptr;
  }
  /// The value of the one item of a stage, a pointer.
  Value only(Scene& scene) {
    const std::vector<Item> items = asked(scene);
    const Value* value = items.empty() ? nullptr : shown(scene, items.front());
    return value ? *value : nullptr;
  }
  bool isTried(int card, const std::vector<Item>& items) {
    const Item* item = itemOf(card, items);
    return item != nullptr && kept(*item) != nullptr;
  }
  /// For stages with a value for each card: what a card has or, until that was tried, what was shown before; nothing
  /// where it is asked for no longer.
  std::optional<Value> ofCard(Scene& scene, int card, const std::vector<Item>& items,
                              const std::vector<Value>* before) {
    const bool isNow = isTried(card, items);
    const Value* found = isNow ? shown(scene, *itemOf(card, items)) : nullptr;
    const bool mayCome = itemOf(card, items) != nullptr || scene.hasPending() || !scene.needs(work());
    if (!isNow && mayCome && before != nullptr && scene.isAlive(card) && scene.isSameMethod(card))
      found = itemOf(card, *before);
    if (found == nullptr) return {};
    std::optional<Value> value = *found;
    value->card = card;
    if (value->isOld = !isNow; value->isOld) scene.snapshot.old.insert(work());
    return value;
  }
  void showCards(Scene& scene, std::vector<Value> Snapshot::*list) {
    const std::vector<Item> items = asked(scene);
    (scene.snapshot.*list).clear();
    for (const AskedCard& card : scene.cards)
      if (auto value = ofCard(scene, card.id(), items, scene.last ? &((*scene.last).*list) : nullptr))
        (scene.snapshot.*list).push_back(std::move(*value));
  }

 private:
  std::map<int, Kept> m_kept;  // by card
};

/// A stage of what one panel shows beside the estimates: where that could not be made, its view says why.
template <class Key, class Value, class View>
class ViewStage : public StageOf<Key, Value> {
 protected:
  using Slot = std::shared_ptr<const View> Snapshot::*;
  using Item = typename StageOf<Key, Value>::Item;

  ViewStage(Work work, Slot slot) : StageOf<Key, Value>(work), m_slot(slot) {}

  virtual std::optional<Item> wanted(const Scene& scene) const = 0;
  /// The value is null where it could not be made.
  virtual View view(const Scene& scene, const Key& key, const Value* value) const = 0;

 private:
  std::vector<Item> asked(const Scene& scene) const final {
    std::optional<Item> item = wanted(scene);
    return item ? std::vector<Item>{std::move(*item)} : std::vector<Item>{};
  }
  void show(Scene& scene) final {
    const std::optional<Item> item = wanted(scene);
    std::shared_ptr<const View>& slot = scene.snapshot.*m_slot;
    slot = nullptr;
    if (const auto* found = item ? this->kept(*item) : nullptr) {
      View fresh = view(scene, item->key, found->value ? &*found->value : nullptr);
      fresh.card = item->card;
      fresh.error = found->error;
      slot = std::make_shared<const View>(std::move(fresh));
    } else if (scene.last && (item || scene.hasPending() || !scene.needs(this->work()))) {
      slot = (*scene.last).*m_slot;
      if (slot) scene.snapshot.old.insert(this->work());
    }
  }

  Slot m_slot;
};

/// A request as a key: the same one, or an equal one.
struct RequestKey {
  std::shared_ptr<const omega::Request> request;
  bool operator==(const RequestKey& other) const { return request == other.request || *request == *other.request; }
  const omega::Request* operator->() const { return request.get(); }
  const omega::Request& operator*() const { return *request; }
};

/// A map that a card asks for.
struct MapKey {
  RequestKey request;
  int side = 0;
  int around = -1;  // a query; −1: rows are pooled
  bool operator==(const MapKey&) const = default;
};
MapKey mapKeyOf(const Scene& scene, const AskedCard& card);

/// The table of Explore, in its order of work: a stage comes after those whose results it needs.
StageTable exploreStages();

// Its rows, in that order.
void addEstimateStages(StageTable& table);
void addPlaneStages(StageTable& table);
void addQueryStages(StageTable& table);
void addPictureStages(StageTable& table);
void addRowMapStage(StageTable& table);  // of those
void addPredictionStage(StageTable& table);

template <class... Stages>
void addStages(StageTable& table) {
  (table.push_back(std::make_unique<Stages>()), ...);
}

/// The shown query against single keys: quick beside everything, so no stage.
QueryDetails detailsOf(const Scene& scene, const CardResult& card);

}  // namespace omegascope
