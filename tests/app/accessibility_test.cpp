// What a screen reader is told: names and roles of all that the window shows, and sentences for what is only drawn.
#include <qcustomplot.h>

#include <QAccessible>
#include <QApplication>
#include <QComboBox>
#include <QFocusFrame>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenuBar>
#include <QPushButton>
#include <QSlider>
#include <QSpinBox>
#include <QTabBar>
#include <QTableView>
#include <QTest>
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <map>

#include "app/dresser.h"
#include "app/hands.h"
#include "app/window_booth.h"
#include "dialogs/about_dialog.h"
#include "dialogs/shortcuts_dialog.h"
#include "export/export_dialog.h"
#include "manual/manual_window.h"
#include "model/settings.h"
#include "player/lesson_player.h"
#include "views/lesson/lesson_panel.h"
#include "views/option_form.h"
#include "views/panel_data_model.h"
#include "views/registry.h"
#include "views/rich_text.h"
#include "widgets/accessible_canvas.h"
#include "widgets/estimator_style.h"
#include "widgets/heat_map.h"
#include "widgets/theme.h"
#include "window/appearance.h"
#include "window/dock_layout.h"
#include "window/manual_help.h"
#include "window/panel_table.h"
#include "window/preferences_dialog.h"
#include "window/tab_order.h"

using namespace omegascope;
using namespace omegascope::test;

namespace {

/// What was heard of a tree.
struct Heard {
  QStringList names, nameless;
  std::map<int, int> roles;  // how many of each
};

/// Its parts are Qt's own, or rows and cells with words of their own.
bool holdsParts(QAccessible::Role role) {
  switch (role) {
    case QAccessible::ComboBox:
    case QAccessible::SpinBox:
    case QAccessible::Slider:
    case QAccessible::ScrollBar:
    case QAccessible::EditableText:
    case QAccessible::StaticText:
    case QAccessible::List:
    case QAccessible::Tree:
    case QAccessible::Table: return true;
    default: return false;
  }
}

/// Whether somebody who only hears it would not know what it is.
bool needsName(QAccessibleInterface& one) {
  const auto* widget = qobject_cast<const QWidget*>(one.object());
  if (widget && widget->inherits("QToolBarSeparator")) return false;  // a line, which has no role of its own
  if (const auto* tabs = qobject_cast<const QTabBar*>(widget)) return tabs->count() > 0;  // Qt keeps empty ones
  switch (one.role()) {
    case QAccessible::Separator:
    case QAccessible::Grip:
    case QAccessible::ScrollBar: return false;
    case QAccessible::StaticText: return qobject_cast<const QLabel*>(widget) == nullptr;  // says itself
    case QAccessible::Button:
    case QAccessible::ButtonMenu:
    case QAccessible::ButtonDropDown:
    case QAccessible::CheckBox:
    case QAccessible::RadioButton:
    case QAccessible::ComboBox:
    case QAccessible::SpinBox:
    case QAccessible::Slider:
    case QAccessible::EditableText:
    case QAccessible::List:
    case QAccessible::Tree:
    case QAccessible::Table:
    case QAccessible::PageTab:
    case QAccessible::PageTabList:
    case QAccessible::ProgressBar:
    case QAccessible::MenuItem:
    case QAccessible::ToolBar:
    case QAccessible::Chart: return true;
    default: break;
  }
  // Something painted: it follows the pointer.
  const bool isPainted =
      one.role() == QAccessible::Client && one.childCount() == 0 && widget != nullptr &&
      (widget->hasMouseTracking() || QLatin1String(widget->metaObject()->className()) != QLatin1String("QWidget"));
  return isPainted || one.state().focusable;
}

void hear(QAccessibleInterface* one, const QString& path, Heard& heard) {
  if (one == nullptr || !one->isValid() || one->state().invisible) return;
  const QObject* object = one->object();
  const QString here =
      path + QLatin1Char('/') +
      (object ? QString::fromLatin1(object->metaObject()->className()) + QLatin1Char(' ') + object->objectName()
              : QStringLiteral("part"));
  const QString name = one->text(QAccessible::Name);
  ++heard.roles[one->role()];
  if (!name.isEmpty())
    heard.names << name;
  else if (needsName(*one))
    heard.nameless << here;
  if (holdsParts(one->role())) return;
  for (int i = 0; i < one->childCount(); ++i) hear(one->child(i), here, heard);
}

Heard heardOf(QWidget& widget) {
  Heard heard;
  hear(QAccessible::queryAccessibleInterface(&widget), {}, heard);
  heard.nameless.removeDuplicates();
  return heard;
}

void checkNames(QWidget& widget, int least) {
  QCoreApplication::processEvents();
  const Heard heard = heardOf(widget);
  INFO(text(heard.nameless.join(QLatin1Char('\n'))));
  CHECK(heard.nameless.isEmpty());
  CHECK(heard.names.size() >= least);
}

QString nameOfCanvas(const QWidget& canvas) {
  QAccessibleInterface* found = QAccessible::queryAccessibleInterface(const_cast<QWidget*>(&canvas));
  REQUIRE(found != nullptr);
  CHECK(found->role() == QAccessible::Chart);
  CHECK(found->childCount() == 0);
  return found->text(QAccessible::Name);
}

}  // namespace

