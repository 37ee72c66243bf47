#include "io/writers.h"

#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <vector>

#include "io/atomic_file.h"
#include "io/fixture.h"
#include "io/npz.h"
#include "io/reader.h"
#include "support/folder.h"
#include "synthetic/samples.h"

using namespace omega;
using namespace omega::test;

namespace {

/// The files that were flushed to the medium, by their numbers.
std::vector<ino_t>& flushed_files() {
  static std::vector<ino_t> files;
  return files;
}

ino_t number_of(const std::filesystem::path& file) {
  struct stat info {};
  return ::stat(file.c_str(), &info) == 0 ? info.st_ino : 0;
}

Array heads() { return Array::from<float>({0.1f, -2.5e-8f, 3, 4, 5, 6, 7, 1.0f / 3}, {2, 2, 2}); }

}  // namespace

/// In place of the system's, to see that it is called.
extern "C" int fsync(int descriptor) {
  struct stat info {};
  if (::fstat(descriptor, &info) == 0) flushed_files().push_back(info.st_ino);
  return static_cast<int>(::syscall(SYS_fsync, descriptor));
}

TEST_CASE("a file is on the medium before it has its name, archives too", "[unit][io]") {
  const Folder scratch;
  for (const char* name : {"y.npz", "y.npy", "y.json", "y.csv"}) {
    INFO(name);
    flushed_files().clear();
    write_arrays(scratch / name, {{"y", heads()}}, "{}");
    REQUIRE_FALSE(flushed_files().empty());
    CHECK(flushed_files().back() == number_of(scratch / name));
  }
}

TEST_CASE("a pipe is no place for a file, also behind a link that leads to no path", "[unit][io]") {
  const Folder scratch;
  int ends[2] = {};
  REQUIRE(::pipe(ends) == 0);
  const std::string link = "/proc/self/fd/" + std::to_string(ends[1]);
  std::filesystem::create_symlink(link, scratch / "out");
  for (const std::filesystem::path& target : {std::filesystem::path(link), scratch / "out"})
    CHECK_THROWS_WITH(AtomicFile(target), Catch::Contains("it is a device or a pipe; give the name of a regular file"));
  ::close(ends[0]);
  ::close(ends[1]);
  CHECK(scratch.count() == 1);
}

TEST_CASE("a folder that is there is not said to be missing where no file can be made in it", "[unit][io]") {
  for (const char* target : {"/proc/x.npz", "/proc/self/x.npz"})
    CHECK_THROWS_WITH(AtomicFile(target), Catch::Contains(" takes no new files"));
  CHECK_THROWS_WITH(AtomicFile("/proc/nowhere/x.npz"), Catch::Contains("there is no folder \"/proc/nowhere\""));
}

TEST_CASE("the bytes of a file are all of a regular one's, and nothing of anything else", "[unit][io]") {
  const Folder scratch;
  const std::string bytes = std::string(10000, 'a') + '\0' + "b";
  CHECK(bytes_of_file(scratch.write("full", bytes)) == bytes);
  CHECK(bytes_of_file(scratch.write("empty", "")) == "");
  CHECK(bytes_of_file("/proc/self/status").value_or("").starts_with("Name:"));  // whose size is said to be 0
  REQUIRE(::mkfifo((scratch / "pipe").c_str(), 0600) == 0);
  for (const std::filesystem::path& file : {scratch / "pipe", scratch / "none", scratch.path(),
                                            std::filesystem::path("/dev/zero"), std::filesystem::path("/dev/null")}) {
    INFO(file);
    CHECK_FALSE(bytes_of_file(file));
  }
}

TEST_CASE("csv keeps every bit, says where it came from and reads back", "[unit][io]") {
  const Folder scratch;
  write_arrays(scratch / "heads.csv", {{"y", heads()}}, R"({"seed": 1})");
  CHECK(bytes_of(scratch / "heads.csv") ==
        "# {\"seed\": 1}\naxis0,axis1,y_0,y_1\n0,0,0.1,-2.5e-08\n0,1,3,4\n1,0,5,6\n1,1,7,0.33333334\n");
  write_arrays(scratch / "y.csv", {{"y", heads().reshaped({4, 2})}}, "{}");
  const Array again = load_sequence(scratch / "y.csv").sequence->q.as(Dtype::f32);
  for (std::size_t i = 0; i < 8; ++i) CHECK(again.data<float>()[i] == heads().data<float>()[i]);
  write_arrays(scratch / "mse.csv", {{"mse", Array::scalar(0.5)}}, "");
  CHECK(bytes_of(scratch / "mse.csv") == "mse\n0.5\n");
}

TEST_CASE("json holds every array with its shape, and null for what is not finite", "[unit][io]") {
  const Arrays arrays = {{"y", heads()},
                         {"n", Array::scalar<std::int64_t>(7)},
                         {"bad", Array::from<double>({1, std::numeric_limits<double>::infinity()}, {2})}};
  const Folder scratch;
  write_arrays(scratch / "a.json", arrays, R"({"seed": 1})");
  const std::string text = bytes_of(scratch / "a.json");
  CHECK(
      text.starts_with("{\n  \"provenance\": {\"seed\": 1},\n  \"arrays\": {\n    \"bad\": {\"type\": \"float64\", "
                       "\"shape\": [2], \"values\": [1,null]},\n    \"n\": "));
  CHECK(text.ends_with("]}\n  }\n}\n"));
  const auto json = nlohmann::json::parse(text);
  CHECK(json["provenance"]["seed"] == 1);
  CHECK(json["arrays"]["y"]["shape"] == std::vector<int>{2, 2, 2});
  CHECK(static_cast<float>(json["arrays"]["y"]["values"][7].get<double>()) == 1.0f / 3);
  CHECK(json["arrays"]["n"]["values"] == std::vector<int>{7});
  CHECK(json["arrays"]["bad"]["values"][1].is_null());
}

TEST_CASE("the extension chooses the format, and what a format cannot hold is refused", "[unit][io]") {
  const Folder scratch;
  write_arrays(scratch / "a.npy", {{"y", heads()}}, "{}");
  CHECK(npy_of(scratch / "a.npy").shape() == Shape{2, 2, 2});
  write_arrays(scratch / "a.npz", {{"y", heads()}}, "{}");
  CHECK(read_npz(scratch / "a.npz").count("y") == 1);
  for (const char* name : {"b.npy", "b.csv"})
    CHECK_THROWS_WITH(write_arrays(scratch / name, {{"y", heads()}, {"z", heads()}}, "{}"),
                      Catch::Contains(name) && Catch::Contains("can hold one array, but there are several"));
  CHECK_FALSE(std::filesystem::exists(scratch / "b.csv"));
}

TEST_CASE("the sample picture and text are made from a seed and can be read", "[unit][io]") {
  CHECK(sample_picture(8, 1).size() == 8 * 8 * 3);
  CHECK(sample_picture(32, 1) == sample_picture(32, 1));
  CHECK(sample_picture(32, 1) != sample_picture(32, 2));
  const std::string text = sample_text(50, 1);
  CHECK(text == sample_text(50, 1));
  CHECK(sample_text(80, 1).starts_with(text.substr(0, text.size() - 1)));
  CHECK(load_sequence(InputFile::in_memory("a.txt", std::as_bytes(std::span(text)))).sequence->sizes.N >= 50);
}
