// ManualBook: all pages of the manual, the way from a place to its page, and the search.
#pragma once

#include <QCoreApplication>
#include <QList>

#include "manual/manual_words.h"
#include "manual/page_writer.h"

class QAction;
class QMenuBar;

namespace omega::lessons {
struct Shelf;
}

namespace omegascope {

class Panel;

/// What the window holds.
struct ManualSources {
  struct ShownPanel {
    const Panel* panel = nullptr;
    QString workspace;  // its title
  };
  std::vector<ShownPanel> panels;
  const omega::lessons::Shelf* lessons = nullptr;
  const QMenuBar* menus = nullptr;
  QList<QAction*> keys;  // of the manual's own window
};

struct ManualHit {
  QString place;    // "method/lara#landmarks"
  QString title;    // "landmarks – lara"
  QString excerpt;  // around the first word that was found
};

class ManualBook {
  Q_DECLARE_TR_FUNCTIONS(Manual)

 public:
  ManualBook(const ManualSources& sources, const Theme& theme);

  const std::vector<ManualPage>& pages() const { return m_pages; }
  const ManualPage* page(const QString& id) const;
  /// Whether "page#anchor" is there.
  bool has(const QString& place) const;
  /// The place that somebody means: itself, or the page whose last word it is: "lara", "one-cloud". Throws omega::Error
  /// where there is none.
  QString find(const QString& asked) const;
  /// All places with all these words, the likeliest first.
  QList<ManualHit> search(const QString& typed) const;

 private:
  void add(ManualPage page) { m_pages.push_back(std::move(page)); }
  /// That of assets/manual, or of another file. `heading`: only what stands below this line, to the next of its level.
  void addMarkdown(const QString& id, Chapter chapter, const QString& title = {}, const QString& file = {},
                   const QString& heading = {});
  ManualPage contents() const;

  std::vector<ManualPage> m_pages;
  Theme m_theme;
};

}  // namespace omegascope
