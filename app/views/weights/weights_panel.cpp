#include "views/weights/weights_panel.h"

#include <QLabel>
#include <QMenu>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "widgets/plot_style.h"

namespace omegascope {

WeightsPanel::WeightsPanel(Workbench& workbench, QWidget* parent) : Panel(workbench, QStringLiteral("weights"), tr("Weights"), parent) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(6, 4, 6, 4);
  m_summary = new QLabel(this);
  m_summary->setWordWrap(true);
  m_plot = new QCustomPlot(this);
  m_plot->setMinimumHeight(90);
  layout->addWidget(m_summary);
  layout->addWidget(m_plot, 1);
  connect(m_plot, &QCustomPlot::mousePress, this, [this](QMouseEvent* event) { onClicked(event->position().x(), event->position().y()); });
}

QString WeightsPanel::help() const {
  return tr("<b>Weights of query n</b><p>Each estimate is a weighted mean of f at the samples. Drawn are the shares of the weights, largest first, and the effective sample size "
            "ESS: how many equal weights would carry as much.</p><p><b>Look for</b> one weight that takes it all: the answer is then that one sample's. "
            "But a high effective sample size proves nothing if a part of the target was never visited.</p>");
}

QStringList WeightsPanel::equations() const {
  return {QStringLiteral("ŷ_n = Σ_s w_ns f(ω_s) / Σ_s w_ns"),
          QStringLiteral("ESS_n = (Σ_s w_ns)² / Σ_s w_ns²")};
}

std::vector<WeightsPanel::Sorted> WeightsPanel::sorted() const {
  std::vector<Sorted> all;
  const int query = snapshot().query;
  if (query < 0) return all;
  for (const CardResult& result : snapshot().cards) {
    const Card* card = workbench().document().card(result.card);
    if (card == nullptr || !result.result || !result.result->has("weights")) continue;
    const omega::Array& weights = result.result->at("weights");
    Sorted one;
    one.card = card;
    std::vector<double> row(static_cast<std::size_t>(weights.shape().back()));
    weights.copy_to(row.data(), static_cast<std::size_t>(query) * row.size(), row.size());
    one.samples.resize(row.size());
    std::iota(one.samples.begin(), one.samples.end(), 0);
    std::stable_sort(one.samples.begin(), one.samples.end(), [&](int a, int b) { return row[static_cast<std::size_t>(a)] > row[static_cast<std::size_t>(b)]; });
    for (const int s : one.samples) one.weights.push_back(row[static_cast<std::size_t>(s)]);
    if (result.result->has("ess")) one.ess = result.result->at("ess").at(static_cast<std::size_t>(query));
    all.push_back(std::move(one));
  }
  return all;
}

void WeightsPanel::fillPlot(QCustomPlot& plot, const Theme& style) const {
  plot.clearGraphs();
  applyStyle(plot, style);
  const bool logarithmic = workbench().document().view.logWeights;
  styleAxis(*plot.xAxis, tr("sample, largest weight first"), {}, AxisKind::Index);
  styleAxis(*plot.yAxis, tr("share of the weight"), {}, logarithmic ? AxisKind::Log10 : AxisKind::Linear);
  const Cursor shown = workbench().selection().shown();
  double most = 1, lowest = 1;
  std::size_t longest = 2;
  for (const Sorted& one : sorted()) {
    QCPGraph* graph = plot.addGraph();
    styleGraph(*graph, estimatorStyle(QString::fromStdString(one.card->method), one.card->variant, style.dark), style, shown.card >= 0 && shown.card != one.card->id);
    graph->setName(tr("%1: ESS %2 of %3").arg(QString::fromStdString(one.card->label())).arg(one.ess, 0, 'f', 1).arg(one.weights.size()));
    for (std::size_t i = 0; i < one.weights.size(); ++i) {
      if (logarithmic && !(one.weights[i] > 0)) continue;
      graph->addData(static_cast<double>(i + 1), one.weights[i]);
      lowest = std::min(lowest, one.weights[i]);
    }
    most = one.weights.empty() ? most : std::max(most == 1 ? 0 : most, one.weights.front());
    longest = std::max(longest, one.weights.size());
  }
  plot.xAxis->setRange(0.5, static_cast<double>(longest) + 0.5);
  plot.yAxis->setRange(logarithmic ? std::max(1e-12, lowest * 0.8) : std::min(0.0, lowest), std::max(1e-3, most * 1.08));
  plot.legend->setVisible(plot.graphCount() > 0);
}

void WeightsPanel::refresh() {
  const std::vector<Sorted> all = sorted();
  if (snapshot().query < 0)
    m_summary->setText(tr("Hover or click a row of a map to see its weights."));
  else if (all.empty())
    m_summary->setText(tr("None of the visible estimators weighs samples. Show rfa or lara."));
  m_summary->setVisible(all.empty());
  m_plot->setVisible(!all.empty());
  if (!all.empty()) {
    fillPlot(*m_plot, theme());
    m_plot->replot(QCustomPlot::rpQueuedReplot);
  }
  reportPainted();
}

void WeightsPanel::onClicked(double x, double y) {
  const auto index = static_cast<std::size_t>(std::max(0L, std::lround(m_plot->xAxis->pixelToCoord(x)) - 1));
  const double value = m_plot->yAxis->pixelToCoord(y);
  const Sorted* nearest = nullptr;
  const std::vector<Sorted> all = sorted();
  for (const Sorted& one : all)
    if (index < one.weights.size() && (nearest == nullptr || std::abs(one.weights[index] - value) < std::abs(nearest->weights[index] - value))) nearest = &one;
  if (nearest == nullptr) return;
  Cursor cursor = workbench().selection().locked();
  cursor.card = nearest->card->id;
  cursor.sample = nearest->samples[index];
  workbench().selection().lock(cursor);
}

void WeightsPanel::fillMenu(QMenu& menu) {
  QAction* action = menu.addAction(tr("Logarithmic weights"), this, [this](bool on) {
    workbench().store().change(tr("Logarithmic weights"), [on](Document& d) { d.view.logWeights = on; });
  });
  action->setCheckable(true);
  action->setChecked(workbench().document().view.logWeights);
}

void WeightsPanel::render(QPainter& painter, const QRectF& area, const Theme& theme) const {
  QCustomPlot plot;
  fillPlot(plot, theme);
  painter.save();
  painter.translate(area.topLeft());
  paintPlot(plot, painter, area.size());
  painter.restore();
}

PanelData WeightsPanel::data() const {
  PanelData data;
  data.columns = {tr("estimator"), tr("rank"), tr("sample"), tr("share")};
  for (const Sorted& one : sorted())
    for (std::size_t i = 0; i < one.weights.size(); ++i)
      data.rows.push_back({QString::fromStdString(one.card->label()), QString::number(i + 1), QString::number(one.samples[i]), QString::number(one.weights[i], 'g', 9)});
  for (const CardResult& result : snapshot().cards)
    if (const Card* card = workbench().document().card(result.card); card && result.result && result.result->has("weights"))
      data.arrays.emplace(card->label() + "_weights", result.result->at("weights"));
  return data;
}

QString WeightsPanel::command() const {
  QStringList lines;
  for (const Sorted& one : sorted()) lines << workbench().commandFor(*one.card) + QStringLiteral(" --want y,weights,ess");
  return lines.join(QLatin1Char('\n'));
}

}  // namespace omegascope
