// Every panel in every format, read by programs that are not ours: file, rsvg-convert, pdftotext, pdfimages, numpy.
// What is not installed is counted and said.
#include <QDir>
#include <QImage>
#include <QProcess>
#include <QRegularExpression>
#include <catch2/catch.hpp>
#include <map>

#include "app/booth.h"
#include "app/canvas.h"
#include "app/gym.h"
#include "app/svg_file.h"
#include "app/tools.h"
#include "core/error.h"
#include "export/exporter.h"
#include "export/panel_picture.h"
#include "views/rich_text.h"

using namespace omegascope;
using namespace omegascope::test;

namespace {

struct Matrix {
  Booth booth;
  QTemporaryDir folder;
  Tools tools;

  QString write(const Panel& panel, ExportOptions options) {
    const QString path = folder.filePath(exportName(panel, booth.workbench(), options.format));
    exportPanel(panel, booth.workbench(), path, options);
    return path;
  }
  QString write(const Panel& panel, ExportFormat format) {
    ExportOptions options;
    options.format = format;
    return write(panel, options);
  }
};

const char* kindOfFile(ExportFormat format) {
  switch (format) {
    case ExportFormat::Png: return "PNG image data";
    case ExportFormat::Svg: return "SVG Scalable Vector Graphics";
    case ExportFormat::Pdf: return "PDF document";
    case ExportFormat::Csv: return "text";
    case ExportFormat::Npy: return "NumPy";
    case ExportFormat::Npz: return "Zip archive data";
    case ExportFormat::Json: return "JSON";
  }
  return "";
}

/// The maps of the start picture in each panel: one for each visible card, and the strip of the MIS panel.
int mapsOf(const QString& panel) {
  return panel == QStringLiteral("attention") ? 3 : panel == QStringLiteral("mis") ? 1 : 0;
}

/// A word of an axis title or legend that each picture must have.
QStringList wordsWanted(const QString& panel) {
  static const std::map<QString, QStringList> words = {
      {QStringLiteral("attention"),
       {QStringLiteral("query n"), QStringLiteral("key m"), QStringLiteral("softmax"), QStringLiteral("lara")}},
      {QStringLiteral("weights"),
       {QStringLiteral("share of the weight"), QStringLiteral("rfa: ESS"), QStringLiteral("lara: ESS")}},
      {QStringLiteral("omega_space"),
       {QStringLiteral("rfa: samples"), QStringLiteral("lara: samples"), QStringLiteral("lara: proposals"),
        QStringLiteral("target p of query 12"), QStringLiteral("keys")}},
      {QStringLiteral("output"), {QStringLiteral("rfa"), QStringLiteral("lara")}},
      {QStringLiteral("mis"), {QStringLiteral("balance")}},
      {QStringLiteral("numbers"), {QStringLiteral("rfa"), QStringLiteral("lara")}},
  };
  const auto found = words.find(panel);
  return found == words.end() ? QStringList() : found->second;
}

/// The first Python that knows numpy; a name that is nowhere where none does.
QString pythonWithNumpy() {
  for (const char* name : {"python3", "/usr/bin/python3"}) {
    QProcess process;
    process.start(QLatin1String(name), {QStringLiteral("-c"), QStringLiteral("import numpy")});
    if (process.waitForFinished(kProgramMs) && process.exitStatus() == QProcess::NormalExit && process.exitCode() == 0)
      return QLatin1String(name);
  }
  return QStringLiteral("python3 with numpy");
}

/// How many images a PDF file has, masks not counted; -1 where pdfimages is not installed.
int imagesIn(Tools& tools, const QString& pdf) {
  const auto list = tools.run(QStringLiteral("pdfimages"), {QStringLiteral("-list"), pdf});
  if (list) CHECK_FALSE(list->contains(" jpeg "));  // lossy
  if (!list) return -1;
  int images = 0;
  for (const QByteArray& line : list->split('\n'))
    images += line.simplified().split(' ').value(2) == "image";  // the type, not the encoding
  return images;
}

}  // namespace

