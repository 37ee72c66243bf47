// The folder of a study that was run: study.json, the definition as it was given, and files of rows, one JSON object a
// line.
//
//   study.json           the definition
//   rows.jsonl           rows of a whole run, or of all shards once they are merged
//   rows-K-of-N.jsonl    rows of shard K of N
//
// The first line of a file of rows says which study it belongs to; every other is one row, complete in itself. A row is
// written with one call and is there once its line has ended, so that a killed run leaves at most half a line, which
// the next one drops and measures again. A run only appends; while it does, no other may write to its file.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "studies/definition.h"

namespace omega::studies {

/// Part `k` of `n`: the rows whose number leaves k − 1 when divided by n.
struct Shard {
  Index k = 1, n = 1;
  bool contains(Index row) const { return row % n == k - 1; }
  bool operator==(const Shard&) const = default;
};

std::filesystem::path definition_file(const std::filesystem::path& folder);
std::filesystem::path rows_file(const std::filesystem::path& folder, const Shard& shard);

/// Whether a row has `problem` in place of values: a run that goes on tries it again, and what that measures takes its
/// place.
bool has_failed(const Json& row);

/// Its number in the grid, by which it belongs to a shard: one seed comes after another.
Index row_number(const StudyDefinition& study, const Json& row);

/// A file of rows as it was found.
struct RowFile {
  Json header;
  std::vector<Json> rows;
  std::uintmax_t whole_bytes = 0;  // up to the end of its last whole line
  bool has_half_row = false;
};
RowFile read_row_file(const std::filesystem::path& path);
/// The same from its bytes; `name` is what a message calls them.
RowFile read_rows(const std::string& bytes, const std::string& name);

/// The part of a row that says what was asked: all but its values.
Json asked_of(const StudyPoint& point, Index seed);
/// Whether every point and seed of `study` has a row that answers what the study asks today.
bool are_rows_of(const StudyDefinition& study, const std::vector<Json>& rows);

Json options_json(const Options::Given& given);
/// Its preset or file, and the options of that.
Json input_json(const StudyInput& input);
Json header_of(const StudyDefinition& study);
/// Throws Error::input where the rows are not those of `study`.
void check_header(const std::filesystem::path& path, const Json& header, const StudyDefinition& study);

/// Appends rows to a file. Throws Error::failure, with nothing lost, where the disk is full or another run writes
/// there, and where the file was removed meanwhile.
class RowWriter {
 public:
  /// `shard`: the rows of it that stand in other files of the folder are found, too.
  RowWriter(std::filesystem::path path, const StudyDefinition& study, std::optional<Shard> shard = {});
  RowWriter(const RowWriter&) = delete;
  ~RowWriter();

  /// The rows that were there already, and need not be measured again; those that failed.
  const std::vector<Json>& found() const { return found_; }
  const std::vector<Json>& failed() const { return failed_; }
  void add(const Json& row);
  /// Takes back the file if this one has begun it.
  void abandon();

 private:
  void find_elsewhere(const StudyDefinition& study, const Shard& shard);
  void append(const std::string& line);
  [[noreturn]] void fail(const std::string& why) const;

  std::filesystem::path path_;
  int descriptor_ = -1;
  std::vector<Json> found_, failed_;
  std::uintmax_t size_ = 0;
  bool is_new_ = false;
};

/// Everything in a folder: its study and all its rows, each once, by point and seed.
struct StudyFolder {
  StudyDefinition study;
  std::vector<Json> rows;
  std::size_t repeated = 0;  // rows that stood in several files
};
StudyFolder open_study(const std::vector<std::filesystem::path>& folders);

/// Makes `folder` and puts the definition there, or checks that the same one is there.
void prepare_folder(const std::filesystem::path& folder, const StudyDefinition& study);

/// Adds all rows of `folders` that are not there yet to the rows.jsonl of `output`; doing so again changes nothing.
/// Throws Error::failure where a run writes there.
StudyFolder merge_studies(const std::vector<std::filesystem::path>& folders, const std::filesystem::path& output);

}  // namespace omega::studies
