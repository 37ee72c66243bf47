// The header of a .npy array: a Python dict literal with exactly the keys descr, fortran_order and shape. It is read by
// a strict parser for that one form; nothing in it is ever evaluated.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/array.h"

namespace omega {

struct NpyHeader {
  char kind = 'f';  // f float, i signed, u unsigned, b bool, U and S text
  std::size_t item_bytes = 4;
  bool big_endian = false;
  bool fortran_order = false;
  Shape shape;

  bool is_text() const { return kind == 'U' || kind == 'S'; }
  Dtype type() const { return kind != 'f' ? Dtype::i64 : item_bytes == 8 ? Dtype::f64 : Dtype::f32; }
  /// The type as NumPy would say it: "float16", "big-endian int32".
  std::string type_name() const;
  /// Bytes of the elements; kBeyondMemory where the product of the shape passes that.
  std::uint64_t data_bytes() const;
};

/// Parses the literal. Its Error says what is wrong and what would be right; the caller puts the file's name before.
NpyHeader parse_npy_header(std::string_view literal);

/// Magic, version 1.0 and a header padded so that the data starts at a multiple of 64 bytes.
std::string npy_preamble(Dtype type, const Shape& shape);
std::string npy_preamble(const std::string& descr, const Shape& shape);

}  // namespace omega
