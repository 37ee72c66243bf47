// How a camera was held, from the EXIF block of a picture, and the picture turned upright.
#pragma once

#include <string_view>

#include "io/reader.h"

namespace omega {

/// 1 .. 8 as EXIF numbers them, from the content of a JPEG APP1 marker; 1 (upright) where it does not say or is
/// damaged.
int exif_orientation(std::string_view app1);

/// The picture as it is meant to be seen.
Picture upright(Picture picture, int orientation);

}  // namespace omega
