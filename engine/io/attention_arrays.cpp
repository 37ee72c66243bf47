#include "io/attention_arrays.h"

#include "core/text.h"
#include "io/rearrange.h"

namespace omega {

namespace {

std::string shape_text(const Array& array) {
  return array.rank() == 0 ? "one number" : "shape " + to_string(array.shape());
}

/// Side by side on the last axis: all heads of queries, then those of keys, then those of values.
void split_grouped(const InputFile& file, const std::string& name, const Array& fused, const HeadCounts& heads,
                   Contents& source) {
  const Index parts = heads.queries + 2 * heads.keys, width = fused.rank() < 2 ? 0 : fused.shape().back();
  if (width == 0 || width % parts != 0)
    throw file.error(name, "has " + shape_text(fused) + ", whose last axis is not shared out evenly by " +
                               count_text(heads.queries, "head") + " of queries and " + std::to_string(heads.keys) +
                               " each of keys and values; say other --heads and --kv-heads");
  const Index dim = width / parts, q = heads.queries * dim, k = heads.keys * dim;
  source.q = part_of_last(fused, 0, q);
  source.k = part_of_last(fused, q, k);
  source.v = part_of_last(fused, q + k, k);
  source.said.push_back("q, k and v are " + std::to_string(q) + ", " + std::to_string(k) + " and " + std::to_string(k) +
                        " dimensions of " + omega::quoted(name) + " (" + to_string(fused.shape()) +
                        ") along its last axis");
}

void split_fused(const InputFile& file, const std::string& name, const Array& fused, const ReadOptions& options,
                 Contents& source) {
  if (options.alike) {
    source.q = source.k = source.v = fused;
    source.said.push_back("q, k and v are all the same array, " + omega::quoted(name) + " (" +
                          to_string(fused.shape()) + ")");
    return;
  }
  if (options.kv_heads) return split_grouped(file, name, fused, head_counts(file, options), source);
  if (is_stacked(fused.shape())) {
    source.q = one_of_three(fused, 0);
    source.k = one_of_three(fused, 1);
    source.v = one_of_three(fused, 2);
    source.said.push_back(stacked_text(name, fused.shape()));
    return;
  }
  if (fused.rank() < 2 || fused.shape().back() % 3 != 0 || fused.shape().back() == 0)
    throw file.error(name, "has " + shape_text(fused) +
                               "; queries, keys and values in one array need a first axis of 3 or a last axis that is a "
                               "multiple of 3; where heads of queries share keys and values, say how many with --heads "
                               "and --kv-heads");
  const Index third = fused.shape().back() / 3;
  source.q = part_of_last(fused, 0, third);
  source.k = part_of_last(fused, third, third);
  source.v = part_of_last(fused, 2 * third, third);
  source.said.push_back("q, k and v are the thirds of " + omega::quoted(name) + " (" + to_string(fused.shape()) +
                        ") along its last axis");
}

void cut_heads(const InputFile& file, const HeadCounts& counts, Contents& source) {
  change_each(source, [&](const Array& array, int part) {
    const Index heads = part == 0 ? counts.queries : counts.keys;
    if (array.rank() < 2 || array.rank() > 3 || array.shape().back() % heads != 0 || array.shape().back() == 0)
      throw file.error("an array of " + shape_text(array) + " cannot be cut into " + count_text(heads, "head") + "; " +
                       (part == 0 ? "--heads" : "--heads or --kv-heads") +
                       " needs tokens x (heads·dim), with a last axis that is a multiple of it");
    return split_heads(array, heads);
  });
  source.said.push_back("the last axis was cut into " + count_text(counts.queries, "head") + " of " +
                        count_text(source.q.shape().back(), "dimension"));
}

}  // namespace

HeadCounts head_counts(const InputFile& file, const ReadOptions& options) {
  if (!options.heads) throw file.error("--kv-heads was given without --heads, the heads of queries; say both");
  const HeadCounts counts{*options.heads, options.kv_heads.value_or(*options.heads)};
  if (counts.queries % counts.keys != 0)
    throw file.error(count_text(counts.queries, "head") + " of queries (--heads) cannot share " +
                     count_text(counts.keys, "head") + " of keys (--kv-heads); the first must be a multiple of the second");
  return counts;
}

std::string stacked_text(const std::string& name, const Shape& shape) {
  return "q, k and v are the thirds of " + omega::quoted(name) + " (" + to_string(shape) +
         ") along its first axis (--alike takes it as 3 heads instead)";
}

Error no_such_head(const InputFile& file, Index head, Index heads) {
  return file.error("there is no head " + std::to_string(head) + "; --head must be " +
                    (heads == 1 ? "0" : "from 0 to " + std::to_string(heads - 1)));
}

void take_head(const InputFile& file, Index head, Contents& source) {
  change_each(source, [&](const Array& array, int) {
    if (array.rank() < 3)
      throw file.error("an array of " + shape_text(array) + " has no axis of heads; cut it into heads with --heads or leave --head out");
    const Index heads = array.shape()[array.shape().size() - 3];
    if (head >= heads)
      throw no_such_head(file, head, heads);
    return one_head(array, head);
  });
  source.said.push_back("only head " + std::to_string(head) + " was taken");
}

Contents arranged_heads(const InputFile& file, Contents source, const ReadOptions& options) {
  if (options.heads || options.kv_heads) cut_heads(file, head_counts(file, options), source);
  if (options.kv_heads) share_heads(source);
  if (options.head) take_head(file, *options.head, source);
  return source;
}

std::vector<std::string> attention_options() {
  return {"layer", "head", "heads", "kv-heads", "q", "k", "v", "qkv", "alike"};
}

Contents read_attention(const InputFile& file, const std::vector<Entry>& entries, const ReadArray& read,
                        const ReadOptions& options) {
  const AttentionNames names = choose_names(file, entries, options);
  Contents source;
  source.said = names.said;
  if (names.is_fused()) {
    split_fused(file, names.q, read(names.q), options, source);
  } else {
    if (options.alike)
      throw file.error("--alike was given, but queries, keys and values are three arrays (" + omega::quoted(names.q) +
                       " and others); leave it out or name one array with --qkv");
    source.q = read(names.q);
    source.k = read(names.k);
    source.v = read(names.v);
    // Nobody needs to be told that Q is Q.
    const bool expected = names.q == "Q" && names.k == "K" && names.v == "V";
    if (!expected)
      source.said.push_back("q, k and v are " + omega::quoted(names.q) + " (" + to_string(source.q.shape()) + "), " +
                            omega::quoted(names.k) + " (" + to_string(source.k.shape()) + ") and " +
                            omega::quoted(names.v) + " (" + to_string(source.v.shape()) + ")");
  }
  return arranged_heads(file, std::move(source), options);
}

void share_heads(Contents& source) {
  const Index rank = source.q.rank();
  if (rank < 3 || source.k.rank() != rank || source.v.rank() != rank) return;
  const auto heads_of = [&](const Array& array) { return array.shape()[static_cast<std::size_t>(rank - 3)]; };
  const Index heads = heads_of(source.q), shared = heads_of(source.k);
  if (shared != heads_of(source.v) || shared < 1 || shared >= heads || heads % shared != 0) return;
  source.k = repeat_heads(source.k, heads / shared);
  source.v = repeat_heads(source.v, heads / shared);
  source.said.push_back((shared == 1 ? std::string("the one head") : "each of the " + std::to_string(shared) + " heads") +
                        " of keys and values serves " + std::to_string(heads / shared) + " heads of queries");
}

Contents attention_from_one(const InputFile& file, const std::string& name, const Array& array,
                            const ReadOptions& options) {
  Contents source;
  if (options.alike || options.kv_heads || is_stacked(array.shape()) || options.given("qkv")) {
    split_fused(file, name, array, options, source);
  } else {
    source.q = source.k = source.v = array;
    source.said.push_back("q, k and v are all the same array, of " + shape_text(array));
  }
  return arranged_heads(file, std::move(source), options);
}

}  // namespace omega
