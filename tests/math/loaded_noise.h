// Noise arrays as an estimator gets them: through Call::load, from a seed.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/call.h"
#include "core/info.h"

namespace omega::test {

/// What Call::load gives one head of a sequence with `heads` heads.
inline Matrix<double> loaded(const std::vector<ArraySpec>& specs, const std::string& name, const Stream& stream,
                             Index head, Index heads) {
  const auto ones = [&](Index rows) {
    return Array::from(std::vector<double>(static_cast<std::size_t>(heads * rows), 1.0), {heads, rows, 1});
  };
  const std::shared_ptr<const Sequence> sequence = Sequence::make(ones(2), ones(2), ones(2));
  const Options options;
  const Arrays given;
  const Progress progress;
  RunState state{*sequence, options, given, specs, stream, 1.0, {}, {}};
  const Matrix<double> rows(2, 1, 1.0);
  const Call<double> call(state, head, rows, rows, rows, progress);
  return call.load<double>(name);
}

}  // namespace omega::test
