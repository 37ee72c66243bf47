// What the palette finds: entries that have every word that was typed, or its letters in order, the likeliest first.
#pragma once

#include <QList>
#include <QString>
#include <QStringList>
#include <functional>
#include <optional>
#include <vector>

namespace omegascope {

/// One thing that the window can do, set or show.
struct PaletteEntry {
  /// In this order where they are found equally well.
  enum class Kind { Action, Panel, Method, Preset, Study, Run, Lesson, Setting };
  Kind kind = Kind::Action;
  QString where;  // what it is in: "Estimators ▸ rfa"
  QString title;  // "samples"
  QString id;     // it is remembered by that, in every language
  QString name;   // as files and commands call it: typed as a whole it comes first
  QString also;   // it is found by that too
  QString tip;
  QString keys;
  QString whyNot;  // a sentence, where it is not possible now and more is known than that
  bool isPossible = true, isOn = false;
  std::function<void()> act;

  /// "Estimators ▸ rfa ▸ samples"
  QString path() const;
};

/// What it is, in English, which is translated where it is shown: "action".
const char* nameOf(PaletteEntry::Kind kind);

/// Names within each other, as paths have them.
QString within(const QString& where, const QString& name);

/// A text that is searched: its letters folded, each at its place, with what is asked of them for every word typed.
struct SearchText {
  SearchText() = default;
  SearchText(const QString& text);  // implicit: any text can be searched

  QString letters;
  std::vector<bool> beginsWord, endsWord;  // by letter
};

struct FuzzyMatch {
  double score = 0;
  QList<int> places;  // of the letters in the text, in order
};

struct PaletteHit {
  int entry = 0;  // its index
  double score = 0;
  QList<int> places;  // in its path
  bool isRecent = false;
};

/// What is looked through, made ready once for all that is typed then.
class PaletteIndex {
 public:
  PaletteIndex() = default;
  /// `recent`: ids, the last one first. They stand before all others where nothing is typed.
  PaletteIndex(std::vector<PaletteEntry> entries, const QStringList& recent);

  const PaletteEntry& entry(const PaletteHit& hit) const { return m_entries[static_cast<std::size_t>(hit.entry)]; }
  /// The likeliest first.
  std::vector<PaletteHit> find(const QString& typed) const;

 private:
  struct Texts {
    SearchText path, title, name, also;
    qsizetype newness = 0;  // more where it was done later; 0: not lately
  };

  static std::optional<FuzzyMatch> matchOf(const Texts& texts, const QString& word);
  std::optional<PaletteHit> hitOf(std::size_t number, const QString& asked, const QStringList& words) const;

  std::vector<PaletteEntry> m_entries;
  std::vector<Texts> m_texts;
};

}  // namespace omegascope
