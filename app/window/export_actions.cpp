#include "window/export_actions.h"

#include <QApplication>
#include <QClipboard>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QInputDialog>
#include <QMessageBox>
#include <QPrintDialog>
#include <QPrinter>
#include <QProgressDialog>
#include <QScopeGuard>
#include <QStatusBar>
#include <QThread>
#include <algorithm>
#include <limits>

#include "core/error.h"
#include "export/export_dialog.h"
#include "export/figure_dialog.h"
#include "export/figure_motion.h"
#include "export/panel_picture.h"
#include "export/provenance.h"
#include "export/table_files.h"
#include "language/language.h"
#include "model/session_file.h"
#include "model/settings.h"
#include "views/amounts.h"
#include "views/lesson/lesson_panel.h"
#include "views/rich_text.h"
#include "window/main_window.h"
#include "window/panel_dock.h"

namespace omegascope {

namespace {

constexpr unsigned long kPollMs = 10;
constexpr int kMessageMs = 3000;
constexpr std::size_t kMostCopiedRows = 1'000'000;  // they are one text, made while the window waits
constexpr double kCopyDpi = 192;
const QString kExports = QStringLiteral("export");

QString inExports(const QString& name) { return QDir(Settings::folderFor(kExports)).filePath(name); }

/// Whoever exports wants all of it: what takes long begins, and the bar's Cancel stops it; memory is asked about.
void beginWhatWaits(MainWindow& window) {
  const Forecast takes = *window.workbench().forecast();
  const QString sentence =
      MainWindow::tr("This takes %1, and only %2 is free.").arg(forecastText(takes), memoryText(takes.available));
  if (takes.isTooMuch() && QMessageBox::question(&window, ExportActions::tr("Export"),
                                                 sentence + QLatin1Char(' ') +
                                                     ExportActions::tr("Compute it all the same?")) != QMessageBox::Yes)
    throw omega::Cancelled();
  window.workbench().computeAgain();
}

/// While it lives, panels behind a tab are computed for too. With `progress` it waits for them: a file shows what was
/// asked for, not what was there meanwhile.
class EverythingNeeded {
 public:
  explicit EverythingNeeded(MainWindow& window) : m_window(window) { window.workbench().setNeeds({}); }
  /// Delegates, so that what `progress` throws on a Cancel still ends in the destructor.
  EverythingNeeded(MainWindow& window, const ExportProgress& progress) : EverythingNeeded(window) {
    Workbench& workbench = window.workbench();
    bool hasBegun = false;
    const auto giveUp = qScopeGuard([&] {
      if (hasBegun) workbench.cancel();  // nothing where all is there
    });
    while (progress && (workbench.isBusy() || workbench.isAwaited())) {
      if (!workbench.isBusy()) {
        beginWhatWaits(window);
        hasBegun = true;
      }
      progress(0);
    }
  }
  EverythingNeeded(const EverythingNeeded&) = delete;
  ~EverythingNeeded() { m_window.updateNeeds(); }

