#include "files/data_opener.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QFileInfo>

#include "banner.h"
#include "files/array_chooser.h"

namespace omegascope {

DataOpener::DataOpener(Workbench& workbench, Banner& banner, QWidget* window) : QObject(window), m_workbench(workbench), m_banner(banner), m_window(window) {
  m_job = std::make_unique<LatestJob<Request>>([this](const Request& request, const LatestJob<Request>::Run&) {
    const auto look = std::make_shared<const FileLook>(lookAt(request.file, request.options));
    QMetaObject::invokeMethod(this, [this, look, number = request.number, choose = request.choose] { arrive(look, number, choose); }, Qt::QueuedConnection);
  });
}

DataOpener::~DataOpener() { m_job.reset(); }

void DataOpener::open(const QString& path, const OptionTexts& options) { post(path, options, false); }

void DataOpener::chooseArrays(const QString& path, const OptionTexts& options) { post(path, options, true); }

void DataOpener::post(const QString& path, const OptionTexts& options, bool choose) {
  if (m_chooser) m_chooser->reject();
  const bool wasBusy = isBusy();
  m_job->post({++m_asked, QFileInfo(path).absoluteFilePath().toStdString(), options, choose});
  if (!wasBusy) emit busyChanged(true);
}

void DataOpener::arrive(const std::shared_ptr<const FileLook>& look, std::uint64_t number, bool choose) {
  if (number != m_asked) return;  // another file was asked for meanwhile
  m_answered = number;
  emit busyChanged(false);
  if (look->unclear || (choose && look->canChooseArrays()))
    ask(*look);
  else if (look->sequence)
    take(*look);
  else
    refuse(*look);
}

void DataOpener::take(const FileLook& look) {
  const QString path = QString::fromStdString(look.file);
  m_banner.hide();
  m_workbench.store().change(tr("Open %1").arg(QFileInfo(path).fileName()), [&](Document& d) {
    Workload workload;
    workload.preset.clear();
    workload.presetSeed = d.workload.presetSeed;
    workload.file = look.file;
    workload.fileOptions = look.given;
    d.workload = std::move(workload);
  });
  emit opened(path);
}

void DataOpener::ask(const FileLook& look) {
  m_chooser = new ArrayChooser(look, m_window);
  m_chooser->setAttribute(Qt::WA_DeleteOnClose);
  connect(m_chooser, &QDialog::accepted, this, [this, chooser = m_chooser.data()] { open(QString::fromStdString(chooser->look().file), chooser->options()); });
  m_chooser->open();
}

void DataOpener::refuse(const FileLook& look) {
  std::vector<BannerAction> remedies;
  const QString path = QString::fromStdString(look.file);
  if (look.zeroingHelps)
    remedies.push_back({tr("Read as 0"), [this, path, options = look.given]() mutable {
                          options["zero-nonfinite"] = "true";
                          open(path, options);
                        },
                        tr("Opens the file with every value that is not finite replaced by 0")});
  if (look.canChooseArrays())
    remedies.push_back({tr("Choose arrays …"), [this, path, options = look.given] { chooseArrays(path, options); }, tr("Say which arrays are queries, keys and values")});
  remedies.push_back({tr("Open another file …"), [this] { emit anotherWanted(); }});
  m_banner.warn(QString::fromStdString(look.problem), std::move(remedies));
}

bool DataOpener::settle(int milliseconds) {
  QElapsedTimer timer;
  timer.start();
  while (isBusy() && timer.elapsed() < milliseconds) QCoreApplication::processEvents(QEventLoop::AllEvents, 10);
  return !isBusy();
}

}  // namespace omegascope
