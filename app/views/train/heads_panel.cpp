// Heads: what any head of the current run attends to on one example, as it learns; and the way to Explore.
#include <QDir>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "language/language.h"
#include "views/registry.h"
#include "views/rich_text.h"
#include "views/train/head_document.h"
#include "views/train/train_panel.h"
#include "widgets/accessible_canvas.h"
#include "widgets/colour_bar.h"
#include "widgets/controls.h"
#include "widgets/flow_layout.h"
#include "widgets/heat_map.h"

namespace omegascope {

using namespace omega::train;

class HeadsPanel : public TrainPanel {
 public:
  HeadsPanel(Workbench& workbench, QWidget* parent);

  QString help() const override;
  QStringList equations() const override { return {QStringLiteral("y_n = Σ_m A_nm v_m")}; }
  void render(QPainter& painter, const QRectF& area, const Theme& theme) const override;
  bool hasPicture() const override { return training().seen() != nullptr; }
  PanelData data() const override;
  QString whyNoCommand() const override {
    return tr(
        "What a head does to one example is looked at here only; open the head in Explore, where every panel has its "
        "command.");
  }
  QString caption() const override;

 protected:
  bool looksInside() const override { return true; }
  void refresh() override;

 private:
  QWidget* makeControls();
  QSpinBox* makeSpin(const QString& name, const QString& tip);
  void showPlace();
  QString mapWords() const;
  void showMap();
  void openInExplore(const HeadFile& file);
  QString nothingHtml() const;
  QString readingText() const;

