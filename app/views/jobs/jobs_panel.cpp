// Jobs: what the workbench is computing, a way to give it up, and what the last runs took.
#include <QElapsedTimer>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QTableWidget>
#include <QTimer>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <deque>

#include "language/language.h"
#include "views/amounts.h"
#include "views/registry.h"
#include "views/rich_text.h"
#include "widgets/controls.h"
#include "widgets/text_fit.h"

namespace omegascope {

class JobsPanel : public Panel {
 public:
  JobsPanel(Workbench& workbench, QWidget* parent);

  QString help() const override;
  void render(QPainter& painter, const QRectF& area, const Theme& theme) const override;
  PanelData data() const override;
  QString whyNoCommand() const override {
    return tr("Jobs lists what was computed here and how long it took; no command makes that again.");
  }

 protected:
  void refresh() override;

 private:
  enum class State { Running, Done, Replaced, Cancelled, Asked, Failed };
  struct Run {
    std::uint64_t revision = 0;
    QString what;
    State state = State::Running;
    double milliseconds = 0;
    QString error;
  };

  void record();
  QString describe(const Snapshot& snapshot) const;
  QString statusText() const;
  QString stateText(const Run& run) const;
  void fillRow(int row, const Run& run);
  void onBusy(bool busy);
  void fill();
  /// A line for each job of the JobList that is not at rest, with what can be done to it.
  void showLongJobs();
  void addLine(const JobList::Job& job);
  static QString textOf(const JobList::Job& job);

