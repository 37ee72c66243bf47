// Where the maps, the colour bar and the strips of the attention panel stand: on the screen and in exports alike.
#pragma once

#include <QRectF>
#include <vector>

#include "widgets/heat_map.h"

namespace omegascope {

struct AttentionPlaces {
  struct Map {
    QRectF rect;
    bool firstColumn = true, lastRow = true;  // only those name their axes
  };
  std::vector<Map> maps;
  QSizeF cells;       // of each map, without what stands around it
  QRectF bar, strip;  // the strip is empty where there is no room for it
};

/// As many columns as make `count` maps of rows × columns cells largest; what is left below them is the strip's.
AttentionPlaces attentionPlaces(const QRectF& area, int count, qint64 rows, qint64 columns, const Theme& theme);

MapLabels axisLabels(const AttentionPlaces::Map& place);

}  // namespace omegascope
