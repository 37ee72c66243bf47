// Every panel of the registry: it shows something, explains itself, follows the selection, and its commands do run.
#include <qcustomplot.h>

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractSpinBox>
#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QImage>
#include <QLabel>
#include <QRegularExpression>
#include <QSlider>
#include <QTabBar>
#include <QTableWidget>
#include <QTest>
#include <QUndoStack>
#include <catch2/catch.hpp>
#include <cmath>
#include <set>

#include "app/hands.h"
#include "app/window_booth.h"
#include "diagnostics/draws.h"
#include "run/runner.h"
#include "views/attention/attention_cells.h"
#include "views/attention/attention_rows.h"
#include "views/estimators/estimator_card.h"
#include "views/omega_space/omega_look.h"
#include "widgets/map_picture.h"
#include "widgets/plot_redraw.h"
#include "window/palette_source.h"

using namespace omegascope;
using namespace omegascope::test;

namespace {

/// What a panel says, as one text: to compare two of its states.
QString wordsOf(const Panel& panel) {
  QStringList lines;
  for (const std::vector<QString>& row : rowsOf(panel.data()))
    lines << QStringList(row.begin(), row.end()).join(QLatin1Char(','));
  return lines.join(QLatin1Char('\n'));
}

/// Whether a label of a panel has these words.
bool isSaid(const Panel& panel, const char* words) {
  const QList<QLabel*> labels = panel.findChildren<QLabel*>();
  return std::any_of(labels.begin(), labels.end(),
                     [&](const QLabel* label) { return label->text().contains(QString::fromUtf8(words)); });
}

/// One estimator on a preset.
void showOnly(Booth& booth, const std::string& method, const OptionTexts& options = {}, const Workload& workload = {}) {
  booth.workbench().store().change(QStringLiteral("only"), [&](Document& document) {
    Card card = document.add(method);
    card.options = options;
    document.cards = {card};
    document.workload = workload;
  });
  booth.settle();
}

/// The cards of the window's list, from above.
struct CardList : Window {
  Panel& panel = *window.panel(QStringLiteral("estimators"));

  CardList() {
    window.activateWindow();
    REQUIRE(waitFor([&] { return window.isActiveWindow(); }));
  }
  EstimatorCard& card(int id) {
    for (EstimatorCard* each : panel.findChildren<EstimatorCard*>())
      if (each->card() == id && each->isVisibleTo(&panel)) return *each;
    FAIL("there is no card " << id);
    return *panel.findChild<EstimatorCard*>();
  }
  void choose(int id, const char* words) {
    for (QAction* action : card(id).findChildren<QAction*>())
      if (action->text() == QLatin1String(words)) return action->trigger();
    FAIL("there is no action " << words);
  }
  std::vector<int> order() {
    std::vector<int> ids;
    for (const Card& each : workbench().document().cards) ids.push_back(each.id);
    return ids;
  }
};

}  // namespace

TEST_CASE("curves of many keys have marks too, some of them", "[panels]") {
  const QTemporaryDir folder;
  Booth booth;
  booth.openFile(folder.filePath(QStringLiteral("many.npz")), 96, 4);
  booth.lockQuery(0);
  const std::unique_ptr<Panel> panel = booth.show(kindOf(QStringLiteral("attention")));
  const auto& plot = *panel->findChild<QCustomPlot*>(QStringLiteral("attention_row"));
  REQUIRE(plot.graphCount() >= 3);
  for (int i = 1; i < plot.graphCount(); ++i) {
    CHECK_FALSE(plot.graph(i)->scatterStyle().isNone());
    CHECK(plot.graph(i)->scatterSkip() >= 3);
  }
}

TEST_CASE("a duplicated card is seen, and has the keyboard", "[panels][window]") {
  CardList w;
  w.workbench().store().change(QStringLiteral("all"), [](Document& d) {
    for (Card& card : d.cards) card.visible = true;
  });
  w.settle();
  const std::vector<int> before = w.order();
  w.choose(before.front(), "Duplicate to compare settings");
  w.settle();
  const std::vector<int> after = w.order();
  REQUIRE(after.size() == before.size() + 1);
  EstimatorCard& copy = w.card(after.back());
  CHECK(waitFor([&] { return copy.isAncestorOf(QApplication::focusWidget()); }));
  CHECK(copy.visibleRegion().boundingRect().height() >= std::min(copy.height(), 40));
}

