#include "train/batch_pass.h"

#include <algorithm>
#include <cmath>

#include "cpu/parallel.h"

namespace omega::train {

namespace {

constexpr Index kGroups = 16, kNumbersAtOnce = 8192;

}  // namespace

template <class T>
BatchPass<T>::BatchPass(const Model<T>& model, Index most_examples)
    : shard_examples_(std::min(model.shard_examples(), most_examples)),
      gradient_(static_cast<std::size_t>(model.gradient_count())) {
  const Index shards = (most_examples + shard_examples_ - 1) / shard_examples_;
  for (Index g = 0; g < std::min(kGroups, shards); ++g)
    groups_.push_back({std::make_unique<Workspace<T>>(model, shard_examples_), {}, {}});
}

template <class T>
BatchTotals BatchPass<T>::differentiate(const TaskData& data, std::span<const Index> examples, double dropout,
                                        const DropoutPlace& place, const Progress& progress) {
  return run({data, examples, dropout, place, true, nullptr, nullptr}, progress);
}

template <class T>
std::uint64_t BatchPass<T>::bytes() const {
  std::uint64_t sum = gradient_.size() * sizeof(T);
  for (const Group& group : groups_) sum += group.work->bytes();
  return sum;
}

template <class T>
BatchTotals BatchPass<T>::evaluate(const TaskData& data, std::span<const Index> examples, std::uint8_t* predicted,
                                   T* logits, const Progress& progress) {
  return run({data, examples, 0, {}, false, predicted, logits}, progress);
}

template <class T>
BatchTotals BatchPass<T>::run(const Job& job, const Progress& progress) {
  const auto count = static_cast<Index>(job.examples.size());
  const Index shards = (count + shard_examples_ - 1) / shard_examples_;
  const struct {
    BatchPass* self;
    const Job& job;
    Index groups;
    const Progress& progress;
  } all{this, job, std::min(static_cast<Index>(groups_.size()), shards), progress};
  // One pointer only: a std::function of that size allocates nothing.
  parallel_tiles(all.groups, 1, progress,
                 [&all](Range one) { all.self->run_group(all.job, all.groups, one.begin, all.progress); });
  BatchTotals totals;
  Index correct = 0;
  for (Index g = 0; g < all.groups; ++g) {
    const Group& group = groups_[static_cast<std::size_t>(g)];
    totals.loss += group.sums.loss / static_cast<double>(count);
    correct += group.sums.correct;
    totals.floored += group.sums.floored;
    if (totals.nonfinite.empty()) totals.nonfinite = group.nonfinite;
  }
  totals.accuracy = static_cast<double>(correct) / static_cast<double>(count);
  if (job.backward) add_gradients(all.groups);
  return totals;
}

/// Shards are dealt out in runs, as equal as can be.
template <class T>
void BatchPass<T>::run_group(const Job& job, Index groups, Index number, const Progress& progress) {
  Group& group = groups_[static_cast<std::size_t>(number)];
  group.sums = {};
  group.nonfinite.clear();
  const std::span<T> gradient = group.work->gradient();
  if (job.backward) std::fill(gradient.begin(), gradient.end(), T(0));
  const auto count = static_cast<Index>(job.examples.size());
  const Index each = shard_examples_, shards = (count + each - 1) / each;
  for (Index s = number * shards / groups; s < (number + 1) * shards / groups; ++s) {
    progress.check();  // a shard of a long sequence takes seconds
    run_shard(job, group, s * each, std::min(each, count - s * each));
  }
}

template <class T>
void BatchPass<T>::run_shard(const Job& job, Group& group, Index first, Index count) {
  DropoutPlace place = job.place;
  place.example = first;
  const Shard shard{job.data, job.examples.subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(count)),
                    job.dropout, place};
  const ShardResult result = group.work->forward(shard, 1 / static_cast<double>(job.examples.size()));
  group.sums.loss += result.loss;
  group.sums.correct += result.correct;
  group.sums.floored += result.floored;
  if (!std::isfinite(result.loss) && group.nonfinite.empty()) group.nonfinite = group.work->first_nonfinite();
  const Index classes = group.work->network().logits.columns;
  for (Index e = 0; e < count; ++e) {
    const T* logits = group.work->network().logits.view().row(e);
    if (job.predicted != nullptr)
      job.predicted[first + e] = static_cast<std::uint8_t>(std::max_element(logits, logits + classes) - logits);
    if (job.logits != nullptr) std::copy_n(logits, classes, job.logits + (first + e) * classes);
  }
  if (job.backward) group.work->backward();
}

template <class T>
void BatchPass<T>::add_gradients(Index groups) {
  const struct {
    BatchPass* self;
    Index groups;
  } all{this, groups};
  parallel_tiles(static_cast<Index>(gradient_.size()), kNumbersAtOnce, {}, [&all](Range part) {
    T* sum = all.self->gradient_.data();
    std::copy_n(all.self->groups_.front().work->gradient().data() + part.begin, part.size(), sum + part.begin);
    for (Index g = 1; g < all.groups; ++g) {
      const T* more = all.self->groups_[static_cast<std::size_t>(g)].work->gradient().data();
      for (Index i = part.begin; i < part.end; ++i) sum[i] += more[i];
    }
  });
}

template class BatchPass<float>;
template class BatchPass<double>;

}  // namespace omega::train
