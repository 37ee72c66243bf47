// Odd but valid files, and what each becomes.
#include "io/reader.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <numeric>

#include "io/attention_names.h"
#include "io/builders.h"
#include "io/image_reader.h"
#include "io/loading.h"
#include "io/projection.h"
#include "io/safetensors.h"
#include "io/text_reader.h"
#include "support/folder.h"

using namespace omega;
using namespace omega::test;

TEST_CASE("npz arrays are found by the names people use", "[unit][io]") {
  using Names = std::array<std::string, 3>;
  for (const Names& names :
       {Names{"Q", "K", "V"}, Names{"q", "k", "v"}, Names{"query", "key", "value"}, Names{"queries", "keys", "values"},
        Names{"q_proj", "k_proj", "v_proj"}, Names{"attn.to_q", "attn.to_k", "attn.to_v"},
        Names{"query_states", "key_states", "value_states"}, Names{"layer3_q", "layer3_k", "layer3_v"},
        Names{"Wq", "Wk", "Wv"}}) {
    INFO(names[0]);
    const Loaded loaded = load(
        "a.npz", zipped({ZipMember::stored(names[0] + ".npy", npy_floats({3, 2})),
                         ZipMember::deflated(names[1] + ".npy", npy_floats({4, 2}, 10)),
                         ZipMember::stored(names[2] + ".npy", npy_floats({4, 5}, 20)),
                         ZipMember::stored("eps.npy", npy_floats({7, 2})), ZipMember::stored("readme.txt", "hello")}));
    CHECK(loaded.sequence->q.at(5) == 5);
    CHECK(loaded.sequence->k.at(0) == 10);
    CHECK(loaded.sequence->v.at(19) == 39);
    CHECK(loaded.contents.others.count("eps") == 1);
  }
}

TEST_CASE("members of text are no arrays, but their names are told", "[unit][io]") {
  const std::string words = npy(npy_literal("<U1", "(1,)"), std::string(4, 'a'));
  const Loaded loaded = load(
      "a.npz", zipped({ZipMember::stored("Q.npy", npy_floats({2, 2})), ZipMember::stored("K.npy", npy_floats({2, 2})),
                       ZipMember::stored("V.npy", npy_floats({2, 2})), ZipMember::stored("eps.npy", words)}));
  CHECK(loaded.contents.others.empty());
  CHECK(loaded.contents.texts == std::set<std::string>{"eps"});
}

TEST_CASE("plain Q, K, V win over anything else in a file", "[unit][io]") {
  const Loaded loaded = load(
      "a.npz",
      zipped({ZipMember::stored("Q.npy", npy_floats({2, 2}, 1)), ZipMember::stored("K.npy", npy_floats({2, 2})),
              ZipMember::stored("V.npy", npy_floats({2, 2})), ZipMember::stored("adapt_q_W.npy", npy_floats({2, 2})),
              ZipMember::stored("adapt_k_W.npy", npy_floats({2, 2})),
              ZipMember::stored("adapt_v_W.npy", npy_floats({2, 2}))}));
  CHECK(loaded.sequence->q.at(0) == 1);
}

TEST_CASE("whole numbers become the float type that holds them exactly", "[unit][io]") {
  const std::string small = npy(npy_literal("<i4", "(2, 1)"), little(3, 4) + little(4, 4)),
                    large = npy(npy_literal("<i8", "(2, 1)"), little(1ull << 40, 8) + little(4, 8));
  const Loaded loaded = load("a.npz", qkv_npz(small, small, large));
  CHECK(loaded.sequence->q.type() == Dtype::f32);
  CHECK(loaded.sequence->v.type() == Dtype::f64);
  CHECK(loaded.sequence->v.at(0) == 0x1p40);
}

TEST_CASE("a bare npy is q, k, v stacked, or all three at once", "[unit][io]") {
  const Loaded stacked = load("a.npy", npy_floats({3, 4, 2}));
  CHECK(stacked.sequence->sizes.N == 4);
  CHECK(stacked.sequence->k.at(0) == 8);
  CHECK(stacked.sequence->v.at(0) == 16);
  const Loaded same = load("a.npy", npy_floats({4, 6}), {{"heads", "3"}});
  CHECK(same.sequence->sizes.heads == 3);
  CHECK(same.sequence->v.shape() == Shape{3, 4, 2});
  CHECK(same.sequence->v.at(8) == 2);  // head 1, token 0, its first dimension
  CHECK(load("a.npy", npy_floats({4, 6}), {{"heads", "3"}, {"head", "2"}}).sequence->q.at(1) == 5);
}

