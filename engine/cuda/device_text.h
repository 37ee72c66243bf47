// The CUDA device in words, for people.
#pragma once

#include <string>

#include "cuda/device.h"

namespace omega::cuda {

/// 12040 is "12.4".
std::string version_words(int number);
/// "9.0".
std::string capability_words(const DeviceFacts& facts);
std::string device_words(const DeviceFacts& facts);

/// The device that there is, or "none: " and why.
std::string device_text();

}  // namespace omega::cuda
