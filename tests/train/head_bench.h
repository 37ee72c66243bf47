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

  bool learns_shared() const { return method == "rfa" || method == "gmm"; }
};

inline std::vector<HeadCase> head_cases() {
  const std::string S = std::to_string(kSamples);
  return {
      {"softmax", "softmax", {}, 0},
      {"local", "local", {{"window", "5"}, {"overlap", "2"}}, 0},
      {"eva", "eva", {{"window", "5"}, {"overlap", "1"}, {"groups", S}}, kSamples},
      {"eva zero", "eva", {{"window", "5"}, {"overlap", "1"}, {"groups", S}, {"proposals", "zero"}}, kSamples},
      {"eva samples",
       "eva",
       {{"window", "5"}, {"overlap", "1"}, {"groups", S}, {"samples", "3"}, {"group_weight", "exact"}},
       3},
      {"ra", "ra", {{"samples", "2"}}, 2 * kTokens},
      {"ra biased", "ra", {{"variant", "biased"}, {"samples", "2"}}, 2 * kTokens},
      {"mis", "mis", {{"landmarks", S}}, kSamples},
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
  if (of.method == "local" || of.method == "eva") {
    model.attention = of.method == "local" ? AttentionKind::local : AttentionKind::eva;
    model.window = 5;
    model.overlap = of.method == "local" ? 2 : 1;
    if (of.name == "eva zero") model.proposals = train::ProposalMeans::zero;
    if (of.name == "eva samples") model.samples = of.shared;
  } else if (of.method == "ra") {
    model.attention = AttentionKind::ra;
    model.draw = of.name == "ra" ? train::RaDraw::exact : train::RaDraw::biased;
    model.samples = 2;
  } else if (of.name == "lara" || of.name == "mis") {
    model.attention = of.name == "lara" ? AttentionKind::lara : AttentionKind::mis;
  } else if (of.name == "linear_elu") {
    model.attention = AttentionKind::linear_elu;
  } else if (of.name != "softmax") {
    model.attention = of.method == "rfa" ? AttentionKind::rfa : AttentionKind::gmm;
    model.features = of.name == "rfa positive" ? FeatureKind::positive
                     : of.name == "rfa trig"   ? FeatureKind::trig
                     : of.name == "prf"        ? FeatureKind::prf
                                               : FeatureKind::rks;
  }
  if (model.has_landmarks()) model.landmarks = kSamples;
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
  explicit HeadBench(const HeadCase& of, Index rows = 0, Index tokens = kTokens)
      : q(drawn(tokens, kDim, 1, 0.8)),
        k(drawn(tokens, kDim, 2, 0.8)),
        v(drawn(tokens, kValueDim, 3, 1)),
        shared(drawn(rows > 0 ? rows : of.shared, settings_of(of).draws_keys() ? kDim + 1 : kDim, 4, of.spread)),
        y(tokens, kValueDim),
        dy(drawn(tokens, kValueDim, 5, 1)),
        dq(tokens, kDim),
        dk(tokens, kDim),
        dv(tokens, kValueDim),
        dshared(shared.rows(), shared.cols()),
        tape(1, tokens, [&](train::Tape<double>& written) { write(written, of); }) {
    for (Index r = 0; settings.draws_keys() && r < shared.rows(); ++r)
      shared(r, kDim) = std::fmod(0.37 * static_cast<double>(r + 1), 1.0);
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
    for (Index i = 0; i < y.rows() * kValueDim; ++i) sum += y.data()[i] * dy.data()[i];
    return sum;
  }

 private:
  void write(train::Tape<double>& written, const HeadCase& of) {
    const auto tensor = [](Matrix<double>& x, Matrix<double>& dx, bool learns) {
      return train::tensor_of<double>(x.data(), dx.data(), x.rows(), x.cols(), learns);
    };
    settings = settings_of(of);
    settings.length = q.rows();
    around = train::surroundings_of(written, settings);
    train::attend(
        written, settings,
        {tensor(q, dq, true), tensor(k, dk, true), tensor(v, dv, true), tensor(shared, dshared, of.learns_shared())},
        around, {&kept_away, &label}, tensor(y, dy, true));
  }
};

}  // namespace omega::test
