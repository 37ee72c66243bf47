// The law that a method's frequencies are drawn from, and the equation of the kernel it makes.
#pragma once

#include <string>
#include <vector>

#include "core/request.h"

namespace omega {

/// A Gaussian of the frequencies' density, along an axis of ω-space.
struct Bell {
  double mean = 0;
  std::vector<double> row = {1};  // of S_c: what S_cᵀ makes of the axis' unit vector

  double deviation() const;
};

/// The law of a request that has been checked, as run() does; empty where none is known, as with learned FastFood.
std::vector<Bell> bells_of(const Request& request, Index axis);

/// κ of two points in closed form, as a formula; empty where there is none.
std::string kernel_equation(const Request& request);

/// An element of a given array, or what stands in where there is none.
double given_number(const Request& request, const char* name, std::size_t at, double otherwise);

}  // namespace omega
