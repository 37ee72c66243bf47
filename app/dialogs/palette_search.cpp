#include "dialogs/palette_search.h"

#include <algorithm>

namespace omegascope {

namespace {

const QString kWithin = QStringLiteral(" ▸ ");

// Points of a letter; more where it begins a word, follows the one before, or ends a word.
constexpr double kLetter = 4, kBegins = 6, kTogether = 5, kEnds = 6;
// Less for words and letters that are left out, and where the letters stand in the middle of a word.
constexpr double kJump = 3, kSkip = 1, kInside = 4;
// What counts more than a place in the path, and less.
constexpr double kInTitle = 12, kFirst = 6, kNotShown = 12, kImpossible = 8, kRecent = 3, kLettersAPoint = 8;
constexpr double kIsName = 100, kIsMethod = 20;
constexpr double kNever = -1e9;

bool isOfWord(QChar c) { return c.isLetterOrNumber(); }
bool isChinese(QChar c) { return c.script() == QChar::Script_Han; }

bool beginsWordAt(const QString& text, qsizetype at) {
  if (at == 0 || !isOfWord(text[at]) || isChinese(text[at])) return true;
  const QChar before = text[at - 1];
  return !isOfWord(before) || isChinese(before) || (before.isLower() && text[at].isUpper());
}

bool endsWordAt(const QString& text, qsizetype at) {
  return at + 1 == text.size() || (!isOfWord(text[at + 1]) && text[at + 1] != QLatin1Char('_'));
}

/// Letter by letter: as a whole a text may become longer.
QString folded(QString text) {
  for (QChar& letter : text) letter = letter.toCaseFolded();
  return text;
}

/// Most of what is looked through lacks the letters in that order, and is ruled out at once.
bool hasInOrder(const QString& word, const QString& letters) {
  qsizetype from = 0;
  for (const QChar letter : word) {
    const qsizetype at = letters.indexOf(letter, from);
    if (at < 0) return false;
    from = at + 1;
  }
  return true;
}

/// The best way to match the letters up to one, with that one at a place, and the place of the letter before it.
struct Way {
  double score = kNever;
  qsizetype from = -1;
  void take(double other, qsizetype place) {
    if (other > score) *this = {other, place};
  }
};

Way wayTo(const std::vector<Way>& before, const SearchText& text, qsizetype at) {
  const auto beginsAt = [&text](qsizetype place) { return bool{text.beginsWord[static_cast<std::size_t>(place)]}; };
  const bool begins = beginsAt(at);
  Way way;
  if (at > 0) way.take(before[static_cast<std::size_t>(at - 1)].score + kTogether, at - 1);
  bool isSameWord = !begins;
  for (qsizetype place = at - 1; place >= 0 && (isSameWord || begins); --place) {
    const double score = before[static_cast<std::size_t>(place)].score;
    way.take(score - (begins ? kJump : kSkip * static_cast<double>(at - place - 1)), place);
    if (beginsAt(place)) isSameWord = false;
  }
  way.score += kLetter + (begins ? kBegins : 0);
  return way;
}

std::optional<FuzzyMatch> fromBeginnings(const QString& word, const SearchText& text) {
  const auto size = static_cast<std::size_t>(text.letters.size());
  std::vector<std::vector<Way>> ways;
  for (const QChar letter : word) {
    std::vector<Way> row(size);
    for (std::size_t at = 0; at < size; ++at) {
      const auto place = static_cast<qsizetype>(at);
      if (letter != text.letters[place]) continue;
      if (!ways.empty())
        row[at] = wayTo(ways.back(), text, place);
      else if (text.beginsWord[at])
        row[at].score = kLetter + kBegins;
    }
    if (std::all_of(row.begin(), row.end(), [](const Way& way) { return way.score < 0; })) return {};
    ways.push_back(std::move(row));
  }
  Way last;
  for (std::size_t at = 0; at < size; ++at)
    last.take(ways.back()[at].score + (text.endsWord[at] ? kEnds : 0), static_cast<qsizetype>(at));
  if (last.score <= 0) return {};
  FuzzyMatch match{last.score, {}};
  for (std::size_t letter = ways.size(); letter-- > 0; last = ways[letter][static_cast<std::size_t>(last.from)])
    match.places.prepend(static_cast<int>(last.from));
  return match;
}

std::optional<FuzzyMatch> asItStands(const QString& word, const SearchText& text) {
  const qsizetype at = text.letters.indexOf(word);
  if (at < 0) return {};
  const auto letters = static_cast<double>(word.size());
  FuzzyMatch match{letters * kLetter + (letters - 1) * kTogether - kInside, {}};
  for (int i = 0; i < word.size(); ++i) match.places << static_cast<int>(at) + i;
  return match;
}

void takeBetter(std::optional<FuzzyMatch>& best, std::optional<FuzzyMatch> other) {
  if (other && (!best || other->score > best->score)) best = std::move(other);
}

/// The letters of a folded word in a text: side by side anywhere; else from the beginning of a word on, where letters
/// are left out inside a word or up to the beginning of a later one ("cvw": "Control variates ▸ window"). Nothing where
/// they are not there.
std::optional<FuzzyMatch> matchIn(const SearchText& text, const QString& word) {
  if (word.isEmpty() || word.size() > text.letters.size() || !hasInOrder(word, text.letters)) return {};
  std::optional<FuzzyMatch> best = asItStands(word, text);
  takeBetter(best, fromBeginnings(word, text));
  return best;
}

}  // namespace

const char* nameOf(PaletteEntry::Kind kind) {
  static const char* const s_names[] = {QT_TR_NOOP("action"), QT_TR_NOOP("panel"),  QT_TR_NOOP("method"),
                                        QT_TR_NOOP("preset"), QT_TR_NOOP("study"),  QT_TR_NOOP("run"),
                                        QT_TR_NOOP("lesson"), QT_TR_NOOP("setting")};
  return s_names[static_cast<std::size_t>(kind)];
}

QString within(const QString& where, const QString& name) { return where.isEmpty() ? name : where + kWithin + name; }

QString PaletteEntry::path() const { return within(where, title); }

SearchText::SearchText(const QString& text) : letters(folded(text)) {
  for (qsizetype at = 0; at < text.size(); ++at) {
    beginsWord.push_back(beginsWordAt(text, at));
    endsWord.push_back(endsWordAt(text, at));
  }
}

PaletteIndex::PaletteIndex(std::vector<PaletteEntry> entries, const QStringList& recent)
    : m_entries(std::move(entries)) {
  m_texts.reserve(m_entries.size());
  for (const PaletteEntry& one : m_entries) {
    const qsizetype place = recent.indexOf(one.id);
    m_texts.push_back({one.path(), one.title, one.name, one.also, place < 0 ? 0 : recent.size() - place});
  }
}

/// A typed word in what is shown of an entry, or in what else it is found by.
std::optional<FuzzyMatch> PaletteIndex::matchOf(const Texts& texts, const QString& word) {
  std::optional<FuzzyMatch> best = matchIn(texts.path, word);
  if (std::optional<FuzzyMatch> inTitle = matchIn(texts.title, word)) {
    inTitle->score += kInTitle + (inTitle->places.front() == 0 ? kFirst : 0);
    for (int& place : inTitle->places)
      place += static_cast<int>(texts.path.letters.size() - texts.title.letters.size());
    takeBetter(best, std::move(inTitle));
  }
  for (const SearchText* hidden : {&texts.name, &texts.also})
    if (const std::optional<FuzzyMatch> found = matchIn(*hidden, word))
      takeBetter(best, FuzzyMatch{std::max(0.0, found->score - kNotShown), {}});
  return best;
}

std::optional<PaletteHit> PaletteIndex::hitOf(std::size_t number, const QString& asked,
                                              const QStringList& words) const {
  const Texts& texts = m_texts[number];
  PaletteHit hit;
  hit.entry = static_cast<int>(number);
  hit.isRecent = texts.newness > 0;
  if (words.isEmpty()) {
    hit.score = static_cast<double>(texts.newness);
    return hit;
  }
  for (const QString& word : words) {
    const std::optional<FuzzyMatch> match = matchOf(texts, word);
    if (!match) return {};
    hit.score += match->score;
    hit.places += match->places;
  }
  const PaletteEntry& entry = m_entries[number];
  const bool isItsName = asked == texts.name.letters;
  if (isItsName || asked == texts.title.letters) hit.score += kIsName;
  if (isItsName && entry.kind == PaletteEntry::Kind::Method) hit.score += kIsMethod;  // lessons are called so too
  if (hit.isRecent) hit.score += kRecent;
  hit.score -= static_cast<double>(entry.title.size()) / kLettersAPoint + (entry.isPossible ? 0 : kImpossible);
  std::sort(hit.places.begin(), hit.places.end());
  return hit;
}

std::vector<PaletteHit> PaletteIndex::find(const QString& typed) const {
  const QString asked = folded(typed.simplified());
  const QStringList words = asked.split(QLatin1Char(' '), Qt::SkipEmptyParts);
  std::vector<PaletteHit> hits;
  for (std::size_t number = 0; number < m_entries.size(); ++number)
    if (std::optional<PaletteHit> hit = hitOf(number, asked, words)) hits.push_back(*std::move(hit));
  std::stable_sort(hits.begin(), hits.end(), [this](const PaletteHit& a, const PaletteHit& b) {
    return a.score != b.score ? a.score > b.score : entry(a).kind < entry(b).kind;
  });
  return hits;
}

}  // namespace omegascope
