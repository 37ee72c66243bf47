// The heads of a model by what can be said of each in a number: for tables, colours and sorting.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "heads/measure.h"

namespace omega::heads {

struct Quantity {
  std::string name;               // "entropy", "error rfa": in files, and to sort by
  std::string title;              // "entropy", "error of rfa"
  bool is_share = false;          // of 1: shown in percent
  bool rises_by_factors = false;  // its colours go by its logarithm
  int method = -1;                // of the question; −1: of exact attention
  std::function<std::optional<double>(const Head&)> value;
};

std::vector<Quantity> quantities(const std::vector<Method>& methods, bool with_samples);
/// Throws Error::input naming those there are.
const Quantity& find_quantity(const std::vector<Quantity>& all, const std::string& name);

/// Largest first; heads without the number come last, in their order.
std::vector<const Head*> sorted(const std::vector<Head>& heads, const Quantity& by);

/// "3.2", "12 %", "> 1024": of one head; "–" where there is none.
std::string value_text(const Quantity& quantity, const Head& head);
/// "layer 2, head 7"; "head 7" where layers have no numbers.
std::string name_of(const Head& head);

}  // namespace omega::heads
