#include "io/csv.h"

#include <array>
#include <cctype>
#include <map>

#include "core/text.h"
#include "io/attention_arrays.h"
#include "io/csv_table.h"

namespace omega {

namespace {

struct Columns {
  bool header = false;
  std::optional<std::size_t> labels;
  std::optional<std::size_t> index;  // a column without heading that counts the rows, as pandas writes it
  std::vector<std::size_t> numbers;

  std::size_t first_row() const { return header ? 1 : 0; }
};

std::string column_text(const CsvTable& table, const Columns& columns, std::size_t column) {
  const std::string_view heading = columns.header ? table.cell(0, column) : std::string_view();
  return "column " + std::to_string(column + 1) + (heading.empty() ? "" : " (" + omega::quoted(heading) + ")");
}

/// Nothing in the corner and then 0, 1, 2 ...: the headings that pandas gives columns without names.
bool has_counted_headings(const CsvTable& table) {
  if (table.columns() < 2 || !table.cell(0, 0).empty()) return false;
  for (std::size_t c = 1; c < table.columns(); ++c)
    if (table.cell(0, c) != std::to_string(c - 1)) return false;
  return true;
}

/// The first row is a header where nothing in it is a number, or it only counts; a slip among numbers is an Error.
bool has_header(const InputFile& file, const CsvTable& table) {
  bool any_number = false;
  for (std::size_t c = 0; c < table.columns(); ++c) any_number = any_number || table.is_number(0, c);
  if (table.rows() == 1) {
    for (std::size_t c = 0; c < table.columns(); ++c)
      if (!table.is_number(0, c))
        throw file.error("has one row with " + table.place_text(0, c) +
                         "; numbers only, or a header and below it one row of numbers per token were expected");
    return false;
  }
  if (!any_number || has_counted_headings(table)) return true;
  for (std::size_t c = 0; c < table.columns(); ++c)
    if (!table.is_number(0, c) && (table.is_number(1, c) || table.cell(0, c).empty()))
      throw file.error("has " + table.place_text(0, c) +
                       ", beside numbers; a header must be of words only, other rows of numbers");
  return false;
}

bool counts_rows(const CsvTable& table, std::size_t column) {
  for (std::size_t r = 1; r < table.rows(); ++r)
    if (table.cell(r, column) != std::to_string(r - 1)) return false;
  return true;
}

/// Refuses labels that are no words but numbers, misspelt or written for people ("1,000", "5%").
void check_labels(const InputFile& file, const CsvTable& table, const Columns& columns, std::size_t column) {
  std::size_t numbers = 0, dressed = 0;
  const std::size_t first = columns.first_row(), count = table.rows() - first;
  for (std::size_t r = first; r < table.rows(); ++r) {
    std::string bare(table.cell(r, column));
    std::erase_if(bare, [](char c) { return c == ',' || c == '%' || c == ' ' || c == '\''; });
    dressed += number_in<double>(bare) ? 1 : 0;
    numbers += table.is_number(r, column) ? 1 : 0;
  }
  if (dressed == count || (count > 2 && numbers + 1 == count))
    throw file.error("has " + table.place_text(first, column) +
                     ", which is not a number like the rest of its column; write numbers like 1000 or 1.5");
}

Columns classify(const InputFile& file, const CsvTable& table) {
  Columns columns;
  columns.header = has_header(file, table);
  for (std::size_t c = 0; c < table.columns(); ++c) {
    const std::size_t first = columns.first_row();
    const bool word = !table.is_number(first, c) && !table.cell(first, c).empty();
    if (word && !columns.labels) {
      check_labels(file, table, columns, c);
      columns.labels = c;
    } else if (columns.header && !columns.index && table.cell(0, c).empty() && counts_rows(table, c)) {
      columns.index = c;
    } else {
      columns.numbers.push_back(c);  // a second column of words fails where it is read, with its place
    }
  }
  if (columns.numbers.empty()) throw file.error("has no columns of numbers; one row of numbers per token was expected");
  return columns;
}

/// What was taken as something other than numbers.
void say_columns(const CsvTable& table, const Columns& columns, Pieces& source) {
  if (columns.header) source.said.push_back("line " + std::to_string(table.line(0)) + " was taken as the header");
  if (columns.labels)
    source.said.push_back(column_text(table, columns, *columns.labels) + " was taken as labels of the tokens");
  if (columns.index)
    source.said.push_back(column_text(table, columns, *columns.index) +
                          " has no heading and counts the rows, so it was left out");
}

/// 0, 1, 2 for q, k, v and the number after it, from a heading.
std::optional<std::pair<int, Index>> role_of(std::string_view heading) {
  if (heading.empty()) return std::nullopt;
  const auto role =
      std::string_view("qkv").find(static_cast<char>(std::tolower(static_cast<unsigned char>(heading[0]))));
  std::string rest(heading.substr(1));
  std::erase_if(rest, [](char c) { return c == '_' || c == '[' || c == ']' || c == '.' || c == ' '; });
  if (role == std::string_view::npos || rest.size() > 6 || rest.find_first_not_of("0123456789") != std::string::npos)
    return std::nullopt;
  return std::pair(static_cast<int>(role), rest.empty() ? Index{0} : static_cast<Index>(std::stol(rest)));
}

Array read_columns(const InputFile& file, const CsvTable& table, const std::vector<std::size_t>& columns,
                   std::size_t first) {
  const std::size_t rows = table.rows() - first;
  Array array(Dtype::f64, {static_cast<Index>(rows), static_cast<Index>(columns.size())});
  double* out = array.data<double>();
  const std::uint64_t work_of_row = kParsing * file.size() / table.rows() * columns.size() / table.columns();
  for (std::size_t r = 0; r < rows; ++r) {
    for (const std::size_t c : columns) *out++ = table.number(r + first, c);
    file.worked(work_of_row);
  }
  return array;
}

/// Columns of q, k and v by the numbers in their headings.
using Roles = std::array<std::map<Index, std::size_t>, 3>;

Roles roles_of(const InputFile& file, const CsvTable& table, const Columns& columns) {
  Roles roles;
  if (!columns.header) return roles;
  for (const std::size_t c : columns.numbers)
    if (const auto role = role_of(table.cell(0, c)))
      if (!roles[static_cast<std::size_t>(role->first)].emplace(role->second, c).second)
        throw file.error("has two columns named " + omega::quoted(table.cell(0, c)) +
                         "; each needs a number of its own, as in q0, q1");
  return roles;
}

/// Refuses headings of some of q, k and v but not all, or with a gap in their numbers.
void check_roles(const InputFile& file, const Roles& roles) {
  std::string there, missing;
  for (std::size_t role = 0; role < roles.size(); ++role) {
    const char letter = "qkv"[role];
    std::string& list = roles[role].empty() ? missing : there;
    list += (list.empty() ? "" : " and ") + std::string(1, letter);
    if (roles[role].empty()) continue;
    Index expected = roles[role].begin()->first == 1 ? 1 : 0;
    for (const auto& [number, column] : roles[role]) {
      if (number != expected)
        throw file.error("has a column " + (letter + std::to_string(number)) + " but no " +
                         (letter + std::to_string(expected)) + "; number the columns without gaps");
      ++expected;
    }
  }
  if (!missing.empty() && (!roles[0].empty() || (!roles[1].empty() && !roles[2].empty())))
    throw file.error("has columns of " + there + " but none of " + missing +
                     "; name them q0.., k0.., v0.., or none of them so");
}

std::vector<Entry> entries_of(const InputFile& file, const CsvTable& table, const Columns& columns) {
  const auto rows = static_cast<Index>(table.rows() - columns.first_row());
  std::vector<Entry> entries;
  if (columns.labels)
    entries.push_back({columns.header ? std::string(table.cell(0, *columns.labels)) : "labels", "text", {rows}, 0});
  std::string heading = "numbers";
  if (columns.header) {
    heading = table.cell(0, columns.numbers.front());
    if (columns.numbers.size() > 1) heading.append(" .. ").append(table.cell(0, columns.numbers.back()));
  }
  entries.push_back({heading, "decimal numbers", {rows, static_cast<Index>(columns.numbers.size())}, file.size()});
  return entries;
}

Contents read_table(const InputFile& file, const ReadOptions& options) {
  const CsvTable table(file);
  const Columns columns = classify(file, table);
  const Roles roles = roles_of(file, table, columns);
  Arrays arrays;
  Pieces pieces;
  say_columns(table, columns, pieces);
  const auto piece = [&](const char* name, Array array) {
    const Array& kept = arrays.emplace(name, std::move(array)).first->second;
    return Piece{name, "", Layout(kept.shape())};
  };
  const auto part = [&](std::size_t role) {
    std::vector<std::size_t> of_role;
    for (const auto& [number, column] : roles[role]) of_role.push_back(column);
    return read_columns(file, table, of_role, columns.first_row());
  };
  check_roles(file, roles);
  if (!roles[0].empty()) {
    pieces.q = piece("q", part(0));
    pieces.k = piece("k", part(1));
    pieces.v = piece("v", part(2));
    pieces.said.push_back("each row is a token; its q, k and v are the columns so named (" +
                          std::to_string(roles[0].size()) + ", " + std::to_string(roles[1].size()) + " and " +
                          std::to_string(roles[2].size()) + ")");
    const std::size_t unused = columns.numbers.size() - roles[0].size() - roles[1].size() - roles[2].size();
    if (unused > 0)
      pieces.said.push_back(count_text(static_cast<long long>(unused), "other column") +
                            (unused == 1 ? " was" : " were") + " left out");
  } else {
    pieces.q = pieces.k = pieces.v = piece("all", read_columns(file, table, columns.numbers, columns.first_row()));
    pieces.said.push_back("each row is a token's vector of " +
                          count_text(static_cast<long long>(columns.numbers.size()), "number") +
                          ", and q, k and v are all that vector (name columns q0.., k0.., v0.. to tell them apart)");
  }
  Contents source = read_pieces(arranged_heads(file, std::move(pieces), options),
                                [&](const std::string& name) { return arrays.at(name); });
  source.entries = entries_of(file, table, columns);
  if (columns.labels)
    for (std::size_t r = columns.first_row(); r < table.rows(); ++r)
      source.labels.emplace_back(table.cell(r, *columns.labels));
  return source;
}

std::vector<Entry> list_columns(const InputFile& file) {
  const CsvTable table(file);
  return entries_of(file, table, classify(file, table));
}

}  // namespace

Reader csv_reader() {
  Reader reader{"csv",
                "Table of numbers, one row per token: comma, tab, semicolon or blanks between cells",
                {".csv", ".tsv"},
                {"head", "heads", "kv-heads"}};
  reader.list = list_columns;
  reader.read = read_table;
  return reader;
}

}  // namespace omega
