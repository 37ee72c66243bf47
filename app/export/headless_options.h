// The options of the command line that need no window and no display: --render, --gallery, --handout and --exam.
#pragma once

#include <QCommandLineParser>

#include "export/headless.h"

namespace omegascope {

class HeadlessOptions {
 public:
  QList<QCommandLineOption> all() const;
  /// Whether this call is for us.
  bool isAsked(const QCommandLineParser& parser) const;
  /// `start` is what is drawn where no file is given. Throws omega::Error.
  void run(const QCommandLineParser& parser, const Session& start, bool dark) const;
  /// These two also of the window.
  bool setsThreads(const QCommandLineParser& parser) const { return parser.isSet(m_threads); }
  int threads(const QCommandLineParser& parser) const;

 private:
  void render(const QCommandLineParser& parser, const Session& start, bool dark) const;
  void renderFigureOf(RenderJob job, const QCommandLineParser& parser, bool dark) const;
  void writePaper(const QCommandLineParser& parser) const;

  QCommandLineOption m_render{
      QStringLiteral("render"),
      QStringLiteral("Without a window: draw a panel or the figure of SESSION (a session, data, or - for "
                     "that of --state) to the file of --output, and quit."),
      QStringLiteral("SESSION")};
  QCommandLineOption m_panel{
      QStringLiteral("panel"),
      QStringLiteral("The panel of --render, such as attention or weights; a wrong name is answered with all of them."),
      QStringLiteral("NAME")};
  QCommandLineOption m_figure{QStringLiteral("figure"),
                              QStringLiteral("In place of --panel: the figure of the session, as File, Figure for a "
                                             "paper arranges it; to png, svg or pdf, or its motion "
                                             "to gif, or to a folder, which ends in /.")};
  QCommandLineOption m_output{
      QStringLiteral("output"),
      QStringLiteral(
          "The file of --render: png, svg, pdf, csv, npz, npy or json, by its ending; the PDF of --handout and "
          "--exam."),
      QStringLiteral("FILE")};
  QCommandLineOption m_size{
      QStringLiteral("size"),
      QStringLiteral(
          "Size of --render: pixels as in 960x600, or paper as in 84x63mm; a figure has its own without it."),
      QStringLiteral("WxH")};
  QCommandLineOption m_dpi{
      QStringLiteral("dpi"),
      QStringLiteral("Dots per inch of --render to png: 96 without this option, of a figure its own."),
      QStringLiteral("N")};
  QCommandLineOption m_threads{
      QStringLiteral("threads"),
      QStringLiteral("How many threads compute: all of the machine without this option. The picture is the same."),
      QStringLiteral("N")};
  QCommandLineOption m_array{
      QStringLiteral("array"),
      QStringLiteral("Which array of the panel --render writes to npy, where there are several."),
      QStringLiteral("NAME")};
  QCommandLineOption m_gallery{
      QStringLiteral("gallery"),
      QStringLiteral(
          "Without a window: draw every panel as PNG and SVG into the folder DIR, with index.html, and quit."),
      QStringLiteral("DIR")};
  QCommandLineOption m_handout{
      QStringLiteral("handout"),
      QStringLiteral("Without a window: write the lesson NAME, or that of a file, on paper, as PDF, and quit."),
      QStringLiteral("NAME")};
  QCommandLineOption m_exam{QStringLiteral("exam"),
                            QStringLiteral("Without a window: write the exam of this seed as PDF, and quit."),
                            QStringLiteral("SEED")};
  QCommandLineOption m_key{QStringLiteral("key"), QStringLiteral("The PDF with the answers of --handout or --exam."),
                           QStringLiteral("FILE")};
  QCommandLineOption m_answers{QStringLiteral("answers"),
                               QStringLiteral("The answers of --handout or --exam too, behind its last page.")};
};

/// Before QApplication is made: the offscreen platform where these words ask for files or texts only, and where there
/// is no display. False where a window is asked for that nobody would see.
bool choosePlatform(int count, char** words);

}  // namespace omegascope