  std::deque<Run> m_runs;         // the newest first
  std::uint64_t m_cancelled = 0;  // the last that was cancelled; what it had by then may come after the next began
  QElapsedTimer m_since;
  QTimer m_tick, m_later;
  QElapsedTimer m_filled;
  QLabel* m_status = nullptr;
  QPushButton* m_button = nullptr;
  struct Line {
    QPointer<LongJob> run;
    QLabel* words = nullptr;
    QPushButton* pause = nullptr;  // null where only its panel pauses it
  };
  QVBoxLayout* m_longJobs = nullptr;
  std::vector<Line> m_lines;
  QTableWidget* m_table = nullptr;
};

namespace {

constexpr std::size_t kRuns = 20;
constexpr int kTickMs = 200;

}  // namespace

JobsPanel::JobsPanel(Workbench& workbench, QWidget* parent)
    : Panel(workbench, QStringLiteral("jobs"), tr("Jobs"), parent) {
  auto* layout = inset(new QVBoxLayout(this), kPanelMargins);
  auto* row = new QHBoxLayout;
  m_status = wrapped(new QLabel(this));
  m_button = new QPushButton(this);
  row->addWidget(m_status, 1);
  row->addWidget(m_button);
  layout->addLayout(row);
  m_longJobs = new QVBoxLayout;
  m_longJobs->setSpacing(2);
  layout->addLayout(m_longJobs);
  m_table = new QTableWidget(0, 3, this);
  readOnly(m_table);
  m_table->setAccessibleName(tr("The last runs"));
  m_table->setHorizontalHeaderLabels({tr("state"), tr("time"), tr("computation")});
  m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
  m_table->setShowGrid(false);
  fitRows(*m_table);
  m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
  m_table->horizontalHeader()->setStretchLastSection(true);
  layout->addWidget(m_table, 1);
  connect(m_button, &QPushButton::clicked, this,
          [this] { this->workbench().isBusy() ? this->workbench().cancel() : this->workbench().computeAgain(); });
  connect(&workbench, &Workbench::snapshotChanged, this, &JobsPanel::record);
  connect(&workbench, &Workbench::busyChanged, this, &JobsPanel::onBusy);
  connect(&workbench, &Workbench::forecastChanged, this, &JobsPanel::refreshIfVisible);
  connect(&workbench.jobs(), &JobList::changed, this, [this] {
    if (isOnScreen()) showLongJobs();
  });
  m_tick.setInterval(kTickMs);
  connect(&m_tick, &QTimer::timeout, this, [this] { m_status->setText(statusText()); });
  m_later.setSingleShot(true);
  connect(&m_later, &QTimer::timeout, this, [this] {
    if (isOnScreen()) fill();
  });
  if (workbench.isBusy()) onBusy(true);
}

QString JobsPanel::help() const {
  return tr(
      "<b>Jobs</b><p>Everything is computed in the background, the newest request first: the estimates of all visible "
      "cards, then what the visible panels need: shares of proposals, maps, many draws for the output. What takes long "
      "comes last, the shortest first, and is shown as soon as it is there. A change replaces what is under "
      "way.</p><p><b>Look for</b> runs that take long: fewer draws, a shorter sequence or a hidden panel makes them "
      "shorter. Cancel keeps the picture that is there. Sweeps of studies, of Convergence and Scaling, and training "
      "runs stand above the table, with their pause and their end. While a study measures times everything else rests, "
      "and goes on afterwards.</p>");
}

QString JobsPanel::describe(const Snapshot& of) const {
  QStringList parts;
  if (of.query >= 0) parts << tr("query %1").arg(of.query);
  if (of.sequence && of.sequence->sizes.heads > 1) parts << tr("head %1").arg(of.head);
  parts << tr("%n card(s)", nullptr, static_cast<int>(of.cards.size()));
  if (of.sequence)
    parts << QStringLiteral("%1 × %2, D %3")
                 .arg(of.sequence->sizes.N)
                 .arg(of.sequence->sizes.M)
                 .arg(of.sequence->sizes.D);
  return parts.join(QStringLiteral(", "));
}

void JobsPanel::record() {
  const Snapshot& now = snapshot();
  const bool isCancelled = workbench().isCancelled();
  if (isCancelled) m_cancelled = workbench().revision();
  if (!now.sequence && now.sequenceError.empty()) return;
  if (m_runs.empty() || m_runs.front().revision < now.revision) {
    if (!m_runs.empty() && m_runs.front().state == State::Running) m_runs.front().state = State::Replaced;
    m_runs.push_front({now.revision, {}, State::Running, 0, {}});
    if (m_runs.size() > kRuns) m_runs.pop_back();
  }
  Run& run = m_runs.front();
  run.what = describe(now);
  run.milliseconds = now.milliseconds;
  const bool isOver = run.state == State::Asked || run.state == State::Cancelled;  // what follows is another run
  run.state = !now.sequenceError.empty()                   ? State::Failed
              : now.complete                               ? State::Done
              : isOver                                     ? run.state
              : workbench().isAwaited()                    ? State::Asked
              : isCancelled || m_cancelled == now.revision ? State::Cancelled
                                                           : State::Running;
  QStringList errors;
  if (!now.sequenceError.empty()) errors << QString::fromStdString(now.sequenceError);
  for (const CardResult& card : now.cards)
    if (!card.error.empty()) errors << QString::fromStdString(card.error);
  for (const std::string& failure : now.failures) errors << QString::fromStdString(failure);
  run.error = errors.join(QLatin1Char('\n'));
}

void JobsPanel::onBusy(bool busy) {
  if (busy) {
    m_since.start();
    m_tick.start();
  } else {
    m_tick.stop();
    record();
  }
  if (isOnScreen()) refresh();
}

QString JobsPanel::statusText() const {
  const std::optional<Forecast>& forecast = workbench().forecast();
  if (workbench().isAwaited()) return tr("Not begun; what is missing would take %1.").arg(forecastText(*forecast));
  if (workbench().isCancelled()) return tr("Cancelled. What was computed before that stays.");
  if (workbench().isHeld()) return tr("Waiting: a study measures times.");
  if (!workbench().isBusy())
    return snapshot().revision == 0 ? tr("Nothing has been computed yet.")
                                    : tr("At rest; the last picture took %1.").arg(timeText(snapshot().milliseconds));
  QString stage = tr("estimates of all visible cards");
  if (!workbench().isStale()) switch (snapshot().next) {
      case Work::shares: stage = tr("shares of the proposals"); break;
      case Work::groups: stage = tr("control variates of the query"); break;
      case Work::kernels: stage = tr("kernels over draws"); break;
      case Work::maps: stage = tr("attention maps"); break;
      case Work::clouds: stage = tr("draws for the output"); break;
      case Work::predictions: stage = tr("predicted variances"); break;
      case Work::estimates:
      case Work::nothing: break;
    }
  const double since = m_since.isValid() ? static_cast<double>(m_since.elapsed()) : 0;
  const QString sentence = tr("Computing %1, for %2.").arg(stage, timeText(since));
  return forecast ? sentences(sentence, tr("In all: %1.").arg(forecastText(*forecast))) : sentence;
}

QString JobsPanel::stateText(const Run& run) const {
  switch (run.state) {
    case State::Running: return tr("running");
    case State::Done: return run.error.isEmpty() ? tr("done") : tr("in part");
    case State::Replaced: return tr("replaced");
    case State::Cancelled: return tr("cancelled");
    case State::Asked: return tr("asked first");
    case State::Failed: return tr("failed");
  }
  return {};
}

void JobsPanel::fillRow(int row, const Run& run) {
  const QStringList cells = {stateText(run), timeText(run.milliseconds), run.error.isEmpty() ? run.what : run.error};
  for (int column = 0; column < cells.size(); ++column) {
    auto* item = new QTableWidgetItem(cells[column]);
    item->setToolTip(cells[column]);
    if (column == 1) item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
    if (!run.error.isEmpty()) item->setForeground(theme().warning);
    m_table->setItem(row, column, item);
  }
}

/// A drag makes a run for every frame: the table follows a few times a second.
void JobsPanel::refresh() {
  record();
  if (!m_filled.isValid() || m_filled.elapsed() >= kTickMs)
    fill();
  else if (!m_later.isActive())
    m_later.start(kTickMs);
  reportPainted();
}

QString JobsPanel::textOf(const JobList::Job& job) {
  QStringList parts{tr("%1: %2 %").arg(job.title).arg(std::lround(100 * job.run->fraction()))};
  if (job.run->isStopping())
    parts << tr("stopping");
  else if (job.run->isPaused())
    parts << tr("paused");
  else if (const auto left = job.run->secondsLeft())
    parts << tr("about %1 left").arg(durationText(*left));
  return parts.join(QStringLiteral(" · "));
}

void JobsPanel::addLine(const JobList::Job& job) {
  auto* line = new QWidget(this);
  auto* row = bare(new QHBoxLayout(line));
  Line added{job.run, new QLabel(line), nullptr};
  added.words->setMinimumWidth(1);
  added.words->setWordWrap(true);
  row->addWidget(added.words, 1);
  if (job.pause == JobList::Pause::ByUser) {
    added.pause = new QPushButton(tr("Resume"), line);
    added.pause->setMinimumWidth(added.pause->sizeHint().width());  // of its longer word: nothing jumps
    connect(added.pause, &QPushButton::clicked, job.run, [run = job.run.data()] { run->setPaused(!run->isPaused()); });
    row->addWidget(added.pause);
  }
  auto* cancel = new QPushButton(tr("Cancel"), line);
  cancel->setToolTip(tr("Stops %1; what is done stays").arg(job.title));
  connect(cancel, &QPushButton::clicked, job.run, &LongJob::cancel);
  row->addWidget(cancel);
  m_longJobs->addWidget(line);
  m_lines.push_back(added);
}

void JobsPanel::showLongJobs() {
  const std::vector<JobList::Job> jobs = workbench().jobs().running();
  const bool isSame = std::equal(jobs.begin(), jobs.end(), m_lines.begin(), m_lines.end(),
                                 [](const JobList::Job& job, const Line& line) { return job.run == line.run; });
  if (!isSame) {
    m_lines.clear();
    while (QLayoutItem* old = m_longJobs->takeAt(0)) {
      old->widget()->hide();
      old->widget()->deleteLater();  // its own button may have asked for this
      delete old;
    }
    for (const JobList::Job& job : jobs) addLine(job);
  }
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    const Line& line = m_lines[i];
    line.words->setText(textOf(jobs[i]));
    if (line.pause == nullptr) continue;
    const bool paused = jobs[i].run->isPaused();
    line.pause->setText(paused ? tr("Resume") : tr("Pause"));
    line.pause->setToolTip(paused ? tr("Goes on where it was paused") : tr("Rests until it is resumed"));
    line.pause->setEnabled(!jobs[i].run->isStopping());
  }
}

