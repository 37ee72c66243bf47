#include "io/npz.h"

#include <sys/stat.h>

#include <catch2/catch.hpp>
#include <cmath>

#include "io/atomic_file.h"
#include "io/fixture.h"
#include "support/folder.h"

using namespace omega;
using namespace omega::test;

namespace {

Arrays sample() {
  Arrays arrays;
  arrays["Q"] = Array::from<float>({1, 2, 3, 4, 5, 6}, {2, 3});
  arrays["K"] = Array::from<double>({0.1, 0.2}, {2, 1});
  arrays["clamped"] = Array::scalar<std::int64_t>(3);
  return arrays;
}

}  // namespace

TEST_CASE("every numeric type and layout NumPy writes loads, stored and deflated", "[unit][io]") {
  for (const char* name : {"types.npz", "deflated.npz"}) {
    const Arrays arrays = read_npz(fixture(name));
    CHECK(arrays.count("words") == 0);
    CHECK(arrays.at("scalar").shape().empty());
    CHECK(arrays.at("scalar").at(0) == 3.5);
    CHECK(arrays.at("nothing").shape() == Shape{0, 4});
    int of_rank_3 = 0;
    for (const auto& [key, array] : arrays) {
      if (array.rank() != 3) continue;
      ++of_rank_3;
      INFO(name << " " << key);
      CHECK(array.shape() == Shape{2, 3, 4});
      const bool is_float = key.find('f') != std::string::npos;
      CHECK(array.type() == (!is_float ? Dtype::i64 : key.find("f8") != std::string::npos ? Dtype::f64 : Dtype::f32));
      for (std::size_t i = 0; i < 24; ++i)
        CHECK(array.at(i) == (key == "bool" ? static_cast<double>(i % 2) : static_cast<double>(i)));
    }
    CHECK(of_rank_3 == 20);
    CHECK(arrays.size() == 22);
  }
}

TEST_CASE("halves of every exponent become the floats NumPy makes of them", "[unit][io]") {
  const Arrays arrays = read_npz(fixture("halves.npz"));
  const Array &half = arrays.at("half"), &single = arrays.at("single");
  REQUIRE(half.count() == 5042);
  REQUIRE(single.count() == half.count());
  std::size_t different = 0;
  for (std::size_t i = 0; i < half.count(); ++i) {
    const float a = half.data<float>()[i], b = single.data<float>()[i];
    different += std::isnan(a) ? !std::isnan(b) : std::bit_cast<std::uint32_t>(a) != std::bit_cast<std::uint32_t>(b);
  }
  CHECK(different == 0);
}

TEST_CASE("npz round trips are bit-exact and the same arrays give the same file", "[unit][io]") {
  const Folder scratch;
  write_npz(scratch / "a.npz", sample(), R"({"version": "0.1.0"})");
  write_npz(scratch / "b.npz", sample(), R"({"version": "0.1.0"})");
  CHECK(bytes_of(scratch / "a.npz") == bytes_of(scratch / "b.npz"));
  const Arrays again = read_npz(scratch / "a.npz");
  CHECK(again.size() == 3);
  for (const auto& [name, array] : sample()) {
    const Array& other = again.at(name);
    CHECK(other.type() == array.type());
    CHECK(other.shape() == array.shape());
    CHECK(std::equal(other.raw(), other.raw() + other.bytes(), array.raw()));
  }
  const InputFile file = InputFile::open(scratch / "a.npz");
  const NpzFile archive(file);
  CHECK(archive.read_texts(archive.members().back()) == std::vector<std::string>{R"({"version": "0.1.0"})"});
}

TEST_CASE("lists of texts stand beside the arrays of an npz, in any letters", "[unit][io]") {
  const Folder scratch;
  const std::vector<std::string> names = {"ω, S = 4", "", "方差", "\U0001D70B"};
  write_npz(scratch / "a.npz", sample(), "{}", Lasts::kept, {{"names", names}, {"none", {"", ""}}});
  CHECK(read_npz(scratch / "a.npz").size() == 3);
  const InputFile file = InputFile::open(scratch / "a.npz");
  const NpzFile archive(file);
  std::map<std::string, std::vector<std::string>> texts;
  for (const NpzFile::Member& member : archive.members())
    if (sample().count(member.name) == 0) texts[member.name] = archive.read_texts(member);
  CHECK(texts["names"] == names);
  CHECK(texts["none"] == std::vector<std::string>{"", ""});
  CHECK(texts["provenance"] == std::vector<std::string>{"{}"});
}

TEST_CASE("output is there completely or not at all", "[unit][io]") {
  const Folder scratch;
  const auto target = scratch.write("out.npz", "precious");
  {
    AtomicFile file(target);
    file.write("half of");
  }
  CHECK(bytes_of(target) == "precious");
  write_npz(target, sample(), "");
  CHECK(read_npz(target).size() == 3);
  std::size_t files = 0;
  for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(scratch.path())) ++files;
  CHECK(files == 1);
}

TEST_CASE("a link is written through and a mode is kept", "[unit][io]") {
  const Folder scratch;
  const auto target = scratch.write("real.txt", "old");
  ::chmod(target.c_str(), 0640);
  std::filesystem::create_symlink("real.txt", scratch / "link.txt");
  write_file(scratch / "link.txt", "new");
  CHECK(bytes_of(target) == "new");
  CHECK(std::filesystem::is_symlink(scratch / "link.txt"));
  CHECK((std::filesystem::status(target).permissions() & std::filesystem::perms::mask) ==
        static_cast<std::filesystem::perms>(0640));
}

TEST_CASE("unwritable output is a failure that names the path", "[unit][io]") {
  const Folder scratch;
  for (const std::filesystem::path& path :
       {scratch.path(), scratch / "no/such/folder.npz", std::filesystem::path("/dev/null"), std::filesystem::path()}) {
    try {
      write_npz(path, sample(), "");
      FAIL("was written: " << path);
    } catch (const Error& error) {
      CHECK(error.exit_code() == 1);
      CHECK_THAT(error.what(), Catch::Contains("cannot be written") && Catch::Contains(path.string()));
    }
  }
  CHECK(std::filesystem::is_character_file("/dev/null"));
}

TEST_CASE("what is no archive is refused by name, a bare npy too", "[unit][io]") {
  const Folder scratch;
  write_npy(scratch / "Q.npy", Array::scalar(1.0f));
  CHECK_THROWS_WITH(read_npz(scratch / "Q.npy"), Catch::Contains("Q.npy"));
  CHECK_THROWS_WITH(read_npz(scratch.write("x.npz", "hello")), Catch::Contains("x.npz"));
}
