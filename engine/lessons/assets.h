// The lessons of assets/lessons, held in the program as they are: nothing has to be found or installed beside it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace omega::lessons {

struct LessonAsset {
  std::string file;  // "07-one-cloud.md"
  std::string_view text;
};

/// In the order of their file names.
const std::vector<LessonAsset>& lesson_assets();

/// Their words in other languages: "zh/07-one-cloud.md".
const std::vector<LessonAsset>& lesson_translations();

}  // namespace omega::lessons
