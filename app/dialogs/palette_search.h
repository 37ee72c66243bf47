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
  bool isPossible = true, isOn = false;
  std::function<void()> act;

  /// "Estimators ▸ rfa ▸ samples"
  QString path() const;
};

/// Names within each other, as paths have them.
QString within(const QString& where, const QString& name);

struct FuzzyMatch {
  double score = 0;
  QList<int> places;  // of the letters in the text, in order
};

/// The letters of a word in a text: side by side anywhere; else from the beginning of a word on, where letters are left
/// out inside a word or up to the beginning of a later one ("cvw": "Control variates ▸ window"). Nothing where they are
/// not there.
std::optional<FuzzyMatch> fuzzyMatch(const QString& word, const QString& text);

struct PaletteHit {
  int entry = 0;  // its index
  double score = 0;
  QList<int> places;  // in its path
  bool isRecent = false;
};

/// `recent`: ids, the last one first. They stand before all others where nothing is typed.
std::vector<PaletteHit> findEntries(const std::vector<PaletteEntry>& entries, const QString& typed,
                                    const QStringList& recent);

}  // namespace omegascope