TEST_CASE("safetensors of every float type load with the right values", "[unit][io]") {
  const std::string halves = little(0x3c00, 2) + little(0xc000, 2), bfloats = little(0x3f80, 2) + little(0xc000, 2),
                    doubles = little(0x3ff0000000000000, 8) + little(0xc000000000000000, 8);
  const Loaded loaded = load(
      "m.safetensors",
      safetensors(
          R"({"__metadata__":{"format":"pt"},"q":{"dtype":"F16","shape":[2,1],"data_offsets":[0,4]},)"
          R"("k":{"dtype":"BF16","shape":[2,1],"data_offsets":[4,8]},"v":{"dtype":"F64","shape":[2,1],"data_offsets":[8,24]}}   )",
          halves + bfloats + doubles));
  for (const Array* array : {&loaded.sequence->q, &loaded.sequence->k, &loaded.sequence->v}) {
    CHECK(array->at(0) == 1);
    CHECK(array->at(1) == -2);
  }
}

TEST_CASE("layers and heads of a safetensors file can be chosen, and what was done is said", "[unit][io]") {
  std::string table = "{", data;
  for (int layer = 0; layer < 4; ++layer)
    for (const std::string part : {"q", "k", "v"}) {
      table += (table.size() > 1 ? "," : "") + std::string("\"model.layers.") + std::to_string(layer) + ".self_attn." +
               part + R"(":{"dtype":"F32","shape":[)" + (part == "q" ? "4" : "2") + R"(,3,2],"data_offsets":[)" +
               std::to_string(data.size()) + ",";
      data += floats(part == "q" ? 24 : 12, static_cast<float>(100 * layer));
      table += std::to_string(data.size()) + "]}";
    }
  const std::string file = safetensors(table + "}", data);
  const Loaded third = load("m.safetensors", file, {{"layer", "3"}});
  CHECK(third.sequence->q.at(0) == 300);
  CHECK(third.sequence->k.shape() == Shape{4, 3, 2});  // two heads of keys serve four of queries
  CHECK(third.sequence->k.at(6) == 300);
  CHECK(third.sequence->k.at(12) == 306);
  CHECK_THAT(said(third), Catch::Contains("model.layers.3.self_attn.q") && Catch::Contains("serves 2 heads"));
  CHECK_THAT(said(load("m.safetensors", file)), Catch::Contains("layer 0 of 4"));
  CHECK(load("m.safetensors", file, {{"layer", "1"}, {"head", "3"}}).sequence->k.at(0) == 106);
  CHECK(layers_there(third.contents.entries, {}) == std::vector<Index>{0, 1, 2, 3});
  CHECK(layers_there(third.contents.entries, options_of({{"layer", "2"}})) == std::vector<Index>{0, 1, 2, 3});
  CHECK(layers_there(third.contents.entries, options_of({{"q", "a"}})).empty());
  CHECK(layers_there({{"Q", "float32", {3, 2}, 24}, {"K", "float32", {3, 2}, 24}, {"V", "float32", {3, 2}, 24}}, {})
            .empty());
  CHECK(load("m.safetensors", file,
             {{"q", "model.layers.2.self_attn.k"},
              {"k", "model.layers.2.self_attn.k"},
              {"v", "model.layers.1.self_attn.v"}})
            .sequence->v.at(0) == 100);
  CHECK_THROWS_WITH(load("m.safetensors", file, {{"layer", "4"}}), Catch::Contains("there are 4 layers, from 0 to 3"));
  for (const std::string part : {"q", "k", "v"}) {  // of no layer
    table += ",\"" + part + R"(":{"dtype":"F32","shape":[3,2],"data_offsets":[)" + std::to_string(data.size()) + ",";
    data += floats(6, 0);
    table += std::to_string(data.size()) + "]}";
  }
  CHECK_THROWS_WITH(load("m.safetensors", safetensors(table + "}", data), {{"layer", "4"}}),
                    Catch::Contains("there are 4 layers, from 0 to 3"));
}

TEST_CASE("a head is counted over batch and heads, and alone it is what it is among the others", "[unit][io]") {
  const std::string file = qkv_npz(npy_floats({2, 3, 4, 2}), npy_floats({2, 3, 5, 2}, 100), npy_floats({2, 3, 5, 1}));
  const Loaded all = load("b.npz", file), one = load("b.npz", file, {{"head", "4"}});
  CHECK(all.sequence->sizes.heads == 6);
  CHECK(one.sequence->sizes.lead.empty());
  CHECK(one.sequence->q.at(0) == 4 * 8);
  CHECK(one.sequence->k.at(0) == 100 + 4 * 10);
  CHECK(one.sequence->v.at(4) == 4 * 5 + 4);
  CHECK_THROWS_WITH(load("b.npz", file, {{"head", "6"}}), Catch::Contains("--head must be from 0 to 5"));
  // Of each batch two heads of keys serve four of queries.
  const std::string shared = qkv_npz(npy_floats({2, 4, 3, 1}), npy_floats({2, 2, 3, 1}), npy_floats({2, 2, 3, 1}));
  const std::vector<float> keys = load("b.npz", shared).sequence->k.to_vector<float>();
  for (std::size_t h = 0; h < 8; ++h)
    CHECK(load("b.npz", shared, {{"head", std::to_string(h)}}).sequence->k.at(0) == keys[3 * h]);
}

TEST_CASE("heads of keys that serve several of queries do so in every format of named arrays", "[unit][io]") {
  const std::string heads = npy_floats({2, 3, 1}), file = qkv_npz(npy_floats({6, 3, 1}), heads, heads);
  const Loaded shared = load("g.npz", file);
  CHECK(shared.sequence->k.to_vector<float>() ==
        std::vector<float>{0, 1, 2, 0, 1, 2, 0, 1, 2, 3, 4, 5, 3, 4, 5, 3, 4, 5});
  CHECK_THAT(said(shared), Catch::Contains("each of the 2 heads of keys and values serves 3 heads of queries"));
  CHECK(load("g.npz", file, {{"head", "5"}}).sequence->k.at(0) == 3);
}

TEST_CASE("a mask in a file is not read, and that is said", "[unit][io]") {
  const auto with = [](const std::string& name) {
    return safetensors(R"({"q":{"dtype":"F32","shape":[3,2],"data_offsets":[0,24]},)"
                       R"("k":{"dtype":"F32","shape":[3,2],"data_offsets":[24,48]},)"
                       R"("v":{"dtype":"F32","shape":[3,2],"data_offsets":[48,72]},")" +
                           name + R"(":{"dtype":"F32","shape":[3,3],"data_offsets":[72,108]}})",
                       floats(27));
  };
  CHECK_THAT(said(load("m.safetensors", with("attention_mask"))), Catch::Contains("\"attention_mask\" is not read"));
  CHECK_THAT(said(load("m.safetensors", with("mu"))), !Catch::Contains("is not read"));
}

