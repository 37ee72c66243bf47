#include <zip.h>

#include <cstring>
#include <memory>
#include <vector>

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
    if (index < 0 || zip_set_file_compression(zip_, static_cast<zip_uint64_t>(index), ZIP_CM_STORE, 0) != 0 ||
        zip_file_set_dostime(zip_, static_cast<zip_uint64_t>(index), 0, kFirstOfJanuary1980, 0) != 0)
      throw Error::failure(omega::quoted(path_.string()) + " cannot be written: member " + omega::quoted(name) + ": " +
                           write_problem(zip_));
  }

 private:
  static zip_buffer_fragment_t fragment(const void* data, std::size_t bytes) {
    zip_buffer_fragment_t part{};
    part.data = static_cast<zip_uint8_t*>(const_cast<void*>(data));  // libzip only reads it
    part.length = bytes;
    return part;
  }
  zip_t* zip_;
  const std::filesystem::path& path_;
  std::vector<std::unique_ptr<std::string>> preambles_;
};

std::string utf32(const std::string& ascii) {
  std::string wide;
  wide.reserve(ascii.size() * 4);
  for (const char c : ascii) wide.append({c, '\0', '\0', '\0'});
  return wide;
}

}  // namespace

void write_npz(const std::filesystem::path& path, const Arrays& arrays, const std::string& provenance, Lasts lasts) {
  AtomicFile file(path, lasts);
  const std::string text = utf32(provenance);  // declared before the archive, which reads it last
  int code = 0;
  std::unique_ptr<zip, DiscardZip> archive(zip_open(file.partial().c_str(), ZIP_CREATE | ZIP_TRUNCATE, &code));
  if (!archive)
    throw Error::failure(omega::quoted(path.string()) + " cannot be written: the archive could not be started");
  Writer writer(archive.get(), path);
  for (const auto& [name, array] : arrays)
    writer.add(name, npy_preamble(array.type(), array.shape()), array.raw(), array.bytes());
  if (!provenance.empty())
    writer.add(kProvenanceMember, npy_preamble("<U" + std::to_string(provenance.size()), {}), text.data(), text.size());
  if (zip_close(archive.get()) != 0)
    throw Error::failure(omega::quoted(path.string()) + " cannot be written: " + write_problem(archive.get()));
  archive.release();
  file.commit();
}

}  // namespace omega
