#include "views/omega_space/omega_look.h"

#include <QPointF>
#include <QStringList>
#include <algorithm>
#include <cmath>

#include "jobs/rows.h"
#include "language/language.h"
#include "model/token_names.h"
#include "run/runner.h"
#include "views/omega_space/omega_scene.h"
#include "views/rich_text.h"
#include "views/sample_weights.h"

namespace omegascope {

namespace {

QString subscript(int number) {
  QString digits = QString::number(number);
  for (QChar& digit : digits) digit = QChar(0x2080 + digit.digitValue());
  return digits;
}

QString nameOf(const PlaneMean& mean) {
  return mean.card < 0 ? tr("key %1").arg(mean.index) : tr("proposal %1").arg(mean.index);
}

QString percent(double share) { return QStringLiteral("%1 %").arg(100 * share, 0, 'g', share < 0.1 ? 2 : 3); }

QString shownQuery(const OmegaLook& look) { return queryText(look.snapshot.sequence.get(), look.snapshot.query); }

QString sampleTip(const OmegaLook& look, const CardResult& result, const OmegaHandle& handle) {
  const auto s = static_cast<std::size_t>(handle.index);
  const std::vector<double> weights = weightsOf(result, look.snapshot.query);
  QString text =
      tr("%1, sample %2").arg(QString::fromStdString(look.document.card(handle.card)->label())).arg(handle.index);
  const omega::Matrix<double> samples =
      samplesOf(result.resultOf(look.snapshot.query), result.rowOf(look.snapshot.query));
  if (const omega::Index row = handle.index; row < samples.rows())
    text += QStringLiteral("\nω = %1").arg(vectorText({samples.row(row), samples.row(row) + samples.cols()}));
  if (s < weights.size())
    text += QLatin1Char('\n') + tr("%1 of the weight of %2").arg(percent(weights[s]), shownQuery(look));
  return text;
}

QString tokenTip(const OmegaLook& look, const OmegaHandle& handle) {
  if (handle.kind == OmegaHandle::Kind::query)
    return tr("%1\nq = %2\nDrag it to move its target.")
        .arg(queryText(look.snapshot.sequence.get(), handle.index),
             vectorText(scaledToken(look.snapshot, true, handle.index)));
  QString text = tr("%1\nk = %2")
                     .arg(keyText(look.snapshot.sequence.get(), handle.index),
                          vectorText(scaledToken(look.snapshot, false, handle.index)));
  const auto m = static_cast<std::size_t>(handle.index);
  if (m < look.plane().bumpWeights.size())
    text += QLatin1Char('\n') +
            tr("gets %1 of the attention of %2").arg(percent(look.plane().bumpWeights[m]), shownQuery(look));
  return text;
}

}  // namespace

QString withTargetKind(const QString& name, const Snapshot& snapshot) {
  const bool isCausal = snapshot.plane->isCausal;
  const bool isOne = std::none_of(snapshot.cards.begin(), snapshot.cards.end(),
                                  [&](const CardResult& card) { return card.request && card.isCausal() != isCausal; });
  return isOne ? name : QStringLiteral("%1 (%2)").arg(name, isCausal ? tr("causal softmax") : tr("softmax"));
}

QPointF projected(const OmegaPlane& plane, const std::vector<double>& point) {
  double x = 0, y = 0;
  for (std::size_t d = 0; d < point.size(); ++d) {
    x += (point[d] - plane.origin[d]) * plane.axisX[d];
    y += (point[d] - plane.origin[d]) * plane.axisY[d];
  }
  return {x, y};
}

std::vector<double> scaledToken(const Snapshot& snapshot, bool query, int index) {
  const omega::Sequence& sequence = *snapshot.sequence;
  const omega::Index first = snapshot.head * (query ? sequence.sizes.N : sequence.sizes.M);
  std::vector<double> at = rowOf(query ? sequence.q : sequence.k, first + index);
  const double factor = std::sqrt(snapshot.plane ? snapshot.plane->scale : snapshot.truth().scale);
  for (double& x : at) x *= factor;
  return at;
}

QString missingArrow(const OmegaLook& look) {
  if (!look.view().showValues || look.plane().settings.line || look.snapshot.query < 0) return {};
  const CardResult* result = look.snapshot.card(look.shown.card);
  if (look.shown.sample < 0 || result == nullptr || !result->result || !look.view().showSamples)
    return look.view().showSamples ? tr("f(ω): click a sample to see its arrow")
                                   : tr("f(ω): show the samples, then click one");
  const Card* card = look.document.card(look.shown.card);
  return result->resultOf(look.snapshot.query).has("f") || card == nullptr
             ? QString()
             : tr("f(ω): %1 has none").arg(QString::fromStdString(card->label()));
}

QString axisTitle(const OmegaPlane& plane, bool vertical, omega::Index dims) {
  const PlaneSettings& settings = plane.settings;
  // One dimension has one direction, whatever was asked for.
  if (dims == 1) return vertical ? QString() : QStringLiteral("ω") + subscript(0);
  switch (settings.kind) {
    case Plane::axes: return QStringLiteral("ω") + subscript(vertical ? settings.axisY : settings.axisX);
    case Plane::principal: return vertical ? tr("second principal direction") : tr("first principal direction");
    case Plane::means: break;
  }
  return vertical ? tr("towards %1").arg(nameOf(settings.means[2]))
                  : tr("from %1 to %2").arg(nameOf(settings.means[0]), nameOf(settings.means[1]));
}

QString samplesBadge(const OmegaLook& look) {
  std::size_t most = 0;
  for (const PlaneCard& card : look.plane().cards) most = std::max(most, card.samples.size() / 2);
  const std::size_t shown =
      look.sampleLimit < 0 ? kMostDots : std::min(kMostDots, static_cast<std::size_t>(look.sampleLimit));
  return look.view().showSamples && shown < most ? tr("%1 of %2 samples").arg(shown).arg(most) : QString();
}

QStringList scaleBadges(const OmegaLook& look) {
  QStringList badges;
  const double scale = look.plane().scale;
  if (scale != look.snapshot.truth().scale) badges << tr("target, queries and keys with τ = %1").arg(numberText(scale));
  for (const PlaneCard& placed : look.plane().cards) {
    const Card* card = look.document.card(placed.card);
    const CardResult* result = look.snapshot.card(placed.card);
    if (card == nullptr || result == nullptr || !result->request ||
        (placed.samples.empty() && placed.proposals.empty()))
      continue;
    if (const double own = omega::scale_of(*result->request); own != scale)
      badges << tr("%1 draws for τ = %2").arg(QString::fromStdString(card->label()), numberText(own));
  }
  return badges;
}

QStringList omegaBadges(const OmegaLook& look) {
  const OmegaPlane& plane = look.plane();
  const int dims = static_cast<int>(look.snapshot.sequence->sizes.D), seen = plane.settings.line ? 1 : 2;
  QStringList badges;
  if (dims > seen)
    badges << (plane.varianceShare ? tr("Projected from %1 to %n dimension(s): %2 of variance shown", nullptr, seen)
                                         .arg(dims)
                                         .arg(percent(*plane.varianceShare))
                                   : tr("Projected from %1 to %n dimension(s)", nullptr, seen).arg(dims));
  badges << scaleBadges(look);
  if (!plane.note.empty()) badges << described(plane.note);
  if (plane.all && plane.all->queries < look.snapshot.sequence->sizes.N)
    badges << tr("%1 of %2 queries").arg(plane.all->queries).arg(look.snapshot.sequence->sizes.N);
  if (const QString few = samplesBadge(look); !few.isEmpty()) badges << few;
  for (const QString& line : chosenLines(look.snapshot, look.document, look.chosen.samples)) badges << line;
  return badges;
}

QStringList keyDrawers(const OmegaLook& look) {
  QStringList lines;
  for (const CardResult& result : look.snapshot.cards)
    if (const Card* card = look.document.card(result.card); card != nullptr && result.request && result.result)
      if (takesKeys(omega::outputs_of(*result.request)))
        lines << tr("%1 takes keys, not ω: it has no samples here").arg(QString::fromStdString(card->label()));
  return look.view().showSamples ? lines : QStringList();
}

QStringList omegaPrompts(const OmegaLook& look) {
  QStringList prompts = keyDrawers(look);
  if (look.snapshot.query < 0) prompts << tr("hover or click a row of a map to see its target");
  if (const QString missing = missingArrow(look); !missing.isEmpty()) prompts << missing;
  return prompts;
}

QString omegaTip(const OmegaLook& look, const OmegaHandle& handle) {
  if (handle.kind == OmegaHandle::Kind::query || handle.kind == OmegaHandle::Kind::key) return tokenTip(look, handle);
  const CardResult* result = look.snapshot.card(handle.card);
  if (result == nullptr || !result->result || look.document.card(handle.card) == nullptr) return {};
  if (handle.kind == OmegaHandle::Kind::sample) return sampleTip(look, *result, handle);
  return tr("%1, proposal %2\nμ = %3\nDrag it to sample elsewhere.")
      .arg(QString::fromStdString(look.document.card(handle.card)->label()))
      .arg(handle.index)
      .arg(vectorText(rowOf(result->result->at("proposal_means"), handle.index)));
}

}  // namespace omegascope
