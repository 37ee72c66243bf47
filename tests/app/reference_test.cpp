// Pictures against references that an earlier version drew: what changes how canvases look must be wanted.
// OMEGASCOPE_UPDATE_REFERENCES=1 draws the references anew; a failure leaves the picture and its difference in the
// build folder.
#include <QDir>
#include <catch2/catch.hpp>

#include "app/canvas.h"
#include "widgets/colour_bar.h"
#include "widgets/density_field.h"
#include "widgets/heat_map.h"
#include "widgets/plot_style.h"

using namespace omegascope;

namespace {

// Of the pixels, this share may differ by more than 2 of 255 in a channel: edges of letters, where another version of
// the font library rounds otherwise. A thin line that moves by a pixel, or a label that is missing, can be less.
constexpr double kTolerance = 0.005;

// These are seen by what differs much: no square of that side may have more pixels that differ by more than that. Of a
// line that has moved it has twice its side.
constexpr int kSide = 20, kMuch = 64, kMost = 20;

/// The most pixels that differ much in a square; squares overlap by half.
int worstSquare(const QImage& a, const QImage& b) {
  int worst = 0;
  for (int top = 0; top < a.height(); top += kSide / 2)
    for (int left = 0; left < a.width(); left += kSide / 2) {
      int count = 0;
      for (int y = top; y < std::min(a.height(), top + kSide); ++y)
        for (int x = left; x < std::min(a.width(), left + kSide); ++x)
          count += offBy(a.pixel(x, y), b.pixel(x, y)) > kMuch;
      worst = std::max(worst, count);
    }
  return worst;
}

QImage painted(QSize size, const Theme& theme, const std::function<void(QPainter&, const QRectF&)>& paint) {
  QImage image(size, QImage::Format_RGB32);
  image.fill(theme.window);
  QPainter painter(&image);
  painter.setRenderHint(QPainter::Antialiasing);
  paint(painter, QRectF(QPointF(), size));
  return image;
}

/// White where they agree, the darker the more they differ.
QImage differencePicture(const QImage& a, const QImage& b) {
  QImage picture(a.size(), QImage::Format_Grayscale8);
  picture.fill(Qt::black);
  for (int y = 0; y < std::min(a.height(), b.height()); ++y)
    for (int x = 0; x < std::min(a.width(), b.width()); ++x) {
      const int d = offBy(a.pixel(x, y), b.pixel(x, y));
      picture.setPixel(x, y, qRgb(255 - d, 255 - d, 255 - d));
    }
  return picture;
}

void checkAgainstReference(const QImage& picture, const QString& name) {
  const QString reference = QDir(QStringLiteral(OMEGA_REFERENCES)).filePath(name + QStringLiteral(".png"));
  if (qEnvironmentVariableIntValue("OMEGASCOPE_UPDATE_REFERENCES") == 1) {
    REQUIRE(picture.save(reference));
    WARN("drawn anew: " << reference.toStdString());
    return;
  }
  const QImage wanted(reference);
  REQUIRE_FALSE(wanted.isNull());
  REQUIRE(wanted.size() == picture.size());
  const ImageDifference found = difference(picture, wanted);
  const int worst = worstSquare(picture, wanted);
  if (found.beyond > kTolerance || worst > kMost) {
    const QDir folder(QStringLiteral(OMEGA_PICTURES));
    REQUIRE(folder.mkpath(QStringLiteral(".")));
    picture.save(folder.filePath(name + QStringLiteral("_actual.png")));
    differencePicture(picture, wanted).save(folder.filePath(name + QStringLiteral("_difference.png")));
    INFO("the picture and the difference are in " << folder.path().toStdString());
    CHECK(found.beyond <= kTolerance);
    CHECK(worst <= kMost);
  }
  CHECK(found.beyond <= kTolerance);
  CHECK(worst <= kMost);
}

}  // namespace

namespace {

QImage exampleMap(const QString& columns, double zoom = 1.6, const MapMarks& marks = {12, 20, 30, 5, -1, -1}) {
  HeatMap map;
  map.setPainter(PainterKind::Raster);
  map.setSource(MapSource::matrix(48, 48, attentionLike(48, 48)));
  map.setScale({ColourMap::Viridis, Norm::Sqrt, 0, 0.2});
  map.setLabels({QStringLiteral("softmax"), QStringLiteral("query n"), columns, {QStringLiteral("preview ½")}});
  map.setMarks(marks);
  map.setView({20, 24, zoom});
  const Theme theme = Theme::light();
  return painted({420, 380}, theme, [&](QPainter& painter, const QRectF& area) { map.paintTo(painter, area, theme); });
}

}  // namespace

