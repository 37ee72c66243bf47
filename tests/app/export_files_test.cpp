// Every panel in every format: files that other programs can read, with what made them inside.
#include <QBuffer>
#include <QDir>
#include <QFile>
#include <QImageReader>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QPainter>
#include <QSvgRenderer>
#include <QTextDocument>
#include <algorithm>
#include <catch2/catch.hpp>
#include <set>

#include "app/booth.h"
#include "app/canvas.h"
#include "app/svg_file.h"
#include "core/error.h"
#include "core/text.h"
#include "export/exporter.h"
#include "export/headless.h"
#include "export/panel_picture.h"
#include "export/provenance.h"
#include "export/restyling_device.h"
#include "figures/figure_table.h"
#include "io/npz.h"
#include "views/attention/attention_cells.h"
#include "views/attention/attention_places.h"
#include "widgets/colour_bar.h"
#include "widgets/theme.h"

using namespace omegascope;
using namespace omegascope::test;

namespace {

/// Each panel in turn, and where to write.
struct Files {
  Booth booth;
  QTemporaryDir folder;

  QString path(const Panel& panel, ExportFormat format) const {
    return folder.filePath(exportName(panel, const_cast<Booth&>(booth).workbench(), format));
  }
  QString write(const Panel& panel, ExportOptions options) {
    const QString file = path(panel, options.format);
    exportPanel(panel, booth.workbench(), file, options);
    return file;
  }
};

ExportOptions as(ExportFormat format) {
  ExportOptions options;
  options.format = format;
  return options;
}

bool isWrittenOut(const QByteArray& bytes, const Provenance& provenance) {
  const QString& what = provenance.about.isEmpty() ? provenance.data : provenance.about;
  return bytes.contains(provenance.program.toUtf8()) && bytes.contains(what.toUtf8());
}

std::vector<QByteArray> csvLines(const QByteArray& csv) {
  std::vector<QByteArray> lines;
  for (const QByteArray& line : csv.split('\n'))
    if (!line.isEmpty() && !line.startsWith('#')) lines.push_back(line);
  return lines;
}

}  // namespace

TEST_CASE("PNG: the size that was asked for, and what made it", "[export]") {
  Files files;
  for (const PanelKind& kind : panelKinds()) {
    INFO(text(kind.name));
    const std::unique_ptr<Panel> panel = files.booth.show(kind);
    ExportOptions options;
    options.millimetres = {84, 63};
    options.dpi = 300;
    QImageReader reader(files.write(*panel, options));
    const QImage image = reader.read();
    CHECK(image.width() == 992);
    const bool isWhole = kind.name == QStringLiteral("studies") || kind.name == QStringLiteral("train_new");
    CHECK((isWhole ? image.height() >= 744 : image.height() == 744));  // all of a study, and every option of a run
    CHECK(colourCount(image) > 5);
    CHECK(qRound(image.dotsPerMeterX() * 0.0254) == 300);
    const QJsonObject made = QJsonDocument::fromJson(image.text(QStringLiteral("Comment")).toUtf8()).object();
    const Provenance provenance = provenanceOf(*panel, files.booth.workbench());
    if (provenance.about.isEmpty()) {
      CHECK(made[QStringLiteral("seed")].toInt() == 7);
      CHECK(made[QStringLiteral("data")].toString() == provenance.data);
    } else {
      CHECK(made[QStringLiteral("about")].toString() == provenance.about);
    }
    CHECK(made[QStringLiteral("commands")].toArray().size() == provenance.commands.size());
    CHECK(image.text(QStringLiteral("Title")) == panel->title());
  }
}

TEST_CASE("PNG: grey has no hue, dark is dark, transparent is", "[export]") {
  Files files;
  const std::unique_ptr<Panel> panel = files.booth.show(kindOf(QStringLiteral("attention")));
  ExportOptions options;
  options.dpi = 96;
  options.colours = ExportColours::Grey;
  const QImage grey(files.write(*panel, options));
  CHECK(grey.allGray());
  options.colours = ExportColours::Dark;
  const QImage dark(files.write(*panel, options));
  CHECK(qGray(dark.pixel(1, 1)) < 60);
  options.colours = ExportColours::Light;
  const QImage light(files.write(*panel, options));
  CHECK(qGray(light.pixel(1, 1)) > 240);
  CHECK_FALSE(light.allGray());
  options.transparent = true;
  const QImage clear(files.write(*panel, options));
  CHECK(qAlpha(clear.pixel(1, 1)) == 0);
}

