#include "run/backend.h"

#include <algorithm>
#include <cmath>

#include "core/error.h"
#include "core/text.h"
#include "cuda/device.h"

namespace omega {

namespace {

/// Inputs, outputs and as much again as the largest of both for what lies between them; in float32, as the device holds
/// them.
double bytes_needed(const Sizes& sizes, const std::vector<OutputSpec>& outputs) {
  const double inputs = static_cast<double>(sizes.N * sizes.D + sizes.M * (sizes.D + sizes.Dv));
  double kept = static_cast<double>(sizes.N * sizes.Dv), largest = std::max(inputs, kept);
  for (const OutputSpec& output : outputs) {
    const double count = output.counter ? 1 : static_cast<double>(element_count(output.shape));
    kept += count;
    largest = std::max(largest, count);
  }
  return 4 * static_cast<double>(sizes.heads) * (inputs + kept + largest);
}

/// Why not; empty where nothing speaks against it.
std::string against_cuda(const Request& request, const Estimator& estimator, const std::vector<OutputSpec>& outputs) {
  const CudaMethod& method = estimator.cuda;
  if (!method) return estimator.info.name + " is computed on the CPU only";
  if (request.precision == Precision::f64) return "float64 is computed on the CPU only";
  if (const std::string refused = method.refuses({request.sequence->sizes, request.options, request.given});
      !refused.empty())
    return estimator.info.name + " with " + refused + " is computed on the CPU only";
  if (request.options.is_causal() && !method.causal)
    return estimator.info.name + " with causal=true is computed on the CPU only";
  for (const OutputSpec& output : outputs)
    if (!output.counter && !is_among(method.outputs, output.name))
      return output.name + " of " + estimator.info.name + " is computed on the CPU only";
  cuda::Device& device = cuda::Device::get();
  if (!device.available()) return device.why();
  const Sizes& sizes = request.sequence->sizes;
  if (std::string much = device.against(sizes.heads, sizes.D, method.block_bytes(sizes.D)); !much.empty()) return much;
  const double needed = bytes_needed(sizes, outputs), free_bytes = static_cast<double>(device.facts().free_bytes);
  const auto mib = [](double bytes) { return number_text(std::ceil(bytes / (1 << 20))) + " MiB"; };
  return needed > 0.9 * free_bytes
             ? "it needs about " + mib(needed) + " of the device's memory, of which " + mib(free_bytes) + " are free"
             : "";
}

}  // namespace

BackendChoice choose_backend(const Request& request, const Estimator& estimator,
                             const std::vector<OutputSpec>& outputs) {
  if (request.backend == Backend::cpu) return {false, "asked for"};
  std::string against;
  try {
    against = against_cuda(request, estimator, outputs);
  } catch (const cuda::Fault& fault) {
    against = fault.what();
  }
  if (against.empty()) return {true, request.backend == Backend::cuda ? "asked for" : "there is a CUDA device"};
  if (request.backend == Backend::cuda)
    throw Error::input("backend cuda was asked for, but " + against + "; use auto or cpu");
  return {false, against};
}

}  // namespace omega
