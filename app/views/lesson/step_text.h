// What a step of a lesson says as rich text: in its panel, and below what is presented.
#pragma once

#include <QString>

#include "player/lesson_player.h"
#include "widgets/theme.h"

namespace omegascope {

/// The shape of an answer, for a show of cards.
QChar answerShape(std::size_t index);
/// What stands before an answer, for a show of hands or of cards: its letter and its shape.
QString answerMark(std::size_t index);
/// Behind an answer, once one was chosen.
QString answerVerdict(const LessonPlayer& player, std::size_t index);
/// How many hands an answer has, as a bar that is longest for the most; empty where nobody has counted.
QString handsBarHtml(const std::vector<int>& hands, std::size_t index, const Theme& theme);
/// What is said of the answer that was given; empty before.
QString feedbackHtml(const LessonPlayer& player, const Theme& theme);
/// The task and how it stands; empty where there is none.
QString taskHtml(const LessonPlayer& player, const Theme& theme);

}  // namespace omegascope