TEST_CASE("in grey, errors below and above 0 are told apart, on the map and on its bar", "[export]") {
  ExportOptions options;
  options.colours = ExportColours::Grey;
  const Theme theme = themeOf(options);
  const auto painted = [](const QSize& size, const std::function<void(QPainter&, const QRectF&)>& paint) {
    QImage image(size, QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    paint(painter, QRectF(QPointF(), QSizeF(size)));
    painter.end();
    return greyOf(image);
  };
  HeatMap map;
  map.setSource(MapSource::matrix(1, 2, {-1, 1}));
  map.setScale(ColourScale::symmetric(1));
  map.setStretched(true);
  map.setLabels({});
  const QImage cells = painted({200, 100}, [&](QPainter& p, const QRectF& r) { map.paintTo(p, r, theme); });
  std::set<int> ends;
  for (int x = 0; x < cells.width(); ++x) ends.insert(qGray(cells.pixel(x, cells.height() / 2)));
  const int low = qGray(ColourScale::symmetric(1).forGrey(true).colour(-1)),
            high = qGray(ColourScale::symmetric(1).forGrey(true).colour(1));
  CHECK(ends.count(low) == 1);
  CHECK(ends.count(high) == 1);
  ColourBar bar;
  bar.setScale(ColourScale::symmetric(1));
  const QImage strip = painted({90, 300}, [&](QPainter& p, const QRectF& r) { bar.paintTo(p, r, theme); });
  CHECK(qGray(strip.pixel(10, 280)) < low + 20);
  CHECK(qGray(strip.pixel(10, 20)) > high - 20);
}

TEST_CASE("rich text is as large in grey as in colour, whatever the resolution", "[export]") {
  const auto heightOf = [](bool grey) {
    QImage image(600, 300, QImage::Format_RGB32);
    image.fill(Qt::white);
    image.setDotsPerMeterX(12 * 3780);  // as a PDF writer of 1200 dots an inch
    image.setDotsPerMeterY(12 * 3780);
    QTextDocument text;
    text.setDefaultFont(plotFont(40));
    text.setHtml(QStringLiteral("plain <b>bold</b> <code>code</code>"));
    QPainter painter(&image);
    if (grey) {
      RestylingDevice device(painter, image.size(), {true, false});
      QPainter restyled(&device);
      text.drawContents(&restyled);
    } else {
      text.drawContents(&painter);
    }
    painter.end();
    int first = image.height(), last = -1;
    for (int y = 0; y < image.height(); ++y)
      for (int x = 0; x < image.width(); ++x)
        if (qGray(image.pixel(x, y)) < 128) {
          first = std::min(first, y);
          last = y;
        }
    return last - first;
  };
  CHECK(heightOf(false) > 20);
  CHECK(std::abs(heightOf(true) - heightOf(false)) <= 2);
}

TEST_CASE("PNG: a legend on a transparent picture can be read", "[export]") {
  Files files;
  const std::unique_ptr<Panel> panel = files.booth.show(kindOf(QStringLiteral("weights")));
  ExportOptions options;
  options.dpi = 96;
  options.transparent = true;
  const QImage picture(files.write(*panel, options));
  int dark = 0;
  for (int y = 0; y < picture.height(); ++y)
    for (int x = 0; x < picture.width(); ++x)
      dark += qAlpha(picture.pixel(x, y)) > 200 && qGray(picture.pixel(x, y)) < 50;
  CHECK(dark > 200);
  CHECK(dark < picture.width() * picture.height() / 40);  // text and lines, no filled box
}

TEST_CASE("ω-space on a transparent picture is clear where it is as pale as the paper", "[export]") {
  Files files;
  const std::unique_ptr<Panel> panel = files.booth.show(kindOf(QStringLiteral("omega_space")));
  for (const ExportColours colours : {ExportColours::Light, ExportColours::Dark}) {
    ExportOptions options;
    options.dpi = 96;
    options.colours = colours;
    const QImage opaque(files.write(*panel, options));
    options.transparent = true;
    const QImage clear(files.write(*panel, options));
    QImage laid(clear.size(), QImage::Format_RGB32);
    laid.fill(Theme(colours == ExportColours::Dark ? Theme::night() : Theme::light()).canvas);
    QPainter(&laid).drawImage(0, 0, clear);
    CHECK(difference(laid, opaque.convertToFormat(QImage::Format_RGB32)).largest <= 3);
    options.format = ExportFormat::Svg;
    QSvgRenderer drawing(bytesOf(files.write(*panel, options)));
    QImage vector(clear.size(), QImage::Format_ARGB32_Premultiplied);
    vector.fill(Qt::transparent);
    QPainter painter(&vector);
    drawing.render(&painter);
    painter.end();
    const QString name = QStringLiteral("clear_%1_%2").arg(static_cast<int>(colours));
    keep(clear, name.arg(QStringLiteral("png")));
    keep(vector, name.arg(QStringLiteral("svg")));
    for (const QImage& image : {clear, vector}) {
      qint64 seen = 0;
      for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x) seen += qAlpha(image.pixel(x, y)) > 10;
      CHECK(seen > 1000);
      CHECK(seen < qint64{image.width()} * image.height() / 2);
    }
  }
}

