// The curves of runs in a QCustomPlot: loss above, accuracy below, over the step or the time; the same for the screen
// and for exports. It says what is under the pointer.
#pragma once

#include <memory>
#include <vector>

#include "jobs/training_runs.h"
#include "widgets/plot_style.h"

namespace omegascope {

struct RunCurve {
  QString name;
  RunLook look;
  std::shared_ptr<const TrainPicture> picture;
  bool isCurrent = false;  // drawn over the others
};

struct CurvesLook {
  Theme theme;
  bool training = true, validation = true, isLog = false, isOverTime = false;
  double smoothing = 0;  // share of the running mean that stays at each step: 0 to below 1
};

/// Where a step of a run is along the axis: its number, or the seconds of training until it.
double placeOfStep(const omega::train::Record& record, omega::Index step, bool isOverTime);

/// m_i = s m_(i−1) + (1 − s) x_i, divided by 1 − s^i: without a pull to its start.
std::vector<double> smoothed(const std::vector<double>& values, double smoothing);

/// The ink of a line of training: as little as lets those of validation stand out, but seen on the theme's canvas,
/// with which it is mixed: noise that crosses itself would make a transparent one strong.
/// `isUnder`: another line lies over it and stands for it, the smoothed one or that of validation.
QColor trainingInk(const QColor& hue, const Theme& theme, bool isUnder);

class CurvesDrawing {
 public:
  /// Fills `plot`, whatever it showed before.
  CurvesDrawing(QCustomPlot& plot, std::vector<RunCurve> curves, const CurvesLook& look);

  /// The recorded step nearest to a pixel; `curve` null: nothing is near.
  struct Spot {
    const RunCurve* curve = nullptr;
    bool isValidation = false;
    std::size_t number = 0;  // in its record
  };
  Spot spotAt(QPointF pixel) const;
  /// The range of all losses, including those that would flatten the rest.
  QCPRange lossReach() const { return {0, m_highestLoss}; }

 private:
  void addAxes();
  void setRanges();
  double placeOf(const RunCurve& curve, omega::Index step) const {
    return placeOfStep(curve.picture->record, step, m_look.isOverTime);
  }
  template <class Records>
  void addLines(const RunCurve& curve, const Records& records, const QPen& pen, double smoothing,
                const EstimatorStyle* marked = nullptr);
  void addTraining(const RunCurve& curve);
  void addValidation(const RunCurve& curve);
  void addLine(QCPAxisRect* rect, const std::vector<double>& x, const std::vector<double>& y, const QPen& pen,
               const EstimatorStyle* marked = nullptr);
  void addChance();
  void addChance(double percent);
  void addWords(QCPAxisRect* rect, const QString& text, double height);
  QPointF pixelOf(const QCPAxisRect* rect, double across, double value) const;

  QCustomPlot& m_plot;
  std::vector<RunCurve> m_curves;
  QStringList m_untimed;  // runs that have no time yet
  CurvesLook m_look;
  double m_highestLoss = 0;
  QCPAxisRect *m_loss = nullptr, *m_accuracy = nullptr;
};

}  // namespace omegascope
