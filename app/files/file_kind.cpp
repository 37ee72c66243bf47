#include "files/file_kind.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>

#include "core/error.h"
#include "lessons/shelf.h"
#include "model/session_file.h"

namespace omegascope {

namespace {

constexpr qint64 kLargestStudy = 1 << 20;

struct FileKindWords {
  Q_DECLARE_TR_FUNCTIONS(FileKind)
};

bool isLesson(const QString& path) {
  try {
    omega::lessons::read_lesson_file(path.toStdString());
    return true;
  } catch (const omega::Error&) {
    return false;  // Markdown is a text too, and a text is data
  }
}

/// Both are JSON; a session has a document.
bool isStudy(const QString& path) {
  QFile file(path);
  if (!path.endsWith(QStringLiteral(".json")) || file.size() > kLargestStudy || !file.open(QIODevice::ReadOnly))
    return false;
  const QJsonObject object = QJsonDocument::fromJson(file.readAll()).object();
  return object.contains(QStringLiteral("panels")) && !object.contains(QStringLiteral("document"));
}

}  // namespace

QStringList runsIn(const QString& path) {
  const auto isRun = [](const QString& folder) { return QFileInfo::exists(folder + QStringLiteral("/run.json")); };
  if (isRun(path)) return {path};
  QStringList runs;
  const QDir folder(path);
  for (const QString& name : folder.entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name))
    if (isRun(folder.filePath(name))) runs << folder.filePath(name);
  return runs;
}

FileKind kindOfFile(const QString& path) {
  if (QFileInfo(path).isDir() && !runsIn(path).isEmpty()) return FileKind::Run;
  if (isStudy(path)) return FileKind::Study;
  if (isSessionFile(path)) return FileKind::Session;
  if (path.endsWith(QStringLiteral(".md")) && isLesson(path)) return FileKind::Lesson;
  return FileKind::Data;
}

QString openingText(const QString& path) {
  const QString name = QFileInfo(path).fileName();
  switch (kindOfFile(path)) {
    case FileKind::Session: return FileKindWords::tr("Open the session %1").arg(name);
    case FileKind::Run:
      return FileKindWords::tr("Open %n training run(s): %1", nullptr, static_cast<int>(runsIn(path).size())).arg(name);
    case FileKind::Lesson: return FileKindWords::tr("Play the lesson %1").arg(name);
    case FileKind::Study: return FileKindWords::tr("Add the study %1").arg(name);
    case FileKind::Data: return FileKindWords::tr("Look at the attention of %1").arg(name);
  }
  return {};
}

}  // namespace omegascope
