// FrequencySource: what the shared rows of one layer's heads are made of, drawn and learned (frequencies.h makes them).
//
//   noise        ε itself: rfa, ra, mis, lara, eva; beside it the uniform numbers by which ra draws keys, and what mis,
//                lara and eva learn of means
//   gmm          ω_ci = S_c n_i + μ_c, per head (specification, section 8)
//   fastfood     ω = the rows of (σ_0/√P) S H G Π H B, per head
//   generative   ω = g(n), one network a layer
#pragma once

#include <memory>
#include <string>

#include "train/parameters.h"
#include "train/settings.h"

namespace omega::train {

constexpr int kNetworkLayers = 5;  // of generative

/// What was drawn: noise, one head below the other; for fastfood S, G, B and Π, one row a block.
template <class T>
struct DrawnArrays {
  View<const T> noise, S, G, B;
  const Index* permutation = nullptr;
};

template <class T>
class FrequencySource {
 public:
  virtual ~FrequencySource() = default;

  virtual void declare(ParameterTable& table, const std::string& prefix) = 0;
  virtual void initialise(const ParameterTable& table, T* parameters, std::uint32_t seed) = 0;
  virtual void redraw(std::uint32_t seed, std::uint32_t draw) = 0;
  virtual DrawnArrays<T> drawn() const = 0;

  Index rows_per_head() const { return rows_per_head_; }
  Index columns() const { return columns_; }
  /// Whether the gradient of the rows is needed.
  bool learns() const { return learns_; }

 protected:
  FrequencySource(Index rows_per_head, Index columns, bool learns)
      : rows_per_head_(rows_per_head), columns_(columns), learns_(learns) {}

 private:
  Index rows_per_head_, columns_;
  bool learns_;
};

/// The source of layer `layer` of a model; null where heads share nothing (softmax, local, linear_elu).
template <class T>
std::unique_ptr<FrequencySource<T>> make_frequency_source(const ModelSettings& model, Index layer);

}  // namespace omega::train
