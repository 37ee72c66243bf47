#include "jobs/heads_run.h"

#include <algorithm>

#include "model/window_words.h"
#include "synthetic/synthetic.h"

namespace omegascope {

namespace {

constexpr omega::Index kMapSide = 32;
constexpr auto kBetweenHeads = std::chrono::milliseconds(100);  // at least, from one picture to the next
using omega::heads::kHead, omega::heads::kHeads, omega::heads::kLayer;

bool isModel(const Workload& workload) {
  return workload.file.empty() && !omega::find_synthetic(workload.preset).whole.empty();
}

bool areAmong(const std::vector<Card>& some, const std::vector<Card>& all) {
  return std::all_of(some.begin(), some.end(),
                     [&](const Card& card) { return std::find(all.begin(), all.end(), card) != all.end(); });
}

bool seesNoLaterKey(const Card& card) {
  const auto found = card.options.find(omega::kCausal);
  return found != card.options.end() && found->second == "true";
}

/// The same for all workloads that show parts of one model: the seed of a preset chooses a head.
Workload whole(Workload workload) {
  if (isModel(workload)) workload.presetSeed = 0;
  return allHeadsOf(std::move(workload));
}

}  // namespace

Workload allHeadsOf(Workload workload) {
  workload.moved.clear();
  if (!workload.file.empty() || isModel(workload))
    for (const char* name : {kLayer, kHead}) workload.options().erase(name);
  if (isModel(workload)) workload.options().erase(kHeads);
  return workload;
}

omega::heads::Model modelOf(const Workload& workload) {
  const Workload all = whole(workload);
  return all.file.empty() ? omega::heads::Model::of_preset(all.preset, givenOf(all.presetOptions), all.presetSeed)
                          : omega::heads::Model::of_file(all.file, givenOf(all.fileOptions));
}

Workload withLayer(Workload workload, omega::Index layer) {
  workload.moved.clear();
  if (!workload.file.empty())
    workload.fileOptions.erase(kHead);
  else
    for (const auto& [name, value] : omega::find_synthetic(workload.preset).whole) workload.presetOptions[name] = value;
  if (layer != omega::heads::kNoLayer) workload.options()[kLayer] = std::to_string(layer);
  return workload;
}

omega::Index headOfModel(const Workload& workload, omega::Index head) {
  const auto chosen = workload.options().find(kHead);
  const omega::Index first = chosen == workload.options().end() ? -1 : std::atoll(chosen->second.c_str());
  if (!isModel(workload)) return std::max<omega::Index>(0, first) + head;
  omega::Index count = 1;
  for (const auto& [name, value] : omega::find_synthetic(workload.preset).whole)
    if (name == kHeads) count = std::atoll(value.c_str());
  return ((first >= 0 ? first : workload.presetSeed) + head) % count;
}

bool HeadsAsked::covers(const HeadsAsked& other) const {
  const bool sameModel = whole(workload) == whole(other.workload) && mark == other.mark;
  const bool sameTarget = other.target == 0 || target == other.target;
  return sameModel && sameTarget && isCausal() == other.isCausal() && (other.cards.empty() || seed == other.seed) &&
         areAmong(other.cards, cards);
}

HeadsAsked HeadsAsked::with(const HeadsAsked& other, const std::vector<Card>& there) const {
  HeadsAsked both = *this;
  if (seed != other.seed || !areAmong(other.cards, there)) return both;
  both.cards = other.cards;
  both.target = other.target;
  return both;
}

bool HeadsAsked::isCausal() const { return std::any_of(cards.begin(), cards.end(), seesNoLaterKey); }
bool HeadsAsked::isAllCausal() const { return isCausal() && std::all_of(cards.begin(), cards.end(), seesNoLaterKey); }

omega::heads::Question HeadsAsked::question(int threads) const {
  omega::heads::Question question;
  for (const Card& card : cards) question.methods.push_back({card.method, givenOf(card.options), card.label()});
  question.draws = kHeadDraws;
  question.seed = seed;
  question.target = target;
  question.causal = isCausal();
  question.side = kMapSide;
  question.threads = threads;
  return question;
}

void HeadsRun::ask(const HeadsAsked& asked, int threads) {
  if (m_asked && m_asked->covers(asked) && (m_isUnderWay || isDone())) return;
  m_stop.request_stop();
  m_stop = std::stop_source();
  m_pause.set(false);
  m_asked = asked;
  m_isUnderWay = true;
  m_fraction = 0;
  m_begun = Clock::now();
  m_worker.post({++m_number, asked, threads, m_stop.get_token()});
  emit phaseChanged();
}

void HeadsRun::setPaused(bool paused) {
  if (!m_isUnderWay || paused == isPaused()) return;
  m_pause.set(paused);
  emit phaseChanged();
}

void HeadsRun::cancel() {
  if (!m_isUnderWay) return;
  m_stop.request_stop();
  m_asked.reset();  // asked again, it begins again
  emit phaseChanged();
}

std::optional<double> HeadsRun::secondsLeft() const {
  if (m_fraction <= 0) return std::nullopt;
  const double spent = std::chrono::duration<double>(Clock::now() - m_begun).count();
  return spent * (1 - m_fraction) / m_fraction;
}

// --- Worker thread ---------------------------------------------------------------------------------------------------

void HeadsRun::work(const Job& job) {
  HeadsPicture picture;
  picture.asked = job.asked;
  Clock::time_point told;
  const auto publish = [&] {
    m_news.tell([&](News& news) { news.picture = std::make_shared<const HeadsPicture>(picture); });
    told = Clock::now();
  };
  omega::heads::Watch watch;
  watch.stop = job.stop;
  watch.pause = [&] { m_pause.wait(job.stop); };
  watch.fraction = [&](double fraction) {
    m_news.tell([&](News& news) { news.fraction = fraction, news.number = job.number; });
  };
  watch.said = [&](const std::string& sentence) { picture.said.push_back(windowWords(sentence)); };
  watch.found = [&](const omega::heads::Head& head) {
    picture.heads.push_back(head);
    if (Clock::now() - told >= kBetweenHeads) publish();
  };
  try {
    const omega::heads::Model model = modelOf(job.asked.workload);
    for (const omega::Index layer : model.layers()) picture.layers.emplace_back(layer, model.heads_of(layer));
    omega::heads::measure_model(model, job.asked.question(job.threads), watch);
    picture.isComplete = true;
  } catch (const omega::Cancelled&) {
    // What is there stays.
  } catch (const std::exception& error) {
    picture.error = QString::fromStdString(windowWords(error.what()));
  }
  if (!job.stop.stop_requested() || !picture.heads.empty()) publish();
  m_news.tell([&](News& news) { news.ended = job.number; });
}

// --- The window's thread ---------------------------------------------------------------------------------------------

void HeadsRun::receive() {
  const News news = m_news.take();
  if (news.number == m_number) m_fraction = std::max(m_fraction, news.fraction);
  if (news.picture) m_picture = news.picture;
  const bool isOver = news.ended == m_number;
  if (isOver) m_isUnderWay = false;
  if (news.picture) isOver ? emit pictureChanged() : m_soon.soon();
  emit progressed();
  if (isOver) emit phaseChanged();
}

}  // namespace omegascope
