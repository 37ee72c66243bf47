// HeadProbe: what one head of a run's model does to one example, computed beside the training, and all heads written to
// a file that Explore can open.
#pragma once

#include <QObject>
#include <memory>
#include <vector>

#include "core/call.h"
#include "jobs/latest_job.h"
#include "train/measures.h"
#include "train/trainer.h"

namespace omegascope {

/// Counted from 0; the example among all of the run's data.
struct HeadPlace {
  omega::Index layer = 0, head = 0, example = 0;
  bool operator==(const HeadPlace&) const = default;
};

/// One head at one step; never changes once it is published.
struct HeadPicture {
  std::shared_ptr<const omega::train::Trainer> trainer;
  HeadPlace place;
  omega::Index step = 0;
  omega::train::HeadView view;
  std::vector<double> positions;  // of what follows
  omega::Matrix<double> kernel;   // the learned kernel along each axis; empty where none is learned
};

/// A file with all heads, and how the estimators draw what the model drew.
struct HeadFile {
  QString path;
  HeadPlace place;
  omega::train::EstimatorOf estimator;
  omega::Stream stream;
  omega::Index heads = 0;  // of a layer
  omega::Index query = 0;  // where the class is read from; of a mean the first
  QString error;           // why it was not written; empty where it was
};

/// Whether HeadProbe gives a file this name.
bool isHeadFile(const QString& name);

class HeadProbe : public QObject {
  Q_OBJECT

 public:
  using QObject::QObject;

  /// The newest question is answered; the same one again is not asked.
  void look(std::shared_ptr<const omega::train::Trainer> trainer, const HeadPlace& place);
  /// Null before the first answer, and after forget().
  std::shared_ptr<const HeadPicture> picture() const { return m_picture; }
  void forget();
  /// Writes all heads on an example into `folder`; tells of it by written().
  void write(std::shared_ptr<const omega::train::Trainer> trainer, const HeadPlace& place, const QString& folder);

 signals:
  void looked();
  void written(const omegascope::HeadFile& file);
  void failed(const QString& why);  // to look

 private:
  struct Request {
    std::shared_ptr<const omega::train::Trainer> trainer;
    std::shared_ptr<const omega::train::Weights> weights;
    HeadPlace place;
    QString folder;  // empty: only looks
    bool operator==(const Request&) const = default;
  };
  using Worker = LatestJob<Request>;

  // On the worker threads.
  void answer(const Request& request);
  void writeHeads(const Request& request);

  void receive(const std::shared_ptr<const HeadPicture>& picture);

  Request m_asked;
  std::shared_ptr<const HeadPicture> m_picture;
  // Last: they end before what they use.
  Worker m_looking{[this](const Request& request, const Worker::Run&) { answer(request); }};
  Worker m_writing{[this](const Request& request, const Worker::Run&) { writeHeads(request); }};
};

}  // namespace omegascope
