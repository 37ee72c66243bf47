// A page of the manual as data. --help shows it as text, --man as roff, from which man pages are made.
#pragma once

#include <string>
#include <vector>

namespace omega::command {

struct Page {
  struct Item {
    enum class Kind {
      line,       // `text` as it stands, as a shell would take it
      paragraph,  // `text`
      entry,      // `term` and what it means
      example     // the line `term` and what it does
    };
    Kind kind;
    std::string term, text;
  };
  struct Section {
    std::string title;
    std::vector<Item> items;

    void line(const std::string& text) { items.push_back({Item::Kind::line, "", text}); }
    void paragraph(const std::string& text) { items.push_back({Item::Kind::paragraph, "", text}); }
    void entry(const std::string& term, const std::string& meaning) {
      items.push_back({Item::Kind::entry, term, meaning});
    }
    void example(const std::string& call, const std::string& meaning) {
      items.push_back({Item::Kind::example, call, meaning});
    }
  };

  std::string name, purpose;  // "omega estimate", "one estimate of attention"
  std::vector<Section> sections;
  std::vector<std::string> related;  // names of other pages, for man alone

  Section& section(const std::string& title) { return sections.emplace_back(Section{title, {}}); }
};

std::string text_of(const Page& page);

/// `version` stands at the foot of the page.
std::string roff_of(const Page& page, const std::string& version);

}  // namespace omega::command
