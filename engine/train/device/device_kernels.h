// DeviceKernels: what the steps of a tape call on a device.
#pragma once

#include "cuda/device.h"
#include "train/kernels.h"

namespace omega::train {

/// Sums over examples are taken example by example first; weights are kept whatever their number.
inline KernelStyle device_style(const cuda::DeviceFacts& facts) {
  return {.adds_in_turn = false,
          .weights_at_once = Index{1} << 40,
          .goes_down = false,
          .fuses = facts.has_tensor_cores != 0,
          .joins_heads = true};
}

class DeviceKernels : public Kernels<float> {
 public:
  explicit DeviceKernels(cuda::Session& session) : session_(session), module_(session.module()) {}

  float* allocate(std::uint64_t count) override { return session_.allocate<float>(count); }
  void upload(float* to, const float* from, std::uint64_t count) override {
    session_.check(module_.upload(session_.context(), to, from, count * sizeof(float)));
  }
  void clear(float* place, std::uint64_t count) override {
    session_.check(module_.clear(session_.context(), place, count * sizeof(float)));
  }

  void product(const cuda::Product& what) override { call(module_.product, what); }
  void elements(const cuda::Elements& what) override { call(module_.elements, what); }
  void softmax_rows(const cuda::SoftmaxRows& what) override { call(module_.softmax_rows, what); }
  void choose_rows(const cuda::ChooseRows& what) override { call(module_.choose_rows, what); }
  void softmax_heads(const cuda::SoftmaxHeads& what) override { call(module_.softmax_heads, what); }
  void normalise_rows(const cuda::NormaliseRows& what) override { call(module_.normalise_rows, what); }
  void sum_shares(const cuda::SumShares& what) override { call(module_.sum_shares, what); }
  void dropout(const cuda::Dropout& what) override { call(module_.dropout, what); }
  void padding(const cuda::Padding& what) override { call(module_.padding, what); }
  void cross_entropy(const cuda::CrossEntropy& what) override { call(module_.cross_entropy, what); }
  void segment_means(const SegmentMeans<float>& what) override;
  void angles(const cuda::Angles& what) override { call(module_.angles, what); }

 private:
  template <class What>
  void call(int (*function)(cuda::Context*, const What*), const What& what) {
    session_.check(function(session_.context(), &what));
  }

  cuda::Session& session_;
  const cuda::ModuleTable& module_;
};

}  // namespace omega::train
