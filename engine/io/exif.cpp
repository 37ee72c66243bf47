#include "io/exif.h"

#include <cstdint>
#include <optional>
#include <utility>

namespace omega {

namespace {

constexpr std::string_view kMagic("Exif\0\0", 6);
constexpr std::uint32_t kOrientationTag = 0x0112, kShort = 3;

/// Numbers of a TIFF block in its own byte order; nothing outside of it is read.
class Tiff {
 public:
  explicit Tiff(std::string_view bytes) : bytes_(bytes), big_(bytes.substr(0, 2) == "MM") {}

  bool is_valid() const { return (big_ || bytes_.substr(0, 2) == "II") && number(2, 2) == 42; }
  std::optional<std::uint32_t> number(std::size_t at, std::size_t size) const {
    if (at > bytes_.size() || size > bytes_.size() - at) return std::nullopt;
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < size; ++i)
      value = value << 8 | static_cast<unsigned char>(bytes_[at + (big_ ? i : size - 1 - i)]);
    return value;
  }

 private:
  std::string_view bytes_;
  bool big_;
};

/// Which pixel of a width x height picture is seen at (x, y).
std::pair<Index, Index> source_of(Index x, Index y, Index width, Index height, int orientation) {
  switch (orientation) {
    case 2: return {width - 1 - x, y};
    case 3: return {width - 1 - x, height - 1 - y};
    case 4: return {x, height - 1 - y};
    case 5: return {y, x};
    case 6: return {y, height - 1 - x};
    case 7: return {width - 1 - y, height - 1 - x};
    case 8: return {width - 1 - y, x};
    default: return {x, y};
  }
}

}  // namespace

int exif_orientation(std::string_view app1) {
  if (app1.substr(0, kMagic.size()) != kMagic) return 1;
  const Tiff tiff(app1.substr(kMagic.size()));
  if (!tiff.is_valid()) return 1;
  const std::size_t directory = tiff.number(4, 4).value_or(0);
  const std::uint32_t entries = tiff.number(directory, 2).value_or(0);
  for (std::uint32_t i = 0; i < entries; ++i) {
    const std::size_t entry = directory + 2 + 12 * std::size_t{i};
    const auto tag = tiff.number(entry, 2);
    if (!tag) return 1;
    if (*tag != kOrientationTag || tiff.number(entry + 2, 2) != kShort) continue;
    const std::uint32_t value = tiff.number(entry + 8, 2).value_or(1);
    return value >= 1 && value <= 8 ? static_cast<int>(value) : 1;
  }
  return 1;
}

Picture upright(Picture picture, int orientation) {
  if (orientation <= 1 || orientation > 8) return picture;
  const bool sideways = orientation >= 5;
  Picture turned{sideways ? picture.height : picture.width, sideways ? picture.width : picture.height,
                 std::vector<std::uint8_t>(picture.rgb.size())};
  for (Index y = 0; y < turned.height; ++y)
    for (Index x = 0; x < turned.width; ++x) {
      const auto [from_x, from_y] = source_of(x, y, picture.width, picture.height, orientation);
      const auto to = static_cast<std::size_t>(3 * (y * turned.width + x));
      const auto from = static_cast<std::size_t>(3 * (from_y * picture.width + from_x));
      for (std::size_t c = 0; c < 3; ++c) turned.rgb[to + c] = picture.rgb[from + c];
    }
  return turned;
}

}  // namespace omega