TEST_CASE("reference: a heat map with rings and a zoom", "[reference]") {
  checkAgainstReference(exampleMap(QStringLiteral("key m")), QStringLiteral("heat_map"));
}

TEST_CASE("what a reference notices: a title that is missing or another, a number, a line that moves by a pixel",
          "[reference]") {
  const QImage whole = exampleMap(QStringLiteral("key m"));
  CHECK(worstSquare(whole, whole) == 0);
  CHECK(worstSquare(whole, exampleMap(QStringLiteral(" "))) > kMost);
  CHECK(worstSquare(whole, exampleMap(QStringLiteral("key n"))) > kMost);
  const auto with = [&](const std::function<void(QPainter&)>& paint) {
    QImage changed = whole;
    QPainter painter(&changed);
    paint(painter);
    return changed;
  };
  const Theme theme = Theme::light();
  const auto line = [&](int y) {
    return with([&](QPainter& painter) { painter.fillRect(QRect(60, y, 300, 1), theme.axis); });
  };
  CHECK(worstSquare(line(370), line(371)) > kMost);
  const QImage numbered = with([&](QPainter& painter) {
    painter.setFont(theme.font);
    painter.setPen(theme.faint);
    painter.drawText(QPoint(4, 376), QStringLiteral("20"));
  });
  CHECK(worstSquare(whole, numbered) > kMost);
}

TEST_CASE("reference: a density with contours, proposals and weighted samples, dark", "[reference]") {
  const Theme theme = Theme::night();
  DensityField field;
  field.setPainter(PainterKind::Raster);
  field.setTheme(theme);
  field.setLabels({QStringLiteral("lara"),
                   QStringLiteral("ω₁"),
                   QStringLiteral("ω₂"),
                   {QStringLiteral("projected, 64 % of variance")}});
  field.setScene(exampleScene(true));
  checkAgainstReference(
      painted({420, 380}, theme, [&](QPainter& painter, const QRectF& area) { field.paintTo(painter, area, theme); }),
      QStringLiteral("density_field"));
}

TEST_CASE("reference: colour bars", "[reference]") {
  const Theme theme = Theme::light();
  const ColourScale scales[] = {{ColourMap::Viridis, Norm::Log, 1e-4, 1},
                                {ColourMap::Cividis, Norm::Sqrt, 0, 0.5},
                                {ColourMap::Grey, Norm::Linear, 0, 1},
                                ColourScale::symmetric(0.1)};
  checkAgainstReference(painted({400, 260}, theme,
                                [&](QPainter& painter, const QRectF& area) {
                                  double x = 0;
                                  for (const ColourScale& scale : scales) {
                                    ColourBar bar;
                                    bar.setScale(scale);
                                    bar.setTitle(QStringLiteral("attention"));
                                    bar.paintTo(painter, QRectF(x, 10, 90, area.height() - 20), theme);
                                    x += 100;
                                  }
                                }),
                        QStringLiteral("colour_bars"));
}

TEST_CASE("reference: sorted weights of every estimator, with legend", "[reference]") {
  const Theme theme = Theme::light();
  QCustomPlot plot;
  plot.legend->setVisible(true);
  applyStyle(plot, theme);
  styleAxis(*plot.xAxis, QStringLiteral("sample, largest weight first"), {}, AxisKind::Index, QLocale::c());
  styleAxis(*plot.yAxis, QStringLiteral("share of the weight"), {}, AxisKind::Log10, QLocale::c());
  int i = 0;
  for (const char* method : {"rfa", "ra", "lara", "lara", "eva", "gmm", "local"}) {
    QCPGraph* graph = plot.addGraph();
    const int copy = i == 3 ? 1 : 0;
    for (int s = 1; s <= 16; ++s) graph->addData(s, 0.5 * std::exp(-0.12 * s * (1 + 0.3 * i)));
    graph->setName(QString::fromLatin1(method) + (copy ? QStringLiteral(" b") : QString()));
    styleGraph(*graph, estimatorStyle(QString::fromLatin1(method), copy, false), theme, i == 4);
    ++i;
  }
  plot.xAxis->setRange(0.5, 16.5);
  plot.yAxis->setRange(1e-3, 1);
  checkAgainstReference(
      painted({480, 320}, theme, [&](QPainter& painter, const QRectF& area) { paintPlot(plot, painter, area); }),
      QStringLiteral("weights"));
}
