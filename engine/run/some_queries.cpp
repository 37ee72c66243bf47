#include "run/some_queries.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>

#include "core/error.h"
#include "cpu/gemm.h"
#include "cpu/keys_so_far.h"
#include "cpu/parallel.h"
#include "cpu/running_softmax.h"
#include "cpu/vector_math.h"
#include "run/request_facts.h"
#include "run/rows_as.h"

namespace omega {

namespace {

/// Of an array with `each` rows, or with so many for each head, these rows of each head.
Array gathered(const Array& source, Index each, const std::vector<Index>& rows, Index heads, Shape shape) {
  Array taken(source.type(), std::move(shape));
  const std::size_t row = taken.bytes() / rows.size();
  const bool per_head = source.bytes() != row * static_cast<std::size_t>(each);
  const std::size_t count = rows.size() / static_cast<std::size_t>(heads);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto first = per_head ? i / count * static_cast<std::size_t>(each) : 0;
    std::memcpy(taken.raw() + i * row, source.raw() + (first + static_cast<std::size_t>(rows[i])) * row, row);
  }
  return taken;
}

/// The noise of these queries as the runner would draw it for all: of arrays with a row for each query.
Array drawn_rows(const ArraySpec& spec, const Stream& stream, const std::vector<Index>& rows, Index heads,
                 const Shape& shape) {
  Array noise(Dtype::f64, shape);
  const Index samples = spec.shape.size() == 3 ? spec.shape[1] : 1, cols = spec.shape.back();
  const std::size_t count = rows.size() / static_cast<std::size_t>(heads);
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (Index s = 0; s < samples; ++s) {
      const auto head = stream.first_head + static_cast<std::uint32_t>(i / count);
      const NoiseAddress at{stream.seed, stream.draw, 16 * head + static_cast<std::uint32_t>(spec.stream),
                            static_cast<std::uint32_t>(rows[i]), static_cast<std::uint32_t>(s)};
      double* out = noise.data<double>() + (static_cast<Index>(i) * samples + s) * cols;
      spec.source == Source::normal ? draw_normals(at, out, cols) : draw_uniforms(at, out, cols);
    }
  return noise;
}

/// Where the keys end that each of these queries sees.
std::vector<Index> ends_of(const std::vector<Index>& queries, Range some, Index keys, bool causal) {
  std::vector<Index> ends;
  for (Index r = some.begin; r < some.end; ++r)
    ends.push_back(causal ? std::min(keys, queries[static_cast<std::size_t>(r)] + 1) : keys);
  return ends;
}

bool has_row_of_each_query(const ArraySpec& spec, Index queries) {
  return !spec.shape.empty() && spec.shape.front() == queries &&
         ((spec.source == Source::normal && spec.shape.size() == 3) ||
          (spec.source == Source::uniform && spec.shape.size() >= 2));
}

/// Σ exp over keys of a few queries, block of keys by block, with the running maximum taken out.
class PooledRows {
 public:
  PooledRows(View<const float> q, std::span<const Index> ends, Index col_pool, View<float> out)
      : q_(q), ends_(ends), pool_(col_pool), out_(out), maxima_(ends.size(), -kInfinity), sums_(ends.size(), 0.0) {
    for (Index r = 0; r < out.rows; ++r) std::fill_n(out.row(r), out.cols, 0.0F);
  }

  void add(View<const float> keys, Range at) {
    Matrix<float> logits(q_.rows, at.size());
    multiply_nt<float>(q_, keys.middle_rows(at.begin, at.size()), logits);
    for (Index r = 0; r < q_.rows; ++r) add_row(r, at, logits.row(r));
  }

  /// Means over the keys of each block.
  void finish(Index keys) {
    for (Index r = 0; r < out_.rows; ++r)
      for (Index b = 0; b < out_.cols; ++b)
        out_(r, b) = static_cast<float>(out_(r, b) / sums_[static_cast<std::size_t>(r)] /
                                        static_cast<double>(std::min(keys, (b + 1) * pool_) - b * pool_));
  }

