// Tests of the app without a display; settings and recovery files of the user are left alone.
#define CATCH_CONFIG_RUNNER
#include <QApplication>
#include <QSettings>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <catch2/catch.hpp>

#include "english_plurals.h"
#include "widgets/theme.h"

int main(int argc, char** argv) {
  if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
  if (!qEnvironmentVariableIsSet("OMEGASCOPE_CUDA_MODULE")) qputenv("OMEGASCOPE_CUDA_MODULE", "");  // numbers and pictures are the CPU's
  const QTemporaryDir settings;
  QStandardPaths::setTestModeEnabled(true);
  QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, settings.path());
  QApplication application(argc, argv);
  QApplication::setApplicationName(QStringLiteral("omegascope-test"));
  QApplication::setOrganizationName(QStringLiteral("omegascope-test"));
  QApplication::setApplicationVersion(QStringLiteral(OMEGA_VERSION));
  omegascope::loadFonts();
  omegascope::EnglishPlurals::install();
  return Catch::Session().run(argc, argv);
}
