#include "io/safetensors.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include "core/number_formats.h"
#include "io/attention_arrays.h"
#include "io/model_weights.h"
#include "io/room.h"
#include "io/tokens.h"

namespace omega {

namespace {

using Json = nlohmann::json;

// The tables of contents of the largest models known are below 1 MiB.
constexpr std::uint64_t kLongestTable = std::uint64_t{16} << 20;
constexpr std::size_t kMostAxes = 32;
const std::vector<std::string> kOfWeights = {"max-tokens", "embedding-seed"};  // options
constexpr const char* kCausalName = "causal";      // metadata: which layers of the model are causal, in words
constexpr const char* kCapturedName = "captured";  // metadata: what of a model's layers this is

/// Bytes per element of the types that can be read; others may lie in a file and are only listed.
std::size_t width_of(const std::string& type) {
  static const std::map<std::string, std::size_t> widths = {{"F16", 2}, {"BF16", 2}, {"F32", 4}, {"F64", 8}, {"I8", 1},
                                                            {"U8", 1},  {"BOOL", 1}, {"I16", 2}, {"U16", 2}, {"I32", 4},
                                                            {"U32", 4}, {"I64", 8},  {"U64", 8}};
  const auto found = widths.find(type);
  return found == widths.end() ? 0 : found->second;
}

std::string type_name(const std::string& type) {
  static const std::map<std::string, std::string> names = {
      {"F16", "float16"}, {"BF16", "bfloat16"}, {"F32", "float32"}, {"F64", "float64"}};
  const auto found = names.find(type);
  return found == names.end() ? type : found->second;
}

/// Walks over the table of contents before it is kept, so that a deep or repetitive one costs nothing. (A callback of
/// Json::parse would look through all tensors again after each one.)
class TableCheck : public nlohmann::json_sax<Json> {
 public:
  explicit TableCheck(const InputFile& file) : file_(file) {}

  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool number_integer(number_integer_t) override { return true; }
  bool number_unsigned(number_unsigned_t) override { return true; }
  bool number_float(number_float_t, const string_t&) override { return true; }
  bool string(string_t&) override { return true; }
  bool binary(binary_t&) override { return true; }
  bool start_object(std::size_t) override {
    deeper();
    names_[depth_].clear();
    return true;
  }
  bool key(string_t& name) override {
    if (!names_[depth_].insert(name).second)
      throw file_.error(name, "occurs more than once in the table of contents; every name must be there once");
    return true;
  }
  bool end_object() override { return --depth_, true; }
  bool start_array(std::size_t) override { return deeper(), true; }
  bool end_array() override { return --depth_, true; }
  bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception&) override { return false; }

