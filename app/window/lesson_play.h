// Plays a lesson by itself: keys are pressed as a hand would press them, and what the panel then says is printed. For
// `omega lesson play` and for whoever checks lessons.
#pragma once

#include <QString>

namespace omegascope {

class MainWindow;

/// Plays the lesson that is open. `screenshots`: a folder for a picture of the window at each step; empty: none. Throws
/// omega::Error: input for keys that are none, failure where the lesson is not at its end after them, or where an
/// answer does not show what is said of it.
void playLesson(MainWindow& window, const QString& keys, const QString& screenshots);

}  // namespace omegascope
