#include "views/train/head_document.h"

namespace omegascope {

Document withHeads(Document document, const HeadFile& file) {
  document.workload = Workload{};
  document.workload.preset.clear();
  document.workload.file = file.path.toStdString();
  document.seed = file.stream.seed;
  document.draw = file.stream.draw;
  document.showAgainstSoftmax(file.estimator.method, file.estimator.options);
  return document;
}

}  // namespace omegascope
