// The shares of proposals along the line of ω-space, stacked: at every ω of the line they sum to 1.
#pragma once

#include <qcustomplot.h>

#include <vector>

namespace omegascope {

struct LineShares {
  std::vector<double> positions;  // P, ascending
  std::vector<double> alpha;      // P × C
  int selected = -1;
  bool dark = false;

  std::size_t proposals() const { return positions.empty() ? 0 : alpha.size() / positions.size(); }
  std::size_t nearest(double position) const;
  const double* at(std::size_t place) const { return alpha.data() + place * proposals(); }
};

class ShareAreas : public QCPAbstractPlottable {
  Q_OBJECT

 public:
  ShareAreas(QCPAxis* keys, QCPAxis* values, LineShares shares);

  double selectTest(const QPointF&, bool, QVariant*) const override { return -1; }
  QCPRange getKeyRange(bool& found, QCP::SignDomain) const override;
  QCPRange getValueRange(bool& found, QCP::SignDomain, const QCPRange&) const override;

  /// The sign in legends: some of the colours.
  static void drawSign(QPainter* painter, const QRectF& rect, bool dark);

 protected:
  void draw(QCPPainter* painter) override;
  void drawLegendIcon(QCPPainter* painter, const QRectF& rect) const override;

 private:
  LineShares m_shares;
};

}  // namespace omegascope