 private:
  MainWindow& m_window;
};

}  // namespace

ExportActions::ExportActions(MainWindow& window) : QObject(&window), m_window(window) {
  connect(&window, &MainWindow::exportRequested, this, &ExportActions::askAndExport);
  connect(&window, &MainWindow::printRequested, this, &ExportActions::askAndPrint);
  connect(&window, &MainWindow::copyImageRequested, this, &ExportActions::copyImage);
  connect(&window, &MainWindow::copyDataRequested, this, &ExportActions::copyData);
  connect(&window, &MainWindow::copyCommandRequested, this, &ExportActions::copyCommand);
  connect(&window, &MainWindow::exportAllRequested, this, &ExportActions::askAndExportAll);
  connect(&window, &MainWindow::figureRequested, this, &ExportActions::askAndExportFigure);
  connect(&window, &MainWindow::handoutRequested, this, &ExportActions::askAndWriteHandout);
  connect(&window, &MainWindow::answersRequested, this, &ExportActions::askAndWriteAnswers);
  connect(&window, &MainWindow::examRequested, this, &ExportActions::askAndWriteExam);
}

/// Shows a progress bar with a Cancel where `work` takes longer, and turns what it throws into a sentence.
bool ExportActions::guarded(const std::function<void(const ExportProgress&)>& work, int barAfterMs) {
  QProgressDialog bar(tr("Exporting …"), tr("Cancel"), 0, 100, &m_window);
  bar.setWindowTitle(tr("Export"));
  m_bar = &bar;
  bar.setWindowModality(Qt::WindowModal);
  bar.setMinimumDuration(barAfterMs);
  const ExportProgress progress = [&bar](double done) {
    bar.setValue(static_cast<int>(done * 100));
    // Before the bar covers the window, nobody can ask for something else either.
    QCoreApplication::processEvents(bar.isVisible() ? QEventLoop::AllEvents : QEventLoop::ExcludeUserInputEvents,
                                    static_cast<int>(kPollMs));
    QThread::msleep(kPollMs);
    if (bar.wasCanceled()) throw omega::Cancelled();
  };
  const auto forget = qScopeGuard([this] { m_bar = nullptr; });
  try {
    work(progress);
    return true;
  } catch (const omega::Cancelled&) {
    m_window.statusBar()->showMessage(tr("Export cancelled; no file was left half-written."), 5000);
  } catch (const std::bad_alloc&) {
    m_window.showBanner(tr("There is not enough memory for this export; choose a smaller picture."));
  } catch (const std::exception& error) {
    m_window.showBanner(QString::fromUtf8(error.what()));
  }
  return false;
}

std::vector<const Panel*> ExportActions::openPanels() const {
  std::vector<const Panel*> panels;
  for (PanelDock* dock : m_window.docks()) {
    if (!dock->toggleViewAction()->isChecked()) continue;
    dock->panel()->bringUpToDate();  // panels behind a tab were not told of every change
    panels.push_back(dock->panel());
  }
  return panels;
}

bool ExportActions::exportTo(Panel& panel, const QString& path, ExportOptions options) {
  const NamedFile file = namedFile(path, options.format);
  options.format = file.format;
  const bool done = guarded([&](const ExportProgress& progress) {
    const Workbench& workbench = m_window.workbench();
    std::vector<std::string> data{workbench.document().workload.file};
    if (workbench.pinned()) data.push_back(workbench.pinned()->document->workload.file);
    keepFiles(data, file.path);
    const EverythingNeeded needed(m_window, progress);
    panel.bringUpToDate();
    exportPanel(panel, m_window.workbench(), file.path, options, progress);
  });
  if (done)
    m_window.statusBar()->showMessage(tr("%1 exported to %2").arg(panel.title(), QDir::toNativeSeparators(file.path)),
                                      5000);
  return done;
}

void ExportActions::copyImage(Panel* panel) {
  panel->bringUpToDate();
  ExportOptions options;
  options.colours = Theme::of(panel->palette()).dark ? ExportColours::Dark : ExportColours::Light;
  options.dpi = kCopyDpi;
  options.setLogicalSize(panel->size());
  const bool done = guarded([&](const ExportProgress&) {
    QApplication::clipboard()->setImage(pixelPicture(*panel, options, options.pixels()));
  });
  if (done) m_window.statusBar()->showMessage(tr("%1: image copied").arg(panel->title()), kMessageMs);
}

void ExportActions::copyData(Panel* panel) {
  panel->bringUpToDate();
  std::size_t rows = 0;
  const bool done = guarded([&](const ExportProgress&) {
    const InEnglish words;
    const PanelData data = panel->data();
    rows = data.rowCount();
    if (rows <= kMostCopiedRows) QApplication::clipboard()->setText(tabbedText(data));
  });
  if (!done) return;
  if (rows > kMostCopiedRows)
    return m_window.showBanner(tr("%1 has %2 rows, too many to copy: Export writes them to a file.")
                                   .arg(panel->title(), countText(static_cast<qint64>(rows))));
  m_window.statusBar()->showMessage(tr("%1: %n row(s) copied", nullptr, static_cast<int>(rows)).arg(panel->title()),
                                    kMessageMs);
}

void ExportActions::copyCommand(Panel* panel) {
  panel->bringUpToDate();
  const ShellLine line = lineOf(*panel, m_window.workbench());
  if (line.text.isEmpty()) return m_window.statusBar()->showMessage(line.whyNot, kMessageMs);
  QApplication::clipboard()->setText(line.text);
  m_window.statusBar()->showMessage(tr("%1: command copied").arg(panel->title()), kMessageMs);
}

bool ExportActions::exportAllTo(const QString& target, const ExportOptions& options) {
  QStringList leftOut;
  std::size_t written = 0;
  const bool done = guarded([&](const ExportProgress& progress) {
    Workbench& workbench = m_window.workbench();
    const EverythingNeeded needed(m_window, progress);
    std::vector<const Panel*> panels = openPanels();
    std::erase_if(panels, [&](const Panel* panel) {
      const bool isOut = hasNothing(*panel, options.format) || (isPicture(options.format) && !hasRoom(*panel, options));
      if (isOut) leftOut << panel->title();
      return isOut;
    });
    written = panels.size();
    if (panels.empty() && !leftOut.isEmpty()) return;
    const BeforePanel name = [this](const Panel& panel) {
      m_bar->setLabelText(tr("Exporting %1 …").arg(panel.title()));
    };
    if (options.format == ExportFormat::Pdf)
      exportToPdf(panels, workbench, target, options, progress, name);
    else
      exportToFolder(panels, workbench, target, options, progress, name);
  });
  if (done) tellExported(QDir::toNativeSeparators(target), written, leftOut);
  return done && written > 0;
}

void ExportActions::tellExported(const QString& target, std::size_t written, const QStringList& leftOut) {
  if (leftOut.isEmpty()) return m_window.statusBar()->showMessage(tr("All panels exported to %1").arg(target), 5000);
  const QString names = leftOut.join(QStringLiteral(", "));
  if (written == 0)
    return m_window.showBanner(
        tr("Nothing was exported. No room at that size, or nothing for such a file now: %1").arg(names));
  m_window.showBanner(  // names and a path are longer than a line
      tr("%1 of %2 panels exported to %3. Left out, since they have no room at that size or nothing for such a file "
         "now: %4")
          .arg(QString::number(written), QString::number(written + static_cast<std::size_t>(leftOut.size())), target,
               names));
}

QStringList ExportActions::inTheWay(const QString& folder, ExportFormat format) const {
  QStringList names;
  for (const Panel* panel : openPanels()) {
    const QString name = exportName(*panel, m_window.workbench(), format);
    if (QFileInfo::exists(QDir(folder).filePath(name))) names << name;
  }
  return names;
}

/// The dialog itself asks before it overwrites, but not for the ending that is added to a name.
QString ExportActions::askForFile(const QString& title, const QString& name, const QString& kind, Ending ending) {
  const QString suffix = QFileInfo(name).suffix();
  const QString chosen =
      QFileDialog::getSaveFileName(&m_window, title, inExports(name), QStringLiteral("%1 (*.%2)").arg(kind, suffix));
  if (chosen.isEmpty()) return {};
  const bool hasEnding = QFileInfo(chosen).suffix().compare(suffix, Qt::CaseInsensitive) == 0 ||
                         (ending == Ending::Free && formatOfFile(chosen));
  const QString path = hasEnding ? chosen : chosen + QLatin1Char('.') + suffix;
  if (!hasEnding && QFileInfo::exists(path) && !mayReplace({QFileInfo(path).fileName()})) return {};
  Settings::setFolderFor(kExports, QFileInfo(path).absolutePath());
  return path;
}

bool ExportActions::mayReplace(const QStringList& files) {
  return files.isEmpty() ||
         QMessageBox::question(&m_window, tr("Replace files?"),
                               tr("These files of the folder would be replaced:") + QLatin1Char('\n') +
                                   files.join(QLatin1Char('\n'))) == QMessageBox::Yes;
}

void ExportActions::askAndExport(Panel* panel) {
  panel->bringUpToDate();
  ExportDialog dialog(*panel, m_window.workbench(), ExportDialog::Of::OnePanel, &m_window);
  if (dialog.exec() != QDialog::Accepted) return;
  const ExportOptions options = dialog.options();
  dialog.rememberChoice();
  const QString name = exportName(*panel, m_window.workbench(), options.format);
  const QString path = askForFile(tr("Export %1").arg(panel->title()), name, titleOf(options.format), Ending::Free);
  if (!path.isEmpty()) exportTo(*panel, path, options);
}

bool ExportActions::printTo(QPrinter& printer, Panel& panel) {
  const bool done = guarded([&](const ExportProgress& progress) {
    const EverythingNeeded needed(m_window, progress);
    panel.bringUpToDate();
    ExportOptions options;
    options.withTitle = options.withCaption = true;
    options.caption = captionOf(panel, m_window.workbench());
    printPicture(printer, panel, options);
  });
  if (done) m_window.statusBar()->showMessage(tr("%1 printed").arg(panel.title()), kMessageMs);
  return done;
}

void ExportActions::askAndPrint(Panel* panel) {
  QPrinter printer(QPrinter::HighResolution);
  printer.setDocName(exportName(*panel, m_window.workbench(), ExportFormat::Pdf));
  printer.setPageOrientation(panel->width() > panel->height() ? QPageLayout::Landscape : QPageLayout::Portrait);
  QPrintDialog dialog(&printer, &m_window);
  dialog.setWindowTitle(tr("Print %1").arg(panel->title()));
  if (dialog.exec() == QDialog::Accepted) printTo(printer, *panel);
}

void ExportActions::askAndExportAll() {
  const std::vector<const Panel*> panels = openPanels();
  if (panels.empty()) return m_window.showBanner(tr("No panel is open; open one in View ▸ Panels."));
  const auto hasCurves = [](const Panel* panel) { return !panel->legend().empty(); };
  const auto first = std::find_if(panels.begin(), panels.end(), hasCurves);  // a preview of words would tell little
  const Panel& preview = first == panels.end() ? *panels.front() : **first;
  ExportDialog dialog(preview, m_window.workbench(), ExportDialog::Of::AllPanels, &m_window);
  if (dialog.exec() != QDialog::Accepted) return;
  const ExportOptions options = dialog.options();
  dialog.rememberChoice();
  QString target;
  if (options.format == ExportFormat::Pdf) {
    const QString name = QStringLiteral("omegascope_seed%1.pdf").arg(m_window.workbench().document().seed);
    target = askForFile(tr("Export all panels"), name, titleOf(options.format), Ending::Fixed);
    if (target.isEmpty()) return;
  } else {
    target = QFileDialog::getExistingDirectory(&m_window, tr("Export all panels to a folder"),
                                               Settings::folderFor(kExports));
    if (target.isEmpty()) return;
    Settings::setFolderFor(kExports, target);
    if (!mayReplace(inTheWay(target, options.format))) return;
  }
  exportAllTo(target, options);
}

void ExportActions::askAndExportFigure() {
  const EverythingNeeded needed(m_window);
  FigureDialog dialog(
      m_window.workbench(), [this](const QString& name) { return m_window.panel(name); }, &m_window);
  const int outcome = dialog.exec();
  if (outcome == FigureDialog::kPictures) return askAndExportPictures();
  if (outcome == FigureDialog::kGif) return askAndExportGif();
  if (outcome != QDialog::Accepted) return;
  const ExportFormat format = dialog.format();
  const QString name = exportName(dialog.sheet(), m_window.workbench(), format);
  const QString path = askForFile(tr("Export the figure"), name, titleOf(format), Ending::Free);
  if (!path.isEmpty()) exportTo(dialog.sheet(), path, dialog.sheet().options(format));
}

bool ExportActions::motionTo(const QString& path) {
  Session session = m_window.workbench().session();
  session.locked = m_window.workbench().selection().shown();
  const bool done = guarded(
      [&](const ExportProgress& progress) { exportMotion(session, path, m_window.workbench().threads(), progress); },
      0);
  if (done) m_window.statusBar()->showMessage(tr("Motion written to %1").arg(QDir::toNativeSeparators(path)), 8000);
  return done;
}

void ExportActions::askAndExportGif() {
  const QString name = QStringLiteral("figure_seed%1.gif").arg(m_window.workbench().document().seed);
  const QString path = askForFile(tr("Export the motion"), name, tr("GIF pictures"), Ending::Fixed);
  if (!path.isEmpty()) motionTo(path);
}

void ExportActions::askAndExportPictures() {
  const QString folder =
      QFileDialog::getExistingDirectory(&m_window, tr("Export the motion to a folder"), Settings::folderFor(kExports));
  if (folder.isEmpty()) return;
  Settings::setFolderFor(kExports, folder);
  QStringList there;
  if (!guarded([&](const ExportProgress&) { there = motionFiles(m_window.workbench().document()); })) return;
  there.removeIf([&](const QString& name) { return !QFileInfo::exists(QDir(folder).filePath(name)); });
  if (mayReplace(there)) motionTo(folder + QLatin1Char('/'));
}

// --- Lessons on paper ------------------------------------------------------------------------------------------------

namespace {

QString keyOf(const QString& path) {
  const QFileInfo file(path);
  return file.dir().filePath(file.completeBaseName() + QStringLiteral("-key.pdf"));
}

/// Sessions that were kept; of one about a file there is no picture, nor of one that cannot be read.
std::vector<omega::lessons::KeptNote> keptNotes(const LessonPlayer& player, const std::string& lesson) {
  std::vector<omega::lessons::KeptNote> kept;
  for (const LessonNote& note : player.notes().of(lesson)) {
    using Missing = omega::lessons::KeptNote::Missing;
    kept.push_back({note.step, QFileInfo(note.path).fileName().toStdString(), {}});
    try {
      if (readSession(note.path).document.workload.file.empty())
        kept.back().session = note.path.toStdString();
      else
        kept.back().missing = Missing::data;
    } catch (const omega::Error&) {
      kept.back().missing = Missing::unreadable;
    }
  }
  return kept;
}

}  // namespace

/// Pictures are computed on the way while events are handled: so the bar is there from the start.
bool ExportActions::paperTo(const QString& path, const QString& key,
                            const std::function<void(const PaperJob&, const ExportProgress&)>& write) {
  const PaperJob job{path, key, false, m_window.workbench().threads()};
  const bool done = guarded([&](const ExportProgress& progress) { write(job, progress); }, 0);
  const QString file = QDir::toNativeSeparators(path);
  if (done)
    m_window.statusBar()->showMessage(
        key.isEmpty() ? tr("Written: %1").arg(file)
                      : tr("Written: %1, and the answers to %2").arg(file, QFileInfo(key).fileName()),
        8000);
  return done;
}

bool ExportActions::handoutTo(const QString& path) {
  const omega::lessons::Lesson* open = m_window.lessonPanel().player().lesson();
  if (open == nullptr) return false;
  const omega::lessons::Lesson lesson = *open;  // its file may change meanwhile
  return paperTo(path, keyOf(path),
                 [&](const PaperJob& job, const ExportProgress& progress) { writeHandout(lesson, job, progress); });
}

bool ExportActions::answersTo(const QString& path) {
  const LessonPanel& panel = m_window.lessonPanel();
  const omega::lessons::Lesson* atHand = panel.atHand();
  if (atHand == nullptr) return false;
  const omega::lessons::Lesson lesson = *atHand;  // its file may change meanwhile
  const omega::lessons::GivenAnswers answers = panel.player().progressOf(lesson.name).answers;
  const std::vector<omega::lessons::KeptNote> notes = keptNotes(panel.player(), lesson.name);
  return paperTo(path, {}, [&](const PaperJob& job, const ExportProgress& progress) {
    writeAnswers(lesson, answers, notes, job, progress);
  });
}

bool ExportActions::examTo(std::uint32_t seed, const QString& path) {
  return paperTo(path, keyOf(path),
                 [seed](const PaperJob& job, const ExportProgress& progress) { writeExam(seed, job, progress); });
}

QString ExportActions::askForPaper(const QString& title, const QString& name) {
  const QString path = askForFile(title, name, titleOf(ExportFormat::Pdf), Ending::Fixed);
  if (path.isEmpty() || (QFileInfo::exists(keyOf(path)) && !mayReplace({QFileInfo(keyOf(path)).fileName()}))) return {};
  return path;
}

void ExportActions::askAndWriteHandout() {
  const omega::lessons::Lesson* lesson = m_window.lessonPanel().player().lesson();
  if (lesson == nullptr) return m_window.showBanner(tr("Open a lesson first: its handout is of the open one."));
  const QString path = askForPaper(tr("Handout of the lesson"),
                                   QStringLiteral("%1-handout.pdf").arg(QString::fromStdString(lesson->name)));
  if (!path.isEmpty()) handoutTo(path);
}

void ExportActions::askAndWriteAnswers() {
  const LessonPanel& panel = m_window.lessonPanel();
  const omega::lessons::Lesson* lesson = panel.atHand();
  if (lesson == nullptr) return m_window.showBanner(tr("Choose a lesson in the list first."));
  const LessonPlayer& player = panel.player();
  if (player.progressOf(lesson->name).answers.empty() && player.notes().of(lesson->name).empty())
    return m_window.showBanner(
        tr("You have not answered any question of “%1” yet.").arg(QString::fromStdString(lesson->title)));
  const QString path =
      askForFile(tr("My answers"), QStringLiteral("%1-answers.pdf").arg(QString::fromStdString(lesson->name)),
                 titleOf(ExportFormat::Pdf), Ending::Fixed);
  if (!path.isEmpty()) answersTo(path);
}

void ExportActions::askAndWriteExam() {
  bool isChosen = false;
  const int seed = QInputDialog::getInt(&m_window, tr("Exam"), tr("Seed: each has questions and numbers of its own"), 0,
                                        0, std::numeric_limits<int>::max(), 1, &isChosen);
  if (!isChosen) return;
  const QString path = askForPaper(tr("Exam"), QStringLiteral("exam-%1.pdf").arg(seed));
  if (!path.isEmpty()) examTo(static_cast<std::uint32_t>(seed), path);
}

}  // namespace omegascope
