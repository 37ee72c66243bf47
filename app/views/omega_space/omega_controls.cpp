#include "views/omega_space/omega_controls.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QStandardItemModel>
#include <QToolButton>
#include <QVBoxLayout>

#include "core/error.h"
#include "jobs/chance_run.h"
#include "language/language.h"
#include "model/window_words.h"
#include "views/omega_space/omega_slice.h"
#include "widgets/controls.h"
#include "widgets/flow_layout.h"
#include "workbench/workbench.h"

namespace omegascope {

namespace {

enum PlaneEntry { kPrincipal, kAxes, kHeaviest, kChosen };

int entryOf(const PlaneSettings& plane) {
  switch (plane.kind) {
    case Plane::principal: return kPrincipal;
    case Plane::axes: return kAxes;
    case Plane::means: break;
  }
  return plane.means.size() == 3 ? kChosen : kHeaviest;
}

}  // namespace

std::vector<PlaneMean> chosenMeans(const Collected& chosen) {
  std::vector<PlaneMean> means;
  for (const Members* members : {&chosen.proposals, &chosen.keys})
    for (const Member& member : *members) means.push_back({member.card, member.index});
  return means.size() == 3 ? means : std::vector<PlaneMean>();
}

OmegaControls::OmegaControls(Workbench& workbench, QWidget* parent) : QWidget(parent), m_workbench(workbench) {
  inset(new QVBoxLayout(this), {}, 2);
  makeToggleRow();
  makePlaneRow();
}

QToolButton* OmegaControls::addButton(const QString& text, const QString& tip) {
  auto* button = new QToolButton(this);
  button->setText(text);
  button->setToolTip(tip);
  button->setAccessibleName(tip);
  button->setCheckable(true);
  button->setAutoRaise(true);
  button->setMinimumWidth(26);
  return button;
}

void OmegaControls::makeToggleRow() {
  auto* row = new FlowLayout(1);
  const auto toggle = [&](const QString& symbol, const QString& tip, bool ViewSettings::*member) {
    QToolButton* button = addButton(symbol, tip);
    row->addWidget(button);
    connect(button, &QToolButton::clicked, this, [this, tip, member](bool on) {
      m_workbench.store().change(tip, [=](Document& d) { d.view.*member = on; });
    });
    m_toggles.push_back({button, member});
  };
  toggle(tr("target"), tr("Show the target p_n of the query"), &ViewSettings::showTarget);
  toggle(tr("keys"), tr("Show the query and the keys"), &ViewSettings::showTokens);
  toggle(tr("proposals"), tr("Show the proposals"), &ViewSettings::showProposals);
  toggle(tr("samples"), tr("Show the samples ω"), &ViewSettings::showSamples);
  toggle(tr("weights"), tr("Draw each sample as large as its weight"), &ViewSettings::showWeights);
  toggle(QStringLiteral("f(ω)"),
         tr("Show what the selected sample says of the values: an arrow f(ω), in the dimensions of the output panel"),
         &ViewSettings::showValues);
  m_all = addButton(tr("all n"), tr("Show the density of all queries together"));
  connect(m_all, &QToolButton::clicked, this, [this](bool on) {
    changePlane(tr("Density of all queries"), [on](PlaneSettings& p) { p.allQueries = on; });
  });
  row->addWidget(m_all);
  m_brush =
      addButton(tr("rectangle"), tr("Drag a rectangle to select samples (also Shift+drag); with Ctrl they are added"));
  connect(m_brush, &QToolButton::toggled, this, &OmegaControls::brushingChanged);
  row->addWidget(m_brush);
  m_line = addButton(tr("1-D"), tr("Densities along one line of ω-space as curves"));
  connect(m_line, &QToolButton::clicked, this,
          [this](bool on) { changePlane(on ? tr("Line") : tr("Plane"), [on](PlaneSettings& p) { p.line = on; }); });
  row->addWidget(m_line);
  m_slice =
      addButton(tr("→ Chance"), tr("Opens the shown query along this line in Chance, as a game with its own target. "
                                   "Samples come from the proposals of "
                                   "the estimator in front, or from N(0, I) where it has none or more than five"));
  m_slice->setCheckable(false);
  connect(m_slice, &QToolButton::clicked, this, &OmegaControls::openSlice);
  row->addWidget(m_slice);
  static_cast<QVBoxLayout*>(layout())->addLayout(row);
}

void OmegaControls::makePlaneRow() {
  m_planeRow = new QWidget(this);
  auto* row = inset(new QHBoxLayout(m_planeRow), {}, 3);
  m_plane = named(narrow(new QComboBox(m_planeRow), 8), tr("plane"),
                  tr("Which plane of ω-space is shown; a line is its horizontal direction"));
  m_plane->addItems({tr("principal axes"), tr("coordinate axes"), tr("three heaviest keys"), tr("three chosen means")});
  m_plane->setItemData(kPrincipal, tr("Along the directions in which q + k varies most"), Qt::ToolTipRole);
  m_plane->setItemData(kHeaviest, tr("Through the three means q_n + k_m that get most of this query's attention"),
                       Qt::ToolTipRole);
  m_plane->setItemData(kChosen, tr("Ctrl+click three keys or proposals first"), Qt::ToolTipRole);
  row->addWidget(m_plane, 3);
  connect(m_plane, &QComboBox::activated, this, &OmegaControls::choosePlane);
  const auto axis = [&](int PlaneSettings::*member, const QString& name) {
    auto* box = named(new QSpinBox(m_planeRow), name, name);
    row->addWidget(box);
    connect(box, &QSpinBox::valueChanged, this, [this, member](int value) {
      changePlane(tr("Axis %1").arg(value), [=](PlaneSettings& p) { p.*member = value; });
    });
    return box;
  };
  m_axisX = axis(&PlaneSettings::axisX, tr("Which coordinate goes to the right, from 0"));
  m_axisY = axis(&PlaneSettings::axisY, tr("Which coordinate goes upwards, from 0"));
  m_density = named(narrow(new QComboBox(m_planeRow), 6), tr("density"),
                    tr("The density of ω's projection, or of ω itself at the points shown; they differ where "
                       "dimensions are left out"));
  m_density->addItems({tr("marginal density"), tr("slice")});
  row->addWidget(m_density, 2);
  connect(m_density, &QComboBox::activated, this, [this](int index) {
    changePlane(tr("Density"),
                [index](PlaneSettings& p) { p.density = index == 0 ? DensityKind::marginal : DensityKind::slice; });
  });
  layout()->addWidget(m_planeRow);
}

void OmegaControls::openSlice() {
  const std::optional<ChanceState> slice = sliceOf(m_workbench);
  if (!slice) return;
  try {
    omega::importance::check(slice->game);
  } catch (const omega::Error& problem) {
    emit m_workbench.told(described(windowWords(problem.what())));
    return;
  }
  m_workbench.store().change(tr("Query %1 as a game").arg(slice->query), [&](Document& d) { d.chance = *slice; });
  m_workbench.chance().beginAnew();
  emit m_workbench.workspaceWanted(Workspace::Teach);
}

bool OmegaControls::isBrushing() const { return m_brush->isChecked(); }

void OmegaControls::changePlane(const QString& what, const std::function<void(PlaneSettings&)>& edit) {
  m_workbench.store().change(what, [&](Document& d) { edit(d.asks.plane); });
}

void OmegaControls::choosePlane(int index) {
  std::vector<PlaneMean> means = chosenMeans(m_workbench.selection().chosen());
  if (means.empty()) means = m_workbench.document().asks.plane.means;
  changePlane(tr("Plane: %1").arg(m_plane->itemText(index)), [&](PlaneSettings& p) {
    p.kind = index == kPrincipal ? Plane::principal : index == kAxes ? Plane::axes : Plane::means;
    if (index == kChosen) p.means = means;
    if (index == kHeaviest) p.means.clear();
  });
}

void OmegaControls::refresh() {
  const ViewSettings& view = m_workbench.document().view;
  const PlaneSettings& plane = m_workbench.document().asks.plane;
  const Snapshot& snapshot = *m_workbench.snapshot();
  const int dims = snapshot.sequence ? static_cast<int>(snapshot.sequence->sizes.D) : 2;
  for (const Toggle& toggle : m_toggles) toggle.button->setChecked(view.*toggle.member);
  m_all->setChecked(plane.allQueries);
  // One dimension is a line by itself.
  const bool always = dims == 1 && snapshot.plane && snapshot.plane->settings.line;
  m_line->setChecked(plane.line || always);
  m_line->setEnabled(!always || plane.line);
  m_slice->setVisible(plane.line || always);
  m_slice->setEnabled(snapshot.query >= 0);
  m_brush->setEnabled(!plane.line && !always);
  for (const Toggle& toggle : m_toggles)
    if (toggle.member == &ViewSettings::showValues) toggle.button->setEnabled(!plane.line && !always);
  // Two dimensions are seen whole, unless only a line of them is.
  m_planeRow->setVisible(dims > 2 || (dims == 2 && plane.line));
  m_plane->setCurrentIndex(entryOf(plane));
  const bool canChoose = !chosenMeans(m_workbench.selection().chosen()).empty() || plane.means.size() == 3;
  static_cast<QStandardItemModel*>(m_plane->model())->item(kChosen)->setEnabled(canChoose);
  for (QSpinBox* box : {m_axisX, m_axisY}) {
    const QSignalBlocker blocker(box);
    box->setVisible(plane.kind == Plane::axes && (box == m_axisX || !plane.line));
    box->setMaximum(dims - 1);
    showNumber(box, box == m_axisX ? plane.axisX : plane.axisY);
  }
  m_density->setCurrentIndex(plane.density == DensityKind::marginal ? 0 : 1);
}

}  // namespace omegascope
