// Scene: one exploration under way. What was asked, cut to what there is; and the snapshot that grows out of it.
#pragma once

#include <chrono>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "diagnostics/query_sample.h"
#include "jobs/forecast.h"
#include "model/snapshot.h"
#include "run/request_facts.h"
#include "run/runner.h"

namespace omegascope {

/// Beyond so many numbers a table is not made for every query or place.
inline constexpr double kLargestTable = 2e7;

/// What somebody looks at: nothing else is computed beside the estimates. Without a list: everything.
class Needs {
 public:
  Needs() = default;
  Needs(std::initializer_list<Work> wanted) : m_bits(bit(Work::estimates)) {
    for (const Work work : wanted) add(work);
  }
  /// Not even the estimates: the sequence alone.
  static Needs nothing() {
    Needs none;
    none.m_bits = 0;
    return none;
  }
  void add(Work work) { m_bits |= bit(work); }
  bool has(Work work) const { return (m_bits & bit(work)) != 0; }
  /// Whether it asks for something that `other` does not.
  bool isBeyond(const Needs& other) const { return (m_bits & ~other.m_bits) != 0; }

 private:
  static unsigned bit(Work work) { return 1U << static_cast<unsigned>(work); }
  unsigned m_bits = ~0U;
};

struct ExploreRequest {
  std::uint64_t revision = 0;
  std::shared_ptr<const Document> document;
  int head = 0;
  int query = -1;
  int card = -1, sample = -1;
  int mapSide = 512;  // cells along an axis that a map can show
  int around = 0;     // the query in the middle, where single rows are shown
  Needs needs;
  Allowance may;
  bool again = false;  // what failed is tried again
};

/// In place of a card's number, for what is about no single card.
inline constexpr int kNoCard = -2;

/// A card that is asked for, with the engine's request for it.
struct AskedCard {
  Card card;
  std::shared_ptr<const omega::Request> request;  // of one head; null where the options were refused
  std::shared_ptr<const omega::Request> single;   // the same in single precision, as maps are made
  std::string error;                              // why it is refused
  int id() const { return card.id; }
  bool isCausal() const { return request && request->options.is_causal(); }
};

/// What is known of a card on a long sequence before, or beside, all of it.
struct Glance {
  QueryRow own;                               // of the shown query
  std::shared_ptr<const omega::Result> some;  // of the sample's queries; null where those are the card's own result
  double ess = CardResult::kUnknown;          // of those
};

struct DrawnPlane;

struct Scene {
  Scene(ExploreRequest asked, std::stop_token stop, Speed& seen)
      : request(std::move(asked)), speed(seen), m_progress(std::move(stop)) {}

  ExploreRequest request;                                 // its head and query are those of the sequence
  Speed& speed;                                           // of the estimates so far
  std::shared_ptr<const omega::Sequence> head, original;  // of one head; original: before tokens were moved by hand
  std::vector<AskedCard> cards;                           // the visible ones, then what they are held against
  std::shared_ptr<const Snapshot> last;                   // what was shown of this sequence before; null: nothing was
  std::shared_ptr<const omega::QuerySample> sample;       // that errors are from; null: exact attention is of all
  std::optional<MapMemory> tooMuch;                       // what maps of every cell would take, where that is too much

  // What stages find, for those that come after them; null until it is there.
  std::map<int, Glance> glances;  // by card
  std::map<int, omega::PooledMap> firstMaps;
  std::map<int, std::shared_ptr<const CardResult>> truths;  // by their numbers
  std::shared_ptr<const DrawnPlane> drawn;
  std::shared_ptr<const AllQueries> all;
  Snapshot snapshot;

  const omega::Progress& progress() const { return m_progress; }
  omega::RunContext context() const { return {.progress = &m_progress}; }
  const omega::Sizes& sizes() const { return head->sizes; }
  const ViewQuestions& asks() const { return request.document->asks; }
  bool needs(Work work) const { return request.needs.has(work); }
  /// Whether a request, its scale aside, asks for what errors are held against.
  bool isExact(const omega::Request& request) const;
  /// Whether only the sample's queries of a request are computed: all would be too much work, and none needs others.
  bool isOfSample(const omega::Request& request) const;
  /// Whether the sample's queries are estimated before all queries: that sums as many keys, but spares other queries.
  bool isGlanced(const omega::Request& request) const;
  /// What such a request gives for some queries alone: the outputs in `want` (exact, only y), and what was counted.
  omega::Result runAt(const omega::Request& request, const std::vector<omega::Index>& queries,
                      std::set<std::string> want = {"y"}) const;
  /// Whether what was shown before is of the same head, too.
  bool isSameHead() const { return last && last->head == snapshot.head; }
  /// Whether a card was of the same method then.
  bool isSameMethod(int card) const;
  /// What a card gave in this scene; null where that is not there yet, or failed.
  const CardResult* fresh(int card) const;
  /// Whether what a card gives is still to come.
  bool isPending(int card) const;
  bool hasPending() const;
  /// Whether a card gave something, or still may.
  bool isAlive(int card) const { return isPending(card) || fresh(card) != nullptr; }
  /// Tells that a part of the picture could not be made.
  void fail(const std::string& sentence);
  double milliseconds() const;  // since it began
  /// About how long y of a request takes here where there are so many tokens.
  double secondsOf(const omega::Request& request, const omega::Sizes& sizes) const {
    return speed.seconds(omega::cost_of(request, sizes));
  }
  /// Everything a view may show of so many queries, except what costs N·M.
  static std::set<std::string> shownOutputs(const omega::Request& request, omega::Index queries);

 private:
  mutable omega::Progress m_progress;
  std::chrono::steady_clock::time_point m_start = std::chrono::steady_clock::now();
  const AskedCard* card(int id) const;
  const CardResult* tried(int card) const;
};

}  // namespace omegascope
