#include "study_text.h"

#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>

#include "about/about.h"
#include "core/named.h"
#include "input.h"
#include "manual.h"
#include "settings.h"
#include "studies/assets.h"
#include "studies/svg.h"
#include "table.h"

namespace omega::command {

namespace {

using namespace studies;

StudyDefinition read_asset(const StudyAsset& asset) {
  return read_study(asset.name + ".json", std::string(asset.text), "small");
}

std::vector<std::string> methods_of(const StudyDefinition& study) {
  std::vector<std::string> methods;
  for (const StudyPoint& point : study.points)
    if (!point.what.method.empty() && !is_among(methods, point.what.method)) methods.push_back(point.what.method);
  return methods;
}

std::string cautions_text(const StudyDefinition& study) {
  std::string text;
  for (const std::string& caution : study.cautions) text += wrapped(caution, 2, kWidth);
  return text;
}

std::string provenance_of(const StudyDefinition& study) {
  Json json{{"program", "omega"},
            {"version", program_version()},
            {"study", study.name},
            {"size", study.size},
            {"id", study.id}};
  if (!study.given.text().empty()) json["input"] = study.given.text();
  if (study.precision == Precision::f64) json["precision"] = precision_name(study.precision);
  return json.dump(-1, ' ', true);
}

std::string csv_of(const StudyDefinition& study, const StudySummary& summary) {
  std::string text = "# " + provenance_of(study) + "\n";
  for (const std::vector<std::string>& row : table_of(summary.figure)) text += csv_line(row);
  return text;
}

}  // namespace

std::vector<std::string> study_names() { return names_of(study_assets()); }

std::string studies_text() {
  Table table({{"study"}, {"rows", kRight}, {"times"}, {"what it shows"}});
  for (const StudyAsset& asset : study_assets()) {
    const StudyDefinition study = read_asset(asset);
    table.add({study.name, std::to_string(study.rows()), study.measures_times() ? "yes" : "-", study.title});
  }
  return table.text();
}

Json studies_json() {
  Json all = Json::array();
  for (const StudyAsset& asset : study_assets()) {
    const StudyDefinition study = read_asset(asset);
    all.push_back({{"name", study.name},
                   {"title", study.title},
                   {"about", study.about},
                   {"paper", study.paper},
                   {"rows", study.rows()},
                   {"times", study.measures_times()}});
  }
  return {{"studies", all}};
}

std::string study_text(const StudyDefinition& study, double seconds) {
  std::string text = study.name + " - " + study.title + "\n" + wrapped(study.about, 2, kWidth);
  if (!study.paper.empty()) text += "\nPAPER\n" + wrapped(study.paper, 2, kWidth);
  text += "\nGRID  (--size " + study.size + ")\n  " + count_text(std::ssize(study.points), "point") + " × " +
          count_text(study.seeds, "seed") + " = " + count_text(static_cast<Index>(study.rows()), "row") + ", about " +
          duration_text(seconds) + " here\n";
  if (const auto methods = methods_of(study); !methods.empty()) text += "  methods: " + join(methods, ", ") + "\n";
  std::set<std::string> measures;
  for (const StudyPoint& point : study.points) measures.insert(point.measure);
  text += "  measures: " + join({measures.begin(), measures.end()}, ", ") + "\n";
  if (study.measures_times()) text += "  times: some are shown, so measure it whole, with nothing else beside it\n";
  return study.cautions.empty() ? text : text + "\nCAUTION\n" + cautions_text(study);
}

Json study_json(const StudyDefinition& study, double seconds) {
  return {{"name", study.name},
          {"title", study.title},
          {"about", study.about},
          {"paper", study.paper},
          {"size", study.size},
          {"points", study.points.size()},
          {"seeds", study.seeds},
          {"rows", study.rows()},
          {"seconds", std::round(seconds)},
          {"methods", methods_of(study)},
          {"cautions", study.cautions},
          {"times", study.measures_times()},
          {"definition", Json::parse(study.text)}};
}

std::string plan_text(const StudyDefinition& study, const Shard& shard, const std::vector<Json>& found, int threads) {
  Index rows = 0;
  for (std::size_t row = 0; row < study.rows(); ++row) rows += shard.contains(static_cast<Index>(row)) ? 1 : 0;
  std::string text = study.name + ", size " + study.size + ": " + count_text(rows, "row");
  if (shard.n > 1)
    text += " of " + std::to_string(study.rows()) + " (shard " + std::to_string(shard.k) + "/" +
            std::to_string(shard.n) + ")";
  if (!found.empty()) text += ", " + std::to_string(found.size()) + " of them done";
  text += ", about " + duration_text(estimated_seconds(study, shard, threads)) + " in all";
  if (!found.empty() && std::ssize(found) < rows)
    text += ", of which " + duration_text(estimated_seconds(study, shard, threads, found)) + " are left";
  return text + "\n" + cautions_text(study);
}

std::string summary_text(const StudyDefinition& study, const StudySummary& summary, std::size_t repeated) {
  std::string text = said_text(study.said) + study.title + "\n" + summary.figure.caption + "\n";
  if (repeated > 0) text += count_text(static_cast<Index>(repeated), "row") + " stood in several files, counted once\n";
  if (!summary.findings.empty()) text += "\n";
  for (const Finding& finding : summary.findings)
    text += "  " + std::string(finding.holds ? "" : "NOT: ") + finding.text + "\n";
  if (summary.problems > 0)
    text += "\n" + count_text(static_cast<Index>(summary.problems), "row") + " could not be measured:\n";
  for (const std::string& missing : summary.figure.missing) text += wrapped(missing, 2, kWidth);
  return text;
}

std::string plot_text(const std::string& file, const StudyDefinition& study, const StudySummary& summary) {
  const std::string extension = std::filesystem::path(file).extension().string();
  if (extension == ".svg") return svg_text(summary.figure, provenance_of(study));
  if (extension == ".json") return json_text(to_json(study, summary));
  if (extension == ".csv") return csv_of(study, summary);
  throw Error::input("--output is " + omega::quoted(file) + ", but must end in .svg, .json or .csv");
}

}  // namespace omega::command
