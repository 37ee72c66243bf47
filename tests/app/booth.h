// What tests of panels stand on: a workbench with the start picture, and panels that think they can be seen.
#pragma once

#include <QTemporaryDir>
#include <functional>
#include <memory>
#include <random>

#include "export/export_options.h"
#include "jobs/waiting.h"
#include "model/session_file.h"
#include "views/registry.h"

namespace omegascope::test {

inline constexpr int kStartQuery = 12;

/// How long a program that a test has started may take: memory may be watched and the machine full. What hangs is ended
/// by ctest.
inline constexpr int kProgramMs = kUnattendedMs;

/// What the program opens with.
inline Session startSession() { return {Document::start(), {-1, 0, kStartQuery, -1, -1, -1}, {}, {}}; }

class Booth {
 public:
  Booth();
  Workbench& workbench() { return m_workbench; }
  std::unique_ptr<Panel> show(const PanelKind& kind, QSize size = {700, 460});
  /// Locks a query and waits for its numbers.
  void lockQuery(int query);
  /// Shows every card of the start picture: each panel has something to show then.
  void showAllCards();
  void settle();
  /// A synthetic sequence as a file, opened.
  void openFile(const QString& path, int tokens, int dims);

 private:
  QTemporaryDir m_training;  // without the runs that come with the program
  Workbench m_workbench;
};

const PanelKind& kindOf(const QString& name);
/// A panel's picture by its own render().
QImage pictureOf(const Panel& panel, QSize size = {700, 460}, const Theme& theme = Theme::light());
/// The number of different colours, up to 100.
int colourCount(const QImage& image);

/// Lets the program go on until that is so, for as long as a program may take; whether it is.
bool waitFor(const std::function<bool()>& condition);

/// One random edit as a user could make it; what it did, for messages.
QString randomEdit(DocumentStore& store, std::mt19937& random);

/// The rows of a table as texts, also of one that is told and not held.
std::vector<std::vector<QString>> rowsOf(const PanelData& data);

/// All that the labels of a panel say.
QString saidBy(const Panel& panel);

QByteArray bytesOf(const QString& path);
/// All that was written, to give as INFO.
inline std::string text(const QString& t) { return t.toStdString(); }

}  // namespace omegascope::test