TEST_CASE("pictures have decimal points, whatever sign the desktop's numbers have", "[export][matrix]") {
  Matrix m;
  m.booth.showAllCards();
  for (const PanelKind& kind : panelKinds()) {
    INFO(text(kind.name));
    const auto picture = [&] {
      const std::unique_ptr<Panel> panel = m.booth.show(kind);
      panel->complete();  // the heads of Model view are measured after what all panels share
      return bytesOf(m.write(*panel, ExportFormat::Svg));
    };
    const QByteArray plain = picture();
    const QLocale before;
    QLocale::setDefault(QLocale(QLocale::German, QLocale::Germany));
    CHECK(numberText(0.5) == QStringLiteral("0,5"));
    const QByteArray here = picture();
    QLocale::setDefault(before);
    CHECK(here == plain);
  }
}

TEST_CASE("each panel in each format is what its name says", "[export][matrix]") {
  Matrix m;
  m.booth.showAllCards();
  int withArrays = 0;
  for (const PanelKind& kind : panelKinds()) {
    const std::unique_ptr<Panel> panel = m.booth.show(kind);
    withArrays += !panel->data().arrays.empty();
    for (const ExportFormat format : exportFormats()) {
      INFO(text(kind.name) << " " << text(suffixOf(format)));
      const omega::Arrays arrays = panel->data().arrays;
      if ((format == ExportFormat::Npy || format == ExportFormat::Npz) && arrays.empty()) continue;
      ExportOptions options;
      options.format = format;
      if (format == ExportFormat::Npy) options.array = QString::fromStdString(arrays.begin()->first);
      const QString path = m.write(*panel, options);
      if (const auto kindSaid = m.tools.run(QStringLiteral("file"), {QStringLiteral("--brief"), path})) {
        INFO(kindSaid->toStdString());
        CHECK(kindSaid->contains(kindOfFile(format)));
      }
    }
  }
  CHECK(withArrays >= 3);
}

TEST_CASE("SVG and PDF: titles and legends are text that others can read, maps are one image each",
          "[export][matrix]") {
  Matrix m;
  int withWords = 0, withMaps = 0;
  for (const PanelKind& kind : panelKinds()) {
    INFO(text(kind.name));
    const std::unique_ptr<Panel> panel = m.booth.show(kind);
    const QString svg = m.write(*panel, ExportFormat::Svg), pdf = m.write(*panel, ExportFormat::Pdf);
    const QString drawn = readSvg(bytesOf(svg)).texts.join(QLatin1Char('\n'));
    const std::optional<QString> printed = m.tools.wordsOf(pdf);
    withWords += !wordsWanted(kind.name).isEmpty();
    withMaps += mapsOf(kind.name) > 0;
    for (const QString& word : wordsWanted(kind.name)) {
      INFO(text(word));
      CHECK(drawn.contains(word));
      if (printed) CHECK(printed->contains(word));
    }
    const int images = imagesIn(m.tools, pdf), maps = mapsOf(kind.name);
    if (images >= 0 && maps > 0) CHECK((images >= maps && images <= 2 * maps));  // with the colour bar of each
    const QString png = m.folder.filePath(QStringLiteral("converted.png"));
    if (m.tools.run(QStringLiteral("rsvg-convert"), {svg, QStringLiteral("--output"), png})) {
      const QImage converted(png);
      CHECK(converted.width() == Approx(658).margin(2));  // 174 mm
      CHECK(colourCount(converted) > 5);
    }
  }
  CHECK(withWords == 6);  // every panel named above is there
  CHECK(withMaps == 2);
}

