#include "views/card_study/card_study_panel.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QProgressBar>
#include <QPushButton>
#include <QToolTip>
#include <QVBoxLayout>
#include <cmath>

#include "core/error.h"
#include "estimators/registry.h"
#include "figures/figure_legend.h"
#include "figures/figure_table.h"
#include "io/npz.h"
#include "jobs/waiting.h"
#include "language/language.h"
#include "run/pooled_map.h"
#include "views/amounts.h"
#include "views/rich_text.h"
#include "views/vertical_scroll.h"
#include "widgets/controls.h"

namespace omegascope {

using namespace omega::studies;

namespace {

constexpr int kSteps = 1000;  // of the progress bar
constexpr int kRestMs = 900;  // after a change, before anything is measured by itself

/// A line that ends in "…" where it has no room; the whole of it is in its tip.
class ElidedLine : public QLabel {
 public:
  explicit ElidedLine(QWidget* parent) : QLabel(parent) { setMinimumWidth(1); }

 protected:
  void paintEvent(QPaintEvent*) override {
    QPainter painter(this);
    painter.setPen(palette().color(QPalette::WindowText));
    painter.drawText(rect(), Qt::AlignLeft | Qt::AlignVCenter,
                     fontMetrics().elidedText(text(), Qt::ElideRight, width()));
  }
};

}  // namespace

CardStudyPanel::CardStudyPanel(Workbench& workbench, const QString& name, const QString& title, QWidget* parent)
    : FigurePanel(workbench, name, title, FigureView::Height::Given, parent) {
  auto* outer = inset(new QVBoxLayout(this), kPanelMargins, 2);
  outer->addWidget(makeControls());
  auto* scroll = new VerticalScroll(this);
  outer->addWidget(scroll, 1);
  auto* ground = new QWidget(scroll);
  auto* layout = inset(new QVBoxLayout(ground), {}, 2);
  m_findings = wrapped(new QLabel(ground));
  layout->addWidget(m_findings);
  m_empty = wrapped(new QLabel(this));
  layout->addWidget(m_empty);
  layout->addWidget(remedyButton(), 0, Qt::AlignLeft);
  layout->addWidget(m_legend);
  m_view->setMinimumSize(160, 90);
  layout->addWidget(m_view, 1);
  layout->addStretch();
  scroll->setWidget(ground);
  setOnce(m_redraw, 0);
  setOnce(m_soon, kRestMs);
  connect(&m_redraw, &QTimer::timeout, this, &CardStudyPanel::draw);
  connect(&m_soon, &QTimer::timeout, this, [this] {
    if (!isOnScreen() || isFresh() || !m_isWanted) return;
    this->workbench().isBusy() || this->workbench().isHeld() ? m_soon.start() : measure();
  });
  connect(m_view, &FigureView::pointed, this, [this](const Spot& spot, const QPoint& at) {
    spot.part == nullptr ? QToolTip::hideText() : QToolTip::showText(at, tipOf(spot), m_view);
  });
  connect(m_view, &FigureView::clicked, this,
          [this](const Spot& spot) { clickPoint(m_shown.study->points.at(static_cast<std::size_t>(spot.point()))); });
  connect(&workbench, &Workbench::busyChanged, this, &CardStudyPanel::pauseIfDue);
  connect(&workbench, &Workbench::heldChanged, this, &CardStudyPanel::pauseIfDue);
}

CardStudyPanel::~CardStudyPanel() {
  m_isWaiting = false;
  m_run.reset();
}

QWidget* CardStudyPanel::makeControls() {
  m_bar = new QWidget(this);
  auto* row = bare(new QHBoxLayout(m_bar));
  m_button = new QPushButton(tr("Measure"), m_bar);  // by which it is found before it is seen
  m_progress = new QProgressBar(m_bar);
  m_progress->setRange(0, kSteps);
  m_progress->setTextVisible(false);
  m_progress->setFixedSize(80, std::max(8, m_button->sizeHint().height() - 12));
  m_progress->setAccessibleName(tr("How much is measured"));
  m_status = new ElidedLine(m_bar);
  row->addWidget(m_button);
  row->addWidget(m_progress);
  row->addWidget(m_status, 1);
  m_parts = new QComboBox(m_bar);
  m_parts->setAccessibleName(tr("What is drawn"));
  row->addWidget(m_parts);
  connect(m_parts, &QComboBox::activated, this, &CardStudyPanel::choosePart);
  connect(m_button, &QPushButton::clicked, this,
          [this] { isMeasuring() || m_isWaiting ? cancelMeasuring() : measure(); });
  return m_bar;
}

void CardStudyPanel::offerParts(const std::vector<std::pair<QString, QString>>& parts, const QString& all,
                                const QString& tip) {
  for (const auto& [name, words] : parts) m_parts->addItem(words, name);
  m_parts->addItem(all, QString());
  m_parts->setToolTip(tip);
}

/// Which part is drawn belongs to the session, so that an export, a figure and a link show it as well.
void CardStudyPanel::choosePart() {
  const std::string part = m_parts->currentData().toString().toStdString();
  workbench().store().change(m_parts->accessibleName(), [&](Document& document) {
    if (part.empty())
      document.view.parts.erase(name().toStdString());
    else
      document.view.parts[name().toStdString()] = part;
  });
}

/// Empty: all of them.
QString CardStudyPanel::shownPart() const {
  const OptionTexts& parts = workbench().document().view.parts;
  const auto own = parts.find(name().toStdString());
  const QString part = own == parts.end() ? QString() : QString::fromStdString(own->second);
  return m_parts->findData(part) < 0 ? QString() : part;
}

// --- Measuring -------------------------------------------------------------------------------------------------------

const CardStudyPanel::Measured& CardStudyPanel::askedNow() const {
  const Snapshot& now = snapshot();
  PlannedOf of{workbench().store().shared(), now.document, now.sequence, now.head, {}};
  for (const CardResult& card : now.cards) of.requests.push_back(card.request);
  if (m_plannedOf == of) return m_planned;
  m_planned = {};
  if (now.sequence) {
    if (readsSequence()) {
      m_planned.workload = now.document->workload;
      m_planned.sequence = now.sequence;
      m_planned.head = now.head;
    }
    m_planned.plan = planNow();
  }
  m_plannedOf = std::move(of);
  return m_planned;
}

bool CardStudyPanel::isFresh() const {
  return m_shown.picture && m_shown.study && m_shown.picture->summary.rows == m_shown.study->rows() &&
         m_shown.isSame(askedNow());
}

/// One head of the sequence as it is shown, moved tokens included; a card with learned arrays has a file with them.
void CardStudyPanel::writeSequence(const Measured& asked, const std::string& folder) const {
  if (!readsSequence()) return;
  const std::shared_ptr<const omega::Sequence> head = omega::one_head(*asked.sequence, asked.head);
  const omega::Arrays arrays{{"Q", head->q}, {"K", head->k}, {"V", head->v}};
  omega::write_npz(folder + "/" + kSequenceFile, arrays, "{}", omega::Lasts::scratch);
  for (const auto& [id, learned] : asked.plan.learned) {
    omega::Arrays all = arrays;
    all.insert(learned.begin(), learned.end());
    omega::write_npz(folder + "/" + fileWithLearned(id), all, "{}", omega::Lasts::scratch);
  }
}

const Card* CardStudyPanel::cardOf(const std::string& series) const {
  const auto known = shownPlan().cards.find(series);
  const Card* card = known == shownPlan().cards.end() ? nullptr : workbench().document().card(known->second);
  return card != nullptr && card->label() == series ? card : nullptr;
}

void CardStudyPanel::measure() {
  m_isWanted = true;
  m_isWaiting = false;
  m_problem.clear();
  if (isMeasuring()) m_run->cancel();
  m_run.reset();
  Measured asked = askedNow();
  if (asked.plan.isEmpty()) return showState();
  if (!m_folder) m_folder = std::make_shared<QTemporaryDir>();
  const std::string folder = m_folder->path().toStdString();
  try {
    writeSequence(asked, folder);
    asked.study = asked.plan.definition(workbench().document(), folder);
  } catch (const omega::Error& error) {
    m_problem = QString::fromStdString(error.what());
    return showState();
  }
  m_running = asked;
  m_run = std::make_unique<StudyRun>(asked.study, QStringLiteral("%1/run-%2").arg(m_folder->path()).arg(++m_runs));
  workbench().jobs().add(title(), m_run.get(), JobList::Pause::ByPanel);
  follow();
  m_isWaiting = m_run->isExclusive() && workbench().isBusy();
  if (!m_isWaiting) begin();
  showState();
}

void CardStudyPanel::follow() {
  connect(m_run.get(), &StudyRun::pictureChanged, this, [this] {
    if (m_run->picture()->summary.rows == 0) return;
    m_running.picture = m_run->picture();
    m_shown = m_running;
    if (isOnScreen()) draw();
  });
  connect(m_run.get(), &StudyRun::progressed, this, &CardStudyPanel::showState);
  connect(m_run.get(), &StudyRun::phaseChanged, this, [this] {
    showState();
    if (!isMeasuring()) emit rested();
  });
}

void CardStudyPanel::takeOver(CardStudyPanel& before) {
  m_run.reset();
  if (before.m_run) before.m_run->disconnect(&before);
  m_run = std::move(before.m_run);
  m_folder = before.m_folder;
  m_runs = before.m_runs;
  m_shown = before.m_shown;
  m_running = before.m_running;
  m_isWaiting = std::exchange(before.m_isWaiting, false);
  m_isWanted = std::exchange(before.m_isWanted, false);
  m_problem = before.m_problem;
  if (m_run) follow();
  refreshIfVisible();
}

void CardStudyPanel::begin() {
  m_isWaiting = false;
  m_run->start(workbench().threads());
  pauseIfDue();
}

void CardStudyPanel::complete() {
  if (!measuresByItself()) return;
  measure();
  waitUntil([this] { return !isMeasuring(); });
  bringUpToDate();
}

void CardStudyPanel::cancelMeasuring() {
  m_isWanted = false;
  m_isWaiting = false;
  if (m_run) m_run->cancel();
  showState();
}

/// Measuring times waits until nothing else computes, and holds everything else; measuring errors steps back behind
/// whatever the user does.
void CardStudyPanel::pauseIfDue() {
  if (m_isWaiting && !workbench().isBusy()) return begin();
  if (!isMeasuring()) return;
  const bool isHidden = !isOnScreen();
  m_run->setPaused(isHidden || (!m_run->isExclusive() && (workbench().isHeld() || workbench().isBusy())));
}

void CardStudyPanel::onSeen(bool seen) {
  pauseIfDue();
  if (seen) return;
  // Whether there is something to measure is found out when it is seen again; until then it can be asked for.
  m_bar->show();
  m_button->setEnabled(true);
}

void CardStudyPanel::showEvent(QShowEvent* event) {
  Panel::showEvent(event);
  if (m_drawnTheme != theme()) redraw();
}

// --- What is shown ---------------------------------------------------------------------------------------------------

StudyFigure CardStudyPanel::figure() const {
  if (!hasFigure()) return nullptr;
  auto shown = std::make_shared<Figure>(m_shown.picture->summary.figure);
  const std::string wanted = shownPart().toStdString();
  if (!wanted.empty())
    std::erase_if(shown->panels, [&](const omega::studies::FigurePart& part) { return part.name != wanted; });
  return shown;
}

QString CardStudyPanel::nothingYet() const {
  if (const QString missing = missingText(); !missing.isEmpty()) return missing;
  const CardPlan& plan = askedNow().plan;
  return plan.isEmpty() ? plan.whyNot : invitation();
}

QString CardStudyPanel::stateText() const {
  if (m_isWaiting) return tr("waiting until Explore has its picture");
  if (!m_problem.isEmpty()) return m_problem;
  if (m_run && !m_run->error().isEmpty()) return m_run->error();
  if (isMeasuring()) {
    if (m_run->isPaused()) return tr("paused while something else computes");
    QStringList parts;
    if (m_run->sweep().seconds_left) parts << tr("about %1 left").arg(durationText(*m_run->sweep().seconds_left));
    parts << QString::fromStdString(m_run->sweep().now).section(QLatin1Char(','), 0, 0);
    return parts.join(QStringLiteral(" · "));
  }
  if (!hasFigure()) return {};
  if (!isFresh()) return m_shown.isSame(askedNow()) ? tr("measured in part") : tr("from before the last change");
  QStringList parts{tr("%n point(s) measured", nullptr, static_cast<int>(m_shown.picture->summary.rows))};
  // Not the seed of the session: its own draw is one of many, and these are others.
  if (const auto draws = m_run ? static_cast<int>(m_run->study().points.front().draws) : 0; draws > 1)
    parts << tr("%n draw(s) each, of seed 0", nullptr, draws);
  if (const auto count = static_cast<int>(m_shown.plan.leftOut.size()); count > 0)
    parts << tr("%n estimator(s) left out, point here for the reason", nullptr, count);
  return parts.join(QStringLiteral("; "));
}

/// What was found: the slopes, which stand beside their curves already, or all the rest.
QString CardStudyPanel::findings(bool areSlopes) const {
  QStringList found;
  if (hasFigure())
    for (const Finding& finding : m_shown.picture->summary.findings)
      if ((finding.kind == "slope") == areSlopes) found << described(finding.text);
  return found.join(areSlopes ? QStringLiteral("\n") : QStringLiteral("; "));
}

void CardStudyPanel::showState() {
  if (!isOnScreen()) return;
  const bool isBusy = isMeasuring() || m_isWaiting;
  const CardPlan& plan = askedNow().plan;
  m_button->setText(isBusy ? tr("Cancel") : hasFigure() ? tr("Measure again") : tr("Measure"));
  m_button->setEnabled(isBusy || (!plan.isEmpty() && !workbench().isHeld()));
  m_button->setToolTip(isBusy                 ? tr("Stops; the points that are measured stay")
                       : workbench().isHeld() ? tr("A study measures times: nothing else may compute")
                                              : invitation());
  m_progress->setVisible(isBusy);
  m_progress->setValue(isMeasuring() ? static_cast<int>(std::lround(kSteps * m_run->sweep().fraction)) : 0);
  m_status->setText(stateText());
  const QString found = hasFigure() && !isBusy && m_problem.isEmpty() && isFresh() ? findings(false) : QString();
  m_findings->setText(found);
  m_findings->setVisible(!found.isEmpty());
  QStringList more = m_status->text().split(QStringLiteral("; "));
  if (const QString slopes = findings(true); !slopes.isEmpty()) more << slopes;
  if (hasFigure())
    for (const std::string& missing : m_shown.picture->summary.figure.missing)
      more << tr("Not there: %1").arg(QString::fromStdString(missing));
  m_status->setToolTip((more + plan.leftOut).join(QLatin1Char('\n')));
  const bool isStale = hasFigure() && !isBusy && !isFresh();
  QPalette colours = m_status->palette();
  colours.setColor(QPalette::WindowText, isStale || !m_problem.isEmpty() ? theme().warning : theme().text);
  if (colours != m_status->palette()) m_status->setPalette(colours);
  m_bar->setVisible(!plan.isEmpty() || isBusy || hasFigure());
  const QString empty = hasFigure() ? QString() : nothingYet();
  m_empty->setText(empty);
  m_empty->setVisible(!empty.isEmpty());
  const auto varies = [](const Card& card) { return !omega::find_estimator(card.method).info.budget.empty(); };
  // Where there is a plan there is Measure.
  offer(!hasFigure() && plan.isEmpty() ? usualRemedy("lara", varies, Shows::Sequence) : Remedy{});
  m_view->setVisible(hasFigure());
  m_legend->setVisible(hasFigure());
}

void CardStudyPanel::refresh() {
  showState();
  m_parts->setCurrentIndex(m_parts->findData(shownPart()));
  if (hasFigure() || m_drawnTheme != theme()) redraw();
  if (measuresByItself() && m_isWanted && !isFresh() && !(isMeasuring() && m_running.isSame(askedNow())))
    m_soon.start();
  reportPainted();
}

void CardStudyPanel::draw() {
  showState();
  m_drawnTheme = theme();
  showFigure();
}

// --- For all panels --------------------------------------------------------------------------------------------------

/// What was measured; before that, what would be.
PanelData CardStudyPanel::data() const {
  if (hasFigure()) return tableOf(m_shown.picture->summary.figure);
  PanelData data;
  data.columns = {tr("series"), tr("method"), tr("x")};
  const Measured& asked = askedNow();
  if (asked.plan.isEmpty()) return data;
  std::shared_ptr<const StudyDefinition> study;
  try {
    study = asked.plan.definition(workbench().document());
  } catch (const omega::Error&) {
    return data;  // whoever measures is told
  }
  for (const StudyPoint& point : study->points)
    data.rows.push_back({QString::fromStdString(point.series), QString::fromStdString(point.what.method),
                         QString::fromStdString(point.fields.count("x") ? point.fields.at("x").dump()
                                                                        : std::string(point.input.text()))});
  return data;
}

QString CardStudyPanel::caption() const {
  if (!hasFigure()) return tr("%1, not measured").arg(title());
  return tr("%1, %2 of %3 points").arg(title()).arg(m_shown.picture->summary.rows).arg(m_shown.study->rows());
}

}  // namespace omegascope
