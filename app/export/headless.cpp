#include "export/headless.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QRegularExpression>
#include <iostream>
#include <string>
#include <vector>

#include "core/error.h"
#include "core/text.h"
#include "export/exporter.h"
#include "export/figure_booth.h"
#include "export/figure_motion.h"
#include "export/panel_booth.h"
#include "export/panel_picture.h"
#include "export/provenance.h"
#include "model/disk.h"
#include "views/registry.h"

namespace omegascope {

namespace {

struct HeadlessWords {
  Q_DECLARE_TR_FUNCTIONS(Headless)
};

/// Of the kind of place it has in the window.
QSize gallerySize(Place place) {
  switch (place) {
    case Place::Left: return {480, 180};
    case Place::Centre:
    case Place::CentreBelow: return {960, 420};
    case Place::Right: return {720, 640};
    case Place::RightBelow: return {720, 420};
    case Place::Whole: return {1280, 720};
    case Place::Strip: return {960, 280};
  }
  return {960, 600};
}

QString section(const Panel& panel, const Provenance& provenance, const QSize& size) {
  QString commands = provenance.lines().mid(1).join(QLatin1Char('\n')).toHtmlEscaped();
  if (!commands.isEmpty()) commands = QStringLiteral("<pre>%1</pre>\n").arg(commands);
  return QStringLiteral(
             "<section id=\"%1\">\n<h2>%2</h2>\n<a href=\"%1.svg\"><img src=\"%1.png\" width=\"%3\" height=\"%4\" "
             "alt=\"%2\"></a>\n<div>%5</div>\n%6</section>\n")
      .arg(panel.name(), panel.title().toHtmlEscaped())
      .arg(size.width())
      .arg(size.height())
      .arg(panel.help(), commands);
}

QString page(const QString& sections, const QString& footer) {
  const QString head = QStringLiteral(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>Omegascope</title>\n<style>\n"
      "body { font: 15px/1.5 sans-serif; max-width: 1000px; margin: 2em auto; padding: 0 1em; color: #1a1a1a; }\n"
      "section { margin-bottom: 3em; }\nimg { border: 1px solid #ddd; max-width: 100%; height: auto; }\n"
      "pre { background: #f5f5f5; padding: .7em; overflow-x: auto; }\nfooter { color: #5c5c5c; "
      "}\n</style>\n</head>\n<body>\n");
  const QString about = HeadlessWords::tr(
      "See how attention is estimated by random projections ω. A picture leads to its SVG; the commands make its "
      "numbers again.");
  return head + QStringLiteral("<h1>Omegascope</h1>\n<p>") + about + QStringLiteral("</p>\n") + sections +
         QStringLiteral("<footer>") + footer + QStringLiteral("</footer>\n</body>\n</html>\n");
}

}  // namespace

void parseSize(const QString& text, ExportOptions& options) {
  static const QRegularExpression pattern(QStringLiteral("^(\\d+(?:\\.\\d+)?)x(\\d+(?:\\.\\d+)?)(mm)?$"));
  const QRegularExpressionMatch match = pattern.match(text);
  const QSizeF size(match.captured(1).toDouble(), match.captured(2).toDouble());
  const bool isMillimetres = !match.captured(3).isEmpty();
  const double low = isMillimetres ? 10 : 32, high = isMillimetres ? 5000 : 20000;
  if (!match.hasMatch() || std::min(size.width(), size.height()) < low || std::max(size.width(), size.height()) > high)
    throw omega::Error::input(
        "--size is " + omega::quoted(text.toStdString()) +
        ", but must be WxH in pixels such as 960x600 (32 to 20000), or in millimetres such as 84x63mm (10 to 5000)");
  if (isMillimetres)
    options.millimetres = size;
  else
    options.setPixels(size.toSize());
}

Session sessionOf(const QString& path) {
  if (isSessionFile(path)) return readSession(path);
  if (!QFileInfo::exists(path))
    throw omega::Error::input("there is no file " + omega::quoted(path.toStdString()) +
                              "; give the path of a session or of data");
  Session session = freshSession();
  session.document.workload = Workload{};
  session.document.workload.preset.clear();
  session.document.workload.file = QFileInfo(path).absoluteFilePath().toStdString();
  return session;
}

namespace {

void keepData(const RenderJob& job) {
  std::vector<std::string> files{job.session.document.workload.file};
  if (job.session.pinned) files.push_back(job.session.pinned->document.workload.file);
  keepFiles(files, job.output);
}

/// What is not as it was asked for: a picture whose words have no room in that height is higher, or its words are
/// smaller, or a part of it is empty; and a card that could not run is not in it.
void tellOf(const Panel& panel, const Workbench& workbench, const ExportOptions& asked) {
  const auto tell = [](const QString& remark) {
    if (!remark.isEmpty()) std::cerr << "omegascope: " << remark.toStdString() << std::endl;
  };
  for (const QString& failure : failuresIn(panel, workbench)) tell(failure);
  if (!isPicture(asked.format)) return;
  tell(whyNoPicture(panel));
  const ExportOptions written = readable(panel, asked);
  if (written.millimetres != asked.millimetres) tell(sizeText(written, asked.millimetres));
  for (const QString& lack : lacksOfRoom(panel, written)) tell(lack);
}

}  // namespace

void renderPanel(const RenderJob& job) {
  keepData(job);
  const PanelKind& kind = panelKindOf(job.panel);  // a wrong name is reported before anything is computed
  ExportOptions options = job.options;
  const auto format = formatOfFile(job.output);
  if (!format)
    throw omega::Error::input("--output is " + omega::quoted(job.output.toStdString()) +
                              ", but must end in .png, .svg, .pdf, .csv, .npz, .npy or .json");
  options.format = *format;
  PanelBooth booth(job.session, job.threads);
  const std::unique_ptr<Panel> panel = booth.show(kind, options.logicalSize().toSize());
  exportPanel(*panel, booth.workbench(), job.output, options);
  tellOf(*panel, booth.workbench(), options);
}

void renderFigure(const RenderJob& job) {
  keepData(job);
  const auto tell = [](const FigureBooth& booth, ExportFormat format) {
    tellOf(booth.sheet(), booth.workbench(), booth.sheet().options(format));
  };
  if (isMotion(job.output))
    return exportMotion(job.session, job.output, job.threads, {},
                        [&](const FigureBooth& booth) { tell(booth, ExportFormat::Png); });
  const auto format = formatOfFile(job.output);
  if (!format || !isPicture(*format))
    throw omega::Error::input("--output is " + omega::quoted(job.output.toStdString()) +
                              ", but of a figure it must end in .png, .svg or .pdf, or for its motion in .gif, or in / "
                              "for a folder of pictures");
  const FigureBooth booth(job.session, job.threads);
  exportPanel(booth.sheet(), booth.workbench(), job.output, booth.sheet().options(*format));
  tell(booth, *format);
}

void writeGallery(const QString& folder, const Session& session, ExportColours colours) {
  makeFolder(folder);
  QString sections, footer;
  const auto add = [&](const Panel& panel, const Workbench& workbench, ExportOptions options) {
    options.colours = colours;
    options = readable(panel, options);
    for (const ExportFormat format : {ExportFormat::Png, ExportFormat::Svg}) {
      options.format = format;
      exportPanel(panel, workbench, QDir(folder).filePath(QStringLiteral("%1.%2").arg(panel.name(), suffixOf(format))),
                  options);
    }
    const Provenance provenance = provenanceOf(panel, workbench);
    sections += section(panel, provenance, options.logicalSize().toSize());
    footer = QStringLiteral("%1, seed %2, draw %3, data %4")
                 .arg(provenance.program)
                 .arg(provenance.seed)
                 .arg(provenance.draw)
                 .arg(provenance.data);
  };
  PanelBooth booth(session);
  for (const PanelKind& kind : panelKinds()) {
    const QSize size = gallerySize(kind.place);
    const std::unique_ptr<Panel> panel = booth.showFull(kind, size);
    ExportOptions options;
    options.setLogicalSize(size);
    options.dpi = 192;
    add(*panel, booth.workbench(), options);
    booth.restore();
  }
  const FigureBooth figure(session);
  add(figure.sheet(), figure.workbench(), figure.sheet().options(ExportFormat::Png));
  writeBytes(QDir(folder).filePath(QStringLiteral("index.html")), page(sections, footer).toUtf8());
}

}  // namespace omegascope
