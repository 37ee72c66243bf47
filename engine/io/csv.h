// Tables of numbers as inputs of attention: one row per token.
//
// Columns named q0 q1 .. k0 k1 .. v0 v1 .. (or q, k, v; any case; q_0 and q[0] too) are queries, keys and values, in
// the order of their numbers. Without such names every row is a token's vector x and q = k = v = x. A column of words
// becomes the labels. The first row is a header where nothing in it is a number, or where it only counts 0, 1, 2 ...
// under an empty corner, as pandas writes it. Values are kept in double precision.
#pragma once

#include "io/reader.h"

namespace omega {

Reader csv_reader();

}  // namespace omega