TEST_CASE("SVG: text as text, maps as one picture each, nothing outside", "[export]") {
  Files files;
  const int cards = 3;
  for (const PanelKind& kind : panelKinds()) {
    for (const ExportColours colours : {ExportColours::Light, ExportColours::Grey}) {
      INFO(text(kind.name) << (colours == ExportColours::Grey ? " grey" : ""));
      const std::unique_ptr<Panel> panel = files.booth.show(kind);
      ExportOptions options = as(ExportFormat::Svg);
      options.colours = colours;
      const QByteArray bytes = bytesOf(files.write(*panel, options));
      const SvgFile svg = readSvg(bytes);
      CHECK(svg.isWellFormed);
      CHECK(svg.title == panel->title());
      CHECK(isWrittenOut(svg.description.toUtf8(), provenanceOf(*panel, files.booth.workbench())));
      CHECK_FALSE(svg.texts.isEmpty());
      CHECK(svg.images <= cards + 1);  // and the colour bar
      if (kind.name == QStringLiteral("attention")) CHECK(svg.images == cards + 1);
      CHECK(bytes.count("<path") + bytes.count("<rect") + bytes.count("<poly") < 3000);  // never a shape for each cell
      CHECK(svg.viewBox.adjusted(-2, -2, 2, 2).contains(svg.ink));
    }
  }
}

TEST_CASE("SVG: axis titles and legends can be read", "[export]") {
  Files files;
  const auto textsOf = [&](const char* name) {
    const std::unique_ptr<Panel> panel = files.booth.show(kindOf(QLatin1String(name)));
    return readSvg(bytesOf(files.write(*panel, as(ExportFormat::Svg)))).texts.join(QLatin1Char('\n'));
  };
  const QString weights = textsOf("weights");
  CHECK(weights.contains(QStringLiteral("share of the weight")));
  CHECK(weights.contains(QStringLiteral("sample, largest weight first")));
  CHECK(weights.contains(QStringLiteral("rfa: ESS")));
  CHECK(weights.contains(QStringLiteral("lara: ESS")));
  const QString attention = textsOf("attention");
  for (const char* word : {"softmax", "rfa", "lara", "A, linear (auto)"}) {
    INFO(word);
    CHECK(attention.contains(QLatin1String(word)));
  }
}

