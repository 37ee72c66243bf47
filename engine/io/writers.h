// Results as files, in the format that the extension names. Each is written to a temporary file and renamed, so that it
// is whole or not there; all but .npy, which has no place for it, hold their provenance.
//
//   .npy   one array
//   .csv   one array: comment lines with the provenance, a header, then one row per index of all axes but the last,
//          with that index in front where there is more than one such axis; numbers that read back exactly
//   .json  every array as {"type", "shape", "values"}, values flat in C order, null where not finite
//   .npz   and a name without an ending: every array; provenance as in npz.h
// Any other ending is refused: it would promise what is not written.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/array.h"
#include "core/progress.h"

namespace omega {

/// Throws Error::input where the name ends in anything but one of `endings`; a name without an ending may stay as it
/// is.
void check_ending(const std::filesystem::path& path, const std::vector<std::string>& endings, const std::string& what);

/// Throws Error::input where the ending is of no format, or the format cannot hold so many arrays.
void check_writable(const std::filesystem::path& path, std::size_t arrays);
/// `progress` stops it, and hears how far it is.
void write_arrays(const std::filesystem::path& path, const Arrays& arrays, const std::string& provenance,
                  const Progress& progress = {});

}  // namespace omega
