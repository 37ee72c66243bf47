// Files and folders of the user's, by their names as Qt has them. Throws omega::Error where they cannot be made.
#pragma once

#include <QByteArray>
#include <QString>
#include <filesystem>

namespace omegascope {

std::filesystem::path pathOf(const QString& name);

/// Writes the whole file or nothing.
void writeBytes(const QString& file, const QByteArray& bytes);

/// Makes the folder and those that it is in.
void makeFolder(const QString& folder);

}  // namespace omegascope
