#include "language/language.h"

#include <QCoreApplication>
#include <QFile>
#include <QFontDatabase>
#include <QHash>
#include <QLibraryInfo>
#include <QLocale>
#include <QRegularExpression>
#include <QTranslator>
#include <QXmlStreamReader>
#include <algorithm>
#include <atomic>
#include <tuple>
#include <vector>

#include "core/error.h"

namespace omegascope {

namespace {

std::atomic<Language> s_language = Language::English;
constexpr char kEngine[] = "engine";  // the context of what the engine says of itself

thread_local int s_english = 0;  // how many InEnglish there are

/// A sentence of the engine with numbers in it, "a number from %1 up to %2".
struct Pattern {
  QRegularExpression english;  // one thing in each place: neither a comparison nor the end of a clause, brackets closed
  QRegularExpression anyhow;   // whatever stands in them
  QString chinese;
  qsizetype ownLetters = 0;
};

struct Messages {
  QHash<QString, QString> chinese;
  std::vector<Pattern> patterns;  // those with more letters of their own first

  void add(const QString& context, const QString& english, const QString& words) {
    if (words.isEmpty()) return;
    chinese.insert(english, words);
    static const QRegularExpression s_hole(QStringLiteral("%\\d"));
    if (context != QLatin1String(kEngine) || !english.contains(s_hole)) return;
    const QStringList own = english.split(s_hole);
    QStringList escaped;
    for (const QString& part : own) escaped << QRegularExpression::escape(part);
    const auto holding = [&escaped](const QString& hole) {
      return QRegularExpression(QRegularExpression::anchoredPattern(escaped.join(hole)));
    };
    patterns.push_back({holding(QStringLiteral("((?:(?!: |; | < | ≈ )[^()]|\\([^()]*\\))+?)")),
                        holding(QStringLiteral("(.+?)")), words, own.join(QString()).size()});
  }
};

Messages readMessages() {
  QFile file(QStringLiteral(":/assets/translations/zh.ts"));
  OMEGA_ASSERT(file.open(QIODevice::ReadOnly));
  QXmlStreamReader xml(&file);
  Messages messages;
  QString context, source;
  while (!xml.atEnd()) {
    if (xml.readNext() != QXmlStreamReader::StartElement) continue;
    if (xml.name() == QLatin1String("name"))
      context = xml.readElementText();
    else if (xml.name() == QLatin1String("source"))
      source = xml.readElementText();
    else if (xml.name() == QLatin1String("translation"))
      messages.add(context, source, xml.readElementText());
  }
  OMEGA_ASSERT(!xml.hasError());
  std::stable_sort(messages.patterns.begin(), messages.patterns.end(),
                   [](const Pattern& a, const Pattern& b) { return a.ownLetters > b.ownLetters; });
  return messages;
}

const Messages& messages() {
  static const Messages s_messages = readMessages();
  return s_messages;
}

/// English texts by the Chinese. Of several with the same translation, a title comes first, then the shortest.
QHash<QString, QString> readEnglishTexts() {
  const auto comesFirst = [](const QString& a, const QString& b) {
    return std::tuple(!a[0].isUpper(), a.size(), a) < std::tuple(!b[0].isUpper(), b.size(), b);
  };
  QHash<QString, QString> texts;
  const QHash<QString, QString>& chinese = messages().chinese;
  for (auto one = chinese.begin(); one != chinese.end(); ++one) {
    QString& known = texts[one.value()];
    if (known.isEmpty() || comesFirst(one.key(), known)) known = one.key();
  }
  return texts;
}

const QHash<QString, QString>& englishTexts() {
  static const QHash<QString, QString> s_texts = readEnglishTexts();
  return s_texts;
}

bool speaksChinese() { return s_language == Language::Chinese && s_english == 0; }

/// What a pattern caught, put into the places that its translation has for it; each part may have a translation itself.
QString filled(const QString& chinese, const QRegularExpressionMatch& match) {
  QString out;
  for (qsizetype i = 0; i < chinese.size(); ++i) {
    const bool isHole = chinese[i] == QLatin1Char('%') && i + 1 < chinese.size() && chinese[i + 1].isDigit();
    out += isHole ? described(match.captured(chinese[++i].digitValue()).toStdString()) : QString(chinese[i]);
  }
  return out;
}

/// The first pattern that the text is of, filled; null where there is none.
QString byPattern(const QString& text, QRegularExpression Pattern::*english) {
  for (const Pattern& pattern : messages().patterns)
    if (const QRegularExpressionMatch match = (pattern.*english).match(text); match.hasMatch())
      return filled(pattern.chinese, match);
  return {};
}

/// Where this stands outside brackets.
QList<qsizetype> placesOf(const QString& text, QStringView sign) {
  QList<qsizetype> places;
  int depth = 0;
  for (qsizetype i = 0; i < text.size(); ++i)
    if (text[i] == QLatin1Char('('))
      ++depth;
    else if (text[i] == QLatin1Char(')'))
      --depth;
    else if (depth == 0 && QStringView(text).mid(i).startsWith(sign))
      places << i;
  return places;
}

/// "entropy 0.43, distance 0.18": only what has numbers in it; names such as "keys, uniform" stay whole.
QString listed(const QString& text) {
  static const QRegularExpression s_number(QStringLiteral("\\d"));
  QStringList parts = text.split(QStringLiteral(", "));
  for (QString& part : parts)
    if (const QString words = part.contains(s_number) ? byPattern(part, &Pattern::english) : QString();
        !words.isEmpty())
      part = words;
  return parts.join(QStringLiteral(", "));
}

/// A finding: where, what, and what more there is; each part by itself. Null where the text has no parts.
QString inParts(const QString& text) {
  const auto said = [](const QString& part) { return described(part.toStdString()); };
  const QList<qsizetype> ends = placesOf(text, u"; ");
  QList<qsizetype> colons = placesOf(text, u": ");
  if (!ends.isEmpty()) colons.removeIf([&](qsizetype at) { return at > ends.front(); });
  if (!colons.isEmpty()) {
    qsizetype at = colons.front();
    for (const qsizetype place : colons)  // a title may have a colon of its own
      if (messages().chinese.contains(text.left(place))) at = place;
    return said(text.left(at)) + QStringLiteral("：") + said(text.mid(at + 2));
  }
  for (const auto& [sign, shown] : {std::pair{u"; ", u"；"}, {u" < ", u" < "}, {u" ≈ ", u" ≈ "}})
    if (const QList<qsizetype> places = placesOf(text, sign); !places.isEmpty())
      return said(text.left(places.front())) + QString::fromUtf16(shown) +
             said(text.mid(places.front() + QStringView(sign).size()));
  return placesOf(text, u", ").isEmpty() ? QString() : listed(text);
}

/// "time (ms) 0.5, 2": the title of an axis, and places on it. Null for anything else.
QString placedOn(const QString& text) {
  static const QRegularExpression s_places(QStringLiteral("^(.+?)( [-0-9.e+]+(, [-0-9.e+]+)*)$"));
  const QRegularExpressionMatch match = s_places.match(text);
  const QString title = match.hasMatch() ? messages().chinese.value(match.captured(1)) : QString();
  return title.isEmpty() ? QString() : title + match.captured(2);
}

/// "%n head(s)" is "1 head" and "2 heads", "matri(x/ces)" is "matrix" and "matrices".
QString withEnglishPlurals(const QString& text, int n) {
  static const QRegularExpression s_endings(QStringLiteral("(?<=\\w)\\((?:(\\w*)/)?(\\w+)\\)"));
  return QString(text).replace(s_endings, n == 1 ? QStringLiteral("\\1") : QStringLiteral("\\2"));
}

class Words : public QTranslator {
 public:
  /// With Qt's own words where they are installed: those of its dialogs that we do not have.
  explicit Words(QObject* parent) : QTranslator(parent) {
    [[maybe_unused]] const bool isThere =
        m_qt.load(QStringLiteral("qtbase_zh_CN"), QLibraryInfo::path(QLibraryInfo::TranslationsPath));
  }
  bool isEmpty() const override { return false; }
  QString translate(const char* context, const char* source, const char* comment, int n) const override {
    if (source == nullptr) return {};
    const QString english = QString::fromUtf8(source);
    if (speaksChinese()) {
      const QString words = messages().chinese.value(english);
      if (const QString known = words.isEmpty() ? m_qt.translate(context, source, comment, n) : words; !known.isEmpty())
        return known;
    }
    return n < 0 ? QString() : withEnglishPlurals(english, n);  // null: shown as it is
  }

