// What the window says of numbers and of itself: all digits, what things take before they begin, what has to be done
// first, and places counted from 0 everywhere.
#include <qcustomplot.h>

#include <QAccessible>
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMessageBox>
#include <QProgressDialog>
#include <QPushButton>
#include <QSlider>
#include <QSpinBox>
#include <QStatusBar>
#include <QTest>
#include <QTimer>
#include <QToolBar>
#include <QUndoStack>
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "app/dresser.h"
#include "app/hands.h"
#include "app/window_booth.h"
#include "estimators/registry.h"
#include "export/provenance.h"
#include "io/npz.h"
#include "model/settings.h"
#include "model/window_words.h"
#include "synthetic/synthetic.h"
#include "views/amounts.h"
#include "views/inspector/inspected_numbers.h"
#include "views/omega_space/omega_look.h"
#include "views/omega_space/omega_space_panel.h"
#include "views/option_form.h"
#include "widgets/banner.h"
#include "widgets/density_field.h"
#include "widgets/theme.h"
#include "window/appearance.h"

using namespace omegascope;
using namespace omegascope::test;

namespace {

/// The largest contrast of any point of the widget with its window's colour.
double mostContrast(QWidget& widget) {
  const QImage image = widget.grab().toImage();
  double most = 1;
  for (int y = 0; y < image.height(); ++y)
    for (int x = 0; x < image.width(); ++x)
      most = std::max(most, contrast(image.pixelColor(x, y), widget.palette().color(QPalette::Window)));
  return most;
}

/// Runs `body` in the program's own style, in light and in dark.
template <class Body>
void inBothColours(Body body) {
  const Dresser dresser;
  for (const Appearance appearance : {Appearance::Light, Appearance::Dark}) {
    applyAppearance(appearance);
    body();
  }
}

/// Whether every digit of a number can be seen.
bool showsAll(const QAbstractSpinBox& box) {
  const auto* line = box.findChild<QLineEdit*>();
  const QMargins margins = line->textMargins();
  constexpr int kOwnMargins = 2 * 2;  // a line edit keeps 2 pixels free on each side
  return line->fontMetrics().horizontalAdvance(line->text()) + margins.left() + margins.right() + kOwnMargins <=
         line->width();
}

void checkDigits(const std::string& owner, const std::vector<omega::OptionSpec>& specs) {
  OptionForm form(QString::fromStdString(owner), specs);
  form.setAttribute(Qt::WA_DontShowOnScreen);
  form.resize(280, 600);
  form.show();
  OptionTexts largest;
  for (const omega::OptionSpec& spec : specs)
    if (spec.kind == omega::OptionKind::integer)
      largest[spec.name] = std::to_string(static_cast<std::int64_t>(std::min(spec.maximum, 1e6)));
  form.setValues(largest);
  QTest::qWait(10);
  for (const QAbstractSpinBox* box : form.findChildren<QAbstractSpinBox*>())
    if (box->isVisible()) {
      INFO(owner << " " << box->parentWidget()->accessibleName().toStdString() << ": " << box->text().toStdString());
      CHECK(showsAll(*box));
    }
}

QString saysOf(const Panel& panel) {
  QString all;
  for (const QLabel* label : panel.findChildren<QLabel*>())
    if (label->isVisible()) all += label->text() + QLatin1Char('\n');
  return all;
}

OmegaSpacePanel& space(const std::unique_ptr<Panel>& panel) { return static_cast<OmegaSpacePanel&>(*panel); }

void choosePreset(Booth& booth, const std::string& preset, const OptionTexts& options = {}) {
  booth.workbench().store().change(QStringLiteral("preset"), [&](Document& d) {
    d.workload = Workload{};
    d.workload.preset = preset;
    d.workload.presetOptions = options;
  });
  booth.settle();
}

/// Two heads of four tokens in three dimensions.
QString twoHeads(const QTemporaryDir& folder) {
  const auto array = [](float start) {
    omega::Array a(omega::Dtype::f32, {2, 4, 3});
    for (std::size_t i = 0; i < a.count(); ++i) a.data<float>()[i] = start + 0.1F * static_cast<float>(i * i % 17);
    return a;
  };
  const QString path = folder.filePath(QStringLiteral("two.npz"));
  omega::write_npz(path.toStdString(), {{"q", array(0)}, {"k", array(-1)}, {"v", array(1)}}, "{}");
  return path;
}

}  // namespace

