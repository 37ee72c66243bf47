// Softmax attention whose two products run on tensor cores: their factors are rounded to TF32 or BF16, sums are
// float32. The walk is that of attend.cu; a warp makes 16 rows of a tile's 64 and half of its columns.
#include "cuda/device/context.h"
#include "cuda/device/tiles.h"

namespace omega::cuda {

namespace {

// Cards before sm_80 have no such tensor cores; mma.h does not even name them there.
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
#define OMEGA_TENSOR_CORES 1
#endif

constexpr int kLogitPitch = kTile + 4;
[[maybe_unused]] constexpr int kWarpColumns = 2;  // blocks of 16 columns that a warp makes

/// How a kind of factor is kept in a tile, so many numbers a row.
struct Tf32 {
  using Stored = float;
  static constexpr int kPitch = kTile + 4;
};
struct Bf16 {
  using Stored = __nv_bfloat16;
  static constexpr int kPitch = kTile + 8;
};

template <class Kind>
struct Shared {
  typename Kind::Stored x[kTile * Kind::kPitch];
  typename Kind::Stored columns[kTile * Kind::kPitch];  // points, then values
  typename Kind::Stored weights[kTile * Kind::kPitch];
  float product[kTile * kLogitPitch];  // logits, then what the tile adds to the means
};

#ifdef OMEGA_TENSOR_CORES

/// Ten bits of fraction, to nearest, ties to even.
__device__ inline float rounded_to_tf32(float x) {
  if (x != x) return x;  // the carry would run through a NaN's bits
  std::uint32_t bits;
  memcpy(&bits, &x, sizeof bits);
  bits = (bits + 0xFFFu + (bits >> 13 & 1u)) & ~0x1FFFu;
  memcpy(&x, &bits, sizeof x);
  return x;
}

/// What tensor cores know of a kind, and so many numbers of the inner dimension at a time.
template <class Kind>
struct Cores {
  using Factor = __nv_bfloat16;
  static constexpr int kDepth = 16;
  __device__ static __nv_bfloat16 of(float x) { return __float2bfloat16_rn(x); }
};
template <>
struct Cores<Tf32> {
  using Factor = nvcuda::wmma::precision::tf32;
  static constexpr int kDepth = 8;
  __device__ static float of(float x) { return rounded_to_tf32(x); }
};

/// 64×64 of a matrix into a tile, rounded; zeros beyond its ends.
template <class Kind>
__device__ void load(const float* from, int rows, int width, int first_row, int first_column,
                     typename Kind::Stored* tile) {
  for (int i = static_cast<int>(threadIdx.x); i < kTile * kTile; i += kThreads) {
    const int r = i / kTile, c = i % kTile, row = first_row + r, column = first_column + c;
    tile[r * Kind::kPitch + c] =
        Cores<Kind>::of(row < rows && column < width ? from[static_cast<std::int64_t>(row) * width + column] : 0.0f);
  }
}

template <class Kind>
using Sums = nvcuda::wmma::fragment<nvcuda::wmma::accumulator, 16, 16, Cores<Kind>::kDepth, float>;

/// sums += A·B of two tiles; B by its columns (A·Bᵀ of a tile by rows) or by its rows.
template <class Kind, class Layout>
__device__ void multiply(const typename Kind::Stored* a, const typename Kind::Stored* b,
                         Sums<Kind> (&sums)[kWarpColumns]) {
  namespace wmma = nvcuda::wmma;
  const int warp = static_cast<int>(threadIdx.x) / 32, row = warp / 2 * 16, column = warp % 2 * 32;
  wmma::fragment<wmma::matrix_a, 16, 16, Cores<Kind>::kDepth, typename Cores<Kind>::Factor, wmma::row_major> left;
  wmma::fragment<wmma::matrix_b, 16, 16, Cores<Kind>::kDepth, typename Cores<Kind>::Factor, Layout> right;
  constexpr bool kByColumns = std::is_same_v<Layout, wmma::col_major>;
  for (int k = 0; k < kTile; k += Cores<Kind>::kDepth) {
    wmma::load_matrix_sync(left, a + row * Kind::kPitch + k, Kind::kPitch);
    for (int n = 0; n < kWarpColumns; ++n) {
      const int at = column + 16 * n;
      wmma::load_matrix_sync(right, kByColumns ? b + at * Kind::kPitch + k : b + k * Kind::kPitch + at, Kind::kPitch);
      wmma::mma_sync(sums[n], left, right, sums[n]);
    }
  }
}

template <class Kind>
__device__ void clear_sums(Sums<Kind> (&sums)[kWarpColumns]) {
  for (Sums<Kind>& one : sums) nvcuda::wmma::fill_fragment(one, 0.0f);
}

template <class Kind>
__device__ void store(float* product, const Sums<Kind> (&sums)[kWarpColumns]) {
  const int warp = static_cast<int>(threadIdx.x) / 32, row = warp / 2 * 16, column = warp % 2 * 32;
  for (int n = 0; n < kWarpColumns; ++n)
    nvcuda::wmma::store_matrix_sync(product + row * kLogitPitch + column + 16 * n, sums[n], kLogitPitch,
                                    nvcuda::wmma::mem_row_major);
}

/// Which rows and values this block of threads has.
struct Place {
  int head, first_row, first_value;
};

/// x·points of a tile of keys, in `product`.
template <class Kind>
__device__ void find_logits(const Attend& a, Shared<Kind>& s, const Place& place, int first_key) {
  const AttendColumns& c = a.columns[0];
  Sums<Kind> sums[kWarpColumns];
  clear_sums<Kind>(sums);
  for (int d = 0; d < a.dims; d += kTile) {
    if (a.dims > kTile || first_key == 0) load<Kind>(a.x.of(place.head), a.rows, a.dims, place.first_row, d, s.x);
    load<Kind>(c.points.of(place.head), c.count, a.dims, first_key, d, s.columns);
    __syncthreads();
    multiply<Kind, nvcuda::wmma::col_major>(s.x, s.columns, sums);
    __syncthreads();
  }
  store<Kind>(s.product, sums);
  __syncthreads();
}

/// Weights of the tile's logits, and their sums; where each is rounded, its sum has the rounded one.
template <class Kind>
__device__ void find_weights(const Attend& a, Shared<Kind>& s, const Place& place, int first_key, Running& run) {
  const int tid = static_cast<int>(threadIdx.x), i0 = tid / 16 * kEach, j0 = tid % 16;
  for (int i = 0; i < kEach; ++i) {
    float l[kEach];
    for (int j = 0; j < kEach; ++j) {
      const int key = first_key + j0 + 16 * j, row = place.first_row + i0 + i;
      const bool sees = row < a.rows && key < a.columns[0].count && (a.causal == 0 || key <= row);
      l[j] = sees ? a.columns[0].factor * s.product[(i0 + i) * kLogitPitch + j0 + 16 * j] : -INFINITY;
    }
    raise(run, i, l);
    for (int j = 0; j < kEach; ++j) {
      const typename Kind::Stored weight = Cores<Kind>::of(l[j] == -INFINITY ? 0.0f : expf(l[j] - run.highest[i]));
      run.sum[i] += static_cast<float>(weight);
      s.weights[(i0 + i) * Kind::kPitch + j0 + 16 * j] = weight;
    }
  }
}

/// mean += weights × values of the tile.
template <class Kind>
__device__ void add_values(const Attend& a, Shared<Kind>& s, const Place& place, int first_key, Running& run) {
  const int tid = static_cast<int>(threadIdx.x), i0 = tid / 16 * kEach, d0 = tid % 16 * kEach;
  const AttendColumns& c = a.columns[0];
  load<Kind>(c.values.of(place.head), c.count, a.value_dims, first_key, place.first_value, s.columns);
  __syncthreads();
  Sums<Kind> sums[kWarpColumns];
  clear_sums<Kind>(sums);
  multiply<Kind, nvcuda::wmma::row_major>(s.weights, s.columns, sums);
  store<Kind>(s.product, sums);
  __syncthreads();
  for (int i = 0; i < kEach; ++i)
    for (int d = 0; d < kEach; ++d) run.mean[i][d] += s.product[(i0 + i) * kLogitPitch + d0 + d];
  __syncthreads();
}

template <class Kind>
__device__ void attend_tile(const Attend& a) {
  Shared<Kind>& s = *shared_memory<Shared<Kind>>();
  const int tid = static_cast<int>(threadIdx.x), chunks = max(1, (a.value_dims + kTile - 1) / kTile),
            i0 = tid / 16 * kEach;
  const Place place{static_cast<int>(blockIdx.z) / chunks, (a.first_tile + static_cast<int>(blockIdx.x)) * kTile,
                    static_cast<int>(blockIdx.z) % chunks * kTile};
  Running run = nothing_yet(-INFINITY);
  const int end = a.causal != 0 ? min(a.columns[0].count, place.first_row + kTile) : a.columns[0].count;
  for (int first = 0; first < end; first += kTile) {
    find_logits<Kind>(a, s, place, first);
    find_weights<Kind>(a, s, place, first, run);
    __syncthreads();
    add_values<Kind>(a, s, place, first, run);
  }
  for (int i = 0; i < kEach; ++i) {
    const float sum = sum_of_row(run.sum[i]);
    const int row = place.first_row + i0 + i, first = place.first_value + tid % 16 * kEach;
    for (int d = 0; d < kEach && row < a.rows && first + d < a.value_dims; ++d)
      a.out.of(place.head)[static_cast<std::int64_t>(row) * a.value_dims + first + d] =
          a.out_factor * (run.mean[i][d] / sum);
  }
}

#endif

/// Where there are none it is never started.
template <class Kind>
__global__ void __launch_bounds__(kThreads) tensor_kernel([[maybe_unused]] const Attend a) {
#ifdef OMEGA_TENSOR_CORES
  attend_tile<Kind>(a);
#endif
}

}  // namespace

bool has_tensor_kernels() {
  cudaFuncAttributes attributes{};
  const bool known =
      cudaFuncGetAttributes(&attributes, reinterpret_cast<const void*>(tensor_kernel<Bf16>)) == cudaSuccess;
  return known && attributes.ptxVersion >= 80;
}

int attend_by_tensor_cores(Context* c, const Attend& a) {
  const unsigned tiles = a.tiles > 0 ? static_cast<unsigned>(a.tiles) : blocks_of(a.rows, kTile);
  const dim3 grid(tiles, 1, static_cast<unsigned>(a.heads) * blocks_of(a.value_dims, kTile));
  const cudaError_t error = a.products == kProductsTf32
                                ? launch(tensor_kernel<Tf32>, grid, dim3(kThreads), sizeof(Shared<Tf32>), c->stream, a)
                                : launch(tensor_kernel<Bf16>, grid, dim3(kThreads), sizeof(Shared<Bf16>), c->stream, a);
  return c->status(error, "starting attention by tensor cores");
}

}  // namespace omega::cuda
