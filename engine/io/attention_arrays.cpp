#include "io/attention_arrays.h"

#include "core/checked_sizes.h"
#include "core/named.h"

namespace omega {

namespace {

std::string shape_text(const Shape& shape) { return shape.empty() ? "one number" : "shape " + to_string(shape); }

Piece with_layout(Piece piece, Layout layout) {
  piece.layout = std::move(layout);
  return piece;
}

/// What numbers of a type are read as; nothing where that depends on how large they are.
std::optional<Dtype> dtype_read(std::string type) {
  constexpr std::string_view kOrder = "big-endian ";
  if (type.starts_with(kOrder)) type = type.substr(kOrder.size());
  if (type == "float64") return Dtype::f64;
  static const std::vector<std::string> kLarge = {"int32", "uint32", "int64", "uint64", "I32", "U32", "I64", "U64"};
  return is_among(kLarge, type) ? std::nullopt : std::optional(Dtype::f32);
}

/// Queries, then as many keys as values, along the last axis.
void set_last_parts(const Piece& fused, Index queries, Index keys, Pieces& source) {
  change_each(source, false, [&](const Piece&, int part) {
    const Index first = part == 0 ? 0 : queries + (part - 1) * keys;
    return with_layout(fused, fused.layout.part_of_last(first, part == 0 ? queries : keys));
  });
}

/// Side by side on the last axis: all heads of queries, then those of keys, then those of values.
void split_grouped(const InputFile& file, const Piece& fused, const HeadCounts& heads, Pieces& source) {
  const Shape shape = fused.shape();
  const Index parts = heads.queries + 2 * heads.keys, width = shape.size() < 2 ? 0 : shape.back();
  if (width == 0 || width % parts != 0)
    throw file.error(fused.array, "has " + shape_text(shape) + ", whose last axis is not shared out evenly by " +
                                      count_text(heads.queries, "head") + " of queries and " +
                                      std::to_string(heads.keys) +
                                      " each of keys and values; say other --heads and --kv-heads");
  const Index dim = width / parts, q = heads.queries * dim, k = heads.keys * dim;
  set_last_parts(fused, q, k, source);
  source.said.push_back("q, k and v are " + std::to_string(q) + ", " + std::to_string(k) + " and " + std::to_string(k) +
                        " dimensions of " + omega::quoted(fused.array) + " (" + to_string(shape) +
                        ") along its last axis");
}

void split_fused(const InputFile& file, const Piece& fused, const ReadOptions& options, Pieces& source) {
  const Shape shape = fused.shape();
  if (options.alike) {
    source.q = source.k = source.v = fused;
    source.said.push_back("q, k and v are all the same array, " + omega::quoted(fused.array) + " (" + to_string(shape) +
                          ")");
    return;
  }
  if (options.kv_heads) return split_grouped(file, fused, head_counts(file, options), source);
  if (is_stacked(shape)) {
    change_each(source, false,
                [&](const Piece&, int part) { return with_layout(fused, fused.layout.one_of_three(part)); });
    source.said.push_back(stacked_text(fused.array, shape));
    return;
  }
  if (shape.size() < 2 || shape.back() % 3 != 0 || shape.back() == 0)
    throw file.error(fused.array,
                     "has " + shape_text(shape) +
                         "; queries, keys and values in one array need a first axis of 3 or a last axis that is a "
                         "multiple of 3; where heads of queries share keys and values, say how many with --heads "
                         "and --kv-heads");
  const Index third = shape.back() / 3;
  set_last_parts(fused, third, third, source);
  source.said.push_back("q, k and v are the thirds of " + omega::quoted(fused.array) + " (" + to_string(shape) +
                        ") along its last axis");
}

void cut_heads(const InputFile& file, const HeadCounts& counts, Pieces& source) {
  change_each(source, source.are_alike(), [&](const Piece& piece, int part) {
    const Index heads = part == 0 ? counts.queries : counts.keys;
    const Shape shape = piece.shape();
    if (shape.size() < 2 || shape.size() > 3 || shape.back() % heads != 0 || shape.back() == 0)
      throw file.error("an array of " + shape_text(shape) + " cannot be cut into " + count_text(heads, "head") + "; " +
                       (part == 0 ? "--heads" : "--heads or --kv-heads") +
                       " needs tokens x (heads·dim), with a last axis that is a multiple of it");
    return with_layout(piece, piece.layout.split_heads(heads));
  });
  source.said.push_back("the last axis was cut into " + count_text(counts.queries, "head") + " of " +
                        count_text(source.q.shape().back(), "dimension"));
}

/// Other programs hide keys by such arrays.
void say_that_masks_are_not_read(const std::vector<Entry>& entries, std::vector<std::string>& said) {
  for (const Entry& entry : entries)
    if (lowered(entry.name).find("mask") != std::string::npos) {
      said.push_back(omega::quoted(entry.name) +
                     " is not read: no mask hides keys here, only the option causal those that come later");
      return;
    }
}

}  // namespace

Sizes sizes_of(const InputFile& file, const Shape& q, const Shape& k, const Shape& v) {
  try {
    return checked_sizes(q, k, v);
  } catch (const Error& problem) {
    throw file.error(problem.what());
  }
}

HeadCounts head_counts(const InputFile& file, const ReadOptions& options) {
  if (!options.heads) throw file.error("--kv-heads was given without --heads, the heads of queries; say both");
  const HeadCounts counts{*options.heads, options.kv_heads.value_or(*options.heads)};
  if (counts.queries % counts.keys != 0)
    throw file.error(count_text(counts.queries, "head") + " of queries (--heads) cannot share " +
                     count_text(counts.keys, "head") +
                     " of keys (--kv-heads); the first must be a multiple of the second");
  return counts;
}

std::string stacked_text(const std::string& name, const Shape& shape) {
  return "q, k and v are the thirds of " + omega::quoted(name) + " (" + to_string(shape) +
         ") along its first axis (--alike takes it as 3 heads instead)";
}

void take_head(const InputFile& file, Index head, Pieces& pieces) {
  const Shape shape = pieces.q.shape();
  if (shape.size() == 2)
    throw file.error("an array of " + shape_text(shape) +
                     " has no axis of heads; cut it into heads with --heads or leave --head out");
  const Sizes sizes = sizes_of(file, pieces.q.shape(), pieces.k.shape(), pieces.v.shape());
  if (head >= sizes.heads)
    throw file.error("there is no head " + std::to_string(head) + "; --head must be " +
                     (sizes.heads == 1 ? "0" : "from 0 to " + std::to_string(sizes.heads - 1)));
  pieces.taken = TakenHead{sizes.lead, head};
  change_each(pieces, pieces.are_alike(),
              [&](const Piece& piece, int) { return with_layout(piece, piece.layout.one_head(head)); });
  pieces.said.push_back("only head " + std::to_string(head) + " was taken");
}

Pieces arranged_heads(const InputFile& file, Pieces pieces, const ReadOptions& options) {
  if (options.heads || options.kv_heads) cut_heads(file, head_counts(file, options), pieces);
  share_heads(pieces);
  if (options.head) take_head(file, *options.head, pieces);
  return pieces;
}

std::vector<std::string> attention_options() {
  return {"layer", "head", "heads", "kv-heads", "q", "k", "v", "qkv", "alike"};
}

Pieces arrange_attention(const InputFile& file, const std::vector<Entry>& entries, const ReadOptions& options) {
  const AttentionNames names = choose_names(file, entries, options);
  const auto piece = [&](const std::string& name) { return Piece::of(*named(entries, name)); };
  Pieces pieces;
  pieces.said = names.said;
  say_that_masks_are_not_read(entries, pieces.said);
  if (names.is_fused()) {
    split_fused(file, piece(names.q), options, pieces);
  } else {
    if (options.alike)
      throw file.error("--alike was given, but queries, keys and values are three arrays (" + omega::quoted(names.q) +
                       " and others); leave it out or name one array with --qkv");
    pieces.q = piece(names.q);
    pieces.k = piece(names.k);
    pieces.v = piece(names.v);
    // Nobody needs to be told that Q is Q.
    const bool expected = names.q == "Q" && names.k == "K" && names.v == "V";
    if (!expected)
      pieces.said.push_back("q, k and v are " + omega::quoted(names.q) + " (" + to_string(pieces.q.shape()) + "), " +
                            omega::quoted(names.k) + " (" + to_string(pieces.k.shape()) + ") and " +
                            omega::quoted(names.v) + " (" + to_string(pieces.v.shape()) + ")");
  }
  return arranged_heads(file, std::move(pieces), options);
}

void share_heads(Pieces& pieces) {
  const Shape q = pieces.q.shape(), k = pieces.k.shape(), v = pieces.v.shape();
  if (q.size() < 3 || k.size() != q.size() || v.size() != q.size()) return;
  const std::size_t axis = q.size() - 3;
  const Index heads = q[axis], shared = k[axis];
  if (shared != v[axis] || shared < 1 || shared >= heads || heads % shared != 0) return;
  for (Piece* piece : {&pieces.k, &pieces.v}) piece->layout = piece->layout.repeat_heads(heads / shared);
  pieces.said.push_back(
      (shared == 1 ? std::string("the one head") : "each of the " + std::to_string(shared) + " heads") +
      " of keys and values serves " + std::to_string(heads / shared) + " heads of queries");
}

Pieces arrange_one(const InputFile& file, const Entry& entry, const ReadOptions& options) {
  Pieces pieces;
  if (options.alike || options.kv_heads || is_stacked(entry.shape) || options.given("qkv")) {
    split_fused(file, Piece::of(entry), options, pieces);
  } else {
    pieces.q = pieces.k = pieces.v = Piece::of(entry);
    pieces.said.push_back("q, k and v are all the same array, of " + shape_text(entry.shape));
  }
  return arranged_heads(file, std::move(pieces), options);
}

Contents read_pieces(const Pieces& pieces, const ReadArray& read) {
  Contents source;
  source.said = pieces.said;
  source.taken = pieces.taken;
  std::string name;
  Array latest;  // of that name
  const auto made = [&](const Piece& piece) {
    if (latest.empty() || piece.array != name) {
      latest = Array();
      latest = read(name = piece.array);
    }
    return laid_out(latest, piece.layout);
  };
  source.q = made(pieces.q);
  source.k = pieces.k == pieces.q ? source.q : made(pieces.k);
  source.v = pieces.v == pieces.q ? source.q : made(pieces.v);
  return source;
}

Outline outline_of(const Pieces& pieces, std::vector<Entry> entries) {
  const auto part = [](const Piece& piece) { return Outline::Part{piece.shape(), dtype_read(piece.type)}; };
  return {part(pieces.q), part(pieces.k), part(pieces.v), std::nullopt, {}, pieces.said, std::move(entries)};
}

}  // namespace omega
