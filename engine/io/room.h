// Whether there is memory for an array of a file, asked before it is made.
#pragma once

#include "io/input_file.h"

namespace omega {

/// Throws where an array of so many bytes would not fit into the memory that is free.
void require_room(const InputFile& file, std::string_view member, std::uint64_t bytes);

}  // namespace omega
