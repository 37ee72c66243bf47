// The sizes of all text that a widget paints, as it is painted: by a device that draws nothing and remembers fonts.
#pragma once

#include <QString>
#include <vector>

class QWidget;

namespace omegascope::test {

struct PaintedText {
  QString text;
  double pixels = 0;
  QString where;  // the name of the widget
};

/// Of a window and all that is visible in it, plots included.
std::vector<PaintedText> paintedTexts(QWidget& window);

}  // namespace omegascope::test
