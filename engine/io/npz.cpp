#include "io/npz.h"

#include <zip.h>

#include <algorithm>
#include <set>

#include "core/text.h"
#include "io/limits.h"

namespace omega {

namespace {

constexpr std::uint64_t kMostMembers = 65535;

struct Position {
  const InputFile& file;
  std::uint64_t offset = 0;
  zip_error_t error{};
};

/// Lets libzip read from an InputFile.
zip_int64_t serve(void* state, void* data, zip_uint64_t length, zip_source_cmd_t command) {
  auto& at = *static_cast<Position*>(state);
  switch (command) {
    case ZIP_SOURCE_OPEN: at.offset = 0; return 0;
    case ZIP_SOURCE_CLOSE: return 0;
    case ZIP_SOURCE_FREE: delete &at; return 0;
    case ZIP_SOURCE_READ: {
      const std::uint64_t count = std::min<std::uint64_t>(length, at.file.size() - at.offset);
      try {
        at.file.read(at.offset, {static_cast<std::byte*>(data), count});
      } catch (const std::exception&) {
        zip_error_set(&at.error, ZIP_ER_READ, 0);
        return -1;
      }
      at.offset += count;
      return static_cast<zip_int64_t>(count);
    }
    case ZIP_SOURCE_SEEK: {
      const zip_int64_t offset = zip_source_seek_compute_offset(at.offset, at.file.size(), data, length, &at.error);
      if (offset < 0) return -1;
      at.offset = static_cast<std::uint64_t>(offset);
      return 0;
    }
    case ZIP_SOURCE_TELL: return static_cast<zip_int64_t>(at.offset);
    case ZIP_SOURCE_STAT: {
      auto* const info = static_cast<zip_stat_t*>(data);
      zip_stat_init(info);
      info->size = at.file.size();
      info->valid |= ZIP_STAT_SIZE;
      return sizeof(zip_stat_t);
    }
    case ZIP_SOURCE_ERROR: return zip_error_to_data(&at.error, data, length);
    case ZIP_SOURCE_SUPPORTS:
      return zip_source_make_command_bitmap(ZIP_SOURCE_OPEN, ZIP_SOURCE_READ, ZIP_SOURCE_CLOSE, ZIP_SOURCE_STAT,
                                            ZIP_SOURCE_ERROR, ZIP_SOURCE_FREE, ZIP_SOURCE_SEEK, ZIP_SOURCE_TELL,
                                            ZIP_SOURCE_SUPPORTS, -1);
    default: zip_error_set(&at.error, ZIP_ER_OPNOTSUPP, 0); return -1;
  }
}

struct CloseMember {
  void operator()(zip_file_t* member) const { zip_fclose(member); }
};

class MemberStream : public ByteStream {
 public:
  MemberStream(const InputFile& file, const NpzFile::Member& member, zip_t* archive)
      : file_(file), member_(member), open_(zip_fopen_index(archive, member.index, 0)) {
    if (!open_) throw broken(zip_strerror(archive));
  }
  void read(std::span<std::byte> into) override {
    while (!into.empty()) {
      const zip_int64_t got = zip_fread(open_.get(), into.data(), into.size());
      if (got < 0) throw broken(zip_file_strerror(open_.get()));
      if (got == 0) throw broken("it unpacks to fewer bytes than the table of contents says");
      into = into.subspan(static_cast<std::size_t>(got));
    }
  }
  /// libzip compares the checksum once the end is reached.
  void expect_end() {
    std::byte more;
    const zip_int64_t got = zip_fread(open_.get(), &more, 1);
    if (got < 0) throw broken(zip_file_strerror(open_.get()));
    if (got > 0) throw broken("it unpacks to more bytes than the table of contents says");
  }

