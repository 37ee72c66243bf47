// Products of matrices with any strides. Where the card has tensor cores they multiply, each factor split into two of
// TF32, and add up 16 terms at a time; such sums are added in float32. Else every thread multiplies for itself. No sum
// is split among blocks, so that the same product gives the same bits.
#include <algorithm>
#include <cstdint>
#include <utility>

#include "cuda/device/context.h"
#include "cuda/device/factors.h"

namespace omega::cuda {

namespace {

/// What a block is about: a tile of rows, and one part of one head.
struct Place {
  int row_tile;
  std::int64_t head, part;
  __device__ float* of(const Strided& m) const { return m.data + head * m.head + part * m.part; }
};
__device__ inline Place place_of_block(const Product& p) {
  const auto parts = static_cast<unsigned>(p.parts);
  return {static_cast<int>(blockIdx.x / parts), blockIdx.z, blockIdx.x % parts};
}

/// Rows of all parts go to x, which alone may be long; of tiles of columns a launch takes as many as y counts.
template <class Arguments>
cudaError_t launch_tiles(Context* c, void (*kernel)(Arguments), Arguments a, dim3 tile, int threads,
                         std::size_t shared) {
  const unsigned tiles = blocks_of(a.p.columns, tile.y), most = static_cast<unsigned>(c->facts.most_blocks);
  dim3 grid(blocks_of(a.p.rows, tile.x) * static_cast<unsigned>(a.p.parts), 0, static_cast<unsigned>(a.p.heads));
  cudaError_t failed = cudaSuccess;
  for (; a.first_tile < tiles && failed == cudaSuccess; a.first_tile += most) {
    grid.y = std::min(tiles - a.first_tile, most);
    failed = launch(kernel, grid, dim3(static_cast<unsigned>(threads)), shared, c->stream, a);
  }
  return failed;
}

/// A number of the product, from the sum that belongs to it.
__device__ inline float number_of(const Product& p, const Place& at, int row, int column, float sum) {
  const float of_biases = p.factor_of_biases != 0 ? p.factor : 1.0f;
  float x = p.factor * sum;
  if (p.row_bias.data != nullptr) x += of_biases * at.of(p.row_bias)[row * p.row_bias.row];
  if (p.column_bias.data != nullptr) x += of_biases * at.of(p.column_bias)[column * p.column_bias.column];
  return x;
}

// --- On tensor cores -------------------------------------------------------------------------------------------------

/// A factor as the kernel reads it: rows of A, columns of B, whose columns are the inner dimension.
struct Side {
  Strided m;
  std::int32_t rows;
  bool in_fours;  // four that lie together can be loaded at once
};

struct TensorProduct {
  Product p;
  unsigned first_tile;  // of columns, in this launch
  Side left, right;
  bool out_in_twos;
};

namespace tensor {

constexpr int kWarps = 4;
constexpr int kThreads = 32 * kWarps;
constexpr int kDepth = 32;  // of the inner dimension at a time

/// A piece of a factor in shared memory, in the order in which it lies in memory: row by row, or (kDown) one inner
/// coordinate after the other. Lane 4g + t reads coordinate t of row g, each lane from a bank of its own.
template <int kRows, bool kDown>
struct Piece {
  static constexpr int kPitch = kDown ? kRows + 8 : kDepth + 4;
  static constexpr int kNumbers = kPitch * (kDown ? kDepth : kRows);
  static constexpr int kAlong = kDown ? kRows : kDepth, kAcross = kDown ? kDepth : kRows;
  __device__ static int place(int row, int inner) { return kDown ? inner * kPitch + row : row * kPitch + inner; }

