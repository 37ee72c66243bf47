// Figures for papers: in the document and its sessions, on paper, from a shell, in their dialog, and in motion.
#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QDoubleSpinBox>
#include <QFile>
#include <QImage>
#include <QImageReader>
#include <QLabel>
#include <QListWidget>
#include <QMenu>
#include <QProcess>
#include <QPushButton>
#include <QStandardPaths>
#include <QTest>
#include <QUndoStack>
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "app/booth.h"
#include "app/hands.h"
#include "app/svg_file.h"
#include "app/window_booth.h"
#include "core/error.h"
#include "export/exporter.h"
#include "export/figure_booth.h"
#include "export/figure_dialog.h"
#include "export/figure_motion.h"
#include "export/gif_file.h"
#include "export/panel_picture.h"
#include "model/document_store.h"
#include "support/refusal.h"

using namespace omegascope;
using namespace omegascope::test;

namespace {

/// Nothing as it is by itself.
PaperFigure builtFigure() {
  PaperFigure figure;
  figure.tiles = {{"weights", 1, 2}, {"attention", 3, 1}, {"omega_space", 2, 3}};
  figure.columns = 3;
  figure.width = 84;
  figure.height = 120.5;
  figure.points = 7;
  figure.dpi = 600;
  figure.colours = ExportColours::Grey;
  figure.letters = figure.legends = figure.cross = false;
  figure.titles = true;
  figure.motion = {1, "samples", 2, 32, 12, 80};
  return figure;
}

std::string refusal(const std::string& figure) {
  INFO(figure);
  return omega::test::refusal_of([&] { documentFromJson(nlohmann::json::parse(R"({"figure": )" + figure + "}")); });
}

}  // namespace

TEST_CASE("a figure is part of the session, and undone like all else", "[figure][session]") {
  const QTemporaryDir folder;
  Session session = startSession();
  session.document.figure = builtFigure();
  for (const char* name : {"s.omega", "s.json"}) {
    const QString path = folder.filePath(QLatin1String(name));
    writeSession(path, session);
    CHECK(readSession(path).document == session.document);
  }
  CHECK(sessionFromState(stateText(session)).document == session.document);

  DocumentStore store;
  store.change(QStringLiteral("figure"), [](Document& d) { d.figure = builtFigure(); });
  CHECK(store.document().figure == builtFigure());
  CHECK(store.document().asksTheSame(Document::start()));  // nothing is computed anew
  store.undoStack()->undo();
  CHECK(store.document() == Document::start());
}

TEST_CASE("sessions from before figures open, and are read by the versions of then", "[figure][session]") {
  CHECK(documentFromJson(nlohmann::json::parse(R"({"seed": 3})")).figure == PaperFigure());
  CHECK_FALSE(sessionJson(startSession()).contains("figure"));
  // What a figure does not say is as it is by itself.
  const PaperFigure narrow = documentFromJson(nlohmann::json::parse(R"({"figure": {"width": 84}})")).figure;
  CHECK(narrow.width == 84);
  CHECK(narrow.tiles == PaperFigure().tiles);
}

TEST_CASE("a figure that cannot be is refused by the name of what is wrong", "[figure][session]") {
  using Catch::Matchers::Contains;
  CHECK_THAT(refusal(R"({"width": 5})"), Contains("document.figure.width is 5") && Contains("from 10 to 2000"));
  CHECK_THAT(refusal(R"({"columns": 0})"), Contains("document.figure.columns is 0"));
  CHECK_THAT(refusal(R"({"tiles": [{"panel": "mis", "columns": 9}]})"), Contains("document.figure.tiles[0].columns"));
  CHECK_THAT(refusal(R"({"motion": {"frames": 1}})"), Contains("document.figure.motion.frames"));
  CHECK_THAT(refusal(R"({"colours": "gray"})"), Contains("did you mean grey"));
  CHECK_THAT(refusal(R"({"letter": true})"), Contains("did you mean letters"));
  nlohmann::json many = nlohmann::json::array();
  for (int i = 0; i < 27; ++i) many.push_back(nlohmann::json::object({{"panel", "mis"}}));
  CHECK_THAT(refusal(nlohmann::json::object({{"tiles", many}}).dump()), Contains("27 panels"));
}

