// Every panel in every size of the export dialog: no words over others, none cut off, nothing that a larger picture has
// is missing.
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QProcess>
#include <QPushButton>
#include <QRegularExpression>
#include <catch2/catch.hpp>
#include <set>

#include "app/booth.h"
#include "app/gym.h"
#include "app/svg_file.h"
#include "core/error.h"
#include "export/export_dialog.h"
#include "export/figure_booth.h"
#include "export/panel_picture.h"
#include "views/legend.h"
#include "widgets/clipping_device.h"
#include "widgets/density_field_style.h"

using namespace omegascope;
using namespace omegascope::test;

namespace {

constexpr double kTouch = 1;          // pixels by which boxes of ink may meet
constexpr double kSmallestImage = 6;  // pixels of the shorter side, of maps and colour bars: below it they show nothing
constexpr double kSmallestText = 5.5;  // pixels of a letter's size: about 4 points

SvgFile drawn(const Panel& panel, const QSizeF& millimetres, bool withLegend = true) {
  ExportOptions options;
  options.format = ExportFormat::Svg;
  options.millimetres = millimetres;
  options.withLegend = withLegend;
  return readSvg(svgPicture(panel, options, {}));
}

bool meet(const QRectF& a, const QRectF& b) {
  const QRectF common = a.intersected(b);
  return common.width() > kTouch && common.height() > kTouch;
}

QStringList overlapsOf(const SvgFile& svg) {
  QStringList found;
  for (std::size_t i = 0; i < svg.placed.size(); ++i)
    for (std::size_t j = i + 1; j < svg.placed.size(); ++j) {
      const SvgText &a = svg.placed[i], &b = svg.placed[j];
      const bool isHalo = a.words == b.words && a.box == b.box;
      if (!isHalo && meet(a.box, b.box)) found << QStringLiteral("\"%1\" and \"%2\"").arg(a.words, b.words);
    }
  return found;
}

QStringList outsideOf(const SvgFile& svg) {
  QStringList found;
  const QRectF page = svg.viewBox.adjusted(-kTouch, -kTouch, kTouch, kTouch);
  for (const SvgText& text : svg.placed)
    if (!page.contains(text.box)) found << text.words;
  return found;
}

/// Words, without numbers and single letters.
std::set<QString> wordsOf(const SvgFile& svg) {
  static const QRegularExpression word(QStringLiteral("[A-Za-z²πω_]{3,}"));
  std::set<QString> words;
  for (const SvgText& text : svg.placed)
    for (auto match = word.globalMatch(text.words); match.hasNext();) words.insert(match.next().captured());
  return words;
}

QStringList missingOf(const SvgFile& small, const SvgFile& large) {
  QStringList missing;
  const std::set<QString> there = wordsOf(small);
  for (const QString& word : wordsOf(large))
    if (!there.contains(word)) missing << word;
  return missing;
}

void checkSizes(const Panel& panel, const QString& state) {
  std::vector<SizePreset> sizes = sizePresets();
  sizes.push_back({QStringLiteral("as on the screen"), QSizeF(panel.size()) * (25.4 / 96)});
  const SvgFile large = drawn(panel, QSizeF(254, 190));
  REQUIRE_FALSE(large.placed.empty());
  for (const SizePreset& size : sizes) {
    const SvgFile svg = drawn(panel, size.millimetres);
    INFO(text(panel.name()) << ", " << text(state) << ", " << text(size.title));
    REQUIRE(svg.isWellFormed);
    CHECK(text(overlapsOf(svg).join(QStringLiteral("; "))) == "");
    CHECK(text(outsideOf(svg).join(QStringLiteral("; "))) == "");
    CHECK(text(missingOf(svg, large).join(QStringLiteral(", "))) == "");
    CHECK(svg.images == large.images);
    for (const QRectF& image : svg.imageBoxes) CHECK(std::min(image.width(), image.height()) >= kSmallestImage);
    // The inspector is a sheet of as many lines as there is to tell; all else is a picture.
    if (panel.name() != QStringLiteral("inspector"))
      for (const SvgText& words : svg.placed) CHECK(words.height >= kSmallestText);
  }
}

/// A panel in sizes that are too small for it, with text of several sizes: a picture, or a sentence why there is none.
void checkTiny(const Panel& panel) {
  constexpr QSizeF kPixels[] = {{32, 32}, {40, 36}, {60, 52}, {200, 32}, {320, 76}};
  for (const QSizeF& pixels : kPixels)
    for (const double scale : {0.5, 1.0, 4.0}) {
      INFO(text(panel.name()) << " " << pixels.width() << "x" << pixels.height() << ", text " << scale);
      ExportOptions options;
      options.setLogicalSize(pixels);
      options.textScale = scale;
      try {
        const QStringList lacks = lacksOfRoom(panel, options);
        CHECK_FALSE(lacks.join(QLatin1Char(' ')).contains(QLatin1Char('-')));  // less than no points
        CHECK_FALSE(pixelPicture(panel, options, options.logicalSize().toSize()).isNull());
        if (scale == 1) CHECK(readSvg(svgPicture(panel, options, {})).isWellFormed);
      } catch (const omega::Error& error) {
        CHECK_THAT(error.what(), Catch::Matchers::Contains("leave no room for it"));
      }
      if (scale != 1) continue;
      bool isPainted = true;
      try {
        lacksOfRoom(panel, readable(panel, options));
      } catch (const omega::Error&) {
        isPainted = false;
      }
      CHECK(hasRoom(panel, options) == isPainted);
    }
}

}  // namespace

