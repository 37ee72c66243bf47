// What may stand in the prose of a step: paragraphs, *emphasis*, **strong**, `code`, $formulas$ and pictures
// ![words](file.png) that lie beside the lesson.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace omega::lessons {

constexpr int kMostProseWords = 60;

/// The number of words, as blanks separate them; a formula or a picture is one, two Chinese characters are one.
int word_count(const std::string& prose);

/// The files of its pictures, as they stand there.
std::vector<std::string> pictures_of(const std::string& prose);

/// Whether there is a sign in it that nobody can see, such as the byte 0; tabs and ends of lines are none.
bool has_control_sign(const std::string& text);

/// With formulas as they are written, without the $ around them; in code a $ is itself.
std::string without_formula_signs(const std::string& text);

/// Why a formula of a text would be shown as it is typed: a $ without another, or what the app's equations do not know.
/// Not all of that: app/math_text/math_parser.h is who reads them. Empty where nothing says so.
std::string refuse_formulas(const std::string& text);

/// What is wrong, in one sentence; empty where nothing is. `folder`: where its pictures are; empty: it can have none.
std::string refuse_prose(const std::string& prose, const std::filesystem::path& folder);

}  // namespace omega::lessons
