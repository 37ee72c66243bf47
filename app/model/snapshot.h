// Snapshot: one consistent set of results, made by a worker, never changed afterwards. Views show the newest they have.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/request.h"
#include "core/result.h"
#include "diagnostics/bias_judge.h"
#include "diagnostics/density.h"
#include "diagnostics/error_metrics.h"
#include "diagnostics/kernel_curves.h"
#include "model/document.h"
#include "run/pooled_map.h"

namespace omegascope {

/// In place of a card's number: softmax, which cards are held against, whether it is shown or not.
inline constexpr int kTruth = -1;
/// The same for causal cards: causal softmax. Present only where such a card is shown.
inline constexpr int kCausalTruth = -3;
/// The first of those for cards with another τ than 1/√D; the others come below it.
inline constexpr int kScaledTruth = -4;
inline constexpr bool isTruth(int card) { return card == kTruth || card <= kCausalTruth; }

/// One query of a long sequence estimated beside few others: what has its numbers, and in which row.
struct QueryRow {
  int query = -1;
  std::shared_ptr<const omega::Result> result;
  int row = 0;
};

/// What one card gave for the head that is shown; `error` instead where it could not run.
struct CardResult {
  int card = 0;
  std::shared_ptr<const omega::Request> request;  // of one head; null where the options were refused
  std::shared_ptr<const omega::Result> result;
  std::shared_ptr<const omega::QuerySample> sample;           // y is of these queries alone
  QueryRow own;                                               // the shown query's, where `result` has not all of it
  double ess = kUnknown;                                      // effective sample size, its mean over queries
  omega::ErrorMetrics metrics{kUnknown, kUnknown, kUnknown};  // against softmax; not numbers until that is there
  omega::Cost cost;                                           // of y, for this head
  std::string error;                                          // one sentence, empty if all went well
  bool isOld = false;  // from before the last change; the new one is being computed

  static constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

  /// What has the numbers of a query, and in which of its rows, one for each query; −1 where there is none.
  const omega::Result& resultOf(int query) const { return *sharedResultOf(query); }
  const std::shared_ptr<const omega::Result>& sharedResultOf(int query) const {
    return isOwn(query) ? own.result : result;
  }
  int rowOf(int query) const { return isOwn(query) ? own.row : sample ? -1 : query; }
  bool isCausal() const { return request && request->options.is_causal(); }
  /// A query's row of an output, its estimate if none is named; empty where that is not known.
  std::vector<double> outputOf(int query, const std::string& name = "y") const;

 private:
  bool isOwn(int query) const { return own.result && own.query == query; }
};

/// Many numbers that snapshots share: a copy is another handle on them.
class SharedNumbers {
 public:
  SharedNumbers(std::vector<double> numbers = {})
      : m_numbers(std::make_shared<const std::vector<double>>(std::move(numbers))) {}
  operator const std::vector<double>&() const { return *m_numbers; }
  std::size_t size() const { return m_numbers->size(); }
  bool empty() const { return m_numbers->empty(); }
  double operator[](std::size_t i) const { return (*m_numbers)[i]; }
  auto begin() const { return m_numbers->begin(); }
  auto end() const { return m_numbers->end(); }
  bool operator==(const SharedNumbers& other) const { return *m_numbers == *other.m_numbers; }

 private:
  std::shared_ptr<const std::vector<double>> m_numbers;
};

/// How many coefficients an estimate has for its keys, as its options say.
omega::Index groupsOf(const omega::Request& request);

/// The attention of one card as it is shown: pooled where the map has more cells than the screen.
struct MapImage {
  int card = 0;
  omega::PooledMap map;
  bool isOld = false;  // from before the last change; the new one is being computed
};

/// The row of exact attention of one query, its keys pooled: there before the map, which may know no row of it.
struct ExactRow {
  int query = -1;
  omega::Index col_pool = 1;
  std::vector<double> values;
};

/// Exact attention that cards are held against: one for each τ, causal or not.
struct ShownTruth {
  int card = kTruth;  // in place of a card's number
  double scale = 0;   // τ
  bool isCausal = false;
  std::vector<double> y;        // of the shown query, Dv; empty until it is there
  std::optional<ExactRow> row;  // of the shown query, where the map does not have it