 private:
  static constexpr std::size_t kDeepest = 3;  // table, tensor, its shape
  void deeper() {
    if (++depth_ > kDeepest)
      throw file_.error("has a table of contents nested deeper than tensors can be; write it again with safetensors");
  }
  const InputFile& file_;
  std::size_t depth_ = 0;
  std::array<std::unordered_set<std::string>, kDeepest + 1> names_;
};

Json parse_table(const InputFile& file, const std::string& text) {
  TableCheck check(file);
  if (!text.starts_with('{') || !Json::sax_parse(text, &check))
    throw file.error("has a table of contents that is not the JSON of safetensors; it is damaged or of another format");
  return Json::parse(text);
}

std::map<std::string, std::string> read_metadata(const InputFile& file, const Json& metadata) {
  const bool texts = metadata.is_object() &&
                     std::all_of(metadata.begin(), metadata.end(), [](const Json& value) { return value.is_string(); });
  if (!texts)
    throw file.error("__metadata__",
                     "is not an object of texts in the table of contents; write it again with safetensors");
  return metadata.get<std::map<std::string, std::string>>();
}

/// A whole number of 0 to 2^63 - 1, or an Error.
std::uint64_t count_of(const InputFile& file, const std::string& name, const Json& value) {
  const bool whole = value.is_number_unsigned() &&
                     value.get<std::uint64_t>() <= static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  if (!whole)
    throw file.error(name, "has a length or offset that is no whole number from 0 to 2^63 - 1; its entry is damaged");
  return value.get<std::uint64_t>();
}

Tensor parse_tensor(const InputFile& file, const std::string& name, const Json& entry, std::uint64_t data_begin) {
  const bool complete = entry.is_object() && entry.size() == 3 && entry.contains("dtype") &&
                        entry["dtype"].is_string() && entry.contains("shape") && entry["shape"].is_array() &&
                        entry.contains("data_offsets") && entry["data_offsets"].is_array() &&
                        entry["data_offsets"].size() == 2;
  if (!complete)
    throw file.error(
        name,
        "needs exactly dtype, shape and two data_offsets in the table of contents; write it again with safetensors");
  Tensor tensor{name, entry["dtype"].get<std::string>(), {}, 0, 0};
  if (entry["shape"].size() > kMostAxes) throw file.error(name, "has more than 32 axes; attention arrays have 2 to 4");
  for (const Json& length : entry["shape"]) tensor.shape.push_back(static_cast<Index>(count_of(file, name, length)));
  const std::uint64_t begin = count_of(file, name, entry["data_offsets"][0]),
                      end = count_of(file, name, entry["data_offsets"][1]);
  const std::uint64_t there = file.size() - data_begin;
  if (begin > end || end > there)
    throw file.error(name, "claims the bytes from " + std::to_string(begin) + " to " + std::to_string(end) +
                               ", but the file holds " + std::to_string(there) +
                               " after its table of contents; it was cut short or damaged");
  const std::size_t width = width_of(tensor.type);
  if (const std::uint64_t needed = array_bytes(tensor.shape, width); width != 0 && needed != end - begin)
    throw file.error(name, "has shape " + to_string(tensor.shape) + " of " + tensor.type + " but " +
                               readable_size(end - begin) + "; shape, type and data_offsets must agree");
  tensor.begin = data_begin + begin;
  tensor.end = data_begin + end;
  return tensor;
}

/// The format allows neither gaps nor overlaps: each byte belongs to one tensor.
void check_layout(const InputFile& file, std::vector<Tensor> tensors, std::uint64_t data_begin) {
  std::sort(tensors.begin(), tensors.end(),
            [](const Tensor& a, const Tensor& b) { return std::pair(a.begin, a.end) < std::pair(b.begin, b.end); });
  std::uint64_t at = data_begin;
  for (const Tensor& tensor : tensors) {
    if (tensor.begin < at)
      throw file.error(tensor.name, "overlaps another tensor; every tensor needs bytes of its own");
    if (tensor.begin > at)
      throw file.error(tensor.name, "starts after bytes that belong to no tensor; write it again with safetensors");
    at = tensor.end;
  }
  if (at != file.size())
    throw file.error("has " + readable_size(file.size() - at) +
                     " at its end that belong to no tensor; write it again with safetensors");
}

template <class From, class To, class Convert>
void convert_all(const InputFile& file, const Tensor& tensor, To* to, std::size_t count, Convert convert) {
  constexpr std::size_t kChunk = std::size_t{1} << 16;
  std::vector<From> chunk(std::min(kChunk, count));
  for (std::size_t first = 0; first < count; first += kChunk) {
    const std::span part(chunk.data(), std::min(kChunk, count - first));
    file.read(tensor.begin + first * sizeof(From), std::as_writable_bytes(part));
    std::transform(part.begin(), part.end(), to + first, convert);
  }
}

std::vector<Entry> entries_of(const std::vector<Tensor>& tensors) {
  std::vector<Entry> entries;
  for (const Tensor& tensor : tensors)
    entries.push_back({tensor.name, type_name(tensor.type), tensor.shape, tensor.end - tensor.begin});
  return entries;
}

/// Throws where no numbers are read from that type.
void check_readable(const InputFile& file, const Tensor& tensor) {
  if (width_of(tensor.type) == 0)
    throw file.error(tensor.name, "is of type " + omega::quoted(tensor.type) +
                                      ", which cannot be read; save it as F16, BF16, F32 or F64");
}

/// What q, k and v are: pieces of tensors, or made by projections whose weights are tensors.
struct Arrangement {
  std::vector<Entry> entries;
  std::unordered_map<std::string, Tensor> tensors;
  std::optional<Projections> projections;
  Pieces pieces;
  std::vector<std::string> labels;
  std::set<std::string> read;  // tensors that q, k and v are of, or made by; the others of the file are not read

