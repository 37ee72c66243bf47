// Pictures taken with the camera held another way.
#include "io/exif.h"

#include <catch2/catch.hpp>
#include <span>

#include "io/builders.h"
#include "io/hostile_cases.h"
#include "io/image_reader.h"

using namespace omega;
using namespace omega::test;

namespace {

std::string number(std::uint32_t value, std::size_t size, bool is_big) {
  std::string bytes(size, '\0');
  for (std::size_t i = 0; i < size; ++i) bytes[is_big ? size - 1 - i : i] = static_cast<char>(value >> (8 * i));
  return bytes;
}

/// An APP1 block with one other entry before the orientation.
std::string block(std::uint32_t orientation, bool is_big) {
  const auto n = [&](std::uint32_t value, std::size_t size) { return number(value, size, is_big); };
  return std::string("Exif\0\0", 6) + (is_big ? "MM" : "II") + n(42, 2) + n(8, 4) + n(2, 2) + n(0x010f, 2) + n(2, 2) +
         n(1, 4) + n(0, 4) + n(0x0112, 2) + n(3, 2) + n(1, 4) + n(orientation, 2) + n(0, 2) + n(0, 4);
}

/// Pixels named by one letter each.
Picture picture_of(Index width, Index height, const std::string& letters) {
  Picture picture{width, height, {}};
  for (const char c : letters) picture.rgb.insert(picture.rgb.end(), {static_cast<std::uint8_t>(c), 0, 1});
  return picture;
}

std::string letters_of(const Picture& picture) {
  std::string letters;
  for (std::size_t i = 0; i < picture.rgb.size(); i += 3) letters += static_cast<char>(picture.rgb[i]);
  return letters;
}

}  // namespace

TEST_CASE("the orientation is read in both byte orders", "[exif]") {
  for (const bool is_big : {false, true})
    for (std::uint32_t orientation = 1; orientation <= 8; ++orientation)
      CHECK(exif_orientation(block(orientation, is_big)) == static_cast<int>(orientation));
}

TEST_CASE("a block that does not say or is damaged is upright", "[exif]") {
  CHECK(exif_orientation("") == 1);
  CHECK(exif_orientation("http://ns.adobe.com/xap/1.0/") == 1);
  CHECK(exif_orientation(block(0, false)) == 1);
  CHECK(exif_orientation(block(9, true)) == 1);
  const std::string good = block(6, true);
  for (std::size_t size = 0; size < good.size() - 6; ++size) CHECK(exif_orientation(good.substr(0, size)) == 1);
  std::string far = good;
  far.replace(10, 4, "\xff\xff\xff\xff");  // the directory is beyond the end
  CHECK(exif_orientation(far) == 1);
}

TEST_CASE("each orientation is turned upright", "[exif]") {
  //  a b c
  //  d e f
  const Picture held = picture_of(3, 2, "abcdef");
  const std::vector<std::string> seen = {"abcdef", "cbafed", "fedcba", "defabc",
                                         "adbecf", "daebfc", "fcebda", "cfbead"};
  for (int orientation = 1; orientation <= 8; ++orientation) {
    INFO(orientation);
    const Picture turned = upright(held, orientation);
    CHECK(letters_of(turned) == seen[static_cast<std::size_t>(orientation - 1)]);
    CHECK(turned.width == (orientation >= 5 ? 2 : 3));
    CHECK(turned.height == (orientation >= 5 ? 3 : 2));
  }
}

TEST_CASE("a JPEG file is turned as its EXIF block says", "[exif]") {
  // Twice as high as the shortest file there is: one more block, two more bits.
  std::string tall = small_jpeg();
  tall[tall.find("\xff\xc0") + 6] = 16;
  tall[tall.size() - 3] = '\x0f';
  const auto read = [](const std::string& bytes) {
    return read_jpeg(InputFile::in_memory("a.jpg", std::as_bytes(std::span(bytes))));
  };
  CHECK(read(tall).height == 16);
  for (const int orientation : {3, 6}) {
    const std::string app1 = block(static_cast<std::uint32_t>(orientation), true);
    std::string held = tall;
    held.insert(2, "\xff\xe1" + big(app1.size() + 2, 2) + app1);
    CHECK(read(held).width == (orientation == 6 ? 16 : 8));
    CHECK(read(held).height == (orientation == 6 ? 8 : 16));
  }
}
