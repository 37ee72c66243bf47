#include "proposals/proposals.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <span>

#include "core/error.h"
#include "cpu/gemm.h"
#include "cpu/keys_so_far.h"
#include "cpu/running_softmax.h"
#include "math/log_sums.h"
#include "math/matrices.h"
#include "math/segments.h"
#include "proposals/adapters.h"
#include "sampling/exact_means.h"
#include "sampling/samples.h"

namespace omega {

namespace {

ProposalKind kind_of(const Options& options) { return options.choice<ProposalKind>("proposals"); }

/// Row c becomes the one before it, and the first 0.
void delay(Matrix<double>& rows) {
  for (Index c = rows.rows() - 1; c > 0; --c) std::copy_n(rows.row(c - 1), rows.cols(), rows.row(c));
  std::fill_n(rows.row(0), rows.cols(), 0.0);
}

template <class T>
Landmarks find_landmarks(const Call<T>& call, Index count) {
  const auto grid = call.options.grid();
  Landmarks landmarks;
  landmarks.q = exact_query_means(call, segment_runs(call.sizes.N, count, grid));
  landmarks.k = exact_key_means(call, segment_runs(call.sizes.M, count, grid));
  Adapter<double>(call, "q").apply(landmarks.q);
  Adapter<double>(call, "k").apply(landmarks.k);
  if (has_stages(call.options)) {
    delay(landmarks.q);
    delay(landmarks.k);
  }
  return landmarks;
}

/// Σ_m softmax_m(x·ty_m) ty_m for each row x, and log Σ_m exp(x·ty_m) where asked. With `ends`: over the rows of y
/// before each; the first x, which sees none, has 0.
template <class T>
Matrix<T> attended_mean(View<const T> x, View<const T> y, T t, T* log_sum, std::span<const Index> ends,
                        const Progress& progress) {
  Matrix<T> mean(x.rows, y.cols, T(0));
  Attend<T> what;
  what.values = y;
  what.dots = {x, {y}, t};
  if (ends.empty()) {
    attend(what, mean.view(), log_sum, progress);
  } else if (x.rows > 1) {
    what.dots.x = x.middle_rows(1, x.rows - 1);
    attend_so_far<T>(what.dots, ends.subspan(1), y, mean.view().middle_rows(1, x.rows - 1),
                     log_sum ? log_sum + 1 : nullptr, progress);
  }
  scale_by(mean, t);
  return mean;
}

}  // namespace

bool has_stages(const Options& options) {
  const ProposalKind kind = kind_of(options);
  return options.is_causal() && kind != ProposalKind::standard && kind != ProposalKind::given;
}

bool knows_key_order(const Options& options) {
  const ProposalKind kind = kind_of(options);
  if (is_mixture(kind)) return !options.flag("evaluate");
  const bool has_key_segments = kind == ProposalKind::qk || kind == ProposalKind::mixed;
  return has_key_segments && options.integer("landmarks") > 1 && options.real("proposal_scale") > 0;
}

Condition in_stages() { return with(kCausal, {"true"}) && without("proposals", {"standard", "given"}); }

Condition draws_one_each() {
  return with("evaluate", {"true"}) || (with("per_proposal", {"1"}) && with("antithetic", {"false"}));
}

Condition draws_several_each() {
  return with("evaluate", {"false"}) && (without("per_proposal", {"1"}) || with("antithetic", {"true"}));
}

namespace {

/// Where the proposals stand, and how they are sampled.
std::vector<Equation> place_equations() {
  const auto stand = [](const char* word) { return with("proposals", {word}); };
  const Condition draws = with("evaluate", {"false"});
  return {
      {"ω_cs ~ q_c = N(μ_c, I)", without("proposals", {"mixture", "single"}) && draws},
      {"ω_cs ~ q_c", with("proposals", {"mixture", "single"}) && draws},
      {"ω_c = μ_c", with("evaluate", {"true"})},
      {"μ_c = q̃_c + k̃_c", stand("qk")},
      {"μ_c = q̃_c + Σ_m softmax_m(q̃_c·k_m) k_m", stand("attend")},
      {"μ_c = q̃_c + Σ_c' softmax_c'(k̃_c·k̃_c') k̃_c'", stand("mixed")},
      {"μ_c = q̃_c", stand("q")},
      {"μ_c = 0", stand("standard")},
      {"q_c = Σ_m softmax_m(q̃_c·k_m) N(q̃_c + k_m, I)", stand("mixture")},
      {"q_c = Σ_m softmax_m(q̃·k_m) N(q̃ + k_m, I),  q̃ = Σ_n q_n/N", stand("single")},
      {"q_1 = N(0, I),  q_{c+1} stands so on segment c and the keys up to its end", in_stages()},
  };
}

}  // namespace

std::vector<OptionSpec> proposal_options() {
  const std::vector<std::string> gaussians = {"qk", "attend", "mixed", "q", "standard", "given"};
  return {
      OptionSpec::integer("landmarks", 64, 1, 1 << 20,
                          "How many proposals C; those built on segments are at most the number of tokens.")
          .from("C")
          .counting_tokens()
          .standing_for({{"C counts the proposals of n: N(0, I), and those of segments before its own", in_stages()}}),
      OptionSpec::choice("proposals", {"qk", "attend", "mixed", "q", "standard", "mixture", "single", "given"},
                         "Where the proposals stand: at segment means of queries and keys, at what they attend to, at "
                         "0, as mixtures, or at mu.")
          .from("LARA paper, Eq. 32–35 and Eq. 5")
          .as(OptionRole::means)
          .given_by("given")
          .standing_for(place_equations()),
      OptionSpec::real("proposal_scale", 1, 0, 100,
                       "Scales every proposal's mean, μ_c ← t·μ_c: below 1 moves it towards the origin, 0 to it.")
          .from("t")
          .as(OptionRole::means)
          .only_if("proposals", gaussians),
      OptionSpec::integer("per_proposal", 1, 1, 4096, "Samples drawn from each proposal.")
          .titled("samples per proposal")
          .from("S_c")
          .only_if("evaluate", {"false"}),
      draw_option().only_if("evaluate", {"false"}),
      OptionSpec::flag("antithetic", false, "Uses every ε twice, as +ε and −ε.")
          .titled("antithetic pairs")
          .only_if("evaluate", {"false"}),
      OptionSpec::flag("evaluate", false, "Without noise: one sample at each proposal's mean.")
          .titled("without noise")
          .for_experts(),
      OptionSpec::grid_of(
          "The tokens are the cells of an image HxW; landmarks are then windows of it, their number a perfect square."),
  };
}

Index proposal_count(const Problem& p) {
  const Index wanted = p.options.integer("landmarks");
  const auto grid = checked_grid(p);
  if (!has_landmarks(kind_of(p.options))) return wanted;
  if (grid) return static_cast<Index>(segments2d(*grid, wanted, "landmarks").size());
  return std::min({wanted, p.sizes.N, p.sizes.M});
}

Index samples_per_proposal(const Options& options) {
  if (options.flag("evaluate")) return 1;
  return options.integer("per_proposal") * (options.flag("antithetic") ? 2 : 1);
}

std::vector<ArraySpec> proposal_arrays(const Problem& p) {
  const Index count = proposal_count(p), each = p.options.integer("per_proposal");
  const ProposalKind kind = kind_of(p.options);
  std::vector<ArraySpec> specs;
  if (!p.options.flag("evaluate")) {
    specs.push_back(
        projections_array(p.options, {count, each, p.sizes.D}, "The Gaussian part of each proposal's samples."));
    if (is_mixture(kind))
      specs.push_back({"u", Source::uniform, {count, each}, 1, "Chooses the component of each sample of a mixture."});
  }
  if (kind == ProposalKind::given)
    specs.push_back(
        {"mu", Source::required, {count, p.sizes.D}, 2, "Means μ_c of the proposals, in scaled coordinates."});
  if (has_landmarks(kind))
    for (ArraySpec& adapter : adapter_arrays(p.sizes)) specs.push_back(std::move(adapter));
  return specs;
}

template <class T>
Proposals<T>::Proposals(const Call<T>& call) : kind_(kind_of(call.options)) {
  const Index count =
      has_landmarks(kind_) && !call.options.grid()
          ? std::min({static_cast<Index>(call.options.integer("landmarks")), call.sizes.N, call.sizes.M})
          : static_cast<Index>(call.options.integer("landmarks"));
  // Causal, `given` means have no subset behind them either: their segments would know later tokens.
  const bool on_segments = call.options.is_causal() ? has_stages(call.options) : has_landmarks(kind_);
  const Landmarks landmarks = on_segments ? find_landmarks(call, count) : Landmarks{};
  landmark_q_ = converted<T>(landmarks.q);
  if (has_stages(call.options))
    for (const Range& segment : segments(call.sizes.N, count)) starts_.push_back(segment.begin);
  if (is_mixture(kind_))
    place_mixtures(call, landmarks);
  else
    place_gaussians(call, landmarks);
}

template <class T>
void Proposals<T>::place_gaussians(const Call<T>& call, const Landmarks& landmarks) {
  if (kind_ == ProposalKind::standard)
    means_ = Matrix<T>(call.options.integer("landmarks"), call.sizes.D, T(0));
  else if (kind_ == ProposalKind::given)
    means_ = call.template load<T>("mu");
  else
    means_ = converted<T>(landmarks.q);
  if (kind_ == ProposalKind::qk) add_to(means_, converted<T>(landmarks.k));
  if (kind_ == ProposalKind::attend)
    add_to(means_, attended_mean<T>(landmark_q_, call.unscaled_k, call.root_scale, nullptr, starts_, call.progress));
  if (kind_ == ProposalKind::mixed) {
    const Matrix<T> k = converted<T>(landmarks.k);
    std::vector<Index> known(starts_.size());  // k̃ of the segments so far, which begin in row 1
    std::iota(known.begin(), known.end(), Index{0});
    const Index first = starts_.empty() ? 0 : 1;
    add_to(means_,
           attended_mean<T>(k, k.view().middle_rows(first, k.rows() - first), T(1), nullptr, known, call.progress));
  }
  scale_by(means_, static_cast<T>(call.options.real("proposal_scale")));
}

template <class T>
void Proposals<T>::place_mixtures(const Call<T>& call, const Landmarks& landmarks) {
  const Index count = kind_ == ProposalKind::single ? call.options.integer("landmarks") : landmarks.q.rows();
  base_ = Matrix<double>(count, call.sizes.D);
  const Matrix<double> whole =
      kind_ == ProposalKind::single ? exact_query_means(call, segment_runs(call.sizes.N, 1, {})) : Matrix<double>();
  for (Index c = 0; c < count; ++c)
    std::copy_n(kind_ == ProposalKind::single ? whole.data() : landmarks.q.row(c), call.sizes.D, base_.row(c));
  base_rounded_ = converted<T>(base_);
  log_z_ = Buffer<T>(static_cast<std::size_t>(count));
  means_ = attended_mean<T>(base_rounded_, call.unscaled_k, call.root_scale, log_z_.data(), starts_, call.progress);
  add_to(means_, base_rounded_);
}

/// Draws a key from softmax_m(base·k_m) for each u, in three walks over the keys in tiles: for the largest logit, the
/// total and the running sum. No row of logits is ever held whole.
template <class T>
Matrix<Index> Proposals<T>::draw_components(const Call<T>& call, const Matrix<double>& u) const {
  constexpr Index kTile = 512;
  const Index keys = call.sizes.M;
  Matrix<double> tile(count(), kTile);
  const auto each_logit = [&](const auto& visit) {
    for (Index first = 0; first < keys; first += kTile) {
      call.progress.check();
      const Range some{first, std::min(keys, first + kTile)};
      multiply_nt<double>(base_, call.exact_keys(some), tile.view().left_cols(some.size()));
      for (Index c = 0; c < count(); ++c)
        for (Index i = 0; i < std::min(some.size(), keys_known(c, keys) - first); ++i) visit(c, first + i, tile(c, i));
    }
  };
  Matrix<double> highest(1, count(), -std::numeric_limits<double>::infinity()), total(1, count(), 0.0),
      running(1, count(), 0.0);
  Matrix<Index> chosen(count(), u.cols(), -1), last_possible(1, count(), 0);
  each_logit([&](Index c, Index, double logit) { highest(0, c) = std::max(highest(0, c), logit); });
  each_logit([&](Index c, Index, double logit) { total(0, c) += std::exp(logit - highest(0, c)); });
  each_logit([&](Index c, Index m, double logit) {
    const double share = std::exp(logit - highest(0, c)) / total(0, c);
    running(0, c) += share;
    if (share > 0) last_possible(0, c) = m;
    for (Index s = 0; s < chosen.cols(); ++s)
      if (chosen(c, s) < 0 && running(0, c) > u(c, s)) chosen(c, s) = m;
  });
  for (Index c = 0; c < count(); ++c)
    for (Index s = 0; s < chosen.cols(); ++s)
      if (chosen(c, s) < 0) chosen(c, s) = last_possible(0, c);
  return chosen;
}

template <class T>
Matrix<T> Proposals<T>::draw(const Call<T>& call) const {
  const Index each = samples_per_proposal(call.options), dim = call.sizes.D;
  Matrix<T> omega(count() * each, dim);
  if (call.options.flag("evaluate")) {
    std::copy_n(means_.data(), count() * dim, omega.data());
    return omega;
  }
  const Index drawn = call.options.integer("per_proposal");
  const Matrix<T> eps = standard_projections<T>(call, count(), drawn);
  const Matrix<Index> components =
      is_mixture(kind_) ? draw_components(call, call.template load<double>("u")) : Matrix<Index>();
  for (Index c = 0; c < count(); ++c)
    for (Index s = 0; s < drawn; ++s) {
      const T* noise = eps.row(c * drawn + s);
      for (Index d = 0; d < dim; ++d) {
        const T centre = is_mixture(kind_) && keys_known(c, call.sizes.M) > 0
                             ? base_rounded_(c, d) + call.root_scale * call.unscaled_k(components(c, s), d)
                             : means_(c, d);
        omega(c * each + s, d) = centre + noise[d];
        if (each != drawn) omega(c * each + drawn + s, d) = centre - noise[d];
      }
    }
  return omega;
}

template <class T>
void Proposals<T>::log_densities(View<const T> omega, Range some, const std::function<T(Index j, Index c)>& log_key_sum,
                                 View<T> out) const {
  const View<const T> own = omega.middle_rows(some);
  if (is_mixture(kind_)) {
    const Buffer<T> log_normal = log_standard_normal(own), base_part = minus_half_squared_norms<T>(base_rounded_);
    multiply_nt<T>(own, base_rounded_, out);
    for (Index j = 0; j < own.rows; ++j)
      for (Index c = 0; c < count(); ++c) {
        out(j, c) += log_normal[static_cast<std::size_t>(j)];
        if (keys_known(c, 1) > 0)  // else N(0, I)
          out(j, c) += base_part[static_cast<std::size_t>(c)] + log_key_sum(some.begin + j, c) -
                       log_z_[static_cast<std::size_t>(c)];
      }
    return;
  }
  const T constant = static_cast<T>(log_unit_normaliser(omega.cols));
  squared_distances<T>(own, means_, out);
  for (Index j = 0; j < own.rows; ++j)
    for (T& x : out.row_span(j)) x = T(-0.5) * x - constant;
}

template class Proposals<float>;
template class Proposals<double>;

}  // namespace omega
