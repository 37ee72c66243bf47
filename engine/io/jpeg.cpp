// jpeglib.h needs what stands before it.
// clang-format off
#include <cstddef>
#include <cstdio>
#include <jpeglib.h>
#include <jerror.h>
// clang-format on

#include <csetjmp>
#include <utility>

#include "io/exif.h"
#include "io/image_reader.h"
#include "io/limits.h"

namespace omega {

namespace {

// libjpeg reports errors through callbacks that must not return; they jump back to where reading began. Only functions
// that own nothing with a destructor lie between.
struct Decoder {
  jpeg_decompress_struct info;
  jpeg_error_mgr errors;
  jpeg_progress_mgr progress;
  std::jmp_buf back;
  char message[JMSG_LENGTH_MAX];
};

constexpr int kExifMarker = JPEG_APP0 + 1;
constexpr int kMostScans = 500;  // a progressive image has about ten; thousands would only cost time

[[noreturn]] void give_up(j_common_ptr info) {
  auto* const decoder = static_cast<Decoder*>(info->client_data);
  info->err->format_message(info, decoder->message);
  std::longjmp(decoder->back, 1);
}

/// Warnings mean that libjpeg invents the rest of the picture; only those about stray bytes are harmless.
void on_message(j_common_ptr info, int level) {
  const int code = info->err->msg_code;
  if (level >= 0 || code == JWRN_EXTRANEOUS_DATA || code == JWRN_JFIF_MAJOR || code == JWRN_ADOBE_XFORM) return;
  give_up(info);
}

void on_progress(j_common_ptr info) {
  auto* const decoder = static_cast<Decoder*>(info->client_data);
  if (decoder->info.input_scan_number <= kMostScans) return;
  std::snprintf(decoder->message, sizeof decoder->message, "it has more than %d scans", kMostScans);
  std::longjmp(decoder->back, 1);
}

bool start(Decoder& decoder, const std::string& bytes) {
  if (setjmp(decoder.back) != 0) return false;
  jpeg_create_decompress(&decoder.info);
  decoder.info.client_data = &decoder;
  decoder.info.progress = &decoder.progress;
  jpeg_mem_src(&decoder.info, reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size());
  jpeg_save_markers(&decoder.info, kExifMarker, 0xffff);
  jpeg_read_header(&decoder.info, TRUE);
  const bool four_inks = decoder.info.jpeg_color_space == JCS_CMYK || decoder.info.jpeg_color_space == JCS_YCCK;
  decoder.info.out_color_space = four_inks ? JCS_CMYK : JCS_RGB;
  return true;
}

/// Inks to light; files of Adobe programs store the inks inverted.
void to_rgb(std::uint8_t* row, std::size_t width, bool inverted) {
  for (std::size_t x = 0; x < width; ++x) {
    const std::uint8_t* const ink = row + 4 * x;
    const int black = inverted ? ink[3] : 255 - ink[3];
    for (int c = 0; c < 3; ++c)
      row[3 * x + static_cast<std::size_t>(c)] =
          static_cast<std::uint8_t>((inverted ? ink[c] : 255 - ink[c]) * black / 255);
  }
}

bool decode(Decoder& decoder, std::uint8_t* rgb, std::uint8_t* row) {
  if (setjmp(decoder.back) != 0) return false;
  jpeg_start_decompress(&decoder.info);
  const std::size_t width = decoder.info.output_width;
  while (decoder.info.output_scanline < decoder.info.output_height) {
    std::uint8_t* const target = rgb + width * 3 * decoder.info.output_scanline;
    if (decoder.info.out_color_space == JCS_CMYK) {
      jpeg_read_scanlines(&decoder.info, &row, 1);
      to_rgb(row, width, decoder.info.saw_Adobe_marker != 0);
      for (std::size_t i = 0; i < width * 3; ++i) target[i] = row[i];
    } else {
      std::uint8_t* scanline = target;
      jpeg_read_scanlines(&decoder.info, &scanline, 1);
    }
  }
  jpeg_finish_decompress(&decoder.info);
  return true;
}

int orientation_of(const Decoder& decoder) {
  for (auto marker = decoder.info.marker_list; marker != nullptr; marker = marker->next)
    if (marker->marker == kExifMarker)
      if (const int orientation = exif_orientation({reinterpret_cast<const char*>(marker->data), marker->data_length});
          orientation != 1)
        return orientation;
  return 1;
}

struct Release {
  Decoder& decoder;
  ~Release() { jpeg_destroy_decompress(&decoder.info); }
};

}  // namespace

Picture read_jpeg(const InputFile& file) {
  constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 30;
  const std::string bytes = file.all(kMostBytes, "a picture");
  Decoder decoder{};
  const Release release{decoder};
  decoder.info.err = jpeg_std_error(&decoder.errors);
  decoder.info.client_data = &decoder;
  decoder.errors.error_exit = give_up;
  decoder.errors.emit_message = on_message;
  decoder.progress.progress_monitor = on_progress;
  const auto broken = [&] {
    return file.error(std::string("is a damaged JPEG image (") + decoder.message + "); save it again");
  };
  if (!start(decoder, bytes)) throw broken();
  const int orientation = orientation_of(decoder);  // libjpeg forgets its markers with the last row
  const std::uint64_t width = decoder.info.image_width, height = decoder.info.image_height;
  if (is_bomb(width * height * 4, file.size()))
    throw file.error("claims " + std::to_string(width) + "x" + std::to_string(height) + " pixels in " +
                     readable_size(file.size()) + "; scale the image down");
  Picture picture{static_cast<Index>(width), static_cast<Index>(height), std::vector<std::uint8_t>(width * height * 3)};
  std::vector<std::uint8_t> row(width * 4);
  if (!decode(decoder, picture.rgb.data(), row.data())) throw broken();
  return upright(std::move(picture), orientation);
}

}  // namespace omega
