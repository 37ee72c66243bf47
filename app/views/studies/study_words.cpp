#include "views/studies/study_words.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>

#include "views/rich_text.h"
#include "views/studies/study_point.h"

namespace omegascope {

namespace {

QString tr(const char* text) { return QCoreApplication::translate("StudyWords", text); }

}  // namespace

QString durationText(double seconds) {
  constexpr double kMinutes = 90, kHours = 5400;
  if (seconds < kMinutes) return tr("%1 s").arg(std::max(1L, std::lround(seconds)));
  if (seconds < kHours) return tr("%1 min").arg(std::lround(seconds / 60));
  return tr("%1 h").arg(numberText(seconds / 3600, 2));
}

QString introductionOf(const StudyRun& run, int threads) {
  const StudyDefinition& study = run.study();
  QString html = QStringLiteral("<h3>%1</h3><p>%2</p>").arg(QString::fromStdString(study.title).toHtmlEscaped(), QString::fromStdString(study.about).toHtmlEscaped());
  if (!study.paper.empty()) html += QStringLiteral("<p>%1</p>").arg(QString::fromStdString(study.paper).toHtmlEscaped());
  html += QStringLiteral("<p>%1</p>").arg(tr("Rows: %1 (points: %2, seeds: %3), about %4 here.").arg(study.rows()).arg(study.points.size()).arg(study.seeds).arg(durationText(run.estimatedSeconds(threads))));
  if (run.isExclusive()) html += QStringLiteral("<p>%1</p>").arg(tr("It measures times: nothing else computes meanwhile, and it rests while you work in Explore."));
  return html;
}

QString spotText(const FigureDrawing::Spot& spot, const omega::studies::StudyDefinition& study) {
  QStringList lines;
  const auto name = [](const std::vector<std::string>& names, double place) { return QString::fromStdString(names.at(static_cast<std::size_t>(place))); };
  if (spot.cell != nullptr) {
    lines << QStringLiteral("%1: %2").arg(QString::fromStdString(spot.part->x.title), name(spot.part->x.categories, static_cast<double>(spot.cell->column)))
          << QStringLiteral("%1: %2").arg(QString::fromStdString(spot.part->y.title), name(spot.part->y.categories, static_cast<double>(spot.cell->row))) << numberText(spot.cell->value, 6);
  } else {
    lines << QString::fromStdString(spot.curve->name) + (spot.curve->is_paper ? tr(" (paper)") : QString());
    const QString x = spot.part->x.categories.empty() ? numberText(spot.at->x, 6) : name(spot.part->x.categories, spot.at->x);
    lines << tr("x: %1").arg(x);
    lines << (spot.at->error > 0 ? tr("y: %1 ± %2").arg(numberText(spot.at->y, 6), numberText(spot.at->error, 2)) : tr("y: %1").arg(numberText(spot.at->y, 6)));
    if (spot.curve->has_band) lines << tr("band: %1 to %2").arg(numberText(spot.at->low, 3), numberText(spot.at->high, 3));
    if (spot.curve->fit) lines << tr("slope of the fit: %1").arg(numberText(spot.curve->fit->slope, 3));
  }
  if (spot.point() < 0) {
    lines << tr("A paper's number: it cannot be opened.");
  } else {
    const omega::studies::StudyPoint& point = study.points[static_cast<std::size_t>(spot.point())];
    const QString whyNot = whyNotInExplore(point);
    lines << (!whyNot.isEmpty() ? whyNot : study.seeds > 1 ? tr("Mean over seeds; a click opens seed 0 in Explore.") : tr("A click opens it in Explore."));
    if (whyNot.isEmpty() && point.draws > 1) lines << tr("Over %1 draws: Redraw goes from one to the next.").arg(point.draws);
  }
  return lines.join(QLatin1Char('\n'));
}

}  // namespace omegascope
