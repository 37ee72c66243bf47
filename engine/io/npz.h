// NumPy's .npz: a zip of .npy members, stored or deflated.
//
// Members are named NAME.npy and known as NAME. Members that are not .npy and members of text (labels, provenance) are
// left out of the arrays; every other member must be readable. Names are never used as paths.
//
// Provenance goes into the text member `provenance`, a JSON object in a unicode scalar, because numpy.load hands out
// members without .npy as bare bytes that are no arrays: json.loads(str(numpy.load(f)["provenance"])). It must not hold
// the time or the output's own name: the same request writes the same bytes.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/array.h"
#include "io/atomic_file.h"
#include "io/input_file.h"
#include "io/npy.h"

struct zip;  // of libzip

namespace omega {

struct DiscardZip {
  void operator()(zip* archive) const;
};

constexpr const char* kProvenanceMember = "provenance";

class NpzFile {
 public:
  struct Member {
    std::string name;  // without .npy
    std::uint64_t index = 0;
    std::uint64_t bytes = 0;  // unpacked, header included
    bool deflated = false;
  };

  /// Reads and checks the table of contents; `file` must outlive this.
  explicit NpzFile(const InputFile& file);

  const std::vector<Member>& members() const { return members_; }
  /// Whether it is what torch.save writes: a zip too, but of a pickle.
  bool is_pickled_by_torch() const { return has_pickle_; }
  /// Whether it is what spreadsheet programs write: a zip too, but of XML.
  bool is_spreadsheet() const { return has_sheets_; }
  NpyHeader header(const Member& member) const;
  Array read(const Member& member) const;
  /// The elements of a text member, as UTF-8.
  std::vector<std::string> read_texts(const Member& member) const;

 private:
  void list_members();
  template <class Read>
  auto with_source(const Member& member, Read&& read) const;

  const InputFile& file_;
  std::unique_ptr<zip, DiscardZip> archive_;
  std::vector<Member> members_;
  bool has_pickle_ = false, has_sheets_ = false;
};

/// Every array of numbers in the file; an Error where there is none.
Arrays read_npz(const InputFile& file);
Arrays read_npz(const std::filesystem::path& path);

using TextLists = std::map<std::string, std::vector<std::string>>;  // of UTF-8

/// Stored members, arrays, then lists of texts, each in the order of their names, with fixed time stamps; `provenance`
/// may be empty. `progress` stops it, and hears how far it is.
void write_npz(const std::filesystem::path& path, const Arrays& arrays, const std::string& provenance,
               Lasts lasts = Lasts::kept, const TextLists& texts = {}, const Progress& progress = {});

}  // namespace omega
