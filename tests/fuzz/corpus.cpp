#include "fuzz/corpus.h"

#include <fstream>
#include <iterator>
#include <stdexcept>

#include "core/text.h"
#include "io/builders.h"
#include "io/hostile_cases.h"
#include "io/reader.h"

namespace omega::test {

namespace {

std::string reader_of(const std::string& file) {
  const std::string extension = extension_of(file);
  for (const Reader& reader : readers())
    if (is_among(reader.extensions, extension)) return reader.name;
  return "text";
}

std::string model_lesson() {
  std::ifstream file(OMEGA_SOURCE_DIR "/tests/lessons/07-one-cloud.md", std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(file), {}};
  if (text.empty()) throw std::runtime_error("tests/lessons/07-one-cloud.md is not there");
  return text;
}

}  // namespace

std::vector<Seed> seed_corpus() {
  const std::string q = npy_floats({4, 2}), pixels(12, '\x30');
  std::vector<Seed> seeds = {
      {"npy", q},
      {"npy", npy(npy_literal(">f2", "(3, 2, 2)", true), std::string(24, '\x3c'))},
      {"npy", npy(npy_literal("|u1", "(2, 2)"), "abcd", 2)},
      {"npz", qkv_npz(q, q, q)},
      {"npz", zipped({ZipMember::deflated("qkv.npy", npy_floats({3, 4, 2})), ZipMember::stored("eps.npy", q)})},
      {"safetensors", good_safetensors()},
      {"safetensors", good_safetensors("model.layers.1.q_proj.weight", "model.layers.1.k_proj.weight",
                                       "model.layers.1.v_proj.weight")},
      {"npz", zipped({ZipMember::stored("x.npy", q),
                      ZipMember::stored("tokens.npy", npy(npy_literal("<U1", "(4,)"),
                                                          std::string("a\0\0\0b\0\0\0c\0\0\0d\0\0\0", 16)))})},
      {"safetensors", safetensors_with_tokens(R"("[\"a\", \"b\"]")")},
      {"png", png(3, 3, 8, 0, pixels)},
      {"png", png(1, 1, 8, 3, std::string(2, '\0'), png_chunk("PLTE", "abc"))},
      {"jpeg", small_jpeg()},
      {"csv", "q0,k0,v0,word\n1,2,3,a\n4,5,6,\"b\"\n"},
      {"csv", "1;2,5\r\n3;4\r\n"},
      {"lesson", model_lesson()},
      {"lesson", "dist(lara.mean[0], 2.83, 0.83) < 0.5 or not visited(selection.query == 13) and lara.draw == iid"},
      {"text", "The cat's hat \xe2\x80\x94 na\xc3\xafve!\n"},
  };
  constexpr std::size_t kLargest = 100000;  // larger files only slow a fuzzer down
  for (const HostileCase& hostile : hostile_cases())
    if (hostile.bytes.size() <= kLargest) seeds.push_back({reader_of(hostile.file), hostile.bytes});
  return seeds;
}

}  // namespace omega::test