  bool hasUsualScale() const { return card > kScaledTruth; }  // 1/√D
};

/// What maps of every cell would take; asked about before they are made.
struct MapMemory {
  double needed = 0, available = 0;  // bytes
  bool isTooMuch() const { return needed > 0.5 * available; }
};

/// The item of a card; null where it has none.
template <class Item>
const Item* itemOf(int card, const std::vector<Item>& items) {
  const auto found = std::find_if(items.begin(), items.end(), [card](const Item& item) { return item.card == card; });
  return found == items.end() ? nullptr : &*found;
}

/// A card's projections on the plane that is shown, x and y in turn.
struct PlaneCard {
  int card = 0;
  std::vector<double> samples;     // of the shown query where each query has its own
  std::vector<double> proposals;   // means μ_c
  std::vector<double> logProfile;  // log density of all its proposals together, along the line; empty where it has none
  // Of the normal about 0 that draws where there are no proposals: whether it is N(0, I), and its covariance here.
  bool isStandard = true;
  double xx = 1, xy = 0, yy = 1;
};

/// The density of all queries together, Σ_n p_n / N, on axes of its own: they stay where a token is dragged meanwhile.
struct AllQueries {
  omega::Axis horizontal, vertical;
  std::shared_ptr<const omega::Matrix<double>> log;  // vertical × horizontal; null on a line
  std::vector<double> logProfile;                    // on a line
  int queries = 0;                                   // how many are in it: not all where those are too many
};

/// The shown query in ω-space.
struct OmegaPlane {
  PlaneSettings settings;                    // as they were applied: its means are those that were found
  std::string note;                          // why this is not the plane that was asked for; empty where it is
  std::vector<double> origin, axisX, axisY;  // a point p is at (⟨p − origin, x⟩, ⟨p − origin, y⟩)
  std::optional<double> varianceShare;  // of all q_n + k_m, seen on the plane or on the line; none where all are one
  omega::Axis horizontal, vertical;
  // Vertical × horizontal; null while no query is selected, and on a line.
  std::shared_ptr<const omega::Matrix<double>> logTarget;
  std::vector<double> logTargetProfile;   // along the horizontal axis; empty on a plane
  std::shared_ptr<const AllQueries> all;  // null where nobody asked
  double scale = 0;                       // τ of the target, and of all queries and keys here
  bool isCausal = false;                  // the target has no later key than the query
  SharedNumbers bumps;                    // q_n + k_m of the shown query, x and y in turn
  SharedNumbers bumpWeights;              // π_nm
  SharedNumbers queries;                  // all q_n, for D = 2 and for the shown one
  SharedNumbers keys;                     // all k_m
  std::vector<PlaneCard> cards;
  bool isOld = false;  // from before the last change: without what is said of the query

