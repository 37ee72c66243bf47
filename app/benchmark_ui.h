// --benchmark-ui: how the window feels, as numbers. Scripted drags of 200 steps at the pace of a hand, measured from the event
// to the paint of each panel; only frames that show the very value asked for count. Prints one JSON object.
#pragma once

namespace omegascope {

class MainWindow;

/// Runs with the window shown and its event loop turned by itself; returns the exit code.
int benchmarkUi(MainWindow& window);

}  // namespace omegascope