TEST_CASE("everything that the window shows has a name, in every workspace and with every panel in front",
          "[accessibility]") {
  Window w;
  int inFront = 0;
  for (const Workspace workspace : kWorkspaces) {
    w.window.layoutOfDocks().setWorkspace(workspace);
    if (workspace == Workspace::Teach) {
      checkNames(w.window, 40);  // the list of lessons
      REQUIRE(w.window.lessonPanel().player().open(QStringLiteral("one-cloud"), 1));
    }
    w.settle();
    for (PanelDock* dock : w.window.docks()) {
      if (!w.window.layoutOfDocks().isOf(dock, workspace)) continue;
      dock->show();
      dock->raise();
      w.settle();
      INFO(text(nameOf(workspace)) << ", " << text(dock->panel()->name()) << " in front");
      const Heard heard = heardOf(w.window);
      INFO(text(heard.nameless.join(QLatin1Char('\n'))));
      CHECK(heard.nameless.isEmpty());
      CHECK(heard.names.contains(dock->panel()->title()));
      ++inFront;
    }
  }
  CHECK(inFront == static_cast<int>(panelKinds().size()));  // each is of one workspace
}

TEST_CASE("what is drawn is one thing for a screen reader, and there is much of it", "[accessibility]") {
  Window w;
  Heard heard = heardOf(w.window);
  // Maps, their colours, rows and columns, ω-space, weights.
  CHECK(heard.roles[QAccessible::Chart] >= 6);
  CHECK(heard.roles[QAccessible::Slider] >= 3);
  CHECK(heard.roles[QAccessible::SpinBox] >= 3);
  for (const OptionForm* form : w.window.findChildren<OptionForm*>())
    for (const QSlider* slider : form->findChildren<QSlider*>()) {
      INFO(text(form->owner()));
      CHECK_FALSE(slider->accessibleName().isEmpty());
      CHECK(slider->accessibleName() == slider->parentWidget()->accessibleName());
      CHECK(slider->accessibleDescription().contains(QStringLiteral("Allowed: ")));
    }
}

TEST_CASE("dialogs have no nameless control", "[accessibility]") {
  Window w;
  PreferencesDialog preferences(w.window);
  ShortcutsDialog shortcuts(*w.window.menuBar(), &w.window);
  AboutDialog about(w.window.device(), &w.window);
  ExportDialog exporting(*w.window.panel(QStringLiteral("attention")), w.workbench(), ExportDialog::Of::OnePanel,
                         &w.window);
  for (QDialog* dialog : {static_cast<QDialog*>(&preferences), static_cast<QDialog*>(&shortcuts),
                          static_cast<QDialog*>(&about), static_cast<QDialog*>(&exporting)}) {
    INFO(text(dialog->windowTitle()));
    dialog->show();
    checkNames(*dialog, 3);
    dialog->hide();
  }
  w.window.manual().open(QStringLiteral("words"));
  checkNames(w.window.manual().window(), 5);
  w.window.manual().window().hide();
}

