// The menus of the main window: every action of the program is in one of them, with its keys.
#pragma once

#include "model/workspace.h"

namespace omegascope {

class MainWindow;

/// A property of actions: a sentence that says why one cannot be done now, for the palette.
inline constexpr char kWhyNot[] = "why_not";

/// Without the mark of its letter.
QString workspaceTitle(Workspace workspace);
void makeMenus(MainWindow& window);

}  // namespace omegascope
