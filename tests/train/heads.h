// Every attention of the trainer as one head on small random numbers, and the engine's request for the same.
#pragma once

#include <catch2/catch.hpp>
#include <cmath>
#include <memory>
#include <string>

#include "estimators/small_problem.h"
#include "train/head_attention.h"

namespace omega::test {

constexpr Index kTokens = 17, kDim = 4, kValueDim = 3, kSamples = 5;

struct HeadCase {
  std::string name;    // of the trainer's attention
  std::string method;  // of the engine's estimator
  Options::Given options;
  Index shared;       // rows of ω or ε; 0: none
  double spread = 1;  // of the shared rows

  bool learns_shared() const { return shared > 0 && name != "lara" && name != "eva"; }
};

inline std::vector<HeadCase> head_cases() {
  const std::string S = std::to_string(kSamples);
  return {
      {"softmax", "softmax", {}, 0},
      {"local", "local", {{"window", "5"}, {"overlap", "2"}}, 0},
      {"eva", "eva", {{"window", "5"}, {"overlap", "1"}, {"groups", S}}, kSamples},
      {"lara", "lara", {{"landmarks", S}}, kSamples},
      {"rfa positive", "rfa", {{"samples", S}}, kSamples},
      {"rfa trig", "rfa", {{"samples", S}, {"features", "trig"}}, kSamples, 0.4},
      {"linear_elu", "linear_elu", {}, 0},
      {"prf", "gmm", {{"frequencies", S}, {"components", "1"}, {"features", "prf"}}, kSamples},
      {"rks", "gmm", {{"frequencies", S}, {"components", "1"}, {"features", "rks"}}, kSamples, 0.4},
  };
}

template <class T>
std::unique_ptr<train::HeadAttention<T>> make_head(const HeadCase& of) {
  const train::HeadSizes sizes{kTokens, kDim, kValueDim};
  if (of.name == "softmax") return train::window_head<T>(sizes, kTokens, 0, 0);
  if (of.name == "local") return train::window_head<T>(sizes, 5, 2, 0);
  if (of.name == "eva") return train::window_head<T>(sizes, 5, 1, kSamples);
  if (of.name == "lara") return train::lara_head<T>(sizes, kSamples);
  if (of.name == "rfa positive") return train::positive_head<T>(sizes, kSamples, 0.5);
  if (of.name == "prf") return train::positive_head<T>(sizes, kSamples, 1);
  if (of.name == "rfa trig") return train::quotient_head<T>(sizes, train::ExplicitFeatures::trig, kSamples);
  if (of.name == "rks") return train::quotient_head<T>(sizes, train::ExplicitFeatures::rks, kSamples);
  REQUIRE(of.name == "linear_elu");
  return train::quotient_head<T>(sizes, train::ExplicitFeatures::elu, 0);
}

/// Inputs, outputs and memory of one head in double.
struct HeadBench {
  std::unique_ptr<train::HeadAttention<double>> head;
  Matrix<double> q, k, v, shared, y, dy, dq, dk, dv, dshared;
  Buffer<double> saved, scratch;

  explicit HeadBench(const HeadCase& of)
      : head(make_head<double>(of)),
        q(drawn(kTokens, kDim, 1, 0.8)),
        k(drawn(kTokens, kDim, 2, 0.8)),
        v(drawn(kTokens, kValueDim, 3, 1)),
        shared(drawn(of.shared, kDim, 4, of.spread)),
        y(kTokens, kValueDim),
        dy(drawn(kTokens, kValueDim, 5, 1)),
        dq(kTokens, kDim),
        dk(kTokens, kDim),
        dv(kTokens, kValueDim),
        dshared(of.shared, kDim, 0.0),
        saved(head->saved_count()),
        scratch(head->scratch_count()) {}

  static Matrix<double> drawn(Index rows, Index cols, std::uint32_t stream, double factor) {
    Matrix<double> x(rows, cols);
    for (Index r = 0; r < rows; ++r) draw_normals({3, 5, stream, static_cast<std::uint32_t>(r), 0}, x.row(r), cols);
    for (Index i = 0; i < rows * cols; ++i) x.data()[i] *= factor;
    return x;
  }
  train::HeadInput<double> input() const { return {q, k, v, shared}; }
  Index forward() { return head->forward(input(), y, saved.data(), scratch.data()); }
  void backward() {
    const View<double> to_shared = shared.rows() > 0 ? dshared.view() : View<double>();
    head->backward(input(), y, dy, saved.data(), scratch.data(), {dq, dk, dv, to_shared});
  }
  double loss() {
    forward();
    double sum = 0;
    for (Index i = 0; i < kTokens * kValueDim; ++i) sum += y.data()[i] * dy.data()[i];
    return sum;
  }
};

}  // namespace omega::test
