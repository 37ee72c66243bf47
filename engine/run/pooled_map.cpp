#include "run/pooled_map.h"

#include <algorithm>
#include <cstring>
#include <numeric>

#include "core/error.h"
#include "run/request_facts.h"

namespace omega {

namespace {

constexpr std::size_t kKeptRows = std::size_t{1} << 22;

/// One of the heads that leading axes hold.
Array head_of(const Array& array, Index head, const Shape& shape) {
  if (element_count(shape) == array.count()) return array.reshaped(shape);
  Array part(array.type(), shape);
  std::memcpy(part.raw(), array.raw() + static_cast<std::size_t>(head) * part.bytes(), part.bytes());
  return part;
}

/// M×B: a column averages the keys of one of these blocks.
Array averaging_values(Index keys, Index pool, Range blocks) {
  Array values(Dtype::f32, {keys, blocks.size()});
  std::fill_n(values.data<float>(), values.count(), 0.0f);
  for (Index m = blocks.begin * pool; m < std::min(keys, blocks.end * pool); ++m)
    values.data<float>()[m * blocks.size() + m / pool - blocks.begin] =
        1.0f / static_cast<float>(block_at(m / pool, pool, keys).size());
  return values;
}

Array average_rows(const Array& rows, Index pool) {
  const Index count = rows.shape()[0], cols = rows.shape()[1], blocks = blocks_of(count, pool);
  if (pool == 1) return rows;
  Array means(Dtype::f32, {blocks, cols});
  std::fill_n(means.data<float>(), means.count(), 0.0f);
  for (Index r = 0; r < count; ++r) {
    const auto size = static_cast<float>(block_at(r / pool, pool, count).size());
    for (Index c = 0; c < cols; ++c)
      means.data<float>()[r / pool * cols + c] += rows.data<float>()[r * cols + c] / size;
  }
  return means;
}

Index columns_of(const Sizes& sizes, Index max_side) { return blocks_of(sizes.M, blocks_of(sizes.M, max_side)); }

/// Whether rows over pooled keys are few enough to be kept beside the map.
bool keeps_rows(const Sizes& sizes, Index max_side) {
  return static_cast<std::size_t>(sizes.N * columns_of(sizes, max_side)) <= kKeptRows;
}

/// Every query's row over some blocks of keys.
Array rows_over(const Request& single, Index col_pool, Range blocks, const RunContext& context) {
  Request pooled = single;
  pooled.precision = Precision::f32;
  pooled.want = {{"y"}};
  auto sequence = std::make_shared<Sequence>(*single.sequence);
  sequence->v = averaging_values(single.sequence->sizes.M, col_pool, blocks);
  sequence->sizes.Dv = blocks.size();
  pooled.sequence = sequence;
  return run(pooled, context).at("y");
}

/// Every query's row over pooled keys.
Array rows_of(const Request& request, Index head, Index col_pool, const RunContext& context) {
  Request single = one_head(request, head);
  if (!traits_of(single).knows_values)
    return rows_over(single, col_pool, {0, blocks_of(single.sequence->sizes.M, col_pool)}, context);
  single.precision = Precision::f32;
  single.want = {{"attention"}};
  return average_columns(run(single, context).at("attention"), col_pool);
}

/// A map of features alone.
Array pooled_features(const Request& request, Index head, const Pooling& pool, RunContext context) {
  Request single = one_head(request, head);
  single.precision = Precision::f32;
  single.backend = Backend::cpu;
  single.want = {{"y"}};
  context.pool = pool;
  return run(single, context).at("y");
}

/// What a map of all queries is pooled by.
PooledMap pooled_by(const Sizes& sizes, Index max_side) {
  PooledMap map;
  map.row_pool = blocks_of(sizes.N, max_side);
  map.col_pool = blocks_of(sizes.M, max_side);
  return map;
}

}  // namespace

Array average_columns(const Array& whole, Index pool) {
  const Index rows = whole.shape()[0], cols = whole.shape()[1], blocks = blocks_of(cols, pool);
  Array means(Dtype::f32, {rows, blocks});
  for (Index r = 0; r < rows; ++r)
    for (Index b = 0; b < blocks; ++b) {
      const float *first = whole.data<float>() + r * cols + b * pool, *last = first + std::min(pool, cols - b * pool);
      means.data<float>()[r * blocks + b] = std::accumulate(first, last, 0.0f) / static_cast<float>(last - first);
    }
  return means;
}

std::shared_ptr<const Sequence> one_head(const Sequence& sequence, Index head) {
  OMEGA_ASSERT(head >= 0 && head < sequence.sizes.heads);
  auto single = std::make_shared<Sequence>(sequence);
  for (Array* array : {&single->q, &single->k, &single->v})
    *array = head_of(*array, head, {array->shape().end() - 2, array->shape().end()});
  if (!single->taken) single->taken = TakenHead{sequence.sizes.lead, head};
  single->sizes.lead = {};
  single->sizes.heads = 1;
  return single;
}

Arrays given_of_head(const Request& request, const Arrays& given, const Shape& lead, Index head) {
  Arrays cut;
  const Problem problem{request.sequence->sizes, request.options, given};
  for (const ArraySpec& spec : info_of(request).arrays(problem)) {
    const auto found = given.find(spec.name);
    if (found == given.end()) continue;
    const Array& array = found->second;
    const auto own = array.shape().end() - static_cast<Index>(std::min(spec.shape.size(), array.shape().size()));
    const bool is_whole =
        own == array.shape().begin() || !std::equal(array.shape().begin(), own, lead.begin(), lead.end());
    cut.emplace(spec.name, is_whole ? array : head_of(array, head, {own, array.shape().end()}));
  }
  return cut;
}

Arrays given_of_file(const Request& request, const Arrays& given) {
  const std::optional<TakenHead>& taken = request.sequence->taken;
  return taken ? given_of_head(request, given, taken->lead, taken->head) : given;
}

Request one_head(const Request& request, Index head) {
  Request single = request;
  single.sequence = one_head(*request.sequence, head);
  single.given = given_of_head(request, request.given, request.sequence->sizes.lead, head);
  single.stream.first_head += static_cast<std::uint32_t>(head);
  return single;
}

bool has_pooled_map(const Request& request) {
  constexpr double kMostPairs = 1 << 28;
  const Sizes& sizes = request.sequence->sizes;
  return !traits_of(request).knows_values || static_cast<double>(sizes.N) * static_cast<double>(sizes.M) <= kMostPairs;
}

bool has_pooled_features(const Request& request, Index max_side) {
  return !keeps_rows(request.sequence->sizes, max_side) && info_of(request).pools(request.options);
}

bool has_first_map(const Request& request, Index max_side) {
  const Sizes& sizes = request.sequence->sizes;
  const Traits traits = traits_of(request);
  // What weighs every pair would do so again for every part.
  return !keeps_rows(sizes, max_side) && !has_pooled_features(request, max_side) && !traits.knows_values &&
         traits.linear && columns_of(sizes, max_side) > kBlocksAtOnce;
}

PooledMap first_map(const Request& request, Index head, Index max_side, const RunContext& context) {
  const Sizes& sizes = request.sequence->sizes;
  PooledMap map = pooled_by(sizes, max_side);
  const Index cols = blocks_of(sizes.M, map.col_pool);
  map.joined = blocks_of(cols, kBlocksAtOnce);
  const Index parts = blocks_of(cols, map.joined);
  const Array joined =
      average_rows(rows_over(one_head(request, head), map.joined * map.col_pool, {0, parts}, context), map.row_pool);
  map.values = Array(Dtype::f32, {joined.shape()[0], cols});
  for (Index r = 0; r < joined.shape()[0]; ++r)
    for (Index c = 0; c < cols; ++c)
      map.values.data<float>()[r * cols + c] = joined.data<float>()[r * parts + c / map.joined];
  return map;
}

PooledMap pooled_map(const Request& request, Index head, Index max_side, const RunContext& context) {
  const Sizes& sizes = request.sequence->sizes;
  PooledMap map = pooled_by(sizes, max_side);
  const Index cols = blocks_of(sizes.M, map.col_pool), rows = blocks_of(sizes.N, map.row_pool);
  if (has_pooled_features(request, max_side)) {
    map.values = pooled_features(request, head, {map.row_pool, map.col_pool}, context);
    return map;
  }
  if (!has_first_map(request, max_side)) {
    const Array all = rows_of(request, head, map.col_pool, context);
    map.values = average_rows(all, map.row_pool);
    if (all.count() <= kKeptRows) map.rows = all;
    return map;
  }
  const Request single = one_head(request, head);
  map.values = Array(Dtype::f32, {rows, cols});
  for (Index first = 0; first < cols; first += kBlocksAtOnce) {
    const Range blocks{first, std::min(cols, first + kBlocksAtOnce)};
    const Array part = average_rows(rows_over(single, map.col_pool, blocks, context), map.row_pool);
    for (Index r = 0; r < rows; ++r)
      std::copy_n(part.data<float>() + r * blocks.size(), blocks.size(), map.values.data<float>() + r * cols + first);
  }
  return map;
}

PooledMap pooled_rows(const Request& request, Index head, Index first, Index count, Index max_side,
                      const RunContext& context) {
  const Sizes& sizes = request.sequence->sizes;
  PooledMap map;
  map.col_pool = blocks_of(sizes.M, max_side);
  map.first_row = std::clamp<Index>(first, 0, sizes.N - 1);
  const Index kept = std::min(count, sizes.N - map.first_row);
  if (has_pooled_features(request, max_side)) {
    map.values = pooled_features(request, head, {1, map.col_pool, {map.first_row, map.first_row + kept}}, context);
    return map;
  }
  const Array rows = rows_of(request, head, map.col_pool, context);
  const Index cols = rows.shape()[1];
  map.values = Array(Dtype::f32, {kept, cols});
  std::copy_n(rows.data<float>() + map.first_row * cols, kept * cols, map.values.data<float>());
  return map;
}

}  // namespace omega
