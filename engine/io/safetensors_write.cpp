#include <nlohmann/json.hpp>

#include "io/atomic_file.h"
#include "io/safetensors.h"

namespace omega {

void write_safetensors(const std::filesystem::path& path, const Arrays& arrays,
                       const std::map<std::string, std::string>& metadata) {
  nlohmann::json table;
  if (!metadata.empty()) table["__metadata__"] = metadata;
  std::uint64_t at = 0;
  for (const auto& [name, array] : arrays) {
    const char* type = array.type() == Dtype::f32 ? "F32" : array.type() == Dtype::f64 ? "F64" : "I64";
    table[name] = {{"dtype", type}, {"shape", array.shape()}, {"data_offsets", {at, at + array.bytes()}}};
    at += array.bytes();
  }
  std::string text = table.dump();
  text.append((8 - text.size() % 8) % 8, ' ');  // numbers begin at a multiple of their own size
  const std::uint64_t length = text.size();
  AtomicFile file(path);
  file.write({reinterpret_cast<const char*>(&length), sizeof length});
  file.write(text);
  for (const auto& [name, array] : arrays)
    if (array.bytes() > 0) file.write({reinterpret_cast<const char*>(array.raw()), array.bytes()});
  file.commit();
}

}  // namespace omega
