// A model's projection matrices as an input of attention: seeded standard normal tokens, as a layer norm leaves them,
// are projected by the matrices (and biases) of one layer. What attention then shows is the layer's, not any text's.
#pragma once

#include <array>
#include <optional>

#include "io/attention_arrays.h"
#include "io/fused_rows.h"

namespace omega {

/// Planned from names and shapes; only project() reads. What it is made of must outlive it.
class Projections {
 public:
  Projections(const InputFile& file, const AttentionNames& names, const std::vector<Entry>& entries,
              const ReadOptions& options);

  /// The pieces of the three arrays that project() makes, "q", "k" and "v".
  const Pieces& pieces() const { return pieces_; }
  /// All tokens projected to queries, keys or values: tokens x (heads·dim).
  Array project(const std::string& role, const ReadArray& read);

 private:
  void share_out();
  void say_where_from();
  void cut_into_heads();
  Index count() const;
  void check_size(const std::string& name, Index width) const;
  const Array& weight(const std::string& name, const ReadArray& read);
  std::optional<Array> bias(const std::string& name, Index width, const ReadArray& read) const;

  const InputFile& file_;
  const std::vector<Entry>& entries_;
  ReadOptions options_;
  std::array<std::string, 3> names_;
  std::optional<FusedRows> fused_;  // where one matrix makes all three
  std::array<Index, 3> widths_{};
  Index inputs_ = 0;  // dimensions of a token
  Pieces pieces_;
  std::string latest_;  // whose matrix is held
  Array latest_weight_;
  Matrix<float> tokens_;
};

}  // namespace omega