TEST_CASE("PDF: begins and ends as one, with what made it attached", "[export]") {
  Files files;
  std::vector<std::unique_ptr<Panel>> kept;
  std::vector<const Panel*> panels;
  for (const PanelKind& kind : panelKinds()) {
    INFO(text(kind.name));
    kept.push_back(files.booth.show(kind));
    panels.push_back(kept.back().get());
    const QByteArray pdf = bytesOf(files.write(*kept.back(), as(ExportFormat::Pdf)));
    CHECK(pdf.startsWith("%PDF"));
    CHECK(pdf.trimmed().endsWith("%%EOF"));
    CHECK(pdf.contains("provenance.json"));
    CHECK_FALSE(pdf.contains("CreationDate"));  // the same pages are the same bytes at any hour
    CHECK(pdf.contains("/FontFile"));           // text is text
    CHECK(pdf.contains("/MediaBox"));
    CHECK(pdf.contains("<?xpacket begin=\"\xEF\xBB\xBF\""));  // U+FEFF in UTF-8, as the format has it
  }
  const QString all = files.folder.filePath(QStringLiteral("all.pdf"));
  exportToPdf(panels, files.booth.workbench(), all, as(ExportFormat::Pdf));
  CHECK(bytesOf(all).contains("/Count " + QByteArray::number(static_cast<int>(panels.size()))));
}

TEST_CASE("CSV and JSON: the numbers of the panel, again", "[export]") {
  Files files;
  files.booth.showAllCards();
  int compared = 0;
  for (const PanelKind& kind : panelKinds()) {
    INFO(text(kind.name));
    const std::unique_ptr<Panel> panel = files.booth.show(kind);
    const PanelData data = panel->data();
    const QByteArray csv = bytesOf(files.write(*panel, as(ExportFormat::Csv)));
    CHECK(isWrittenOut(csv, provenanceOf(*panel, files.booth.workbench())));
    const std::vector<QByteArray> lines = csvLines(csv);
    const auto rows = rowsOf(data);
    REQUIRE(lines.size() == rows.size() + 1);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (lines[i + 1].contains('"')) continue;
      const QList<QByteArray> cells = lines[i + 1].split(',');
      REQUIRE(cells.size() == static_cast<qsizetype>(data.columns.size()));
      for (qsizetype c = 0; c < cells.size(); ++c)
        REQUIRE(QString::fromUtf8(cells[c]) == rows[i][static_cast<std::size_t>(c)]);
      ++compared;
    }
    const QJsonObject json = QJsonDocument::fromJson(bytesOf(files.write(*panel, as(ExportFormat::Json)))).object();
    CHECK(json[QStringLiteral("columns")].toArray().size() == static_cast<qsizetype>(data.columns.size()));
    const QJsonArray written = json[QStringLiteral("rows")].toArray();
    REQUIRE(written.size() == static_cast<qsizetype>(rows.size()));
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const QJsonArray cells = written[static_cast<qsizetype>(i)].toArray();
      REQUIRE(cells.size() == static_cast<qsizetype>(rows[i].size()));
      for (std::size_t c = 0; c < rows[i].size(); ++c) {
        const QJsonValue cell = cells[static_cast<qsizetype>(c)];
        bool isNumber = false;
        const double wanted = rows[i][c].toDouble(&isNumber);
        INFO("row " << i << ", cell " << c << ": " << text(rows[i][c]));
        if (isNumber && std::isfinite(wanted))
          REQUIRE((cell.isDouble() && cell.toDouble() == wanted));
        else
          REQUIRE(cell.toString(QStringLiteral("no text")) == rows[i][c]);
      }
    }
    CHECK(json[QStringLiteral("provenance")].toObject()[QStringLiteral("panel")].toString() == kind.name);
  }
  CHECK(compared >= 100);
}

