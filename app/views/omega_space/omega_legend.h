// The signs of ω-space in its legend.
#pragma once

#include "views/legend.h"
#include "widgets/density_scene.h"

namespace omegascope {

/// No dot of an estimator has these shapes, nor has a proposal, which is a cross.
inline constexpr PointShape kQueryShape = PointShape::Star, kKeyShape = PointShape::Plus;

/// The shape that the dots of an estimator have: its marker, bars wider than those of keys and proposals.
PointShape dotShape(const EstimatorStyle& style);

LegendEntry omegaTargetEntry(const QString& text);
LegendEntry omegaSampleEntry(const Card& card, const QString& text, bool isBehind);
LegendEntry omegaProposalEntry(const QString& text);
/// The dashed circle of what is drawn around the origin.
LegendEntry omegaStandardEntry(const Card& card, const QString& text);
/// Of keys that an estimator drew.
LegendEntry omegaDrawnEntry(const Card& card, const QString& text, bool isBehind);
/// The query (a star) and the keys (plus signs).
LegendEntry omegaTokenEntry(PointShape shape, const QString& text);

}  // namespace omegascope
