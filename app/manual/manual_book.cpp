#include "manual/manual_book.h"

#include <algorithm>

#include "core/error.h"
#include "core/text.h"
#include "estimators/registry.h"
#include "language/language.h"
#include "lessons/shelf.h"
#include "manual/described_pages.h"
#include "manual/live_pages.h"
#include "manual/markdown.h"
#include "views/word_tips.h"

namespace omegascope {

namespace {

constexpr int kExcerpt = 90;

/// What stands below a heading, without it, up to the next of its level.
QString below(const QString& text, const QString& heading) {
  const auto from = text.indexOf(QLatin1Char('\n') + heading + QLatin1Char('\n'));
  if (from < 0) return {};
  const auto begin = from + heading.size() + 2, end = text.indexOf(QStringLiteral("\n## "), begin);
  return text.mid(begin, end < 0 ? -1 : end - begin);
}

/// How well a section answers to a word: its title is worth more than its text.
int worthOf(const ManualSection& section, const QString& word) {
  const auto begins = [&](const QString& text) {
    const auto at = text.indexOf(word, 0, Qt::CaseInsensitive);
    return at == 0 || (at > 0 && !text[at - 1].isLetterOrNumber());
  };
  if (section.title.compare(word, Qt::CaseInsensitive) == 0) return 100;
  if (section.names.split(QLatin1Char(' ')).contains(word, Qt::CaseInsensitive)) return 80;
  if (begins(section.title)) return 60;
  if (begins(section.names) || section.title.contains(word, Qt::CaseInsensitive)) return 40;
  if (begins(section.text)) return 10;
  return section.text.contains(word, Qt::CaseInsensitive) ? 3 : 0;
}

QString excerptOf(const QString& text, const QString& word) {
  const QString plain = text.simplified();
  const auto at = std::max<qsizetype>(0, plain.indexOf(word, 0, Qt::CaseInsensitive));
  // Whole words only.
  const auto from = at < kExcerpt / 3 ? 0 : plain.indexOf(QLatin1Char(' '), at - kExcerpt / 3) + 1;
  if (plain.size() - from <= kExcerpt) return (from > 0 ? QStringLiteral("… ") : QString()) + plain.mid(from);
  const auto end = plain.lastIndexOf(QLatin1Char(' '), from + kExcerpt);
  return (from > 0 ? QStringLiteral("… ") : QString()) + plain.mid(from, end - from) + QStringLiteral(" …");
}

}  // namespace

ManualBook::ManualBook(const ManualSources& sources, const Theme& theme) : m_theme(theme) {
  const QString readme = QStringLiteral("README.md");
  addMarkdown("tour", Chapter::Begin, tr("A tour of the app"), readme, "## The app");
  addMarkdown("window", Chapter::Begin);
  addMarkdown("figures", Chapter::Begin);
  if (sources.menus != nullptr) add(keysPage(*sources.menus, sources.keys, theme));
  if (sources.lessons != nullptr)
    for (const omega::lessons::ShelvedLesson& one : sources.lessons->lessons)
      add(lessonPage(one.lesson, *sources.lessons, theme));
  addMarkdown("lessons", Chapter::Lessons, tr("To write a lesson"));
  addMarkdown("presenting", Chapter::Lessons);
  const QString words = language() == Language::Chinese ? "assets/manual/zh/%1.md" : "assets/manual/%1.md";
  for (const char* page : {"words", "symbols"}) addMarkdown(page, Chapter::Words, {}, words.arg(page));
  for (const ManualSources::ShownPanel& one : sources.panels) add(panelPage(*one.panel, one.workspace, theme));
  add(methodsPage(theme));
  for (const omega::Estimator& estimator : omega::estimators()) add(methodPage(estimator.info, theme));
  addMarkdown("papers", Chapter::Methods, tr("Papers"), readme, "## Papers");
  add(sequencesPage(theme));
  add(gamesPage(theme));
  addMarkdown("chance", Chapter::Data);
  add(studiesPage(theme));
  addMarkdown("studies", Chapter::Data, tr("Studies, and how to write one"));
  add(trainerPage(theme));
  addMarkdown("training", Chapter::Data);
  addMarkdown("command", Chapter::Command, tr("The command omega"), readme, "## The command");
  for (const char* page : {"python", "performance", "cuda"}) addMarkdown(page, Chapter::Command);
  m_pages.insert(m_pages.begin(), contents());
}

void ManualBook::addMarkdown(const QString& id, Chapter chapter, const QString& title, const QString& file,
                             const QString& heading) {
  const QString all = manualText(file.isEmpty() ? QStringLiteral("assets/manual/%1.md").arg(id) : file),
                text = heading.isEmpty() ? all : below(all, heading),
                name = title.isEmpty() ? described(titleOfMarkdown(all).toStdString()) : title;
  PageWriter page(id, chapterTitle(chapter), name, m_theme, id);
  writeMarkdown(page, id, text);
  ManualPage made = page.take();
  if (id != QLatin1String("words")) made.html = withWords(made.html, m_theme);
  add(std::move(made));
}

ManualPage ManualBook::contents() const {
  PageWriter page(QStringLiteral("contents"), chapterTitle(Chapter::Begin), tr("Contents"), m_theme, tr("contents"),
                  tr("Manual of Omegascope"));
  page.paragraph(
      tr("F1 opens the page of whatever has the keyboard: a panel, an option, the step of a lesson. Words with "
         "a line below them are explained under the pointer."));
  QString chapter, list;
  const auto finish = [&] {
    if (chapter.isEmpty()) return;
    page.heading(2, chapter.toHtmlEscaped());
    page.paragraph(list);
    list.clear();
  };
  for (const ManualPage& one : m_pages) {
    if (one.chapter != chapter) finish();
    chapter = one.chapter;
    list += (list.isEmpty() ? QString() : QStringLiteral(" · ")) + link(one.id, one.title.toHtmlEscaped());
  }
  finish();
  return page.take();
}

const ManualPage* ManualBook::page(const QString& id) const {
  const auto found =
      std::find_if(m_pages.begin(), m_pages.end(), [&](const ManualPage& page) { return page.id == id; });
  return found == m_pages.end() ? nullptr : &*found;
}

bool ManualBook::has(const QString& place) const {
  const ManualPage* found = page(place.section(QLatin1Char('#'), 0, 0));
  const QString anchor = place.section(QLatin1Char('#'), 1);
  return found != nullptr && (anchor.isEmpty() || found->anchors.contains(anchor));
}

QString ManualBook::find(const QString& asked) const {
  if (has(asked)) return asked;
  std::vector<std::string> known;
  // A method goes before the lesson of its name.
  for (const char* kind : {"method/", "panel/", "lesson/"})
    for (const ManualPage& page : m_pages) {
      if (!page.id.startsWith(QLatin1String(kind))) continue;
      if (page.id.section(QLatin1Char('/'), 1).compare(asked, Qt::CaseInsensitive) == 0) return page.id;
      known.push_back(page.id.section(QLatin1Char('/'), 1).toStdString());
    }
  for (const ManualPage& page : m_pages) known.push_back(page.id.toStdString());
  throw omega::Error::input("the manual has no page " + omega::quoted(asked.toStdString()) +
                            omega::closest_hint(asked.toStdString(), known) +
                            "; the page contents lists all, and a method, a panel or a lesson is a page by its name");
}

QList<ManualHit> ManualBook::search(const QString& typed) const {
  const QStringList words = typed.simplified().split(QLatin1Char(' '), Qt::SkipEmptyParts);
  if (words.isEmpty()) return {};
  struct Found {
    int worth;
    ManualHit hit;
  };
  std::vector<Found> all;
  for (const ManualPage& page : m_pages) {
    if (&page == &m_pages.front()) continue;  // it has every title
    for (const ManualSection& section : page.sections) {
      const bool isPage = &section == &page.sections.front();
      // A word that is found by another of its names comes before the many options with that name.
      int worth = section.names.split(QStringLiteral(", ")).contains(typed.simplified(), Qt::CaseInsensitive) ? 230
                  : section.title.compare(typed.simplified(), Qt::CaseInsensitive) == 0                       ? 200
                                                                                                              : 0;
      bool hasAll = true;
      for (const QString& word : words) {
        // A section is found by its page's title too: "lara samples".
        const int own = worthOf(section, word), ofPage = isPage ? 0 : worthOf({{}, page.title, {}, {}}, word) / 2;
        hasAll = hasAll && std::max(own, ofPage) > 0;
        worth += std::max(own, ofPage);
      }
      // Where only the title of its page has the words, the page is the hit, not the section.
      const bool isOwn =
          std::any_of(words.begin(), words.end(), [&](const QString& word) { return worthOf(section, word) > 0; });
      if (!hasAll || !isOwn) continue;
      all.push_back({worth + (isPage ? 5 : 0),
                     {page.id + (isPage ? QString() : QLatin1Char('#') + section.anchor),
                      isPage ? page.title : QStringLiteral("%1 – %2").arg(section.title, page.title),
                      excerptOf(section.text, words.front())}});
    }
  }
  std::stable_sort(all.begin(), all.end(), [](const Found& a, const Found& b) { return a.worth > b.worth; });
  QList<ManualHit> hits;
  for (const Found& found : all) hits << found.hit;
  return hits;
}

}  // namespace omegascope