  const PlaneCard* card(int id) const { return itemOf(id, cards); }
};

/// The estimates of one query over many draws of the noise.
struct OutputCloud {
  int card = 0;
  int query = -1;                        // until the new cloud is there, maybe the query that was shown before
  std::vector<double> y;                 // draws × Dv
  std::vector<double> mean, covariance;  // of y: Dv, Dv × Dv
  omega::BiasVarianceSummary summary;    // over all queries of the head, or estimated from some
  omega::Index queries = 0;              // how many those are; 0: all
  std::string verdict;                   // of its bias
  bool deterministic = false;
  bool isOld = false;  // as for maps
};

/// The weights of all proposals at the ω of one sample, where they sum to 1.
struct ProposalShares {
  int card = 0;
  int query = -1;
  int sample = 0;               // whose ω it is
  std::vector<double> alpha;    // α_n1(ω) .. α_nC(ω), after the clamp
  std::vector<double> balance;  // the same without the query-specific correction
  // Where ω-space is a line: positions on it, and all α there, P × C.
  std::vector<double> linePositions, lineAlpha;
  double samplePosition = 0;  // of the sample's ω, projected to the line
  std::string error;          // one sentence, empty if all went well
};

/// How much each weighting of a card makes its estimates vary, as quadrature predicts it.
struct Predictions {
  int card = 0;
  std::vector<std::string> words;              // of the weightings
  std::vector<std::vector<double>> variances;  // of each word: of all queries, summed over the outputs
  std::vector<std::vector<double>> rare;       // the shares of those that are from samples with most of the weight
  bool selfNormalised = false;                 // then it is the delta method that predicts
  std::string error;                           // one sentence, empty if all went well
};

/// The shown query of a card with control variates, taken apart.
struct GroupView {
  int card = 0;
  int query = -1;
  std::shared_ptr<const omega::Result> result;  // what `query_at` gives; null where there is an error
  std::string error;                            // one sentence, empty if all went well
};

/// The kernel that a card's random features make.
struct KernelView {
  int card = 0;
  omega::KernelQuestion asked;
  omega::KernelCurves curves;  // empty where there is an error
  std::string error;           // one sentence, empty if all went well
};

/// The logits of one query, a_nm = q_n·k_m, scaled.
struct QueryLogits {
  std::shared_ptr<const omega::Sequence> head;
  int query = -1;
  double scale = 0;
  std::vector<double> all;
};

/// The shown query against single keys and one sample.
struct QueryDetails {
  std::shared_ptr<const QueryLogits> logits;  // null where there are none
  int card = -1, sample = -1;
  std::vector<double> omega;  // ω, that sample of that card
  double logTarget = 0;       // log p_n(ω)
};

/// What is being computed while a snapshot is shown, in the order in which it comes where nothing of it is slow.
enum class Work { estimates, shares, groups, kernels, maps, clouds, predictions, nothing };

struct FileFacts;

struct Snapshot {
  std::uint64_t revision = 0;  // of the request it answers
  bool complete = false;       // maps and output clouds included
  bool isPreview = false;      // enough of it is new: work on a newer request may take the place of the rest
  std::shared_ptr<const Document> document;
  std::shared_ptr<const omega::Sequence> sequence;  // null: nothing is known of it yet, and nothing else is there
  std::shared_ptr<const FileFacts> file;            // how the sequence was read; null for a preset
  std::string sequenceError;                        // the workload could not be made: then there is nothing else
  std::vector<std::string> failures;                // what else could not be made: one sentence each
  std::set<Work> old;                               // of which something is from before the last change
  int head = 0;
  int query = -1;
  std::vector<ShownTruth> truths;  // softmax, then what else a visible card is held against
  std::vector<CardResult> cards;
  std::vector<MapImage> maps;
  std::optional<MapMemory> mapMemory;  // every cell was asked for, but not made: it would take too much memory
  std::shared_ptr<const OmegaPlane> plane;
  std::vector<OutputCloud> clouds;
  std::shared_ptr<const ProposalShares> shares;    // none: nobody asked, or no card has proposals
  std::shared_ptr<const Predictions> predictions;  // none: nobody asked, or beyond two dimensions, or too much work
  std::shared_ptr<const GroupView> groups;         // none: nobody asked, or no card has groups
  std::shared_ptr<const KernelView> kernel;        // none: nobody asked, or no card has a kernel
  QueryDetails details;
  Work next = Work::nothing;
  double milliseconds = 0;

  /// Whether some of the estimates, or of what is made of them, is from before the last change.
  bool isOld(Work of) const { return old.contains(Work::estimates) || old.contains(of); }
  /// Whether it only stands in until the first of another sequence is there.
  bool isBlank() const { return !sequence && sequenceError.empty(); }

  const CardResult* card(int id) const { return itemOf(id, cards); }
  const MapImage* map(int id) const { return itemOf(id, maps); }
  const OutputCloud* cloud(int id) const { return itemOf(id, clouds); }
  /// Softmax, or another truth; an empty one where there is none of that number.
  const ShownTruth& truth(int card = kTruth) const;
  /// The number of what a request is held against, with its own τ; softmax's where that is not there.
  int truthOf(const omega::Request& request) const;
  int truthOf(int card) const;
  /// What the cards are held against, each once, in the order of `truths`; softmax where there is no card.
  std::vector<const ShownTruth*> truthsOfCards() const;
  /// What a card's estimate of the shown query is held against; empty until it is there.
  const std::vector<double>& heldAgainst(const CardResult& result) const {
    return truth(result.request ? truthOf(*result.request) : kTruth).y;
  }
  /// The preferred card if it shares samples among proposals, else the first that does; null where none does.
  const CardResult* sharingCard(int preferred) const;
  /// The preferred card if it has a coefficient for each group of keys, else the first that does; null where none does.
  const CardResult* groupingCard(int preferred) const;
  /// The preferred card if its features are a kernel, else the first that learns one, else the first of all; null where
  /// none does.
  const CardResult* kernelCard(int preferred) const;
  /// The preferred card, else the first that is not softmax, else the first.
  const CardResult* inspectedCard(int preferred) const;
};

}  // namespace omegascope
