#include "views/chance/chance_numbers.h"

#include <QCoreApplication>
#include <cmath>
#include <limits>

#include "language/language.h"
#include "views/rich_text.h"

namespace omegascope {

namespace imp = omega::importance;

namespace {

constexpr double kGaugeHeight = 16, kGaugeLine = 20;

QString lawText(const imp::Law& law, double factor = 1) {
  return law ? numberText(factor * *law, 3) : chanceWords("unknown");
}

/// Grey where the law is infinite: a sample of it says nothing.
QString meaningless(const QString& text, bool isSo, const Theme& theme) {
  return isSo ? QStringLiteral("<span style=\"color:%1\">(%2)</span>").arg(theme.faint.name(), text) : text;
}

class NumberRows {
 public:
  NumberRows(const ChancePicture& picture, const Theme& theme) : m_picture(picture), m_theme(theme) {}

  std::vector<QStringList> all() {
    const double samples = static_cast<double>(m_picture.state->game.plan.samples());
    add(chanceWords("estimate"), [](const auto& m, const auto&, bool) { return numberText(m.estimate, 4); });
    if (m_picture.state->showTarget)
      add(chanceWords("error"), [](const auto& m, const auto&, bool) { return numberText(m.error, 3); });
    add(chanceWords("± 2 se"), [](const auto& m, const auto&, bool) {
      return QStringLiteral("±\u00a0%1").arg(numberText(2 * m.standard_error, 3));
    });
    add(chanceWords("ESS"), [](const auto& m, const auto&, bool) { return numberText(m.ess, 3); });
    add(chanceWords("… its law"), [](const auto&, const auto& law, bool) { return lawText(law.ess); });
    add(chanceWords("largest share"), [](const auto& m, const auto&, bool) { return numberText(m.max_share, 3); });
    if (!m_picture.result->isComplete) return m_rows;
    add(chanceWords("bias ± se"), [this](const auto& m, const auto&, bool isEndless) {
      return meaningless(numberText(m.bias, 2) + QStringLiteral("\u00a0±\u00a0") + numberText(m.bias_error, 2),
                         isEndless, m_theme);
    });
    add(chanceWords("… its law"), [](const auto&, const auto& law, bool) { return lawText(law.bias); });
    add(chanceWords("variance · S"), [this, samples](const auto& m, const auto&, bool isEndless) {
      return meaningless(numberText(m.variance * samples, 3), isEndless, m_theme);
    });
    add(chanceWords("… its law"),
        [samples](const auto&, const auto& law, bool) { return lawText(law.variance, samples); });
    add(chanceWords("rms error"), [this](const auto& m, const auto&, bool isEndless) {
      return meaningless(numberText(m.rms, 3), isEndless, m_theme);
    });
    add(chanceWords("coverage"), [](const auto& m, const auto&, bool) {
      return std::isnan(m.coverage) ? numberText(m.coverage)
                                    : numberText(100 * m.coverage, 3) + QStringLiteral("\u00a0%");
    });
    add(QStringLiteral("β"),
        [](const auto& m, const auto&, bool) { return m.beta == 0 ? QStringLiteral("–") : numberText(m.beta, 3); });
    return m_rows;
  }

 private:
  template <class Cell>
  void add(const QString& name, Cell cell) {
    QStringList row{name};
    const auto& methods = m_picture.result->outcome.methods;
    for (std::size_t m = 0; m < methods.size(); ++m) {
      const imp::MethodLaw& law = m_picture.result->laws.methods[m];
      row << cell(methods[m], law, law.variance && std::isinf(*law.variance));
    }
    m_rows.push_back(row);
  }

