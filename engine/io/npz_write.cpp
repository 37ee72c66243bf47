#include <zip.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

#include "core/text.h"
#include "io/atomic_file.h"
#include "io/npz.h"

namespace omega {

namespace {

/// The system's own reason, such as a full disk, without libzip's "Write error: " before it; else what libzip says.
std::string write_problem(zip_t* archive) {
  zip_error_t* const error = zip_get_error(archive);
  return zip_error_system_type(error) == ZIP_ET_SYS ? std::strerror(zip_error_code_system(error))
                                                    : zip_error_strerror(error);
}

/// One file being written; keeps the preambles alive until libzip reads them in zip_close.
class Writer {
 public:
  Writer(zip_t* zip, const std::filesystem::path& path) : zip_(zip), path_(path) {}

  void add(const std::string& name, const std::string& preamble, const void* data, std::size_t bytes) {
    const auto& kept = *preambles_.emplace_back(std::make_unique<std::string>(preamble));
    zip_buffer_fragment_t parts[2] = {fragment(kept.data(), kept.size()), fragment(data, bytes)};
    zip_error_t error;
    zip_error_init(&error);
    zip_source_t* const source = zip_source_buffer_fragment_create(parts, bytes > 0 ? 2 : 1, 0, &error);
    zip_error_fini(&error);
    const zip_int64_t index =
        source == nullptr ? -1 : zip_file_add(zip_, (name + ".npy").c_str(), source, ZIP_FL_ENC_UTF_8);
    if (index < 0 && source != nullptr) zip_source_free(source);
    // A fixed date, the first that DOS knows, so that the same arrays give the same file.
    constexpr zip_uint16_t kFirstOfJanuary1980 = 1 << 5 | 1;
    ends_.push_back(kept.size() + bytes + (ends_.empty() ? 0 : ends_.back()));
    if (index < 0 || zip_set_file_compression(zip_, static_cast<zip_uint64_t>(index), ZIP_CM_STORE, 0) != 0 ||
        zip_file_set_dostime(zip_, static_cast<zip_uint64_t>(index), 0, kFirstOfJanuary1980, 0) != 0)
      throw Error::failure(omega::quoted(path_.string()) + " cannot be written: member " + omega::quoted(name) + ": " +
                           write_problem(zip_));
  }

  /// Writes them all, as far as `progress` lets it.
  void close(const Progress& progress) {
    Watched watched{progress, ends_};
    constexpr double kEach = 1e-3;
    zip_register_progress_callback_with_state(zip_, kEach, &tell, nullptr, &watched);
    zip_register_cancel_callback_with_state(
        zip_,
        [](zip_t*, void* state) { return static_cast<Watched*>(state)->progress.stop().stop_requested() ? 1 : 0; },
        nullptr, &watched);
    if (zip_close(zip_) == 0) return;
    progress.check();
    throw Error::failure(omega::quoted(path_.string()) + " cannot be written: " + write_problem(zip_));
  }

 private:
  struct Watched {
    const Progress& progress;
    const std::vector<std::size_t>& ends;  // of the members, in bytes
  };
  /// To libzip all members are equally long.
  static void tell(zip_t*, double fraction, void* state) {
    const auto& [progress, ends] = *static_cast<const Watched*>(state);
    const double members = fraction * static_cast<double>(ends.size());
    const auto at = std::min(static_cast<std::size_t>(members), ends.size() - 1);
    const double begin = at == 0 ? 0 : static_cast<double>(ends[at - 1]), end = static_cast<double>(ends[at]);
    progress.report((begin + (members - static_cast<double>(at)) * (end - begin)) / static_cast<double>(ends.back()));
  }
  static zip_buffer_fragment_t fragment(const void* data, std::size_t bytes) {
    zip_buffer_fragment_t part{};
    part.data = static_cast<zip_uint8_t*>(const_cast<void*>(data));  // libzip only reads it
    part.length = bytes;
    return part;
  }
  zip_t* zip_;
  const std::filesystem::path& path_;
  std::vector<std::unique_ptr<std::string>> preambles_;
  std::vector<std::size_t> ends_;
};

std::string utf32(const std::string& text) {
  std::string wide;
  wide.reserve(text.size() * 4);
  for (std::size_t at = 0; at < text.size();) {
    const Character c = character_at(text, at);
    const char32_t code = c.length == 0 ? U'\uFFFD' : c.code;  // no UTF-8
    for (int shift = 0; shift < 32; shift += 8) wide += static_cast<char>(code >> shift & 0xff);
    at += std::max<std::size_t>(c.length, 1);
  }
  return wide;
}

/// Its preamble and bytes: texts of one width, at least one letter, the shorter ones filled up with zeros.
std::pair<std::string, std::string> text_member(const std::vector<std::string>& texts, const Shape& shape) {
  std::vector<std::string> wide;
  for (const std::string& text : texts) wide.push_back(utf32(text));
  std::size_t width = 4;
  for (const std::string& text : wide) width = std::max(width, text.size());
  std::string bytes;
  for (std::string& text : wide) {
    text.resize(width, '\0');
    bytes += text;
  }
  return {npy_preamble("<U" + std::to_string(width / 4), shape), bytes};
}

}  // namespace

void write_npz(const std::filesystem::path& path, const Arrays& arrays, const std::string& provenance, Lasts lasts,
               const TextLists& texts, const Progress& progress) {
  AtomicFile file(path, lasts);
  file.watch(progress);
  std::vector<std::pair<std::string, std::pair<std::string, std::string>>> members;  // the archive reads them last
  for (const auto& [name, list] : texts)
    members.emplace_back(name, text_member(list, {static_cast<Index>(list.size())}));
  if (!provenance.empty()) members.emplace_back(kProvenanceMember, text_member({provenance}, {}));
  int code = 0;
  std::unique_ptr<zip, DiscardZip> archive(zip_open(file.partial().c_str(), ZIP_CREATE | ZIP_TRUNCATE, &code));
  if (!archive)
    throw Error::failure(omega::quoted(path.string()) + " cannot be written: the archive could not be started");
  Writer writer(archive.get(), path);
  for (const auto& [name, array] : arrays)
    writer.add(name, npy_preamble(array.type(), array.shape()), array.raw(), array.bytes());
  for (const auto& [name, member] : members) writer.add(name, member.first, member.second.data(), member.second.size());
  writer.close(progress);
  archive.release();
  file.commit();
}

}  // namespace omega
