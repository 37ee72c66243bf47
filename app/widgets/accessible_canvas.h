// A canvas for people who do not see it: one thing with a name, a role and a sentence about what it shows now.
#pragma once

#include <QString>
#include <functional>
#include <vector>

class QWidget;

namespace omegascope {

/// `says` is asked whenever a screen reader asks; where it says nothing, and without it, the canvas says its name. Tab
/// stops at a canvas, but not at one that only explains another, such as its colours.
enum class TabStop { Yes, No };
void nameCanvas(QWidget& canvas, const QString& name, std::function<QString()> says = {}, TabStop stop = TabStop::Yes);

/// "Heads of the model: 12 heads, …": a sentence that begins with its name; empty where there are no words.
QString afterName(const QWidget& canvas, const QString& words);

/// What it says now.
QString canvasWords(const QWidget& canvas);

/// The canvases in a widget that say something other than when this was last asked.
std::vector<QWidget*> canvasesWithOtherWords(const QWidget& in);
/// A screen reader is told which canvases in there say something other than before. Costs nothing where none listens.
void tellCanvases(const QWidget& in);

}  // namespace omegascope
