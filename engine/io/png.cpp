#include <png.h>

#include "io/atomic_file.h"
#include "io/image_reader.h"
#include "io/png_chunks.h"

namespace omega {

namespace {

/// Releases what libpng holds, whichever way reading ends.
struct PngImage : png_image {
  PngImage() : png_image{} { version = PNG_IMAGE_VERSION; }
  PngImage(const PngImage&) = delete;
  ~PngImage() { png_image_free(this); }
};

}  // namespace

Picture read_png(const InputFile& file) {
  constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 30;
  const std::string bytes = file.all(kMostBytes, "a picture");
  check_png(file, bytes);
  PngImage image;
  const auto broken = [&] {
    return file.error(std::string("is a damaged PNG image (") + image.message + "); save it again");
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
