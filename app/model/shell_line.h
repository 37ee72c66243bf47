// Shell commands that compute the window's numbers again. They need nothing but `omega` and, where a data file is open,
// that file: whatever was dragged is in the command itself.
#pragma once

#include <QString>
#include <optional>

#include "model/session_file.h"

namespace omegascope {

constexpr qsizetype kLongestLine = 128 * 1024 - 1;  // in bytes: what Linux takes for one word, as in sh -c LINE

struct ShellLine {
  QString text;    // empty where there is none
  QString whyNot;  // a sentence then
};

/// "omega estimate …" for all heads of a card's method; `want` as --want has it, empty for all outputs.
/// `dims` is how many dimensions queries and keys have.
ShellLine estimateLine(const Document& document, const Card& card, std::size_t dims, const QString& want = {});
/// " --input FILE" and how the file is read; with its whole path, since the shell may be anywhere.
QString fileWords(const std::string& file, const OptionTexts& options);
/// "omega heads …" for all heads of a workload; `target` 0 asks for no samples.
ShellLine headsLine(const Workload& workload, const std::vector<Card>& cards, omega::Index draws, std::uint32_t seed,
                    double target);
/// "omega render --state …": what a panel shows of a session, into a file; `size` in pixels, 0 for the usual one. The
/// figure of the session where `panel` is empty.
ShellLine renderLine(Session session, const QString& panel, int size, const QString& output);
/// "omegascope --state …": the window as it is in a session.
ShellLine windowLine(const Session& session);
/// Whether a text has such a line in it.
bool hasState(const QString& text);
/// The session of such a line, or of one that renders: whatever stands around its --state. None where there is none in
/// the text. Throws omega::Error for a state that is not a session.
std::optional<Session> sessionOfLine(const QString& text);

}  // namespace omegascope
