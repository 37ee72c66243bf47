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

/// A text of many numbers on its way into a file: no more than a piece of it is in memory.
class NumbersFile {
 public:
  NumbersFile(const std::filesystem::path& path, std::size_t numbers, const Progress& progress)
      : file_(path), numbers_(numbers), progress_(progress) {
    file_.watch(progress);
  }

  NumbersFile& operator<<(std::string_view text) {
    text_ += text;
    return *this;
  }
  /// The shortest digits that give the same number back in the array's own type.
  void add(const Array& array, std::size_t flat) {
    switch (array.type()) {
      case Dtype::f32: return add_digits(array.data<float>()[flat]);
      case Dtype::f64: return add_digits(array.data<double>()[flat]);
      case Dtype::i64: return add_digits(array.data<std::int64_t>()[flat]);
    }
  }
  /// For what is written in place of a number as well.
  void count_one() {
    ++written_;
    constexpr std::size_t kPiece = std::size_t{1} << 18;
    if (text_.size() >= kPiece) pass_on();
  }
  void commit() {
    pass_on();
    file_.commit();
  }

 private:
  template <class T>
  void add_digits(T value) {
    char digits[32];
    text_.append(digits, std::to_chars(digits, digits + sizeof digits, value).ptr);
    count_one();
  }
  void pass_on() {
    file_.write(text_);
    text_.clear();
    if (numbers_ > 0) progress_.report(static_cast<double>(written_) / static_cast<double>(numbers_));
  }

  AtomicFile file_;
  std::size_t numbers_, written_ = 0;
  const Progress& progress_;
  std::string text_;
};

void add_json(NumbersFile& file, const Array& array) {
  file << "{\"type\": \"" << to_string(array.type()) << "\", \"shape\": [";
  for (std::size_t axis = 0; axis < array.shape().size(); ++axis)
    file << (axis > 0 ? ", " : "") << std::to_string(array.shape()[axis]);
  file << "], \"values\": [";
  for (std::size_t i = 0; i < array.count(); ++i) {
    if (i > 0) file << ",";
    if (std::isfinite(array.at(i))) {
      file.add(array, i);
    } else {
      file << "null";
      file.count_one();
    }
  }
  file << "]}";
}

void write_json(const std::filesystem::path& path, const Arrays& arrays, const std::string& provenance,
                const Progress& progress) {
  std::size_t numbers = 0;
  for (const auto& [name, array] : arrays) numbers += array.count();
  NumbersFile file(path, numbers, progress);
  file << "{\n  \"provenance\": " << (provenance.empty() ? "null" : provenance) << ",\n  \"arrays\": {";
  const char* separator = "\n    ";
  for (const auto& [name, array] : arrays) {
    file << separator << Json(name).dump(-1, ' ', false, Json::error_handler_t::replace) << ": ";
    add_json(file, array);
    separator = ",\n    ";
  }
  file << "\n  }\n}\n";
  file.commit();
}

void write_csv(const std::filesystem::path& path, const std::string& name, const Array& array,
               const std::string& provenance, const Progress& progress) {
  const Shape& shape = array.shape();
  const auto columns = shape.empty() ? std::size_t{1} : static_cast<std::size_t>(shape.back());
  const std::size_t rows = columns == 0 ? 0 : array.count() / columns,
                    index_axes = shape.size() > 2 ? shape.size() - 1 : 0;
  NumbersFile file(path, array.count(), progress);
  if (!provenance.empty()) file << "# " << provenance << "\n";
  for (std::size_t axis = 0; axis < index_axes; ++axis) file << "axis" << std::to_string(axis) << ",";
  for (std::size_t c = 0; c < columns; ++c)
    file << (c > 0 ? "," : "") << name << (shape.empty() ? "" : "_" + std::to_string(c));
  file << "\n";
  for (std::size_t row = 0; row < rows; ++row) {
    std::size_t below = rows;
    for (std::size_t axis = 0, rest = row; axis < index_axes; ++axis) {
      below /= static_cast<std::size_t>(shape[axis]);
      file << std::to_string(rest / below) << ",";
      rest %= below;
    }
    for (std::size_t c = 0; c < columns; ++c) {
      if (c > 0) file << ",";
      file.add(array, row * columns + c);
    }
    file << "\n";
  }
  file.commit();
}

}  // namespace

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

void write_arrays(const std::filesystem::path& path, const Arrays& arrays, const std::string& provenance,
                  const Progress& progress) {
  check_writable(path, arrays.size());
  const std::string extension = extension_of(path);
  if (extension == ".json") return write_json(path, arrays, provenance, progress);
  if (extension != ".npy" && extension != ".csv") return write_npz(path, arrays, provenance, Lasts::kept, {}, progress);
  const auto& [name, array] = *arrays.begin();
  extension == ".npy" ? write_npy(path, array, progress) : write_csv(path, name, array, provenance, progress);
}

}  // namespace omega
