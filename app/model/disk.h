// Files and folders of the user's, by their names as Qt has them. Throws omega::Error where they cannot be made.
#pragma once

#include <QByteArray>
#include <QString>
#include <filesystem>

namespace omegascope {

std::filesystem::path pathOf(const QString& name);

/// As a whole or not at all.
void writeBytes(const QString& file, const QByteArray& bytes);

/// With the folders that it is in.
void makeFolder(const QString& folder);

}  // namespace omegascope
