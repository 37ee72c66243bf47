// Panels that have nothing to show: each says what to do and has a button that does it, until there is something.
#include <QAccessible>
#include <QApplication>
#include <QTest>
#include <QUndoStack>
#include <catch2/catch.hpp>
#include <set>

#include "app/window_booth.h"
#include "views/registry.h"
#include "views/remedy.h"

using namespace omegascope;
using namespace omegascope::test;

namespace {

/// The button that can be seen; null where there is none.
RemedyButton* remedyOf(const Panel& panel) {
  for (RemedyButton* button : panel.findChildren<RemedyButton*>())
    if (button->isVisibleTo(&panel)) return button;
  return nullptr;
}

void settle(Booth& booth, Panel& panel) {
  REQUIRE(booth.workbench().settle());
  QCoreApplication::processEvents();
  panel.bringUpToDate();
}

std::unique_ptr<Panel> shown(Booth& booth, const PanelKind& kind) {
  std::unique_ptr<Panel> panel(kind.make(booth.workbench(), nullptr));
  panel->setAttribute(Qt::WA_DontShowOnScreen);
  panel->resize(700, 460);
  panel->show();
  settle(booth, *panel);
  return panel;
}

std::unique_ptr<Panel> shown(Booth& booth, const char* name) { return shown(booth, kindOf(QLatin1String(name))); }

/// The panels of Explore that are not among these.
std::vector<PanelKind> exploreBut(const std::set<QString>& names) {
  std::vector<PanelKind> rest;
  for (const PanelKind& kind : panelKinds())
    if (kind.workspace == Workspace::Explore && names.count(kind.name) == 0) rest.push_back(kind);
  return rest;
}

}  // namespace

TEST_CASE("without an estimator or a query the button of each panel leads to something to look at", "[panels][empty]") {
  // These show something without an estimator, or measure and list what is no picture of one.
  for (const PanelKind& kind : exploreBut({"workload", "estimators", "omega_space", "scaling", "model_view", "jobs"})) {
    INFO(text(kind.name));
    Booth booth;
    booth.workbench().store().change(QStringLiteral("remove all"), [](Document& d) { d.cards.clear(); });
    booth.workbench().selection().lock(Cursor{});
    const std::unique_ptr<Panel> panel = shown(booth, kind);
    int presses = 0;
    while (RemedyButton* button = remedyOf(*panel)) {
      INFO(text(button->text()));
      CHECK_FALSE(button->text().isEmpty());
      CHECK_FALSE(button->toolTip().isEmpty());
      REQUIRE(++presses <= 3);
      const Document before = booth.workbench().document();
      const int steps = booth.workbench().store().undoStack()->index();
      button->click();
      settle(booth, *panel);
      CHECK(booth.workbench().store().undoStack()->index() - steps ==
            (booth.workbench().document() == before ? 0 : 1));  // a query is chosen, no step of undo
    }
    CHECK(presses > 0);
    CHECK(panel->data().rowCount() > 0);
    CHECK(colourCount(pictureOf(*panel)) > 5);
  }
}

TEST_CASE("a hidden card comes back, and no second one beside it", "[panels][empty]") {
  Booth booth;
  booth.workbench().store().change(QStringLiteral("hide all"), [](Document& d) {
    for (Card& card : d.cards) card.visible = false;
  });
  const std::size_t cards = booth.workbench().document().cards.size();
  const std::unique_ptr<Panel> panel = shown(booth, "weights");
  RemedyButton* button = remedyOf(*panel);
  REQUIRE(button != nullptr);
  CHECK(button->text() == QStringLiteral("Show lara"));
  button->click();
  settle(booth, *panel);
  CHECK(booth.workbench().document().cards.size() == cards);
  CHECK(panel->data().rowCount() > 0);
  CHECK(remedyOf(*panel) == nullptr);
}

TEST_CASE("what is missing is said in the order in which the button helps: an estimator, then a query",
          "[panels][empty]") {
  Booth booth;
  booth.workbench().store().change(QStringLiteral("softmax alone"), [](Document& d) {
    for (Card& card : d.cards) card.visible = card.method == "softmax";
  });
  booth.workbench().selection().lock(Cursor{});
  const std::unique_ptr<Panel> panel = shown(booth, "weights");
  const auto says = [&] {
    for (const QLabel* label : panel->findChildren<QLabel*>())
      if (label->isVisibleTo(panel.get())) return label->text();
    return QString();
  };
  const QString none = QStringLiteral(
      "No visible estimator weighs samples. lara does, rfa with positive features, and key_sampling where it draws "
      "keys.");
  CHECK(says() == none);
  booth.workbench().store().change(QStringLiteral("hyper"), [](Document& d) { d.add("hyper"); });
  settle(booth, *panel);
  CHECK(says() == none + QStringLiteral(" hyper takes keys and does not tell what each of them weighs."));
  booth.workbench().store().undoStack()->undo();
  settle(booth, *panel);
  for (const char* words : {"Show lara", "Show query 0"}) {
    RemedyButton* button = remedyOf(*panel);
    REQUIRE(button != nullptr);
    CHECK(button->text() == QLatin1String(words));
    button->click();
    settle(booth, *panel);
    if (remedyOf(*panel) != nullptr)
      CHECK(says() == QStringLiteral("Hover or click a row of a map to see its weights."));
  }
  CHECK(remedyOf(*panel) == nullptr);
  CHECK(says().isEmpty());
}