TEST_CASE("every digit of a number in a form can be seen, in any size of text", "[said]") {
  const int percent = GENERATE(100, 150);
  setTextPercent(percent);
  for (const omega::Synthetic& synthetic : omega::synthetics()) checkDigits(synthetic.name, synthetic.options);
  for (const omega::Estimator& estimator : omega::estimators())
    checkDigits(estimator.info.name, estimator.info.options);
  setTextPercent(100);
}

TEST_CASE("an empty check box can be seen in light and in dark", "[said]") {
  inBothColours([] {
    QCheckBox box;
    box.resize(box.sizeHint());
    CHECK(mostContrast(box) >= 3);
  });
}

TEST_CASE("words that are off are fainter than those that are on, in light and in dark", "[said]") {
  inBothColours([] {
    QLabel label(QStringLiteral("Redo"));
    QMenu menu;
    QAction* action = menu.addAction(QStringLiteral("Redo"));
    for (QWidget* widget : {static_cast<QWidget*>(&label), static_cast<QWidget*>(&menu)}) {
      widget->resize(widget->sizeHint());
      label.setEnabled(true);
      action->setEnabled(true);
      const double on = mostContrast(*widget);
      label.setEnabled(false);
      action->setEnabled(false);
      CHECK(mostContrast(*widget) < 0.75 * on);
    }
  });
}

TEST_CASE("a box does not shrink while its slider is held: the handle would jump", "[said]") {
  OptionForm form(QStringLiteral("x"), {omega::OptionSpec::integer("n", 16, 1, 1 << 24, "n")});
  form.setAttribute(Qt::WA_DontShowOnScreen);
  form.resize(260, 60);
  form.show();
  form.setValues({{"n", "1000000"}});
  auto* slider = form.findChild<QSlider*>();
  auto* box = form.findChild<QSpinBox*>();
  const int wide = box->width();
  slider->setSliderDown(true);
  form.setValues({{"n", "20"}});
  CHECK(box->width() == wide);
  slider->setSliderDown(false);
  form.setValues({{"n", "20"}});
  CHECK(box->width() < wide);
}

