#include "weightings/weighting.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/error.h"
#include "cpu/gemm.h"
#include "cpu/running_softmax.h"
#include "cpu/vector_math.h"
#include "math/log_sums.h"
#include "math/matrices.h"

namespace omega {

namespace {

WeightingKind kind_of(const Options& options) { return options.choice<WeightingKind>("weighting"); }

/// log r_nc ≤ 0: the logit is a term of its own sum over queries, but is rounded in another way there, and large ones
/// would be above it by any number. NaN stays.
template <class T>
void cap_logs(T* logs, Index count) {
  for (Index i = 0; i < count; ++i) logs[i] = logs[i] > 0 ? T(0) : logs[i];
}

/// Each row x ← x − log Σ exp(x).
template <class T>
void log_normalise_rows(View<T> rows) {
  Buffer<T> copy(static_cast<std::size_t>(rows.cols));
  for (Index r = 0; r < rows.rows; ++r) {
    std::copy_n(rows.row(r), rows.cols, copy.data());
    const T highest = largest(copy.data(), rows.cols);
    const T log_sum = highest + std::log(exp_shifted(copy.data(), rows.cols, highest));
    for (T& x : rows.row_span(r)) x -= log_sum;
  }
}

/// What the words of `weighting` stand for, and what is made of that.
std::vector<Equation> share_equations() {
  const std::vector<std::string> by_query = {"decoupled", "coupled"};
  const auto is = [](std::vector<std::string> words) { return with("weighting", std::move(words)); };
  const Condition clamped = is(by_query) && without("clamp", {"0"});
  return {
      {"α_nc(ω) = b_c(ω) + β(r_nc − (1/C) Σ_c' r_nc')", is({"decoupled"})},
      {"α_nc(ω) = 1/C", is({"constant"})},
      {"α_nc(ω) = b_c(ω)", is({"balance"})},
      {"α_nc(ω) = b_c(ω)² / Σ_c' b_c'(ω)²", is({"power"})},
      {"α_nc(ω) = b_c(ω) (1 + β(r_nc − Σ_c' b_c'(ω) r_nc'))", is({"coupled"})},
      {"α_nc(ω) = δ_nc", is({"own"})},
      {"α_nc(ω) = b_c(ω) + (q_c(ω) / p_n(ω)) u_n·(r_nc − Σ_c' b_c'(ω) r_nc') / ‖g_n(ω)‖", is({"optimal"})},
      {"b_c(ω) = q_c(ω) / Σ_c' q_c'(ω)", without("weighting", {"constant", "own"})},
      {"α_nc(ω) ← (1 − λ)/C + λ α_nc(ω)", without("blend", {"1"})},
      {"α_nc(ω) ← max(α_nc(ω), α_min)", clamped},
      {"Σ_c α_nc(ω) = 1", without("weighting", by_query) || with("clamp", {"0"})},
      {"Σ_c α_nc(ω) ≥ 1", clamped},
  };
}

}  // namespace

std::vector<OptionSpec> weighting_options() {
  return {
      OptionSpec::choice("weighting", {"decoupled", "constant", "balance", "power", "coupled", "own", "optimal"},
                         "How a sample is shared among the proposals: by query (decoupled, coupled), by densities "
                         "(balance, power), equally, each query its own, or with the least variance (optimal: by "
                         "quadrature, in at most 2 dimensions; in lara the least by the delta method only, and its "
                         "denominators can have infinite variance).")
          .from("LARA paper, Eq. 9, 37, 38 and appendix D; Veach and Guibas 1995; Kondapaneni et al. 2019")
          .as(OptionRole::weighting)
          .standing_for(share_equations()),
      OptionSpec::real("beta", 1, 0, 100, "Strength of the query-specific correction.")
          .titled("correction β")
          .from("β")
          .as(OptionRole::correction)
          .only_if("weighting", {"decoupled", "coupled"}),
      OptionSpec::choice("similarity", {"queries", "proposals"},
                         "Whether r_nc sums to 1 over queries (as in the paper) or over proposals.")
          .for_experts()
          .only_if("weighting", {"decoupled", "coupled"}),
      OptionSpec::real("clamp", 1e-8, 0, 1,
                       "Query-specific weights below this are raised to it and counted; 0 leaves them, signs and all.")
          .titled("smallest weight")
          .for_experts()
          .from("α_min")
          .only_if("weighting", {"decoupled", "coupled"}),
      OptionSpec::real("blend", 1, 0, 1, "From equal shares (0) to the weighting itself (1): α ← (1 − λ)/C + λα.")
          .titled("blend λ")
          .for_experts()
          .from("λ"),
      OptionSpec::flag("predict", false,
                       "Also predicts the variance of each query with this weighting, by quadrature in at most 2 "
                       "dimensions; of lara by the delta method.")
          .titled("predict the variance")
          .as(OptionRole::prediction)
          .for_experts(),
      OptionSpec::integer("nodes", 65, 2, 513,
                          "Nodes of the quadrature along each axis of ω-space, for weighting=optimal and predict.")
          .titled("quadrature nodes")
          .as(OptionRole::nodes)
          .for_experts(),
  };
}

bool keeps_sign(const Options& options) {
  return kind_of(options) == WeightingKind::optimal ||
         (depends_on_query(kind_of(options)) && options.real("clamp") == 0);
}
bool has_balance_part(const Options& options) {
  switch (kind_of(options)) {
    case WeightingKind::decoupled:
    case WeightingKind::coupled:
    case WeightingKind::balance:
    case WeightingKind::optimal: return true;
    default: return false;
  }
}
bool follows_equation(const Options& options) { return options.real("blend") == 1; }
double raised_to(const Options& options) {
  return keeps_unbiased(options) ? -std::numeric_limits<double>::infinity() : options.real("clamp");
}
void drop_correction(const std::string& method, const std::vector<OptionSpec>& specs, Options& options) {
  options.set(method, specs, option_for(specs, OptionRole::correction)->name, 0.0);
  if (kind_of(options) == WeightingKind::optimal) options.set(method, specs, "weighting", std::string("balance"));
}
std::vector<Site> own_sites(Index samples, Index each) {
  std::vector<Site> sites;
  for (Index j = 0; j < samples; ++j) sites.push_back({j, j / each});
  return sites;
}
std::vector<Site> all_sites(Index rows, Index proposals) {
  std::vector<Site> sites;
  for (Index row = 0; row < rows; ++row)
    for (Index c = 0; c < proposals; ++c) sites.push_back({row, c});
  return sites;
}
bool weighs_in_lanes(const Options& options) {
  switch (kind_of(options)) {
    case WeightingKind::coupled:
    case WeightingKind::own:
    case WeightingKind::optimal: return false;
    case WeightingKind::decoupled: return options.real("clamp") >= kLeastAlphaFactor;
    default: return true;
  }
}
bool keeps_unbiased(const Options& options) {
  return !depends_on_query(kind_of(options)) || options.real("clamp") == 0;
}

template <class T>
Weighting<T>::Weighting(const Options& options, const LogDensities<T>& log_densities, std::vector<Site> sites,
                        View<const T> queries, T query_factor, View<const T> landmark_queries, const Progress& progress)
    : kind_(kind_of(options)),
      similarity_(options.choice<SimilarityKind>("similarity")),
      beta_(static_cast<T>(options.real("beta"))),
      clamp_(static_cast<T>(options.real("clamp"))),
      blend_(static_cast<T>(options.real("blend"))),
      proposals_(log_densities.proposals),
      sites_(std::move(sites)),
      queries_(queries),
      landmark_queries_(landmark_queries),
      query_factor_(query_factor),
      log_balance_(sites_.size()) {
  find_balance(log_densities, progress);
  if (!depends_on_query(kind_)) return;
  balance_ = Buffer<T>(sites_.size());
  std::copy(log_balance_.begin(), log_balance_.end(), balance_.begin());
  exp_shifted(balance_.data(), static_cast<Index>(sites_.size()), T(0));
  if (!landmark_queries_ || similarity_ == SimilarityKind::proposals) return;
  minus_log_query_sum_ = Buffer<T>(static_cast<std::size_t>(proposals_));
  Attend<T> sums;
  sums.dots = {landmark_queries_, {queries_}, query_factor_};
  attend(sums, View<T>(), minus_log_query_sum_.data(), progress);
  for (T& x : minus_log_query_sum_) x = -x;
}

/// Each row of densities is made into shares, and only those of the sites are kept.
template <class T>
void Weighting<T>::find_balance(const LogDensities<T>& log_densities, const Progress& progress) {
  if (kind_ == WeightingKind::coupled) balances_ = Matrix<T>(log_densities.rows, proposals_);
  for_density_tiles(log_densities, progress, [&](Range rows, View<T> log_b) {
    log_normalise_rows(log_b);
    if (kind_ == WeightingKind::power) {  // b_c²/Σb² = softmax of 2 log b
      for (Index i = 0; i < log_b.rows * log_b.cols; ++i) log_b.data[i] *= T(2);
      log_normalise_rows(log_b);
    }
    const auto first = std::ranges::lower_bound(sites_, rows.begin, {}, &Site::row);
    for (auto site = first; site != sites_.end() && site->row < rows.end; ++site)
      log_balance_[static_cast<std::size_t>(site - sites_.begin())] = log_b(site->row - rows.begin, site->proposal);
    if (kind_ != WeightingKind::coupled) return;
    std::copy_n(log_b.data, log_b.rows * log_b.cols, balances_.row(rows.begin));
    exp_shifted(balances_.row(rows.begin), log_b.rows * log_b.cols, T(0));
  });
}

template <class T>
bool Weighting<T>::has_lanes() const {
  return kind_ == WeightingKind::decoupled && clamp_ >= static_cast<T>(kLeastAlphaFactor) &&
         proposals_ <= 2 * kLaneColumns && static_cast<Index>(sites_.size()) <= 2 * kLaneColumns;
}

template <class T>
Index Weighting<T>::lane_alpha(const LaneRows<T>& x, View<T> factors) const {
  Matrix<T> r(proposals_ + 1, x.lanes(), T(0));
  T* mean = r.row(proposals_);
  const View<T> similarities = r.view().middle_rows(0, proposals_);
  if (landmark_queries_)
    lane_logits<T>(x,
                   {landmark_queries_, similarity_ == SimilarityKind::queries ? minus_log_query_sum_.data() : nullptr},
                   similarities);
  if (landmark_queries_ && similarity_ == SimilarityKind::queries) {
    cap_logs(similarities.data, similarities.rows * similarities.cols);
    lane_exponentials<T>(similarities, mean);
  }
  if (landmark_queries_ && similarity_ == SimilarityKind::proposals) {
    lane_weights<T>(similarities, {}, mean);
    lane_divide<T>(similarities, mean);
    std::fill_n(mean, x.lanes(), T(1) / static_cast<T>(proposals_));
  }
  Index clamped = 0;
  for (Index j = 0; j < factors.rows; ++j) {
    const auto at = static_cast<std::size_t>(j);
    clamped += lane_clamped<T>(r.row(sites_[at].proposal), mean, blended(balance_[at]), blend_ * beta_, clamp_,
                               x.rows(), factors.row(j));
  }
  return clamped;
}

template <class T>
Matrix<T> Weighting<T>::similarities(Range queries) const {
  Matrix<T> r(queries.size(), proposals_, T(0));
  if (!landmark_queries_) return r;
  multiply_nt<T>(queries_.middle_rows(queries), landmark_queries_, r);
  scale_by(r, query_factor_);
  if (similarity_ == SimilarityKind::proposals) {
    softmax_rows<T>(r);
    return r;
  }
  for (Index n = 0; n < r.rows(); ++n) {
    for (Index c = 0; c < proposals_; ++c) r(n, c) += minus_log_query_sum_[static_cast<std::size_t>(c)];
    cap_logs(r.row(n), proposals_);
    exp_shifted(r.row(n), proposals_, T(0));
  }
  return r;
}

template <class T>
Index Weighting<T>::query_specific(Range queries, Range sites, View<T> out) const {
  const Matrix<T> r = similarities(queries);
  Matrix<T> weighted_mean;  // coupled: Σ_c' b_c' r_nc' at each row of densities
  if (kind_ == WeightingKind::coupled) {
    weighted_mean = Matrix<T>(queries.size(), balances_.rows());
    multiply_nt<T>(r, balances_, weighted_mean);
  }
  Index clamped = 0;
  for (Index n = 0; n < queries.size(); ++n) {
    T plain_mean = 0;
    for (Index c = 0; c < proposals_; ++c) plain_mean += r(n, c);
    plain_mean /= static_cast<T>(proposals_);
    for (Index j = 0; j < sites.size(); ++j) {
      const auto site = static_cast<std::size_t>(sites.begin + j);
      const Site& at = sites_[site];
      const T b = balance_[site], own = r(n, at.proposal);
      const T alpha = kind_ == WeightingKind::coupled ? b * (1 + beta_ * (own - weighted_mean(n, at.row)))
                                                      : b + beta_ * (own - plain_mean);
      const T mixed = blended(alpha);
      clamped += clamp_ > 0 && mixed < clamp_;
      out(n, j) = clamp_ > 0 ? std::max(mixed, clamp_) : mixed;
    }
  }
  return clamped;
}

template <class T>
void Weighting<T>::shared(Range queries, Range sites, View<T> log_out) const {
  const T floor =
      blend_ < 1 ? std::log((1 - blend_) / static_cast<T>(proposals_)) : -std::numeric_limits<T>::infinity();
  const T log_blend = blend_ > 0 ? std::log(blend_) : -std::numeric_limits<T>::infinity();
  for (Index j = 0; j < sites.size(); ++j) {
    const auto site = static_cast<std::size_t>(sites.begin + j);
    const T log_own = kind_ == WeightingKind::constant ? -std::log(static_cast<T>(proposals_)) : log_balance_[site];
    const T common = log_add(floor, log_blend + log_own);
    for (Index n = 0; n < queries.size(); ++n) {
      const bool mine = queries.begin + n == sites_[site].proposal;
      log_out(n, j) = kind_ != WeightingKind::own ? common : mine ? log_add(floor, log_blend) : floor;
    }
  }
}

template <class T>
Index Weighting<T>::log_alpha(Range queries, Range sites, View<T> out, View<T> signs) const {
  if (!depends_on_query(kind_)) {
    shared(queries, sites, out);
    return 0;
  }
  const Index clamped = query_specific(queries, sites, out);
  take_logarithms(out, signs);
  return clamped;
}

template <class T>
void Weighting<T>::alpha(Range queries, Range sites, View<T> out) const {
  if (depends_on_query(kind_)) {
    query_specific(queries, sites, out);
    return;
  }
  shared(queries, sites, out);
  for (Index n = 0; n < out.rows; ++n) exp_shifted(out.row(n), out.cols, T(0));
}

template class Weighting<float>;
template class Weighting<double>;

}  // namespace omega
