// HostKernels: what the steps of a tape call on the CPU, one thread each; groups of a batch have their own.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "core/memory.h"
#include "train/tape.h"

namespace omega::train {

template <class T>
class HostKernels : public Kernels<T> {
 public:
  T* allocate(std::uint64_t count) override;
  void upload(T* to, const T* from, std::uint64_t count) override;
  void clear(T* place, std::uint64_t count) override;

  void product(const cuda::ProductOf<T>& what) override;
  void elements(const cuda::ElementsOf<T>& what) override;
  void softmax_rows(const cuda::SoftmaxRowsOf<T>& what) override;
  void choose_rows(const cuda::ChooseRowsOf<T>& what) override;
  void normalise_rows(const cuda::NormaliseRowsOf<T>& what) override;
  void sum_shares(const cuda::SumSharesOf<T>& what) override;
  void dropout(const cuda::DropoutOf<T>& what) override;
  void padding(const cuda::PaddingOf<T>& what) override;
  void cross_entropy(const cuda::CrossEntropyOf<T>& what) override;
  void segment_means(const SegmentMeans<T>& what) override;
  void angles(const cuda::AnglesOf<T>& what) override;

 private:
  struct Growing {
    Buffer<T> numbers;
    T* room(Index count);
  };

  std::vector<Buffer<T>> memory_;
  Growing scaled_, turned_;  // factors of products
};

/// A tape on the CPU with what `write` writes on it; `write` is called twice, first to measure, then in earnest.
template <class T>
class HostTape {
 public:
  HostTape(Index examples, Index length, const std::function<void(Tape<T>&)>& write);
  HostTape(HostTape&&) = delete;

  const Tape<T>& operator*() const { return *tape_; }
  const Tape<T>* operator->() const { return tape_.get(); }

 private:
  HostKernels<T> kernels_;
  std::unique_ptr<Tape<T>> tape_;
};

/// Number by number (host_elements.cpp); counts nothing.
template <class T>
void run_elements(const cuda::ElementsOf<T>& what);

}  // namespace omega::train
