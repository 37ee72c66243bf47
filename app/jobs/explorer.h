// Explorer: turns a document and a selection into snapshots. Lives on the worker thread; everything it computes it asks
// of the engine. First the results of all visible cards (the preview), then ω-space, maps and the clouds over draws.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>

#include "jobs/forecast.h"
#include "jobs/plane_placer.h"
#include "jobs/workload_loader.h"
#include "model/snapshot.h"

namespace omegascope {

/// What somebody looks at: nothing else is computed beside the estimates.
struct Needs {
  bool maps = true, clouds = true;
  bool shares = true;  // one sample and the proposals at its ω
  bool groups = true;  // the control variates of the shown query
  bool kernels = true;
  bool operator==(const Needs&) const = default;
  /// Whether it asks for something that `other` does not.
  bool isBeyond(const Needs& other) const {
    return (maps && !other.maps) || (clouds && !other.clouds) || (shares && !other.shares) ||
           (groups && !other.groups) || (kernels && !other.kernels);
  }
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
};

/// Rows above and below the one in the middle, where a map shows single rows.
inline constexpr int kRowsAround = 32;

/// Of `maps` maps with every cell: the cells themselves, and of one at a time the run that makes them.
MapMemory memoryOfEveryCell(const omega::Sizes& sizes, std::size_t maps);

class Explorer {
 public:
  using Publish = std::function<void(std::shared_ptr<const Snapshot>)>;
  /// Told before anything is computed that takes long, and whether it begins: not where that is beyond what the request
  /// may.
  using Announce = std::function<void(const Forecast&, bool begins)>;

  /// Publishes a preview, then better snapshots up to a complete one; before all, where another sequence was shown, one
  /// with nothing. Returns early when stopped; never throws.
  void explore(const ExploreRequest& request, const std::stop_token& stop, const Publish& publish,
               const Announce& announce = {});

 private:
  struct Stage;   // one exploration under way
  struct MapKey;  // what a map depends on
  omega::Request wantedOf(const Stage& stage, const Card& card);
  std::shared_ptr<const CardResult> resultOf(const Stage& stage, const Card& card);
  std::shared_ptr<const Snapshot> nothingYet(const ExploreRequest& request) const;
  bool isAnother(const omega::Sizes& sizes) const;
  void keepLast(Stage& stage);
  /// Of what is not known from before.
  Forecast forecastOf(Stage& stage);
  struct Adding;
  void addForecast(Stage& stage, const Card& card, Adding& to);
  void runCards(Stage& stage);
  void readDetails(Stage& stage);
  void findShares(Stage& stage);
  void findLineShares(const Stage& stage, const omega::Request& sharing, ProposalShares& shares);
  void findGroups(Stage& stage);
  void findKernel(Stage& stage);
  void drawMaps(Stage& stage);
  MapKey mapKeyOf(const Stage& stage, const CardResult& card);
  void drawClouds(Stage& stage, const Publish& publish);

  template <class Key, class Value>
  struct Remembered {
    Key key;
    Value value;
  };

  Speed m_speed;
  WorkloadLoader m_loader;
  PlanePlacer m_plane;
  // The head that is shown, cut once: equal requests are recognised by their sequence.
  class HeadCutter {
   public:
    std::shared_ptr<const omega::Sequence> cut(const std::shared_ptr<const omega::Sequence>& whole, int head);

   private:
    std::shared_ptr<const omega::Sequence> m_whole, m_cut;
    int m_head = -1;
  };
  HeadCutter m_shown, m_original;                              // m_original: before tokens were moved by hand
  std::map<int, std::shared_ptr<const CardResult>> m_results;  // by card, the last one
  struct MapKey {
    omega::Request request;
    int side = 0;
    int around = -1;  // a query; −1: rows are pooled
    bool operator==(const MapKey&) const = default;
  };
  std::map<int, Remembered<MapKey, MapImage>> m_maps;
  struct CloudKey {
    omega::Request request;
    int query = 0, draws = 0;
    bool operator==(const CloudKey&) const = default;
  };
  std::map<int, Remembered<CloudKey, OutputCloud>> m_clouds;
  struct SharesAnywhere {  // for all queries, N×1×C
    omega::Array alpha, balance;
  };
  std::optional<Remembered<omega::Request, SharesAnywhere>> m_shares;
  std::optional<Remembered<omega::Request, omega::Array>> m_lineShares;  // N×P×C
  std::optional<Remembered<omega::Request, std::shared_ptr<const omega::Result>>> m_groups;
  struct KernelKey {
    omega::Request request;
    omega::Index axis = 0;
    double sum = 0;
    bool operator==(const KernelKey&) const = default;
  };
  std::optional<Remembered<KernelKey, std::shared_ptr<const KernelView>>> m_kernel;
  std::shared_ptr<const Snapshot> m_last;  // that was published: what stays until there is better belongs to it
};

/// A request for one head of a sequence as a card's options say; throws omega::Error where they are refused.
omega::Request requestOf(const Card& card, const Document& document, std::shared_ptr<const omega::Sequence> sequence,
                         int head);

}  // namespace omegascope
