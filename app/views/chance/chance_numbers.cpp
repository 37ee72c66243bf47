#include "views/chance/chance_numbers.h"

#include <algorithm>
#include <cmath>

#include "language/language.h"
#include "views/rich_text.h"

namespace omegascope {

namespace imp = omega::importance;

namespace {

constexpr double kGaugeHeight = 16, kParabolaHeight = 130;

QString lawText(const imp::Law& law, double factor = 1) { return law ? numberText(factor * *law, 3) : tr("unknown"); }

/// A law that is a limit for many samples is marked.
QString limitText(const imp::MethodLaw& of, const imp::Law& law, double factor = 1) {
  const bool isMarked = of.for_large_samples && law && std::isfinite(*law);
  return (isMarked ? QStringLiteral("≈\u00a0") : QString()) + lawText(law, factor);
}

bool anyLimit(const ChancePicture& picture) {
  const auto& laws = picture.result->laws.methods;
  return std::any_of(laws.begin(), laws.end(),
                     [](const imp::MethodLaw& law) { return law.for_large_samples && (law.variance || law.bias); });
}

bool anyBeyond(const ChancePicture& picture) {
  const auto& laws = picture.result->laws.methods;
  const auto& outcomes = picture.result->outcome.methods;
  for (std::size_t m = 0; m < outcomes.size(); ++m)
    if (imp::is_beyond_replicates(laws[m], outcomes[m])) return true;
  return false;
}

/// Grey where the law is beyond the replicates: what they say of it means nothing.
QString meaningless(const QString& text, bool isSo, const Theme& theme) {
  return isSo ? QStringLiteral("<span style=\"color:%1\">(%2)</span>").arg(theme.faint.name(), text) : text;
}

class NumberRows {
 public:
  NumberRows(const ChancePicture& picture, const Theme& theme) : m_picture(picture), m_theme(theme) {}

  std::vector<QStringList> all() {
    const double samples = static_cast<double>(m_picture.state->game.plan.samples());
    add(tr("estimate"), [](const auto& m, const auto&, bool) { return numberText(m.estimate, 4); });
    if (m_picture.state->showTarget)
      add(tr("error"), [](const auto& m, const auto&, bool) { return numberText(m.error, 3); });
    add(tr("± 2 se"), [](const auto& m, const auto&, bool) {
      return QStringLiteral("±\u00a0%1").arg(numberText(2 * m.standard_error, 3));
    });
    add(tr("ESS"), [](const auto& m, const auto&, bool) { return numberText(m.ess, 3); });
    add(tr("… its law"), [](const auto&, const auto& law, bool) { return lawText(law.ess); });
    add(tr("largest share"), [](const auto& m, const auto&, bool) { return numberText(m.max_share, 3); });
    if (!m_picture.result->isComplete) return m_rows;
    const bool isTold = m_picture.state->showTarget;  // a bias beside the mean would tell the truth
    if (isTold)
      add(tr("bias ± se"), [this](const auto& m, const auto&, bool isBeyond) {
        return meaningless(numberText(m.bias, 2) + QStringLiteral("\u00a0±\u00a0") + numberText(m.bias_error, 2),
                           isBeyond, m_theme);
      });
    if (isTold) add(tr("… its law"), [](const auto&, const auto& law, bool) { return limitText(law, law.bias); });
    add(tr("variance · S"), [this, samples](const auto& m, const auto&, bool isBeyond) {
      return meaningless(numberText(m.variance * samples, 3), isBeyond, m_theme);
    });
    add(tr("… its law"), [samples](const auto&, const auto& law, bool) {
      return law.is_too_large ? QStringLiteral("> 1e308") : limitText(law, law.variance, samples);
    });
    if (isTold)
      add(tr("rms error"), [this](const auto& m, const auto&, bool isBeyond) {
        return meaningless(numberText(m.rms, 3), isBeyond, m_theme);
      });
    if (isTold)
      add(tr("coverage"), [](const auto& m, const auto&, bool) {
        return std::isnan(m.coverage) ? numberText(m.coverage)
                                      : numberText(100 * m.coverage, 3) + QStringLiteral("\u00a0%");
      });
    add(QStringLiteral("β"), [](const auto& m, const auto&, bool) { return numberText(m.beta, 3); });
    return m_rows;
  }

