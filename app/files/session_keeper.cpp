#include "files/session_keeper.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>
#include <QStatusBar>
#include <QUndoStack>

#include "banner.h"
#include "main_window.h"
#include "settings.h"

namespace omegascope {

namespace {

const QString kPurpose = QStringLiteral("session");

QString sentenceOf(const std::exception& error) { return QString::fromUtf8(error.what()); }

}  // namespace

SessionKeeper::SessionKeeper(MainWindow& window) : QObject(&window), m_window(window) {
  connect(&m_autosave, &QTimer::timeout, this, &SessionKeeper::autosave);
  setAutosave(Settings::autosaveSeconds());
}

QString SessionKeeper::name() const { return m_path.isEmpty() ? tr("Untitled") : QFileInfo(m_path).fileName(); }

void SessionKeeper::setPath(const QString& path) {
  m_path = path;
  if (!path.isEmpty()) Settings::addRecentFile(QFileInfo(path).absoluteFilePath());
  emit nameChanged();
}

void SessionKeeper::begin() {
  if (!mayDiscard()) return;
  m_window.workbench().store().replace(Document::start());
  setPath({});
}

bool SessionKeeper::open(const QString& path) {
  try {
    Session session = readSession(path);
    std::string& file = session.document.workload.file;
    // Data that went elsewhere together with the session are beside it.
    const QString beside = QFileInfo(path).absoluteDir().filePath(QFileInfo(QString::fromStdString(file)).fileName());
    if (!file.empty() && !QFileInfo::exists(QString::fromStdString(file)) && QFileInfo(beside).isFile()) file = beside.toStdString();
    m_window.apply(session);
  } catch (const std::exception& error) {
    m_window.showBanner(sentenceOf(error));
    return false;
  }
  setPath(path);
  return true;
}

bool SessionKeeper::saveTo(const QString& path) {
  try {
    writeSession(path, m_window.session());
  } catch (const std::exception& error) {
    m_window.showBanner(sentenceOf(error));
    return false;
  }
  m_window.workbench().store().undoStack()->setClean();
  setPath(path);
  return true;
}

bool SessionKeeper::save() { return m_path.isEmpty() ? saveAs() : saveTo(m_path); }

bool SessionKeeper::saveAs() {
  const QString suggestion = Settings::folderFor(kPurpose) + QStringLiteral("/session.omega");
  QString path = QFileDialog::getSaveFileName(&m_window, tr("Save session"), suggestion, tr("Omegascope sessions (*.omega)"));
  if (path.isEmpty()) return false;
  if (QFileInfo(path).suffix().isEmpty()) path += QStringLiteral(".omega");
  Settings::setFolderFor(kPurpose, QFileInfo(path).absolutePath());
  return saveTo(path);
}

void SessionKeeper::autosave() {
  m_window.workbench().trace().flush();
  try {
    writeSession(Settings::recoveryFile(), m_window.session());
  } catch (const std::exception& error) {
    m_window.statusBar()->showMessage(tr("Autosave failed: %1").arg(sentenceOf(error)), 10000);
  }
}

void SessionKeeper::offerRecovery() {
  const QString left = Settings::leftBehind(), offered = Settings::offeredFile();
  // Moved aside: this session is saved under that name from now on.
  if (!left.isEmpty() && (!QFileInfo::exists(offered) || QFile::remove(offered))) QFile::rename(left, offered);
  if (!QFileInfo::exists(offered)) return;
  const auto restore = [this, offered] {
    try {
      m_window.apply(readSession(offered));
      // It is what the next end would lose, until autosave knows better.
      QFile::remove(Settings::recoveryFile());
      QFile::rename(offered, Settings::recoveryFile());
    } catch (const std::exception& error) {
      m_window.showBanner(sentenceOf(error));
    }
  };
  m_window.banner().tell(tr("The last session did not end properly."), {{tr("Restore it"), restore, tr("Opens what was saved last before it ended")},
                                                                        {tr("Discard it"), [offered] { QFile::remove(offered); }, tr("Deletes what was saved and starts anew")}});
}

bool SessionKeeper::mayDiscard() {
  if (m_window.workbench().store().undoStack()->isClean()) return true;
  const auto answer = QMessageBox::question(&m_window, tr("Unsaved session"), tr("Save the changes to this session?"),
                                            QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, QMessageBox::Save);
  if (answer == QMessageBox::Save) return save();
  return answer == QMessageBox::Discard;
}

bool SessionKeeper::mayEnd() {
  // A session nobody ever saved under a name is remembered by autosave's file only while it runs: ask for named ones.
  if (!m_path.isEmpty() && !mayDiscard()) return false;
  QFile::remove(Settings::recoveryFile());
  return true;
}

}  // namespace omegascope
