#include "io/model_weights.h"

#include <algorithm>
#include <array>
#include <numeric>

#include "core/named.h"
#include "cpu/gemm.h"
#include "io/limits.h"
#include "io/projection.h"
#include "io/rearrange.h"

namespace omega {

namespace {

constexpr Index kDefaultTokens = 256;
constexpr Index kUsualHeadDim = 64;

/// GPT-2's Conv1D stores [in, out].
bool is_turned(const std::string& name) { return name.find("c_attn") != std::string::npos; }

/// A matrix as [out, in], as PyTorch's Linear stores it.
Array as_linear(const std::string& name, const Array& weight) {
  const Array floats = weight.as(Dtype::f32);
  if (!is_turned(name)) return floats;
  return rearranged(floats, 0, {weight.shape()[1], weight.shape()[0]},
                    {1, static_cast<std::size_t>(weight.shape()[1])});
}

/// [out, in] of a matrix as it is stored.
Shape linear_shape(const InputFile& file, const std::string& name, const Shape& stored) {
  if (stored[0] == 0 || stored[1] == 0)
    throw file.error(name, "has shape " + to_string(stored) + ", which holds nothing; every axis must be at least 1");
  return is_turned(name) ? Shape{stored[1], stored[0]} : stored;
}

/// tokens · Wᵀ + bias, as tokens x out.
Array projected(const Matrix<float>& tokens, const Array& weight, const std::optional<Array>& bias) {
  const Index out = weight.shape()[0];
  Array result(Dtype::f32, {tokens.rows(), out});
  const View<float> rows(result.data<float>(), tokens.rows(), out);
  multiply_nt<float>(tokens.view(), View<const float>(weight.data<float>(), out, weight.shape()[1]), rows);
  if (!bias) return result;
  for (Index n = 0; n < rows.rows; ++n)
    for (Index i = 0; i < out; ++i) rows(n, i) += bias->data<float>()[i];
  return result;
}

/// Told, or guessed from what widths of queries and keys have in common: with fewer heads of keys, that is one head's
/// width.
Index head_count(const InputFile& file, Index width, Index key_width, const ReadOptions& options, Pieces& pieces) {
  const Index common = std::gcd(width, key_width);
  const Index heads = options.heads.value_or(width / (common % kUsualHeadDim == 0 ? kUsualHeadDim : common));
  if (width % heads != 0)
    throw file.error("queries of " + std::to_string(width) + " dimensions cannot be cut into " + std::to_string(heads) +
                     " heads; --heads must divide them");
  pieces.said.push_back(count_text(heads, "head") + " of " + count_text(width / heads, "dimension") +
                        (options.heads ? ""
                         : heads == 1  ? " was assumed (say it with --heads)"
                                       : " were assumed (say it with --heads)"));
  return heads;
}

/// [tokens, heads·dim] → [query heads, tokens, dim]; fewer heads of keys and values serve several of the queries each.
Layout with_heads(const InputFile& file, const std::string& name, const Layout& rows, Index heads, Index dim,
                  std::optional<Index> told) {
  const Index width = rows.shape()[1], own = width / dim;
  if (own == 0 || own * dim != width || heads % own != 0 || (told && own != *told))
    throw file.error(name, "gives " + count_text(width, "dimension") + ", which do not make " +
                               (told ? count_text(*told, "head") : std::string("heads")) + " of " +
                               std::to_string(dim) + " beside " + count_text(heads, "head") +
                               " of queries; say how many with --heads and --kv-heads");
  const Layout split = rows.split_heads(own);
  return own == heads ? split : split.repeat_heads(heads / own);
}

constexpr std::array kRoles = {"q", "k", "v"};

}  // namespace

Projections::Projections(const InputFile& file, const AttentionNames& names, const std::vector<Entry>& entries,
                         const ReadOptions& options)
    : file_(file), entries_(entries), options_(options), names_{names.q, names.k, names.v} {
  if (options.kv_heads) head_counts(file, options);
  if (options.alike)
    throw file.error(names.q, "is a projection matrix of a model; --alike is for arrays of tokens, so leave it out");
  pieces_.said = names.said;
  share_out();
  say_where_from();
  cut_into_heads();
}

Index Projections::count() const { return options_.max_tokens.value_or(kDefaultTokens); }

/// Several arrays of about this size are held at a time.
void Projections::check_size(const std::string& name, Index width) const {
  const auto bytes = static_cast<std::uint64_t>(count()) * static_cast<std::uint64_t>(width) * sizeof(float);
  if (bytes > kMostMadeBytes / 4)
    throw file_.error(name, "makes " + readable_size(bytes) + " of " + std::to_string(count()) + " tokens x " +
                                count_text(width, "dimension") + "; at most " + readable_size(kMostMadeBytes / 4) +
                                " can be made, so say fewer --max-tokens");
}

/// How wide queries, keys and values are, and the tokens they are made of.
void Projections::share_out() {
  const bool is_fused = names_[0] == names_[1] && names_[0] == names_[2];
  for (std::size_t i = 0; i < 3; ++i) {
    const std::string& name = names_[i];
    const Shape shape = linear_shape(file_, name, named(entries_, name)->shape);
    check_size(name, shape[0]);
    if (is_fused && i == 0) {
      fused_ = share_out_rows(file_, name, shape[0], shape[1], entries_, options_);
      if (!fused_->said.empty()) pieces_.said.push_back(fused_->said);
    }
    widths_[i] = !is_fused ? shape[0] : i == 0 ? fused_->queries : fused_->keys;
    check_size(name, shape[1]);
    if (inputs_ == 0) inputs_ = shape[1];
    if (inputs_ != shape[1])
      throw file_.error(name, "takes tokens of " + std::to_string(shape[1]) + " dimensions, but queries take " +
                                  std::to_string(inputs_) + "; they must be the same");
  }
}

void Projections::say_where_from() {
  pieces_.said.push_back(
      omega::quoted(names_[0]) +
      (fused_ ? " is a projection matrix"
              : ", " + omega::quoted(names_[1]) + " and " + omega::quoted(names_[2]) + " are projection matrices") +
      " of a model, so " + std::to_string(count()) + " random tokens (seed " + std::to_string(options_.embedding_seed) +
      ") were projected by " + (fused_ ? "it" : "them") + ", not a real text");
}

void Projections::cut_into_heads() {
  const Index heads = head_count(file_, widths_[0], widths_[1], options_, pieces_), dim = widths_[0] / heads;
  const std::array<Piece*, 3> parts = {&pieces_.q, &pieces_.k, &pieces_.v};
  for (std::size_t i = 0; i < 3; ++i)
    *parts[i] = {kRoles[i], "float32",
                 with_heads(file_, names_[i], Layout({count(), widths_[i]}), heads, dim,
                            i == 0 ? std::nullopt : options_.kv_heads)};
  if (options_.head) take_head(file_, *options_.head, pieces_);
}

/// Held until another is asked for: one matrix may make all three.
const Array& Projections::weight(const std::string& name, const ReadArray& read) {
  if (latest_ != name) {
    latest_weight_ = Array();
    latest_weight_ = as_linear(name, read(latest_ = name));
  }
  return latest_weight_;
}

std::optional<Array> Projections::bias(const std::string& name, Index width, const ReadArray& read) const {
  const std::string own = bias_name(name);
  const Entry* found = named(entries_, own);
  if (found == nullptr || found->shape != Shape{width}) return std::nullopt;
  return read(own).as(Dtype::f32);
}

Array Projections::project(const std::string& role, const ReadArray& read) {
  const auto i = static_cast<std::size_t>(std::find(kRoles.begin(), kRoles.end(), role) - kRoles.begin());
  const std::string& name = names_[i];
  if (tokens_.rows() == 0) {
    tokens_ = Matrix<float>(count(), inputs_);
    for (Index n = 0; n < count(); ++n)
      draw_seeded_row(options_.embedding_seed, SeededMatrix::tokens, static_cast<std::uint64_t>(n), tokens_.row(n),
                      inputs_);
  }
  const Array& matrix = weight(name, read);
  const std::optional<Array> offset = bias(name, matrix.shape()[0], read);
  if (!fused_) return projected(tokens_, matrix, offset);
  const int which = static_cast<int>(i);
  return projected(tokens_, fused_->part(matrix, which),
                   offset ? std::optional(fused_->part(*offset, which)) : std::nullopt);
}

}  // namespace omega
