// Heads as a grid of small maps or coloured numbers: layers down, heads across; or in any order, one after another.
#pragma once

#include <QPainter>
#include <memory>
#include <optional>
#include <vector>

#include "heads/table.h"
#include "jobs/heads_run.h"
#include "widgets/colour_maps.h"
#include "widgets/theme.h"

namespace omegascope {

struct HeadGridCell {
  const omega::heads::Head* head = nullptr;  // null: not there yet
  omega::Index layer = 0, number = 0;
  int row = 0, column = 0;
  bool isShown = false;  // by the other panels
};

/// What is drawn of each: its exact attention where there is no quantity.
struct HeadGrid {
  std::shared_ptr<const HeadsPicture> picture;  // owns the heads of the cells
  std::vector<HeadGridCell> cells;
  QStringList rowNames, columnNames;  // none where each cell has its own
  int rows = 0, columns = 0;
  std::optional<omega::heads::Quantity> quantity;
  ColourScale mapScale;     // of exact attention
  ColourScale scale;        // of what is drawn
  QString title;            // of the colours
  double largestMap = 160;  // the side of a square; one head stands larger beside them

  QRectF cellRect(const QRectF& area, const Theme& theme, const HeadGridCell& cell) const;
  const HeadGridCell* cellAt(const QRectF& area, const Theme& theme, QPointF position) const;
  void paint(QPainter& painter, const QRectF& area, const Theme& theme, const QLocale& locale,
             const HeadGridCell* hovered = nullptr) const;

 private:
  QRectF plot(const QRectF& area, const Theme& theme) const;
  QSizeF cellSize(const QRectF& area, const Theme& theme) const;
  /// Beside the cells, and about as high as they are together.
  QRectF barRect(const QRectF& area, const Theme& theme) const;
  /// The names of its column above the first row, and of its row before the first column.
  void paintAxes(QPainter& painter, const QRectF& rect, QPointF corner, const Theme& theme,
                 const HeadGridCell& cell) const;
  /// Paints its colours; returns the ink that can be read on them.
  QColor paintColours(QPainter& painter, const QRectF& rect, const Theme& theme, const HeadGridCell& cell) const;
  void paintWords(QPainter& painter, const QRectF& rect, const QColor& ink, const HeadGridCell& cell) const;
  /// Each cell says which head it is where they are sorted.
  void paintName(QPainter& painter, const QRectF& rect, const QColor& ink, const HeadGridCell& cell) const;
};

/// The n where every n-th cell has a name, as names need more room than cells have: 1, 2, 5, 10, …
int everyNth(double needed, double room);
/// One map, in its colours.
QImage headPicture(const omega::Array& map, const ColourScale& scale);
/// One scale for all heads: that of Attention's `auto`, with the quartile of the median head.
ColourScale headMapScale(const std::vector<omega::heads::Head>& heads);
ColourScale quantityScale(const std::vector<omega::heads::Head>& heads, const omega::heads::Quantity& quantity);

}  // namespace omegascope