TEST_CASE("panels of a figure fill its columns row by row, as wide and as high as they are told", "[figure]") {
  PaperFigure figure;
  figure.columns = 3;
  figure.tiles = {{"a", 1, 1}, {"b", 2, 3}, {"c", 2, 1}, {"d", 2, 1}, {"e", 6, 1}};
  const QRectF area(10, 20, 320, 630);
  const std::vector<QRectF> places = figurePlaces(figure, area, 10);
  REQUIRE(places.size() == 5);
  CHECK(places[0] == QRectF(10, 20, 100, 300));
  CHECK(places[1] == QRectF(120, 20, 210, 300));
  CHECK(places[2] == QRectF(10, 330, 210, 100));
  CHECK(places[3] == QRectF(10, 440, 210, 100));  // no room beside the third
  CHECK(places[4] == QRectF(10, 550, 320, 100));  // no wider than all
  for (const QRectF& place : figurePlaces(figure, {0, 0, 10, 10}, 10))
    CHECK(place.isEmpty());  // and none less than none
}

TEST_CASE("a figure has its letters, titles and legends as text of one size, or leaves them out", "[figure][export]") {
  Session session = startSession();
  PaperFigure& figure = session.document.figure;
  figure.points = 7;
  const auto drawn = [&] {
    const FigureBooth booth(session);
    return readSvg(svgPicture(booth.sheet(), booth.sheet().options(ExportFormat::Svg), {}));
  };
  const SvgFile plain = drawn();
  REQUIRE(plain.isWellFormed);
  CHECK(plain.images >= 3);  // the maps of softmax, rfa and lara
  for (const char* words : {"a", "b", "c", "query n", "keys"}) CHECK(plain.texts.contains(QLatin1String(words)));
  CHECK_FALSE(plain.texts.contains(QStringLiteral("a  Attention")));
  double largest = 0;
  for (const SvgText& one : plain.placed) largest = std::max(largest, one.height);
  CHECK(largest == Approx(7 / 0.75).epsilon(0.01));  // pixels of 1/96 inch
  const auto a = std::find_if(plain.placed.begin(), plain.placed.end(),
                              [](const SvgText& one) { return one.words == QStringLiteral("a"); });
  REQUIRE(a != plain.placed.end());
  CHECK(a->box.left() < 12);
  CHECK(a->box.top() < 12);

  figure.letters = figure.legends = false;
  const SvgFile bare = drawn();
  for (const char* words : {"a", "b", "c", "keys"}) CHECK_FALSE(bare.texts.contains(QLatin1String(words)));
  figure.letters = figure.titles = true;
  CHECK(drawn().texts.contains(QStringLiteral("a  Attention")));
}

TEST_CASE("a figure names the panels whose text becomes smaller for lack of room", "[figure][export]") {
  Session session = startSession();
  PaperFigure& figure = session.document.figure;
  figure.tiles = {{"weights", 1, 1}, {"chance", 1, 1}};
  figure.columns = 1;
  figure.points = 8;
  const auto said = [&](double width, double height) {
    figure.width = width;
    figure.height = height;
    const FigureBooth booth(session);
    return lacksOfRoom(booth.sheet(), booth.sheet().options(ExportFormat::Pdf)).join(QLatin1Char('\n'));
  };
  CHECK(said(300, 500).isEmpty());
  const QString small = said(84, 140);
  INFO(text(small));
  CHECK(small.contains(QStringLiteral("smaller: b 3.")));
  CHECK(small.count(QStringLiteral(" pt")) == 1);
}

TEST_CASE("a figure marks the selection, or shows none", "[figure][export]") {
  Session session = startSession();
  session.document.figure.tiles = {{"attention", 2, 1}};
  const auto drawn = [&](bool cross, int key) {
    session.document.figure.cross = cross;
    session.locked.key = key;
    const FigureBooth booth(session);
    const ExportOptions options = booth.sheet().options(ExportFormat::Png);
    return pixelPicture(booth.sheet(), options, options.pixels());
  };
  // Above the strips below the maps, which show a key's column.
  const auto maps = [](const QImage& picture) { return picture.copy(0, 0, picture.width(), picture.height() * 2 / 5); };
  CHECK(maps(drawn(true, 5)) != maps(drawn(true, 30)));
  CHECK(maps(drawn(false, 5)) == maps(drawn(false, 30)));
  CHECK(maps(drawn(false, 5)) != maps(drawn(true, 5)));
}