TEST_CASE("cards are moved in their list, by the menu or keys; undo and sessions know the order", "[panels][window]") {
  CardList w;
  const std::vector<int> before = w.order();
  REQUIRE(before.size() >= 3);
  const int moved = before[1];
  const QColor colour = styleOf(*w.workbench().document().card(moved), false).colour;
  w.choose(moved, "Move down");
  w.settle();
  CHECK(w.order()[2] == moved);
  CHECK(w.order()[1] == before[2]);
  CHECK(w.card(moved).y() > w.card(before[2]).y());
  CHECK(styleOf(*w.workbench().document().card(moved), false).colour == colour);
  const Session session = w.window.session();
  CHECK(sessionFromJson(sessionJson(session), QStringLiteral("s")).document.cards == session.document.cards);
  w.workbench().store().undoStack()->undo();
  w.settle();
  CHECK(w.order() == before);
  CHECK(w.card(moved).y() < w.card(before[2]).y());
  w.choose(before.front(), "Move up");  // there is no place
  CHECK(w.order() == before);
  QWidget* held = w.card(moved).findChild<QAbstractButton*>();
  REQUIRE(held != nullptr);
  held->setFocus();
  REQUIRE(waitFor([&] { return held->hasFocus(); }));
  QTest::keyClick(held, Qt::Key_Up, Qt::ControlModifier | Qt::ShiftModifier);
  CHECK(w.order().front() == moved);
  CHECK(waitFor([&] { return held->hasFocus(); }));
}

TEST_CASE("the palette leaves the keys of cards as they were", "[panels][window]") {
  CardList w;
  const std::vector<int> before = w.order();
  const int last = before.back();
  PaletteSource(w.window).gather();
  QWidget* held = w.card(last).findChild<QAbstractButton*>();
  REQUIRE(held != nullptr);
  held->setFocus();
  REQUIRE(waitFor([&] { return held->hasFocus(); }));
  QTest::keyClick(held, Qt::Key_Up, Qt::ControlModifier | Qt::ShiftModifier);
  REQUIRE(w.order().back() != last);
  QTest::keyClick(held, Qt::Key_Down, Qt::ControlModifier | Qt::ShiftModifier);
  CHECK(w.order() == before);
}

TEST_CASE("a card whose options are refused says so in the table, and no panel fails", "[panels]") {
  Booth booth;
  booth.workbench().store().change(QStringLiteral("refused"), [](Document& d) { d.cards[1].options["sampels"] = "3"; });
  booth.settle();
  for (const PanelKind& kind : panelKinds()) {
    if (kind.workspace != Workspace::Explore) continue;
    INFO(text(kind.name));
    const std::unique_ptr<Panel> panel = booth.show(kind);
    QString words;
    CHECK_NOTHROW(words = wordsOf(*panel));
    if (kind.name == QStringLiteral("estimators"))
      CHECK((words.contains(QStringLiteral("sampels")) && words.contains(QStringLiteral("landmarks"))));
  }
}

TEST_CASE("every panel has a name, a title, a help text and a picture", "[panels]") {
  Booth booth;
  QStringList names;
  for (const PanelKind& kind : panelKinds()) {
    INFO(text(kind.name));
    const std::unique_ptr<Panel> panel = booth.show(kind);
    CHECK(panel->name() == kind.name);
    CHECK_FALSE(names.contains(kind.name));
    names << kind.name;
    CHECK_FALSE(panel->title().isEmpty());
    CHECK(panel->help().size() > 80);
    CHECK(colourCount(pictureOf(*panel)) > 5);
    CHECK_FALSE(panel->grab().isNull());
  }
}