TEST_CASE("every panel in tiny sizes is a picture, or says that it has no room", "[export][sizes]") {
  Gym gym;
  gym.start(small({{"attention", "gmm"}, {"features", "prf"}}));
  gym.rest(gym.run());
  for (const PanelKind& kind : panelKinds()) checkTiny(gym.panel(text(kind.name).c_str()));
}

TEST_CASE("the export dialog says that a picture has no room, and does not export it", "[export][sizes]") {
  Booth booth;
  const std::unique_ptr<Panel> panel = booth.show(kindOf(QStringLiteral("mis")));
  ExportOptions options;
  options.millimetres = {84, 20};
  const auto canExport = [&](double points) {
    options.textScale = points / kBasePoints;
    ExportDialog::remember(QStringLiteral("mis"), options);
    ExportDialog dialog(*panel, booth.workbench(), ExportDialog::Of::OnePanel, nullptr);
    dialog.setAttribute(Qt::WA_DontShowOnScreen);
    dialog.show();
    const auto* preview = dialog.findChild<QLabel*>(QStringLiteral("preview"));
    REQUIRE(preview != nullptr);
    REQUIRE(waitFor([&] { return !preview->text().isEmpty() || !preview->pixmap(Qt::ReturnByValue).isNull(); }));
    const auto buttons = dialog.findChild<QDialogButtonBox*>()->buttons();
    const auto accept = std::find_if(buttons.begin(), buttons.end(), [&](const QAbstractButton* button) {
      return button->text() == QStringLiteral("Export …");
    });
    REQUIRE(accept != buttons.end());
    CHECK(preview->text().contains(QStringLiteral("leave no room for it")) == !(*accept)->isEnabled());
    return (*accept)->isEnabled();
  };
  CHECK(canExport(9));
  CHECK_FALSE(canExport(36));
}

TEST_CASE("a legend that is too wide leaves out whole parts, and cuts no number", "[export][sizes]") {
  const Theme theme = Theme::light();
  const QString whole = QStringLiteral("lara: ESS 10.5 of 16, mse 0.00306");
  const std::set<QString> allowed = {whole,
                                     QStringLiteral("lara: ESS 10.5 of 16, …"),
                                     QStringLiteral("lara: ESS 10.5 of …"),
                                     QStringLiteral("lara: ESS 10.5 …"),
                                     QStringLiteral("lara: ESS …"),
                                     QStringLiteral("lara: …")};
  std::set<QString> seen;
  for (double width = 400; width > 100; width -= 3) {
    const PlacedLegend legend({lineEntry(whole, [](const Theme& look) { return QPen(look.text); })}, width, theme);
    const SvgFile svg =
        readSvg(paintedSvg({400, 40}, {}, {}, [&](QPainter& painter) { legend.paint(painter, {}, theme); }));
    REQUIRE(svg.texts.size() == 1);
    INFO(text(svg.texts.front()) << " at " << width);
    CHECK(allowed.count(svg.texts.front()) == 1);
    seen.insert(svg.texts.front());
  }
  CHECK(seen.size() > 3);
}

