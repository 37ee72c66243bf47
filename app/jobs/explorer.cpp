#include "jobs/explorer.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <tuple>

#include "core/error.h"
#include "cpu/gemm.h"
#include "diagnostics/draws.h"
#include "diagnostics/gaussian_mixture.h"
#include "diagnostics/subspace.h"
#include "estimators/registry.h"
#include "jobs/given_means.h"
#include "jobs/rows.h"
#include "model/window_words.h"
#include "run/runner.h"

namespace omegascope {

namespace {

// Beyond this many numbers an N×J table is not kept for every query.
constexpr double kLargestTable = 2e7;
// On a line of ω-space.
constexpr double kMostPlaces = 128, kFewestPlaces = 16;
// Enough that the spread of a kernel over them is known to a tenth.
constexpr omega::Index kKernelDraws = 64;

double millisecondsSince(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

/// Everything a view may show, except what costs N·M.
std::set<std::string> affordableOutputs(const omega::Request& request) {
  const omega::Problem problem{request.sequence->sizes, request.options, request.given};
  std::set<std::string> wanted;
  for (const omega::OutputSpec& output : omega::find_estimator(request.method).info.outputs(problem)) {
    const double count = static_cast<double>(omega::element_count(output.shape));
    if (output.name == "y" || (!output.quadratic && count <= kLargestTable)) wanted.insert(output.name);
  }
  return wanted;
}

/// What comes after a piece of work, of all that somebody looks at.
Work following(Work done, const ExploreRequest& request) {
  const Needs& needs = request.needs;
  if (done < Work::shares && needs.shares) return Work::shares;
  if (done < Work::groups && needs.groups) return Work::groups;
  if (done < Work::kernels && needs.kernels) return Work::kernels;
  if (done < Work::maps && needs.maps) return Work::maps;
  if (done < Work::clouds && needs.clouds) return Work::clouds;
  return Work::nothing;
}

/// Puts a fresh item where the old one of its card is.
template <class Item>
void renew(std::vector<Item>& items, const Item& fresh) {
  const auto old = std::find_if(items.begin(), items.end(), [&](const Item& item) { return item.card == fresh.card; });
  if (old == items.end())
    items.push_back(fresh);
  else
    *old = fresh;
}

/// What all others are held against: softmax, shown or not.
Card truthCard() {
  Card softmax;
  softmax.id = -1;
  softmax.method = "softmax";
  return softmax;
}

}  // namespace

struct Explorer::Stage {
  const ExploreRequest& request;
  std::stop_token stop;
  std::shared_ptr<const omega::Sequence> head;  // of one head
  Snapshot snapshot;
  std::chrono::steady_clock::time_point start = std::chrono::steady_clock::now();