TEST_CASE("options for a model's weights are idle where a file has none", "[unit][io]") {
  CHECK(load("m.safetensors", good_safetensors()).contents.idle ==
        std::vector<std::string>{"max-tokens", "embedding-seed"});
  CHECK(load("m.safetensors", good_safetensors("l.0.q_proj.weight", "l.0.k_proj.weight", "l.0.v_proj.weight"))
            .contents.idle.empty());
}

TEST_CASE("fused queries, keys and values are split", "[unit][io]") {
  const auto one = [](const std::string& shape) {
    return safetensors(R"({"h.0.attn.qkv":{"dtype":"F32","shape":)" + shape + R"(,"data_offsets":[0,96]}})",
                       floats(24));
  };
  const Loaded last = load("m.safetensors", one("[4,6]"));
  CHECK(last.sequence->k.shape() == Shape{4, 2});
  CHECK(last.sequence->k.at(0) == 2);
  CHECK(last.sequence->v.at(7) == 23);
  const Loaded first = load("m.safetensors", one("[3,4,2]"));
  CHECK(first.sequence->k.at(0) == 8);
  CHECK_THAT(said(first), Catch::Contains("first axis"));
  CHECK(load("m.safetensors", one("[4,6]"), {{"heads", "2"}}).sequence->sizes.D == 1);
}

