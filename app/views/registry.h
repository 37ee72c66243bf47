// The table of panels. Adding one: its folder, a line in registry.cpp, lines in CMakeLists.txt.
#pragma once

#include <QString>
#include <functional>
#include <vector>

#include "views/panel.h"

namespace omegascope {

/// Where a panel stands in the start layout of its workspace. Whole: it fills the workspace. Strip: below all others,
/// in another workspace too if wanted there.
enum class Place { Left, Centre, CentreBelow, Right, RightBelow, Whole, Strip };

struct PanelKind {
  QString name;
  Place place;
  Workspace workspace;
  std::function<Panel*(Workbench&, QWidget*)> make;
};

const std::vector<PanelKind>& panelKinds();
/// Null where there is no panel of that name.
const PanelKind* panelKind(const QString& name);

}  // namespace omegascope
