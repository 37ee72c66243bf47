// BatchPass: one batch through a model on all threads, with the same bits on any number of them. The batch is cut into
// at most kGroups groups of shards; a group has its own memory and its own gradient, and the groups' gradients are
// added in order.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/progress.h"
#include "train/model.h"

namespace omega::train {

template <class T>
class BatchPass {
 public:
  /// Has room for batches of at most `most_examples`.
  BatchPass(const Model<T>& model, Index most_examples);

  /// Forward and backward of the mean loss; the gradient of parameters and shared rows is then in gradient().
  BatchTotals differentiate(const TaskData& data, std::span<const Index> examples, double dropout,
                            const DropoutPlace& place, const Progress& progress = {});
  /// That values and gradients take.
  std::uint64_t bytes() const;
  std::span<T> gradient() { return {gradient_.data(), gradient_.size()}; }

  /// Forward only; `predicted` and `logits` (either may be null) receive the class and the logits of each example.
  BatchTotals evaluate(const TaskData& data, std::span<const Index> examples, std::uint8_t* predicted, T* logits,
                       const Progress& progress = {});

 private:
  struct Group {
    std::unique_ptr<Workspace<T>> work;
    ShardResult sums;
    std::string nonfinite;
  };
  struct Job {
    const TaskData& data;
    std::span<const Index> examples;
    double dropout;
    DropoutPlace place;
    bool backward;
    std::uint8_t* predicted;
    T* logits;
  };
  BatchTotals run(const Job& job, const Progress& progress);
  void run_group(const Job& job, Index groups, Index number, const Progress& progress);
  void run_shard(const Job& job, Group& group, Index first, Index count);
  void add_gradients(Index groups);

  Index shard_examples_;
  std::vector<Group> groups_;
  Buffer<T> gradient_;
};

}  // namespace omega::train
