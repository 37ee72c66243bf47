#include <QApplication>
#include <cstdio>

#include "support/session.h"
#include "widgets/gl_canvas.h"
#include "widgets/theme.h"

int main(int argc, char** argv) {
  if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
  QApplication application(argc, argv);
  omegascope::loadFonts();
  if (qEnvironmentVariableIsSet("OMEGASCOPE_TEST_OPENGL")) {
    const auto& info = omegascope::openGlInfo();
    if (!info.usable) {
      std::printf("skipped: OpenGL 3.3 is not available here (%s)\n", qPrintable(info.description));
      return 77;
    }
    std::printf("OpenGL: %s\n", qPrintable(info.description));
  }
  return omega::test::run_session(argc, argv);
}