TEST_CASE("numpy reads the arrays as they are", "[export][matrix]") {
  Matrix m;
  const QString python = pythonWithNumpy();
  for (const char* name : {"attention", "weights", "output"}) {
    INFO(name);
    const std::unique_ptr<Panel> panel = m.booth.show(kindOf(QLatin1String(name)));
    const omega::Arrays arrays = panel->data().arrays;
    CHECK_FALSE(arrays.empty());
    const QString npz = m.write(*panel, ExportFormat::Npz);
    for (const auto& [array, values] : arrays) {
      ExportOptions options;
      options.format = ExportFormat::Npy;
      options.array = QString::fromStdString(array);
      const QString npy = m.write(*panel, options);
      const auto said = m.tools.run(
          python, {QStringLiteral("-c"),
                   QStringLiteral(
                       "import numpy, sys\na = numpy.load(sys.argv[1])\nb = numpy.load(sys.argv[2])[sys.argv[3]]\n"
                       "assert a.tobytes() == b.tobytes()\nprint('x'.join(map(str, a.shape)), float(a.ravel()[-1]))"),
                   npy, npz, options.array});
      if (!said) continue;
      const QList<QByteArray> words = said->trimmed().split(' ');
      CHECK(words[0].toStdString() == omega::to_string(values.shape()));
      CHECK(words[1].toDouble() == values.at(values.count() - 1));
    }
  }
}

TEST_CASE("NPY of several arrays: a sentence that names them where none of them was chosen", "[export]") {
  Matrix m;
  const std::unique_ptr<Panel> panel = m.booth.show(kindOf(QStringLiteral("attention")));
  ExportOptions options;
  options.format = ExportFormat::Npy;
  for (const char* array : {"", "larra"}) {
    options.array = QLatin1String(array);
    try {
      m.write(*panel, options);
      FAIL("it was written");
    } catch (const omega::Error& error) {
      INFO(error.what());
      for (const auto& [name, values] : panel->data().arrays)
        CHECK(std::string(error.what()).find(name) != std::string::npos);
    }
  }
}

TEST_CASE("a legend is in the picture, or not, as was asked", "[export]") {
  Matrix m;
  for (const char* name : {"weights", "omega_space"}) {
    INFO(name);
    const std::unique_ptr<Panel> panel = m.booth.show(kindOf(QLatin1String(name)));
    CHECK(panel->legend().size() >= 2);
    ExportOptions options;
    options.format = ExportFormat::Svg;
    const auto hasEntries = [&] {
      const QStringList texts = readSvg(bytesOf(m.write(*panel, options))).texts;
      int found = 0;
      for (const LegendEntry& entry : panel->legend()) found += texts.contains(entry.text);
      return found;
    };
    CHECK(hasEntries() == static_cast<int>(panel->legend().size()));
    options.withLegend = false;
    CHECK(hasEntries() == 0);
  }
}

TEST_CASE("the legend of Attention stands with its curves, but not where none was asked for", "[export]") {
  Matrix m;
  const std::unique_ptr<Panel> panel = m.booth.show(kindOf(QStringLiteral("attention")));
  ExportOptions options;
  options.format = ExportFormat::Svg;
  const auto named = [&] { return readSvg(bytesOf(m.write(*panel, options))).texts.count(QStringLiteral("lara")); };
  CHECK(named() == 2);  // above its map, and in the legend
  options.withLegend = false;
  CHECK(named() == 1);
  options.withLegend = true;
  options.millimetres = {84, 63};  // where they leave the maps little
  CHECK(named() == 2);
}

TEST_CASE("title and caption are text; outlines are not", "[export]") {
  Matrix m;
  const std::unique_ptr<Panel> panel = m.booth.show(kindOf(QStringLiteral("weights")));
  ExportOptions options;
  options.format = ExportFormat::Svg;
  options.withTitle = options.withCaption = true;
  options.caption = QStringLiteral("Three clusters, one query.");
  const QByteArray written = bytesOf(m.write(*panel, options));
  const QStringList texts = readSvg(written).texts;
  CHECK(texts.contains(panel->title()));
  CHECK(texts.contains(options.caption));
  options.caption = QString(300, QLatin1Char('x'));  // one word, such as the name of a file
  int shown = 0;
  for (const QString& line : readSvg(bytesOf(m.write(*panel, options))).texts) {
    CHECK(line != options.caption);
    if (line.startsWith(QStringLiteral("xxx"))) shown += static_cast<int>(line.size());
  }
  CHECK(shown == 300);
  options.caption = QStringLiteral("Three clusters, one query.");
  options.outlines = true;
  const QByteArray outlined = bytesOf(m.write(*panel, options));
  CHECK(readSvg(outlined).texts.isEmpty());
  CHECK(outlined.count("<path") > written.count("<path"));
  options.format = ExportFormat::Pdf;
  if (const std::optional<QString> words = m.tools.wordsOf(m.write(*panel, options))) CHECK(words->trimmed().isEmpty());
}

