// Files that are read and written under a Progress: it stops them, and hears how far they are.
#include <catch2/catch.hpp>
#include <optional>

#include "io/builders.h"
#include "io/reader.h"
#include "io/writers.h"
#include "support/folder.h"

using namespace omega;
using namespace omega::test;

namespace {

constexpr std::size_t kNever = 0;

/// What a Progress was told, which asks for a stop when it has been told so often.
struct Told {
  explicit Told(std::size_t stop_at = kNever)
      : progress(stop.get_token(), [this, stop_at](double fraction) {
          fractions.push_back(fraction);
          if (fractions.size() == stop_at) stop.request_stop();
        }) {}
  std::stop_source stop;
  std::vector<double> fractions;
  Progress progress;
};

struct Bytes {
  std::string name, all;
};

std::vector<Bytes> files() {
  const std::string rows = npy_floats({4096, 16});
  std::string table, words;
  for (int n = 0; n < 500; ++n) {
    table += std::to_string(n) + ".5,1.25,-3\n";
    words += "word ";
  }
  return {{"stored.npz", qkv_npz(rows, rows, rows)},
          {"packed.npz", zipped({ZipMember::deflated("Q.npy", rows), ZipMember::deflated("K.npy", rows),
                                 ZipMember::deflated("V.npy", rows)})},
          {"thirds.npy", npy_floats({3, 64, 16})},
          {"a.safetensors", good_safetensors()},
          {"a.csv", table},
          {"a.txt", words},
          {"a.png", png(32, 32, 8, 0, std::string(32 * 33, '\0'))}};
}

Loaded load_watched(const Bytes& bytes, const Progress& progress) {
  InputFile file = InputFile::in_memory(bytes.name, std::as_bytes(std::span(bytes.all)));
  file.watch(progress);
  return load_sequence(file);
}

Array many_numbers() {
  Array array(Dtype::f32, {1500, 2000});
  for (std::size_t i = 0; i < array.count(); ++i) array.data<float>()[i] = 1 / (1 + static_cast<float>(i));
  return array;
}

std::uintmax_t size_of_all_in(const Folder& folder) {
  std::uintmax_t size = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder.path())) size += entry.file_size();
  return size;
}

}  // namespace

TEST_CASE("reading tells how far it is, and is stopped wherever it is", "[unit][io]") {
  for (const Bytes& bytes : files()) {
    INFO(bytes.name);
    Told whole;
    load_watched(bytes, whole.progress);
    const std::size_t count = whole.fractions.size();
    REQUIRE(count > 3);
    CHECK(whole.fractions.back() > 0.9);
    for (const std::size_t stop_at : {std::size_t{1}, std::size_t{2}, count / 2, count - 1}) {
      Told stopped(stop_at);
      CHECK_THROWS_AS(load_watched(bytes, stopped.progress), Cancelled);
    }
  }
}

TEST_CASE("a long piece of a file is read in parts, between which a stop is heard", "[unit][io]") {
  const Folder scratch;
  const auto path = scratch.write("long", std::string(std::size_t{20} << 20, 'x'));
  InputFile file = InputFile::open(path);
  Told told(2);
  file.watch(told.progress);
  CHECK_THROWS_AS(file.all(std::uint64_t{1} << 30, "text"), Cancelled);
  CHECK(told.fractions.size() == 2);
}

TEST_CASE("a stopped output leaves the old file and no part of the new one", "[unit][io]") {
  const Array numbers = many_numbers();
  for (const char* name : {"y.npz", "y.npy", "y.json", "y.csv"}) {
    INFO(name);
    const Folder scratch;
    scratch.write(name, "old");
    Told stopped(2);
    CHECK_THROWS_AS(write_arrays(scratch / name, {{"y", numbers}}, "{}", stopped.progress), Cancelled);
    CHECK(stopped.fractions.back() < 0.9);
    CHECK(bytes_of(scratch / name) == "old");
    CHECK(scratch.count() == 1);

    Told whole;
    write_arrays(scratch / name, {{"y", numbers}}, "{}", whole.progress);
    CHECK(std::is_sorted(whole.fractions.begin(), whole.fractions.end()));
    CHECK(whole.fractions.size() > 2);
    CHECK(whole.fractions.back() == Approx(1).margin(0.01));
  }
}

TEST_CASE("of a long text only a piece is in memory: the rest is in the file by then", "[unit][io]") {
  const Array numbers = many_numbers();
  for (const char* name : {"y.json", "y.csv"}) {
    INFO(name);
    const Folder scratch;
    std::uintmax_t at_half = 0;
    const Progress progress({}, [&](double fraction) {
      if (fraction >= 0.5 && at_half == 0) at_half = size_of_all_in(scratch);
    });
    write_arrays(scratch / name, {{"y", numbers}}, "{}", progress);
    CHECK(at_half > size_of_all_in(scratch) / 3);
    CHECK(at_half < size_of_all_in(scratch));
  }
}

TEST_CASE("of an archive the progress is that of its bytes, not of its members", "[unit][io]") {
  const Folder scratch;
  Told told;
  write_arrays(scratch / "y.npz", {{"a", Array::scalar(1.0f)}, {"z", many_numbers()}}, "{}", told.progress);
  CHECK(std::count_if(told.fractions.begin(), told.fractions.end(), [](double f) { return f > 0.1 && f < 0.4; }) > 0);
}