TEST_CASE("NPZ: the arrays of the panel, bit by bit, and what made them", "[export]") {
  Files files;
  int withArrays = 0, withTexts = 0;
  for (const PanelKind& kind : panelKinds()) {
    INFO(text(kind.name));
    const std::unique_ptr<Panel> panel = files.booth.show(kind);
    const PanelData data = panel->data();
    const omega::Arrays& arrays = data.arrays;
    if (arrays.empty()) {
      CHECK_THROWS_AS(files.write(*panel, as(ExportFormat::Npz)), omega::Error);
      CHECK_FALSE(QFile::exists(files.path(*panel, ExportFormat::Npz)));
      continue;
    }
    ++withArrays;
    const QString path = files.write(*panel, as(ExportFormat::Npz));
    const omega::Arrays back = omega::read_npz(path.toStdString());
    REQUIRE(back.size() == arrays.size());
    for (const auto& [name, array] : arrays) {
      INFO(name);
      REQUIRE(back.count(name) == 1);
      CHECK(back.at(name).shape() == array.shape());
      CHECK(std::memcmp(back.at(name).raw(), array.raw(), array.bytes()) == 0);
    }
    const omega::InputFile file = omega::InputFile::open(path.toStdString());
    const omega::NpzFile archive(file);
    for (const omega::NpzFile::Member& member : archive.members())
      if (const auto texts = data.texts.find(member.name); texts != data.texts.end()) {
        CHECK(archive.read_texts(member) == texts->second);
        ++withTexts;
      }
    const QByteArray narrow = bytesOf(path).replace(QByteArray("\0\0\0", 3), QByteArray());
    const Provenance provenance = provenanceOf(*panel, files.booth.workbench());
    CHECK(narrow.contains((provenance.about.isEmpty() ? provenance.data : provenance.about).toUtf8()));
  }
  CHECK(withArrays >= 3);
  CHECK(withTexts >= 1);  // what the numbers of an estimator are
}

TEST_CASE("a figure's arrays have what its table has, names as texts", "[export]") {
  using omega::studies::Curve;
  omega::studies::Figure figure;
  omega::studies::FigurePart lines, names;
  lines.title = "lines";
  lines.curves = {Curve{.name = "0", .has_band = true, .points = {{2, 3, 1, 4, 0.5, 7}}},
                  Curve{.name = "law", .is_theory = true, .points = {{2, 5, 5, 5}}}};
  names.title = "names";
  names.kind = omega::studies::PanelKind::categories;
  names.x.categories = {"a", "b"};
  names.curves = {Curve{.name = "ra (paper)", .is_paper = true, .points = {{1, 9, 9, 9}}}};
  figure.panels = {lines, names};
  const PanelData data = tableOf(figure);
  const auto numbers = [&](const char* name) {
    std::vector<std::string> all;
    for (std::size_t i = 0; i < data.arrays.at(name).count(); ++i)
      all.push_back(omega::number_text(data.arrays.at(name).at(i)));
    return all;
  };
  using Words = std::vector<std::string>;
  CHECK(numbers("x") == Words{"2", "2", "nan"});
  CHECK(data.texts.at("x_name") == Words{"", "", "b"});
  CHECK(numbers("y") == Words{"3", "5", "9"});
  CHECK(numbers("low") == Words{"1", "nan", "nan"});
  CHECK(numbers("high") == Words{"4", "nan", "nan"});
  CHECK(numbers("standard_error") == Words{"0.5", "nan", "nan"});
  CHECK(numbers("point") == Words{"7", "nan", "nan"});
  CHECK(data.texts.at("panel") == Words{"lines", "lines", "names"});
  CHECK(data.texts.at("series") == Words{"0", "law", "ra (paper)"});
  CHECK(data.texts.at("source") == Words{"measured", "theory", "paper"});
  CHECK(data.arrays.size() == 6);
  CHECK(data.texts.size() == 4);
}

TEST_CASE("a number of a map of a long sequence says which mean it is, in a table and beside arrays", "[export]") {
  auto sequence = std::make_shared<omega::Sequence>();
  sequence->sizes.N = 3;
  sequence->sizes.M = 5;
  omega::PooledMap map;
  map.values = omega::Array(omega::Dtype::f32, {2, 2});
  map.row_pool = 2;
  map.col_pool = 3;
  PanelData data = tableOfCells({{"softmax", map}}, {}, sequence);
  CHECK(data.columns == std::vector<QString>{"estimator", "n", "m", "n_count", "m_count", "A"});
  QStringList blocks;
  for (const auto& row : rowsOf(data)) blocks << QStringList(row.begin() + 1, row.begin() + 5).join(' ');
  CHECK(blocks == QStringList{"0 0 2 3", "0 3 2 2", "2 0 1 3", "2 3 1 2"});
  CHECK(data.note == QStringLiteral("each number is a mean over a block of the map: 2 queries and 3 keys"));
  map.rows_taken = 1;
  data = tableOfCells({{"softmax", map}}, {}, sequence);
  CHECK(rowsOf(data)[0][3] == QStringLiteral("1"));
  CHECK(data.note.endsWith(QStringLiteral("1 of 2 queries and 3 keys")));

  Files files;
  files.booth.openFile(files.folder.filePath(QStringLiteral("long.npz")), 600, 4);
  const std::unique_ptr<Panel> panel = files.booth.show(kindOf(QStringLiteral("attention")));
  files.booth.workbench().setMapSide(256);
  files.booth.settle();
  const QByteArray note = "each number is a mean over a block of the map: 3 queries and 3 keys";
  for (const ExportFormat format : {ExportFormat::Csv, ExportFormat::Json, ExportFormat::Npz}) {
    INFO(text(suffixOf(format)));
    CHECK(bytesOf(files.write(*panel, as(format))).replace(QByteArray("\0\0\0", 3), QByteArray()).contains(note));
  }
}

