#include "files/running_copy.h"

#include <QCryptographicHash>
#include <QDir>
#include <QGuiApplication>
#include <QLocalSocket>
#include <QProcess>
#include <QStandardPaths>

namespace omegascope {

namespace {

constexpr int kPatience = 2000;  // milliseconds
const QByteArray kTaken = "taken\n";

/// One for each user, settings and display.
QString serverName() {
  QCryptographicHash hash(QCryptographicHash::Sha256);
  hash.addData(QStandardPaths::writableLocation(QStandardPaths::AppConfigLocation).toUtf8());
  hash.addData(QGuiApplication::platformName().toUtf8());
  hash.addData(qgetenv("WAYLAND_DISPLAY") + '\n' + qgetenv("DISPLAY"));
  return QStringLiteral("omegascope-") + QString::fromLatin1(hash.result().toHex().left(16));
}

}  // namespace

bool openInRunningCopy(const QString& path) {
  QLocalSocket socket;
  socket.connectToServer(serverName());
  if (!socket.waitForConnected(kPatience)) return false;
  socket.write(path.toUtf8() + '\0');
  socket.flush();
  QByteArray said;
  while (!said.endsWith('\n') && socket.waitForReadyRead(kPatience)) said += socket.readAll();
  return said == kTaken;
}

RunningCopy::RunningCopy(QObject* parent) : QObject(parent) {
  connect(&m_server, &QLocalServer::newConnection, this, &RunningCopy::answer);
  m_server.setSocketOptions(QLocalServer::UserAccessOption);
  // To listen is to take the name, also from one that is using it: so ask first. One that did not end properly left its
  // name.
  QLocalSocket other;
  other.connectToServer(serverName());
  if (other.waitForConnected(kPatience)) return;
  QLocalServer::removeServer(serverName());
  m_server.listen(serverName());
}

bool startAnotherCopy(qint64* id) {
  return QProcess::startDetached(QDir(QCoreApplication::applicationDirPath()).filePath(QStringLiteral("omegascope")),
                                 {QStringLiteral("--new-window")}, {}, id);
}

void RunningCopy::answer() {
  while (QLocalSocket* socket = m_server.nextPendingConnection()) {
    connect(socket, &QLocalSocket::disconnected, socket, &QObject::deleteLater);
    connect(socket, &QLocalSocket::readyRead, this, [this, socket, asked = QByteArray()]() mutable {
      asked += socket->readAll();
      if (!asked.endsWith('\0')) return;
      const QString path = QString::fromUtf8(asked.chopped(1));
      asked.clear();
      socket->write(kTaken);
      socket->flush();
      socket->disconnectFromServer();
      if (!path.isEmpty()) emit openAsked(path);
    });
  }
}

}  // namespace omegascope
