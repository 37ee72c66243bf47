#include "jobs/explorer.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "core/error.h"
#include "jobs/given_means.h"
#include "model/window_words.h"
#include "run/pooled_map.h"

namespace omegascope {

namespace {

/// What is computed of all queries where the shown one is looked at by itself: y, and what is no query's own.
std::set<std::string> outputsBesideGlance(const omega::Request& request) {
  const omega::Sizes& sizes = request.sequence->sizes;
  omega::Sizes more = sizes;
  ++more.N;
  const std::vector<omega::OutputSpec> outputs = omega::outputs_of(request, sizes),
                                       others = omega::outputs_of(request, more);
  std::set<std::string> wanted = Scene::shownOutputs(request, sizes.N);
  for (std::size_t i = 0; i < outputs.size(); ++i)
    if (outputs[i].name != "y" && outputs[i].shape != others[i].shape) wanted.erase(outputs[i].name);
  return wanted;
}

/// Another draw makes nothing new of what uses no noise.
omega::Stream streamOf(const omega::Request& request, const Scene& scene) {
  if (omega::traits_of(request).deterministic) return {};
  const Document& document = *scene.request.document;
  return {document.seed, document.draw, static_cast<std::uint32_t>(scene.request.head)};
}

/// For the head of a scene, as a card's options say; throws omega::Error where they are refused.
omega::Request requestOf(const Card& card, const Scene& scene) {
  omega::Request request = omega::make_request(scene.head, card.method, givenOf(card.options));
  request.stream = streamOf(request, scene);
  request.given = arraysOfMeans(card, scene.sizes().D);
  request.want =
      scene.isGlanced(request) ? outputsBesideGlance(request) : Scene::shownOutputs(request, scene.sizes().N);
  return request;
}

Card cardOf(const ShownTruth& truth) {
  Card softmax;
  softmax.id = truth.card;
  softmax.method = kTruthMethod;
  if (truth.isCausal) softmax.options[omega::kCausal] = "true";
  if (!truth.hasUsualScale()) softmax.options["scale"] = omega::to_string(omega::OptionValue(truth.scale));
  return softmax;
}

/// Softmax, whatever is shown; and for cards that are causal or have another τ what they are held against.
std::vector<ShownTruth> truthsFor(const Scene& scene) {
  const double usual = omega::scale_of(omega::make_request(scene.head, kTruthMethod));
  std::vector<ShownTruth> all{{.card = kTruth, .scale = usual}};
  int next = kScaledTruth;
  for (const AskedCard& card : scene.cards) {
    if (!card.request) continue;
    const double scale = omega::scale_of(*card.request);
    const bool isCausal = card.request->options.is_causal();
    const auto isSame = [&](const ShownTruth& one) { return one.scale == scale && one.isCausal == isCausal; };
    if (std::none_of(all.begin(), all.end(), isSame))
      all.push_back({.card = scale == usual ? kCausalTruth : next--, .scale = scale, .isCausal = isCausal});
  }
  return all;
}

bool isQuick(const Stage::Missing& item) { return item.takes.seconds <= Explorer::kSlowSeconds && !item.isMore; }

/// Whether nothing that is quick is left: what is there is shown then.
bool isQuickOver(const std::optional<Stage::Missing>& next) { return !next || !isQuick(*next); }

}  // namespace

StageTable exploreStages() {
  StageTable table;
  for (const auto add : {addEstimateStages, addPlaneStages, addQueryStages, addPictureStages, addPredictionStage})
    add(table);
  return table;
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

/// Where the request would be equal to an earlier one, that is returned: arrays are compared by where they are.
AskedCard Explorer::ask(const Scene& scene, const Card& of) const {
  for (const AskedCard& known : m_asked)
    if (known.request && known.card == of && known.request->sequence == scene.head &&
        known.request->stream == streamOf(*known.request, scene))
      return known;
  AskedCard asked{of, nullptr, nullptr, {}};
  try {
    Card card = of;
    if (!meansFit(card, scene.sizes())) card.dropMeans();
    auto request = std::make_shared<omega::Request>(requestOf(card, scene));
    request->given.merge(omega::given_of_file(*request, m_loader.given()));
    // What errors are held against is in double precision, as everywhere else, so that errors are the same numbers.
    if (isTruth(card.id)) request->precision = omega::Precision::f64;
    asked.request = asked.single = request;
    if (request->precision == omega::Precision::f32) return asked;
    auto single = std::make_shared<omega::Request>(*request);
    single->precision = omega::Precision::f32;
    asked.single = std::move(single);
  } catch (const std::exception& error) {
    asked.error = windowWords(error.what());
  }
  return asked;
}

void Explorer::open(Scene& scene, const Publish& tell) {
  ExploreRequest& request = scene.request;
  const Workload& workload = request.document->workload;
  if (m_last && m_last->sequence && !m_last->document->workload.hasNameOf(workload)) publishBlank(request, tell);
  Snapshot& snapshot = scene.snapshot;
  snapshot.revision = request.revision;
  snapshot.document = request.document;
  snapshot.sequence = m_loader.load(workload);
  snapshot.file = m_loader.facts();
  const omega::Sizes& sizes = snapshot.sequence->sizes;
  const auto shapeOf = [](const omega::Sizes& of) { return std::tuple(of.lead, of.N, of.M, of.D, of.Dv); };
  if (m_last && m_last->sequence && shapeOf(m_last->sequence->sizes) != shapeOf(sizes)) publishBlank(request, tell);
  snapshot.head = request.head = std::clamp<int>(request.head, 0, static_cast<int>(sizes.heads) - 1);
  snapshot.query = request.query = std::min<int>(request.query, static_cast<int>(sizes.N) - 1);
  scene.head = m_shown.cut(snapshot.sequence, request.head);
  const bool isMoved = m_loader.original() != snapshot.sequence;
  if (!isMoved) m_original = {};
  scene.original = isMoved ? m_original.cut(m_loader.original(), request.head) : scene.head;
  if (m_last && m_last->sequence) scene.last = m_last;
  if (m_sampled != scene.head) {  // the same for all seeds of the noise
    m_sample = omega::sample_queries(*scene.head, omega::queries_by_work(scene.sizes()), 0);
    m_sampled = scene.head;
    for (const std::unique_ptr<Stage>& stage : m_stages) stage->forget();
  }
  scene.sample = m_sample;
  for (const Card& card : request.document->cards)
    if (card.visible) scene.cards.push_back(ask(scene, card));
  snapshot.truths = truthsFor(scene);
  for (auto truth = snapshot.truths.rbegin(); truth != snapshot.truths.rend(); ++truth)  // softmax last
    scene.cards.push_back(ask(scene, cardOf(*truth)));
  m_asked = scene.cards;
  const MapMemory memory = memoryOfEveryCell(scene.sizes(), scene.cards.size());
  if (scene.asks().detail == MapDetail::every && memory.isTooMuch()) scene.tooMuch = memory;
}

std::vector<Stage::Missing> Explorer::missing(const Scene& scene) const {
  std::vector<Stage::Missing> all;
  for (const std::unique_ptr<Stage>& stage : m_stages)
    if (scene.needs(stage->work()))
      for (const Stage::Missing& item : stage->missing(scene)) all.push_back(item);
  return all;
}

Forecast Explorer::forecastOf(const Scene& scene) const {
  Forecast sum;
  sum.available = static_cast<double>(omega::memory::available_bytes());
  double passing = 0, most = 0;
  std::map<int, double> secondsOf;
  for (const Stage::Missing& item : missing(scene)) {
    if (item.isFiner) continue;
    sum.seconds += item.takes.seconds;
    sum.bytes += item.takes.bytes;
    passing = std::max(passing, item.takes.passing);
    secondsOf[item.card] += item.takes.seconds;
  }
  for (const AskedCard& asked : scene.cards)
    if (const double seconds = secondsOf[asked.id()]; seconds > most) most = seconds, sum.longest = asked.card.label();
  sum.bytes += passing;
  return sum;
}

std::optional<Stage::Missing> Explorer::next(const Scene& scene) const {
  // Refining what is already shown waits for what is not shown yet, unless that takes several times as long.
  constexpr double kGivesWay = 4;
  const auto weight = [](const Stage::Missing& item) {
    return (item.isMore ? kGivesWay : 1) * item.turn.value_or(item.takes.seconds);
  };
  std::optional<Stage::Missing> slow;
  for (const std::unique_ptr<Stage>& stage : m_stages) {
    if (!scene.needs(stage->work())) continue;
    for (const Stage::Missing& item : stage->missing(scene)) {  // later stages are not asked while an item is quick
      if (!item.isReady) continue;
      if (isQuick(item)) return item;
      if (!slow || weight(item) < weight(*slow)) slow = item;
    }
  }
  return slow;
}

void Explorer::update(Scene& scene) {
  scene.snapshot.failures.clear();
  scene.snapshot.old.clear();
  for (const std::unique_ptr<Stage>& stage : m_stages) stage->show(scene);
}

void Explorer::publish(Scene& scene, const std::optional<Stage::Missing>& next, bool isNew, const Publish& tell) {
  Snapshot& now = scene.snapshot;
  now.next = next ? next->stage->work() : Work::nothing;
  now.complete = !next;
  const std::vector<Stage::Missing> rest = missing(scene);
  now.isPreview =
      isNew && std::none_of(rest.begin(), rest.end(), [](const Stage::Missing& item) {
        return item.stage->work() == Work::estimates && !item.isMore && item.takes.seconds <= kPatienceSeconds;
      });
  const CardResult* card = now.inspectedCard(scene.request.card);
  const bool isDetailed = scene.needs(Work::shares) && now.query >= 0 && card && card->request && !card->isOld;
  now.details = isDetailed ? detailsOf(scene, *card) : QueryDetails{};
  now.milliseconds = scene.milliseconds();
  keepAndTell(std::make_shared<const Snapshot>(now), tell);
}

/// Shown until the first estimates of another sequence are ready: nothing of the previous sequence.
void Explorer::publishBlank(const ExploreRequest& request, const Publish& tell) {
  auto blank = std::make_shared<Snapshot>();
  blank->revision = m_last->revision;  // it answers nothing
  blank->document = request.document;
  blank->next = Work::estimates;
  keepAndTell(std::move(blank), tell);
}

/// Keeps what was published for this request and drops what was published for an earlier one.
void Explorer::publishFailure(const ExploreRequest& request, const std::string& sentence, const Publish& tell) {
  auto failed = m_last && m_last->revision == request.revision ? std::make_shared<Snapshot>(*m_last)
                                                               : std::make_shared<Snapshot>();
  failed->revision = request.revision;
  failed->document = request.document;
  failed->complete = true;
  failed->next = Work::nothing;
  failed->sequenceError = windowWords(sentence);
  keepAndTell(std::move(failed), tell);
}

void Explorer::keepAndTell(std::shared_ptr<const Snapshot> snapshot, const Publish& tell) {
  m_last = snapshot;
  tell(std::move(snapshot));
}

bool Explorer::begins(Scene& scene, const Announce& announce) {
  if (scene.request.again)
    for (const std::unique_ptr<Stage>& stage : m_stages) stage->forgetFailures();
  update(scene);
  if (!announce) return true;
  const ExploreRequest& request = scene.request;
  const Forecast forecast = forecastOf(scene);
  const bool goesOn = m_begun && m_begun->asksTheSame(*request.document) &&
                      m_begunOf.lock() == scene.snapshot.sequence && !request.needs.isBeyond(m_begunFor);
  if (!goesOn && forecast.isLong() && !request.may.covers(forecast)) return false;
  m_begun = request.document;
  m_begunOf = scene.snapshot.sequence;
  m_begunFor = request.needs;
  announce(forecast, true);
  return true;
}

bool Explorer::isBeyond(const Scene& scene, const Stage::Missing& item) const {
  const Forecast one{
      0, item.takes.bytes + item.takes.passing, {}, static_cast<double>(omega::memory::available_bytes())};
  return item.takes.seconds > kPatienceSeconds || (one.isTooMuch() && !scene.request.may.muchMemory);
}

void Explorer::explore(const ExploreRequest& request, const std::stop_token& stop, const Publish& tell,
                       const Announce& announce) {
  try {
    Scene scene(request, stop, m_speed);
    open(scene, tell);
    const bool isAllowed = begins(scene, announce);
    std::optional<Stage::Missing> item = next(scene);
    if (isQuickOver(item)) publish(scene, item, false, tell);
    while (item) {
      if (!isAllowed && isBeyond(scene, *item)) return announce(forecastOf(scene), false);
      scene.progress().check();
      item->stage->compute(scene, item->card);
      update(scene);
      const Work done = std::exchange(item, next(scene))->stage->work();
      if (isQuickOver(item) || item->stage->work() != done) publish(scene, item, true, tell);
    }
  } catch (const omega::Cancelled&) {
    // A newer request waits.
  } catch (const std::exception& error) {
    publishFailure(request, error.what(), tell);
  }
}

}  // namespace omegascope
