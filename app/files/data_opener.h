// DataOpener: a data file becomes the workload, or a sentence with remedies. The file is read on a worker thread; until
// it is known to be good, the document stays as it is.
#pragma once

#include <QObject>
#include <QPointer>
#include <memory>

#include "files/file_look.h"
#include "jobs/latest_job.h"
#include "workbench/workbench.h"

namespace omegascope {

class ArrayChooser;
class Banner;
struct BannerAction;

class DataOpener : public QObject {
  Q_OBJECT

 public:
  DataOpener(Workbench& workbench, Banner& banner, QWidget* window);

  void open(const QString& path, const OptionTexts& options = {});
  /// The data of the session are there now: they are read as before, and what was moved by hand stays moved where it
  /// fits.
  void locate(const QString& path);
  /// Reads the file of the session, or what it was sought in, once more: it may hold something else now.
  void again(const QString& path);
  /// What helps where the data of the session cannot be read: to say where they are, or to read them from there again.
  std::vector<BannerAction> waysBack(const QString& path);
  /// Asks which array is which, of a file that is open or was refused.
  void chooseArrays(const QString& path, const OptionTexts& options = {});
  bool isBusy() const { return m_asked != m_answered; }
  /// Reads what another window of the workbench was reading.
  void takeOver(const DataOpener& before);
  /// Waits until the last file was read; false if it is not within kUnattendedMs.
  bool settle();

 signals:
  void opened(const QString& path);
  /// The user can solve the problem only by choosing another file.
  void anotherWanted();
  /// The user knows where the data of the session are now.
  void locationWanted();
  void busyChanged(bool busy);

 private:
  struct Request {
    std::uint64_t number = 0;
    std::string file;
    OptionTexts options;
    bool choose = false;  // ask in any case
    bool locates = false;
  };

  void post(const Request& request);
  void forget();
  void arrive(const std::shared_ptr<const FileLook>& look, const Request& request);
  void take(const FileLook& look, bool locates);
  void ask(const FileLook& look);
  void refuse(const FileLook& look, bool locates);

  Workbench& m_workbench;
  Banner& m_banner;
  QWidget* m_window = nullptr;
  QPointer<ArrayChooser> m_chooser;
  std::uint64_t m_asked = 0, m_answered = 0;
  Request m_last;
  std::unique_ptr<LatestJob<Request>> m_job;  // last: it ends before what it uses
};

}  // namespace omegascope
