#include "views/scaling/scaling_panel.h"

#include "core/text.h"
#include "views/amounts.h"
#include "views/rich_text.h"

namespace omegascope {

ScalingPanel::ScalingPanel(Workbench& workbench, QWidget* parent)
    : CardStudyPanel(workbench, QStringLiteral("scaling"), tr("Scaling"), parent) {
  offerParts({{QStringLiteral("time"), tr("time")}, {QStringLiteral("memory"), tr("memory")}}, tr("both"),
             tr("Time in milliseconds, or peak memory in MiB, with queries, keys, values and output"));
}

QString ScalingPanel::help() const {
  return tr(
      "<b>Scaling</b><p>The time of one forward estimate and its peak memory, with queries, keys, values and output, "
      "against the length N: the visible cards with their options, at the heads and dimensions of the sequence that is "
      "shown, on noise. Exact attention stands there twice, with its whole map in memory and in tiles without "
      "it.</p><p>Nothing is measured before Measure is pressed, and nothing else computes meanwhile. Shortest first; a "
      "point that would take more than a second a call, or not fit into memory, is a gap. Bands: 10th to 90th "
      "percentile. Thin and pale: power laws from N = 1024, with their exponents.</p><p><b>Look for</b> exponents near "
      "2 for softmax and 1 for the linear methods, and where their lines cross: below that length the exact one is "
      "faster on this machine.</p>");
}

CardPlan ScalingPanel::planNow() const { return scalingPlan(workbench().document(), *snapshot().sequence); }

QString ScalingPanel::invitation() const {
  return tr(
      "Press Measure to time the visible estimators against softmax, from N = 128 upwards, for a quarter of a minute, "
      "or longer if they are many or slow. Nothing else computes meanwhile.");
}

void ScalingPanel::fillLook(FigureLook& look) const {
  for (const auto& [series, id] : shownPlan().cards)
    if (cardOf(series) != nullptr && workbench().isBehind(id)) look.behind.insert(series);
}

QString ScalingPanel::tipOf(const omega::studies::Spot& spot) const {
  const bool isTime = spot.part->name == "time";
  const auto amount = [isTime](double y) { return isTime ? timeText(y) : memoryText(y * (1 << 20)); };
  QString text =
      tr("%1, N = %2: %3").arg(QString::fromStdString(spot.curve->name), numberText(spot.at->x, 6), amount(spot.at->y));
  if (spot.curve->has_band)
    text += QLatin1Char('\n') + tr("8 of 10 calls between %1 and %2").arg(amount(spot.at->low), amount(spot.at->high));
  return text;
}

/// Times depend on the machine and the moment: the command measures them anew.
QString ScalingPanel::command() const {
  if (!hasFigure()) return {};
  return QStringLiteral("printf %s %1 > scaling.json && omega study run scaling.json --resume --output scaling")
      .arg(QString::fromStdString(omega::shell_word(shownPlan().text)));
}

QString ScalingPanel::whyNoCommand() const {
  return hasFigure()
             ? QString()
             : tr("Nothing is measured yet: press Measure, then there is a command that measures the same again.");
}

}  // namespace omegascope
