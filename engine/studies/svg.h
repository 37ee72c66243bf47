// A figure as an SVG file: one that can be printed as it is, with its legend, units and text as text.
#pragma once

#include <string>

#include "studies/figure.h"

namespace omega::studies {

/// `provenance`: one line, kept in the file's metadata.
std::string svg_text(const Figure& figure, const std::string& provenance);

}  // namespace omega::studies
