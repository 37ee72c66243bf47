#include "studies/definition.h"

#include <algorithm>
#include <set>

#include "core/digest.h"
#include "core/text.h"
#include "io/reader.h"
#include "studies/block_reader.h"
#include "studies/findings.h"
#include "studies/papers.h"

namespace omega::studies {

namespace {

constexpr Index kFormat = 1;
constexpr Index kMostSeeds = 100000;

PanelSpec read_panel(const JsonNode& node) {
  node.only({"name",    "title",   "kind", "of",    "x",      "rows_by",  "y",           "low",  "high",  "references",
             "x_title", "y_title", "log",  "split", "series", "fit_from", "relative_to", "note", "paper", "symmetric"});
  PanelSpec panel;
  panel.name = node.at("name").text();
  panel.title = node.text_or("title", "");
  panel.kind = node.text_or("kind", "lines");
  if (panel.kind != "lines" && panel.kind != "categories" && panel.kind != "map")
    throw node.at("kind").error("a panel is of kind lines, categories or map");
  panel.of = node.texts_or_none("of");
  panel.x = node.text_or("x", "x");
  panel.y = node.text_or("y", "");
  panel.rows_by = node.text_or("rows_by", "");
  panel.low = node.text_or("low", "");
  panel.high = node.text_or("high", "");
  if (const auto references = node.find("references"))
    for (const std::string& name : references->keys()) {
      panel.references.push_back(name);
      panel.reference_names.push_back(references->at(name).text());
    }
  panel.x_title = node.text_or("x_title", panel.x);
  panel.y_title = node.text_or("y_title", panel.y);
  const std::string log = node.text_or("log", "");
  panel.log_x = log.find('x') != std::string::npos;
  panel.log_y = log.find('y') != std::string::npos;
  panel.log_colour = log.find('c') != std::string::npos;
  panel.split = node.text_or("split", "");
  panel.series = node.texts_or_none("series");
  if (const auto from = node.find("fit_from")) panel.fit_from = from->number();
  panel.relative_to = node.text_or("relative_to", "");
  panel.note = node.text_or("note", "");
  panel.paper = node.text_or("paper", "");
  panel.symmetric = node.flag_or("symmetric", false);
  if (!panel.paper.empty() && !find_paper_table(panel.paper))
    throw node.at("paper").error("there is no table " + omega::quoted(panel.paper) + " among the papers' numbers");
  if (panel.paper.empty() && panel.y.empty()) throw node.error("a panel needs \"y\", or a table of a \"paper\"");
  return panel;
}

FindingSpec read_finding(const JsonNode& node, const std::vector<PanelSpec>& panels) {
  node.only({"kind", "panel", "at", "series", "against", "limit"});
  FindingSpec finding;
  finding.kind = node.at("kind").text();
  const auto kinds = finding_kinds();
  if (std::find(kinds.begin(), kinds.end(), finding.kind) == kinds.end())
    throw node.at("kind").error("there is no finding " + omega::quoted(finding.kind) +
                                closest_hint(finding.kind, kinds) + "; there are " + join(kinds, ", "));
  finding.panel = node.at("panel").text();
  if (std::none_of(panels.begin(), panels.end(), [&](const PanelSpec& p) { return p.name == finding.panel; }))
    throw node.at("panel").error("there is no panel " + omega::quoted(finding.panel));
  if (const auto at = node.find("at"))
    for (const JsonNode& x : at->one_or_more()) finding.at.push_back(x.number());
  finding.series = node.texts_or_none("series");
  finding.against = node.text_or("against", "");
  if (const auto limit = node.find("limit")) finding.limit = limit->number();
  return finding;
}

void check_size(const std::string& size) {
  const auto& sizes = study_sizes();
  if (std::find(sizes.begin(), sizes.end(), size) == sizes.end())
    throw Error::input("there is no size " + omega::quoted(size) + closest_hint(size, sizes) + "; a study runs at " +
                       join(sizes, ", "));
}

}  // namespace

std::string StudyInput::text() const {
  if (preset.empty()) return file;
  std::vector<std::string> set;
  for (const auto& [name, value] : options) set.push_back(name + "=" + value);
  return preset + (set.empty() ? "" : ":" + join(set, ","));
}

void look_at_files(StudyDefinition& study) {
  std::set<std::string> files;
  for (const StudyPoint& point : study.points)
    if (!point.input.file.empty()) files.insert(point.input.file);
  std::string digests;
  for (const std::string& file : files) {
    const auto sequence = load_sequence(std::filesystem::path(file)).sequence;
    digests += digest({{"Q", sequence->q}, {"K", sequence->k}, {"V", sequence->v}});
  }
  study.data = digests;
}

StudyDefinition read_study(const std::string& file_name, const std::string& text, const std::string& size,
                           const StudyInput& input) {
  check_size(size);
  const JsonSource source(file_name, text, size);
  const JsonNode root(source);
  root.only({"format", "name", "title", "about", "paper", "note", "columns", "measure", "seeds", "draws", "inputs",
             "blocks", "panels", "findings"});
  root.at("format").whole(kFormat, kFormat);
  StudyDefinition study;
  study.name = root.at("name").text();
  study.title = root.at("title").text();
  study.about = root.text_or("about", "");
  study.paper = root.text_or("paper", "");
  study.note = root.text_or("note", "");
  if (const auto columns = root.find("columns")) study.columns = columns->whole(1, 4);
  study.size = size;
  study.text = text;
  study.given = input;
  study.id = digest(size + "\n" + input.text() + "\n" + text);
  if (const auto seeds = root.find("seeds")) study.seeds = seeds->whole(1, kMostSeeds);
  SeriesOfMethods series;
  for (const JsonNode& block : root.at("blocks").items()) read_block(block, root, series, study);
  if (study.points.empty()) throw root.at("blocks").error("the grid is empty");
  for (const JsonNode& panel : root.at("panels").items()) study.panels.push_back(read_panel(panel));
  if (const auto findings = root.find("findings"))
    for (const JsonNode& finding : findings->items()) study.findings.push_back(read_finding(finding, study.panels));
  return study;
}

}  // namespace omega::studies