TEST_CASE("projection matrices of a model are applied to random tokens, and that is said", "[unit][io]") {
  const std::string file = safetensors(
      R"({"l.0.q_proj.weight":{"dtype":"F32","shape":[4,2],"data_offsets":[0,32]},"l.0.k_proj.weight":{"dtype":"F32","shape":[2,2],"data_offsets":[32,48]},)"
      R"("l.0.v_proj.weight":{"dtype":"F32","shape":[2,2],"data_offsets":[48,64]},"l.0.k_proj.bias":{"dtype":"F32","shape":[2],"data_offsets":[64,72]}})",
      floats(18));
  const Loaded loaded = load("m.safetensors", file, {{"heads", "2"}, {"max-tokens", "5"}});
  CHECK(loaded.sequence->q.shape() == Shape{2, 5, 2});
  CHECK(loaded.sequence->k.shape() == Shape{2, 5, 2});
  CHECK_THAT(said(loaded), Catch::Contains("random tokens") && Catch::Contains("not a real text"));
  // Q row 0 is [0, 1], row 1 is [2, 3]: with tokens x, q = (x1, 2 x0 + 3 x1); K has weights 8..11 and biases 16, 17.
  const double q0 = loaded.sequence->q.at(0), q1 = loaded.sequence->q.at(1), x1 = q0, x0 = (q1 - 3 * q0) / 2;
  CHECK(loaded.sequence->k.at(0) == Approx(8 * x0 + 9 * x1 + 16).epsilon(0).margin(1e-4));
  const Loaded other = load("m.safetensors", file, {{"heads", "2"}, {"max-tokens", "5"}, {"embedding-seed", "1"}});
  CHECK(other.sequence->q.at(0) != loaded.sequence->q.at(0));
}

TEST_CASE("tables of numbers load however a spreadsheet writes them", "[unit][io]") {
  for (const std::string text :
       {"1,2\n3,4\n", "1,2,\n3,4,\n", "1,2\r\n3,4", "\xef\xbb\xbfx,y\r\n1,2\r\n3,4\r\n", "1\t2\n3\t4\n",
        "1;2\n3;4\n\n\n", "# made by omega\n\"1\",\"2\"\n\n3 , 4\n", "1 2\n3 4 \n", "  1.000e+00  2.0\n 3 4\n",
        "x;y\n1,0;+2,0\n3,0;4,0\n", "name,x,y\none,1,2\n\"a, \"\"b\"\"\nc\",3,4\n",
        "token\tx\ty\none\t1\t2\ntwo\t3\t4\n"}) {
    INFO(text);
    const Loaded loaded = load("a.csv", text);
    CHECK(loaded.sequence->q.shape() == Shape{2, 2});
    for (std::size_t i = 0; i < 4; ++i) CHECK(loaded.sequence->v.at(i) == static_cast<double>(i + 1));
    CHECK(loaded.sequence->labels.size() == (text.find("one") == std::string::npos ? 0u : 2u));
  }
}

TEST_CASE("columns named q, k and v are told apart", "[unit][io]") {
  const Loaded loaded = load("a.csv", "k0,q1,q0,v,note,k1\n5,2,1,9,x,6\n50,20,10,90,y,60\n");
  CHECK(loaded.sequence->q.to_vector<double>() == std::vector<double>{1, 2, 10, 20});
  CHECK(loaded.sequence->k.to_vector<double>() == std::vector<double>{5, 6, 50, 60});
  CHECK(loaded.sequence->v.to_vector<double>() == std::vector<double>{9, 90});
  CHECK(loaded.sequence->labels == std::vector<std::string>{"x", "y"});
  CHECK(load("a.tsv", "1\n").sequence->sizes.N == 1);
}

TEST_CASE("text becomes words or bytes, with the tokens as labels", "[unit][io]") {
  const Loaded words = load("a.txt", "\xef\xbb\xbfThe cat, the cat's hat \xe2\x80\x94 na\xc3\xafve!\n");
  CHECK(words.sequence->labels ==
        std::vector<std::string>{"The", "cat", ",", "the", "cat's", "hat", "\xe2\x80\x94", "na\xc3\xafve", "!"});
  CHECK(words.sequence->sizes.heads == 4);
  CHECK(words.sequence->sizes.D == 32);
  const Loaded bytes = load("a.txt", "a\n\xff", {{"tokens", "bytes"}, {"heads", "1"}, {"dim", "8"}});
  CHECK(bytes.sequence->labels == std::vector<std::string>{"a", "\\x0a", "\\xff"});
  CHECK(bytes.sequence->q.shape() == Shape{1, 3, 8});
  CHECK(load("README", "just words").sequence->sizes.N == 2);
  CHECK(load("a.txt", "one two three", {{"max-tokens", "2"}}).sequence->sizes.N == 2);
  CHECK(words_of("\xe4\xbd\xa0\xe5\xa5\xbd", 9).size() == 2);
}