TEST_CASE("every control has a tip, or stands in a row that has one", "[panels]") {
  Booth booth;
  booth.showAllCards();
  std::vector<std::unique_ptr<Panel>> panels;
  for (const PanelKind& kind : panelKinds()) panels.push_back(booth.show(kind, {900, 700}));
  const auto tipOf = [](const QWidget* widget) {
    // A slider and its box are one control, in a row that has the tip; so have the fields of a spin box.
    for (; widget != nullptr && qobject_cast<const Panel*>(widget) == nullptr; widget = widget->parentWidget())
      if (!widget->toolTip().isEmpty()) return widget->toolTip();
    return QString();
  };
  int controls = 0;
  for (const auto& panel : panels)
    for (const QWidget* widget : panel->findChildren<QWidget*>()) {
      const auto* button = qobject_cast<const QAbstractButton*>(widget);
      const bool isControl = button || qobject_cast<const QComboBox*>(widget) ||
                             qobject_cast<const QAbstractSpinBox*>(widget) || qobject_cast<const QSlider*>(widget);
      // Parts that Qt makes: the corner of a table, the scroll buttons of tabs.
      const bool isPart = widget->parentWidget() == nullptr || qobject_cast<const QTabBar*>(widget->parentWidget()) ||
                          qobject_cast<const QAbstractItemView*>(widget->parentWidget()) ||
                          qobject_cast<const QComboBox*>(widget->parentWidget());
      if (!isControl || isPart) continue;
      INFO(text(panel->name()) << ": " << widget->metaObject()->className() << ' '
                               << text(button ? button->text() : QString()) << ' ' << text(widget->accessibleName()));
      CHECK_FALSE(tipOf(widget).isEmpty());
      ++controls;
    }
  CHECK(controls >= 40);
}

TEST_CASE("a picture has the colours of the theme that it is asked for, whatever the screen has", "[panels]") {
  Booth booth;
  booth.lockQuery(kStartQuery);
  const auto lightShare = [](const QImage& image) {
    int light = 0;
    for (int y = 0; y < image.height(); ++y)
      for (int x = 0; x < image.width(); ++x) light += qGray(image.pixel(x, y)) > 128;
    return light / static_cast<double>(image.width() * image.height());
  };
  for (const PanelKind& kind : panelKinds()) {
    INFO(text(kind.name));
    const std::unique_ptr<Panel> panel = booth.show(kind);
    booth.settle();
    const double byDay = lightShare(pictureOf(*panel)),
                 byNight = lightShare(pictureOf(*panel, {700, 460}, Theme::night()));
    CAPTURE(byDay, byNight);
    CHECK(byDay > 0.5);
    CHECK(byNight < 0.35);
  }
}

TEST_CASE("the numbers of a panel are a table", "[panels]") {
  Booth booth;
  booth.showAllCards();
  for (const PanelKind& kind : panelKinds()) {
    INFO(text(kind.name));
    const PanelData data = booth.show(kind)->data();
    CHECK_FALSE(data.columns.empty());
    const auto rows = rowsOf(data);
    CHECK_FALSE(rows.empty());
    for (const std::vector<QString>& row : rows) REQUIRE(row.size() == data.columns.size());
    for (const auto& [name, array] : data.arrays) {
      INFO(name);
      CHECK(array.count() > 0);
    }
  }
}

TEST_CASE("panels of one query follow the selection, and come back with it", "[panels]") {
  Booth booth;
  for (const char* name : {"weights", "omega_space", "mis", "output", "inspector"}) {
    INFO(name);
    booth.lockQuery(kStartQuery);
    const std::unique_ptr<Panel> panel = booth.show(kindOf(QLatin1String(name)));
    const QString words = wordsOf(*panel);
    const QImage picture = pictureOf(*panel);
    booth.lockQuery(40);
    CHECK(wordsOf(*panel) != words);
    CHECK(pictureOf(*panel) != picture);
    booth.lockQuery(kStartQuery);
    CHECK(wordsOf(*panel) == words);
    CHECK(pictureOf(*panel) == picture);
  }
}

TEST_CASE("the weights on screen are the engine's", "[panels]") {
  Booth booth;
  const std::unique_ptr<Panel> panel = booth.show(kindOf(QStringLiteral("weights")));
  const PanelData data = panel->data();
  int compared = 0;
  for (const CardResult& result : booth.workbench().snapshot()->cards) {
    if (!result.result || !result.result->has("weights")) continue;
    const QString label = QString::fromStdString(booth.workbench().document().card(result.card)->label());
    const omega::Array& weights = result.result->at("weights");
    const auto samples = static_cast<std::size_t>(weights.shape().back());
    std::size_t rows = 0;
    for (const std::vector<QString>& row : data.rows) {
      if (row[0] != label) continue;
      ++rows;
      const double expected = weights.at(kStartQuery * samples + row[2].toUInt());
      CHECK(row[3].toDouble() == Approx(expected).epsilon(1e-6));
    }
    CHECK(rows == samples);
    ++compared;
  }
  CHECK(compared == 2);  // rfa and lara
}