  std::shared_ptr<const Snapshot> copy(bool complete) {
    snapshot.complete = complete;
    snapshot.milliseconds = millisecondsSince(start);
    return std::make_shared<const Snapshot>(snapshot);
  }
  omega::Progress progress() const { return omega::Progress(stop); }
};

omega::Request requestOf(const Card& card, const Document& document, std::shared_ptr<const omega::Sequence> sequence,
                         int head) {
  const omega::Options::Given options(card.options.begin(), card.options.end());
  omega::Request request = omega::make_request(std::move(sequence), card.method, options);
  request.stream = {document.seed, document.draw, static_cast<std::uint32_t>(head)};
  if (!card.means.empty()) {
    const auto dim = request.sequence->sizes.D;
    request.given.emplace("mu",
                          omega::Array::from(card.means, {static_cast<omega::Index>(card.means.size()) / dim, dim}));
  }
  request.want = affordableOutputs(request);
  return request;
}

omega::Request Explorer::wantedOf(const Stage& stage, const Card& asked) {
  Card card = asked;
  if (!meansFit(card, stage.head->sizes)) dropMeans(card);
  omega::Request request = requestOf(card, *stage.request.document, stage.head, stage.request.head);
  const omega::Shape& lead = stage.snapshot.sequence->sizes.lead;
  request.given.merge(omega::given_of_head(request, m_loader.given(), lead, stage.request.head));
  // What errors are held against is exact as everywhere else, so that they are the same numbers.
  if (card.id < 0) request.precision = omega::Precision::f64;
  return request;
}

std::shared_ptr<const CardResult> Explorer::resultOf(const Stage& stage, const Card& asked) {
  auto fresh = std::make_shared<CardResult>();
  fresh->card = asked.id;
  try {
    const omega::Request request = wantedOf(stage, asked);
    const auto known = m_results.find(asked.id);
    if (known != m_results.end() && known->second->request && *known->second->request == request) return known->second;
    fresh->request = std::make_shared<const omega::Request>(request);
    omega::Progress progress = stage.progress();
    fresh->result = std::make_shared<const omega::Result>(omega::run(request, {&progress, 0}));
    fresh->cost = omega::find_estimator(asked.method).info.cost({stage.head->sizes, request.options, request.given});
    if (request.precision == omega::Precision::f32) m_speed.learn(fresh->cost, fresh->result->stats.milliseconds);
  } catch (const omega::Cancelled&) {
    throw;
  } catch (const std::exception& error) {  // whatever one estimator dies of, the others go on
    fresh->error = windowWords(error.what());
  }
  m_results[asked.id] = fresh;
  return fresh;
}

void Explorer::runCards(Stage& stage) {
  const Document& document = *stage.request.document;
  const std::shared_ptr<const CardResult> truth = resultOf(stage, truthCard());
  const omega::Array& y_true = truth->result->at("y");
  if (stage.request.query >= 0) stage.snapshot.truth = rowOf(y_true, stage.request.query);
  for (const Card& card : document.cards) {
    if (!card.visible) continue;
    CardResult result = *resultOf(stage, card);
    if (result.result) result.metrics = omega::error_metrics(result.result->at("y"), y_true);
    stage.snapshot.cards.push_back(std::move(result));
  }
}

void Explorer::readDetails(Stage& stage) {
  stage.snapshot.details = {};
  const int query = stage.request.query;
  const CardResult* card = stage.snapshot.inspectedCard(stage.request.card);
  if (!stage.request.needs.shares || query < 0 || card == nullptr || !card->request) return;
  QueryDetails& details = stage.snapshot.details;
  const double factor = std::sqrt(omega::scale_of(*card->request));
  const omega::Matrix<double> q = scaledRows(stage.head->q, factor), k = scaledRows(stage.head->k, factor);
  omega::Matrix<double> logits(1, k.rows());
  omega::multiply_nt<double>(q.view().middle_rows(query, 1), k.view(), logits.view());
  details.logits = flat(logits);
  if (!card->result) return;
  const omega::Matrix<double> samples = samplesOf(*card->result, query);
  if (samples.rows() == 0) return;
  details.card = card->card;
  details.sample = std::clamp<int>(stage.request.sample, 0, static_cast<int>(samples.rows()) - 1);
  const auto dims = static_cast<std::size_t>(q.cols());
  details.logTarget =
      omega::log_density(omega::target_mixture({q.row(query), dims}, k), {samples.row(details.sample), dims});
}

/// All α along the line that ω-space is cut by, where it is a line.
void Explorer::findLineShares(const Stage& stage, const omega::Request& sharing, ProposalShares& shares) {
  const std::shared_ptr<const OmegaPlane>& plane = stage.snapshot.plane;
  if (!plane || !plane->settings.line) return;
  const double values = static_cast<double>(stage.head->sizes.N) * static_cast<double>(shares.alpha.size());
  const auto places = static_cast<omega::Index>(std::min<double>(kMostPlaces, kLargestTable / values));
  if (places < kFewestPlaces) return;
  const auto dims = static_cast<omega::Index>(plane->origin.size());
  std::vector<double> points;
  const omega::Axis axis{plane->horizontal.low, plane->horizontal.high, places};
  for (omega::Index p = 0; p < places; ++p) {
    const double t = axis.centre(p);
    shares.linePositions.push_back(t);
    for (std::size_t d = 0; d < plane->origin.size(); ++d) points.push_back(plane->origin[d] + t * plane->axisX[d]);
  }
  omega::Request request = sharing;
  request.given.insert_or_assign("omega_at", omega::Array::from(points, {places, dims}));
  if (!m_lineShares || !(m_lineShares->key == request)) {
    omega::Progress progress = stage.progress();
    m_lineShares =
        Remembered<omega::Request, omega::Array>{request, omega::run(request, {&progress, 0}).at("alpha_at")};
  }
  shares.lineAlpha = flat(rowsOf(m_lineShares->value, shares.query * places, places));
}

void Explorer::findShares(Stage& stage) {
  stage.snapshot.shares.reset();
  const CardResult* card = stage.snapshot.sharingCard(stage.request.card);
  if (card == nullptr || stage.request.query < 0) return;
  auto shares = std::make_shared<ProposalShares>();
  shares->card = card->card;
  shares->query = stage.request.query;
  const omega::Array& samples = card->result->at("omega");
  shares->sample = std::clamp<int>(stage.request.sample, 0, static_cast<int>(samples.shape()[0]) - 1);
  omega::Request request = *card->request;
  request.want = {{"alpha_at"}};
  request.given.insert_or_assign("omega_at",
                                 omega::Array::from(rowOf(samples, shares->sample), {1, samples.shape()[1]}));
  try {
    if (!m_shares || !(m_shares->key == request)) {
      const omega::Progress progress = stage.progress();
      omega::Progress watched(progress.stop());
      omega::Request plain = request;
      plain.options.set(plain.method, omega::find_estimator(plain.method).info.options, "beta", 0.0);
      SharesAnywhere fresh{omega::run(request, {&watched, 0}).at("alpha_at"),
                           omega::run(plain, {&watched, 0}).at("alpha_at")};
      m_shares = Remembered<omega::Request, SharesAnywhere>{request, std::move(fresh)};
    }
    shares->alpha = rowOf(m_shares->value.alpha, shares->query);
    shares->balance = rowOf(m_shares->value.balance, shares->query);
    findLineShares(stage, request, *shares);
    if (const PlaneCard* placed = stage.snapshot.plane ? stage.snapshot.plane->card(card->card) : nullptr)
      if (const auto at = 2 * static_cast<std::size_t>(shares->sample); at < placed->samples.size())
        shares->samplePosition = placed->samples[at];
  } catch (const omega::Error& error) {
    shares->error = error.what();
  }
  stage.snapshot.shares = shares;
}

/// The shown query of a card with groups, taken apart.
void Explorer::findGroups(Stage& stage) {
  stage.snapshot.groups.reset();
  const CardResult* card = stage.snapshot.groupingCard(stage.request.card);
  if (card == nullptr || stage.request.query < 0 || card->request->options.integer("groups") == 0) return;
  auto view = std::make_shared<GroupView>();
  view->card = card->card;
  view->query = stage.request.query;
  omega::Request request = *card->request;
  request.given.insert_or_assign("query_at",
                                 omega::Array::from(std::vector<double>{static_cast<double>(view->query)}, {1}));
  request.precision = omega::Precision::f64;
  request.want.emplace();
  for (const omega::OutputSpec& output :
       omega::find_estimator(request.method).info.outputs({request.sequence->sizes, request.options, request.given}))
    if (output.name.ends_with("_at")) request.want->insert(output.name);
  try {
    if (!m_groups || !(m_groups->key == request)) {
      omega::Progress progress = stage.progress();
      m_groups = Remembered<omega::Request, std::shared_ptr<const omega::Result>>{
          request, std::make_shared<const omega::Result>(omega::run(request, {&progress, 0}))};
    }
    view->result = m_groups->value;
  } catch (const omega::Error& error) {
    view->error = error.what();
  }
  stage.snapshot.groups = view;
}

/// The kernel of a card's features, over draws.
void Explorer::findKernel(Stage& stage) {
  stage.snapshot.kernel.reset();
  const CardResult* card = stage.snapshot.kernelCard(stage.request.card);
  if (card == nullptr) return;
  const ViewSettings& view = stage.request.document->view;
  const KernelKey key{*card->request, std::clamp<omega::Index>(view.kernelAxis, 0, stage.head->sizes.D - 1),
                      view.kernelSum};
  if (!m_kernel || !(m_kernel->key == key) || m_kernel->value->card != card->card) {
    auto fresh = std::make_shared<KernelView>();
    fresh->card = card->card;
    fresh->error = card->error;
    fresh->asked = {.axis = key.axis, .sum = key.sum, .draws = kKernelDraws, .widest = 0};
    try {
      if (fresh->error.empty()) fresh->curves = omega::kernel_curves(key.request, fresh->asked, stage.progress());
    } catch (const omega::Error& error) {
      fresh->error = error.what();
    }
    m_kernel = Remembered<KernelKey, std::shared_ptr<const KernelView>>{key, std::move(fresh)};
  }
  stage.snapshot.kernel = m_kernel->value;
}

MapMemory memoryOfEveryCell(const omega::Sizes& sizes, std::size_t maps) {
  const double N = static_cast<double>(sizes.N), M = static_cast<double>(sizes.M);
  // float32: the cells; the unit values and the output of the run that is under way; the copy that is coloured.
  return {4 * (static_cast<double>(maps) * N * M + M * M + 2 * N * M),
          static_cast<double>(omega::memory::available_bytes())};
}

Explorer::MapKey Explorer::mapKeyOf(const Stage& stage, const CardResult& card) {
  MapKey key{*card.request, stage.request.mapSide, -1};
  key.request.precision = omega::Precision::f32;  // as maps are made: that of the truth is that of softmax's card
  const omega::Sizes& sizes = stage.head->sizes;
  switch (stage.request.document->view.detail) {
    case MapDetail::pooled: break;
    case MapDetail::every:
      if (!stage.snapshot.mapMemory) key.side = static_cast<int>(std::max(sizes.N, sizes.M));
      break;
    case MapDetail::around: key.around = std::min(stage.request.around, static_cast<int>(sizes.N) - 1); break;
  }
  return key;
}

void Explorer::drawMaps(Stage& stage) {
  stage.snapshot.maps.clear();
  omega::Progress progress = stage.progress();
  std::vector<CardResult> cards = stage.snapshot.cards;
  const MapMemory memory = memoryOfEveryCell(stage.head->sizes, cards.size() + 1);
  const bool refused = stage.request.document->view.detail == MapDetail::every && memory.isTooMuch();
  stage.snapshot.mapMemory = refused ? std::optional(memory) : std::nullopt;
  cards.push_back(*m_results.at(-1));  // softmax's own: rows are compared with it, and errors are differences from it
  for (const CardResult& card : cards) {
    if (!card.request || !card.result) continue;
    const MapKey key = mapKeyOf(stage, card);
    auto known = m_maps.find(card.card);
    if (known == m_maps.end() || !(known->second.key == key)) {
      const auto same =
          std::find_if(m_maps.begin(), m_maps.end(), [&](const auto& other) { return other.second.key == key; });
      const auto computed = [&] {
        if (key.around < 0) return omega::pooled_map(key.request, 0, key.side, {&progress, 0});
        const omega::Index first = key.around - kRowsAround;
        return omega::pooled_rows(key.request, 0, first, 2 * kRowsAround + 1, key.side, {&progress, 0});
      };
      MapImage image{card.card, same != m_maps.end() ? same->second.value.map : computed()};
      known = m_maps.insert_or_assign(card.card, Remembered<MapKey, MapImage>{key, std::move(image)}).first;
    }
    stage.snapshot.maps.push_back(known->second.value);
  }
}

void Explorer::drawClouds(Stage& stage, const Publish& publish) {
  const int query = stage.request.query, draws = stage.request.document->outputDraws;
  if (query < 0 || draws < 2) return;
  const omega::Array truth = m_results.at(-1)->result->at("y");
  omega::Progress progress = stage.progress();
  std::erase_if(stage.snapshot.clouds,
                [&](const OutputCloud& cloud) { return stage.snapshot.card(cloud.card) == nullptr; });
  for (const CardResult& card : stage.snapshot.cards) {
    if (!card.request || !card.result) continue;
    const CloudKey key{*card.request, query, draws};
    auto known = m_clouds.find(card.card);
    if (known == m_clouds.end() || !(known->second.key == key)) {
      OutputCloud cloud;
      cloud.card = card.card;
      cloud.query = query;
      const omega::Traits traits = omega::find_estimator(card.request->method).info.traits(card.request->options);
      cloud.deterministic = traits.deterministic;
      omega::BiasVariance accumulated(truth);
      omega::Request request = *card.request;
      request.want = {{"y"}};
      if (!cloud.deterministic) omega::drop_noise(request);
      for (int draw = 0; draw < (cloud.deterministic ? 1 : draws); ++draw) {
        request.stream.draw = stage.request.document->draw + static_cast<std::uint32_t>(draw);
        const omega::Array y = omega::run(request, {&progress, 0}).at("y");
        accumulated.add(draw, y);
        const std::vector<double> own = rowOf(y, query);
        cloud.y.insert(cloud.y.end(), own.begin(), own.end());
      }
      cloud.summary = accumulated.summary();
      cloud.verdict = omega::bias_verdict(cloud.summary, traits);
      const auto dims = static_cast<omega::Index>(truth.shape().back());
      omega::Moments moments =
          omega::moments_of({cloud.y.data(), static_cast<omega::Index>(cloud.y.size()) / dims, dims});
      cloud.mean = std::move(moments.mean);
      cloud.covariance = flat(moments.covariance);
      known = m_clouds.insert_or_assign(card.card, Remembered<CloudKey, OutputCloud>{key, std::move(cloud)}).first;
    }
    renew(stage.snapshot.clouds, known->second.value);
    publish(stage.copy(false));
  }
}

/// What stands until the first estimates of another sequence are there: no picture of the one before does.
std::shared_ptr<const Snapshot> Explorer::nothingYet(const ExploreRequest& request) const {
  auto none = std::make_shared<Snapshot>();
  none->revision = m_last->revision;  // it answers nothing
  none->document = request.document;
  none->next = Work::estimates;
  return none;
}

/// Whether what was published last is of a sequence of other sizes.
bool Explorer::isAnother(const omega::Sizes& sizes) const {
  if (!m_last || !m_last->sequence) return false;
  const omega::Sizes& last = m_last->sequence->sizes;
  return std::tuple(last.lead, last.N, last.M, last.D, last.Dv) !=
         std::tuple(sizes.lead, sizes.N, sizes.M, sizes.D, sizes.Dv);
}

/// The last maps, clouds and the rest stay on screen until the new ones are there.
void Explorer::keepLast(Stage& stage) {
  if (!m_last) return;
  Snapshot& now = stage.snapshot;
  now.shares = m_last->shares;
  now.groups = m_last->groups;
  now.kernel = m_last->kernel;
  now.maps = m_last->maps;
  now.mapMemory = m_last->mapMemory;
  for (MapImage& image : now.maps) {
    const CardResult* card = image.card < 0 ? m_results.at(-1).get() : now.card(image.card);
    const auto known = m_maps.find(image.card);
    if (card != nullptr && card->request && known != m_maps.end() && known->second.key == mapKeyOf(stage, *card))
      image = known->second.value;
    else
      image.isOld = true;
  }
  now.clouds = m_last->clouds;
  for (OutputCloud& cloud : now.clouds) {
    const CardResult* card = now.card(cloud.card);
    const auto known = m_clouds.find(cloud.card);
    if (card != nullptr && card->request && known != m_clouds.end() &&
        known->second.key == CloudKey{*card->request, now.query, now.document->outputDraws})
      cloud = known->second.value;
    else
      cloud.isOld = true;
  }
}

/// A forecast under way.
struct Explorer::Adding {
  Forecast sum;
  std::vector<MapKey> maps;
  double mapBytes = 0, most = 0;
};

void Explorer::addForecast(Stage& stage, const Card& card, Adding& to) {
  constexpr double kTimesOfDouble = 2;
  const omega::Request request = wantedOf(stage, card);
  const omega::EstimatorInfo& info = omega::find_estimator(card.method).info;
  const omega::Sizes& sizes = stage.head->sizes;
  const bool isDouble = request.precision == omega::Precision::f64;
  const double once = m_speed.seconds(info.cost({sizes, request.options, request.given}));
  double seconds = 0;
  const auto known = m_results.find(card.id);
  if (known == m_results.end() || !known->second->request || !(*known->second->request == request)) {
    seconds += isDouble ? kTimesOfDouble * once : once;
    for (const omega::OutputSpec& output : info.outputs({sizes, request.options, request.given}))
      if (request.want->count(output.name) != 0)
        to.sum.bytes += (isDouble ? 8.0 : 4.0) * static_cast<double>(omega::element_count(output.shape));
  }
  if (stage.request.needs.maps) {
    CardResult asked;
    asked.request = std::make_shared<const omega::Request>(request);
    const MapKey key = mapKeyOf(stage, asked);
    const auto drawn = m_maps.find(card.id);
    if (std::find(to.maps.begin(), to.maps.end(), key) == to.maps.end() &&
        (drawn == m_maps.end() || !(drawn->second.key == key))) {
      // Its values are the blocks of keys.
      omega::Sizes pooled = sizes;
      pooled.Dv = std::min<omega::Index>(sizes.M, key.side);
      seconds += m_speed.seconds(info.cost({pooled, request.options, request.given}));
      to.mapBytes = std::max(to.mapBytes, 4.0 * static_cast<double>(pooled.Dv) *
                                              (2 * static_cast<double>(sizes.N) + static_cast<double>(sizes.M)));
      to.maps.push_back(key);
    }
  }
  const int draws = stage.request.document->outputDraws;
  if (stage.request.needs.clouds && card.id >= 0 && stage.request.query >= 0 && draws >= 2) {
    const auto cloud = m_clouds.find(card.id);
    const bool isThere = cloud != m_clouds.end() && cloud->second.key == CloudKey{request, stage.request.query, draws};
    if (!isThere) seconds += (info.traits(request.options).deterministic ? 1 : draws) * once;
  }
  to.sum.seconds += seconds;
  if (seconds <= to.most) return;
  to.most = seconds;
  to.sum.longest = card.label();
}

Forecast Explorer::forecastOf(Stage& stage) {
  Adding to;
  to.sum.available = static_cast<double>(omega::memory::available_bytes());
  std::vector<Card> cards{truthCard()};
  for (const Card& card : stage.request.document->cards)
    if (card.visible) cards.push_back(card);
  for (const Card& card : cards) {
    try {
      addForecast(stage, card, to);
    } catch (const omega::Error&) {
      // Its card will say what is wrong with it.
    }
  }
  to.sum.bytes += to.mapBytes;
  return to.sum;
}

std::shared_ptr<const omega::Sequence> Explorer::HeadCutter::cut(const std::shared_ptr<const omega::Sequence>& whole,
                                                                 int head) {
  if (whole != m_whole || head != m_head) {
    m_cut = omega::one_head(*whole, head);
    m_whole = whole;
    m_head = head;
  }
  return m_cut;
}

void Explorer::explore(const ExploreRequest& request, const std::stop_token& stop, const Publish& tell,
                       const Announce& announce) {
  const Publish publish = [&](std::shared_ptr<const Snapshot> snapshot) {
    m_last = snapshot;
    tell(std::move(snapshot));
  };
  Stage stage{request, stop, nullptr, {}};
  Snapshot& snapshot = stage.snapshot;
  snapshot.revision = request.revision;
  snapshot.document = request.document;
  try {
    if (m_last && m_last->sequence && !m_last->document->workload.hasNameOf(request.document->workload))
      publish(nothingYet(request));
    snapshot.sequence = m_loader.load(request.document->workload);
    snapshot.file = m_loader.facts();
    const omega::Sizes& sizes = snapshot.sequence->sizes;
    if (isAnother(sizes)) publish(nothingYet(request));
    ExploreRequest inside = request;
    inside.head = std::clamp<int>(request.head, 0, static_cast<int>(sizes.heads) - 1);
    inside.query = std::min<int>(request.query, static_cast<int>(sizes.N) - 1);
    snapshot.head = inside.head;
    snapshot.query = inside.query;
    Stage within{inside, stop, m_shown.cut(snapshot.sequence, inside.head), std::move(snapshot), stage.start};
    if (announce)
      if (const Forecast forecast = forecastOf(within); forecast.isLong()) {
        const bool begins = inside.may.covers(forecast);
        announce(forecast, begins);
        if (!begins) return;
      }
    const auto show = [&](Work done) {
      within.snapshot.next = following(done, inside);
      publish(within.copy(within.snapshot.next == Work::nothing));
    };
    runCards(within);
    keepLast(within);
    const bool moved = m_loader.original() != within.snapshot.sequence;
    const std::shared_ptr<const omega::Sequence> original =
        moved ? m_original.cut(m_loader.original(), inside.head) : within.head;
    within.snapshot.plane = m_plane.place(within.snapshot, within.head, *original, within.progress());
    readDetails(within);
    show(Work::estimates);
    if (inside.needs.shares) {
      findShares(within);
      show(Work::shares);
    }
    if (inside.needs.groups) {
      findGroups(within);
      show(Work::groups);
    }
    if (inside.needs.kernels) {
      findKernel(within);
      show(Work::kernels);
    }
    if (inside.needs.maps) {
      drawMaps(within);
      show(Work::maps);
    }
    if (inside.needs.clouds) {
      drawClouds(within, publish);
      show(Work::clouds);
    }
  } catch (const omega::Cancelled&) {
    // A newer request waits.
  } catch (const std::exception& error) {
    // What was published of this request stands; of one before nothing does.
    auto failed = m_last && m_last->revision == request.revision ? std::make_shared<Snapshot>(*m_last)
                                                                 : std::make_shared<Snapshot>();
    failed->revision = request.revision;
    failed->document = request.document;
    failed->complete = true;
    failed->next = Work::nothing;
    failed->sequenceError = windowWords(error.what());
    publish(std::move(failed));
  }
}

}  // namespace omegascope