TEST_CASE("what takes very long is said with its time and memory, and begins when it is told to", "[said]") {
  Window w;
  w.window.sessions().setAttended(true);
  int tokens = 131072;
  const auto asks = [&] {
    w.workbench().store().change(QStringLiteral("long"), [&](Document& d) {
      d.workload.preset = "clusters";
      d.workload.presetOptions = {{"n", std::to_string(tokens)}, {"dim", "128"}};
      d.card(kLara)->method = "mis";  // divides by the exact denominator of every query
    });
    REQUIRE(waitFor([&] { return w.workbench().forecast() || !w.workbench().isBusy(); }));
    return w.workbench().isAwaited();
  };
  while (!asks()) {  // a fast machine takes less than a minute for these
    w.workbench().cancel();
    w.workbench().store().undoStack()->undo();
    w.settle();
    REQUIRE((tokens *= 2) <= 1 << 20);
  }
  const Forecast asked = *w.workbench().forecast();
  CHECK(asked.seconds > Allowance::kSeconds);
  CHECK(asked.longest == "mis");
  CHECK(asked.bytes > tokens * 128.0 * 4);  // y alone, in float32
  CHECK(w.says(QStringLiteral("This takes about ")));
  CHECK(w.says(QStringLiteral("of memory, most of the time for mis")));
  CHECK_FALSE(w.workbench().isBusy());
  // What is quick did not wait for it, and nothing of the sequence before stands under this one's name.
  const Snapshot& quick = *w.workbench().snapshot();
  CHECK(quick.sequence->sizes.N == tokens);
  CHECK((quick.card(kRfa) && quick.card(kRfa)->result && !quick.card(kRfa)->isOld));
  CHECK(quick.card(kLara) == nullptr);
  SECTION("told to: it begins, and says meanwhile what it takes") {
    REQUIRE(w.press(QStringLiteral("Compute")));
    REQUIRE(
        waitFor([&] { return w.window.statusBar()->currentMessage().contains(QStringLiteral("Computing: about ")); }));
    CHECK(w.workbench().isBusy());
    CHECK_FALSE(w.workbench().isAwaited());
    CHECK_FALSE(w.window.banner().isVisible());
    w.workbench().cancel();
    CHECK(w.window.statusBar()->currentMessage().isEmpty());
  }
  SECTION("exported: it begins behind the bar, whose Cancel gives it up") {
    const QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("weights.png"));
    bool hasBegun = false;
    QTimer cancel;
    QObject::connect(&cancel, &QTimer::timeout, [&] {
      if (auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget()))  // where memory is short
        box->button(QMessageBox::Yes)->click();
      hasBegun = hasBegun || w.window.statusBar()->currentMessage().contains(QStringLiteral("Computing: about "));
      if (auto* bar = w.window.findChild<QProgressDialog*>(); hasBegun && bar != nullptr) bar->cancel();
    });
    cancel.start(20);
    CHECK_FALSE(w.actions.exportTo(*w.window.panel(QStringLiteral("weights")), file, {}));
    CHECK(hasBegun);
    CHECK_FALSE(w.workbench().isBusy());
    CHECK_FALSE(QFile::exists(file));
  }
  SECTION("taken back: it was never there") {
    REQUIRE(w.press(QStringLiteral("Undo")));
    w.settle();
    CHECK(w.workbench().document() == Document::start());
    CHECK(w.workbench().snapshot()->complete);
    CHECK_FALSE(w.workbench().forecast());
    CHECK_FALSE(w.window.banner().isVisible());
  }
  SECTION("another wish instead") {
    w.workbench().store().change(QStringLiteral("short"), [](Document& d) {
      d.workload.presetOptions = {{"n", "64"}, {"dim", "8"}};
    });
    w.settle();
    CHECK(w.workbench().snapshot()->sequence->sizes.N == 64);
    CHECK_FALSE(w.window.banner().isVisible());
  }
}

TEST_CASE("what is computed again is not asked about; Jobs says what was cancelled and what only asked", "[said]") {
  Window w;
  Workbench& workbench = w.workbench();
  const auto begin = [&](const char* seed) {
    workbench.store().change(QStringLiteral("long"), [&](Document& d) {
      d.workload.preset = "clusters";
      d.workload.presetOptions = {{"n", "131072"}, {"dim", "128"}, {"spread", seed}};
      d.card(kLara)->method = "mis";
    });
    REQUIRE(waitFor([&] { return workbench.forecast().has_value() && !workbench.isStale(); }));
  };
  const auto states = [&] {
    QStringList all;
    for (const auto& row : rowsOf(w.window.panel(QStringLiteral("jobs"))->data())) all << row[3];
    return all;
  };
  w.settle();
  const auto replaced = states().count(QStringLiteral("replaced"));  // as the window opened
  begin("0.3");
  REQUIRE(workbench.isBusy());
  workbench.cancel();
  CHECK(states().front() == QStringLiteral("cancelled"));
  w.window.sessions().setAttended(true);
  workbench.computeAgain();
  REQUIRE(waitFor([&] { return workbench.forecast().has_value(); }));
  CHECK_FALSE(workbench.isAwaited());
  CHECK(workbench.isBusy());
  workbench.cancel();
  begin("0.4");
  // A fast machine asks nothing about these.
  CHECK(states().front() == (workbench.isAwaited() ? QStringLiteral("asked first") : QStringLiteral("running")));
  CHECK(states().contains(QStringLiteral("cancelled")));
  INFO(text(states().join(QStringLiteral(", "))));
  CHECK(states().count(QStringLiteral("replaced")) == replaced);
  workbench.cancel();
}