 private:
  static constexpr float kInfinity = std::numeric_limits<float>::infinity();

  void add_row(Index r, Range at, float* logits) {
    const auto row = static_cast<std::size_t>(r);
    const Index seen = std::clamp<Index>(ends_[row] - at.begin, 0, at.size());
    if (seen == 0) return;
    const float top = std::max(maxima_[row], largest(logits, seen)), shrunk = std::exp(maxima_[row] - top);
    if (shrunk < 1) {
      for (Index b = 0; b < at.begin / pool_; ++b) out_(r, b) *= shrunk;
      sums_[row] *= shrunk;
    }
    maxima_[row] = top;
    for (Index m = 0; m < seen; m += pool_)
      sums_[row] += out_(r, (at.begin + m) / pool_) = exp_shifted(logits + m, std::min(seen - m, pool_), top);
  }

  View<const float> q_;
  std::span<const Index> ends_;
  Index pool_;
  View<float> out_;
  std::vector<float> maxima_;
  std::vector<double> sums_;
};

}  // namespace

Array rows_of_heads(const Array& whole, const std::vector<Index>& rows) {
  Shape shape = whole.shape();
  const Index each = shape[shape.size() - 2], cols = shape.back();
  const auto heads = static_cast<Index>(whole.count()) / std::max<Index>(1, each * cols);
  shape[shape.size() - 2] = static_cast<Index>(rows.size()) / heads;
  return gathered(whole, each, rows, heads, std::move(shape));
}

Request at_queries(const Request& request, const std::vector<Index>& rows) {
  OMEGA_ASSERT(traits_of(request).query_by_query);
  const Sizes& sizes = request.sequence->sizes;
  const Index count = static_cast<Index>(rows.size()) / sizes.heads;
  Request some = request;
  for (const ArraySpec& spec : arrays_of(request)) {
    if (!has_row_of_each_query(spec, sizes.N)) continue;
    Shape shape = sizes.of_heads(spec.shape);
    shape[sizes.lead.size()] = count;
    const auto given = request.given.find(spec.name);
    some.given.insert_or_assign(spec.name, given == request.given.end()
                                               ? drawn_rows(spec, request.stream, rows, sizes.heads, shape)
                                               : gathered(given->second, sizes.N, rows, sizes.heads, shape));
  }
  auto sequence = std::make_shared<Sequence>(*request.sequence);
  sequence->q = rows_of_heads(sequence->q, rows);
  sequence->sizes.N = count;
  sequence->grid.reset();
  some.sequence = std::move(sequence);
  return some;
}

namespace {

/// Σ exp(l_nm) v_m of a few queries of one head over some keys, of which each sees those before its end.
template <class T>
RunningSoftmax<T> sums_over_keys(const Sequence& sequence, Index head, const DotLogits<T>& queries,
                                 const std::vector<Index>& ends, Range keys, const Progress& progress) {
  constexpr Index kKeys = 2048;  // at a time: those of another type than T are never converted all at once
  const Sizes& sizes = sequence.sizes;
  RunningSoftmax<T> running(queries.x.rows, sizes.Dv);
  std::vector<Index> seen(ends.size());
  DotLogits<T> dots = queries;
  for (Index m = keys.begin; m < std::min(keys.end, ends.back()); m += kKeys) {
    progress.check();
    const Index size = std::min(keys.end - m, kKeys), first = head * sizes.M + m;
    const RowsAs<T> k(sequence.k, first, size), v(sequence.v, first, size);
    std::transform(ends.begin(), ends.end(), seen.begin(),
                   [&](Index end) { return std::clamp<Index>(end - m, 0, size); });
    dots.columns.points = k.view;
    add_keys_so_far<T>(running, dots, seen, v.view);
  }
  return running;
}

}  // namespace