 private:
  template <class Cell>
  void add(const QString& name, Cell cell) {
    QStringList row{name};
    const auto& methods = m_picture.result->outcome.methods;
    for (std::size_t m = 0; m < methods.size(); ++m) {
      const imp::MethodLaw& law = m_picture.result->laws.methods[m];
      row << cell(methods[m], law, imp::is_beyond_replicates(law, methods[m]));
    }
    m_rows.push_back(row);
  }

  const ChancePicture& m_picture;
  const Theme& m_theme;
  std::vector<QStringList> m_rows;
};

double gaugeLine(const Theme& theme) { return std::max(20.0, QFontMetricsF(theme.font).height() + 4); }

/// Two lines of text stand above and below it.
double parabolaHeight(const Theme& theme) { return kParabolaHeight + 2 * (gaugeLine(theme) - 20); }

/// Filled up to the ESS of this run; the hollow mark is what very many samples would show.
void paintGauge(QPainter& painter, const QRectF& area, const Theme& theme, const ChancePicture& picture) {
  const imp::MethodOutcome& front = picture.result->outcome.methods.front();
  const double samples = static_cast<double>(picture.state->game.plan.samples());
  painter.setFont(theme.font);
  painter.setPen(theme.text);
  painter.drawText(QRectF(area.topLeft(), QSizeF(area.width(), gaugeLine(theme))), Qt::AlignLeft | Qt::AlignVCenter,
                   tr("ESS %1 of %2").arg(numberText(front.ess, 3), numberText(samples, 4)));
  // A mark at 0 is seen as a whole.
  const QRectF bar(area.left() + 7, area.top() + gaugeLine(theme), area.width() - 18, kGaugeHeight);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.fillRect(bar, theme.grid);
  if (std::isfinite(front.ess))
    painter.fillRect(QRectF(bar.topLeft(), QSizeF(bar.width() * std::min(1.0, front.ess / samples), bar.height())),
                     theme.accent);
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(theme.text, theme.lineScale));
  painter.drawRect(bar);
  const imp::Law& law = picture.result->laws.methods.front().ess;
  if (!law) return;
  const QPointF mark(bar.left() + bar.width() * std::min(1.0, *law / samples), bar.center().y());
  drawMarker(painter, Marker::Diamond, mark, kGaugeHeight + 4, theme.canvas);
  drawMarker(painter, Marker::Diamond, mark, kGaugeHeight, theme.text, true);
}

QRectF gaugeIn(const QRectF& area, const Theme& theme) {
  return {area.left() + 6, area.top() + 4, area.width() - 10, gaugeLine(theme) + kGaugeHeight};
}

// --- The variance over β ---------------------------------------------------------------------------------------------

/// The parabola Σ_aa − 2βΣ_ac + β²Σ_cc, wide enough to show 0, the best β and the one in use.
class Parabola {
 public:
  Parabola(const QRectF& area, const Theme& theme, const ChancePicture& picture)
      : m_area(area),
        m_theme(theme),
        m_law(picture.result->laws.methods.front()),
        m_used(picture.result->outcome.methods.front().beta),
        m_samples(static_cast<double>(picture.state->game.plan.samples())) {
    const double best = m_law.beta.value_or(0);
    const double reach = 1.25 * std::max({std::abs(best), std::abs(m_used - best), 0.5});
    m_low = best - reach;
    m_high = best + reach;
    m_most = 1.08 * std::max(at(m_low), at(m_high));
    const double line = QFontMetricsF(theme.font).height();
    m_plot = area.adjusted(6, line + 4, -10, -line - 2);
  }

  static bool isThere(const ChancePicture& picture) {
    if (!picture.hasRun() || picture.state->game.plan.methods.front().control == imp::Control::none) return false;
    const imp::MethodLaw& law = picture.result->laws.methods.front();
    return law.aa && law.ac && law.cc && law.beta && std::isfinite(*law.aa) && std::isfinite(*law.cc) && *law.cc > 0;
  }

