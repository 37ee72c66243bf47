#include "io/png_chunks.h"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <memory>

#include "core/text.h"
#include "io/limits.h"

namespace omega {

namespace {

constexpr std::string_view kSignature("\x89PNG\r\n\x1a\n", 8);

std::uint32_t big_endian(std::string_view bytes, std::size_t at) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < 4; ++i) value = value << 8 | static_cast<unsigned char>(bytes[at + i]);
  return value;
}

/// One after the other; ends where a chunk does not fit, which libpng then says better.
class Chunks {
 public:
  explicit Chunks(std::string_view png) : rest_(png.substr(kSignature.size())) {}
  bool next() {
    constexpr std::size_t kAround = 12;  // length, name, checksum
    if (rest_.size() < kAround || big_endian(rest_, 0) > rest_.size() - kAround) return false;
    const std::size_t length = big_endian(rest_, 0);
    name = rest_.substr(4, 4);
    data = rest_.substr(8, length);
    rest_.remove_prefix(kAround + length);
    return true;
  }
  std::string_view name, data;

 private:
  std::string_view rest_;
};

struct Header {
  std::uint64_t width = 0, height = 0;
  int depth = 0, colour = 0, interlace = 0;

  std::uint64_t channels() const {
    switch (colour) {
      case 2: return 3;
      case 4: return 2;
      case 6: return 4;
      default: return 1;
    }
  }
  /// Bytes of `rows` rows of `columns` pixels, each with its filter byte.
  std::uint64_t packed(std::uint64_t columns, std::uint64_t rows) const {
    if (columns == 0 || rows == 0) return 0;
    return rows * (1 + (columns * channels() * static_cast<std::uint64_t>(depth) + 7) / 8);
  }
  std::uint64_t unpacked_bytes() const {
    if (interlace == 0) return packed(width, height);
    struct Pass {
      std::uint64_t x, y, dx, dy;
    };
    constexpr std::array<Pass, 7> kAdam7 = {
        {{0, 0, 8, 8}, {4, 0, 8, 8}, {0, 4, 4, 8}, {2, 0, 4, 4}, {0, 2, 2, 4}, {1, 0, 2, 2}, {0, 1, 1, 2}}};
    std::uint64_t bytes = 0;
    const auto steps = [](std::uint64_t length, std::uint64_t from, std::uint64_t step) {
      return length > from ? (length - from + step - 1) / step : 0;
    };
    for (const Pass& pass : kAdam7) bytes += packed(steps(width, pass.x, pass.dx), steps(height, pass.y, pass.dy));
    return bytes;
  }
};

bool depth_exists(int colour, int depth) {
  if (colour == 0) return depth == 1 || depth == 2 || depth == 4 || depth == 8 || depth == 16;
  if (colour == 3) return depth == 1 || depth == 2 || depth == 4 || depth == 8;
  return (colour == 2 || colour == 4 || colour == 6) && (depth == 8 || depth == 16);
}

Header checked_header(const InputFile& file, std::string_view data) {
  const auto byte = [&](std::size_t i) { return static_cast<int>(static_cast<unsigned char>(data[i])); };
  const Header header{big_endian(data, 0), big_endian(data, 4), byte(8), byte(9), byte(12)};
  const std::string size = std::to_string(header.width) + "x" + std::to_string(header.height) + " pixels";
  const auto refuse = [&](const std::string& what) {
    throw file.error("is a PNG image of " + size + what + "; save it again");
  };
  constexpr std::uint64_t kLongestSide = (std::uint64_t{1} << 31) - 1;
  if (header.width == 0 || header.height == 0) refuse(", but both sides must be at least 1");
  if (header.width > kLongestSide || header.height > kLongestSide) refuse(", but a side must be below 2^31");
  if (is_bomb(header.width * header.height * 4, file.size()))
    throw file.error("claims " + size + " in " + readable_size(file.size()) + "; scale the image down");
  if (!depth_exists(header.colour, header.depth))
    refuse(" with " + count_text(header.depth, "bit") + " a channel and colour type " + std::to_string(header.colour) +
           ", which do not exist together");
  if (byte(10) != 0 || byte(11) != 0 || header.interlace > 1)
    refuse(" with a compression, filter or interlace method that does not exist");
  return header;
}

struct Inflater {
  z_stream stream{};
  bool ready = inflateInit(&stream) == Z_OK;
  ~Inflater() {
    if (ready) inflateEnd(&stream);
  }
};

/// Unpacks the picture's data up to one byte more than it needs. Damage is left to libpng.
void check_data(const InputFile& file, std::string_view bytes, const Header& header) {
  constexpr std::size_t kChunk = std::size_t{1} << 16;
  const auto out = std::make_unique<Bytef[]>(kChunk);
  Inflater inflater;
  z_stream& z = inflater.stream;
  std::uint64_t room = header.unpacked_bytes();
  for (Chunks chunk(bytes); inflater.ready && chunk.next();) {
    if (chunk.name != "IDAT") continue;
    // zlib's interface is older than const.
    z.next_in = const_cast<Bytef*>(reinterpret_cast<const Bytef*>(chunk.data.data()));
    z.avail_in = static_cast<uInt>(chunk.data.size());
    while (z.avail_in > 0) {
      z.next_out = out.get();
      z.avail_out = static_cast<uInt>(std::min<std::uint64_t>(kChunk, room + 1));
      const uInt before = z.avail_out;
      const int state = inflate(&z, Z_NO_FLUSH);
      if (before - z.avail_out > room)
        throw file.error("holds more image data than its " + std::to_string(header.width) + "x" +
                         std::to_string(header.height) + " pixels need; save it again");
      room -= before - z.avail_out;
      if (state != Z_OK) return;
    }
  }
}

}  // namespace

void check_png(const InputFile& file, std::string_view bytes) {
  if (!bytes.starts_with(kSignature)) {
    const bool text = std::none_of(
        bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(bytes.size(), 512)),
        [](unsigned char c) { return c < 0x20 && c != '\n' && c != '\r' && c != '\t'; });
    throw file.error(text ? "is named as a PNG image but holds text; name it .txt or .csv to read it as such"
                          : "does not start as a PNG image does; it was cut short or is of another format");
  }
  Chunks first(bytes);
  constexpr std::size_t kHeaderBytes = 13;
  if (!first.next() || first.name != "IHDR" || first.data.size() != kHeaderBytes)
    throw file.error("is a PNG image without its header; it was cut short or damaged, save it again");
  check_data(file, bytes, checked_header(file, first.data));
}

}  // namespace omega
