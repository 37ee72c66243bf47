// Sequence: the queries, keys and values of one attention layer, checked once at the door and never written to again.
#pragma once

#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/array.h"
#include "core/options.h"

namespace omega {

struct Sizes {
  Shape lead;       // leading axes: heads, or batch and heads
  Index heads = 1;  // their product
  Index N = 0, M = 0, D = 0, Dv = 0;

  /// The shape of what has `own` for each head.
  Shape of_heads(const Shape& own) const {
    Shape shape = lead;
    shape.insert(shape.end(), own.begin(), own.end());
    return shape;
  }
};

/// One head of all that a file has, counted over all axes of heads.
struct TakenHead {
  Shape lead;
  Index head = 0;
};

struct Sequence {
  Array q, k, v;  // rank 2, 3 or 4: [.., N, D], [.., M, D], [.., M, Dv]; float32 or float64
  Sizes sizes;
  // No |x| of q, or of k, is larger: found when the values were checked, so that no estimate has to look at them
  // again.
  double largest_q = std::numeric_limits<double>::infinity(), largest_k = largest_q;
  std::optional<Grid> grid;         // for images: tokens are the cells of this grid, row by row
  std::optional<TakenHead> taken;   // where it is but one head of its file, whose other arrays are of all heads
  std::vector<std::string> labels;  // one per token, or empty
  std::string title;                // what it is, for people: a preset or a file name

  /// Checks shapes, types and that every value is finite; the names are those by which the caller knows the arrays.
  static std::shared_ptr<const Sequence> make(Array q, Array k, Array v, const std::string& title = "",
                                              bool allow_nonfinite = false);
};

/// What Sequence::make advises where values are not finite; a caller that offers a way to do it names that instead.
constexpr const char* kNonFiniteAdvice = "put finite numbers in place of NaN and infinite values";

/// Where the first value that is not finite stands, and how many there are.
struct NonFinite {
  std::size_t count = 0;
  std::size_t first = 0;
};
NonFinite find_nonfinite(const Array& array);
/// The same for values that are finite in float64 but not as float32.
NonFinite find_beyond_float32(const Array& array);
/// Throws Error::input with the array's name, how many of its values are not finite, and where the first one stands.
void check_finite(const std::string& name, const Array& array);

/// "[1, 0, 3]": an element of an array, for people.
std::string place_text(const Shape& shape, std::size_t flat);

}  // namespace omega