TEST_CASE("the same seed gives the same embeddings, and growing a text appends", "[unit][io]") {
  const Loaded a = load("a.txt", "one two"), b = load("b.txt", "one two three"),
               c = load("a.txt", "one two", {{"embedding-seed", "1"}});
  const Index head = 3 * 32;
  for (std::size_t h = 0; h < 4; ++h)
    for (std::size_t i = 0; i < 64; ++i)
      CHECK(a.sequence->q.at(h * 64 + i) == b.sequence->q.at(h * static_cast<std::size_t>(head) + i));
  CHECK(a.sequence->q.at(0) != c.sequence->q.at(0));
}

TEST_CASE("queries, keys and values that are made have variance 1, and keys share 0.8 of queries", "[unit][io]") {
  constexpr Index kTokens = 2, kWidth = 64, kHeads = 8, kDim = 512;
  Matrix<float> tokens(kTokens, kWidth);
  for (Index i = 0; i < kTokens * kWidth; ++i) tokens.data()[i] = 300 + 20 * static_cast<float>(i * i % 17);
  Contents made;
  const std::string text = "the tokens' own file";
  const InputFile file = InputFile::in_memory("a.txt", std::as_bytes(std::span(text)));
  project_tokens(file, std::move(tokens), kHeads, kDim, 0, made);
  REQUIRE(made.q.shape() == Shape{kHeads, kTokens, kDim});
  const auto mean_product = [](const Array& a, const Array& b) {
    const std::vector<float> left = a.to_vector<float>(), right = b.to_vector<float>();
    return std::inner_product(left.begin(), left.end(), right.begin(), 0.0) / static_cast<double>(left.size());
  };
  // Of 4096 numbers twice: a standard error is about 0.02.
  for (const Array* each : {&made.q, &made.k, &made.v})
    CHECK(mean_product(*each, *each) == Approx(1).epsilon(0).margin(0.07));
  CHECK(mean_product(made.q, made.k) == Approx(0.8).epsilon(0).margin(0.07));
  CHECK(mean_product(made.q, made.v) == Approx(0).margin(0.07));
}

TEST_CASE("positions are added as sines and cosines of wavelengths from 2π to 2π·10⁴", "[unit][io]") {
  std::vector<float> row(8, 1);
  add_position(row.data(), 8, 5, 0.5f);
  const double frequencies[] = {1, 0.1, 0.01, 0.001};  // 10000^(−i/4)
  for (std::size_t i = 0; i < 4; ++i) {
    CHECK(row[2 * i] == Approx(1 + 0.5 * std::sin(5 * frequencies[i])));
    CHECK(row[2 * i + 1] == Approx(1 + 0.5 * std::cos(5 * frequencies[i])));
  }
}

TEST_CASE("png images of every kind become the same pixels", "[unit][io]") {
  const auto first_pixel = [](const std::string& bytes) {
    const Picture picture = read_png(InputFile::in_memory("a.png", std::as_bytes(std::span(bytes))));
    return std::vector<int>(picture.rgb.begin(), picture.rgb.begin() + 3);
  };
  using Pixel = std::vector<int>;
  const std::string zero(1, '\0');
  CHECK(first_pixel(png(1, 1, 8, 2, zero + "\x0a\x14\x1e")) == Pixel{10, 20, 30});
  CHECK(first_pixel(png(1, 1, 8, 0, zero + "\x0a")) == Pixel{10, 10, 10});
  CHECK(first_pixel(png(1, 1, 1, 0, zero + "\x80")) == Pixel{255, 255, 255});
  CHECK(first_pixel(png(1, 1, 16, 2, zero + "\x0a\x0a\x14\x14\x1e\x1e")) == Pixel{10, 20, 30});
  CHECK(first_pixel(png(1, 1, 8, 3, zero + "\1", png_chunk("PLTE", std::string(3, '\0') + "\x0a\x14\x1e"))) ==
        Pixel{10, 20, 30});
  CHECK(first_pixel(png(1, 1, 8, 6, zero + "\x0a\x14\x1e\xff")) == Pixel{10, 20, 30});
  CHECK(first_pixel(png(1, 1, 8, 6, zero + std::string("\x0a\x14\x1e\0", 4))) == Pixel{255, 255, 255});
  CHECK(first_pixel(png(1, 1, 8, 2, zero + "\x0a\x14\x1e", "", 1)) == Pixel{10, 20, 30});
  CHECK(first_pixel(png(3, 5, 8, 2, std::string(55, '\0'), "", 1)) == Pixel{0, 0, 0});
}

