// A figure in motion: one picture for each value of an option, so that samples grow, or a number moves from one
// value to another.
#pragma once

#include <QStringList>
#include <functional>
#include <string>
#include <vector>

#include "core/options.h"
#include "export/exporter.h"
#include "model/session_file.h"

namespace omegascope {

class FigureBooth;

/// A number that a figure can be drawn over.
struct MovableOption {
  int card = -1;  // −1: the preset of the sequence
  QString title;  // in words, as on the cards: "lara: proposal scale"
  omega::OptionSpec spec;
  double now = 0;  // its value in the document
};
/// Of the visible cards, then of the sequence.
std::vector<MovableOption> movableOptions(const Document& document);

/// From where it begins by itself to where it is now.
FigureMotion usualMotion(const MovableOption& option, const FigureMotion& before);

/// The values of the document's motion as on the command line, each once. Throws omega::Error (input) where nothing
/// moves, or what should move is not there.
std::vector<std::string> motionSteps(const Document& document);

/// What a folder of its pictures holds.
QStringList motionFiles(const Document& document);

/// Whether a file of that name holds a motion: a folder, "frames/", or a GIF.
bool isMotion(const QString& path);

/// Draws the figure of the session for each value: pictures 001.png, 002.png … into a folder, which is made where it is
/// missing, or one animated GIF. `ofFirst` is told of the figure as its first picture has it. Throws omega::Error.
void exportMotion(const Session& session, const QString& path, int threads, const ExportProgress& progress = {},
                  const std::function<void(const FigureBooth&)>& ofFirst = {});

}  // namespace omegascope
