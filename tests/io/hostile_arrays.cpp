#include "io/builders.h"
#include "io/hostile_cases.h"

namespace omega::test {

namespace {

std::string header(const std::string& literal) { return npy(literal, std::string(8, '\0')); }
std::string shaped(const std::string& shape, const std::string& descr = "<f4") {
  return header(npy_literal(descr, shape));
}

}  // namespace

std::vector<HostileCase> hostile_npy() {
  const std::string good = npy_floats({2, 2});
  const auto literal = [](const std::string& text) { return header(text); };
  return {
      {"only the magic", "a.npy", good.substr(0, 6), "cut short"},
      {"cut in the length", "a.npy", good.substr(0, 9), "cut short"},
      {"cut in the header", "a.npy", good.substr(0, 30), "cut short"},
      {"cut in the data", "a.npy", good.substr(0, good.size() - 1), "cut short"},
      {"bytes after the data", "a.npy", good + "more", "nothing else"},
      {"version 4", "a.npy", npy(npy_literal("<f4", "(2,)"), floats(2), 4), "version 4"},
      {"version 0", "a.npy", npy(npy_literal("<f4", "(2,)"), floats(2), 0), "version 0"},
      {"a header of 4 GiB", "a.npy", std::string("\x93NUMPY\2\0", 8) + little(0xffffffffu, 4) + "{}",
       "header of 4.0 GiB"},
      {"a header past the end", "a.npy", std::string("\x93NUMPY\1\0", 8) + little(60000, 2) + "{}", "cut short"},
      {"an empty header", "a.npy", literal(""), "plain dict"},
      {"Python code", "a.npy", literal("__import__('os').system('touch " + std::string(kOwned) + "')"), "never run"},
      {"Python code as a value", "a.npy", literal("{'descr': '<f4', 'fortran_order': False, 'shape': (exec('1'),)}"),
       "never run"},
      {"an expression as a length", "a.npy", shaped("(2**62,)"), "plain dict"},
      {"a list for a shape", "a.npy", shaped("[2]"), "plain dict"},
      {"a number for a shape", "a.npy", shaped("2"), "plain dict"},
      {"no shape", "a.npy", literal("{'descr': '<f4', 'fortran_order': False}"), "plain dict"},
      {"a key too many", "a.npy", literal("{'descr': '<f4', 'fortran_order': False, 'shape': (2,), 'x': 1}"),
       "plain dict"},
      {"a key twice", "a.npy", literal("{'descr': '<f4', 'shape': (1,), 'fortran_order': False, 'shape': (2,)}"),
       "plain dict"},
      {"text after the dict", "a.npy", literal(npy_literal("<f4", "(2,)") + "; print()"), "plain dict"},
      {"a header without end", "a.npy", literal("{'descr': '<f4"), "plain dict"},
      {"a deep header", "a.npy", literal(std::string(9000, '{')), "plain dict"},
      {"a negative length", "a.npy", shaped("(-2, 1)"), "negative"},
      {"a product past 2^63", "a.npy", shaped("(4294967296, 4294967296, 16)"), "2^63"},
      {"a length past 2^64", "a.npy", shaped("(18446744073709551618,)"), "2^48"},
      {"a petabyte", "a.npy", shaped("(281474976710656, 1)"), "cut short"},
      {"a product of 0 beside huge lengths", "a.npy",
       npy(npy_literal("<f4", "(281474976710656, 281474976710656, 0)"), ""), "2^63"},
      {"33 axes", "a.npy", shaped("(1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,2)"), "32 axes"},
      {"pickled objects", "a.npy", shaped("(1,)", "|O"), "never run"},
      {"complex numbers", "a.npy", shaped("(1,)", "<c8"), "real part"},
      {"records", "a.npy", literal("{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (2,)}"), "fields"},
      {"raw bytes", "a.npy", shaped("(1,)", "|V8"), "plain array"},
      {"dates", "a.npy", shaped("(1,)", "<M8[s]"), "plain numbers"},
      {"a float of 16 bytes", "a.npy", shaped("(1,)", "<f16"), "float32"},
      {"an unknown type", "a.npy", shaped("(1,)", "<z8"), "float32"},
      {"a type of absurd size", "a.npy", shaped("(1,)", "<U99999999999"), "cannot be read"},
      {"text", "a.npy", npy(npy_literal("<U1", "(2,)"), std::string(8, '\0')), "text"},
      {"one axis", "a.npy", npy_floats({4}), "tokens x dim"},
      {"five axes", "a.npy", npy_floats({1, 1, 1, 2, 2}), "tokens x dim"},
      {"a scalar", "a.npy", npy(npy_literal("<f4", "()"), floats(1)), "tokens x dim"},
      {"no tokens", "a.npy", npy(npy_literal("<f4", "(0, 4)"), ""), "holds nothing"},
      {"a value above 2^63", "a.npy", npy(npy_literal("<u8", "(1, 1)"), little(~0ull, 8)), "uint64"},
      {"another format under this name", "a.npy", "hello, world", "numpy.save"},
      {"heads that do not divide", "a.npy", npy_floats({2, 4}), "3 heads", {{"heads", "3"}}},
      {"a head that is not there", "a.npy", npy_floats({2, 2, 4}), "from 0 to 1", {{"head", "2"}}},
      {"an option of another format", "a.npy", good, "--patch", {{"patch", "4"}}},
      {"NaN", "a.npy", npy(npy_literal("<f4", "(1, 2)"), little(0x7fc00000, 4) + little(0, 4)), "[0, 0]"},
  };
}

/// Archives in order whose arrays do not fit together, or not with what was asked.
std::vector<HostileCase> misfitting_npz() {
  const std::string q = npy_floats({4, 2}), one = npy_floats({4, 3}), heads = npy_floats({2, 4, 2}),
                    good = qkv_npz(q, q, q);
  return {
      {"Q and K of other dimensions", "a.npz", qkv_npz(q, one, one), "2 dimensions but keys have 3"},
      {"other numbers of keys and values", "a.npz", qkv_npz(q, q, npy_floats({5, 2})), "4 keys but 5 values"},
      {"one key of several values", "a.npz", qkv_npz(q, npy_floats({1, 2}), npy_floats({5, 2})), "1 key but 5 values"},
      {"heads in Q only", "a.npz", qkv_npz(heads, q, q), "leading axes"},
      {"other numbers of heads", "a.npz", qkv_npz(npy_floats({5, 4, 2}), heads, heads), "leading axes"},
      {"no tokens", "a.npz", qkv_npz(npy(npy_literal("<f4", "(0, 2)"), ""), q, q), "holds nothing"},
      {"no dimensions", "a.npz", qkv_npz(npy(npy_literal("<f4", "(4, 0)"), ""), q, q), "holds nothing"},
      {"infinity", "a.npz", qkv_npz(q, q, npy(npy_literal("<f4", "(4, 1)"), little(0, 12) + little(0x7f800000, 4))),
       "[3, 0]"},
      {"a name that is not there", "a.npz", good, "no array \"W\"", {{"q", "W"}, {"k", "K"}, {"v", "V"}}},
      {"only some names told", "a.npz", good, "all three", {{"q", "Q"}}},
      {"names told twice", "a.npz", good, "either", {{"q", "Q"}, {"qkv", "Q"}}},
      {"a layer where there are none", "a.npz", good, "--layer", {{"layer", "2"}}},
      {"a layer beside names", "a.npz", good, "--layer", {{"layer", "0"}, {"q", "Q"}, {"k", "K"}, {"v", "V"}}},
  };
}

std::vector<HostileCase> hostile_npz() {
  using Z = ZipMember;
  const std::string q = npy_floats({4, 2}), good = qkv_npz(q, q, q);
  const auto with = [&](const Z& member) {
    return zipped({Z::stored("Q.npy", q), Z::stored("K.npy", q), Z::stored("V.npy", q), member});
  };
  const auto changed = [&](auto change) {
    Z member = Z::deflated("V.npy", q);
    change(member);
    return zipped({Z::stored("Q.npy", q), Z::stored("K.npy", q), member});
  };
  const std::string big_header = npy(npy_literal("<f4", "(268435456, 4)"), "");
  std::string overlapping;
  {
    std::vector<Z> members;
    Z first = Z::stored("Q.npy", npy_floats({256, 256}));
    members.push_back(first);
    for (int i = 0; i < 200; ++i) {
      Z again = first;
      again.name = "K" + std::to_string(i) + ".npy";
      again.packed.clear();
      again.own_offset = true;
      members.push_back(again);
    }
    overlapping = zipped(members);
  }
  return {
      {"only a signature", "a.npz", "PK\3\4", "zip archive"},
      {"cut in half", "a.npz", good.substr(0, good.size() / 2), "zip archive"},
      {"without its last byte", "a.npz", good.substr(0, good.size() - 1), "zip archive"},
      {"an empty archive", "a.npz", zipped({}), "no arrays"},
      {"text in place of arrays", "a.npz", zipped({Z::stored("readme.txt", "hello")}), "no arrays"},
      {"only text arrays", "a.npz", zipped({Z::stored("w.npy", npy(npy_literal("<U1", "(1,)"), std::string(4, 'a')))}),
       "no arrays"},
      {"arrays of other names", "a.npz", zipped({Z::stored("a.npy", q), Z::stored("b.npy", q), Z::stored("c.npy", q)}),
       "--q"},
      {"no V", "a.npz", zipped({Z::stored("Q.npy", q), Z::stored("K.npy", q)}), "--q"},
      {"a wrong checksum", "a.npz", changed([](Z& m) { m.crc ^= 1; }), "unpacked"},
      {"an encrypted member", "a.npz", changed([](Z& m) { m.flags = 1; }), "encrypted"},
      {"an unknown method", "a.npz", changed([](Z& m) { m.method = 12; }), "method 12"},
      {"broken deflate", "a.npz", changed([](Z& m) { m.packed[0] = 7; }), "unpacked"},
      {"a size that lies low", "a.npz", changed([](Z& m) { m.size -= 8; }), "V"},
      {"a size that lies high", "a.npz", changed([](Z& m) { m.size += 8; }), "V"},
      {"a size of 4 GiB", "a.npz", changed([](Z& m) { m.size = 0xfffffff0u; }), "unpacked size"},
      {"a packed size past the end", "a.npz", changed([](Z& m) { m.packed_size = 0x7fffffffu; }), "a.npz"},
      {"a stored member with two sizes", "a.npz", changed([](Z& m) {
         m.method = 0;
         m.size += 1;
       }),
       "sizes"},
      {"an offset past the end", "a.npz", changed([](Z& m) {
         m.own_offset = true;
         m.offset = 0x7fffffffu;
       }),
       "a.npz"},
      {"an offset into another member", "a.npz", changed([](Z& m) {
         m.own_offset = true;
         m.offset = 3;
       }),
       "V"},
      {"a deflate bomb", "a.npz", with(Z::zeros("bomb.npy", big_header, 0xffff0000u)), "unpacked size"},
      {"a bomb of many members", "a.npz", zipped(std::vector<Z>(4, Z::zeros("Q.npy", big_header, 200u << 20))),
       "a.npz"},
      {"members that share their bytes", "a.npz", overlapping, "overlap"},
      {"the same name twice", "a.npz", with(Z::stored("Q.npy", q)), "more than once"},
      {"a path upwards", "a.npz", with(Z::stored("../../x.npy", q)), "outside"},
      {"an absolute path", "a.npz", with(Z::stored("/etc/x.npy", q)), "outside"},
      {"a Windows path", "a.npz", with(Z::stored("..\\x.npy", q)), "outside"},
      {"pickled objects", "a.npz",
       with(Z::stored("evil.npy", npy(npy_literal("|O", "(1,)"), "cos\nsystem\n(S'true'\ntR."))), "never run"},
      {"Python code in a header", "a.npz", with(Z::stored("evil.npy", npy("exit()", ""))), "never run"},
      {"an array cut short", "a.npz", with(Z::stored("W0.npy", q.substr(0, q.size() - 4))), "W0"},
      {"a member that is no array", "a.npz", with(Z::stored("W0.npy", "hello, world")), "W0"},
      {"an empty member", "a.npz", with(Z::stored("W0.npy", "")), "W0"},
      {"tensors saved by pickling", "a.pt",
       zipped({Z::stored("archive/data.pkl", "x"), Z::stored("archive/data/0", "x")}), "safetensors"},
  };
}

std::vector<HostileCase> hostile_safetensors() {
  const std::string good = good_safetensors(), data = floats(24);
  const auto table = [&](const std::string& text) { return safetensors(text, data); };
  const auto q = [&](const std::string& entry) {
    return table(
        R"({"q":)" + entry +
        R"(,"k":{"dtype":"F32","shape":[4,2],"data_offsets":[32,64]},"v":{"dtype":"F32","shape":[4,2],"data_offsets":[64,96]}})");
  };
  const std::string file = "a.safetensors";
  std::string two_sets = "{";
  for (int i = 0; i < 6; ++i)
    two_sets += std::string(i > 0 ? "," : "") + "\"1." + (i < 3 ? "self." : "cross.") + "qkv"[i % 3] +
                R"(":{"dtype":"F32","shape":[2,2],"data_offsets":[)" + std::to_string(16 * i) + "," +
                std::to_string(16 * i + 16) + "]}";
  return {
      {"7 bytes", file, good.substr(0, 7), "8 bytes"},
      {"cut in the table", file, good.substr(0, 40), "cut short"},
      {"cut in the data", file, good.substr(0, good.size() - 1), "cut short"},
      {"bytes at the end", file, good + "x", "no tensor"},
      {"a table of 2 GiB", file, little(std::uint64_t{1} << 31, 8) + "{}", "2.0 GiB"},
      {"a table of 2^64 bytes", file, std::string(8, '\xff') + "{}", "cut short"},
      {"an empty table", file, safetensors("{}", ""), "no tensors"},
      {"only metadata", file, safetensors(R"({"__metadata__":{"a":"b"}})", ""), "no tensors"},
      {"a table that is no JSON", file, table("{hello}"), "JSON"},
      {"a table that is no object", file, table("[1, 2]"), "JSON"},
      {"broken UTF-8 in the table", file, table("{\"\xff\":1}"), "JSON"},
      {"a table nested deeply", file, table("{\"q\":" + std::string(100000, '[') + std::string(100000, ']') + "}"),
       "nested"},
      {"an entry that is no object", file, q("3"), "dtype"},
      {"no offsets", file, q(R"({"dtype":"F32","shape":[4,2]})"), "data_offsets"},
      {"three offsets", file, q(R"({"dtype":"F32","shape":[4,2],"data_offsets":[0,32,32]})"), "data_offsets"},
      {"a key too many", file, q(R"({"dtype":"F32","shape":[4,2],"data_offsets":[0,32],"x":1})"), "exactly"},
      {"an unknown type", file, q(R"({"dtype":"F7","shape":[4,2],"data_offsets":[0,32]})"), "F7"},
      {"eight-bit floats", file, q(R"({"dtype":"F8_E4M3","shape":[4,8],"data_offsets":[0,32]})"), "F8_E4M3"},
      {"a negative length", file, q(R"({"dtype":"F32","shape":[-4,2],"data_offsets":[0,32]})"), "2^63"},
      {"a length with a fraction", file, q(R"({"dtype":"F32","shape":[4.5,2],"data_offsets":[0,32]})"), "2^63"},
      {"a product past 2^63", file, q(R"({"dtype":"F32","shape":[4294967296,4294967296,4],"data_offsets":[0,32]})"),
       "agree"},
      {"a length past 2^63", file, q(R"({"dtype":"F32","shape":[18446744073709551615],"data_offsets":[0,32]})"),
       "2^63"},
      {"33 axes", file,
       q(R"({"dtype":"F32","shape":[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,8],"data_offsets":[0,32]})"),
       "32 axes"},
      {"a shape that does not fit its bytes", file, q(R"({"dtype":"F32","shape":[4,3],"data_offsets":[0,32]})"),
       "agree"},
      {"an end before its beginning", file, q(R"({"dtype":"F32","shape":[4,2],"data_offsets":[32,0]})"), "claims"},
      {"offsets past the end", file, q(R"({"dtype":"F32","shape":[4,2],"data_offsets":[1000,1032]})"), "claims"},
      {"tensors that overlap", file, q(R"({"dtype":"F32","shape":[5,2],"data_offsets":[0,40]})"), "overlap"},
      {"a gap", file, q(R"({"dtype":"F32","shape":[3,2],"data_offsets":[0,24]})"), "no tensor"},
      {"the same name twice", file,
       table(
           R"({"q":{"dtype":"F32","shape":[4,2],"data_offsets":[0,32]},"q":{"dtype":"F32","shape":[4,2],"data_offsets":[0,32]}})"),
       "more than once"},
      {"names that tell nothing", file, good_safetensors("a", "b", "c"), "--q"},
      {"a layer that is not there",
       file,
       good_safetensors("l.1.q", "l.1.k", "l.1.v"),
       "only layer 1",
       {{"layer", "3"}}},
      {"two sets of one layer", file, safetensors(two_sets + "}", data), "more than one", {{"layer", "1"}}},
      {"a fused array of the wrong width", file,
       safetensors(R"({"qkv":{"dtype":"F32","shape":[12,2],"data_offsets":[0,96]}})", data), "multiple of 3"},
      {"a head that is not there", file, good, "no axis of heads", {{"head", "0"}}},
      {"tokens for arrays", file, good, "--max-tokens", {{"max-tokens", "9"}}},
  };
}

std::vector<HostileCase> hostile_cases() {
  std::vector<HostileCase> all;
  for (const auto& part :
       {hostile_npy(), hostile_npz(), misfitting_npz(), hostile_safetensors(), hostile_images(),
        hostile_tables_and_texts(), hostile_sharing(), hostile_names(), hostile_tables(), hostile_pictures()})
    all.insert(all.end(), part.begin(), part.end());
  return all;
}

}  // namespace omega::test
