#include "io/fused_rows.h"

#include <array>
#include <optional>

#include "core/named.h"
#include "io/rearrange.h"

namespace omega {

namespace {

constexpr const char* kAdvice =
    "say how many heads of queries and how many of keys and values with --heads and --kv-heads (num_attention_heads "
    "and num_key_value_heads of the model)";

std::string number(Index n) { return std::to_string(n); }

/// The projection that takes what attention gives, which is as wide as the queries.
struct OutputProjection {
  std::string name;
  Index width = 0;
};

std::optional<OutputProjection> output_projection(const std::string& fused, const std::vector<Entry>& entries) {
  constexpr std::array kNames = {"o_proj", "out_proj", "dense", "c_proj", "wo", "to_out.0", "proj", "out", "o"};
  const std::string stem = fused.ends_with(".weight") ? fused.substr(0, fused.size() - 7) : fused;
  const std::string beside = stem.substr(0, stem.rfind('.') + 1);
  for (const std::string own : kNames) {
    const Entry* found = named(entries, beside + own + ".weight");
    if (found != nullptr && found->shape.size() == 2)
      return OutputProjection{found->name,
                              found->shape[own == "c_proj" && fused.find("c_attn") != std::string::npos ? 0 : 1]};
  }
  return std::nullopt;
}

class Sharing {
 public:
  Sharing(const InputFile& file, const std::string& name, Index rows, Index inputs, const ReadOptions& options)
      : file_(file), name_(name), rows_(rows), inputs_(inputs), options_(options) {}

  FusedRows as_told() const {
    const HeadCounts heads = head_counts(file_, options_);
    const Index parts = heads.queries + 2 * heads.keys;
    if (rows_ == 0 || rows_ % parts != 0)
      throw refusal("which are not shared out evenly by " + count_text(heads.queries, "head") + " of queries and " +
                    number(heads.keys) + " each of keys and values; say other --heads and --kv-heads");
    return {heads.queries * (rows_ / parts), heads.keys * (rows_ / parts), 1, "as --heads and --kv-heads say"};
  }
  FusedRows beside(const OutputProjection& output) const {
    const bool fits = can_be_queries(output.width);
    if (!fits && (rows_ != 3 * inputs_ || !can_be_queries(inputs_)))
      throw refusal("and " + omega::quoted(output.name) + " takes " + number(output.width) +
                    " dimensions, which do not go together; " + kAdvice);
    const Index queries = fits ? output.width : inputs_;
    return {queries, (rows_ - queries) / 2, 1, "because " + omega::quoted(output.name) + " takes " + number(queries)};
  }
  FusedRows alone() const {
    const bool thirds = rows_ > 0 && rows_ % 3 == 0 && can_be_queries(rows_ / 3), wide = can_be_queries(inputs_);
    if (thirds && wide && rows_ != 3 * inputs_)
      throw refusal("which may be " + number(rows_ / 3) + " each for queries, keys and values, or " + number(inputs_) +
                    " for queries and " + number((rows_ - inputs_) / 2) + " each for keys and values; " + kAdvice);
    if (thirds) return {rows_ / 3, rows_ / 3, 1, ""};
    if (wide) return {inputs_, (rows_ - inputs_) / 2, 1, "because its input has " + number(inputs_)};
    throw refusal(std::string("which are not three equal matrices; ") + kAdvice);
  }

 private:
  /// Whether the rest makes keys and values whose heads serve whole numbers of heads of queries.
  bool can_be_queries(Index queries) const {
    const Index keys = (rows_ - queries) / 2;
    if (queries < 1 || keys < 1 || queries + 2 * keys != rows_ || queries % keys != 0) return false;
    return !options_.heads || (queries % *options_.heads == 0 && keys % (queries / *options_.heads) == 0);
  }
  Error refusal(const std::string& what) const {
    return file_.error(
        name_, "has " + number(rows_) + " rows for inputs of " + count_text(inputs_, "dimension") + ", " + what);
  }
  const InputFile& file_;
  const std::string& name_;
  Index rows_, inputs_;
  const ReadOptions& options_;
};

}  // namespace

Array FusedRows::part(const Array& fused, int which) const {
  const Index each = (which == 0 ? queries : keys) / groups, step = (queries + 2 * keys) / groups;
  const Index before = which == 0 ? 0 : queries / groups + (which - 1) * (keys / groups);
  const auto cols = fused.rank() == 2 ? static_cast<std::size_t>(fused.shape()[1]) : 1;
  Shape shape = fused.shape();
  shape[0] = each * groups;
  return rearranged(fused, static_cast<std::size_t>(before) * cols, {groups, each, static_cast<Index>(cols)},
                    {static_cast<std::size_t>(step) * cols, cols, 1})
      .reshaped(shape);
}

FusedRows share_out_rows(const InputFile& file, const std::string& name, Index rows, Index inputs,
                         const std::vector<Entry>& entries, const ReadOptions& options) {
  // Models of the NeoX and Falcon families keep the queries that share a head of keys together with it.
  const bool by_group = name.find("query_key_value") != std::string::npos;
  if (by_group && !options.heads)
    throw file.error(name, "holds queries, keys and values head by head; say how many heads with --heads");
  const Sharing sharing(file, name, rows, inputs, options);
  const auto output = output_projection(name, entries);
  FusedRows shared = options.kv_heads ? sharing.as_told() : output ? sharing.beside(*output) : sharing.alone();
  if (by_group) shared.groups = shared.keys / (shared.queries / *options.heads);
  shared.said = shared.queries == shared.keys
                    ? ""
                    : "of the " + number(rows) + " rows of " + omega::quoted(name) + " " + number(shared.queries) +
                          " make queries and " + number(shared.keys) + " each keys and values, " + shared.said;
  return shared;
}

}  // namespace omega