TEST_CASE("a forecast without memory speaks of none", "[said]") {
  CHECK(forecastText({90, 0, "softmax", 1e9}) == QStringLiteral("about 2 min, most of it for softmax"));
}

TEST_CASE("where nobody attends, what takes long begins at once; what is short is not spoken of", "[said]") {
  Booth booth;
  int told = 0;
  QObject::connect(&booth.workbench(), &Workbench::forecastChanged, [&] { ++told; });
  booth.lockQuery(5);
  CHECK(told == 0);
  CHECK_FALSE(booth.workbench().forecast());
  booth.workbench().store().change(QStringLiteral("long"), [](Document& d) {
    d.workload.preset = "clusters";
    d.workload.presetOptions = {{"n", "131072"}, {"dim", "128"}};
    d.card(kLara)->method = "mis";
  });
  REQUIRE(waitFor([&] { return told > 0; }));
  CHECK(booth.workbench().isBusy());
  CHECK_FALSE(booth.workbench().isAwaited());
  booth.workbench().cancel();
}

TEST_CASE("Jobs names what is computed, also where a part of it is there", "[said]") {
  Booth booth;
  const std::unique_ptr<Panel> jobs = booth.show(kindOf(QStringLiteral("jobs")));
  booth.workbench().setNeeds({Work::estimates});
  booth.workbench().store().change(QStringLiteral("long"), [](Document& d) {
    d.workload.preset = "clusters";
    d.workload.presetOptions = {{"n", "131072"}, {"dim", "128"}};
    d.card(kLara)->method = "mis";
  });
  REQUIRE(waitFor([&] {
    const Snapshot& now = *booth.workbench().snapshot();
    return now.sequence && now.sequence->sizes.N == 131072 && !booth.workbench().isStale();
  }));
  REQUIRE(booth.workbench().snapshot()->next == Work::estimates);
  jobs->bringUpToDate();
  const QList<QLabel*> labels = jobs->findChildren<QLabel*>();
  QStringList said;
  for (const QLabel* label : labels) said << label->text();
  INFO(text(said.join(QLatin1Char('\n'))));
  CHECK(std::any_of(labels.begin(), labels.end(), [](const QLabel* label) {
    return label->text().contains(QStringLiteral("Computing estimates of all visible cards"));
  }));
  booth.workbench().cancel();
}

TEST_CASE("Weights does not say that nothing weighs samples where that is not computed", "[said]") {
  Booth booth;
  const std::unique_ptr<Panel> weights = booth.show(kindOf(QStringLiteral("weights")));
  booth.lockQuery(5);
  const auto says = [&](const char* words) {
    weights->bringUpToDate();
    const QList<QLabel*> labels = weights->findChildren<QLabel*>();
    return std::any_of(labels.begin(), labels.end(),
                       [&](const QLabel* label) { return label->text().contains(QString::fromUtf8(words)); });
  };
  booth.workbench().store().change(QStringLiteral("long"), [](Document& d) {
    d.workload.preset = "clusters";
    d.workload.presetOptions = {{"n", "131072"}, {"dim", "128"}};
    d.card(kRfa)->visible = false;
    d.card(kLara)->method = "mis";
  });
  REQUIRE(waitFor([&] {
    const Snapshot& now = *booth.workbench().snapshot();
    return now.sequence && now.sequence->sizes.N == 131072 && !booth.workbench().isStale();
  }));
  CHECK_FALSE(says("No visible estimator weighs"));
  booth.workbench().cancel();
  CHECK_FALSE(says("No visible estimator weighs"));
  CHECK(says("Cancelled before this was computed."));
  booth.workbench().store().change(QStringLiteral("linear"), [](Document& d) {
    d.workload.presetOptions = {{"n", "64"}, {"dim", "8"}};
    d.card(kLara)->method = "linear_elu";
    d.card(kLara)->options.clear();
  });
  booth.settle();
  CHECK(says("No visible estimator weighs"));
}