TEST_CASE("the formula of the weights is that of the estimators that are shown", "[panels]") {
  Booth booth;
  const QString divided = QStringLiteral("ŷ_n = Σ_s w_ns f(ω_s) / Σ_s w_ns");
  const auto formulas = [&](const std::string& method) {
    showOnly(booth, method);
    return booth.show(kindOf(QStringLiteral("weights")))->equations();
  };
  for (const char* method : {"rfa", "lara"}) CHECK(formulas(method).contains(divided));
  CHECK_FALSE(formulas("is").contains(divided));
  CHECK(formulas("is").contains(QStringLiteral("ŷ_n = (1/S) Σ_s w_ns f(ω_s)")));
  CHECK_FALSE(formulas("mis").contains(divided));
  CHECK(formulas("mis").contains(QStringLiteral("ŷ_n = Σ_c (1/S_c) Σ_s w_ncs f(ω_cs)")));
}

TEST_CASE("drawn keys have bars in Weights, and notches below the row of their query on the map", "[panels]") {
  Booth booth;
  showOnly(booth, "key_sampling", {{"samples", "5"}});
  const CardResult& result = booth.workbench().snapshot()->cards.at(0);
  const omega::Array& keys = result.result->at("drawn");
  std::set<qint64> expected;
  for (std::size_t s = 0; s < 5; ++s) expected.insert(static_cast<qint64>(keys.at(kStartQuery * 5 + s)));
  const std::vector<qint64> columns = drawnColumns(&result, kStartQuery, 1);
  CHECK(columns == std::vector<qint64>(expected.begin(), expected.end()));
  std::set<qint64> blocks;
  for (const qint64 column : expected) blocks.insert(column / 4);
  CHECK(drawnColumns(&result, kStartQuery, 4) == std::vector<qint64>(blocks.begin(), blocks.end()));
  CHECK(drawnColumns(&result, -1, 1).empty());
  CHECK(booth.show(kindOf(QStringLiteral("weights")))->data().rows.size() == 5);
  CHECK(booth.show(kindOf(QStringLiteral("weights")))
            ->equations()
            .contains(QStringLiteral("ŷ_n = Σ_s w_ns v_{m_ns} / Σ_s w_ns")));
  showOnly(booth, "key_sampling", {{"samples", "5"}, {"exact_keys", "4"}, {"normalise", "none"}});
  CHECK(booth.show(kindOf(QStringLiteral("weights")))
            ->equations()
            .contains(QStringLiteral("ŷ_n = Σ_{m∈T_n} π_nm v_m + (1/S) Σ_s w_ns v_{m_ns}")));

  const MapTransform at(48, 48, QRectF(0, 0, 480, 480), {24, 24, 1});
  MapMarks marks;
  marks.lockedRow = kStartQuery;
  const std::size_t ring = markFills(marks, at, 1).size();
  marks.drawn = columns;
  const std::vector<Fill> fills = markFills(marks, at, 1);
  CHECK(fills.size() == ring + 5 * columns.size());  // a frame of four sides and what is in it
  const QRect notch = fills.back().rect;
  CHECK(notch.center().x() == Approx(at.xOf(static_cast<double>(columns.back()) + 0.5)).margin(1));
  CHECK(notch.top() > at.yOf(kStartQuery + 1));
}

