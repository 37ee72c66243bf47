#include "run/sampled_map.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <numeric>

#include "core/philox.h"
#include "run/some_queries.h"

namespace omega {

namespace {

constexpr std::uint32_t kOwnDraw = 0xfffffffe;  // no estimate draws its noise there

}  // namespace

PooledRowsOf exact_rows_of(std::shared_ptr<const Sequence> head, double scale, bool causal) {
  return [head = std::move(head), scale, causal](const std::vector<Index>& rows, Index col_pool,
                                                 const Progress& progress) {
    return exact_map_rows(*head, rows, scale, causal, col_pool, progress);
  };
}

PooledRowsOf estimated_rows_of(Request request) {
  request.precision = Precision::f32;
  request.want = {{"attention"}};
  return [request = std::move(request)](const std::vector<Index>& rows, Index col_pool, const Progress& progress) {
    constexpr std::size_t kAtOnce = 64;  // rows that are known key by key
    const Index keys = request.sequence->sizes.M, cols = blocks_of(keys, col_pool);
    Array pooled(Dtype::f32, {static_cast<Index>(rows.size()), cols});
    for (std::size_t first = 0; first < rows.size(); first += kAtOnce) {
      const std::size_t count = std::min(kAtOnce, rows.size() - first);
      const auto begin = rows.begin() + static_cast<std::ptrdiff_t>(first);
      Progress part(progress.stop());
      const Array some =
          run(at_queries(request, {begin, begin + static_cast<std::ptrdiff_t>(count)}), {&part, 0}).at("attention");
      std::copy_n(average_columns(some, col_pool).data<float>(), static_cast<Index>(count) * cols,
                  pooled.data<float>() + static_cast<Index>(first) * cols);
    }
    return pooled;
  };
}

SampledMap::SampledMap(const Sizes& sizes, PooledRowsOf rows_of, Index max_side)
    : rows_of_(std::move(rows_of)),
      queries_(sizes.N),
      row_pool_(blocks_of(sizes.N, max_side)),
      col_pool_(blocks_of(sizes.M, max_side)),
      order_(static_cast<std::size_t>(sizes.N)) {
  const Index cells = blocks_of(queries_, row_pool_);
  cols_ = blocks_of(sizes.M, col_pool_);
  sums_.resize(static_cast<std::size_t>(cells * cols_));
  squares_ = sums_;
  std::iota(order_.begin(), order_.end(), Index{0});
  std::vector<std::uint32_t> keys(order_.size());
  for (std::size_t n = 0; n < keys.size(); ++n)
    keys[n] = philox_words({0, kOwnDraw, 0, static_cast<std::uint32_t>(n), 0}, 0)[0];
  for (Index cell = 0; cell < cells; ++cell) {
    const auto first = order_.begin() + cell * row_pool_;
    std::stable_sort(first, first + rows_in(cell), [&](Index a, Index b) {
      return keys[static_cast<std::size_t>(a)] < keys[static_cast<std::size_t>(b)];
    });
  }
}

Index SampledMap::rows_in(Index cell) const { return std::min(row_pool_, queries_ - cell * row_pool_); }

void SampledMap::take(Index more, const Progress& progress) {
  const Index taken = std::min(row_pool_, taken_ + more);
  std::vector<Index> rows, cells;
  for (Index cell = 0; cell < blocks_of(queries_, row_pool_); ++cell)
    for (Index i = taken_in(cell); i < std::min(taken, rows_in(cell)); ++i) {
      rows.push_back(order_[static_cast<std::size_t>(cell * row_pool_ + i)]);
      cells.push_back(cell);
    }
  const Array fresh = rows_of_(rows, col_pool_, progress);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto first = static_cast<std::size_t>(cells[i] * cols_), row = i * static_cast<std::size_t>(cols_);
    for (std::size_t c = 0; c < static_cast<std::size_t>(cols_); ++c) {
      const double value = fresh.data<float>()[row + c];
      sums_[first + c] += value;
      squares_[first + c] += value * value;
    }
  }
  taken_ = taken;
}

double SampledMap::error(bool beside_median_row) const {
  std::vector<double> largest(sums_.size() / static_cast<std::size_t>(cols_), 0.0);  // of each row of cells
  double error2 = 0;
  for (std::size_t i = 0; i < sums_.size(); ++i) {
    const Index cell = static_cast<Index>(i) / cols_;
    const auto n = static_cast<double>(taken_in(cell)), all = static_cast<double>(rows_in(cell));
    if (n < 2 && n < all) return std::numeric_limits<double>::infinity();
    const double mean = sums_[i] / n, scatter = std::max(0.0, squares_[i] - n * mean * mean);
    double& most = largest[static_cast<std::size_t>(cell)];
    most = std::max(most, std::abs(mean));
    if (n < all) error2 = std::max(error2, (1 - n / all) * scatter / (n - 1) / n);
  }
  const auto beside =
      beside_median_row ? largest.begin() + static_cast<std::ptrdiff_t>(largest.size() / 2) : std::prev(largest.end());
  std::nth_element(largest.begin(), beside, largest.end());
  return std::sqrt(error2) / *beside;
}

Index SampledMap::more_for(double error, bool beside_median_row) const {
  const double now = this->error(beside_median_row);
  if (is_whole() || !(now > 0) || !std::isfinite(now)) return row_pool_ - taken_;
  const double of_all = 1 / static_cast<double>(row_pool_), rest = 1 / static_cast<double>(taken_) - of_all;
  const double rows = 1 / (of_all + rest * (error / now) * (error / now));
  return std::clamp<Index>(static_cast<Index>(std::ceil(rows)) - taken_, 0, row_pool_ - taken_);
}

PooledMap SampledMap::map() const {
  PooledMap map;
  map.row_pool = row_pool_;
  map.col_pool = col_pool_;
  map.rows_taken = taken_;
  map.values = Array(Dtype::f32, {static_cast<Index>(sums_.size()) / cols_, cols_});
  for (std::size_t i = 0; i < sums_.size(); ++i)
    map.values.data<float>()[i] =
        static_cast<float>(sums_[i] / static_cast<double>(taken_in(static_cast<Index>(i) / cols_)));
  return map;
}

}  // namespace omega
