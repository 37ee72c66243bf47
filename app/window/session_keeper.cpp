#include "window/session_keeper.h"

#include <QClipboard>
#include <QDateTime>
#include <QFileDialog>
#include <QFileInfo>
#include <QGuiApplication>
#include <QMessageBox>
#include <QPushButton>
#include <QSessionManager>
#include <QStatusBar>
#include <QUndoStack>

#include "language/language.h"
#include "model/settings.h"
#include "model/shell_line.h"
#include "widgets/banner.h"
#include "window/lesson_stage.h"
#include "window/main_window.h"

namespace omegascope {

namespace {

const QString kSessions = QStringLiteral("session");
constexpr int kToldMs = 10000;

QString sentenceOf(const std::exception& error) { return QString::fromUtf8(error.what()); }

/// Whether somebody can see the windows: on some platforms only programs can.
bool hasScreen() {
  return QGuiApplication::platformName() != QLatin1String("offscreen") &&
         QGuiApplication::platformName() != QLatin1String("minimal");
}

QString earlierSession() { return SessionKeeper::tr("An earlier session ended with unsaved changes."); }

QString nameOfPath(const QString& path) {
  return path.isEmpty() ? SessionKeeper::tr("Untitled") : QFileInfo(path).fileName();
}

/// Which session a file keeps, and as of when. One that cannot be read says so when it is restored.
QString keptText(const QString& file) {
  QString name = QFileInfo(file).fileName();
  try {
    name = nameOfPath(readSession(file).savedAs);
  } catch (const std::exception&) {
    // Its own name is what is known.
  }
  const QString when = QFileInfo(file).lastModified().toString(QStringLiteral("yyyy-MM-dd HH:mm"));
  return SessionKeeper::tr("Kept: %1, as it was at %2.").arg(name, when);
}

/// The titles of jobs that stop with the program, and can be resumed.
QString runningTitles(const JobList& jobs) {
  QStringList titles;
  for (const JobList::Job& job : jobs.running())
    if (job.pause == JobList::Pause::ByUser) titles << job.title;
  return titles.join(QStringLiteral(", "));
}

}  // namespace

SessionKeeper::SessionKeeper(MainWindow& window) : QObject(&window), m_window(window) {
  setAttended(hasScreen());
  connect(&m_autosave, &QTimer::timeout, this, &SessionKeeper::autosave);
  // Whoever logs out wants to leave: a question would hold up all that is open, and be killed unanswered.
  connect(qGuiApp, &QGuiApplication::commitDataRequest, this, [this](QSessionManager&) { keepForNextStart(); });
  setAutosave(Settings::autosaveSeconds());
}

void SessionKeeper::setAttended(bool attended) {
  m_attended = attended;
  m_window.workbench().setAsks(attended);
}

QString SessionKeeper::name() const { return nameOfPath(m_path); }

void SessionKeeper::setPath(const QString& path) {
  m_path = path.isEmpty() ? path : QFileInfo(path).absoluteFilePath();  // the next start may be in another folder
  if (!m_path.isEmpty()) Settings::addRecentFile(m_path);
  emit nameChanged();
}

void SessionKeeper::takeOver(SessionKeeper& before) {
  before.m_autosave.stop();
  m_path = before.m_path;
  m_kept = before.m_kept;
  m_keptFile = before.m_keptFile;
  setAttended(before.m_attended);
  m_autosave.setInterval(before.m_autosave.interval());
  // What was offered and not answered yet is offered again, in the new words.
  if (before.m_window.banner().isOffering() && Settings::offeredFile() != m_keptFile) offerNext(earlierSession());
  emit nameChanged();
}

void SessionKeeper::begin() {
  if (!mayDiscard()) return;
  m_window.workbench().open(freshSession());
  m_window.banner().takeBackWarning();
  setPath({});
}

/// Does `work`, and tells in the banner what it throws; whether all went well.
bool SessionKeeper::tried(const std::function<bool()>& work) {
  try {
    return work();
  } catch (const std::exception& error) {
    m_window.showBanner(sentenceOf(error));
    return false;
  }
}

/// `path`: where it is saved; empty: nowhere.
bool SessionKeeper::take(const Session& session, const QString& path) {
  if (!mayDiscard()) return false;
  m_window.apply(session);
  m_window.banner().takeBackWarning();
  setPath(path);
  return true;
}

bool SessionKeeper::open(const QString& path) {
  return tried([&] {
    Session session = readSession(path);
    std::string& file = session.document.workload.file;
    // Data that went elsewhere together with the session are beside it.
    const QString beside = QFileInfo(path).absoluteDir().filePath(QFileInfo(QString::fromStdString(file)).fileName());
    if (!file.empty() && !QFileInfo::exists(QString::fromStdString(file)) && QFileInfo(beside).isFile()) {
      if (session.pinned && session.pinned->document.workload.file == file)
        session.pinned->document.workload.file = beside.toStdString();
      file = beside.toStdString();
    }
    return take(session, path);
  });
}

bool SessionKeeper::copyLink() {
  const ShellLine line = windowLine(m_window.session());
  if (line.text.isEmpty()) {
    m_window.showBanner(line.whyNot);
    return false;
  }
  QGuiApplication::clipboard()->setText(line.text);
  const bool isOfFile = !m_window.workbench().document().workload.file.empty();
  m_window.statusBar()->showMessage(
      isOfFile ? tr("Link copied: a shell command, also for File ▸ Open a copied link; it needs the file too.")
               : tr("Link copied: a shell command, also for File ▸ Open a copied link."),
      kToldMs);
  return true;
}

bool SessionKeeper::openLink(const QString& text) {
  return tried([&] {
    const std::optional<Session> session = sessionOfLine(text);
    if (!session) m_window.showBanner(tr("There is no link: copy one with Edit ▸ Copy as link."));
    return session && take(*session, {});
  });
}

bool SessionKeeper::saveTo(const QString& path) {
  return tried([&] {
    writeSession(path, m_window.session());
    m_window.workbench().store().undoStack()->setClean();
    setPath(path);
    return true;
  });
}

bool SessionKeeper::save() { return m_path.isEmpty() ? saveAs() : saveTo(m_path); }

bool SessionKeeper::saveAs() {
  const QString suggestion = Settings::folderFor(kSessions) + QStringLiteral("/session.omega");
  QString path =
      QFileDialog::getSaveFileName(&m_window, tr("Save session"), suggestion, tr("Omegascope sessions (*.omega)"));
  if (path.isEmpty()) return false;
  if (QFileInfo(path).suffix().isEmpty()) path += QStringLiteral(".omega");
  Settings::setFolderFor(kSessions, QFileInfo(path).absolutePath());
  Settings::setFolderFor(QStringLiteral("open"), QFileInfo(path).absolutePath());
  return saveTo(path);
}

Session SessionKeeper::unsaved() const {
  Session session = m_window.session();
  session.savedAs = m_path;
  return session;
}

void SessionKeeper::autosave() {
  m_window.workbench().trace().flush();
  try {
    writeSession(Settings::recoveryFile(), unsaved());
  } catch (const std::exception& error) {
    m_window.statusBar()->showMessage(tr("Autosave failed: %1").arg(sentenceOf(error)), kToldMs);
  }
}

void SessionKeeper::offerRecovery() {
  bool wasCrash = false;
  // Moved aside, since this session is saved under that name from now on.
  for (QString left = Settings::leftBehind(); !left.isEmpty() && QFile::rename(left, Settings::freeOfferedFile());
       left = Settings::leftBehind())
    wasCrash = true;
  offerNext(wasCrash ? tr("The last session did not end properly.") : earlierSession());
}

/// Of several that wait, the newest; the next one when that was taken or discarded.
void SessionKeeper::offerNext(const QString& what) {
  const QString offered = Settings::offeredFile();
  if (!QFileInfo::exists(offered)) return;
  const auto restore = [this, offered, what] {
    tried([&] {
      const Session session = readSession(offered);
      if (!mayDiscard()) {
        offerNext(what);
        return false;
      }
      m_window.apply(session);
      m_window.workbench().store().undoStack()->resetClean();  // it was never saved
      setPath(QFileInfo(session.savedAs).isFile() ? session.savedAs : QString());
      // It is what the next end would lose, until autosave knows better.
      QFile::remove(Settings::recoveryFile());
      const bool isMoved = QFile::rename(offered, Settings::recoveryFile());
      if (isMoved) offerNext(earlierSession());
      return isMoved;
    });
  };
  const QString kept = keptText(offered);
  const auto discard = [this, offered, what, kept] {
    if (!mayForget(kept)) return offerNext(what);
    if (QFile::remove(offered)) offerNext(earlierSession());
  };
  m_window.banner().offer(sentences(what, kept),
                          {{tr("Restore it"), restore, tr("Opens what was saved last before it ended")},
                           {tr("Discard it"), discard, tr("Deletes what was saved; what is open stays")}});
}

bool SessionKeeper::mayForget(const QString& kept) {
  if (!m_attended) return true;
  QMessageBox box(QMessageBox::Question, tr("Discard it"), tr("Discard what an earlier session left?"),
                  QMessageBox::Discard | QMessageBox::Cancel, &m_window);
  box.setInformativeText(sentences(kept, tr("This cannot be undone.")));
  box.button(QMessageBox::Discard)->setText(tr("&Delete"));
  box.button(QMessageBox::Cancel)->setText(tr("&Cancel"));
  box.setDefaultButton(QMessageBox::Cancel);
  return box.exec() == QMessageBox::Discard;
}

bool SessionKeeper::isChanged() const { return m_window.workbench().store().isChanged(); }

namespace {
/// Asks what becomes of work that would be lost.
struct UnsavedBox : QMessageBox {
  UnsavedBox(const QString& question, QWidget* parent)
      : QMessageBox(Question, SessionKeeper::tr("Unsaved changes"), question, Save | Discard | Cancel, parent) {
    button(Save)->setText(SessionKeeper::tr("&Save"));
    button(Discard)->setText(SessionKeeper::tr("&Discard"));
    button(Cancel)->setText(SessionKeeper::tr("&Cancel"));
    setDefaultButton(Save);
    setEscapeButton(Cancel);
  }
};
}  // namespace

/// Asks one question about everything that would be lost or stopped. `stops`: what runs, where the program ends.
bool SessionKeeper::mayDiscard(const QString& stops) {
  if (!m_attended || (!isChanged() && stops.isEmpty())) return true;
  UnsavedBox box(tr("Save the changes to %1?").arg(name()), &m_window);
  if (!stops.isEmpty()) box.setInformativeText(tr("What still runs stops here, and can be resumed: %1.").arg(stops));
  if (!isChanged()) {
    box.removeButton(box.button(QMessageBox::Save));
    box.setWindowTitle(tr("Quit"));
    box.setText(tr("Quit while something runs?"));
    box.button(QMessageBox::Discard)->setText(tr("&Quit"));
    box.setDefaultButton(QMessageBox::Cancel);
  }
  const int answer = box.exec();
  return answer == QMessageBox::Save ? save() : answer == QMessageBox::Discard;
}

/// A lesson that is being recorded is no part of the session, whose file does not keep it.
bool SessionKeeper::mayLeaveRecorder() {
  if (!m_attended || !m_window.lessons().isRecordingUnsaved()) return true;
  UnsavedBox box(tr("Save the lesson that is being recorded?"), &m_window);
  const int answer = box.exec();
  return answer == QMessageBox::Save ? m_window.lessons().saveRecording() : answer == QMessageBox::Discard;
}

bool SessionKeeper::mayEnd() {
  if (m_kept && m_kept == m_window.workbench().store().shared()) return true;
  if (!mayLeaveRecorder() || !mayDiscard(runningTitles(m_window.workbench().jobs()))) return false;
  QFile::remove(Settings::recoveryFile());
  QFile::remove(m_keptFile);  // the end that it was kept for did not come
  return true;
}

void SessionKeeper::keepForNextStart() {
  m_window.workbench().trace().flush();
  m_kept = m_window.workbench().store().shared();
  try {
    if (isChanged()) {
      if (m_keptFile.isEmpty()) m_keptFile = Settings::freeOfferedFile();  // another may still wait for an answer
      writeSession(m_keptFile, unsaved());
    }
    QFile::remove(Settings::recoveryFile());
  } catch (const std::exception&) {
    // What autosave wrote last is left.
  }
}

/// Having opened data is not a change that could be lost.
void SessionKeeper::dataOpened() {
  DocumentStore& store = m_window.workbench().store();
  QUndoStack& steps = *store.undoStack();
  if (m_path.isEmpty() && store.document().workload.fileOptions.empty() && steps.index() > 0 &&
      !store.isChangedAt(steps.index() - 1))
    steps.setClean();
}

}  // namespace omegascope
