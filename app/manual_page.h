// The man page of omegascope, made from what --help shows.
#pragma once

#include <QCommandLineParser>
#include <string>

namespace omegascope {

/// As roff.
std::string manualPage(const QCommandLineParser& parser, const QString& positional,
                       const QList<QCommandLineOption>& options);

}  // namespace omegascope
