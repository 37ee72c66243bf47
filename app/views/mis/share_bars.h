// The shares of proposals at one ω, drawn into a QCustomPlot: one bar each, or one bar of them all; and what the map of
// the shares of all samples is made of.
#pragma once

#include <qcustomplot.h>

#include <vector>

#include "core/array.h"
#include "widgets/heat_map.h"

namespace omegascope {

struct DrawnShares {
  std::vector<double> alpha, balance;
  int selected = -1;
  bool dark = false;
};

/// One part of each proposal's bar; three of these make the whole. What the query adds stands above the balance, what
/// it takes away is left as an outline.
class ShareBars : public QCPAbstractPlottable {
  Q_OBJECT

 public:
  enum class Part { Balance, Added, Taken };

  ShareBars(QCPAxis* keys, QCPAxis* values, Part part, const DrawnShares& shares);

  double selectTest(const QPointF&, bool, QVariant*) const override { return -1; }
  QCPRange getKeyRange(bool& found, QCP::SignDomain) const override;
  QCPRange getValueRange(bool& found, QCP::SignDomain, const QCPRange&) const override;

  /// The sign of a part in legends.
  static void drawSign(QPainter* painter, const QRectF& rect, Part part, bool dark);

 protected:
  void draw(QCPPainter* painter) override;
  void drawLegendIcon(QCPPainter* painter, const QRectF& rect) const override;

 private:
  static void drawPart(QPainter* painter, const QRectF& rect, const QColor& colour, Part part);

  Part m_part;
  DrawnShares m_shares;
};

/// All proposals end to end, from 0 to their sum; negative ones to the left of 0.
class ShareStack : public QCPAbstractPlottable {
  Q_OBJECT

 public:
  ShareStack(QCPAxis* keys, QCPAxis* values, const DrawnShares& shares);

  double selectTest(const QPointF&, bool, QVariant*) const override { return -1; }
  QCPRange getKeyRange(bool& found, QCP::SignDomain) const override;
  QCPRange getValueRange(bool& found, QCP::SignDomain, const QCPRange&) const override;

  /// The range that each proposal has along the axis.
  static std::vector<QCPRange> places(const std::vector<double>& alpha);

 protected:
  void draw(QCPPainter* painter) override;
  void drawLegendIcon(QCPPainter*, const QRectF&) const override {}

 private:
  DrawnShares m_shares;
};

/// How many queries a column of the strip stands for: no screen shows more columns.
qint64 queriesEach(qint64 queries);
/// A row for each sample, a column for the mean of so many queries.
MapSource stripSource(const omega::Array& alpha);
/// The bar of colours is as high as the cells of its map, or as its numbers need.
QRectF barBeside(const HeatMap& strip, double left, double width, const Theme& theme);

}  // namespace omegascope
