// From arrays of a file to q, k and v: fused arrays split, heads cut out of the last axis, one head chosen. Shared by
// the formats that hold named arrays.
#pragma once

#include <functional>

#include "io/attention_names.h"
#include "io/reader.h"

namespace omega {

using ReadArray = std::function<Array(const std::string& name)>;

/// The input options that read_attention understands.
std::vector<std::string> attention_options();

/// Reads only the arrays it needs, by the names that choose_names finds.
Contents read_attention(const InputFile& file, const std::vector<Entry>& entries, const ReadArray& read,
                        const ReadOptions& options);

/// What happens to q, k and v happens once where all are the same array.
template <class Change>
void change_each(Contents& source, Change change) {
  const bool same = source.q.raw() == source.k.raw() && source.q.raw() == source.v.raw() &&
                    source.q.shape() == source.k.shape() && source.q.shape() == source.v.shape();
  source.q = change(source.q, 0);
  source.k = same ? source.q : change(source.k, 1);
  source.v = same ? source.q : change(source.v, 2);
}

/// As --heads and --kv-heads say; an Error where they do not go together.
struct HeadCounts {
  Index queries = 1, keys = 1;
};
HeadCounts head_counts(const InputFile& file, const ReadOptions& options);

/// "q, k and v are the thirds of ...": of an array whose first axis is 3.
std::string stacked_text(const std::string& name, const Shape& shape);

/// Repeats the heads of keys and values where each serves several of the queries (grouped queries).
void share_heads(Contents& source);

/// What is wrong where there are only `heads` of them.
Error no_such_head(const InputFile& file, Index head, Index heads);

/// Leaves only one head of all three.
void take_head(const InputFile& file, Index head, Contents& source);

/// As --heads, --kv-heads and --head say.
Contents arranged_heads(const InputFile& file, Contents source, const ReadOptions& options);

/// One array that holds everything.
Contents attention_from_one(const InputFile& file, const std::string& name, const Array& array,
                            const ReadOptions& options);

}  // namespace omega
