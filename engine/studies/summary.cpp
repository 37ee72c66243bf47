#include "studies/summary.h"

#include "core/text.h"
#include "studies/panels.h"
#include "studies/row_files.h"

namespace omega::studies {

namespace {

RowsOfPoint rows_by_point(const StudyDefinition& study, const std::vector<Json>& rows) {
  RowsOfPoint by_point(study.points.size());
  for (const Json& row : rows) {
    const auto point = row.at("point").get<std::size_t>();
    if (point >= by_point.size()) continue;
    if (row.contains("values"))
      by_point[point].measured.push_back(&row);
    else
      ++by_point[point].problems;
  }
  return by_point;
}

/// "lara: the reason", each once.
void note_problem(StudySummary& summary, const Json& row) {
  if (!row.contains("problem")) return;
  ++summary.problems;
  place_among(summary.figure.missing, row.value("series", "") + ": " + row.at("problem").get<std::string>());
}

/// "block kernels ", where others make what they measure themselves.
std::string part_of_given(const StudyDefinition& study) {
  std::vector<std::string> all;
  for (const StudyPoint& point : study.points) place_among(all, point.block);
  const std::vector<std::string> part = study.blocks_of_sequences();
  if (part.size() == all.size()) return "";
  return (part.size() == 1 ? "block " : "blocks ") + join(part, ", ") + " ";
}

std::string caption(const StudyDefinition& study, const StudySummary& summary) {
  std::string text = study.name + ", size " + study.size + ": " + std::to_string(summary.rows) + " of " +
                     std::to_string(summary.of_rows) + " rows";
  if (study.seeds > 1)
    text += std::string(", means over ") + (summary.rows < summary.of_rows ? "up to " : "") +
            std::to_string(study.seeds) + " seeds";
  if (!study.note.empty()) text += "; " + study.note;
  if (!study.given.text().empty()) text += ", " + part_of_given(study) + "on " + study.given.text();
  if (study.precision == Precision::f64) text += ", estimates in double precision";
  return text;
}

}  // namespace

StudySummary summarise(const StudyDefinition& study, const std::vector<Json>& rows) {
  StudySummary summary;
  summary.rows = rows.size();
  summary.of_rows = study.rows();
  for (const Json& row : rows) note_problem(summary, row);
  summary.figure.title = study.title;
  summary.figure.columns = study.columns;
  summary.figure.caption = caption(study, summary);
  const RowsOfPoint by_point = rows_by_point(study, rows);
  for (const PanelSpec& spec : study.panels)
    for (FigurePart& panel : build_panels(spec, study, by_point)) summary.figure.panels.push_back(std::move(panel));
  summary.findings = find_all(study, summary.figure, by_point);
  return summary;
}

Json to_json(const StudyDefinition& study, const StudySummary& summary) {
  Json findings = Json::array();
  for (const Finding& finding : summary.findings)
    findings.push_back({{"kind", finding.kind}, {"text", finding.text}, {"holds", finding.holds}});
  Json input{{"how", study.said}};
  if (!study.given.text().empty()) input.update(input_json(study.given));
  return {{"study", study.name},
          {"size", study.size},
          {"input", input},
          {"rows", summary.rows},
          {"of_rows", summary.of_rows},
          {"problems", summary.problems},
          {"findings", findings},
          {"figure", to_json(summary.figure)}};
}

}  // namespace omega::studies
