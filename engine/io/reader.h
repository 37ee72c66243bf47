// Reader: one file format. A new one is a pair of files that defines a Reader and one line in readers.cpp.
//
// A reader turns a file into its Contents: q, k, v and what belongs to them. It checks the format; load_sequence() then
// checks what every input of attention must fulfil, so that no reader repeats it.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/sequence.h"
#include "io/input_file.h"
#include "io/read_options.h"

namespace omega {

/// One thing in a file, as `omega info` lists it.
struct Entry {
  std::string name;
  std::string type;  // "float16", "text" ...
  Shape shape;
  std::uint64_t bytes = 0;
};

struct Picture {
  Index width = 0, height = 0;
  std::vector<std::uint8_t> rgb;  // row by row, 3 bytes a pixel
};

/// What is said of a file whose model is causal ends so; where all estimates are causal it is left out.
inline constexpr const char* kCausalAdvice = "estimates with causal=true are of its attention, others are not";
std::vector<std::string> without_causal_advice(std::vector<std::string> said);

struct Contents {
  Array q, k, v;
  Arrays others;                      // further arrays of the file: given noise, parameters
  std::set<std::string> texts;        // further members that hold words
  std::optional<TakenHead> taken;     // where only one head is read
  std::optional<Grid> grid;           // images
  std::vector<std::string> labels;    // one per token: words, bytes
  std::optional<Picture> thumbnails;  // images: the cells of the grid, all of one size, in their places
  std::vector<std::string> said;      // how the file was read, one sentence each
  std::vector<Entry> entries;         // what is in the file, as Reader::list says it
  std::vector<std::string> idle;      // the reader's options that mean nothing for what this file holds
};

/// What a file would give as an input of attention, without the numbers.
struct Outline {
  struct Part {
    Shape shape;
    std::optional<Dtype> type = Dtype::f32;  // of large integers only the numbers themselves tell
  };
  Part q, k, v;
  std::optional<Grid> grid;
  std::vector<std::string> labels, said;
  std::vector<Entry> entries;
};

struct Reader {
  std::string name;                     // "safetensors"
  std::string title;                    // "PyTorch safetensors: float16, bfloat16, ..."
  std::vector<std::string> extensions;  // lower case, with their dot
  std::vector<std::string> options;     // the input options that mean something for it
  /// Recognises a file by its first bytes; null where a format has no magic number.
  bool (*recognises)(std::string_view head, std::uint64_t size) = nullptr;
  std::vector<Entry> (*list)(const InputFile& file) = nullptr;
  Contents (*read)(const InputFile& file, const ReadOptions& options) = nullptr;
  /// What reading would give, without the numbers of an array. Null where only reading tells.
  Outline (*outline)(const InputFile& file, const ReadOptions& options) = nullptr;
  bool takes_any_text = false;  // a file of no known beginning and extension, where it looks like text
};

const std::vector<Reader>& readers();
/// The endings that all of them know, with their dots.
std::vector<std::string> readable_extensions();

/// The reader for a file: by its first bytes, else by its extension, else text where it is text.
const Reader& reader_for(const InputFile& file);

/// A file as an input of attention, checked.
struct Loaded {
  std::shared_ptr<const Sequence> sequence;
  Contents contents;  // q, k and v share the sequence's storage
  std::string format;
};
Loaded load_sequence(const InputFile& file, const ReadOptions& options = {});
Loaded load_sequence(const std::filesystem::path& path, const ReadOptions& options = {}, const Progress& progress = {});

/// The same checks, but those that need numbers (whether all are finite) are left to reading: headers tell the rest,
/// however large the arrays are.
Outline outline_sequence(const InputFile& file, const ReadOptions& options = {});

}  // namespace omega