TEST_CASE("a moved view of ω-space comes home with other data, another plane, or when nothing is left in it",
          "[said]") {
  Booth booth;
  const auto panel = booth.show(kindOf(QStringLiteral("omega_space")));
  DensityField& field = space(panel).field();
  const auto pan = [&] { field.setView({field.view().centre + QPointF(1, 1), field.view().span / 2}); };
  pan();
  booth.lockQuery(20);
  booth.workbench().store().change(QStringLiteral("samples"),
                                   [](Document& d) { d.cards[1].options["samples"] = "32"; });
  booth.settle();
  CHECK(field.isMoved());  // the same data: one looks where one looked
  SECTION("another preset") {
    choosePreset(booth, "two_camps");
    CHECK_FALSE(field.isMoved());
  }
  SECTION("another seed of the data") {
    booth.workbench().store().change(QStringLiteral("seed"), [](Document& d) { d.workload.presetSeed = 8; });
    booth.settle();
    CHECK_FALSE(field.isMoved());
  }
  SECTION("a file") {
    const QTemporaryDir folder;
    booth.openFile(folder.filePath(QStringLiteral("d.npz")), 24, 5);
    CHECK_FALSE(field.isMoved());
    pan();
    booth.workbench().store().change(QStringLiteral("plane"), [](Document& d) { d.asks.plane.kind = Plane::axes; });
    booth.settle();
    CHECK_FALSE(field.isMoved());
  }
  SECTION("nothing is left in it") {
    choosePreset(booth, "three_clusters", {{"radius", "9"}});
    field.setView({QPointF(10, 10), 1});
    choosePreset(booth, "three_clusters", {{"radius", "0.5"}});
    CHECK_FALSE(field.isMoved());
  }
}

TEST_CASE("ω-space exports all that it shows: query, target and keys beside samples and proposals", "[said]") {
  Booth booth;
  const auto panel = booth.show(kindOf(QStringLiteral("omega_space")));
  const auto count = [&](const PanelData& data, const QString& kind) {
    const auto rows = rowsOf(data);
    return std::count_if(rows.begin(), rows.end(), [&](const auto& row) { return row[1] == kind; });
  };
  const PanelData data = panel->data();
  CHECK(count(data, QStringLiteral("query")) == 1);
  CHECK(count(data, QStringLiteral("target")) == 48);
  CHECK(count(data, QStringLiteral("key")) == 48);
  CHECK(count(data, QStringLiteral("sample")) == 32);
  CHECK(count(data, QStringLiteral("proposal")) == 16);
  const std::vector<double> query = scaledToken(*booth.workbench().snapshot(), true, kStartQuery),
                            pi = attentionRow(booth, 0, kStartQuery);
  for (const auto& row : rowsOf(data)) {
    const auto m = static_cast<std::size_t>(row[2].toInt());
    if (row[1] == QStringLiteral("query")) {
      CHECK(row[2].toInt() == kStartQuery);
      CHECK(row[3].toDouble() == Approx(query[0]));
      CHECK(row[4].toDouble() == Approx(query[1]));
    } else if (row[1] == QStringLiteral("key")) {
      CHECK(row[3].toDouble() == Approx(scaledToken(*booth.workbench().snapshot(), false, row[2].toInt())[0]));
    } else if (row[1] == QStringLiteral("target")) {
      CHECK(row[3].toDouble() ==
            Approx(query[0] + scaledToken(*booth.workbench().snapshot(), false, row[2].toInt())[0]));
      CHECK(row[5].toDouble() == Approx(pi[m]).margin(1e-6));
    }
  }
  // The target as it is drawn: a density, on the places it was computed at.
  const omega::Array &density = data.arrays.at("target_log_density"), &x = data.arrays.at("x"),
                     &y = data.arrays.at("y");
  REQUIRE(density.shape() == omega::Shape{y.shape()[0], x.shape()[0]});
  double sum = 0;
  for (std::size_t i = 0; i < density.count(); ++i) sum += std::exp(density.at(i));
  CHECK(sum * (x.at(1) - x.at(0)) * (y.at(1) - y.at(0)) == Approx(1).margin(0.02));
  booth.workbench().store().change(QStringLiteral("line"), [](Document& d) { d.asks.plane.line = true; });
  booth.settle();
  CHECK(panel->data().arrays.at("target_log_density").shape() == panel->data().arrays.at("x").shape());
  booth.workbench().selection().lock({-1, 0, -1, -1, -1, -1});
  booth.settle();
  CHECK(count(panel->data(), QStringLiteral("query")) + count(panel->data(), QStringLiteral("target")) == 0);
}

