#include "io/model_weights.h"

#include <algorithm>
#include <array>
#include <numeric>

#include "core/text.h"
#include "cpu/gemm.h"
#include "io/fused_rows.h"
#include "io/limits.h"
#include "io/projection.h"
#include "io/rearrange.h"

namespace omega {

namespace {

constexpr Index kDefaultTokens = 256;
constexpr Index kUsualHeadDim = 64;

/// A matrix as [out, in], as PyTorch's Linear stores it; GPT-2's Conv1D stores [in, out].
Array as_linear(const InputFile& file, const std::string& name, const Array& weight) {
  if (weight.shape()[0] == 0 || weight.shape()[1] == 0)
    throw file.error(name,
                     "has shape " + to_string(weight.shape()) + ", which holds nothing; every axis must be at least 1");
  const Array floats = weight.as(Dtype::f32);
  if (name.find("c_attn") == std::string::npos) return floats;
  return rearranged(floats, 0, {weight.shape()[1], weight.shape()[0]},
                    {1, static_cast<std::size_t>(weight.shape()[1])});
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
Index head_count(const InputFile& file, Index width, Index key_width, const ReadOptions& options, Contents& source) {
  const Index common = std::gcd(width, key_width);
  const Index heads = options.heads.value_or(width / (common % kUsualHeadDim == 0 ? kUsualHeadDim : common));
  if (width % heads != 0)
    throw file.error("queries of " + std::to_string(width) + " dimensions cannot be cut into " + std::to_string(heads) +
                     " heads; --heads must divide them");
  source.said.push_back(count_text(heads, "head") + " of " + count_text(width / heads, "dimension") +
                        (options.heads ? "" : heads == 1 ? " was assumed (say it with --heads)" : " were assumed (say it with --heads)"));
  return heads;
}

/// [tokens, heads·dim] → [query heads, tokens, dim]; fewer heads of keys and values serve several of the queries each.
Array with_heads(const InputFile& file, const std::string& name, const Array& rows, Index heads, Index dim,
                 std::optional<Index> told) {
  const Index own = rows.shape()[1] / dim;
  if (own == 0 || own * dim != rows.shape()[1] || heads % own != 0 || (told && own != *told))
    throw file.error(name, "gives " + count_text(rows.shape()[1], "dimension") + ", which do not make " +
                               (told ? count_text(*told, "head") : std::string("heads")) + " of " + std::to_string(dim) +
                               " beside " + count_text(heads, "head") +
                               " of queries; say how many with --heads and --kv-heads");
  const Array split = split_heads(rows, own);
  return own == heads ? split : repeat_heads(split, heads / own);
}

class Projector {
 public:
  Projector(const InputFile& file, const std::vector<Entry>& entries, const ReadArray& read, const ReadOptions& options)
      : file_(file), entries_(entries), read_(read), options_(options) {}

  Array separate(const std::string& name) {
    const Array weight = as_linear(file_, name, read_(name));
    check_size(name, weight.shape()[0]);
    return projected(tokens(name, weight.shape()[1]), weight, bias(name, weight.shape()[0]));
  }
  std::array<Array, 3> fused(const std::string& name, Contents& source) {
    const Array weight = as_linear(file_, name, read_(name));
    check_size(name, weight.shape()[0]);
    const FusedRows shared = share_out_rows(file_, name, weight.shape()[0], weight.shape()[1], entries_, options_);
    if (!shared.said.empty()) source.said.push_back(shared.said);
    const auto offset = bias(name, weight.shape()[0]);
    std::array<Array, 3> rows;
    for (int i = 0; i < 3; ++i)
      rows[static_cast<std::size_t>(i)] = projected(tokens(name, weight.shape()[1]), shared.part(weight, i),
                                                    offset ? std::optional(shared.part(*offset, i)) : std::nullopt);
    return rows;
  }
  Index count() const { return options_.max_tokens.value_or(kDefaultTokens); }

 private:
  /// Several arrays of about this size are held at a time.
  void check_size(const std::string& name, Index width) const {
    const auto bytes = static_cast<std::uint64_t>(count()) * static_cast<std::uint64_t>(width) * sizeof(float);
    if (bytes > kMostMadeBytes / 4)
      throw file_.error(name, "makes " + readable_size(bytes) + " of " + std::to_string(count()) + " tokens x " +
                                  count_text(width, "dimension") + "; at most " + readable_size(kMostMadeBytes / 4) +
                                  " can be made, so say fewer --max-tokens");
  }
  const Matrix<float>& tokens(const std::string& name, Index width) {
    if (tokens_.rows() == 0) {
      check_size(name, width);
      tokens_ = Matrix<float>(count(), width);
      for (Index n = 0; n < count(); ++n)
        draw_seeded_row(options_.embedding_seed, SeededMatrix::tokens, static_cast<std::uint64_t>(n), tokens_.row(n),
                        width);
    }
    if (tokens_.cols() != width)
      throw file_.error(name, "takes tokens of " + std::to_string(width) + " dimensions, but queries take " +
                                  std::to_string(tokens_.cols()) + "; they must be the same");
    return tokens_;
  }
  std::optional<Array> bias(const std::string& weight, Index width) {
    const std::string name = bias_name(weight);
    const auto found =
        std::find_if(entries_.begin(), entries_.end(), [&](const Entry& entry) { return entry.name == name; });
    if (found == entries_.end() || found->shape != Shape{width}) return std::nullopt;
    return read_(name).as(Dtype::f32);
  }

  const InputFile& file_;
  const std::vector<Entry>& entries_;
  const ReadArray& read_;
  const ReadOptions& options_;
  Matrix<float> tokens_;
};

}  // namespace

Contents project_by_weights(const InputFile& file, const AttentionNames& names, const std::vector<Entry>& entries,
                            const ReadArray& read, const ReadOptions& options) {
  if (options.kv_heads) head_counts(file, options);
  if (options.alike)
    throw file.error(names.q, "is a projection matrix of a model; --alike is for arrays of tokens, so leave it out");
  Projector projector(file, entries, read, options);
  Contents source;
  source.said = names.said;
  std::array<Array, 3> rows;
  if (names.is_fused()) {
    rows = projector.fused(names.q, source);
  } else {
    rows = {projector.separate(names.q), projector.separate(names.k), projector.separate(names.v)};
  }
  source.said.push_back(omega::quoted(names.q) +
                        (names.is_fused() ? " is a projection matrix"
                                          : ", " + omega::quoted(names.k) + " and " + omega::quoted(names.v) +
                                                " are projection matrices") +
                        " of a model, so " + std::to_string(projector.count()) + " random tokens (seed " +
                        std::to_string(options.embedding_seed) + ") were projected by " +
                        (names.is_fused() ? "it" : "them") + ", not a real text");
  const Index heads = head_count(file, rows[0].shape()[1], rows[1].shape()[1], options, source),
              dim = rows[0].shape()[1] / heads;
  std::array<Array*, 3> parts = {&source.q, &source.k, &source.v};
  const std::array<std::string, 3> part_names = {names.q, names.k, names.v};
  for (std::size_t i = 0; i < 3; ++i) {
    *parts[i] = with_heads(file, part_names[i], rows[i], heads, dim, i == 0 ? std::nullopt : options.kv_heads);
    if (!options.head) continue;
    if (*options.head >= heads)
      throw no_such_head(file, *options.head, heads);
    *parts[i] = one_head(*parts[i], *options.head);
  }
  if (options.head) source.said.push_back("only head " + std::to_string(*options.head) + " was taken");
  return source;
}

}  // namespace omega
