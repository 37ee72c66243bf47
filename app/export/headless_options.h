// The options of the command line that need no window and no display: --render, --gallery, --handout and --exam.
#pragma once

#include <QCommandLineParser>

#include "export/headless.h"

namespace omegascope {

/// In the order in which they are made.
struct OptionList : QList<QCommandLineOption> {
  QCommandLineOption added(const QCommandLineOption& option) { return *insert(end(), option); }
};

class HeadlessOptions {
 public:
  /// Puts its options behind those that are in the list.
  explicit HeadlessOptions(OptionList& all) : m_all(all) {}
  /// Whether this call is for us.
  bool isAsked(const QCommandLineParser& parser) const;
  /// `start` is what is drawn where no file is given. Throws omega::Error.
  void run(const QCommandLineParser& parser, const Session& start, bool dark) const;
  /// These two serve the window too.
  bool setsThreads(const QCommandLineParser& parser) const { return parser.isSet(m_threads); }
  int threads(const QCommandLineParser& parser) const;

 private:
  using Option = QCommandLineOption;

  void render(const QCommandLineParser& parser, const Session& start, bool dark) const;
  void renderFigureOf(RenderJob job, const QCommandLineParser& parser, bool dark) const;
  void refusePassedOver(const QCommandLineParser& parser, bool dark) const;
  void writePaper(const QCommandLineParser& parser) const;

  OptionList& m_all;
  const Option m_render = m_all.added(
      {"render",
       "Without a window: draw a panel or the figure of SESSION (a session, data, or - for that of --state) "
       "to the file of --output, and quit.",
       "SESSION"});
  const Option m_panel = m_all.added(
      {"panel", "The panel of --render, such as attention or weights; a wrong name is answered with all of them.",
       "NAME"});
  const Option m_figure = m_all.added(
      {"figure",
       "In place of --panel: the figure of the session, as File, Figure for a paper arranges it; to png, svg or "
       "pdf, or its motion to gif, or to a folder, which ends in /."});
  const Option m_output = m_all.added(
      {"output",
       "The file of --render: png, svg, pdf, csv, npz, npy or json, by its ending; the PDF of --handout and --exam.",
       "FILE"});
  const Option m_size = m_all.added(
      {"size", "Size of --render: pixels as in 960x600, or paper as in 84x63mm; a figure has its own without it.",
       "WxH"});
  const Option m_dpi =
      m_all.added({"dpi", "Dots per inch of --render to png: 96 without this option, of a figure its own.", "N"});
  const Option m_array =
      m_all.added({"array", "Which array of the panel --render writes to npy, where there are several.", "NAME"});
  const Option m_threads =
      m_all.added({"threads",
                   "How many threads compute: without this option all of the machine, in a window as many as "
                   "Preferences say. The picture is the same.",
                   "N"});
  const Option m_gallery = m_all.added(
      {"gallery", "Without a window: draw every panel as PNG and SVG into the folder DIR, with index.html, and quit.",
       "DIR"});
  const Option m_handout = m_all.added(
      {"handout", "Without a window: write the lesson NAME, or that of a file, on paper, as PDF, and quit.", "NAME"});
  const Option m_exam =
      m_all.added({"exam", "Without a window: write the exam of this seed as PDF, and quit.", "SEED"});
  const Option m_key = m_all.added({"key", "The PDF with the answers of --handout or --exam.", "FILE"});
  const Option m_answers = m_all.added({"answers", "The answers of --handout or --exam too, behind its last page."});
};

/// Before QApplication is made: the offscreen platform where these words ask for files or texts only, and where there
/// is no display. False where a window is asked for that nobody would see.
bool choosePlatform(int count, char** words);
/// The beginning of a sentence.
QString whyNoDisplay();

}  // namespace omegascope
