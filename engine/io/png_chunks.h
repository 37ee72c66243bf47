// What a PNG file is checked for before libpng decodes it: its header in words, and that its data hold its picture and
// no more. libpng would unpack whatever follows the last row, gigabytes out of a small file, only to leave it aside.
#pragma once

#include <string_view>

#include "io/input_file.h"

namespace omega {

void check_png(const InputFile& file, std::string_view bytes);

}  // namespace omega