TEST_CASE("f(ω) says what it needs before there is an arrow", "[said]") {
  Booth booth;
  const auto panel = booth.show(kindOf(QStringLiteral("omega_space")));
  const auto look = [&] {
    return OmegaLook{*booth.workbench().snapshot(),
                     nullptr,
                     booth.workbench().document(),
                     booth.workbench().selection().shown(),
                     {},
                     {},
                     -1};
  };
  CHECK(missingArrow(look()).isEmpty());  // nobody asked
  booth.workbench().store().change(QStringLiteral("f"), [](Document& d) { d.view.showValues = true; });
  booth.settle();
  CHECK(missingArrow(look()).contains(QStringLiteral("click a sample")));
  CHECK(omegaPrompts(look()).contains(missingArrow(look())));
  CHECK_FALSE(omegaBadges(look()).contains(missingArrow(look())));  // they are in figures, too
  CHECK(space(panel).field().scene().arrows.empty());
  booth.workbench().selection().lock({kRfa, 0, kStartQuery, -1, -1, 3});
  booth.settle();
  CHECK(space(panel).field().scene().arrows.empty() == !missingArrow(look()).isEmpty());
  CHECK(missingArrow(look()).isEmpty());
  booth.workbench().store().change(QStringLiteral("hide"), [](Document& d) { d.view.showSamples = false; });
  booth.settle();
  CHECK(missingArrow(look()).contains(QStringLiteral("show the samples")));
}

TEST_CASE("Kernels says whether there is something to drag, and leads there", "[said]") {
  Booth booth;
  const auto panel = booth.show(kindOf(QStringLiteral("kernels")), {900, 420});
  auto& add = *panel->findChild<QPushButton*>();
  CHECK(saysOf(*panel).contains(QStringLiteral("Nothing to drag")));
  REQUIRE(add.isVisible());
  CHECK(add.text() == QStringLiteral("Add gmm"));
  booth.workbench().selection().lock({kRfa, 0, kStartQuery, -1, -1, -1});
  add.click();
  booth.settle();
  CHECK(panel->subject() == QStringLiteral("gmm"));  // also where another was in front
  CHECK_FALSE(booth.workbench().snapshot()->kernel->curves.centres.empty());
  CHECK(saysOf(*panel).contains(QStringLiteral("Drag a μ")));
  CHECK_FALSE(add.isVisible());
  booth.workbench().selection().lock({kRfa, 0, kStartQuery, -1, -1, -1});
  booth.settle();
  CHECK(saysOf(*panel).contains(QStringLiteral("Click gmm in Estimators")));
  booth.workbench().store().change(QStringLiteral("hide"), [](Document& d) { d.cards.back().visible = false; });
  booth.settle();
  CHECK(saysOf(*panel).contains(QStringLiteral("Nothing to drag")));
  REQUIRE(add.isVisible());
  CHECK(add.text() == QStringLiteral("Show gmm"));
  CHECK(add.toolTip() == QStringLiteral("Shows its card again, in every panel"));
  add.click();
  booth.settle();
  CHECK(saysOf(*panel).contains(QStringLiteral("Drag a μ")));
}

