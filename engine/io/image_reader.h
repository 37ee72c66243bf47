// Images as inputs of attention, as a vision transformer sees them: square patches → seeded linear embedding +
// positions on the grid → seeded projections. Tokens are the patches, row by row; `grid` is set, thumbnails are kept.
//
// Patches larger than 16 pixels are averaged down to 16x16 first. What does not fill a patch at the right and the lower
// edge is left out, and that is said.
#pragma once

#include "io/reader.h"

namespace omega {

/// Any PNG as 8-bit RGB: 16-bit, palette, grey, interlaced; transparency is laid on white.
Picture read_png(const InputFile& file);
/// Any JPEG as 8-bit RGB: grey, YCbCr, CMYK, progressive.
Picture read_jpeg(const InputFile& file);

void write_png(const std::filesystem::path& path, const Picture& picture);

Reader png_reader();
Reader jpeg_reader();

}  // namespace omega