TEST_CASE("the arrow of the bias is as long as the draws can tell", "[panels]") {
  Booth booth;
  const std::unique_ptr<Panel> panel = booth.show(kindOf(QStringLiteral("output")));
  struct Line {
    double length;
    Qt::PenStyle style;
  };
  // The arrow, and the bar of what chance may add across its tip.
  const auto lines = [&] {
    std::pair<std::vector<Line>, std::vector<Line>> arrowsAndBars;
    const QCustomPlot& plot = *panel->findChild<QCustomPlot*>();
    for (int i = 0; i < plot.itemCount(); ++i) {
      const auto* line = qobject_cast<const QCPItemLine*>(plot.item(i));
      if (line == nullptr) continue;
      const QPointF way = line->end->coords() - line->start->coords();
      (line->head().style() == QCPLineEnding::esSpikeArrow ? arrowsAndBars.first : arrowsAndBars.second)
          .push_back({std::hypot(way.x(), way.y()), line->pen().style()});
    }
    return arrowsAndBars;
  };
  const auto drawn = [&](const std::string& method, const OptionTexts& options = {}, const Workload& workload = {}) {
    showOnly(booth, method, options, workload);
    return lines();
  };
  const auto [arrows, bars] = drawn("rfa", {{"samples", "4"}});
  REQUIRE(arrows.size() == 1);
  REQUIRE(bars.size() == 1);
  CHECK(bars[0].length < 2 * arrows[0].length);
  CHECK(bars[0].length > 0.1 * arrows[0].length);
  CHECK(arrows[0].style == Qt::SolidLine);
  const auto [unbiased, none] = drawn("ra");
  CHECK(unbiased.empty());
  CHECK(none.empty());
  Workload far;
  far.preset = "large_norms";
  far.presetOptions = {{"norm", "6"}};
  const auto [undecided, small] = drawn("is", {}, far);
  REQUIRE(undecided.size() == 1);
  CHECK(undecided[0].style == Qt::DashLine);
  // Chance draws an arrow for about one query in 25 of an unbiased estimator, too; for none of 192 in one case of 2000.
  Workload wide;
  wide.presetOptions = {{"n", "192"}};
  auto lucky = drawn("ra", {}, wide).first;
  for (int query = 0; query < 192 && lucky.empty(); ++query) {
    booth.lockQuery(query);
    lucky = lines().first;
  }
  REQUIRE(lucky.size() == 1);
  CHECK(lucky[0].style == Qt::DashLine);
}

TEST_CASE("no query, no estimator: no panel falls over", "[panels]") {
  Booth booth;
  const auto showEach = [&booth] {
    booth.settle();
    for (const PanelKind& kind : panelKinds()) {
      INFO(text(kind.name));
      const std::unique_ptr<Panel> panel = booth.show(kind);
      CHECK_FALSE(panel->grab().isNull());
      pictureOf(*panel);
      panel->data();
      panel->command();
    }
  };
  booth.workbench().selection().lock(Cursor{});
  showEach();
  booth.workbench().store().change(QStringLiteral("remove all"), [](Document& d) { d.cards.clear(); });
  showEach();
}

TEST_CASE("a causal estimator is held against causal softmax, beside one that sees all keys", "[panels]") {
  Booth booth;
  booth.workbench().store().change(QStringLiteral("two"), [](Document& document) {
    Card causal = document.add("local"), whole = document.add("local");
    causal.options = {{"window", "1024"}, {"causal", "true"}};  // every key: both are exact
    whole.options = {{"window", "1024"}};
    document.cards = {causal, whole};
  });
  booth.settle();
  const std::unique_ptr<Panel> panel = booth.show(kindOf(QStringLiteral("output")));
  const PanelData data = panel->data();
  const Snapshot& now = *booth.workbench().snapshot();
  REQUIRE(now.cards.size() == 2);
  const std::vector<double>&whole = now.truth().y, &causal = now.truth(kCausalTruth).y;
  REQUIRE(whole.size() == causal.size());
  double apart = 0;
  for (std::size_t d = 0; d < whole.size(); ++d) {
    apart += std::abs(whole[d] - causal[d]);
    for (const CardResult& card : now.cards)
      CHECK(card.outputOf(kStartQuery)[d] == Approx(now.heldAgainst(card)[d]).margin(1e-5));
    CHECK(data.arrays.at("truth").at(d) == whole[d]);
    CHECK(data.arrays.at("causal_truth").at(d) == causal[d]);
  }
  CHECK(apart > 0.01);
  const auto words = [&] {
    QStringList all;
    const auto* plot = panel->findChild<QCustomPlot*>();
    for (int i = 0; i < plot->itemCount(); ++i)
      if (const auto* text = qobject_cast<QCPItemText*>(plot->item(i))) all << text->text().trimmed();
    return all;
  };
  CHECK(words() == QStringList{QStringLiteral("softmax"), QStringLiteral("causal softmax")});  // which cross is which
  showOnly(booth, "local", {{"window", "1024"}, {"causal", "true"}});
  CHECK(words().isEmpty());
  CHECK_FALSE(panel->data().arrays.contains("truth"));  // what nothing is held against is not shown
}