 private:
  QTranslator m_qt;
};

}  // namespace

void setUpLanguage() {
  QCoreApplication* app = QCoreApplication::instance();
  const QString name = QStringLiteral("words");
  if (app->findChild<QObject*>(name, Qt::FindDirectChildrenOnly) != nullptr) return;
  auto* words = new Words(app);
  words->setObjectName(name);
  QCoreApplication::installTranslator(words);
}

void setLanguage(Language language) { s_language = language; }

Language language() { return s_language; }

QString codeOf(Language language) {
  return language == Language::Chinese ? QStringLiteral("zh") : QStringLiteral("en");
}

QString nameOf(Language language) {
  return language == Language::Chinese ? QStringLiteral("简体中文") : QStringLiteral("English");
}

std::optional<Language> languageOf(const QString& code) {
  if (code == QLatin1String("en")) return Language::English;
  if (code == QLatin1String("zh")) return Language::Chinese;
  return std::nullopt;
}

Language desktopLanguage() {
  const QLocale desktop = QLocale::system();
  return desktop.language() == QLocale::Chinese && desktop.script() == QLocale::SimplifiedChineseScript
             ? Language::Chinese
             : Language::English;
}

QString tr(const char* text, const char* comment, int n) {
  return QCoreApplication::translate("omegascope", text, comment, n);
}

QString described(const std::string& english) {
  const QString text = QString::fromStdString(english);
  if (!speaksChinese()) return text;
  if (const QString words = messages().chinese.value(text); !words.isEmpty()) return words;
  if (const QString words = byPattern(text, &Pattern::english); !words.isEmpty()) return words;
  if (const QString words = placedOn(text); !words.isEmpty()) return words;
  const QString parts = inParts(text);
  if (!parts.isEmpty() && parts != text) return parts;
  const QString words = byPattern(text, &Pattern::anyhow);
  return words.isEmpty() ? text : words;
}

QStringList describedLines(const std::string& formulas) {
  QStringList lines = QString::fromStdString(formulas).split(QLatin1Char('\n'), Qt::SkipEmptyParts);
  if (speaksChinese())  // whole lines only: their signs are not those of sentences
    for (QString& line : lines) line = messages().chinese.value(line, line);
  return lines;
}

QString englishOf(const QString& shown) {
  return language() == Language::English ? shown : englishTexts().value(shown, shown);
}

QString sentences(const QString& first, const QString& second) {
  return first + (first.endsWith(QStringLiteral("。")) ? QString() : QStringLiteral(" ")) + second;
}

QString withoutMnemonic(const QString& text) {
  if (!text.contains(QLatin1Char('&'))) return text;
  static const QRegularExpression s_appended(QStringLiteral("\\(&\\w\\)")), s_before(QStringLiteral("&(.?)"));
  return QString(text).remove(s_appended).replace(s_before, QStringLiteral("\\1"));
}

QString asButtonText(QString text) { return text.replace(QLatin1Char('&'), QStringLiteral("&&")); }

bool canShowChinese() { return !QFontDatabase::families(QFontDatabase::SimplifiedChinese).isEmpty(); }

InEnglish::InEnglish() { ++s_english; }
InEnglish::~InEnglish() { --s_english; }

}  // namespace omegascope
