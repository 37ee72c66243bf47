#include "io/csv.h"

#include <algorithm>
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
  std::vector<std::size_t> numbers;
};

/// A word in the first row above a number is a heading; above a word it is a label.
Columns classify(const InputFile& file, const CsvTable& table) {
  Columns columns;
  if (table.rows() == 1) {
    for (std::size_t c = 0; c < table.columns(); ++c) columns.header = columns.header || !table.is_number(0, c);
    if (columns.header)
      throw file.error(
          "has one row, and it is not of numbers only; below a header, one row of numbers per token was expected");
  }
  for (std::size_t c = 0; c < table.columns() && table.rows() > 1; ++c)
    columns.header = columns.header || (!table.is_number(0, c) && table.is_number(1, c));
  for (std::size_t c = 0; c < table.columns(); ++c) {
    const std::size_t first = columns.header ? 1 : 0;
    const bool word = !table.is_number(first, c) && !table.cell(first, c).empty();
    if (word && !columns.labels)
      columns.labels = c;
    else
      columns.numbers.push_back(c);  // a second column of words fails where it is read, with its place
  }
  if (columns.numbers.empty()) throw file.error("has no columns of numbers; one row of numbers per token was expected");
  return columns;
}

/// 0, 1, 2 for q, k, v and the number after it, from a heading.
std::optional<std::pair<int, Index>> role_of(const std::string& heading) {
  if (heading.empty()) return std::nullopt;
  const auto role =
      std::string_view("qkv").find(static_cast<char>(std::tolower(static_cast<unsigned char>(heading[0]))));
  std::string rest = heading.substr(1);
  std::erase_if(rest, [](char c) { return c == '_' || c == '[' || c == ']' || c == '.' || c == ' '; });
  if (role == std::string_view::npos || rest.size() > 6 || rest.find_first_not_of("0123456789") != std::string::npos)
    return std::nullopt;
  return std::pair(static_cast<int>(role), rest.empty() ? Index{0} : static_cast<Index>(std::stol(rest)));
}

Array read_columns(const CsvTable& table, const std::vector<std::size_t>& columns, bool header) {
  const std::size_t first = header ? 1 : 0, rows = table.rows() - first;
  Array array(Dtype::f64, {static_cast<Index>(rows), static_cast<Index>(columns.size())});
  double* out = array.data<double>();
  for (std::size_t r = 0; r < rows; ++r)
    for (const std::size_t c : columns) *out++ = table.number(r + first, c);
  return array;
}

std::array<std::map<Index, std::size_t>, 3> roles_of(const InputFile& file, const CsvTable& table,
                                                     const Columns& columns) {
  std::array<std::map<Index, std::size_t>, 3> roles;
  if (!columns.header) return roles;
  for (const std::size_t c : columns.numbers)
    if (const auto role = role_of(table.cell(0, c)))
      if (!roles[static_cast<std::size_t>(role->first)].emplace(role->second, c).second)
        throw file.error("has two columns named " + omega::quoted(table.cell(0, c)) +
                         "; each needs a number of its own, as in q0, q1");
  return roles;
}

Contents read_table(const InputFile& file, const ReadOptions& options) {
  const CsvTable table(file);
  const Columns columns = classify(file, table);
  const auto roles = roles_of(file, table, columns);
  Contents source;
  const auto part = [&](std::size_t role) {
    std::vector<std::size_t> of_role;
    for (const auto& [number, column] : roles[role]) of_role.push_back(column);
    return read_columns(table, of_role, columns.header);
  };
  if (!roles[0].empty() && !roles[1].empty() && !roles[2].empty()) {
    source.q = part(0);
    source.k = part(1);
    source.v = part(2);
    source.said.push_back("each row is a token; its q, k and v are the columns so named (" +
                          std::to_string(roles[0].size()) + ", " + std::to_string(roles[1].size()) + " and " +
                          std::to_string(roles[2].size()) + ")");
    const std::size_t unused = columns.numbers.size() - roles[0].size() - roles[1].size() - roles[2].size();
    if (unused > 0) source.said.push_back(std::to_string(unused) + " other columns were left out");
  } else if (!roles[0].empty() && !roles[1].empty()) {
    throw file.error("has columns of q and of k but none of v; name them q0.., k0.., v0..");
  } else {
    source.q = source.k = source.v = read_columns(table, columns.numbers, columns.header);
    source.said.push_back(
        "each row is a token's vector of " + std::to_string(columns.numbers.size()) +
        " numbers, and q, k and v are all that vector (name columns q0.., k0.., v0.. to tell them apart)");
  }
  if (columns.labels)
    for (std::size_t r = columns.header ? 1 : 0; r < table.rows(); ++r)
      source.labels.push_back(table.cell(r, *columns.labels));
  return arranged_heads(file, std::move(source), options);
}

std::vector<Entry> list_columns(const InputFile& file) {
  const CsvTable table(file);
  const Columns columns = classify(file, table);
  const auto rows = static_cast<Index>(table.rows() - (columns.header ? 1 : 0));
  std::vector<Entry> entries;
  if (columns.labels)
    entries.push_back({columns.header ? table.cell(0, *columns.labels) : "labels", "text", {rows}, 0});
  std::string heading = "numbers";
  if (columns.header) heading = table.cell(0, columns.numbers.front()) + " .. " + table.cell(0, columns.numbers.back());
  entries.push_back({heading, "decimal numbers", {rows, static_cast<Index>(columns.numbers.size())}, file.size()});
  return entries;
}

}  // namespace

Reader csv_reader() {
  Reader reader{"csv",
                "Table of numbers, one row per token: comma, tab, semicolon or blanks between cells",
                {".csv", ".tsv"},
                {"head", "heads"}};
  reader.list = list_columns;
  reader.read = read_table;
  return reader;
}

}  // namespace omega
