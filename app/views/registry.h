// The table of panels. Adding one: its folder, a line in registry.cpp, lines in CMakeLists.txt; for lessons a line in
// engine/lessons/marks.cpp and in assets/manual/lessons.md.
#pragma once

#include <QString>
#include <vector>

#include "views/panel.h"

namespace omegascope {

/// Where a panel stands in the start layout of its workspace. Whole: it fills the workspace. Strip: below all others,
/// in another workspace too if wanted there.
enum class Place { Left, Centre, CentreBelow, Right, RightBelow, Whole, Strip };

using MakePanel = Panel*(Workbench&, QWidget*);

struct PanelKind {
  QString name;
  MakePanel* make;
  Place place;
  Workspace workspace = Workspace::Explore;
};

const std::vector<PanelKind>& panelKinds();
/// Null where there is no panel of that name.
const PanelKind* panelKind(const QString& name);

/// The panels whose classes nobody needs to know: each stands in its own file alone.
MakePanel makeConfusionPanel;
MakePanel makeControlVariatesPanel;
MakePanel makeExamplesPanel;
MakePanel makeHeadsPanel;
MakePanel makeJobsPanel;
MakePanel makeLearnedKernelsPanel;
MakePanel makeMeasuresPanel;
MakePanel makeNumbersPanel;

}  // namespace omegascope
