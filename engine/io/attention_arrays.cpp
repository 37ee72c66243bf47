#include "io/attention_arrays.h"

#include "core/text.h"
#include "io/rearrange.h"

namespace omega {

namespace {

std::string shape_text(const Array& array) { return "shape " + to_string(array.shape()); }

void split_fused(const InputFile& file, const std::string& name, const Array& fused, Contents& source) {
  if (!is_stacked(fused) && (fused.rank() < 2 || fused.shape().back() % 3 != 0 || fused.shape().back() == 0))
    throw file.error(
        name,
        "has " + shape_text(fused) +
            "; queries, keys and values in one array need a first axis of 3 or a last axis that is a multiple of 3");
  source.q = third_of(fused, 0);
  source.k = third_of(fused, 1);
  source.v = third_of(fused, 2);
  source.said.push_back("q, k and v are the thirds of " + omega::quoted(name) + " (" + to_string(fused.shape()) +
                        ") along its " + (is_stacked(fused) ? "first" : "last") + " axis");
}

void cut_heads(const InputFile& file, Index heads, Contents& source) {
  for (Array* array : {&source.q, &source.k, &source.v}) {
    if (array->rank() < 2 || array->rank() > 3 || array->shape().back() % heads != 0 || array->shape().back() == 0)
      throw file.error("an array of " + shape_text(*array) + " cannot be cut into " + std::to_string(heads) +
                       " heads; --heads needs tokens x (heads·dim), with a last axis that is a multiple of it");
    *array = split_heads(*array, heads);
  }
  source.said.push_back("the last axis was cut into " + std::to_string(heads) + " heads of " +
                        std::to_string(source.q.shape().back()) + " dimensions");
}

}  // namespace

void take_head(const InputFile& file, Index head, Contents& source) {
  for (Array* array : {&source.q, &source.k, &source.v}) {
    if (array->rank() < 3)
      throw file.error("an array of " + shape_text(*array) + " has no axis of heads; leave --head out");
    const Index heads = array->shape()[array->shape().size() - 3];
    if (head >= heads)
      throw file.error("there is no head " + std::to_string(head) + "; --head must be from 0 to " +
                       std::to_string(heads - 1));
    *array = one_head(*array, head);
  }
  source.said.push_back("only head " + std::to_string(head) + " was taken");
}

Contents arranged_heads(const InputFile& file, Contents source, const ReadOptions& options) {
  if (options.heads) cut_heads(file, *options.heads, source);
  if (options.head) take_head(file, *options.head, source);
  return source;
}

std::vector<std::string> attention_options() { return {"layer", "head", "heads", "q", "k", "v", "qkv"}; }

Contents read_attention(const InputFile& file, const std::vector<Entry>& entries, const ReadArray& read,
                        const ReadOptions& options) {
  const AttentionNames names = choose_names(file, entries, options);
  Contents source;
  source.said = names.said;
  if (names.is_fused()) {
    split_fused(file, names.q, read(names.q), source);
  } else {
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
  source.said.push_back("each of the " + std::to_string(shared) + " heads of keys and values serves " +
                        std::to_string(heads / shared) + " heads of queries");
}

Contents attention_from_one(const InputFile& file, const std::string& name, const Array& array,
                            const ReadOptions& options) {
  Contents source;
  if (is_stacked(array) || options.given("qkv")) {
    split_fused(file, name, array, source);
  } else {
    source.q = source.k = source.v = array;
    source.said.push_back("q, k and v are all the same array, of " + shape_text(array));
  }
  return arranged_heads(file, std::move(source), options);
}

}  // namespace omega
