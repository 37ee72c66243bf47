#include "estimators/causal_proposals.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "cpu/gemm.h"
#include "cpu/parallel.h"
#include "math/matrices.h"
#include "proposals/proposals.h"
#include "sampling/causal.h"
#include "sampling/samples.h"
#include "weightings/causal_weighting.h"

namespace omega {

namespace {

/// L(ω_j) over the keys before each end, J×C; the ends never decrease.
template <class T>
Matrix<T> log_key_sums_before(const Call<T>& call, View<const T> omega, const std::vector<Index>& ends) {
  Matrix<T> sums(omega.rows, static_cast<Index>(ends.size()));
  parallel_tiles(omega.rows, kLaneRows, call.progress, [&](Range rows) {
    RunningSoftmax<T> running(rows.size(), 0);
    LaneRows<T> x(omega.cols);
    x.assign(omega.middle_rows(rows.begin, rows.size()), call.root_scale);
    Index done = 0;
    for (Index c = 0; c < sums.cols(); ++c) {
      call.progress.check();
      const Index end = ends[static_cast<std::size_t>(c)];
      if (end > done) running.add(x, key_logits<T>(omega, call).columns.middle(done, end - done), {});
      done = end;
      for (Index j = rows.begin; j < rows.end; ++j) sums(j, c) = running.log_sum(j - rows.begin);
    }
  });
  return sums;
}

/// Everything about the samples that no query changes.
template <class T>
struct CausalProposals {
  const Call<T>& call;
  bool self_normalised;
  Proposals<T> proposals;
  Index each;  // S'_c
  Matrix<T> omega;
  Buffer<T> log_normal, log_proposal;  // log N(ω_j; 0, I), and log q of the sample's own proposal
  Buffer<T> bias;                      // their difference
  CausalWeighting<T> weighting;
  Buffer<T> log_z;  // for mis

  CausalProposals(const Call<T>& call_, bool self_normalised_)
      : call(call_),
        self_normalised(self_normalised_),
        proposals(call),
        each(samples_per_proposal(call.options)),
        omega(proposals.draw(call)),
        log_normal(log_standard_normal<T>(omega)),
        log_proposal(static_cast<std::size_t>(omega.rows())),
        bias(static_cast<std::size_t>(omega.rows())),
        weighting(weigh(log_densities(omega), own_sites(samples(), each))) {
    if (!self_normalised) log_z = log_partition(call);
  }

  Index samples() const { return omega.rows(); }
  bool is_signed() const { return keeps_sign(call.options); }

  LogDensities<T> log_densities(View<const T> places) {
    const bool reads_sums = is_mixture(call.options.template choice<ProposalKind>("proposals"));
    return {places.rows, proposals.count(), [this, places, reads_sums](Range some, View<T> log_q) {
              const Matrix<T> sums =
                  reads_sums ? log_key_sums_before<T>(call, places.middle_rows(some), proposals.starts()) : Matrix<T>();
              proposals.log_densities(
                  places, some, [&](Index j, Index c) { return sums(j - some.begin, c); }, log_q);
              if (places.data != omega.data()) return;
              for (Index j = some.begin; j < some.end; ++j) {
                const auto i = static_cast<std::size_t>(j);
                log_proposal[i] = log_q(j - some.begin, j / each);
                bias[i] = log_normal[i] - log_proposal[i];
              }
            }};
  }

  CausalWeighting<T> weigh(const LogDensities<T>& log_q, std::vector<Site> sites) const {
    return {call.options,       log_q,           std::move(sites),
            call.unscaled_q,    call.root_scale, proposals.landmark_queries(),
            proposals.starts(), call.progress};
  }

  /// −‖q_n‖²/2, and for mis − log Z_n.
  Buffer<T> query_part() const {
    Buffer<T> part = minus_half_squared_norms(call.q());
    for (std::size_t n = 0; n < part.size() && !self_normalised; ++n) part[n] -= log_z[n];
    return part;
  }
};

/// Causal attention by the features ξ(k_m,ω_j), those of queries with α_nj N(ω_j; 0, I)/q_c(ω_j).
template <class T>
class WeightedSamples {
 public:
  explicit WeightedSamples(const CausalProposals<T>& from)
      : from_(from), clamped_(static_cast<std::size_t>(from.call.sizes.N), Index{0}) {
    const Call<T>& call = from.call;
    set_causal_samples<T>(call, from.omega, from.bias.data(), samples_);
    CausalAttention<T>& what = samples_.what;
    dots_ = what.of_queries;
    const bool factor = from.weighting.is_factor();
    what.query_values = factor || from.is_signed();
    what.of_queries = [this, factor](Range queries, View<T> logits, View<T> values) {
      dots_(queries, logits, {});
      if (factor)
        multiply_by_alpha(queries, logits, values);
      else
        add_log_alpha(queries, logits, values);
    };
    for (const Index start : from.proposals.starts())
      what.starts.insert(what.starts.end(), static_cast<std::size_t>(from.each), start);
    what.past = [this](Range features, Index keys, T* log_sums, View<T> means) {
      sum_past(features, keys, log_sums, means);
    };
    if (from.self_normalised) return;
    log_factors_ = from.query_part();
    for (T& factor_of_query : log_factors_) factor_of_query -= std::log(static_cast<T>(from.each));
    what.log_factors = log_factors_.data();
  }

  const CausalAttention<T>& what() const { return samples_.what; }
  Index clamped() const { return std::accumulate(clamped_.begin(), clamped_.end(), Index{0}); }

