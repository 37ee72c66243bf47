#include "io/builders.h"
#include "io/hostile_cases.h"

namespace omega::test {

namespace {

/// 8x8 grey pixels: the shortest baseline JPEG there is, all blocks 0.
std::string jpeg(std::uint32_t width = 8, std::uint32_t height = 8, bool with_data = true) {
  std::string table(64, '\1');
  const std::string quantisation = std::string("\xff\xdb") + big(67, 2) + '\0' + table;
  const std::string frame =
      std::string("\xff\xc0") + big(11, 2) + '\x08' + big(height, 2) + big(width, 2) + std::string("\1\1\x11\0", 4);
  const auto huffman = [](char id) {
    return std::string("\xff\xc4") + big(20, 2) + id + '\1' + std::string(15, '\0') + '\0';
  };
  const std::string scan = std::string("\xff\xda") + big(8, 2) + std::string("\1\1\0\0\x3f\0", 6);
  return "\xff\xd8" + quantisation + frame + huffman('\0') + huffman('\x10') + scan +
         (with_data ? std::string("\x3f") : "") + "\xff\xd9";
}

}  // namespace

std::string small_jpeg() { return jpeg(); }

std::vector<HostileCase> hostile_images() {
  const std::string zero(1, '\0'), good = png(2, 2, 8, 0, std::string(6, '\0'));
  std::string wrong_checksum = good;
  wrong_checksum[29] = static_cast<char>(wrong_checksum[29] ^ 1);
  return {
      {"only the signature", "a.png", good.substr(0, 8), "PNG"},
      {"cut in the header", "a.png", good.substr(0, 20), "PNG"},
      {"cut in the pixels", "a.png", good.substr(0, good.size() - 22), "PNG"},
      {"fewer pixels than claimed", "a.png", png(2, 9, 8, 0, std::string(6, '\0')), "PNG"},
      {"a wrong checksum", "a.png", wrong_checksum, "PNG"},
      {"60000x60000 pixels in no bytes", "a.png", png(60000, 60000, 8, 2, zero), "60000x60000"},
      {"2^31 pixels wide", "a.png", png(0x7fffffff, 1, 8, 0, zero), "a.png"},
      {"no pixels", "a.png", png(0, 0, 8, 0, ""), "PNG"},
      {"a depth that does not exist", "a.png", png(1, 1, 7, 0, zero + zero), "PNG"},
      {"a palette image without a palette", "a.png", png(1, 1, 8, 3, zero + zero), "PNG"},
      {"another format under this name", "a.png", "hello, world", "PNG"},
      {"a patch larger than the image", "a.png", good, "from 1 to 2", {{"patch", "3"}}},
      {"an option of another format", "a.png", good, "--layer", {{"layer", "1"}}},
      {"a row of patches beyond the limit",
       "a.png",
       png(70000, 1, 1, 0, std::string(8751, '\0')),
       "larger --patch",
       {{"patch", "1"}}},
      {"only the signature", "a.jpg", "\xff\xd8\xff\xe0", "JPEG"},
      {"cut in the tables", "a.jpg", jpeg().substr(0, 60), "JPEG"},
      {"cut in the pixels", "a.jpg", jpeg(64, 64), "JPEG"},
      {"no pixels at all", "a.jpg", jpeg(8, 8, false), "JPEG"},
      {"65500x65500 pixels in no bytes", "a.jpg", jpeg(65500, 65500), "65500x65500"},
      {"no width", "a.jpg", jpeg(0, 8), "JPEG"},
      {"another format under this name", "a.jpeg", "hello, world", "JPEG"},
  };
}

std::vector<HostileCase> hostile_tables_and_texts() {
  return {
      {"rows of unequal length", "a.csv", "1,2\n3\n", "line 2"},
      {"a row too long", "a.csv", "1,2\n3,4\n5,6,7\n", "3 cells in line 3"},
      {"only a header", "a.csv", "q0,k0,v0\n", "header"},
      {"only comments", "a.csv", "# nothing\n\n", "no rows"},
      {"only white space", "a.csv", " \n\t\n", "no rows"},
      {"a word among numbers", "a.csv", "1,2\n3,4\n5,six\n", "\"six\" in line 3, column 2"},
      {"an empty cell", "a.csv", "1,2\n3,\n", "empty cell in line 2, column 2"},
      {"a number beyond double", "a.csv", "1,2\n3,1e999\n", "\"1e999\" in line 2, column 2, which is beyond double"},
      {"a number beyond double in the first row", "a.csv", "1e400,2\n3,4\n",
       "in line 1, column 1, which is beyond double"},
      {"a number too small for double", "a.csv", "1,2\n3,-1e-400\n", "in line 2, column 2, which is beyond double"},
      {"a formula", "a.csv", "1,2\n3,=A1\n", "=A1"},
      {"a hexadecimal number", "a.csv", "1,2\n3,0x10\n", "0x10"},
      {"a quotation mark never closed", "a.csv", "1,2\n\"3,4\n", "never closed"},
      {"text after a quotation mark", "a.csv", "1,2\n\"3\"x,4\n", "quotation mark"},
      {"UTF-16", "a.csv",
       std::string("\xff\xfe"
                   "1\0,\0",
                   6),
       "UTF-8"},
      {"zero bytes", "a.csv", std::string("1,2\n3,\0\n", 8), "zero bytes"},
      {"NaN", "a.csv", "1,2\n3,nan\n", "1 of 4"},
      {"infinity", "a.tsv", "1\t2\n-inf\t3\n", "[1, 0]"},
      {"q and k without v", "a.csv", "q0,k0\n1,2\n", "none of v"},
      {"two columns of one name", "a.csv", "q0,q_0,k0,v0\n1,2,3,4\n", "two columns"},
      {"q and k of other widths", "a.csv", "q0,q1,k0,v0\n1,2,3,4\n", "2 dimensions"},
      {"only words", "a.csv", "a,b\nc,d\n", "not a number"},
      {"too many columns", "a.csv", std::string(200000, ','), "columns"},
      {"heads that do not divide", "a.csv", "1,2,3\n", "2 heads", {{"heads", "2"}}},
      {"an option of another format", "a.csv", "1,2\n", "--tokens", {{"tokens", "words"}}},
      {"no words", "a.txt", " \n\n\t", "no words"},
      {"only a byte order mark", "a.txt", "\xef\xbb\xbf", "no words"},
      {"Latin-1", "a.txt", "na\xefve text", "byte 2"},
      {"a program", "a.txt",
       std::string("\x7f"
                   "ELF\0\0\0",
                   7),
       "zero bytes"},
      {"no format that is known", "a.bin", std::string("\1\2\3\4\0\0", 6), ".safetensors"},
      {"an HDF5 file", "a.h5", "\x89HDF\r\n\x1a\n", ".npz"},
  };
}

}  // namespace omega::test