  void paint(QPainter& painter) const {
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(m_theme.font);
    painter.setPen(m_theme.text);
    painter.drawText(QRectF(m_area.topLeft(), QSizeF(m_area.width(), m_plot.top() - m_area.top())),
                     Qt::AlignLeft | Qt::AlignVCenter, tr("variance · S over β; dashed: without"));
    painter.setPen(QPen(m_theme.axis, m_theme.lineScale));
    painter.drawLine(m_plot.bottomLeft(), m_plot.bottomRight());
    painter.setPen(QPen(m_theme.text, 1.2 * m_theme.lineScale, Qt::DashLine));
    painter.drawLine(place(m_low, at(0)), place(m_high, at(0)));
    QPolygonF curve;
    constexpr int kPoints = 80;
    for (int i = 0; i <= kPoints; ++i) {
      const double beta = std::lerp(m_low, m_high, static_cast<double>(i) / kPoints);
      curve << place(beta, at(beta));
    }
    painter.setPen(QPen(m_theme.text, 2 * m_theme.lineScale));
    painter.drawPolyline(curve);
    mark(painter, 0, QStringLiteral("0"));
    mark(painter, *m_law.beta, tr("best %1").arg(numberText(*m_law.beta, 3)));
    drawMarker(painter, Marker::Circle, place(m_used, at(m_used)), 9 * m_theme.lineScale, m_theme.accent);
  }

  double betaAt(double x) const { return std::lerp(m_low, m_high, (x - m_plot.left()) / m_plot.width()); }
  bool contains(QPointF position) const { return m_plot.contains(position); }

 private:
  double at(double beta) const { return imp::variance_at(m_law, beta).value_or(0) * m_samples; }
  QPointF place(double beta, double variance) const {
    return {m_plot.left() + (beta - m_low) / (m_high - m_low) * m_plot.width(),
            m_plot.bottom() - variance / m_most * m_plot.height()};
  }
  void mark(QPainter& painter, double beta, const QString& words) const {
    const QPointF foot = place(beta, 0);
    painter.setPen(QPen(m_theme.axis, m_theme.lineScale));
    painter.drawLine(foot, foot - QPointF(0, 5));
    painter.setPen(m_theme.text);
    const double width = QFontMetricsF(m_theme.font).horizontalAdvance(words);
    const double left = std::clamp(foot.x() - width / 2, m_area.left(), m_area.right() - width);
    painter.drawText(QRectF(left, foot.y() + 1, width + 1, m_area.bottom() - foot.y()), Qt::AlignLeft | Qt::AlignTop,
                     words);
  }

  QRectF m_area, m_plot;
  const Theme& m_theme;
  const imp::MethodLaw& m_law;
  double m_used, m_samples, m_low = 0, m_high = 0, m_most = 0;
};

/// The table: below the gauge and above the parabola, where those are there.
QRectF tableIn(const QRectF& area, const Theme& theme, const ChancePicture& picture) {
  QRectF rest = area.adjusted(6, 4, -4, -4);
  if (picture.hasRun()) rest.setTop(gaugeIn(area, theme).bottom() + 8);
  if (Parabola::isThere(picture)) rest.setBottom(areaOfParabola(area, theme).top() - 6);
  return rest;
}

/// What each proposal would do alone, where there are several.
QString ownText(const ChancePicture& picture) {
  const auto& own = picture.result->laws.own_variance;
  const double samples = static_cast<double>(picture.state->game.plan.samples());
  if (own.size() < 2 || !picture.state->showTarget) return {};
  QStringList parts;
  for (std::size_t c = 0; c < own.size(); ++c)
    parts << QStringLiteral("q%1\u00a0%2").arg(c + 1).arg(lawText(own[c], samples));
  return tr("Variance · S of plain IS from one proposal alone (hollow marks at ± 1 sd): %1.")
      .arg(parts.join(QStringLiteral(", ")));
}

/// Why the estimator in front has none in some replicates.
QString undefinedText(const ChancePicture& picture) {
  const imp::Method& method = picture.result->asked.game.plan.methods.front();
  const imp::MethodOutcome& front = picture.result->outcome.methods.front();
  if (front.undefined == 0) return {};
  bool isWithoutWeights = false;
  for (std::size_t r = 0; r < front.estimates.size(); ++r)
    isWithoutWeights = isWithoutWeights || (!std::isfinite(front.estimates[r]) && std::isnan(front.esses[r]));
  const bool isWithoutBeta = method.control != imp::Control::none && method.beta_mode == imp::BetaMode::best &&
                             !picture.result->laws.methods.front().beta;
  const QString words = isWithoutWeights ? tr("%1 of them have no estimate: all their weights are 0.")
                        : isWithoutBeta  ? tr("%1 of them have no estimate: the best β is not known here.")
                                         : tr("%1 of them have no estimate: it is too large for a number.");
  return words.arg(front.undefined);
}

}  // namespace