TEST_CASE("a map says where its query attends most, and what the chosen key gets", "[accessibility]") {
  Booth booth;
  const std::unique_ptr<Panel> panel = booth.show(kindOf(QStringLiteral("attention")));
  const std::vector<double> row = attentionRow(booth, kLara, kStartQuery);
  const auto most = static_cast<int>(std::max_element(row.begin(), row.end()) - row.begin());
  const auto words = [&] {
    for (const HeatMap* map : panel->findChildren<HeatMap*>())
      if (const QString name = nameOfCanvas(*map); name.contains(QStringLiteral(" of lara, "))) return name;
    return QString();
  };
  CHECK(words() == QStringLiteral("Attention of lara, head 0: query %1 attends most to key %2, %3")
                       .arg(kStartQuery)
                       .arg(most)
                       .arg(numberText(row[static_cast<std::size_t>(most)], 3)));
  booth.workbench().selection().lock({-1, 0, kStartQuery, 3, -1, -1});
  booth.settle();
  CHECK(words().endsWith(QStringLiteral("; key 3 has ") + numberText(row[3], 3)));
  booth.workbench().store().change(QStringLiteral("error"), [](Document& d) { d.view.map = MapContent::error; });
  booth.settle();
  const std::vector<double> exact = attentionRow(booth, 0, kStartQuery);
  int worst = 0;
  for (int m = 1; m < static_cast<int>(row.size()); ++m) {
    const auto off = [&](int at) {
      return std::abs(row[static_cast<std::size_t>(at)] - exact[static_cast<std::size_t>(at)]);
    };
    if (off(m) > off(worst)) worst = m;
  }
  CHECK(words().startsWith(
      QStringLiteral("Error of lara, head 0: query %1 is farthest off at key %2, ").arg(kStartQuery).arg(worst)));
  booth.workbench().selection().lock({-1, 0, -1, -1, -1, -1});
  booth.settle();
  CHECK(words().endsWith(QStringLiteral("no query is chosen")));
}

TEST_CASE("ω-space, weights and rows of maps have a sentence each; a plot tells its axes", "[accessibility]") {
  Booth booth;
  const std::unique_ptr<Panel> space = booth.show(kindOf(QStringLiteral("omega_space"))),
                               weights = booth.show(kindOf(QStringLiteral("weights"))),
                               attention = booth.show(kindOf(QStringLiteral("attention")));
  booth.lockQuery(5);
  const auto* field = space->findChild<QWidget*>();
  for (const QWidget* one : space->findChildren<QWidget*>())
    if (one->isVisible() && one->accessibleName() == space->title()) field = one;
  CHECK(nameOfCanvas(*field).startsWith(QStringLiteral("ω-space of query 5, head 0: ")));
  CHECK(nameOfCanvas(*field).contains(QStringLiteral("lara with ")));
  const auto* plot = weights->findChild<QCustomPlot*>();
  CHECK(nameOfCanvas(*plot).startsWith(QStringLiteral("Weights of query 5, head 0: ")));
  CHECK(nameOfCanvas(*plot).contains(QStringLiteral("lara: ESS ")));
  const QString axes =
      QAccessible::queryAccessibleInterface(const_cast<QCustomPlot*>(plot))->text(QAccessible::Description);
  CHECK(axes.contains(plot->xAxis->label() + QStringLiteral(" from ")));
  CHECK(axes.contains(plot->yAxis->label() + QStringLiteral(" from ")));
  const auto* row = attention->findChild<QCustomPlot*>(QStringLiteral("attention_row"));
  const std::vector<double> exact = attentionRow(booth, 0, 5);
  const auto most = std::max_element(exact.begin(), exact.end()) - exact.begin();
  CHECK(nameOfCanvas(*row).startsWith(
      QStringLiteral("Row of query 5, head 0: softmax most at key %1, ").arg(static_cast<int>(most))));
}

