// Cases: short names for a method with options, so that one word says what is timed: lara64, eva-w64-c64, gmm-rks64.
#pragma once

#include <string>
#include <vector>

#include "core/options.h"
#include "core/request.h"

namespace omega {

/// A family of names. `#` in a pattern stands for a whole number.
struct CaseFamily {
  std::string pattern;                // "eva-w#-c#"
  std::vector<std::string> examples;  // names of this family
  std::string method;
  Options::Given options;  // values may say "#1", "#2": the numbers of the name; "#1/4": a quarter of the first
  std::string summary;
  bool adapted = false;   // landmarks pass through learned maps
  bool spectral = false;  // the kernel's means and covariances are given
};
const std::vector<CaseFamily>& case_families();

struct BenchCase {
  std::string name, method;
  Options::Given options;
  bool adapted = false, spectral = false;
};

/// A name of a family, or a method as it is. `options` go to it beside its own.
BenchCase find_case(const std::string& name, const Options::Given& options = {});

/// What is timed: q, k and v of `heads` × `n` × `dim` standard normals. Parameters and noise that a layer holds are
/// given beforehand; noise of every query (ra) is drawn by the estimate itself.
Request case_request(const BenchCase& what, Index n, Index heads, Index dim, std::uint32_t seed);

}  // namespace omega