QString chanceTable(const ChancePicture& picture, const Theme& theme) {
  if (picture.result && !picture.result->error.empty()) return described(picture.result->error).toHtmlEscaped();
  if (!picture.hasRun()) return tr("The game is being played …");
  QStringList header{picture.state->showTarget ? tr("truth %1").arg(lawText(picture.result->laws.truth))
                                               : tr("truth hidden")};
  const auto& methods = picture.result->asked.game.plan.methods;
  for (std::size_t m = 0; m < methods.size(); ++m)
    header << markerHtml(ChanceDrawing::methodStyle(picture.result->asked.game.plan, m, theme.dark), theme) +
                  QLatin1Char(' ') +
                  described(methods[m].text(picture.state->game.plan.proposals.size())).toHtmlEscaped();
  QString html = tableHtml(header, NumberRows(picture, theme).all(), theme);
  const imp::Outcome& outcome = picture.result->outcome;
  html += QStringLiteral("<p style=\"color:%1\">").arg(theme.faint.name());
  if (!picture.result->isComplete)
    html += tr("The replicates are being played …");
  else
    html += tr("%1 replicates; each evaluates p %n time(s).", nullptr, static_cast<int>(outcome.evaluations))
                .arg(outcome.methods.front().estimates.size());
  if (const QString own = ownText(picture); !own.isEmpty()) html += QLatin1Char(' ') + own;
  if (picture.fallen >= 0)
    html += QLatin1Char(' ') + tr("Fallen so far: %1 of %n sample(s); the numbers are those of the whole run.", nullptr,
                                  static_cast<int>(outcome.darts.size()))
                                   .arg(picture.fallen);
  if (const QString undefined = undefinedText(picture); !undefined.isEmpty()) html += QLatin1Char(' ') + undefined;
  if (const omega::Index without = outcome.methods.front().without_interval;
      without > 0 && picture.state->showTarget && std::isfinite(outcome.methods.front().coverage))
    html += QLatin1Char(' ') + tr("Without an interval: %1, counted as misses in the coverage.").arg(without);
  if (picture.result->isComplete && anyLimit(picture)) html += QLatin1Char(' ') + tr("After ≈: laws for large S.");
  if (anyBeyond(picture))
    html += QLatin1Char(' ') + tr("In brackets: numbers of a variance without limit, or of which the replicates missed "
                                  "most, which mean nothing.");
  return html + QStringLiteral("</p>");
}

void paintChanceNumbers(QPainter& painter, const QRectF& area, const Theme& theme, const ChancePicture& picture) {
  painter.save();
  if (picture.hasRun()) paintGauge(painter, gaugeIn(area, theme), theme, picture);
  if (Parabola::isThere(picture)) Parabola(areaOfParabola(area, theme), theme, picture).paint(painter);
  paintRichText(painter, tableIn(area, theme, picture), theme, chanceTable(picture, theme));
  painter.restore();
}

QString chanceLabelAt(const QRectF& area, const Theme& theme, const ChancePicture& picture, QPointF at) {
  if (picture.hasRun() && gaugeIn(area, theme).contains(at)) return tr("ESS");
  return richTextAt(tableIn(area, theme, picture), theme, chanceTable(picture, theme), at);
}

QRectF chanceEssRows(const QRectF& area, const Theme& theme, const ChancePicture& picture) {
  return richTextRows(tableIn(area, theme, picture), theme, chanceTable(picture, theme), tr("ESS"),
                      tr("largest share"));
}

QRectF chanceEstimateRows(const QRectF& area, const Theme& theme, const ChancePicture& picture) {
  return richTextRows(tableIn(area, theme, picture), theme, chanceTable(picture, theme), tr("estimate"), tr("ESS"));
}

QRectF areaOfParabola(const QRectF& area, const Theme& theme) {
  return area.adjusted(6, area.height() - 4 - parabolaHeight(theme), -4, -4);
}

double chanceGaugeHeight(const Theme& theme) { return gaugeLine(theme) + kGaugeHeight + 8; }

