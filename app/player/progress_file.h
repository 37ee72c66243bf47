// How far somebody got in each lesson, and what was answered: kept in one small file between starts.
#pragma once

#include <QString>
#include <map>
#include <string>
#include <vector>

#include "lessons/given.h"

namespace omegascope {

struct LessonProgress {
  int step = 0;       // the last one that was open
  int reached = 0;    // the farthest
  bool done = false;  // its end was reached once
  omega::lessons::GivenAnswers answers;
  std::map<int, std::string> tasks;       // by step: the condition of a task that was done
  std::map<int, std::vector<int>> hands;  // by step: how many in a room were for each answer, the last time
  bool operator==(const LessonProgress&) const = default;
};

class ProgressFile {
 public:
  /// Reads it; what is not there, or is no progress, begins anew. An empty path: nothing is read or written.
  explicit ProgressFile(QString path);

  const LessonProgress& of(const std::string& lesson) const;
  /// Writes what changed; where that fails, one sentence, once.
  QString keep(const std::string& lesson, const LessonProgress& progress);

 private:
  QString m_path;
  std::map<std::string, LessonProgress> m_lessons;
  bool m_failed = false;
};

}  // namespace omegascope
