#include "cuda/device_text.h"

#include "core/text.h"

namespace omega::cuda {

std::string version_words(int number) {
  return std::to_string(number / 1000) + "." + std::to_string(number % 1000 / 10);
}

std::string capability_words(const DeviceFacts& facts) {
  return std::to_string(facts.major) + "." + std::to_string(facts.minor);
}

std::string device_words(const DeviceFacts& facts) {
  const auto gib = [](std::size_t bytes) { return formatted("%.1f", static_cast<double>(bytes) / (1 << 30)); };
  return std::string(facts.name) + ", compute capability " + capability_words(facts) + ", " + gib(facts.free_bytes) +
         " of " + gib(facts.total_bytes) + " GiB of memory free, driver for CUDA " + version_words(facts.driver) +
         (Device::get().finds_blas() ? ", with cuBLAS" : ", without cuBLAS");
}

std::string device_text() {
  Device& device = Device::get();
  try {
    return device.available() ? device_words(device.facts()) : "none: " + device.why();
  } catch (const Fault& fault) {
    return std::string("none: ") + fault.what();
  }
}

}  // namespace omega::cuda