TEST_CASE("the PDF of a figure has its size, its fonts and its words", "[figure][export]") {
  const QTemporaryDir folder;
  Session session = startSession();
  session.document.figure.width = 84;
  const FigureBooth booth(session);
  const QString path = folder.filePath(QStringLiteral("figure.pdf"));
  exportPanel(booth.sheet(), booth.workbench(), path, booth.sheet().options(ExportFormat::Pdf));
  const QByteArray pdf = bytesOf(path);
  CHECK(pdf.startsWith("%PDF"));
  CHECK(pdf.contains("/FontFile"));
  CHECK(pdf.contains("--figure"));  // the line that makes it again
  if (QStandardPaths::findExecutable(QStringLiteral("pdffonts")).isEmpty()) {
    WARN("pdffonts is not installed: fonts not looked at by it");
    return;
  }
  const auto said = [&](const char* program) {
    QProcess process;
    process.start(QLatin1String(program), {path});
    REQUIRE(process.waitForFinished(kProgramMs));
    return QString::fromUtf8(process.readAllStandardOutput());
  };
  const QStringList fonts = said("pdffonts").split(QLatin1Char('\n'), Qt::SkipEmptyParts).mid(2);
  REQUIRE_FALSE(fonts.isEmpty());
  for (const QString& font : fonts) {  // name, type, encoding, embedded, subset, Unicode, object and its generation
    const QStringList cells = font.simplified().split(QLatin1Char(' '));
    INFO(text(font));
    REQUIRE(cells.size() >= 8);
    CHECK(cells[cells.size() - 5] == QStringLiteral("yes"));
  }
  const QStringList page =
      said("pdfinfo").section(QStringLiteral("Page size:"), 1).simplified().split(QLatin1Char(' '));
  CHECK(page.front().toDouble() == Approx(84 / 25.4 * 72).margin(1));
}

TEST_CASE("a session gives the figure of the window without a window", "[figure][export][window]") {
  Window w;
  FigureSheet sheet(w.workbench(), [&](const QString& name) { return w.window.panel(name); });
  w.workbench().setNeeds({});
  w.settle();
  sheet.bringUpToDate();
  const ExportOptions options = sheet.options(ExportFormat::Png);
  const FigureBooth booth(w.window.session());
  const QImage own = pixelPicture(sheet, options, options.pixels());
  CHECK(own == pixelPicture(booth.sheet(), booth.sheet().options(ExportFormat::Png), options.pixels()));
}

TEST_CASE("a figure has the command of each panel, and a remark for one without", "[figure][export][window]") {
  Window w;
  w.workbench().store().change(QStringLiteral("figure"), [](Document& d) {
    d.figure.tiles = {{"attention"}, {"convergence"}};
  });
  FigureSheet sheet(w.workbench(), [&](const QString& name) { return w.window.panel(name); });
  w.settle();
  sheet.bringUpToDate();
  const Panel& unmeasured = *w.window.panel(QStringLiteral("convergence"));
  REQUIRE_FALSE(unmeasured.whyNoCommand().isEmpty());
  const QStringList lines = sheet.command().split(QLatin1Char('\n'));
  REQUIRE(lines.size() > 1);  // a command for each card
  CHECK(lines.front().startsWith(QStringLiteral("omega ")));
  CHECK(lines.back() == QStringLiteral("# ") + unmeasured.title() + QStringLiteral(": ") + unmeasured.whyNoCommand());
}

namespace {

struct Builder {
  Window w;
  FigureDialog dialog{w.workbench(), [this](const QString& name) { return w.window.panel(name); }, nullptr};

  Builder() {
    w.workbench().setNeeds({});
    dialog.setAttribute(Qt::WA_DontShowOnScreen);
    dialog.show();
    w.settle();
  }
  const PaperFigure& figure() { return w.workbench().document().figure; }
  QListWidget* list() const { return dialog.findChild<QListWidget*>(); }
  QAbstractButton* button(const QString& label) const {
    for (QAbstractButton* one : dialog.findChildren<QAbstractButton*>())
      if (QString(one->text()).remove(QLatin1Char('&')) == label) return one;
    FAIL("there is no button " << text(label));
    return nullptr;
  }
  void click(const char* label) const { button(QLatin1String(label))->click(); }
  /// The one in the form behind a label.
  template <class Control>
  Control* control(const QString& label) const {
    for (const QLabel* one : dialog.findChildren<QLabel*>())
      if (QString(one->text()).remove(QLatin1Char('&')) == label) return qobject_cast<Control*>(one->buddy());
    FAIL("there is no control " << text(label));
    return nullptr;
  }
  std::vector<std::string> panels() {
    std::vector<std::string> names;
    for (const FigureTile& tile : figure().tiles) names.push_back(tile.panel);
    return names;
  }
  QImage preview() const {
    for (const QLabel* label : dialog.findChildren<QLabel*>())
      if (label->accessibleName() == QStringLiteral("preview")) return label->pixmap().toImage();
    return {};
  }
};

}  // namespace

