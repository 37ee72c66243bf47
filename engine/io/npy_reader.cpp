#include "io/npy_reader.h"

#include <set>
#include <utility>

#include "io/attention_arrays.h"
#include "io/npy.h"
#include "io/npz.h"
#include "io/tokens.h"

namespace omega {

namespace {

std::string bare_name(const InputFile& file) { return std::filesystem::path(file.name()).stem().string(); }

Entry entry_of(const std::string& name, const NpyHeader& header) {
  return {name, header.type_name(), header.shape, header.data_bytes()};
}

std::vector<Entry> list_npy(const InputFile& file) {
  FileStream stream(file);
  return {entry_of(bare_name(file), read_npy_header({file, "", stream, file.size()}))};
}

bool is_in_thirds(const NpyHeader& header, const ReadOptions& options) {
  return is_stacked(header.shape) && !header.fortran_order && !options.alike;
}

/// One of the three arrays that lie one after the other.
NpyHeader third_of(NpyHeader header) {
  header.shape.erase(header.shape.begin());
  return header;
}

Pieces arrange_npy(const InputFile& file, const NpyHeader& header, const ReadOptions& options) {
  const Entry entry = entry_of(bare_name(file), header);
  if (header.is_text()) throw file.error("holds text; an array of numbers was expected");
  if (!is_in_thirds(header, options)) return arrange_one(file, entry, options);
  Pieces pieces;
  for (const auto& [part, name] : {std::pair(&pieces.q, "q"), std::pair(&pieces.k, "k"), std::pair(&pieces.v, "v")})
    *part = {name, entry.type, Layout(third_of(header).shape)};
  pieces.said.push_back(stacked_text(entry.name, header.shape));
  return arranged_heads(file, std::move(pieces), options);
}

Outline outline_npy(const InputFile& file, const ReadOptions& options) {
  FileStream stream(file);
  const NpyHeader header = read_npy_header({file, "", stream, file.size()});
  return outline_of(arrange_npy(file, header, options), {entry_of(bare_name(file), header)});
}

Contents read_npy_source(const InputFile& file, const ReadOptions& options) {
  FileStream stream(file);
  const NpySource source{file, "", stream, file.size()};
  const NpyHeader header = read_npy_header(source);
  const Pieces pieces = arrange_npy(file, header, options);
  // Each third goes straight to its own place, in order, so that a file of all three is never in memory twice.
  Contents contents = read_pieces(pieces, [&](const std::string&) {
    return read_npy_data(source, is_in_thirds(header, options) ? third_of(header) : header);
  });
  contents.entries = {entry_of(bare_name(file), header)};
  return contents;
}

std::vector<Entry> list_members(const NpzFile& archive) {
  std::vector<Entry> entries;
  for (const NpzFile::Member& member : archive.members())
    entries.push_back(entry_of(member.name, archive.header(member)));
  return entries;
}

/// What an archive holds, and what of it is attention.
struct Arrangement {
  std::vector<Entry> listed;
  std::set<std::string> texts;
  Pieces pieces;
};

Arrangement arrange_npz(const InputFile& file, const NpzFile& archive, const ReadOptions& options) {
  Arrangement found{list_members(archive), {}, {}};
  std::vector<Entry> entries = found.listed;
  for (const Entry& entry : entries)
    if (entry.type == "text") found.texts.insert(entry.name);
  std::erase_if(entries, [](const Entry& entry) { return entry.type == "text"; });
  if (entries.empty() && archive.is_pickled_by_torch())
    throw file.error("holds PyTorch objects as a pickle, which is never run; save the tensors with safetensors");
  if (entries.empty() && archive.is_spreadsheet())
    throw file.error("is a spreadsheet; save the sheet as CSV (comma-separated values)");
  if (entries.empty()) throw file.error("holds no arrays of numbers; members named like Q.npy were expected");
  const bool named = options.name_arrays() || options.given("layer");
  found.pieces = entries.size() == 1 && !named && !has_attention_names(entries)
                     ? arrange_one(file, entries[0], options)
                     : arrange_attention(file, entries, options);
  return found;
}

/// The text array `tokens`, if there is one; what is wrong with it is said.
std::vector<std::string> labels_of(const NpzFile& archive, std::vector<std::string>& said) {
  for (const NpzFile::Member& member : archive.members()) try {
      if (member.name == kTokensName && archive.header(member).is_text()) return archive.read_texts(member);
    } catch (const Error& error) {
      said.push_back(std::string(error.what()) + "; the tokens have no names");
    }
  return {};
}

Outline outline_npz(const InputFile& file, const ReadOptions& options) {
  const NpzFile archive(file);
  Arrangement found = arrange_npz(file, archive, options);
  Outline outline = outline_of(found.pieces, std::move(found.listed));
  outline.labels = labels_of(archive, outline.said);
  return outline;
}

Contents read_npz_source(const InputFile& file, const ReadOptions& options) {
  const NpzFile archive(file);
  Arrangement found = arrange_npz(file, archive, options);
  Arrays arrays;
  for (const NpzFile::Member& member : archive.members())
    if (found.texts.count(member.name) == 0) arrays.emplace(member.name, archive.read(member));
  Contents source = read_pieces(found.pieces, [&](const std::string& name) { return arrays.at(name); });
  for (const Piece* piece : {&found.pieces.q, &found.pieces.k, &found.pieces.v}) arrays.erase(piece->array);
  source.others = std::move(arrays);
  source.entries = std::move(found.listed);
  source.labels = labels_of(archive, source.said);
  source.texts = std::move(found.texts);
  return source;
}

}  // namespace

Reader npy_reader() {
  Reader reader{"npy",
                "NumPy array: float16, float32, float64, integers, bool",
                {".npy"},
                {"head", "heads", "kv-heads", "alike"}};
  reader.recognises = [](std::string_view head, std::uint64_t) { return head.starts_with(kNpyMagic); };
  reader.list = list_npy;
  reader.read = read_npy_source;
  reader.outline = outline_npy;
  return reader;
}

Reader npz_reader() {
  Reader reader{"npz", "NumPy archive of arrays, stored or deflated", {".npz"}, attention_options()};
  reader.recognises = [](std::string_view head, std::uint64_t) {
    return head.starts_with(std::string_view("PK\3\4", 4)) || head.starts_with(std::string_view("PK\5\6", 4));
  };
  reader.list = [](const InputFile& file) { return list_members(NpzFile(file)); };
  reader.read = read_npz_source;
  reader.outline = outline_npz;
  return reader;
}

}  // namespace omega
