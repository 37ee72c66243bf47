#include "views/studies/study_point.h"

#include <algorithm>

#include "core/error.h"
#include "core/text.h"
#include "jobs/heads_run.h"
#include "language/language.h"
#include "model/window_words.h"
#include "studies/measure.h"
#include "synthetic/synthetic.h"

namespace omegascope {

using namespace omega::studies;

QString whyNotInExplore(const StudyPoint& point, const Document& document) {
  if (point.input.text().empty())
    return tr("It is about random features alone, not about a sequence: Explore has no picture of it.");
  if (point.what.method.empty()) return tr("It is not about an estimator: Explore has no picture of it.");
  const Workload& shown = document.workload;
  if (!point.input.file.empty() && (shown.file != point.input.file || !shown.moved.empty()))
    return tr("Its sequence is the file %1, which Explore does not show now: open it there first.")
        .arg(QString::fromStdString(point.input.file));
  try {
    if (sizes_of(point.input).heads > 1) return tr("It is about several heads at once; Explore shows one.");
  } catch (const omega::Error& error) {
    return QString::fromStdString(windowWords(error.what()));
  }
  return {};
}

StudyInput inputOf(Workload workload, const StudyDefinition& study) {
  if (!workload.moved.empty())
    throw omega::Error::input(
        "tokens of Explore's sequence were moved by hand; a study can ask only of a preset or a file as it is");
  if (std::any_of(study.points.begin(), study.points.end(),
                  [](const StudyPoint& point) { return find_measure(point.measure)->of_heads; }))
    workload = allHeadsOf(std::move(workload));
  return {workload.preset, workload.file, givenOf(workload.options())};
}

Document inExplore(Document document, const StudyPoint& point, omega::Index seed) {
  const auto number = static_cast<std::uint32_t>(seed);
  if (point.input.file.empty()) {
    document.workload = Workload{};
    document.workload.preset = point.input.preset;
    document.workload.presetOptions = {point.input.options.begin(), point.input.options.end()};
    document.workload.presetSeed = omega::kDefaultDataSeed + number;  // as a study numbers its sequences
  } else {
    document.workload.fileOptions = {point.input.options.begin(), point.input.options.end()};  // as it was read
  }
  document.seed = number;
  document.draw = 0;
  document.showAgainstSoftmax(point.what.method, point.what.options);
  return document;
}

}  // namespace omegascope