 private:
  Error broken(const std::string& why) const {
    file_.check();  // to libzip a stop is a failed read
    return file_.error(member_.name, "cannot be unpacked (" + why + "); the file is damaged, save it again");
  }
  const InputFile& file_;
  const NpzFile::Member& member_;
  std::unique_ptr<zip_file_t, CloseMember> open_;
};

/// NumPy's letters are of four bytes each.
std::string utf8_of(std::string_view letters, bool big_endian) {
  std::string text;
  for (std::size_t at = 0; at + 4 <= letters.size(); at += 4) {
    std::uint32_t code = 0;
    for (std::size_t i = 0; i < 4; ++i)
      code = code << 8 | static_cast<unsigned char>(letters[at + (big_endian ? i : 3 - i)]);
    append_utf8(text, code);
  }
  return text;
}

/// Nothing is ever written under a member's name, but a name that climbs out of a folder is no honest one.
bool is_suspicious(const std::string& name) {
  if (name.empty() || name.front() == '/' || name.find('\\') != std::string::npos) return true;
  return is_among(split(name, "/"), "..");
}

}  // namespace

void DiscardZip::operator()(zip* archive) const { zip_discard(archive); }

NpzFile::NpzFile(const InputFile& file) : file_(file) {
  zip_error_t error;
  zip_error_init(&error);
  zip_source_t* const source = zip_source_function_create(&serve, new Position{file_}, &error);
  if (source != nullptr) archive_.reset(zip_open_from_source(source, ZIP_RDONLY, &error));
  if (!archive_) {
    const std::string why = zip_error_strerror(&error);
    if (source != nullptr) zip_source_free(source);
    zip_error_fini(&error);
    file_.check();
    throw file_.error("is not a readable zip archive (" + why +
                      "); it was cut short or damaged, write it with numpy.savez");
  }
  list_members();
}

void NpzFile::list_members() {
  const auto count = static_cast<std::uint64_t>(std::max<zip_int64_t>(zip_get_num_entries(archive_.get(), 0), 0));
  if (count > kMostMembers)
    throw file_.error("has " + std::to_string(count) + " members; at most " + std::to_string(kMostMembers) +
                      " can be read");
  std::set<std::string> names;
  std::uint64_t packed = 0, unpacked = 0;
  for (std::uint64_t i = 0; i < count; ++i) {
    zip_stat_t info;
    zip_stat_init(&info);
    if (zip_stat_index(archive_.get(), i, ZIP_FL_ENC_RAW, &info) != 0 || info.name == nullptr)
      throw file_.error("has a damaged table of contents; write it again with numpy.savez");
    const std::string name = info.name;
    if (is_suspicious(name))
      throw file_.error(name, "has a name that points outside the archive; a plain name such as Q.npy was expected");
    if (!names.insert(name).second)
      throw file_.error(name, "occurs more than once; every member needs a name of its own");
    const std::string other = name.ends_with(".npy") ? name.substr(0, name.size() - 4) : name + ".npy";
    if (names.count(other) != 0)
      throw file_.error(name, "occurs more than once, as NumPy counts: " + omega::quoted(other) +
                                  " is there too and has the same name for it; leave one of them out");
    has_pickle_ = has_pickle_ || name.ends_with("data.pkl");
    has_sheets_ = has_sheets_ || name == "xl/workbook.xml" || name == "content.xml";
    if (!name.ends_with(".npy")) continue;
    Member member{name.substr(0, name.size() - 4), i, info.size, info.comp_method == ZIP_CM_DEFLATE};
    if (info.encryption_method != ZIP_EM_NONE)
      throw file_.error(member.name, "is encrypted; save the archive without a password");
    if (info.comp_method != ZIP_CM_STORE && info.comp_method != ZIP_CM_DEFLATE)
      throw file_.error(member.name, "is packed by method " + std::to_string(info.comp_method) +
                                         "; only stored and deflated members can be read");
    if (!member.deflated && info.size != info.comp_size)
      throw file_.error(member.name, "is stored, but its two sizes differ; the table of contents is damaged");
    packed += std::min(info.comp_size, file_.size() + 1);
    unpacked += std::min<std::uint64_t>(info.size, std::uint64_t{1} << 60);
    // Members that share their bytes are another way to make much out of little.
    if (packed > file_.size())
      throw file_.error(member.name,
                        "claims more bytes than the file has; the table of contents is damaged or its members overlap");
    if (is_bomb(unpacked, file_.size()))
      throw file_.error(member.name, "would bring the unpacked size to " + readable_size(unpacked) +
                                         " out of a file of " + readable_size(file_.size()) +
                                         "; save it without compression (numpy.savez) if that is right");
    members_.push_back(std::move(member));
  }
}

template <class Read>
auto NpzFile::with_source(const Member& member, Read&& read) const {
  MemberStream stream(file_, member, archive_.get());
  return read(NpySource{file_, member.name, stream, member.bytes}, stream);
}

NpyHeader NpzFile::header(const Member& member) const {
  return with_source(member, [](const NpySource& source, MemberStream&) { return read_npy_header(source); });
}

Array NpzFile::read(const Member& member) const {
  return with_source(member, [](const NpySource& source, MemberStream& stream) {
    Array array = read_npy(source);
    stream.expect_end();
    return array;
  });
}

std::vector<std::string> NpzFile::read_texts(const Member& member) const {
  return with_source(member, [](const NpySource& source, MemberStream& stream) {
    const NpyHeader header = read_npy_header(source);
    if (!header.is_text()) throw source.error("is not text");
    if (header.item_bytes == 0) throw source.error("has elements without letters");
    std::string bytes(header.data_bytes(), '\0');
    stream.read(std::as_writable_bytes(std::span(bytes)));
    stream.expect_end();
    std::vector<std::string> texts;
    for (std::size_t i = 0; i < bytes.size(); i += header.item_bytes) {
      const std::string_view element(bytes.data() + i, header.item_bytes);
      texts.push_back(header.kind == 'U' ? utf8_of(element, header.big_endian) : std::string(element));
      texts.back().resize(texts.back().find_last_not_of('\0') + 1);
    }
    return texts;
  });
}

Arrays read_npz(const InputFile& file) {
  const NpzFile archive(file);
  Arrays arrays;
  bool text = false;
  for (const NpzFile::Member& member : archive.members()) {
    if (archive.header(member).is_text()) {
      text = true;
      continue;
    }
    arrays.emplace(member.name, archive.read(member));
  }
  if (arrays.empty())
    throw file.error(text ? "holds text only; arrays of numbers were expected"
                          : "holds no arrays; members named like Q.npy were expected");
  return arrays;
}

Arrays read_npz(const std::filesystem::path& path) { return read_npz(InputFile::open(path)); }

}  // namespace omega
