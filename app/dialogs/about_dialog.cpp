#include "dialogs/about_dialog.h"

#include <qcustomplot.h>

#include <QApplication>
#include <QClipboard>
#include <QDialogButtonBox>
#include <QLabel>
#include <QOffscreenSurface>
#include <QOpenGLContext>
#include <QOpenGLFunctions>
#include <QPushButton>
#include <QStringList>
#include <QSysInfo>
#include <QThread>
#include <QVBoxLayout>

#include "about/about.h"
#include "bench/machine.h"
#include "cpu/vector_math.h"
#include "cuda/device_text.h"
#include "language/language.h"

namespace omegascope {

namespace {

/// The driver that draws maps and fields; empty where OpenGL cannot be had.
QString openGlRenderer() {
  QOffscreenSurface surface;
  QOpenGLContext context;
  surface.create();
  if (!context.create() || !context.makeCurrent(&surface)) return {};
  const auto text = [&](GLenum name) {
    return QString::fromUtf8(reinterpret_cast<const char*>(context.functions()->glGetString(name)));
  };
  const QString renderer = text(GL_RENDERER) + QStringLiteral(", ") + text(GL_VERSION);
  context.doneCurrent();
  return renderer;
}

}  // namespace

QString AboutDialog::report(const QString& device) {
  const QString renderer = openGlRenderer();
  return QStringList{
      tr("Omegascope %1, commit %2")
          .arg(QCoreApplication::applicationVersion(), QString::fromLatin1(omega::program_commit())),
      tr("Built with %1, Qt %2 and QCustomPlot %3")
          .arg(QString::fromLatin1(omega::program_compiler()), QString::fromLatin1(qVersion()),
               QStringLiteral(QCUSTOMPLOT_VERSION_STR)),
      tr("System: %1, %2").arg(QSysInfo::prettyProductName(), QSysInfo::currentCpuArchitecture()),
      tr("Processor: %1, %2 threads, vectors by %3")
          .arg(QString::fromStdString(omega::processor_name()))
          .arg(QThread::idealThreadCount())
          .arg(QString::fromLatin1(omega::vector_target())),
      tr("Computes on: %1; CUDA: %2").arg(device, described(omega::cuda::device_text())),
      tr("Draws with: %1").arg(renderer.isEmpty() ? tr("no OpenGL; pictures are painted by the processor") : renderer)}
      .join(QLatin1Char('\n'));
}

AboutDialog::AboutDialog(const QString& device, QWidget* parent) : QDialog(parent) {
  setWindowTitle(tr("About Omegascope"));
  auto* layout = new QVBoxLayout(this);
  layout->addWidget(new QLabel(tr("<h2>Omegascope</h2>See how attention is estimated by random projections ω."), this));
  const QString facts = report(device);
  auto* text = new QLabel(facts, this);
  text->setTextFormat(Qt::PlainText);
  text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  text->setObjectName(QStringLiteral("facts"));
  layout->addWidget(text);
  layout->addWidget(new QLabel(tr("Free software under the GNU General Public License, version 3 or later."), this));
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
  QPushButton* copy = buttons->addButton(tr("Copy"), QDialogButtonBox::ActionRole);
  copy->setToolTip(tr("Copies versions and devices as text"));
  connect(copy, &QPushButton::clicked, this, [facts] { QApplication::clipboard()->setText(facts); });
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  layout->addWidget(buttons);
}

}  // namespace omegascope