TEST_CASE("the figure builder adds, orders and removes panels, each a step of undo", "[figure][window]") {
  Builder b;
  using Names = std::vector<std::string>;
  CHECK(b.list()->count() == 3);
  CHECK(b.list()->item(1)->text() == QStringLiteral("b  ") + b.w.window.panel(QStringLiteral("omega_space"))->title());
  b.list()->setCurrentRow(1);
  b.click("Down");
  CHECK(b.panels() == Names{"attention", "weights", "omega_space"});
  CHECK(b.list()->currentRow() == 2);
  QTest::keyClick(b.list(), Qt::Key_Up, Qt::AltModifier);
  QTest::keyClick(b.list(), Qt::Key_Up, Qt::AltModifier);
  CHECK(b.panels() == Names{"omega_space", "attention", "weights"});
  QTest::keyClick(b.list(), Qt::Key_Delete);
  CHECK(b.panels() == Names{"attention", "weights"});
  const auto* add = qobject_cast<QPushButton*>(b.button(QStringLiteral("Add")));
  REQUIRE(add != nullptr);
  const QString mis = b.w.window.panel(QStringLiteral("mis"))->title();
  for (QAction* action : add->menu()->actions())
    if (action->text() == mis) action->trigger();
  CHECK(b.panels() == Names{"attention", "weights", "mis"});
  CHECK(b.list()->currentRow() == 2);
  b.control<QSpinBox>(QStringLiteral("Columns of the panel"))->setValue(2);
  CHECK(b.figure().tiles.back() == FigureTile{"mis", 2, 1});
  for (int i = 0; i < 6; ++i) b.click("Undo");
  CHECK(b.figure() == PaperFigure());
  CHECK_FALSE(b.button(QStringLiteral("Undo"))->isEnabled());
  b.click("Redo");
  CHECK(b.panels() == Names{"attention", "weights", "omega_space"});
  // One panel stays.
  for (int i = 0; i < 5; ++i) QTest::keyClick(b.list(), Qt::Key_Delete);
  CHECK(b.panels().size() == 1);
  CHECK_FALSE(b.button(QStringLiteral("Remove"))->isEnabled());
}

TEST_CASE("with a full history the figure builder undoes its own steps too, and no others", "[figure][window]") {
  Window w;
  DocumentStore& store = w.workbench().store();
  for (std::uint32_t seed = 1; seed <= 210; ++seed)
    store.change(QStringLiteral("seed"), [seed](Document& d) { d.seed = seed; });
  REQUIRE(store.undoStack()->count() == store.undoStack()->undoLimit());
  FigureDialog dialog(
      w.workbench(), [&](const QString& name) { return w.window.panel(name); }, nullptr);
  QPushButton* undo = nullptr;
  for (QPushButton* button : dialog.findChildren<QPushButton*>())
    if (button->text() == QStringLiteral("Undo")) undo = button;
  REQUIRE(undo != nullptr);
  CHECK_FALSE(undo->isEnabled());
  for (int i = 0; i < 2; ++i) QTest::keyClick(dialog.findChild<QListWidget*>(), Qt::Key_Delete);
  REQUIRE(store.document().figure.tiles.size() == 1);
  for (int i = 0; i < 3; ++i) undo->click();
  CHECK(store.document().figure == PaperFigure());
  CHECK(store.document().seed == 210);
  CHECK_FALSE(undo->isEnabled());
}

