#include "run/pooled_map.h"

#include <algorithm>
#include <cstring>

#include "core/error.h"
#include "estimators/registry.h"

namespace omega {

namespace {

constexpr std::size_t kKeptRows = std::size_t{1} << 22;

Array head_of(const Array& array, Index heads, Index head) {
  const Shape shape(array.shape().end() - 2, array.shape().end());
  if (heads == 1) return array.reshaped(shape);
  Array part(array.type(), shape);
  std::memcpy(part.raw(), array.raw() + static_cast<std::size_t>(head) * part.bytes(), part.bytes());
  return part;
}

/// M×B: column b averages the keys of block b.
Array averaging_values(Index keys, Index pool) {
  const Index blocks = (keys + pool - 1) / pool;
  Array values(Dtype::f32, {keys, blocks});
  std::fill_n(values.data<float>(), values.count(), 0.0f);
  for (Index m = 0; m < keys; ++m) {
    const Index block = m / pool, size = std::min(keys, (block + 1) * pool) - block * pool;
    values.data<float>()[m * blocks + block] = 1.0f / static_cast<float>(size);
  }
  return values;
}

Array average_rows(const Array& rows, Index pool) {
  const Index count = rows.shape()[0], cols = rows.shape()[1], blocks = (count + pool - 1) / pool;
  if (pool == 1) return rows;
  Array means(Dtype::f32, {blocks, cols});
  for (Index b = 0; b < blocks; ++b) {
    const Index first = b * pool, last = std::min(count, first + pool);
    float* out = means.data<float>() + b * cols;
    std::fill_n(out, cols, 0.0f);
    for (Index r = first; r < last; ++r)
      for (Index c = 0; c < cols; ++c) out[c] += rows.data<float>()[r * cols + c] / static_cast<float>(last - first);
  }
  return means;
}

/// Whether draws or weights are made from the values: then y is not linear in them.
bool knows_values(const Request& request) {
  for (const OptionSpec& spec : find_estimator(request.method).info.options)
    if ((spec.name == "value_power" && request.options.real(spec.name) != 0) ||
        (spec.name == "weighting" && request.options.word(spec.name) == "optimal"))
      return true;
  return false;
}

/// The means of neighbouring columns.
Array average_columns(const Array& whole, Index pool) {
  const Index rows = whole.shape()[0], cols = whole.shape()[1], blocks = (cols + pool - 1) / pool;
  Array means(Dtype::f32, {rows, blocks});
  std::fill_n(means.data<float>(), means.count(), 0.0f);
  for (Index r = 0; r < rows; ++r)
    for (Index c = 0; c < cols; ++c)
      means.data<float>()[r * blocks + c / pool] +=
          whole.data<float>()[r * cols + c] / static_cast<float>(std::min(pool, cols - c / pool * pool));
  return means;
}

/// Every query's row over pooled keys.
Array rows_of(const Request& request, Index head, Index col_pool, const RunContext& context) {
  Request pooled = one_head(request, head);
  pooled.precision = Precision::f32;
  if (knows_values(pooled)) {
    pooled.want = {{"attention"}};
    return average_columns(run(pooled, context).at("attention"), col_pool);
  }
  pooled.want = {{"y"}};
  auto sequence = std::make_shared<Sequence>(*pooled.sequence);
  sequence->v = averaging_values(request.sequence->sizes.M, col_pool);
  sequence->sizes.Dv = sequence->v.shape()[1];
  pooled.sequence = sequence;
  return run(pooled, context).at("y");
}

}  // namespace

std::shared_ptr<const Sequence> one_head(const Sequence& sequence, Index head) {
  OMEGA_ASSERT(head >= 0 && head < sequence.sizes.heads);
  const Index heads = sequence.sizes.heads;
  auto single = std::make_shared<Sequence>(sequence);
  single->q = head_of(sequence.q, heads, head);
  single->k = head_of(sequence.k, heads, head);
  single->v = head_of(sequence.v, heads, head);
  single->sizes.lead = {};
  single->sizes.heads = 1;
  return single;
}

Arrays given_of_head(const Request& request, const Arrays& given, const Shape& lead, Index head) {
  Arrays cut;
  const Problem problem{request.sequence->sizes, request.options, given};
  for (const ArraySpec& spec : find_estimator(request.method).info.arrays(problem)) {
    const auto found = given.find(spec.name);
    if (found == given.end()) continue;
    const Array& array = found->second;
    const auto own = array.shape().end() - static_cast<Index>(std::min(spec.shape.size(), array.shape().size()));
    if (own == array.shape().begin() || !std::equal(array.shape().begin(), own, lead.begin(), lead.end())) {
      cut.emplace(spec.name, array);
      continue;
    }
    Array part(array.type(), {own, array.shape().end()});
    std::memcpy(part.raw(), array.raw() + static_cast<std::size_t>(head) * part.bytes(), part.bytes());
    cut.emplace(spec.name, part);
  }
  return cut;
}

Request one_head(const Request& request, Index head) {
  Request single = request;
  single.sequence = one_head(*request.sequence, head);
  single.given = given_of_head(request, request.given, request.sequence->sizes.lead, head);
  single.stream.first_head += static_cast<std::uint32_t>(head);
  return single;
}

PooledMap pooled_map(const Request& request, Index head, Index max_side, const RunContext& context) {
  const Sizes& sizes = request.sequence->sizes;
  PooledMap map;
  map.row_pool = (sizes.N + max_side - 1) / max_side;
  map.col_pool = (sizes.M + max_side - 1) / max_side;
  const Array rows = rows_of(request, head, map.col_pool, context);
  map.values = average_rows(rows, map.row_pool);
  if (rows.count() <= kKeptRows) map.rows = rows;
  return map;
}

PooledMap pooled_rows(const Request& request, Index head, Index first, Index count, Index max_side,
                      const RunContext& context) {
  const Sizes& sizes = request.sequence->sizes;
  PooledMap map;
  map.col_pool = (sizes.M + max_side - 1) / max_side;
  map.first_row = std::clamp<Index>(first, 0, sizes.N - 1);
  const Array rows = rows_of(request, head, map.col_pool, context);
  const Index cols = rows.shape()[1], kept = std::min(count, sizes.N - map.first_row);
  map.values = Array(Dtype::f32, {kept, cols});
  std::copy_n(rows.data<float>() + map.first_row * cols, kept * cols, map.values.data<float>());
  return map;
}

}  // namespace omega
