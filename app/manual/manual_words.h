// What the files of the manual share: their translations, texts of the engine as QString, the chapters in their order.
#pragma once

#include <QCoreApplication>
#include <string>

#include "language/language.h"

namespace omegascope {

struct ManualWords {
  Q_DECLARE_TR_FUNCTIONS(Manual)
};

inline QString plainOf(const std::string& text) { return QString::fromStdString(text); }
inline QString escapedOf(const std::string& text) { return plainOf(text).toHtmlEscaped(); }
/// A sentence of the engine in the language of the window.
inline QString saidOf(const std::string& text) { return described(text).toHtmlEscaped(); }

/// To a place of the manual; the text is rich.
inline QString link(const QString& place, const QString& text) {
  return QStringLiteral("<a href=\"manual:%1\">%2</a>").arg(place, text);
}

enum class Chapter { Begin, Lessons, Words, Panels, Methods, Data, Command };

inline QString chapterTitle(Chapter chapter) {
  switch (chapter) {
    case Chapter::Begin: return ManualWords::tr("First steps");
    case Chapter::Lessons: return ManualWords::tr("Lessons");
    case Chapter::Words: return ManualWords::tr("Words and symbols");
    case Chapter::Panels: return ManualWords::tr("Panels");
    case Chapter::Methods: return ManualWords::tr("Methods and papers");
    case Chapter::Data: return ManualWords::tr("Data, games, studies, training");
    case Chapter::Command: return ManualWords::tr("The command");
  }
  return {};
}

}  // namespace omegascope
