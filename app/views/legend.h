// The legend of a picture: what its signs stand for, in rows as wide as the picture. Exports and copied images have it
// above, some panels below.
#pragma once

#include <QIcon>
#include <QPainter>
#include <QString>
#include <QStringList>
#include <QWidget>
#include <functional>
#include <optional>
#include <vector>

#include "widgets/estimator_style.h"
#include "widgets/theme.h"

namespace omegascope {

struct Card;

struct LegendEntry {
  QString text;
  /// Paints the sign into a rectangle twice as wide as high.
  std::function<void(QPainter&, const QRectF&, const Theme&)> sign;
  bool isBehind = false;  // pale, as what it stands for

  /// The same words have the same sign.
  bool looksLike(const LegendEntry& other) const { return text == other.text && isBehind == other.isBehind; }
};

/// Pale where the card stands behind another.
EstimatorStyle styleOf(const Card& card, bool dark, bool isBehind = false);
/// Its marker in its colour, and its label.
QString markedLabel(const Card& card, const Theme& theme);
/// A line drawn with a pen.
LegendEntry lineEntry(const QString& text, std::function<QPen(const Theme&)> pen);
/// Line, dash and marker of a card.
LegendEntry lineEntry(const Card& card, const QString& text, bool isBehind = false);

/// The same of what was pinned: dotted, with a hollow marker.
LegendEntry pinnedEntry(const Card& card, const QString& text);

/// The sign of an entry for a button or a row, on a ground.
QIcon iconOf(const LegendEntry& entry, QSize size, const Theme& theme, const QColor& ground = Qt::transparent);

/// Where the entries stand above a picture of a width: placed once, however often it is painted.
class PlacedLegend {
 public:
  PlacedLegend() = default;
  PlacedLegend(std::vector<LegendEntry> entries, double width, const Theme& theme);

  /// How much of the picture's height it takes; nothing where it has no entries.
  double height() const;
  void paint(QPainter& painter, QPointF corner, const Theme& theme) const;

 private:
  struct Placed {
    LegendEntry entry;
    QRectF sign, text;
  };
  std::vector<Placed> m_placed;
};

/// The legend of a picture on the screen: as high as its rows are, gone where they would crowd the picture out.
class LegendStrip : public QWidget {
 public:
  /// `view`: what shows its parent, where that scrolls.
  explicit LegendStrip(QWidget* parent, QWidget* view = nullptr);
  void setEntries(std::vector<LegendEntry> entries, const Theme& theme);
  QStringList texts() const;
  /// Only where it takes nothing from what its parent shows without it, whatever size that has.
  void showWhereFree(bool isWanted);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void resizeEvent(QResizeEvent*) override;
  void paintEvent(QPaintEvent*) override;

 private:
  int roomOfParent() const;
  /// What it takes of its parent now; nothing while it is hidden.
  int heightTaken() const;
  void fit(int room);
  void showOrHide();

  QWidget* m_view;
  std::optional<bool> m_isWanted;  // where there is room; nothing: always
  std::vector<LegendEntry> m_entries;
  int m_room = 0;  // that the entries were placed for
  PlacedLegend m_placed;
  Theme m_theme;
};

}  // namespace omegascope