  const ChancePicture& m_picture;
  const Theme& m_theme;
  std::vector<QStringList> m_rows;
};

/// Filled up to the ESS of this run; the hollow mark is what very many samples would show.
void paintGauge(QPainter& painter, const QRectF& area, const Theme& theme, const ChancePicture& picture) {
  const imp::MethodOutcome& front = picture.result->outcome.methods.front();
  const double samples = static_cast<double>(picture.state->game.plan.samples());
  painter.setFont(theme.font);
  painter.setPen(theme.text);
  painter.drawText(QRectF(area.topLeft(), QSizeF(area.width(), kGaugeLine)), Qt::AlignLeft | Qt::AlignVCenter,
                   chanceWords("ESS %1 of %2").arg(numberText(front.ess, 3), numberText(samples, 4)));
  const QRectF bar(area.left() + 1, area.top() + kGaugeLine, area.width() - 12, kGaugeHeight);
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

QRectF gaugeIn(const QRectF& area) {
  return {area.left() + 6, area.top() + 4, area.width() - 10, kGaugeLine + kGaugeHeight};
}

/// Below the gauge, where there is one.
QRectF tableIn(const QRectF& area, const ChancePicture& picture) {
  QRectF rest = area.adjusted(6, 4, -4, -4);
  if (picture.hasRun()) rest.setTop(gaugeIn(area).bottom() + 8);
  return rest;
}

}  // namespace

QString chanceTable(const ChancePicture& picture, const Theme& theme) {
  if (picture.result && !picture.result->error.empty())
    return QString::fromStdString(picture.result->error).toHtmlEscaped();
  if (!picture.hasRun()) return chanceWords("The game is being played …");
  QStringList header{picture.state->showTarget ? chanceWords("truth %1").arg(lawText(picture.result->laws.truth))
                                               : chanceWords("truth hidden")};
  const auto& methods = picture.result->asked.game.plan.methods;
  for (std::size_t m = 0; m < methods.size(); ++m)
    header << markerHtml(ChanceDrawing::methodStyle(static_cast<int>(m), theme.dark)) + QLatin1Char(' ') +
                  described(methods[m].text(picture.state->game.plan.proposals.size())).toHtmlEscaped();
  QString html = tableHtml(header, NumberRows(picture, theme).all(), theme);
  const imp::Outcome& outcome = picture.result->outcome;
  html += QStringLiteral("<p style=\"color:%1\">").arg(theme.faint.name());
  if (!picture.result->isComplete)
    html += chanceWords("The replicates are being played …");
  else
    html += chanceWords("%1 replicates; each costs %2 evaluations of p.")
                .arg(outcome.methods.front().estimates.size())
                .arg(outcome.evaluations);
  if (outcome.methods.front().undefined > 0)
    html += QLatin1Char(' ') +
            chanceWords("%1 of them have no estimate: all their weights are 0.").arg(outcome.methods.front().undefined);
  for (const imp::MethodLaw& law : picture.result->laws.methods)
    if (law.variance && std::isinf(*law.variance)) {
      html += QLatin1Char(' ') + chanceWords("In brackets: numbers of a variance without limit, which mean nothing.");
      break;
    }
  return html + QStringLiteral("</p>");
}

void paintChanceNumbers(QPainter& painter, const QRectF& area, const Theme& theme, const ChancePicture& picture) {
  painter.save();
  painter.fillRect(area, theme.window);
  const QRectF gauge = gaugeIn(area);
  if (picture.hasRun()) paintGauge(painter, gauge, theme, picture);
  paintRichText(painter, tableIn(area, picture), theme, chanceTable(picture, theme));
  painter.restore();
}

QString chanceLabelAt(const QRectF& area, const Theme& theme, const ChancePicture& picture, QPointF at) {
  if (picture.hasRun() && gaugeIn(area).contains(at)) return chanceWords("ESS");
  return richTextAt(tableIn(area, picture), theme, chanceTable(picture, theme), at);
}

QString dartText(const ChancePicture& picture, std::size_t dart) {
  const imp::Outcome& outcome = picture.result->outcome;
  const imp::Dart& one = outcome.darts[dart];
  return chanceWords("Sample %1, of q%2: x = %3, f = %4, p = %5, q = %6, w = %7")
      .arg(dart + 1)
      .arg(one.proposal + 1)
      .arg(numberText(one.x, 4), numberText(one.f, 4), numberText(one.p, 3), numberText(one.q, 3),
           numberText(outcome.methods.front().weights[dart], 3));
}

}  // namespace omegascope
