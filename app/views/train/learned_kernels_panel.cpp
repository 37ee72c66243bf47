// Kernels: what the current run has learned of its kernels: eigenvalues of the covariances of every head, and the
// kernel of the chosen head along each axis.
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "studies/scale.h"
#include "views/registry.h"
#include "views/rich_text.h"
#include "views/train/train_panel.h"
#include "widgets/accessible_canvas.h"
#include "widgets/controls.h"
#include "widgets/map_transform.h"
#include "widgets/plot_redraw.h"
#include "widgets/plot_style.h"
#include "widgets/plot_zoom.h"
#include "widgets/ticks.h"

namespace omegascope {

using namespace omega::train;

class LearnedKernelsPanel : public TrainPanel {
 public:
  LearnedKernelsPanel(Workbench& workbench, QWidget* parent);

  QString help() const override;
  QStringList equations() const override;
  void render(QPainter& painter, const QRectF& area, const Theme& theme) const override;
  void renderWhole(QPainter& painter, const QRectF& area, const Theme& theme) const override;
  bool isZoomed() const override { return hasKernel() && m_zoom->isZoomed(); }
  bool hasPicture() const override { return hasKernel(); }
  PanelData data() const override;
  QString whyNoCommand() const override {
    return tr(
        "A learned kernel is drawn here only; its eigenvalues are in the report of the run, whose command the curves "
        "have.");
  }

 protected:
  bool looksInside() const override { return true; }
  Remedy remedyNow() const override;
  void refresh() override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  /// Whether there is anything of a kernel to draw.
  bool hasKernel() const;
  QString nothingHtml() const;
  QString words() const;
  void paint(QPainter& painter, const QRectF& area, const Theme& theme, Extent extent) const;
  void fill(QCustomPlot& plot, const Theme& theme, double height) const;
  void addEigenvalues(QCustomPlot& plot, const Theme& theme, double height) const;
  void nameBeginning(QCPAxisRect& rect, const Theme& theme) const;
  void addKernel(QCustomPlot& plot, const Theme& theme) const;