TEST_CASE("who listens is told when a canvas says something else, and only then", "[accessibility]") {
  Booth booth;
  const std::unique_ptr<Panel> panel = booth.show(kindOf(QStringLiteral("attention")));
  booth.lockQuery(5);
  canvasesWithOtherWords(*panel);
  booth.lockQuery(20);
  const std::vector<QWidget*> moved = canvasesWithOtherWords(*panel), still = canvasesWithOtherWords(*panel);
  const auto isMap = [](const QObject* one) { return qobject_cast<const HeatMap*>(one) != nullptr; };
  CHECK(std::count_if(moved.begin(), moved.end(), isMap) >= 2);
  CHECK(still.empty());
}

TEST_CASE("a slider says the number that it sets, not the place of its handle", "[accessibility]") {
  OptionForm form(QStringLiteral("x"), {omega::OptionSpec::integer("n", 16, 1, 1 << 24, "n")});
  form.setValues({{"n", "256"}});
  auto* slider = form.findChild<QSlider*>();
  QAccessibleInterface* heard = QAccessible::queryAccessibleInterface(slider);
  REQUIRE(heard != nullptr);
  CHECK(heard->role() == QAccessible::Slider);
  CHECK(heard->text(QAccessible::Name) == slider->accessibleName());
  CHECK(heard->text(QAccessible::Value) == QStringLiteral("256"));
  QAccessibleValueInterface* value = heard->valueInterface();
  REQUIRE(value != nullptr);
  CHECK(value->currentValue().toDouble() == 256);
  CHECK(value->currentValue().toInt() != slider->value());
  CHECK(value->minimumValue().toDouble() == 1);
  QString text;
  QObject::connect(&form, &OptionForm::edited, [&](const QString&, const QString& set) { text = set; });
  value->setCurrentValue(64);
  CHECK(text == QStringLiteral("64"));
}

// --- Tables ----------------------------------------------------------------------------------------------------------

TEST_CASE("the table of a panel has the rows and cells that its export has", "[accessibility]") {
  Booth booth;
  booth.showAllCards();
  int filled = 0;
  for (const PanelKind& kind : panelKinds()) {
    INFO(text(kind.name));
    const std::unique_ptr<Panel> panel = booth.show(kind);
    const PanelData data = panel->data();
    const std::vector<std::vector<QString>> rows = rowsOf(data);
    PanelDataModel model;
    model.show(data);
    REQUIRE(static_cast<std::size_t>(model.rowCount()) == std::min(rows.size(), PanelDataModel::kMostRows));
    REQUIRE(static_cast<std::size_t>(model.columnCount()) == data.columns.size());
    filled += model.rowCount() > 0;
    for (int r = 0; r < std::min(model.rowCount(), 40); ++r)
      for (int c = 0; c < model.columnCount(); ++c) {
        const std::vector<QString>& row = rows[static_cast<std::size_t>(r)];
        if (static_cast<std::size_t>(c) >= row.size()) continue;
        const QVariant value = model.data(model.index(r, c), PanelDataModel::kValueRole);
        bool isNumber = false;
        const double wanted = row[static_cast<std::size_t>(c)].toDouble(&isNumber);
        INFO(r << ", " << c << ": " << text(row[static_cast<std::size_t>(c)]));
        if (!isNumber) CHECK(value.toString() == row[static_cast<std::size_t>(c)]);
        if (isNumber && std::isfinite(wanted))
          CHECK(value.toDouble() == Approx(wanted).epsilon(5e-9).margin(1e-12));  // of nine digits
      }
  }
  CHECK(filled >= 8);
}

