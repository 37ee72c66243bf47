#include "views/train/curves_panel.h"

#include <QCheckBox>
#include <QLabel>
#include <QMenu>
#include <QSlider>
#include <QToolTip>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "views/amounts.h"
#include "views/fitted_picture.h"
#include "views/rich_text.h"
#include "widgets/accessible_canvas.h"
#include "widgets/controls.h"
#include "widgets/flow_layout.h"
#include "widgets/plot_redraw.h"
#include "widgets/text_fit.h"

namespace omegascope {

using namespace omega::train;

namespace {

constexpr int kSmoothingSteps = 20;

/// The slider has more places where more is smoothed: 0, 0.21 … 0.9, 0.99.
double smoothingOf(int step) { return 1 - std::pow(10.0, -2.0 * step / kSmoothingSteps); }

using StepFilter = std::function<bool(const RunCurve&, omega::Index step)>;

/// Of training until a step: not a number where no validation has said yet.
double secondsOf(const RunCurve& curve, omega::Index step) {
  const Record& record = curve.picture->record;
  return record.validations.empty() ? std::numeric_limits<double>::quiet_NaN() : record.seconds_until(step);
}

/// Of one run: name_step, name_loss … and the same of its validations.
void addArrays(PanelData& data, const RunCurve& curve, const StepFilter& isIn) {
  const auto add = [&](const auto& records, const std::string& prefix) {
    std::vector<double> at, seconds, losses, accuracies;
    for (const auto& r : records) {
      if (!isIn(curve, r.step)) continue;
      at.push_back(static_cast<double>(r.step));
      seconds.push_back(secondsOf(curve, r.step));
      losses.push_back(r.loss);
      accuracies.push_back(r.accuracy);
    }
    data.addList(prefix + "step", at);
    data.addList(prefix + "seconds", seconds);
    data.addList(prefix + "loss", losses);
    data.addList(prefix + "accuracy", accuracies);
  };
  const std::string name = curve.name.toStdString();
  add(curve.picture->record.steps, name + "_");
  add(curve.picture->record.validations, name + "_validation_");
}

}  // namespace

CurvesPanel::CurvesPanel(Workbench& workbench, QWidget* parent)
    : TrainPanel(workbench, QStringLiteral("train_curves"), tr("Curves"), parent) {
  auto* rows = inset(new QVBoxLayout(this), {4, 2, 4, 2}, 2);
  rows->addWidget(makeControls());
  m_plot = new QCustomPlot(this);
  m_plot->setMinimumSize(160, 120);
  nameCanvas(*m_plot, tr("Loss and accuracy of runs"), [this] { return afterName(*m_plot, words()); });
  m_plot->setMouseTracking(true);
  m_zoom = new PlotZoom(*m_plot, PlotZoom::Across::Shared);
  addPicture(*rows, m_plot);
  connect(m_plot, &QCustomPlot::mouseMove, this, &CurvesPanel::onMoved);
}

QWidget* CurvesPanel::makeControls() {
  auto* controls = new QWidget(this);
  auto* flow = FlowLayout::ofBar(*controls, 8);
  const auto tick = [&](const QString& text, const QString& tip, bool on) {
    auto* box = new QCheckBox(text, controls);
    box->setToolTip(tip);
    box->setChecked(on);
    connect(box, &QCheckBox::toggled, this, [this] { refresh(); });
    flow->addWidget(box);
    return box;
  };
  m_training = tick(tr("training"), tr("Each step's batch before the step: thin pale lines"), true);
  m_validation = tick(tr("validation"), tr("Examples that are not trained on: strong lines with marks"), true);
  m_log = tick(tr("log step"), tr("The step on a logarithmic axis"), true);
  connect(m_log, &QCheckBox::toggled, this, [this] { m_zoom->reset(); });  // another axis, another part
  m_overTime = tick(tr("over time"),
                    tr("Curves over seconds of training in place of steps; between two validations all steps count as "
                       "equally long"),
                    false);
  connect(m_overTime, &QCheckBox::toggled, this, [this](bool on) {
    m_log->setEnabled(!on);
    m_zoom->reset();
  });
  auto* label = new QLabel(tr("smoothing"), controls);
  m_smoothing = new QSlider(Qt::Horizontal, controls);
  m_smoothing->setRange(0, kSmoothingSteps);
  m_smoothing->setFixedWidth(90);
  m_smoothing->setAccessibleName(tr("Smoothing of the training curves"));
  m_smoothing->setToolTip(
      tr("Share of the running mean that stays at each step: 0, nothing is smoothed, to 0.99. What was recorded stays "
         "visible beneath"));
  connect(m_smoothing, &QSlider::valueChanged, this, [this] { refresh(); });
  for (QWidget* widget : {static_cast<QWidget*>(label), static_cast<QWidget*>(m_smoothing)})
    fitToText(*widget,
              [this, widget] { widget->setFixedHeight(m_log->sizeHint().height()); });  // in line with the boxes
  flow->addTogether({label, m_smoothing});
  return controls;
}

CurvesLook CurvesPanel::look(const Theme& theme) const {
  return {theme,
          m_training->isChecked(),
          m_validation->isChecked(),
          m_log->isChecked(),
          m_overTime->isChecked(),
          m_smoothing->value() == 0 ? 0 : smoothingOf(m_smoothing->value())};
}

std::vector<RunCurve> CurvesPanel::curves() const {
  std::vector<RunCurve> all;
  for (const TrainingRuns::Entry* entry : shown())
    all.push_back({entry->run->name(), entry->look, entry->run->picture(), entry->run.get() == training().current()});
  return all;
}

/// Each run's latest validation; its latest batch where there is none yet.
QString CurvesPanel::words() const {
  QStringList each;
  for (const RunCurve& curve : curves()) {
    const Record& record = curve.picture->record;
    const auto tell = [&](const QString& when, const auto& of) {
      each << QStringLiteral("%1: %2, %3")
                  .arg(curve.name, when.arg(countText(of.step)),
                       tr("loss %1, accuracy %2 %").arg(numberText(of.loss, 3), numberText(100 * of.accuracy, 3)));
    };
    if (!record.validations.empty())
      tell(tr("after step %1"), record.validations.back());
    else if (!record.steps.empty())
      tell(tr("batch of step %1"), record.steps.back());
  }
  return each.join(QStringLiteral("; "));
}

void CurvesPanel::refresh() {
  std::vector<RunCurve> all = curves();
  showWords(!all.empty()                   ? QString()
            : training().entries().empty() ? firstSteps(theme())
                                           : tr("<p>No run that has been read is ticked.</p>"));
  if (all.empty()) {
    m_drawing.reset();
  } else {
    m_drawing = std::make_unique<CurvesDrawing>(*m_plot, std::move(all), look(theme()));
    m_zoom->restore({m_drawing->lossReach()});
    redrawSoon(*m_plot);
  }
  reportPainted();
}

void CurvesPanel::onMoved(QMouseEvent* event) {
  if (event->buttons() != Qt::NoButton) return QToolTip::hideText();  // it is dragged
  const CurvesDrawing::Spot spot = m_drawing ? m_drawing->spotAt(event->position()) : CurvesDrawing::Spot{};
  if (spot.curve == nullptr) return QToolTip::hideText();
  const Record& record = spot.curve->picture->record;
  QStringList lines{spot.curve->name};
  if (spot.isValidation) {
    const ValidationRecord& v = record.validations[spot.number];
    lines << tr("validation after step %1, at %2").arg(countText(v.step), durationText(record.seconds_until(v.step)))
          << tr("loss %1, accuracy %2 %").arg(numberText(v.loss), numberText(100 * v.accuracy))
          << tr("%1 steps/s").arg(numberText(v.steps_per_second, 3));
  } else {
    const StepRecord& s = record.steps[spot.number];
    lines << tr("batch of step %1").arg(countText(s.step))
          << tr("loss %1, accuracy %2 %").arg(numberText(s.loss), numberText(100 * s.accuracy))
          << tr("learning rate %1, ‖gradient‖ %2").arg(numberText(s.rate, 3), numberText(s.gradient_norm, 3));
    if (s.floored > 0) lines << tr("%n denominator(s) kept away from 0", nullptr, static_cast<int>(s.floored));
  }
  QToolTip::showText(event->globalPosition().toPoint(), lines.join(QLatin1Char('\n')), m_plot);
}

QString CurvesPanel::help() const {
  return tr(
      "<b>Curves</b><p>The loss (cross-entropy, in nats; chance is the entropy of the classes' shares, of equally "
      "large "
      "classes the logarithm of their number) and the accuracy over the step, or over the time that training took: "
      "thin pale lines are the batches of training, "
      "strong ones with marks the examples kept for validation; without these, those of training have the marks. "
      "What was recorded is always drawn; smoothing adds a "
      "line over it. The wheel zooms about the pointer, beside an axis that axis alone; a drag moves, a double-click "
      "shows everything again.</p><p><b>Look for</b> plateaus and the step that ends them, and for accuracy that "
      "falls when noise is drawn anew: then the noise was learned, not the task. Point at a curve for its "
      "numbers.</p>");
}

void CurvesPanel::render(QPainter& painter, const QRectF& area, const Theme& theme) const {
  paint(painter, area, theme, Extent::Visible);
}

void CurvesPanel::renderWhole(QPainter& painter, const QRectF& area, const Theme& theme) const {
  paint(painter, area, theme, Extent::Whole);
}

void CurvesPanel::fillMenu(QMenu& menu) {
  restFor(*menu.addAction(tr("Show all steps"), m_zoom, &PlotZoom::reset),
          isZoomed() ? QString() : tr("All steps are shown."));
}

void CurvesPanel::paint(QPainter& painter, const QRectF& area, const Theme& theme, Extent extent) const {
  std::vector<RunCurve> all = curves();
  if (all.empty()) return paintRichText(painter, area, theme, firstSteps(theme));
  QCustomPlot plot;
  const CurvesDrawing drawing(plot, std::move(all), look(theme));
  if (extent == Extent::Visible) m_zoom->applyTo(plot);
  constexpr QSizeF kLeast{360, 320};  // in which its words have room
  paintAtLeast(painter, area, kLeast, [&](const QRectF& room) { paintPlot(plot, painter, room); });
}

std::vector<LegendEntry> CurvesPanel::legend() const {
  std::vector<LegendEntry> entries;
  for (const TrainingRuns::Entry* entry : shown()) entries.push_back(runEntry(*entry));
  if (entries.empty()) return entries;
  const bool hasValidation = m_validation->isChecked();
  if (m_training->isChecked())
    entries.push_back(lineEntry(tr("training"), [hasValidation](const Theme& theme) {
      return QPen(trainingInk(theme.text, theme, hasValidation), theme.lineScale);
    }));
  if (hasValidation)
    entries.push_back({tr("validation"), [](QPainter& painter, const QRectF& rect, const Theme& theme) {
                         drawEstimatorChip(painter, rect, {theme.text, Marker::Circle, {}}, 2 * theme.lineScale);
                       }});
  return entries;
}

bool CurvesPanel::hasPicture() const { return !curves().empty(); }

PanelData CurvesPanel::data() const { return rowsIn({0, std::numeric_limits<double>::max()}); }

PanelData CurvesPanel::rowsIn(const QCPRange& part) const {
  const std::vector<RunCurve> all = curves();
  if (all.empty()) return presetTable();
  const StepFilter isIn = [part, isOverTime = m_overTime->isChecked()](const RunCurve& curve, omega::Index step) {
    return part.contains(placeOfStep(curve.picture->record, step, isOverTime));
  };
  PanelData data;
  data.columns = {tr("run"),
                  tr("step"),
                  tr("loss"),
                  tr("accuracy"),
                  tr("rate"),
                  tr("gradient_norm"),
                  tr("floored"),
                  tr("validation_loss"),
                  tr("validation_accuracy"),
                  tr("seconds")};
  for (const RunCurve& curve : all)
    data.streamedRows +=
        static_cast<std::size_t>(std::count_if(curve.picture->record.steps.begin(), curve.picture->record.steps.end(),
                                               [&](const StepRecord& s) { return isIn(curve, s.step); }));
  for (const RunCurve& curve : all) addArrays(data, curve, isIn);
  data.stream = [all, isIn](TableWriter& table) {
    for (const RunCurve& curve : all) {
      auto v = curve.picture->record.validations.begin();
      const auto end = curve.picture->record.validations.end();
      for (const StepRecord& s : curve.picture->record.steps) {
        if (!isIn(curve, s.step)) continue;
        table.text(curve.name);
        table.integer(s.step);
        for (const double number : {s.loss, s.accuracy, s.rate, s.gradient_norm}) table.number(number);
        table.integer(s.floored);
        while (v != end && v->step < s.step) ++v;
        const bool isThere = v != end && v->step == s.step;
        table.text(isThere ? plainNumber(v->loss) : QString());
        table.text(isThere ? plainNumber(v->accuracy) : QString());
        const double seconds = secondsOf(curve, s.step);
        table.text(std::isnan(seconds) ? QString() : plainNumber(seconds));
        table.endRow();
      }
    }
  };
  return data;
}

}  // namespace omegascope