int chanceNumbersHeight(const ChancePicture& picture, const Theme& theme, double width) {
  const int methods = static_cast<int>(picture.state->game.plan.methods.size()),
            own = picture.state->game.plan.proposals.size() > 1 ? 3 : 0,
            limit = picture.hasRun() && anyLimit(picture) ? 1 : 0,
            brackets = picture.hasRun() && anyBeyond(picture) ? 1 : 0;
  const int parabola =
      picture.state->game.plan.methods.front().control == imp::Control::none ? 0 : qRound(parabolaHeight(theme)) + 6;
  const int usual = 44 + QFontMetrics(theme.font).height() * (19 + 2 * methods + own + limit + brackets) + parabola;
  const QRectF table = tableIn({0, 0, width, static_cast<double>(usual)}, theme, picture);
  const double lacking = richTextHeight(table.width(), theme, chanceTable(picture, theme)) - table.height();
  return usual + std::max(0, static_cast<int>(std::ceil(lacking)));
}

std::optional<double> betaAt(const ChancePicture& picture, const QRectF& area, const Theme& theme, QPointF position) {
  if (!Parabola::isThere(picture)) return std::nullopt;
  const Parabola parabola(areaOfParabola(area, theme), theme, picture);
  return parabola.contains(position) ? std::optional(parabola.betaAt(position.x())) : std::nullopt;
}

QString chanceWords(const ChancePicture& picture) {
  if (!picture.hasRun()) return {};
  if (picture.fallen >= 0) return runningText(picture, picture.fallen);
  const imp::Plan& plan = picture.result->asked.game.plan;
  QStringList parts;
  for (std::size_t m = 0; m < plan.methods.size(); ++m) {
    const imp::MethodOutcome& outcome = picture.result->outcome.methods[m];
    parts << tr("%1: estimate %2, ESS %3 of %4")
                 .arg(described(plan.methods[m].text(plan.proposals.size())), numberText(outcome.estimate, 4),
                      numberText(outcome.ess, 3), QString::number(plan.samples()));
  }
  if (picture.state->showTarget) parts << tr("truth %1").arg(lawText(picture.result->laws.truth));
  return parts.join(QStringLiteral("; "));
}

QString chanceNumberWords(const ChancePicture& picture, const Theme& theme) {
  if (!picture.hasRun()) return {};
  const imp::Plan& plan = picture.result->asked.game.plan;
  const std::vector<QStringList> rows = NumberRows(picture, theme).all();
  QStringList parts;
  for (std::size_t m = 0; m < plan.methods.size(); ++m) {
    QStringList numbers;
    for (const QStringList& row : rows) numbers << row[0] + QLatin1Char(' ') + row[static_cast<int>(m) + 1];
    parts << QStringLiteral("%1: %2").arg(described(plan.methods[m].text(plan.proposals.size())),
                                          numbers.join(QStringLiteral(", ")));
  }
  return parts.join(QStringLiteral("; "));
}

QString dartText(const ChancePicture& picture, std::size_t dart) {
  const imp::Outcome& outcome = picture.result->outcome;
  const imp::Dart& one = outcome.darts[dart];
  const QString p = picture.state->showTarget ? numberText(one.p, 3) : tr("hidden");
  return tr("Sample %1, of q%2: x = %3, f = %4, p = %5, q = %6, w = %7")
      .arg(dart + 1)
      .arg(one.proposal + 1)
      .arg(numberText(one.x, 4), numberText(one.f, 4), p, numberText(one.q, 3),
           numberText(outcome.methods.front().weights[dart], 3));
}

QString runningText(const ChancePicture& picture, double samples) {
  const imp::Plan& plan = picture.result->asked.game.plan;
  const auto& methods = picture.result->outcome.methods;
  const auto& places = methods.front().running_at;
  const auto apart = [&](omega::Index place) { return std::abs(static_cast<double>(place) - samples); };
  const auto nearest = std::min_element(places.begin(), places.end(),
                                        [&](omega::Index a, omega::Index b) { return apart(a) < apart(b); });
  if (nearest == places.end() || (picture.fallen >= 0 && *nearest > picture.fallen)) return {};
  const bool tellsError = picture.state->showTarget && picture.result->laws.truth.has_value();
  QStringList parts;
  for (std::size_t m = 0; m < methods.size(); ++m) {
    const double value = methods[m].running[static_cast<std::size_t>(nearest - places.begin())];
    const QString said =
        described(plan.methods[m].text(plan.proposals.size())) + QLatin1Char(' ') + numberText(value, 4);
    parts << (tellsError ? tr("%1 (error %2)").arg(said, numberText(value - *picture.result->laws.truth, 3)) : said);
  }
  return tr("After %1 of %2 samples: %3").arg(*nearest).arg(plan.samples()).arg(parts.join(QStringLiteral(", ")));
}

}  // namespace omegascope
