// safetensors: a length, a JSON table of contents and the bytes of all tensors, without gaps or overlaps.
//
// Only the tensors that are needed are read. Where the names are those of queries, keys and values, these are used;
// where they are projection matrices of a model (q_proj.weight), seeded random tokens are projected by them, and that
// is said.
#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "io/reader.h"

namespace omega {

struct Tensor {
  std::string name;
  std::string type;  // as in the file: "BF16"
  Shape shape;
  std::uint64_t begin = 0, end = 0;  // in the file
};

/// The checked table of contents, by name.
std::vector<Tensor> list_tensors(const InputFile& file);
/// The same with the words about the file.
struct TensorTable {
  std::vector<Tensor> tensors;
  std::map<std::string, std::string> metadata;
};
TensorTable read_tensor_table(const InputFile& file);
/// float16, bfloat16 and float32 become float32, float64 stays, integers become int64.
Array read_tensor(const InputFile& file, const Tensor& tensor);

Reader safetensors_reader();

/// Every array under its name, float32, float64 or int64, and words about the file. Written beside and renamed.
void write_safetensors(const std::filesystem::path& path, const Arrays& arrays,
                       const std::map<std::string, std::string>& metadata);

}  // namespace omega
