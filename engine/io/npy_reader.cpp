#include "io/npy_reader.h"

#include <algorithm>
#include <set>

#include "io/attention_arrays.h"
#include "io/npy.h"
#include "io/npz.h"

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

Contents read_npy_source(const InputFile& file, const ReadOptions& options) {
  return attention_from_one(file, bare_name(file), read_npy(file), options);
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
  std::vector<Entry> entries = list_members(archive);
  std::erase_if(entries, [](const Entry& entry) { return entry.type == "text"; });
  if (entries.empty() && archive.is_pickled_by_torch())
    throw file.error("holds PyTorch objects as a pickle, which is never run; save the tensors with safetensors");
  if (entries.empty()) throw file.error("holds no arrays of numbers; members named like Q.npy were expected");
  Arrays arrays;
  for (const NpzFile::Member& member : archive.members())
    if (std::any_of(entries.begin(), entries.end(), [&](const Entry& entry) { return entry.name == member.name; }))
      arrays.emplace(member.name, archive.read(member));
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
  return source;
}

}  // namespace

Reader npy_reader() {
  Reader reader{"npy", "NumPy array: float16, float32, float64, integers, bool", {".npy"}, {"head", "heads"}};
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