TEST_CASE("a part says that it is one, whatever it is a part of", "[export]") {
  Provenance provenance;
  provenance.panel = QStringLiteral("train_curves");
  provenance.about = QStringLiteral("stored-gmm-prf, step 3000");
  CHECK_FALSE(provenance.json().contains("part"));
  provenance.isPart = true;
  CHECK(provenance.sentence().endsWith(QStringLiteral("step 3000, visible range only")));
  CHECK(provenance.json().contains("\"part\":true"));
}

TEST_CASE("the same export is the same file", "[export]") {
  Files files;
  for (const ExportFormat format :
       {ExportFormat::Png, ExportFormat::Svg, ExportFormat::Csv, ExportFormat::Npz, ExportFormat::Json}) {
    const std::unique_ptr<Panel> panel = files.booth.show(kindOf(QStringLiteral("weights")));
    INFO(text(suffixOf(format)));
    const QByteArray once = bytesOf(files.write(*panel, as(format)));
    CHECK(bytesOf(files.write(*panel, as(format))) == once);
  }
}

TEST_CASE("what cannot be written is one sentence, and nothing is left", "[export]") {
  Files files;
  const std::unique_ptr<Panel> panel = files.booth.show(kindOf(QStringLiteral("weights")));
  QFile file(files.folder.filePath(QStringLiteral("file")));
  REQUIRE(file.open(QIODevice::WriteOnly));
  file.close();
  for (const ExportFormat format : exportFormats()) {
    INFO(text(suffixOf(format)));
    for (const char* where : {"file/inside.", "missing/inside."}) {
      try {
        exportPanel(*panel, files.booth.workbench(), files.folder.filePath(QLatin1String(where) + suffixOf(format)),
                    as(format));
        FAIL("it was written");
      } catch (const omega::Error& error) {
        const std::string sentence = error.what();
        CHECK(sentence.find('\n') == std::string::npos);
      }
    }
  }
  CHECK(QDir(files.folder.path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot).size() == 1);
}

TEST_CASE("an export that is cancelled leaves nothing", "[export]") {
  Files files;
  const std::unique_ptr<Panel> panel = files.booth.show(kindOf(QStringLiteral("attention")));
  const QString path = files.path(*panel, ExportFormat::Png);
  CHECK_THROWS_AS(exportPanel(*panel, files.booth.workbench(), path, as(ExportFormat::Png),
                              [](double) { throw omega::Cancelled(); }),
                  omega::Cancelled);
  CHECK_FALSE(QFile::exists(path));
}

