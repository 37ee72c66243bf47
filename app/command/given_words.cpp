#include "given_words.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/error.h"
#include "core/text.h"
#include "json_text.h"
#include "settings.h"

namespace omega::command {

namespace {

constexpr std::size_t kMostAxes = 4;

/// The numbers of nested lists in their order; whether all lists of a depth are as long as the first.
bool flatten(const Json& list, std::size_t depth, Shape& shape, std::vector<double>& values) {
  if (!list.is_array()) {
    values.push_back(list.is_number() ? list.get<double>() : 0);
    return list.is_number() && depth == shape.size();
  }
  const auto length = static_cast<Index>(list.size());
  if (values.empty() && depth == shape.size()) shape.push_back(length);
  if (depth >= std::min(shape.size(), kMostAxes) || shape[depth] != length || length == 0) return false;
  for (const Json& part : list)
    if (!flatten(part, depth + 1, shape, values)) return false;
  return true;
}

}  // namespace

std::pair<std::string, Array> given_array(const std::string& option, const std::string& words) {
  const auto [name, text] = assignment(option, words);
  Shape shape;
  std::vector<double> values;
  const Json numbers = Json::parse(text, nullptr, false);
  if (numbers.is_discarded() || !flatten(numbers, 0, shape, values))
    throw Error::input(option + " gives " + omega::quoted(name) + " as " + omega::quoted(text) +
                       ", but must give numbers in brackets, rows of equal length, as in mu=[[0.5,1],[2,-1]]");
  return {name, Array::from(values, shape)};
}

}  // namespace omega::command
