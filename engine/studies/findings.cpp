#include "studies/findings.h"

#include <algorithm>

#include "studies/finders.h"

namespace omega::studies {

std::vector<std::string> finding_kinds() {
  std::vector<std::string> kinds;
  for (const auto& [kind, finder] : finders()) kinds.push_back(kind);
  return kinds;
}

std::vector<Finding> find_all(const StudyDefinition& study, const Figure& figure, const RowsOfPoint& rows) {
  std::vector<Finding> all;
  for (const FindingSpec& spec : study.findings) {
    const auto finder =
        std::find_if(finders().begin(), finders().end(), [&](const auto& f) { return f.first == spec.kind; });
    for (const FigurePart& panel : figure.panels) {
      if (panel.name != spec.panel) continue;
      for (Finding& finding : finder->second({spec, panel, rows})) {
        finding.kind = spec.kind;
        all.push_back(std::move(finding));
      }
    }
  }
  return all;
}

}  // namespace omega::studies