  QCustomPlot* m_plot = nullptr;
  PlotZoom* m_zoom = nullptr;
};

namespace {

constexpr double kAround = 6.7;  // letters: title, ticks and room of one of the two pictures

/// layer·head
QString nameOf(const HeadEigenvalues& head) { return QStringLiteral("%1·%2").arg(head.layer).arg(head.head); }

QCPAxisRect* addRect(QCustomPlot& plot, int row, const QString& title, const Theme& theme) {
  auto* head = new QCPTextElement(&plot, title, theme.bold());
  head->setTextColor(theme.text);
  head->setTextFlags(Qt::AlignLeft | Qt::AlignBottom);
  head->setMargins({8, 4, 2, 0});
  auto* rect = new QCPAxisRect(&plot);
  plot.plotLayout()->addElement(row, 0, head);
  plot.plotLayout()->addElement(row + 1, 0, rect);
  return rect;
}

}  // namespace

LearnedKernelsPanel::LearnedKernelsPanel(Workbench& workbench, QWidget* parent)
    : TrainPanel(workbench, QStringLiteral("train_kernels"), tr("Learned kernels"), parent) {
  auto* rows = inset(new QVBoxLayout(this), {4, 2, 4, 2});
  m_plot = new QCustomPlot(this);
  m_plot->setMinimumSize(140, 100);
  nameCanvas(*m_plot, tr("Eigenvalues of learned covariances, and the learned kernel"),
             [this] { return afterName(*m_plot, words()); });
  m_zoom = new PlotZoom(*m_plot, PlotZoom::Across::Own);
  addPicture(*rows, m_plot);
  connect(&training(), &TrainingRuns::seenChanged, this, &LearnedKernelsPanel::refreshIfVisible);
}

bool LearnedKernelsPanel::hasKernel() const {
  const auto picture = currentPicture();
  return picture && picture->plan.model.learns_kernel() && (!picture->record.eigenvalues.empty() || training().seen());
}

/// How far eigenvalues have come from where all began, and the heads that came farthest.
QString LearnedKernelsPanel::words() const {
  if (!hasKernel()) return {};
  const auto picture = currentPicture();
  const HeadEigenvalues *lowest = nullptr, *highest = nullptr;
  for (const HeadEigenvalues& head : picture->record.eigenvalues) {
    if (head.values.empty()) continue;
    if (lowest == nullptr || head.values.front() < lowest->values.front()) lowest = &head;
    if (highest == nullptr || head.values.back() > highest->values.back()) highest = &head;
  }
  if (lowest == nullptr) return {};
  const double start = picture->plan.model.kernel_scale * picture->plan.model.kernel_scale;
  return tr("eigenvalues from %1 (layer·head %2) to %3 (%4), all %5 at the start")
      .arg(numberText(lowest->values.front(), 3), nameOf(*lowest), numberText(highest->values.back(), 3),
           nameOf(*highest), numberText(start, 3));
}

QString LearnedKernelsPanel::nothingHtml() const {
  const auto picture = currentPicture();
  if (!picture)
    return emptyHtml(
        tr("The kernels appear here as they are learned: the eigenvalues of every head's covariances, and a "
           "head's kernel along each axis."),
        tr("Start a run with gmm, fastfood or generative."));
  if (!picture->plan.model.learns_kernel())
    return tr("<p>%1 learns no kernel of its own: gmm, fastfood and generative do.</p>")
        .arg(QString::fromStdString(title_of(picture->plan.model)).toHtmlEscaped());
  if (!training().current()->error().isEmpty()) return errorHtml(*training().current());
  return tr("<p>The run is brought to memory.</p>");
}

/// Another run that learns one, or a new one.
Remedy LearnedKernelsPanel::remedyNow() const {
  const auto picture = currentPicture();
  if (!picture || picture->plan.model.learns_kernel()) return TrainPanel::remedyNow();
  for (const TrainingRuns::Entry& entry : training().entries())
    if (const auto& other = entry.run->picture(); other && other->plan.model.learns_kernel())
      return {tr("Look at %1").arg(entry.run->name()), tr("A run whose attention learns a kernel"),
              [this, run = entry.run.get()] { training().setCurrent(run); }};
  return {tr("Train gmm"), tr("Starts a run of the preset quick with gmm, which learns its kernel"), [this] {
            training().create(QStringLiteral("quick"), make_train_options("quick", {{"attention", "gmm"}}));
          }};
}

void LearnedKernelsPanel::refresh() {
  training().look();
  showWords(hasKernel() ? QString() : nothingHtml());
  if (hasKernel()) {
    fill(*m_plot, theme(), m_plot->height());
    m_zoom->restore();
    redrawSoon(*m_plot);
  }
  reportPainted();
}

void LearnedKernelsPanel::resizeEvent(QResizeEvent* event) {
  TrainPanel::resizeEvent(event);
  if (isOnScreen() && hasKernel()) refresh();  // how many names have room
}

void LearnedKernelsPanel::fill(QCustomPlot& plot, const Theme& theme, double height) const {
  plot.clearPlottables();
  plot.clearItems();
  plot.plotLayout()->clear();
  plot.plotLayout()->simplify();
  plot.plotLayout()->setRowSpacing(0);
  const bool hasEigenvalues = !currentPicture()->record.eigenvalues.empty();
  if (hasEigenvalues) addEigenvalues(plot, theme, height / 2);
  if (training().seen() && training().seen()->kernel.rows() > 0) addKernel(plot, theme);
  if (hasEigenvalues) nameBeginning(*plot.axisRect(0), theme);  // once all is styled: it has a font and room of its own
}

/// A strip for each head, a tick for each eigenvalue; the chosen head's is strong. The line is where all began.
void LearnedKernelsPanel::addEigenvalues(QCustomPlot& plot, const Theme& theme, double height) const {
  const auto picture = currentPicture();
  const auto& heads = picture->record.eigenvalues;
  QCPAxisRect* rect = addRect(plot, 0, tr("Eigenvalues of S Sᵀ, each layer·head"), theme);
  applyStyle(plot, theme);
  QCPAxis *across = rect->axis(QCPAxis::atBottom), *up = rect->axis(QCPAxis::atLeft);
  omega::studies::ValueRange range;
  const double start = picture->plan.model.kernel_scale * picture->plan.model.kernel_scale;
  range.add(start, true);
  auto names = QSharedPointer<QCPAxisTickerText>::create();
  const double rowHeight =
      std::max(10.0, height - kAround * theme.font.pixelSize()) / static_cast<double>(heads.size());
  const auto each = static_cast<std::size_t>(std::ceil(1.2 * theme.font.pixelSize() / rowHeight));
  const double half = std::clamp(0.4 * rowHeight, 1.0, 4.0);
  for (std::size_t row = 0; row < heads.size(); ++row) {
    if (row % each == 0) names->addTick(static_cast<double>(row), nameOf(heads[row]));
    QVector<double> x, y;
    for (const double value : heads[row].values) {
      if (!(value > 0)) continue;
      range.add(value, true);
      x << value;
      y << static_cast<double>(row);
    }
    const bool isChosen = heads[row].layer == training().place().layer && heads[row].head == training().place().head;
    QCPGraph* graph = plot.addGraph(across, up);
    graph->setLineStyle(QCPGraph::lsNone);
    graph->setData(x, y);
    QPainterPath bar;
    bar.moveTo(0, -half);
    bar.lineTo(0, half);
    graph->setScatterStyle(QCPScatterStyle(
        bar, QPen(isChosen ? theme.accent : theme.text, (isChosen ? 2 : 1.2) * theme.lineScale), Qt::NoBrush, 6));
  }
  styleAxis(*across, tr("eigenvalue"), {}, AxisKind::Log10);
  const omega::studies::Scale scale = omega::studies::scale_of(range, true, false, 0, 1);
  across->setRange(scale.low, scale.high);
  auto ticks = QSharedPointer<QCPAxisTickerText>::create();
  for (const Tick& tick : logTicks(scale.low, scale.high, 5, QLocale())) ticks->addTick(tick.value, tick.label);
  across->setTicker(ticks);
  up->setTicker(names);
  up->setRangeReversed(true);
  constexpr double kFirst = -0.6;
  up->setRange(kFirst, static_cast<double>(heads.size()) - 0.4);
  QCPGraph* began = plot.addGraph(across, up);
  QPen pen(theme.text, 1.2 * theme.lineScale);
  pen.setDashPattern({2, 3});
  began->setPen(pen);
  began->setData({start, start}, {kFirst, static_cast<double>(heads.size()) - 0.4});
}

/// Above the rows, where they lie over no eigenvalue, whatever part of the rows is seen.
void LearnedKernelsPanel::nameBeginning(QCPAxisRect& rect, const Theme& theme) const {
  const double scale = currentPicture()->plan.model.kernel_scale, start = scale * scale;
  QCPAxis* across = rect.axis(QCPAxis::atBottom);
  QCPItemText* words = addWords(*across, *rect.axis(QCPAxis::atLeft), {start, 0}, tr("at the start"), {}, theme);
  words->setClipToAxisRect(false);
  words->position->setTypeY(QCPItemPosition::ptAxisRectRatio);
  words->position->setCoords(start, 0);
  words->setFont(theme.scaled(kSmallText));
  words->setPadding({4, 0, 4, 1});
  QMargins around = rect.minimumMargins();
  around.setTop(static_cast<int>(std::ceil(QFontMetricsF(words->font()).height())) + 1);
  rect.setMinimumMargins(around);
  const auto place = [words, start](const QCPRange& shown) {
    words->setVisible(shown.contains(start));
    const bool isRight = start * start > shown.lower * shown.upper;  // they keep inside
    words->setPositionAlignment((isRight ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignBottom);
  };
  place(across->range());
  connect(across, qOverload<const QCPRange&>(&QCPAxis::rangeChanged), words, place);
}

void LearnedKernelsPanel::addKernel(QCustomPlot& plot, const Theme& theme) const {
  const auto seen = training().seen();
  const int row = plot.plotLayout()->rowCount();
  QCPAxisRect* rect =
      addRect(plot, row, tr("Kernel of layer %1, head %2").arg(seen->place.layer).arg(seen->place.head), theme);
  applyStyle(plot, theme);
  QCPAxis *across = rect->axis(QCPAxis::atBottom), *up = rect->axis(QCPAxis::atLeft);
  styleAxis(*across, tr("distance t along each axis"), {}, AxisKind::Linear);
  styleAxis(*up, tr("kernel κ"), {}, AxisKind::Linear);
  omega::studies::ValueRange range;
  range.add(0, false);
  const QColor colour = tinted(theme.accent, 0.6f);
  for (omega::Index d = 0; d < seen->kernel.rows(); ++d) {
    QVector<double> y;
    for (const double value : seen->kernel.view().row_span(d)) {
      range.add(value, false);
      y << value;
    }
    QCPGraph* graph = plot.addGraph(across, up);
    graph->setPen(QPen(colour, 1.1 * theme.lineScale));
    graph->setData(QVector<double>(seen->positions.begin(), seen->positions.end()), y, true);
  }
  across->setRange(seen->positions.front(), seen->positions.back());
  const omega::studies::Scale scale = omega::studies::scale_of(range, false, false, 0, 1);
  up->setRange(scale.low, scale.high);
}

QString LearnedKernelsPanel::help() const {
  return tr(
      "<b>Learned kernels</b><p>Above, for every head of a mixture of Gaussians, the eigenvalues of the covariances "
      "S<sub>c</sub>S<sub>c</sub>ᵀ of its frequencies at the latest validation, on a logarithmic axis; "
      "the dotted line is σ<sub>0</sub>², where all began. Below, the kernel of the chosen head as its present "
      "frequencies estimate it, between 0 and a point at distance t on each axis, in coordinates times √τ.</p>"
      "<p><b>Look for</b> eigenvalues that leave the line: with rks a wide density is a narrow kernel, with prf one "
      "that grows where q + k is long. Swings below 0 can come from means μ<sub>c</sub> of rks that "
      "have moved away from 0, or from the noise of few frequencies. Choose the head in Heads.</p>");
}

QStringList LearnedKernelsPanel::equations() const {
  const auto picture = currentPicture();
  if (picture && picture->plan.model.features == FeatureKind::prf) return {QStringLiteral("φ(x) = exp(ω·x − ‖x‖²)/√F")};
  return {QStringLiteral("φ(x) = (1/√F) [cos ω·x, sin ω·x]")};
}

void LearnedKernelsPanel::render(QPainter& painter, const QRectF& area, const Theme& theme) const {
  paint(painter, area, theme, Extent::Visible);
}

void LearnedKernelsPanel::renderWhole(QPainter& painter, const QRectF& area, const Theme& theme) const {
  paint(painter, area, theme, Extent::Whole);
}

void LearnedKernelsPanel::paint(QPainter& painter, const QRectF& area, const Theme& theme, Extent extent) const {
  if (!hasKernel()) return paintRichText(painter, area, theme, nothingHtml());
  QCustomPlot plot;
  fill(plot, theme, area.height());
  if (extent == Extent::Visible && isZoomed()) m_zoom->applyTo(plot);
  paintPlot(plot, painter, area);
}

PanelData LearnedKernelsPanel::data() const {
  const auto picture = currentPicture();
  if (!hasKernel()) return presetTable();
  PanelData data;
  data.columns = {tr("quantity"), tr("layer"), tr("head"), tr("number"), tr("position"), tr("value")};
  for (const HeadEigenvalues& head : picture->record.eigenvalues)
    data.addList(QStringLiteral("eigenvalues_%1_%2").arg(head.layer).arg(head.head).toStdString(), head.values);
  for (const HeadEigenvalues& head : picture->record.eigenvalues)
    for (std::size_t i = 0; i < head.values.size(); ++i)
      data.rows.push_back({QStringLiteral("eigenvalue"),
                           QString::number(head.layer),
                           QString::number(head.head),
                           QString::number(i),
                           {},
                           plainNumber(head.values[i])});
  if (const auto seen = training().seen(); seen && seen->kernel.rows() > 0) {
    data.addList("position", seen->positions);
    const double* kernel = seen->kernel.data();
    data.arrays.emplace(
        "kernel", omega::Array::from(std::vector<double>(kernel, kernel + seen->kernel.rows() * seen->kernel.cols()),
                                     {seen->kernel.rows(), seen->kernel.cols()}));
    for (omega::Index d = 0; d < seen->kernel.rows(); ++d)
      for (std::size_t i = 0; i < seen->positions.size(); ++i)
        data.rows.push_back({QStringLiteral("kernel"), QString::number(seen->place.layer),
                             QString::number(seen->place.head), QString::number(d), plainNumber(seen->positions[i]),
                             plainNumber(seen->kernel(d, static_cast<omega::Index>(i)))});
  }
  return data;
}

Panel* makeLearnedKernelsPanel(Workbench& workbench, QWidget* parent) {
  return new LearnedKernelsPanel(workbench, parent);
}

}  // namespace omegascope
