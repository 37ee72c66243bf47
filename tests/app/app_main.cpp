// Tests of the app without a display; settings and recovery files of the user are left alone.
#include <QApplication>
#include <QSettings>
#include <QTemporaryDir>

#include "about/about.h"
#include "language/language.h"
#include "support/session.h"
#include "widgets/theme.h"

int main(int argc, char** argv) {
  if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
  if (!qEnvironmentVariableIsSet("OMEGASCOPE_CUDA_MODULE"))
    qputenv("OMEGASCOPE_CUDA_MODULE", "");  // numbers and pictures are the CPU's
  // Also for the programs that tests start; and nothing that another test program left is found.
  static const QTemporaryDir home;  // outlives what is told to the system at the very end
  qputenv("XDG_DATA_HOME", home.filePath(QStringLiteral("data")).toUtf8());
  qputenv("XDG_CONFIG_HOME", home.filePath(QStringLiteral("config")).toUtf8());
  QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, home.path());
  QApplication application(argc, argv);
  QApplication::setApplicationName(QStringLiteral("omegascope-test"));
  QApplication::setOrganizationName(QStringLiteral("omegascope-test"));
  QApplication::setApplicationVersion(QString::fromLatin1(omega::program_version()));
  omegascope::loadFonts();
  omegascope::setUpLanguage();
  return omega::test::run_session(argc, argv);
}
