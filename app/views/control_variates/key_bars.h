// A number for each key as a bar in the colour of the key's group, or the keys themselves as a strip: E^n above, the
// groups below; and what the signs of groups stand for.
#pragma once

#include <qcustomplot.h>

#include <vector>

#include "views/legend.h"

namespace omegascope {

struct KeyColours {
  std::vector<int> group;  // −1: none
  std::vector<char> inWindow;
  int selectedGroup = -1;  // the others step back
  int selectedKey = -1;
  QColor exact;  // of E^n
  bool dark = false;

  QColor of(std::size_t key) const;
};

class KeyBars : public QCPAbstractPlottable {
  Q_OBJECT

 public:
  /// `values`: a bar for each key; empty: a strip. `ticks`: where each bar should be, as a line across it.
  KeyBars(QCPAxis* keys, QCPAxis* values, const KeyColours& colours, std::vector<double> bars,
          std::vector<double> ticks = {});

  double selectTest(const QPointF&, bool, QVariant*) const override { return -1; }
  QCPRange getKeyRange(bool& found, QCP::SignDomain) const override;
  QCPRange getValueRange(bool& found, QCP::SignDomain, const QCPRange&) const override;

 protected:
  void draw(QCPPainter* painter) override;
  void drawLegendIcon(QCPPainter*, const QRectF&) const override {}

 private:
  QRectF rectOf(std::size_t key, double from, double to) const;

  KeyColours m_colours;
  std::vector<double> m_bars, m_ticks;
};

/// Of the values of keys and of their groups' coefficients, which have the same colours.
std::vector<LegendEntry> coefficientLegend();

}  // namespace omegascope
