// The menus of the main window: every action of the program is in one of them, with its keys.
#pragma once

namespace omegascope {

class MainWindow;

void makeMenus(MainWindow& window);

}  // namespace omegascope
