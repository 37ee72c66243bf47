// Measures: the papers' tables for the runs that are ticked: gradients at the classifier at 20, 40, 60 and 80 %, how
// much outputs vary with the noise, gradients by layer.
#include <QScrollBar>
#include <QTextBrowser>
#include <QVBoxLayout>
#include <cmath>
#include <utility>

#include "studies/training_report.h"
#include "views/registry.h"
#include "views/rich_text.h"
#include "views/train/train_panel.h"
#include "widgets/controls.h"

namespace omegascope {

using namespace omega::train;

class MeasuresPanel : public TrainPanel {
 public:
  MeasuresPanel(Workbench& workbench, QWidget* parent);

  QString help() const override;
  void render(QPainter& painter, const QRectF& area, const Theme& theme) const override;
  bool hasPicture() const override { return !shown().empty(); }
  PanelData data() const override;
  QString caption() const override { return captionOfShown(); }
  QString subject() const override { return {}; }

 protected:
  std::vector<const TrainRun*> ofRuns() const override { return shownRuns(); }
  void refresh() override;

 private:
  QString html(const Theme& theme) const;
  QString gradientsHtml(const Theme& theme) const;
  QString comparisonHtml(const Theme& theme) const;
  QString variancesHtml(const Theme& theme) const;
  QString layersHtml(const Theme& theme) const;