TEST_CASE("numbers of tables have the sign of files before them", "[export][matrix]") {
  Gym gym;
  gym.start(small());  // its classes are sums, from −4 up
  gym.rest(gym.run());
  gym.booth->showAllCards();
  for (const PanelKind& kind : panelKinds()) {
    INFO(text(kind.name));
    Panel& panel = gym.panel(text(kind.name).c_str());
    panel.complete();
    static const QRegularExpression signedNumber(QStringLiteral("^\u2212[0-9.]"));
    for (const std::vector<QString>& row : rowsOf(panel.data()))
      for (const QString& cell : row) {
        INFO(text(cell));
        REQUIRE_FALSE(cell.contains(signedNumber));
      }
  }
  const auto firstOf = [&](const char* name) { return rowsOf(gym.panel(name).data()).front(); };
  CHECK(firstOf("train_confusion")[0] == QStringLiteral("-4"));
}

TEST_CASE("a large picture is of one moment, whatever changes while it is written", "[export]") {
  Matrix m;
  const std::unique_ptr<Panel> panel = m.booth.show(kindOf(QStringLiteral("attention")));
  ExportOptions options;
  options.setPixels({5000, 3000});
  options.dpi = 600;
  options.millimetres = {211.7, 127};
  options = readable(*panel, options);
  const auto draw = [&](const char* colourMap) {
    m.booth.workbench().store().change(QStringLiteral("map"), [&](Document& d) { d.view.colourMap = colourMap; });
    panel->bringUpToDate();
  };
  const auto picture = [&](const char* colourMap) {
    draw(colourMap);
    return pixelPicture(*panel, options, options.pixels()).convertToFormat(QImage::Format_ARGB32);
  };
  const QImage first = picture("cividis");
  REQUIRE(first != picture("grey"));
  int calls = 0;
  const QString file = m.folder.filePath(QStringLiteral("moment.png"));
  exportPanel(*panel, m.booth.workbench(), file, options, [&](double) { draw(++calls % 2 == 1 ? "cividis" : "grey"); });
  CHECK(QImage(file).convertToFormat(QImage::Format_ARGB32) == first);
}

TEST_CASE("the table of a long map goes to the file without being held", "[export]") {
  Matrix m;
  m.booth.openFile(m.folder.filePath(QStringLiteral("long.npz")), 600, 4);
  const std::unique_ptr<Panel> panel = m.booth.show(kindOf(QStringLiteral("attention")), {800, 700});
  m.booth.settle();
  const PanelData data = panel->data();
  CHECK(data.rows.empty());
  CHECK(data.rowCount() == 3u * 600u * 600u);
  const QByteArray csv = bytesOf(m.write(*panel, ExportFormat::Csv));
  CHECK(static_cast<std::size_t>(csv.count('\n')) >= data.rowCount() + 1);
  // Row (5, 7) of lara, as the array has it.
  const omega::Array& lara = data.arrays.at("lara");
  const QByteArray cell = "lara,5,7," + QByteArray::number(lara.at(5 * 600 + 7), 'g', 9) + '\n';
  CHECK(csv.contains(cell));
  int calls = 0;
  const QString path = m.folder.filePath(QStringLiteral("stopped.csv"));
  ExportOptions options;
  options.format = ExportFormat::Csv;
  CHECK_THROWS_AS(exportPanel(*panel, m.booth.workbench(), path, options,
                              [&](double) {
                                if (++calls == 3) throw omega::Cancelled();
                              }),
                  omega::Cancelled);
  CHECK(QDir(m.folder.path()).entryList({QStringLiteral("*stopped*")}, QDir::Files | QDir::Hidden).isEmpty());
}
