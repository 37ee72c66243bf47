// What write_safetensors writes, read_tensor_table and read_tensor read.
#include <catch2/catch.hpp>
#include <filesystem>

#include "io/safetensors.h"
#include "support/folder.h"

using namespace omega;

TEST_CASE("safetensors come back as they were written", "[unit][io]") {
  const test::Folder folder;
  const auto path = folder.path() / "all.safetensors";
  const Arrays written = {{"a.weight", Array::from(std::vector<float>{1.5f, -2, 3, 0.1f, 5, 6}, {2, 3})},
                          {"b", Array::from(std::vector<double>{1e-300}, {1})},
                          {"count", Array::scalar<std::int64_t>(7)},
                          {"empty", Array::from(std::vector<float>{}, {0, 4})}};
  write_safetensors(path, written, {{"format", "test"}});
  CHECK(std::filesystem::file_size(path) > 8);
  const InputFile file = InputFile::open(path);
  const auto [tensors, words] = read_tensor_table(file);
  CHECK(words == std::map<std::string, std::string>{{"format", "test"}});
  REQUIRE(tensors.size() == written.size());
  for (const Tensor& tensor : tensors) {
    const Array &expected = written.at(tensor.name), got = read_tensor(file, tensor);
    CHECK(got.shape() == expected.shape());
    CHECK(got.type() == expected.type());
    for (std::size_t i = 0; i < expected.count(); ++i) CHECK(got.at(i) == expected.at(i));
  }
}
