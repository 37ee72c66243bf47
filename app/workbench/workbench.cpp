#include "workbench/workbench.h"

#include "cpu/parallel.h"
#include "jobs/chance_run.h"
#include "jobs/given_means.h"
#include "jobs/training_runs.h"
#include "jobs/waiting.h"
#include "model/token_moves.h"

namespace omegascope {

namespace {

// Until a sequence is there nobody knows its limits.
const CursorLimits kAnywhere{1 << 30, 1 << 30, 1 << 30};
// Where previews take longer than this, a drag shows nothing until it rests.
constexpr std::chrono::milliseconds kPatience{static_cast<int>(1000 * Explorer::kPatienceSeconds)};
constexpr int kHurryMs = 250;
// The picture of another sequence goes when the new one takes longer than this: an empty window for a moment would be a
// flicker.
constexpr int kBlankMs = 120;

}  // namespace

Workbench::Workbench(QObject* parent)
    : QObject(parent),
      m_snapshot(std::make_shared<const Snapshot>()),
      m_training(std::make_unique<TrainingRuns>([this] { return threads(); })),
      m_chance(std::make_unique<ChanceRun>([this] { return threads(); })) {
  m_job = std::make_unique<LatestJob<ExploreRequest>>(
      [this](const ExploreRequest& request, const LatestJob<ExploreRequest>::Run& run) {
        omega::with_threads(m_threads, [&] {
          m_explorer.explore(
              request, run.stop,
              [&](std::shared_ptr<const Snapshot> snapshot) {
                const bool isPreview = snapshot->isPreview;
                receive(std::move(snapshot));
                if (isPreview) run.previewed();
              },
              [this, revision = request.revision](const Forecast& forecast, bool begins) {
                tellLater(this, [this, revision, forecast, begins] { hearForecast(revision, forecast, begins); });
              });
        });
      });
  connect(&m_store, &DocumentStore::changed, this, &Workbench::onDocument);
  connect(&m_selection, &Selection::changed, this, &Workbench::onSelectionChanged);
  connect(m_training.get(), &TrainingRuns::added, this,
          [this](TrainRun* run) { m_jobs.add(tr("Training %1").arg(run->name()), run); });
  connect(&m_jobs, &JobList::changed, this, &Workbench::onJobs);
  m_selection.setLimits(kAnywhere);
  m_blank.setSingleShot(true);
  m_blank.setInterval(kBlankMs);
  connect(&m_blank, &QTimer::timeout, this, &Workbench::showNewest);
  m_hurry.setInterval(kHurryMs);
  connect(&m_hurry, &QTimer::timeout, this, [this] { isBusy() ? m_job->hurry(kPatience) : m_hurry.stop(); });
  post(QStringLiteral("start"));
}

Workbench::~Workbench() {
  m_jobs.disconnect(this);
  m_job.reset();
  m_pinJob.reset();
}

void Workbench::open(const Session& session) {
  emit opening();
  m_selection.setLimits(kAnywhere);  // those of the old sequence say nothing about the new one
  m_around = session.around;
  followQuery(session.locked.query);
  m_store.replace(session.document);
  m_selection.begin(session.locked, session.chosen);
  unpin();
  if (session.pinned) restorePin(*session.pinned);
}

void Workbench::changeSequence(const QString& text, const Document& document, const Cursor& cursor) {
  m_selection.setLimits(kAnywhere);
  m_store.change(text, [&](Document& d) { d = document; });
  m_selection.lock(cursor);
}

Session Workbench::session() const {
  return {document(),
          m_selection.locked(),
          m_selection.chosen(),
          m_pinned ? std::optional(Pin{*m_pinned->document, m_pinned->head, m_pinned->query}) : m_missingPin,
          {},
          Workspace::Explore,
          m_around};
}

void Workbench::onDocument(const Document& before, const Document& after) {
  if (before.asksTheSame(after)) return;
  post(QStringLiteral("document"));
  m_isOfStep = m_store.isOfStep();
}

void Workbench::setNeeds(const Needs& needs) {
  const bool more = needs.isBeyond(m_needs);
  m_needs = needs;
  if (more) post(QStringLiteral("view"));
}

void Workbench::setMapSide(int cells) {
  if (cells == m_mapSide) return;
  m_mapSide = cells;
  post(QStringLiteral("view"));
}

/// The rows that are shown stay while the pointer moves among them.
void Workbench::followQuery(int query) {
  if (std::abs(query - m_around) > kRowsAround) m_around = std::max(0, query);
}

void Workbench::onSelectionChanged() {
  const Cursor cursor = m_selection.shown();
  followQuery(cursor.query);
  // Keys and proposals are looked up in what is there. Another query or head is new work; so is another sample where
  // somebody looks at the proposals at its ω.
  const bool place = (m_needs.has(Work::shares) || m_needs.has(Work::groups) || m_needs.has(Work::kernels)) &&
                     (cursor.sample != m_asked.sample || cursor.card != m_asked.card);
  if (cursor.query == m_asked.query && cursor.head == m_asked.head && !place) return;
  post(QStringLiteral("selection"), Asks::elsewhere);
}

void Workbench::cancel() {
  if (!isBusy()) return;
  m_heldBack.reset();
  m_job->cancel();
  forgetForecast();
  giveUp();
}

/// What was computed of the present request stays; what is from before says so now.
void Workbench::giveUp() {
  m_cancelled = m_revision;
  if (std::exchange(m_wasBusy, false)) emit busyChanged(false);
  emit snapshotChanged();
}

void Workbench::computeAgain() {
  if (isAwaited()) allow(*m_forecast);
  post(QStringLiteral("again"), Asks::again);
}

void Workbench::allow(const Forecast& forecast) {
  m_allowed = forecast;
  m_allowedWorkload = document().workload;
  m_allowedWorkload.moved.clear();
}

/// A user who let a long computation begin is not asked again about one of about the same length on the same sequence,
/// nor is one who says that it shall be computed again.
Allowance Workbench::allowance(bool again) const {
  if (!m_asks) return {};
  Workload workload = document().workload;
  workload.moved.clear();
  const bool isKnown = m_allowed.isLong() && workload == m_allowedWorkload;
  const double seconds = isKnown ? std::max(Allowance::kSeconds, 2 * m_allowed.seconds) : Allowance::kSeconds;
  return {again ? Allowance().seconds : seconds, isKnown && m_allowed.isTooMuch()};
}

void Workbench::hearForecast(std::uint64_t revision, const Forecast& forecast, bool begins) {
  if (revision != m_revision || isCancelled()) return;  // about what nobody wants any more
  if (begins && !forecast.isLong()) {
    m_staysAsked = false;
    return forgetForecast();
  }
  m_forecast = forecast;
  m_forecastOf = revision;
  if (begins && m_again) allow(forecast);
  const bool isAskedAlready = m_staysAsked && !begins;
  if (begins) m_staysAsked = false;
  if (!begins) giveUp();
  if (!isAskedAlready) emit forecastChanged();
}

void Workbench::forgetForecast() {
  if (!m_forecast) return;
  m_forecast.reset();
  emit forecastChanged();
}

/// Times are worth something only while nothing else computes: the exploring is held back, and what runs beside it
/// rests.
void Workbench::onJobs() {
  const bool held = m_jobs.isMeasuringTimes();
  if (held) m_jobs.restOthers();
  if (std::exchange(m_held, held) == held) return;
  if (!held) {
    m_jobs.wakeOthers();
    if (m_heldBack) m_job->post(*std::exchange(m_heldBack, std::nullopt));
    if (m_restoringPin) restorePin(Pin(*m_missingPin));
  }
  emit heldChanged(held);
}

void Workbench::post(const QString& event, Asks asks) {
  const bool again = asks == Asks::again;
  m_staysAsked = asks == Asks::elsewhere && isAwaited();
  m_isOfStep = m_isOfStep && (m_staysAsked || isStale());  // what has no answer yet is asked for by this one, too
  m_asked = m_selection.shown();
  ExploreRequest request{.revision = ++m_revision,
                         .document = m_store.shared(),
                         .head = m_asked.head,
                         .query = m_asked.query,
                         .card = m_asked.card,
                         .sample = m_asked.sample,
                         .mapSide = m_mapSide,
                         .around = m_around,
                         .needs = m_needs,
                         .may = allowance(again),
                         .again = again};
  m_again = again;
  m_trace.posted(m_revision, event);
  if (m_held)
    m_heldBack = std::move(request);
  else
    m_job->post(std::move(request));
  m_hurry.start();
  if (!m_wasBusy) emit busyChanged(m_wasBusy = true);
}

void Workbench::receive(std::shared_ptr<const Snapshot> snapshot) {
  const std::scoped_lock lock(m_mutex);
  m_newest = std::move(snapshot);
  if (m_newest->isBlank()) {
    QMetaObject::invokeMethod(&m_blank, qOverload<>(&QTimer::start), Qt::QueuedConnection);
    return;
  }
  if (m_announced) return;
  m_announced = true;
  QMetaObject::invokeMethod(this, &Workbench::showNewest, Qt::QueuedConnection);
}

void Workbench::showNewest() {
  {
    const std::scoped_lock lock(m_mutex);
    m_announced = false;
    m_snapshot = m_newest;
  }
  m_blank.stop();
  limitSelection();
  m_trace.arrived(m_snapshot->revision, m_snapshot->complete);
  emit snapshotChanged();
  dropMisfits();
  const bool isNewer = m_snapshot->revision > m_forecastOf;
  if ((isNewer && !m_staysAsked) || (m_snapshot->revision >= m_forecastOf && m_snapshot->complete)) forgetForecast();
  if (m_wasBusy != isBusy()) emit busyChanged(m_wasBusy = isBusy());
}

/// What is shown limits what can be selected, unless the document has moved on since.
void Workbench::limitSelection() {
  const std::shared_ptr<const Document>& of = m_snapshot->document;
  if (!m_snapshot->sequence || !of || of->workload != document().workload) return;
  const omega::Sizes& sizes = m_snapshot->sequence->sizes;
  CursorLimits limits{static_cast<int>(sizes.heads), static_cast<int>(sizes.N), static_cast<int>(sizes.M)};
  for (const Card& card : document().cards) {
    const Card* then = of->card(card.id);
    const CardResult* result = m_snapshot->card(card.id);
    if (then == nullptr || !(*then == card) || (result && (!result->result || result->isOld))) continue;
    if (card.visible && result == nullptr) continue;  // still to come
    if (const int query = m_snapshot->query; result && result->sample && query >= 0 && result->rowOf(query) < 0)
      continue;  // what it has for this query is still to come
    const auto rows = [&](const char* name) {
      if (result == nullptr || !result->resultOf(m_snapshot->query).has(name)) return 0;
      const omega::Shape& shape = result->resultOf(m_snapshot->query).at(name).shape();
      return static_cast<int>(shape[shape.size() - 2]);
    };
    limits.samples[card.id] = rows("omega");
    limits.proposals[card.id] = std::max(rows("proposal_means"), rows("beta_hat"));
    // Where groups differ from query to query, only those of the shown query are known.
    const GroupView* groups = m_snapshot->groups.get();
    if (groups && groups->result && groups->card == card.id && groups->result->has("group_weights_at"))
      limits.proposals[card.id] =
          std::max(limits.proposals[card.id], static_cast<int>(groups->result->at("group_weights_at").shape().back()));
  }
  m_selection.setLimits(limits);
}

/// What of the document belongs to another sequence or to other options: each in a sentence.
QStringList Workbench::misfits(const omega::Sizes& sizes) const {
  QStringList sentences;
  const std::vector<MovedToken>& moved = document().workload.moved;
  const auto gone = std::count_if(moved.begin(), moved.end(), [&](const auto& token) { return !fits(token, sizes); });
  if (gone > 0)
    sentences << tr("%n token(s) moved by hand left out: the sequence has no such token now.", nullptr,
                    static_cast<int>(gone));
  for (const Card& card : document().cards) {
    if (meansFit(card, sizes)) continue;
    const QString label = QString::fromStdString(card.label());
    const std::optional<MeansNeeded> needed = meansNeeded(card, sizes);
    sentences << (needed ? tr("The places given for %1 do not fit and are dropped: it takes %2 of them "
                              "in %3 dimensions now.")
                               .arg(label)
                               .arg(needed->count)
                               .arg(needed->dims)
                         : tr("The places given for %1 are dropped: it takes none with these options.").arg(label));
  }
  return sentences;
}

/// Tokens moved by hand, and means, dragged or set by a lesson, that do not fit are removed with the change that made
/// them so, and come back when it is undone. Where nothing was changed but the file, they go by a step of their own.
void Workbench::dropMisfits() {
  const std::shared_ptr<const Document>& of = m_snapshot->document;
  if (!m_snapshot->sequence || !of || of->workload != document().workload) return;
  const omega::Sizes& sizes = m_snapshot->sequence->sizes;
  QStringList sentences = misfits(sizes);
  if (sentences.isEmpty()) {
    m_fitting = of;
    return;
  }
  const auto drop = [&sizes](Document& d) {
    std::erase_if(d.workload.moved, [&](const MovedToken& token) { return !fits(token, sizes); });
    for (Card& card : d.cards)
      if (!meansFit(card, sizes)) card.dropMeans();
  };
  if (m_fitting && m_fitting->asksTheSame(document())) {
    m_store.change(tr("Read again"), drop);
  } else {
    if (m_store.isOfStep()) sentences << tr("Undo brings them back.");
    m_store.amend(drop);
  }
  emit told(sentences.join(QLatin1Char(' ')));
}

bool Workbench::isBehind(int card) const {
  const int front = m_selection.shown().card;
  const Card *chosen = document().card(front), *asked = document().card(card);
  return chosen && asked && front != card && chosen->visible && !chosen->isTruth() && !asked->isTruth();
}

void Workbench::pin() {
  if (m_snapshot->query < 0 || !m_snapshot->sequence) return;
  if (!m_snapshot->complete) return restorePin({*m_snapshot->document, m_snapshot->head, m_snapshot->query});
  m_restoringPin = false;
  m_missingPin.reset();
  m_pinned = m_snapshot;
  emit pinnedChanged();
}

void Workbench::followData(const std::string& from, const std::string& to) {
  if (!m_missingPin || m_missingPin->document.workload.file != from) return;
  Pin pin = *m_missingPin;
  pin.document.workload.file = to;
  restorePin(pin);
}

void Workbench::unpin() {
  if (std::exchange(m_restoringPin, false)) m_pinJob->cancel();
  m_missingPin.reset();
  if (std::exchange(m_pinned, nullptr)) emit pinnedChanged();
}

void Workbench::makePinJob() {
  m_pinJob = std::make_unique<LatestJob<ExploreRequest>>(
      [this](const ExploreRequest& request, const LatestJob<ExploreRequest>::Run& run) {
        omega::with_threads(m_threads, [&] {
          Explorer().explore(request, run.stop, [this](const std::shared_ptr<const Snapshot>& snapshot) {
            if (snapshot->complete) tellLater(this, [this, snapshot] { receivePin(snapshot); });
          });
        });
      });
}

/// Computes again what a session had pinned, or what was to be pinned before it was there.
void Workbench::restorePin(const Pin& pin) {
  if (!m_pinJob) makePinJob();
  m_pinJob->cancel();  // of another pin
  m_missingPin = pin;
  m_restoringPin = true;
  if (m_held) return;  // afterwards
  m_pinJob->post({.revision = ++m_pinNumber,
                  .document = std::make_shared<const Document>(pin.document),
                  .head = pin.head,
                  .query = pin.query,
                  .mapSide = m_mapSide,
                  .needs = {Work::maps}});
}

void Workbench::receivePin(const std::shared_ptr<const Snapshot>& snapshot) {
  if (!m_restoringPin || snapshot->revision != m_pinNumber) return;  // taken out meanwhile, or another one is asked for
  m_restoringPin = false;
  m_pinned = snapshot->sequence && snapshot->query >= 0 ? snapshot : nullptr;
  if (m_pinned) m_missingPin.reset();
  emit pinnedChanged();
}

bool Workbench::settle(const std::function<void()>& meanwhile) {
  return waitUntil(
      [&] {
        if (meanwhile) meanwhile();
        return !isBusy() && !m_restoringPin && !m_chance->isUnderWay();
      },
      kUnattendedMs);
}

ShellLine Workbench::commandFor(const Card& card, const QString& want) const {
  const auto dims = m_snapshot->sequence ? static_cast<std::size_t>(m_snapshot->sequence->sizes.D) : 1;
  return estimateLine(document(), card, dims, want);
}

}  // namespace omegascope
