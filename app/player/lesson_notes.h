// Notes of a lesson: what somebody made of a step and kept, as sessions in a folder beside the record of progress,
// numbered by step: "two-nets/3-1.omega".
#pragma once

#include <QString>
#include <string>
#include <vector>

namespace omegascope {

struct LessonNote {
  int step = 0, number = 0;  // the step counted from 0, the number from 1
  QString path;
};

class LessonNotes {
 public:
  /// `progress`: the file that keeps how far one is; an empty path: nothing is kept.
  explicit LessonNotes(const QString& progress);

  bool mayKeep() const { return !m_folder.isEmpty(); }
  /// In their order; none where the folder is not there.
  std::vector<LessonNote> of(const std::string& lesson) const;
  /// Where the next note of a step goes; makes its folder. Throws omega::Error where that fails.
  LessonNote next(const std::string& lesson, int step) const;

 private:
  QString folderOf(const std::string& lesson) const;

  QString m_folder;
};

}  // namespace omegascope
