// Files made byte by byte, so that any byte can lie: npy, zip, safetensors, PNG.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace omega::test {

std::string little(std::uint64_t value, int bytes);
std::string big(std::uint64_t value, int bytes);
std::uint32_t crc32(const std::string& bytes);

/// "{'descr': ..}" for the arguments.
std::string npy_literal(const std::string& descr, const std::string& shape, bool fortran = false);
std::string npy(const std::string& literal, const std::string& data, int version = 1);
/// A C-order float32 array that counts up from `start`.
std::string npy_floats(const std::vector<int>& shape, float start = 0);
std::string floats(std::size_t count, float start = 0);

/// One member of a zip, with every claim adjustable.
struct ZipMember {
  std::string name, packed;
  std::uint32_t crc = 0, packed_size = 0, size = 0, offset = 0;
  std::uint16_t method = 0, flags = 0;
  bool own_offset = false;  // `offset` is a lie to keep

  static ZipMember stored(const std::string& name, const std::string& bytes);
  /// Deflate in stored blocks: valid for any inflater, needs no compressor.
  static ZipMember deflated(const std::string& name, const std::string& bytes);
  /// `count` zero bytes after `start`, deflated about 1000 to 1.
  static ZipMember zeros(const std::string& name, const std::string& start, std::uint32_t count);
};
std::string zipped(std::vector<ZipMember> members);
/// Q, K and V as given, stored.
std::string qkv_npz(const std::string& q, const std::string& k, const std::string& v);

std::string safetensors(const std::string& table, const std::string& data);
/// Three F32 tensors of shape [4, 2].
std::string good_safetensors(const std::string& q = "q", const std::string& k = "k", const std::string& v = "v");

/// The same with the metadata `tokens`, a JSON text: shape [2, 2].
std::string safetensors_with_tokens(const std::string& tokens);

std::string png_chunk(const std::string& type, const std::string& data);
/// Scanlines with their filter bytes, in stored deflate blocks.
std::string png(std::uint32_t width, std::uint32_t height, int depth, int colour, const std::string& scanlines,
                const std::string& before_data = "", int interlace = 0);
std::string zlib_stored(const std::string& bytes);

}  // namespace omega::test
