// Weights of the shown query: how much each sample counts in each estimator, largest first, with the effective sample
// size.
#pragma once

#include <optional>

#include "views/panel.h"

class QCPGraph;
class QCustomPlot;
class QLabel;

namespace omegascope {

class WeightsPanel : public Panel {
  Q_OBJECT

 public:
  explicit WeightsPanel(Workbench& workbench, QWidget* parent = nullptr);

  QString help() const override;
  Work work() const override { return Work::estimates; }
  QStringList equations() const override;
  void render(QPainter& painter, const QRectF& area, const Theme& theme) const override;
  bool hasPicture() const override;
  PanelData data() const override;
  std::vector<LegendEntry> legend() const override;
  QString command() const override;
  void fillMenu(QMenu& menu) override;
  QRectF placeOf(const QString& part) const override;

 protected:
  void refresh() override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  struct Sorted {
    const Card* card = nullptr;
    std::vector<double> weights;  // largest first
    std::vector<int> samples;     // whose they are
    omega::Index used = 0;        // how many of them the query uses
    double ess = 0;
    std::optional<double> mse;  // of the query's estimate, where there is exact attention to hold it against
    QString shortText() const;
    QString text() const;  // of the legend
  };
  /// A bar of the plot: a sample of a card.
  struct Bar {
    const Sorted* of = nullptr;
    std::size_t rank = 0;
  };
  static std::optional<double> errorOf(const CardResult& result, const Snapshot& snapshot);
  static std::vector<Sorted> sorted(const Snapshot& snapshot, const Document& document);
  std::vector<Sorted> sorted() const;
  QString summaryText(bool hasWeights) const;
  QString plotWords() const;
  static QString pinnedText(const Sorted& one, const Snapshot& then);
  void fillPlot(QCustomPlot& plot, const std::vector<Sorted>& all, const Theme& theme) const;
  void addPinned(QCustomPlot& plot, const Theme& theme) const;
  void addRings(QCustomPlot& plot, const Sorted& one, const Theme& theme) const;
  Bar barAt(const std::vector<Sorted>& all, QPointF position) const;
  void onReleased(QMouseEvent* event);
  void onMoved(QMouseEvent* event);
  void onBrushed(const QRect& rect, Qt::KeyboardModifiers modifiers);

  QCustomPlot* m_plot = nullptr;
  QLabel* m_summary = nullptr;
  QPointF m_pressedAt;
};

}  // namespace omegascope
