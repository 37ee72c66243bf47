#include "model/shell_line.h"

#include <QFileInfo>
#include <QRegularExpression>
#include <utility>

#include "core/text.h"
#include "io/read_options.h"
#include "language/language.h"
#include "model/token_moves.h"

namespace omegascope {

namespace {

QString word(const std::string& text) { return QString::fromStdString(omega::shell_word(text)); }

QString option(const char* name, const std::string& value) {
  return QStringLiteral(" --%1 %2").arg(QLatin1String(name), word(value));
}

ShellLine bounded(const QString& text) {
  const qsizetype bytes = text.toUtf8().size();
  if (bytes <= kLongestLine) return {text, {}};
  return {{},
          tr("What was dragged or pinned is too much for a line of a shell (%1 KiB, at most 128): save the "
             "session, whose file omega render and omegascope take.")
              .arg((bytes + 1023) / 1024)};
}

std::string absolute(const std::string& file) {
  return file.empty() ? file : QFileInfo(QString::fromStdString(file)).absoluteFilePath().toStdString();
}

QString inputOf(const Workload& workload) {
  if (workload.file.empty()) {
    std::string preset = workload.preset + ":seed=" + std::to_string(workload.presetSeed);
    for (const auto& [name, value] : workload.presetOptions) preset += "," + name + "=" + value;
    return option("preset", preset);
  }
  return fileWords(workload.file, workload.fileOptions);
}

/// With absolute paths: the shell that reads it may be anywhere.
QString stateOption(Session session) {
  for (Workload* workload : {&session.document.workload, session.pinned ? &session.pinned->document.workload : nullptr})
    if (workload) workload->file = absolute(workload->file);
  return QStringLiteral("--state ") + QString::fromLatin1(stateText(session));
}

QRegularExpressionMatch stateIn(const QString& text) {
  static const QRegularExpression s_state(QStringLiteral("--state[ =]([A-Za-z0-9+/]+)"));
  return s_state.match(text);
}

/// "mu=[[0.5,1],[2,-1]]"
std::string meansText(const std::vector<double>& means, std::size_t dims) {
  std::string text = "mu=[";
  for (std::size_t i = 0; i < means.size(); ++i)
    text += (i % dims != 0 ? "," : i == 0 ? "[" : "],[") + omega::number_text(means[i]);
  return text + "]]";
}

}  // namespace

QString fileWords(const std::string& file, const OptionTexts& options) {
  QString line = option("input", absolute(file));
  for (const omega::ReadOptionSpec& spec : omega::read_option_specs())
    if (const auto given = options.find(spec.name); given != options.end())
      line += spec.value.empty() ? QStringLiteral(" --%1").arg(QString::fromStdString(spec.name))
                                 : option(spec.name.c_str(), given->second);
  return line;
}

ShellLine estimateLine(const Document& document, const Card& card, std::size_t dims, const QString& want) {
  QString line = QStringLiteral("omega estimate --method %1").arg(QString::fromStdString(card.method)) +
                 inputOf(document.workload);
  for (const omega::TokenMove& move : movesOf(document.workload.moved)) line += option("move", omega::to_string(move));
  if (!card.means.empty()) line += option("given", meansText(card.means, dims));
  for (const auto& [name, value] : card.options) line += option("opt", name + "=" + value);
  line += QStringLiteral(" --seed %1 --draw %2").arg(document.seed).arg(document.draw);
  if (!want.isEmpty()) line += QStringLiteral(" --want ") + want;
  return bounded(line + QStringLiteral(" --output %1.npz")
                            .arg(QString::fromStdString(card.label()).replace(QLatin1Char(' '), QLatin1Char('_'))));
}

ShellLine headsLine(const Workload& workload, const std::vector<Card>& cards, omega::Index draws, std::uint32_t seed,
                    double target) {
  QStringList methods, options;
  for (const Card& card : cards) {
    methods << QString::fromStdString(card.method);
    for (const auto& [name, value] : card.options) options << option("opt", card.method + "." + name + "=" + value);
  }
  if (methods.isEmpty()) methods << QStringLiteral("none");
  QString line = QStringLiteral("omega heads") + inputOf(workload) + QStringLiteral(" --methods ") +
                 methods.join(QLatin1Char(','));
  line += options.join(QString()) + QStringLiteral(" --draws %1 --seed %2").arg(draws).arg(seed);
  if (target > 0) line += option("target", omega::number_text(target));
  return bounded(line + QStringLiteral(" --output heads.csv"));
}

ShellLine renderLine(Session session, const QString& panel, int size, const QString& output) {
  if (!panel.isEmpty()) session.document.figure = {};  // nothing of it is shown
  QString line = QStringLiteral("omega render %1").arg(stateOption(std::move(session)));
  line += panel.isEmpty() ? QStringLiteral(" --figure") : QStringLiteral(" --panel ") + panel;
  if (size > 0) line += QStringLiteral(" --size %1x%1").arg(size);
  return bounded(line + QStringLiteral(" --output ") + output);
}

ShellLine windowLine(const Session& session) { return bounded(QStringLiteral("omegascope ") + stateOption(session)); }

bool hasState(const QString& text) { return stateIn(text).hasMatch(); }

std::optional<Session> sessionOfLine(const QString& text) {
  const QRegularExpressionMatch found = stateIn(text);
  if (!found.hasMatch()) return {};
  return sessionFromState(found.captured(1).toLatin1());
}

}  // namespace omegascope
