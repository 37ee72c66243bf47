#include <png.h>

#include <algorithm>
#include <csetjmp>
#include <cstring>

#include "core/text.h"
#include "io/atomic_file.h"
#include "io/image_reader.h"
#include "io/limits.h"

namespace omega {

namespace {

/// Releases what libpng holds, whichever way reading ends.
struct PngImage : png_image {
  PngImage() : png_image{} { version = PNG_IMAGE_VERSION; }
  PngImage(const PngImage&) = delete;
  ~PngImage() { png_image_free(this); }
};

constexpr std::string_view kSignature("\x89PNG\r\n\x1a\n", 8);

png_const_bytep at(const std::string& bytes, std::size_t place) {
  return reinterpret_cast<png_const_bytep>(bytes.data()) + place;
}

/// The header's numbers, before libpng judges them.
struct Header {
  std::uint64_t width, height;
  int depth, colour;

  std::string size() const { return std::to_string(width) + "x" + std::to_string(height) + " pixels"; }
};

/// The header is the first chunk, behind the signature: length, name, width, height, depth, colour.
Header read_header(const InputFile& file, const std::string& bytes) {
  if (!bytes.starts_with(kSignature)) {
    const std::string_view start = std::string_view(bytes).substr(0, 512);
    const bool text = std::none_of(start.begin(), start.end(),
                                   [](unsigned char c) { return c < 0x20 && c != '\n' && c != '\r' && c != '\t'; });
    throw file.error(text ? "is named as a PNG image but holds text; name it .txt or .csv to read it as such"
                          : "does not start as a PNG image does; it was cut short or is of another format");
  }
  constexpr std::size_t kName = 12, kWidth = 16, kHeight = 20, kDepth = 24, kColour = 25;
  if (bytes.size() <= kColour || bytes.compare(kName, 4, "IHDR") != 0)
    throw file.error("is a PNG image without its header; it was cut short or damaged, save it again");
  return {png_get_uint_32(at(bytes, kWidth)), png_get_uint_32(at(bytes, kHeight)), *at(bytes, kDepth),
          *at(bytes, kColour)};
}

/// libpng reports errors through a callback that must not return; it jumps back to where reading began. Only functions
/// that own nothing with a destructor lie between.
[[noreturn]] void give_up(png_structp png, png_const_charp) { png_longjmp(png, 1); }

void on_warning(png_structp png, png_const_charp message) {
  if (std::strcmp(message, "Extra compressed data in IDAT") == 0) *static_cast<bool*>(png_get_error_ptr(png)) = true;
}

void on_header(png_structp png, png_infop) { png_start_read_image(png); }

void read_rows(png_structp png, png_infop info, const std::string& bytes) {
  if (setjmp(png_jmpbuf(png)) != 0) return;
  png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, nullptr, -1);  // drops what may stand beside the pixels
  png_set_progressive_read_fn(png, nullptr, on_header, nullptr, nullptr);
  png_process_data(png, info, const_cast<png_bytep>(at(bytes, 0)), bytes.size());  // older than const
}

/// Whether there are data beyond the last row. png_image_finish_read would unpack all of them, gigabytes out of a small
/// file, only to leave them aside; the progressive reader stops there. Damage is left to the former.
bool goes_on_after_last_row(const std::string& bytes) {
  bool more = false;
  png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &more, give_up, on_warning);
  png_infop info = png == nullptr ? nullptr : png_create_info_struct(png);
  if (info != nullptr) read_rows(png, info, bytes);
  png_destroy_read_struct(&png, &info, nullptr);
  return more;
}

}  // namespace

Picture read_png(const InputFile& file) {
  constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 30;
  const std::string bytes = file.all(kMostBytes, "a picture");
  const Header header = read_header(file, bytes);
  if (std::max(header.width, header.height) > PNG_UINT_31_MAX)
    throw file.error("is a PNG image of " + header.size() + ", but a side must be below 2^31; save it again");
  if (is_bomb(header.width * header.height * 4, file.size()))
    throw file.error("claims " + header.size() + " in " + readable_size(file.size()) + "; scale the image down");
  if (goes_on_after_last_row(bytes))
    throw file.error("holds more image data than its " + header.size() + " need; save it again");
  PngImage image;
  const auto broken = [&] {
    return file.error("is a damaged PNG image of " + header.size() + " with " + count_text(header.depth, "bit") +
                      " a channel and colour type " + std::to_string(header.colour) + " (" + image.message +
                      "); save it again");
  };
  if (png_image_begin_read_from_memory(&image, bytes.data(), bytes.size()) == 0) throw broken();
  const std::uint64_t pixels = std::uint64_t{image.width} * image.height;
  image.flags |= PNG_IMAGE_FLAG_16BIT_sRGB;  // else 16-bit images without a gamma would be taken as linear light
  image.format = PNG_FORMAT_RGB;
  Picture picture{static_cast<Index>(image.width), static_cast<Index>(image.height),
                  std::vector<std::uint8_t>(pixels * 3)};
  const png_color white{255, 255, 255};
  if (png_image_finish_read(&image, &white, picture.rgb.data(), 0, nullptr) == 0) throw broken();
  return picture;
}

void write_png(const std::filesystem::path& path, const Picture& picture) {
  PngImage image;
  image.width = static_cast<png_uint_32>(picture.width);
  image.height = static_cast<png_uint_32>(picture.height);
  image.format = PNG_FORMAT_RGB;
  png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(image);
  std::string bytes(size, '\0');
  if (png_image_write_to_memory(&image, bytes.data(), &size, 0, picture.rgb.data(), 0, nullptr) == 0)
    throw Error::failure(omega::quoted(path.string()) + " cannot be written: " + image.message);
  bytes.resize(size);
  write_file(path, bytes);
}

}  // namespace omega