TEST_CASE("places are counted from 0: head, query, axis and dimension, in every panel, message and export",
          "[said][counting]") {
  const QTemporaryDir folder;
  Window w;
  w.window.openFile(twoHeads(folder));
  w.settle();
  w.workbench().selection().lock({kRfa, 1, 0, 0, -1, 0});
  w.workbench().store().change(QStringLiteral("plane"), [](Document& d) { d.asks.plane.kind = Plane::axes; });
  w.settle();
  w.window.dockOf(w.window.panel(QStringLiteral("output")))->raise();
  w.settle();
  const std::shared_ptr<const Snapshot> kept = w.workbench().snapshot();
  const Snapshot& snapshot = *kept;
  const auto* bar = w.window.findChild<QToolBar*>(QStringLiteral("main_toolbar"));
  const auto* query = bar->findChild<QSpinBox*>();
  QComboBox* head = nullptr;
  for (QComboBox* box : bar->findChildren<QComboBox*>())
    if (box->accessibleName() == QStringLiteral("head")) head = box;
  REQUIRE(head != nullptr);
  CHECK(head->count() == 2);
  CHECK(head->itemText(0) == QStringLiteral("0"));
  CHECK(head->currentText() == QStringLiteral("1"));
  CHECK(query->value() == 0);
  emit head->activated(0);
  CHECK(w.workbench().selection().locked().head == 0);
  emit head->activated(1);
  w.settle();
  CHECK(selectionPath(*w.workbench().document().card(kRfa), snapshot, w.workbench().selection().locked())
            .contains(QStringLiteral("head 1 › query 0 › key 0 › sample 0")));
  CHECK(captionOf(w.workbench()).contains(QStringLiteral("head 1 of 2")));
  CHECK(saysOf(*w.window.panel(QStringLiteral("output"))).contains(QStringLiteral("all queries of head 1")));
  CHECK(rowsOf(w.window.panel(QStringLiteral("jobs"))->data()).front()[1].contains(QStringLiteral("head 1")));
  CHECK(axisTitle(*snapshot.plane, false, 3) == QStringLiteral("ω₀"));
  CHECK(axisTitle(*snapshot.plane, true, 3) == QStringLiteral("ω₁"));
  int axes = 0;
  for (const QSpinBox* box : w.window.panel(QStringLiteral("omega_space"))->findChildren<QSpinBox*>()) {
    CHECK(box->minimum() == 0);
    CHECK(box->maximum() == 2);
    CHECK(box->value() == axes++);
  }
  CHECK(axes == 2);
  QString sentence;
  QObject::connect(&w.workbench().selection(), &Selection::clamped, [&](const QString& said) { sentence = said; });
  w.workbench().selection().setLimits({1, 4, 4});
  CHECK(sentence.contains(QStringLiteral("head 0")));
}

TEST_CASE("the window has its own words for what the command calls an option", "[said][counting]") {
  CHECK(windowWords("there is no head 7; --head must be 0 to 3") == "there is no head 7; “head” must be 0 to 3");
  CHECK(windowWords("say how many with --heads and --kv-heads") == "say how many with “heads” and “kv heads”");
  CHECK(windowWords("beyond float32; --precision f64 holds it") ==
        "beyond float32; the command's “precision” f64 holds it");
  CHECK(windowWords("a -- b -1") == "a -- b -1");
  CHECK(windowWords("proposals[1] is the target; --head is no proposals[0]") == "q2 is the target; “head” is no q1");
  CHECK(windowWords("proposals[10].count is 3") == "count of q11 is 3");
  const QTemporaryDir folder;
  Window w;
  const QString data = twoHeads(folder);
  w.window.openFile(data);
  w.settle();
  emit w.workbench().fileWanted(data, {{"head", "7"}}, false);
  w.settle();
  CHECK(w.says(QStringLiteral("“head”")));
  CHECK_FALSE(w.says(QStringLiteral("--")));
}

TEST_CASE("who only hears it is told what a list to choose from sets", "[said]") {
  const Dresser dresser;  // the labels come with the style
  Window w;
  int lists = 0;
  for (QComboBox* box : w.window.findChildren<QComboBox*>()) {
    if (!box->isVisible() || box->window() != &w.window) continue;
    INFO(text(box->accessibleName()));
    const auto labels = QAccessible::queryAccessibleInterface(box)->relations(QAccessible::Label);
    REQUIRE(labels.size() == 1);
    CHECK_FALSE(labels[0].first->text(QAccessible::Name).isEmpty());
    ++lists;
  }
  CHECK(lists > 3);
}
