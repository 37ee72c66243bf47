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
#include <string>
#include <utility>
#include <vector>

#include "core/out_of_memory.h"
#include "jobs/scene.h"
#include "model/window_words.h"

namespace omegascope {

/// What one item takes: `bytes` stay, `passing` are needed while it is computed.
struct Takes {
  double seconds = 0, bytes = 0, passing = 0;
};

class Stage {
 public:
  struct Missing {
    int card = kTruth;
    Takes takes;
    bool isReady = true;  // what it is made of is there
  };

  explicit Stage(Work work) : m_work(work) {}
  virtual ~Stage() = default;
  Stage(const Stage&) = delete;
  Stage& operator=(const Stage&) = delete;

  Work work() const { return m_work; }
  /// What is asked for and has not been tried yet.
  virtual std::vector<Missing> missing(const Scene& scene) = 0;
  /// Keeps what it makes, or why it could not. Throws nothing but Cancelled.
  virtual void compute(Scene& scene, int card) = 0;
  /// Puts what is there into the snapshot, and for what is not, what was shown before where that may stay.
  virtual void show(Scene& scene) = 0;
  /// What failed may be tried again.
  virtual void forgetFailures() = 0;

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
    std::vector<const Key*> seen;
    const std::vector<Item> items = asked(scene);
    for (const Item& item : items) {
      const auto isSame = [&](const Key* other) { return *other == item.key; };
      if (kept(item) != nullptr || std::any_of(seen.begin(), seen.end(), isSame)) continue;
      seen.push_back(&item.key);
      all.push_back({item.card, takes(scene, item.key), isReady(scene, item.card)});
    }
    return all;
  }

  void compute(Scene& scene, int card) final {
    for (const Item& item : asked(scene)) {
      if (item.card != card) continue;
      Kept fresh{item.key, {}, {}};
      try {
        fresh.value = omega::with_memory_for("", [&] { return make(scene, item.key); });
      } catch (const omega::Cancelled&) {
        throw;
      } catch (const std::exception& error) {
        fresh.error = windowWords(error.what());
      }
      m_kept.insert_or_assign(card, std::move(fresh));
    }
  }

  void forgetFailures() final {
    std::erase_if(m_kept, [](const auto& kept) { return !kept.second.value; });
  }

 protected:
  struct Item {
    int card;
    Key key;
  };
  struct Kept {
    Key key;
    std::optional<Value> value;
    std::string error;  // why there is none
  };

  /// The items of a scene, in the order in which they are shown.
  virtual std::vector<Item> asked(const Scene& scene) const = 0;
  virtual bool isReady(const Scene&, int) const { return true; }
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
  /// The value of an item, or nothing; a failure is told.
  const Value* shown(Scene& scene, const Item& item) {
    const Kept* found = kept(item);
    if (found != nullptr && !found->value) scene.fail(found->error);
    return found != nullptr && found->value ? &*found->value : nullptr;
  }
  /// Of a stage that makes one thing: what is asked for, and its value or null.
  std::pair<std::optional<Item>, const Value*> only(Scene& scene) {
    std::vector<Item> items = asked(scene);
    if (items.empty()) return {};
    const Value* value = shown(scene, items.front());
    return {std::move(items.front()), value};
  }
  /// Whether the one that was shown before stays: nobody looks at it, or another is still to come.
  bool stays(const Scene& scene, const std::optional<Item>& item) {
    return scene.last && (!scene.needs(work()) || (item ? kept(*item) == nullptr : scene.hasPending()));
  }

 private:
  std::map<int, Kept> m_kept;  // by card
};

/// A request as a key: the same one, or an equal one.
struct RequestKey {
  std::shared_ptr<const omega::Request> request;
  bool operator==(const RequestKey& other) const { return request == other.request || *request == *other.request; }
  const omega::Request* operator->() const { return request.get(); }
  const omega::Request& operator*() const { return *request; }
};

/// The table of Explore, in its order of work: a stage comes after those whose results it needs.
StageTable exploreStages();

// Its rows.
std::unique_ptr<Stage> estimateStage();
std::unique_ptr<Stage> errorStage();
std::unique_ptr<Stage> planeStage();
std::unique_ptr<Stage> placeStage();
std::unique_ptr<Stage> detailStage();
std::unique_ptr<Stage> shareStage();
std::unique_ptr<Stage> groupStage();
std::unique_ptr<Stage> kernelStage();
std::unique_ptr<Stage> mapStage();
std::unique_ptr<Stage> cloudStage();

}  // namespace omegascope
