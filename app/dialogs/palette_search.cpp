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
bool isSame(QChar a, QChar b) { return a.toCaseFolded() == b.toCaseFolded(); }

bool beginsWord(const QString& text, qsizetype at) {
  if (at == 0 || !isOfWord(text[at]) || isChinese(text[at])) return true;
  const QChar before = text[at - 1];
  return !isOfWord(before) || isChinese(before) || (before.isLower() && text[at].isUpper());
}

bool endsWord(const QString& text, qsizetype at) {
  return at + 1 == text.size() || (!isOfWord(text[at + 1]) && text[at + 1] != QLatin1Char('_'));
}

/// The best way to have the letters up to one of them with that one at a place, and where it comes from.
struct Way {
  double score = kNever;
  qsizetype from = -1;
  void take(double other, qsizetype place) {
    if (other > score) *this = {other, place};
  }
};

Way wayTo(const std::vector<Way>& before, const QString& text, qsizetype at) {
  const bool begins = beginsWord(text, at);
  Way way;
  if (at > 0) way.take(before[static_cast<std::size_t>(at - 1)].score + kTogether, at - 1);
  bool isSameWord = !begins;
  for (qsizetype place = at - 1; place >= 0 && (isSameWord || begins); --place) {
    const double score = before[static_cast<std::size_t>(place)].score;
    way.take(score - (begins ? kJump : kSkip * static_cast<double>(at - place - 1)), place);
    if (beginsWord(text, place)) isSameWord = false;
  }
  way.score += kLetter + (begins ? kBegins : 0);
  return way;
}

std::optional<FuzzyMatch> fromBeginnings(const QString& word, const QString& text) {
  const auto size = static_cast<std::size_t>(text.size());
  std::vector<std::vector<Way>> ways;
  for (const QChar letter : word) {
    std::vector<Way> row(size);
    for (qsizetype at = 0; at < text.size(); ++at) {
      if (!isSame(letter, text[at])) continue;
      Way& way = row[static_cast<std::size_t>(at)];
      if (!ways.empty())
        way = wayTo(ways.back(), text, at);
      else if (beginsWord(text, at))
        way.score = kLetter + kBegins;
    }
    if (std::all_of(row.begin(), row.end(), [](const Way& way) { return way.score < 0; })) return {};
    ways.push_back(std::move(row));
  }
  Way last;
  for (qsizetype at = 0; at < text.size(); ++at)
    last.take(ways.back()[static_cast<std::size_t>(at)].score + (endsWord(text, at) ? kEnds : 0), at);
  if (last.score <= 0) return {};
  FuzzyMatch match{last.score, {}};
  for (std::size_t letter = ways.size(); letter-- > 0; last = ways[letter][static_cast<std::size_t>(last.from)])
    match.places.prepend(static_cast<int>(last.from));
  return match;
}

std::optional<FuzzyMatch> asItStands(const QString& word, const QString& text) {
  const qsizetype at = text.indexOf(word, 0, Qt::CaseInsensitive);
  if (at < 0) return {};
  const auto letters = static_cast<double>(word.size());
  FuzzyMatch match{letters * kLetter + (letters - 1) * kTogether - kInside, {}};
  for (int i = 0; i < word.size(); ++i) match.places << static_cast<int>(at) + i;
  return match;
}

void takeBetter(std::optional<FuzzyMatch>& best, std::optional<FuzzyMatch> other) {
  if (other && (!best || other->score > best->score)) best = std::move(other);
}

/// What is typed in what is shown of an entry, or what it is found by beside.
std::optional<FuzzyMatch> matchOf(const PaletteEntry& entry, const QString& word) {
  std::optional<FuzzyMatch> best = fuzzyMatch(word, entry.path());
  if (std::optional<FuzzyMatch> inTitle = fuzzyMatch(word, entry.title)) {
    inTitle->score += kInTitle + (inTitle->places.front() == 0 ? kFirst : 0);
    for (int& place : inTitle->places) place += static_cast<int>(entry.path().size() - entry.title.size());
    takeBetter(best, std::move(inTitle));
  }
  for (const QString& hidden : {entry.name, entry.also})
    if (const std::optional<FuzzyMatch> found = fuzzyMatch(word, hidden))
      takeBetter(best, FuzzyMatch{std::max(0.0, found->score - kNotShown), {}});
  return best;
}

std::optional<PaletteHit> hitOf(const PaletteEntry& entry, const QString& typed, const QStringList& words) {
  PaletteHit hit;
  for (const QString& word : words) {
    const std::optional<FuzzyMatch> match = matchOf(entry, word);
    if (!match) return {};
    hit.score += match->score;
    hit.places += match->places;
  }
  const auto is = [&typed](const QString& name) { return typed.compare(name, Qt::CaseInsensitive) == 0; };
  if (is(entry.name) || is(entry.title)) hit.score += kIsName;
  if (is(entry.name) && entry.kind == PaletteEntry::Kind::Method) hit.score += kIsMethod;  // lessons are called so too
  hit.score -= static_cast<double>(entry.title.size()) / kLettersAPoint + (entry.isPossible ? 0 : kImpossible);
  std::sort(hit.places.begin(), hit.places.end());
  return hit;
}

}  // namespace

QString within(const QString& where, const QString& name) { return where.isEmpty() ? name : where + kWithin + name; }

QString PaletteEntry::path() const { return within(where, title); }

std::optional<FuzzyMatch> fuzzyMatch(const QString& word, const QString& text) {
  if (word.isEmpty() || word.size() > text.size()) return {};
  std::optional<FuzzyMatch> best = asItStands(word, text);
  takeBetter(best, fromBeginnings(word, text));
  return best;
}

std::vector<PaletteHit> findEntries(const std::vector<PaletteEntry>& entries, const QString& typed,
                                    const QStringList& recent) {
  const QString asked = typed.simplified();
  const QStringList words = asked.split(QLatin1Char(' '), Qt::SkipEmptyParts);
  std::vector<PaletteHit> hits;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    std::optional<PaletteHit> hit = hitOf(entries[i], asked, words);
    if (!hit) continue;
    hit->entry = static_cast<int>(i);
    const qsizetype place = recent.indexOf(entries[i].id);
    hit->isRecent = place >= 0;
    if (words.isEmpty())
      hit->score = hit->isRecent ? static_cast<double>(recent.size() - place) : 0;
    else if (hit->isRecent)
      hit->score += kRecent;
    hits.push_back(*std::move(hit));
  }
  std::stable_sort(hits.begin(), hits.end(), [&entries](const PaletteHit& a, const PaletteHit& b) {
    const auto kind = [&entries](const PaletteHit& hit) { return entries[static_cast<std::size_t>(hit.entry)].kind; };
    return a.score != b.score ? a.score > b.score : kind(a) < kind(b);
  });
  return hits;
}

}  // namespace omegascope