  /// On its way, zeros beyond the ends.
  __device__ static void fetch(const Side& side, const float* from, int row0, int inner0, int inner_count, float* to) {
    const int along0 = kDown ? row0 : inner0, across0 = kDown ? inner0 : row0;
    const int along_count = kDown ? side.rows : inner_count, across_count = kDown ? inner_count : side.rows;
    const std::int64_t along_step = kDown ? side.m.row : side.m.column,
                       across_step = kDown ? side.m.column : side.m.row;
    const int tid = static_cast<int>(threadIdx.x);
    if (side.in_fours) {
#pragma unroll
      for (int i = tid; i < kAcross * kAlong / 4; i += kThreads) {
        const int across = i / (kAlong / 4), along = i % (kAlong / 4) * 4;
        const bool there = across0 + across < across_count && along0 + along < along_count;
        copy_four(reinterpret_cast<float4*>(to + across * kPitch + along),
                  there ? from + (across0 + across) * across_step + along0 + along : from, there);
      }
      return;
    }
#pragma unroll 4
    for (int i = tid; i < kAcross * kAlong; i += kThreads) {
      const int across = i / kAlong, along = i % kAlong;
      const bool there = across0 + across < across_count && along0 + along < along_count;
      to[across * kPitch + along] =
          there ? from[(across0 + across) * across_step + (along0 + along) * along_step] : 0.0f;
    }
  }
};

/// A block's share of the product, and a warp's of that: tiles of 16 rows, slabs of 8 columns.
template <int kWarpsDown_, int kRowTiles_, int kSlabs_>
struct Share {
  static constexpr int kWarpsDown = kWarpsDown_, kRowTiles = kRowTiles_, kSlabs = kSlabs_;
  static constexpr int kRows = kWarpsDown * kRowTiles * 16, kColumns = kWarps / kWarpsDown * kSlabs * 8;
};
using Square = Share<2, 2, 4>;  // 64 × 64
using Narrow = Share<4, 1, 2>;  // 64 × 16

template <class Share, bool kLeftDown, bool kRightDown>
struct Shared {
  using Left = Piece<Share::kRows, kLeftDown>;
  using Right = Piece<Share::kColumns, kRightDown>;
  struct {
    float left[Left::kNumbers], right[Right::kNumbers];
  } stages[2];
};

/// sum += the product of two pieces, of which `inner` coordinates are there, for the warp's rows and columns.
template <class Share, class Left, class Right>
__device__ void add_piece(const float* left, const float* right, int row, int column, int inner, int slabs,
                          float (&sum)[Share::kRowTiles][Share::kSlabs][4]) {
  constexpr int kBeside = 2;
#pragma unroll
  for (int k0 = 0; k0 < kDepth; k0 += 16) {
    if (k0 >= inner) break;
    Whole32::Left l[Share::kRowTiles];
#pragma unroll
    for (int r = 0; r < Share::kRowTiles; ++r) {
      float x[2][4];
#pragma unroll
      for (int h = 0; h < 2; ++h)
#pragma unroll
        for (int e = 0; e < 4; ++e)
          x[h][e] = left[Left::place(row + 16 * r + 8 * h + group_lane(), k0 + 4 * e + turn_lane())];
      Whole32::take(l[r], x[0], x[1]);
    }
#pragma unroll
    for (int n0 = 0; n0 < Share::kSlabs; n0 += kBeside) {
      if (n0 >= slabs) break;
      Whole32::Right b[kBeside];
#pragma unroll
      for (int n = 0; n < kBeside; ++n) {
        float x[4];
#pragma unroll
        for (int e = 0; e < 4; ++e)
          x[e] = right[Right::place(column + 8 * (n0 + n) + group_lane(), k0 + 4 * e + turn_lane())];
        Whole32::take(b[n], x);
      }
      add_all<Whole32, Share::kRowTiles>(l, b, [&](int r) { return sum[r] + n0; });
    }
  }
}

/// Two neighbours in a row of the product.
__device__ inline void write_two(const TensorProduct& t, const Place& at, int row, int column, float x, float y) {
  const Product& p = t.p;
  if (row >= p.rows || column >= p.columns) return;
  float* const out = at.of(p.out) + row * p.out.row + column * p.out.column;
  const bool both = column + 1 < p.columns;
  float two[2] = {x, y};
  for (int e = 0; e < (both ? 2 : 1); ++e) two[e] = number_of(p, at, row, column + e, two[e]);
  if (t.out_in_twos && both) {
    const float2 old = p.adds != 0 ? load_vector<float2>(out) : float2{0.0f, 0.0f};
    *reinterpret_cast<float2*>(out) = float2{old.x + two[0], old.y + two[1]};
    return;
  }
  out[0] = p.adds != 0 ? out[0] + two[0] : two[0];
  if (both) out[p.out.column] = p.adds != 0 ? out[p.out.column] + two[1] : two[1];
}

template <class Share, bool kLeftDown, bool kRightDown>
__device__ void multiply(const TensorProduct& t) {
  using Memory = Shared<Share, kLeftDown, kRightDown>;
  using Left = typename Memory::Left;
  using Right = typename Memory::Right;
  Memory& s = *shared_memory<Memory>();
  const Product& p = t.p;
  const Place at = place_of_block(p);
  const int row0 = at.row_tile * Share::kRows, column0 = static_cast<int>(t.first_tile + blockIdx.y) * Share::kColumns;
  const int warp = static_cast<int>(threadIdx.x) / 32, row = warp % Share::kWarpsDown * Share::kRowTiles * 16,
            column = warp / Share::kWarpsDown * Share::kSlabs * 8;
  const float *left = at.of(t.left.m), *right = at.of(t.right.m);
  // What is there of the warp's part: nothing else is multiplied.
  const int slabs = row0 + row < p.rows ? (p.columns - column0 - column + 7) / 8 : 0;
  float sum[Share::kRowTiles][Share::kSlabs][4] = {}, sum_of_right = 0.0f;
  const int tid = static_cast<int>(threadIdx.x);
  const bool sums_right = p.sums != nullptr && at.row_tile == 0 && tid < Share::kColumns;
  const auto fetch = [&](int inner0, int stage) {
    Left::fetch(t.left, left, row0, inner0, p.inner, s.stages[stage].left);
    Right::fetch(t.right, right, column0, inner0, p.inner, s.stages[stage].right);
  };
  fetch(0, 0);
  for (int inner0 = 0, stage = 0; inner0 < p.inner; inner0 += kDepth, stage ^= 1) {
    finish_copies();
    __syncthreads();
    if (inner0 + kDepth < p.inner) fetch(inner0 + kDepth, stage ^ 1);
    if (slabs > 0)
      add_piece<Share, Left, Right>(s.stages[stage].left, s.stages[stage].right, row, column, p.inner - inner0, slabs,
                                    sum);
    for (int k = 0; sums_right && k < kDepth; ++k) sum_of_right += s.stages[stage].right[Right::place(tid, k)];
  }
  if (sums_right && column0 + tid < p.columns)
    p.sums[(at.head * p.parts + at.part) * p.columns + column0 + tid] = sum_of_right;
#pragma unroll
  for (int r = 0; r < Share::kRowTiles; ++r)
#pragma unroll
    for (int n = 0; n < Share::kSlabs; ++n)
#pragma unroll
      for (int h = 0; h < 2; ++h)
        write_two(t, at, row0 + row + 16 * r + 8 * h + group_lane(), column0 + column + 8 * n + 2 * turn_lane(),
                  sum[r][n][2 * h], sum[r][n][2 * h + 1]);
}

template <class Share, bool kLeftDown, bool kRightDown>
__global__ void __launch_bounds__(kThreads, 4) kernel(const TensorProduct t) {
  multiply<Share, kLeftDown, kRightDown>(t);
}

/// Whether four of a factor that lie together are there together, where a load of four can take them.
bool lies_in_fours(const Side& side, int inner_count, bool down) {
  const Strided& m = side.m;
  const std::int64_t along = down ? m.row : m.column, across = down ? m.column : m.row;
  return along == 1 && (down ? side.rows : inner_count) % 4 == 0 && across % 4 == 0 && m.head % 4 == 0 &&
         m.part % 4 == 0 && reinterpret_cast<std::uintptr_t>(m.data) % sizeof(float4) == 0;
}

bool goes_down(const Side& side) { return side.m.row == 1 && side.m.column != 1; }

template <class Share, bool kLeftDown, bool kRightDown>
cudaError_t start(Context* c, const TensorProduct& t) {
  return launch_tiles(c, kernel<Share, kLeftDown, kRightDown>, t, dim3(Share::kRows, Share::kColumns), kThreads,
                      sizeof(Shared<Share, kLeftDown, kRightDown>));
}

template <class Share>
cudaError_t start(Context* c, const TensorProduct& t) {
  const bool left = goes_down(t.left), right = goes_down(t.right);
  return left    ? right ? start<Share, true, true>(c, t) : start<Share, true, false>(c, t)
            : right ? start<Share, false, true>(c, t)
                 : start<Share, false, false>(c, t);
}

/// outᵀ = Bᵀ·Aᵀ.
void transpose(TensorProduct& t) {
  std::swap(t.left, t.right);
  std::swap(t.p.rows, t.p.columns);
  std::swap(t.p.out.row, t.p.out.column);
  std::swap(t.p.row_bias, t.p.column_bias);
  std::swap(t.p.row_bias.row, t.p.row_bias.column);
  std::swap(t.p.column_bias.row, t.p.column_bias.column);
}

cudaError_t product(Context* c, const Product& p) {
  TensorProduct t{
      p, 0, {p.a, p.rows, false}, {{p.b.data, p.b.head, p.b.column, p.b.row, p.b.part}, p.columns, false}, false};
  constexpr int kFew = Narrow::kColumns;
  const bool few_rows = p.rows <= kFew && p.columns > kFew, by_columns = p.out.row == 1 && p.columns > kFew;
  if (p.sums == nullptr && (few_rows || by_columns)) transpose(t);
  for (Side* side : {&t.left, &t.right}) side->in_fours = lies_in_fours(*side, p.inner, goes_down(*side));
  t.out_in_twos = t.p.out.column == 1 && t.p.out.row % 2 == 0 && p.out.head % 2 == 0 && p.out.part % 2 == 0 &&
                  reinterpret_cast<std::uintptr_t>(p.out.data) % sizeof(float2) == 0;
  return t.p.columns <= kFew ? start<Narrow>(c, t) : start<Square>(c, t);
}

}  // namespace tensor

// --- Without them ----------------------------------------------------------------------------------------------------

constexpr int kThreads = 256;
constexpr int kTile = 64;
constexpr int kDepth = 16;
constexpr int kPitch = kTile + 1;

struct PlainProduct {
  Product p;
  unsigned first_tile;
};

/// 64×64 of the product a block, 4×4 a thread, 16 of the inner dimension at a time.
__global__ void __launch_bounds__(kThreads) product_kernel(const PlainProduct plain) {
  const Product& p = plain.p;
  float* left = shared_memory<float>();
  float* right = left + kDepth * kPitch;
  const Place at = place_of_block(p);
  const int tid = static_cast<int>(threadIdx.x), row0 = at.row_tile * kTile,
            column0 = static_cast<int>(plain.first_tile + blockIdx.y) * kTile, i0 = tid / 16, j0 = tid % 16;
  const float *const a = at.of(p.a), *const b = at.of(p.b);
  float sum[4][4] = {};
  for (int k0 = 0; k0 < p.inner; k0 += kDepth) {
    for (int i = tid; i < kDepth * kTile; i += kThreads) {
      // Neighbouring threads read along whichever axis lies together in memory.
      const int ka = p.a.column == 1 ? i % kDepth : i / kTile, r = p.a.column == 1 ? i / kDepth : i % kTile;
      const int kb = p.b.column == 1 ? i / kTile : i % kDepth, c = p.b.column == 1 ? i % kTile : i / kDepth;
      left[ka * kPitch + r] =
          row0 + r < p.rows && k0 + ka < p.inner ? a[(row0 + r) * p.a.row + (k0 + ka) * p.a.column] : 0.0f;
      right[kb * kPitch + c] =
          column0 + c < p.columns && k0 + kb < p.inner ? b[(k0 + kb) * p.b.row + (column0 + c) * p.b.column] : 0.0f;
    }
    __syncthreads();
    for (int k = 0; k < kDepth; ++k)
      for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j) sum[i][j] += left[k * kPitch + i0 + 16 * i] * right[k * kPitch + j0 + 16 * j];
    __syncthreads();
  }
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j) {
      const int r = row0 + i0 + 16 * i, c = column0 + j0 + 16 * j;
      if (r >= p.rows || c >= p.columns) continue;
      const float x = number_of(p, at, r, c, sum[i][j]);
      float* const out = at.of(p.out) + r * p.out.row + c * p.out.column;
      *out = p.adds != 0 ? *out + x : x;
    }
}

