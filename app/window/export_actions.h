// Export … and Export all … of the main window: ask, write, and say in the banner what went wrong.
#pragma once

#include <QObject>

#include "export/export_options.h"
#include "export/exporter.h"
#include "export/sheet_pdf.h"

class QPrinter;
class QProgressDialog;

namespace omegascope {

class MainWindow;

class ExportActions : public QObject {
  Q_OBJECT

 public:
  explicit ExportActions(MainWindow& window);

  /// These ask with dialogs.
  void askAndExport(omegascope::Panel* panel);
  void askAndExportAll();
  /// Builds the figure of the document, and writes it where that is wanted.
  void askAndExportFigure();
  void askAndPrint(omegascope::Panel* panel);
  /// A handout of the lesson that is open, and what was answered in it; an exam of a seed.
  void askAndWriteHandout();
  void askAndWriteAnswers();
  void askAndWriteExam();

  /// These do not ask; false where they failed, and the banner says why. The ending of a name decides the format.
  bool exportTo(Panel& panel, const QString& path, ExportOptions options);
  bool printTo(QPrinter& printer, Panel& panel);
  /// These copy to the clipboard: the picture, the table, and the line that makes the table again.
  void copyImage(omegascope::Panel* panel);
  void copyData(omegascope::Panel* panel);
  void copyCommand(omegascope::Panel* panel);
  /// The figure of the document for each value of what moves in it.
  bool motionTo(const QString& path);
  /// Leaves out panels that have nothing of this kind yet, and says which. False where that is all.
  bool exportAllTo(const QString& target, const ExportOptions& options);
  /// Two files: the paper, and beside it "…-key.pdf".
  bool handoutTo(const QString& path);
  /// What was answered in the lesson at hand; without a key.
  bool answersTo(const QString& path);
  bool examTo(std::uint32_t seed, const QString& path);
  /// The files of a folder that Export all would replace.
  QStringList inTheWay(const QString& folder, ExportFormat format) const;

 private:
  void tellExported(const QString& target, std::size_t written, const QStringList& leftOut);
  std::vector<const Panel*> openPanels() const;
  /// Whether a file must end as its proposed name does, or as any file that is exported.
  enum class Ending { Fixed, Free };

  /// Empty where nothing was chosen. `kind` is what such files are, in words.
  QString askForFile(const QString& title, const QString& name, const QString& kind, Ending ending);
  bool mayReplace(const QStringList& files);
  bool guarded(const std::function<void(const ExportProgress&)>& work, int barAfterMs = kBarAfterMs);
  void askAndExportPictures();
  void askAndExportGif();
  QString askForPaper(const QString& title, const QString& name);
  /// `key`: where the answers go; empty: there are none.
  bool paperTo(const QString& path, const QString& key,
               const std::function<void(const PaperJob&, const ExportProgress&)>& write);

  static constexpr int kBarAfterMs = 1000;

  MainWindow& m_window;
  QProgressDialog* m_bar = nullptr;  // while something is exported
};

}  // namespace omegascope
