#include "widgets/plot_redraw.h"

#include <QEvent>

namespace omegascope {

namespace {

constexpr const char* kDue = "redrawIsDue";

/// Sees a plot's paint events before the plot does.
class DrawsBeforePaint : public QObject {
 public:
  using QObject::QObject;

  bool eventFilter(QObject* watched, QEvent* event) override {
    if (event->type() == QEvent::Paint && watched->property(kDue).toBool()) {
      auto& plot = *static_cast<QCustomPlot*>(watched);
      plot.setProperty(kDue, false);
      // The plot asks to be painted at the end, which is what happens right now.
      plot.setAttribute(Qt::WA_UpdatesDisabled, true);
      plot.replot(QCustomPlot::rpQueuedRefresh);
      plot.setAttribute(Qt::WA_UpdatesDisabled, false);
    }
    return QObject::eventFilter(watched, event);
  }
};

}  // namespace

void redrawSoon(QCustomPlot& plot) {
  if (!plot.property(kDue).isValid()) plot.installEventFilter(new DrawsBeforePaint(&plot));
  plot.setProperty(kDue, true);
  plot.update();
}

}  // namespace omegascope
