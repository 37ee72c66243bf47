// The files of assets/ that belong to studies, held in the program as they are, as the app holds its own: nothing has
// to be found or installed beside it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace omega::studies {

struct StudyAsset {
  std::string name;  // of the file, without its extension
  std::string_view text;
};

/// assets/studies/*.json in the order in which they are listed to people.
const std::vector<StudyAsset>& study_assets();
std::string_view papers_asset();

}  // namespace omega::studies
