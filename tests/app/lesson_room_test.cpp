// How much room a step has: its words in their panel, what is drawn beside them, and what stands beside that on paper.
#include <qcustomplot.h>

#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <catch2/catch.hpp>

#include "app/window_booth.h"
#include "player/lesson_player.h"
#include "views/chance/chance_panel.h"
#include "views/cover.h"
#include "views/lesson/lesson_panel.h"
#include "window/dock_layout.h"

using namespace omegascope;
using namespace omegascope::test;

namespace {

struct Opened : Window {
  QTemporaryDir folder;
  LessonPanel& panel = window.lessonPanel();
  LessonPlayer& player = panel.player();

  explicit Opened(QSize size) {
    window.resize(size);
    player.keepProgressIn(folder.filePath(QStringLiteral("kept.json")));  // nothing is answered yet
  }
  /// Chosen in the list, which stands in Teach; nobody has been in Explore yet.
  void open(const char* lesson, int step) {
    player.close();
    window.layoutOfDocks().setWorkspace(Workspace::Explore);
    window.resetLayout();
    window.layoutOfDocks().setWorkspace(Workspace::Teach);
    settle();
    REQUIRE(player.open(QLatin1String(lesson), step));
    settleAll();
  }
  void settleAll() {
    settle();
    for (int i = 0; i < 5; ++i) QCoreApplication::processEvents();
  }
  bool isAsHighAsItsWords() const {
    constexpr int kRounding = 10;
    const int least = panel.minimumSizeHint().height();
    return fits() && panel.height() <= std::max(panel.heightFor(panel.width()), least) + kRounding;
  }
  bool fits() const {
    for (const QScrollArea* area : panel.findChildren<QScrollArea*>())
      if (area->isVisible() && area->verticalScrollBar()->maximum() > 0) return false;
    return true;
  }
};

}  // namespace

TEST_CASE("a lesson that is opened from the list is as high as its words, and its panels have the rest", "[lesson]") {
  for (const QSize size : {QSize(1280, 800), QSize(1920, 1080)})
    for (const auto& [lesson, step] : {std::pair("attention-is-an-average", 0),
                                       {"sharing-proposals", 0},
                                       {"sharing-proposals", 1},
                                       {"sharing-proposals", 2},
                                       {"game-of-chance", 0}}) {
      INFO(size.width() << ": " << lesson << ", step " << step + 1);
      Opened w(size);
      w.open(lesson, step);
      CHECK(waitFor([&] { return w.isAsHighAsItsWords(); }));
      w.player.goTo(step + 1);  // the next one is laid out anew
      w.settle();
      CHECK(waitFor([&] { return w.isAsHighAsItsWords(); }));
    }
}

TEST_CASE("the bar of the last strip of replicates is drawn whole, however low the strips are", "[lesson]") {
  const auto [lesson, step] = GENERATE(table<const char*, int>({{"ratio", 0}, {"ratio", 1}, {"two-nets", 2}}));
  INFO(lesson << ", step " << step + 1);
  Opened w({1280, 800});
  w.open(lesson, step);
  Panel& chance = *w.window.panel(QStringLiteral("chance"));
  chance.complete();
  auto& plot = *chance.findChild<QCustomPlot*>();
  plot.replot();
  const QCPAxisRect* strips = ChanceDrawing::rectOf(plot, ChanceDrawing::kReplicates);
  int bars = 0;
  for (int i = 0; i < plot.itemCount(); ++i) {
    const auto* line = qobject_cast<const QCPItemLine*>(plot.item(i));
    if (line == nullptr || line->clipAxisRect() != strips || line->head().style() != QCPLineEnding::esBar) continue;
    ++bars;
    CHECK(line->start->pixelPosition().y() + line->head().width() / 2 <= strips->bottom());
  }
  CHECK(bars > 0);
}

TEST_CASE("on paper numbers beside a picture are covered alone", "[lesson]") {
  Booth booth;
  booth.showAllCards();
  for (const auto& [name, part] : {std::pair("output", "mse"), {"chance", "numbers"}}) {
    INFO(name);
    const std::unique_ptr<Panel> panel = booth.show(kindOf(QLatin1String(name)), {1100, 500});
    panel->complete();
    booth.settle();
    const QImage open = pictureOf(*panel, {1100, 500});
    setCovered(*panel, {QLatin1String(part)});
    const QImage covered = pictureOf(*panel, {1100, 500});
    const QRect picture(0, 0, 640, 500), beside(780, 0, 320, 500);
    CHECK(covered.copy(picture) == open.copy(picture));
    CHECK_FALSE(covered.copy(beside) == open.copy(beside));
    CHECK(colourCount(covered.copy(beside)) > 1);
    setCovered(*panel, {});
    CHECK(pictureOf(*panel, {1100, 500}) == open);
  }
}

TEST_CASE("after a lesson the panels of Explore have the sizes that they had before", "[lesson]") {
  const bool isMoved = GENERATE(false, true);
  INFO("a line between docks was moved: " << isMoved);
  Opened w({1280, 800});
  w.window.layoutOfDocks().setWorkspace(Workspace::Explore);
  w.window.resetLayout();
  w.settleAll();
  if (isMoved) w.window.layoutOfDocks().release();
  w.settleAll();
  const auto sizes = [&] {
    std::map<QString, QSize> found;
    for (const PanelDock* dock : w.window.docks())
      if (dock->panel()->isOnScreen()) found[dock->panel()->name()] = dock->size();
    return found;
  };
  const auto before = sizes();
  REQUIRE(before.size() >= 5);
  REQUIRE(w.player.open(QStringLiteral("one-cloud"), 0));
  w.settleAll();
  w.player.close();
  w.settleAll();
  w.window.layoutOfDocks().setWorkspace(Workspace::Explore);
  w.settleAll();
  const auto after = sizes();
  constexpr int kNear = 4;  // shares are whole pixels
  for (const auto& [name, size] : before) {
    INFO(name.toStdString());
    REQUIRE(after.contains(name));
    CHECK(std::abs(after.at(name).width() - size.width()) <= kNear);
    CHECK(std::abs(after.at(name).height() - size.height()) <= kNear);
  }
}

TEST_CASE("Next says that the task is what it waits for", "[lesson]") {
  Opened w({1280, 800});
  w.open("game-of-chance", 1);
  const QPushButton* next = nullptr;
  for (const QPushButton* button : w.panel.findChildren<QPushButton*>())
    if (button->text() == QStringLiteral("Next")) next = button;
  REQUIRE(next != nullptr);
  const QString usual = next->toolTip();  // the answer comes first
  w.player.choose(0);
  w.settleAll();
  CHECK_FALSE(next->isEnabled());
  CHECK(next->toolTip() == QStringLiteral("The task is not done yet"));
  w.player.showTaskDone();
  w.settleAll();
  CHECK(next->isEnabled());
  CHECK(next->toolTip() == usual);
}
