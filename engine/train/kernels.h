// Kernels: what the steps of a tape call, on the host (host_kernels.h) and on a device (device/device_kernels.h).
#pragma once

#include <cstdint>
#include <vector>

#include "core/error.h"
#include "core/matrix.h"
#include "cuda/module.h"

namespace omega::train {

/// out_c = the mean of the rows of segment c of x; `backward`: each row of out = its segment's row of x, divided
/// by the segment's length.
template <class T>
struct SegmentMeans {
  std::int32_t heads, parts, columns, backward, adds;
  std::vector<Range> segments;
  cuda::StridedOf<T> x, out;
  T* matrix;  // the means as a product, where there is no other way
};

/// What a tape has to know before there is anything to run it on.
struct KernelStyle {
  bool adds_in_turn;         // a product adds the matrices of all heads to one place, one after the other
  Index weights_at_once;     // numbers of a matrix of weights that is made whole and kept; more are made again
  bool goes_down;            // functions of a few long rows are quicker as functions of columns
  bool fuses = false;        // products take biases along, softmax attention needs no map
  bool joins_heads = false;  // all heads of a layer go through together, as parts of matrices
};

template <class T>
class Kernels {
 public:
  Kernels() = default;
  Kernels(Kernels&&) = delete;
  virtual ~Kernels() = default;

  /// Memory that lives as long as this.
  virtual T* allocate(std::uint64_t count) = 0;
  virtual void upload(T* to, const T* from, std::uint64_t count) = 0;
  virtual void clear(T* place, std::uint64_t count) = 0;

  virtual void product(const cuda::ProductOf<T>& what) = 0;
  virtual void elements(const cuda::ElementsOf<T>& what) = 0;
  virtual void softmax_rows(const cuda::SoftmaxRowsOf<T>& what) = 0;
  virtual void choose_rows(const cuda::ChooseRowsOf<T>& what) = 0;
  virtual void normalise_rows(const cuda::NormaliseRowsOf<T>& what) = 0;
  virtual void sum_shares(const cuda::SumSharesOf<T>& what) = 0;
  virtual void dropout(const cuda::DropoutOf<T>& what) = 0;
  virtual void padding(const cuda::PaddingOf<T>& what) = 0;
  virtual void cross_entropy(const cuda::CrossEntropyOf<T>& what) = 0;
  virtual void segment_means(const SegmentMeans<T>& what) = 0;
  virtual void angles(const cuda::AnglesOf<T>& what) = 0;
  /// Only where the style fuses.
  virtual void softmax_heads(const cuda::SoftmaxHeadsOf<T>&) { OMEGA_ASSERT(false); }
};

}  // namespace omega::train
