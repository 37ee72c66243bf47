// The numbers that the papers print, each with the table it stands in: assets/papers.json.
#pragma once

#include <string>
#include <vector>

#include "studies/json_source.h"

namespace omega::studies {

struct PaperSeries {
  std::string name, method;
  std::vector<double> x, y;
};

struct PaperTable {
  std::string id, where;
  std::vector<std::string> rows, columns;  // names where x, or the rows of a map, are not numbers
  std::string reference;                   // the series that relative numbers are relative to
  std::vector<PaperSeries> series;
};

const std::vector<PaperTable>& paper_tables();
/// Null where there is none.
const PaperTable* find_paper_table(const std::string& id);

}  // namespace omega::studies
