// Where the maps, the colour bar and the strips of the attention panel stand: on the screen and in exports alike.
#pragma once

#include <QRectF>
#include <vector>

#include "core/sequence.h"
#include "widgets/heat_map.h"

namespace omegascope {

struct AttentionPlaces {
  struct Map {
    QRectF rect;
    bool firstColumn = true, lastRow = true;  // only those name their axes
    bool hasWords = true;                     // beside the numbers of those; low maps have their room
  };
  std::vector<Map> maps;
  MapNames names;     // of queries and keys; none where they are too small for them
  QSizeF cells;       // of each map, without what stands around it
  QRectF bar, strip;  // the strip is empty where there is no room for it
  QRectF legend;      // of the strip, above it
};

/// What tokens are called along an axis; empty where they have no names.
MapNames axisNames(const omega::Sequence& sequence, const QFont& font);

/// How many of `count` maps fit at a size at which each can be read; at least one.
int mapsWithRoom(const QRectF& area, int count, qint64 rows, qint64 columns, const Theme& theme);

/// With the number of columns that makes `count` maps of rows × columns cells largest; the strip, if there is one, has
/// what is left below them, with `legend` pixels for what stands above its curves. Cells are `zoom` times larger.
/// Where maps are low the words of their axes go, and the strip, unless all is kept.
AttentionPlaces attentionPlaces(const QRectF& area, int count, qint64 rows, qint64 columns, const Theme& theme,
                                const MapNames& names = {}, double zoom = 1, bool hasStrip = true, double legend = 0,
                                bool keepsAll = false);
/// The legend takes its height from the top of the strip, and goes where that does.
void putLegendAboveStrip(AttentionPlaces& places, double height);

MapLabels axisLabels(const AttentionPlaces::Map& place, const MapNames& names);

}  // namespace omegascope
