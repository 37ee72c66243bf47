#include "studies/row_files.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <set>

#include "core/text.h"
#include "io/atomic_file.h"

namespace omega::studies {

namespace fs = std::filesystem;

namespace {

constexpr const char* kMark = "omega_study";

std::string bytes_of(const fs::path& path) {
  if (auto text = bytes_of_file(path)) return *text;
  throw Error::input(omega::quoted(path.string()) +
                     " cannot be read; a regular file whose permissions allow reading it was expected");
}

StudyInput input_of(const Json& json) {
  StudyInput input{json.value("preset", ""),  json.value("file", ""),      {},
                   json.value("n", Index{0}), json.value("dim", Index{0}), {}};
  for (const auto& option : json.at("options").items())
    input.options.emplace_back(option.key(), option.value().get<std::string>());
  for (const Json& one : json.value("heads", Json::array()))
    input.heads.push_back({one.at(0).get<Index>(), one.at(1).get<Index>(), one.at(2).get<Index>()});
  return input;
}

// Whatever a line holds is of the kind that is read of it, or the line is none of a study.

bool is_whole(const Json& value) { return value.is_number_integer(); }
bool is_text(const Json& value) { return value.is_string(); }
bool is_number_or_none(const Json& value) { return value.is_number() || value.is_null(); }

bool has_whole(const Json& line, const char* key) { return line.contains(key) && is_whole(line.at(key)); }

/// That of each key, where it is there, is so.
bool are(const Json& line, const std::vector<std::string>& keys, bool (*is)(const Json&)) {
  return std::all_of(keys.begin(), keys.end(),
                     [&](const std::string& key) { return !line.contains(key) || is(line.at(key)); });
}

bool is_all(const Json& value, bool (*is)(const Json&)) {
  return value.is_structured() && std::all_of(value.begin(), value.end(), is);
}

bool is_input(const Json& value) {
  const auto is_layer = [](const Json& one) { return one.is_array() && one.size() == 3 && is_all(one, is_whole); };
  return value.is_object() && are(value, {"preset", "file"}, is_text) && are(value, {"n", "dim"}, is_whole) &&
         value.contains("options") && value.at("options").is_object() && is_all(value.at("options"), is_text) &&
         are(value, {"heads"}, [](const Json& heads) { return heads.is_array(); }) &&
         is_all(value.value("heads", Json::array()), is_layer);
}

bool are_values(const Json& values) {
  if (!values.is_object() || !are(values, {"draws", "layer", "head", "most"}, is_whole)) return false;
  for (const auto& [name, value] : values.items())
    if (name == "verdict" ? !is_text(value)
                          : !is_number_or_none(value) && !(value.is_array() && is_all(value, is_number_or_none)))
      return false;
  return true;
}

bool is_row(const Json& line) {
  return line.is_object() && has_whole(line, "point") && has_whole(line, "seed") &&
         (line.contains("values") || line.contains("problem")) &&
         are(line, {"problem", "block", "series", "input", "method"}, is_text) &&
         are(line, {"values", "machine"}, are_values);
}

bool is_header_line(const Json& line) {
  return line.is_object() && line.contains(kMark) && line.contains("size") && line.contains("input") &&
         is_input(line.at("input")) && are(line, {"name", "size", "id", "data", "precision"}, is_text) &&
         are(line, {"said"}, [](const Json& said) { return said.is_array() && is_all(said, is_text); });
}

std::vector<fs::path> row_files_in(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(folder, none)) {
    const std::string name = entry.path().filename().string();
    if (name.rfind("rows", 0) == 0 && entry.path().extension() == ".jsonl") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::pair<Index, Index> key_of(const Json& row) { return {row.at("point").get<Index>(), row.at("seed").get<Index>()}; }

}  // namespace

Json options_json(const Options::Given& given) {
  Json options = Json::object();
  for (const auto& [name, value] : given) options[name] = value;
  return options;
}

Json input_json(const StudyInput& input) {
  Json json{{"preset", input.preset}, {"file", input.file}, {"options", options_json(input.options)}};
  if (input.n > 0) json.update({{"n", input.n}, {"dim", input.dim}});
  for (const heads::HeadsOfLayer& one : input.heads) json["heads"].push_back({one.layer, one.first, one.count});
  return json;
}

fs::path definition_file(const fs::path& folder) { return folder / "study.json"; }

fs::path rows_file(const fs::path& folder, const Shard& shard) {
  if (shard.n == 1) return folder / "rows.jsonl";
  return folder / ("rows-" + std::to_string(shard.k) + "-of-" + std::to_string(shard.n) + ".jsonl");
}

RowFile read_row_file(const fs::path& path) { return read_rows(bytes_of(path), path.string()); }

RowFile read_rows(const std::string& bytes, const std::string& name) {
  RowFile file;
  for (std::size_t start = 0; start < bytes.size();) {
    const std::size_t end = bytes.find('\n', start);
    if (end == std::string::npos) {
      file.has_half_row = true;
      break;
    }
    Json line = Json::parse(bytes.begin() + static_cast<std::ptrdiff_t>(start),
                            bytes.begin() + static_cast<std::ptrdiff_t>(end), nullptr, false);
    const bool is_header = start == 0;
    if (!(is_header ? is_header_line(line) : is_row(line)))
      throw Error::input(omega::quoted(name) + ", line " + std::to_string(file.rows.size() + (is_header ? 1 : 2)) +
                         ": this is no " + (is_header ? "file of rows of a study" : "row of a study") +
                         "; move the file away, or mend the line");
    if (is_header)
      file.header = std::move(line);
    else
      file.rows.push_back(std::move(line));
    start = end + 1;
    file.whole_bytes = start;
  }
  return file;
}

Json asked_of(const StudyPoint& point, Index seed) {
  Json row{{"point", point.index}, {"seed", seed}, {"block", point.block}, {"series", point.series}};
  if (const auto x = point.fields.find("x"); x != point.fields.end()) row["x"] = x->second;
  if (!point.input.text().empty()) row["input"] = point.input.text();
  if (!point.what.method.empty()) row["method"] = point.what.method;
  if (!point.what.options.empty()) row["options"] = options_json(point.what.options);
  return row;
}

namespace {

bool has_row(const StudyDefinition& study, Index point, Index seed) {
  return point >= 0 && point < std::ssize(study.points) && seed >= 0 && seed < study.seeds;
}

/// Such a row answers nothing that the study asks: it would never be seen.
void check_rows(const fs::path& path, const std::vector<Json>& rows, const StudyDefinition& study) {
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (const auto [point, seed] = key_of(rows[i]); !has_row(study, point, seed))
      throw Error::input(omega::quoted(path.string()) + ", line " + std::to_string(i + 2) + ": there is no point " +
                         std::to_string(point) + " with seed " + std::to_string(seed) +
                         " in this study, but points 0 to " + std::to_string(std::ssize(study.points) - 1) +
                         " and seeds 0 to " + std::to_string(study.seeds - 1) +
                         "; move the file away, or mend the line");
}

}  // namespace

Index row_number(const StudyDefinition& study, const Json& row) {
  const auto [point, seed] = key_of(row);
  return seed * std::ssize(study.points) + point;
}

bool has_failed(const Json& row) { return row.contains("problem"); }

bool are_rows_of(const StudyDefinition& study, const std::vector<Json>& rows) {
  std::set<std::pair<Index, Index>> found;
  for (const Json& row : rows) {
    const auto [point, seed] = key_of(row);
    if (!has_row(study, point, seed)) return false;
    Json said = row;
    for (const char* measured : {"values", "machine", "problem"}) said.erase(measured);
    if (said != asked_of(study.points[static_cast<std::size_t>(point)], seed)) return false;
    found.insert({point, seed});
  }
  return found.size() == study.rows();
}

Json header_of(const StudyDefinition& study) {
  Json header{{kMark, 1},          {"name", study.name},   {"size", study.size},
              {"id", study.id},    {"rows", study.rows()}, {"input", input_json(study.given)},
              {"data", study.data}};
  if (!study.said.empty()) header["said"] = study.said;
  if (study.precision == Precision::f64) header["precision"] = "f64";
  return header;
}

namespace {

/// What is another in a header than in that of the study at hand.
std::string what_differs(const Json& header, const Json& own) {
  const auto sized = [](const Json& of) { return of.value("name", "?") + ", size " + of.value("size", "?"); };
  if (sized(header) != sized(own)) return "another study (" + sized(header) + ", not this " + sized(own) + ")";
  const auto precision = [](const Json& of) { return of.value("precision", "f32"); };
  if (precision(header) != precision(own))
    return "this study at --precision " + precision(header) + ", not " + precision(own);
  const auto input = [](const Json& of) {
    const std::string text = input_of(of.at("input")).text();
    return text.empty() ? "the study's own sequences" : text;
  };
  if (input(header) != input(own)) return "this study on " + input(header) + ", not on " + input(own);
  return "another definition of this study";
}

/// The same asked of the same numbers, whose file only has another path here: it is on another machine, or spelled
/// otherwise.
bool is_same_elsewhere(const Json& header, const StudyDefinition& study) {
  const StudyInput input = input_of(header.at("input"));
  return !input.file.empty() && !study.given.file.empty() && input.options == study.given.options &&
         !study.data.empty() && header.value("data", "") == study.data &&
         header.value("id", "") == study_id(study, input);
}

}  // namespace

void check_header(const fs::path& path, const Json& header, const StudyDefinition& study) {
  if (header.is_null()) return;
  const std::string data = header.value("data", "");
  if (header.value("id", "") == study.id && data != study.data && !study.data.empty())
    throw Error::input(
        omega::quoted(path.string()) +
        " holds rows of this study about another sequence: its input file has changed since; choose another folder");
  if (header.value("id", "") == study.id || is_same_elsewhere(header, study)) return;
  throw Error::input(omega::quoted(path.string()) + " holds rows of " + what_differs(header, header_of(study)) +
                     "; choose another folder");
}

void RowWriter::fail(const std::string& why) const {
  throw Error::failure(omega::quoted(path_.string()) + " cannot be written: " + why +
                       "; the rows before are safe, and --resume goes on from there");
}

/// The rows of a shard that other files of its folder hold; of a shard that runs, those that stand there by now.
void RowWriter::find_elsewhere(const StudyDefinition& study, const Shard& shard) {
  std::set<std::pair<Index, Index>> there;
  for (const Json& row : found_) there.insert(key_of(row));
  for (const fs::path& path : row_files_in(path_.parent_path())) {
    if (path == path_) continue;
    RowFile file = read_row_file(path);
    check_header(path, file.header, study);
    check_rows(path, file.rows, study);
    for (Json& row : file.rows)
      if (shard.contains(row_number(study, row)) && !has_failed(row) && there.insert(key_of(row)).second)
        found_.push_back(std::move(row));
  }
}

RowWriter::RowWriter(fs::path path, const StudyDefinition& study, std::optional<Shard> shard) : path_(std::move(path)) {
  descriptor_ = ::open(path_.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (descriptor_ < 0) fail(std::strerror(errno));
  try {
    // Some network file systems have no locks; there the user must not start one shard twice.
    if (::flock(descriptor_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
      throw Error::input(omega::quoted(path_.string()) +
                         " is being written by another run; wait for it, or choose another folder");
    RowFile file = read_row_file(path_);
    check_header(path_, file.header, study);
    check_rows(path_, file.rows, study);
    size_ = file.whole_bytes;
    if (file.has_half_row && ::ftruncate(descriptor_, static_cast<off_t>(size_)) != 0) fail(std::strerror(errno));
    for (Json& row : file.rows) (has_failed(row) ? failed_ : found_).push_back(std::move(row));
    if (shard) find_elsewhere(study, *shard);
    is_new_ = size_ == 0;
    if (is_new_) append(header_of(study).dump() + "\n");
  } catch (...) {
    ::close(descriptor_);
    throw;
  }
}

RowWriter::~RowWriter() { ::close(descriptor_); }

void RowWriter::abandon() {
  if (std::exchange(is_new_, false)) ::unlink(path_.c_str());
}

void RowWriter::add(const Json& row) { append(row.dump() + "\n"); }

void RowWriter::append(const std::string& line) {
  if (struct stat now; ::fstat(descriptor_, &now) == 0 && now.st_nlink == 0)
    throw Error::failure(omega::quoted(path_.string()) +
                         " was removed while its rows were measured, and they are lost; run the study again");
  std::size_t written = 0;
  while (written < line.size()) {
    const ssize_t part = ::write(descriptor_, line.data() + written, line.size() - written);
    if (part < 0 && errno == EINTR) continue;
    if (part >= 0) {
      written += static_cast<std::size_t>(part);
      continue;
    }
    const int error = errno;
    if (::ftruncate(descriptor_, static_cast<off_t>(size_)) != 0)
      fail(std::strerror(error));  // half a row may stay; reading drops it
    fail(std::strerror(error));
  }
  size_ += line.size();
}

void prepare_folder(const fs::path& folder, const StudyDefinition& study) {
  const OutputFolder made(folder);
  for (const fs::path& file : row_files_in(folder)) {
    const std::string bytes = bytes_of(file), header = bytes.substr(0, bytes.find('\n') + 1);  // none of half a line
    check_header(file, read_rows(header, file.string()).header, study);
  }
  std::error_code none;
  if (!fs::exists(definition_file(folder), none))
    write_file(definition_file(folder), study.text);
  else if (bytes_of(definition_file(folder)) != study.text)
    throw Error::input(omega::quoted(definition_file(folder).string()) +
                       " is the definition of another study; choose another folder");
}

namespace {

std::vector<std::pair<fs::path, RowFile>> rows_in(const fs::path& folder) {
  std::error_code none;  // what cannot be looked at is not there
  if (!fs::is_directory(folder, none)) throw Error::input("there is no folder " + omega::quoted(folder.string()));
  if (!fs::exists(definition_file(folder), none))
    throw Error::input(omega::quoted(folder.string()) + " is not the folder of a study: it has no study.json");
  std::vector<std::pair<fs::path, RowFile>> found;
  for (const fs::path& path : row_files_in(folder)) found.emplace_back(path, read_row_file(path));
  std::erase_if(found, [](const auto& one) { return one.second.header.is_null(); });
  if (found.empty()) throw Error::input(omega::quoted(folder.string()) + " has no rows yet");
  return found;
}

/// How a file was read that the rows are of.
std::vector<std::string> said_in(const Json& header) { return header.value("said", std::vector<std::string>()); }

/// The study of a folder, as the header of its rows says it was asked.
StudyDefinition study_in(const fs::path& folder, const Json& header) {
  const fs::path file = definition_file(folder);
  StudyDefinition study =
      read_study(file.string(), bytes_of(file), header.at("size").get<std::string>(), input_of(header.at("input")),
                 header.value("precision", "f32") == "f64" ? Precision::f64 : Precision::f32);
  study.data = header.value("data", "");
  study.said = said_in(header);
  return study;
}

/// Sorts the rows and drops all but the first of each point and seed, a measured one if there is one; how many measured
/// ones are dropped.
std::size_t keep_each_once(std::vector<Json>& rows) {
  std::stable_sort(rows.begin(), rows.end(), [](const Json& a, const Json& b) {
    return std::pair(key_of(a), has_failed(a)) < std::pair(key_of(b), has_failed(b));
  });
  const auto measured = [&rows] { return std::ssize(rows) - std::count_if(rows.begin(), rows.end(), has_failed); };
  const auto before = measured();
  const auto end =
      std::unique(rows.begin(), rows.end(), [](const Json& a, const Json& b) { return key_of(a) == key_of(b); });
  rows.erase(end, rows.end());
  return static_cast<std::size_t>(before - measured());
}

}  // namespace

StudyFolder open_study(const std::vector<fs::path>& folders) {
  StudyFolder all;
  for (const fs::path& folder : folders) {
    auto files = rows_in(folder);
    if (all.study.points.empty()) all.study = study_in(folder, files.front().second.header);
    for (auto& [path, file] : files) {
      check_header(folder, file.header, all.study);
      if (all.study.said.empty()) all.study.said = said_in(file.header);  // versions before wrote none
      check_rows(path, file.rows, all.study);
      for (Json& row : file.rows) all.rows.push_back(std::move(row));
    }
  }
  all.repeated = keep_each_once(all.rows);
  return all;
}

StudyFolder merge_studies(const std::vector<fs::path>& folders, const fs::path& output) {
  StudyFolder merged = open_study(folders);
  prepare_folder(output, merged.study);
  RowWriter file(rows_file(output, {}), merged.study);
  std::set<std::pair<Index, Index>> there, tried;
  for (const Json& row : file.found()) there.insert(key_of(row));
  for (const Json& row : file.failed()) tried.insert(key_of(row));
  for (const Json& row : merged.rows)
    if (!(has_failed(row) && tried.contains(key_of(row))) && there.insert(key_of(row)).second) file.add(row);
  for (const auto* before : {&file.found(), &file.failed()})
    merged.rows.insert(merged.rows.begin(), before->begin(), before->end());
  keep_each_once(merged.rows);
  return merged;
}

}  // namespace omega::studies
