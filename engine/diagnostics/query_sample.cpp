#include "diagnostics/query_sample.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <numeric>

#include "core/error.h"
#include "core/philox.h"
#include "cpu/parallel.h"
#include "math/dot.h"
#include "run/some_queries.h"

namespace omega {

namespace {

constexpr Index kShareOfLongest = 8;            // one in so many of those taken
constexpr std::uint32_t kOwnDraw = 0xffffffff;  // no estimate draws its noise there

/// ‖q_n‖² of one head; 0 where it is not a number.
std::vector<double> squared_lengths(const Sequence& sequence, Index head) {
  const auto [lead, heads, N, M, D, Dv] = sequence.sizes;
  constexpr Index kTile = 4096;
  std::vector<double> squares(static_cast<std::size_t>(N));
  const Index first = head * N, dims = D;
  parallel_tiles(N, kTile, Progress(), [&](Range some) {
    std::vector<double> row(static_cast<std::size_t>(dims));
    for (Index n = some.begin; n < some.end; ++n) {
      sequence.q.copy_to(row.data(), static_cast<std::size_t>((first + n) * dims), row.size());
      const double square = dot(row, row);
      squares[static_cast<std::size_t>(n)] = std::isnan(square) ? 0 : square;
    }
  });
  return squares;
}

/// So many of the longest queries, of equally long ones the first, then the others in their order. Sorting all of a
/// million to find a few would take longer than an estimate.
std::vector<Index> longest_first(const std::vector<double>& lengths, Index longest) {
  std::vector<Index> order(lengths.size());
  std::iota(order.begin(), order.end(), Index{0});
  std::nth_element(order.begin(), order.begin() + longest, order.end(), [&](Index a, Index b) {
    const double at_a = lengths[static_cast<std::size_t>(a)], at_b = lengths[static_cast<std::size_t>(b)];
    return at_a != at_b ? at_a > at_b : a < b;
  });
  std::sort(order.begin(), order.begin() + longest);
  const std::vector<Index> first(order.begin(), order.begin() + longest);
  auto next = order.begin() + longest;
  for (Index n = 0; n < static_cast<Index>(order.size()); ++n)
    if (!std::binary_search(first.begin(), first.end(), n)) *next++ = n;
  return order;
}

}  // namespace

Index queries_by_work(const Sizes& s) {
  const double work = static_cast<double>(s.heads) * static_cast<double>(s.N) * static_cast<double>(s.M) *
                      static_cast<double>(s.D + s.Dv);
  return work <= kMostExactWork || s.N <= kQueriesBeyond ? 0 : kQueriesBeyond;
}

QuerySample::QuerySample(const Sequence& sequence, Index count, std::uint32_t seed)
    : heads_(sequence.sizes.heads), queries_(sequence.sizes.N), count_(count) {
  OMEGA_ASSERT(count_ >= 2 && count_ < queries_);
  for (Index head = 0; head < heads_; ++head) draw(sequence, head, seed);
}

void QuerySample::draw(const Sequence& sequence, Index head, std::uint32_t seed) {
  const Index pairs = (count_ - count_ / kShareOfLongest) / 2, longest = count_ - 2 * pairs, rest = queries_ - longest;
  const std::vector<Index> order = longest_first(squared_lengths(sequence, head), longest);
  std::vector<std::pair<Index, std::size_t>> taken;  // a query and its stratum
  const auto take = [&](Index place) { taken.emplace_back(order[static_cast<std::size_t>(place)], strata_.size()); };
  for (Index place = 0; place < longest; ++place) take(place);
  strata_.push_back({longest, longest});
  for (Index h = 0; h < pairs; ++h) {
    const Index begin = longest + h * rest / pairs, end = longest + (h + 1) * rest / pairs;
    const NoiseAddress at{seed, kOwnDraw, static_cast<std::uint32_t>(16 * head), static_cast<std::uint32_t>(h), 0};
    const auto u = uniforms_of(philox_words(at, 0));
    const auto size = static_cast<double>(end - begin);
    const auto one = static_cast<Index>(u[0] * size), other = static_cast<Index>(u[1] * (size - 1));
    take(begin + one);
    take(begin + (other < one ? other : other + 1));
    strata_.push_back({end - begin, 2});
  }
  std::sort(taken.begin(), taken.end());
  for (const auto& [query, of] : taken) {
    rows_.push_back(query);
    stratum_of_.push_back(of);
    stands_for_.push_back(static_cast<double>(strata_[of].size * count_) /
                          static_cast<double>(strata_[of].taken * queries_));
  }
}

Array QuerySample::take(const Array& whole) const {
  OMEGA_ASSERT(whole.rank() >= 2 && whole.shape()[static_cast<std::size_t>(whole.rank() - 2)] == queries_);
  return rows_of_heads(whole, rows_);
}

Array QuerySample::weighted(const Array& taken) const {
  Array out(Dtype::f64, taken.shape());
  taken.copy_to(out.data<double>(), 0, taken.count());
  const std::size_t cols = taken.count() / rows_.size();
  for (std::size_t i = 0; i < rows_.size(); ++i)
    for (std::size_t c = 0; c < cols; ++c) out.data<double>()[i * cols + c] *= std::sqrt(stands_for_[i]);
  return out.as(taken.type());
}

SampledMean QuerySample::mean(std::span<const double> each) const {
  OMEGA_ASSERT(each.size() == rows_.size());
  std::vector<double> means(strata_.size(), 0.0), scatters(strata_.size(), 0.0);
  for (std::size_t i = 0; i < each.size(); ++i)
    means[stratum_of_[i]] += each[i] / static_cast<double>(strata_[stratum_of_[i]].taken);
  for (std::size_t i = 0; i < each.size(); ++i)
    scatters[stratum_of_[i]] += std::pow(each[i] - means[stratum_of_[i]], 2);
  SampledMean mean;
  double variance = 0, squares = 0;  // of V_h, by their degrees of freedom
  for (std::size_t h = 0; h < strata_.size(); ++h) {
    const auto taken = static_cast<double>(strata_[h].taken), size = static_cast<double>(strata_[h].size);
    const double share = size / static_cast<double>(heads_ * queries_);
    mean.value += share * means[h];
    if (taken == size) continue;
    const double own = share * share * (1 - taken / size) * scatters[h] / (taken - 1) / taken;
    variance += own;
    squares += own * own / (taken - 1);
  }
  if (variance == 0) return mean;
  mean.freedom = std::max(3.0, variance * variance / squares);
  mean.error = std::sqrt(variance * mean.freedom / (mean.freedom - 2));
  return mean;
}

/// The mean square of each query taken, from those of weighted().
std::vector<double> QuerySample::of_queries(std::span<const double> squares) const {
  const std::size_t cols = squares.size() / rows_.size();
  std::vector<double> each(rows_.size(), 0.0);
  for (std::size_t i = 0; i < rows_.size(); ++i)
    for (std::size_t c = 0; c < cols; ++c)
      each[i] += squares[i * cols + c] / static_cast<double>(cols) / stands_for_[i];
  return each;
}

double QuerySample::error_of_squares(std::span<const double> squares) const { return mean(of_queries(squares)).error; }

/// Half the difference of the two queries of a stratum errs as its part of the mean does. The strata go by turns into
/// `parts` − 1 groups, with one sign and the other, so that a trend along the sequence falls out. The sums of the
/// groups are amplitudes of orthogonal waves over the parts.
std::vector<double> QuerySample::scatter_of_squares(std::span<const double> squares, std::size_t parts) const {
  const std::vector<double> each = of_queries(squares);
  const double freedom = mean(each).freedom, n = static_cast<double>(parts);
  std::vector<double> scatter(parts, 0.0), halves(strata_.size(), 0.0);
  if (parts < 2 || freedom == 0) return scatter;
  for (std::size_t i = 0; i < each.size(); ++i) {
    double& half = halves[stratum_of_[i]];
    half = each[i] / 2 - half;
  }
  std::size_t turn = 0;
  for (std::size_t h = 0; h < strata_.size(); ++h) {
    const auto taken = static_cast<double>(strata_[h].taken), size = static_cast<double>(strata_[h].size);
    if (taken == size) continue;
    const double share = size / static_cast<double>(heads_ * queries_), sign = turn / (parts - 1) % 2 == 0 ? 1 : -1,
                 wave = std::numbers::pi * static_cast<double>(1 + turn % (parts - 1)) / n;
    ++turn;
    const double own = sign * share * halves[h] * std::sqrt((1 - taken / size) * freedom / (freedom - 2));
    for (std::size_t i = 0; i < parts; ++i)
      scatter[i] += own * std::sqrt(2 * (n - 1)) * std::cos(wave * (static_cast<double>(i) + 0.5));
  }
  return scatter;
}

double QuerySample::share_of_few(std::span<const double> squares) const {
  const std::size_t cols = squares.size() / rows_.size();
  std::vector<double> each(rows_.size(), 0.0);
  for (std::size_t i = 0; i < squares.size(); ++i) each[i / cols] += squares[i];
  const auto few = static_cast<std::ptrdiff_t>(std::min(kFewQueries, each.size()));
  std::partial_sort(each.begin(), each.begin() + few, each.end(), std::greater<>());
  const double sum = std::accumulate(each.begin(), each.end(), 0.0);
  return sum > 0 ? std::accumulate(each.begin(), each.begin() + few, 0.0) / sum : 0;
}

bool QuerySample::is_much(double share) const {
  const double equal = static_cast<double>(kFewQueries) / static_cast<double>(rows_.size());
  return share >= std::max(kMuchOfFew, kMuchBeyondEqual * equal);
}

double mean_ess(const Array& ess, const QuerySample* sample) {
  std::vector<double> each = ess.to_vector<double>();
  if (sample != nullptr && each.size() >= sample->rows().size()) {
    each.resize(sample->rows().size());
    return sample->mean(each).value;
  }
  return std::accumulate(each.begin(), each.end(), 0.0) / static_cast<double>(each.size());
}

std::shared_ptr<const QuerySample> sample_queries(const Sequence& sequence, Index count, std::uint32_t seed) {
  return count == 0 || count >= sequence.sizes.N ? nullptr : std::make_shared<const QuerySample>(sequence, count, seed);
}

}  // namespace omega