  QSpinBox *m_layer = nullptr, *m_head = nullptr, *m_example = nullptr;
  QPushButton* m_open = nullptr;
  QLabel* m_says = nullptr;
  HeatMap* m_map = nullptr;
  ColourBar* m_bar = nullptr;
  std::shared_ptr<const HeadPicture> m_drawn;
};

namespace {

std::vector<float> valuesOf(const HeadPicture& picture) {
  const omega::Matrix<float>& map = picture.view.attention;
  return {map.data(), map.data() + map.rows() * map.cols()};
}

/// Sums of cosines can be below 0; then 0 is in the middle.
ColourScale scaleOf(const HeadPicture& picture) {
  const std::vector<float> values = valuesOf(picture);
  float low = 0, high = 0;
  for (const float value : values) {
    if (!std::isfinite(value)) continue;
    low = std::min(low, value);
    high = std::max(high, value);
  }
  if (low < -1e-3f * high) return ColourScale::symmetric(std::max(-low, high));
  return {ColourMap::Viridis, Norm::Linear, 0, std::max(high, 1e-6f)};
}

MapLabels labelsOf(const HeadPicture& picture) {
  MapLabels labels;
  labels.title = tr("layer %1, head %2").arg(picture.place.layer).arg(picture.place.head);
  // One word for the badge: where it has no room for both, the number would go.
  labels.badges = {tr("step %1").arg(countText(picture.step)).replace(QLatin1Char(' '), QChar(QChar::Nbsp))};
  labels.shortBadges = labels.badges;  // without how many rows a cell is the mean of
  return labels;
}

}  // namespace

HeadsPanel::HeadsPanel(Workbench& workbench, QWidget* parent)
    : TrainPanel(workbench, QStringLiteral("train_heads"), tr("Heads"), parent) {
  auto* rows = inset(new QVBoxLayout(this), {4, 2, 4, 2}, 2);
  rows->addWidget(makeControls());
  m_says = new QLabel(this);
  m_says->setMinimumWidth(1);
  rows->addWidget(m_says);
  auto* page = new QWidget(this);
  auto* columns = bare(new QHBoxLayout(page));
  m_map = new HeatMap(page);
  nameCanvas(*m_map, tr("Attention of the head"), [this] { return mapWords(); });
  m_bar = new ColourBar(page);
  m_bar->setTitle(tr("attention A"));
  columns->addWidget(m_map, 1);
  columns->addWidget(m_bar);
  addPicture(*rows, page);
  connect(m_map, &HeatMap::cellHovered, this, [this](qint64 n, qint64 m) {
    m_bar->setPointer(m_drawn && n >= 0 ? static_cast<double>(m_drawn->view.attention(n, m)) : NAN);
    m_map->setToolTip(m_drawn && n >= 0 ? tr("query %1, key %2: %3")
                                              .arg(n)
                                              .arg(m)
                                              .arg(numberText(static_cast<double>(m_drawn->view.attention(n, m))))
                                        : QString());
  });
  connect(&training(), &TrainingRuns::seenChanged, this, &HeadsPanel::refreshIfVisible);
  connect(&training(), &TrainingRuns::headWritten, this, &HeadsPanel::openInExplore);
}

QSpinBox* HeadsPanel::makeSpin(const QString& name, const QString& tip) {
  auto* spin = named(new QSpinBox(this), name, tip);
  spin->setPrefix(name + QLatin1Char(' '));
  connect(spin, &QSpinBox::valueChanged, this, [this] {
    training().setPlace({m_layer->value(), m_head->value(), m_example->value()});
  });
  return spin;
}

QWidget* HeadsPanel::makeControls() {
  auto* controls = new QWidget(this);
  auto* flow = FlowLayout::ofBar(*controls, 4);
  m_layer = makeSpin(tr("layer"), tr("Which layer, from 0"));
  m_head = makeSpin(tr("head"), tr("Which head of the layer, from 0"));
  m_example = makeSpin(tr("example"), tr("Which example of the run's data; the same as in Examples"));
  m_open = new QPushButton(tr("Open in Explore"), controls);
  m_open->setToolTip(
      tr("The trained q, k and v of all heads on this example become Explore's sequence, and their attention, with "
         "what it has learned, its estimator; can be undone"));
  for (QWidget* widget : std::initializer_list<QWidget*>{m_layer, m_head, m_example, m_open}) flow->addWidget(widget);
  connect(m_open, &QPushButton::clicked, this, [this] { training().openHead(); });
  return controls;
}

/// "Attention of layer 0, head 1, step 200: most of query 3 at key 0, 0.92"
QString HeadsPanel::mapWords() const {
  if (!m_drawn) return {};
  const omega::Matrix<float>& map = m_drawn->view.attention;
  const float* const largest = std::max_element(map.data(), map.data() + map.rows() * map.cols());
  const MapLabels labels = labelsOf(*m_drawn);
  if (largest == map.data() + map.rows() * map.cols()) return labels.title;
  const auto at = largest - map.data();
  return tr("Attention of %1, %2: most of query %3 at key %4, %5")
      .arg(labels.title, labels.badges.join(QStringLiteral(", ")), QString::number(at / map.cols()),
           QString::number(at % map.cols()), numberText(static_cast<double>(*largest), 3));
}

void HeadsPanel::refresh() {
  training().look();
  showPlace();
  showMap();
  reportPainted();
}

void HeadsPanel::showPlace() {
  const QSignalBlocker quietLayer(m_layer), quietHead(m_head), quietExample(m_example);
  const auto picture = currentPicture();
  const TrainRun* run = training().current();
  const auto trainer = run != nullptr ? run->trainer() : nullptr;
  const HeadPlace& place = training().place();
  m_layer->setRange(0, picture ? static_cast<int>(picture->plan.model.layers) - 1 : 0);
  m_head->setRange(0, picture ? static_cast<int>(picture->plan.model.heads) - 1 : 0);
  m_example->setRange(0, trainer ? static_cast<int>(trainer->data().count()) - 1 : 0);
  showNumber(m_layer, static_cast<int>(place.layer));
  showNumber(m_head, static_cast<int>(place.head));
  showNumber(m_example, static_cast<int>(place.example));
  for (QWidget* widget : std::initializer_list<QWidget*>{m_layer, m_head, m_example, m_open})
    widget->setEnabled(trainer != nullptr);
}

void HeadsPanel::showMap() {
  const auto seen = training().seen();
  showWords(seen ? QString() : nothingHtml());
  m_says->setVisible(seen != nullptr);
  if (!seen) return m_drawn.reset();
  const Theme look = theme();
  m_map->setTheme(look);
  m_bar->setTheme(look);
  const TaskData& data = seen->trainer->data();
  const auto actual = data.classes[static_cast<std::size_t>(seen->place.example)];
  m_says->setText(tr("class %1, the model says %2")
                      .arg(QString::fromStdString(data.class_names[actual]),
                           QString::fromStdString(data.class_names[static_cast<std::size_t>(seen->view.predicted)])));
  if (seen == m_drawn) return;
  m_drawn = seen;
  const ColourScale scale = scaleOf(*seen);
  m_map->setSource(MapSource::matrix(seen->view.attention.rows(), seen->view.attention.cols(), valuesOf(*seen)));
  m_map->setScale(scale);
  m_map->setLabels(labelsOf(*seen));
  m_bar->setScale(scale);
}

QString HeadsPanel::nothingHtml() const {
  const TrainRun* run = training().current();
  if (run == nullptr)
    return emptyHtml(tr("What any head attends to on one example appears here while it learns."),
                     tr("Start a run, then choose layer, head and example above; <b>Open in Explore</b> takes the "
                        "trained q, k and v there, with what the attention has learned."));
  if (!run->error().isEmpty()) return errorHtml(*run);
  return tr("<p>The run is being loaded: its data are drawn or read again, and its weights read.</p>");
}

void HeadsPanel::openInExplore(const HeadFile& file) {
  const auto head = static_cast<int>(file.place.layer * file.heads + file.place.head);
  const QString run = QFileInfo(file.path).dir().dirName();  // another one may be chosen meanwhile
  const QString text = tr("Layer %1, head %2 of %3").arg(file.place.layer).arg(file.place.head).arg(run);
  const auto query = static_cast<int>(file.query);
  workbench().changeSequence(text, withHeads(workbench().document(), file), {-1, head, query, -1, -1, -1});
  emit workbench().workspaceWanted(Workspace::Explore);
}

// --- For all panels --------------------------------------------------------------------------------------------------

/// Of the current run; empty where there is none.
QString HeadsPanel::readingText() const {
  const TrainRun* run = training().current();
  if (run == nullptr || !run->picture()) return {};
  switch (run->picture()->plan.model.task.reads) {
    case Reading::first: return tr("The class is read from the first position.");
    case Reading::last: return tr("The class is read from the last position.");
    case Reading::mean: break;
  }
  return tr("The class is read from the mean of all positions.");
}

QString HeadsPanel::help() const {
  return tr("<b>Heads</b><p>The attention A of one head on one example, y = A v, with the weights and the noise of the "
            "latest validation: which positions (keys) each position (query) takes its values from. %1 Sums of "
            "cosines (rks, trig) can give weights below 0.</p><p><b>Look for</b> heads that find the relevant cells: "
            "columns "
            "that light up where Examples has a mark. <b>Open in Explore</b> asks the engine's estimator the same: its "
            "map "
            "there is this map.</p>")
      .arg(readingText());
}

QString HeadsPanel::caption() const {
  const auto seen = training().seen();
  if (!seen) return TrainPanel::caption();
  return tr("%1; layer %2, head %3, example %4, step %5")
      .arg(training().current()->name())
      .arg(seen->place.layer)
      .arg(seen->place.head)
      .arg(seen->place.example)
      .arg(seen->step);
}

void HeadsPanel::render(QPainter& painter, const QRectF& area, const Theme& theme) const {
  const auto seen = training().seen();
  if (!seen) return paintRichText(painter, area, theme, nothingHtml());
  HeatMap map;
  map.setPainter(PainterKind::Raster);
  map.setSource(MapSource::matrix(seen->view.attention.rows(), seen->view.attention.cols(), valuesOf(*seen)));
  map.setScale(scaleOf(*seen));
  map.setLabels(labelsOf(*seen));
  ColourBar bar;
  bar.setTitle(tr("attention A"));
  bar.setScale(scaleOf(*seen));
  const double wide = ColourBar::widthFor(theme);
  map.paintTo(painter, area.adjusted(4, 4, -wide - 8, -4), theme);
  bar.paintTo(painter, {area.right() - wide - 4, area.top() + 4, wide, area.height() - 8}, theme);
}

PanelData HeadsPanel::data() const {
  const auto seen = training().seen();
  if (!seen) return presetTable();
  PanelData data;
  data.columns = {QStringLiteral("n"), QStringLiteral("m"), QStringLiteral("A")};
  const omega::Matrix<float>& map = seen->view.attention;
  data.streamedRows = static_cast<std::size_t>(map.rows() * map.cols());
  data.arrays.emplace("attention", omega::Array::from(valuesOf(*seen), {map.rows(), map.cols()}));
  data.stream = [seen](TableWriter& table) {
    for (omega::Index n = 0; n < seen->view.attention.rows(); ++n)
      for (omega::Index m = 0; m < seen->view.attention.cols(); ++m) {
        table.integer(n);
        table.integer(m);
        table.number(static_cast<double>(seen->view.attention(n, m)));
        table.endRow();
      }
  };
  return data;
}

Panel* makeHeadsPanel(Workbench& workbench, QWidget* parent) { return new HeadsPanel(workbench, parent); }

}  // namespace omegascope
