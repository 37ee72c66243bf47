#include "player/lesson_notes.h"

#include <QDir>
#include <QFileInfo>
#include <QRegularExpression>
#include <algorithm>
#include <tuple>

#include "model/disk.h"

namespace omegascope {

LessonNotes::LessonNotes(const QString& progress)
    : m_folder(progress.isEmpty() ? QString() : QFileInfo(progress).absolutePath() + QStringLiteral("/notes")) {}

QString LessonNotes::folderOf(const std::string& lesson) const {
  return m_folder + QLatin1Char('/') + QString::fromStdString(lesson);
}

std::vector<LessonNote> LessonNotes::of(const std::string& lesson) const {
  static const QRegularExpression s_name(QStringLiteral("^([0-9]{1,4})-([0-9]{1,6})\\.omega$"));
  std::vector<LessonNote> notes;
  if (!mayKeep()) return notes;
  for (const QFileInfo& file : QDir(folderOf(lesson)).entryInfoList(QDir::Files))
    if (const auto match = s_name.match(file.fileName()); match.hasMatch() && match.captured(1).toInt() > 0)
      notes.push_back({match.captured(1).toInt() - 1, match.captured(2).toInt(), file.absoluteFilePath()});
  std::sort(notes.begin(), notes.end(), [](const LessonNote& a, const LessonNote& b) {
    return std::tie(a.step, a.number) < std::tie(b.step, b.number);
  });
  return notes;
}

LessonNote LessonNotes::next(const std::string& lesson, int step) const {
  makeFolder(folderOf(lesson));
  LessonNote note{step, 1, {}};
  for (const LessonNote& one : of(lesson))
    if (one.step == step) note.number = one.number + 1;
  note.path = QStringLiteral("%1/%2-%3.omega").arg(folderOf(lesson)).arg(step + 1).arg(note.number);
  return note;
}

}  // namespace omegascope
