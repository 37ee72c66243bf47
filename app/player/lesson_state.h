// Turns states of lessons into documents of the app, and back.
#pragma once

#include "lessons/lesson.h"
#include "model/document.h"
#include "model/selection.h"

namespace omegascope {

/// Whether it sets a game of chance and nothing of attention: sequence, estimators and selection then stay as they are.
bool isOfChanceAlone(const omega::lessons::LessonState& state);

/// What a step opens with. Cards that are there already keep their ids, so that their results stay.
Document documentOf(const omega::lessons::LessonState& state, const Document& before);
Cursor cursorOf(const omega::lessons::LessonState& state, const Document& document);

/// What conditions may ask of a document and a selection, and how it is shown. A state cannot say all of it: the game's
/// own seed and draw are left out.
omega::lessons::LessonState stateOf(const Document& document, const Cursor& locked);

}  // namespace omegascope
