#include "views/convergence/convergence_panel.h"

#include "core/error.h"
#include "estimators/registry.h"
#include "language/language.h"
#include "views/rich_text.h"

namespace omegascope {

using namespace omega::studies;

ConvergencePanel::ConvergencePanel(Workbench& workbench, QWidget* parent)
    : CardStudyPanel(workbench, QStringLiteral("convergence"), tr("Convergence"), parent) {
  offerParts({{QStringLiteral("mse"), tr("error")},
              {QStringLiteral("bias2"), tr("bias²")},
              {QStringLiteral("variance"), tr("variance")}},
             tr("all three"), tr("The mean squared error, and its two parts: squared bias and variance"));
}

QString ConvergencePanel::help() const {
  return tr(
      "<b>Convergence</b><p>The mean squared error to softmax against the number of samples S (landmarks, groups, "
      "frequencies: what each estimator has to spend), on the sequence that is shown, over fresh draws: their mean, a "
      "band from their 2.5 % to their 97.5 % quantile (of 40 draws or fewer: all but the lowest and the highest), and "
      "a power law with its slope. Squared bias and variance have curves of their own. Rings stand at the S that the "
      "cards have now.</p><p>It is measured in the background and gives way while "
      "anything else computes; Jobs lists it. After a change the curves stay, marked as stale, until the new ones are "
      "there.</p><p><b>Look for</b> a slope of −1, which is what independent samples give once there are enough of "
      "them. A flatter curve may still turn: rfa is consistent, but far from the origin its weights are carried by few "
      "samples, and more of them help little for long. A curve that stays flat has an error that S does not cure. "
      "Click a point to give the card its S.</p>");
}

QStringList ConvergencePanel::equations() const {
  return {QStringLiteral("E[‖ŷ − y‖²] = ‖E[ŷ] − y‖² + E[‖ŷ − E[ŷ]‖²]")};
}

QString ConvergencePanel::whyNoCommand() const {
  return isFresh() ? QString()
                   : tr("The present state is not fully measured: measure it, then there is a command that measures it "
                        "again.");
}

CardPlan ConvergencePanel::planNow() const { return convergencePlan(workbench().document(), snapshot()); }

QString ConvergencePanel::invitation() const {
  return tr(
      "Measures how the error of the visible estimators falls with their samples, on this sequence, within seconds.");
}

void ConvergencePanel::fillLook(FigureLook& look) const {
  if (study() == nullptr) return;
  for (const auto& [series, id] : shownPlan().cards) {
    const Card* card = cardOf(series);
    if (card == nullptr) continue;
    if (workbench().isBehind(id)) look.behind.insert(series);
    const std::string& budget = shownPlan().budgets.at(id);
    std::string now;
    try {
      const omega::EstimatorInfo& info = omega::find_estimator(card->method).info;
      now = std::to_string(omega::Options(card->method, info.options, givenOf(card->options)).integer(budget));
    } catch (const omega::Error&) {
      continue;  // the card itself says what is wrong
    }
    for (const StudyPoint& point : study()->points)
      for (const auto& [name, value] : point.what.options)
        if (point.series == series && name == budget && value == now) look.ringed.insert(point.index);
  }
}

/// That card's S, as one undo step.
void ConvergencePanel::clickPoint(const StudyPoint& point) {
  const Card* card = cardOf(point.series);
  if (card == nullptr) return;
  const int id = card->id;
  const std::string& budget = shownPlan().budgets.at(id);
  for (const auto& [name, value] : point.what.options)
    if (name == budget)
      workbench().store().change(
          tr("%1 of %2 → %3")
              .arg(QString::fromStdString(budget), QString::fromStdString(point.series), QString::fromStdString(value)),
          [&, text = value](Document& document) { document.card(id)->set(budget, text); });
}

QString ConvergencePanel::tipOf(const omega::studies::Spot& spot) const {
  const CurvePoint& at = *spot.at;
  QString text = tr("%1, S = %2: %3 %4")
                     .arg(QString::fromStdString(spot.curve->name), numberText(at.x), described(spot.part->title),
                          numberText(at.y, 3));
  if (at.error > 0) text += QStringLiteral(" ± %1 (se)").arg(numberText(at.error, 2));
  if (spot.curve->has_band)
    text += QLatin1Char('\n') +
            tr("2.5 % to 97.5 % quantile of draws: %1 to %2").arg(numberText(at.low, 3), numberText(at.high, 3));
  return text + QLatin1Char('\n') + tr("Click to give the card this S.");
}

}  // namespace omegascope
