// One row of every map, and one column, as curves: A_n· of the shown query, and A_·m of the shown key, each against
// softmax.
#pragma once

#include <qcustomplot.h>

#include "views/legend.h"
#include "widgets/theme.h"
#include "workbench/workbench.h"

namespace omegascope {

/// The row of a query, with keys pooled as in the map; the row of its block where the map does not keep single rows.
std::vector<double> mapRow(const omega::PooledMap& map, int query);
/// The column of a key, or of its block of keys, over queries or blocks of them.
std::vector<double> mapColumn(const omega::PooledMap& map, int key);

/// The row of the shown query, or the column of the shown key; what is pinned is dotted.
void fillAttentionRow(QCustomPlot& plot, const Workbench& workbench, const Theme& theme, bool column);
/// Puts one line of legend above the curves of a plot that is laid out, or none where it has no room.
void fitAttentionLegend(QCustomPlot& plot);

/// What the curves stand for; nothing where there are none.
std::vector<LegendEntry> attentionRowLegend(const Workbench& workbench);

/// The key or query under a position of such a plot; −1: none.
int indexAt(const QCustomPlot& plot, const Workbench& workbench, QPointF position, bool column);
/// What each estimator gives there.
QString attentionRowTip(const Workbench& workbench, int index, bool column);

/// Describes a card's map for whoever does not see it: "Attention of lara, head 1: query 12 attends most to key 3,
/// 0.41".
void nameAttentionMap(QWidget& map, const Workbench& workbench, int card);
/// Describes its row or column likewise: where each curve is highest.
void nameAttentionRow(QCustomPlot& plot, const Workbench& workbench, bool column);

}  // namespace omegascope
