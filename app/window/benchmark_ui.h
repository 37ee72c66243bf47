// --benchmark-ui: how the window feels, as numbers. Scripted drags of 220 steps at the pace of a hand, measured from
// the event to the frame that shows the very value asked for; a large map under pan and zoom; a long sequence opened.
// Prints one JSON object, with what each number should be on two cores and whether it is.
#pragma once

namespace omegascope {

class MainWindow;

/// Runs with the window shown, and turns its event loop itself; returns the exit code.
int benchmarkUi(MainWindow& window);

}  // namespace omegascope
