// The stages of ω-space: the plane that is shown, the density of all queries on it, and the cards.
#include "jobs/plane_drawing.h"
#include "jobs/stage.h"

namespace omegascope {

namespace {

/// The card that is inspected: the one in front, else the first estimator, else softmax. Null where there is none.
const AskedCard* inspectedCard(const Scene& scene) {
  const AskedCard* front = nullptr;
  for (const AskedCard& card : scene.cards) {
    if (isTruth(card.id())) continue;
    if (card.id() == scene.request.card) return &card;
    if (front == nullptr || (front->card.isTruth() && !card.card.isTruth())) front = &card;
  }
  return front;
}

bool hasCausalFront(const Scene& scene) {
  const AskedCard* front = inspectedCard(scene);
  return front != nullptr && front->isCausal();
}

double scaleOfFront(const Scene& scene) {
  const AskedCard* front = inspectedCard(scene);
  return front && front->request ? omega::scale_of(*front->request) : scene.snapshot.truth().scale;
}

class Planes : public StageOf<PlaneQuestion, std::shared_ptr<const DrawnPlane>> {
 public:
  Planes() : StageOf(Work::estimates) {}

  std::vector<Item> asked(const Scene& scene) const override {
    PlaneQuestion question{.head = scene.head,
                           .original = scene.original,
                           .query = scene.snapshot.query,
                           .scale = scaleOfFront(scene),
                           .isCausal = hasCausalFront(scene),
                           .settings = scene.asks().plane,
                           .results = {}};
    if (scene.sizes().D == 1) question.settings.line = true;  // there is no second dimension to draw
    if (question.settings.kind == Plane::means)
      for (const PlaneMean& mean : question.settings.means) {
        if (mean.card < 0) continue;  // of a key
        if (scene.isPending(mean.card)) return {};
        if (const CardResult* card = scene.fresh(mean.card)) question.results[mean.card] = card->result;
      }
    return {{kNoCard, std::move(question)}};
  }

  Takes takes(const Scene& scene, const PlaneQuestion& key) const override {
    return {scene.speed.seconds(costOf(key)), 0, 0};
  }

  std::shared_ptr<const DrawnPlane> make(Scene& scene, const PlaneQuestion& key) override {
    PlaneQuestion ofAll = key;
    if (key.settings.kind != Plane::means) ofAll.query = -1;  // the means are of the query's target
    if (!m_last || !(m_last->question == ofAll)) m_last = {ofAll, drawnPlane(ofAll, scene.progress())};
    DrawnPlane drawn = m_last->drawn;
    if (key.query >= 0) addTarget(drawn, key, scene.progress());
    return std::make_shared<const DrawnPlane>(std::move(drawn));
  }

  void show(Scene& scene) override { scene.drawn = only(scene); }
  void forget() override {
    StageOf::forget();
    m_last.reset();
  }

 private:
  /// Another query leaves the plane as it is.
  struct Last {
    PlaneQuestion question;
    DrawnPlane drawn;
  };
  std::optional<Last> m_last;
};

/// Does not name the shown query: the pointer may move among queries while this is computed.
struct QueriesKey {
  std::shared_ptr<const omega::Sequence> head;
  std::vector<double> origin, axisX, axisY;
  DensityKind density = DensityKind::marginal;
  double scale = 0;
  bool line = false, isCausal = false;
  bool operator==(const QueriesKey&) const = default;
};

class Queries : public StageOf<QueriesKey, std::shared_ptr<const AllQueries>> {
 public:
  Queries() : StageOf(Work::estimates) {}

  std::vector<Item> asked(const Scene& scene) const override {
    if (!scene.drawn || !scene.asks().plane.allQueries) return {};
    const OmegaPlane& on = scene.drawn->shown;
    const bool line = on.settings.line;
    return {{kNoCard,
             {scene.head, on.origin, on.axisX, line ? std::vector<double>() : on.axisY, on.settings.density, on.scale,
              line, hasCausalFront(scene)}}};
  }

  Takes takes(const Scene& scene, const QueriesKey&) const override {
    return {scene.speed.seconds(costOfQueries(scene.sizes(), scene.asks().plane)), 0, 0};
  }

  std::shared_ptr<const AllQueries> make(Scene& scene, const QueriesKey& key) override {
    return std::make_shared<const AllQueries>(drawnQueries(*scene.head, key.isCausal, *scene.drawn, scene.progress()));
  }

  void show(Scene& scene) override { scene.all = only(scene); }
};

struct Placing {
  std::shared_ptr<const DrawnPlane> drawn;
  std::shared_ptr<const omega::Result> result;
  int row = -1;  // of the shown query, where each has its own samples
  bool operator==(const Placing&) const = default;
};

class Places : public StageOf<Placing, PlaneCard> {
 public:
  Places() : StageOf(Work::estimates) {}

  std::vector<Item> asked(const Scene& scene) const override {
    std::vector<Item> items;
    if (!scene.drawn) return items;
    const int query = scene.snapshot.query;
    for (const CardResult& card : scene.snapshot.cards)
      if (card.result) items.push_back({card.card, {scene.drawn, card.sharedResultOf(query), card.rowOf(query)}});
    return items;
  }

  PlaneCard make(Scene& scene, const Placing& key) override {
    return placedCard(*key.result, key.row, *key.drawn, scene.progress());
  }

  void show(Scene& scene) override {
    const OmegaPlane* last = scene.isSameHead() ? scene.last->plane.get() : nullptr;
    scene.snapshot.plane = nullptr;
    if (!scene.drawn && last == nullptr) return;
    auto plane = std::make_shared<OmegaPlane>(scene.drawn ? scene.drawn->shown : *last);
    if (!scene.drawn) {
      plane->isOld = true;
      plane->logTarget = nullptr;
      plane->logTargetProfile.clear();
      plane->bumps = plane->bumpWeights = SharedNumbers();
      std::erase_if(plane->cards, [&](const PlaneCard& card) { return !scene.isSameMethod(card.card); });
    }
    for (const Item& item : asked(scene))
      if (const PlaneCard* card = shown(scene, item)) {
        plane->cards.push_back(*card);
        plane->cards.back().card = item.card;
      }
    plane->all = scene.all;
    if (!scene.all && last != nullptr && scene.asks().plane.allQueries && last->settings.line == plane->settings.line) {
      plane->all = last->all;
      plane->isOld = true;
    }
    scene.snapshot.plane = std::move(plane);
  }
};

}  // namespace

void addPlaneStages(StageTable& table) { addStages<Planes, Queries, Places>(table); }

}  // namespace omegascope
