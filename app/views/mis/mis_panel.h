// MIS: how the proposals of lara or mis share one ω. Drawn at the ω of one sample, where the shares sum to 1; the
// shares of all samples, each at its own ω, stand beside it and do not.
#pragma once

#include <optional>

#include "views/mis/share_areas.h"
#include "views/mis/share_bars.h"
#include "views/panel.h"

class QBoxLayout;
class QLabel;

namespace omegascope {

class ColourBar;
class HeatMap;

class MisPanel : public Panel {
  Q_OBJECT

 public:
  explicit MisPanel(Workbench& workbench, QWidget* parent = nullptr);

  QString help() const override;
  QStringList equations() const override;
  Work work() const override { return Work::shares; }
  Work workBeside() const override { return Work::predictions; }
  void render(QPainter& painter, const QRectF& area, const Theme& theme) const override;
  bool hasPicture() const override { return emptyText().isEmpty(); }
  PanelData data() const override;
  QString command() const override;
  QString subject() const override;
  std::vector<LegendEntry> legend() const override;

 protected:
  void refresh() override;
  void resizeEvent(QResizeEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  /// The card that is shown; null where there is none.
  const CardResult* shownCard() const;
  /// Whether its shares have a balance part; those of other weightings are what they are.
  bool hasBalance() const;
  /// The sentence that takes the place of the picture; empty where there is one.
  QString emptyText() const;
  /// Folded: its numbers alone.
  QString heading(const Theme& theme, bool isFolded = false) const;
  QString sumText(const Theme& theme, bool isFolded) const;
  QString stripNote() const { return tr("α of all queries, each at its own ω; need not sum to 1."); }
  /// How much every weighting is predicted to vary, for the shown query; empty where that is not known.
  QString predictionText(bool isFolded = false) const;
  DrawnShares shares(bool dark) const;
  void setUpPlot(QCustomPlot& plot) const;
  void fillPlot(QCustomPlot& plot, const Theme& theme) const;
  void arrange();
  void writeProse();
  void placeMap();
  void fitStack(QCustomPlot& plot, const Theme& theme) const;
  void fillStack(QCustomPlot& plot, const Theme& theme) const;
  void fillBars(QCustomPlot& plot, const Theme& theme) const;
  void fillLine(QCustomPlot& plot, const Theme& theme) const;
  /// The shares along the line, where ω-space is one; else without places.
  LineShares lineShares(bool dark) const;
  void fillStrip(HeatMap& strip, ColourBar& bar, const Theme& theme) const;
  void markStrip();
  void paintShares(QPainter& painter, const QRectF& area, const Theme& theme) const;
  int proposalAt(QPointF position) const;
  int proposalOnLine(double position, double share) const;
  Cursor cursorAt(int proposal) const;
  void choose(int proposal, Qt::KeyboardModifiers modifiers);
  /// A cell of the strip: none outside of it.
  std::optional<Cursor> stripCursor(qint64 sample, qint64 query) const;
  void showTip(QMouseEvent* event);

  QLabel* m_heading = nullptr;
  QCustomPlot* m_plot = nullptr;
  QWidget* m_body = nullptr;
  QBoxLayout* m_row = nullptr;
  QWidget* m_map = nullptr;  // strip and bar, which are placed by hand
  HeatMap* m_strip = nullptr;
  ColourBar* m_bar = nullptr;
  QLabel* m_note = nullptr;
  std::shared_ptr<const omega::Result> m_stripOf;
  bool m_clickMoved = false;  // the last click in the strip, the selection
};

}  // namespace omegascope
