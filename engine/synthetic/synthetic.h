// Synthetic sequences: small worlds in which one thing about attention can be seen; and, beside them, one that is real.
// Each describes itself, as estimators do, so that forms, command lines and documentation come from the description.
//
// Random numbers come from Philox at (seed, token, coordinate) in streams of their own, never those of an estimator
// with the same seed; so heads and tokens append where the definition lets them.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/matrix.h"
#include "core/options.h"
#include "core/progress.h"
#include "core/sequence.h"

namespace omega {

/// One head to be filled in: everything a definition may depend on, and where its numbers go.
struct SyntheticHead {
  const Options& options;
  std::uint32_t seed = 0;
  Index head = 0;
  View<float> q, k, v;  // N×D, N×D, N×Dv
  const Progress& progress;

  /// Streams of the head's noise.
  enum Stream { query, key, value, centre, centre_value, wave };

  /// Coordinates 0 .. count − 1 of row `row` of a stream.
  std::vector<double> normals(Stream stream, Index row, Index count) const;
};

struct Synthetic {
  std::string name;
  std::string summary;     // one line: what it shows
  std::string definition;  // plain text, one equation per line
  std::vector<OptionSpec> options;
  int dim = 0, value_dim = 0;  // fixed ones; 0: the option `dim`
  std::function<void(const SyntheticHead&)> fill;
  std::function<std::optional<Grid>(const Options&)> grid = [](const Options&) { return std::optional<Grid>(); };
  /// What its tokens are called; none where they have no names.
  std::function<std::vector<std::string>(const Options&)> labels = [](const Options&) {
    return std::vector<std::string>();
  };
  Options::Given whole;  // options for all heads of a layer, where there is the option `layer`; else empty
  std::string heading;   // empty: the name as words

  /// What it is called where people choose: "Three clusters".
  std::string title() const;
};

const std::vector<Synthetic>& synthetics();
/// Throws Error::input naming the preset and those there are.
const Synthetic& find_synthetic(const std::string& name);

/// The seed of the pictures and numbers in the documentation.
constexpr std::uint32_t kDefaultDataSeed = 7;

/// float32, rank 2 for one head and heads x tokens x dim for more.
std::shared_ptr<const Sequence> make_synthetic(const Synthetic& preset, const Options& options,
                                               std::uint32_t seed = kDefaultDataSeed, const Progress& progress = {});
std::shared_ptr<const Sequence> make_synthetic(const std::string& name, const Options::Given& options = {},
                                               std::uint32_t seed = kDefaultDataSeed);

}  // namespace omega
