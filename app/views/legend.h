// The legend of a picture: what its signs stand for, in rows as wide as the picture. Exports and copied images have it
// above, some panels below.
#pragma once

#include <QPainter>
#include <QString>
#include <QStringList>
#include <QWidget>
#include <functional>
#include <vector>

#include "widgets/estimator_style.h"
#include "widgets/theme.h"

namespace omegascope {

struct Card;

struct LegendEntry {
  QString text;
  /// Paints the sign into a rectangle twice as wide as high.
  std::function<void(QPainter&, const QRectF&, const Theme&)> sign;
};

EstimatorStyle styleOf(const Card& card, bool dark);
/// Line, dash and marker of a card.
LegendEntry lineEntry(const Card& card, const QString& text);

/// The same of what was pinned: dotted, with a hollow marker.
LegendEntry pinnedEntry(const Card& card, const QString& text);

/// What the entries take of the height of a picture this wide; nothing where there are none.
double legendHeight(const std::vector<LegendEntry>& entries, double width, const Theme& theme);
void paintLegend(QPainter& painter, const QRectF& area, const Theme& theme, const std::vector<LegendEntry>& entries);

/// The legend of a picture on the screen: as high as its rows are, gone where they would crowd the picture out.
class LegendStrip : public QWidget {
 public:
  explicit LegendStrip(QWidget* parent);
  void setEntries(std::vector<LegendEntry> entries, const Theme& theme);
  QStringList texts() const;

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void paintEvent(QPaintEvent*) override;

 private:
  void fit();

  std::vector<LegendEntry> m_entries;
  Theme m_theme;
};

}  // namespace omegascope
