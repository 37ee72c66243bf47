#include "views/studies/study_words.h"

#include <QRegularExpression>
#include <algorithm>
#include <cmath>

#include "core/error.h"
#include "core/text.h"
#include "language/language.h"
#include "model/shell_line.h"
#include "model/window_words.h"
#include "studies/sweep.h"
#include "views/rich_text.h"
#include "views/studies/study_point.h"

namespace omegascope {

QString whyNotAgain(const StudyRun* run) {
  const std::size_t rows = run != nullptr && run->picture() ? run->picture()->summary.rows : 0;
  if (rows == 0) return tr("Nothing of this study is measured yet: run it first.");
  if (run->isDone()) return {};
  return tr("%1 of %2 rows are measured, and a command measures all: let the study go on to its end.")
      .arg(rows)
      .arg(run->study().rows());
}

QString runLine(const StudyDefinition& study, const QString& place) {
  const auto word = [](const std::string& text) { return QString::fromStdString(omega::shell_word(text)); };
  const bool isDouble = study.precision == omega::Precision::f64;
  const omega::studies::StudyInput& input = study.given;
  QString line =
      QStringLiteral("omega study run %1 --size %2").arg(word(place.toStdString()), QString::fromStdString(study.size));
  if (!input.preset.empty()) line += QStringLiteral(" --preset ") + word(input.text());
  if (!input.file.empty()) line += fileWords(input.file, {input.options.begin(), input.options.end()});
  if (isDouble) line += QStringLiteral(" --precision f64");
  return line + QStringLiteral(" --resume --output ") + word(study.name + "-" + study.size + (isDouble ? "-f64" : ""));
}

QString wayText(const StudyDefinition& study) {
  QStringList parts{described(study.size)};
  if (const std::string given = study.given.text(); !given.empty()) parts << QString::fromStdString(given);
  if (study.precision == omega::Precision::f64) parts << QStringLiteral("float64");
  return parts.join(QStringLiteral(", "));
}

namespace {

/// About how long all rows take; why that is not known where a file that the study is about cannot be read.
QString timeText(const StudyDefinition& study, int threads) try {
  return tr("about %1 here").arg(durationText(omega::studies::estimated_seconds(study, {}, threads)));
} catch (const omega::Error& error) {
  return QString::fromStdString(windowWords(error.what()));
}

}  // namespace

QString introductionOf(const StudyRun& run, int threads) {
  const StudyDefinition& study = run.study();
  QString html = QStringLiteral("<h3>%1</h3><p>%2</p>")
                     .arg(described(study.title).toHtmlEscaped(), described(study.about).toHtmlEscaped());
  if (!study.paper.empty())
    html += QStringLiteral("<p>%1</p>").arg(QString::fromStdString(study.paper).toHtmlEscaped());
  html += QStringLiteral("<p>%1</p>")
              .arg(tr("Rows: %1 (points: %2, seeds: %3), %4.")
                       .arg(study.rows())
                       .arg(study.points.size())
                       .arg(study.seeds)
                       .arg(timeText(study, threads).toHtmlEscaped()));
  if (run.isExclusive())
    html += QStringLiteral("<p>%1</p>")
                .arg(tr("It measures times: nothing else computes meanwhile, and it rests while you work in Explore."));
  return html;
}

QString introductionOf(const StudyCatalogue& catalogue, const QString& size, const Theme& theme) {
  std::vector<QStringList> rows;
  for (int row = 0; row < catalogue.count(); ++row) {
    const StudyDefinition& study = *catalogue.shownAt(row, size);
    rows.push_back({catalogue.titleOf(study).toHtmlEscaped(), QString::number(study.rows()),
                    QString::fromStdString(study.paper).section(QLatin1Char(';'), 0, 0).toHtmlEscaped()});
  }
  return tr("<h3>Studies</h3><p>Each asks one question of a grid of sequences, estimators and seeds, draws the answer "
            "beside the papers' numbers and says what it found. Choose one on the left.</p>") +
         tableHtml({tr("study"), tr("rows"), tr("of what")}, rows, theme);
}

namespace {

/// Numbers of the engine's sentences as the window writes them elsewhere: "−0.272" and "3.9e−5", not "3.9e-05".
QString windowNumbers(QString sentence) {
  static const QRegularExpression s_sign(QStringLiteral("(?<![\\w.\\])])-(?=[0-9])")),
      s_below(QStringLiteral("(?<=[0-9])e-0*(?=[0-9])")), s_above(QStringLiteral("(?<=[0-9])e[+]0*(?=[0-9])"));
  return sentence.replace(s_sign, QStringLiteral("−"))
      .replace(s_below, QStringLiteral("e−"))
      .replace(s_above, QStringLiteral("e"));
}

}  // namespace

QString findingsHtml(const omega::studies::StudySummary& summary, const Theme& theme) {
  QString html;
  const QString faint = QStringLiteral("<p style=\"margin:2px;color:%1\">%2</p>");
  for (const omega::studies::Finding& finding : summary.findings) {
    const QString sign = finding.holds ? QStringLiteral("•")
                                       : QStringLiteral("<span style=\"color:%1\">✗</span>").arg(theme.warning.name());
    html += QStringLiteral("<p style=\"margin:2px\">%1 %2</p>")
                .arg(sign, windowNumbers(described(finding.text)).toHtmlEscaped());
  }
  for (const std::string& missing : summary.figure.missing)
    html += faint.arg(theme.faint.name(),
                      tr("Not there: %1").arg(windowNumbers(QString::fromStdString(missing)).toHtmlEscaped()));
  if (!summary.figure.caption.empty())
    html += faint.arg(theme.faint.name(), windowNumbers(described(summary.figure.caption)).toHtmlEscaped());
  return html;
}

std::vector<std::pair<omega::Index, QString>> seedsOf(const std::vector<omega::studies::Json>& rows,
                                                      omega::Index point) {
  std::vector<std::pair<omega::Index, QString>> seeds;
  for (const omega::studies::Json& row : rows) {
    if (row.at("point") != point) continue;
    const auto seed = row.at("seed").get<omega::Index>();
    QString words = tr("Open seed %1 in Explore").arg(seed);
    if (row.contains("values") && row["values"].contains("mse") && row["values"]["mse"].is_number())
      words += tr(" (mse %1)").arg(numberText(row["values"]["mse"].get<double>(), 4));
    seeds.emplace_back(seed, words);
  }
  std::sort(seeds.begin(), seeds.end());
  return seeds;
}

QString spotText(const omega::studies::Spot& spot, const StudyDefinition& study, const Document& document) {
  QStringList lines;
  const auto name = [](const std::vector<std::string>& names, double place) {
    return QString::fromStdString(names.at(static_cast<std::size_t>(place)));
  };
  if (spot.cell != nullptr) {
    lines << QStringLiteral("%1: %2").arg(described(spot.part->x.title),
                                          name(spot.part->x.categories, static_cast<double>(spot.cell->column)))
          << QStringLiteral("%1: %2").arg(described(spot.part->y.title),
                                          name(spot.part->y.categories, static_cast<double>(spot.cell->row)))
          << numberText(spot.cell->value, 6);
  } else {
    lines << described(spot.curve->name) + (spot.curve->is_paper ? tr(" (paper)") : QString());
    const QString x =
        spot.part->x.categories.empty() ? numberText(spot.at->x, 6) : name(spot.part->x.categories, spot.at->x);
    const QString y = numberText(spot.at->y, 4);
    lines << QStringLiteral("%1: %2").arg(described(spot.part->x.title), x)
          << QStringLiteral("%1: %2").arg(
                 described(spot.part->y.title),
                 spot.at->error > 0 ? tr("%1 ± %2 (se)").arg(y, numberText(spot.at->error, 2)) : y);
    if (spot.curve->has_band)
      lines << tr("band: %1 to %2").arg(numberText(spot.at->low, 3), numberText(spot.at->high, 3));
    if (spot.curve->fit) {
      const QString slope = tr("slope of the fit: %1").arg(numberText(spot.curve->fit->slope, 3));
      lines << (std::isfinite(spot.curve->fit_within)
                    ? tr("%1 ± %2 (95 %)").arg(slope, numberText(spot.curve->fit_within, 2))
                : std::isinf(spot.curve->fit_within)
                    ? tr("%1; no ± since one draw makes much of the scatter within a seed").arg(slope)
                    : slope);
    }
  }
  if (spot.point() < 0) {
    lines << tr("A paper's number: it cannot be opened.");
  } else {
    const omega::studies::StudyPoint& point = study.points[static_cast<std::size_t>(spot.point())];
    const QString whyNot = whyNotInExplore(point, document);
    lines << (!whyNot.isEmpty() ? whyNot
              : study.seeds > 1
                  ? tr("Mean over %1 seeds; a click asks which of them to open in Explore.").arg(study.seeds)
                  : tr("A click opens it in Explore."));
    if (whyNot.isEmpty() && point.draws > 1)
      lines << tr("Over %1 draws: Redraw goes from one to the next.").arg(point.draws);
  }
  return lines.join(QLatin1Char('\n'));
}

}  // namespace omegascope
