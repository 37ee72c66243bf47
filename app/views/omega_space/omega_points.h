// The numbers of ω-space: the shown query, its target, the keys, and each estimator's samples and proposals, on the
// plane.
#pragma once

#include <QRectF>
#include <memory>
#include <optional>

#include "model/snapshot.h"
#include "views/panel_data.h"

namespace omegascope {

/// The table of everything, or of what lies in an area of the plane; the arrays are those of everything.
PanelData omegaPoints(const std::shared_ptr<const Snapshot>& snapshot, const Document& document,
                      const std::optional<QRectF>& area = {});

}  // namespace omegascope