TEST_CASE("below the maps stands what each card is held against: causal softmax, or softmax with its τ", "[panels]") {
  Booth booth;
  const auto show = [&](const std::vector<OptionTexts>& all) {
    booth.workbench().store().change(QStringLiteral("cards"), [&](Document& document) {
      document.cards.clear();
      for (const OptionTexts& options : all) document.add(kTruthMethod).options = options;
    });
    booth.settle();
  };
  show({{}, {{"causal", "true"}}, {{"scale", "50"}}});
  booth.workbench().selection().lock({-1, 0, 3, 5, -1, -1});
  booth.settle();
  const std::unique_ptr<Panel> panel = booth.show(kindOf(QStringLiteral("attention")), {900, 620});
  const auto curves = [&](const char* plot) {
    std::map<QString, std::vector<double>> all;
    const auto* strip = panel->findChild<QCustomPlot*>(QLatin1String(plot));
    for (int i = 0; i < strip->graphCount(); ++i)
      for (int x = 0; x < strip->graph(i)->dataCount(); ++x)
        all[strip->graph(i)->name()].push_back(strip->graph(i)->dataMainValue(x));
    return all;
  };
  const QStringList names{QStringLiteral("softmax"), QStringLiteral("causal softmax"),
                          QStringLiteral("softmax, τ = 50")};
  const Snapshot& now = *booth.workbench().snapshot();
  REQUIRE(now.cards.size() == 3);
  const QString said = attentionRowTip(booth.workbench(), 5, false);
  for (std::size_t c = 0; c < 3; ++c) {
    const omega::PooledMap& map = now.map(now.cards[c].card)->map;
    INFO(text(names[static_cast<int>(c)]));
    CHECK(curves("attention_row")[names[static_cast<int>(c)]] == mapRow(map, 3));
    CHECK(curves("attention_column")[names[static_cast<int>(c)]] == mapColumn(map, 5));
    CHECK(attentionRowLegend(booth.workbench())[c].text == names[static_cast<int>(c)]);
    CHECK(said.contains(QStringLiteral("%1: ").arg(names[static_cast<int>(c)])));
  }
  CHECK(curves("attention_row")[names[1]][4] == 0);  // a later key
  show({{{"causal", "true"}}, {{"causal", "true"}}});
  REQUIRE(curves("attention_row").size() == 1);
  CHECK(curves("attention_row").begin()->first == names[1]);
  CHECK(curves("attention_column")[names[1]][4] == 0);  // a query before the key
}

