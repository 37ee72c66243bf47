// Explorer: turns a document and a selection into snapshots. Lives on the worker thread; everything it computes it asks
// of the engine. It goes through a table of stages: first what is quick, in the order of the table, so that what
// belongs together is shown together; then what is slow, the shortest first, each shown as soon as it is there.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <utility>
#include <vector>

#include "jobs/stage.h"
#include "jobs/workload_loader.h"

namespace omegascope {

/// Rows above and below the one in the middle, where a map shows single rows.
inline constexpr int kRowsAround = 32;

/// What `maps` maps with every cell take: the cells themselves, and the run that makes one map at a time.
MapMemory memoryOfEveryCell(const omega::Sizes& sizes, std::size_t maps);

class Explorer {
 public:
  using Publish = std::function<void(std::shared_ptr<const Snapshot>)>;
  /// Called before anything begins. Where that exceeds what the request allows, everything quick is still computed;
  /// only then is this called with what is left, which does not begin.
  using Announce = std::function<void(const Forecast&, bool begins)>;

  /// Items forecast to take longer than this wait for all quicker ones, and are shown one by one.
  static constexpr double kSlowSeconds = 0.25;
  /// A drag does not wait for estimates that take longer: a preview is one without them.
  static constexpr double kPatienceSeconds = 2;

  explicit Explorer(StageTable stages = exploreStages()) : m_stages(std::move(stages)) {}

  /// Publishes a preview, then better snapshots up to a complete one; first of all, where another sequence was shown,
  /// an empty one. Returns early when stopped; never throws.
  void explore(const ExploreRequest& request, const std::stop_token& stop, const Publish& tell,
               const Announce& announce = {});

 private:
  void open(Scene& scene, const Publish& tell);
  AskedCard ask(const Scene& scene, const Card& card) const;
  /// Whether all that is missing may be computed without asking: it takes little, or was begun before and only another
  /// place is looked at. What is known is in the scene then.
  bool begins(Scene& scene, const Announce& announce);
  /// Whether an item needs the user's consent, when everything that is missing exceeds what the request allows.
  bool isBeyond(const Scene& scene, const Stage::Missing& item) const;
  /// What is still missing of what somebody looks at.
  std::vector<Stage::Missing> missing(const Scene& scene) const;
  /// Of all that, but for what only makes finer what is shown.
  Forecast forecastOf(const Scene& scene) const;
  /// What is computed next, of what is missing and ready; nothing where all is there.
  std::optional<Stage::Missing> next(const Scene& scene) const;
  void update(Scene& scene);
  /// `isNew`: something of it was computed for this request.
  void publish(Scene& scene, const std::optional<Stage::Missing>& next, bool isNew, const Publish& tell);
  void publishBlank(const ExploreRequest& request, const Publish& tell);
  void publishFailure(const ExploreRequest& request, const std::string& sentence, const Publish& tell);
  void keepAndTell(std::shared_ptr<const Snapshot> snapshot, const Publish& tell);

  Speed m_speed;
  WorkloadLoader m_loader;
  StageTable m_stages;
  std::vector<AskedCard> m_asked;  // last
  // The head that is shown, cut once: equal requests are recognised by their sequence.
  class HeadCutter {
   public:
    std::shared_ptr<const omega::Sequence> cut(const std::shared_ptr<const omega::Sequence>& whole, int head);

   private:
    std::shared_ptr<const omega::Sequence> m_whole, m_cut;
    int m_head = -1;
  };
  HeadCutter m_shown, m_original;                      // m_original: before tokens were moved by hand
  std::shared_ptr<const omega::Sequence> m_sampled;    // of which ...
  std::shared_ptr<const omega::QuerySample> m_sample;  // ... these are the queries that errors are from
  // What was let begin last: of which document, of what, and for what of it.
  std::shared_ptr<const Document> m_begun;
  std::weak_ptr<const omega::Sequence> m_begunOf;
  Needs m_begunFor;
  std::shared_ptr<const Snapshot> m_last;  // what was published last: some of it stays until the new one is there
};

}  // namespace omegascope
