// The choices above the maps: what they show, in which colours and how finely; and the question that is asked where
// every cell would take too much memory.
#include <QActionGroup>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <algorithm>

#include "views/amounts.h"
#include "views/attention/attention_panel.h"
#include "views/attention/map_pager.h"
#include "views/attention/map_scale.h"
#include "widgets/controls.h"
#include "widgets/flow_layout.h"

namespace omegascope {

namespace {

/// The words of the document, in the order of the box.
const std::vector<std::string> kScaleWords = {"auto", "linear", "sqrt", "log"};

/// A submenu in which one entry is ticked.
template <class Value>
void addChoices(QMenu& menu, const QString& title, const std::vector<std::pair<Value, QString>>& choices, Value shown,
                const std::function<void(Value)>& choose) {
  QMenu* list = menu.addMenu(title);
  auto* group = new QActionGroup(list);
  for (const auto& [value, text] : choices)
    group->addAction(
        switchable(list->addAction(text, list, [choose, value = value] { choose(value); }), value == shown));
}

/// A box with its name before it.
QComboBox* addChoiceBox(FlowLayout& controls, const QString& name, const QStringList& items, const QString& tip,
                        QWidget* parent) {
  auto* caption = new QLabel(name, parent);
  auto* box = new QComboBox(parent);
  box->addItems(items);
  box->setToolTip(tip);
  box->setAccessibleName(name);
  caption->setBuddy(box);
  controls.addTogether({caption, box});
  return box;
}

}  // namespace

QLayout* AttentionPanel::makeControls() {
  auto* controls = new FlowLayout(6);
  m_content = addChoiceBox(*controls, tr("show"), {tr("attention A"), tr("error A − π")},
                           tr("The matrix with y = A·V, or its difference from softmax"), this);
  m_norm = addChoiceBox(*controls, tr("scale"), {tr("auto"), tr("linear"), tr("square root"), tr("logarithmic")},
                        tr("How values become colours; all maps share one scale. auto takes the square root or the "
                           "logarithm where most values are small beside the largest, else it is linear"),
                        this);
  m_colours = addChoiceBox(*controls, tr("colours"),
                           {QStringLiteral("viridis"), QStringLiteral("cividis"), QStringLiteral("grey")},
                           tr("cividis is made for colour-vision deficiency, grey for print"), this);
  m_pager = new MapPager(this);
  controls->addWidget(m_pager);
  connect(m_pager, &MapPager::turned, this, &AttentionPanel::arrange);
  connect(m_content, &QComboBox::activated, this, [this](int index) {
    workbench().store().change(tr("Map content"), [index](Document& d) {
      d.view.map = index == 1 ? MapContent::error : MapContent::attention;
    });
  });
  connect(m_norm, &QComboBox::activated, this, [this](int index) {
    workbench().store().change(tr("Map scale"),
                               [index](Document& d) { d.view.norm = kScaleWords[static_cast<std::size_t>(index)]; });
  });
  connect(m_colours, &QComboBox::activated, this, [this] {
    const std::string name = m_colours->currentText().toStdString();
    workbench().store().change(tr("Colour map"), [&name](Document& d) { d.view.colourMap = name; });
  });
  return controls;
}

/// Shows the choices of the document.
void AttentionPanel::showChoices() {
  const ViewSettings& view = workbench().document().view;
  m_content->setCurrentIndex(view.map == MapContent::error ? 1 : 0);
  m_norm->setCurrentIndex(
      static_cast<int>(std::find(kScaleWords.begin(), kScaleWords.end(), view.norm) - kScaleWords.begin()));
  m_colours->setCurrentText(QString::fromStdString(view.colourMap));
}

/// The question that stands in place of a map with too many cells.
void AttentionPanel::makeQuestion() {
  m_question = new QWidget(this);
  auto* row = bare(new QHBoxLayout(m_question));
  m_questionText = wrapped(new QLabel(m_question));
  row->addWidget(m_questionText, 1);
  for (const MapDetail detail : {MapDetail::pooled, MapDetail::around}) {
    auto* button = new QPushButton(m_question);
    (detail == MapDetail::pooled ? m_showPooled : m_showAround) = button;
    button->setToolTip(detail == MapDetail::pooled
                           ? tr("Each pixel stands for several cells: the whole map, in little memory")
                           : tr("Every cell, of a part of the map"));
    row->addWidget(button);
    connect(button, &QPushButton::clicked, this, [this, detail] { setDetail(detail); });
  }
  m_question->hide();
}

void AttentionPanel::setDetail(MapDetail detail) {
  workbench().store().change(tr("Cells of the maps"), [detail](Document& d) { d.asks.detail = detail; });
}

void AttentionPanel::askForMemory() {
  const std::optional<MapMemory>& memory = snapshot().mapMemory;
  m_question->setVisible(memory.has_value());
  if (!memory || !snapshot().sequence) return;
  const omega::Sizes& sizes = snapshot().sequence->sizes;
  m_questionText->setText(tr("Every cell of maps of %1×%2 needs %3; %4 is free.")
                              .arg(sizes.N)
                              .arg(sizes.M)
                              .arg(memoryText(memory->needed), memoryText(memory->available)));
  const omega::Index pool =
      std::max<omega::Index>(1, (std::max(sizes.N, sizes.M) + workbench().mapSide() - 1) / workbench().mapSide());
  m_showPooled->setText(tr("Show pooled %1:1").arg(pool));
  m_showAround->setText(snapshot().query < 0 ? tr("Rows around query 0")
                                             : tr("Rows around query %1").arg(snapshot().query));
}

void AttentionPanel::fillMenu(QMenu& menu) {
  const ViewSettings& view = workbench().document().view;
  addChoices<MapDetail>(menu, tr("Cells"),
                        {{MapDetail::pooled, tr("Pooled to the screen")},
                         {MapDetail::around, tr("Single rows around the query")},
                         {MapDetail::every, tr("Every cell")}},
                        workbench().document().asks.detail, [this](MapDetail detail) { setDetail(detail); });
  addChoices<MapLimits>(menu, tr("Limits of the colours"),
                        {{MapLimits::robust, tr("All but outliers, which are marked")},
                         {MapLimits::all, tr("The largest value")},
                         {MapLimits::locked, tr("Locked where they are")}},
                        view.limits, [this](MapLimits limits) { setLimits(limits); });
}

void AttentionPanel::setLimits(MapLimits limits) {
  const ColourScale scale = m_bar->scale();
  if (const MapLimits before = workbench().document().view.limits; before != MapLimits::locked) m_unlocked = before;
  workbench().store().change(tr("Limits of the colours"), [&](Document& d) {
    d.view.limits = limits;
    if (limits != MapLimits::locked) return;
    d.view.norm = normWord(scale);
    d.view.lockedLow = scale.min;
    d.view.lockedHigh = scale.max;
  });
}

}  // namespace omegascope