TEST_CASE("estimators whose samples have weights need only a query", "[panels][empty]") {
  for (const char* method : {"is", "mis", "key_sampling"}) {
    INFO(method);
    Booth booth;
    booth.workbench().store().change(QStringLiteral("one alone"), [&](Document& d) {
      d.cards.clear();
      d.add(method);
    });
    booth.workbench().selection().lock(Cursor{});
    const std::unique_ptr<Panel> panel = shown(booth, "weights");
    RemedyButton* button = remedyOf(*panel);
    REQUIRE(button != nullptr);
    CHECK(button->text() == QStringLiteral("Show query 0"));
    button->click();
    settle(booth, *panel);
    CHECK(remedyOf(*panel) == nullptr);
    CHECK(panel->data().rowCount() > 0);
  }
}

TEST_CASE("a button that goes leaves the keyboard to its panel, and the next arrow key changes no number",
          "[panels][empty]") {
  Window w;
  w.window.activateWindow();
  Panel& panel = *w.window.panel(QStringLiteral("control_variates"));
  w.window.dockOf(&panel)->show();
  w.window.dockOf(&panel)->raise();
  w.settle();
  RemedyButton* button = remedyOf(panel);
  REQUIRE(button != nullptr);
  REQUIRE(button->text() == QStringLiteral("Show eva"));
  button->setFocus(Qt::TabFocusReason);
  REQUIRE(waitFor([&] { return button->hasFocus(); }));
  QTest::keyClick(button, Qt::Key_Space);
  w.settle();
  REQUIRE(remedyOf(panel) == nullptr);
  CHECK(QApplication::focusWidget() == &panel);
  const Document before = w.workbench().document();
  QTest::keyClick(QApplication::focusWidget(), Qt::Key_Up);
  w.settle();
  CHECK(w.workbench().document() == before);
}

TEST_CASE("a sequence that cannot be read can be left for the start example, in one step of undo", "[panels][empty]") {
  for (const PanelKind& kind : exploreBut({"estimators", "jobs"})) {  // these show no sequence
    INFO(text(kind.name));
    Booth booth;
    booth.workbench().store().change(QStringLiteral("open"), [](Document& d) {
      d.workload = Workload{};
      d.workload.preset.clear();
      d.workload.file = "/nowhere/at/all.npz";
    });
    const std::unique_ptr<Panel> panel = shown(booth, kind);
    RemedyButton* button = remedyOf(*panel);
    REQUIRE(button != nullptr);
    CHECK(button->text() == QStringLiteral("Open the start example"));
    button->click();
    settle(booth, *panel);
    CHECK(booth.workbench().snapshot()->sequence != nullptr);
    CHECK(booth.workbench().document().workload == Document::start().workload);
    const RemedyButton* next = remedyOf(*panel);
    CHECK((next == nullptr || next->text() != QStringLiteral("Open the start example")));
    booth.workbench().store().undoStack()->undo();
    CHECK(booth.workbench().document().workload.file == "/nowhere/at/all.npz");
    settle(booth, *panel);
  }
}

TEST_CASE("an eva without groups is given some", "[panels][empty]") {
  Booth booth;
  booth.workbench().store().change(QStringLiteral("eva"), [](Document& d) {
    Card& card = d.add("eva");
    card.options = {{"groups", "0"}, {"window", "8"}};
    d.cards = {card};
  });
  const std::unique_ptr<Panel> panel = shown(booth, "control_variates");
  RemedyButton* button = remedyOf(*panel);
  REQUIRE(button != nullptr);
  CHECK(button->text() == QStringLiteral("Give it groups"));
  button->click();
  settle(booth, *panel);
  CHECK(panel->data().rowCount() > 0);
  CHECK(remedyOf(*panel) == nullptr);
}

TEST_CASE("a panel that nobody sees says that it waits to be shown, not that something is being computed",
          "[panels][empty]") {
  for (const char* name : {"attention", "weights", "mis", "output"}) {
    INFO(name);
    Workbench fresh;
    const std::unique_ptr<Panel> panel(kindOf(QLatin1String(name)).make(fresh, nullptr));
    panel->resize(700, 460);
    REQUIRE_FALSE(panel->isOnScreen());
    REQUIRE_FALSE(fresh.snapshot()->sequence);
    panel->bringUpToDate();
    const auto says = [&] {
      QStringList all;
      for (QWidget* part : panel->findChildren<QWidget*>())
        if (QAccessibleInterface* heard = QAccessible::queryAccessibleInterface(part))
          all << heard->text(QAccessible::Name);
      return all.join(QLatin1Char('\n'));
    };
    INFO(text(says()));
    CHECK(says().contains(QStringLiteral("This panel is brought up to date when it is shown.")));
    CHECK_FALSE(says().contains(QStringLiteral("being computed")));
  }
}
