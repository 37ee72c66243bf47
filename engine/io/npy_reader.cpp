#include "io/npy_reader.h"

#include <algorithm>
#include <set>

#include "io/attention_arrays.h"
#include "io/npy.h"
#include "io/npz.h"
#include "io/rearrange.h"

namespace omega {

namespace {

std::string bare_name(const InputFile& file) { return std::filesystem::path(file.name()).stem().string(); }

Entry entry_of(const std::string& name, const NpyHeader& header) {
  return {name, header.type_name(), header.shape, header.data_bytes()};
}

std::vector<Entry> list_npy(const InputFile& file) {
  FileStream stream(file, 0);
  return {entry_of(bare_name(file), read_npy_header({file, "", stream, file.size()}))};
}

/// q, k and v each into its own place, so that a file of all three is never there twice.
Contents read_stacked(const InputFile& file, const NpySource& source, NpyHeader header, const ReadOptions& options) {
  Contents contents;
  contents.said.push_back(stacked_text(bare_name(file), header.shape));
  header.shape.erase(header.shape.begin());
  for (Array* part : {&contents.q, &contents.k, &contents.v}) *part = read_npy_data(source, header);
  return arranged_heads(file, std::move(contents), options);
}

Contents read_npy_source(const InputFile& file, const ReadOptions& options) {
  FileStream stream(file, 0);
  const NpySource source{file, "", stream, file.size()};
  const NpyHeader header = read_npy_header(source);
  Contents contents = is_stacked(header.shape) && !header.fortran_order && !options.alike && !header.is_text()
                          ? read_stacked(file, source, header, options)
                          : attention_from_one(file, bare_name(file), read_npy_data(source, header), options);
  contents.entries = {entry_of(bare_name(file), header)};
  return contents;
}

std::vector<Entry> list_members(const NpzFile& archive) {
  std::vector<Entry> entries;
  for (const NpzFile::Member& member : archive.members())
    entries.push_back(entry_of(member.name, archive.header(member)));
  return entries;
}

std::vector<Entry> list_npz(const InputFile& file) { return list_members(NpzFile(file)); }

Contents read_npz_source(const InputFile& file, const ReadOptions& options) {
  const NpzFile archive(file);
  const std::vector<Entry> listed = list_members(archive);
  std::vector<Entry> entries = listed;
  std::set<std::string> texts;
  for (const Entry& entry : entries)
    if (entry.type == "text") texts.insert(entry.name);
  std::erase_if(entries, [](const Entry& entry) { return entry.type == "text"; });
  if (entries.empty() && archive.is_pickled_by_torch())
    throw file.error("holds PyTorch objects as a pickle, which is never run; save the tensors with safetensors");
  if (entries.empty() && archive.is_spreadsheet())
    throw file.error("is a spreadsheet; save the sheet as CSV (comma-separated values)");
  if (entries.empty()) throw file.error("holds no arrays of numbers; members named like Q.npy were expected");
  std::set<std::string> numeric;
  for (const Entry& entry : entries) numeric.insert(entry.name);
  Arrays arrays;
  for (const NpzFile::Member& member : archive.members())
    if (numeric.count(member.name) != 0) arrays.emplace(member.name, archive.read(member));
  std::set<std::string> used;
  const ReadArray read = [&](const std::string& name) {
    used.insert(name);
    return arrays.at(name);
  };
  const bool named =
      options.given("q") || options.given("k") || options.given("v") || options.given("qkv") || options.given("layer");
  Contents source = entries.size() == 1 && !named && !has_attention_names(entries)
                        ? attention_from_one(file, entries[0].name, read(entries[0].name), options)
                        : read_attention(file, entries, read, options);
  for (const std::string& name : used) arrays.erase(name);
  source.others = std::move(arrays);
  source.entries = listed;
  source.texts = std::move(texts);
  return source;
}

}  // namespace

Reader npy_reader() {
  Reader reader{"npy", "NumPy array: float16, float32, float64, integers, bool", {".npy"}, {"head", "heads", "kv-heads", "alike"}};
  reader.recognises = [](std::string_view head, std::uint64_t) { return head.starts_with(kNpyMagic); };
  reader.list = list_npy;
  reader.read = read_npy_source;
  return reader;
}

Reader npz_reader() {
  Reader reader{"npz", "NumPy archive of arrays, stored or deflated", {".npz"}, attention_options()};
  reader.recognises = [](std::string_view head, std::uint64_t) {
    return head.starts_with(std::string_view("PK\3\4", 4)) || head.starts_with(std::string_view("PK\5\6", 4));
  };
  reader.list = list_npz;
  reader.read = read_npz_source;
  return reader;
}

}  // namespace omega