  std::uint64_t bytes_to_read() const {
    std::uint64_t bytes = 0;
    for (const std::string& name : read) bytes += tensors.at(name).end - tensors.at(name).begin;
    return bytes;
  }
};

Pieces arrange_tensors(const InputFile& file, const std::vector<Entry>& entries, const ReadOptions& options) {
  if (std::any_of(kOfWeights.begin(), kOfWeights.end(), [&](const auto& name) { return options.given(name); }))
    throw file.error(
        "--max-tokens and --embedding-seed are for the weights of a model, but this file holds queries, keys and "
        "values themselves; leave them out");
  return arrange_attention(file, entries, options);
}

/// What a capture noted of the model besides its numbers.
void say_of_model(const std::map<std::string, std::string>& metadata, std::vector<std::string>& said) {
  if (const auto layers = metadata.find(kCausalName); layers != metadata.end())
    said.push_back("in the model no token sees later ones (" +
                   (layers->second == "all" ? "all layers" : "layers " + shown(layers->second)) +
                   "): " + kCausalAdvice);
  if (const auto what = metadata.find(kCapturedName); what != metadata.end() && what->second == "projections")
    said.emplace_back(
        "these are the outputs of the model's projections, without the rotary positions, norms, scales and masks that "
        "it may apply to them");
}

Arrangement arrange(const InputFile& file, const ReadOptions& options) {
  const auto [listed, metadata] = read_tensor_table(file);
  Arrangement found{entries_of(listed), {}, {}, {}, {}, {}};
  for (const Tensor& tensor : listed) found.tensors.emplace(tensor.name, tensor);
  const AttentionNames names = choose_names(file, found.entries, options);
  found.read = {names.q, names.k, names.v};
  for (const std::string& name : found.read) check_readable(file, found.tensors.at(name));
  const auto is_matrix = [&](const std::string& name) {
    return is_weight_name(name) && found.tensors.at(name).shape.size() == 2;
  };
  if (is_matrix(names.q) && is_matrix(names.k) && is_matrix(names.v)) {
    found.projections.emplace(file, names, found.entries, options);
    found.pieces = found.projections->pieces();
  } else {
    found.pieces = arrange_tensors(file, found.entries, options);
    if (const auto said = metadata.find(kTokensName); said != metadata.end()) {
      SaidTokens tokens = tokens_of_json(said->second);
      found.labels = std::move(tokens.texts);
      if (!tokens.problem.empty()) found.pieces.said.push_back(tokens.problem);
    }
    say_of_model(metadata, found.pieces.said);
  }
  return found;
}

Outline outline_source(const InputFile& file, const ReadOptions& options) {
  Arrangement found = arrange(file, options);
  Outline outline = outline_of(found.pieces, std::move(found.entries));
  outline.labels = std::move(found.labels);
  return outline;
}

Contents read_source(const InputFile& file, const ReadOptions& options) {
  Arrangement found = arrange(file, options);
  constexpr std::uint64_t kProjecting = 3;  // times as long as reading the weights, or longer
  const std::uint64_t bytes = found.bytes_to_read();
  file.expect_work(found.projections ? (1 + kProjecting) * bytes : bytes);
  const ReadArray read = [&](const std::string& name) { return read_tensor(file, found.tensors.at(name)); };
  const ReadArray project = [&](const std::string& role) {
    Array made = found.projections->project(role, read);
    file.worked(kProjecting * bytes / 3);
    return made;
  };
  Contents source = read_pieces(found.pieces, found.projections ? project : read);
  source.entries = std::move(found.entries);
  source.labels = std::move(found.labels);
  if (!found.projections) source.idle = kOfWeights;
  return source;
}

}  // namespace

