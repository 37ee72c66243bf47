// The cells of maps: as they are drawn, and as a table, which "Export data" of Attention writes.
#pragma once

#include <QRect>
#include <optional>
#include <string>
#include <vector>

#include "model/snapshot.h"
#include "views/panel_data.h"
#include "widgets/heat_map.h"
#include "widgets/map_source.h"

namespace omegascope {

class Workbench;

/// What stands above a map: how much of it is known, or why there is none.
QStringList badgesOf(const MapImage* image, const CardResult* result);

/// What is drawn: A, or A − π where π is there to compare with; of a causal map, later keys are no cells.
FloatBuffer shownCells(const omega::PooledMap& map, const omega::Array& truth, bool isCausal);

/// The cells of the keys that were drawn for a query, where a cell has `pool` keys; hyper draws the same for all
/// queries.
std::vector<qint64> drawnColumns(const CardResult* card, int query, qint64 pool);
/// What is selected, previewed and drawn, in cells of a card's map.
MapMarks mapMarks(const Workbench& workbench, int card);

struct NamedMap {
  std::string label;
  omega::PooledMap map;
};

/// A row of the table for each cell of each map, or of the part of each that is given, with the names of single tokens
/// where they have some, and how many queries and keys it is the mean of where cells hold several. Maps have up to a
/// million cells: they are streamed, not stored.
PanelData tableOfCells(const std::vector<NamedMap>& maps, const std::optional<QRect>& part,
                       const std::shared_ptr<const omega::Sequence>& sequence);

bool isCausalCard(const Snapshot& snapshot, int card);
/// The map that a card is compared with.
const MapImage* truthOfMap(const Snapshot& snapshot, int card);

/// What a cell of `queries` queries holds, with exact attention beside it where that is given; "about" where only a
/// part of the cell is known.
QString valueText(const omega::PooledMap& map, const omega::PooledMap* softmax, std::size_t at, qint64 queries);

/// What a card's map says at one of its cells, for a tooltip.
QString attentionCellTip(const Workbench& workbench, int card, qint64 n, qint64 m);

}  // namespace omegascope