/// outᵀ = Bᵀ·Aᵀ: what lies by rows is the transpose by columns. One axis of A and of B must lie together, rows of the
/// product too, and there are no biases.
int blas_product(Context* c, const Product& p) {
  const bool a_by_rows = p.a.column == 1 && p.a.row >= p.inner,
             b_by_rows = p.b.column == 1 && p.b.row >= p.columns;  // both may be 1
  const float zero = 0.0f;
  const int failed = c->blas->product(c->blas_handle, b_by_rows ? 0 : 1, a_by_rows ? 0 : 1, p.columns, p.rows, p.inner,
                                      &p.factor, p.b.data, static_cast<int>(b_by_rows ? p.b.row : p.b.column), p.b.head,
                                      p.a.data, static_cast<int>(a_by_rows ? p.a.row : p.a.column), p.a.head, &zero,
                                      p.out.data, p.columns, p.out.head, p.heads);
  if (failed == 0) return kOk;
  return c->blas_status(failed, "a product of cuBLAS failed");
}

}  // namespace

int product(Context* c, const Product* given) {
  const Product& p = *given;
  if (p.by_library != 0) {
    if (const int failed = make_blas(c)) return failed;
    if (c->blas != nullptr) return blas_product(c, p);
  }
  const cudaError_t failed = c->rounds ? tensor::product(c, p)
                                       : launch_tiles(c, product_kernel, PlainProduct{p, 0}, dim3(kTile, kTile),
                                                      kThreads, 2 * kDepth * kPitch * sizeof(float));
  return c->status(failed, "starting product");
}

}  // namespace omega::cuda
