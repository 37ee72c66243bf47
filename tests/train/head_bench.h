// Every attention of the trainer as one head on small random numbers, and the engine's request for the same.
#pragma once

#include <catch2/catch.hpp>
#include <cmath>
#include <string>

#include "estimators/small_problem.h"
#include "train/heads.h"
#include "train/host_kernels.h"

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

/// What a model says of its heads.
inline train::ModelSettings settings_of(const HeadCase& of) {
  using train::AttentionKind;
  using train::FeatureKind;
  train::ModelSettings model;
  model.length = kTokens;
  if (of.name == "local" || of.name == "eva") {
    model.attention = of.name == "local" ? AttentionKind::local : AttentionKind::eva;
    model.window = 5;
    model.overlap = of.name == "local" ? 2 : 1;
  } else if (of.name == "lara") {
    model.attention = AttentionKind::lara;
  } else if (of.name == "linear_elu") {
    model.attention = AttentionKind::linear_elu;
  } else if (of.name != "softmax") {
    model.attention = of.method == "rfa" ? AttentionKind::rfa : AttentionKind::gmm;
    model.features = of.name == "rfa positive" ? FeatureKind::positive
                     : of.name == "rfa trig"   ? FeatureKind::trig
                     : of.name == "prf"        ? FeatureKind::prf
                                               : FeatureKind::rks;
  }
  if (of.name == "lara" || of.name == "eva") model.landmarks = kSamples;
  return model;
}

/// Inputs, outputs and the tape of one head in double.
struct HeadBench {
  Matrix<double> q, k, v, shared, y, dy, dq, dk, dv, dshared;
  unsigned long long kept_away = 0;
  std::int32_t label = 0;
  train::ModelSettings settings;
  train::Surroundings<double> around;
  train::HostTape<double> tape;

  /// With `rows` shared rows, or the case's own.
  explicit HeadBench(const HeadCase& of, Index rows = 0)
      : q(drawn(kTokens, kDim, 1, 0.8)),
        k(drawn(kTokens, kDim, 2, 0.8)),
        v(drawn(kTokens, kValueDim, 3, 1)),
        shared(drawn(rows > 0 ? rows : of.shared, kDim, 4, of.spread)),
        y(kTokens, kValueDim),
        dy(drawn(kTokens, kValueDim, 5, 1)),
        dq(kTokens, kDim),
        dk(kTokens, kDim),
        dv(kTokens, kValueDim),
        dshared(shared.rows(), kDim),
        tape(1, kTokens, [&](train::Tape<double>& written) { write(written, of); }) {
    train::upload(*tape, settings, around);
  }

  static Matrix<double> drawn(Index rows, Index cols, std::uint32_t stream, double factor) {
    Matrix<double> x(rows, cols);
    for (Index r = 0; r < rows; ++r) draw_normals({3, 5, stream, static_cast<std::uint32_t>(r), 0}, x.row(r), cols);
    for (Index i = 0; i < rows * cols; ++i) x.data()[i] *= factor;
    return x;
  }
  Index forward() {
    kept_away = 0;
    tape->start_forward();
    return static_cast<Index>(kept_away);
  }
  void backward() {
    for (Matrix<double>* one : {&dq, &dk, &dv, &dshared}) one->fill(0);
    tape->start_backward();
  }
  double loss() {
    forward();
    double sum = 0;
    for (Index i = 0; i < kTokens * kValueDim; ++i) sum += y.data()[i] * dy.data()[i];
    return sum;
  }

 private:
  void write(train::Tape<double>& written, const HeadCase& of) {
    const auto tensor = [](Matrix<double>& x, Matrix<double>& dx, bool learns) {
      return train::tensor_of<double>(x.data(), dx.data(), x.rows(), x.cols(), learns);
    };
    settings = settings_of(of);
    around = train::surroundings_of(written, settings);
    train::attend(
        written, settings,
        {tensor(q, dq, true), tensor(k, dk, true), tensor(v, dv, true), tensor(shared, dshared, of.learns_shared())},
        around, {&kept_away, &label}, tensor(y, dy, true));
  }
};

}  // namespace omega::test
