#include "export/headless_options.h"

#include <xcb/xcb.h>

#include <QDir>
#include <QFileInfo>
#include <iostream>
#include <memory>
#include <string_view>

#include "core/error.h"
#include "core/text.h"
#include "core/words.h"
#include "export/figure_motion.h"
#include "export/sheet_pdf.h"
#include "language/language.h"
#include "lessons/shelf.h"

namespace omegascope {

namespace {

constexpr double kScreenDpi = 96;

double parseDpi(const QString& text) {
  bool isNumber = false;
  const double dpi = text.toDouble(&isNumber);
  constexpr double kLeast = PaperFigure::kLeastDpi, kMost = PaperFigure::kMostDpi;
  if (!isNumber || !(dpi >= kLeast && dpi <= kMost))
    throw omega::Error::input("--dpi is " + omega::quoted(text.toStdString()) + ", but must be a number from " +
                              omega::number_text(kLeast) + " to " + omega::number_text(kMost));
  return dpi;
}

/// Whether --size is in millimetres.
bool isOnPaper(const QString& size) { return size.endsWith(QStringLiteral("mm")); }

/// What Qt says of a platform without windows is no use to anybody; standard error is for our one sentence.
void onlyCritical(QtMsgType type, const QMessageLogContext&, const QString& message) {
  if (type == QtCriticalMsg || type == QtFatalMsg) std::cerr << "omegascope: " << message.toStdString() << std::endl;
}

/// Of X or of Wayland. One that is named may be gone, as in a terminal that is older; Qt would end the program then.
/// The connection stays: a display may begin anew when the last program leaves it, and Qt would come just then.
bool reachesDisplay() {
  if (const QString name = qEnvironmentVariable("WAYLAND_DISPLAY");
      !name.isEmpty() && QFileInfo::exists(QDir(qEnvironmentVariable("XDG_RUNTIME_DIR")).filePath(name)))
    return true;
  if (qEnvironmentVariableIsEmpty("DISPLAY")) return false;
  static const std::unique_ptr<xcb_connection_t, decltype(&xcb_disconnect)> s_display(xcb_connect(nullptr, nullptr),
                                                                                      &xcb_disconnect);
  return xcb_connection_has_error(s_display.get()) == 0;
}

/// Whether the words ask for one of the options, which are written as --name or --name=value.
bool asksFor(int count, char** words, std::initializer_list<std::string_view> options) {
  for (int i = 1; i < count; ++i) {
    const std::string_view word(words[i]);
    for (const std::string_view option : options)
      if (word.substr(0, word.find('=')) == option) return true;
  }
  return false;
}

}  // namespace

bool HeadlessOptions::isAsked(const QCommandLineParser& parser) const {
  return parser.isSet(m_render) || parser.isSet(m_gallery) || parser.isSet(m_handout) || parser.isSet(m_exam);
}

void HeadlessOptions::run(const QCommandLineParser& parser, const Session& start, bool dark) const {
  const int jobs = parser.isSet(m_render) + parser.isSet(m_gallery) + parser.isSet(m_handout) + parser.isSet(m_exam);
  if (jobs > 1)
    throw omega::Error::input("--render, --gallery, --handout and --exam are jobs of their own; give one of them");
  if (parser.isSet(m_render)) return render(parser, start, dark);
  if (!parser.isSet(m_gallery)) return writePaper(parser);
  const QStringList files = parser.positionalArguments();
  writeGallery(parser.value(m_gallery), files.isEmpty() ? start : sessionOf(files.front()),
               dark ? ExportColours::Dark : ExportColours::Light);
}

int HeadlessOptions::threads(const QCommandLineParser& parser) const {
  if (!parser.isSet(m_threads)) return 0;
  return static_cast<int>(omega::whole_number("--threads", parser.value(m_threads).toStdString(), 0, 1024));
}

void HeadlessOptions::render(const QCommandLineParser& parser, const Session& start, bool dark) const {
  const bool isFigure = parser.isSet(m_figure);
  if (isFigure && parser.isSet(m_panel))
    throw omega::Error::input("--panel and --figure are two pictures; give one of them");
  const auto need = [&](const QCommandLineOption& option) {
    if (parser.value(option).isEmpty())
      throw omega::Error::input("--render needs --" + option.names().front().toStdString() +
                                " too; --help says what it is");
  };
  if (!isFigure) need(m_panel);
  need(m_output);
  refusePassedOver(parser, dark);
  const QString session = parser.value(m_render);
  RenderJob job{
      session == QStringLiteral("-") ? start : sessionOf(session), parser.value(m_panel), parser.value(m_output), {}};
  job.threads = threads(parser);
  if (isFigure) return renderFigureOf(std::move(job), parser, dark);
  job.options.colours = dark ? ExportColours::Dark : ExportColours::Light;
  job.options.dpi = parser.isSet(m_dpi) ? parseDpi(parser.value(m_dpi)) : kScreenDpi;
  parseSize(parser.isSet(m_size) ? parser.value(m_size) : QStringLiteral("960x600"), job.options);
  job.options.array = parser.value(m_array);
  if (formatOfFile(job.output) == ExportFormat::Png) requireRoom(job.options.pixels());
  renderPanel(job);
}

/// What the file of --output would be the same without. --size is not among it: it is the room that the numbers of
/// large maps are pooled to.
void HeadlessOptions::refusePassedOver(const QCommandLineParser& parser, bool dark) const {
  const auto refuse = [](const std::string& option, const std::string& where) {
    throw omega::Error::input("--" + option + " would change nothing of this file: it is for " + where +
                              "; leave it out");
  };
  const bool isFigure = parser.isSet(m_figure);
  const QString output = parser.value(m_output), size = parser.value(m_size);
  const bool isMoving = isFigure && isMotion(output);
  const auto format = isMoving ? ExportFormat::Png : formatOfFile(output);
  if (!format || (isFigure && !isPicture(*format))) return;  // whoever is to write it says what it may be
  if (parser.isSet(m_array) && (isFigure || format != ExportFormat::Npy))
    refuse("array", "a panel's arrays in an .npy, which holds one of them");
  if (dark && !isPicture(*format)) refuse("dark", "pictures: .png, .svg and .pdf");
  const bool hasPixels = isFigure ? parser.isSet(m_size) && !isOnPaper(size) : !isOnPaper(size);
  if (parser.isSet(m_dpi) && format != ExportFormat::Png && !(isPicture(*format) && hasPixels))
    refuse("dpi", ".png, and for .svg and .pdf with --size in pixels");
}

/// What the line says goes before what the session says.
void HeadlessOptions::renderFigureOf(RenderJob job, const QCommandLineParser& parser, bool dark) const {
  PaperFigure& figure = job.session.document.figure;
  if (parser.isSet(m_dpi)) figure.dpi = parseDpi(parser.value(m_dpi));
  if (parser.isSet(m_size)) {
    job.options.dpi = figure.dpi;  // for a size in pixels
    parseSize(parser.value(m_size), job.options);
    figure.width = job.options.millimetres.width();
    figure.height = job.options.millimetres.height();
  }
  if (dark) figure.colours = ExportColours::Dark;
  if (isMotion(job.output) || formatOfFile(job.output) == ExportFormat::Png) {
    job.options.dpi = figure.dpi;
    job.options.millimetres = {figure.width, figure.height};
    requireRoom(job.options.pixels());
  }
  renderFigure(job);
}

void HeadlessOptions::writePaper(const QCommandLineParser& parser) const {
  PaperJob job;
  job.output = parser.value(m_output);
  job.key = parser.value(m_key);
  job.answers = parser.isSet(m_answers);
  job.threads = threads(parser);
  if (job.output.isEmpty() && job.key.isEmpty())
    throw omega::Error::input("--handout and --exam need --output or --key too; --help says what they are");
  if (parser.isSet(m_handout))
    return writeHandout(
        omega::lessons::lesson_called(parser.value(m_handout).toStdString(), {}, codeOf(language()).toStdString())
            .lesson,
        job);
  writeExam(omega::seed_number("--exam", parser.value(m_exam).toStdString()), job);
}

QString whyNoDisplay() {
  const QByteArray named = qgetenv("DISPLAY");
  return named.isEmpty() ? QStringLiteral("there is no display to open a window on")
                         : QStringLiteral("the display \"%1\" cannot be reached").arg(QString::fromLocal8Bit(named));
}

bool choosePlatform(int count, char** words) {
  // What opens no window uses no display, even where there is one, so that pictures are the same everywhere.
  const bool needsNone =
      asksFor(count, words,
              {"--render", "--gallery", "--handout", "--exam", "--help", "-h", "--version", "-v", "--man", "--marks"});
  if (!needsNone && (qEnvironmentVariableIsSet("QT_QPA_PLATFORM") || reachesDisplay())) return true;
  qputenv("QT_QPA_PLATFORM", "offscreen");
  qInstallMessageHandler(onlyCritical);
  return needsNone || asksFor(count, words, {"--screenshot-to", "--benchmark-ui", "--keys"});
}

}  // namespace omegascope