TEST_CASE("a table of very many rows shows the first of them and says so", "[accessibility]") {
  PanelData data;
  data.columns = {QStringLiteral("n"), QStringLiteral("name")};
  data.streamedRows = 5000;
  int told = 0;
  data.stream = [&told](TableWriter& table) {
    for (told = 0; told < 5000; ++told) {
      table.integer(told);
      table.text(QStringLiteral("007"));
      table.endRow();
    }
  };
  PanelDataModel model;
  model.show(data, 100);
  CHECK(model.rowCount() == 100);
  CHECK(model.allRows() == 5000);
  CHECK(told < 5000);
  CHECK(model.data(model.index(99, 0), Qt::DisplayRole).toString() == QStringLiteral("99"));
  CHECK(model.data(model.index(99, 1), Qt::DisplayRole).toString() == QStringLiteral("007"));
  CHECK(model.headerData(1, Qt::Horizontal, Qt::DisplayRole).toString() == QStringLiteral("name"));
}

TEST_CASE("what a canvas says is not asked before it has its name: its panel is still being made", "[accessibility]") {
  struct Listener : QObject {
    bool eventFilter(QObject* watched, QEvent* event) override {
      const auto& canvas = *qobject_cast<QWidget*>(watched);
      if (event->type() == QEvent::DynamicPropertyChange && canvas.accessibleName().isEmpty()) canvasWords(canvas);
      return false;
    }
  };
  QWidget canvas;
  Listener listener;
  canvas.installEventFilter(&listener);
  int asked = 0;
  nameCanvas(canvas, QStringLiteral("a map"), [&asked] { return QStringLiteral("asked %1").arg(++asked); });
  CHECK(asked == 0);
  CHECK(canvasWords(canvas) == QStringLiteral("asked 1"));
}

TEST_CASE("a table shows whole numbers with all their digits, and sorts them as numbers", "[accessibility]") {
  PanelData data;
  data.columns = {QStringLiteral("key")};
  data.streamedRows = 1;
  data.stream = [](TableWriter& table) {
    table.integer(1048575);
    table.endRow();
  };
  PanelDataModel model;
  model.show(data);
  CHECK(model.data(model.index(0, 0), Qt::DisplayRole).toString() == QStringLiteral("1048575"));
  CHECK(model.data(model.index(0, 0), PanelDataModel::kValueRole).toDouble() == 1048575);
}

TEST_CASE("F2 opens the numbers of the panel that has the keyboard; they follow it, and sort", "[accessibility]") {
  Window w;
  Panel& weights = *w.window.panel(QStringLiteral("weights"));
  w.window.dockOf(&weights)->raise();
  w.settle();
  weights.setFocus();
  REQUIRE(w.window.currentPanel() == &weights);
  QAction* action = nullptr;
  for (QAction* one : w.window.findChildren<QAction*>())
    if (one->shortcut() == QKeySequence(Qt::Key_F2)) action = one;
  REQUIRE(action != nullptr);
  action->trigger();
  auto* table = w.window.findChild<PanelTable*>(QStringLiteral("weights_table"));
  REQUIRE(table != nullptr);
  CHECK(table->isVisible());
  CHECK(table->windowTitle().contains(weights.title()));
  const auto shown = [&] {
    QStringList cells;
    const QAbstractItemModel& model = *table->table().model();
    for (int r = 0; r < model.rowCount(); ++r)
      for (int c = 0; c < model.columnCount(); ++c) cells << model.index(r, c).data().toString();
    return cells;
  };
  const QStringList before = shown();
  CHECK(static_cast<std::size_t>(table->table().model()->rowCount()) == weights.data().rowCount());
  CHECK(before.size() > 10);
  CHECK(table->says().contains(QString::number(weights.data().rowCount())));
  w.workbench().selection().lock({-1, 0, kStartQuery + 3, -1, -1, -1});
  w.settle();
  CHECK(waitFor([&] { return shown() != before; }));
  const_cast<QTableView&>(table->table()).sortByColumn(0, Qt::DescendingOrder);
  const QAbstractItemModel& model = *table->table().model();
  CHECK(static_cast<std::size_t>(model.rowCount()) == weights.data().rowCount());
  action->trigger();  // the same one
  CHECK(w.window.findChildren<PanelTable*>().size() == 1);
  CHECK(heardOf(*table).nameless.isEmpty());
}

// --- Colours and what has the keyboard -------------------------------------------------------------------------------

