// NumPy's .npy: one array. Versions 1 to 3, either byte order, C or Fortran order, float16/32/64, integers and bool.
//
// float16 and float32 become float32, float64 stays, integers and bool become int64. Anything else is refused by name.
#pragma once

#include <filesystem>
#include <string_view>

#include "core/array.h"
#include "io/input_file.h"
#include "io/npy_header.h"

namespace omega {

constexpr std::string_view kNpyMagic{"\x93NUMPY", 6};

/// Where the bytes of one array come from, and how to speak about it.
struct NpySource {
  const InputFile& file;
  std::string member;  // empty for a bare .npy
  ByteStream& stream;
  std::uint64_t size = 0;  // honest bytes in the stream, header included

  Error error(const std::string& what) const { return member.empty() ? file.error(what) : file.error(member, what); }
};

/// Reads up to the data and checks the header against the bytes there are.
NpyHeader read_npy_header(const NpySource& source);
/// Header and data; text arrays are an Error.
Array read_npy(const NpySource& source);
/// The data after a header that read_npy_header returned.
Array read_npy_data(const NpySource& source, const NpyHeader& header);

void write_npy(const std::filesystem::path& path, const Array& array, const Progress& progress = {});

}  // namespace omega
