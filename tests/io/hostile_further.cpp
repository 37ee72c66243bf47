// Cases that came from trying to break what the first ones had left: slow by their number, misread in silence.
#include "io/builders.h"
#include "io/hostile_cases.h"

namespace omega::test {

namespace {

/// `count` tensors of one number each, none of them queries, keys or values.
std::string many_tensors(int count) {
  std::string table = "{";
  for (int i = 0; i < count; ++i)
    table += std::string(i > 0 ? "," : "") + "\"layers." + std::to_string(i / 9) + ".x" + std::to_string(i % 9) +
             R"(":{"dtype":"F32","shape":[1],"data_offsets":[)" + std::to_string(4 * i) + "," +
             std::to_string(4 * i + 4) + "]}";
  return safetensors(table + "}", std::string(static_cast<std::size_t>(4 * count), '\0'));
}

std::string many_members(int count) {
  std::vector<ZipMember> members;
  const std::string one = npy_floats({1, 1});
  for (int i = 0; i < count; ++i) members.push_back(ZipMember::stored("a" + std::to_string(i) + ".npy", one));
  return zipped(members);
}

std::string fused_weight(const std::string& name, int rows, int inputs, const std::string& more = "") {
  const int bytes = 4 * rows * inputs;
  return safetensors("{\"" + name + R"(":{"dtype":"F32","shape":[)" + std::to_string(rows) + "," +
                         std::to_string(inputs) + R"(],"data_offsets":[0,)" + std::to_string(bytes) + "]}" + more + "}",
                     floats(static_cast<std::size_t>(rows * inputs)));
}

}  // namespace

std::vector<HostileCase> hostile_sharing() {
  const std::string file = "a.safetensors", fused = fused_weight("h.0.attn.qkv.weight", 24, 16);
  const std::string last =
      safetensors(R"({"h.0.qkv":{"dtype":"F32","shape":[2,8],"data_offsets":[0,64]}})", floats(16));
  return {
      {"rows that may be thirds or grouped", file, fused, "--kv-heads"},
      {"heads that do not share out the rows",
       file,
       fused,
       "10 heads of queries",
       {{"heads", "10"}, {"kv-heads", "5"}}},
      {"rows that are neither", file, fused_weight("h.0.attn.qkv.weight", 23, 16), "--heads and --kv-heads"},
      {"more heads of keys than of queries", file, fused, "multiple", {{"heads", "2"}, {"kv-heads", "4"}}},
      {"heads of keys only", file, fused, "without --heads", {{"kv-heads", "2"}}},
      {"an array that is not three equal ones", file, last, "--kv-heads"},
      {"an array that its heads do not share out",
       file,
       last,
       "3 heads of queries",
       {{"heads", "3"}, {"kv-heads", "1"}}},
      {"one array for all, of weights", file, fused, "--alike", {{"alike", "true"}, {"heads", "4"}, {"kv-heads", "1"}}},
      {"one array for all, of three", file, good_safetensors(), "--alike", {{"alike", "true"}}},
      {"a table that does not start with its brace", file, safetensors("  {}", ""), "JSON"},
      {"metadata that are no texts", file, safetensors(R"({"__metadata__":{"a":1}})", ""), "__metadata__"},
      {"more tokens than memory",
       file,
       fused_weight("h.0.attn.qkv.weight", 48, 16),
       "--max-tokens",
       {{"max-tokens", "16000000"}}},
  };
}

std::vector<HostileCase> hostile_by_number() {
  return {
      {"20000 tensors", "a.safetensors", many_tensors(20000), "and 19994 more"},
      {"20000 members", "a.npz", many_members(20000), "and 19994 more"},
  };
}

std::vector<HostileCase> hostile_names() {
  using Z = ZipMember;
  const std::string q = npy_floats({4, 2});
  const auto named = [&](const std::vector<std::string>& names) {
    std::vector<Z> members;
    for (const std::string& name : names) members.push_back(Z::stored(name, q));
    return zipped(members);
  };
  const auto header = [](const std::string& literal) { return npy(literal, std::string(8, '\0')); };
  return {
      {"names that differ in case only", "a.npz", named({"Query.npy", "query.npy", "key.npy", "value.npy"}),
       "both \"Query\" and \"query\""},
      {"a member with and without .npy", "a.npz", named({"Q", "Q.npy", "K.npy", "V.npy"}), "more than once"},
      {"no values", "a.npz", named({"Q.npy", "K.npy"}), "no values (V)"},
      {"a spreadsheet", "a.xlsx",
       zipped({Z::stored("[Content_Types].xml", "<x/>"), Z::stored("xl/workbook.xml", "<w/>")}), "CSV"},
      {"NaN both allowed and not",
       "a.npz",
       qkv_npz(q, q, q),
       "both given",
       {{"allow-nonfinite", "true"}, {"zero-nonfinite", "true"}}},
      {"a layer beside a name of keys", "a.npz", qkv_npz(q, q, q), "--layer and --k", {{"layer", "0"}, {"k", "K"}}},
      {"a header without a shape", "a.npy", header("{'descr': '<f4', 'fortran_order': False}"), "has no shape"},
      {"a header without a type", "a.npy", header("{'fortran_order': False, 'shape': (2,)}"), "has no descr"},
      {"a header with a key too many", "a.npy",
       header("{'descr': '<f4', 'fortran_order': False, 'shape': (2,), 'x': 1}"), "a key \"x\""},
      {"a header with a number for a shape", "a.npy", header(npy_literal("<f4", "2")), "tuple of whole numbers"},
      {"a header with a length of 02", "a.npy", header(npy_literal("<f4", "(02, 1)")), "starts with 0"},
      {"a header with another order", "a.npy", header("{'descr': '<f4', 'fortran_order': Maybe, 'shape': (2,)}"),
       "True nor False"},
      {"one byte for a scalar", "a.npy", npy(npy_literal("<f4", "()"), "x"),
       "one float32, 4 bytes, but there is 1 byte"},
  };
}

std::vector<HostileCase> hostile_tables() {
  return {
      {"a slip in the first row", "a.csv", "1.0,2.0x\n3,4\n5,6\n", "\"2.0x\" in line 1, column 2"},
      {"an empty cell in the first row", "a.csv", "1,\n3,4\n", "empty cell in line 1, column 2"},
      {"a slip in the first row of data", "a.csv", "x,y\n1.0x,2\n3,4\n5,6\n", "\"1.0x\" in line 2, column 1"},
      {"two headers", "a.csv", "a,b\nc,d\n1,2\n", "\"d\" in line 2"},
      {"thousands in quotes", "a.csv", "\"1,000\",2\n\"3,000\",4\n", "\"1,000\" in line 1, column 1"},
      {"thousands or decimals", "a.csv", "1,000;2\n3,500;4\n", "between thousands"},
      {"percents", "a.csv", "1%,2\n3%,4\n", "\"1%\" in line 1"},
      {"a gap in the columns", "a.csv", "q0,q2,k0,k1,v0\n1,2,3,4,5\n", "no q1"},
      {"columns of q only", "a.csv", "q0,q1,x\n1,2,3\n", "none of k and v"},
      {"one cell too few", "a.csv", "1,2\n3\n", "1 cell in line 2"},
  };
}

std::vector<HostileCase> hostile_pictures() {
  const std::string zero(1, '\0'), good = png(2, 2, 8, 0, std::string(6, '\0'));
  return {
      {"more data than its picture", "a.png", png(2, 2, 8, 0, std::string(600, '\0')), "more image data"},
      {"one byte more than its picture", "a.png", png(3, 5, 8, 2, std::string(56, '\0'), "", 1), "more image data"},
      {"no width", "a.png", png(0, 4, 8, 0, zero), "0x4 pixels"},
      {"2^31 pixels", "a.png", png(0x80000000u, 1, 8, 0, zero), "below 2^31"},
      {"a depth of 3", "a.png", png(1, 1, 3, 0, zero + zero), "3 bits a channel"},
      {"text in place of pixels", "a.png", "hello, world", "holds text"},
      {"more heads than memory", "a.png", good, "65536 heads", {{"heads", "65536"}, {"dim", "1"}}},
      {"larger heads than memory", "a.txt", "one two", "GiB", {{"heads", "4096"}, {"dim", "4096"}}},
  };
}

}  // namespace omega::test
