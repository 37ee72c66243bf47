#include "files/data_opener.h"

#include <QFileInfo>

#include "files/array_chooser.h"
#include "jobs/waiting.h"
#include "widgets/banner.h"

namespace omegascope {

DataOpener::DataOpener(Workbench& workbench, Banner& banner, QWidget* window)
    : QObject(window), m_workbench(workbench), m_banner(banner), m_window(window) {
  m_job = std::make_unique<LatestJob<Request>>([this](const Request& request, const LatestJob<Request>::Run&) {
    const auto look = std::make_shared<const FileLook>(lookAt(request.file, request.options));
    tellLater(this, [this, look, request] { arrive(look, request); });
  });
  connect(&workbench, &Workbench::opening, this, &DataOpener::forget);
}

void DataOpener::open(const QString& path, const OptionTexts& options) { post({0, path.toStdString(), options}); }

void DataOpener::locate(const QString& path) {
  post({0, path.toStdString(), m_workbench.document().workload.fileOptions, false, true});
}

void DataOpener::again(const QString& path) {
  const bool isRead = isBusy() && m_last.file == QFileInfo(path).absoluteFilePath().toStdString();
  if (!isRead) locate(path);  // else with what was typed just now
}

void DataOpener::chooseArrays(const QString& path, const OptionTexts& options) {
  post({0, path.toStdString(), options, true});
}

void DataOpener::post(const Request& request) {
  if (m_chooser) m_chooser->reject();
  const bool wasBusy = isBusy();
  Request numbered = request;
  numbered.number = ++m_asked;
  numbered.file = QFileInfo(QString::fromStdString(request.file)).absoluteFilePath().toStdString();
  m_last = numbered;
  m_job->post(std::move(numbered));
  if (!wasBusy) emit busyChanged(true);
}

void DataOpener::takeOver(const DataOpener& before) {
  if (before.isBusy()) post(before.m_last);
}

/// What was asked for belongs to the session that was open then.
void DataOpener::forget() {
  if (m_chooser) m_chooser->reject();
  if (!isBusy()) return;
  m_job->cancel();
  m_answered = ++m_asked;
  emit busyChanged(false);
}

void DataOpener::arrive(const std::shared_ptr<const FileLook>& look, const Request& request) {
  if (request.number != m_asked) return;  // another file was asked for meanwhile, or another session opened
  m_answered = request.number;
  emit busyChanged(false);
  if (look->unclear || (request.choose && look->canChooseArrays()))
    ask(*look);
  else if (look->sequence)
    take(*look, request.locates);
  else
    refuse(*look, request.locates);
}

void DataOpener::take(const FileLook& look, bool locates) {
  const QString path = QString::fromStdString(look.file);
  m_banner.takeBackWarning();
  const std::string before = m_workbench.document().workload.file;
  const auto asked = m_workbench.store().shared();
  const QString step =
      locates && look.file == before ? tr("Read again") : tr("Open %1").arg(QFileInfo(path).fileName());
  m_workbench.store().change(step, [&](Document& d) {
    Workload workload;
    workload.preset.clear();
    workload.presetSeed = d.workload.presetSeed;
    workload.file = look.file;
    workload.fileOptions = look.given;
    if (locates) workload.moved = d.workload.moved;  // what the file lacks now is dropped when that is known
    d.workload = std::move(workload);
  });
  if (m_workbench.store().shared() == asked) m_workbench.readAgain();  // the same file, but not as it was, perhaps
  if (locates) m_workbench.followData(before, look.file);
  emit opened(path);
}

void DataOpener::ask(const FileLook& look) {
  m_chooser = new ArrayChooser(look, m_window);
  m_chooser->setAttribute(Qt::WA_DeleteOnClose);
  connect(m_chooser, &QDialog::accepted, this, [this, chooser = m_chooser.data()] {
    open(QString::fromStdString(chooser->look().file), chooser->options());
  });
  m_chooser->open();
}

std::vector<BannerAction> DataOpener::waysBack(const QString& path) {
  return {{tr("Locate …"), [this] { emit locationWanted(); }, tr("Says where the data of this session is now")},
          {tr("Read again"), [this, path] { again(path); },
           tr("Reads the file once more: it may hold something else now")}};
}

void DataOpener::refuse(const FileLook& look, bool locates) {
  std::vector<BannerAction> remedies;
  const QString path = QString::fromStdString(look.file);
  if (look.zeroingHelps)
    remedies.push_back({tr("Read as 0"),
                        [this, path, options = look.given]() mutable {
                          options["zero-nonfinite"] = "true";
                          open(path, options);
                        },
                        tr("Opens the file with every value that is not finite replaced by 0")});
  if (look.canChooseArrays())
    remedies.push_back({tr("Choose arrays …"), [this, path, options = look.given] { chooseArrays(path, options); },
                        tr("Say which arrays are queries, keys and values")});
  if (locates)
    for (BannerAction& way : waysBack(path)) remedies.push_back(std::move(way));
  else
    remedies.push_back({tr("Open another file …"), [this] { emit anotherWanted(); }});
  m_banner.warn(QString::fromStdString(look.problem), std::move(remedies));
}

bool DataOpener::settle() {
  return waitUntil([this] { return !isBusy(); }, kUnattendedMs);
}

}  // namespace omegascope
