// A picture and a text computed from a seed, so that attention on an image and on text can be tried without any file.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace omega {

/// A small landscape: sky, sun, two ridges, a field in stripes and a row of equal trees, so that far patches look
/// alike. 8-bit RGB, `side` x `side` pixels, row by row.
std::vector<std::uint8_t> sample_picture(int side, std::uint32_t seed);

/// Plain sentences in which the same few names and things come back: at least `words` words, whole sentences.
std::string sample_text(int words, std::uint32_t seed);

}  // namespace omega
