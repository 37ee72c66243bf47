// Chinese text byte by byte: signs need no blanks between them.
#pragma once

#include <cstddef>

namespace omega {

/// The first of the three bytes of a Chinese sign or mark: U+3000 to U+9FFF, and wide commas and brackets.
constexpr std::size_t kChineseSignBytes = 3;
inline bool begins_chinese_sign(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return (0xE3 <= byte && byte <= 0xE9) || byte == 0xEF;
}

}  // namespace omega