namespace {

/// How well the left edge of a control stands out from the window.
double contrastOfEdge(QWidget& control) {
  constexpr int kEdge = 4;  // pixels in which it may stand
  control.resize(control.sizeHint());
  const QImage image = control.grab().toImage();
  double most = 1;
  for (int x = 0; x < kEdge; ++x)
    most = std::max(most, contrast(image.pixelColor(x, image.height() / 2), control.palette().color(QPalette::Window)));
  return most;
}

}  // namespace

TEST_CASE("with high contrast the edges of controls can be seen, on white and on black", "[accessibility]") {
  const Dresser dresser;
  for (const Appearance appearance : {Appearance::StrongLight, Appearance::StrongDark}) {
    applyAppearance(appearance);
    CHECK(screenLook().isStrong);
    CHECK(Theme::of(QApplication::palette()).dark == (appearance == Appearance::StrongDark));
    CHECK(Theme::of(QApplication::palette()).isStrong);
    QPushButton button;
    QComboBox list;
    QSpinBox number;
    QLineEdit line;
    for (QWidget* control : {static_cast<QWidget*>(&button), static_cast<QWidget*>(&list),
                             static_cast<QWidget*>(&number), static_cast<QWidget*>(&line)}) {
      INFO(control->metaObject()->className());
      CHECK(contrastOfEdge(*control) >= 4.5);
    }
  }
  applyAppearance(Appearance::Light);
  CHECK_FALSE(screenLook().isStrong);
}

TEST_CASE("high contrast is a choice of the menu that is remembered, and stays while text grows", "[accessibility]") {
  const Dresser dresser;
  const Appearance before = Settings::appearance();
  const QStringList names = appearanceNames();
  REQUIRE(names.size() == static_cast<int>(Appearance::StrongDark) + 1);
  setAppearance(Appearance::StrongDark);
  CHECK(Settings::appearance() == Appearance::StrongDark);
  applyAppearance(Appearance::StrongLight);  // as --high-contrast does, for this start
  setTextPercent(150);
  CHECK(appliedAppearance() == Appearance::StrongLight);
  CHECK(screenLook().text == 1.5);
  setTextPercent(100);
  setAppearance(before);
}

TEST_CASE("Tab reaches every control of the window, panel by panel, with a ring around it", "[accessibility]") {
  Window w;
  w.window.activateWindow();
  REQUIRE(waitFor([&] { return w.window.isActiveWindow(); }));
  const QList<QWidget*> stops = tabOrder(w.window);
  CHECK(stops.size() > 40);
  const auto dockAround = [&](const QWidget* widget) -> const PanelDock* {
    for (const PanelDock* dock : w.window.docks())
      if (dock->isAncestorOf(widget)) return dock;
    return nullptr;
  };
  int reached = 0;
  for (QWidget* widget : w.window.findChildren<QWidget*>()) {
    const QWidget* parent = widget->parentWidget();
    const PanelDock* dock = dockAround(widget);
    if ((widget->focusPolicy() & Qt::TabFocus) == 0 || !widget->isVisible() || !widget->isEnabled() ||
        widget->focusProxy() != nullptr || widget->window() != &w.window ||
        (dock != nullptr && !dock->panel()->isOnScreen()) || qobject_cast<const QAbstractSpinBox*>(parent) != nullptr ||
        qobject_cast<const QComboBox*>(parent) != nullptr)
      continue;
    INFO(widget->metaObject()->className() << " " << text(widget->accessibleName()));
    CHECK(stops.contains(widget));
    ++reached;
  }
  CHECK(reached > 30);
  w.window.setFocus();
  std::vector<const PanelDock*> visited;
  for (QWidget* stop : stops) {
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
    INFO(stop->metaObject()->className() << " " << text(stop->accessibleName()));
    REQUIRE(QApplication::focusWidget() == stop);
    const QList<QFocusFrame*> rings = w.window.findChildren<QFocusFrame*>();
    REQUIRE(rings.size() == 1);
    CHECK(rings.front()->widget() == stop);
    if (visited.empty() || visited.back() != dockAround(stop)) visited.push_back(dockAround(stop));
  }
  for (const PanelDock* dock : visited)
    if (dock != nullptr) CHECK(std::count(visited.begin(), visited.end(), dock) == 1);
  CHECK(visited.size() > 5);
  QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
  CHECK(QApplication::focusWidget() == stops.front());  // around
  QTest::keyClick(QApplication::focusWidget(), Qt::Key_Backtab);
  CHECK(QApplication::focusWidget() == stops.back());
}