template <class T>
Array exact_rows(const Sequence& sequence, const std::vector<Index>& rows, double scale, bool causal,
                 const Progress& progress) {
  // Very many keys are cut too, so that one row alone can use several processors; their number changes no cut.
  constexpr Index kLeastChunk = Index{1} << 16, kChunks = 16;
  const auto [lead, heads, N, M, D, Dv] = sequence.sizes;
  const Index count = static_cast<Index>(rows.size()) / heads, keys = M, value_dims = Dv;
  const Index chunk = std::max(kLeastChunk, blocks_of(M, kChunks)), chunks = blocks_of(M, chunk);
  const Array queries = rows_of_heads(sequence.q, rows);
  Array y(dtype_of<T>(), sequence.sizes.of_heads({count, Dv}));
  for (Index head = 0; head < heads; ++head) {
    const Index tiles = blocks_of(count, kLaneRows);
    std::vector<std::optional<RunningSoftmax<T>>> parts(static_cast<std::size_t>(tiles * chunks));
    parallel_tiles(tiles * chunks, 1, progress, [&](Range one) {
      const Range of = block_at(one.begin / chunks, kLaneRows, count);
      const RowsAs<T> q(queries, head * count + of.begin, of.size());
      const std::vector<Index> ends = ends_of(rows, {head * count + of.begin, head * count + of.end}, keys, causal);
      parts[static_cast<std::size_t>(one.begin)] =
          sums_over_keys<T>(sequence, head, {q.view, {}, static_cast<T>(scale)}, ends,
                            block_at(one.begin % chunks, chunk, keys), progress);
    });
    for (Index tile = 0; tile < tiles; ++tile) {
      RunningSoftmax<T>& total = *parts[static_cast<std::size_t>(tile * chunks)];
      for (Index c = 1; c < chunks; ++c) total.merge(*parts[static_cast<std::size_t>(tile * chunks + c)]);
      const Range of = block_at(tile, kLaneRows, count);
      total.mean({y.data<T>() + (head * count + of.begin) * value_dims, of.size(), value_dims});
    }
  }
  return y;
}

template Array exact_rows<float>(const Sequence&, const std::vector<Index>&, double, bool, const Progress&);
template Array exact_rows<double>(const Sequence&, const std::vector<Index>&, double, bool, const Progress&);

Array exact_map_rows(const Sequence& head, const std::vector<Index>& rows, double scale, bool causal, Index col_pool,
                     const Progress& progress) {
  // Keys are turned once for all rows of a tile, which takes about as long as to multiply them with 16 rows; more rows
  // than these would leave too few tiles for many processors.
  constexpr Index kTile = 32, kKeys = 2048;
  const auto [lead, heads, N, M, D, Dv] = head.sizes;
  OMEGA_ASSERT(heads == 1);
  const auto count = static_cast<Index>(rows.size());
  Matrix<float> q = rows_of_heads(head.q, rows).rows<float>(0, count);
  for (Index i = 0; i < count * D; ++i) q.data()[i] *= static_cast<float>(scale);
  const RowsAs<float> k(head.k, 0, M);
  const Index block = blocks_of(kKeys, col_pool) * col_pool, keys = M;
  Array out(Dtype::f32, {count, blocks_of(M, col_pool)});
  const View<float> all(out.data<float>(), count, out.shape()[1]);
  parallel_tiles(count, kTile, progress, [&](Range of) {
    const std::vector<Index> ends = ends_of(rows, of, keys, causal);
    PooledRows pooled(q.view().middle_rows(of.begin, of.size()), ends, col_pool, all.middle_rows(of.begin, of.size()));
    for (Index m = 0; m < *std::max_element(ends.begin(), ends.end()); m += block)
      pooled.add(k.view, {m, std::min(keys, m + block)});
    pooled.finish(keys);
  });
  return out;
}

}  // namespace omega
