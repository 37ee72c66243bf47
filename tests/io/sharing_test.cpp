// Queries that share heads of keys and values, arrays that stand for all three, and what of a file is said.
#include <array>
#include <catch2/catch.hpp>

#include "io/builders.h"
#include "io/loading.h"

using namespace omega;
using namespace omega::test;

namespace {

struct Part {
  std::string name;
  int rows, columns;
  float start;
};

std::string tensors(const std::vector<Part>& parts) {
  std::string table = "{", data;
  for (const Part& part : parts) {
    table += (table.size() > 1 ? ",\"" : "\"") + part.name + R"(":{"dtype":"F32","shape":[)" +
             std::to_string(part.rows) + "," + std::to_string(part.columns) + R"(],"data_offsets":[)" +
             std::to_string(data.size()) + ",";
    data += floats(static_cast<std::size_t>(part.rows * part.columns), part.start);
    table += std::to_string(data.size()) + "]}";
  }
  return safetensors(table + "}", data);
}

/// Rows [first, first + count) of a matrix that counts up from 0.
Part rows_of(const std::string& name, int first, int count, int columns) {
  return {name, count, columns, static_cast<float>(first * columns)};
}

bool same(const Loaded& a, const Loaded& b) {
  const auto equal = [](const Array& x, const Array& y) {
    return x.shape() == y.shape() && x.to_vector<float>() == y.to_vector<float>();
  };
  return equal(a.sequence->q, b.sequence->q) && equal(a.sequence->k, b.sequence->k) &&
         equal(a.sequence->v, b.sequence->v);
}

}  // namespace

TEST_CASE("a fused projection whose queries share keys is what its parts are", "[unit][io]") {
  const std::string name = "l.0.self_attn.qkv_proj.weight";
  const Loaded apart = load("m.safetensors",
                            tensors({rows_of("l.0.q_proj.weight", 0, 16, 16), rows_of("l.0.k_proj.weight", 16, 4, 16),
                                     rows_of("l.0.v_proj.weight", 20, 4, 16)}),
                            {{"heads", "4"}});
  const std::string beside = tensors({rows_of(name, 0, 24, 16), {"l.0.self_attn.o_proj.weight", 16, 16, 0}}),
                    alone = tensors({rows_of(name, 0, 24, 16)});
  CHECK(same(load("m.safetensors", beside, {{"heads", "4"}}), apart));
  CHECK(same(load("m.safetensors", beside), apart));
  CHECK(same(load("m.safetensors", alone, {{"heads", "4"}, {"kv-heads", "1"}}), apart));
  CHECK_THAT(said(load("m.safetensors", beside)),
             Catch::Contains("16 make queries and 4 each keys and values") && Catch::Contains("o_proj"));
  // 20 rows are no thirds: the input tells how many are queries.
  CHECK(load("m.safetensors", tensors({rows_of(name, 0, 20, 16)}), {{"heads", "8"}}).sequence->k.shape() ==
        Shape{8, 256, 2});
}

TEST_CASE("a projection by groups of queries is taken apart group by group", "[unit][io]") {
  // Two groups of two heads of queries, one of keys and one of values, each of two rows.
  const std::string fused = tensors({rows_of("h.0.query_key_value.weight", 0, 16, 8)});
  const Loaded grouped = load("m.safetensors", fused, {{"heads", "4"}, {"kv-heads", "2"}});
  struct Rows {
    std::string name;
    int count;
    std::array<int, 2> from;  // one for each group
  };
  std::string table = "{", data;
  for (const Rows& part : {Rows{"q_proj", 4, {0, 8}}, Rows{"k_proj", 2, {4, 12}}, Rows{"v_proj", 2, {6, 14}}}) {
    table += std::string(table.size() > 1 ? ",\"" : "\"") + part.name + R"(.weight":{"dtype":"F32","shape":[)" +
             std::to_string(2 * part.count) + R"(,8],"data_offsets":[)" + std::to_string(data.size()) + ",";
    for (const int first : part.from)
      data += floats(static_cast<std::size_t>(part.count * 8), static_cast<float>(first * 8));
    table += std::to_string(data.size()) + "]}";
  }
  CHECK(same(load("m.safetensors", safetensors(table + "}", data), {{"heads", "4"}}), grouped));
}

TEST_CASE("heads side by side can be fewer of keys than of queries", "[unit][io]") {
  const std::string fused = npy_floats({3, 8}), q = npy_floats({3, 4}), k = npy_floats({3, 2}, 4),
                    v = npy_floats({3, 2}, 6);
  const Loaded one = load("a.npz", zipped({ZipMember::stored("qkv.npy", fused)}), {{"heads", "2"}, {"kv-heads", "1"}});
  CHECK(one.sequence->q.to_vector<float>() == std::vector<float>{0, 1, 8, 9, 16, 17, 2, 3, 10, 11, 18, 19});
  CHECK(one.sequence->k.to_vector<float>() == std::vector<float>{4, 5, 12, 13, 20, 21, 4, 5, 12, 13, 20, 21});
  CHECK(one.sequence->v.at(0) == 6);
  CHECK_THAT(said(one),
             Catch::Contains("4, 2 and 2 dimensions") && Catch::Contains("the one head of keys and values serves 2"));
  const Loaded three = load("a.npz", qkv_npz(q, k, v), {{"heads", "2"}, {"kv-heads", "1"}});
  CHECK(three.sequence->k.to_vector<float>() == std::vector<float>{4, 5, 6, 7, 8, 9, 4, 5, 6, 7, 8, 9});
}

TEST_CASE("an array of three heads can be read as such", "[unit][io]") {
  const Loaded thirds = load("y.npy", npy_floats({3, 4, 2})),
               heads = load("y.npy", npy_floats({3, 4, 2}), {{"alike", "true"}});
  CHECK(thirds.sequence->sizes.heads == 1);
  CHECK_THAT(said(thirds), Catch::Contains("--alike"));
  CHECK(heads.sequence->v.shape() == Shape{3, 4, 2});
  CHECK_THAT(said(heads), Catch::Contains("all the same array"));
  CHECK(load("y.npz", zipped({ZipMember::stored("y.npy", npy_floats({3, 4, 2}))}), {{"alike", "true"}})
            .sequence->sizes.heads == 3);
  const std::string two =
      zipped({ZipMember::stored("a.npy", npy_floats({3, 4, 2})), ZipMember::stored("b.npy", npy_floats({1, 1}))});
  CHECK(load("y.npz", two, {{"alike", "true"}, {"qkv", "a"}}).sequence->sizes.heads == 3);
}

TEST_CASE("Q is read where q is there too, and that is said", "[unit][io]") {
  const std::string low = npy_floats({2, 2}), high = npy_floats({2, 2}, 50);
  for (const bool first : {true, false}) {
    std::vector<ZipMember> members{ZipMember::stored(first ? "Q.npy" : "q.npy", first ? high : low),
                                   ZipMember::stored(first ? "q.npy" : "Q.npy", first ? low : high),
                                   ZipMember::stored("K.npy", low), ZipMember::stored("V.npy", low)};
    const Loaded loaded = load("a.npz", zipped(members));
    CHECK(loaded.sequence->q.at(0) == 50);
    CHECK_THAT(said(loaded), Catch::Contains("\"q\" was left aside"));
  }
}

TEST_CASE("what of a table is no number is said", "[unit][io]") {
  CHECK_THAT(
      said(load("a.csv", "tok,x,y\none,1,2\ntwo,3,4\n")),
      Catch::Contains("line 1 was taken as the header") && Catch::Contains("column 1 (\"tok\") was taken as labels"));
  CHECK_THAT(said(load("a.csv", "one,1,2\ntwo,3,4\n")),
             Catch::Contains("column 1 was taken as labels") && !Catch::Contains("header"));
  for (const std::string text : {",x,y\n0,1,2\n1,3,4\n", ",0,1\n0,1,2\n1,3,4\n"}) {  // as pandas writes them
    const Loaded pandas = load("a.csv", text);
    CHECK(pandas.sequence->q.to_vector<double>() == std::vector<double>{1, 2, 3, 4});
    CHECK_THAT(said(pandas), Catch::Contains("counts the rows"));
  }
  CHECK(load("a.csv", "q1,q2,k1,k2,v1\n1,2,3,4,5\n").sequence->sizes.D == 2);
  CHECK(load("a.tsv", "1,500\t0,25\n3,125\t4\n").sequence->q.at(0) == 1.5);
}

TEST_CASE("an outline takes arrays apart as reading does, whatever is asked for", "[unit][io]") {
  struct Asked {
    std::string name, bytes;
    std::vector<std::vector<std::pair<std::string, std::string>>> options;
  };
  const std::string fused = "l.0.self_attn.qkv_proj.weight";
  const std::vector<Asked> all = {
      {"a.npy",
       npy_floats({3, 4, 6}),
       {{},
        {{"heads", "2"}},
        {{"heads", "2"}, {"head", "1"}},
        {{"alike", "true"}},
        {{"alike", "true"}, {"head", "2"}},
        {{"heads", "4"}}}},
      {"a.npy",
       npy_floats({5, 12}),
       {{}, {{"heads", "2"}, {"kv-heads", "1"}}, {{"heads", "3"}}, {{"heads", "3"}, {"head", "2"}}, {{"heads", "5"}}}},
      {"a.npz",
       zipped({ZipMember::stored("qkv.npy", npy_floats({2, 5, 24}))}),
       {{},
        {{"heads", "2"}},
        {{"heads", "4"}, {"kv-heads", "2"}},
        {{"heads", "4"}, {"kv-heads", "2"}, {"head", "3"}},
        {{"heads", "7"}}}},
      {"a.npz",
       zipped({ZipMember::stored("q.npy", npy_floats({4, 5, 2})), ZipMember::stored("k.npy", npy_floats({4, 6, 2})),
               ZipMember::stored("v.npy", npy_floats({4, 6, 3}))}),
       {{}, {{"head", "3"}}, {{"head", "4"}}}},
      {"a.safetensors",
       tensors({rows_of(fused, 0, 24, 16), {"l.0.self_attn.o_proj.weight", 16, 16, 0}}),
       {{}, {{"heads", "4"}}, {{"heads", "4"}, {"head", "3"}, {"max-tokens", "7"}}, {{"heads", "3"}}}},
      {"a.safetensors",
       tensors({{"q", 6, 8, 0}, {"k", 6, 4, 1}, {"v", 6, 4, 2}}),
       {{}, {{"heads", "4"}, {"kv-heads", "2"}}, {{"heads", "4"}, {"kv-heads", "2"}, {"head", "3"}}}},
  };
  int good = 0;
  for (const Asked& asked : all)
    for (const auto& options : asked.options) {
      INFO(asked.name << " " << asked.bytes.size() << " "
                      << (options.empty() ? "" : options.front().first + options.front().second));
      const InputFile file = InputFile::in_memory(asked.name, std::as_bytes(std::span(asked.bytes)));
      std::string problem;
      Loaded loaded;
      try {
        loaded = load_sequence(file, options_of(options));
      } catch (const Error& error) {
        problem = error.what();
      }
      if (!problem.empty()) {
        CHECK_THROWS_WITH(outline_sequence(file, options_of(options)), problem);
        continue;
      }
      const Outline outline = outline_sequence(file, options_of(options));
      CHECK(outline.q.shape == loaded.sequence->q.shape());
      CHECK(outline.k.shape == loaded.sequence->k.shape());
      CHECK(outline.v.shape == loaded.sequence->v.shape());
      CHECK(outline.said == loaded.contents.said);
      ++good;
    }
  CHECK(good >= 15);
}

TEST_CASE("an outline says what reading gives", "[unit][io]") {
  const std::string picture = png(7, 5, 8, 0, std::string(40, '\0'));
  for (const auto& [name, bytes] : std::vector<std::pair<std::string, std::string>>{
           {"a.png", picture},
           {"a.txt", "one two three"},
           {"a.csv", "x,y\n1,2\n"},
           {"a.npy", npy_floats({3, 4, 2})},
           {"a.npz", zipped({ZipMember::stored("q.npy", npy_floats({4, 2}))})},
           {"a.safetensors", good_safetensors()}}) {
    INFO(name);
    const InputFile file = InputFile::in_memory(name, std::as_bytes(std::span(bytes)));
    const Outline outline = outline_sequence(file, options_of({}));
    const Loaded loaded = load_sequence(file);
    CHECK(outline.q.shape == loaded.sequence->q.shape());
    CHECK(outline.v.type == loaded.sequence->v.type());
    CHECK(outline.grid == loaded.sequence->grid);
    CHECK(outline.labels == loaded.sequence->labels);
    CHECK(outline.said == loaded.contents.said);
    const std::vector<Entry> listed = reader_for(file).list(file);
    REQUIRE(outline.entries.size() == listed.size());
    for (std::size_t i = 0; i < listed.size(); ++i) CHECK(outline.entries[i].name == listed[i].name);
  }
}
