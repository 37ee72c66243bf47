// Names of tokens: where files say them, and what becomes of those that are no good. The numbers are always read.
#include <catch2/catch.hpp>

#include "io/builders.h"
#include "io/loading.h"
#include "io/tokens.h"
#include "support/folder.h"

using namespace omega;
using namespace omega::test;

namespace {

using Words = std::vector<std::string>;

Loaded tensors(const std::string& tokens) { return load("m.safetensors", safetensors_with_tokens(tokens)); }

std::string archive_with(const std::string& tokens) {
  const std::string matrix = npy_floats({2, 2});
  return zipped({ZipMember::stored("Q.npy", matrix), ZipMember::stored("K.npy", matrix),
                 ZipMember::stored("V.npy", matrix), ZipMember::stored("tokens.npy", tokens)});
}

Loaded archive(const std::string& tokens) { return load("a.npz", archive_with(tokens)); }

/// NumPy's array of texts of `letters` letters, UTF-32 of the given byte order.
std::string npy_texts(const std::vector<std::u32string>& texts, std::size_t letters, bool big_endian = false) {
  std::string data;
  for (std::u32string text : texts) {
    text.resize(letters);
    for (const char32_t code : text) data += big_endian ? big(code, 4) : little(code, 4);
  }
  return npy(
      npy_literal((big_endian ? ">U" : "<U") + std::to_string(letters), "(" + std::to_string(texts.size()) + ",)"),
      data);
}

}  // namespace

TEST_CASE("tokens are named by metadata, by an array of text, and by the lines of a file beside", "[unit][io]") {
  CHECK(tensors(R"("[\"a\", \"注意\"]")").sequence->labels == Words{"a", "注意"});
  CHECK(archive(npy_texts({U"a", U"注意"}, 2)).sequence->labels == Words{"a", "注意"});
  CHECK(archive(npy_texts({U"ab", U"😀"}, 2, true)).sequence->labels == Words{"ab", "😀"});
  CHECK(archive(npy(npy_literal("|S3", "(2,)"), std::string("ab\0cde", 6))).sequence->labels == Words{"ab", "cde"});
  const Folder folder;
  folder.write("m.safetensors", safetensors_with_tokens(R"("[]")"));
  folder.write("m.tokens.txt", "the\r\nsea\n");
  const Loaded beside = load_sequence(folder / "m.safetensors");
  CHECK(beside.sequence->labels == Words{"the", "sea"});
  CHECK(outline_sequence(InputFile::open(folder / "m.safetensors")).labels == Words{"the", "sea"});
  CHECK_THAT(said(beside), !Catch::Contains("token"));
}

TEST_CASE("a file's own names of tokens are not overruled by a file beside it", "[unit][io]") {
  const Folder folder;
  folder.write("a.npz", archive_with(npy_texts({U"x", U"y"}, 1)));
  folder.write("a.tokens.txt", "the\nsea\n");
  CHECK(load_sequence(folder / "a.npz").sequence->labels == Words{"x", "y"});
}

TEST_CASE("a file whose model is causal says so, and nothing else changes", "[unit][io]") {
  const Loaded loaded = tensors(R"("[\"a\", \"b\"]","causal":"0, 1")");
  CHECK_THAT(said(loaded), Catch::Contains("no token sees later ones (layers 0, 1)") && Catch::Contains("causal=true"));
  CHECK_THAT(said(tensors(R"("[\"a\", \"b\"]")")), !Catch::Contains("causal"));
}

TEST_CASE("a file of a model's projections alone says what is not in them", "[unit][io]") {
  const Loaded loaded = tensors(R"("[\"a\", \"b\"]","captured":"projections")");
  CHECK_THAT(said(loaded), Catch::Contains("outputs of the model's projections, without the rotary positions"));
  CHECK_THAT(said(tensors(R"("[\"a\", \"b\"]")")), !Catch::Contains("projections"));
}

TEST_CASE("names of tokens that are no good are a sentence, and the numbers are read", "[unit][io]") {
  const auto left_out = [](const Loaded& loaded, const char* why) {
    CHECK(loaded.sequence->labels.empty());
    CHECK(loaded.sequence->sizes.N == 2);
    CHECK_THAT(said(loaded), Catch::Contains(why));
  };
  left_out(tensors(R"("[\"a\"]")"), "1 name of tokens for 2 queries and 2 keys");
  left_out(tensors(R"("{\"a\": 1}")"), "no JSON list");
  left_out(tensors(R"("[1, 2]")"), "no JSON list");
  left_out(tensors(R"("[\"a\"")"), "no JSON list");
  left_out(archive(npy_texts({U"a", U"b", U"c"}, 1)), "3 names of tokens");
  left_out(archive(npy(npy_literal("<U0", "(2,)"), "")), "the tokens have no names");
  const Folder folder;
  folder.write("m.safetensors", good_safetensors());
  std::filesystem::create_directory(folder / "m.tokens.txt");
  CHECK_THAT(said(load_sequence(folder / "m.safetensors")), Catch::Contains("the tokens have no names"));
}

TEST_CASE("one query is not called queries", "[unit][io]") {
  Words said;
  CHECK(settled_labels({"a", "b"}, 1, 2, said).empty());
  CHECK(said == Words{"2 names of tokens for 1 query and 2 keys: they are left out"});
}

TEST_CASE("names of tokens fit any screen", "[unit][io]") {
  const Words labels = tensors(R"("[\"\\u0007\\u202e\", \")" + std::string(1000, 'x') + R"(\"]")").sequence->labels;
  REQUIRE(labels.size() == 2);
  CHECK(labels[0] == "\\x07\\xe2\\x80\\xae");
  CHECK(labels[1].size() < 200);
  // Surrogates and what lies beyond Unicode are no letters.
  CHECK(archive(npy_texts({std::u32string(1, char32_t{0xD800}), std::u32string(1, char32_t{0x110000})}, 1))
            .sequence->labels == Words{"\xEF\xBF\xBD", "\xEF\xBF\xBD"});
  CHECK(archive(npy(npy_literal("|S2", "(2,)"),
                    "\xff\xfe"
                    "ab"))
            .sequence->labels == Words{"\\xff\\xfe", "ab"});
}