std::vector<Tensor> list_tensors(const InputFile& file) { return read_tensor_table(file).tensors; }

TensorTable read_tensor_table(const InputFile& file) {
  if (file.size() < 8)
    throw file.error("is " + readable_size(file.size()) +
                     "; a safetensors file starts with 8 bytes that tell the length of its table of contents");
  std::uint64_t length = 0;
  file.read(0, std::as_writable_bytes(std::span(&length, 1)));
  if (length > file.size() - 8)
    throw file.error("claims a table of contents of " + readable_size(length) + " but has only " +
                     readable_size(file.size() - 8) + " after its length; it was cut short or is no safetensors file");
  if (length > kLongestTable)
    throw file.error("has a table of contents of " + readable_size(length) + "; at most " +
                     readable_size(kLongestTable) + " can be read");
  std::string text(length, '\0');
  file.read(8, std::as_writable_bytes(std::span(text)));
  const Json table = parse_table(file, text);
  TensorTable all;
  for (const auto& [name, entry] : table.items())
    if (name == "__metadata__")
      all.metadata = read_metadata(file, entry);
    else
      all.tensors.push_back(parse_tensor(file, name, entry, 8 + length));
  if (all.tensors.empty()) throw file.error("holds no tensors; at least queries, keys and values were expected");
  check_layout(file, all.tensors, 8 + length);
  return all;
}

Array read_tensor(const InputFile& file, const Tensor& tensor) {
  const std::string& type = tensor.type;
  check_readable(file, tensor);
  const bool is_float = type == "F16" || type == "BF16" || type == "F32" || type == "F64";
  const Dtype dtype = !is_float ? Dtype::i64 : type == "F64" ? Dtype::f64 : Dtype::f32;
  require_room(file, tensor.name, array_bytes(tensor.shape, size_of(dtype)));
  Array array(dtype, tensor.shape);
  const std::size_t count = array.count();
  if (count == 0) return array;
  if (type == "F32" || type == "F64") {
    file.read(tensor.begin, {array.raw(), array.bytes()});
    return array;
  }
  const auto integers = [&](auto sample) {
    convert_all<decltype(sample)>(file, tensor, array.data<std::int64_t>(), count,
                                  [](auto x) { return static_cast<std::int64_t>(x); });
  };
  if (type == "F16") convert_all<std::uint16_t>(file, tensor, array.data<float>(), count, half_to_float);
  if (type == "BF16") convert_all<std::uint16_t>(file, tensor, array.data<float>(), count, bfloat16_to_float);
  if (type == "I8") integers(std::int8_t{});
  if (type == "U8" || type == "BOOL") integers(std::uint8_t{});
  if (type == "I16") integers(std::int16_t{});
  if (type == "U16") integers(std::uint16_t{});
  if (type == "I32") integers(std::int32_t{});
  if (type == "U32") integers(std::uint32_t{});
  if (type == "I64" || type == "U64") integers(std::int64_t{});
  if (type == "U64" &&
      std::any_of(array.data<std::int64_t>(), array.data<std::int64_t>() + count, [](std::int64_t x) { return x < 0; }))
    throw file.error(tensor.name, "has a value above 2^63 - 1; save it as F64");
  return array;
}

Reader safetensors_reader() {
  std::vector<std::string> options = attention_options();
  options.insert(options.end(), kOfWeights.begin(), kOfWeights.end());
  Reader reader{"safetensors",
                "safetensors of PyTorch and others: float16, bfloat16, float32, float64",
                {".safetensors"},
                options};
  reader.recognises = [](std::string_view head, std::uint64_t size) {
    if (head.size() < 10 || head[8] != '{') return false;
    std::uint64_t length = 0;
    std::memcpy(&length, head.data(), 8);
    return length <= size;
  };
  reader.list = [](const InputFile& file) { return entries_of(list_tensors(file)); };
  reader.read = read_source;
  reader.outline = outline_source;
  return reader;
}

}  // namespace omega
