// The parameters of a model: named tensors in one flat run of numbers, so that gradients, moments and files share one
// layout.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "core/array.h"
#include "core/error.h"

namespace omega::train {

struct Parameter {
  std::string name;  // as in the checkpoint: "layers.0.attention.q_proj.weight"
  Shape shape;
  Index offset = 0, count = 0;
  bool decays = false;

  template <class T>
  View<T> in(T* flat) const {
    const Index cols = shape.back();
    return {flat + offset, count / cols, cols};
  }
};

class ParameterTable {
 public:
  /// Returns its number.
  std::size_t add(std::string name, Shape shape, bool decays) {
    Parameter parameter{std::move(name), std::move(shape), count_, 0, decays};
    parameter.count = static_cast<Index>(element_count(parameter.shape));
    count_ += parameter.count;
    all_.push_back(std::move(parameter));
    return all_.size() - 1;
  }
  const Parameter& operator[](std::size_t number) const { return all_[number]; }
  /// The one of that name, which must be there.
  const Parameter& named(const std::string& name) const {
    const auto found = std::find_if(all_.begin(), all_.end(), [&](const Parameter& p) { return p.name == name; });
    OMEGA_ASSERT(found != all_.end());
    return *found;
  }
  const std::vector<Parameter>& all() const { return all_; }
  Index count() const { return count_; }

 private:
  std::vector<Parameter> all_;
  Index count_ = 0;
};

}  // namespace omega::train
