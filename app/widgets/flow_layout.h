// FlowLayout: small controls in a row that goes on in the next one where the width ends, so that none is cut.
#pragma once

#include <initializer_list>

#include "widgets/placing_layout.h"

namespace omegascope {

class FlowLayout : public PlacingLayout {
 public:
  explicit FlowLayout(int spacing, QWidget* parent = nullptr);
  /// Of a bar of controls that is as high as its rows are at its width.
  static FlowLayout* ofBar(QWidget& bar, int spacing);

  /// No row ends between these, such as a box and its name.
  void addTogether(std::initializer_list<QWidget*> widgets);
  Qt::Orientations expandingDirections() const override { return {}; }
  QSize sizeHint() const override;
  QSize minimumSize() const override;

 private:
  int place(const QRect& rect, bool move) const override;
};

}  // namespace omegascope
