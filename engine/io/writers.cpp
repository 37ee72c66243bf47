#include "io/writers.h"

#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/error.h"
#include "core/text.h"
#include "io/atomic_file.h"
#include "io/input_file.h"
#include "io/npy.h"
#include "io/npz.h"

namespace omega {

namespace {

using Json = nlohmann::json;

/// ".npz, .json or .csv".
std::string choice_of(std::vector<std::string> endings) {
  const std::string last = endings.back();
  endings.pop_back();
  return join(endings, ", ") + (endings.empty() ? "" : " or ") + last;
}

/// The shortest digits that give the same number back in the array's own type.
void append_number(std::string& text, const Array& array, std::size_t flat) {
  char digits[32];
  const auto append = [&](auto value) {
    text.append(digits, std::to_chars(digits, digits + sizeof digits, value).ptr);
  };
  switch (array.type()) {
    case Dtype::f32: return append(array.data<float>()[flat]);
    case Dtype::f64: return append(array.data<double>()[flat]);
    case Dtype::i64: return append(array.data<std::int64_t>()[flat]);
  }
}

std::string json_array(const Array& array) {
  std::string text = "{\"type\": \"" + to_string(array.type()) + "\", \"shape\": [";
  for (std::size_t axis = 0; axis < array.shape().size(); ++axis)
    text += (axis > 0 ? ", " : "") + std::to_string(array.shape()[axis]);
  text += "], \"values\": [";
  for (std::size_t i = 0; i < array.count(); ++i) {
    if (i > 0) text += ',';
    if (std::isfinite(array.at(i)))
      append_number(text, array, i);
    else
      text += "null";
  }
  return text + "]}";
}

}  // namespace

std::string csv_text(const std::string& name, const Array& array, const std::string& provenance) {
  const Shape& shape = array.shape();
  const auto columns = shape.empty() ? std::size_t{1} : static_cast<std::size_t>(shape.back());
  const std::size_t rows = columns == 0 ? 0 : array.count() / columns,
                    index_axes = shape.size() > 2 ? shape.size() - 1 : 0;
  std::string text = provenance.empty() ? "" : "# " + provenance + "\n";
  for (std::size_t axis = 0; axis < index_axes; ++axis) text += "axis" + std::to_string(axis) + ",";
  for (std::size_t c = 0; c < columns; ++c)
    text += (c > 0 ? "," : "") + name + (shape.empty() ? "" : "_" + std::to_string(c));
  text += "\n";
  for (std::size_t row = 0; row < rows; ++row) {
    std::size_t below = rows;
    for (std::size_t axis = 0, rest = row; axis < index_axes; ++axis) {
      below /= static_cast<std::size_t>(shape[axis]);
      text += std::to_string(rest / below) + ",";
      rest %= below;
    }
    for (std::size_t c = 0; c < columns; ++c) {
      if (c > 0) text += ',';
      append_number(text, array, row * columns + c);
    }
    text += '\n';
  }
  return text;
}

std::string json_text_of(const Arrays& arrays, const std::string& provenance) {
  std::string text = "{\n  \"provenance\": " + (provenance.empty() ? "null" : provenance) + ",\n  \"arrays\": {";
  const char* separator = "\n    ";
  for (const auto& [name, array] : arrays) {
    text += separator + Json(name).dump(-1, ' ', false, Json::error_handler_t::replace) + ": " + json_array(array);
    separator = ",\n    ";
  }
  return text + "\n  }\n}\n";
}

void check_ending(const std::filesystem::path& path, const std::vector<std::string>& endings, const std::string& what) {
  const std::string extension = extension_of(path);
  if (extension.empty() || is_among(endings, extension)) return;
  throw Error::input(omega::quoted(path.string()) + " ends in " + omega::quoted(extension) + ", but " + what +
                     " is written; the name must end in " + choice_of(endings));
}

void check_writable(const std::filesystem::path& path, std::size_t arrays) {
  check_ending(path, {".npz", ".json", ".npy", ".csv"}, "a file of arrays");
  const std::string extension = extension_of(path);
  if ((extension == ".npy" || extension == ".csv") && arrays != 1)
    throw Error::input(omega::quoted(path.string()) +
                       " can hold one array, but there are several; ask for one of them or write .npz or .json");
}

void write_arrays(const std::filesystem::path& path, const Arrays& arrays, const std::string& provenance) {
  check_writable(path, arrays.size());
  const std::string extension = extension_of(path);
  if (extension == ".npy") return write_npy(path, arrays.begin()->second);
  if (extension == ".csv") return write_file(path, csv_text(arrays.begin()->first, arrays.begin()->second, provenance));
  if (extension == ".json") return write_file(path, json_text_of(arrays, provenance));
  write_npz(path, arrays, provenance);
}

}  // namespace omega