TEST_CASE("an image is cut into patches with a grid and thumbnails", "[unit][io]") {
  std::string scanlines;
  for (int y = 0; y < 5; ++y) scanlines += '\0' + std::string(3 * 7, static_cast<char>(40 * y));
  const Loaded loaded = load("a.png", png(7, 5, 8, 2, scanlines), {{"patch", "2"}, {"heads", "2"}, {"dim", "4"}});
  CHECK(loaded.sequence->grid == Grid{2, 3});
  CHECK(loaded.sequence->q.shape() == Shape{2, 6, 4});
  CHECK(loaded.contents.thumbnails->width == 6);
  CHECK(loaded.contents.thumbnails->rgb[0] == 0);
  CHECK(loaded.contents.thumbnails->rgb[6 * 3] == 40);
  CHECK_THAT(said(loaded), Catch::Contains("2x3 patches of 2x2") && Catch::Contains("1 column of pixels"));
  CHECK(load("a.png", png(7, 5, 8, 2, scanlines)).sequence->grid == Grid{5, 7});
}

TEST_CASE("a file is told by its bytes before its name", "[unit][io]") {
  CHECK(load("picture.txt", png(1, 1, 8, 0, std::string(2, '\0'))).format == "png");
  CHECK(load("data", good_safetensors()).format == "safetensors");
  CHECK(load("notes.log", "plain words").format == "text");
}

TEST_CASE("values that are not finite are accepted only when asked for", "[unit][io]") {
  const std::string bad = npy(npy_literal("<f4", "(2, 2)"),
                              little(0x3f800000, 4) + little(0x7fc00000, 4) + little(0x7f800000, 4) + little(0, 4)),
                    good = npy_floats({2, 2});
  CHECK_THROWS_WITH(load("a.npz", qkv_npz(good, bad, good)),
                    Catch::Contains("2 of 4 values of K") && Catch::Contains("[0, 1]") && Catch::Contains("a.npz"));
  CHECK(load("a.npz", qkv_npz(good, bad, good), {{"allow-nonfinite", "true"}}).sequence->sizes.N == 2);
  const Loaded zeroed = load("a.npz", qkv_npz(good, bad, good), {{"zero-nonfinite", "true"}});
  CHECK(find_nonfinite(zeroed.sequence->k).count == 0);
  CHECK_THAT(said(zeroed), Catch::Contains("read as 0"));
}

TEST_CASE("where names do not tell, a guess is made from shapes", "[unit][io]") {
  const auto names = [](std::vector<Entry> entries) {
    const AttentionNames guess = guess_names(entries);
    return std::array{guess.q, guess.k, guess.v};
  };
  using Names = std::array<std::string, 3>;
  const Entry note{"note", "text", {1}, 1}, step{"step", "float32", {1}, 4};
  CHECK(names({step, {"a", "float32", {8, 4}, 0}, {"b", "float32", {6, 4}, 0}, {"c", "float32", {6, 5}, 0}}) ==
        Names{"a", "b", "c"});
  CHECK(names({{"w", "float32", {9, 9}, 0},
               {"a", "float32", {8, 4}, 0},
               {"b", "float32", {6, 4}, 0},
               {"c", "float32", {6, 5}, 0}}) == Names{"a", "b", "c"});
  CHECK(names({note, {"all", "float32", {3, 8, 4}, 0}}) == Names{"all", "all", "all"});
  CHECK(names({{"my_keys", "float32", {8, 4}, 0},
               {"my_queries", "float32", {8, 4}, 0},
               {"my_values", "float32", {8, 4}, 0}}) == Names{"my_queries", "my_keys", "my_values"});
  CHECK(names({note, step}) == Names{"", "", ""});
}