 private:
  /// Where α is 0 the proposal is still to come: −∞.
  void multiply_by_alpha(Range queries, View<T> logits, View<T> values) {
    from_.weighting.alpha(queries, values, clamped_.data() + queries.begin);
    for (Index j = 0; j < logits.rows; ++j) {
      T *row = logits.row(j), *alpha = values.row(j);
      for (Index n = 0; n < logits.cols; ++n) row[n] = alpha[n] == 0 ? -std::numeric_limits<T>::infinity() : row[n];
    }
  }
  void add_log_alpha(Range queries, View<T> logits, View<T> values) {
    Matrix<T> log_alpha(logits.rows, logits.cols);
    from_.weighting.log_alpha(queries, log_alpha, values, clamped_.data() + queries.begin);
    for (Index j = 0; j < logits.rows; ++j)
      for (Index n = 0; n < logits.cols; ++n) logits(j, n) += log_alpha(j, n);
  }
  void sum_past(Range features, Index keys, T* log_sums, View<T> means) const {
    const Call<T>& call = from_.call;
    Attend<T> what;
    what.dots = key_logits<T>(from_.omega.view().middle_rows(features.begin, features.size()), call);
    what.dots.columns = what.dots.columns.middle(0, keys);
    if (means) what.values = call.v.middle_rows(0, keys);
    attend(what, means, log_sums, call.progress);
  }

  const CausalProposals<T>& from_;
  CausalSamples<T> samples_;
  typename CausalAttention<T>::Fill dots_;
  Buffer<Index> clamped_;  // of each query
  Buffer<T> log_factors_;
};

/// α of all queries at some sites.
template <class T>
void write_alpha(const CausalWeighting<T>& weighting, View<T> out) {
  Matrix<T> alpha(out.cols, out.rows);
  weighting.alpha({0, out.rows}, alpha, nullptr);
  const Matrix<T> by_query = transposed<T>(alpha);
  std::copy_n(by_query.data(), out.rows * out.cols, out.data);
}

template <class T>
void write_weights(const CausalProposals<T>& from, View<const T> log_key_sums) {
  const Call<T>& call = from.call;
  const Index queries = call.sizes.N, count = from.samples();
  const Buffer<T> query_part = from.query_part();
  Matrix<T> log_alpha(count, queries), own_signs(from.is_signed() ? count : 0, queries);
  from.weighting.log_alpha({0, queries}, log_alpha, from.is_signed() ? own_signs.view() : View<T>(), nullptr);
  Matrix<T> log_weights = transposed<T>(log_alpha), dots(queries, count);
  const Matrix<T> signs = transposed<T>(own_signs);
  const View<const T> sign_view = from.is_signed() ? signs.view() : View<const T>();
  multiply_nt<T>(call.q(), from.omega, dots);
  for (Index n = 0; n < queries; ++n)
    for (Index j = 0; j < count; ++j)
      log_weights(n, j) += dots(n, j) + from.bias[static_cast<std::size_t>(j)] + log_key_sums(n, j) +
                           query_part[static_cast<std::size_t>(n)];
  write_output(call, "log_weights", log_weights.data());
  normalise_weights<T>(log_weights, sign_view, call.output("weights"), call.output_vector("ess"));
}

/// All weights α_n1(ω)..α_nC(ω) at places that the caller names.
template <class T>
void write_alpha_at(CausalProposals<T>& from, View<T> out) {
  const Call<T>& call = from.call;
  const Matrix<T> places = call.template load<T>("omega_at");
  const Index count = from.proposals.count();
  const CausalWeighting<T> weighting = from.weigh(from.log_densities(places), all_sites(places.rows(), count));
  write_alpha<T>(weighting, {out.data, call.sizes.N, places.rows() * count});
}

template <class T>
void write_sample_outputs(CausalProposals<T>& from) {
  const Call<T>& call = from.call;
  write_output(call, "omega", from.omega.data());
  write_output(call, "proposal_means", from.proposals.means().data);
  write_output(call, "log_proposal", from.log_proposal.data());
  if (const View<T> out = call.output("alpha")) write_alpha(from.weighting, out);
  if (const View<T> out = call.output("alpha_at")) write_alpha_at(from, out);
  const View<T> f = call.output("f");
  if (!f && !wants_weights(call)) return;
  Matrix<T> log_key_sums(call.sizes.N, from.samples());
  write_causal_values<T>(call, from.omega, log_key_sums, f);
  write_log_target<T>(call, from.omega, from.log_normal, log_key_sums);
  if (wants_weights(call)) write_weights<T>(from, log_key_sums);
}

}  // namespace

template <class T>
void estimate_with_causal_proposals(const Call<T>& call, bool self_normalised) {
  CausalProposals<T> from(call, self_normalised);
  const WeightedSamples<T> samples(from);
  Matrix<T> unwanted;  // the counts belong to every run
  View<T> y = call.output("y");
  if (!y) y = (unwanted = Matrix<T>(call.sizes.N, call.sizes.Dv)).view();
  const Index nonpositive = causal_attention(samples.what(), y, call.progress);
  if (self_normalised) call.count("nonpositive", nonpositive);  // mis has no denominators
  call.count("clamped", samples.clamped());
  if (const View<T> map = call.output("attention")) causal_attention_map(samples.what(), map, call.progress);
  write_sample_outputs(from);
}

template void estimate_with_causal_proposals<float>(const Call<float>&, bool);
template void estimate_with_causal_proposals<double>(const Call<double>&, bool);

}  // namespace omega