TEST_CASE("the labels of axes are cut where their plot ends, and say so", "[export]") {
  const FieldStyle style{Theme::light(), QLocale::c()};
  FieldLabels labels;
  labels.x = QStringLiteral("first principal direction");
  labels.y = QStringLiteral("second principal direction");
  const auto texts = [&](const QRectF& room) {
    const QRectF plot = fieldPlotRect(room, labels, style);
    const FieldView shown = FieldTransform::showing({-1, -1, 2, 2}, plot);
    return readSvg(paintedSvg(room.size().toSize(), {}, {},
                              [&](QPainter& painter) {
                                paintFieldFurniture(painter, room, FieldTransform(plot, shown), style, labels, false);
                              }))
        .texts;
  };
  CHECK(texts({0, 0, 500, 500}).contains(labels.x));
  CHECK(texts({0, 0, 500, 500}).contains(labels.y));
  const auto narrow = texts({0, 0, 500, 150});
  CHECK_FALSE(narrow.contains(labels.y));
  CHECK(std::any_of(narrow.begin(), narrow.end(), [](const QString& text) {
    return text.startsWith(QStringLiteral("second")) && text.endsWith(QStringLiteral("…"));
  }));
}

TEST_CASE("an SVG names one family for all its words, also for those of a text", "[export]") {
  Booth booth;
  for (const char* name : {"output", "numbers", "weights"}) {
    const std::unique_ptr<Panel> panel = booth.show(kindOf(QLatin1String(name)));
    const QString svg = QString::fromUtf8(svgPicture(*panel, {}, {}));
    const QRegularExpression family(QStringLiteral("<text[^>]*font-family=\"([^\"]*)\""));
    std::set<QString> families;
    for (auto at = family.globalMatch(svg); at.hasNext();) families.insert(at.next().captured(1));
    INFO(name);
    CHECK(families == std::set<QString>{QStringLiteral("DejaVu Sans")});
  }
}

TEST_CASE("a size in pixels that is one more is taken, at any resolution", "[export][sizes]") {
  Booth booth;
  const std::unique_ptr<Panel> panel = booth.show(kindOf(QStringLiteral("weights")));
  ExportOptions options;
  options.format = ExportFormat::Png;
  options.dpi = 600;
  ExportDialog::remember(QStringLiteral("weights"), options);
  ExportDialog dialog(*panel, booth.workbench(), ExportDialog::Of::OnePanel, nullptr);
  for (QComboBox* box : dialog.findChildren<QComboBox*>())
    if (box->accessibleName() == QStringLiteral("unit")) box->setCurrentIndex(box->findText(QStringLiteral("px")));
  const QSize before = dialog.options().pixels();
  for (QDoubleSpinBox* box : dialog.findChildren<QDoubleSpinBox*>())
    if (box->accessibleName() == QStringLiteral("width")) box->setValue(before.width() + 1);
  CHECK(dialog.options().pixels() == before + QSize(1, 0));
}

TEST_CASE("SVG and PDF have the size that was asked for, not rounded", "[export][sizes]") {
  Booth booth;
  const std::unique_ptr<Panel> panel = booth.show(kindOf(QStringLiteral("weights")));
  for (const QSizeF& size : {QSizeF(84, 63), QSizeF(60, 40), QSizeF(174, 110), QSizeF(254, 142.875)}) {
    ExportOptions options;
    options.millimetres = size;
    const QByteArray head = "<svg width=\"" + QByteArray::number(size.width()) + "mm\" height=\"" +
                            QByteArray::number(size.height()) + "mm\"";
    CHECK(svgPicture(*panel, options, {}).contains(head));
    const QByteArray pdf = pdfPages({panel.get()}, options, {}, {});
    const qsizetype at = pdf.indexOf("/MediaBox");
    const std::vector<double> box = numbersIn(QString::fromLatin1(pdf.mid(at, pdf.indexOf(']', at) - at)));
    REQUIRE(box.size() == 4);
    CHECK(box[2] - box[0] == Approx(size.width() / 25.4 * 72).margin(1e-3));
    CHECK(box[3] - box[1] == Approx(size.height() / 25.4 * 72).margin(1e-3));
  }
}