TEST_CASE("the figure builder sets size, text and looks, and shows them", "[figure][window]") {
  Builder b;
  const int steps = b.w.workbench().store().undoStack()->count();
  CHECK(waitFor([&] { return b.preview().width() == qRound(174 * 96 / 25.4); }));
  auto* width = b.control<QComboBox>(QStringLiteral("Size"));
  width->setCurrentIndex(0);
  emit width->activated(0);
  CHECK(b.figure().width == 84);
  CHECK(waitFor([&] { return b.preview().width() == qRound(84 * 96 / 25.4); }));
  const QImage usual = b.preview();
  b.control<QDoubleSpinBox>(QStringLiteral("Text size"))->setValue(7);
  CHECK(b.figure().points == 7);
  CHECK(waitFor([&] { return b.preview() != usual; }));
  const QImage lettered = b.preview();
  b.click("Letters a, b, c");
  CHECK_FALSE(b.figure().letters);
  CHECK(waitFor([&] { return b.preview() != lettered; }));
  CHECK(b.w.workbench().store().undoStack()->count() == steps + 3);
  // What the document says elsewhere is shown here.
  b.w.workbench().store().change(QStringLiteral("figure"), [](Document& d) { d.figure.dpi = 600; });
  CHECK(b.control<QDoubleSpinBox>(QStringLiteral("Dots per inch"))->value() == 600);
  b.click("Colour scale locked");
  const ViewSettings& view = b.w.workbench().document().view;
  CHECK(view.limits == MapLimits::locked);
  CHECK(view.lockedHigh > 0);
}

TEST_CASE("the figure of the builder is written, in its own size", "[figure][window][export]") {
  Builder b;
  const QTemporaryDir folder;
  b.control<QDoubleSpinBox>(QStringLiteral("Width"))->setValue(84);
  const QString png = folder.filePath(QStringLiteral("figure.png")),
                svg = folder.filePath(QStringLiteral("figure.svg"));
  REQUIRE(b.w.actions.exportTo(b.dialog.sheet(), png, b.dialog.sheet().options(ExportFormat::Png)));
  CHECK(QImage(png).width() == 992);
  REQUIRE(b.w.actions.exportTo(b.dialog.sheet(), svg, b.dialog.sheet().options(ExportFormat::Svg)));
  CHECK(readSvg(bytesOf(svg)).texts.contains(QStringLiteral("c")));
}

namespace {

/// Small, and of what changes with the samples alone.
Session movingSession() {
  Session session = startSession();
  PaperFigure& figure = session.document.figure;
  figure.tiles = {{"weights", 1, 1}};
  figure.columns = 1;
  figure.width = 60;
  figure.height = 40;
  figure.dpi = 96;
  figure.motion = {kRfa, "samples", 2, 32, 3, 100};
  return session;
}

std::string refusalOfMotion(const FigureMotion& motion) {
  Document document = Document::start();
  document.figure.motion = motion;
  try {
    motionSteps(document);
  } catch (const omega::Error& error) {
    CHECK(error.kind() == omega::Error::Kind::input);
    return error.what();
  }
  FAIL("it moves");
  return {};
}

}  // namespace

TEST_CASE("a motion goes through whole numbers by ratios, each once, and through others by steps", "[figure][motion]") {
  Document document = Document::start();
  const auto steps = [&](const FigureMotion& motion) {
    document.figure.motion = motion;
    return motionSteps(document);
  };
  using Texts = std::vector<std::string>;
  CHECK(steps({kRfa, "samples", 1, 256, 5, 100}) == Texts{"1", "4", "16", "64", "256"});
  CHECK(steps({kRfa, "samples", 4, 1, 7, 100}) == Texts{"4", "3", "2", "1"});
  CHECK(steps({kRfa, "samples", 10000, 60000, 2, 100}) == Texts{"10000", "60000"});
  CHECK(steps({-1, "radius", 1, 3, 5, 100}) == Texts{"1", "1.5", "2", "2.5", "3"});
  // Tiny numbers too: 1e-8 and 1e-7 are as far from each other as 1e-5 and 1e-4.
  const Texts tiny = steps({kLara, "clamp", 1e-8, 1e-4, 5, 100});
  REQUIRE(tiny.size() == 5);
  for (std::size_t i = 0; i < tiny.size(); ++i)
    CHECK(std::stod(tiny[i]) == Approx(std::pow(10.0, static_cast<double>(i) - 8)).epsilon(1e-9));
}

TEST_CASE("a motion that cannot be is refused in one sentence", "[figure][motion]") {
  using Catch::Matchers::Contains;
  CHECK_THAT(refusalOfMotion({}), Contains("does not move"));
  CHECK_THAT(refusalOfMotion({kRfa, "landmarks", 1, 2, 2, 100}), Contains("\"landmarks\""));
  CHECK_THAT(refusalOfMotion({99, "samples", 1, 2, 2, 100}), Contains("\"samples\""));
  CHECK_THAT(refusalOfMotion({kRfa, "samples", -5, 2, 2, 100}), Contains("samples") && Contains("-5"));
}

