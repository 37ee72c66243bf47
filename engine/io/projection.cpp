#include "io/projection.h"

#include <cmath>

#include "core/philox.h"
#include "cpu/gemm.h"
#include "io/limits.h"

namespace omega {

namespace {

constexpr std::uint32_t kDraw = 0x656d6264;  // "embd": far from the draws 0, 1, 2 ... of requests
constexpr float kSharedWithQueries = 0.8f;

Matrix<float> seeded_matrix(std::uint32_t seed, SeededMatrix which, Index rows, Index cols) {
  Matrix<float> matrix(rows, cols);
  for (Index r = 0; r < rows; ++r) draw_seeded_row(seed, which, static_cast<std::uint64_t>(r), matrix.row(r), cols);
  return matrix;
}

/// tokens · weightsᵀ / √width as heads x tokens x dim.
Array by_heads(const InputFile& file, const Matrix<float>& tokens, const Matrix<float>& weights, Index heads,
               Index dim) {
  Array result(Dtype::f32, {heads, tokens.rows(), dim});
  const float scale = 1 / std::sqrt(static_cast<float>(tokens.cols()));
  for (Index h = 0; h < heads; ++h) {
    const View<float> out(result.data<float>() + h * tokens.rows() * dim, tokens.rows(), dim);
    multiply_nt<float>(tokens.view(), weights.view().middle_rows(h * dim, dim), out);
    for (Index i = 0; i < tokens.rows() * dim; ++i) out.data[i] *= scale;
    file.worked(static_cast<std::uint64_t>(tokens.rows() / (3 * heads)));
  }
  return result;
}

/// Each row to mean 0 and variance 1.
void normalise_rows(Matrix<float>& rows) {
  constexpr double kLeastVariance = 1e-12;  // a row of one value has no direction; it becomes 0
  for (Index r = 0; r < rows.rows(); ++r) {
    double sum = 0, squares = 0;
    for (Index c = 0; c < rows.cols(); ++c) sum += rows(r, c);
    const double mean = sum / static_cast<double>(rows.cols());
    for (Index c = 0; c < rows.cols(); ++c) squares += (rows(r, c) - mean) * (rows(r, c) - mean);
    const double scale = 1 / std::sqrt(squares / static_cast<double>(rows.cols()) + kLeastVariance);
    for (Index c = 0; c < rows.cols(); ++c) rows(r, c) = static_cast<float>((rows(r, c) - mean) * scale);
  }
}

}  // namespace

std::string made_text(Index heads, Index dim, std::uint32_t seed) {
  return "random embeddings and projections (seed " + std::to_string(seed) + ") made " + count_text(heads, "head") +
         " of " + count_text(dim, "dimension");
}

void draw_seeded_row(std::uint32_t seed, SeededMatrix matrix, std::uint64_t row, float* out, Index count) {
  const NoiseAddress at{seed, kDraw, static_cast<std::uint32_t>(matrix), static_cast<std::uint32_t>(row),
                        static_cast<std::uint32_t>(row >> 32)};
  draw_normals(at, out, count);
}

void add_position(float* row, Index count, double position, float amplitude) {
  constexpr double kSlowest = 10000;  // wavelengths from 2π to 2π·10⁴, as in the transformer's sine encoding
  for (Index i = 0; i < count; ++i) {
    const double angle = position * std::pow(kSlowest, -static_cast<double>(i / 2 * 2) / static_cast<double>(count));
    row[i] += amplitude * static_cast<float>(i % 2 == 0 ? std::sin(angle) : std::cos(angle));
  }
}

void check_projection(const InputFile& file, Index tokens, Index heads, Index dim) {
  const auto n = static_cast<std::uint64_t>(tokens), width = static_cast<std::uint64_t>(heads * dim);
  // Tokens, q, k and v; three square matrices. The options' own limits keep this far below 2^64.
  const std::uint64_t bytes = (4 * n * width + 3 * width * width) * sizeof(float);
  if (bytes <= kMostMadeBytes) return;
  throw file.error("would become " + count_text(tokens, "token") + " of " + count_text(heads, "head") + " x " +
                   count_text(dim, "dimension") + ", which with the matrices that make them take " +
                   readable_size(bytes) + "; at most " + readable_size(kMostMadeBytes) +
                   " can be made, so say fewer with --heads and --dim");
}

void project_tokens(const InputFile& file, Matrix<float> tokens, Index heads, Index dim, std::uint32_t seed,
                    Contents& to) {
  normalise_rows(tokens);
  const auto weights = [&](SeededMatrix which) { return seeded_matrix(seed, which, heads * dim, tokens.cols()); };
  const Matrix<float> queries = weights(SeededMatrix::queries);
  Matrix<float> keys = weights(SeededMatrix::keys);
  const float own = std::sqrt(1 - kSharedWithQueries * kSharedWithQueries);
  for (Index i = 0; i < keys.rows() * keys.cols(); ++i)
    keys.data()[i] = kSharedWithQueries * queries.data()[i] + own * keys.data()[i];
  to.q = by_heads(file, tokens, queries, heads, dim);
  to.k = by_heads(file, tokens, keys, heads, dim);
  to.v = by_heads(file, tokens, weights(SeededMatrix::values), heads, dim);
}

}  // namespace omega
