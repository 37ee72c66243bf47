// The one table of file formats, and how a file finds its reader.
#include <algorithm>
#include <cmath>

#include "core/out_of_memory.h"
#include "core/text.h"
#include "io/attention_arrays.h"
#include "io/csv.h"
#include "io/image_reader.h"
#include "io/npy_reader.h"
#include "io/reader.h"
#include "io/safetensors.h"
#include "io/text_reader.h"
#include "io/tokens.h"

namespace omega {

const std::vector<Reader>& readers() {
  static const std::vector<Reader> all = {
      npy_reader(), npz_reader(), safetensors_reader(), png_reader(), jpeg_reader(), csv_reader(), text_reader(),
  };
  return all;
}

namespace {

/// Worth trying as text: no control characters but white space in the first bytes.
bool looks_like_text(std::string_view head) {
  return std::none_of(head.begin(), head.end(), [](unsigned char c) {
    return (c < 0x20 && c != '\n' && c != '\r' && c != '\t' && c != '\f') || c == 0x7f;
  });
}

void check_options(const InputFile& file, const Reader& reader, const ReadOptions& options) {
  if (options.allow_nonfinite && options.zero_nonfinite)
    throw file.error("--allow-nonfinite and --zero-nonfinite were both given; give the one that is meant");
  for (const std::string& name : options.all_given())
    if (!is_among(reader.options, name) && name != "allow-nonfinite" && name != "zero-nonfinite")
      throw file.error(
          "--" + name + " means nothing for the format " + reader.name +
          (reader.options.empty() ? "; leave it out" : "; what can be said is --" + join(reader.options, ", --")));
}

/// Whole numbers are taken as they are where float32 holds them exactly, else as float64.
Array as_float(const Array& array) {
  if (array.empty() || array.type() != Dtype::i64) return array;
  constexpr std::int64_t kExact = std::int64_t{1} << 24;
  const std::int64_t* const x = array.data<std::int64_t>();
  const bool exact =
      std::all_of(x, x + array.count(), [](std::int64_t value) { return -kExact <= value && value <= kExact; });
  return array.as(exact ? Dtype::f32 : Dtype::f64);
}

template <class T>
std::size_t zero_where_not_finite(T* values, std::size_t count) {
  std::size_t replaced = 0;
  for (std::size_t i = 0; i < count; ++i)
    if (!std::isfinite(values[i])) values[i] = 0, ++replaced;
  return replaced;
}

bool are_alike(const Contents& source) {
  const auto is_q = [&](const Array& array) {
    return array.raw() == source.q.raw() && array.shape() == source.q.shape();
  };
  return is_q(source.k) && is_q(source.v);
}

/// The file's own names of tokens, or those that lie beside it; one for each query and key, or none.
template <class Source>
void settle_labels(const InputFile& file, Source& source, const Sizes& sizes) {
  if (source.labels.empty()) {
    SaidTokens tokens = tokens_beside(file);
    source.labels = std::move(tokens.texts);
    if (!tokens.problem.empty()) source.said.push_back(tokens.problem);
  }
  source.labels = settled_labels(std::move(source.labels), sizes.N, sizes.M, source.said);
}

/// --zero-nonfinite, on arrays of float.
void replace_nonfinite(Contents& source) {
  std::size_t replaced = 0;
  for (Array* array : {&source.q, &source.k, &source.v}) {
    if (array->type() == Dtype::f32) replaced += zero_where_not_finite(array->data<float>(), array->count());
    if (array->type() == Dtype::f64) replaced += zero_where_not_finite(array->data<double>(), array->count());
  }
  if (replaced == 0) return;
  source.said.push_back(std::to_string(replaced) + (replaced == 1 ? " value that is" : " values that are") +
                        " not finite " + (replaced == 1 ? "was" : "were") + " read as 0");
}

}  // namespace

const Reader& reader_for(const InputFile& file) {
  const std::vector<std::byte> bytes = file.head(4096);
  const std::string_view head(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  for (const Reader& reader : readers())
    if (reader.recognises != nullptr && reader.recognises(head, file.size())) return reader;
  const std::string extension = extension_of(file.name());
  for (const Reader& reader : readers())
    if (is_among(reader.extensions, extension)) return reader;
  for (const Reader& reader : readers())
    if (reader.takes_any_text && looks_like_text(head)) return reader;
  throw file.error("is of no format that can be read; these can: " + join(readable_extensions(), ", "));
}

std::vector<std::string> readable_extensions() {
  std::vector<std::string> all;
  for (const Reader& reader : readers()) all.insert(all.end(), reader.extensions.begin(), reader.extensions.end());
  return all;
}

std::vector<std::string> without_causal_advice(std::vector<std::string> said) {
  std::erase_if(said, [](const std::string& sentence) { return sentence.ends_with(kCausalAdvice); });
  return said;
}

Loaded load_sequence(const InputFile& file, const ReadOptions& options) {
  const Reader& reader = reader_for(file);
  check_options(file, reader, options);
  Contents source = with_memory_for(omega::quoted(file.name()), [&] {
    Contents read = reader.read(file, options);
    change_each(read, are_alike(read), [](const Array& array, int) { return as_float(array); });
    return read;
  });
  if (options.zero_nonfinite) replace_nonfinite(source);
  try {
    auto sequence = std::make_shared<Sequence>(*Sequence::make(
        source.q, source.k, source.v, std::filesystem::path(file.name()).filename().string(), options.allow_nonfinite));
    sequence->grid = source.grid;
    sequence->taken = source.taken;
    settle_labels(file, source, sequence->sizes);
    sequence->labels = source.labels;
    return {std::move(sequence), std::move(source), reader.name};
  } catch (const Error& problem) {
    if (problem.kind() == Error::Kind::failure) throw;
    throw file.error(problem.what());
  }
}

Outline outline_sequence(const InputFile& file, const ReadOptions& options) {
  const Reader& reader = reader_for(file);
  if (reader.outline != nullptr) {
    check_options(file, reader, options);
    Outline outline = reader.outline(file, options);
    settle_labels(file, outline, sizes_of(file, outline.q.shape, outline.k.shape, outline.v.shape));
    return outline;
  }
  Loaded loaded = load_sequence(file, options);
  const auto part = [](const Array& array) { return Outline::Part{array.shape(), array.type()}; };
  const Sequence& sequence = *loaded.sequence;
  Contents& contents = loaded.contents;
  return {part(sequence.q), part(sequence.k),         part(sequence.v),           sequence.grid,
          sequence.labels,  std::move(contents.said), std::move(contents.entries)};
}

Loaded load_sequence(const std::filesystem::path& path, const ReadOptions& options, const Progress& progress) {
  InputFile file = InputFile::open(path);
  file.watch(progress);
  return load_sequence(file, options);
}

}  // namespace omega
