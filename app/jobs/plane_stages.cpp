// The stages of ω-space: the plane that is shown, the cards on it, and the shown query against single keys.
#include <algorithm>
#include <cmath>

#include "cpu/gemm.h"
#include "diagnostics/gaussian_mixture.h"
#include "jobs/rows.h"
#include "jobs/stage.h"
#include "run/runner.h"

namespace omegascope {

namespace {

class Planes : public StageOf<PlaneQuestion, std::shared_ptr<const DrawnPlane>> {
 public:
  Planes() : StageOf(Work::estimates) {}

  std::vector<Item> asked(const Scene& scene) const override {
    PlaneQuestion question{scene.head, scene.original, scene.snapshot.query, scene.asks().plane, {}};
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
    return std::make_shared<const DrawnPlane>(m_placer.draw(key, scene.progress()));
  }

  void show(Scene& scene) override {
    if (const auto* drawn = only(scene).second) scene.drawn = *drawn;
  }

 private:
  PlanePlacer m_placer;
};

struct Placing {
  std::shared_ptr<const DrawnPlane> drawn;
  std::shared_ptr<const omega::Result> result;
  int query = -1;
  bool operator==(const Placing&) const = default;
};

class Places : public StageOf<Placing, PlaneCard> {
 public:
  Places() : StageOf(Work::estimates) {}

  std::vector<Item> asked(const Scene& scene) const override {
    std::vector<Item> items;
    if (!scene.drawn) return items;
    for (const CardResult& card : scene.snapshot.cards)
      if (card.result) items.push_back({card.card, {scene.drawn, card.result, scene.snapshot.query}});
    return items;
  }

  PlaneCard make(Scene& scene, const Placing& key) override {
    return placedCard(*key.result, key.query, *key.drawn, scene.progress());
  }

  void show(Scene& scene) override { scene.snapshot.plane = scene.drawn ? withCards(scene) : oldPlane(scene); }

 private:
  std::shared_ptr<const OmegaPlane> withCards(Scene& scene) {
    std::vector<Placing> placed;
    std::vector<PlaneCard> cards;
    for (const Item& item : asked(scene))
      if (const PlaneCard* card = shown(scene, item)) {
        placed.push_back(item.key);
        cards.push_back(*card);
        cards.back().card = item.card;
      }
    if (!m_shown || m_drawn != scene.drawn || m_placed != placed) {
      auto fresh = std::make_shared<OmegaPlane>(scene.drawn->shown);
      fresh->cards = std::move(cards);
      m_shown = std::move(fresh);
      m_drawn = scene.drawn;
      m_placed = std::move(placed);
    }
    return m_shown;
  }

  static std::shared_ptr<const OmegaPlane> oldPlane(const Scene& scene) {
    const std::shared_ptr<const OmegaPlane> last = scene.isSameHead() ? scene.last->plane : nullptr;
    if (!last || last->query != scene.snapshot.query) return nullptr;
    if (last->isOld) return last;
    auto old = std::make_shared<OmegaPlane>(*last);
    old->isOld = true;
    old->bumps.clear();
    old->bumpWeights.clear();
    return old;
  }

  std::shared_ptr<const OmegaPlane> m_shown;  // with these cards ...
  std::shared_ptr<const DrawnPlane> m_drawn;  // ... on this plane
  std::vector<Placing> m_placed;
};

struct DetailKey {
  int card = -1, query = -1, sample = -1;
  RequestKey request;
  std::shared_ptr<const omega::Result> result;  // null where the estimate failed
  bool operator==(const DetailKey&) const = default;
};

class Details : public StageOf<DetailKey, QueryDetails> {
 public:
  Details() : StageOf(Work::estimates) {}

  std::vector<Item> asked(const Scene& scene) const override {
    const CardResult* card = scene.snapshot.inspectedCard(scene.request.card);
    if (!scene.needs(Work::shares) || scene.snapshot.query < 0 || card == nullptr || !card->request || card->isOld)
      return {};
    return {{kNoCard, {card->card, scene.snapshot.query, scene.request.sample, {card->request}, card->result}}};
  }

  QueryDetails make(Scene& scene, const DetailKey& key) override {
    QueryDetails details;
    const double factor = std::sqrt(omega::scale_of(*key.request));
    const omega::Matrix<double> k = scaledRows(scene.head->k, factor);
    omega::Matrix<double> q = rowsOf(scene.head->q, key.query, 1), logits(1, k.rows());
    for (omega::Index d = 0; d < q.cols(); ++d) q(0, d) *= factor;
    omega::multiply_nt<double>(q.view(), k.view(), logits.view());
    details.logits = flat(logits);
    const omega::Matrix<double> samples = key.result ? samplesOf(*key.result, key.query) : omega::Matrix<double>();
    if (samples.rows() == 0) return details;
    details.card = key.card;
    details.sample = std::clamp<int>(key.sample, 0, static_cast<int>(samples.rows()) - 1);
    const auto dims = static_cast<std::size_t>(q.cols());
    details.logTarget =
        omega::log_density(omega::target_mixture({q.row(0), dims}, k), {samples.row(details.sample), dims});
    return details;
  }

  void show(Scene& scene) override {
    const QueryDetails* details = only(scene).second;
    scene.snapshot.details = details ? *details : QueryDetails{};
  }
};

}  // namespace

std::unique_ptr<Stage> planeStage() { return std::make_unique<Planes>(); }
std::unique_ptr<Stage> placeStage() { return std::make_unique<Places>(); }
std::unique_ptr<Stage> detailStage() { return std::make_unique<Details>(); }

}  // namespace omegascope