TEST_CASE("an export of several panels says how far all of it is, and which panel it is at", "[export]") {
  Files files;
  std::vector<std::unique_ptr<Panel>> shown;
  std::vector<const Panel*> panels;
  QStringList expected;
  for (const char* name : {"attention", "weights", "numbers"}) {
    shown.push_back(files.booth.show(kindOf(QLatin1String(name)), {700, 420}));
    panels.push_back(shown.back().get());
    expected << QLatin1String(name);
  }
  for (const ExportFormat format : {ExportFormat::Png, ExportFormat::Csv, ExportFormat::Pdf}) {
    INFO(static_cast<int>(format));
    std::vector<double> steps;
    QStringList said;
    const ExportProgress progress = [&](double done) { steps.push_back(done); };
    const BeforePanel before = [&](const Panel& panel) { said << panel.name(); };
    const auto& workbench = files.booth.workbench();
    if (format == ExportFormat::Pdf)
      exportToPdf(panels, workbench, files.folder.filePath(QStringLiteral("all.pdf")), as(format), progress, before);
    else
      exportToFolder(panels, workbench, files.folder.path(), as(format), progress, before);
    CHECK(said == expected);
    REQUIRE_FALSE(steps.empty());
    CHECK(steps.front() == 0);
    CHECK(std::is_sorted(steps.begin(), steps.end()));
    CHECK(steps.back() >= 2 / 3.0);
    CHECK(steps.back() <= 1);
    for (const double start : {1 / 3.0, 2 / 3.0}) CHECK(std::count(steps.begin(), steps.end(), start) > 0);
  }
}

TEST_CASE("a picture too large for memory is refused", "[export]") {
  Files files;
  const std::unique_ptr<Panel> panel = files.booth.show(kindOf(QStringLiteral("weights")));
  ExportOptions options;
  options.millimetres = {2000, 2000};
  options.dpi = 2400;
  CHECK_THROWS_AS(files.write(*panel, options), omega::Error);
}

TEST_CASE("sizes of --size", "[export][headless]") {
  ExportOptions options;
  options.dpi = 96;
  parseSize(QStringLiteral("960x600"), options);
  CHECK(options.pixels() == QSize(960, 600));
  options.dpi = 300;
  parseSize(QStringLiteral("84x63mm"), options);
  CHECK(options.pixels() == QSize(992, 744));
  for (const char* bad : {"", "960", "960x", "x600", "-1x600", "960x600cm", "1x1", "99999x10", "960 x 600"}) {
    INFO(bad);
    CHECK_THROWS_AS(parseSize(QLatin1String(bad), options), omega::Error);
  }
}

TEST_CASE("a gallery has every panel twice and a page that shows them", "[export][headless]") {
  const QTemporaryDir folder;
  const QString target = folder.filePath(QStringLiteral("gallery"));
  writeGallery(target, startSession(), ExportColours::Light);
  const QString page = QString::fromUtf8(bytesOf(QDir(target).filePath(QStringLiteral("index.html"))));
  for (const PanelKind& kind : panelKinds()) {
    INFO(text(kind.name));
    CHECK(page.contains(kind.name + QStringLiteral(".png")));
    CHECK(colourCount(QImage(QDir(target).filePath(kind.name + QStringLiteral(".png")))) > 5);
    CHECK(readSvg(bytesOf(QDir(target).filePath(kind.name + QStringLiteral(".svg")))).isWellFormed);
  }
  CHECK(page.contains(QStringLiteral("figure.png")));
  CHECK(readSvg(bytesOf(QDir(target).filePath(QStringLiteral("figure.svg")))).texts.contains(QStringLiteral("c")));
}

TEST_CASE("without a query Weights says what it lacks, and maps have the page for themselves", "[export]") {
  Files files;
  const std::unique_ptr<Panel> weights = files.booth.show(kindOf(QStringLiteral("weights")));
  Cursor cursor = files.booth.workbench().selection().locked();
  cursor.query = -1;
  files.booth.workbench().selection().lock(cursor);
  files.booth.settle();
  const QByteArray svg = bytesOf(files.write(*weights, as(ExportFormat::Svg)));
  CHECK(svg.contains("Hover or click"));
  CHECK_FALSE(svg.contains("largest weight first"));  // no axis
  const Theme theme = Theme::light();
  const QRectF page(0, 0, 658, 416);
  for (const int count : {1, 4}) {  // three in a row are as wide as the page lets them be
    INFO(count);
    const AttentionPlaces alone = attentionPlaces(page, count, 66, 66, theme, {}, 1, false),
                          above = attentionPlaces(page, count, 66, 66, theme);
    CHECK(alone.strip.isEmpty());
    CHECK_FALSE(above.strip.isEmpty());
    CHECK(alone.cells.height() > 1.1 * above.cells.height());
    CHECK(alone.maps.back().rect.bottom() > 0.95 * page.bottom());
  }
}