TEST_CASE("what can move are the numbers of visible estimators and of the sequence", "[figure][motion]") {
  const Document document = Document::start();
  QStringList titles;
  for (const MovableOption& one : movableOptions(document)) {
    INFO(text(one.title));
    titles << one.title;
    Document moved = document;
    moved.figure.motion = usualMotion(one, {});
    CHECK_NOTHROW(motionSteps(moved));
  }
  CHECK(titles.contains(QStringLiteral("rfa: samples")));
  CHECK(titles.contains(QStringLiteral("lara: proposal scale")));  // in words, as on its card
  CHECK(titles.contains(QStringLiteral("Three clusters: radius")));
  CHECK(titles.filter(QStringLiteral("_")).isEmpty());
  CHECK_FALSE(titles.contains(QStringLiteral("ra: samples")));  // not shown
}

TEST_CASE("the pictures of a motion are the figure at each value, one by one", "[figure][motion][export]") {
  const QTemporaryDir folder;
  const Session session = movingSession();
  const QString target = folder.filePath(QStringLiteral("frames/"));
  CHECK(isMotion(target));
  exportMotion(session, target, 0);
  const QStringList files = QDir(target).entryList(QDir::Files);
  CHECK(files == QStringList{QStringLiteral("001.png"), QStringLiteral("002.png"), QStringLiteral("003.png")});
  CHECK(files == motionFiles(session.document));
  const char* values[] = {"2", "8", "32"};
  for (int i = 0; i < 3; ++i) {
    INFO(values[i]);
    Session still = session;
    still.document.card(kRfa)->set("samples", values[i]);
    const FigureBooth booth(still);
    const ExportOptions options = booth.sheet().options(ExportFormat::Png);
    const QImage written(QDir(target).filePath(files[i]));
    CHECK(written.convertToFormat(QImage::Format_ARGB32) ==
          pixelPicture(booth.sheet(), options, options.pixels()).convertToFormat(QImage::Format_ARGB32));
    CHECK(written.text(QStringLiteral("Description")).contains(QStringLiteral("--figure --output figure_seed7.png")));
  }
  CHECK(bytesOf(QDir(target).filePath(files[0])) != bytesOf(QDir(target).filePath(files[2])));
}

TEST_CASE("a motion can be stopped while a picture of it is computed", "[figure][motion][export]") {
  const QTemporaryDir folder;
  int calls = 0;
  const auto stop = [&](double done) {
    if (++calls > 1 && done == 0) throw omega::Cancelled();
  };
  CHECK_THROWS_AS(exportMotion(movingSession(), folder.filePath(QStringLiteral("frames/")), 0, stop), omega::Cancelled);
  CHECK_FALSE(QDir(folder.filePath(QStringLiteral("frames"))).exists());
}

TEST_CASE("a GIF has the commonest colours of a picture", "[motion]") {
  QImage picture(300, 2, QImage::Format_RGB32);
  picture.fill(Qt::white);
  CHECK(commonColours(picture) == QList<QRgb>{qRgb(255, 255, 255)});
  for (int x = 0; x < 100; ++x) picture.setPixel(x, 0, qRgb(8, 16, 32));
  CHECK(commonColours(picture) == QList<QRgb>{qRgb(255, 255, 255), qRgb(8, 16, 32)});
  for (int x = 0; x < 300; ++x)
    for (int y = 0; y < 2; ++y) picture.setPixel(x, y, qRgb(x / 20 * 16, x % 20 * 12, y * 128));
  CHECK(commonColours(picture).size() == 256);
}

