// Heads as a grid of small maps or coloured numbers: layers down, heads across; or in any order, one after another.
#pragma once

#include <QPainter>
#include <memory>
#include <optional>
#include <vector>

#include "heads/table.h"
#include "jobs/heads_run.h"
#include "views/attention/map_limits.h"
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
  QString rowTitle, columnTitle;      // of the axes; none on the screen, where what is pointed at says it
  int rows = 0, columns = 0;
  std::optional<omega::heads::Quantity> quantity;
  ColourScale mapScale;  // of exact attention
  // Of what is drawn; none where no head has it.
  std::optional<ColourScale> scale;
  QString title;            // of the colours
  double largestMap = 160;  // the side of a square; one head stands larger beside them

  /// Where its cells stand: asked once for all of them, since it measures text.
  struct Places {
    QPointF corner;
    QSizeF size;
    QRectF of(const HeadGridCell& cell) const;
  };
  Places placesIn(const QRectF& area, const Theme& theme) const;
  const HeadGridCell* cellAt(const QRectF& area, const Theme& theme, QPointF position) const;
  void paint(QPainter& painter, const QRectF& area, const Theme& theme, const QLocale& locale,
             const HeadGridCell* hovered = nullptr) const;

 private:
  QRectF plot(const QRectF& area, const Theme& theme) const;
  /// Beside the cells, and about as high as they are together.
  QRectF barRect(const QRectF& area, const Theme& theme) const;
  /// The names of columns above the first row, and of rows before the first column.
  void paintAxes(QPainter& painter, const QRectF& area, const Places& places, const Theme& theme) const;
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

/// One scale for all heads: that of Attention's `auto`, with the quartile of the median head. Of a picture that grows
/// only the heads that are new are gone through.
class HeadMapScale {
 public:
  const ColourScale& of(const std::shared_ptr<const HeadsPicture>& picture);

 private:
  std::shared_ptr<const HeadsPicture> m_picture;  // whose heads are gone through
  std::vector<MapExtent> m_extents;               // of each
  ColourScale m_scale;
};

std::optional<ColourScale> quantityScale(const std::vector<omega::heads::Head>& heads,
                                         const omega::heads::Quantity& quantity);

}  // namespace omegascope
