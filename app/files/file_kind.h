// What kind of file somebody wants to open, by its name and its beginning: it need not be sound.
#pragma once

#include <QString>
#include <QStringList>

namespace omegascope {

enum class FileKind { Session, Run, Lesson, Study, Data };

FileKind kindOfFile(const QString& path);
/// The folders of training runs that opening a folder opens: itself, or those in it, such as a series of the trainer.
QStringList runsIn(const QString& path);
/// What opening it does: "Play the lesson seven.md".
QString openingText(const QString& path);

}  // namespace omegascope
