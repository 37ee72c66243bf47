// A stage of Explore that says it is slow, wherever the test runs.
#pragma once

#include <memory>

#include "jobs/explorer.h"

namespace omegascope::test {

constexpr int kEveryCard = kNoCard - 1;
constexpr std::size_t kEstimates = 1;  // their place in the table of stages

/// For all cards or for one.
class Slowed : public Stage {
 public:
  Slowed(std::unique_ptr<Stage> of, double seconds, int card = kEveryCard)
      : Stage(of->work()), m_of(std::move(of)), m_seconds(seconds), m_card(card) {}

  std::vector<Missing> missing(const Scene& scene) override {
    std::vector<Missing> all = m_of->missing(scene);
    for (Missing& item : all) {
      item.stage = this;
      if (m_card == kEveryCard || m_card == item.card) item.takes.seconds = m_seconds;
    }
    return all;
  }
  void compute(Scene& scene, int card) override { m_of->compute(scene, card); }
  void show(Scene& scene) override { m_of->show(scene); }
  void forgetFailures() override { m_of->forgetFailures(); }
  void forget() override { m_of->forget(); }

 private:
  std::unique_ptr<Stage> m_of;
  double m_seconds;
  int m_card;
};

/// The table of Explore with one stage slow.
inline StageTable slowedTable(std::size_t slow, double seconds, int card = kEveryCard) {
  StageTable table = exploreStages();
  table.at(slow) = std::make_unique<Slowed>(std::move(table.at(slow)), seconds, card);
  return table;
}

}  // namespace omegascope::test
