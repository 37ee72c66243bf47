#include "export/panel_picture.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QPageLayout>
#include <QPainter>
#include <QPdfWriter>
#include <QPrinter>
#include <QTextOption>
#include <cmath>

#include "core/error.h"
#include "export/restyling_device.h"
#include "language/language.h"
#include "views/fitted_picture.h"
#include "widgets/clipping_device.h"

namespace omegascope {

namespace {

constexpr double kMargin = 8;      // of title and caption, logical pixels
constexpr double kAsAsked = 0.95;  // of the size of text: nobody sees the difference

struct PictureWords {
  Q_DECLARE_TR_FUNCTIONS(Picture)
};

/// Paints the title and takes its room off the top of the area.
void paintTitle(QPainter& painter, const Panel& panel, const Theme& theme, QRectF& area) {
  const QFont font = theme.bold();
  const double height = QFontMetricsF(font).height() + 6;
  painter.setFont(font);
  painter.setPen(theme.text);
  painter.drawText(QRectF(area.left() + kMargin, area.top(), area.width() - 2 * kMargin, height),
                   Qt::AlignLeft | Qt::AlignVCenter, panel.title());
  area.adjust(0, height, 0, 0);
}

/// Paints the caption and takes its room off the bottom; a long one gets several lines, up to a third of the picture. A
/// word that is longer than a line, as names of files can be, is broken.
void paintCaption(QPainter& painter, const QString& caption, const Theme& theme, QRectF& area) {
  const QRectF room(area.left() + kMargin, 0, area.width() - 2 * kMargin, area.height() / 3);
  QTextOption wrap(Qt::AlignLeft | Qt::AlignTop);
  wrap.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
  painter.setFont(theme.font);
  painter.setPen(theme.text);
  const double height = std::min(room.height(), painter.boundingRect(room, caption, wrap).height() + 2);
  painter.drawText(QRectF(room.left(), area.bottom() - height - 4, room.width(), height), caption, wrap);
  area.adjust(0, 0, 0, -height - 4);
}

/// Paints all that stands around the picture itself; what is left is its area.
QRectF paintAround(QPainter& painter, const Panel& panel, const ExportOptions& options, const Theme& theme) {
  QRectF area(QPointF(), options.logicalSize());
  painter.setRenderHint(QPainter::Antialiasing);
  if (!options.transparent) painter.fillRect(area, theme.window);
  if (options.withTitle) paintTitle(painter, panel, theme, area);
  if (options.withCaption && !options.caption.isEmpty()) paintCaption(painter, options.caption, theme, area);
  if (options.withLegend) {
    const PlacedLegend legend(panel.legendAbove(), area.width(), theme);
    legend.paint(painter, area.topLeft(), theme);
    area.adjust(0, legend.height(), 0, 0);
  }
  return area;
}

void paintPanel(QPainter& painter, const Panel& panel, const ExportOptions& options) {
  const NumbersOfFiles numbers;
  const Theme theme = themeOf(options);
  const QRectF area = paintAround(painter, panel, options, theme);
  if (isTooSmall(area.size()))
    throw omega::Error::input(PictureWords::tr("the words around the picture of %1 leave no room for it; a larger size "
                                               "or smaller text helps")
                                  .arg(panel.title())
                                  .toStdString());
  options.visibleOnly ? panel.render(painter, area, theme) : panel.renderWhole(painter, area, theme);
}

/// Paints in greys and with outlines where that is wanted, else straight on.
void paintVector(QPainter& painter, const Panel& panel, const ExportOptions& options) {
  const Restyling restyling{options.colours == ExportColours::Grey, options.outlines};
  if (!restyling.grey && !restyling.outlines) return paintPanel(painter, panel, options);
  RestylingDevice device(painter, options.logicalSize(), restyling);
  QPainter restyled(&device);
  paintPanel(restyled, panel, options);
}

/// Qt writes whole points: the box of each page becomes as large as was asked. What is painted begins at the top.
void setExactBoxes(QByteArray& pdf, const std::vector<QSizeF>& pages) {
  constexpr double kPointsPerMillimetre = 72 / 25.4;
  const QByteArray begin = "/MediaBox [0 0 ";
  qsizetype at = 0;
  for (const QSizeF& page : pages) {
    at = pdf.indexOf(begin, at);
    const qsizetype first = at + begin.size(), end = pdf.indexOf(']', at);
    if (at < 0 || end < 0) return;
    const double top = pdf.mid(first, end - first).split(' ').value(1).toDouble();
    const QSizeF points = page * kPointsPerMillimetre;
    const auto number = [](double value) { return QByteArray::number(value, 'f', 4); };
    const QByteArray box = "/MediaBox [0 " + number(top - points.height()) + ' ' + number(points.width()) + ' ' +
                           QByteArray::number(top, 'f', 0);
    // In the same place: the file's own table tells where each object begins. Not where Qt counts in larger units.
    if (std::abs(top - points.height()) < 1 && box.size() <= end - at)
      pdf.replace(at, end - at, box.leftJustified(end - at));
    at = end;
  }
}

QPageLayout pageOf(const ExportOptions& options) {
  return {QPageSize(options.millimetres, QPageSize::Millimeter, QString(), QPageSize::ExactMatch),
          QPageLayout::Portrait, QMarginsF()};
}

QByteArray xmp(const QString& title, const QByteArray& provenance) {
  return QStringLiteral(
             "<?xpacket begin=\"\uFEFF\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>\n"
             "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"><rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">"
             "<rdf:Description rdf:about=\"\" xmlns:dc=\"http://purl.org/dc/elements/1.1/\">"
             "<dc:title><rdf:Alt><rdf:li xml:lang=\"x-default\">%1</rdf:li></rdf:Alt></dc:title>"
             "<dc:description><rdf:Alt><rdf:li xml:lang=\"x-default\">%2</rdf:li></rdf:Alt></dc:description>"
             "</rdf:Description></rdf:RDF></x:xmpmeta>\n<?xpacket end=\"w\"?>\n")
      .arg(title.toHtmlEscaped(), QString::fromUtf8(provenance).toHtmlEscaped())
      .toUtf8();
}

}  // namespace

Theme themeOf(const ExportOptions& options) {
  Theme theme =
      options.colours == ExportColours::Dark ? Theme::night(options.textScale) : Theme::light(options.textScale);
  // The canvas keeps its colour where it is clear: legends are a tint of it.
  if (options.transparent) theme.canvas.setAlpha(0);
  theme.isGrey = options.colours == ExportColours::Grey;
  theme.showsLegends = options.withLegend;
  theme.window = theme.canvas;  // on paper the plot is not framed by the window's grey
  return theme;
}

ExportOptions readable(const Panel& panel, ExportOptions options) {
  const NumbersOfFiles numbers;
  QImage nothing(1, 1, QImage::Format_ARGB32_Premultiplied);
  QPainter painter(&nothing);
  const Theme theme = themeOf(options);
  const QRectF area = paintAround(painter, panel, options, theme);
  const double least = panel.leastHeight(area.width(), theme), missing = least - area.height();
  if (least > 0 && missing > 0) options.millimetres.rheight() *= 1 + missing / options.logicalSize().height();
  return options;
}

bool hasRoom(const Panel& panel, const ExportOptions& options) {
  QImage nothing(1, 1, QImage::Format_ARGB32_Premultiplied);
  QPainter painter(&nothing);
  const NumbersOfFiles numbers;
  return !isTooSmall(paintAround(painter, panel, readable(panel, options), themeOf(options)).size());
}

QStringList lacksOfRoom(const Panel& panel, const ExportOptions& options) {
  const ShrinkMeter meter;
  QImage nothing(1, 1, QImage::Format_ARGB32_Premultiplied);
  QPainter painter(&nothing);
  ShrinkMeter::begin(painter, {});
  paintPanel(painter, panel, options);
  QStringList small, empty, lacks;
  for (const ShrinkMeter::Part& part : meter.parts()) {
    if (part.isEmpty) empty << part.name;
    if (part.scale < kAsAsked)
      small << (part.name.isEmpty() ? QString() : part.name + QLatin1Char(' ')) +
                   QString::number(options.textScale * kBasePoints * part.scale, 'f', 1) + PictureWords::tr(" pt");
  }
  const auto list = [](const QStringList& names) { return names.join(QStringLiteral(", ")); };
  if (!empty.isEmpty())
    lacks << PictureWords::tr("left empty for lack of room: %1; a larger size or smaller text helps").arg(list(empty));
  if (!small.isEmpty())
    lacks << PictureWords::tr("text that lacks room becomes smaller: %1; a larger size helps").arg(list(small));
  return lacks;
}

QString resultText(const Panel& panel, const ExportOptions& written, const QSizeF& asked) {
  return (QStringList{sizeText(written, asked)} + lacksOfRoom(panel, written)).join(QLatin1Char('\n'));
}

QImage pixelPicture(const Panel& panel, const ExportOptions& options, const QSize& pixels) {
  requireRoom(pixels);
  QImage image(pixels, QImage::Format_ARGB32_Premultiplied);
  if (image.isNull())
    throw omega::Error::failure("there is not enough memory for a picture of " + std::to_string(pixels.width()) + "x" +
                                std::to_string(pixels.height()) + " pixels");
  image.fill(Qt::transparent);
  const QSizeF logical = options.logicalSize();
  {
    QPainter painter(&image);
    painter.scale(pixels.width() / logical.width(), pixels.height() / logical.height());
    paintPanel(painter, panel, options);
  }
  return options.colours == ExportColours::Grey ? greyOf(image) : image;
}

QByteArray svgPicture(const Panel& panel, const ExportOptions& options, const QString& description) {
  QByteArray svg = paintedSvg(options.logicalSize(), panel.title(), description,
                              [&](QPainter& painter) { paintVector(painter, panel, options); });
  // Viewers smooth small images when they enlarge them; a map is made of cells.
  return svg.replace("<image ", "<image style=\"image-rendering:optimizeSpeed;image-rendering:pixelated\" ");
}

void printPicture(QPrinter& printer, const Panel& panel, ExportOptions options) {
  const QRectF page = printer.pageLayout().paintRect(QPageLayout::Millimeter);
  const QSizeF size = QSizeF(panel.size()).scaled(page.size(), Qt::KeepAspectRatio);
  options.millimetres = size;
  QPainter painter(&printer);
  if (!painter.isActive())
    throw omega::Error::failure("the printer did not take the page; choose another one, or print to a file");
  painter.setRenderHint(QPainter::LosslessImageRendering);
  const double factor =
      printer.pageRect(QPrinter::DevicePixel).width() / page.width() * size.width() / options.logicalSize().width();
  painter.scale(factor, factor);
  paintVector(painter, panel, options);
}

QByteArray withoutDate(QByteArray pdf) {
  const qsizetype at = pdf.indexOf("/CreationDate ("), end = pdf.indexOf(')', at);
  // Blanks in its place: the file's own table tells where each object begins.
  return at < 0 || end < 0 ? pdf : pdf.replace(at, end + 1 - at, QByteArray(end + 1 - at, ' '));
}

QByteArray pdfPages(const std::vector<const Panel*>& panels, const ExportOptions& options, const QString& title,
                    const QByteArray& provenance, const std::function<void(int)>& beforePage) {
  QByteArray pdf;
  std::vector<QSizeF> sizes;
  QBuffer buffer(&pdf);
  buffer.open(QIODevice::WriteOnly);
  {
    constexpr int kDpi = 1200;
    QPdfWriter writer(&buffer);
    writer.setTitle(title);
    writer.setCreator(QStringLiteral("Omegascope"));
    writer.setResolution(kDpi);
    writer.setPageLayout(pageOf(readable(*panels.front(), options)));
    writer.setDocumentXmpMetadata(xmp(title, provenance));
    writer.addFileAttachment(QStringLiteral("provenance.json"), provenance, QStringLiteral("application/json"));
    QPainter painter(&writer);
    painter.setRenderHint(QPainter::LosslessImageRendering);  // a map is data: no JPEG
    for (std::size_t i = 0; i < panels.size(); ++i) {
      if (beforePage) beforePage(static_cast<int>(i));
      const ExportOptions page = readable(*panels[i], options);
      writer.setPageLayout(pageOf(page));
      sizes.push_back(page.millimetres);
      if (i > 0) writer.newPage();
      painter.save();
      painter.scale(kDpi / 96.0, kDpi / 96.0);
      paintVector(painter, *panels[i], page);
      painter.restore();
    }
  }
  setExactBoxes(pdf, sizes);
  return withoutDate(pdf);
}

}  // namespace omegascope
