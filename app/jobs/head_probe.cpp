#include "jobs/head_probe.h"

#include <QDir>
#include <QRegularExpression>

#include "core/error.h"
#include "io/npz.h"
#include "model/window_words.h"
#include "train/head_arrays.h"

namespace omegascope {

using namespace omega::train;

namespace {

const QString kHeadFile = QStringLiteral("heads-step-%1-example-%2.npz");
constexpr int kPositions = 121;
// In units of 1/√τ of the start, where the median |ω·(q − k)| is about ½: far enough to see a kernel fall or swing.
constexpr double kFarthest = 4;

std::vector<double> positions() {
  std::vector<double> all;
  for (int i = 0; i < kPositions; ++i) all.push_back(kFarthest * (2.0 * i / (kPositions - 1) - 1));
  return all;
}

}  // namespace

bool isHeadFile(const QString& name) {
  static const QRegularExpression made(QRegularExpression::anchoredPattern(kHeadFile.arg("[0-9]+", "[0-9]+")));
  return made.match(name).hasMatch();
}

void HeadProbe::look(std::shared_ptr<const Trainer> trainer, const HeadPlace& place) {
  Request request{trainer, trainer->weights(), place, {}};
  if (request == m_asked) return;
  m_asked = request;
  m_looking.post(std::move(request));
}

void HeadProbe::forget() {
  m_asked = {};
  m_picture.reset();
}

void HeadProbe::write(std::shared_ptr<const Trainer> trainer, const HeadPlace& place, const QString& folder) {
  m_writing.post({trainer, trainer->weights(), place, folder});
}

void HeadProbe::answer(const Request& request) {
  try {
    const auto model = request.trainer->model_of(*request.weights);
    auto picture = std::make_shared<HeadPicture>();
    picture->trainer = request.trainer;
    picture->place = request.place;
    picture->step = request.weights->step;
    picture->view =
        look_at_head(*model, request.trainer->data(), request.place.example, request.place.layer, request.place.head);
    picture->positions = positions();
    picture->kernel = kernel_along_axes(*model, request.place.layer, request.place.head, picture->positions);
    tellLater(this, [this, picture] { receive(picture); });
  } catch (const std::exception& problem) {
    tellLater(this, [this, why = QString::fromStdString(windowWords(problem.what()))] { emit failed(why); });
  }
}

void HeadProbe::receive(const std::shared_ptr<const HeadPicture>& picture) {
  if (picture->trainer != m_asked.trainer) return;  // of a run that nobody looks at any more
  m_picture = picture;
  emit looked();
}

void HeadProbe::writeHeads(const Request& request) {
  const TrainPlan& plan = request.trainer->plan();
  HeadFile file{
      QDir(request.folder).filePath(kHeadFile.arg(request.weights->step).arg(request.place.example)),
      request.place,
      estimator_of(plan.model),
      stream_of(plan, request.weights->draw),
      plan.model.heads,
      plan.model.task.reads == Reading::last ? request.trainer->data().length_of(request.place.example) - 1 : 0,
      {}};
  try {
    const auto model = request.trainer->model_of(*request.weights);
    omega::write_npz(file.path.toStdString(), head_arrays(*model, request.trainer->data(), request.place.example), {});
  } catch (const std::exception& problem) {
    file.error = QString::fromStdString(problem.what());
  }
  tellLater(this, [this, file] { emit written(file); });
}

}  // namespace omegascope
