// What kind of file somebody wants to open, by its name and its beginning: it need not be sound.
#pragma once

#include <QString>

namespace omegascope {

enum class FileKind { Session, Run, Lesson, Study, Data };

FileKind kindOfFile(const QString& path);
/// What opening it does: "Play the lesson seven.md".
QString openingText(const QString& path);

}  // namespace omegascope
