// DeviceTraining: parameters, moments and data of one training run on the device, and its steps, each a graph that is
// captured once and replayed: forward, backward and AdamW with no word from the host between them. A batch
// that needs more memory than the device has goes through in shards, whose gradients are added in their order.
//
// Noise is drawn by the host (the model's sources) and copied whenever it is drawn anew; dropout is drawn on the device
// from the same random words as on the CPU. The same step gives the same bits every time; beside the CPU's steps it
// differs in rounding alone.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "train/device/device_kernels.h"
#include "train/model.h"

namespace omega::train {

class DeviceTraining {
 public:
  /// For batches of at most `most_examples`, in as few shards as memory has room for. Throws Fault where the device or
  /// its memory will not do.
  static std::unique_ptr<DeviceTraining> open(const Model<float>& model, const TaskData& data,
                                              const TrainingSettings& training, Index most_examples);
  ~DeviceTraining();
  DeviceTraining(DeviceTraining&&) = delete;

  /// At most so many examples go through at once.
  Index shard_examples() const { return shard_; }
  /// Everything this run holds on the device.
  std::uint64_t bytes() const { return module_.arena_bytes(session_.context()); }

  void set_parameters(const float* parameters);
  void set_moments(const float* first, const float* second);
  void get_parameters(float* parameters);
  void get_moments(float* first, float* second);
  /// The gradient of the latest step, as it was before it was clipped.
  void get_gradient(float* gradient);
  /// What the model's sources have drawn.
  void set_noise(const Model<float>& model);

  /// Step number `step`, counted from 0, at learning rate `rate`, `updates` being the number of updates before it.
  /// Where the loss or the norm is not finite, parameters and moments stay as they were.
  BatchTotals step(std::span<const Index> examples, std::uint32_t step, Index updates, double rate);
  /// Forward only. `predicted` and `logits` may be null.
  BatchTotals evaluate(std::span<const Index> examples, std::uint8_t* predicted, float* logits);

 private:
  class Captured;

  DeviceTraining(const Model<float>& model, const TaskData& data, const TrainingSettings& training, Index shard);
  void upload(void* to, const void* from, std::uint64_t bytes) {
    session_.check(module_.upload(session_.context(), to, from, bytes));
  }
  void download(void* to, const void* from, std::uint64_t bytes) {
    session_.check(module_.download(session_.context(), to, from, bytes));
  }
  void clear(void* place, std::uint64_t bytes) { session_.check(module_.clear(session_.context(), place, bytes)); }
  void build(const Model<float>& model);
  void place_data(const TaskData& data);
  std::unique_ptr<Captured> capture(const std::function<void()>& work);
  std::unique_ptr<Captured> try_capture(const std::function<void()>& work);
  void begin_step();
  void pass();
  void backward();
  void finish_step();
  void send(std::span<const Index> examples, Index first, cuda::TrainNumbers numbers);
  BatchTotals totals(Index examples);
  std::string first_nonfinite(std::span<const Index> examples, const cuda::TrainNumbers& numbers);

  cuda::Session session_;
  const cuda::ModuleTable& module_;
  const TrainingSettings& training_;
  Index length_, count_, shard_;  // of an example, of parameters, of a shard
  Index classes_of_task_;
  bool drops_;
  float *parameters_, *gradient_, *first_, *second_;
  std::uint8_t *decays_, *tokens_ = nullptr, *classes_ = nullptr;
  float* symbols_ = nullptr;
  std::int32_t *chosen_ = nullptr, *labels_ = nullptr, *lengths_ = nullptr;  // lengths: of a task that pads
  double* partial_;
  cuda::TrainNumbers* numbers_;
  cuda::TrainSums* sums_;
  DeviceKernels kernels_;
  std::vector<DrawnTensors<float>> drawn_;
  std::unique_ptr<Tape<float>> tape_;
  std::unique_ptr<Network<float>> network_;
  std::vector<std::int32_t> sent_;
  // A whole step where one shard holds it; else its shards, between begin_step() and finish_step(). And a pass without
  // its way back.
  std::unique_ptr<Captured> whole_, one_shard_, forward_;
};

}  // namespace omega::train