TEST_CASE("the GIF of a motion is read by others: all pictures, how long, over and over", "[figure][motion][export]") {
  const QTemporaryDir folder;
  Session session = movingSession();
  session.document.figure.tiles = {{"attention", 1, 1}};
  const QString path = folder.filePath(QStringLiteral("motion.gif"));
  CHECK(isMotion(path));
  exportMotion(session, path, 0);
  exportMotion(session, folder.filePath(QStringLiteral("frames/")), 0);
  CHECK(bytesOf(path).startsWith("GIF89a"));
  CHECK(bytesOf(path).contains("--figure --output figure_seed7.gif"));
  QImageReader reader(path);
  if (!reader.supportsAnimation()) {
    WARN("Qt has no reader of GIF here: its pictures are not looked at");
    return;
  }
  CHECK(reader.imageCount() == 3);
  CHECK(reader.loopCount() == -1);
  for (const char* name : {"001.png", "002.png", "003.png"}) {
    INFO(name);
    const QImage exact(folder.filePath(QStringLiteral("frames/") + QLatin1String(name))), read = reader.read();
    CHECK(reader.nextImageDelay() == 100);
    REQUIRE(read.size() == exact.size());
    double off = 0;
    for (int y = 0; y < read.height(); ++y)
      for (int x = 0; x < read.width(); ++x) {
        const QRgb a = read.pixel(x, y), b = exact.pixel(x, y);
        off += std::abs(qRed(a) - qRed(b)) + std::abs(qGreen(a) - qGreen(b)) + std::abs(qBlue(a) - qBlue(b));
      }
    CHECK(off / (3.0 * read.width() * read.height()) < 2);  // of 255
  }
}

TEST_CASE("the builder says what moves, and the window writes it without moving itself", "[figure][motion][window]") {
  Builder b;
  auto* moves = b.control<QComboBox>(QStringLiteral("What moves"));
  const auto* exportIt = qobject_cast<QPushButton*>(b.button(QStringLiteral("Export motion")));
  CHECK(moves->currentIndex() == 0);
  CHECK_FALSE(exportIt->isEnabled());
  const int samples = moves->findText(QStringLiteral("rfa: samples"));
  REQUIRE(samples > 0);
  const int scale = moves->findText(QStringLiteral("lara: proposal scale"));
  CHECK(moves->itemData(scale, Qt::ToolTipRole).toString().contains(QStringLiteral("proposal_scale")));
  moves->setCurrentIndex(samples);
  emit moves->activated(samples);
  CHECK(exportIt->isEnabled());
  CHECK(b.figure().motion == FigureMotion{kRfa, "samples", 1, 16, 24, 120});
  b.control<QSpinBox>(QStringLiteral("Pictures"))->setValue(2);
  REQUIRE(exportIt->menu()->actions().size() == 2);
  exportIt->menu()->actions().front()->trigger();
  CHECK(b.dialog.result() == FigureDialog::kPictures);
  exportIt->menu()->actions().back()->trigger();
  CHECK(b.dialog.result() == FigureDialog::kGif);
  b.w.workbench().store().change(QStringLiteral("small"), [](Document& d) {
    const FigureMotion motion = d.figure.motion;
    d.figure = movingSession().document.figure;
    d.figure.motion = motion;
  });
  const Document before = b.w.workbench().document();
  const QTemporaryDir folder;
  REQUIRE(b.w.actions.motionTo(folder.path() + QLatin1Char('/')));
  CHECK(QDir(folder.path()).entryList(QDir::Files).size() == 2);
  CHECK(b.w.workbench().document() == before);
}

TEST_CASE("the values of a motion have the digits, steps and limits of what moves", "[figure][motion]") {
  Builder b;
  auto* moves = b.control<QComboBox>(QStringLiteral("What moves"));
  const auto *first = b.control<QDoubleSpinBox>(QStringLiteral("First value")),
             *last = b.control<QDoubleSpinBox>(QStringLiteral("Last value"));
  const auto choose = [&](const char* title) {
    const int index = moves->findText(QLatin1String(title));
    REQUIRE(index > 0);
    emit moves->activated(index);
  };
  choose("rfa: samples");
  CHECK(first->text() == QStringLiteral("1"));
  CHECK(last->text() == QStringLiteral("16"));
  CHECK(last->minimum() == 1);
  CHECK(last->singleStep() == 1);
  choose("lara: smallest weight");
  CHECK(last->value() == 1e-8);
  CHECK(first->value() == Approx(2.5e-9));
  CHECK(first->maximum() == 1);
  b.control<QDoubleSpinBox>(QStringLiteral("Last value"))->stepUp();
  CHECK(b.figure().motion.to > 1e-8);
  CHECK(b.figure().motion.to < 3e-8);
  choose("Three clusters: radius");
  CHECK(last->text() == QStringLiteral("1.5"));
  CHECK(first->text() == QStringLiteral("0.375"));
}
