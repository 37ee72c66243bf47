// What a hand does in the panel Output, what is said of it, and what its axes hold meanwhile.
#include <qcustomplot.h>

#include <QToolTip>
#include <cmath>

#include "language/language.h"
#include "views/output/output_panel.h"
#include "views/rich_text.h"

namespace omegascope {

namespace {

constexpr double kNear = 14;  // pixels

}  // namespace

// --- Mouse -----------------------------------------------------------------------------------------------------------

/// The card whose mark of this draw is near; −1: none.
int OutputPanel::cardAt(QPointF position) const {
  if (!emptyText().isEmpty()) return -1;
  double nearest = kNear;
  int found = -1;
  for (const Cloud& one : clouds()) {
    const QPointF at = place(one.now.data(), one.lane);
    const double distance = std::hypot(m_plot->xAxis->coordToPixel(at.x()) - position.x(),
                                       m_plot->yAxis->coordToPixel(at.y()) - position.y());
    if (distance >= nearest) continue;
    nearest = distance;
    found = one.card->id;
  }
  return found;
}

void OutputPanel::onMoved(QMouseEvent* event) {
  const int card = cardAt(event->position());
  if (card < 0) {
    workbench().selection().endHover();
    return QToolTip::hideText();
  }
  for (const Cloud& one : clouds())
    if (one.card->id == card)
      QToolTip::showText(
          event->globalPosition().toPoint(),
          tr("%1: ŷ = %2").arg(QString::fromStdString(one.card->label()), vectorText(one.now)) +
              (one.truth->y.empty() ? QString() : QLatin1Char('\n') + tr("truth y = %1").arg(vectorText(one.truth->y))),
          m_plot);
  Cursor cursor = workbench().selection().locked();
  cursor.card = card;
  workbench().selection().hover(cursor);
}

/// "Output of query 12, head 0: lara is 0.31 from the truth, the mean of its draws 0.04; rfa …"
QString OutputPanel::plotWords() const {
  const auto apart = [](const std::vector<double>& a, const std::vector<double>& b) {
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) sum += (a[i] - b[i]) * (a[i] - b[i]);
    return numberText(std::sqrt(sum), 3);
  };
  QStringList each;
  for (const Cloud& one : clouds()) {
    const std::vector<double>& truth = one.truth->y;
    if (truth.size() != one.now.size()) continue;  // still to come
    const QString said =
        tr("%1 is %2 from the truth").arg(QString::fromStdString(one.card->label()), apart(one.now, truth));
    const bool hasMean = one.cloud && !one.cloud->deterministic && one.cloud->query == snapshot().query;
    each << (hasMean ? tr("%1, the mean of its draws %2").arg(said, apart(one.cloud->mean, truth)) : said);
  }
  return each.isEmpty() ? QString()
                        : tr("Output of query %1, head %2: %3")
                              .arg(QString::number(snapshot().query), QString::number(snapshot().head),
                                   each.join(QStringLiteral("; ")));
}

// --- Axes ------------------------------------------------------------------------------------------------------------

OutputPanel::Asked OutputPanel::asked() const {
  const Document& now = workbench().document();
  Document of;
  of.workload = now.workload;
  of.seed = now.seed;
  of.draw = now.draw;
  of.outputDraws = now.outputDraws;
  of.view.outputX = shownDim(false);
  of.view.outputY = shownDim(true);
  for (const Card* card : visibleCards()) of.cards.push_back({.id = card->id, .method = card->method});
  const int sample = now.view.showValues ? workbench().selection().shown().sample : -1;
  return {of, snapshot().query, snapshot().head, sample, workbench().pinned().get()};
}

/// Of all that is drawn, and of what is held.
QRectF OutputPanel::reachOf(QCustomPlot& plot, int lanes) const {
  const Cloud first = clouds().front();
  const std::vector<double>& centre = first.truth->y.empty() ? first.now : first.truth->y;
  const double cx = centre[static_cast<std::size_t>(shownDim(false))],
               cy = centre[static_cast<std::size_t>(shownDim(true))];
  QCPRange x(cx, cx), y = isStrip() ? QCPRange(-(lanes - 0.4), 0.6) : QCPRange(cy, cy);
  for (int i = 0; i < plot.plottableCount(); ++i) {
    bool found = false;
    const QCPRange across = plot.plottable(i)->getKeyRange(found);
    if (found) x.expand(across);
    if (isStrip()) continue;
    const QCPRange up = plot.plottable(i)->getValueRange(found);
    if (found) y.expand(up);
  }
  const QRectF reach(QPointF(x.lower, y.lower), QPointF(x.upper, y.upper));
  return m_heldOf == asked() ? reach.united(m_held) : reach;
}

void OutputPanel::holdReach() {
  const bool isOfNow = !workbench().isStale() && snapshot().complete;
  const bool isPreview = snapshot().query != workbench().selection().locked().query;
  if (!isOfNow || isPreview) return;
  m_held = reachOf(*m_plot, static_cast<int>(clouds().size()));
  m_heldOf = asked();
}

void OutputPanel::letGo() {
  m_heldOf.reset();
  refreshIfVisible();
}

}  // namespace omegascope