void JobsPanel::fill() {
  m_filled.start();
  showLongJobs();
  m_status->setText(statusText());
  m_button->setText(workbench().isBusy()      ? tr("Cancel")
                    : workbench().isAwaited() ? tr("Compute")
                                              : tr("Compute again"));
  m_button->setToolTip(workbench().isBusy()      ? tr("Stops; the last picture stays")
                       : workbench().isAwaited() ? tr("Starts the long computation")
                                                 : tr("The same numbers once more, to see how long they take"));
  m_table->setRowCount(static_cast<int>(m_runs.size()));
  for (std::size_t i = 0; i < m_runs.size(); ++i) fillRow(static_cast<int>(i), m_runs[i]);
}

void JobsPanel::render(QPainter& painter, const QRectF& area, const Theme& theme) const {
  QString longJobs;
  for (const JobList::Job& job : workbench().jobs().running())
    longJobs += QStringLiteral("<p>%1</p>").arg(textOf(job).toHtmlEscaped());
  std::vector<QStringList> rows;
  for (const Run& run : m_runs)
    rows.push_back(
        {stateText(run), timeText(run.milliseconds), (run.error.isEmpty() ? run.what : run.error).toHtmlEscaped()});
  paintRichText(painter, area, theme,
                QStringLiteral("<p>%1</p>%2%3")
                    .arg(statusText(), longJobs, tableHtml({tr("state"), tr("time"), tr("computation")}, rows, theme)));
}

PanelData JobsPanel::data() const {
  PanelData data;
  data.columns = {tr("revision"), tr("run"), tr("ms"), tr("state"), tr("error")};
  std::vector<double> milliseconds;
  for (const Run& run : m_runs) {
    data.rows.push_back(
        {QString::number(run.revision), run.what, plainNumber(run.milliseconds), stateText(run), run.error});
    milliseconds.push_back(run.milliseconds);
  }
  data.addList("milliseconds", milliseconds);
  return data;
}

Panel* makeJobsPanel(Workbench& workbench, QWidget* parent) { return new JobsPanel(workbench, parent); }

}  // namespace omegascope