TEST_CASE("every panel holds a card against softmax with the card's own τ, as the command does", "[panels]") {
  Booth booth;
  booth.workbench().store().change(QStringLiteral("cards"), [](Document& document) {
    document.cards.resize(1);
    document.add("rfa").options = {{"samples", "16"}, {"scale", "4"}};
    document.add("is").options = {{"samples", "16"}};
  });
  booth.settle();
  const std::shared_ptr<const Snapshot> now = booth.workbench().snapshot();
  REQUIRE(now->cards.size() == 3);
  omega::Truths truths(now->cards[1].request->sequence, 1);
  omega::Progress progress;
  for (const CardResult& card : now->cards) {
    const omega::Array exact = truths.of(*card.request, progress).y;
    INFO(card.request->method);
    CHECK(card.metrics.mse ==
          Approx(omega::error_metrics(card.result->at("y"), exact).mse).epsilon(1e-6).margin(1e-12));
    const std::vector<double> held = now->heldAgainst(card);
    REQUIRE(held.size() == 2);
    for (std::size_t d = 0; d < 2; ++d) CHECK(held[d] == Approx(exact.at(2 * kStartQuery + d)).margin(1e-9));
  }
  const std::unique_ptr<Panel> output = booth.show(kindOf(QStringLiteral("output")));
  CHECK(output->data().arrays.contains("truth"));
  CHECK(output->data().arrays.contains("truth_scale_4"));
  CHECK(isSaid(*output, "truths (softmax and softmax, τ = 4), query 12"));
  // Their names stand above the higher one and below the other: near as they may be, both can be read.
  std::map<double, Qt::Alignment> names;
  auto* plot = output->findChild<QCustomPlot*>();
  for (int i = 0; i < plot->itemCount(); ++i)
    if (const auto* name = qobject_cast<QCPItemText*>(plot->item(i)); name && name->text().contains("softmax"))
      names.emplace(name->position->value(), name->positionAlignment());
  REQUIRE(names.size() == 2);
  CHECK((names.begin()->second & Qt::AlignTop));
  CHECK((names.rbegin()->second & Qt::AlignBottom));
  // ω-space and the Inspector's π and logits are of one card, with its τ.
  for (const CardResult& card : now->cards) {
    booth.workbench().selection().lock({card.card, 0, kStartQuery, 4, -1, -1});
    booth.settle();
    const Snapshot& shown = *booth.workbench().snapshot();
    const double scale = omega::scale_of(*card.request);
    CHECK(shown.plane->scale == scale);
    REQUIRE(shown.details.logits);
    CHECK(shown.details.logits->scale == scale);
    double sum = 0;
    for (const double logit : shown.details.logits->all) sum += std::exp(logit - shown.details.logits->all[4]);
    CHECK(shown.plane->bumpWeights[4] == Approx(1 / sum));
    const QStringList badges = omegaBadges({.snapshot = shown, .document = booth.workbench().document()});
    CHECK(badges.contains(QStringLiteral("target, queries and keys with τ = 4")) == (scale == 4));
    CHECK(badges.contains(QStringLiteral("rfa draws for τ = 4")) == (scale != 4));
  }
}

TEST_CASE("Output with one draw says that it tells neither bias nor variance", "[panels]") {
  Booth booth;
  const std::unique_ptr<Panel> panel = booth.show(kindOf(QStringLiteral("output")));
  booth.workbench().store().change(QStringLiteral("draws"), [](Document& d) { d.outputDraws = 1; });
  booth.settle();
  CHECK(isSaid(*panel, "one draw tells neither bias nor variance"));
  CHECK_FALSE(isSaid(*panel, "no draws were made"));
}

TEST_CASE("Numbers has the word of draws on the bias, whether anybody looks at Output or not", "[panels][window]") {
  Window w;
  for (const PanelDock* dock : w.window.docks())
    dock->panel()->setOnTop(dock->panel()->name() == QStringLiteral("numbers"));
  w.window.dockOf(w.window.panel(QStringLiteral("numbers")))->raise();
  w.window.updateNeeds();
  w.workbench().store().change(QStringLiteral("draw"), [](Document& d) { ++d.draw; });
  w.settle();
  const OutputCloud* cloud = w.workbench().snapshot()->cloud(kRfa);
  REQUIRE(cloud);
  CHECK_FALSE(cloud->isOld);
}

TEST_CASE("Numbers has no word on the bias of an estimator that has changed since its draws", "[interaction]") {
  Booth booth;
  const std::unique_ptr<Panel> panel = booth.show(kindOf(QStringLiteral("numbers")), {1600, 300});
  booth.settle();
  const auto* table = panel->findChild<QTableWidget*>();
  const auto remark = [&] {
    for (int row = 0; row < table->rowCount(); ++row)
      if (table->item(row, 0)->data(Qt::UserRole).toInt() == kRfa)
        return table->item(row, table->columnCount() - 1)->text();
    return QString();
  };
  REQUIRE(remark().contains(QStringLiteral("draws")));
  booth.workbench().setNeeds({Work::estimates});  // nobody looks at Output
  booth.workbench().store().change(QStringLiteral("samples"),
                                   [](Document& d) { d.card(kRfa)->options["samples"] = "5"; });
  booth.settle();
  CHECK(booth.workbench().snapshot()->cloud(kRfa)->isOld);
  CHECK_FALSE(remark().contains(QStringLiteral("draws")));
}
