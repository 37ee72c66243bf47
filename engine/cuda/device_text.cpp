#include "cuda/device_text.h"

#include <cstdio>

namespace omega::cuda {

std::string version_words(int number) {
  return std::to_string(number / 1000) + "." + std::to_string(number % 1000 / 10);
}

std::string capability_words(const DeviceFacts& facts) {
  return std::to_string(facts.major) + "." + std::to_string(facts.minor);
}

std::string device_words(const DeviceFacts& facts) {
  char numbers[160];
  std::snprintf(numbers, sizeof numbers,
                ", compute capability %s, %.1f of %.1f GiB of memory free, driver for CUDA %s, %s cuBLAS",
                capability_words(facts).c_str(), static_cast<double>(facts.free_bytes) / (1 << 30),
                static_cast<double>(facts.total_bytes) / (1 << 30), version_words(facts.driver).c_str(),
                Device::get().finds_blas() ? "with" : "without");
  return facts.name + std::string(numbers);
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
