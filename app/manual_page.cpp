#include "manual_page.h"

#include "about/about.h"
#include "command/page.h"

namespace omegascope {

namespace {

/// "--seed N".
std::string termOf(const QCommandLineOption& option) {
  QStringList names;
  for (const QString& name : option.names())
    names << (name.size() == 1 ? QStringLiteral("-") : QStringLiteral("--")) + name;
  const QString value = option.valueName();
  return (names.join(QStringLiteral(", ")) + (value.isEmpty() ? value : QLatin1Char(' ') + value)).toStdString();
}

}  // namespace

std::string manualPage(const QCommandLineParser& parser, const QString& positional,
                       const QList<QCommandLineOption>& options) {
  using omega::command::Page;
  Page page{"omegascope", "attention estimated by random projections, in a window", {}, {"omega"}};
  page.section("SYNOPSIS").line("omegascope [OPTION ...] [FILE]");
  page.section("DESCRIPTION").paragraph(parser.applicationDescription().toStdString());
  page.section("ARGUMENTS").entry("FILE", positional.toStdString());
  Page::Section& list = page.section("OPTIONS");
  for (const QCommandLineOption& option : options) list.entry(termOf(option), option.description().toStdString());
  return roff_of(page, omega::program_version());
}

}  // namespace omegascope
