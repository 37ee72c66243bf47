#include "window/status_line.h"

#include <QEvent>
#include <QLabel>
#include <QLayout>
#include <cmath>

#include "core/token_name.h"
#include "cuda/device.h"
#include "language/language.h"
#include "model/token_names.h"
#include "views/amounts.h"
#include "views/rich_text.h"
#include "workbench/workbench.h"

namespace omegascope {

namespace {

constexpr int kApart = 10;

/// Labels are never hidden or shown by hand: the bar does that beneath its messages, and a label that is shown lies
/// under one.
void say(QLabel& label, const QString& words, int before) {
  if (label.text() != words) label.setText(words);
  label.setContentsMargins(words.isEmpty() ? 0 : before, 0, 0, 0);
}

}  // namespace

StatusLine::StatusLine(Workbench& workbench, QWidget* parent) : QStatusBar(parent), m_workbench(workbench) {
  setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);  // as Qt's own
  const auto add = [this](const QString& tip) {
    auto* label = new QLabel(this);
    label->setToolTip(tip);
    return label;
  };
  m_token = add(tr("The tokens of the shown query and key"));
  m_errors =
      add(tr("Mean squared error of every visible estimator to softmax, or to causal softmax for a causal "
             "one, for the head that is shown"));
  m_timing = add(tr("Time from the last change to the frame that showed it, and the worst within five seconds"));
  m_memory = add(tr("Memory of the numbers the engine holds"));
  m_device = add({});
  m_token->setTextFormat(Qt::PlainText);
  m_errors->setContentsMargins(6, 0, 0, 0);
  m_errors->setMinimumWidth(1);  // long lists are cut rather than widening the window
  m_errorsTip = m_errors->toolTip();
  m_errors->installEventFilter(this);
  addWidget(m_token);
  addWidget(m_errors, 1);
  for (QLabel* label : {m_timing, m_memory, m_device}) {
    label->setContentsMargins(kApart, 0, 0, 0);
    addPermanentWidget(label);
  }
  connect(&workbench, &Workbench::snapshotChanged, this, &StatusLine::refresh);
  connect(&workbench.selection(), &Selection::changed, this, &StatusLine::refresh);
  connect(&workbench.store(), &DocumentStore::changed, this, &StatusLine::refresh);
  refresh();
}

void StatusLine::setExploring(bool exploring) {
  m_isExploring = exploring;
  refresh();
}

void StatusLine::showErrors(bool shown) { m_errors->setVisible(shown); }

QString StatusLine::device() const { return m_device->text(); }

void StatusLine::refresh() {
  const Snapshot& snapshot = *m_workbench.snapshot();
  if (const auto latency = m_workbench.trace().latency())
    m_toldTiming =
        tr("frame %1, worst %2").arg(timeText(std::round(latency->lastMs)), timeText(std::round(latency->worstMs)));
  m_toldMemory = tr("memory %1").arg(memoryText(static_cast<double>(omega::memory::current_bytes())));
  tellToken(snapshot);
  tellErrors(snapshot);
  tellDevice(snapshot);
  fit();
}

/// Where tokens have names: "query 12 ‘attention’ → key 3 ‘the’".
void StatusLine::tellToken(const Snapshot& snapshot) {
  const Cursor cursor = m_workbench.selection().shown();
  const omega::Sequence* sequence = snapshot.sequence.get();
  QStringList parts;
  if (sequence != nullptr && omega::has_token_names(*sequence)) {
    if (cursor.query >= 0) parts << queryText(sequence, cursor.query);
    if (cursor.key >= 0) parts << keyText(sequence, cursor.key);
  }
  say(*m_token, parts.join(QStringLiteral(" → ")), 6);
}

void StatusLine::tellErrors(const Snapshot& snapshot) {
  QStringList errors;
  QString from;
  for (const CardResult& card : snapshot.cards) {
    const Card* shown = m_workbench.document().card(card.card);
    if (shown == nullptr || shown->isTruth()) continue;
    QString error = card.error.empty() ? numberText(card.metrics.mse, 3) : tr("not applicable");
    if (card.metrics.queries > 0 && card.error.empty()) {
      error = numberWithError(card.metrics.mse, card.metrics.mse_error);
      from = QStringLiteral(", ") + queriesText(card.metrics.queries, snapshot.sequence->sizes.N);
    }
    if (card.error.empty() && std::isnan(card.metrics.mse))  // softmax is not there
      error = m_workbench.isBusy() ? tr("…") : tr("–");
    errors << QStringLiteral("%1 %2").arg(QString::fromStdString(shown->label()), error);
  }
  m_told = errors.isEmpty() || !m_isExploring ? QString()
                                              : tr("mse of this head  ") + errors.join(QStringLiteral("  ·  ")) + from;
}

void StatusLine::fit() {
  const auto hasRoom = [this] {
    layout()->activate();
    return m_errors->fontMetrics().horizontalAdvance(m_told) <= m_errors->contentsRect().width();
  };
  say(*m_timing, m_toldTiming, kApart);
  say(*m_memory, m_toldMemory, kApart);
  QStringList leftOut;
  for (QLabel* label : {m_timing, m_memory}) {
    if (m_told.isEmpty() || m_errors->isHidden() || hasRoom()) break;
    leftOut << label->text();
    say(*label, {}, kApart);
  }
  leftOut.removeAll(QString());
  m_leftOut = leftOut.join(QStringLiteral("; "));
  layout()->activate();
  fitErrors();
}

void StatusLine::fitErrors() {
  const QString fitting = m_errors->fontMetrics().elidedText(m_told, Qt::ElideRight, m_errors->contentsRect().width());
  if (fitting != m_errors->text()) m_errors->setText(fitting);
  QStringList tip;
  if (fitting != m_told) tip << m_told;
  tip << m_errorsTip;
  if (!m_leftOut.isEmpty()) tip << m_leftOut;
  m_errors->setToolTip(tip.join(QLatin1Char('\n')));
}

void StatusLine::resizeEvent(QResizeEvent* event) {
  QStatusBar::resizeEvent(event);
  fit();
}

bool StatusLine::eventFilter(QObject* watched, QEvent* event) {
  if (watched == m_errors && event->type() == QEvent::Resize) fitErrors();
  if (watched == m_errors && (event->type() == QEvent::ShowToParent || event->type() == QEvent::HideToParent)) fit();
  return QStatusBar::eventFilter(watched, event);
}

/// Says where the estimators on screen were computed. It never looks for a device itself: the computing thread does.
void StatusLine::tellDevice(const Snapshot& snapshot) {
  bool onDevice = false;
  QString why;
  for (const CardResult& card : snapshot.cards) {
    if (!card.result) continue;
    onDevice = onDevice || card.result->stats.backend == "cuda";
    if (card.result->stats.backend == "cpu") why = described(card.result->stats.why);
  }
  const bool hasNone = omega::cuda::Device::get().known() == omega::cuda::Device::Known::absent;
  m_device->setText(onDevice ? tr("CUDA") : hasNone ? tr("CPU (no CUDA device)") : tr("CPU"));
  m_device->setToolTip(why.isEmpty() ? QString() : tr("Computed on the CPU: %1").arg(why));
}

}  // namespace omegascope
