// Language: the words of the program, English or Simplified Chinese. The English ones stand in the sources and are the
// keys; assets/translations holds the others, each text once for the whole program. Numbers, files, tables and commands
// are the same in both.
#pragma once

#include <QLocale>
#include <QString>
#include <QStringList>
#include <optional>
#include <string>

namespace omegascope {

enum class Language { English, Chinese };

/// Call this once, as soon as there is an application.
void setUpLanguage();
/// The language of what is said from now on; what was said before has to be said again.
void setLanguage(Language language);
Language language();

/// "en" and "zh", as in settings, options and lessons.
QString codeOf(Language language);
std::optional<Language> languageOf(const QString& code);
/// As those who speak it write it: "English", "简体中文".
QString nameOf(Language language);
/// Chinese where the desktop speaks it in simplified letters, else English.
Language desktopLanguage();

/// A text of the program where no QObject translates it: whose it is makes no difference. `n` takes the place of %n.
QString tr(const char* text, const char* comment = nullptr, int n = -1);
/// What the engine says of itself in English: titles, summaries, helps of options, sentences of known form. What has no
/// translation stays as it is.
QString described(const std::string& english);

/// Formulas, one a line, with their words in the language.
QStringList describedLines(const std::string& formulas);

/// The English source of a text that is shown; the text itself if it is no translation.
QString englishOf(const QString& shown);
/// The text of a menu or button, "&File" or "文件(&F)", without what underlines a letter.
QString withoutMnemonic(const QString& text);
/// The other way: any text as that of a menu or button, where an & by itself underlines the letter behind it.
QString asButtonText(QString text);

/// One sentence after another: with a space between them where they are of letters.
QString sentences(const QString& first, const QString& second);

/// Whether a font of this machine has Chinese letters.
bool canShowChinese();

/// While it lives, this thread's words are English: for what goes into files.
class InEnglish {
 public:
  InEnglish();
  ~InEnglish();
  InEnglish(const InEnglish&) = delete;
  InEnglish& operator=(const InEnglish&) = delete;
};

/// While it lives, numbers have a decimal point and no other sign between their digits, whatever the desktop's have:
/// for what goes into files. Only the window's thread may make one.
class NumbersOfFiles {
 public:
  NumbersOfFiles() { QLocale::setDefault(QLocale::c()); }
  ~NumbersOfFiles() { QLocale::setDefault(m_before); }
  NumbersOfFiles(const NumbersOfFiles&) = delete;
  NumbersOfFiles& operator=(const NumbersOfFiles&) = delete;

 private:
  QLocale m_before;
};

}  // namespace omegascope