  QTextBrowser* m_text = nullptr;
};

namespace {

QString titleHtml(const QString& words) {
  return QStringLiteral("<p style=\"margin:6px 0 2px 0\"><b>%1</b></p>").arg(words);
}
/// In one line: a table breaks words at every hyphen.
QString unbroken(const QString& html) { return QStringLiteral("<div style=\"white-space:nowrap\">%1</div>").arg(html); }
QString percent(double share, int digits = 3) {
  return QStringLiteral("%1\u00a0%").arg(numberText(100 * share, digits));
}

}  // namespace

MeasuresPanel::MeasuresPanel(Workbench& workbench, QWidget* parent)
    : TrainPanel(workbench, QStringLiteral("train_measures"), tr("Gradients"), parent) {
  auto* layout = inset(new QVBoxLayout(this), {2, 2, 2, 2});
  m_text = makePage(tr("Tables of the runs"), this);
  m_text->setWordWrapMode(QTextOption::WordWrap);  // no number is cut in two
  layout->addWidget(m_text, 1);
  layout->addWidget(remedyButton(), 0, Qt::AlignLeft);
}

void MeasuresPanel::refresh() {
  const int scrolled = m_text->verticalScrollBar()->value();
  const QString words = html(theme());
  if (m_text->property("shown").toString() != words) {  // a selection of text stays while nothing changes
    m_text->setProperty("shown", words);
    m_text->setHtml(words);
  }
  m_text->verticalScrollBar()->setValue(scrolled);
  reportPainted();
}

QString MeasuresPanel::html(const Theme& theme) const {
  if (training().entries().empty())
    return emptyHtml(
        tr("This panel shows |gradient| at the classifier when validation first passes 20, 40, 60 and 80 %, beside the "
           "paper's numbers; how much outputs vary with the noise; and the gradient of each layer."),
        tr("Start a run: the first row comes when it passes 20 %."));
  if (shown().empty()) return tr("<p>No run that has been read is ticked.</p>");
  return comparisonHtml(theme) + gradientsHtml(theme) + variancesHtml(theme) + layersHtml(theme);
}

QString MeasuresPanel::gradientsHtml(const Theme& theme) const {
  std::vector<QStringList> rows;
  for (const TrainingRuns::Entry* entry : shown()) {
    const TrainPicture& picture = *entry->run->picture();
    QString name = unbroken(nameHtml(*entry, theme));
    for (const GradientRecord& g : picture.record.gradients) {
      const auto paper = omega::studies::paper_gradients(picture.plan, g.mark);
      rows.push_back({std::exchange(name, {}), percent(g.mark, 2), countText(g.step), numberText(g.mean),
                      numberText(g.deviation), numberText(paper ? paper->mean : NAN),
                      numberText(paper ? paper->deviation : NAN)});
    }
    if (!picture.record.gradients.empty()) continue;
    const QString why = picture.record.validations.empty() ? tr("not measured yet") : tr("below 20 % so far");
    rows.push_back({name, unbroken(why), {}, {}, {}, {}, {}});
  }
  return titleHtml(tr("|gradient| at the classifier when validation first passed a mark")) +
         tableHtml(
             {tr("run"), tr("passed"), tr("step"), tr("mean"), tr("std."), tr("paper's mean"), tr("paper's std.")},
             rows, theme) +
         QStringLiteral("<p style=\"margin:2px;color:%1\">%2</p>")
             .arg(theme.faint.name(), tr("Paper: Chowdhury et al. 2022, Table 14: GMM with 200 cells at p = 0.1, 0.5 "
                                         "and 0.9, on their machine; – where it has no such row."));
}

QString MeasuresPanel::comparisonHtml(const Theme& theme) const {
  std::vector<QStringList> rows;
  for (const TrainingRuns::Entry* entry : shown()) {
    const TrainPicture& picture = *entry->run->picture();
    const Record& record = picture.record;
    if (record.validations.empty()) continue;
    const ValidationRecord& last = record.validations.back();
    rows.push_back({unbroken(nameHtml(*entry, theme)), QString::fromStdString(picture.plan.task->name),
                    QString::fromStdString(title_of(picture.plan.model)), numberText(100 * record.chance, 3),
                    numberText(100 * record.best_accuracy(), 3), numberText(100 * last.accuracy, 3),
                    numberText(static_cast<double>(last.step) / std::max(1e-9, last.seconds), 3),
                    numberText(static_cast<double>(record.bytes) / (1 << 20), 3)});
  }
  if (rows.empty()) return {};
  return titleHtml(tr("Runs side by side: accuracies in %, steps a second of the whole run, memory of values and "
                      "gradients in MiB")) +
         tableHtml(
             {tr("run"), tr("task"), tr("attention"), tr("chance"), tr("best"), tr("last"), tr("steps/s"), tr("MiB")},
             rows, theme);
}

QString MeasuresPanel::variancesHtml(const Theme& theme) const {
  std::vector<QStringList> rows;
  for (const TrainingRuns::Entry* entry : shown()) {
    const auto& variances = entry->run->picture()->record.variances;
    if (variances.empty()) continue;
    const VarianceRecord& v = variances.back();
    rows.push_back({unbroken(nameHtml(*entry, theme)), countText(v.step), QString::number(v.passes), numberText(v.rsd),
                    numberText(v.inconsistency), percent(v.voting_accuracy), numberText(v.gain)});
  }
  const QString title = titleHtml(tr("How outputs vary with the noise"));
  if (rows.empty())
    return title +
           QStringLiteral("<p style=\"margin:2px;color:%1\">%2</p>")
               .arg(theme.faint.name(), tr("Measured at the end of a run whose attention draws noise; others have "
                                           "no such numbers."));
  return title +
         tableHtml({tr("run"), tr("step"), tr("passes"), tr("RSD"), tr("PI"), tr("VA"), tr("AGV")}, rows, theme);
}

QString MeasuresPanel::layersHtml(const Theme& theme) const {
  std::size_t layers = 0;
  std::vector<QStringList> rows;
  for (const TrainingRuns::Entry* entry : shown()) {
    const auto& validations = entry->run->picture()->record.validations;
    if (validations.empty()) continue;
    QStringList row{unbroken(nameHtml(*entry, theme))};
    for (const double norm : validations.back().layer_gradients) row << numberText(norm, 3);
    layers = std::max(layers, validations.back().layer_gradients.size());
    rows.push_back(row);
  }
  if (rows.empty()) return {};
  QStringList header{tr("run")};
  for (std::size_t layer = 0; layer < layers; ++layer) header << tr("layer %1").arg(layer);
  for (QStringList& row : rows)
    while (row.size() < header.size()) row << QString();
  return titleHtml(tr("‖gradient‖ by layer at the latest validation")) + tableHtml(header, rows, theme);
}

QString MeasuresPanel::help() const {
  return tr(
      "<b>Gradients</b><p>The mean and the standard deviation of |gradient| at the neurons of the classifier, over 50 "
      "examples and 50 redraws of the noise, when validation first passed 20, 40, 60 and "
      "80 %. Beside them stand the numbers that the KL-Transformer paper prints for its own runs: of sequences of 200 "
      "cells, at its own rate, on its own machine.</p><p>RSD is the relative standard deviation of "
      "an example's own logit over passes with fresh noise (median over examples), PI the inconsistency of "
      "predictions, VA the accuracy of their vote, AGV its gain.</p>"
      "<p><b>Look for</b> deviations that are larger beside their means than those of softmax, which come from the "
      "examples alone: what is beyond them may be noise of the features that reaches the weights.</p>");
}

void MeasuresPanel::render(QPainter& painter, const QRectF& area, const Theme& theme) const {
  paintRichText(painter, area, theme, html(theme));
}

PanelData MeasuresPanel::data() const {
  if (shown().empty()) return presetTable();
  PanelData data;
  data.columns = {tr("run"), tr("attention"), tr("task"), tr("quantity"), tr("step"), tr("value"), tr("paper")};
  for (const TrainingRuns::Entry* entry : shown()) {
    const TrainPicture& picture = *entry->run->picture();
    const auto add = [&](const QString& quantity, omega::Index step, double value, std::optional<double> paper = {}) {
      data.rows.push_back({entry->run->name(), QString::fromStdString(title_of(picture.plan.model)),
                           QString::fromStdString(picture.plan.task->name), quantity, QString::number(step),
                           plainNumber(value), paper ? plainNumber(*paper) : QString()});
    };
    for (const GradientRecord& g : picture.record.gradients) {
      const auto paper = omega::studies::paper_gradients(picture.plan, g.mark);
      const QString mark = plainNumber(g.mark);
      add(QStringLiteral("gradient_mean_") + mark, g.step, g.mean, paper ? std::optional(paper->mean) : std::nullopt);
      add(QStringLiteral("gradient_std_") + mark, g.step, g.deviation,
          paper ? std::optional(paper->deviation) : std::nullopt);
    }
    for (const VarianceRecord& v : picture.record.variances) {
      add(QStringLiteral("rsd"), v.step, v.rsd);
      add(QStringLiteral("pi"), v.step, v.inconsistency);
      add(QStringLiteral("va"), v.step, v.voting_accuracy);
      add(QStringLiteral("agv"), v.step, v.gain);
    }
    if (!picture.record.validations.empty())
      add(QStringLiteral("best_accuracy"), picture.state.best_step, picture.record.best_accuracy());
  }
  return data;
}

Panel* makeMeasuresPanel(Workbench& workbench, QWidget* parent) { return new MeasuresPanel(workbench, parent); }

}  // namespace omegascope
