// Output: the shown query's y_n in two dimensions of the values: the truth, this draw's estimates, their clouds over
// many draws, and what they amount to: bias and variance.
#pragma once

#include <QRectF>
#include <optional>

#include "views/panel.h"

class QCustomPlot;
class QLabel;

namespace omegascope {

class OutputPanel : public Panel {
  Q_OBJECT

 public:
  explicit OutputPanel(Workbench& workbench, QWidget* parent = nullptr);

  QString help() const override;
  QStringList equations() const override;
  Work work() const override { return Work::clouds; }
  void render(QPainter& painter, const QRectF& area, const Theme& theme) const override;
  bool hasPicture() const override { return emptyText().isEmpty(); }
  PanelData data() const override;
  QString command() const override;
  void fillMenu(QMenu& menu) override;
  QRectF placeOf(const QString& part) const override;

 protected:
  void refresh() override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  /// One estimator over draws, in the dimensions that are shown.
  struct Cloud {
    const Card* card = nullptr;
    const OutputCloud* cloud = nullptr;  // null while it is being computed
    std::vector<double> now;             // this draw's y
    const ShownTruth* truth = nullptr;   // of the snapshot: what it is held against
    int lane = 0;                        // its height where there is one dimension only
    int draws() const { return static_cast<int>(cloud->y.size() / now.size()); }
  };

  QString emptyText() const;
  /// Whether a card has estimates to show, known for the shown query or not.
  bool isDrawn(const CardResult& result) const;
  std::vector<Cloud> clouds() const;
  bool isStrip() const { return dims() == 1; }
  void fillPlot(QCustomPlot& plot, const Theme& theme, QSizeF size) const;
  double chanceOfMean(const Cloud& one) const;
  void addBiasArrow(QCustomPlot& plot, const QColor& colour, const Theme& theme, const Cloud& one) const;
  void addCloud(QCustomPlot& plot, const Theme& theme, const Cloud& one) const;
  void addSpread(QCustomPlot& plot, const EstimatorStyle& style, const Theme& theme, const Cloud& one) const;
  void addTruth(QCustomPlot& plot, const Theme& theme, const std::vector<Cloud>& all) const;
  void addTruthNames(QCustomPlot& plot, const Theme& theme, std::vector<const ShownTruth*> truths) const;
  void addPinned(QCustomPlot& plot, const Theme& theme, const std::vector<Cloud>& all) const;
  void addSampleValue(QCustomPlot& plot, const Theme& theme, const std::vector<Cloud>& all) const;
  std::vector<double> sampleValue() const;
  QString selectedText() const;
  int cardAt(QPointF position) const;
  void onMoved(QMouseEvent* event);
  /// What a picture is of, but for the options of estimators.
  struct Asked {
    Document document;
    int query = -1, head = -1, sample = -1;  // whose f(ω) is shown
    const Snapshot* pinned = nullptr;        // to be compared, no more
    bool operator==(const Asked&) const = default;
  };
  Asked asked() const;
  QRectF reachOf(QCustomPlot& plot, int lanes) const;
  void setRanges(QCustomPlot& plot, QSizeF size, int lanes) const;
  /// While nothing but options changes the axes only grow, so that clouds are seen to shrink.
  void holdReach();
  void letGo();
  QPointF place(const double* y, int lane) const;
  QString plotWords() const;
  QString tableText(const Theme& theme) const;
  /// What those are held against, each once.
  std::vector<const ShownTruth*> truthsOf(const std::vector<Cloud>& all) const;
  QString truthText(const Theme& theme, const std::vector<Cloud>& all) const;
  QString numbersText() const;

  QLabel* m_empty = nullptr;
  QWidget* m_body = nullptr;
  QCustomPlot* m_plot = nullptr;
  QLabel* m_table = nullptr;
  std::optional<Asked> m_heldOf;
  QRectF m_held;  // what was shown of that
};

}  // namespace omegascope