TEST_CASE("a click shows no ring, keys do, and a map can be reached by them", "[accessibility]") {
  const MainWindow other;  // brings no second ring
  Window w;
  w.window.activateWindow();
  REQUIRE(waitFor([&] { return w.window.isActiveWindow(); }));
  const auto rings = [&] { return w.window.findChildren<QFocusFrame*>().size(); };
  Panel& attention = *w.window.panel(QStringLiteral("attention"));
  auto* map = attention.findChild<HeatMap*>();
  REQUIRE(map != nullptr);
  map->setFocus(Qt::MouseFocusReason);
  CHECK(rings() == 0);
  w.window.setFocus();
  map->setFocus(Qt::TabFocusReason);
  CHECK(map->hasFocus());
  CHECK(rings() == 1);
  CHECK(w.window.currentPanel() == &attention);
  const int query = w.workbench().selection().locked().query;
  QTest::keyClick(map, Qt::Key_Down);
  CHECK(w.workbench().selection().locked().query == query + 1);
}

TEST_CASE("keys without Ctrl act on what is shown: on nothing of Explore elsewhere, and on no list",
          "[accessibility]") {
  Window w;
  w.window.activateWindow();
  REQUIRE(waitFor([&] { return w.window.isActiveWindow(); }));
  const auto press = [&](std::initializer_list<Qt::Key> keys) {
    for (const Qt::Key key : keys) QTest::keyClick(QApplication::focusWidget(), key);
  };
  const auto now = [&] { return std::pair(w.workbench().document(), w.workbench().selection().locked()); };
  const auto before = now();
  for (const Workspace elsewhere : {Workspace::Studies, Workspace::Train, Workspace::Teach}) {
    INFO(text(nameOf(elsewhere)));
    w.window.layoutOfDocks().setWorkspace(elsewhere);
    w.window.setFocus();
    press({Qt::Key_Right, Qt::Key_Down, Qt::Key_P, Qt::Key_BracketRight, Qt::Key_Escape});
    if (elsewhere != Workspace::Teach) press({Qt::Key_R, Qt::Key_Space, Qt::Key_S});
    CHECK(now() == before);
  }
  press({Qt::Key_R});  // of the game
  CHECK(now().first.draw == before.first.draw);
  CHECK(now().first.chance.draw == before.first.chance.draw + 1);
  w.window.layoutOfDocks().setWorkspace(Workspace::Explore);
  w.window.setFocus();
  QListWidget list(&w.window);
  auto* item = new QListWidgetItem(QStringLiteral("run"), &list);
  item->setCheckState(Qt::Unchecked);
  list.setCurrentItem(item);
  list.show();
  list.setFocus();
  press({Qt::Key_Space, Qt::Key_R});
  CHECK(item->checkState() == Qt::Checked);
  CHECK(now().first.draw == before.first.draw);
  w.window.setFocus();
  press({Qt::Key_R, Qt::Key_Down});
  CHECK(now().first.draw == before.first.draw + 1);
  CHECK(now().second.query == before.second.query + 1);
}

TEST_CASE("the marks of tables and sentences, which are letters, have the readable form of their colour",
          "[accessibility]") {
  for (const auto& [method, theme] : {std::pair("rfa", Theme::light()), std::pair("lara", Theme::night())}) {
    INFO(method);
    const EstimatorStyle style = estimatorStyle(QString::fromLatin1(method), 0, theme.dark);
    CHECK(readable(style.colour, theme) != style.colour);
    CHECK_FALSE(markerHtml(style, theme).contains(style.colour.name()));
    CHECK(markerHtml(style, theme).contains(readable(style.colour, theme).name()));
  }
}
