// Sheets of engine/lessons as pages of A4: handouts, exams and their keys. In greys, with text that can be searched.
#pragma once

#include <QString>

#include "export/exporter.h"
#include "lessons/exam.h"

namespace omegascope {

/// Where a paper and its key go; empty: nowhere.
struct PaperJob {
  QString output, key;
  bool answers = false;  // the key behind the paper too
  int threads = 0;       // 0: all the machine has
};

/// Throw omega::Error: input for what cannot be asked, failure for what cannot be written.
void writeHandout(const omega::lessons::Lesson& lesson, const PaperJob& job, const ExportProgress& progress = {});
/// What somebody has answered and kept; it has no key.
void writeAnswers(const omega::lessons::Lesson& lesson, const omega::lessons::GivenAnswers& given,
                  const std::vector<omega::lessons::KeptNote>& notes, const PaperJob& job,
                  const ExportProgress& progress = {});
void writeExam(std::uint32_t seed, const PaperJob& job, const ExportProgress& progress = {});

}  // namespace omegascope
