// Which backend computes a request, and why.
#pragma once

#include <string>
#include <vector>

#include "core/estimator.h"
#include "core/request.h"

namespace omega {

struct BackendChoice {
  bool cuda = false;
  std::string why;  // of the backend that it is
};

/// Chooses by the device, its free memory and what the method declares. Throws Error::input where the request insists
/// on CUDA and that cannot be.
BackendChoice choose_backend(const Request& request, const Estimator& estimator,
                             const std::vector<OutputSpec>& outputs);

}  // namespace omega
