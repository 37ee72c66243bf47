#include "io/builders.h"

#include <algorithm>
#include <cstring>

namespace omega::test {

namespace {

std::string stored_blocks(const std::string& bytes) {
  constexpr std::size_t kLargest = 65535;
  std::string blocks;
  std::size_t at = 0;
  do {
    const std::size_t count = std::min(kLargest, bytes.size() - at);
    const bool last = at + count == bytes.size();
    blocks += static_cast<char>(last ? 1 : 0) + little(count, 2) + little(~count & 0xffff, 2) + bytes.substr(at, count);
    at += count;
  } while (at < bytes.size());
  return blocks;
}

class BitWriter {
 public:
  void put(std::uint32_t bits, int count) {
    for (int i = 0; i < count; ++i) {
      if (used_ % 8 == 0) bytes_ += '\0';
      if ((bits >> i & 1) != 0)
        bytes_.back() = static_cast<char>(static_cast<unsigned char>(bytes_.back()) | 1u << used_ % 8);
      ++used_;
    }
  }
  std::string bytes() const { return bytes_; }

 private:
  std::string bytes_;
  int used_ = 0;
};

/// Zeros by deflate's fixed codes: literals 0 until a multiple of 258 is left, then copies of 258 bytes at distance 1
/// (13 bits each).
std::string deflated_zeros(const std::string& start, std::uint32_t count) {
  std::string out = start.empty() ? "" : '\0' + little(start.size(), 2) + little(~start.size() & 0xffff, 2) + start;
  BitWriter writer;
  const auto code = [&](std::uint32_t bits, int length) {  // Huffman codes have their first bit first
    for (int i = length; i-- > 0;) writer.put(bits >> i & 1, 1);
  };
  writer.put(1, 1);
  writer.put(1, 2);
  std::uint32_t left = count;
  for (; left > 0 && (left == count || left % 258 != 0); --left) code(0x30, 8);
  for (; left > 0; left -= 258) {
    code(0xc5, 8);
    code(0, 5);
  }
  code(0, 7);
  return out + writer.bytes();
}

}  // namespace

std::string little(std::uint64_t value, int bytes) {
  std::string text;
  for (int i = 0; i < bytes; ++i) text += static_cast<char>(i < 8 ? value >> 8 * i & 255 : 0);
  return text;
}

std::string big(std::uint64_t value, int bytes) {
  std::string text = little(value, bytes);
  return {text.rbegin(), text.rend()};
}

std::uint32_t crc32(const std::string& bytes) {
  std::uint32_t crc = 0xffffffffu;
  for (const char c : bytes) {
    crc ^= static_cast<unsigned char>(c);
    for (int i = 0; i < 8; ++i) crc = crc >> 1 ^ ((crc & 1) != 0 ? 0xedb88320u : 0);
  }
  return ~crc;
}

std::string npy_literal(const std::string& descr, const std::string& shape, bool fortran) {
  return "{'descr': '" + descr + "', 'fortran_order': " + (fortran ? "True" : "False") + ", 'shape': " + shape + ", }";
}

std::string npy(const std::string& literal, const std::string& data, int version) {
  return "\x93NUMPY" + std::string{static_cast<char>(version), '\0'} + little(literal.size(), version == 1 ? 2 : 4) +
         literal + data;
}

std::string floats(std::size_t count, float start) {
  std::string bytes(count * 4, '\0');
  for (std::size_t i = 0; i < count; ++i) {
    const float value = start + static_cast<float>(i);
    std::memcpy(bytes.data() + 4 * i, &value, 4);
  }
  return bytes;
}

std::string npy_floats(const std::vector<int>& shape, float start) {
  std::string axes = "(";
  std::size_t count = 1;
  for (const int n : shape) {
    axes += std::to_string(n) + ",";
    count *= static_cast<std::size_t>(n);
  }
  return npy(npy_literal("<f4", axes + ")"), floats(count, start));
}

ZipMember ZipMember::stored(const std::string& name, const std::string& bytes) {
  const auto size = static_cast<std::uint32_t>(bytes.size());
  return {name, bytes, test::crc32(bytes), size, size};
}

ZipMember ZipMember::deflated(const std::string& name, const std::string& bytes) {
  ZipMember member = stored(name, bytes);
  member.packed = stored_blocks(bytes);
  member.packed_size = static_cast<std::uint32_t>(member.packed.size());
  member.method = 8;
  return member;
}

ZipMember ZipMember::zeros(const std::string& name, const std::string& start, std::uint32_t count) {
  ZipMember member;
  member.name = name;
  member.packed = deflated_zeros(start, count);
  member.packed_size = static_cast<std::uint32_t>(member.packed.size());
  member.size = static_cast<std::uint32_t>(start.size()) + count;
  member.method = 8;
  if (count < (1u << 22)) member.crc = test::crc32(start + std::string(count, '\0'));
  return member;
}

std::string zipped(std::vector<ZipMember> members) {
  constexpr std::uint64_t kDate = 0x21;
  std::string file, table;
  for (ZipMember& m : members) {
    if (!m.own_offset) m.offset = static_cast<std::uint32_t>(file.size());
    const std::string common = little(20, 2) + little(m.flags, 2) + little(m.method, 2) + little(0, 2) +
                               little(kDate, 2) + little(m.crc, 4) + little(m.packed_size, 4) + little(m.size, 4) +
                               little(m.name.size(), 2) + little(0, 2);
    file += "PK\3\4" + common + m.name + m.packed;
    table += "PK\1\2" + little(20, 2) + common + little(0, 2) + little(0, 2) + little(0, 2) + little(0, 4) +
             little(m.offset, 4) + m.name;
  }
  return file + table + "PK\5\6" + little(0, 4) + little(members.size(), 2) + little(members.size(), 2) +
         little(table.size(), 4) + little(file.size(), 4) + little(0, 2);
}

std::string qkv_npz(const std::string& q, const std::string& k, const std::string& v) {
  return zipped({ZipMember::stored("Q.npy", q), ZipMember::stored("K.npy", k), ZipMember::stored("V.npy", v)});
}

std::string safetensors(const std::string& table, const std::string& data) {
  return little(table.size(), 8) + table + data;
}

std::string good_safetensors(const std::string& q, const std::string& k, const std::string& v) {
  const auto entry = [](const std::string& name, int begin) {
    return "\"" + name + R"(":{"dtype":"F32","shape":[4,2],"data_offsets":[)" + std::to_string(begin) + "," +
           std::to_string(begin + 32) + "]}";
  };
  return safetensors("{" + entry(q, 0) + "," + entry(k, 32) + "," + entry(v, 64) + "}", floats(24));
}

std::string safetensors_with_tokens(const std::string& tokens) {
  std::string table = R"({"__metadata__":{"tokens":)" + tokens + "}", data;
  for (const char* name : {"q", "k", "v"}) {
    table += R"(,")" + std::string(name) + R"(":{"dtype":"F32","shape":[2,2],"data_offsets":[)" +
             std::to_string(data.size()) + ",";
    data += floats(4);
    table += std::to_string(data.size()) + "]}";
  }
  return safetensors(table + "}", data);
}

std::string png_chunk(const std::string& type, const std::string& data) {
  return big(data.size(), 4) + type + data + big(crc32(type + data), 4);
}

std::string zlib_stored(const std::string& bytes) {
  std::uint32_t a = 1, b = 0;
  for (const char c : bytes) {
    a = (a + static_cast<unsigned char>(c)) % 65521;
    b = (b + a) % 65521;
  }
  return "\x78\x01" + stored_blocks(bytes) + big(b << 16 | a, 4);
}

std::string png(std::uint32_t width, std::uint32_t height, int depth, int colour, const std::string& scanlines,
                const std::string& before_data, int interlace) {
  const std::string header = big(width, 4) + big(height, 4) + static_cast<char>(depth) + static_cast<char>(colour) +
                             std::string(2, '\0') + static_cast<char>(interlace);
  return "\x89PNG\r\n\x1a\n" + png_chunk("IHDR", header) + before_data + png_chunk("IDAT", zlib_stored(scanlines)) +
         png_chunk("IEND", "");
}

}  // namespace omega::test