TEST_CASE("a figure names the panels that are left empty, in the dialog and by the command", "[figure][export]") {
  Session session = startSession();
  PaperFigure& figure = session.document.figure;
  figure.tiles = {{"mis", 1, 1}, {"attention", 1, 1}, {"omega_space", 1, 1}, {"train_curves", 1, 1}};
  figure.columns = 2;
  figure.width = 174;
  figure.height = 150;
  figure.points = 20;
  const QString empty = QStringLiteral("left empty for lack of room: c; a larger size or smaller text helps");
  {
    const FigureBooth booth(session);
    const ExportOptions options = booth.sheet().options(ExportFormat::Pdf);
    const QStringList lacks = lacksOfRoom(booth.sheet(), options);
    INFO(text(lacks.join(QLatin1Char('\n'))));
    CHECK(lacks.contains(empty));
    CHECK(resultText(booth.sheet(), options, options.millimetres).contains(empty));
  }
  figure.motion = {2, "landmarks", 4, 5, 2, 100};
  const QTemporaryDir folder;
  const QString path = folder.filePath(QStringLiteral("s.omega"));
  writeSession(path, session);
  for (const char* file : {"f.svg", "f.gif"}) {
    INFO(file);
    QProcess process;
    process.start(QStringLiteral(OMEGA_BINARY_DIR "/omega"),
                  {QStringLiteral("render"), path, QStringLiteral("--figure"), QStringLiteral("--output"),
                   folder.filePath(QLatin1String(file))});
    REQUIRE(process.waitForFinished(kProgramMs));
    CHECK(process.exitCode() == 0);
    CHECK(QString::fromUtf8(process.readAllStandardError()).contains(QStringLiteral("omega: ") + empty));
  }
}

TEST_CASE("exported maps keep the curves of their query, however high the picture is", "[export][sizes]") {
  Booth booth;
  const std::unique_ptr<Panel> panel = booth.show(kindOf(QStringLiteral("attention")));
  for (const double height : {63, 70, 80, 90, 110, 126, 140}) {
    INFO(height);
    const QStringList words = drawn(*panel, {84, height}).texts;
    CHECK(words.filter(QStringLiteral("of query")).size() == 1);
  }
}

TEST_CASE("every panel of Explore in every size of the export dialog", "[export][sizes]") {
  Booth booth;
  const auto checkAll = [&](const QString& state) {
    int checked = 0;
    for (const PanelKind& kind : panelKinds())
      if (kind.workspace == Workspace::Explore && kind.place != Place::Left) {
        checkSizes(*booth.show(kind), state);
        ++checked;
      }
    CHECK(checked >= 8);
  };
  SECTION("the start picture") { checkAll(QStringLiteral("start")); }
  SECTION("a key, a sample and a proposal selected, every card shown") {
    booth.showAllCards();
    booth.workbench().selection().lock({2, 0, kStartQuery, 5, 3, 3});
    booth.settle();
    checkAll(QStringLiteral("selected"));
  }
}

TEST_CASE("every panel of Train in every size of the export dialog", "[export][sizes][train]") {
  Gym gym;
  gym.start(small({{"attention", "gmm"}, {"features", "prf"}, {"sparsity", "0.5"}, {"steps", "60"}}));
  gym.rest(gym.run());
  gym.panel("train_curves");
  gym.panel("train_heads");
  REQUIRE(waitFor([&] { return gym.runs().seen() != nullptr; }));
  int checked = 0;
  for (const PanelKind& kind : panelKinds())
    if (kind.workspace == Workspace::Train && kind.place != Place::Left) {
      checkSizes(gym.panel(text(kind.name).c_str()), QStringLiteral("trained"));
      ++checked;
    }
  CHECK(checked >= 5);
}
