#include "studies/papers.h"

#include <algorithm>

#include "studies/assets.h"

namespace omega::studies {

namespace {

std::vector<double> numbers(const JsonNode& node) {
  std::vector<double> all;
  for (const JsonNode& item : node.items()) all.push_back(item.number());
  return all;
}

PaperSeries read_series(const JsonNode& node) {
  PaperSeries series{node.at("name").text(), node.at("method").text(), {}, numbers(node.at("y"))};
  if (const auto x = node.find("x"))
    series.x = numbers(*x);
  else
    for (std::size_t i = 0; i < series.y.size(); ++i) series.x.push_back(static_cast<double>(i));
  return series;
}

PaperTable read_table(const JsonNode& node) {
  PaperTable table{node.at("id").text(),          node.at("where").text(),       node.texts_or_none("rows"),
                   node.texts_or_none("columns"), node.text_or("reference", ""), {}};
  for (const JsonNode& series : node.at("series").items()) table.series.push_back(read_series(series));
  return table;
}

}  // namespace

const std::vector<PaperTable>& paper_tables() {
  static const std::vector<PaperTable> tables = [] {
    const JsonSource source("papers.json", std::string(papers_asset()), study_sizes().front());
    std::vector<PaperTable> all;
    for (const JsonNode& table : JsonNode(source).at("tables").items()) all.push_back(read_table(table));
    return all;
  }();
  return tables;
}

const PaperTable* find_paper_table(const std::string& id) {
  const auto found =
      std::find_if(paper_tables().begin(), paper_tables().end(), [&](const PaperTable& t) { return t.id == id; });
  return found == paper_tables().end() ? nullptr : &*found;
}

}  // namespace omega::studies
