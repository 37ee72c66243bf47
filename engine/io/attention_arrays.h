// From arrays of a file to q, k and v: fused arrays split, heads cut out of the last axis, one head chosen. Shared by
// the formats that hold named arrays. All of it is decided by names and shapes, as `omega info` must; then the arrays
// are read.
#pragma once

#include <functional>

#include "io/attention_names.h"
#include "io/reader.h"
#include "io/rearrange.h"

namespace omega {

using ReadArray = std::function<Array(const std::string& name)>;

/// The input options that arrange_attention understands.
std::vector<std::string> attention_options();

/// One of q, k and v: an array of the file, or what is cut out of it.
struct Piece {
  std::string array, type;  // as the file's entries say
  Layout layout;

  static Piece of(const Entry& entry) { return {entry.name, entry.type, Layout(entry.shape)}; }
  Shape shape() const { return layout.shape(); }
  bool operator==(const Piece&) const = default;
};

struct Pieces {
  Piece q, k, v;
  std::optional<TakenHead> taken;
  std::vector<std::string> said;

  bool are_alike() const { return q == k && q == v; }
};

/// What happens to q, k and v happens once where all are the same array.
template <class Source, class Change>
void change_each(Source& source, bool are_alike, Change change) {
  source.q = change(source.q, 0);
  source.k = are_alike ? source.q : change(source.k, 1);
  source.v = are_alike ? source.q : change(source.v, 2);
}

/// Arranges the arrays by the names that choose_names finds.
Pieces arrange_attention(const InputFile& file, const std::vector<Entry>& entries, const ReadOptions& options);

/// One array that holds everything.
Pieces arrange_one(const InputFile& file, const Entry& entry, const ReadOptions& options);

/// Arranges the heads as --heads, --kv-heads and --head say.
Pieces arranged_heads(const InputFile& file, Pieces pieces, const ReadOptions& options);

/// Reads the arrays there are pieces of, each once.
Contents read_pieces(const Pieces& pieces, const ReadArray& read);

/// What read_pieces would give.
Outline outline_of(const Pieces& pieces, std::vector<Entry> entries);

/// The sizes that shapes make; an Error that names the file where they do not go together.
Sizes sizes_of(const InputFile& file, const Shape& q, const Shape& k, const Shape& v);

/// How many heads there are, as --heads and --kv-heads say; an Error where they do not go together.
struct HeadCounts {
  Index queries = 1, keys = 1;
};
HeadCounts head_counts(const InputFile& file, const ReadOptions& options);

/// "q, k and v are the thirds of ...": of an array whose first axis is 3.
std::string stacked_text(const std::string& name, const Shape& shape);

/// Repeats the heads of keys and values where each serves several of the queries (grouped queries).
void share_heads(Pieces& pieces);

/// Leaves only one head of all three, counted over all axes of heads.
void take_head(const InputFile& file, Index head, Pieces& pieces);

}  // namespace omega
